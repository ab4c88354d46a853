import { beforeAll, expect, test } from "vitest";

import { describe as tell } from "../../../src/boards/sagrada/describe";
import { origins } from "../../../src/boards/sagrada/flights";
import { messages } from "../../../src/boards/sagrada/messages";
import type { SagradaView } from "../../../src/lib/protocol";
import { speak, texts } from "../../languages";
import { DATA, player, view } from "./positions";

const t = texts("sagrada", messages);
beforeAll(() => speak("en"));

function step(actions: string[], before: SagradaView, after: SagradaView) {
  return { seq: 1, seat: 0, actions, before, after, names: ["Ada", "Bo"], data: DATA };
}

const toolOf = (number: number) => ({ number, name: "", text: "", tokens: 0, used: false, cost: 2, colour: "R" });
const dice = (given: Record<number, string>) => Array.from({ length: 20 }, (_, cell) => given[cell] ?? null);
const before = view({ track: [["G2"]], tools: [toolOf(3)], players: [player(0, { dice: dice({ 3: "P6" }) }), player(1)] });

test.each([
  [["window Via Lux"], view(), "Ada chooses the window Via Lux."],
  [["window ?"], view(), "Ada chooses a window."],
  [["place B3@7"], view(), "Ada places the blue 3 on row 2 column 3."],
  [["tool 3"], view(), "Ada uses Copper Foil Burnisher for 2 favour tokens."],
  [["tool 3 R5"], view(), "Ada uses Copper Foil Burnisher and pays with the red 5."],
  [["tool 7"], view(), "Ada uses Glazing Hammer for 1 favour token. All dice of the pool are rolled again."],
  [["die R5"], view(), "Ada chooses the red 5."],
  [
    ["tool 6", "die R5"],
    view({ pool: ["R1", "B3", "R5"] }),
    "Ada uses Flux Brush for 1 favour token. Ada rolls the red 5 again: red 1.",
  ],
  [
    ["tool 5", "die B3", "track 0"],
    view(),
    "Ada uses Lens Cutter for 1 favour token. Ada chooses the blue 3. Ada swaps the blue 3 for the green 2 of round 1.",
  ],
  [["track 0"], view(), "Ada chooses the colour green."],
  [["value 6"], view(), "Ada sets it to 6."],
  [["move 3>8"], view(), "Ada moves the purple 6 from row 1 column 4 to row 2 column 4."],
  [["back"], view(), "Ada leaves the tool."],
  [["end"], view(), "Ada passes."],
  [["place B3@7", "end"], view({ round: 2 }), "Ada places the blue 3 on row 2 column 3. Ada ends the turn. Round 2 begins."],
  [["end"], view({ phase: "over" }), "Ada passes. The ten rounds are over."],
])("%o is told in sentences", (actions, after, text) => {
  expect(tell(step(actions, before, after), t)).toBe(text);
});

test.each([
  [["place B3@7"], {}, "Ada places the blue 3 on row 2 column 3."],
  [["tool 6", "die R5"], {}, "Ada uses Flux Brush for 1 favour token. Ada chooses the red 5."],
  [
    ["tool 1", "die B3", "up"],
    {},
    "Ada uses Grozing Pliers for 1 favour token. Ada chooses the blue 3. Ada turns it up: blue 4.",
  ],
])("%o is told before it is played", (actions, given, text) => {
  const now = { ...before, ...given };
  expect(tell(step(actions, now, now), t)).toBe(text);
});

test("a die that is placed comes from its place in the pool", () => {
  const { from } = origins(step(["place B3@7"], before, view({ pool: ["R5", "R5"] })));
  expect(from.get("die-0-7")).toBe("pool-B3-0");
});

test("dice of a new round come out of the bag", () => {
  const { from } = origins(step(["end"], before, view({ round: 2, pool: ["Y1"] })));
  expect(from.get("pool-Y1-0")).toBe("bag");
});

test("a die that is rolled again turns where it lies", () => {
  const { turned } = origins(step(["tool 6", "die R5"], before, view({ pool: ["R1", "B3", "R5"] })));
  expect([...turned]).toEqual(["pool-R1-0"]);
});

test("a die that is moved comes from its old space", () => {
  const { from } = origins(step(["move 3>8"], before, view()));
  expect(from.get("die-0-8")).toBe("die-0-3");
});
