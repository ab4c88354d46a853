"""The client side of the house protocol, against the server side, without a socket."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from bottega.client.core import (
    Act,
    AddBot,
    Asked,
    Broken,
    Enter,
    Forget,
    Goodbye,
    Happening,
    Known,
    Leave,
    Open,
    Over,
    Refused,
    Rematch,
    RemoveBot,
    Said,
    Say,
    Sit,
    Stage,
    Start,
    Tables,
    Watch,
    Wish,
    Word,
)
from bottega.client.house import HouseClient
from bottega.client.offline import FarEnd, Home
from bottega.games import GAMES
from bottega.games.splendor import Action as SplendorAction
from bottega.table.events import Event, Notice
from bottega.table.house import Settings
from bottega.table.position import AnyPosition

GAMES_AND_SEATS = [
    ("splendor", 2),
    ("splendor", 4),
    ("sagrada", 1),
    ("sagrada", 3),
    ("renaissance", 1),
    ("renaissance", 3),
]


class Guest:
    """A client and its connection to a house in the same process."""

    def __init__(self, home: Home, name: str = "") -> None:
        self.home = home
        self.client = HouseClient()
        self.messages = 0
        self.happened: list[Happening] = []
        self.end: FarEnd
        self.connect()
        if name:
            self.does(Enter(name))

    def connect(self) -> None:
        """Open a connection."""
        self.end = self.home.connect()
        self.happened += self.client.connected(self.home.house.now())
        self.carry()

    def drop(self) -> None:
        """Lose the connection, with all that is under way on it."""
        self.end.lost()
        self.client.lost()

    def does(self, wish: object) -> list[Happening]:
        """Wish for something; what comes of it at once."""
        before = len(self.happened)
        self.happened += self.client.wish(wish)  # type: ignore[arg-type]  # any of them
        self.carry()
        return self.happened[before:]

    def carry(self) -> None:
        """Carry messages both ways until nothing is left to be said."""
        while (sending := self.client.to_send()) + (said := self.end.received()):
            self.end.sent(sending)
            for message in said:
                self.messages += 1
                self.happened += self.client.receive(message, self.home.house.now())
                self.looked(message)

    def looked(self, message: bytes) -> None:
        """A message was taken in."""

    def knows(self) -> Known:
        """All that it was told."""
        return self.client.known


class Witness:
    """Remembers every position of every table."""

    def __init__(self, home: Home) -> None:
        self.positions: dict[tuple[str, int], AnyPosition] = {}
        home.house.onlookers.append(self)

    def told(self, event: Event) -> None:
        """An entry is durable."""
        self.positions[event.table, event.entry.seq] = event.after

    def noticed(self, notice: Notice) -> None:
        """Presence is not compared."""


class Careful(Guest):
    """A guest whose cache is compared with the truth after every message."""

    def __init__(self, home: Home, name: str) -> None:
        self.witness = Witness(home)
        self.compared = 0
        self.told = ("", 0)
        """The table and the entry that were told last."""
        super().__init__(home, name)

    def looked(self, message: bytes) -> None:
        """The board, the seats and the options are those of the entry that was told last, whatever else was said."""
        known, client = self.client.known, self.client
        told = msgspec.json.decode(message)
        if told["type"] in ("snapshot", "step"):
            self.told = (told["table"], told["seq"])
        if not known.table:
            return
        assert (known.table, client._seq) == self.told
        position = self.witness.positions[self.told]
        assert [seat.name for seat in known.seats] == [seat.name for seat in position.seats]
        assert known.me == position.seat_of(known.name)
        self.compared += 1
        if position.state is None:
            assert known.view is None
            return
        game = position.game
        assert known.view == game.view(position.state, known.me)
        assert known.actors == (() if position.finished else tuple(game.actors(position.state)))
        if position.finished:
            assert known.result is not None
            assert known.result.winners == position.result.winners  # type: ignore[union-attr]  # it has ended
            assert known.result.scores == position.result.scores  # type: ignore[union-attr]  # it has ended
        elif known.awaiting or known.prepared or known.stage is Stage.CONNECTING:
            assert known.options == ()
        elif known.me is not None:
            assert known.options == tuple(game.legal(position.state, known.me))
            assert tuple(game.legal(client.state(), known.me)) == known.options


def clockwork() -> Home:
    """A house whose time stands still, and whose bots do not wait."""
    return Home(Settings(per_address=0, bot_seconds=0.0), lambda: 1000.0)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
@pytest.mark.parametrize("dropping", [0.0, 0.15], ids=["", "dropping"])
def test_the_cache_is_the_servers_view_after_every_message(game: str, seats: int, dropping: float) -> None:
    """Random games of a client against bots: what it knows is what the house would show it, and it comes back."""
    home = clockwork()
    chance = Random(seats)
    anna = Careful(home, "Anna")
    anna.does(Open(game, seats))
    for _ in range(seats - 1):
        anna.does(AddBot("random"))
    anna.does(Start())
    undone = 0
    for _ in range(4000):
        known = anna.client.known
        if known.stage is Stage.OVER:
            break
        if known.options:
            happened = anna.does(Act((chance.choice(known.options),)))
            assert not any(isinstance(each, Refused | Broken) for each in happened), happened
        if chance.random() < 0.2:
            table = home.house.tables[known.table]
            before = table.position.seq
            table.undo("Anna", lambda outcome: None)
            undone += table.position.seq > before
        if chance.random() < dropping:
            anna.drop()
            home.advance()
            anna.connect()
        home.advance()
        anna.carry()
    assert anna.client.known.stage is Stage.OVER
    assert undone
    assert anna.compared > 20
    assert any(isinstance(each, Over) for each in anna.happened)
    assert not any(isinstance(each, Broken) for each in anna.happened)


def test_a_move_whose_answer_was_lost_is_played_once() -> None:
    """The same command is sent again when the client is back; the house answers it as before."""
    home = clockwork()
    anna, bob = Guest(home, "Anna"), Guest(home, "Bob")
    anna.does(Open("splendor", 2))
    bob.does(Sit(anna.knows().table))
    anna.does(Start())
    bob.carry()
    mover = anna if anna.knows().my_turn else bob
    action = mover.knows().options[0]
    mover.client.wish(Act((action,)))
    mover.end.sent(mover.client.to_send())  # and the answer never arrives
    mover.end.received()
    mover.drop()
    assert mover.knows().options == ()
    mover.connect()
    table = home.house.tables[mover.knows().table]
    assert GAMES["splendor"].turn(table.position.state) == 2
    assert not mover.knows().awaiting
    assert not any(isinstance(each, Refused) for each in mover.happened)


def test_a_move_that_never_arrived_is_played_when_the_client_is_back() -> None:
    """What was sent into a broken connection is sent again."""
    home = clockwork()
    anna = Guest(home, "Anna")
    anna.does(Open("splendor", 2))
    anna.does(AddBot("random"))
    anna.does(Start())
    while not anna.knows().options:
        home.advance()
        anna.carry()
    anna.client.wish(Act((anna.knows().options[0],)))
    anna.client.to_send()
    anna.drop()
    turn = anna.knows().view.turn  # type: ignore[union-attr]  # of Splendor
    anna.connect()
    assert anna.knows().view.turn == turn + 1  # type: ignore[union-attr]  # of Splendor


def test_a_move_is_prepared_while_others_play() -> None:
    """It is sent when the turn comes, if it is still legal; else it is dropped, and that is said."""
    home = clockwork()
    anna, bob = Guest(home, "Anna"), Guest(home, "Bob")
    anna.does(Open("splendor", 2))
    bob.does(Sit(anna.knows().table))
    anna.does(Start())
    bob.carry()
    first, second = (anna, bob) if anna.knows().my_turn else (bob, anna)
    take = SplendorAction.from_text("take wbg")
    second.does(Act((take,)))
    assert second.knows().prepared == (take,)
    first.does(Act((first.knows().options[0],)))
    second.carry()
    first.carry()
    assert second.knows().prepared == ()
    assert first.knows().my_turn
    second.does(Act((take,)))
    second.does(Forget())
    assert second.knows().prepared == ()


def test_a_refused_move_changes_nothing() -> None:
    """The reason is the house's, and the options are there again."""
    home = clockwork()
    anna = Guest(home, "Anna")
    anna.does(Open("splendor", 2))
    assert anna.does(Act((SplendorAction.from_text("take wbg"),))) == [
        Refused("the game has not begun", Act((SplendorAction.from_text("take wbg"),)), here=True)
    ]
    anna.does(AddBot("random"))
    anna.does(Start())
    while not anna.knows().options:
        home.advance()
        anna.carry()
    [refused] = [each for each in anna.does(Act((SplendorAction.from_text("buy 89"),))) if isinstance(each, Refused)]
    assert "89" in refused.reason
    assert anna.knows().options


