import { beforeEach, describe, expect, test, vi } from "vitest";

import { see, seenOf } from "../../src/lib/seen";

describe("what was looked at", () => {
  beforeEach(() => localStorage.clear());

  test("is remembered of each table, and never goes back", () => {
    expect(seenOf("a")).toBeNull();
    see("a", 5);
    see("b", 1);
    see("a", 3);
    expect([seenOf("a"), seenOf("b")]).toEqual([5, 1]);
  });

  test("the oldest tables make way", () => {
    for (let n = 0; n < 250; n += 1) see(`t${n}`, 1);
    expect([seenOf("t0"), seenOf("t249")]).toEqual([null, 1]);
  });

  test("a browser that stores nothing remembers for a while", () => {
    const set = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("full");
    });
    see("c", 7);
    expect(seenOf("c")).toBe(7);
    set.mockRestore();
  });
});
