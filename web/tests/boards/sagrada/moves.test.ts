import { describe, expect, test } from "vitest";

import { STEPS, choices, choosable, picking, stepNow, sumOf, targets, turnOrder } from "../../../src/boards/sagrada/moves";
import type { SagradaWorkView } from "../../../src/lib/protocol";
import { player, view } from "./positions";

const LEGAL = ["place R5@0", "place R5@4", "place B3@1", "tool 3 R5", "tool 3 B3", "tool 9", "end"];

function work(tool: number, stage: SagradaWorkView["stage"], moved: [number, number] | null = null) {
  return view({ work: { tool, stage, pool_index: null, colour: null, moved, dice: [] } });
}

describe("the legal notations by what has to be pressed", () => {
  const can = choices(LEGAL);

  test("a die of the pool has its spaces", () => {
    expect(can.spaces).toEqual(
      new Map([
        ["R5", new Set([0, 4])],
        ["B3", new Set([1])],
      ]),
    );
  });

  test("a tool has a notation for everything that could pay for it", () => {
    expect(can.tools).toEqual(
      new Map([
        [3, ["tool 3 R5", "tool 3 B3"]],
        [9, ["tool 9"]],
      ]),
    );
  });

  test("single words are switches", () => {
    expect([can.end, can.back, can.up, can.down]).toEqual([true, false, false, false]);
  });

  test("the steps of a tool are found", () => {
    const steps = choices(["die R5", "die R5#2", "track 0", "value 6", "move 3>8", "window Via Lux", "up", "back"]);
    expect(steps.picks).toEqual(new Set(["R5", "R5#2"]));
    expect(steps.track).toEqual(new Set([0]));
    expect(steps.values).toEqual(new Set([6]));
    expect(steps.moves).toEqual(new Map([[3, new Set([8])]]));
    expect(steps.windows).toEqual(new Set(["Via Lux"]));
    expect([steps.up, steps.back]).toEqual([true, true]);
  });
});

describe("dice", () => {
  test("can be chosen if they fit somewhere, and only the one that is owed", () => {
    expect([0, 1, 2].map((place) => choosable(view(), choices(LEGAL), place))).toEqual([true, true, true]);
    expect([0, 1, 2].map((place) => choosable(view({ pending: 1 }), choices(LEGAL), place))).toEqual([false, true, false]);
    expect(choosable(view(), choices(["end"]), 0)).toBe(false);
  });

  test("may go where the notations say", () => {
    const can = choices([...LEGAL, "move 3>8"]);
    expect(targets(view(), can, { pool: 1 })).toEqual(new Set([1]));
    expect(targets(view(), can, { cell: 3 })).toEqual(new Set([8]));
    expect(targets(view(), can, { tool: 9 })).toEqual(new Set());
    expect(targets(view(), can, null)).toEqual(new Set());
  });

  test("that are equal are told apart by their place", () => {
    expect([0, 1, 2].map((place) => picking(["R5", "B3", "R5"], place))).toEqual(["die R5", "die B3", "die R5#2"]);
  });

  test("of one colour are added up", () => {
    expect(sumOf("R", ["R5", null, "B3", "R1"])).toBe(6);
  });
});

describe("a tool in use", () => {
  test.each([
    ["nothing without a tool", view(), null],
    ["a die for tool 1", work(1, "die"), "die"],
    ["a second move for tool 4", work(4, "move", [0, 1]), "again"],
    ["a colour for tool 12", work(12, "track"), "colour"],
    ["a die of the track for tool 5", work(5, "track"), "track"],
    ["a second move for tool 12, if wanted", work(12, "move", [0, 1]), "maybe"],
  ])("asks for %s", (_, position, step) => {
    expect(stepNow(position)).toBe(step);
    if (position.work) expect(STEPS[position.work.tool]).toContain(step);
  });
});

describe("the order of turns", () => {
  test("goes once round the table and back, from another seat each round", () => {
    const order = turnOrder(view({ round: 2, players: [player(0), player(1), player(2)], actors: [1] }));
    expect(order.map((turn) => turn.seat)).toEqual([1, 2, 0, 0, 2, 1]);
    expect(order.map((turn) => turn.second)).toEqual([false, false, false, true, true, true]);
    expect(order.map((turn) => turn.now)).toEqual([true, false, false, false, false, false]);
  });

  test("shows what is done", () => {
    const players = [player(0, { first_turn_done: true }), player(1, { first_turn_done: true, second_turn_done: true })];
    const order = turnOrder(view({ players, actors: [0], second_turn: true }));
    expect(order.map((turn) => turn.done)).toEqual([true, true, true, false]);
  });

  test("is nothing before the rounds", () => {
    expect(turnOrder(view({ phase: "windows" }))).toEqual([]);
  });
});
