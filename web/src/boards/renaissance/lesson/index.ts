/** How Masters of Renaissance is taught: the rules sheet, what every piece is, and hints for a first game. */

import type { RenaissanceCatalogue, RenaissanceView } from "../../../lib/protocol";
import { piece, type Hint, type LegendLine, type Lesson } from "../../contract";
import CardFace from "../CardFace.svelte";
import { RESOURCES, cardOf, owned } from "../goods";
import Icon from "../Icon.svelte";
import { placesFor } from "../moves";
import LeaderFace from "../LeaderFace.svelte";
import Marble from "../Marble.svelte";
import ColourSign from "./ColourSign.svelte";
import { bestLine, missing, sum } from "./market";
import PopeSign from "./PopeSign.svelte";
import en from "./texts/en";
import it from "./texts/it";
import pl from "./texts/pl";

type Moment = Parameters<Lesson<RenaissanceView, RenaissanceCatalogue>["hints"]>[0];

const COLOURS = ["green", "blue", "yellow", "purple"] as const;
const MARBLES = ["yellow", "grey", "purple", "blue", "red", "white"];
const ABILITIES = ["discount", "depot", "white", "production"];

const icon = (kind: string, n?: number) => piece(Icon, { kind, n });
const marble = (colour: string) => piece(Marble, { colour });

function legend(data: RenaissanceCatalogue): LegendLine[] {
  const card = data.cards.find((one) => one.faith && one.level === 2) ?? data.cards[0]!;
  const leaders = ABILITIES.flatMap((ability) => data.leaders.find((one) => one.ability === ability) ?? []);
  return [
    ...RESOURCES.map((kind) => ({ picture: icon(kind), key: `legend.${kind}` })),
    { picture: icon("faith"), key: "legend.faith" },
    { picture: icon("any"), key: "legend.any" },
    ...MARBLES.map((colour) => ({ picture: marble(colour), key: `legend.marble.${colour}` })),
    { picture: piece(CardFace, { card }, true), key: "legend.card" },
    ...COLOURS.map((colour) => ({ picture: piece(ColourSign, { colour }), key: `legend.colour.${colour}` })),
    ...leaders.map((leader) => ({
      picture: piece(LeaderFace, { leader }, true),
      key: `legend.leader.${leader.ability}`,
    })),
    { picture: piece(PopeSign, {}), key: "legend.pope" },
    ...["down", "up", "lost"].map((tile) => ({ picture: piece(PopeSign, { tile }), key: `legend.tile.${tile}` })),
    { picture: icon("cross"), key: "legend.cross" },
  ];
}

/** The card that brings most points among those that can be paid. */
function bestPile({ view, legal, data }: Moment): string | undefined {
  const points = (pile: string) => {
    const top = view.grid.find((one) => one.pile === pile)?.top;
    return top ? cardOf(data, top).points : 0;
  };
  const open = [...new Set(legal.flatMap((one) => /^buy (\w\d)/.exec(one)?.[1] ?? []))];
  return open.sort((one, other) => points(other) - points(one))[0];
}

/** The slots that could produce, if all of them together bring so much more than they cost. */
function worthProducing({ view, legal, you, data }: Moment, least: number): string[] {
  const slots = legal.flatMap((one) => /^produce slot (\d)/.exec(one)?.[1] ?? []);
  const gains = slots.flatMap((slot) => {
    const top = view.players[you]!.slots[Number(slot) - 1]?.at(-1);
    const card = top === undefined ? undefined : cardOf(data, top);
    return card ? sum(card.outputs) + card.faith - sum(card.inputs) : [];
  });
  return sum(gains) >= least ? slots : [];
}

/** What a turn can begin with, the best first: a leader that is due, a card, a production, or the market. */
function beginning(moment: Moment): Hint[] {
  const { legal } = moment;
  const leader = legal.flatMap((one) => /^play leader (\d)/.exec(one)?.[1] ?? [])[0];
  if (leader) return [{ key: "leader", at: `[data-testid="leader-${leader}"]` }];
  const pile = bestPile(moment);
  if (pile)
    return [
      { key: "card", at: `[data-testid="pile-${pile}"]` },
      { key: "view.cards", at: '[data-testid="view-cards"]' },
    ];
  const market = bestLine(moment.view, legal, moment.you, moment.data) ?? { line: "", brings: 0, worth: 0 };
  // Full shelves make a present of what the market brings: producing empties them, even if it brings no more than it costs.
  const slot = worthProducing(moment, market.worth > 1 ? 2 : 0)[0];
  if (slot) return [{ key: "produce", at: `[data-testid="slot-${slot}"]` }];
  if (market.worth < 2 && legal.some((one) => one.startsWith("produce basic")))
    return [{ key: "basic", at: '[data-testid="basic"]' }];
  const { line, brings: n } = market;
  return [
    {
      key: `${line.startsWith("r") ? "row" : "column"}${legal.some((one) => one.startsWith("produce ")) ? ".more" : ""}`,
      values: { n },
      at: `[data-testid="market-${line}"]`,
    },
    { key: "view.market", at: '[data-testid="view-market"]' },
  ];
}

/** Where each resource from the market would go: the smallest shelf that holds all of its kind, else the biggest that is free. */
function shelving({ view, legal }: Moment): Hint[] {
  return RESOURCES.flatMap((kind) => {
    const places = placesFor(legal, kind);
    const place = places.find((one) => one >= (view.pending[kind] ?? 0)) ?? places.at(-1);
    const inHand = `.renaissance:has([data-testid="pending-${kind}"].pressed)`;
    return place === undefined ? [] : [{ key: "store", at: `${inHand} [data-testid="place-${place}"].lit` }];
  });
}

