"""The kit for sagrada-json: an honest server passes, every planted fault is found, in the section that it is about."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

import pytest

from bottega.conform.kit import SECRETS
from bottega.conform.report import Outcome
from bottega.conform.sagrada_json import SECTIONS, SagradaJsonKit
from tests.conform.bench import Answers, Message, Tamper, altered, dropped, examine


def _is(kind: str, **fields: object) -> Callable[[Message], bool]:
    return lambda message: message["id"] == kind and all(message.get(key) == value for key, value in fields.items())


def _error(before: int, after: int) -> Tamper:
    return altered(_is("error", type=before), lambda message: message.update(type=after))


def _show_all(message: Message) -> None:
    """Every player's objective."""
    for player in message["players"]:
        player.setdefault("playerObjective", {"color": "RED"})


ERROR_2, OK = r'^\{"id":"error","type":2\}$', '{"id":"ok"}'


class Hasty:
    """A server that takes what comes from somebody whose turn it is not."""

    def __init__(self) -> None:
        self.turn = -1

    def __call__(self, number: int, text: str) -> Iterable[str]:
        """An error for somebody else becomes ok."""
        if text == '{"id":"turn"}':
            self.turn = number
        return (OK,) if "error" in text and number != self.turn >= 0 else (text,)


FAULTS: dict[str, tuple[str, Tamper]] = {
    "nobody is asked to log in": ("login", dropped(_is("login"))),
    "names can be taken twice": ("login", dropped(_is("error", type=1))),
    "another error for a taken name": ("login", _error(1, 2)),
    "three windows": ("windows", altered(_is("windows"), lambda message: message.pop("w4"))),
    "a window that there is not": (
        "windows",
        altered(_is("windows"), lambda message: message["w1"].update(difficultyToken=9)),
    ),
    "a turn is not announced": ("turn", dropped(_is("turn"), after=5)),
    "a placement is not confirmed": ("place", dropped(_is("ok"))),
    "somebody gets no update": ("place", dropped(_is("update"), to=1, after=1)),
    "invalid placements are taken": ("place", Answers(r'"index": 99', ERROR_2, OK)),
    "a placement against the rules is taken": (
        "place",
        Answers(r'"place", "x": \d, "y": \d, "index": \d}', ERROR_2, OK),
    ),
    "a tool is used against the rules": ("toolcardC", Answers(r'"toolcardC"', ERROR_2, OK)),
    "out of turn is taken": ("turn", Hasty()),
    "tokens are miscounted": (
        "place",
        altered(_is("update"), lambda message: message["players"][0]["playerWindow"].update(difficultyToken=9)),
    ),
    "a die is missing in the pool": ("place", altered(_is("update", round=1), lambda message: message["draft"].pop())),
    "values are numbers": (
        "place",
        altered(_is("update"), lambda message: [die.update(value=int(die["value"])) for die in message["draft"]]),
    ),
    "tools can be used without paying": ("toolcardA", _error(4, 2)),
    "a tool seems used": (
        "show_table",
        altered(_is("show_table"), lambda message: [card.update(alreadyUsed=True) for card in message["toolCards"]]),
    ),
    "the end of a turn is not told": ("pass", dropped(_is("end"), after=3)),
    "nobody has won": ("game_over", altered(_is("game_over"), lambda message: message.update(winner="nobody"))),
    "one is not told the end": ("game_over", dropped(_is("game_over"), to=1)),
    "who is gone is not told of": ("disconnect", dropped(_is("notification", event="disconnect"))),
    "who is here can reconnect": ("reconnect", _error(3, 5)),
    "objectives are shown to everybody": (SECRETS, altered(_is("update"), _show_all)),
}


@pytest.mark.parametrize("profile", ["", "original"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_honest_server_passes(profile: str, seats: int) -> None:
    """Nothing is broken and nothing remarked in whole games, and nearly every section is met."""
    report = examine(SagradaJsonKit(profile), seed=seats, seats=seats)
    assert report.passed, "\n".join(report.lines())
    outcomes = [report.outcome(section.id) for section in SECTIONS]
    assert Outcome.REMARK not in outcomes
    assert outcomes.count(Outcome.NOT_MET) <= 3


@pytest.mark.parametrize("fault", FAULTS)
def test_every_planted_fault_is_found(fault: str) -> None:
    """A server with one fault is convicted, by the section that the fault is about."""
    section, tamper = FAULTS[fault]
    report = examine(SagradaJsonKit(), tamper)
    assert section in report.broken, "\n".join(report.lines())


def test_what_the_document_leaves_open_is_no_fault() -> None:
    """Other names of cards, players in another order, flags of one's own: nobody minds."""

    def otherwise(number: int, text: str) -> Iterable[str]:
        message = json.loads(text)
        if message["id"] == "update":
            message["players"].reverse()
            for player in message["players"]:
                player["dieUsed"] = 7
        elif message["id"] == "show_table":
            message["toolCards"].reverse()
            for card in message["toolCards"]:
                card["name"] = "Utensile"
        return (json.dumps(message),)

    report = examine(SagradaJsonKit(), otherwise)
    assert report.passed, "\n".join(report.lines())
