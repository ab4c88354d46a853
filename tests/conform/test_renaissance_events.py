"""The kit for renaissance-events: an honest server passes, every planted fault is found, in its section."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from bottega.conform.kit import SECRETS
from bottega.conform.renaissance_events import SECTIONS, Numbers, RenaissanceEventsKit
from bottega.conform.report import Outcome
from tests.conform.bench import Answers, Message, Tamper, altered, dropped, examine, followed


def _is(kind: str) -> Callable[[Message], bool]:
    return lambda message: bool(message["type"] == kind)


def _with(kind: str, change: Callable[[Message], object], to: int | None = None) -> Tamper:
    return altered(_is(kind), change, to)


def _accepted(kind: str) -> Tamper:
    """What should be refused with that error is passed over in silence."""
    return Answers("", rf'^{{"type":"{kind}".*', "")


FAULTS: dict[str, tuple[str, Tamper]] = {
    "nobody is welcomed": ("connection", dropped(_is("ReqWelcome"))),
    "broken lines are overlooked": ("connection", dropped(_is("ErrProtocol"))),
    "heartbeats are not answered": ("heartbeat", dropped(_is("ResHeartbeat"))),
    "quitting is not answered": ("goodbye", dropped(_is("ResQuit"))),
    "the line is miscounted": ("lobby", _with("UpdateBookedSeats", lambda m: m.update(bookedSeats=7))),
    "nicknames can be taken twice": ("lobby", _accepted("ErrNickname")),
    "nobody can play": ("lobby", _accepted("ErrNewGame")),
    "the list begins with somebody else": ("update_game", _with("UpdateGame", lambda m: m["players"].reverse())),
    "a field of the whole game is missing": ("update_game", _with("UpdateGame", lambda m: m.pop("blackPoints"))),
    "a card costs less": (
        "update_game",
        _with("UpdateGame", lambda m: m["developmentCards"][7]["cost"]["requirements"].popitem()),
    ),
    "two shelves have one number": (
        "update_game",
        _with("UpdateGame", lambda m: m["players"][0].update(warehouseShelves=[0, 0, 2])),
    ),
    "any leaders can be kept": ("setup", _accepted("ErrInitialChoice")),
    "a shelf is miscounted": (
        "containers",
        _with("UpdateResourceContainer", lambda m: m["resContainer"]["content"].update(Coin=3)),
    ),
    "the market does not move": ("market", _with("UpdateMarket", lambda m: m["market"].update(slide="Zero"))),
    "one is not told of the grid": ("grid", dropped(_is("UpdateDevCardGrid"), to=1)),
    "the wrong slot": ("slots", _with("UpdateDevSlot", lambda m: m.update(devSlot=m["devSlot"] + 1))),
    "the own hand is not told": ("leaders", dropped(_is("UpdateLeadersHand"))),
    "faith is miscounted": ("faith", _with("UpdateFaithPoints", lambda m: m.update(faithPoints=24))),
    "points are miscounted": ("points", _with("UpdateVictoryPoints", lambda m: m.update(victoryPoints=99))),
    "nobody keeps the tile": ("vatican", _with("UpdateVaticanSection", lambda m: m.update(bonusGivenPlayers=["x"]))),
    "the wrong one has the turn": ("turns", _with("UpdateCurrentPlayer", lambda m: m.update(player="nobody"))),
    "an action is not told": ("actions", dropped(_is("UpdateAction"), to=0, after=9)),
    "another action is told": ("actions", _with("UpdateAction", lambda m: m.update(action="SING"))),
    "the loser wins": ("end", _with("UpdateGameEnd", lambda m: m.update(winner="nobody"))),
    "who is gone is not told of": ("gone", dropped(_is("UpdatePlayerStatus"))),
    "moves out of turn are taken": ("errors.action", _accepted("ErrAction")),
    "shelves of others can be used": ("errors.objects", Answers("ReqSwapShelves", r'^{"type":"ErrObject.*', "")),
    "resources out of nothing": ("errors.resources", _accepted("ErrReplacedTransRecipe")),
    "leaders without requirements": ("errors.cards", _accepted("ErrCardRequirements")),
    "hands are given away": (
        SECRETS,
        followed(lambda text: '"END_TURN"' in text, '{"type":"UpdateLeadersHand","player":"x","leaders":[1]}', to=1),
    ),
    "hands are shown": (
        SECRETS,
        _with("UpdateGame", lambda m: [p.update(leadersHand=[1]) for p in m["players"] if not p["leadersHand"]]),
    ),
}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_an_honest_server_passes(seats: int) -> None:
    """Nothing is broken and nothing remarked in a whole game, and nearly every section is met."""
    report = examine(RenaissanceEventsKit(), seed=seats, seats=seats)
    assert report.passed, "\n".join(report.lines())
    outcomes = [report.outcome(section.id) for section in SECTIONS]
    assert Outcome.REMARK not in outcomes
    assert outcomes.count(Outcome.NOT_MET) <= 1


@pytest.mark.parametrize("fault", FAULTS)
def test_every_planted_fault_is_found(fault: str) -> None:
    """A server with one fault is convicted, by the section that the fault is about."""
    section, tamper = FAULTS[fault]
    report = examine(RenaissanceEventsKit(), tamper)
    assert section in report.broken, "\n".join(report.lines())


def test_the_solo_game() -> None:
    """A wrong token is found in a game for one."""
    tamper = _with("UpdateActionToken", lambda m: m.update(actionToken=(m["actionToken"] + 1) % 7))
    report = examine(RenaissanceEventsKit(), tamper, seats=1)
    assert set(report.broken) & {"solo", "faith", "grid"}, "\n".join(report.lines())


class Renumbered:
    """A server that counts containers and productions on from those of its last game, as the program does."""

    def __init__(self) -> None:
        self.theirs = Numbers()

    def __call__(self, number: int, text: str) -> Iterable[str]:
        """Other numbers on the way out."""
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "UpdateGame" and not self.theirs.containers:
            plain = Numbers(message)
            self.theirs.containers = {ours: ours + 40 for ours in plain.containers}
            self.theirs.productions = {ours: ours + 54 for ours in plain.productions}
            self.theirs.sections = {0: 0, 1: 2, 2: 1}
        self.theirs.heard(message)
        return (json.dumps(message),)

    def inward(self, _: int, text: str) -> Iterable[str]:
        """And back again."""
        if not text.startswith('{"') or text == '{"type":':
            return (text,)
        message = json.loads(text)
        self.theirs.said(message)
        return (json.dumps(message),)


@pytest.mark.parametrize("seats", [1, 3])
def test_other_numbers_are_no_fault(seats: int) -> None:
    """What containers, productions and sections are called is the server's affair, as long as it keeps to it."""
    server = Renumbered()
    report = examine(RenaissanceEventsKit(), server, seats=seats, inward=server.inward)
    assert report.broken == [], "\n".join(report.lines())


