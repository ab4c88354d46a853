"""The kit for splendor-json: an honest server passes, every planted fault is found, in the section that it is about."""

from __future__ import annotations

import json

import pytest

from bottega.conform.kit import SECRETS
from bottega.conform.report import Outcome
from bottega.conform.splendor_json import SECTIONS, SplendorKit
from tests.conform.bench import Message, Tamper, altered, dropped, examine, followed, replaced

OK = '{"answer_type":"move_verification","result":"ok"}'
ROUND = '{"answer_type":"end_of_round","result":"ok"}'


def _board(message: Message) -> bool:
    return bool(message["answer_type"] == "game_board")


def _moved(message: Message) -> bool:
    """Whether somebody has gems on a board."""
    return _board(message) and any(sum(player["cash"].values()) for player in message["players"])


class Leaky:
    """A server that shows the first player's client_id to the second."""

    def __init__(self) -> None:
        self.secret = ""

    def __call__(self, number: int, text: str) -> tuple[str, ...]:
        """Tell it on every board."""
        message = json.loads(text)
        if message["answer_type"] == "server_hello" and not number:
            self.secret = message["set_client_id"]
        if message["answer_type"] == "game_board" and number:
            message["players"][0]["client_id"] = self.secret
            return (json.dumps(message),)
        return (text,)


FAULTS: dict[str, tuple[str, Tamper]] = {
    "a hello without client_id": (
        "2.2",
        altered(lambda m: m["answer_type"] == "server_hello", lambda m: m.pop("set_client_id")),
    ),
    "a client_id that is no UUID": (
        "2.2",
        altered(lambda m: m["answer_type"] == "server_hello", lambda m: m.update(set_client_id="7")),
    ),
    "the newcomer is not counted": (
        "2.4",
        altered(
            lambda m: m.get("result") == "ok" and m["answer_type"] == "nick_verification",
            lambda m: m.update(connected_players=m["connected_players"] - 1),
        ),
    ),
    "bad nicks are taken": (
        "2.4",
        altered(lambda m: m.get("result") == "invalid", lambda m: m.update(result="ok")),
    ),
    "a refusal without a reason": ("2.4", altered(lambda m: m.get("result") == "invalid", lambda m: m.pop("message"))),
    "no reason why a move is illegal": (
        "3.1.3",
        altered(lambda m: m.get("result") == "illegal", lambda m: m.pop("message")),
    ),
    "moves out of turn are taken": (
        "3",
        altered(lambda m: "turn of" in m.get("message", ""), lambda m: m.update(result="ok")),
    ),
    "too many gems are taken": (
        "3.1.3",
        altered(lambda m: "you asked for 4 gems" in m.get("message", ""), lambda m: m.update(result="ok")),
    ),
    "cards that cannot be paid are sold": (
        "3.1.1",
        altered(lambda m: "costs" in m.get("message", ""), lambda m: m.update(result="ok")),
    ),
    "a move is not verified": (
        "3.2",
        dropped(lambda m: (m["answer_type"], m.get("result")) == ("move_verification", "ok"), after=3),
    ),
    "the round does not end": ("4", dropped(lambda m: m["answer_type"] == "end_of_round", after=3)),
    "somebody is not sent a board": ("5", dropped(_board, to=1, after=4)),
    "the bank is miscounted": ("5", altered(_moved, lambda m: m["bankCash"].update(red=m["bankCash"]["red"] + 1))),
    "points are miscounted": (
        "5",
        altered(_board, lambda m: m["players"][0].update(totalPrestige=m["players"][0]["totalPrestige"] + 1)),
    ),
    "the wrong one is next": (
        "5",
        altered(_moved, lambda m: m.update(next_player=next(p["nick"] for p in m["players"] if not p["active"]))),
    ),
    "a field is called otherwise": ("5", altered(_board, lambda m: m.update(bank=m.pop("bankCash")))),
    "a card is turned up twice": (
        "5",
        altered(_moved, lambda m: m["cards"].update(level1=[m["cards"]["level1"][0]] * 4)),
    ),
    "the loser is told to have won": (
        "6",
        altered(lambda m: m["answer_type"] == "game_over", lambda m: m.update(winner="nobody")),
    ),
    "nobody is told the end": ("6", dropped(lambda m: m["answer_type"] == "game_over")),
    "a client_id is given away": (SECRETS, Leaky()),
    "a board too many": ("4", followed(lambda text: text == ROUND, ROUND, to=0)),
    "no JSON": ("5", replaced(lambda text: "game_board" in text, "sorry")),
}


@pytest.mark.parametrize("profile", ["", "original"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_honest_server_passes(profile: str, seats: int) -> None:
    """Nothing is broken and nothing remarked in whole games, and nearly every section is met."""
    report = examine(SplendorKit(profile), seed=seats, seats=seats, games=2)
    assert report.passed, "\n".join(report.lines())
    outcomes = [report.outcome(section.id) for section in SECTIONS]
    assert Outcome.REMARK not in outcomes
    assert outcomes.count(Outcome.NOT_MET) <= 3


@pytest.mark.parametrize("fault", FAULTS)
def test_every_planted_fault_is_found(fault: str) -> None:
    """A server with one fault is convicted, by the section that the fault is about."""
    section, tamper = FAULTS[fault]
    report = examine(SplendorKit(), tamper)
    assert section in report.broken, "\n".join(report.lines())
    finding = next(verdict for verdict in report.verdicts() if verdict.id == section).findings[0]
    assert any("< " in line or line.endswith("connects") for line in finding.lines)


def test_what_the_document_leaves_open_is_no_fault() -> None:
    """Cards in another order, other words, another version: nobody minds; another answer to nonsense is a remark."""

    def otherwise(number: int, text: str) -> tuple[str, ...]:
        message = json.loads(text)
        if "cards" in message:
            message["cards"]["level2"].reverse()
            message["players"].reverse()
        if "message" in message:
            message["message"] = "No."
        if "server_version" in message:
            message["server_version"] = "another"
        return (json.dumps(message),)

    report = examine(SplendorKit(), otherwise)
    assert report.passed, "\n".join(report.lines())


def test_another_answer_to_what_cannot_be_read_is_remarked() -> None:
    """Where we have settled what the document leaves open, a server that settles it otherwise is not broken."""
    tamper = altered(
        lambda m: "not JSON" in m.get("message", "") or "no request_type" in m.get("message", ""),
        lambda m: m.update(answer_type="error"),
    )
    report = examine(SplendorKit(), tamper)
    assert report.outcome("forms") is Outcome.REMARK
    assert report.broken == []
