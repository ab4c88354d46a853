/** The games' boards and printed things, fetched when they are needed. */

import type { BoardModule, Lesson, Told, Translate } from "../boards/contract";
import { addMessages } from "./i18n.svelte";
import type { Catalogue, View } from "./protocol";
import { addSpellings } from "./refusals.svelte";

const modules = import.meta.glob<{ default: BoardModule }>("../boards/*/index.ts");
const lessons = import.meta.glob<{ default: Lesson }>("../boards/*/lesson/index.ts");

let catalogue: Promise<Catalogue> | undefined;

/** Everything printed: cards, windows, leaders. */
export function printed(): Promise<Catalogue> {
  catalogue ??= fetch("/api/games.json").then((answer) => {
    if (answer.ok) return answer.json() as Promise<Catalogue>;
    throw new Error(`games.json: ${answer.status}`);
  });
  catalogue.catch(() => (catalogue = undefined));
  return catalogue;
}

export interface Equipment {
  module: BoardModule;
  data: unknown;
}

/** A game's board, with its texts in the catalogue, and its printed things. */
export async function equipment(game: keyof Catalogue): Promise<Equipment> {
  const load = modules[`../boards/${game}/index.ts`] ?? (() => import("../boards/plain"));
  const [{ default: module }, data]: [{ default: BoardModule }, Catalogue] = await Promise.all([load(), printed()]);
  addMessages(game, module.messages);
  addSpellings(game, module.spell ?? {}, data[game]);
  return { module, data: data[game] };
}

/** What would be done by actions that nobody has played yet, as the log will say it; their notation where it says nothing. */
export function plannedInWords(
  { module, data }: Equipment,
  plan: Omit<Told, "before" | "after" | "data">,
  view: View,
  t: Translate,
): string {
  return module.describe({ ...plan, before: view, after: view, data }, t) || plan.actions.join("; ");
}

/** What teaches a game, with its texts in the catalogue; undefined for a game that nobody has explained. */
export async function lessonOf(game: string): Promise<Lesson | undefined> {
  const found = await lessons[`../boards/${game}/lesson/index.ts`]?.();
  if (found) addMessages(game, found.default.messages);
  return found?.default;
}
