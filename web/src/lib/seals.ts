/**
 * What this browser keeps of a table before its game is over, to hold it against what the house tells afterwards.
 *
 * A table's first seal is kept for good: whatever the house says later is compared with it and never takes its place.
 * It outlives a reload and a restart of the browser; the oldest tables make way when there are very many.
 */

const KEY = "bottega.seals";
const MOST = 500;

export interface Kept {
  /** The commitment that was shown first. */
  seal: string;
  /** The word that this browser gave and the house took; "" for none. */
  word: string;
  /** All words as they were told at the start, null if that was not seen. */
  words: string[] | null;
}

type Shelf = [table: string, kept: Kept][];

/** What was put last, for browsers that store nothing (any more): they remember until they are closed. */
let memory: Shelf = [];
let storing = true;

function shelf(): Shelf {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as Shelf | null;
    return (storing && stored) || memory;
  } catch {
    return memory;
  }
}

function put(all: Shelf): void {
  memory = all.slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
    storing = true;
  } catch {
    storing = false;
  }
}

/** What was kept of a table, null if nothing was. */
export function keptOf(table: string): Kept | null {
  return shelf().find(([id]) => id === table)?.[1] ?? null;
}

/** A seal is shown: keep it if it is the first. What is kept of the table. */
export function keepSeal(table: string, seal: string): Kept {
  const kept = keptOf(table);
  if (kept) return kept;
  const first: Kept = { seal, word: "", words: null };
  put([...shelf(), [table, first]]);
  return first;
}

/** The house has taken a word, or told all words at the start. */
export function keepWords(table: string, change: Partial<Pick<Kept, "word" | "words">>): void {
  put(shelf().map(([id, kept]) => [id, id === table ? { ...kept, ...change } : kept]));
}

/** A word that nobody can guess. */
export function randomWord(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
