/**
 * What the list of legal notations allows, arranged for the board: no rule of the game is known here.
 *
 * A turn goes die first, space second; a tool in use (`view.work`) asks for one thing after another, and its `stage`
 * says for what. `STEPS` is the whole way through each tool, for showing how far one has come.
 */

import type { SagradaView } from "../../lib/protocol";
import { valueOf } from "./dice";

/** What is in hand: a die of the pool, a die of one's window, a tool not yet paid for, or a window not yet taken. */
export type Held = { pool: number } | { cell: number } | { tool: number } | { window: string } | null;

/** The legal actions by what has to be pressed for them. */
export interface Choices {
  /** Spaces that each die of the pool may go to. */
  spaces: Map<string, Set<number>>;
  /** Spaces that the die on each space of the window may move to. */
  moves: Map<number, Set<number>>;
  /** Dice of the pool that the tool in use may act on. */
  picks: Set<string>;
  /** Dice of the round track that may be chosen. */
  track: Set<number>;
  values: Set<number>;
  /** Notations of each tool that may be used: one, or in a solo game one for every die that could pay. */
  tools: Map<number, string[]>;
  windows: Set<string>;
  up: boolean;
  down: boolean;
  back: boolean;
  end: boolean;
}

function among<Key, Value>(groups: Map<Key, Set<Value>>, key: Key, value: Value) {
  groups.set(key, (groups.get(key) ?? new Set()).add(value));
}

/** Read the list once. */
export function choices(legal: readonly string[]): Choices {
  const found: Choices = {
    spaces: new Map(),
    moves: new Map(),
    picks: new Set(),
    track: new Set(),
    values: new Set(),
    tools: new Map(),
    windows: new Set(),
    up: legal.includes("up"),
    down: legal.includes("down"),
    back: legal.includes("back"),
    end: legal.includes("end"),
  };
  for (const action of legal) {
    const [verb, ...rest] = action.split(" ");
    const what = rest.join(" ");
    const [first = "", second = ""] = what.split(/[@>]/);
    if (verb === "place") among(found.spaces, first, Number(second));
    else if (verb === "move") among(found.moves, Number(first), Number(second));
    else if (verb === "die") found.picks.add(what);
    else if (verb === "track") found.track.add(Number(what));
    else if (verb === "value") found.values.add(Number(what));
    else if (verb === "window") found.windows.add(what);
    else if (verb === "tool") found.tools.set(Number(rest[0]), [...(found.tools.get(Number(rest[0])) ?? []), action]);
  }
  return found;
}

/** Whether the die at this place of the pool can be taken or picked now. */
export function choosable(view: SagradaView, can: Choices, place: number): boolean {
  const die = view.pool[place]!;
  if (view.pending !== null && view.pending !== place) return false;
  return can.picks.has(die) || can.spaces.has(die);
}

/** Where what is in hand may go. */
export function targets(view: SagradaView, can: Choices, held: Held): ReadonlySet<number> {
  if (held && "pool" in held) return can.spaces.get(view.pool[held.pool] ?? "") ?? new Set();
  if (held && "cell" in held) return can.moves.get(held.cell) ?? new Set();
  return new Set();
}

/** The notation of choosing the pool's die at a place for a tool; equal dice are told apart by the place. */
export function picking(pool: readonly string[], place: number): string {
  const die = pool[place]!;
  return pool.indexOf(die) === place ? `die ${die}` : `die ${die}#${place}`;
}

export type Step = "die" | "change" | "track" | "value" | "move" | "place" | "again" | "maybe" | "colour";

/** The way through each tool; Glazing Hammer asks for nothing. */
export const STEPS: Record<number, readonly Step[]> = {
  1: ["die", "change", "place"],
  2: ["move"],
  3: ["move"],
  4: ["move", "again"],
  5: ["die", "track", "place"],
  6: ["die", "place"],
  8: ["place"],
  9: ["place"],
  10: ["die", "place"],
  11: ["die", "value", "place"],
  12: ["colour", "move", "maybe"],
};

const TAP_WHEEL = 12;

/** The step of the tool in use that is asked for now. */
export function stepNow(view: SagradaView): Step | null {
  const work = view.work;
  if (!work) return null;
  if (work.stage === "move" && work.moved) return work.tool === TAP_WHEEL ? "maybe" : "again";
  return work.stage === "track" && work.tool === TAP_WHEEL ? "colour" : work.stage;
}

/** The seats in the order of this round's turns: once round the table and back. */
export function turnOrder(view: SagradaView): { seat: number; second: boolean; done: boolean; now: boolean }[] {
  const seats = view.players.length;
  if (view.phase !== "rounds") return [];
  const there = view.players.map((_, place) => (view.round - 1 + place) % seats);
  return [...there.map((seat) => ({ seat, second: false })), ...there.reverse().map((seat) => ({ seat, second: true }))].map(
    (turn) => {
      const player = view.players[turn.seat]!;
      const now = view.actors.includes(turn.seat) && view.second_turn === turn.second;
      return { ...turn, now, done: !now && (turn.second ? player.second_turn_done : player.first_turn_done) };
    },
  );
}

/** What the dice of one colour in a window add up to. */
export function sumOf(colour: string, dice: readonly (string | null)[]): number {
  return dice.reduce((sum, die) => sum + (die?.startsWith(colour) ? valueOf(die) : 0), 0);
}
