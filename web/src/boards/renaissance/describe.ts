/** A step of Masters of Renaissance in plain words. */

import { list } from "../../lib/i18n.svelte";
import type { RenaissanceCatalogue, RenaissanceView } from "../../lib/protocol";
import { isPlanned, type Told, type Translate } from "../contract";
import {
  COLOURS,
  RESOURCES,
  WORTH,
  abilityInWords,
  cardOf,
  inOrder,
  inWords,
  leaderOf,
  owned,
  placeName,
  price,
  productionInWords,
} from "./goods";

type Step = Told<RenaissanceView, RenaissanceCatalogue>;

/** The marbles of a line, as they lay before it was taken. */
export function lineOf(view: RenaissanceView, line: string): string[] {
  const at = Number(line.charAt(1)) - 1;
  return line.startsWith("r") ? [...view.market.rows[at]!] : view.market.rows.map((row) => row[at]!);
}

/** What a line's marbles are worth: resources, faith, and whites. */
export function worthOf(marbles: readonly string[]): { amounts: number[]; faith: number; whites: number } {
  return {
    amounts: RESOURCES.map((resource) => marbles.filter((one) => WORTH[one] === resource).length),
    faith: marbles.filter((one) => one === "red").length,
    whites: marbles.filter((one) => one === "white").length,
  };
}

function paid(step: Step): number[] {
  const before = owned(step.before.players[step.seat]!);
  return owned(step.after.players[step.seat]!).map((n, at) => Math.max(0, before[at]! - n));
}

function counted(words: readonly string[]): number[] {
  return RESOURCES.map((resource) => words.filter((one) => one === resource).length);
}

/** Sentences by the notation's first words; each gets what its pattern captured. */
const SENTENCES: readonly [RegExp, (step: Step, parts: string[], t: Translate) => string][] = [
  [/^keep /, (step, _, t) => t("log.keep", { name: who(step) })],
  [
    /^bonus (\w+)@(\d)/,
    (step, [what, place], t) =>
      t("log.bonus", { name: who(step), what: t(`count.${what}`, { n: 1 }), place: placeName(Number(place), t) }),
  ],
  [
    /^market (r|c)(\d)/,
    (step, [kind, n], t) => {
      const { amounts, faith, whites } = worthOf(lineOf(step.before, `${kind}${n}`));
      return t(kind === "r" ? "log.row" : "log.column", { name: who(step), line: n!, what: inWords(amounts, t, faith, whites) });
    },
  ],
  [/^white (\w+)/, (step, [what], t) => t("log.white", { name: who(step), what: t(`count.${what}`, { n: 1 }) })],
  [
    /^store (\w+) (\d)/,
    (step, [what, place], t) =>
      t("log.store", { name: who(step), what: t(`count.${what}`, { n: 1 }), place: placeName(Number(place), t) }),
  ],
  [/^discard leader/, (step, _, t) => t("log.leader.discard", { name: who(step) })],
  [
    /^discard (.+)/,
    (step, [what], t) =>
      t("log.discard", { name: who(step), what: inWords(counted(what!.split(" ")), t), n: what!.split(" ").length }),
  ],
  [
    /^(?:swap|move) (\d) (\d)/,
    (step, [from, to], t) =>
      t("log.rearrange", { name: who(step), from: placeName(Number(from), t), to: placeName(Number(to), t) }),
  ],
  [
    /^buy (\w\d) slot (\d)/,
    (step, [pile, slot], t) => {
      const id = step.before.grid.find((one) => one.pile === pile)?.top;
      if (!id) return "";
      const card = cardOf(step.data, id);
      const known = step.actions.length === 1 && !isPlanned(step);
      const cost = known ? paid(step) : price(step.before.players[step.seat]!, card, step.data);
      return t("log.buy", {
        name: who(step),
        colour: t(`colour.${COLOURS[card.colour]}`),
        level: card.level,
        points: t("points", { n: card.points }),
        cost: inWords(cost, t),
        slot: slot!,
      });
    },
  ],
  [
    /^produce basic (\w+)\+(\w+)>(\w+)/,
    (step, [first, second, output], t) =>
      t("log.produce", {
        name: who(step),
        makes: t("makes", { inputs: inWords(counted([first!, second!]), t), outputs: t(`count.${output}`, { n: 1 }) }),
      }),
  ],
  [
    /^produce slot (\d)/,
    (step, [slot], t) => {
      const id = step.before.players[step.seat]!.slots[Number(slot) - 1]?.at(-1);
      return id ? t("log.produce", { name: who(step), makes: productionInWords(cardOf(step.data, id), t) }) : "";
    },
  ],
  [
    /^produce leader (\d)>(\w+)/,
    (step, [number, output], t) => {
      const input = step.before.leader_inputs[Number(number) - 1] ?? "";
      const outputs = inWords(counted([output!]), t, 1);
      return t("log.produce", { name: who(step), makes: t("makes", { inputs: t(`count.${input}`, { n: 1 }), outputs }) });
    },
  ],
  [
    /^collect/,
    (step, _, t) => {
      const held = step.before.production;
      return held ? t("log.collect", { name: who(step), what: inWords(inOrder(held.outputs), t, held.faith) }) : "";
    },
  ],
  [/^revert/, (step, _, t) => t("log.revert", { name: who(step) })],
  [
    /^play leader (\d)/,
    (step, [position], t) => {
      const id = step.after.players[step.seat]!.leaders[Number(position) - 1]?.id;
      if (!id) return "";
      return t("log.leader.play", { name: who(step), ability: abilityInWords(leaderOf(step.data, id), t) });
    },
  ],
  [
    /^end/,
    (step, _, t) =>
      step.after.solo?.last && !isPlanned(step)
        ? t("log.lorenzo", { token: t(`token.${step.after.solo.token}`) })
        : t("log.end", { name: who(step) }),
  ],
];

function who(step: Step): string {
  return step.names[step.seat] ?? "";
}

function one(action: string, step: Step, t: Translate): string {
  for (const [pattern, sentence] of SENTENCES) {
    const found = pattern.exec(action);
    if (found) return sentence(step, found.slice(1), t);
  }
  return "";
}

/** The Vatican reports that this step called: who keeps the tile. */
function reports(step: Step, t: Translate): string[] {
  const called = [0, 1, 2].filter((section) => section >= step.before.reports && section < step.after.reports);
  return called.map((section) => {
    const keepers = step.after.players.flatMap((player) =>
      player.tiles[section] === "up" ? [step.names[player.seat] ?? ""] : [],
    );
    return keepers.length
      ? t("log.report", { report: section + 1, names: list(keepers), n: keepers.length })
      : t("log.report.none", { report: section + 1 });
  });
}

/** What happened, what the pope said to it, and whether the end has begun. */
export function describe(step: Step, t: Translate): string {
  const told = step.actions.map((action) => one(action, step, t)).filter(Boolean);
  told.push(...reports(step, t));
  if (step.after.ending && !step.before.ending && !step.after.over) told.push(t("log.ending"));
  if (step.after.solo?.lost && !step.before.over) told.push(t(`say.lost.${step.after.solo.lost}`));
  return told.join(" ");
}
