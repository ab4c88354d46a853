"""What the program of the time told whoever came back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bottega.games import renaissance
from bottega.games.renaissance.model import State
from bottega.players.renaissance_json import decoded
from bottega.players.renaissance_steps_original import CLASSES, UPDATES, Misread, OriginalPicture
from bottega.testing.renaissance import player, table
from bottega.wire.renaissance_steps import original
from bottega.wire.renaissance_steps.profile import PROFILES
from tests.wire.renaissance_steps.test_secrets import NAMES, random_game

ORIGINAL = PROFILES["original"]
OWNER = player(("1 coin", "2 stone", ""), leaders=(3, 13), played=(3, 13), box="4 shield", slots=((1,), (5, 21), ()))
OTHER = player(leaders=(14, 4), discarded=(14,))


def told(state: State, me: int = 0, names: tuple[str, ...] = ("ann", "bob")) -> dict[str, Any]:
    """What a seat is told that comes back."""
    told: dict[str, Any] = msgspec.to_builtins(original.whole_table(state, names, me, state.seat, names, ORIGINAL))
    return told


def test_the_fields_are_those_of_the_program() -> None:
    """These and no others; Lorenzo's place only where there is one."""
    fields = CLASSES[f"{UPDATES}ReconnectUpdate"]
    assert set(told(table(OWNER, OTHER, turn=3))) == fields - {"lorenzoPos"}
    alone = told(table(OWNER, turn=3, cross=7, tokens=(1, 2)), names=("ann",))
    assert set(alone) == fields
    assert alone["lorenzoPos"] == 7


def test_leaders_by_their_place() -> None:
    """What is in play everybody may know, what somebody has discarded only they themselves."""
    own, others = told(table(OWNER, OTHER, turn=3), me=0), told(table(OWNER, OTHER, turn=3), me=1)
    assert own["allPlayedCards"] == {"ann": {"0": "3L", "1": "13L"}, "bob": {}}
    assert own["allDiscardedCards"] == {"ann": {}, "bob": {"0": ""}}
    assert others["allDiscardedCards"] == {"ann": {}, "bob": {"0": "14L"}}
    assert others["myLeadersInHand"] == ["4L"]


def test_what_belongs_to_leaders_in_play() -> None:
    """Discounts are off, and productions have their "?" open, as whoever comes back finds them."""
    own = told(table(OWNER, OTHER, turn=3))
    assert own["discounts"] == [{"res": "GREY", "quantity": 1, "activated": False}]
    assert own["unknownProductions"]["-1"]["input"] == {"UNKNOWN": 2}
    assert own["unknownProductions"]["0"]["output"] == {"RED": 1, "UNKNOWN": 1}
    assert own["slots"]["ann"] == {"1": ["1D"], "2": ["44D", "14D"], "3": []}


@pytest.mark.parametrize("number", range(2))
def test_secrets_stay_secret(number: int) -> None:
    """Deal anew what a viewer must not know: all stays the same but the piles, which that client must know."""
    for state, *_ in random_game(3, number)[::7]:
        for viewer in range(3):
            other = renaissance.redeal(state, viewer, bytes([number]) * 32)
            one, another = (told(each, viewer, NAMES) for each in (state, other))
            assert one | {"cardMatrix": ""} == another | {"cardMatrix": ""}


class TestTheModel:
    """The model of the client of the time, in ``original``, really refuses what that client cannot bear."""

    @staticmethod
    def hear(picture: OriginalPicture, text: str) -> None:
        """Read a message."""
        message = decoded(text)
        picture.read(message)
        picture.hear(message["type"].rpartition(".")[2], message["data"])

    @pytest.mark.parametrize(
        "text",
        [
            '{"type":"it.polimi.ingsw.network.messages.ReconnectMessage","data":{"reconnectedNickname":"bob"}}',
            '{"type":"it.polimi.ingsw.network.messages.updates.FaithUpdate","data":{"newPosition":1,"nickname":"ann"}}',
            '{"type":"it.polimi.ingsw.network.messages.updates.NewTurnUpdate","data":{"currNickname":"a","gamePhase":"ENDGAME"}}',
            '{"type":"it.polimi.ingsw.network.messages.updates.PopeFavorUpdate",'
            '"data":{"positions":{},"popeFavors":{},"lorenzoPos":0}}',
        ],
    )
    def test_it_cannot_read(self, text: str) -> None:
        """A wrong name, a field too many, a phase it does not know, a Lorenzo in company."""
        picture = OriginalPicture("ann")
        picture.order = ["ann", "bob"]
        with pytest.raises(Misread):
            self.hear(picture, text)

    def test_it_stays_in_its_login_screen(self) -> None:
        """The whole table is read after its own ReconnectMessage, and only once."""
        picture, whole = (
            OriginalPicture("ann"),
            ORIGINAL.write(
                original.whole_table(table(OWNER, OTHER, turn=3), ("ann", "bob"), 0, 0, ("ann", "bob"), ORIGINAL)
            ),
        )
        with pytest.raises(Misread, match="login"):
            self.hear(picture, whole)
        self.hear(picture, f'{{"type":"{UPDATES}ReconnectMessage","data":{{"reconnectedNickname":"ann"}}}}')
        self.hear(picture, whole)
        assert picture.boards["ann"].played == ["3L", "13L"]
        with pytest.raises(Misread, match="on top"):
            self.hear(picture, whole)
