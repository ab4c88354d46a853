/** Splendor's arithmetic as the board needs it: what a card costs, what is missing, which tokens go together. */

import type { Card, SplendorPlayerView, SplendorView } from "../../lib/protocol";
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

/** What a player lacks for a card, colour by colour, once all gold is used; empty if it can be bought. */
export function shortfall(card: Card, player: SplendorPlayerView): number[] {
  const lack = card.cost.map((cost, colour) => Math.max(0, cost - player.bonuses[colour]! - player.tokens[colour]!));
  const short = lack.reduce((sum, one) => sum + one, 0) - player.tokens[GOLD];
  return short > 0 ? lack : [];
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

/** Why this colour cannot join the picked ones. */
export function whyNotTake(colour: number, picked: readonly number[], view: SplendorView, t: Translate): string {
  const name = t(`colour.${colour}`);
  const left = view.bank[colour]!;
  if (colour === GOLD) return t("why.gold");
  if (left - counted(picked)[colour]! <= 0) return t("why.empty", { colour: name });
  if (picked.includes(colour)) return picked.length > 1 ? t("why.mixed") : t("why.two", { colour: name, n: left });
  return new Set(picked).size < picked.length ? t("why.mixed") : t("why.enough");
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
