/** The page's live region: what is said here is read aloud by a screen reader. */

import { untrack } from "svelte";

export const spoken = $state({ polite: "", urgent: "" });

/** Say it once the reader has finished; `urgent` interrupts. The same text twice is read twice. */
export function announce(text: string, urgent = false): void {
  const place = urgent ? "urgent" : "polite";
  spoken[place] = untrack(() => spoken[place]) === text ? `${text}\u00a0` : text;
}