def test_lobby_talk_and_leaving() -> None:
    """The list of tables, chat, words, watching, standing up and a rematch."""
    home = clockwork()
    anna, bob = Guest(home, "Anna"), Guest(home, "Bob")
    anna.does(Open("sagrada", 2))
    anna.does(Word("pepe"))
    assert anna.knows().words == ("pepe",)
    bob.does(Tables())
    [line] = bob.knows().tables
    bob.does(Watch(line.table))
    assert bob.knows().stage is Stage.WAITING
    assert bob.knows().me is None
    bob.does(Sit(line.table))
    assert bob.knows().me == 1
    anna.does(Say("ciao"))
    assert Said("Anna", "ciao") in [*bob.happened, *bob.does(Tables(False))]
    bob.does(Leave())
    assert bob.knows().stage is Stage.LOBBY
    bob.does(Sit(line.table, "sale"))
    anna.does(Start())
    assert anna.knows().words == ("pepe", "sale")
    bob.carry()
    bob.does(Leave())
    anna.carry()
    assert anna.knows().stage is Stage.OVER
    assert anna.knows().seed
    anna.does(Rematch())
    assert anna.knows().stage is Stage.WAITING
    assert anna.knows().table != line.table


def test_names_that_are_refused() -> None:
    """Another name is asked for."""
    home = clockwork()
    Guest(home, "Anna")
    other = Guest(home)
    assert other.knows().wanted == (Enter,)
    happened = other.does(Enter("Anna"))
    assert [type(each) for each in happened] == [Refused, Asked]
    assert other.knows().stage is Stage.NAME
    other.does(Enter("Bea"))
    assert other.knows().stage is Stage.LOBBY
    assert other.knows().name == "Bea"


