/** A small picture for every kind of line in the log, as a path in a square of 24. */

const GEM = "M12 3l7 6-7 12L5 9z";
const CARD = "M6 3h12v18H6z";
const RIBBON = "M7 3h10v18l-5-4-5 4z";
const BACK = "M9 5l-6 5 6 5v-3h7a4 4 0 0 1 0 8h-4v2h4a6 6 0 0 0 0-12H9z";
const CROWN = "M3 8l5 4 4-7 4 7 5-4-2 11H5z";
const ON = "M5 4l9 8-9 8zM16 4h3v16h-3z";
const DIE = "M4 4h16v16H4zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z";
const TOOL = "M14 3a5 5 0 0 0-4 8L3 18l3 3 7-7a5 5 0 0 0 6-7l-3 3-3-3 3-3z";
const PANES = "M4 3h7v8H4zM13 3h7v8h-7zM4 13h7v8H4zM13 13h7v8h-7z";
const MARBLE = "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z";
const SHELF = "M4 4h16v3H4zM4 11h16v3H4zM4 18h16v3H4z";
const CROSS = "M6 4l6 6 6-6 2 2-6 6 6 6-2 2-6-6-6 6-2-2 6-6-6-6z";
const WORKS = "M4 20V6l6 4V6l6 4V4h4v16z";
const BASKET = "M11 3h2v9l4-3 1 2-6 5-6-5 1-2 4 3zM4 19h16v2H4z";
const PERSON = "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-5 4-7 8-7s8 2 8 7z";
const DOOR = "M4 3h10v4h-2V5H6v14h6v-2h2v4H4zM15 8l5 4-5 4v-3H9v-2h6z";
const FLAG = "M5 3h2v18H5zM8 4h11l-3 4 3 4H8z";
const BOT = "M11 2h2v3h7v14H4V5h7zM8 9h3v4H8zM13 9h3v4h-3z";
const SPEECH = "M4 4h16v12H9l-5 4z";
const PAUSE = "M6 4h4v16H6zM14 4h4v16h-4z";
const SIZE = "M3 10h18v4H3z";

const VERBS: Record<string, string> = {
  take: GEM,
  buy: CARD,
  reserve: RIBBON,
  return: BACK,
  noble: CROWN,
  pass: ON,
  end: ON,
  window: PANES,
  place: DIE,
  die: DIE,
  up: DIE,
  down: DIE,
  value: DIE,
  track: DIE,
  tool: TOOL,
  back: BACK,
  market: MARBLE,
  white: MARBLE,
  store: SHELF,
  bonus: SHELF,
  swap: SHELF,
  move: SHELF,
  discard: CROSS,
  produce: WORKS,
  collect: BASKET,
  revert: BACK,
  play: CROWN,
  keep: RIBBON,
};

const KINDS: Record<string, string> = {
  sit: PERSON,
  leave: DOOR,
  quit: DOOR,
  word: SPEECH,
  size: SIZE,
  start: FLAG,
  end: FLAG,
  skip: ON,
  bot: BOT,
  undo: BACK,
  propose: SPEECH,
  ask: SPEECH,
  succeed: PERSON,
  vote: SPEECH,
  pause: PAUSE,
};

/** The picture of a line: of what was played first in a move, else of what kind of entry it is. */
export function iconOf(kind: string, verb: string): string {
  return (kind === "move" ? VERBS[verb] : KINDS[kind]) ?? SIZE;
}
