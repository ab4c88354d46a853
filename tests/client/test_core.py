"""What all clients share, shown with one that is told whole states and says notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import pytest

from bottega.client.core import (
    Act,
    Asked,
    Broken,
    Client,
    Enter,
    Forget,
    Happening,
    Known,
    Nonsense,
    Ready,
    Refused,
    Say,
    Stage,
    Told,
)
from bottega.games import sagrada
from bottega.games.core import AnyStep
from bottega.games.sagrada import Action, State
from tests.games.play import as_seed

ME = 0


class Notary(Client):
    """Is told states of Sagrada in their notation; says one action a message, but for places, which take an end too."""

    DIALECT: ClassVar[str] = "notary"

    def cut(self, data: bytes) -> Iterator[str | Broken]:
        """A line is a message."""
        yield from data.decode().splitlines()

    def greet(self) -> Iterator[Happening]:
        """Say hello."""
        self.send(b"hello")
        yield Asked(Enter)

    def heard(self, message: str) -> Iterator[Happening]:
        """A state, an answer, or nonsense."""
        if message == "ok":
            self.answered()
        elif message == "nonsense":
            raise Nonsense("it is nonsense")
        else:
            state = State.from_text(message)
            view = sagrada.view(state, ME)
            self.see(view, stage=Stage.PLAYING, game="sagrada", version=sagrada.VERSION, me=ME, actors=view.actors)
            self.answered()
            yield self.tell("a state")

    def spoken(self, steps: Sequence[AnyStep]) -> int:
        """A place is said together with what follows it."""
        said = 1 if not isinstance(steps[0].action, sagrada.Place) else 2
        if len(steps) < said:
            return 0
        self.send("; ".join(str(step.action) for step in steps[:said]).encode())
        return said

    def _ready(self, wish: Ready) -> Iterator[Happening]:
        self.send(b"ready")
        yield from ()


Notary.WISHES = {Ready: Notary._ready}


@pytest.fixture
def state() -> State:
    """A game for two with every tool, at the first turn of seat 0."""
    state = sagrada.new(2, as_seed(3), sagrada.Options(tools=12))
    for seat in (0, 1):
        state = sagrada.apply(state, seat, sagrada.legal(state, seat)[0])
    return state


@pytest.fixture
def client(state: State) -> Notary:
    """Somebody on turn."""
    client = Notary()
    client.connected(5.0)
    assert client.to_send() == [b"hello"]
    client.receive(state.to_text().encode(), 6.0)
    return client


def actions(*texts: str) -> Act:
    """A wish for actions by their notation."""
    return Act(tuple(Action.from_text(text) for text in texts))


def test_options_follow_from_the_view(client: Notary, state: State) -> None:
    """They are what the rules allow in a state made from the view; being asked is a happening."""
    assert client.known.options == tuple(sagrada.legal(state, ME))
    assert client.known.my_turn
    assert client.now == 6.0
    assert client.receive(b"ok") == []
    client.lost()
    assert client.known.options == ()
    client.connected()
    assert client.receive(state.to_text().encode()) == [Told("a state"), Asked(Act)]


def test_an_action_is_sent_and_its_answer_awaited(client: Notary) -> None:
    """What is wished for meanwhile waits, and goes on by itself."""
    assert client.wish(actions("end")) == []
    assert client.to_send() == [b"end"]
    assert client.known.awaiting
    assert client.known.options == ()
    assert client.wish(actions("end")) == []
    assert client.to_send() == []
    client.receive(b"ok")
    assert client.to_send() == [b"end"]
    assert client.known.prepared == ()


def test_what_was_wished_for_too_early_is_not_on_the_board(client: Notary) -> None:
    """Enter pressed twice: the second action waits unjudged, and the board shows what is known."""
    client.wish(actions("end"))
    client.wish(actions("place R1@99"))
    assert client.known.prepared == actions("place R1@99").actions
    assert client.head() == client.state()
    assert any("no longer possible" in str(each) for each in client.receive(b"ok"))
    assert client.known.prepared == ()


def test_several_actions_are_one_message(client: Notary) -> None:
    """What cannot be said yet is prepared: options are those after it, and nothing is sent."""
    place = next(action for action in client.known.options if isinstance(action, sagrada.Place))
    client.wish(Act((place,)))
    assert client.to_send() == []
    assert client.known.prepared == (place,)
    assert not any(isinstance(action, sagrada.Place) for action in client.known.options)
    assert client.head().drafted
    client.wish(Forget())
    assert not client.known.prepared
    assert place in client.known.options
    client.wish(Act((place,)))
    client.wish(actions("end"))
    assert client.to_send() == [f"{place}; end".encode()]


def test_a_batch_stops_at_what_comes_to_light(client: Notary, state: State) -> None:
    """Nobody can know which die Flux Brush rolls, so what follows is judged when it is known."""
    die = sagrada.DICE[state.pool[0]]
    client.receive(sagrada.apply(state, ME, sagrada.UseTool(6)).to_text().encode())
    assert client.wish(actions(f"die {die}", "place R1@99")) == []
    assert client.to_send() == [f"die {die}".encode()]
    assert client.known.prepared == actions("place R1@99").actions


def test_what_the_rules_refuse_is_not_sent(client: Notary) -> None:
    """The reason is the rules'; what was prepared before stays."""
    [refused] = client.wish(actions("place R1@99"))
    assert isinstance(refused, Refused)
    assert refused.here
    assert "there is no R1" in str(refused)
    assert client.to_send() == []
    assert client.known.prepared == ()


def test_what_was_prepared_is_dropped_when_it_is_no_longer_legal(client: Notary, state: State) -> None:
    """It is kept over a lost connection, and it is said when it has become impossible."""
    other = sagrada.apply(state, 0, sagrada.End())
    client.receive(other.to_text().encode())
    assert not client.known.my_turn
    assert client.wish(actions("place B6@0")) == []
    client.lost()
    client.connected()
    assert client.to_send() == [b"hello"]
    for _ in range(2):
        other = sagrada.apply(other, 1, sagrada.End())
    happened = client.receive(other.to_text().encode())
    assert any("no longer possible" in str(each) for each in happened)
    assert client.known.prepared == ()
    assert client.known.options


def test_a_message_that_makes_no_sense(client: Notary) -> None:
    """It is said which, and the next one is taken."""
    happened = client.receive(b"nonsense\nno state at all\nok")
    assert [type(each) for each in happened] == [Broken, Broken]
    assert str(happened[0]) == "the server broke the protocol (it is nonsense): nonsense"
    assert client.understood == 2


def test_wishes_that_cannot_be_granted(client: Notary) -> None:
    """A wish that the protocol does not know, one without a connection, a move before or after the game."""
    assert "knows no such wish" in str(client.wish(Say("ciao"))[0])
    client.wish(Ready())
    assert client.to_send() == [b"ready"]
    client.lost()
    assert "no connection" in str(client.wish(Ready())[0])
    client.learn(stage=Stage.OVER)
    assert client.wish(actions("end")) == [Refused("the game is over", actions("end"), here=True)]
    fresh = Notary()
    assert fresh.state() is None
    assert fresh.wish(actions("end")) == [Refused("the game has not begun", actions("end"), here=True)]


def test_names_of_seats() -> None:
    """Whoever does not sit there is nobody."""
    assert Known().who(0) == Known().who(None) == "nobody"
