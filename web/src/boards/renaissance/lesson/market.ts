/** Which line of the market a beginner does well to take: what it brings, what of that finds room, and what is missing. */

import type { RenaissanceCatalogue, RenaissancePlayerView, RenaissanceView } from "../../../lib/protocol";
import { lineOf, worthOf } from "../describe";
import { RESOURCES, cardOf, owned, places, price, type Amounts } from "../goods";

const LINES = ["r1", "r2", "r3", "c1", "c2", "c3", "c4"];

export const sum = (amounts: Amounts) => amounts.reduce((all, n) => all + n, 0);

/** How many of each kind find room without anything being moved: beside their own kind, else on the biggest free shelf. */
export function finding(player: RenaissancePlayerView, amounts: Amounts): number[] {
  const free = player.shelves.filter((one) => !one.resource).map(({ size }) => size);
  const kept = amounts.map((n, at) => {
    const own = places(player).filter((one) => one.resource === RESOURCES[at]);
    return Math.min(n, sum(own.map(({ size, count }) => size - count)));
  });
  const left = (at: number) => amounts[at]! - kept[at]!;
  const lying = (at: number) => player.shelves.some((one) => one.resource === RESOURCES[at]);
  const homeless = [0, 1, 2, 3].filter((at) => left(at) && !lying(at)).sort((one, other) => left(other) - left(one));
  for (const at of homeless) kept[at]! += Math.min(left(at), free.pop() ?? 0);
  return kept;
}

/** What is missing for the card on sale that is nearest to being paid and has a slot. */
export function missing(view: RenaissanceView, player: RenaissancePlayerView, data: RenaissanceCatalogue): Amounts {
  const have = owned(player);
  const lacks = view.grid.flatMap(({ top }) => {
    const card = top === null ? null : cardOf(data, top);
    if (!card || !player.slots.some(({ length }) => length === card.level - 1)) return [];
    return [price(player, card, data).map((n, at) => Math.max(0, n - have[at]!))];
  });
  return lacks.sort((one, other) => sum(one) - sum(other))[0] ?? [0, 0, 0, 0];
}

/** The line that helps most, and how much of it can be kept: what is missing counts double, what finds no room against it. */
export function bestLine(view: RenaissanceView, legal: readonly string[], you: number, data: RenaissanceCatalogue) {
  const player = view.players[you]!;
  const wanted = missing(view, player, data);
  const lines = LINES.filter((line) => legal.includes(`market ${line}`)).map((line) => {
    const { amounts, faith } = worthOf(lineOf(view, line));
    const kept = finding(player, amounts);
    const useful = sum(kept.map((n, at) => Math.min(n, wanted[at]!)));
    const given = sum(amounts) - sum(kept);
    return { line, brings: sum(kept) + faith, worth: sum(kept) + faith + useful - given };
  });
  return lines.sort((one, other) => other.worth - one.worth)[0];
}
