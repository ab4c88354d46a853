/** Positions of Splendor, as little of them as a test needs. */

import type { Card, SplendorCatalogue, SplendorPlayerView, SplendorView } from "../../../src/lib/protocol";

export const CARD: Card = { id: 7, level: 1, bonus: 2, prestige: 1, cost: [3, 0, 0, 2, 0] };
export const DATA: SplendorCatalogue = { colours: ["white", "blue", "green", "red", "black"], cards: [], nobles: [] };
DATA.cards[CARD.id] = CARD;

export function player(seat: number, given: Partial<SplendorPlayerView> = {}): SplendorPlayerView {
  const empty = { prestige: 0, cards: [], nobles: [], reserved: [] };
  return { seat, tokens: [0, 0, 0, 0, 0, 0], bonuses: [0, 0, 0, 0, 0], ...empty, ...given };
}

export function view(given: Partial<SplendorView> = {}): SplendorView {
  return {
    options: {},
    viewer: 0,
    turn: 1,
    seat: 0,
    phase: "main",
    surplus: 0,
    guests: [],
    bank: [4, 4, 4, 4, 4, 5],
    rows: [],
    nobles: [],
    players: [player(0), player(1)],
    last_round: false,
    over: false,
    winners: [],
    ...given,
  };
}
