// Players of Colyseus: whoever has the turn moves at once.
import { Client } from "colyseus.js";
import { SEATS, count, saw, seen } from "./common.mjs";

const [port, tables, seconds] = process.argv.slice(2).map(Number);
const client = new Client(`ws://127.0.0.1:${port}`);
for (let number = 0; number < tables * SEATS; number++) {
  const room = await client.joinOrCreate("table");
  let asked = 0;
  room.onMessage("board", (board) => {
    if (asked) saw(performance.now() - asked);
    asked = 0;
    if (board.next_player === room.sessionId) {
      asked = performance.now();
      room.send("move", { colours: ["white", "blue", "green"] });
    }
  });
}
await count(seen, seconds);
