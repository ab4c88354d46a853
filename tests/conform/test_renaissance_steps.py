"""The kit for renaissance-steps: an honest server passes, every planted fault is found, in its section."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

import pytest

from bottega.conform.kit import SECRETS
from bottega.conform.renaissance_steps import SECTIONS, RenaissanceStepsKit
from bottega.conform.report import Outcome
from tests.conform.bench import Answers, Message, Tamper, altered, dropped, examine, followed

ERROR = r'^\{"type":"ErrorMessage".*'


def _is(kind: str) -> Callable[[Message], bool]:
    return lambda message: str(message["type"]).endswith(kind)


def _data(kind: str, change: Callable[[Message], object], to: int | None = None) -> Tamper:
    return altered(_is(kind), lambda message: change(message["data"]), to)


def _silent(number: int, text: str) -> Iterable[str]:
    """Nobody is told anything in words."""
    return () if '"GenericMessage"' in text else (text,)


FAULTS: dict[str, tuple[str, Tamper]] = {
    "nobody is asked for a name": ("setup", dropped(_is("RegisterRequest"))),
    "names can be taken twice": ("setup", Answers("RegisterResponse", ERROR, "")),
    "nobody can play": ("setup", Answers('"number": 0', ERROR, "")),
    "who is gone is not told of": ("disconnection", _silent),
    "somebody comes back to another table": (
        "disconnection",
        _data("ReconnectUpdate", lambda data: data.update(leadersInHand=[])),
    ),
    "three leaders": ("player_setup", _data("StartGameUpdate", lambda data: data["cards"].pop())),
    "any leaders": ("player_setup", Answers('"98L"', ERROR, "")),
    "a bonus for nothing": ("player_setup", _data("BonusResourceMessage", lambda data: data.update(bonusRes=2))),
    "the wrong one has the turn": ("turns", _data("NewTurnUpdate", lambda data: data.update(currNickname="nobody"))),
    "one is not told whose turn it is": ("turns", dropped(_is("NewTurnUpdate"), to=1, after=6)),
    "a turn without a main action": ("turns", Answers("passTurn", ERROR, '{"type":"NewTurnUpdate","data":{}}')),
    "the market does not move": ("market", _data("MarketUpdate", lambda data: data["marbles"].reverse())),
    "one is not told of the market": ("market", dropped(_is("MarketUpdate"), to=0, after=4)),
    "pending resources are miscounted": (
        "market",
        _data("PendingResourcesUpdate", lambda data: data["pending"].append("BLUE")),
    ),
    "a line that there is not": ("market", Answers('"rc": "r", "index": 9', ERROR, "")),
    "productions of nothing": ("production", Answers("activateProductions", ERROR, "")),
    "productions are not reset": ("production", dropped(_is("ToggleProductionUpdate"))),
    "a card for nothing": ("buy_card", Answers("buyCard", ERROR, "")),
    "the wrong slot": ("buy_card", _data("SlotUpdate", lambda data: data.update(slot=9))),
    "a leader is not told": ("leaders", dropped(lambda m: m["type"] in ("PlayLeaderUpdate", "DiscardLeaderUpdate"))),
    "faith is miscounted": ("faith", _data("FaithUpdate", lambda data: data.update(newPosition=99))),
    "favours are miscounted": ("faith", _data("PopeFavorUpdate", lambda data: data.update(popeFavors={}))),
    "the loser wins": ("end", _data("EndGameResultUpdate", lambda data: data["result"].update(winner=["nobody"]))),
    "leaders are given away": (
        SECRETS,
        followed(
            lambda text: '"ONGOING"' in text,
            '{"type":"LeadersInHandUpdate","data":{"leadersInHand":["1L","2L"]}}',
            to=1,
        ),
    ),
}


@pytest.mark.parametrize("profile", ["", "original"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_an_honest_server_passes(profile: str, seats: int) -> None:
    """Nothing is broken and nothing remarked in a whole game, and nearly every section is met."""
    report = examine(RenaissanceStepsKit(profile), seed=seats, seats=seats)
    assert report.passed, "\n".join(report.lines())
    outcomes = [report.outcome(section.id) for section in SECTIONS]
    assert Outcome.REMARK not in outcomes
    assert outcomes.count(Outcome.NOT_MET) <= 4


@pytest.mark.parametrize("fault", FAULTS)
def test_every_planted_fault_is_found(fault: str) -> None:
    """A server with one fault is convicted, by the section that the fault is about."""
    section, tamper = FAULTS[fault]
    report = examine(RenaissanceStepsKit(), tamper)
    assert section in report.broken, "\n".join(report.lines())


def test_the_solo_game() -> None:
    """A cross that stands elsewhere is found in a game for one."""
    report = examine(
        RenaissanceStepsKit(), _data("LorenzoUpdate", lambda data: data.update(lorenzoPosition=99)), seats=1
    )
    assert "solo" in report.broken, "\n".join(report.lines())


def test_what_the_document_leaves_open_is_no_fault() -> None:
    """Other words, more of them, and no field that only we add: nobody minds."""

    def otherwise(number: int, text: str) -> Iterable[str]:
        message = json.loads(text)
        data = message["data"]
        if message["type"].endswith("Update") and message["type"] != "ReconnectUpdate":
            data.pop("nickname", None)
        if "message" in data:
            data["message"] = "ciao"
        words = '{"type":"GenericMessage","data":{"message":"che bello"}}'
        return (json.dumps(message), words) if message["type"] == "MarketUpdate" else (json.dumps(message),)

    report = examine(RenaissanceStepsKit(), otherwise)
    assert report.passed, "\n".join(report.lines())
