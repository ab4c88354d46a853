/** What may be played differently, game by game: the form of a new table is made from this. */

import type { GameOffer } from "../lib/protocol";

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
