"""Play at the house's tables from the terminal: ``bottega play http://HOST:PORT`` (or ``https:``), for all three games.

Everything goes through the house protocol (``docs/protocols/house.md``). Legal actions are shown with numbers; typing a
number, or any notation, plays it. The seal of a table is kept from the first look on, a random word is added to its
seed, and both are held against what the house tells afterwards (``seals.py``).
"""

from __future__ import annotations

import getpass
import secrets
import ssl
import sys
import threading
import uuid
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol
from urllib.error import HTTPError
from urllib.request import urlopen

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from bottega.archive import ArchiveFault, verify_target
from bottega.client.trust import doubt
from bottega.fault import Fault
from bottega.games import GAMES
from bottega.plain import say
from bottega.table.entries import DamagedLog
from bottega.terminal.seals import Kept, Seals, findings

HELP = """\
  tables                     what is being played
  open GAME [SEATS]          open a table (splendor, sagrada, renaissance)
  sit TABLE | watch TABLE    take a seat, or only look
  bot [random|greedy]        add a bot;  start   begin the game
  word TEXT                  your own word for the seed;  seal  the seal and all words
  verify                     after the game: fetch its log and check all of it
  NUMBER or notation         play an action;  view  the whole table
  say TEXT                   chat;  quit  leave the game;  exit  leave the house"""

WORD_BYTES = 8
"""Of the random word that is added to the seed: nobody guesses so much."""

ANSWER_SECONDS = 5.0
"""How long a command may take before the next line is read all the same."""

Message = dict[str, object]


class HouseFault(Fault):
    """Why the house cannot be reached, in a sentence."""


class Server(Protocol):
    """The far end of the connection."""

    def send(self, message: bytes, *, text: bool | None = None) -> None:
        """Send one message."""


class Table(msgspec.Struct):
    """What the client remembers of the table it is at."""

    id: str = ""
    game: str = ""
    legal: list[str] = []
    view: object = None
    seats: list[dict[str, object]] = []
    seal: str = ""
    words: list[str] = []
    takes_words: bool = False
    started: bool = False
    you: int | None = None
    plays: bool = False
    """Whether we had a seat when the game was under way: else our word went with the seat."""


