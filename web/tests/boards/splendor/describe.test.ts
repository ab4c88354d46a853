import { beforeAll, expect, test } from "vitest";

import { describe as tell } from "../../../src/boards/splendor/describe";
import { messages } from "../../../src/boards/splendor/messages";
import { speak, texts } from "../../languages";
import { DATA, player, view } from "./positions";

const t = texts("splendor", messages);
beforeAll(() => speak("en"));

const rich = player(0, { tokens: [3, 0, 0, 2, 0, 1] });
const poor = player(0, { tokens: [1, 0, 0, 2, 0, 0] });
const guest = player(0, { nobles: [4] });

test.each([
  ["take wbg", rich, rich, "Ada takes 1 white, 1 blue, and 1 green."],
  ["take rr", rich, rich, "Ada takes 2 red."],
  ["buy 7", rich, poor, "Ada buys a green card of level 1 (1 point) for 2 white and 1 gold."],
  ["buy 7 with w2 *1", rich, poor, "Ada buys a green card of level 1 (1 point) for 2 white and 1 gold."],
  ["reserve 7", poor, poor, "Ada reserves a green card of level 1 (1 point)."],
  ["reserve deck2", poor, rich, "Ada reserves a card of level 2 unseen. A gold comes with it."],
  ["return w2 *1", rich, poor, "Ada returns 2 white and 1 gold."],
  ["noble 4", player(0), guest, "A noble visits Ada."],
  ["pass", poor, poor, "Ada passes."],
])("%s is told in a sentence", (action, before, after, text) => {
  const step = {
    seq: 1,
    seat: 0,
    actions: [action],
    before: view({ players: [before, player(1)] }),
    after: view({ players: [after, player(1)] }),
    names: ["Ada", "Bo"],
    data: DATA,
  };
  expect(tell(step, t)).toBe(text);
});

test.each([
  ["take wbg", "Ada takes 1 white, 1 blue, and 1 green."],
  ["buy 7", "Ada buys a green card of level 1 (1 point) for 3 white and 2 red."],
  ["buy 7 with w2 r2 *1", "Ada buys a green card of level 1 (1 point) for 2 white, 2 red, and 1 gold."],
  ["reserve 7", "Ada reserves a green card of level 1 (1 point). A gold comes with it."],
  ["noble 4", "A noble visits Ada."],
])("%s is told before it is played", (action, text) => {
  const now = view({ players: [rich, player(1)] });
  expect(tell({ seq: 1, seat: 0, actions: [action], before: now, after: now, names: ["Ada", "Bo"], data: DATA }, t)).toBe(text);
});

test("no gold comes where there is none", () => {
  const now = view({ bank: [4, 4, 4, 4, 4, 0] });
  const told = tell({ seq: 1, seat: 0, actions: ["reserve 7"], before: now, after: now, names: ["Ada", "Bo"], data: DATA }, t);
  expect(told).toBe("Ada reserves a green card of level 1 (1 point).");
});
