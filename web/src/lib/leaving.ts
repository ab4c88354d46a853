/** Everything that is kept about us as one file, and being forgotten. */

import { connection } from "./connection.svelte";
import type { Belongings } from "./protocol";
import { settings } from "./settings.svelte";
import { told } from "./told";

type Part = Omit<Belongings, "type">;

/** One part of it. */
const part = (after: string): Promise<Part> => told({ type: "export", after }, "belongings");

/** Several parts as one: only the first has what is no game. */
export function joined(parts: Part[]): Part {
  const left = parts.reduce((sum, each) => sum + each.left, 0);
  return { ...parts[0]!, games: parts.flatMap((each) => each.games), left, after: null };
}

/** All that the house keeps about us, and what this browser remembers (but for the secret that makes us us). */
export async function belongings(): Promise<string> {
  const parts = [await part("")];
  for (let after = parts[0]!.after; after; after = parts.at(-1)!.after) parts.push(await part(after));
  const { token: _, ...remembered } = settings;
  return JSON.stringify({ ...joined(parts), settings: remembered }, null, 2);
}

/** Let the browser save a text as a file. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Be nobody here; how many tables keep the name all the same. */
export async function forgetMe(name: string): Promise<number> {
  const { left } = await connection.send({ type: "forget", name });
  connection.nobody();
  return left ?? 0;
}
