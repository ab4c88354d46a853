/**
 * A table that this page follows, as the server last told it.
 *
 * A `snapshot` replaces everything; a `step` brings the table after one entry. Views are kept as they came and never
 * changed. `last` is the step that led here, and null after a jump, so that a board animates only what it has seen happen.
 * What happened is told by `story`, what was said is in `chat`: both whole, as the house keeps them.
 *
 * The table's seal is kept from the first snapshot on, a random word is added to its seed once we sit there, and both are
 * held against what the server tells later (`seals.ts`): `alarm` says what does not agree.
 */

import type { Told } from "../boards/contract";
import { equipment, type Equipment } from "./boards";
import { connection, Refusal } from "./connection.svelte";
import { under } from "./fairness";
import { language } from "./i18n.svelte";
import type { Away, Message, Freed, Nudged, PresenceNews, Said, Snapshot, Step, View, Watchers } from "./protocol";
import { keepSeal, keepWords, keptOf, randomWord } from "./seals";
import { merged, Story } from "./story.svelte";

export class FollowedTable {
  now = $state.raw<Snapshot | null>(null);
  last = $state.raw<Told | null>(null);
  story: Story;
  chat = $state.raw<Said[]>([]);
  equipment = $state.raw<Equipment | null>(null);
  /** When the turn is over, on this page's own clock; null without a clock. */
  deadline = $state<number | null>(null);
  /** Who is away in a game over days, and until when (milliseconds since 1970). */
  away = $state.raw<Record<string, number>>({});
  startsAt = $state<number | null>(null);
  /** The table could not be followed, and why. */
  missing = $state.raw<Refusal | null>(null);
  /** The seat is played from another connection of ours. */
  replaced = $state(false);
  busy = $state(false);
  /** Who watches without playing, as those who play are told. */
  watchers = $state.raw<Watchers | null>(null);
  /** Who has reminded us of our turn last. */
  nudged = $state.raw<Nudged | null>(null);
  /** The seat for which the host has just made a code. */
  freed = $state.raw<Freed | null>(null);
  /** The players let nobody watch any more. */
  excluded = $state(false);
  refused = $state.raw<Refusal | null>(null);
  /** What the server tells that cannot be true. */
  alarm = $state<"seal" | "seed" | "word" | null>(null);
  #worded = false;
  #offered = "";
  #early: [Step, View][] = [];
  #listening = false;
  #watchedAs = "";
  #question = {};
  #leave: (() => void)[] = [];

  constructor(readonly id: string) {
    this.story = new Story(id);
    let spoken = language();
    this.#leave.push(
      $effect.root(() => {
        $effect(() => {
          if (spoken !== language()) void this.story.retell();
          spoken = language();
        });
      }),
    );
    const look = () => {
      if (!document.hidden && this.now) this.story.back(this.now.seq);
    };
    document.addEventListener("visibilitychange", look);
    this.#leave.push(() => document.removeEventListener("visibilitychange", look));
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

  /** Follow it no longer; but a seat that we wait at is ours while we look at something else. */
  close(): void {
    for (const leave of this.#leave) leave();
    if (this.now && this.now.you !== null && !this.now.started) return;
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
    else if (message.type === "chat") this.chat = merged(this.chat, [message]);
    else if (message.type === "talk") this.#talk(message.lines);
    else if (message.type === "story") this.story.hear(message);
    else if (message.type === "away") this.#away(message);
    else if (message.type === "replaced") this.replaced = true;
    else if (message.type === "watchers") this.watchers = message;
    else if (message.type === "nudged") this.nudged = message;
    else if (message.type === "freed") this.freed = message;
    else if (message.type === "excluded") this.excluded = true;
    else if (message.type === "rematch" && this.now) this.now = { ...this.now, rematch: message.next };
  }

  #snapshot(message: Snapshot): void {
    this.now = message;
    this.last = null;
    this.away = {};
    this.chat = merged(this.chat, message.chat);
    this.#listening = false;
    this.story.back(message.seq);
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
    const begun = this.story.begin(this.equipment, game, this.now!.seq);
    const early = this.#early;
    this.#early = [];
    for (const [step, before] of early) this.#tell(step, before);
    await begun;
    this.#askForTalk();
  }

  /** Ask for what was said before the lines that are here. */
  #askForTalk(): void {
    const first = this.chat[0]?.number ?? null;
    if (this.#listening || first === 1) return;
    this.#listening = true;
    connection.send({ type: "talk", table: this.id, before: first }).catch(() => (this.#listening = false));
  }

  #talk(lines: Said[]): void {
    this.#listening = false;
    this.chat = merged(this.chat, lines);
    if (lines.length) this.#askForTalk();
  }

  #step(step: Step): void {
    const before = this.now;
    if (!before) return;
    if (step.seq <= before.seq) return;
    const { type: _, at: __, kind, seat: ___, name: ____, actions: _____, turn: ______, about: _______, ...rest } = step;
    this.now = { ...before, ...rest, started: before.started || kind === "start" };
    this.#clocks(step);
    if (kind === "start") keepWords(this.id, { words: this.now.words });
    if (step.seed || kind === "start") this.#compare();
    if (!this.now.started) this.#addWord();
    this.last = kind === "move" || kind === "skip" ? this.#told(step, before.view) : null;
    this.story.seen(step.seq);
    if (this.equipment) this.#tell(step, before.view);
    else this.#early.push([step, before.view]);
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
    this.story.add({ ...step, names: step.seats.map((seat) => seat.name) }, before);
  }

  #presence(news: PresenceNews): void {
    if (!this.now) return;
    const seats = this.now.seats.map((seat) => (seat.name === news.name ? { ...seat, presence: news.presence } : seat));
    this.now = { ...this.now, seats };
  }

  #away(news: Away): void {
    this.away = news.names;
    this.#clocks(news);
  }

  #clocks({ clock }: Pick<Step, "clock">): void {
    const at = (seconds: number | null) => (seconds === null ? null : performance.now() + seconds * 1000);
    this.deadline = at(clock.turn_left);
    this.startsAt = at(clock.starts_in);
  }
}
