/** How Splendor is taught: the rules sheet, what every piece is, and hints for a first game. */

import { ending } from "../../../lib/notation";
import type { Card, SplendorCatalogue, SplendorView } from "../../../lib/protocol";
import { piece, type Hint, type LegendLine, type Lesson } from "../../contract";
import CardFace from "../CardFace.svelte";
import Gem from "../Gem.svelte";
import { COLOURS, GOLD, LETTERS, inWords, payment } from "../moves";
import NobleFace from "../NobleFace.svelte";
import Token from "../Token.svelte";
import DeckSign from "./DeckSign.svelte";
import en from "./texts/en";
import it from "./texts/it";
import pl from "./texts/pl";

type Moment = Parameters<Lesson<SplendorView, SplendorCatalogue>["hints"]>[0];

const token = (colour: number) => piece(Token, { colour });

function legend(data: SplendorCatalogue): LegendLine[] {
  const cards = Object.values(data.cards);
  const nobles = Object.values(data.nobles);
  return [
    ...[...COLOURS, GOLD].map((colour) => ({ picture: token(colour), key: `legend.token.${colour}` })),
    { picture: piece(CardFace, { card: cards.find((one) => one.prestige === 2) ?? cards[0]! }, true), key: "legend.card" },
    { picture: piece(Gem, { colour: 1 }), key: "legend.bonus" },
    { picture: piece(DeckSign, {}, true), key: "legend.deck" },
    { picture: piece(NobleFace, { noble: nobles[0]! }, true), key: "legend.noble" },
    { picture: "♛", key: "legend.crown" },
    { picture: "✓", key: "legend.afford" },
  ];
}

/** The cards that one could buy some day: those on the table and the reserved ones. */
function inReach({ view, data, you }: Moment): Card[] {
  const reserved = view.players[you]!.reserved.map((one) => one.card);
  return [...view.rows.flatMap((row) => row.face_up), ...reserved].flatMap((id) => (id === null ? [] : (data.cards[id] ?? [])));
}

function buying({ legal, data, t }: Moment): Hint[] {
  const cards = ending(legal, "buy").flatMap((id) => data.cards[Number(id)] ?? []);
  const best = cards.sort((one, other) => other.prestige - one.prestige)[0];
  return best
    ? [{ key: "buy", values: { points: t("points", { n: best.prestige }) }, at: `[data-piece="card-${best.id}"]` }]
    : [];
}

/** The tokens that bring the nearest card nearer, one after the other. */
function taking(moment: Moment): Hint[] {
  const { view, legal, you, t } = moment;
  const me = view.players[you]!;
  const missing = (card: Card) => payment(card, me)[GOLD]!;
  const wish = inReach(moment).sort((one, other) => missing(one) - missing(other))[0];
  const wanted = COLOURS.filter((colour) => wish && wish.cost[colour]! > me.bonuses[colour]! + me.tokens[colour]!);
  const worth = (letters: string) => letters.length + 3 * wanted.filter((colour) => letters.includes(LETTERS[colour]!)).length;
  const best = [...ending(legal, "take")].sort((one, other) => worth(other) - worth(one))[0] ?? "";
  const steps = [...best].map((letter, at) => {
    const colour = LETTERS.indexOf(letter);
    const again = best.indexOf(letter) < at ? "" : `.splendor:not(:has(.picked .token${colour})) `;
    return { colour, at: `${again}[data-place="bank-${colour}"].lit` };
  });
  return steps.map(({ colour, at }) => ({
    key: wanted.includes(colour as (typeof wanted)[number]) ? "take.for" : "take",
    values: { colour: t(`colour.${colour}`), cost: wish ? inWords(wish.cost, t) : "" },
    at,
  }));
}

function hints(moment: Moment): Hint[] {
  switch (moment.view.phase) {
    case "return":
      return [
        { key: "return.do", at: ".tray:has(.picked) .primary" },
        { key: "return", at: ".own .pile.lit" },
      ];
    case "noble":
      return [{ key: "noble", at: ".noble.lit" }];
    default: {
      const cards = buying(moment);
      return [
        { key: "take.do", at: ".tray:has(.picked) .primary" },
        { key: "buy.do", at: ".tray:not(:has(.picked)) .primary" },
        ...(cards.length ? cards : taking(moment)),
        { key: "take.any", at: ".bank .lit" },
        { key: "reserve", at: ".market .card" },
      ];
    }
  }
}

export default {
  messages: { en, it, pl },
  rules: [
    { name: "goal", sentences: 2 },
    { name: "turn", sentences: 1 },
    { name: "take", pictures: [token(0), token(2), token(3), "/", token(1), token(1)], sentences: 3 },
    { name: "buy", pictures: [token(3), token(3), token(1), "→", piece(DeckSign, { face: true }, true)], sentences: 3 },
    { name: "reserve", pictures: [piece(DeckSign, {}, true), "+", token(GOLD)], sentences: 3 },
    { name: "nobles", sentences: 2 },
    { name: "scoring", sentences: 3 },
    { name: "end", sentences: 2 },
  ],
  legend,
  abouts: [
    [".noble", "noble"],
    [".deck", "deck"],
    [".reserved .card, .reserved .small", "reserved"],
    [".card", "card"],
    ['[data-place="bank-5"]', "gold"],
    ['[data-place^="bank-"]', "bank"],
    [".crown", "crown"],
    [".bonus", "bonus"],
    ['[data-place^="tokens-"]', "tokens"],
    [".spare", "spare"],
    [".picked", "picked"],
    [".slot", "slot"],
  ],
  hints,
  notes: 5,
} satisfies Lesson<SplendorView, SplendorCatalogue>;
