/**
 * What a board is, and what the shell around it gives.
 *
 * A game's board lives in `boards/<game>/` and is found by its name, loaded only when a table of that game is opened:
 *
 *   index.ts      `export default { Board, messages, describe, points } satisfies BoardModule<View, Cards>`
 *   Board.svelte  a component with the props below
 *   Poster.svelte its picture in the lobby, drawn from its own pieces
 *   messages.ts   `export const messages: Messages = { en: {...}, it: {...}, pl: {...} }`, keys without the game's name
 *   lesson/       what teaches the game, loaded after the board: `export default { ... } satisfies Lesson<View, Cards>`
 *
 * The shell draws the frame: players' bar (whose turn, clock, points), log, chat, result sheet, replay controls,
 * banners. It sends what the board asks for and shows the server's refusals.
 *
 * The board draws the game from `view` alone, lights what `legal` allows, turns clicks, keys and drags into
 * notations, shows the progress of a half-built move and lets it be undone. When something is pressed that cannot be
 * done, it asks the house for the reason by `why`, with the notation that the press would have meant: the rules are known
 * there alone. Only of half-built moves, which have no notation yet, it speaks itself, by `explain`. It keeps nothing but
 * the half-built move, and drops it whenever `seq` changes.
 *
 * The space it is given is a CSS container named `board`: measure in `cqw`, and in `cqh` where the window is at least 761 by 640
 * pixels (there the height is fixed and everything has to fit; in smaller windows the page scrolls).
 *
 * What must stay true:
 *
 * 1. `legal` is empty unless you may act; with an empty list a board is a picture (spectators, replays, others' turns).
 * 2. `legal` holds the canonical notation of every action; actions with a choice of payment or order may be sent in any valid
 *    form that the game's notation allows, listed or not.
 * 3. Every colour is told by a shape too (`lib/marks.ts`). Everything clickable is a `<button>` with an accessible name,
 *    or follows the roving focus of `lib/roving.ts`.
 * 4. No `style="..."` text (the page's security policy forbids it): use classes, or Svelte's `style:` directives.
 * 5. Pieces that keep their identity carry `data-piece="card-37"`, places that pieces come from or go to
 *    `data-place="bank-w"`; `lib/motion.ts` flies them.
 */

import type { Component } from "svelte";
import type { Spellings } from "../lib/refusals.svelte";

/** A text in the reader's language: `t("buy", { name: "Ada", n: 3 })`; the game's own messages are looked up first. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** Keys to texts. `{name}` is filled in; `one apple|{n} apples` chooses by `n` as the language counts. */
export type Catalogue = Record<string, string>;

/** A game's texts by language; English must be there, the others may lack keys. */
export interface Messages {
  en: Catalogue;
  [language: string]: Catalogue;
}

/** Who sits there, in seat order. */
export interface SeatAtTable {
  name: string;
  presence: "here" | "away" | "suspended";
  bot: string;
  quit: boolean;
}

/** One entry of the table's log that changed the game, with the views around it. */
export interface Told<View = unknown, Cards = unknown> {
  seq: number;
  /** The seat that acted, as an index into `names`. */
  seat: number;
  /** Notations in order; secret parts of others' moves are `?`. `skip` is a turn that the table passed over. */
  actions: readonly string[];
  before: View;
  after: View;
  names: readonly string[];
  data: Cards;
}

/** Whether a step is only thought of: nothing is known of what comes of it, and it is told with the same view twice. */
export function isPlanned(step: Told): boolean {
  return step.after === step.before;
}

/** The props of a board. */
export interface BoardProps<View = unknown, Cards = unknown> {
  view: View;
  /** The step that led to `view`, for animation; null after a jump (first load, reconnect, slider). */
  last: Told<View, Cards> | null;
  /** Number of the last entry; when it changes, half-built moves are void. */
  seq: number;
  /** The notations of everything you may do now. */
  legal: readonly string[];
  /** Your seat, null for a spectator. */
  you: number | null;
  seats: readonly SeatAtTable[];
  names: readonly string[];
  /** The game's cards and other fixed things: `/api/games.json`, the part of this game. */
  data: Cards;
  /** A command is under way: show the board, take no clicks. */
  busy: boolean;
  /** Send one action or several, all or nothing. Resolves to whether it was accepted; refusals are shown by the shell. */
  act(actions: string[]): Promise<boolean>;
  /** Say why something cannot be done that only the board knows of: shown for a moment, and read aloud. */
  explain(text: string): void;
  /** Let the house say why these actions cannot be played now; nothing is played. */
  why(...actions: string[]): void;
  t: Translate;
}

/** What `boards/<game>/index.ts` exports as default. */
export interface BoardModule<View = unknown, Cards = unknown> {
  Board: Component<BoardProps<View, Cards>>;
  messages: Messages;
  /** How the kinds of things that the server's refusals and score lines name are spelled here. */
  spell?: Spellings<Cards>;
  /** The step, played or planned, in plain words, one sentence, for the log ("Ada buys a green card for 2 white and 1 gold"). */
  describe(step: Told<View, Cards>, t: Translate): string;
  /** Everybody's points as far as the viewer may know them, for the players' bar; null where they are unknown. */
  points(view: View): (number | null)[];
  /** What the viewer is asked for now ("Choose a noble"), for the players' bar; "" for the usual turn. */
  prompt?(view: View, you: number | null, t: Translate): string;
}

/** A piece of the board in a rules sheet (see `piece`), or a sign between two of them, such as "→". */
export type Picture = string | { of: Component<Record<string, unknown>>; props: Record<string, unknown>; wide: boolean };

/** A piece for a rules sheet: a component of the board with what it shall show; `wide` where a card needs more space. */
export function piece<Props extends object>(of: Component<Props>, props: Props, wide = false): Picture {
  return { of: of as unknown as Component<Record<string, unknown>>, props: props as Record<string, unknown>, wide };
}

/** A part of the rules sheet: the title is `rules.<name>`, its sentences are `rules.<name>.1` and on. */
export interface RulesPart {
  name: string;
  pictures?: readonly Picture[];
  sentences: number;
}

/** A sign and what it means: a key of the game's texts, with its values. */
export interface LegendLine {
  picture: Picture;
  key: string;
  values?: Record<string, string | number>;
}

/** A hint: what is said (`hint.<key>`), and what it points at; nothing where `at` is missing. */
export interface Hint {
  key: string;
  values?: Record<string, string | number>;
  at?: string;
}

/** What `boards/<game>/lesson/index.ts` exports as default: how the game is taught. */
export interface Lesson<View = unknown, Cards = unknown> {
  messages: Messages;
  rules: readonly RulesPart[];
  /** Every sign there is on the board. */
  legend(data: Cards): LegendLine[];
  /** What is drawn once for pictures that refer to it, such as gradients. */
  Stock?: Component;
  /** By selector, the most particular first: what a piece is, `about.<key>`. */
  abouts: readonly (readonly [selector: string, key: string])[];
  /**
   * What somebody who plays for the first time could do now, the nearest step first: the first whose piece is in sight is shown.
   * Made from the legal notations and the view alone; the rules themselves are known to the house only.
   */
  hints(moment: { view: View; legal: readonly string[]; you: number; data: Cards; t: Translate }): Hint[];
  /** How many notes there are, `note.1` and on: one is told on each of the first turns. */
  notes: number;
}
