/** The wire page's texts, one file a language: they come with the page, and nobody else loads them. */

import type { Messages } from "../boards/contract";
import { addMessages, textsOf } from "../lib/i18n.svelte";
import en from "./texts/en";
import it from "./texts/it";
import pl from "./texts/pl";

export const messages: Messages = { en, it, pl };

addMessages("wire", messages);

/** A text of the wire page. */
export const t = textsOf("wire");
