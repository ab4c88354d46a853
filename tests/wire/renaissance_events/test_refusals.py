"""Which error answers what is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bottega.games.refusal import Refusal
from bottega.games.renaissance import PHRASES
from bottega.players.renaissance_events import FIELDS
from bottega.table.phrases import PHRASES as OF_THE_TABLE
from bottega.testing.renaissance import player
from bottega.wire.renaissance_events import refusals

ANN = player(leaders=(1, 5), box="2 coin", slots=((4,), (), ()))


def error_of(refusal: Refusal) -> dict[str, Any]:
    """The error that ann is told, as it is written."""
    written: dict[str, Any] = msgspec.to_builtins(refusals.told(refusal, ANN))
    return written


@pytest.mark.parametrize(
    ("code", "parameters", "error", "reason"),
    [
        ("not-your-turn", {}, "ErrAction", "NOT_CURRENT_PLAYER"),
        ("main-action-made", {}, "ErrAction", "LATE_MANDATORY_ACTION"),
        ("before-main-action", {}, "ErrAction", "EARLY_TURN_END"),
        ("over", {}, "ErrAction", "GAME_ENDED"),
        ("setup-first", {}, "ErrAction", "EARLY_MANDATORY_ACTION"),
        ("place-full", {"place": 1, "room": 1}, "ErrResourceTransfer", "CAPACITY_REACHED"),
        ("on-another-shelf", {"type": 0, "shelf": 1}, "ErrResourceTransfer", "DUPLICATE_BOUNDED_RESOURCE"),
        ("other-type", {"place": 1, "type": 0, "resource": 1}, "ErrResourceTransfer", "BOUNDED_RESTYPE_DIFFER"),
        ("not-there", {"taken": (1, 0, 0, 0), "place": 6, "there": 0}, "ErrResourceTransfer", "CAPACITY_REACHED"),
        ("never-faith", {}, "ErrInvalidResourceTransaction", "EXCLUDED"),
    ],
)
def test_refusals_of_the_rules(code: str, parameters: dict[str, object], error: str, reason: str) -> None:
    """Each has the error that the protocol means for it."""
    told = error_of(PHRASES.refusal(code, **parameters))  # type: ignore[arg-type]  # values of any kind
    assert (told["type"], told["reason"]) == (error, reason)


def test_what_a_leader_still_needs() -> None:
    """What is missing, not what is needed: a yellow card is there already, and two of five coins."""
    cards = error_of(PHRASES.refusal("leader-needs-cards", leader=1, needed=(1, 0, 1, 0)))
    assert cards["missingDevCards"] == [{"color": "Green", "level": 0, "quantity": 1}]
    coins = error_of(PHRASES.refusal("leader-needs-resources", leader=2, needed=(5, 0, 0, 0)))
    assert coins["missingResources"] == {"Coin": 3}
    level = error_of(PHRASES.refusal("leader-needs-level", leader=2, needed=(0, 0, 1, 0), level=2))
    assert level["missingDevCards"] == [{"color": "Yellow", "level": 2, "quantity": 1}]


def test_what_has_no_error_is_said_in_words() -> None:
    """The client shows the code as it is."""
    told = refusals.told(PHRASES.refusal("leaders-chosen"), ANN)
    assert told == refusals.no_such("RESOURCE", "you have already chosen your leaders")
    full = OF_THE_TABLE.refusal("store")
    assert error_of(full)["code"] == str(full)


@pytest.mark.parametrize("code", [code.partition(".")[2] for code in PHRASES.templates])
def test_every_refusal_has_an_error_that_the_client_can_read(code: str) -> None:
    """All fields are there that the client of the time needs."""
    parameters = {
        name: _VALUES.get(name, _VALUES.get(kind, 1)) for name, kind in PHRASES.kinds(f"{PHRASES.name}.{code}").items()
    }
    told = error_of(PHRASES.refusal(code, **parameters))  # type: ignore[arg-type]  # values of any kind
    assert set(FIELDS[told["type"]].split()) <= set(told)


_AMOUNTS = (1, 0, 0, 0)
_VALUES: dict[str, object] = {
    **dict.fromkeys(("amounts", "coloured_cards"), _AMOUNTS),
    "either": (0, 1),
    "leader_cards": (1, 2),
    **dict.fromkeys(("cost", "offered", "owned", "taken", "needed", "contents"), _AMOUNTS),
    "pending": (1, 0, 0, 0, 0),
    "choices": (0, 1),
    "pile": "G1",
    "line": "r1",
    "place": 1,
}
