/** What is asked of the server, and what to say when it refuses. */

import { Refusal } from "./connection.svelte";
import { told } from "./refusals.svelte";

/** Do something that the server may refuse: why it did, as a sentence, or nothing when it is done. */
export async function attempt(act: () => Promise<unknown>): Promise<string> {
  try {
    await act();
    return "";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return told(error);
  }
}
