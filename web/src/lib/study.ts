/** Finished games, studied: what the house found, and any moment of them, played on. */

import type { Moment, Study, Suggestion } from "./protocol";
import type { Refused } from "./refusals.svelte";

/** A moment of a finished game, what is played from there (`0 take wbg`), and by which deal; "" is that of the game. */
export interface Fork {
  seq: number;
  line: readonly string[];
  deal: string;
}

/** What the house does not do, and why. */
export class Untold extends Error {
  constructor(readonly refused: Refused) {
    super(refused.reason);
  }
}

async function ask<T>(path: string, method = "GET"): Promise<T> {
  const answer = await fetch(`/api/tables/${path}`, { method });
  const told: unknown = await answer.json().catch(() => null);
  if (answer.ok && told) return told as T;
  throw new Untold((told as Refused | null) ?? { code: "lost", params: {}, reason: answer.statusText });
}

function address({ seq, line, deal }: Fork, more: Record<string, string>): string {
  return new URLSearchParams({ seq: String(seq), line: line.join(";"), deal, ...more }).toString();
}

/** How far the study of a game is. */
export const studyOf = (table: string) => ask<Study>(`${table}/study`);

/** Have a game studied. */
export const beginStudy = (table: string) => ask<Study>(`${table}/study`, "POST");

/** The game at the end of a line, as a seat sees it; without one, as whoever may act. */
export function momentOf(table: string, fork: Fork, seat: number | null): Promise<Moment> {
  return ask<Moment>(`${table}/moment?${address(fork, seat === null ? {} : { seat: String(seat) })}`);
}

/** What a bot would do there. */
export function suggestionFor(table: string, fork: Fork, seat: number, bot: string): Promise<Suggestion> {
  return ask<Suggestion>(`${table}/suggestion?${address(fork, { seat: String(seat), bot })}`, "POST");
}

/** The address of a fork in our page: a link that can be handed on. */
export function linkTo(table: string, fork: Fork, you: number | null): string {
  return `/study/${table}#${address(fork, you === null ? {} : { you: String(you) })}`;
}

/** The fork that an address names. */
export function readLink(hash: string): { fork: Fork; you: number | null } {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const line = parts.get("line") ?? "";
  const you = parts.get("you");
  return {
    fork: { seq: Number(parts.get("seq")) || 0, line: line ? line.split(";") : [], deal: parts.get("deal") ?? "" },
    you: you === null || !/^\d$/.test(you) ? null : Number(you),
  };
}

/** A deal that nobody has seen. */
export function newDeal(): string {
  return [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(36)).join("");
}
