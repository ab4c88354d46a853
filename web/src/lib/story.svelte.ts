/**
 * What happened at a table, in sentences: the whole log, whoever looks and whenever.
 *
 * Steps are told as they come; what came before them is asked for, page by page, the newest first, until the first entry is
 * here. Only sentences are kept: for the game as it stood after an entry the house is asked again (`look`). When another
 * language is chosen everything is told anew.
 *
 * What this browser has shown of a table is remembered (`seen.ts`): `unread` is the last entry that was seen before
 * somebody went away, null if nothing has happened since.
 */

import type { Told } from "../boards/contract";
import type { Equipment } from "./boards";
import { connection, Refusal } from "./connection.svelte";
import { t, textsOf } from "./i18n.svelte";
import type { Message, Said, Step, StoryPage, View } from "./protocol";
import { see, seenOf } from "./seen";

export interface LogLine {
  seq: number;
  at: number;
  kind: Step["kind"];
  seat: number | null;
  /** The same for all that belongs to one turn; null for what is not part of the game. */
  turn: number | null;
  /** The first word of what was played: what the line's picture is chosen by. */
  verb: string;
  /** Empty for steps that are not worth a sentence. */
  text: string;
  /** Whether there is a board to be looked at. */
  board: boolean;
}

/** The table as it stood after an entry. */
export interface Moment {
  seq: number;
  text: string;
  view: View;
  last: Told | null;
  names: string[];
}

/** Whatever tells of an entry: one that has just happened, or one of former times. */
export type Entry = Pick<Step, "seq" | "at" | "kind" | "seat" | "name" | "turn" | "about" | "actions" | "size" | "view"> & {
  names: string[];
};

export class Story {
  lines = $state.raw<LogLine[]>([]);
  unread = $state<number | null>(null);
  moment = $state.raw<Moment | null>(null);
  /** Whether everything from the first entry on is here. */
  whole = $state(false);
  /** By their numbers. */
  #all: LogLine[] = [];
  #equipment: Equipment | null = null;
  #game = "";
  #page: ((page: StoryPage) => void) | null = null;
  #asking: Promise<unknown> = Promise.resolve();
  #reading = 0;
  #last = 0;

  constructor(readonly table: string) {}

  /** The board is here: tell what was, up to that entry. */
  async begin(equipment: Equipment, game: string, seq: number): Promise<void> {
    this.#equipment = equipment;
    this.#game = game;
    this.#last = Math.max(this.#last, seq);
    await this.#read();
  }

  /** Tell everything anew, in the language that is spoken now. */
  async retell(): Promise<void> {
    if (!this.#equipment) return;
    this.#all = [];
    this.whole = false;
    await this.#read();
  }

  /** A step has come; `before` is the game before it. */
  add(step: Entry, before: View): void {
    this.#last = Math.max(this.#last, step.seq);
    this.#put(step, before);
    this.#show();
  }

  /** All up to that entry has been looked at, if anybody looks. */
  seen(seq: number): void {
    if (document.hidden) return;
    see(this.table, seq);
  }

  /** Somebody is back, and `seq` is the last entry: what they missed is marked. */
  back(seq: number): void {
    const seen = seenOf(this.table);
    this.unread = seen !== null && seen < seq ? seen : null;
    this.seen(seq);
  }

  /** Look at the table as it stood after an entry. */
  async look(seq: number): Promise<void> {
    const page = await this.#ask(seq + 1, 1);
    const [step] = page?.steps ?? [];
    if (!page || !step?.view) return;
    const last = page.before ? this.#told(step, page.before) : null;
    this.moment = { seq, text: this.#words(step, page.before), view: step.view, last, names: step.names };
  }

  /** Back to the table as it stands. */
  leave(): void {
    this.moment = null;
  }

  /** Hear what was asked for. */
  hear(message: Message): void {
    if (message.type === "story") this.#page?.(message);
  }

  /** Ask for what is missing, the newest first, until it is all here or the connection is lost. */
  async #read(): Promise<void> {
    const reading = ++this.#reading;
    let before = this.#last + 1;
    while (before > 1 && reading === this.#reading) {
      while (before > 1 && this.#all[before - 1]) before -= 1;
      if (before === 1) break;
      const page = await this.#ask(before);
      if (!page || !page.steps.length || reading !== this.#reading) return;
      let view = page.before;
      for (const step of page.steps) {
        this.#put(step, view);
        view = step.view;
      }
      before = page.steps[0]!.seq;
      this.#show();
    }
    if (reading === this.#reading) this.whole = true;
  }

  /** A page of the log, null if there is none to be had; one question at a time. */
  #ask(before: number, most?: number): Promise<StoryPage | null> {
    const answer = this.#asking.then(async () => {
      const page = new Promise<StoryPage>((resolve) => (this.#page = resolve));
      try {
        await connection.send({ type: "story", table: this.table, before, ...(most ? { most } : {}) });
        return await page;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return null;
      } finally {
        this.#page = null;
      }
    });
    this.#asking = answer.catch(() => {});
    return answer;
  }

  #put(entry: Entry, before: View): void {
    const { seq, at, kind, seat, turn, actions } = entry;
    const verb = kind === "move" ? (actions[0]?.split(" ")[0] ?? "") : "";
    const text = this.#words(entry, before);
    this.#all[seq] = { seq, at, kind, seat, turn, verb, text, board: entry.view !== null };
  }

  #show(): void {
    this.lines = this.#all.filter((line) => line.text);
  }

  #told(entry: Entry, before: View): Told {
    const { seq, seat, actions, view, names } = entry;
    return { seq, seat: seat ?? 0, actions, before, after: view, names, data: this.#equipment?.data };
  }

  #words(entry: Entry, before: View): string {
    const name = entry.name ?? "";
    const { kind, names, about } = entry;
    if (kind === "move") {
      if (!this.#equipment || !before) return "";
      const words = textsOf(this.#game);
      const text = this.#equipment.module.describe(this.#told(entry, before), words);
      return text === words("log.end", { name }) ? "" : text; // that a turn has ended is told by the next one
    }
    if (kind === "ask" || kind === "succeed") return t(`log.${kind}`, { name, who: about });
    if (kind === "propose" || kind === "vote" || kind === "pause") return t(`log.${kind}.${about}`, { name });
    if (kind === "bot") return t(about ? "log.bot" : "log.back", { name });
    if (kind === "start") return names.length > 1 ? t("log.start.first", { name: names[0] ?? "" }) : t("log.start");
    if (kind === "end") return [t("log.end"), t(`result.${about}`)].join(" ");
    return t(`log.${kind}`, { name, n: entry.size });
  }
}

/** Lines of talk put together: each once, in their order. */
export function merged(some: readonly Said[], more: readonly Said[]): Said[] {
  const all: Said[] = [];
  for (const line of [...some, ...more]) all[line.number] = line;
  return all.filter(Boolean);
}
