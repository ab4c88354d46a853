import { describe, expect, test } from "vitest";

import { commitment } from "../../src/lib/blake2b";
import { checks, dealSeed, orderOfPlay, verifyCommand } from "../../src/lib/fairness";
import type { Replay, ReplayStep } from "../../src/lib/protocol";
import type { Kept } from "../../src/lib/seals";

const SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const OTHER = "ff".repeat(32);
const CHARTER = { table: "0f1e2d3c4b5a", game: "splendor" as const, seed: SEED };

// Both counted by the server: tests/table/test_fairness.py has the first.
const DEALS: [string[], string, number[]][] = [
  [["più", "", "pepe"], "bf3efe2deceb288a0dee71fe1af2c4cbaaa304fb7d0824a19f687c927e9f6e3e", [0, 1, 2]],
  [
    ["a", "b", "c", "🎲"].map((letter) => letter.repeat(64)),
    "a7df0bbbe7de1e55b380e5a221546588ba3eadc1506c3c51bb357b0f5d223706",
    [0, 1, 3, 2],
  ],
];

describe("the seed of a deal", () => {
  test.each(DEALS)("of the words %o is the one that the server counts, and so is the order of play", (words, deal, order) => {
    expect(dealSeed(CHARTER, words)).toBe(deal);
    expect(orderOfPlay(deal, words.length)).toEqual(order);
  });

  test("is the house's own without words", () => {
    expect(dealSeed(CHARTER, ["", ""])).toBe(SEED);
  });

  test.each([
    [1, [0]],
    [2, [0, 1]],
    [3, [1, 0, 2]],
    [4, [3, 2, 0, 1]],
  ])("orders %i players as the server does", (players, order) => {
    expect(orderOfPlay(SEED, players)).toEqual(order);
  });
});

function step(kind: string, seat: number | null = null, name: string | null = null): ReplayStep {
  return { seq: 0, at: 0, kind, seat, name, actions: [], view: null, points: [] };
}

const [WORDS] = DEALS[0]!;
const seat = (name: string) => ({ name, presence: "away" as const, bot: "", quit: false });
const REPLAY: Replay = {
  ...CHARTER,
  opened: 0,
  setup: { options: {}, start: "asked", turn_seconds: 0, absent: "skip", listed: true, words: true, delay: 0 },
  commitment: commitment(SEED),
  words: WORDS,
  seats: ["Ada", "Bo", "Cy"].map(seat),
  result: { reason: "walkover", winners: [0], scores: [] },
  steps: [
    step("sit", 0, "Eve"),
    step("sit", 1, "Ada"),
    step("word", 1, "Ada"),
    step("leave", 0, "Eve"),
    step("sit", 1, "Bo"),
    step("sit", 2, "Cy"),
    step("start"),
    step("move", 0, "Bo"),
  ],
};
const KEPT: Kept = { seal: commitment(SEED), word: "più", words: WORDS };

const found = (replay: Partial<Replay>, kept: Kept | null = KEPT) =>
  Object.fromEntries(checks({ ...REPLAY, ...replay }, kept).map(({ what, good }) => [what, good]));

describe("a finished game", () => {
  test("is in order when all agrees with what was kept", () => {
    expect(found({})).toEqual({ seal: true, seed: true, word: true, words: true, order: true });
  });

  test("is compared with nothing where nothing was kept", () => {
    expect(found({}, null)).toEqual({ seal: null, seed: true, word: null, words: null, order: true });
    expect(found({ seed: OTHER }, null)).toMatchObject({ seal: null, seed: false });
  });

  test("is an alarm with another seed, though its hash was told to match", () => {
    expect(found({ seed: OTHER, commitment: commitment(OTHER) })).toMatchObject({ seal: false, seed: false });
  });

  test("is an alarm with another seed under the old seal, or the old seed under another seal", () => {
    expect(found({ seed: OTHER })).toMatchObject({ seal: true, seed: false });
    expect(found({ commitment: commitment(OTHER) })).toMatchObject({ seal: false, seed: true });
  });

  test("is an alarm without the own word, or with other words than at the start", () => {
    expect(found({ words: ["", "", "pepe"] })).toMatchObject({ word: false, words: false });
    expect(found({ words: ["più", "", "sale"] })).toMatchObject({ word: true, words: false });
  });

  test("is an alarm with an order of play that was not drawn", () => {
    expect(found({ seats: ["Bo", "Ada", "Cy"].map(seat) })).toMatchObject({ seal: true, order: false });
  });

  test("has no order of play if it never started", () => {
    expect(found({ steps: REPLAY.steps.slice(0, 4) })).toMatchObject({ order: null });
  });
});

describe("the command that checks it all", () => {
  test("has what was kept, safe for a shell", () => {
    expect(verifyCommand("t", { seal: "aa", word: "l'ora $x", words: null })).toBe(
      "bottega verify t.jsonl --seal aa --word 'l'\\''ora $x'",
    );
  });

  test("has nothing that was not kept", () => {
    expect(verifyCommand("t", null)).toBe("bottega verify t.jsonl");
    expect(verifyCommand("t", { seal: "aa", word: "", words: null })).toBe("bottega verify t.jsonl --seal aa");
  });
});
