/** The texts of Masters of Renaissance, one file a language. */

import type { Messages } from "../contract";
import en from "./texts/en";
import it from "./texts/it";
import pl from "./texts/pl";

export const messages: Messages = { en, it, pl };
