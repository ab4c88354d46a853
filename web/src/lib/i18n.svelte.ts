/**
 * One catalogue, many languages.
 *
 * The shell's texts are in `i18n/<code>.ts`, one file a language, found by themselves; a game's own are in its
 * `messages.ts` and join the catalogue under the game's name when its board is loaded. What a language lacks is
 * shown in English.
 */

import type { Catalogue, Messages, Translate } from "../boards/contract";
import en from "./i18n/en";
import { settings } from "./settings.svelte";

const files = import.meta.glob<{ default: Catalogue }>(["./i18n/*.ts", "!./i18n/en.ts"]);

/** The codes of all languages there are. */
export const languages: string[] = ["en", ...Object.keys(files).map((path) => path.slice("./i18n/".length, -3))].sort();

const shelf = $state<{ texts: Record<string, Catalogue>; games: Record<string, Messages> }>({
  texts: { en },
  games: {},
});

/** The language that is shown: the chosen one, or the first of the browser's that we know. */
export function language(): string {
  const wished = settings.language ? [settings.language] : navigator.languages.map((tag) => tag.slice(0, 2));
  return wished.find((code) => languages.includes(code)) ?? "en";
}

/** Fetch the language that is shown, if it is not here yet. */
export async function loadLanguage(): Promise<void> {
  const code = language();
  const file = files[`./i18n/${code}.ts`];
  if (!shelf.texts[code] && file) shelf.texts[code] = (await file()).default;
  document.documentElement.lang = code;
}

/** Let a game's texts, or more of them, join the catalogue. */
export function addMessages(game: string, messages: Messages): void {
  const all: Messages = { ...shelf.games[game], ...messages };
  for (const code of Object.keys(all)) all[code] = { ...shelf.games[game]?.[code], ...messages[code] };
  shelf.games[game] = all;
}

/** The text of a key as it is written, in the first language that has it. */
export function template(key: string, game?: string): string | undefined {
  for (const code of [language(), "en"]) {
    const own = game ? (shelf.games[game]?.[code]?.[key] ?? shelf.texts[code]?.[`${game}.${key}`]) : undefined;
    const text = own ?? shelf.texts[code]?.[key];
    if (text !== undefined) return text;
  }
  return undefined;
}

const ORDER = ["zero", "one", "two", "few", "many", "other"];

/** The form of `one apple|{n} apples` that the language has for so many. */
export function counted(text: string, n: unknown): string {
  const forms = text.split("|");
  if (forms.length === 1) return text;
  const rules = new Intl.PluralRules(language());
  const known = ORDER.filter((one) => (rules.resolvedOptions().pluralCategories as string[]).includes(one));
  const place = known.indexOf(rules.select(Number(n ?? 0)));
  return forms[Math.min(place, forms.length - 1)]!;
}

function fill(text: string, values: Record<string, string | number> = {}): string {
  return counted(text, values["n"]).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A text of the shell. */
export const t: Translate = (key, values) => fill(template(key) ?? key, values);

/** Texts as a board sees them: the game's own first. */
export function textsOf(game: string): Translate {
  return (key, values) => fill(template(key, game) ?? key, values);
}

/** `a, b and c`, or `a, b or c`. */
export function list(parts: string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat(language(), { type }).format(parts);
}
