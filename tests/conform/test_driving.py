"""Players without an event loop."""

from __future__ import annotations

from random import Random

from bottega.conform.driving import Driven
from bottega.players.line import Line, Lost
from bottega.players.player import Player


class Parrot(Player):
    """Repeats what it hears until it is told to stop; waits for a while only when it hears "hurry"."""

    async def arrive(self, line: Line) -> None:
        """Say hello."""
        line.say("hello")
        await self.rest(1000)

    async def attend(self, line: Line) -> None:
        """Repeat."""
        heard = await line.hear()
        if heard == "hurry":
            try:
                async with self.patience(1):
                    heard = await line.hear()
            except TimeoutError:
                heard = "nothing"
        self.over = heard == "stop"
        line.say(heard)


def test_a_player_goes_on_until_it_waits() -> None:
    """What it says waits to be said, nobody sleeps, and it is done when the game is over."""
    opened: list[int] = []
    driven = Driven(Parrot("polly", Random(1)), lambda: opened.append(1))
    driven.go_on()
    assert list(driven.unsaid) == ["hello"]
    driven.unsaid.clear()
    driven.go_on()
    assert not driven.unsaid
    driven.heard += ["one", "stop"]
    driven.go_on()
    assert driven.unsaid.popleft() == "one"
    driven.go_on()
    assert driven.unsaid.popleft() == "stop"
    driven.go_on()
    assert driven.done
    assert opened == [1]


def test_who_lost_the_connection_opens_another() -> None:
    """A player whose line is lost comes back by itself."""
    opened: list[int] = []
    driven = Driven(Parrot("polly", Random(1)), lambda: opened.append(1))
    driven.go_on()
    driven.unsaid.clear()
    driven.lost = True
    driven.go_on()
    assert list(driven.unsaid) == ["hello"]
    assert opened == [1, 1]


def test_silence_is_told_to_the_impatient() -> None:
    """Who waits for a limited time learns that nothing came when everybody is silent."""
    driven = Driven(Parrot("polly", Random(1)), lambda: None)
    driven.go_on()
    driven.unsaid.clear()
    driven.heard.append("hurry")
    driven.go_on()
    assert driven.impatient
    driven.silence = True
    driven.go_on()
    assert list(driven.unsaid) == ["nothing"]
    assert not driven.impatient


def test_lost_is_lost() -> None:
    """What is said on a lost line is said to nobody."""
    driven = Driven(Parrot("polly", Random(1)), lambda: None)
    driven.close()
    driven.say("x")
    assert not driven.unsaid
    coroutine = driven.hear()
    try:
        coroutine.send(None)
    except Lost:
        driven.leave()
        return
    raise AssertionError
