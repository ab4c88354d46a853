import { beforeEach, describe, expect, test, vi } from "vitest";

import type { BoardProps } from "../../../src/boards/contract";
import { Desk } from "../../../src/boards/renaissance/desk.svelte";
import type { RenaissanceCatalogue, RenaissanceView } from "../../../src/lib/protocol";
import { DATA, player, view } from "./positions";

const [act, explain, why] = [vi.fn(() => Promise.resolve(true)), vi.fn(), vi.fn()];

function desk(legal: string[], position: RenaissanceView = view()): Desk {
  const rest = { last: null, seq: 1, you: 0, seats: [], names: ["Ada", "Bo"], data: DATA, busy: false };
  const props: BoardProps<RenaissanceView, RenaissanceCatalogue> = {
    ...rest,
    view: position,
    legal,
    act,
    explain,
    why,
    t: (key) => key,
  };
  return new Desk(() => props);
}

beforeEach(() => [act, explain, why].forEach((mock) => mock.mockClear()));

const leader = (id: number, fate: string) => ({ position: 1, id, fate });
const storing = view({ phase: "storing", pending: { coin: 1 } });
const setup = view({ phase: "setup" });
const depots = [4, 5].map((place) => ({ place, resource: "coin", count: 1, size: 2 }));

describe("what cannot be done is asked about by the notation it would have", () => {
  test.each<[string, (mine: Desk) => void, RenaissanceView, string]>([
    ["a line of the market", (mine) => mine.pressLine("r1"), storing, "market r1"],
    ["a card when it is not time", (mine) => mine.pressCard("G2"), storing, "buy G2 slot 1"],
    ["a card into a slot", (mine) => mine.buy("G2", 3), view(), "buy G2 slot 3"],
    ["a production of a card", (mine) => mine.pressSlot(2), view(), "produce slot 2"],
    ["the basic production", (mine) => mine.pressBasic(), storing, "produce basic coin+coin>coin"],
    ["a leader to be played", (mine) => mine.playLeader(1), view(), "play leader 1"],
    ["a resource into a place", (mine) => mine.put("coin", 2), storing, "store coin 2"],
    ["a bonus into a place", (mine) => mine.put("coin", 2), setup, "bonus coin@2"],
    ["the contents of a shelf to another", (mine) => mine.carry(3, 1), storing, "swap 1 3"],
    ["the contents of a shelf to a depot", (mine) => mine.carry(1, 4), storing, "move 1 4"],
  ])("%s", (_, press, position, action) => {
    press(desk(["end"], position));
    expect(why).toHaveBeenCalledExactlyOnceWith(action);
    expect(act).not.toHaveBeenCalled();
    expect(explain).not.toHaveBeenCalled();
  });

  test("a card without a slot: where as many cards lie as it needs below it", () => {
    const position = view({ players: [player(0, { slots: [[], [9], []] }), player(1)] });
    desk(["end"], position).buy("G2", 0);
    expect(why).toHaveBeenCalledExactlyOnceWith("buy G2 slot 2");
  });

  test.each([
    ["hand", "discard leader 1"],
    ["played", "play leader 1"],
    ["discarded", "play leader 1"],
  ])("a leader (%s)", (fate, action) => {
    desk(["end"], view({ players: [player(0, { leaders: [leader(2, fate)] }), player(1)] })).pressLeader(1);
    expect(why).toHaveBeenCalledExactlyOnceWith(action);
  });
});

describe("what has no notation is explained by the board", () => {
  test("a basic production with fewer than two resources", () => {
    const poor = player(0, { shelves: [], strongbox: { coin: 1 } });
    desk(["end"], view({ players: [poor, player(1)] })).pressBasic();
    expect(explain).toHaveBeenCalledExactlyOnceWith("why.basic");
  });

  test.each([
    ["G1", "why.slots.1"],
    ["G2", "why.slots"],
  ])("a card (%s) that no slot has room for: not the first slot is to blame, but all", (pile, said) => {
    const position = view({
      players: [
        player(0, {
          slots: [
            [9, 5, 1],
            [9, 5, 1],
            [9, 5, 1],
          ],
        }),
        player(1),
      ],
    });
    desk(["end"], position).buy(pile, 0);
    expect(explain).toHaveBeenCalledExactlyOnceWith(said);
    expect(why).not.toHaveBeenCalled();
  });

  test("carrying between depots", () => {
    desk(["end"], view({ players: [player(0, { depots }), player(1)] })).carry(4, 5);
    expect(explain).toHaveBeenCalledExactlyOnceWith("why.depots");
  });

  test("a third leader to be kept", () => {
    const mine = desk(["keep 1 2", "keep 1 3", "keep 2 3"], setup);
    [1, 2, 3].forEach((id) => mine.pressOffered(id));
    expect(mine.kept).toEqual([1, 2]);
    expect(explain).toHaveBeenCalledExactlyOnceWith("why.two");
    expect(mine.keeps).toBe("keep 1 2");
  });
});

describe("what can be done", () => {
  test("is sent with the canonical notation", () => {
    const mine = desk(["buy G2 slot 1", "store coin 2", "swap 1 3", "play leader 1"]);
    mine.buy("G2", 1);
    mine.put("coin", 2);
    mine.carry(3, 1);
    mine.playLeader(1);
    expect(act.mock.calls).toEqual([[["buy G2 slot 1"]], [["store coin 2"]], [["swap 1 3"]], [["play leader 1"]]]);
    expect(why).not.toHaveBeenCalled();
  });

  test("the basic production is built step by step, and taken back step by step", () => {
    const mine = desk(["produce basic coin+stone>shield", "produce basic coin+coin>stone"]);
    mine.pressBasic();
    mine.choose("stone");
    expect(mine.choices).toEqual(["coin"]);
    mine.undo();
    mine.choose("coin");
    mine.choose("stone");
    mine.choose("shield");
    expect(act).toHaveBeenCalledExactlyOnceWith(["produce basic coin+stone>shield"]);
  });

  test("a payment can be chosen by whoever wants to", () => {
    const mine = desk(["produce slot 1"], view({ players: [player(0, { slots: [[5], [], []] }), player(1)] }));
    mine.picky = true;
    mine.pressSlot(1);
    expect(mine.payments[0]).toMatchObject({ kind: "coin", choice: true });
    mine.payOtherwise("coin");
    mine.pay();
    expect(act).toHaveBeenCalledExactlyOnceWith(["produce slot 1 with coin@box"]);
  });
});