/** What a production of any resources is best paid with, and what it had best bring: what the nearest card lacks. */
function choosing({ view, you, data }: Moment): Hint[] {
  const me = view.players[you]!;
  const lacks = missing(view, me, data);
  const have = owned(me);
  const [first, ...others] = [0, 1, 2, 3].sort((one, other) => lacks[one]! - lacks[other]! || have[other]! - have[one]!);
  const second = have[first!]! - 1 >= have[others[0]!]! ? [first!, ...others] : [...others, first!];
  const at = (paid: number, kind: number) => `.renaissance:has([data-paid="${paid}"]) [data-testid="choose-${RESOURCES[kind]}"]`;
  const wanted = [0, 1, 2, 3].sort((one, other) => lacks[other]! - lacks[one]!);
  return [
    ...[first!, ...others].map((kind) => ({ key: "choose.pay", at: at(0, kind) })),
    ...second.map((kind) => ({ key: "choose.pay", at: at(1, kind) })),
    ...wanted.map((kind) => ({ key: "choose.get", at: at(2, kind) })),
  ];
}

/** What is chosen already, and only wants its last press. */
const halves = (moment: Moment): Hint[] => [
  { key: "take", at: '[data-testid="take"]' },
  { key: "slot", at: '[data-testid^="buy-"]' },
  { key: "play", at: '[data-testid="play-leader"]' },
  ...choosing(moment),
  { key: "pay", at: '[data-testid="pay"]' },
];

function hints(moment: Moment): Hint[] {
  const { view, legal } = moment;
  switch (view.phase) {
    case "setup":
      if (legal.some((one) => one.startsWith("keep ")))
        return [
          { key: "keep.do", at: '[data-testid="keep"]' },
          { key: "keep", at: '[data-testid^="offer-"].lit' },
        ];
      return [
        { key: "bonus.shelf", at: '[data-testid^="place-"].lit' },
        { key: "bonus", at: '[data-testid^="pending-"]' },
      ];
    case "storing":
      return [
        { key: "white", at: '[data-testid^="white-"]' },
        ...shelving(moment),
        ...(legal.some((one) => one.startsWith("store ")) ? [{ key: "pending", at: '[data-testid^="pending-"].lit' }] : []),
        { key: "full", at: '[data-testid="discard"], [data-testid="discard-all"]' },
      ];
    case "producing": {
      const more = legal.flatMap((one) => /^produce slot (\d)/.exec(one)?.[1] ?? [])[0];
      return [
        ...halves(moment),
        ...(more ? [{ key: "produce.more", at: `[data-testid="slot-${more}"]` }] : []),
        { key: "collect", at: '[data-testid="collect"]' },
      ];
    }
    case "done":
      return [
        { key: "play", at: '[data-testid="play-leader"]' },
        ...(legal.some((one) => one.startsWith("play leader")) ? beginning(moment) : []),
        { key: "end", at: '[data-testid="end"]' },
      ];
    default:
      return [...halves(moment), ...beginning(moment)];
  }
}

export default {
  messages: { en, it, pl },
  rules: [
    { name: "goal", sentences: 2 },
    { name: "turn", sentences: 2 },
    {
      name: "market",
      pictures: [marble("yellow"), marble("white"), marble("red"), "→", icon("coin"), icon("faith")],
      sentences: 3,
    },
    { name: "store", sentences: 3 },
    { name: "buy", pictures: [icon("stone", 2), icon("coin", 1), "→", "▭"], sentences: 3 },
    { name: "produce", pictures: [icon("any"), icon("any"), "→", icon("any")], sentences: 3 },
    { name: "leaders", sentences: 3 },
    { name: "faith", pictures: [icon("faith"), "→", piece(PopeSign, {}), "→", piece(PopeSign, { tile: "up" })], sentences: 3 },
    { name: "scoring", sentences: 6 },
    { name: "end", sentences: 2 },
    { name: "solo", pictures: [icon("cross")], sentences: 3 },
  ],
  legend,
  abouts: [
    ['[data-testid="market-slide"]', "slide"],
    ["[data-marble]", "marble"],
    ['[data-testid^="market-"]', "line"],
    ['[data-testid^="pile-"]', "card"],
    ['[data-testid="basic"]', "basic"],
    [".slot", "slot"],
    ['[data-testid^="leader-"], [data-testid^="offer-"], .leader', "leader"],
    ['[data-testid="place-4"], [data-testid="place-5"]', "depot"],
    ['[data-testid^="place-"], .shelves', "shelf"],
    ['[data-testid="strongbox"], .box', "box"],
    [".favour", "favour"],
    [".space.pope", "pope"],
    ['[data-testid="faith-track"]', "faith"],
    ['[data-testid="lorenzo"]', "lorenzo"],
    ['[data-testid="discard"], [data-testid="discard-all"]', "discard"],
    ['[data-testid="rearrange"]', "rearrange"],
    ['[data-testid="collect"]', "collect"],
    ['[data-testid="revert"]', "revert"],
    ['[data-testid="end"]', "end"],
    ['.renaissance.setup [data-testid^="pending-"]', "bonus"],
    ['[data-testid^="pending-"]', "pending"],
    ['[data-testid^="board-"]', "other"],
  ],
  hints,
  notes: 6,
} satisfies Lesson<RenaissanceView, RenaissanceCatalogue>;
