/**
 * What flies when something happens: marbles along their line, resources between hand, places and the market.
 *
 * Cards, leaders and markers keep their identity and fly by themselves (`data-piece`). Resources are only counted, so
 * likenesses of them are sent from where there are fewer now to where there are more.
 */

import { flyFrom, placeOf, sendGhost } from "../../lib/motion";
import type { RenaissanceCatalogue, RenaissancePlayerView, RenaissanceView } from "../../lib/protocol";
import type { Told } from "../contract";
import { lineOf } from "./describe";
import { RESOURCES, places } from "./goods";

type Step = Told<RenaissanceView, RenaissanceCatalogue>;
type Moved = { place: string; resource: string; n: number };

const MOST = 4;
const APART = 80;

/** The places of a line's marbles, from where they drop to where the slide's marble goes in. */
function cells(line: string): string[] {
  const at = Number(line.charAt(1)) - 1;
  return line.startsWith("r")
    ? [0, 1, 2, 3].map((column) => `marble-${at}-${column}`)
    : [0, 1, 2].map((row) => `marble-${row}-${at}`);
}

function marbles(board: Element, line: string): void {
  const inOrder = ["marble-slide", ...cells(line)].map((name) => placeOf(board, name));
  const rects = inOrder.map((one) => one?.getBoundingClientRect());
  inOrder.forEach((one, at) => {
    const from = rects[(at + 1) % rects.length];
    if (one && from) flyFrom(one.firstElementChild ?? one, from);
  });
}

/** What was on the line goes to whoever took it: red to the marker, white only where it is worth something. */
function taken(board: Element, line: string, step: Step): void {
  const hand = placeOf(board, `hand-${step.seat}`) ?? placeOf(board, `seat-${step.seat}`);
  lineOf(step.before, line).forEach((colour, at) => {
    const from = placeOf(board, cells(line)[at]!);
    const to = colour === "red" ? placeOf(board, `marker-${step.seat}`) : hand;
    const likeness = board.querySelector(`.well .marble.${colour}`);
    const worthless = colour === "white" && !step.before.white_choices.length;
    if (from && to && likeness && !worthless) sendGhost(likeness, from, to, at * APART);
  });
}

/** How many of what lie where, strongbox included. */
function holdings(player: RenaissancePlayerView): Moved[] {
  const boxes = RESOURCES.map((resource) => ({
    place: `box-${player.seat}-${resource}`,
    resource,
    n: player.strongbox[resource] ?? 0,
  }));
  const rest = places(player).flatMap((one) =>
    RESOURCES.map((resource) => ({
      place: `place-${player.seat}-${one.place}`,
      resource,
      n: one.resource === resource ? one.count : 0,
    })),
  );
  return [...boxes, ...rest];
}

function changes(step: Step): Moved[] {
  const before = holdings(step.before.players[step.seat]!);
  const was = ({ place, resource }: Moved) => before.find((one) => one.place === place && one.resource === resource)?.n ?? 0;
  return holdings(step.after.players[step.seat]!).map((one) => ({ ...one, n: one.n - was(one) }));
}

/** Where resources come from or go to, other than shelves and strongbox. */
function otherEnd(step: Step): string {
  const seat = step.seat;
  const bought = step.actions.map((one) => /^buy \w+ slot (\d)/.exec(one)?.[1]).find(Boolean);
  if (bought) return `slot-${seat}-${bought}`;
  const slot = step.actions.map((one) => /^produce slot (\d)/.exec(one)?.[1]).find(Boolean);
  if (slot) return `slot-${seat}-${slot}`;
  return step.actions.some((one) => one.startsWith("produce basic")) ? `basic-${seat}` : `hand-${seat}`;
}

/** Let everything that is counted fly; the rest has flown already. */
export function fly(board: Element, step: Step, handWas: DOMRect | null): void {
  const line = step.actions.map((one) => /^market (\w\d)/.exec(one)?.[1]).find(Boolean);
  if (line) {
    taken(board, line, step);
    marbles(board, line);
  }
  const away = placeOf(board, otherEnd(step)) ?? handWas ?? placeOf(board, `seat-${step.seat}`);
  for (const { place, resource, n } of changes(step)) {
    const here = placeOf(board, place);
    const likeness = board.querySelector(`.box .icon.${resource}`);
    if (!n || !here || !away || !likeness) continue;
    for (let one = 0; one < Math.min(MOST, Math.abs(n)); one++) {
      sendGhost(likeness, n > 0 ? away : here, n > 0 ? here : away, one * APART);
    }
  }
}
