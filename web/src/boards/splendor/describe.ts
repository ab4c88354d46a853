/** A step of Splendor in plain words. */

import { GOLD, LETTERS, counted, inWords, payment } from "./moves";
import type { SplendorCatalogue, SplendorView } from "../../lib/protocol";
import { isPlanned, type Told, type Translate } from "../contract";

type Step = Told<SplendorView, SplendorCatalogue>;

function differences(step: Step): number[] {
  const before = step.before.players[step.seat]!.tokens;
  const after = step.after.players[step.seat]!.tokens;
  return after.map((n, colour) => n - before[colour]!);
}

/** What is paid for a card: what is gone, or would be (`buy 7`, `buy 7 with w2 *1`). */
function paid(step: Step, id: number, piles: readonly string[]): number[] {
  if (!isPlanned(step)) return differences(step).map((n) => Math.max(0, -n));
  return piles.length ? unpiled(piles) : payment(step.data.cards[id]!, step.before.players[step.seat]!);
}

function withGold(step: Step): boolean {
  return isPlanned(step) ? step.before.bank[GOLD] > 0 : differences(step)[GOLD]! > 0;
}

/** How many of each colour `w2 *1` are. */
function unpiled(piles: readonly string[]): number[] {
  return counted(piles.flatMap((pile) => Array<number>(Number(pile.slice(1))).fill(LETTERS.indexOf(pile.charAt(0)))));
}

function card(step: Step, id: number, t: Translate): Record<string, string | number> {
  const { level, bonus, prestige } = step.data.cards[id]!;
  return { level, colour: t(`colour.${bonus}`), points: t("points", { n: prestige }) };
}

function one(action: string, step: Step, t: Translate): string {
  const name = step.names[step.seat] ?? "";
  const [verb, what = "", ...rest] = action.split(" ");
  switch (verb) {
    case "take":
      return t("log.take", { name, what: inWords(counted([...what].map((letter) => LETTERS.indexOf(letter))), t) });
    case "buy":
      return t("log.buy", {
        name,
        ...card(step, Number(what), t),
        cost: inWords(paid(step, Number(what), rest.slice(1)), t),
      });
    case "reserve": {
      const [, level] = /^deck(\d)$/.exec(what) ?? [];
      const text = level ? t("log.reserve.deck", { name, level }) : t("log.reserve", { name, ...card(step, Number(what), t) });
      return withGold(step) ? `${text} ${t("log.gold")}` : text;
    }
    case "return":
      return t("log.return", { name, what: inWords(unpiled([what, ...rest]), t) });
    case "pass":
      return t("log.pass", { name });
    default:
      return "";
  }
}

/** What happened, and whether a noble came. */
export function describe(step: Step, t: Translate): string {
  const told = step.actions.map((action) => one(action, step, t)).filter(Boolean);
  const seat = step.seat;
  const invited = isPlanned(step) && step.actions.some((action) => action.startsWith("noble "));
  if (invited || step.after.players[seat]!.nobles.length > step.before.players[seat]!.nobles.length) {
    told.push(t("log.noble", { name: step.names[seat] ?? "" }));
  }
  return told.join(" ");
}
