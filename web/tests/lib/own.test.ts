import { describe, expect, it } from "vitest";
import { cells, ours, roughly, waitsForUs, type Own } from "../../src/lib/own";
import type { OwnGame } from "../../src/lib/protocol";

function game(table: string, fields: Partial<OwnGame> = {}, opened = 0, started = true): OwnGame {
  const line = { table, game: "splendor" as const, size: 2, seats: [], started, options: {}, turn_seconds: 0, opened };
  return { line, listed: true, you: 0, actors: [1], asked: false, paused: false, turn_left: null, picture: [], ...fields };
}

const told = (games: OwnGame[], gone: string[] = [], whole = false) => ({ type: "own_games" as const, whole, games, gone });
const names = (games: readonly Own[]) => games.map(({ line }) => line.table);

describe("one's own games", () => {
  it("come in the order in which they wait for us", () => {
    const games = [
      game("theirs", {}, 5),
      game("waiting", { actors: [] }, 9, false),
      game("ours", { actors: [0] }, 1),
      game("hurry", { actors: [0], turn_left: 30 }),
      game("asked", { asked: true }, 3),
    ];
    expect(names(ours([], told(games, [], true), 0))).toEqual(["hurry", "asked", "ours", "theirs", "waiting"]);
  });

  it("are told whole once, then only what has changed", () => {
    const first = ours([], told([game("a"), game("b")], [], true), 0);
    const then = ours(first, told([game("b", { actors: [0] }), game("c")], ["a"]), 0);
    expect(names(then)).toEqual(["b", "c"]);
    expect(names(ours(then, told([game("d")], [], true), 0))).toEqual(["d"]);
  });

  it("have a deadline by the page's own clock", () => {
    const [timed] = ours([], told([game("a", { turn_left: 90 })]), 5_000);
    expect(timed!.deadline).toBe(95_000);
  });

  it("are left alone by other messages", () => {
    const games = ours([], told([game("a")]), 0);
    expect(ours(games, { type: "closing", reason: "" }, 0)).toBe(games);
  });

  it("wait for us on our turn, and when we are asked", () => {
    expect(waitsForUs(game("a", { actors: [0, 1] }))).toBe(true);
    expect(waitsForUs(game("a", { asked: true }))).toBe(true);
    expect(waitsForUs(game("a"))).toBe(false);
  });
});

describe("how long there is", () => {
  it.each([
    [3 * 86_400, "3 days"],
    [47 * 3_600, "47 hours"],
    [119, "119 seconds"],
    [120, "2 minutes"],
    [-4, "0 seconds"],
  ])("of %d seconds says so much", (seconds, text) => {
    expect(roughly(seconds, "en")).toBe(text);
  });

  it("is said in every language", () => {
    expect(roughly(2 * 86_400, "pl")).toBe("2 dni");
    expect(roughly(2 * 86_400, "it")).toBe("2 giorni");
  });
});

describe("a little picture", () => {
  it("has cards, dice, glass, shades and marbles", () => {
    expect(cells(["k4w0..", "R5r..3", "yoso"])).toEqual([
      [
        { kind: "card k", text: "4" },
        { kind: "card w", text: "" },
        { kind: "none", text: "" },
      ],
      [
        { kind: "die r", text: "5" },
        { kind: "glass r", text: "" },
        { kind: "shade", text: "3" },
      ],
      [
        { kind: "marble y", text: "" },
        { kind: "marble s", text: "" },
      ],
    ]);
  });
});
