// Players of boardgame.io: whoever has the turn moves at once.
import { io } from "socket.io-client";
import { SEATS, count, saw, seen } from "./common.mjs";

const [port, tables, seconds] = process.argv.slice(2).map(Number);
for (let table = 0; table < tables; table++) {
  const matchID = `table ${table}`;
  for (let seat = 0; seat < SEATS; seat++) {
    const socket = io(`http://127.0.0.1:${port}/table`, { transports: ["websocket"], forceNew: true });
    let asked = 0;
    const go = (state) => {
      if (asked) saw(performance.now() - asked);
      asked = 0;
      if (Number(state.ctx.currentPlayer) !== seat) return;
      asked = performance.now();
      const payload = { type: "take", args: [], playerID: String(seat) };
      socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, matchID, String(seat));
    };
    socket.on("sync", (_, info) => go(info.state));
    socket.on("update", (_, state) => go(state));
    await new Promise((connected) => socket.on("connect", connected));
    socket.emit("sync", matchID, String(seat), undefined, SEATS); // (the first makes the match)
  }
}
await count(seen, seconds);
