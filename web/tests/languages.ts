/** Speaking a language of the page's in a test. */

import { addMessages, loadLanguage, textsOf } from "../src/lib/i18n.svelte";
import { settings } from "../src/lib/settings.svelte";
import type { Messages, Translate } from "../src/boards/contract";

export const LANGUAGES = ["en", "it", "pl"] as const;

/** Show this language from now on. */
export async function speak(language: string): Promise<void> {
  settings.language = language;
  await loadLanguage();
}

/** A game's texts, in the language that is shown. */
export function texts(game: string, messages: Messages): Translate {
  addMessages(game, messages);
  return textsOf(game);
}
