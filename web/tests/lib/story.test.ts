import { beforeEach, describe, expect, test, vi, type MockInstance } from "vitest";

import type { Equipment } from "../../src/lib/boards";
import { connection, Refusal } from "../../src/lib/connection.svelte";
import type { Ok, StoryStep } from "../../src/lib/protocol";
import { see, seenOf } from "../../src/lib/seen";
import { merged, Story } from "../../src/lib/story.svelte";
import { view } from "../boards/splendor/positions";
import { speak } from "../languages";

const OK: Ok = { type: "ok", cmd_id: "1" };
const EQUIPMENT = {
  module: { describe: ({ seq, actions }: { seq: number; actions: string[] }) => (actions[0] === "end" ? "" : `Move ${seq}.`) },
  data: null,
} as unknown as Equipment;

function entry(seq: number, given: Partial<StoryStep> = {}): StoryStep {
  const move = { seq, at: seq, kind: "move" as const, seat: 0, name: "Ada", names: ["Ada", "Bo"], size: 2 };
  return { ...move, actions: ["pass"], turn: seq, about: "", view: view(), ...given };
}

const LOG: StoryStep[] = [
  entry(1, { kind: "sit", turn: null, view: null, actions: [] }),
  entry(2, { kind: "start", turn: null, seat: null, name: null, actions: [] }),
  ...Array.from({ length: 70 }, (_, n) => entry(n + 3)),
  entry(73, { actions: ["end"] }),
  entry(74, { kind: "bot", about: "greedy", turn: null, actions: [] }),
  entry(75, { kind: "end", about: "abandoned", seat: null, name: null, turn: null, actions: [] }),
];

let story: Story;
let send: MockInstance<typeof connection.send>;

beforeEach(async () => {
  await speak("en");
  localStorage.clear();
  story = new Story("t");
  send = vi.spyOn(connection, "send").mockImplementation((wish) => {
    const { before, most = 32 } = wish as { before: number; most?: number };
    const steps = LOG.filter((one) => one.seq < before).slice(-most);
    const former = LOG.find((one) => one.seq === (steps[0]?.seq ?? 1) - 1);
    setTimeout(() => story.hear({ type: "story", table: "t", before: former?.view ?? null, steps }));
    return Promise.resolve(OK);
  });
});

describe("what happened", () => {
  test("is all there, in order, and quiet about empty steps", async () => {
    await story.begin(EQUIPMENT, "splendor", 75);
    expect(story.whole).toBe(true);
    expect(story.lines.map((line) => line.seq)).toEqual([...Array.from({ length: 72 }, (_, n) => n + 1), 74, 75]);
    expect(story.lines.slice(0, 3).map((line) => line.text)).toEqual([
      "Ada sits down.",
      "The game begins; Ada has the first turn.",
      "Move 3.",
    ]);
    expect(story.lines.slice(-2).map((line) => line.text)).toEqual([
      "A bot plays for Ada.",
      "The game has ended. The game was abandoned.",
    ]);
  });

  test("steps that come meanwhile are told once, and only what is missing is asked for", async () => {
    const begun = story.begin(EQUIPMENT, "splendor", 70);
    story.add(entry(71), view());
    await begun;
    expect(story.lines.at(-1)?.text).toBe("Move 71.");
    send.mockClear();
    await story.begin(EQUIPMENT, "splendor", 75);
    expect(send).toHaveBeenCalledTimes(1);
    expect(story.lines.map((line) => line.seq).slice(-4)).toEqual([71, 72, 74, 75]);
  });

  test("is told anew in another language", async () => {
    await story.begin(EQUIPMENT, "splendor", 75);
    await speak("it");
    await story.retell();
    expect(story.lines[0]?.text).not.toBe("Ada sits down.");
    expect(story.lines.length).toBe(74);
  });

  test("a moment is looked at, and left", async () => {
    await story.begin(EQUIPMENT, "splendor", 75);
    await story.look(10);
    expect(story.moment).toMatchObject({ seq: 10, text: "Move 10.", names: ["Ada", "Bo"] });
    expect(story.moment?.last).toMatchObject({ seq: 10 });
    story.leave();
    expect(story.moment).toBeNull();
    await story.look(1); // nothing was on the table then
    expect(story.moment).toBeNull();
  });

  test("a house that does not tell leaves what is here", async () => {
    send.mockRejectedValue(new Refusal("house.busy", "busy"));
    await story.begin(EQUIPMENT, "splendor", 75);
    story.add(entry(76), view());
    expect([story.whole, story.lines.map((line) => line.seq)]).toEqual([false, [76]]);
  });
});

describe("what was missed", () => {
  test("is what came after the last look, until it was looked at", () => {
    story.back(5);
    expect(story.unread).toBeNull();
    expect(seenOf("t")).toBe(5);
    story.back(9);
    expect(story.unread).toBe(5);
    story.back(9);
    expect(story.unread).toBeNull();
  });

  test("nobody sees anything behind a page that is hidden", () => {
    story = new Story("behind");
    see("behind", 2);
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    story.seen(8);
    expect(seenOf("behind")).toBe(2);
    vi.restoreAllMocks();
  });
});

test("lines of talk are put together, each once", () => {
  const line = (number: number) => ({ type: "chat" as const, table: "t", number, name: "Ada", text: "", at: 0 });
  expect(merged([line(2), line(4)], [line(1), line(2)]).map((one) => one.number)).toEqual([1, 2, 4]);
});
