/** The sentence in the tray: what has been chosen so far, and what comes next. */

import { lineOf, worthOf } from "./describe";
import type { Desk } from "./desk.svelte";
import { COLOURS, cardInWords, cardOf, inOrder, inWords, leaderInWords, leaderOf, partsInWords, placeName, ways } from "./goods";
import { placesFor } from "./moves";

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function halfInWords(desk: Desk): string {
  const { half, t, me } = desk;
  if (!half || !me) return "";
  switch (half.kind) {
    case "line": {
      const { amounts, faith, whites } = worthOf(lineOf(desk.view, half.line));
      return t("say.line", { what: inWords(amounts, t, faith, whites) });
    }
    case "card": {
      const id = desk.view.grid.find((one) => one.pile === half.pile)?.top;
      if (!id) return "";
      const card = cardOf(desk.data, id);
      if (!desk.slotsOpen.length) return `${cardInWords(card, t)}.`;
      const parts = ways(me, desk.priceOf(half.pile)).flatMap(([first]) => first ?? []);
      return t("say.card", { colour: t(`colour.${COLOURS[card.colour]}`), level: card.level, parts: partsInWords(parts, t) });
    }
    case "basic":
      return t(["say.basic", "say.basic.second", "say.output"][half.inputs.length]!);
    case "production":
      return t("say.output");
    case "leader": {
      const id = me.leaders[half.position - 1]?.id;
      return id ? leaderInWords(leaderOf(desk.data, id), t) : "";
    }
    case "pay":
      return t("say.pay", {
        parts: partsInWords(
          desk.payments.flatMap((one) => one.parts),
          t,
        ),
      });
    case "carry":
      return half.from === null ? t("say.from") : t("say.to", { place: placeName(half.from, t) });
  }
}

function phaseInWords(desk: Desk): string {
  const { view, t, resource } = desk;
  if (view.over) return t(view.solo?.lost ? `say.lost.${view.solo.lost}` : "turn.over");
  if (!desk.yours) return t(view.phase === "setup" ? "say.wait.setup" : "say.wait");
  switch (view.phase) {
    case "setup":
      if (desk.choosing) return t(["say.keep", "say.keep.one", "say.keep.two"][desk.kept.length]!);
      return resource
        ? t("say.bonus.shelf", { resource: t(`resource.${resource}`) })
        : t("say.bonus", { n: desk.me?.bonus ?? 0 });
    case "storing":
      if (view.whites) return t("say.white");
      if (resource && !placesFor(desk.legal, resource).length) return t("say.full", { resource: t(`resource.${resource}`) });
      return t(view.solo ? "say.storing.solo" : "say.storing");
    case "producing":
      return t("say.producing", { what: inWords(inOrder(view.production?.outputs ?? {}), t, view.production?.faith) });
    case "done":
      return t(desk.legal.some((one) => one.includes("leader")) ? "say.done" : "say.end");
    default:
      return t("say.start");
  }
}

/** What the tray says now. */
export function prompt(desk: Desk): string {
  return sentence(halfInWords(desk) || phaseInWords(desk));
}
