/**
 * The one connection to the house.
 *
 * How it works. A WebSocket is opened, the server says `welcome`, we say `hello` if we have a name, then everybody who
 * asked by `onReady` says what it wants to follow. When the connection is lost it is opened again, sooner or later
 * (half a second, doubled up to eight), at once when the browser says it is online or the page is looked at.
 *
 * What must stay true:
 *
 * 1. Every command has its own random `cmd_id` and settles exactly once: with the server's `ok`, with its refusal, or
 *    with the code `lost`.
 * 2. An `act` outlives the connection: it is sent again with the same `cmd_id`, and the server plays it once. Other
 *    commands are `lost` with their connection; following a table is asked for anew by `onReady`.
 * 3. A command that is not answered for ten seconds means that the connection is dead, whatever the socket believes.
 */

import type { Command, Message, Ok, Welcome } from "./protocol";
import type { Params } from "./refusals.svelte";
import { settings } from "./settings.svelte";

/** Why a command changed nothing: a code with parameters for us, an English sentence for whoever has no other. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly reason: string,
    readonly params: Params = {},
  ) {
    super(reason);
  }
}

type Unsent<C> = C extends { cmd_id: string } ? Omit<C, "cmd_id"> : never;
/** A command without its id, which the connection gives it. */
export type Wish = Unsent<Command>;

interface Pending {
  command: Command;
  resolve(answer: Ok): void;
  reject(reason: Refusal): void;
}

/** Somebody who is shown what passes on the connection, and when it ends. */
export type Overhearer = (what: "said" | "told" | "closed", text: string) => void;

const PATIENCE = 10_000;
const SOONEST = 500;
const LATEST = 8_000;

function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

class Connection {
  status = $state<"connecting" | "open" | "lost">("connecting");
  welcome = $state.raw<Welcome | null>(null);
  /** The name the server knows us by. */
  name = $state("");
  /** Why the server did not take our name. */
  trouble = $state.raw<Refusal | null>(null);

  #socket: WebSocket | null = null;
  #pending = new Map<string, Pending>();
  #listeners = new Set<(message: Message) => void>();
  #ready = new Set<() => void>();
  #overhearers = new Set<Overhearer>();
  #delay = SOONEST;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;

  /** Connect, and stay connected. */
  start(): void {
    addEventListener("online", () => this.#again(0));
    addEventListener("offline", () => this.#socket?.close());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.status === "lost") this.#again(0);
    });
    this.#open();
  }

  /** Hear every message that is not an answer. */
  listen(listener: (message: Message) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Be called now, if connected, and after every reconnection. */
  onReady(ask: () => void): () => void {
    this.#ready.add(ask);
    if (this.status === "open") ask();
    return () => this.#ready.delete(ask);
  }

  /** Be shown every message as it is written, both ways. */
  overhear(overhearer: Overhearer): () => void {
    this.#overhearers.add(overhearer);
    return () => this.#overhearers.delete(overhearer);
  }

  /** Send a command; the promise is its one answer. */
  send(wish: Wish): Promise<Ok> {
    const command = { ...wish, cmd_id: randomId() } as Command;
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN && command.type !== "act") {
        reject(new Refusal("lost", "There is no connection at the moment."));
        return;
      }
      this.#pending.set(command.cmd_id, { command, resolve, reject });
      this.#write(command);
    });
  }

  /** Come in under a name, or another name: who follows a table asks anew, as a seat may be waiting there. */
  async comeIn(name: string, password: string, passkey?: string): Promise<void> {
    await this.#hello(name, password, passkey);
    for (const ask of this.#ready) ask();
  }

  /** Be somebody else from now on, by a token that was made on another device. */
  async becomes(name: string, token: string): Promise<void> {
    const before = { name: settings.name, token: settings.token };
    Object.assign(settings, { name, token });
    try {
      await this.comeIn(name, "");
    } catch (error) {
      Object.assign(settings, before);
      throw error;
    }
  }

  /** We are forgotten: nobody has our name or our token, not even we. */
  nobody(): void {
    Object.assign(settings, { name: "", token: "" });
    this.name = "";
  }

  /** Be signed in here and nowhere else: whoever has our token has it in vain from now on. */
  async signOutElsewhere(): Promise<void> {
    const answer = await this.send({ type: "sign_out" });
    if (answer.token) settings.token = answer.token;
  }

  /** Say who we are; the token in the answer brings our seats back next time. */
  async #hello(name: string, password?: string, passkey?: string): Promise<void> {
    const token = name === settings.name && settings.token ? settings.token : null;
    const answer = await this.send({ type: "hello", name, password: password || null, token, passkey: passkey ?? null });
    settings.name = this.name = answer.name ?? name;
    if (answer.token) settings.token = answer.token;
    this.trouble = null;
  }

  #open(): void {
    clearTimeout(this.#retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#passed("told", event.data);
      this.#receive(JSON.parse(event.data) as Message);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  #passed(...passed: Parameters<Overhearer>): void {
    for (const overhearer of this.#overhearers) overhearer(...passed);
  }

  #lost(): void {
    this.#passed("closed", "");
    this.#socket = null;
    this.status = "lost";
    this.name = "";
    clearTimeout(this.#watchdog);
    this.#watchdog = undefined;
    for (const [id, pending] of this.#pending) {
      if (pending.command.type === "act") continue;
      this.#pending.delete(id);
      pending.reject(new Refusal("lost", "The connection was lost."));
    }
    this.#again(this.#delay * (0.75 + Math.random() / 2));
    this.#delay = Math.min(this.#delay * 2, LATEST);
  }

  #again(delay: number): void {
    if (this.#socket && this.status !== "lost") return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      if (!this.#socket) this.#open();
    }, delay);
  }

  #write(command: Command): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const text = JSON.stringify(command);
    this.#passed("said", text);
    this.#socket.send(text);
    this.#watchdog ??= setTimeout(() => this.#socket?.close(), PATIENCE);
  }

  async #welcomed(message: Welcome): Promise<void> {
    this.welcome = message;
    this.#delay = SOONEST;
    if (settings.name) {
      try {
        await this.#hello(settings.name);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code === "lost") return;
        this.trouble = error;
      }
    }
    this.status = "open";
    for (const ask of this.#ready) ask();
    for (const { command } of this.#pending.values()) if (command.type === "act") this.#write(command);
  }

  #receive(message: Message): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = undefined;
    if (message.type === "welcome") void this.#welcomed(message);
    else if (message.type === "ok" || message.type === "refused") this.#answered(message);
    else for (const listener of this.#listeners) listener(message);
    if (this.#pending.size && this.#socket) this.#watchdog ??= setTimeout(() => this.#socket?.close(), PATIENCE);
  }

  #answered(answer: Extract<Message, { type: "ok" | "refused" }>): void {
    const pending = this.#pending.get(answer.cmd_id ?? "");
    if (!pending) return;
    this.#pending.delete(pending.command.cmd_id);
    if (answer.type === "ok") pending.resolve(answer);
    else pending.reject(new Refusal(answer.code, answer.reason, answer.params));
  }
}

export const connection = new Connection();
