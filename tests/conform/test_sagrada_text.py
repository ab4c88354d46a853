"""The kit for sagrada-text: an honest server passes, every planted fault is found, in the section that it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from bottega.conform.kit import SECRETS
from bottega.conform.report import Outcome
from bottega.conform.sagrada_text import SECTIONS, SagradaTextKit
from tests.conform.bench import Tamper, examine, followed


def rewritten(pattern: str, by: str, to: int | None = None) -> Tamper:
    """Every line (to that connection) in which the pattern is found says something else; an empty one is not sent."""

    def tamper(number: int, text: str) -> Iterable[str]:
        if to in (None, number) and re.search(pattern, text):
            text = re.sub(pattern, by, text)
        return (text,) if text else ()

    return tamper


FAULTS: dict[str, tuple[str, Tamper]] = {
    "no welcome": ("welcome", rewritten("^Connection established!$", "")),
    "nonsense is overlooked": ("debug", rewritten("^INVALID message$", "")),
    "any password is good": ("login", rewritten("^LOGIN ko$", "LOGIN ok")),
    "the lobby is miscounted": ("lobby", rewritten(r"^LOBBY 2$", "LOBBY 3")),
    "somebody is not told of the lobby": ("lobby", rewritten(r"^LOBBY 2$", "", to=0)),
    "the wrong one has the turn": ("round", rewritten(r"^GAME turn_start 0", "GAME turn_start 1")),
    "somebody is not told that a turn has ended": ("round", rewritten(r"^GAME turn_end 0 1$", "", to=1)),
    "rounds are counted from one": ("round", rewritten(r"^GAME round_start 0$", "GAME round_start 1")),
    "points are miscounted": ("round.end", rewritten(r"^GAME end (\d),(-?\d+)", r"GAME end \1,9\2")),
    "a die is missing in a window": ("board.schema", rewritten(r"^(SEND schema.*?) D,\S+", r"\1")),
    "tokens are miscounted": ("board.favor_tokens", rewritten(r"^(SEND favor_tokens 1) \d", r"\1 9")),
    "a tool seems unused": ("board.cards", rewritten(r"^(SEND tool .*) true$", r"\1 false")),
    "a die of the track has another colour": (
        "board.dice",
        rewritten(r"^(SEND roundtrack 0,)\w+,\w+", r"\1PURPLE,ONE"),
    ),
    "who is there is said to be gone": ("board.players", rewritten(r"PLAYING$", "DISCONNECTED")),
    "the wrong round": ("board.game_status", rewritten(r"^(SEND game_status \w+ \d) \d", r"\1 7")),
    "placements that are none": ("management", rewritten(r"^LIST_PLACEMENTS.*", r"LIST_PLACEMENTS 6 7")),
    "a choice that there is not": ("management", rewritten(r"^CHOICE ko$", "CHOICE ok")),
    "a die is not listed": ("management", rewritten(r"^(LIST_DICE draftpool .*) \S+$", r"\1")),
    "no options": ("management", rewritten(r"^LIST_OPTIONS.*", "")),
    "a tool that there is not": ("tools", rewritten(r"^TOOL ko$", "TOOL ok")),
    "who is gone is not told of": ("status", rewritten(r"^STATUS disconnect \d$", "")),
    "the wrong one is back": ("status", rewritten(r"^STATUS reconnect \d$", "STATUS reconnect 7")),
    "an objective is told to another": (
        SECRETS,
        followed(lambda text: text == "GAME turn_start 0 1", "SEND priv 1 Shades_of_Red x RED", to=1),
    ),
    "silence in a turn": ("round", rewritten(r"^GAME turn_start.*", "")),
}


@pytest.mark.parametrize("profile", ["", "original"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_honest_server_passes(profile: str, seats: int) -> None:
    """Nothing is broken and nothing remarked in a whole game, and nearly every section is met."""
    report = examine(SagradaTextKit(profile), seed=seats, seats=seats)
    assert report.passed, "\n".join(report.lines())
    outcomes = [report.outcome(section.id) for section in SECTIONS]
    assert Outcome.REMARK not in outcomes
    assert outcomes.count(Outcome.NOT_MET) <= 1


@pytest.mark.parametrize("fault", FAULTS)
def test_every_planted_fault_is_found(fault: str) -> None:
    """A server with one fault is convicted, by the section that the fault is about."""
    section, tamper = FAULTS[fault]
    report = examine(SagradaTextKit(), tamper)
    assert section in report.broken, "\n".join(report.lines())


def test_what_the_document_leaves_open_is_no_fault() -> None:
    """Another welcome, Italian cards, bare options, a name behind a status: nobody minds."""

    def otherwise(number: int, text: str) -> Iterable[str]:
        text = re.sub("^Connection established!$", "Ciao", text)
        text = re.sub(r"^(SEND (?:pub|priv|tool) \d+) \S+ \S+", r"\1 Nome Testo", text)
        text = re.sub(r"^LIST_OPTIONS 0,", "LIST_OPTIONS ", text)
        text = re.sub(r"^(STATUS \w+ \d)$", r"\1 somebody", text)
        return (re.sub(r"^INVALID message$", "ILLEGAL ACTION!", text),)

    report = examine(SagradaTextKit(), otherwise)
    assert report.passed, "\n".join(report.lines())
