/** What the refusals of Masters of Renaissance name, as this board calls it. */

import { list } from "../../lib/i18n.svelte";
import type { RenaissanceCatalogue } from "../../lib/protocol";
import type { Spellings } from "../../lib/refusals.svelte";
import { BOX, COLOURS, RESOURCES, inWords, leaderInWords, leaderOf, placeName } from "./goods";

const STRONGBOX = 6;

export const spell: Spellings<RenaissanceCatalogue> = {
  amounts: (amounts: number[], { t }) => inWords(amounts, t),
  pending: (amounts: number[], { t }) => inWords(amounts.slice(0, RESOURCES.length), t, 0, amounts[RESOURCES.length]),
  resource: (resource: number, { t }) => t(`resource.${RESOURCES[resource]}`),
  resources: (resource: number, { t }) => t(`resources.${RESOURCES[resource]}`),
  either: (resources: number[], { t }) =>
    list(
      resources.map((resource) => t(`resource.${RESOURCES[resource]}`)),
      "disjunction",
    ),
  coloured_cards: (cards: number[], { t }) =>
    list(cards.flatMap((n, at) => (n ? [t("need.cards", { n, colour: t(`colour.${COLOURS[at]}`) })] : []))),
  place: (place: number, { t }) => placeName(place === STRONGBOX ? BOX : place, t),
  pile: (pile: string, { t }) => {
    const colour = COLOURS.find((one) => one.charAt(0).toUpperCase() === pile.charAt(0));
    return colour ? t("pile.named", { colour: t(`colour.${colour}`), level: pile.slice(1) }) : pile;
  },
  line: (line: string, { t }) => t(line.startsWith("r") ? "row.named" : "column.named", { line: line.slice(1) }),
  leader_card: (id: number, { t, data }) => leaderInWords(leaderOf(data, id), t),
};
