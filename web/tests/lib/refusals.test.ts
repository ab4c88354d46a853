import { beforeEach, describe, expect, test } from "vitest";

import type { Messages } from "../../src/boards/contract";
import { addMessages } from "../../src/lib/i18n.svelte";
import en from "../../src/lib/i18n/en";
import it from "../../src/lib/i18n/it";
import pl from "../../src/lib/i18n/pl";
import { PHRASES } from "../../src/lib/phrases";
import { addSpellings, lineTold, told, type Spellings } from "../../src/lib/refusals.svelte";
import { messages as renaissance } from "../../src/boards/renaissance/messages";
import { spell as spellRenaissance } from "../../src/boards/renaissance/spell";
import { messages as sagrada } from "../../src/boards/sagrada/messages";
import { spell as spellSagrada } from "../../src/boards/sagrada/spell";
import { messages as splendor } from "../../src/boards/splendor/messages";
import { spell as spellSplendor } from "../../src/boards/splendor/spell";
import { DATA as RENAISSANCE } from "../boards/renaissance/positions";
import { DATA as SAGRADA } from "../boards/sagrada/positions";
import { DATA as SPLENDOR } from "../boards/splendor/positions";
import { speak } from "../languages";

const GAMES: [keyof typeof PHRASES, Messages, Spellings, unknown][] = [
  ["splendor", splendor, spellSplendor as Spellings, SPLENDOR],
  ["sagrada", sagrada, spellSagrada as Spellings, SAGRADA],
  ["renaissance", renaissance, spellRenaissance as Spellings, RENAISSANCE],
];
const NAMES = ["Ada", "Bo"];

beforeEach(async () => {
  for (const [game, messages, spell, data] of GAMES) {
    addMessages(game, messages);
    addSpellings(game, spell, data);
  }
  await speak("en");
});

describe("a refusal", () => {
  const english = { code: "splendor.pile-too-small", params: { colour: 3, left: 2, needs: 4 }, reason: "red has 2 tokens left" };

  test("that the language has no words for is shown as the server wrote it", () => {
    expect(told(english)).toBe("Red has 2 tokens left.");
    expect(told({ code: "unheard", params: {}, reason: "something happened" })).toBe("Something happened.");
  });

  test.each([
    ["it", "Per prenderne due uguali ne servono almeno 4 in banca; rosso: 2 gettoni."],
    ["pl", "Dwa jednakowe można wziąć, gdy w banku jest ich co najmniej 4; czerwony: 2 żetony."],
  ])("is told in %s, with what it names and counts as that language does", async (language, text) => {
    await speak(language);
    expect(told(english)).toBe(text);
  });

  test.each([
    ["en", "splendor.not-your-turn", { seat: 1 }, "It is not your turn but Bo’s."],
    [
      "it",
      "splendor.too-dear",
      { short: 1, card: 7, price: [2, 0, 0, 1, 0] },
      "Per questa carta, che ti costa 2 bianchi e 1 rosso, sei a corto di 1 gettone.",
    ],
    ["pl", "splendor.not-held", { held: [0, 2], asked: 3 }, "Masz: 2 białe, nie 3."],
    ["en", "splendor.card-bought", { card: 7 }, "The green card of level 1 (1 point) has already been bought."],
    [
      "en",
      "sagrada.printed-colour",
      { space: 7, colour: 3, die: 4 },
      "The space at row 2 column 3 takes only blue; the red 5 does not fit.",
    ],
    ["it", "sagrada.too-few-tokens", { tool: 4, price: 2, left: 1 }, "Lathekin costa 2 segnalini favore e ne hai 1."],
    [
      "pl",
      "sagrada.same-colour",
      { die: 29, space: 0, other: 24 },
      "Kość fioletowa 6 leżałaby obok kości (fioletowa 1) w tym samym kolorze.",
    ],
    ["it", "renaissance.place-full", { place: 2, room: 2 }, "Non c’è più posto: ripiano 2, al massimo 2."],
    [
      "it",
      "renaissance.cannot-afford",
      { cost: [2, 0, 0, 0], owned: [1, 0, 3, 0] },
      "Costa 2 monete, e hai 1 moneta e 3 servitori.",
    ],
    [
      "pl",
      "renaissance.not-there",
      { taken: [2, 0, 0, 0], place: 6, there: 1 },
      "Chcesz wziąć: 2 monety (skrzynia), a jest tam 1.",
    ],
    [
      "it",
      "renaissance.not-a-white-choice",
      { choices: [0, 3] },
      "I tuoi leader trasformano una biglia bianca in moneta o scudo.",
    ],
    ["en", "renaissance.pile-empty", { pile: "G2" }, "The pile of green cards of level 2 is empty."],
    [
      "it",
      "renaissance.leader-needs-cards",
      { leader: 1, needed: [1, 2, 0, 0] },
      "Per giocarlo devi avere 1 carta verde e 2 carte (blu).",
    ],
  ])("in %s: %s", async (language, code, params, text) => {
    await speak(language);
    expect(told({ code, params, reason: "" }, NAMES)).toBe(text);
  });
});

