/** The last entry of each table that somebody has looked at in this browser; the oldest tables make way. */

const KEY = "bottega.seen";
const MOST = 200;

type Seen = [table: string, seq: number][];

let memory: Seen = [];

function all(): Seen {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "null") as Seen | null) ?? memory;
  } catch {
    return memory;
  }
}

/** The last entry that was looked at, null for a table that never was. */
export function seenOf(table: string): number | null {
  return all().find(([id]) => id === table)?.[1] ?? null;
}

/** Everything up to that entry has been looked at. */
export function see(table: string, seq: number): void {
  if ((seenOf(table) ?? 0) >= seq) return;
  memory = [...all().filter(([id]) => id !== table), [table, seq] as [string, number]].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // A browser that stores nothing remembers until it is closed.
  }
}
