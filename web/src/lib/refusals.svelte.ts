/**
 * Why something is refused, and what points are for, in the reader's language.
 *
 * The server sends both as data: a code (`splendor.pile-too-small`), parameters, and the English sentence. A language has
 * a template for each code in its catalogue: `refused.pile-too-small` among a game's texts, `refused.table.full` among
 * the shell's, `refused.lost` for what only this page can tell; a line of a score sheet has `line.cards` and `line.cards.detail`. What a language lacks is shown as the server
 * wrote it, so English has templates only where this page calls things otherwise than the server.
 *
 * A template names its parameters as the server's does: `{needs}`, or with the kind of thing it is, `{colour:colour}`. How
 * a kind is spelled is told by the game's board (`spell` in its `index.ts`). What is counted has its forms in the
 * template itself, as the language counts: `{left:żeton|żetony|żetonów}`.
 */

import type { Translate } from "../boards/contract";
import { counted, list, template, textsOf } from "./i18n.svelte";
import type { PHRASES } from "./phrases";
import type { LineView } from "./protocol";
import { sentence } from "./sentence";

export type Params = LineView["params"];
type Book = keyof typeof PHRASES;

/** What a spelling may look at besides the value. */
export interface About<Cards = unknown> {
  t: Translate;
  /** The game's printed things. */
  data: Cards;
  /** Who sits at the table. */
  names: readonly string[];
}

/** How each kind of parameter is spelled. */
export type Spellings<Cards = unknown> = Record<string, (value: never, about: About<Cards>) => string>;

/** The keys of a phrasebook's templates: a language that has a text for all of them is complete. */
export type PhrasesOf<Name extends Book> = {
  [Code in keyof (typeof PHRASES)[Name]["refusals"] as `refused.${Code & string}`]: string;
} & {
  [Code in keyof (typeof PHRASES)[Name]["lines"] as `line.${Code & string}` | `line.${Code & string}.detail`]: string;
};

/** The same for those of the tables and of the house, which are among the shell's texts. */
export type ShellPhrases = {
  [Name in "table" | "house" as `refused.${Name}.${keyof (typeof PHRASES)[Name]["refusals"] & string}`]: string;
};

/** A refusal as the server sends it. */
export interface Refused {
  code: string;
  params: Params;
  reason: string;
}

/** What tables and the house name. */
const COMMON: Spellings = {
  game: (name: string, { t }) => t(`game.${name}`),
  list: (parts: string[]) => list(parts),
};

let shelf = $state.raw<Record<string, { spell: Spellings; data: unknown }>>({});

/** Let a game's spellings be known. */
export function addSpellings(game: string, spell: Spellings, data: unknown): void {
  shelf = { ...shelf, [game]: { spell, data } };
}

function split(code: string): [book: string, name: string] {
  const at = code.indexOf(".");
  return [code.slice(0, Math.max(0, at)), code.slice(at + 1)];
}

function filled(text: string, params: Params, book: string, names: readonly string[]): string {
  const { spell, data } = shelf[book] ?? { spell: COMMON, data: null };
  const about = { t: textsOf(book), data, names };
  return text.replace(/\{(\w+)(?::([^}]+))?\}/g, (whole, name: string, kind = "") => {
    const value = params[name];
    if (value === undefined) return whole;
    if (kind.includes("|")) return `${String(value)} ${counted(kind, value)}`;
    if (spell[kind]) return spell[kind](value as never, about);
    return Array.isArray(value) ? list(value.map(String)) : String(value);
  });
}

/** The refusal as a sentence; `names` are those at the table, if it is about one. */
export function told({ code, params, reason }: Refused, names: readonly string[] = []): string {
  const [book, name] = split(code);
  const text = template(`refused.${name}`, book) ?? template(`refused.${code}`);
  return sentence(text === undefined ? reason : filled(text, params, book, names));
}

/**
 * What a line of a score sheet is for, and how its points were counted. What everybody has one of, but each another one,
 * is one row on the sheet of all: its title is `row.private`, and which one somebody has is told with their points.
 */
export function lineTold({ code, params, what, detail }: LineView): { what: string; detail: string } {
  const [book, name] = split(code);
  const own = (key: string, english: string) => {
    const text = template(key, book);
    return text === undefined ? english : filled(text, params, book, []);
  };
  const title = own(`line.${name}`, what);
  const counts = own(`line.${name}.detail`, detail);
  const row = template(`row.${name}`, book);
  if (row !== undefined) return { what: row, detail: `${title}: ${counts}` };
  return { what: title.charAt(0).toUpperCase() + title.slice(1), detail: counts };
}
