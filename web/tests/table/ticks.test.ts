import { expect, test } from "vitest";

import { ticksBetween } from "../../src/table/ticks";

test.each([
  [0, 5, [0, 2, 4]],
  [0, 15, [0, 5, 10, 15]],
  [0, 17, [0, 5, 10, 15]],
  [-3, 7, [0, 5]],
  [-12, 68, [0, 20, 40, 60]],
  [0, 100, [0, 25, 50, 75, 100]],
  [0, 56.7, [0, 20, 40]],
])("a chart from %d to %d has lines at whole, round numbers", (least, most, ticks) => {
  expect(ticksBetween(least, most)).toEqual(ticks);
});

test("there are a few of them, however long the game, and none beyond it", () => {
  for (let most = 5; most <= 400; most++) {
    const ticks = ticksBetween(0, most);
    expect(ticks.every(Number.isInteger)).toBe(true);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThan(6);
    expect(ticks.at(-1)).toBeLessThanOrEqual(most);
  }
});
