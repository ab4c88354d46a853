import { describe, expect, test } from "vitest";

import { ending, matching, may } from "../../src/lib/notation";

const LEGAL = ["take wbg", "take ww", "buy 12", "buy 7", "buyer 1", "pass", "place R5@12"];

describe("notation", () => {
  test.each([
    ["take", ["wbg", "ww"]],
    ["buy", ["12", "7"]],
    ["pass", []],
    ["sell", []],
  ])("the ends of actions that begin with %s, as a whole word", (verb, ends) => {
    expect(ending(LEGAL, verb)).toEqual(ends);
  });

  test("a pattern gives the whole action and what it captured", () => {
    expect(matching(LEGAL, /^place (\w\d)@(\d+)$/)).toEqual([{ action: "place R5@12", parts: ["R5", "12"] }]);
    expect(matching(LEGAL, /^reserve/)).toEqual([]);
  });

  test.each([
    ["pass", true],
    ["take", true],
    ["bu", false],
    ["passing", false],
  ])("whether something that begins with %s is legal: %s", (verb, is) => {
    expect(may(LEGAL, verb)).toBe(is);
  });
});
