import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { connection as Connection } from "../../src/lib/connection.svelte";
import type { Command, Message } from "../../src/lib/protocol";

/** The other end: what was sent, and what a server would say to it. */
class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 1;
  sent: Command[] = [];
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;

  constructor(readonly url: string) {
    Socket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Command);
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
  say(message: Partial<Message>) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const socket = () => Socket.all.at(-1)!;
const welcome: Message = { type: "welcome", protocol: 1, version: "1", games: [], bots: [] };
let connection: typeof Connection;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  localStorage.clear();
  Socket.all = [];
  vi.stubGlobal("WebSocket", Socket);
  ({ connection } = await import("../../src/lib/connection.svelte"));
  connection.start();
});

afterEach(() => vi.useRealTimers());

describe("a connection", () => {
  test("is open once the server has said welcome", async () => {
    expect(connection.status).toBe("connecting");
    socket().say(welcome);
    await vi.waitFor(() => expect(connection.status).toBe("open"));
  });

  test("that is lost is opened again, later each time", async () => {
    socket().close();
    expect(connection.status).toBe("lost");
    await vi.advanceTimersByTimeAsync(700);
    expect(Socket.all).toHaveLength(2);
    socket().close();
    await vi.advanceTimersByTimeAsync(700);
    expect(Socket.all).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(700);
    expect(Socket.all).toHaveLength(3);
  });

  test("asks everybody anew what they follow when it is back", async () => {
    const ask = vi.fn();
    connection.onReady(ask);
    socket().say(welcome);
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
    socket().close();
    await vi.advanceTimersByTimeAsync(700);
    socket().say(welcome);
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  });

  test("is overheard, both ways and to its end, by whoever wants to", () => {
    const overhearer = vi.fn();
    const enough = connection.overhear(overhearer);
    socket().say(welcome);
    connection.send({ type: "lobby" }).catch(() => {});
    socket().close();
    enough();
    socket().say(welcome);
    const [told, said, closed, ...more] = overhearer.mock.calls as [string, string][];
    expect(told).toEqual(["told", JSON.stringify(welcome)]);
    expect([said![0], JSON.parse(said![1])]).toEqual(["said", Socket.all[0]!.sent[0]]);
    expect(closed).toEqual(["closed", ""]);
    expect(more).toEqual([]);
  });

  test("that answers nothing for ten seconds is dead", async () => {
    socket().say(welcome);
    connection.send({ type: "lobby" }).catch(() => {});
    await vi.advanceTimersByTimeAsync(10_000);
    expect(connection.status).toBe("lost");
  });
});

describe("a command", () => {
  beforeEach(async () => {
    socket().say(welcome);
    await vi.waitFor(() => expect(connection.status).toBe("open"));
  });

  test("is settled by the answer with its id", async () => {
    const first = connection.send({ type: "lobby" });
    const second = connection.send({ type: "sit", table: "t" });
    const [one, two] = socket().sent;
    expect(one!.cmd_id).not.toBe(two!.cmd_id);
    socket().say({ type: "ok", cmd_id: two!.cmd_id, table: "t" });
    socket().say({ type: "ok", cmd_id: one!.cmd_id });
    expect((await second).table).toBe("t");
    expect((await first).table).toBeUndefined();
  });

  test("that is refused says why", async () => {
    const answer = connection.send({ type: "sit", table: "t" });
    socket().say({ type: "refused", cmd_id: socket().sent[0]!.cmd_id, code: "table.full", reason: "the table is full" });
    await expect(answer).rejects.toMatchObject({ code: "table.full", message: "the table is full" });
  });

  test("is lost with its connection", async () => {
    const answer = connection.send({ type: "sit", table: "t" });
    socket().close();
    await expect(answer).rejects.toMatchObject({ code: "lost" });
    await expect(connection.send({ type: "lobby" })).rejects.toMatchObject({ code: "lost" });
  });

  test("that plays is sent again under the same id until it is answered", async () => {
    const answer = connection.send({ type: "act", table: "t", actions: ["pass"] });
    const id = socket().sent[0]!.cmd_id;
    socket().close();
    await vi.advanceTimersByTimeAsync(700);
    socket().say(welcome);
    await vi.waitFor(() => expect(socket().sent).toHaveLength(1));
    expect(socket().sent[0]).toMatchObject({ type: "act", cmd_id: id, actions: ["pass"] });
    socket().say({ type: "ok", cmd_id: id });
    await expect(answer).resolves.toMatchObject({ type: "ok" });
  });
});

test("what is no answer is heard by everybody who listens, until they no longer do", () => {
  const heard = vi.fn();
  const leave = connection.listen(heard);
  socket().say({ type: "closing", reason: "tea" });
  leave();
  socket().say({ type: "closing", reason: "tea" });
  expect(heard).toHaveBeenCalledExactlyOnceWith({ type: "closing", reason: "tea" });
});

test("whoever has come in is given the name of the answer, and its token for the next time", async () => {
  const { settings } = await import("../../src/lib/settings.svelte");
  socket().say(welcome);
  const done = connection.comeIn("ada", "");
  expect(socket().sent[0]).toMatchObject({ type: "hello", name: "ada", password: null, token: null });
  socket().say({ type: "ok", cmd_id: socket().sent[0]!.cmd_id, name: "Ada", token: "secret" });
  await done;
  expect([connection.name, settings.name, settings.token]).toEqual(["Ada", "Ada", "secret"]);
});

test("who signs out everywhere else keeps the new token", async () => {
  const { settings } = await import("../../src/lib/settings.svelte");
  socket().say(welcome);
  settings.token = "former";
  const done = connection.signOutElsewhere();
  expect(socket().sent.at(-1)).toMatchObject({ type: "sign_out" });
  socket().say({ type: "ok", cmd_id: socket().sent.at(-1)!.cmd_id, name: "Ada", token: "newer" });
  await done;
  expect(settings.token).toBe("newer");
});
