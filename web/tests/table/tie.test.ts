/** Why one of several with as many points has won. */

import { expect, test } from "vitest";

import { tieBreaker } from "../../src/table/tie";

const score = (seat: number, total: number, ...tie_break: number[]) => ({ seat, total, tie_break, lines: [] });
const played = (winners: number[], ...scores: ReturnType<typeof score>[]) => ({ reason: "played", winners, scores });

test("whoever has more points needs no other reason", () => {
  expect(tieBreaker(played([0], score(0, 20, 1), score(1, 19, 5)))).toBeNull();
  expect(tieBreaker(played([0], score(0, 20)))).toBeNull();
});

test("the comparison in which they differ first has decided, between all who have as many points", () => {
  expect(tieBreaker(played([1], score(0, 49, 0), score(1, 49, 5)))).toBe(0);
  expect(tieBreaker(played([1], score(0, 30, 8, 1), score(1, 30, 8, 2), score(2, 12, 9, 9)))).toBe(1);
  expect(tieBreaker(played([1], score(0, 30, 8, 1), score(1, 30, 8, 2), score(2, 30, 7, 9)))).toBe(1);
});

test("who wins together, or because the others have left, is not told of a comparison", () => {
  expect(tieBreaker(played([0, 1], score(0, 15, -8), score(1, 15, -8)))).toBeNull();
  expect(tieBreaker({ ...played([0], score(0, 3, 1), score(1, 3, 0)), reason: "walkover" })).toBeNull();
});
