/** The page without a connection can load no catalogue: what it says of its own is the same as there. */

import { expect, test } from "vitest";
import script from "../public/offline.js?raw";
import en from "../src/lib/i18n/en";
import it from "../src/lib/i18n/it";
import pl from "../src/lib/i18n/pl";

test("the games are called there what they are called here", () => {
  for (const game of ["splendor", "sagrada"] as const) {
    expect(new Set([en, it, pl].map((texts) => texts[`game.${game}`])).size).toBe(1);
    expect(script).toContain(`${game}: { en: "${en[`game.${game}`]}" }`);
  }
  for (const [code, texts] of Object.entries({ en, it, pl })) expect(script).toContain(`${code}: "${texts["game.renaissance"]}"`);
});
