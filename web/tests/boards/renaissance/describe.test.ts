import { beforeAll, describe, expect, test } from "vitest";

import { describe as tell, lineOf, worthOf } from "../../../src/boards/renaissance/describe";
import { messages } from "../../../src/boards/renaissance/messages";
import type { RenaissanceView } from "../../../src/lib/protocol";
import { speak, texts } from "../../languages";
import { DATA, player, view } from "./positions";

const t = texts("renaissance", messages);
beforeAll(() => speak("en"));

const produced = { used: [0], outputs: { stone: 2 }, faith: 1 };
const before = view({
  production: produced,
  leader_inputs: ["shield"],
  players: [player(0, { slots: [[5], [], []] }), player(1)],
});
const spent = view({ players: [player(0, { strongbox: {} }), player(1)] });
const played = view({ players: [player(0, { leaders: [{ position: 1, id: 1, fate: "played" }] }), player(1)] });
const solo = { cross: 2, revealed: [], left: 6, token: 4, last: "black cross +2", lost: "" };

function told(actions: string[], after: RenaissanceView): string {
  return tell({ seq: 1, seat: 0, actions, before, after, names: ["Ada", "Bo"], data: DATA }, t);
}

describe("the market", () => {
  test("a row is read across, a column down", () => {
    expect(lineOf(view(), "r1")).toEqual(["yellow", "yellow", "red", "white"]);
    expect(lineOf(view(), "c4")).toEqual(["white", "white", "white"]);
  });

  test("marbles are worth resources, faith, or what a leader makes of them", () => {
    expect(worthOf(["yellow", "yellow", "red", "white"])).toEqual({ amounts: [2, 0, 0, 0], faith: 1, whites: 1 });
  });
});

test.each([
  ["market r1", "Ada takes row 1 of the market: 2 coins, 1 faith, and 1 white marble."],
  ["buy G2 slot 1", "Ada buys a green card of level 2 (6 points) for 3 coins and 2 servants, into slot 1."],
  ["play leader 1", "Ada plays a leader: cards cost 1 coin less."],
  ["end", "Ada ends the turn."],
])("%s is told before it is played", (action, text) => {
  const leaders = [{ position: 1, id: 1, fate: "held" }];
  const now = view({ solo, players: [player(0, { leaders }), player(1)] });
  expect(tell({ seq: 1, seat: 0, actions: [action], before: now, after: now, names: ["Ada"], data: DATA }, t)).toBe(text);
});

test("a card that is not bought yet costs less by the leaders in play", () => {
  const told = tell(
    { seq: 1, seat: 0, actions: ["buy G2 slot 1"], before: played, after: played, names: ["Ada"], data: DATA },
    t,
  );
  expect(told).toBe("Ada buys a green card of level 2 (6 points) for 2 coins and 2 servants, into slot 1.");
});

describe("a step is told in sentences", () => {
  test.each([
    ["keep 1 2", view(), "Ada keeps two leaders."],
    ["bonus coin@1", view(), "Ada begins with 1 coin on shelf 1."],
    ["market r1", view(), "Ada takes row 1 of the market: 2 coins, 1 faith, and 1 white marble."],
    ["market c2", view(), "Ada takes column 2 of the market: 1 coin, 1 stone, and 1 shield."],
    ["white stone", view(), "Ada makes 1 stone of a white marble."],
    ["store stone 2", view(), "Ada stores 1 stone on shelf 2."],
    ["discard stone stone coin", view(), "Ada discards 1 coin and 2 stones."],
    ["discard leader 1", view(), "Ada discards a leader for 1 faith."],
    ["swap 1 2", view(), "Ada rearranges shelf 1 and shelf 2."],
    ["buy G2 slot 1", spent, "Ada buys a green card of level 2 (6 points) for 3 coins, into slot 1."],
    ["produce basic coin+stone>shield", view(), "Ada produces: 1 coin and 1 stone → 1 shield."],
    ["produce slot 1", view(), "Ada produces: 1 coin → 2 stones and 1 faith."],
    ["produce leader 1>coin", view(), "Ada produces: 1 shield → 1 coin and 1 faith."],
    ["collect", view(), "Ada collects 2 stones and 1 faith."],
    ["revert", view(), "Ada takes the productions back."],
    ["play leader 1", played, "Ada plays a leader: cards cost 1 coin less."],
    ["end", view(), "Ada ends the turn."],
    ["end", view({ solo }), "Lorenzo’s token: the black cross moves 2."],
    ["end", view({ ending: true }), "Ada ends the turn. The last round has begun."],
    [
      "end",
      view({ over: true, solo: { ...solo, lost: "cross" } }),
      "Lorenzo’s token: the black cross moves 2. The black cross is at the end: Lorenzo wins.",
    ],
    ["unheard of", view(), ""],
  ])("%s", (action, after, text) => {
    expect(told([action], after)).toBe(text);
  });

  test("with the Vatican reports that it called", () => {
    const tiles = (first: string) => [first, "down", "down"];
    const kept = view({ reports: 1, players: [player(0, { tiles: tiles("up") }), player(1, { tiles: tiles("lost") })] });
    const none = view({ reports: 1, players: [player(0, { tiles: tiles("lost") }), player(1, { tiles: tiles("lost") })] });
    expect(told(["end"], kept)).toBe("Ada ends the turn. Vatican report 1: Ada wins the pope’s favour.");
    expect(told(["end"], none)).toBe("Ada ends the turn. Vatican report 1: nobody wins the pope’s favour.");
  });
});
