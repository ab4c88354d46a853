// boardgame.io as it comes, in memory: a game of four whose only move takes nothing and ends the turn.
import { createRequire } from "node:module";
import { SEATS, board, freePort } from "./common.mjs";

const boardgame = createRequire(import.meta.url)("boardgame.io/server");
const names = Array.from({ length: SEATS }, (_, seat) => `player ${seat}`);
const game = {
  name: "table",
  setup: () => board(names, 0),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { take: ({ G, ctx }) => ({ ...G, next_player: names[(Number(ctx.currentPlayer) + 1) % SEATS] }) },
};
const port = await freePort();
const log = console.log;
console.log = console.info = () => {};
const server = boardgame.Server({ games: [game], origins: [/localhost/, /127.0.0.1/] });
await server.run({ port, host: "127.0.0.1" });
log(`listening boardgame 127.0.0.1:${port}`);
log("ready");
