/** What Splendor's refusals name, as this board calls it. */

import { list } from "../../lib/i18n.svelte";
import type { SplendorCatalogue } from "../../lib/protocol";
import type { About, Spellings } from "../../lib/refusals.svelte";
import { inWords } from "./moves";

function card(id: number, { t, data }: About<SplendorCatalogue>): string {
  const found = data.cards[id];
  if (!found) return String(id);
  return t("card.named", { level: found.level, colour: t(`colour.${found.bonus}`), points: t("points", { n: found.prestige }) });
}

export const spell: Spellings<SplendorCatalogue> = {
  card,
  cards: (ids: number[], about) => list(ids.map((id) => card(id, about))),
  colour: (colour: number, { t }) => t(`colour.${colour}`),
  pile: ([colour, n]: [number, number], { t }) => t(`count.${colour}`, { n }),
  price: (price: number[], { t }) => inWords(price, t),
  seat: (seat: number, { names }) => names[seat] ?? String(seat + 1),
};
