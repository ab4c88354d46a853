// Colyseus as it comes, in memory and without rules: a room of four, every move is broadcast as a board.
import * as core from "@colyseus/core";
import * as transport from "@colyseus/ws-transport";
import { SEATS, board, freePort } from "./common.mjs";

class Table extends core.Room {
  onCreate() {
    this.maxClients = SEATS;
    this.names = [];
    this.setPatchRate(null);
    this.onMessage("move", (client) => {
      const mover = this.names.indexOf(client.sessionId);
      this.broadcast("board", board(this.names, (mover + 1) % SEATS));
    });
  }

  onJoin(client) {
    this.names.push(client.sessionId);
    if (this.names.length === SEATS) setTimeout(() => this.broadcast("board", board(this.names, 0)), 100);
  }
}

const port = await freePort();
const server = new core.Server({ transport: new transport.WebSocketTransport({}), greet: false });
server.define("table", Table);
const log = console.log;
console.log = () => {};
await server.listen(port, "127.0.0.1");
log(`listening colyseus 127.0.0.1:${port}`);
log("ready");
