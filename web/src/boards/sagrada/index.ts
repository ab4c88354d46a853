/** Sagrada's board. */

import type { SagradaCatalogue, SagradaView } from "../../lib/protocol";
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
  points: (view) => view.players.map((player) => view.scores.find((score) => score.seat === player.seat)?.total ?? null),
  prompt: (view, _, t) => (view.phase === "rounds" ? t("round.short", { round: view.round }) : ""),
} satisfies BoardModule<SagradaView, SagradaCatalogue>;
