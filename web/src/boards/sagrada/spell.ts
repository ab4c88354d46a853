/** What Sagrada's refusals and score lines name, as this board calls it. */

import { list } from "../../lib/i18n.svelte";
import type { SagradaCatalogue } from "../../lib/protocol";
import type { About, Spellings } from "../../lib/refusals.svelte";
import { COLOURS, VALUES, dieInWords, spaceInWords } from "./dice";

type Here = About<SagradaCatalogue>;

/** The die of a number: the colours in their order, six values each. */
function notation(die: number): string {
  return `${COLOURS[Math.floor(die / VALUES.length)]}${(die % VALUES.length) + 1}`;
}

const tool = (number: number, { t }: Here) => t(`tool.${number}`);
const window = (number: number, { data }: Here) => data.windows[number]?.name ?? String(number);

export const spell: Spellings<SagradaCatalogue> = {
  "colour": (colour: number, { t }) => t(`colour.${COLOURS[colour]}`),
  "dice": (dice: number[]) => dice.map(notation).join(" "),
  "die": (die: number, { t }) => dieInWords(notation(die), t),
  "place": (place: number) => String(place + 1),
  "private": (colour: number, { t }) => t(`shades.${COLOURS[colour]}`),
  "public": (number: number, { t }) => t(`objective.${number}`),
  "seat": (seat: number, { names }) => names[seat] ?? String(seat + 1),
  "space": (cell: number, { t }) => spaceInWords(cell, t),
  tool,
  "tool-number": (number: number) => String(number),
  "tools": (numbers: number[], about) => list(numbers.map((number) => tool(number, about))),
  "track": (place: number) => String(place + 1),
  window,
  "windows": (numbers: number[], about) =>
    list(
      numbers.map((number) => window(number, about)),
      "disjunction",
    ),
};
