/**
 * A table that this page follows, as the server last told it.
 *
 * A `snapshot` replaces everything; a `step` brings the table after one entry. Views are kept as they came and never
 * changed. The log holds sentences, the latest few hundred, so that a long game does not fill the memory; `last` is the
 * step that led here, and null after a jump, so that a board animates only what it has seen happen.
 *
 * The table's seal is kept from the first snapshot on, a random word is added to its seed once we sit there, and both are
 * held against what the server tells later (`seals.ts`): `alarm` says what does not agree.
 */

import type { Told } from "../boards/contract";
import { equipment, type Equipment } from "./boards";
import { connection, Refusal } from "./connection.svelte";
import { under } from "./fairness";
import { t, textsOf } from "./i18n.svelte";
import type { Message, PresenceNews, Said, Snapshot, Step, View } from "./protocol";
import { keepSeal, keepWords, keptOf, randomWord } from "./seals";

const LONGEST = 300;
const PAST = 16;

export interface LogLine {
  key: string;
  seat: number | null;
  text: string;
}

export class FollowedTable {
  now = $state.raw<Snapshot | null>(null);
  last = $state.raw<Told | null>(null);
  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<Said[]>([]);
  equipment = $state.raw<Equipment | null>(null);
  /** When the turn is over, on this page's own clock; null without a clock. */
  deadline = $state<number | null>(null);
  startsAt = $state<number | null>(null);
  /** The table could not be followed, and why. */
  missing = $state.raw<Refusal | null>(null);
  /** The seat is played from another connection of ours. */
  replaced = $state(false);
  busy = $state(false);
  refused = $state.raw<Refusal | null>(null);
  /** What the server tells that cannot be true. */
  alarm = $state<"seal" | "seed" | "word" | null>(null);
  #worded = false;
  #offered = "";
  #early: Step[] = [];
  #recalled: Step | null = null;
  #asked = false;
  #watchedAs = "";
  #question = {};
  #leave: (() => void)[] = [];

  constructor(readonly id: string) {
    this.#leave.push(connection.listen((message) => this.#hear(message)));
    this.#leave.push(connection.onReady(() => void this.watch()));
  }

