/** A board for a game that has none of its own yet: its legal actions as a list of buttons. */

import type { BoardModule } from "./contract";
import Plain from "./Plain.svelte";

export default {
  Board: Plain,
  messages: { en: {} },
  describe: (step) => `${step.names[step.seat]}: ${step.actions.join("; ")}`,
  points: () => [],
} satisfies BoardModule;
