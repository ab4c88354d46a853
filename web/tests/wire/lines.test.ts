import { describe, expect, test } from "vitest";

import type { Wire } from "../../src/lib/protocol";
import { address, called, cleared, follow, hung, KEPT, LINES, type Lines, type Source } from "../../src/wire/lines";

const TCP: Source = { kind: "tcp", id: "1" };
const news = (line: number, what: Wire["what"], fields: Partial<Wire> = {}): Wire => ({
  type: "wire",
  line,
  what,
  at: 0,
  ...fields,
});
const after = (lines: Lines, ...all: Wire[]) => all.reduce((each, one) => follow(each, TCP, one), lines);
const opened = (line: number) => news(line, "opened", { protocol: "splendor-json" });

describe("connections", () => {
  test("are followed each by itself", () => {
    const lines = after(
      [],
      opened(1),
      opened(2),
      news(2, "told", { name: "server_hello", text: "{}", state: "greeted" }),
      news(1, "state", { state: "waiting" }),
      news(1, "closed"),
    );
    expect(lines.map(({ number, open, state, count }) => [number, open, state, count])).toEqual([
      [1, false, "waiting", 0],
      [2, true, "greeted", 1],
    ]);
    expect(lines[1]!.passages).toEqual([{ number: 0, at: 0, way: "told", name: "server_hello", text: "{}", state: "greeted" }]);
  });

  test("that nobody has opened are none", () => {
    expect(after([], news(1, "said"))).toEqual([]);
  });

  test("of different sources with the same number are different", () => {
    const lines = follow(after([], opened(1)), { kind: "tcp", id: "2" }, opened(1));
    expect(lines).toHaveLength(2);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(2);
  });

  test("that are opened twice are the same still", () => {
    expect(after([], opened(1), news(1, "said"), opened(1))[0]!.count).toBe(1);
  });

  test("keep their last messages only", () => {
    const many = Array.from({ length: KEPT + 5 }, () => news(1, "said"));
    const [line] = after([], opened(1), ...many);
    expect(line!.passages).toHaveLength(KEPT);
    expect(line!.passages[0]!.number).toBe(5);
    expect(line!.count).toBe(KEPT + 5);
  });

  test("that are closed go when there are many, those that are open stay", () => {
    let lines = after([], opened(1), opened(2), news(2, "closed"));
    for (let number = 3; number < LINES + 3; number++) lines = after(lines, opened(number), news(number, "closed"));
    expect(lines).toHaveLength(LINES);
    expect(lines.slice(0, 2).map(({ number }) => number)).toEqual([1, 4]);
  });

  test("of a kind are closed when nobody shows them any more", () => {
    const lines = follow(after([], opened(1)), { kind: "own", id: "a" }, opened(1));
    expect(hung(lines, "tcp").map(({ open }) => open)).toEqual([false, true]);
  });

  test("are cleared of their messages; a closed one goes", () => {
    const lines = after([], opened(1), news(1, "said"), opened(2), news(2, "closed"));
    expect(cleared(lines, lines[0]!.key)[0]!.passages).toEqual([]);
    expect(cleared(lines, lines[1]!.key)).toHaveLength(1);
  });
});

test("messages are found by a part of their name", () => {
  const [line] = after([], opened(1), news(1, "said", { name: "get_gems" }), news(1, "told", { name: "game_board" }));
  expect(called(line!.passages, " GEMS ").map(({ name }) => name)).toEqual(["get_gems"]);
  expect(called(line!.passages, " ")).toHaveLength(2);
});

test("a profile has the document of its protocol", () => {
  expect(address("splendor-json+original", "get_gems-request")).toBe("/docs/protocols/splendor-json#get_gems-request");
});
