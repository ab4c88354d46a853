/** A step of Sagrada in plain words. */

import type { SagradaCatalogue, SagradaView } from "../../lib/protocol";
import { isPlanned, type Told, type Translate } from "../contract";
import { alongTrack, colourOf, dieInWords, spaceInWords, valueOf } from "./dice";

type Step = Told<SagradaView, SagradaCatalogue>;

const [LENS_CUTTER, FLUX_BRUSH, GLAZING_HAMMER, GRINDING_STONE, FLUX_REMOVER] = [5, 6, 7, 10, 11];

/** What a chosen die has become, for the tools that change it at once. */
const CHANGED: Record<number, string> = {
  [FLUX_BRUSH]: "log.rolled",
  [GRINDING_STONE]: "log.turned",
  [FLUX_REMOVER]: "log.fetched",
};

interface Telling {
  tool: number;
  /** The place in the pool of the die that a tool works on. */
  hand: number;
  dice: (string | null)[];
}

function picked(step: Step, telling: Telling, die: string, name: string, t: Translate): string {
  const key = (!isPlanned(step) && CHANGED[telling.tool]) || "log.picked";
  const now = step.after.pool[telling.hand] ?? die;
  return t(key, { name, die: dieInWords(die, t), now: dieInWords(now, t), colour: t(`colour.${colourOf(now)}`) });
}

/** A die that is turned up or down by one. */
function turned(die: string | undefined, way: "up" | "down"): string | undefined {
  return die && `${colourOf(die)}${valueOf(die) + (way === "up" ? 1 : -1)}`;
}

function one(action: string, step: Step, telling: Telling, t: Translate): string {
  const name = step.names[step.seat] ?? "";
  const [verb, what = "", payment] = action.split(" ");
  const [first = "", second = ""] = what.split(/[@>#]/);
  switch (verb) {
    case "window": {
      const window = action.slice("window ".length);
      return window === "?" ? t("log.window.hidden", { name }) : t("log.window", { name, window });
    }
    case "place":
      return t("log.place", { name, die: dieInWords(first, t), space: spaceInWords(Number(second), t) });
    case "tool": {
      telling.tool = Number(what);
      const tool = t(`tool.${what}`);
      const cost = step.before.tools.find((one) => one.number === telling.tool)?.cost ?? 1;
      const text = payment
        ? t("log.tool.die", { name, tool, die: dieInWords(payment, t) })
        : t("log.tool", { name, tool, n: cost });
      return telling.tool === GLAZING_HAMMER ? `${text} ${t("log.hammer")}` : text;
    }
    case "die":
      telling.hand = second ? Number(second) : step.before.pool.indexOf(first);
      return picked(step, telling, first, name, t);
    case "up":
    case "down": {
      const now = isPlanned(step) ? turned(step.before.pool[telling.hand], verb) : step.after.pool[telling.hand];
      return t(`log.${verb}`, { name, now: now ? dieInWords(now, t) : "?" });
    }
    case "track": {
      const found = alongTrack(step.before.track)[Number(what)];
      if (!found) return "";
      if (telling.tool !== LENS_CUTTER) return t("log.colour", { name, colour: t(`colour.${colourOf(found.die)}`) });
      const given = step.before.pool[telling.hand];
      return t("log.swap", {
        name,
        die: given ? dieInWords(given, t) : "?",
        now: dieInWords(found.die, t),
        round: found.space + 1,
      });
    }
    case "value":
      return t("log.value", { name, value: what });
    case "move": {
      const die = telling.dice[Number(first)];
      telling.dice = telling.dice.map((old, cell) =>
        cell === Number(second) ? (die ?? null) : cell === Number(first) ? null : old,
      );
      return t("log.move", {
        name,
        die: die ? dieInWords(die, t) : "?",
        from: spaceInWords(Number(first), t),
        to: spaceInWords(Number(second), t),
      });
    }
    case "back":
      return t("log.back", { name });
    case "end": {
      const player = step.before.players[step.seat]!;
      return t(player.drafted || player.tool_used || step.actions.length > 1 ? "log.end" : "log.pass", { name });
    }
    default:
      return "";
  }
}

/** What happened, and whether a round or the game has begun or ended with it. */
export function describe(step: Step, t: Translate): string {
  const { before, after } = step;
  const telling: Telling = {
    tool: before.work?.tool ?? 0,
    hand: before.work?.pool_index ?? before.pending ?? -1,
    dice: before.work?.dice ?? before.players[step.seat]?.dice ?? [],
  };
  const told = step.actions.map((action) => one(action, step, telling, t)).filter(Boolean);
  if (after.phase === "over" && before.phase !== "over") told.push(t("log.over"));
  else if (after.round !== before.round) told.push(t("log.round", { round: after.round }));
  return told.join(" ");
}
