import { beforeEach, describe, expect, test, vi } from "vitest";

import type { BoardProps } from "../../../src/boards/contract";
import { Turn } from "../../../src/boards/splendor/turn.svelte";
import type { SplendorCatalogue, SplendorView } from "../../../src/lib/protocol";
import { CARD, DATA, player, view } from "./positions";

const [act, explain, why] = [vi.fn(() => Promise.resolve(true)), vi.fn(), vi.fn()];

function turn(legal: string[], position: SplendorView = view()): Turn {
  const rest = { last: null, seq: 1, you: 0, seats: [], names: ["Ada", "Bo"], data: DATA, busy: false };
  const props: BoardProps<SplendorView, SplendorCatalogue> = {
    ...rest,
    view: position,
    legal,
    act,
    explain,
    why,
    t: (key) => key,
  };
  return new Turn(() => props);
}

beforeEach(() => [act, explain, why].forEach((mock) => mock.mockClear()));

const TAKES = ["take wbg", "take wbr", "take ww"];

describe("tokens of the bank", () => {
  test("are picked while they lead to a legal take, and sent by the button", () => {
    const mine = turn(TAKES);
    mine.pick(0);
    expect(mine.ready).toBe(false);
    mine.send();
    expect(act).not.toHaveBeenCalled();
    mine.pick(0);
    expect(mine.ready).toBe(true);
    mine.send();
    expect(act).toHaveBeenCalledExactlyOnceWith(["take ww"]);
  });

  test.each([
    ["two of a colour and another", [0, 0], 1, "take wwb"],
    ["a colour that leads nowhere", [], 4, "take k"],
    ["two that do not go together", [2], 3, "take gr"],
  ])("that cannot be picked are asked about by their notation: %s", (_, picked, colour, action) => {
    const mine = turn(TAKES);
    picked.forEach((one) => mine.pick(one));
    mine.pick(colour);
    expect(mine.picked).toEqual(picked);
    expect(why).toHaveBeenCalledExactlyOnceWith(action);
  });

  test.each([
    ["gold, which no notation takes", [], 5, "why.gold"],
    ["a fourth", [0, 1, 2], 3, "why.enough"],
  ])("that are no move at all are explained by the board: %s", (_, picked, colour, key) => {
    const mine = turn(TAKES);
    picked.forEach((one) => mine.pick(one));
    mine.pick(colour);
    expect(explain).toHaveBeenCalledExactlyOnceWith(key);
    expect(why).not.toHaveBeenCalled();
  });
});

describe("cards", () => {
  test("are bought with the usual payment, or with gold instead of a colour", () => {
    const me = player(0, { tokens: [3, 0, 0, 2, 0, 1] });
    const mine = turn(["buy 7"], view({ players: [me, player(1)] }));
    mine.buy(CARD);
    expect(act).toHaveBeenLastCalledWith(["buy 7"]);
    mine.choose({ card: 7 });
    mine.spared = [0];
    mine.buy(CARD);
    expect(act).toHaveBeenLastCalledWith(["buy 7 with w2 r2 *1"]);
  });

  test.each([
    ["bought", (mine: Turn) => mine.buy(CARD), "buy 7"],
    ["reserved", (mine: Turn) => mine.reserve("7"), "reserve 7"],
    ["reserved unseen", (mine: Turn) => mine.reserve("deck2"), "reserve deck2"],
  ])("that cannot be %s are asked about by their notation", (_, press, action) => {
    press(turn(TAKES));
    expect(act).not.toHaveBeenCalled();
    expect(why).toHaveBeenCalledExactlyOnceWith(action);
  });

  test.each([
    ["on another's turn", [], view()],
    ["before tokens are returned", ["return w1"], view({ phase: "return", surplus: 1 })],
  ])("cannot be chosen %s, and the house says why", (_, legal, position) => {
    const mine = turn(legal, position);
    expect(mine.choose({ card: 7 })).toBe(false);
    expect(mine.chosen).toBeNull();
    expect(why).toHaveBeenLastCalledWith("buy 7");
    mine.choose({ deck: 3 });
    expect(why).toHaveBeenLastCalledWith("reserve deck3");
  });

  test("chosen twice are no longer chosen", () => {
    const mine = turn(["buy 7"]);
    expect(mine.choose({ card: 7 })).toBe(true);
    expect(mine.choose({ card: 7 })).toBe(false);
  });
});

test("tokens to be returned are no more than too many", () => {
  const mine = turn(["return w1"], view({ phase: "return", surplus: 1 }));
  mine.give(0);
  mine.give(0);
  expect(mine.picked).toEqual([0]);
  expect(explain).toHaveBeenCalledExactlyOnceWith("why.returned");
});
