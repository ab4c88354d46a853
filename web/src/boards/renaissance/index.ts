/** The board of Masters of Renaissance. */

import type { RenaissanceCatalogue, RenaissanceView } from "../../lib/protocol";
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
  points: (view) => view.players.map((player) => player.points),
  prompt: (view, _, t) => (view.ending && !view.over ? t("say.last") : ""),
} satisfies BoardModule<RenaissanceView, RenaissanceCatalogue>;