def test_what_the_program_says_besides_is_no_fault() -> None:
    """Nobody minds a container that is told on the way, the last round again, the action after the end, other words,
    whole slots, or null where a pile is empty.
    """
    bottom: dict[tuple[str, int], list[int]] = {}

    def otherwise(number: int, text: str) -> Iterable[str]:
        message = json.loads(text)
        kind = message["type"]
        said = [message]
        if kind == "UpdateResourceContainer":
            said.insert(0, {**message, "resContainer": {**message["resContainer"], "content": {}}})
        elif kind == "UpdateLastRound":
            said.append(message)
        elif kind == "UpdateGameEnd":
            said.append({"type": "UpdateAction", "action": "END_TURN", "player": message.get("winner", "")})
        elif kind == "UpdateDevSlot":
            slot = bottom.setdefault((message["player"], message["devSlot"]), [])
            if message["devCards"][0] not in slot:
                slot += message["devCards"]
            message["devCards"] = list(slot)
        elif kind == "UpdateDevCardGrid":
            for tops in message["devCardGrid"]["topCards"].values():
                tops[:] = [None if top is None or top > 47 else top for top in tops]
        elif kind == "ErrProtocol":
            message["msg"] = "boh"
        return map(json.dumps, said)

    report = examine(RenaissanceEventsKit(), otherwise)
    assert report.broken == [], "\n".join(report.lines())
