"""Play at the house's tables from the terminal: ``bottega play http://HOST:PORT``, for all three games.

Everything goes through the house protocol (``docs/protocols/house.md``). Legal actions are shown with numbers; typing a
number, or any notation, plays it.
"""

from __future__ import annotations

import getpass
import sys
import threading
import uuid

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from bottega.games import GAMES
from bottega.plain import say

HELP = """\
  tables                     what is being played
  open GAME [SEATS]          open a table (splendor, sagrada, renaissance)
  sit TABLE | watch TABLE    take a seat, or only look
  bot [random|greedy]        add a bot;  start   begin the game
  NUMBER or notation         play an action;  view  the whole table
  say TEXT                   chat;  quit  leave the game;  exit  leave the house"""

ANSWER_SECONDS = 5.0
"""How long a command may take before the next line is read all the same."""

Message = dict[str, object]


class HouseFault(Exception):
    """Why the house cannot be reached, in a sentence."""


class Table(msgspec.Struct):
    """What the client remembers of the table it is at."""

    id: str = ""
    game: str = ""
    legal: list[str] = []
    view: object = None
    seats: list[dict[str, object]] = []


class Player:
    """One person at a terminal."""

    def __init__(self, server: ClientConnection) -> None:
        self._server = server
        self._table = Table()
        self._open: set[str] = set()
        self._answered = threading.Condition()

    def send(self, kind: str, **fields: object) -> None:
        """Send a command."""
        cmd_id = uuid.uuid4().hex
        self._open.add(cmd_id)
        self._server.send(msgspec.json.encode({"type": kind, "cmd_id": cmd_id, **fields}), text=True)

    def wait(self) -> None:
        """Wait until every command is answered: what is typed next may rest on it."""
        with self._answered:
            self._answered.wait_for(lambda: not self._open, ANSWER_SECONDS)

    # -- what is typed ----------------------------------------------------------------------------------------------

    def typed(self, line: str) -> bool:
        """Do what a line asks for; False when it says goodbye."""
        word, _, rest = line.strip().partition(" ")
        table = self._table.id
        if not word:
            return True
        if word == "exit":
            return False
        if word == "help":
            print(HELP)
        elif word == "tables":
            self.send("lobby")
            self.send("lobby", on=False)
        elif word == "open":
            game, _, seats = rest.partition(" ")
            self.send("open", game=game or "splendor", seats=int(seats) if seats.isdecimal() else 2)
        elif word in ("sit", "watch"):
            self.send(word, table=rest.strip() or table)
        elif word == "bot":
            self.send("add_bot", table=table, bot=rest.strip() or "greedy")
        elif word in ("start", "quit"):
            self.send(word, table=table)
        elif word == "say":
            self.send("chat", table=table, text=rest)
        elif word == "view":
            self._show_board()
        else:
            self._act(line.strip())
        return True

    def _show_board(self) -> None:
        """The whole table, as the player may see it."""
        if self._table.view is None:
            print("the game has not started")
        else:
            print(msgspec.convert(self._table.view, GAMES[self._table.game].View))

    def _act(self, text: str) -> None:
        legal = self._table.legal
        if text.isdecimal() and 1 <= int(text) <= len(legal):
            text = legal[int(text) - 1]
        self.send("act", table=self._table.id, actions=[part.strip() for part in text.split(";")])

    # -- what is told -----------------------------------------------------------------------------------------------

    def told(self, message: Message) -> None:
        """Show a message in a few words."""
        kind = message["type"]
        if kind in ("ok", "refused"):
            self._table.id = str(message.get("table") or self._table.id)
            with self._answered:
                self._open.discard(str(message["cmd_id"]))
                self._answered.notify()
        if kind == "refused":
            say(f"refused: {message['reason']}")
        elif kind == "lobby":
            self._show_lobby(message)
        elif kind in ("snapshot", "step"):
            self._show_table(message)
        elif kind == "presence":
            say(f"{message['name']} is {message['presence']}")
        elif kind == "chat":
            say(f"{message['name']} says: {message['text']}")
        elif kind == "closing":
            say(f"the house closes: {message['reason']}")
        elif kind == "ok" and message.get("token"):
            say(f"welcome, {message['name']}; type help for help")
            for table in msgspec.convert(message.get("tables") or [], list[str]):
                say(f"you hold a seat at {table}")
                self.send("watch", table=table)

    def _show_lobby(self, message: Message) -> None:
        tables = msgspec.convert(message["tables"], list[dict[str, object]])
        for table in tables:
            names = ", ".join(str(seat["name"]) for seat in msgspec.convert(table["seats"], list[dict[str, object]]))
            state = "playing" if table["started"] else "waiting"
            say(f"  {table['table']}  {table['game']:12} {state}  {names}")
        if not tables:
            print("  no tables; open one")

    def _show_table(self, message: Message) -> None:
        table = self._table
        table.id, table.view = str(message["table"]), message["view"]
        table.game = str(message.get("game", table.game))
        table.legal = msgspec.convert(message["legal"], list[str])
        table.seats = msgspec.convert(message["seats"], list[dict[str, object]])
        if message["type"] == "snapshot":
            say(f"table {table.id}: {message['game']}, {', '.join(str(seat['name']) for seat in table.seats)}")
        else:
            actions = "; ".join(msgspec.convert(message.get("actions") or [], list[str]))
            say(f"{message['seq']:>4} {message.get('name') or 'the table'}: {actions or message['kind']}")
        if message.get("result"):
            result = msgspec.convert(message["result"], dict[str, object])
            winners = [str(table.seats[seat]["name"]) for seat in msgspec.convert(result["winners"], list[int])]
            say(f"the game is over ({result['reason']}), won by {', '.join(winners) or 'nobody'}")
            for score in msgspec.convert(result["scores"], list[dict[str, object]]):
                say(f"  {table.seats[msgspec.convert(score['seat'], int)]['name']}: {score['total']}")
        elif table.legal:
            print("your turn:")
            for number, action in enumerate(table.legal, 1):
                say(f"  {number:3} {action}")


def play(address: str, name: str | None = None) -> None:
    """Connect, say hello, and play until the terminal or the house has enough."""
    target = address.rstrip("/").replace("http", "ws", 1) + "/ws"
    try:
        server = connect(target)
    except (OSError, InvalidHandshake) as error:
        raise HouseFault(f"there is no house at {address}: {error}") from error
    with server:
        player = Player(server)
        listener = threading.Thread(target=_listen, args=(server, player), daemon=True)
        listener.start()
        player.send("hello", name=name or getpass.getuser())
        player.wait()
        for line in sys.stdin:
            try:
                if not player.typed(line):
                    return
                player.wait()
            except ConnectionClosed:
                return
        listener.join(1)


def _listen(server: ClientConnection, player: Player) -> None:
    try:
        for frame in server:
            player.told(msgspec.json.decode(frame))
            sys.stdout.flush()
    except ConnectionClosed:
        pass
    print("the house closed the connection", file=sys.stderr, flush=True)
