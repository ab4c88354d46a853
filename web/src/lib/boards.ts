/** The games' boards and printed things, fetched when they are needed. */

import type { BoardModule } from "../boards/contract";
import { addMessages } from "./i18n.svelte";
import type { Catalogue } from "./protocol";
import { addSpellings } from "./refusals.svelte";

const modules = import.meta.glob<{ default: BoardModule }>("../boards/*/index.ts");

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
