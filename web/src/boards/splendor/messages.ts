/** Splendor's texts: one file a language. */

import type { Messages } from "../contract";
import enPhrases from "./phrases/en";
import itPhrases from "./phrases/it";
import plPhrases from "./phrases/pl";
import en from "./texts/en";
import it from "./texts/it";
import pl from "./texts/pl";

export const messages: Messages = {
  en: { ...en, ...enPhrases },
  it: { ...it, ...itPhrases },
  pl: { ...pl, ...plPhrases },
};
