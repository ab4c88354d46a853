import { expect, test } from "vitest";

import { bestLine, finding, missing } from "../../../src/boards/renaissance/lesson/market";
import { CARD, DATA, player, view } from "./positions";

const LEGAL = ["r1", "r2", "r3", "c1", "c2", "c3", "c4"].map((line) => `market ${line}`);
const LEVEL_ONE = { ...DATA, cards: [{ ...CARD, level: 1, cost: [0, 0, 2, 0] }] };

test("resources lie beside their own kind, or on the biggest shelf that is free", () => {
  expect(finding(player(0), [1, 1, 2, 0])).toEqual([0, 0, 2, 0]);
});

test("two new kinds share what is free, the more of them first", () => {
  expect(finding(player(0), [0, 0, 1, 2])).toEqual([0, 0, 0, 2]);
});

test("what is missing is missing for a card that has a slot", () => {
  expect(missing(view(), player(0), DATA)).toEqual([0, 0, 0, 0]);
  expect(missing(view(), player(0), LEVEL_ONE)).toEqual([0, 0, 2, 0]);
});

test("a line that finds room and is missing is better than a fuller one that does not", () => {
  const purple = view({
    market: {
      rows: [
        ["yellow", "yellow", "yellow", "grey"],
        ["white", "purple", "purple", "white"],
        ["yellow", "grey", "grey", "grey"],
      ],
      slide: "white",
    },
  });
  expect(bestLine(purple, LEGAL, 0, LEVEL_ONE)).toMatchObject({ line: "r2", brings: 2 });
});

test("only lines that may be taken are thought of", () => {
  expect(bestLine(view(), ["market c4"], 0, DATA)?.line).toBe("c4");
  expect(bestLine(view(), [], 0, DATA)).toBeUndefined();
});
