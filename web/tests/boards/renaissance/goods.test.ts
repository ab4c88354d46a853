import { beforeAll, describe, expect, test } from "vitest";

import {
  cardInWords,
  hasChoice,
  inOrder,
  inWords,
  leaderInWords,
  needsInWords,
  owned,
  paidWith,
  partsInWords,
  placeName,
  price,
  ways,
} from "../../../src/boards/renaissance/goods";
import { messages } from "../../../src/boards/renaissance/messages";
import { speak, texts } from "../../languages";
import { CARD, DATA, LEADERS, player } from "./positions";

const t = texts("renaissance", messages);
beforeAll(() => speak("en"));

describe("what a player has", () => {
  test("is counted wherever it lies", () => {
    const depots = [{ place: 4, resource: "shield", count: 2, size: 2 }];
    expect(owned(player(0, { depots }))).toEqual([4, 2, 0, 2]);
  });

  test("by name is brought into order", () => {
    expect(inOrder({ shield: 1, coin: 2 })).toEqual([2, 0, 0, 1]);
  });
});

describe("the price of a card", () => {
  const leader = (id: number, fate: string) => ({ position: 1, id, fate });

  test.each([
    ["as printed", [], [3, 0, 2, 0]],
    ["less with a discount in play", [leader(1, "played")], [2, 0, 2, 0]],
    ["as printed while the discount is in hand", [leader(1, "hand")], [3, 0, 2, 0]],
    ["as printed with a leader of another kind", [leader(2, "played")], [3, 0, 2, 0]],
  ])("is %s", (_, leaders, cost) => {
    expect(price(player(0, { leaders }), CARD, DATA)).toEqual(cost);
  });

  test("never falls below nothing", () => {
    const leaders = [leader(1, "played")];
    expect(price(player(0, { leaders }), { ...CARD, cost: [0, 0, 0, 0] }, DATA)).toEqual([0, 0, 0, 0]);
  });
});

describe("payments", () => {
  test("come from shelves first, then from every other mix", () => {
    const [coins, stones] = ways(player(0), [2, 1, 0, 0]);
    expect(coins).toEqual([
      [
        { resource: "coin", place: 1, n: 1 },
        { resource: "coin", place: "box", n: 1 },
      ],
      [{ resource: "coin", place: "box", n: 2 }],
    ]);
    expect(stones).toEqual([[{ resource: "stone", place: 2, n: 1 }]]);
  });

  test("there are none of what is not there, and one empty one of nothing", () => {
    expect(ways(player(0), [0, 0, 1, 0])).toEqual([[[]], [[]], [], [[]]]);
  });

  test("leave a choice where a resource lies in two places", () => {
    expect(hasChoice(player(0))).toBe(true);
    expect(hasChoice(player(0, { strongbox: {} }))).toBe(false);
  });

  test("are written at the end of the notation", () => {
    const parts = [
      { resource: "coin", place: 1, n: 1 },
      { resource: "coin", place: "box" as const, n: 2 },
    ];
    expect(paidWith(parts)).toBe(" with coin@1 2coin@box");
    expect(paidWith([])).toBe("");
    expect(partsInWords(parts, t)).toBe("1 coin from shelf 1 and 2 coins from the strongbox");
  });
});

describe("words", () => {
  test.each([
    [[2, 1, 0, 0], 1, 2, "2 coins, 1 stone, 1 faith, and 2 white marbles"],
    [[0, 0, 0, 0], 0, 0, "nothing"],
  ])("of %o with faith %i and whites %i", (amounts, faith, whites, text) => {
    expect(inWords(amounts, t, faith, whites)).toBe(text);
  });

  test.each([
    [2, "shelf 2"],
    [4, "depot 4"],
    ["box" as const, "the strongbox"],
  ])("of the place %s", (place, text) => expect(placeName(place, t)).toBe(text));

  test("of a card", () => {
    expect(cardInWords(CARD, t)).toBe(
      "green card of level 2, 6 points, costs 3 coins and 2 servants; produces 1 coin → 2 stones and 1 faith",
    );
  });

  test.each([
    ["1 green card and 2 blue cards", 0],
    ["5 coins", 1],
    ["1 yellow card of level 2", 2],
  ])("of what a leader needs: %s", (text, at) => expect(needsInWords(LEADERS[at]!, t)).toBe(text));

  test("of a leader", () => {
    expect(leaderInWords(LEADERS[1]!, t)).toBe("Leader: depot for 2 stones, 3 points; needs 5 coins");
  });
});