describe("a line of a score sheet", () => {
  const line = {
    code: "sagrada.public",
    points: 10,
    params: { objective: 5, count: 2, each: 5 },
    what: "Light Shades",
    detail: "2 x 5",
  };

  test("has its title and its detail in the reader's language", async () => {
    expect(lineTold(line)).toEqual({ what: "Light Shades", detail: "2 x 5" });
    await speak("it");
    expect(lineTold(line)).toEqual({ what: "Sfumature chiare", detail: "2 × 5" });
  });

  test("counts as the language does", async () => {
    const cards = { code: "renaissance.cards", points: 7, params: { bought: 5 }, what: "development cards", detail: "5 bought" };
    expect(lineTold(cards).what).toBe("Development cards");
    await speak("pl");
    expect(lineTold(cards)).toEqual({ what: "Karty rozwoju", detail: "5 kupionych" });
  });

  test("stands in the row of what everybody has one of, and says which one this is", async () => {
    const own = {
      code: "sagrada.private",
      points: 4,
      params: { colour: 4, dice: [24, 26] },
      what: "Shades of Purple",
      detail: "P1 P3",
    };
    expect(lineTold(own)).toEqual({ what: "Private objective", detail: "Shades of Purple: P1 P3" });
    const none = {
      code: "sagrada.private-none",
      points: 0,
      params: { colour: 1 },
      what: "Shades of Yellow",
      detail: "no yellow die",
    };
    expect(lineTold(none).what).toBe("Private objective");
    await speak("pl");
    expect(lineTold(own).what).toBe("Cel prywatny");
  });
});

type Kinds = Record<string, string>;

/** Every text that a phrasebook of the server asks for: the game whose texts it is among, its key, and its parameters. */
const WANTED = Object.entries(PHRASES as Record<string, Record<"refusals" | "lines", Record<string, Kinds>>>).map(
  ([book, { refusals, lines }]): [string, Messages, Spellings, [string, Kinds][]] => {
    const [, messages, spell] = GAMES.find(([game]) => game === book) ?? [book, { en, it, pl }, { game: String, list: String }];
    const prefix = book in { splendor, sagrada, renaissance } ? "" : `${book}.`;
    return [
      book,
      messages,
      spell,
      [
        ...Object.entries(refusals).map(([code, kinds]): [string, Kinds] => [`refused.${prefix}${code}`, kinds]),
        ...Object.entries(lines).flatMap(([code, kinds]): [string, Kinds][] => [
          [`line.${prefix}${code}`, kinds],
          [`line.${prefix}${code}.detail`, kinds],
        ]),
      ],
    ];
  },
);

describe.each(WANTED)("the phrasebook of %s", (book, messages, spell, wanted) => {
  const own = book in { splendor, sagrada, renaissance } ? /^(refused|line)\./ : new RegExp(`^refused\\.${book}\\.`);
  const keys = (language: string) => Object.keys(messages[language]!).filter((key) => own.test(key));

  test.each(["it", "pl"])("is all there in %s, and nothing else", (language) => {
    expect(keys(language).sort()).toEqual(wanted.map(([key]) => key).sort());
  });

  test("has no English for what the server does not say", () => {
    expect(wanted.map(([key]) => key)).toEqual(expect.arrayContaining(keys("en")));
  });

  test.each(["en", "it", "pl"])("names in %s only parameters that there are, of kinds that can be spelled", (language) => {
    const forms = new Set([0, 1, 2, 5, 12, 22].map((n) => new Intl.PluralRules(language).select(n))).size;
    for (const [key, params] of wanted) {
      const where = `${key} in ${language}`;
      for (const [, name = "", kind = ""] of (messages[language]![key] ?? "").matchAll(/\{(\w+)(?::([^}]+))?\}/g)) {
        expect(params, where).toHaveProperty(name);
        if (kind.includes("|")) expect(kind.split("|"), where).toHaveLength(forms);
        else if (kind) expect(spell, where).toHaveProperty(kind);
        else expect(spell, `${where}: a number that means something is not shown bare`).not.toHaveProperty(params[name] || "-");
      }
    }
  });
});
