/** One's own games at a glance: those that wait for one first, whose turn it is, and how long it may take. */

import type { Message, OwnGame } from "./protocol";

/** A game of ours, and when its turn is over by the page's own clock, if it is ever. */
export interface Own extends OwnGame {
  readonly deadline: number | null;
}

/** Whether the others wait for us there. */
export function waitsForUs(game: OwnGame): boolean {
  return game.asked || game.actors.includes(game.you);
}

/** Those that wait for us first, the soonest over first of all; then the others that are played, then those to come. */
function urgentFirst(one: Own, other: Own): number {
  const rank = (game: Own) => (waitsForUs(game) ? 0 : game.line.started ? 1 : 2);
  const soon = (game: Own) => game.deadline ?? Number.MAX_VALUE;
  return rank(one) - rank(other) || soon(one) - soon(other) || other.line.opened - one.line.opened;
}

/** Our games after a message of the server, heard at a time; the same ones if the message is about something else. */
export function ours(games: readonly Own[], message: Message, now: number): readonly Own[] {
  if (message.type !== "own_games") return games;
  const kept = new Map(message.whole ? [] : games.map((game) => [game.line.table, game]));
  for (const game of message.games) {
    const deadline = game.turn_left === null ? null : now + game.turn_left * 1000;
    kept.set(game.line.table, { ...game, deadline });
  }
  for (const table of message.gone) kept.delete(table);
  return [...kept.values()].sort(urgentFirst);
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** So many seconds in the greatest unit of which there are two, or one of the smallest. */
export function roughly(seconds: number, language: string): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= 2 * size) ?? (["second", 1] as const);
  const style = { style: "unit", unit, unitDisplay: "long" } as const;
  return new Intl.NumberFormat(language, style).format(Math.max(0, Math.floor(seconds / size)));
}

/** A cell of a little picture: its kind for the eye, and what is written on it. */
export interface Cell {
  readonly kind: string;
  readonly text: string;
}

/** The cells of a picture, row by row. */
export function cells(picture: readonly string[]): Cell[][] {
  return picture.map((row) => (row.match(/../g) ?? []).map(cell));
}

function cell(text: string): Cell {
  const [colour = ".", value = "."] = text;
  if (text === "..") return { kind: "none", text: "" };
  if (colour === ".") return { kind: "shade", text: value };
  if (value === ".") return { kind: `glass ${colour}`, text: "" };
  if (value === "o") return { kind: `marble ${colour}`, text: "" };
  const die = colour === colour.toUpperCase();
  return { kind: `${die ? "die" : "card"} ${colour.toLowerCase()}`, text: value === "0" ? "" : value };
}
