/** What may be played differently, game by game: the form of a new table is made from this. */

import { t } from "../lib/i18n.svelte";
import { length } from "../lib/time";
import type { GameOffer, SetupView } from "../lib/protocol";

export interface Choice {
  name: string;
  usual: boolean | number;
  from?: number;
  to?: number;
}

export const CHOICES: Record<GameOffer["game"], Choice[]> = {
  splendor: [
    { name: "reserve_limit", usual: 3, from: 1, to: 3 },
    { name: "blind_reserve", usual: true },
    { name: "return_gold", usual: true },
    { name: "lenient_take", usual: false },
  ],
  sagrada: [
    { name: "tools", usual: 3, from: 1, to: 12 },
    { name: "solo_tools", usual: 3, from: 1, to: 5 },
  ],
  renaissance: [],
};

/** Seconds for a turn that can be chosen; 0 is no clock. */
export const CLOCKS = [0, 30, 60, 120, 300];

/** Seconds for a turn of a game over days, where the clock runs although nobody is there. */
export const DAYS = [43200, 86400, 259200, 604800, 1209600];

/** The time for a turn, in words. */
export function clock(seconds: number): string {
  if (!seconds) return t("lobby.clock.none");
  if (seconds >= 3600 && seconds % 3600 === 0) return length(seconds);
  return seconds % 60 ? t("lobby.clock.seconds", { n: seconds }) : t("lobby.clock.minutes", { n: seconds / 60 });
}

/** How a table is played, for those who are about to sit down: the clock, and whatever differs from the usual rules. */
export function terms(game: GameOffer["game"], setup: SetupView): string[] {
  const said = [setup.turn_seconds ? `${t("lobby.clock")}: ${clock(setup.turn_seconds)}` : t("lobby.clock.none")];
  if (setup.correspondence) said.push(t("days.kept"));
  if (!setup.listed) said.push(t("lobby.private"));
  if (setup.delay) said.push(t("seats.delay", { n: setup.delay }));
  for (const { name, usual } of CHOICES[game]) {
    const chosen = setup.options[name];
    if (chosen === undefined || chosen === usual) continue;
    const what = t(`option.${name}` as "option.tools");
    said.push(typeof chosen === "boolean" ? `${what}: ${t(chosen ? "yes" : "no")}` : `${what}: ${chosen}`);
  }
  return said;
}
