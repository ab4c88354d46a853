/** The list of tables as the server keeps it: told whole once, then only what has changed. */

import type { Message, TableLine } from "./protocol";

/** Newest first; of two that were opened in the same millisecond the one with the greater id. */
function newestFirst(one: TableLine, other: TableLine): number {
  return other.opened - one.opened || (one.table < other.table ? 1 : -1);
}

/** The list after a message of the server; the same one if the message is about something else. */
export function listed(tables: readonly TableLine[], message: Message): readonly TableLine[] {
  if (message.type === "lobby") return message.tables;
  if (message.type !== "lobby_changes") return tables;
  const kept = new Map(tables.map((line) => [line.table, line]));
  for (const line of message.tables) kept.set(line.table, line);
  for (const table of message.gone) kept.delete(table);
  return [...kept.values()].sort(newestFirst);
}

/** Whether somebody of that name has a seat there. */
export function isOurs(table: TableLine, name: string): boolean {
  return name !== "" && table.seats.some((seat) => seat.name === name && !seat.bot && !seat.quit);
}
