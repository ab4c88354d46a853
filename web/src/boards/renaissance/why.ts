/** Why something that is not lit cannot be done, in a sentence. The server's refusal would say the same. */

import type { DevelopmentCard, LeaderCard, RenaissancePlayerView, RenaissanceView } from "../../lib/protocol";
import type { Translate } from "../contract";
import { type Amounts, inWords, needsInWords, owned, placeName, places, shortfall } from "./goods";

/** Why nothing of the kind can be done now. */
export function whyNotNow(view: RenaissanceView, yours: boolean, t: Translate): string {
  if (view.over) return t("why.over");
  if (!yours) return t(view.phase === "setup" ? "why.setup.done" : "why.turn");
  return t(`why.${view.phase}`);
}

/** Why a card cannot be bought though it is time for it. */
export function whyNotBuy(card: DevelopmentCard, cost: Amounts, player: RenaissancePlayerView, t: Translate): string {
  if (!player.slots.some((slot) => slot.length === card.level - 1)) {
    return card.level === 1 ? t("why.level.1") : t("why.level", { level: card.level, below: card.level - 1 });
  }
  return t("why.short", { what: inWords(shortfall(player, cost), t) });
}

/** Why a production with these inputs cannot be activated though it is time for it. */
export function whyNotProduce(
  number: number,
  inputs: Amounts | null,
  view: RenaissanceView,
  player: RenaissancePlayerView,
  t: Translate,
): string {
  if (view.production?.used.includes(number)) return t("why.used");
  if (inputs) return t("why.short", { what: inWords(shortfall(player, inputs), t) });
  return number ? t("why.slot.empty") : t("why.basic", { n: owned(player).reduce((sum, n) => sum + n, 0) });
}

/** Why a leader in hand cannot be played though it is time for it. */
export function whyNotPlay(leader: LeaderCard, t: Translate): string {
  return t("why.leader", { needs: needsInWords(leader, t) });
}

/** Why a resource cannot be put in a place. */
export function whyNotPut(resource: string, place: number, player: RenaissancePlayerView, t: Translate): string {
  const there = places(player).find((one) => one.place === place);
  const name = placeName(place, t);
  if (there?.resource && there.resource !== resource) return t(place > 3 ? "why.depot" : "why.kind", { place: name });
  if (there && there.count === there.size) return t("why.full", { place: name });
  const other = player.shelves.find((one) => one.resource === resource && one.place !== place);
  return t("why.twice", { place: other ? placeName(other.place, t) : name });
}
