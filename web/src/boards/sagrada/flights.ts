/**
 * Where dice come from. Dice have no numbers of their own, so a die is known by where it lies; this module tells, from
 * the step that was just played, from which old place each new one has come, as `data-from` wants it.
 */

import type { SagradaCatalogue, SagradaView } from "../../lib/protocol";
import type { Told } from "../contract";
import { alongTrack, named } from "./dice";

const LENS_CUTTER = 5;
const FLUX_REMOVER = 11;

/** Old places by the new names of dice; a die of the pool that is rolled or turned where it lies is in `turned`. */
export interface Origins {
  from: ReadonlyMap<string, string>;
  turned: ReadonlySet<string>;
}

export const NOWHERE: Origins = { from: new Map(), turned: new Set() };

/** What the step moved. */
export function origins(step: Told<SagradaView, SagradaCatalogue>): Origins {
  const { before, after, seat } = step;
  const from = new Map<string, string>();
  const pool = named("pool", before.pool);
  const track = alongTrack(before.track);
  let tool = before.work?.tool ?? 0;
  let hand = before.work?.pool_index ?? before.pending;
  let swapped = -1;
  for (const action of step.actions) {
    const [verb, what = ""] = action.split(" ");
    const [first = "", second = ""] = what.split(/[@>#]/);
    if (verb === "tool") tool = Number(what);
    else if (verb === "die") hand = second ? Number(second) : before.pool.indexOf(first);
    else if (verb === "track" && tool === LENS_CUTTER) swapped = Number(what);
    else if (verb === "move") from.set(`die-${seat}-${second}`, `die-${seat}-${first}`);
    else if (verb === "place") {
      const place = hand ?? before.pool.indexOf(first);
      from.set(`die-${seat}-${second}`, swapped < 0 ? (pool[place] ?? "bag") : track[swapped]!.name);
    }
  }
  const turned = new Set<string>();
  const rolledNew = after.round !== before.round;
  named("pool", after.pool).forEach((name, place) => {
    if (!rolledNew && pool.includes(name)) return;
    if (rolledNew || (tool === FLUX_REMOVER && place === hand)) from.set(name, "bag");
    else if (swapped >= 0 && place === hand) from.set(name, track[swapped]!.name);
    else turned.add(name);
  });
  for (const { name } of alongTrack(after.track)) {
    if (track.some((old) => old.name === name)) continue;
    from.set(name, swapped >= 0 ? (pool[hand ?? -1] ?? "bag") : name.replace(/^track-\d+/, "pool"));
  }
  return { from, turned };
}

/** Favour tokens that went from a purse onto a tool: the tool's number and how many. */
export function paid(step: Told<SagradaView, SagradaCatalogue>): { tool: number; tokens: number } | null {
  for (const [place, tool] of step.after.tools.entries()) {
    const tokens = tool.tokens - (step.before.tools[place]?.tokens ?? tool.tokens);
    if (tokens > 0 && step.after.players.length > 1) return { tool: tool.number, tokens };
  }
  return null;
}
