import { beforeAll, describe, expect, test } from "vitest";

import {
  PIPS,
  VALUES,
  alongTrack,
  cellInWords,
  colourOf,
  dieInWords,
  named,
  printInWords,
  spaceInWords,
  valueOf,
} from "../../../src/boards/sagrada/dice";
import { messages } from "../../../src/boards/sagrada/messages";
import { speak, texts } from "../../languages";

const t = texts("sagrada", messages);
beforeAll(() => speak("en"));

test("a die is a colour and a value", () => {
  expect([colourOf("B5"), valueOf("B5")]).toEqual(["B", 5]);
});

test.each(VALUES)("%i has as many pips", (value) => {
  expect(PIPS[value]).toHaveLength(value);
});

test("equal dice that lie together have different names", () => {
  expect(named("pool", ["R5", "B3", "R5"])).toEqual(["pool-R5-0", "pool-B3-0", "pool-R5-1"]);
});

test("dice of the round track are counted round by round", () => {
  expect(alongTrack([["R5", "R5"], [], ["B3"]])).toEqual([
    { die: "R5", space: 0, name: "track-0-R5-0" },
    { die: "R5", space: 0, name: "track-0-R5-1" },
    { die: "B3", space: 2, name: "track-2-B3-0" },
  ]);
});

describe("words", () => {
  test("of a die", () => expect(dieInWords("P4", t)).toBe("purple 4"));

  test.each([
    [0, "row 1 column 1"],
    [4, "row 1 column 5"],
    [12, "row 3 column 3"],
    [19, "row 4 column 5"],
  ])("of space %i", (cell, text) => expect(spaceInWords(cell, t)).toBe(text));

  test.each([
    [".", "clear cell"],
    ["4", "cell for a 4"],
    ["G", "green cell"],
  ])("of the print %s", (print, text) => expect(printInWords(print, t)).toBe(text));

  test("of a whole space", () => {
    expect(cellInWords(7, "B", null, t)).toBe("row 2 column 3, blue cell, empty");
    expect(cellInWords(7, ".", "R1", t)).toBe("row 2 column 3, clear cell, red 1");
  });
});
