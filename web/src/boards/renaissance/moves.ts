/** What may be done now, read from the legal notations and nothing else. */

import { ending, matching } from "../../lib/notation";
import { RESOURCES } from "./goods";

type Legal = readonly string[];

const order = (resource: string) => (RESOURCES as readonly string[]).indexOf(resource);

/** The slots into which the top card of a pile can be bought. */
export function slotsFor(legal: Legal, pile: string): number[] {
  return ending(legal, `buy ${pile} slot`).map(Number);
}

/** The places where a resource from the market, or a bonus at set-up, can be put. */
export function placesFor(legal: Legal, resource: string): number[] {
  return [
    ...ending(legal, `store ${resource}`),
    ...legal.filter((one) => one.startsWith(`bonus ${resource}@`)).map((one) => one.slice(-1)),
  ].map(Number);
}

/** The notation of putting a resource in a place, if it is legal. */
export function putting(legal: Legal, resource: string, place: number): string | undefined {
  return legal.find((one) => one === `store ${resource} ${place}` || one === `bonus ${resource}@${place}`);
}

/** The resources that can be put somewhere now. */
export function puttable(legal: Legal): string[] {
  return RESOURCES.filter((resource) => placesFor(legal, resource).length);
}

/** The notation that carries contents from one place to another, if it is legal. */
export function carrying(legal: Legal, from: number, to: number): string | undefined {
  const swap = `swap ${Math.min(from, to)} ${Math.max(from, to)}`;
  return legal.find((one) => one === swap || one === `move ${from} ${to}`);
}

/** Whether anything can be carried from this place, or (0) from any. */
export function carries(legal: Legal, from: number): boolean {
  return [1, 2, 3, 4, 5].some(
    (one) => (!from || one === from) && [1, 2, 3, 4, 5].some((to) => to !== one && carrying(legal, one, to)),
  );
}

/** The notation of a basic production; inputs in the listed order. */
export function basic(inputs: readonly string[], output: string): string {
  return `produce basic ${[...inputs].sort((a, b) => order(a) - order(b)).join("+")}>${output}`;
}

/** What can be chosen next for the basic production: a further input, or once there are two, the output. */
export function nextForBasic(legal: Legal, inputs: readonly string[]): string[] {
  const found = matching(legal, /^produce basic (\w+)\+(\w+)>(\w+)$/).flatMap(({ parts }) => {
    const rest = parts.slice(0, 2);
    for (const one of inputs) {
      const at = rest.indexOf(one);
      if (at < 0) return [];
      rest.splice(at, 1);
    }
    return rest.length ? rest : [parts[2]!];
  });
  return RESOURCES.filter((resource) => found.includes(resource));
}

/** What a production leader can give now. */
export function leaderOutputs(legal: Legal, number: number): string[] {
  const start = `produce leader ${number}>`;
  return legal.filter((one) => one.startsWith(start)).map((one) => one.slice(start.length));
}

/** The notation of keeping these leaders, whatever their order. */
export function keeping(legal: Legal, kept: readonly number[]): string | undefined {
  const wanted = kept.map(String);
  return legal.find(
    (one) => one.startsWith("keep ") && wanted.length === 2 && wanted.every((id) => one.split(" ").slice(1).includes(id)),
  );
}

/** All discards: of single resources by name, and of everything at once. */
export function discards(legal: Legal): { single: string[]; all: string | undefined } {
  const found = legal.filter((one) => one.startsWith("discard ") && !one.startsWith("discard leader"));
  return {
    single: found.filter((one) => one.split(" ").length === 2).map((one) => one.slice("discard ".length)),
    all: found.find((one) => one.split(" ").length > 2),
  };
}
