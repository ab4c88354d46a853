import { describe, expect, test } from "vitest";

import {
  basic,
  carries,
  carrying,
  discards,
  keeping,
  leaderOutputs,
  nextForBasic,
  placesFor,
  puttable,
  putting,
  slotsFor,
} from "../../../src/boards/renaissance/moves";

describe("cards", () => {
  test("go into the slots that are listed for their pile", () => {
    expect(slotsFor(["buy G1 slot 1", "buy G1 slot 3", "buy G2 slot 2"], "G1")).toEqual([1, 3]);
  });
});

describe("resources", () => {
  const LEGAL = ["store coin 2", "store coin 3", "bonus stone@1", "discard coin"];

  test("go to the places that are listed, from the market or at set-up", () => {
    expect(placesFor(LEGAL, "coin")).toEqual([2, 3]);
    expect(placesFor(LEGAL, "stone")).toEqual([1]);
    expect(puttable(LEGAL)).toEqual(["coin", "stone"]);
  });

  test.each([
    ["coin", 2, "store coin 2"],
    ["stone", 1, "bonus stone@1"],
    ["stone", 2, undefined],
  ])("%s into place %i is %s", (resource, place, action) => {
    expect(putting(LEGAL, resource, place)).toBe(action);
  });

  test("are discarded singly or all at once, and leaders are none", () => {
    expect(discards(["discard coin", "discard coin stone", "discard leader 1"])).toEqual({
      single: ["coin"],
      all: "discard coin stone",
    });
  });
});

describe("contents of places", () => {
  const LEGAL = ["swap 1 2", "move 3 4"];

  test.each([
    [1, 2, "swap 1 2"],
    [2, 1, "swap 1 2"],
    [3, 4, "move 3 4"],
    [4, 3, undefined],
  ])("go from %i to %i by %s", (from, to, action) => {
    expect(carrying(LEGAL, from, to)).toBe(action);
  });

  test("can leave a place, or any", () => {
    expect([0, 1, 2, 3, 4].map((from) => carries(LEGAL, from))).toEqual([true, true, true, true, false]);
    expect(carries([], 0)).toBe(false);
  });
});

describe("productions", () => {
  const LEGAL = ["produce basic coin+stone>shield", "produce basic coin+coin>stone", "produce leader 1>coin"];

  test("the basic one names its inputs in the usual order", () => {
    expect(basic(["stone", "coin"], "shield")).toBe("produce basic coin+stone>shield");
  });

  test.each([
    [[], ["coin", "stone"]],
    [["coin"], ["coin", "stone"]],
    [["stone"], ["coin"]],
    [["stone", "coin"], ["shield"]],
    [["coin", "coin"], ["stone"]],
    [["servant"], []],
  ])("after %o the basic one can go on with %o", (inputs, next) => {
    expect(nextForBasic(LEGAL, inputs)).toEqual(next);
  });

  test("a leader gives what is listed for it", () => {
    expect(leaderOutputs(LEGAL, 1)).toEqual(["coin"]);
    expect(leaderOutputs(LEGAL, 2)).toEqual([]);
  });
});

describe("leaders", () => {
  test.each([
    [[3, 12], "keep 3 12"],
    [[12, 3], "keep 3 12"],
    [[3], undefined],
    [[1, 2], undefined],
  ])("%o are kept by %s, in whatever order they were chosen", (kept, action) => {
    expect(keeping(["keep 3 12", "keep 3 1"], kept)).toBe(action);
  });
});
