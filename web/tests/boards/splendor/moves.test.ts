import { describe, expect, test } from "vitest";

import { messages } from "../../../src/boards/splendor/messages";
import {
  buying,
  cardInWords,
  counted,
  inWords,
  leadsSomewhere,
  payment,
  returning,
  taking,
  withGold,
} from "../../../src/boards/splendor/moves";
import { speak, texts } from "../../languages";
import { CARD, player } from "./positions";

const t = texts("splendor", messages);

describe("what a card costs", () => {
  test.each([
    ["coloured tokens that are there", [3, 0, 0, 2, 0, 0], [0, 0, 0, 0, 0], [3, 0, 0, 2, 0, 0]],
    ["gold for what is missing", [2, 0, 0, 0, 0, 3], [0, 0, 0, 0, 0], [2, 0, 0, 0, 0, 3]],
    ["less by the bonuses of one's cards", [3, 0, 0, 2, 0, 0], [1, 0, 0, 2, 0], [2, 0, 0, 0, 0, 0]],
    ["nothing, with bonuses enough", [1, 1, 1, 1, 1, 1], [5, 5, 5, 5, 5], [0, 0, 0, 0, 0, 0]],
  ])("is paid with %s", (_, tokens, bonuses, paid) => {
    const me = player(0, { tokens: tokens as never, bonuses: bonuses as never });
    expect(payment(CARD, me)).toEqual(paid);
  });

  test("can be paid with gold instead of a colour", () => {
    expect(withGold([3, 0, 0, 2, 0, 0], [0, 0, 3])).toEqual([1, 0, 0, 1, 0, 3]);
  });
});

describe("notations", () => {
  test.each([
    [[2, 0, 1], "take wbg"],
    [[3, 3], "take rr"],
  ])("tokens %o are taken in the order of the colours: %s", (picked, text) => {
    expect(taking(picked)).toBe(text);
  });

  test("tokens are returned in piles", () => {
    expect(returning([5, 0, 0])).toBe("return w2 *1");
  });

  test("a purchase names its payment only where it is not the usual one", () => {
    expect(buying(7, [3, 0, 0, 2, 0, 0], true)).toBe("buy 7");
    expect(buying(7, [2, 0, 0, 2, 0, 1], false)).toBe("buy 7 with w2 r2 *1");
  });
});

describe("picking tokens", () => {
  const LEGAL = ["take wbg", "take wbr", "take ww", "buy 7"];

  test.each([
    [[0], true],
    [[0, 1], true],
    [[2, 1, 0], true],
    [[0, 0], true],
    [[0, 0, 1], false],
    [[2, 3], false],
    [[4], false],
    [[], true],
  ])("%o can still become a legal take: %s", (picked, is) => {
    expect(leadsSomewhere(picked, LEGAL)).toBe(is);
  });

  test("they are counted by colour", () => {
    expect(counted([0, 5, 0])).toEqual([2, 0, 0, 0, 0, 1]);
  });
});

describe("words", () => {
  test.each([
    ["en", [2, 0, 0, 0, 0, 1], "2 white and 1 gold"],
    ["en", [0, 0, 0, 0, 0, 0], "nothing"],
    ["it", [2, 0, 0, 1, 0, 0], "2 bianchi e 1 rosso"],
    ["pl", [2, 0, 0, 5, 0, 0], "2 białe i 5 czerwonych"],
  ])("in %s tokens are counted by colour", async (language, counts, text) => {
    await speak(language);
    expect(inWords(counts, t)).toBe(text);
  });

  test("a card is told whole", async () => {
    await speak("en");
    expect(cardInWords(CARD, t)).toBe("Level 1, green bonus, 1 point, costs 3 white and 2 red");
  });
});
