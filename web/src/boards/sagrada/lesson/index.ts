/** How Sagrada is taught: the rules sheet, what every piece is, and hints for a first game. */

import type { SagradaCatalogue, SagradaView } from "../../../lib/protocol";
import { piece, type Hint, type LegendLine, type Lesson } from "../../contract";
import Beads from "../Beads.svelte";
import { COLOURS, colourOf, dieInWords, valueOf } from "../dice";
import Die from "../Die.svelte";
import Glass from "../Glass.svelte";
import { choices } from "../moves";
import ObjectiveSign from "../ObjectiveSign.svelte";
import Pane from "../Pane.svelte";
import Swatch from "../Swatch.svelte";
import ToolIcon from "../ToolIcon.svelte";
import en from "./texts/en";
import it from "./texts/it";
import pl from "./texts/pl";

type Moment = Parameters<Lesson<SagradaView, SagradaCatalogue>["hints"]>[0];

const TOOLS = 12;
const OBJECTIVES = 10;
const numbers = (n: number) => Array.from({ length: n }, (_, at) => at + 1);
const die = (name: string) => piece(Die, { die: name });
const pane = (print: string) => piece(Pane, { print });

function legend(): LegendLine[] {
  return [
    ...COLOURS.map((colour, at) => ({ picture: die(`${colour}${at + 1}`), key: `legend.die.${colour}` })),
    { picture: pane("R"), key: "legend.pane.colour" },
    { picture: pane("5"), key: "legend.pane.value" },
    { picture: pane("."), key: "legend.pane.clear" },
    { picture: piece(Beads, { n: 1 }), key: "legend.bead" },
    { picture: "4◆", key: "legend.hard" },
    { picture: piece(Swatch, { colour: "P" }), key: "legend.private" },
    ...numbers(OBJECTIVES).map((number) => ({ picture: piece(ObjectiveSign, { number }), key: `objective.${number}.text` })),
    ...numbers(TOOLS).map((tool) => ({ picture: piece(ToolIcon, { tool }), key: `tool.${tool}.text` })),
  ];
}

/** A die and a space for it: first what the own objective counts, then what fits a printed space, then many pips. */
function placing({ view, legal, you, t }: Moment): Hint[] {
  const me = view.players[you]!;
  const worth = ([name, cell]: readonly [string, number]) =>
    (me.private.includes(colourOf(name)) ? 10 : 0) + (me.window?.cells[cell] === "." ? 0 : 7) + valueOf(name);
  const all = [...choices(legal).spaces].flatMap(([name, cells]) => [...cells].map((cell) => [name, cell] as const));
  const best = all.sort((one, other) => worth(other) - worth(one))[0];
  if (!best) return [];
  const [name, cell] = best;
  const own = me.private.includes(colourOf(name));
  return [
    { key: "cell", at: `.sagrada:has(.pool .held[data-die="${name}"]) [data-testid="cell-${cell}"].lit` },
    { key: "cell.any", at: ".own .cell.lit" },
    {
      key: own ? "die.own" : "die",
      values: { die: dieInWords(name, t) },
      at: `[data-testid="pool-${view.pool.indexOf(name)}"]`,
    },
  ];
}

function hints(moment: Moment): Hint[] {
  const { view, legal } = moment;
  if (view.phase === "windows")
    return [
      { key: "window.do", at: '[data-testid="take"]' },
      { key: "window", at: '[data-testid^="choose-"]' },
    ];
  if (view.work) return [{ key: "tool", at: ".lit" }];
  const placed = placing(moment);
  return [
    { key: "use", at: '[data-testid="use"]' },
    ...placed,
    {
      key: legal.some((one) => one.startsWith("tool ")) ? "end.tool" : "end",
      at: '[data-testid="end"], [data-testid="end-early"]',
    },
  ];
}

export default {
  messages: { en, it, pl },
  Stock: Glass,
  rules: [
    { name: "goal", sentences: 2 },
    { name: "turn", pictures: [die("R3"), "→", pane("R")], sentences: 3 },
    { name: "place", pictures: [pane("B"), die("B2"), "·", pane("5"), die("G5"), "·", pane("."), die("P1")], sentences: 4 },
    { name: "tools", pictures: [piece(Beads, { n: 1 }), "→", piece(ToolIcon, { tool: 1 })], sentences: 2 },
    { name: "round", sentences: 2 },
    {
      name: "scoring",
      pictures: [piece(ObjectiveSign, { number: 5 }), piece(Swatch, { colour: "P" }), piece(Beads, { n: 1 })],
      sentences: 5,
    },
    { name: "solo", sentences: 4 },
  ],
  legend,
  abouts: [
    ['[data-testid^="choose-"]', "window"],
    ['[data-testid^="pool-"], .pool .one', "die"],
    [".bag", "bag"],
    [".cell", "cell"],
    ['[data-testid^="tool-"]', "tool"],
    ['[data-testid^="public-"]', "public"],
    ['[data-testid^="private-"]', "private"],
    ['[data-testid="tokens"]', "tokens"],
    [".spaces", "track"],
    [".trackplace", "order"],
    ['[data-testid="end"], [data-testid="end-early"]', "end"],
    ['[data-testid="back"]', "back"],
    [".others .window, .all .window", "other"],
  ],
  hints,
  notes: 5,
} satisfies Lesson<SagradaView, SagradaCatalogue>;
