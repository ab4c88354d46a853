import { beforeEach, describe, expect, test, vi, type MockInstance } from "vitest";

import { commitment } from "../../src/lib/blake2b";
import { connection, Refusal } from "../../src/lib/connection.svelte";
import type { Message, Ok, Snapshot, Step } from "../../src/lib/protocol";
import { keptOf } from "../../src/lib/seals";
import { FollowedTable } from "../../src/lib/table.svelte";
import { view } from "../boards/splendor/positions";
import { speak } from "../languages";

vi.mock("../../src/lib/boards", () => ({
  equipment: () => Promise.resolve({ module: { describe: () => "Something happened." }, data: null }),
}));

const OK: Ok = { type: "ok", cmd_id: "1" };
const CLOCK = { turn_seconds: 0, turn_left: null, starts_in: null };
const seat = (name: string, presence: "here" | "away" = "here") => ({ name, presence, bot: "", quit: false });

const SNAPSHOT: Snapshot = {
  type: "snapshot",
  table: "t",
  seq: 4,
  game: "splendor",
  setup: { options: {}, start: "asked", turn_seconds: 0, absent: "skip", listed: true, words: true, delay: 0 },
  commitment: "",
  words: [],
  size: 2,
  seats: [seat("Ada"), seat("Bo")],
  you: 0,
  started: true,
  view: view(),
  actors: [0],
  legal: ["pass"],
  clock: CLOCK,
  result: null,
  seed: null,
  rematch: null,
  chat: [],
  paused: false,
  ballot: null,
  undo: null,
};

function step(seq: number, given: Partial<Step> = {}): Step {
  const { table, size, seats, view, actors, clock, result, seed, you } = SNAPSHOT;
  const same = {
    table,
    size,
    seats,
    view,
    actors,
    clock,
    result,
    seed,
    you,
    at: 0,
    legal: [],
    paused: false,
    ballot: null,
    undo: null,
  };
  return { type: "step", seq, kind: "move", seat: 0, name: "Ada", turn: 1, about: "", actions: ["pass"], ...same, ...given };
}

let hear: (message: Message) => void;
let send: MockInstance<typeof connection.send>;
let table: FollowedTable;

beforeEach(async () => {
  await speak("en");
  vi.spyOn(connection, "listen").mockImplementation((listener) => {
    hear = listener;
    return () => {};
  });
  send = vi.spyOn(connection, "send").mockResolvedValue(OK);
  table = new FollowedTable("t");
});

describe("a table that is followed", () => {
  test("is what the last snapshot said, and then each step", () => {
    hear(SNAPSHOT);
    expect(table.now?.seq).toBe(4);
    hear(step(5));
    expect([table.now?.seq, table.now?.legal, table.now?.game]).toEqual([5, [], "splendor"]);
  });

  test("hears nothing of other tables", () => {
    hear({ ...SNAPSHOT, table: "elsewhere" });
    expect(table.now).toBeNull();
  });

  test("shows the step that led to it, but not after a jump", () => {
    hear(SNAPSHOT);
    expect(table.last).toBeNull();
    hear(step(5));
    expect(table.last).toMatchObject({ seq: 5, seat: 0, actions: ["pass"] });
    hear({ ...SNAPSHOT, seq: 9 });
    expect(table.last).toBeNull();
  });

  test("tells each step once, also one that came before its board", async () => {
    hear(SNAPSHOT);
    hear(step(5, { kind: "quit" }));
    expect(table.story.lines).toEqual([]);
    await vi.waitFor(() => expect(table.story.lines.map((line) => line.text)).toEqual(["Ada has left the game."]));
    hear(step(6));
    hear(step(6));
    expect(table.story.lines.map((line) => line.text)).toEqual(["Ada has left the game.", "Something happened."]);
  });

  test("has every line of talk once and in order, and asks for what was said before", async () => {
    const line = (number: number) => ({ type: "chat" as const, table: "t", number, name: "Ada", text: `${number}`, at: 0 });
    hear({ ...SNAPSHOT, chat: [line(3)] });
    hear(line(4));
    hear(line(3));
    const asked = { type: "talk", table: "t", before: 3 };
    hear({ type: "story", table: "t", before: null, steps: [] });
    await vi.waitFor(() => expect(send).toHaveBeenCalledWith(expect.objectContaining({ type: "story" })));
    hear({ type: "story", table: "t", before: null, steps: [] });
    await vi.waitFor(() => expect(send).toHaveBeenCalledWith(asked));
    hear({ type: "talk", table: "t", lines: [line(1), line(2)] });
    expect(table.chat.map((one) => one.number)).toEqual([1, 2, 3, 4]);
  });

  test("knows who is here", () => {
    hear(SNAPSHOT);
    hear({ type: "presence", table: "t", name: "Bo", presence: "away" });
    expect(table.now?.seats.map((one) => one.presence)).toEqual(["here", "away"]);
  });

  test("keeps the refusal of what was asked, until something else is asked", async () => {
    send.mockRejectedValueOnce(new Refusal("splendor.over", "the game is over"));
    expect(await table.act(["pass"])).toBe(false);
    expect(table.refused?.code).toBe("splendor.over");
    expect(await table.act(["pass"])).toBe(true);
    expect(table.refused).toBeNull();
  });
});

