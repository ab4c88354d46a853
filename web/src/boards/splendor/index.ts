/** Splendor's board. */

import type { SplendorCatalogue, SplendorView } from "../../lib/protocol";
import type { BoardModule } from "../contract";
import Board from "./Board.svelte";
import { describe } from "./describe";
import { messages } from "./messages";
import { spell } from "./spell";

export default {
  Board,
  messages,
  spell,
  describe,
  points: (view) => view.players.map((player) => player.prestige),
  prompt: (view, _, t) => (view.last_round && !view.over ? t("say.last") : ""),
} satisfies BoardModule<SplendorView, SplendorCatalogue>;
