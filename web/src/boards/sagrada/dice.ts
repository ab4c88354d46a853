/** Dice and spaces: their parts, their names for animation, and how they are said. */

import type { Translate } from "../contract";

export const COLOURS = ["R", "Y", "G", "B", "P"] as const;
export const VALUES = [1, 2, 3, 4, 5, 6] as const;
export const COLUMNS = 5;

export const colourOf = (die: string): string => die.charAt(0);
export const valueOf = (die: string): number => Number(die.charAt(1));

/** Where the pips of each value are, in a box of 100. */
// prettier-ignore
export const PIPS: Record<number, readonly (readonly [number, number])[]> = {
  1: [[50, 50]],
  2: [[26, 26], [74, 74]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[26, 26], [74, 26], [26, 74], [74, 74]],
  5: [[26, 26], [74, 26], [50, 50], [26, 74], [74, 74]],
  6: [[26, 24], [74, 24], [26, 50], [74, 50], [26, 76], [74, 76]],
};

/** A name for each of the dice that lie together: equal ones are told apart by a count (`pool-R5-0`, `pool-R5-1`). */
export function named(where: string, dice: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return dice.map((die) => {
    const count = seen.get(die) ?? 0;
    seen.set(die, count + 1);
    return `${where}-${die}-${count}`;
  });
}

/** All dice of the round track in the order that `track` actions count, each with its round (from 0). */
export function alongTrack(track: readonly (readonly string[])[]): { die: string; space: number; name: string }[] {
  return track.flatMap((dice, space) => named(`track-${space}`, dice).map((name, place) => ({ die: dice[place]!, space, name })));
}

/** `blue 5`. */
export function dieInWords(die: string, t: Translate): string {
  return t("die", { colour: t(`colour.${colourOf(die)}`), value: valueOf(die) });
}

/** `row 2 column 3`. */
export function spaceInWords(cell: number, t: Translate): string {
  return t("space", { row: Math.floor(cell / COLUMNS) + 1, column: (cell % COLUMNS) + 1 });
}

/** What is printed on a space: `blue cell`, `cell for a 4`, `clear cell`. */
export function printInWords(print: string, t: Translate): string {
  if (print === ".") return t("print.clear");
  return /\d/.test(print) ? t("print.value", { value: print }) : t("print.colour", { colour: t(`colour.${print}`) });
}

/** A whole space for the ear: `row 2 column 3, blue cell, empty`. */
export function cellInWords(cell: number, print: string, die: string | null, t: Translate): string {
  const content = die ? dieInWords(die, t) : t("cell.empty");
  return [spaceInWords(cell, t), printInWords(print, t), content].join(", ");
}