describe("why something cannot be done", () => {
  test("is asked with the actions, and nothing is played", async () => {
    send.mockRejectedValueOnce(new Refusal("splendor.deck-empty", "the deck is empty", { level: 1 }));
    expect(await table.why(["reserve deck1"])).toMatchObject({ code: "splendor.deck-empty", params: { level: 1 } });
    expect(send).toHaveBeenLastCalledWith({ type: "why", table: "t", actions: ["reserve deck1"] });
    expect(table.refused).toBeNull();
  });

  test("is nothing if it can be done", async () => {
    expect(await table.why(["pass"])).toBeNull();
  });

  test("is said of the last thing pressed alone", async () => {
    const refuse: ((refusal: Refusal) => void)[] = [];
    send.mockImplementation(() => new Promise((_, reject) => refuse.push(reject)));
    const answers = Promise.all([table.why(["buy 1"]), table.why(["buy 2"])]);
    refuse.forEach((reject, at) => reject(new Refusal(`splendor.${at}`, "no")));
    expect((await answers).map((refusal) => refusal?.code)).toEqual([undefined, "splendor.1"]);
  });
});

describe("the seal of a table", () => {
  const SEED = "00".repeat(32);
  const SEAL = commitment(SEED);
  const LOBBY: Snapshot = { ...SNAPSHOT, commitment: SEAL, words: ["", ""], started: false, view: null, legal: [], actors: [] };
  const OVER = { result: { reason: "walkover", winners: [0], scores: [] }, seed: SEED };
  const sent = (type: string) => send.mock.calls.map(([wish]) => wish).filter((wish) => wish.type === type);
  const told = (wish: unknown) => (wish as { word: string }).word;

  beforeEach(() => localStorage.setItem("bottega.seals", "[]"));

  test("is kept from the first look on, and a random word is added once", async () => {
    hear(LOBBY);
    const [word, ...more] = sent("word").map(told);
    hear(step(5, { kind: "word", seat: 0, words: [word!, ""], view: null }));
    expect(more).toEqual([]);
    await vi.waitFor(() => expect(keptOf("t")).toEqual({ seal: SEAL, word, words: null }));
    hear(step(6, { kind: "start", words: [word!, ""] }));
    expect(keptOf("t")?.words).toEqual([word, ""]);
    expect(table.alarm).toBeNull();
    expect(sent("word").length).toBe(1);
  });

  test("a word that was lost with its connection is given again on the next", async () => {
    send.mockRejectedValueOnce(new Refusal("lost", "The connection was lost."));
    hear(LOBBY);
    await vi.waitFor(() => expect(sent("word").length).toBe(1));
    await table.watch();
    expect(sent("word").length).toBe(2);
    await vi.waitFor(() => expect(keptOf("t")?.word).toBe(told(sent("word")[1])));
    await table.watch();
    expect(sent("word").length).toBe(2);
  });

  test("a word that was taken is kept, even if the answer was lost", async () => {
    send.mockRejectedValueOnce(new Refusal("lost", "The connection was lost."));
    hear(LOBBY);
    const word = told(sent("word")[0]);
    await Promise.resolve();
    hear({ ...LOBBY, seq: 5, words: [word, ""] });
    expect(keptOf("t")?.word).toBe(word);
    expect(sent("word").length).toBe(1);
  });

  test.each([
    ["those who only watch", { you: null }],
    ["a game that has started", { started: true }],
    ["a table that takes none", { setup: { ...SNAPSHOT.setup, words: false } }],
    ["who has given one", { words: ["pepe", ""] }],
  ])("no word is added for %s", (_, given) => {
    hear({ ...LOBBY, ...given });
    expect(sent("word")).toEqual([]);
  });

  test("a word goes with the seat, and is kept when it was taken", async () => {
    hear({ ...LOBBY, you: null, seats: [seat("Bo")], words: [""] });
    await table.sit();
    const word = told(sent("sit")[0]);
    expect(word).toMatch(/^[0-9a-f]{16}$/);
    expect(keptOf("t")?.word).toBe(word);
    expect(await table.giveWord("pepe")).toBe(true);
    expect(keptOf("t")?.word).toBe("pepe");
    send.mockRejectedValueOnce(new Refusal("table.started", "the game has started already"));
    expect(await table.giveWord("sale")).toBe(false);
    expect(keptOf("t")?.word).toBe("pepe");
  });

  test("another seal is an alarm, in the middle of the game and after it, and is not kept", () => {
    hear(LOBBY);
    for (const given of [{}, OVER]) {
      table = new FollowedTable("t");
      hear({ ...LOBBY, ...given, commitment: commitment("11".repeat(32)) });
      expect(table.alarm).toBe("seal");
      expect(keptOf("t")?.seal).toBe(SEAL);
    }
  });

  test("another seed is an alarm, also if its hash comes with it", () => {
    hear({ ...LOBBY, started: true });
    hear(step(5, { ...OVER, seed: "11".repeat(32) }));
    expect(table.alarm).toBe("seed");
    table = new FollowedTable("t");
    hear({ ...LOBBY, ...OVER, seed: "11".repeat(32), commitment: commitment("11".repeat(32)) });
    expect(table.alarm).toBe("seal");
  });

  test("a deal without the own word is an alarm", async () => {
    hear(LOBBY);
    await vi.waitFor(() => expect(keptOf("t")?.word).toBeTruthy());
    hear(step(5, { kind: "start", words: ["", ""] }));
    expect(table.alarm).toBe("word");
  });

  test("a word goes with the seat that is given up, and the deal is not missed it; a new seat has a new one", async () => {
    hear(LOBBY);
    await vi.waitFor(() => expect(keptOf("t")?.word).toBeTruthy());
    hear(step(5, { kind: "leave", you: null, words: [""], seats: [seat("Bo")], view: null }));
    expect(keptOf("t")?.word).toBe("");
    hear(step(6, { kind: "sit", seat: 1, words: ["", ""], view: null }));
    expect(sent("word").length).toBe(2);
    hear(step(7, { kind: "leave", you: null, words: [""], seats: [seat("Bo")], view: null }));
    hear(step(8, { kind: "start", you: null, words: ["sale"] }));
    expect(table.alarm).toBeNull();
  });

  test("what is seen first when all is over is not called kept", () => {
    hear({ ...LOBBY, ...OVER, started: true });
    expect(table.alarm).toBeNull();
    expect(keptOf("t")).toBeNull();
  });
});
