import { describe, expect, test, vi } from "vitest";

import { addMessages, language, languages, list, t, textsOf } from "../../src/lib/i18n.svelte";
import { settings } from "../../src/lib/settings.svelte";
import { messages as renaissance } from "../../src/boards/renaissance/messages";
import { messages as sagrada } from "../../src/boards/sagrada/messages";
import { messages as splendor } from "../../src/boards/splendor/messages";
import { messages as wire } from "../../src/wire/messages";
import en from "../../src/lib/i18n/en";
import it from "../../src/lib/i18n/it";
import pl from "../../src/lib/i18n/pl";
import type { Catalogue, Messages } from "../../src/boards/contract";
import { speak } from "../languages";

const SHELL: Messages = { en, it, pl };
const CATALOGUES: [string, Messages][] = [
  ["the shell", SHELL],
  ["splendor", splendor],
  ["sagrada", sagrada],
  ["renaissance", renaissance],
  ["the wire page", wire],
];

const blanks = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

describe("the language that is shown", () => {
  test("is found by its file", () => {
    expect(languages).toEqual(["en", "it", "pl"]);
  });

  test.each([
    ["pl", ["it-IT", "en"], "pl"],
    ["", ["de-CH", "it-CH", "en"], "it"],
    ["", ["de", "fr"], "en"],
    ["xx", ["it"], "en"],
  ])("is the chosen one (%o), else the first of the browser's (%o) that there is: %s", (chosen, browser, shown) => {
    vi.spyOn(navigator, "languages", "get").mockReturnValue(browser);
    settings.language = chosen;
    expect(language()).toBe(shown);
  });
});

describe("texts", () => {
  test("a key that nobody knows is shown as it is", () => {
    expect(t("no.such.key")).toBe("no.such.key");
  });

  test("what is named in braces is filled in, what was not given stays", () => {
    addMessages("toy", { en: { greet: "{name} greets {other}" } });
    expect(textsOf("toy")("greet", { name: "Ada" })).toBe("Ada greets {other}");
  });

  test("a game's own texts come before the shell's, and English before nothing", async () => {
    addMessages("toy", { en: { close: "Shut", extra: "Extra" }, it: { close: "Serra" } });
    expect(textsOf("toy")("close")).toBe("Shut");
    await speak("it");
    expect(textsOf("toy")("close")).toBe("Serra");
    expect(textsOf("toy")("cancel")).toBe(it.cancel);
    expect(textsOf("toy")("extra")).toBe("Extra");
  });

  test.each([
    ["en", 1, "1 card"],
    ["en", 2, "2 cards"],
    ["en", 0, "0 cards"],
    ["it", 1, "1 carta"],
    ["it", 5, "5 carte"],
    ["pl", 1, "1 karta"],
    ["pl", 2, "2 karty"],
    ["pl", 5, "5 kart"],
    ["pl", 22, "22 karty"],
    ["pl", 12, "12 kart"],
  ])("%s counts %i as it does: %s", async (code, n, text) => {
    addMessages("toy", {
      en: { cards: "{n} card|{n} cards" },
      it: { cards: "{n} carta|{n} carte" },
      pl: { cards: "{n} karta|{n} karty|{n} kart" },
    });
    await speak(code);
    expect(textsOf("toy")("cards", { n })).toBe(text);
  });

  test.each([
    ["en", "a, b, and c"],
    ["it", "a, b e c"],
    ["pl", "a, b i c"],
  ])("%s lists things as it does", async (code, text) => {
    await speak(code);
    expect(list(["a", "b", "c"])).toBe(text);
  });
});

describe.each(CATALOGUES)("the catalogue of %s", (_, messages) => {
  const others = Object.entries(messages).filter(([code]) => code !== "en") as [string, Catalogue][];

  test.each(others)("says everything in %s, and nothing that English does not", (_, catalogue) => {
    // What the server's rules say has a table of its own (refusals.test.ts).
    const keys = (texts: Catalogue) =>
      Object.keys(texts)
        .filter((key) => !/^(refused|line)\./.test(key))
        .sort();
    expect(keys(catalogue)).toEqual(keys(messages.en));
  });

  test.each(others)("leaves no blank of a text out in %s", (_, catalogue) => {
    for (const [key, text] of Object.entries(messages.en).filter(([key]) => !/^(refused|line)\./.test(key))) {
      expect({ key, blanks: blanks(catalogue[key]!) }).toEqual({ key, blanks: blanks(text) });
    }
  });

  test.each(others)("has no more forms of a counted text than %s has for whole numbers", (code, catalogue) => {
    const wholes = new Set([0, 1, 2, 5, 12, 22].map((n) => new Intl.PluralRules(code).select(n))).size;
    for (const [key, text] of Object.entries(catalogue)) {
      if (!/^(refused|line)\./.test(key)) expect(text.split("|").length, key).toBeLessThanOrEqual(wholes);
    }
  });
});
