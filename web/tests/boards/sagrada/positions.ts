/** Positions of Sagrada, as little of them as a test needs. */

import type { SagradaCatalogue, SagradaPlayerView, SagradaView } from "../../../src/lib/protocol";

export const DATA: SagradaCatalogue = {
  letters: "RYGBP",
  colours: [],
  windows: [],
  tools: [],
  public_objectives: [],
  private_objectives: [],
};

export function player(seat: number, given: Partial<SagradaPlayerView> = {}): SagradaPlayerView {
  return {
    seat,
    chosen: true,
    window: null,
    dice: Array<null>(20).fill(null),
    tokens: 3,
    private: [],
    first_turn_done: false,
    second_turn_done: false,
    drafted: false,
    tool_used: false,
    ...given,
  };
}

export function view(given: Partial<SagradaView> = {}): SagradaView {
  return {
    seat: 0,
    phase: "rounds",
    round: 1,
    turn: 1,
    actors: [0],
    second_turn: false,
    offered: [],
    players: [player(0), player(1)],
    publics: [],
    tools: [],
    pool: ["R5", "B3", "R5"],
    pending: null,
    obliged: false,
    track: [],
    bag: {},
    work: null,
    target: null,
    scores: [],
    winners: [],
    ...given,
  };
}
