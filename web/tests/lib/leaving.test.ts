import { describe, expect, it } from "vitest";
import { joined } from "../../src/lib/leaving";

describe("the parts of what is kept about us", () => {
  it("are one: games and tables that stay are added up, the rest is the first part's", () => {
    const game = (table: string) => ({ table, game: "splendor" as const, log: "", snapshot: null, talk: [] });
    const first = { name: "Ada", password: true, passkeys: ["k"], notes: [], talk: [], games: [game("a")], left: 1, after: "a" };
    const second = { name: "Ada", password: false, passkeys: [], notes: [], talk: [], games: [game("b")], left: 2, after: null };
    const whole = joined([first, second]);
    expect(whole.games.map((each) => each.table)).toEqual(["a", "b"]);
    expect([whole.left, whole.after, whole.password, whole.passkeys]).toEqual([3, null, true, ["k"]]);
  });
});
