/** How a table is played, in a line. */

import { expect, test } from "vitest";
import { clock, terms } from "../../src/lobby/options";

const setup = { options: {}, start: "asked", turn_seconds: 0, absent: "skip", listed: true, words: true, delay: 0 };

test("a clock is told in minutes where it is full ones", () => {
  expect([0, 30, 60, 300].map(clock)).toEqual(["No clock", "30 seconds", "1 minute", "5 minutes"]);
});

test("the usual rules need no words", () => {
  expect(terms("splendor", setup)).toEqual(["No clock"]);
  expect(terms("splendor", { ...setup, options: { reserve_limit: 3 } })).toEqual(["No clock"]);
});

test("what differs is told", () => {
  const options = { reserve_limit: 1, blind_reserve: false };
  expect(terms("splendor", { ...setup, turn_seconds: 60, listed: false, options })).toEqual([
    "Time for a turn: 1 minute",
    "Private: only by link",
    "Cards one may reserve: 1",
    "Cards may be reserved unseen from a deck: no",
  ]);
});
