/** Resources, cards and leaders as the board needs them: counting what lies where, prices, payments, and words. */

import { list } from "../../lib/i18n.svelte";
import type { DevelopmentCard, LeaderCard, RenaissanceCatalogue, RenaissancePlayerView } from "../../lib/protocol";
import type { Translate } from "../contract";

export const RESOURCES = ["coin", "stone", "servant", "shield"] as const;
export const COLOURS = ["green", "blue", "yellow", "purple"] as const;
export const BOX = "box";

/** How many of each resource, in the order of RESOURCES. */
export type Amounts = readonly number[];

/** So many of one resource from one place: a shelf, a depot, or the strongbox. */
export interface Part {
  resource: string;
  place: number | typeof BOX;
  n: number;
}

/** What a marble is worth: a resource, `faith`, or nothing. */
export const WORTH: Record<string, string> = {
  yellow: "coin",
  grey: "stone",
  purple: "servant",
  blue: "shield",
  red: "faith",
  white: "",
};

/** The card of that number. */
export function cardOf(data: RenaissanceCatalogue, id: number): DevelopmentCard {
  return data.cards.find((card) => card.id === id)!;
}

/** The leader of that number. */
export function leaderOf(data: RenaissanceCatalogue, id: number): LeaderCard {
  return data.leaders.find((leader) => leader.id === id)!;
}

/** A record by name as amounts in order. */
export function inOrder(named: Record<string, number>): number[] {
  return RESOURCES.map((resource) => named[resource] ?? 0);
}

/** Shelves and depots: everything but the strongbox. */
export function places(player: RenaissancePlayerView) {
  return [...player.shelves, ...player.depots];
}

/** All resources of a player, wherever they lie. */
export function owned(player: RenaissancePlayerView): number[] {
  return RESOURCES.map(
    (resource) =>
      (player.strongbox[resource] ?? 0) +
      places(player).reduce((sum, place) => sum + (place.resource === resource ? place.count : 0), 0),
  );
}

/** What a card costs a player, with the discounts of the leaders in play. */
export function price(player: RenaissancePlayerView, card: DevelopmentCard, data: RenaissanceCatalogue): number[] {
  const played = player.leaders.flatMap((one) => (one.fate === "played" && one.id !== null ? [leaderOf(data, one.id)] : []));
  return card.cost.map((n, resource) => {
    const less = played.filter((leader) => leader.ability === "discount" && leader.resource === resource).length;
    return Math.max(0, n - less);
  });
}

/** Where a resource lies: shelves, depots and then the strongbox. */
function found(player: RenaissancePlayerView, resource: string): Part[] {
  const all = [...places(player), { resource, place: BOX, count: player.strongbox[resource] ?? 0 } as const];
  return all.flatMap(({ resource: kind, place, count: n }) => (kind === resource && n ? [{ resource, place, n }] : []));
}

function split(parts: readonly Part[], needed: number): Part[][] {
  if (!needed) return [[]];
  const [first, ...others] = parts;
  if (!first) return [];
  const most = Math.min(first.n, needed);
  return Array.from({ length: most + 1 }, (_, less) => most - less).flatMap((n) =>
    split(others, needed - n).map((rest) => (n ? [{ ...first, n }, ...rest] : rest)),
  );
}

/** For each resource, every way to pay that many: first the house's own, which empties shelves before the strongbox. */
export function ways(player: RenaissancePlayerView, cost: Amounts): Part[][][] {
  return cost.map((needed, at) => split(found(player, RESOURCES[at]!), needed));
}

/** Whether it can matter where a payment comes from: a resource lies in more than one place. */
export function hasChoice(player: RenaissancePlayerView): boolean {
  return RESOURCES.some((resource) => found(player, resource).length > 1);
}

/** The end of a notation that says how it is paid. */
export function paidWith(parts: readonly Part[]): string {
  const words = parts.map(({ resource, place, n }) => `${n > 1 ? n : ""}${resource}@${place}`);
  return words.length ? ` with ${words.join(" ")}` : "";
}

/** `2 coins, 1 stone, 1 faith and 2 white marbles`. */
export function inWords(amounts: Amounts, t: Translate, faith = 0, whites = 0): string {
  const parts = amounts.flatMap((n, at) => (n ? [t(`count.${RESOURCES[at]}`, { n })] : []));
  if (faith) parts.push(t("count.faith", { n: faith }));
  if (whites) parts.push(t("count.white", { n: whites }));
  return parts.length ? list(parts) : t("nothing");
}

/** `2 coins from shelf 2 and 1 stone from the strongbox`. */
export function partsInWords(parts: readonly Part[], t: Translate): string {
  return list(
    parts.map(({ resource, place, n }) => t("part", { what: t(`count.${resource}`, { n }), place: placeName(place, t) })),
  );
}

/** `shelf 2`, `depot 4`, `the strongbox`. */
export function placeName(place: number | typeof BOX, t: Translate): string {
  if (place === BOX) return t("place.box");
  return t(place > 3 ? "place.depot" : "place.shelf", { place });
}

/** A card's production: `2 coins → 1 stone and 1 faith`. */
export function productionInWords(card: DevelopmentCard, t: Translate): string {
  return t("makes", { inputs: inWords(card.inputs, t), outputs: inWords(card.outputs, t, card.faith) });
}

/** A card in a sentence, for its button. */
export function cardInWords(card: DevelopmentCard, t: Translate): string {
  return t("card", {
    colour: t(`colour.${COLOURS[card.colour]}`),
    level: card.level,
    points: t("points", { n: card.points }),
    cost: inWords(card.cost, t),
    makes: productionInWords(card, t),
  });
}

/** What must be owned to play a leader. */
export function needsInWords(leader: LeaderCard, t: Translate): string {
  if (leader.needs_resources.some(Boolean)) return inWords(leader.needs_resources, t);
  return list(
    leader.needs_cards.flatMap((n, at) => {
      const colour = t(`colour.${COLOURS[at]}`);
      return n ? [t(leader.needs_level ? "need.level" : "need.cards", { n, colour, level: leader.needs_level })] : [];
    }),
  );
}

/** What a leader does. */
export function abilityInWords(leader: LeaderCard, t: Translate): string {
  const kind = RESOURCES[leader.resource];
  return t(`ability.${leader.ability}`, { resource: t(`resource.${kind}`), resources: t(`count.${kind}`, { n: 2 }) });
}

/** A leader in a sentence. */
export function leaderInWords(leader: LeaderCard, t: Translate): string {
  return t("leader", {
    ability: abilityInWords(leader, t),
    points: t("points", { n: leader.points }),
    needs: needsInWords(leader, t),
  });
}
