/** Splendor's arithmetic as the board needs it: what a card costs, which tokens go together. */

import type { Card, SplendorPlayerView } from "../../lib/protocol";
import { ending } from "../../lib/notation";
import { list } from "../../lib/i18n.svelte";
import type { Translate } from "../contract";

export const LETTERS = "wbgrk*";
export const GOLD = 5;
export const COLOURS = [0, 1, 2, 3, 4] as const;

/** What is paid for a card: coloured tokens first, gold for the rest (more than there is, if short). */
export function payment(card: Card, player: SplendorPlayerView): number[] {
  let gold = 0;
  const paid = card.cost.map((cost, colour) => {
    const owed = Math.max(0, cost - player.bonuses[colour]!);
    const given = Math.min(owed, player.tokens[colour]!);
    gold += owed - given;
    return given;
  });
  return [...paid, gold];
}

/** The payment with gold given instead of some coloured tokens. */
export function withGold(paid: readonly number[], spared: readonly number[]): number[] {
  const instead = counted(spared);
  return paid.map((n, colour) => (colour === GOLD ? n + spared.length : n - instead[colour]!));
}

/** The notation of buying a card; the payment is written out where it is not the usual one. */
export function buying(card: number, paid: readonly number[], usual: boolean): string {
  if (usual) return `buy ${card}`;
  const piles = paid.flatMap((n, colour) => (n ? [`${LETTERS[colour]}${n}`] : []));
  return `buy ${card} with ${piles.join(" ")}`;
}

/** `2 white and 1 gold`. */
export function inWords(counts: readonly number[], t: Translate): string {
  const parts = counts.flatMap((n, colour) => (n ? [t(`count.${colour}`, { n })] : []));
  return parts.length ? list(parts) : t("nothing");
}

/** How many of each colour are among the picked ones. */
export function counted(picked: readonly number[]): number[] {
  return [0, 1, 2, 3, 4, 5].map((colour) => picked.filter((one) => one === colour).length);
}

/** The notation of taking these tokens. */
export function taking(picked: readonly number[]): string {
  return `take ${[...picked]
    .sort()
    .map((colour) => LETTERS[colour])
    .join("")}`;
}

/** Whether some legal take contains all of these. */
export function leadsSomewhere(picked: readonly number[], legal: readonly string[]): boolean {
  const wanted = counted(picked);
  return ending(legal, "take").some((letters) => {
    const there = counted([...letters].map((letter) => LETTERS.indexOf(letter)));
    return wanted.every((n, colour) => n <= there[colour]!);
  });
}

/** The notation of returning these tokens. */
export function returning(picked: readonly number[]): string {
  const piles = counted(picked).flatMap((n, colour) => (n ? [`${LETTERS[colour]}${n}`] : []));
  return `return ${piles.join(" ")}`;
}

/** A card in a sentence, for its button. */
export function cardInWords(card: Card, t: Translate): string {
  return t("card", {
    level: card.level,
    colour: t(`colour.${card.bonus}`),
    points: t("points", { n: card.prestige }),
    cost: inWords(card.cost, t),
  });
}
