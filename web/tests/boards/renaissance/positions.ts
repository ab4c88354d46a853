/** Positions of Masters of Renaissance, as little of them as a test needs. */

import type {
  DevelopmentCard,
  LeaderCard,
  RenaissanceCatalogue,
  RenaissancePlayerView,
  RenaissanceView,
} from "../../../src/lib/protocol";

export const CARD: DevelopmentCard = {
  id: 5,
  level: 2,
  colour: 0,
  points: 6,
  cost: [3, 0, 2, 0],
  inputs: [1, 0, 0, 0],
  outputs: [0, 2, 0, 0],
  faith: 1,
};
const LEADER: LeaderCard = {
  id: 0,
  ability: "discount",
  resource: 0,
  points: 2,
  needs_cards: [0, 0, 0, 0],
  needs_level: 0,
  needs_resources: [0, 0, 0, 0],
};
export const LEADERS: LeaderCard[] = [
  { ...LEADER, id: 1, needs_cards: [1, 2, 0, 0] },
  { ...LEADER, id: 2, ability: "depot", resource: 1, points: 3, needs_resources: [5, 0, 0, 0] },
  { ...LEADER, id: 3, ability: "production", resource: 3, points: 4, needs_cards: [0, 0, 1, 0], needs_level: 2 },
];
export const DATA: RenaissanceCatalogue = {
  resources: ["coin", "stone", "servant", "shield"],
  colours: ["green", "blue", "yellow", "purple"],
  piles: [],
  cards: [CARD],
  leaders: LEADERS,
  leader_texts: [],
  track_points: [],
  tile_points: [],
};

const shelf = (place: number, resource: string | null = null, count = 0) => ({ place, resource, count, size: place });

export function player(seat: number, given: Partial<RenaissancePlayerView> = {}): RenaissancePlayerView {
  return {
    seat,
    points: 0,
    faith: 0,
    tiles: ["down", "down", "down"],
    shelves: [shelf(1, "coin", 1), shelf(2, "stone", 2), shelf(3)],
    depots: [],
    strongbox: { coin: 3 },
    slots: [[], [], []],
    leaders: [],
    offered: [],
    bonus: 0,
    ready: true,
    ...given,
  };
}

export function view(given: Partial<RenaissanceView> = {}): RenaissanceView {
  return {
    turn: 1,
    phase: "start",
    seat: 0,
    actors: [0],
    market: {
      rows: [
        ["yellow", "yellow", "red", "white"],
        ["blue", "grey", "purple", "white"],
        ["white", "blue", "grey", "white"],
      ],
      slide: "purple",
    },
    grid: [{ pile: "G2", level: 2, colour: "green", top: 5, left: 4 }],
    pending: {},
    whites: 0,
    white_choices: [],
    leader_inputs: [],
    production: null,
    reports: 0,
    ending: false,
    over: false,
    winners: [],
    solo: null,
    players: [player(0), player(1)],
    ...given,
  };
}