def test_a_server_that_breaks_the_protocol() -> None:
    """It is said which message, and play goes on."""
    home = clockwork()
    anna = Guest(home, "Anna")
    anna.does(Open("splendor", 2))
    for message in (b"HTTP/1.1 400 Bad Request", b'{"type":"step"}', b'{"type":"party"}', b"\xff"):
        [broken] = anna.client.receive(message)
        assert isinstance(broken, Broken)
        assert broken.reason
        assert message[:20].decode(errors="backslashreplace") in str(broken)
    assert anna.knows().stage is Stage.WAITING
    step = {"type": "step", "table": anna.knows().table, "seq": 1}
    [broken] = anna.client.receive(msgspec.json.encode(step))
    assert isinstance(broken, Broken)


def test_a_seat_played_from_elsewhere_and_a_house_that_closes() -> None:
    """Both are goodbyes; only after the second does it make sense to come back."""
    home = clockwork()
    anna = Guest(home, "Anna")
    anna.does(Open("splendor", 2))
    twin = Guest(home)
    twin.client._token = anna.client._token
    twin.client.learn(name="Anna")
    twin.does(Enter("Anna"))
    assert twin.knows().table
    anna.carry()
    assert anna.happened[-1] == Goodbye("your seat is played from another connection now", back=False)
    twin.end.dialect.closing()
    twin.carry()
    assert isinstance(goodbye := twin.happened[-1], Goodbye)
    assert goodbye.back


@pytest.mark.parametrize("arrives", [False, True], ids=["the request is lost", "the answer is lost"])
@pytest.mark.parametrize("cut", range(9))
def test_whatever_is_asked_for_is_done_once_wherever_the_connection_breaks(cut: int, arrives: bool) -> None:
    """A table is opened, a bot sits down, a line is said, a game starts and is left: each once, whatever is cut off."""
    home = clockwork()
    anna, bob = Guest(home, "Anna"), Guest(home, "Bob")
    wishes: list[Wish] = [
        Tables(),
        Open("splendor", 4),
        Word("sale"),
        AddBot("random"),
        AddBot("greedy"),
        RemoveBot("greedy"),
        Say("ciao"),
        Start(),
        Leave(),
    ]
    for number, wish in enumerate(wishes):
        if isinstance(wish, Start):
            bob.does(Sit(anna.knows().table))
            anna.carry()
        if number != cut:
            anna.does(wish)
            continue
        anna.client.wish(wish)
        sending = anna.client.to_send()
        if arrives:
            anna.end.sent(sending)
            anna.end.received()
        anna.drop()
        anna.connect()
        assert not anna.client.waits
    assert not any(isinstance(each, Refused | Broken) for each in anna.happened)
    assert len(home.house.tables) == 1
    (table,) = home.house.tables.values()
    names = [seat.name for seat in table.position.seats]
    assert sorted(names) == ["Anna", "Bob", "random"]
    assert table.position.seats[names.index("Anna")].quit
    bob.carry()
    assert [(line.name, line.text) for line in bob.knows().chat] == [("Anna", "ciao")]
    assert "sale" in bob.knows().words


@pytest.mark.parametrize("arrives", [False, True], ids=["the request is lost", "the answer is lost"])
@pytest.mark.parametrize("wish", [Sit, Watch, Rematch, Leave])
def test_sitting_down_watching_a_rematch_and_getting_up_are_done_once_too(wish: type[Wish], arrives: bool) -> None:
    """The same for what is asked for at others' tables, and after the game."""
    home = clockwork()
    anna, bob = Guest(home, "Anna"), Guest(home, "Bob")
    anna.does(Open("splendor", 2))
    table = anna.knows().table
    wished: Wish = {Sit: Sit(table, "pepe"), Watch: Watch(table), Rematch: Rematch(), Leave: Leave()}[wish]
    if wish is Rematch:
        bob.does(Sit(table))
        anna.does(Start())
        anna.does(Leave())
        bob.carry()
        assert bob.knows().stage is Stage.OVER
    elif wish is Leave:
        bob.does(Sit(table))
    bob.client.wish(wished)
    sending = bob.client.to_send()
    if arrives:
        bob.end.sent(sending)
        bob.end.received()
    bob.drop()
    bob.connect()
    assert not bob.client.waits
    assert not any(isinstance(each, Refused | Broken) for each in bob.happened)
    known = bob.knows()
    if wish is Leave:
        assert known.stage is Stage.LOBBY
    else:
        assert known.stage is Stage.WAITING
        assert (known.table == table) is (wish is not Rematch)
        assert (known.me is None) is (wish is Watch)
    assert len(home.house.tables) == 1 + (wish is Rematch)
