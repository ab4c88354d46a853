import { describe, expect, test } from "vitest";

import { listed } from "../../src/lib/lobby";
import type { Message, TableLine } from "../../src/lib/protocol";

const line = (table: string, opened: number, more: Partial<TableLine> = {}): TableLine => ({
  table,
  game: "splendor",
  size: 2,
  seats: [],
  started: false,
  options: {},
  turn_seconds: 0,
  opened,
  ...more,
});
const changes = (tables: TableLine[], gone: string[] = []): Message => ({ type: "lobby_changes", tables, gone });
const ids = (tables: readonly TableLine[]) => tables.map((each) => each.table);

describe("the list of tables", () => {
  const before = [line("c", 3), line("b", 2), line("a", 1)];

  test("is replaced by one that is told whole", () => {
    expect(listed(before, { type: "lobby", tables: [line("d", 4)] })).toEqual([line("d", 4)]);
  });

  test("has a new table in front, and one that comes back where it was", () => {
    expect(ids(listed(before, changes([line("d", 4)])))).toEqual(["d", "c", "b", "a"]);
    const shorter = listed(before, changes([], ["b"]));
    expect(ids(shorter)).toEqual(["c", "a"]);
    expect(ids(listed(shorter, changes([line("b", 2)])))).toEqual(["c", "b", "a"]);
  });

  test("has changed tables in their old places", () => {
    const after = listed(before, changes([line("b", 2, { started: true })]));
    expect(ids(after)).toEqual(["c", "b", "a"]);
    expect(after[1]?.started).toBe(true);
    expect(before[1]?.started).toBe(false);
  });

  test("is sorted by the id where two were opened at the same time", () => {
    expect(ids(listed(before, changes([line("bb", 2), line("az", 2)])))).toEqual(["c", "bb", "b", "az", "a"]);
  });

  test("is left alone by all other messages", () => {
    expect(listed(before, { type: "closing", reason: "" })).toBe(before);
  });
});
