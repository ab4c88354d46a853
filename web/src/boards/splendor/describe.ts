/** A step of Splendor in plain words. */

import { LETTERS, counted, inWords } from "./moves";
import type { SplendorCatalogue, SplendorView } from "../../lib/protocol";
import type { Told, Translate } from "../contract";

type Step = Told<SplendorView, SplendorCatalogue>;

function differences(step: Step): number[] {
  const before = step.before.players[step.seat]!.tokens;
  const after = step.after.players[step.seat]!.tokens;
  return after.map((n, colour) => n - before[colour]!);
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
        cost: inWords(
          differences(step).map((n) => Math.max(0, -n)),
          t,
        ),
      });
    case "reserve": {
      const [, level] = /^deck(\d)$/.exec(what) ?? [];
      const text = level ? t("log.reserve.deck", { name, level }) : t("log.reserve", { name, ...card(step, Number(what), t) });
      return differences(step)[5]! > 0 ? `${text} ${t("log.gold")}` : text;
    }
    case "return": {
      const piles = [what, ...rest].flatMap((pile) => Array<number>(Number(pile.slice(1))).fill(LETTERS.indexOf(pile.charAt(0))));
      return t("log.return", { name, what: inWords(counted(piles), t) });
    }
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
  if (step.after.players[seat]!.nobles.length > step.before.players[seat]!.nobles.length) {
    told.push(t("log.noble", { name: step.names[seat] ?? "" }));
  }
  return told.join(" ");
}
