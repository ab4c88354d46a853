/**
 * What a game was dealt from (docs/fairness.md), counted by the page itself and held against what it kept.
 *
 * The seal is the hash of the house's seed. The seed of the deal is the hash of that seed and all words; without any word it
 * is the seed itself. The order of play is a shuffle by draws from number 2^32 on.
 */

import { blake2b, commitment, unhex } from "./blake2b";
import type { Replay } from "./protocol";
import type { Kept } from "./seals";

/** One thing that was looked at: as it should be, not so, or null: there was nothing to compare with. */
export interface Check {
  what: "seal" | "seed" | "word" | "words" | "order";
  good: boolean | null;
}

type Charter = Pick<Replay, "table" | "game" | "seed">;

const SPAN = 1n << 64n;
const ORDER_FROM = 1n << 32n;

/** The seed of a deal, in hexadecimal; one word for every seat in the order of joining. */
export function dealSeed({ table, game, seed }: Charter, words: string[]): string {
  if (!words.some(Boolean)) return seed;
  const encoder = new TextEncoder();
  const parts = [unhex(seed), ...[table, game, ...words].map((part) => encoder.encode(part))];
  const message = new Uint8Array(parts.reduce((size, part) => size + 4 + part.length, 0));
  const view = new DataView(message.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.length);
    message.set(part, at + 4);
    at += 4 + part.length;
  }
  return blake2b(message, 32, "bottega-deal");
}

/** Who plays first, second, …, by number of joining. */
export function orderOfPlay(deal: string, players: number): number[] {
  const key = unhex(deal);
  const order = Array.from({ length: players }, (_, place) => place);
  let drawn = ORDER_FROM;
  for (let last = players - 1; last > 0; last--) {
    const limit = BigInt(last + 1);
    let number: bigint;
    do {
      const counter = new Uint8Array(8);
      new DataView(counter.buffer).setBigUint64(0, drawn++);
      number = BigInt(`0x${blake2b(counter, 8, "", key)}`);
    } while (number >= SPAN - (SPAN % limit));
    const other = Number(number % limit);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** Those who sat there at the start, in the order of joining; null if the game never started. */
function joined(replay: Replay): string[] | null {
  const names: string[] = [];
  for (const { kind, seat, name } of replay.steps) {
    if (kind === "sit") names.push(name ?? "");
    else if (kind === "leave") names.splice(seat ?? 0, 1);
    else if (kind === "start") return names;
  }
  return null;
}

function same(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((each, place) => each === other[place]);
}

/** Whether a seed is the one under a seal. */
export function under(seal: string, seed: string): boolean {
  return commitment(seed) === seal;
}

/** What the house tells of a finished game, held against what this browser kept of it. */
export function checks(replay: Replay, kept: Kept | null): Check[] {
  const { words, seats } = replay;
  const names = joined(replay);
  const order = names && orderOfPlay(dealSeed(replay, words), names.length).map((number) => names[number]!);
  return [
    { what: "seal", good: kept && kept.seal === replay.commitment },
    { what: "seed", good: under(kept?.seal ?? replay.commitment, replay.seed) },
    { what: "word", good: kept?.word ? words.includes(kept.word) : null },
    { what: "words", good: kept?.words ? same(kept.words, words) : null },
    {
      what: "order",
      good:
        order &&
        same(
          order,
          seats.map((seat) => seat.name),
        ),
    },
  ];
}

/** The command that checks the whole game with a bottega of one's own, for a shell. */
export function verifyCommand(table: string, kept: Kept | null): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const seal = kept ? ` --seal ${kept.seal}` : "";
  return `bottega verify ${table}.jsonl${seal}${kept?.word ? ` --word ${quoted(kept.word)}` : ""}`;
}