  /** Follow it, or follow it again from the last entry we saw. */
  async watch(): Promise<void> {
    const since = this.#watchedAs === connection.name ? (this.now?.seq ?? null) : null;
    this.#watchedAs = connection.name;
    try {
      await connection.send({ type: "watch", table: this.id, since });
      this.missing = null;
      this.replaced = false;
      if (this.now) this.#addWord(); // the last try may have been lost with its connection
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== "lost") this.missing = error;
    }
  }

  /** Follow it no longer. */
  close(): void {
    for (const leave of this.#leave) leave();
    connection.send({ type: "unwatch", table: this.id }).catch(() => {});
  }

  /** Sit down, with a word for the seed where one is taken: the seal is known by now. */
  async sit(): Promise<boolean> {
    const word = this.now?.setup.words ? randomWord() : null;
    const seated = await this.ask({ type: "sit", table: this.id, word });
    if (seated && word) keepWords(this.id, { word });
    return seated;
  }

  /** Add a word to the seed in place of the last one; whether it was accepted. */
  async giveWord(word: string): Promise<boolean> {
    const taken = await this.ask({ type: "word", table: this.id, word });
    if (taken) keepWords(this.id, { word });
    return taken;
  }

  /** Play; whether it was accepted. */
  async act(actions: string[]): Promise<boolean> {
    return this.ask({ type: "act", table: this.id, actions });
  }

  /** Why these actions could not be played now; null if they could, or if something else was asked meanwhile. */
  async why(actions: string[]): Promise<Refusal | null> {
    const question = (this.#question = {});
    try {
      await connection.send({ type: "why", table: this.id, actions });
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return question === this.#question ? error : null;
    }
  }

  /** Send a command about this table; whether it was accepted. A refusal is kept to be shown. */
  async ask(wish: Parameters<typeof connection.send>[0]): Promise<boolean> {
    this.busy = true;
    this.refused = null;
    try {
      await connection.send(wish);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refused = error;
      return false;
    } finally {
      this.busy = false;
    }
  }

  get names(): string[] {
    return this.now?.seats.map((seat) => seat.name) ?? [];
  }

  #hear(message: Message): void {
    if (!("table" in message) || message.table !== this.id) return;
    if (message.type === "snapshot") this.#snapshot(message);
    else if (message.type === "step") this.#step(message);
    else if (message.type === "presence") this.#presence(message);
    else if (message.type === "chat") this.chat = [...this.chat, message].slice(-LONGEST);
    else if (message.type === "replaced") this.replaced = true;
    else if (message.type === "rematch" && this.now) this.now = { ...this.now, rematch: message.next };
  }

  #snapshot(message: Snapshot): void {
    this.now = message;
    this.last = null;
    this.chat = message.chat;
    this.#clocks(message);
    this.#compare();
    this.#addWord();
    void this.#equip(message.game);
  }

  /** Keep the seal if it is the first; hold what was told against what was kept. */
  #compare(): void {
    const { commitment, result, seed, words } = this.now!;
    const kept = result ? keptOf(this.id) : keepSeal(this.id, commitment);
    if (kept && kept.seal !== commitment) this.alarm = "seal";
    else if (seed && !under(commitment, seed)) this.alarm = "seed";
    else if (this.now!.started && kept?.word && !words.includes(kept.word)) this.alarm = "word";
  }

  /** Whoever sits down has a word in the deal without typing one. */
  #addWord(): void {
    const { you, started, result, setup, words } = this.now!;
    if (you === null) {
      this.#worded = false;
      if (!started && keptOf(this.id)?.word) keepWords(this.id, { word: "" }); // it went with the seat
    }
    if (you === null || started || result || !setup.words || this.#worded) return;
    this.#worded = true;
    if (words[you]) {
      if (words[you] === this.#offered) keepWords(this.id, { word: this.#offered }); // taken, but the answer was lost
      return;
    }
    const word = (this.#offered = randomWord());
    connection.send({ type: "word", table: this.id, word }).then(
      () => keepWords(this.id, { word }),
      () => (this.#worded = false),
    );
  }

  async #equip(game: Snapshot["game"]): Promise<void> {
    this.equipment ??= await equipment(game);
    const early = this.#early;
    this.#early = [];
    for (const step of early) this.#tell(step, null);
    this.#askForPast();
  }

  /** After a reload, ask once for the latest entries again, for the log alone. */
  #askForPast(): void {
    const seq = this.now?.seq ?? 0;
    if (this.#asked || seq === 0) return;
    this.#asked = true;
    const since = Math.max(0, seq - PAST);
    connection.send({ type: "watch", table: this.id, since }).catch(() => {});
  }

  #recall(step: Step): void {
    const before = this.#recalled?.seq === step.seq - 1 ? this.#recalled.view : null;
    this.#recalled = step;
    if (!this.equipment || (step.kind === "move" && !before)) return;
    const key = String(step.seq);
    if (this.log.some((line) => line.key === key)) return;
    const line = { key, seat: step.seat, text: this.#words(step, before) };
    this.log = [...this.log, line].sort((a, b) => Number(a.key) - Number(b.key));
  }

  #step(step: Step): void {
    const before = this.now;
    if (!before) return;
    if (step.seq <= before.seq) return this.#recall(step);
    const { type: _, at: __, kind, seat: ___, name: ____, actions: _____, ...rest } = step;
    this.now = { ...before, ...rest, started: before.started || kind === "start" };
    this.#clocks(step);
    if (kind === "start") keepWords(this.id, { words: this.now.words });
    if (step.seed || kind === "start") this.#compare();
    if (!this.now.started) this.#addWord();
    this.last = kind === "move" || kind === "skip" ? this.#told(step, before.view) : null;
    if (this.equipment) this.#tell(step, before.view);
    else this.#early.push(step);
  }

  #told(step: Step, before: View): Told {
    return {
      seq: step.seq,
      seat: step.seat ?? 0,
      actions: step.actions,
      before,
      after: step.view,
      names: step.seats.map((seat) => seat.name),
      data: this.equipment?.data,
    };
  }

  #tell(step: Step, before: View): void {
    const text = this.#words(step, before);
    if (text) this.log = [...this.log, { key: String(step.seq), seat: step.seat, text }].slice(-LONGEST);
  }

  #words(step: Step, before: View): string {
    const name = step.name ?? "";
    const { module } = this.equipment!;
    if (step.kind === "skip") return t("log.skip", { name });
    if (step.kind === "bot") return t(step.seats[step.seat ?? 0]?.bot ? "log.bot" : "log.back", { name });
    if (step.kind !== "move") return t(`log.${step.kind}`, { name, n: step.size });
    if (!before) return `${name}: ${step.actions.join("; ")}`;
    return module.describe(this.#told(step, before), textsOf(this.now!.game));
  }

  #presence(news: PresenceNews): void {
    if (!this.now) return;
    const seats = this.now.seats.map((seat) => (seat.name === news.name ? { ...seat, presence: news.presence } : seat));
    this.now = { ...this.now, seats };
  }

  #clocks({ clock }: Pick<Step, "clock">): void {
    const at = (seconds: number | null) => (seconds === null ? null : performance.now() + seconds * 1000);
    this.deadline = at(clock.turn_left);
    this.startsAt = at(clock.starts_in);
  }
}