class Player:
    """One person at a terminal."""

    def __init__(
        self, server: Server, address: str, seals: Seals | None = None, trust: ssl.SSLContext | None = None
    ) -> None:
        self._server = server
        self._address = address.rstrip("/")
        self._trust = trust
        self._seals = seals or Seals(address)
        self._table = Table()
        self._tables: dict[str, Table] = {}
        self._open: set[str] = set()
        self._giving: dict[str, tuple[str, str]] = {}
        """Words on their way, by the commands that carry them: which table's, and which."""
        self._worded: set[str] = set()
        """Tables for which a word was sent in this session."""
        self._answered = threading.Condition()

    def send(self, kind: str, **fields: object) -> None:
        """Send a command."""
        cmd_id = uuid.uuid4().hex
        self._open.add(cmd_id)
        if "word" in fields:
            table = str(fields["table"])
            self._giving[cmd_id] = (table, str(fields["word"]))
            self._worded.add(table)
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
        elif word == "watch":
            self.send("watch", table=rest.strip() or table)
        elif word == "sit":
            self._sit(rest.strip() or table)
        elif word == "word":
            self.send("word", table=table, word=rest.strip())
        elif word == "seal":
            self._show_seal()
        elif word == "verify":
            self._verify()
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

    def _sit(self, table: str) -> None:
        """Look at the table first: whoever knows its seal can give a word with the seat, however soon it starts."""
        if self._table.id != table or not self._table.seal:
            self.send("watch", table=table)
            self.wait()
            with self._answered:
                self._answered.wait_for(lambda: self._table.id == table and self._table.seal, ANSWER_SECONDS)
        known = self._table.id == table and self._table.takes_words
        self.send("sit", table=table, **({"word": random_word()} if known else {}))

    def _show_seal(self) -> None:
        table = self._table
        if not table.seal:
            print("you are at no table")
            return
        say(f"seal {table.seal}: kept, to be compared after the game")
        if table.takes_words:
            say("words for the seed, in the order of joining: " + ", ".join(word or "none" for word in table.words))
        else:
            say("the seed of this table was fixed for a test: nobody's word counts")

    def _verify(self) -> None:
        """Check the whole finished game with the rules installed here, and with what was kept."""
        kept = self._seals.of(self._table.id)
        try:
            file = f"{self._address}/api/tables/{self._table.id}/log"
            with urlopen(file, context=self._trust) as answer, TemporaryDirectory() as folder:
                path = Path(folder) / f"{self._table.id}.jsonl"
                path.write_bytes(answer.read())
                verify_target(str(path), Path(folder), kept.seal or None, (kept.word,) if kept.word else ())
        except HTTPError as error:
            say(f"the house does not give the log: {error.read().decode(errors='replace') or error}")
        except OSError as error:
            say(f"the house does not give the log: {error}")
        except (ArchiveFault, DamagedLog) as fault:
            say(f"ALARM: {fault}")

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
            self._turn_to(str(message.get("table") or self._table.id))
            given = self._giving.pop(str(message["cmd_id"]), None)
            if given is not None and kind == "ok":
                self._seals.gave(*given)
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

    def _turn_to(self, table: str) -> None:
        """What is typed from now on is about this table."""
        self._table = self._tables.setdefault(table, Table(table))

    def _show_lobby(self, message: Message) -> None:
        tables = msgspec.convert(message["tables"], list[dict[str, object]])
        for table in tables:
            names = ", ".join(str(seat["name"]) for seat in msgspec.convert(table["seats"], list[dict[str, object]]))
            state = "playing" if table["started"] else "waiting"
            say(f"  {table['table']}  {table['game']:12} {state}  {names}")
        if not tables:
            print("  no tables; open one")

    def _show_table(self, message: Message) -> None:
        self._turn_to(str(message["table"]))
        table = self._table
        table.view = message["view"]
        table.game = str(message.get("game", table.game))
        table.legal = msgspec.convert(message["legal"], list[str])
        table.seats = msgspec.convert(message["seats"], list[dict[str, object]])
        table.words = msgspec.convert(message.get("words", table.words), list[str])
        table.you = msgspec.convert(message["you"], int | None)
        table.started = table.view is not None or message["result"] is not None
        table.plays = table.plays or (table.view is not None and table.you is not None)
        if message["type"] == "snapshot":
            say(f"table {table.id}: {message['game']}, {', '.join(str(seat['name']) for seat in table.seats)}")
            self._sealed(message)
        else:
            actions = "; ".join(msgspec.convert(message.get("actions") or [], list[str]))
            say(f"{message['seq']:>4} {message.get('name') or 'the table'}: {actions or message['kind']}")
        if message.get("result"):
            result = msgspec.convert(message["result"], dict[str, object])
            winners = [str(table.seats[seat]["name"]) for seat in msgspec.convert(result["winners"], list[int])]
            say(f"the game is over ({result['reason']}), won by {', '.join(winners) or 'nobody'}")
            for score in msgspec.convert(result["scores"], list[dict[str, object]]):
                say(f"  {table.seats[msgspec.convert(score['seat'], int)]['name']}: {score['total']}")
            if message.get("seed"):
                self._compare(str(message["seed"]))
        elif table.legal:
            print("your turn:")
            for number, action in enumerate(table.legal, 1):
                say(f"  {number:3} {action}")
        self._give_word()

    def _sealed(self, snapshot: Message) -> None:
        """Look at a table's seal: the first is kept, another is an alarm."""
        table = self._table
        first = not table.seal
        table.seal = str(snapshot["commitment"])
        table.takes_words = bool(msgspec.convert(snapshot["setup"], dict[str, object]).get("words"))
        with self._answered:
            self._answered.notify()
        if snapshot.get("result"):
            return  # what is first seen now was not kept before the end; it is compared below
        if (alarm := self._seals.saw(table.id, table.seal)) is not None:
            say(str(alarm))
        elif first and not table.started:
            self._show_seal()
        if self._seals.trouble:
            say(self._seals.trouble)
            self._seals.trouble = ""

    def _compare(self, seed: str) -> None:
        """The game is over: hold what the house tells against what was kept."""
        table, kept = self._table, self._seals.of(self._table.id)
        if not table.plays:
            kept = Kept(kept.seal)
        for finding in findings(table.id, kept, table.seal, seed, table.words):
            say(f"fair? {finding}")
        print("type verify to have every card and move checked")

    def _give_word(self) -> None:
        """Whoever sits down has a word in the deal, without typing one."""
        table = self._table
        if table.you is not None and table.takes_words and not table.started and table.id not in self._worded:
            self._worded.add(table.id)
            if not table.words[table.you]:
                self.send("word", table=table.id, word=random_word())


def random_word() -> str:
    """A word that nobody can guess."""
    return secrets.token_hex(WORD_BYTES)


def play(address: str, name: str | None = None, trust: ssl.SSLContext | None = None) -> None:
    """Connect, say hello, and play until the terminal or the house has enough."""
    target = address.rstrip("/").replace("http", "ws", 1) + "/ws"
    try:
        server = connect(target, ssl=trust)
    except ssl.SSLError as error:
        raise HouseFault(doubt(address, error)) from error
    except (OSError, InvalidHandshake) as error:
        raise HouseFault(f"there is no house at {address}: {error}") from error
    with server:
        player = Player(server, address, trust=trust)
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
