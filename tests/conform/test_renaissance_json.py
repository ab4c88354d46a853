"""The kit for renaissance-json: an honest server passes, every planted fault is found, in its section."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

import pytest

from bottega.conform.kit import SECRETS
from bottega.conform.renaissance_json import SECTIONS, RenaissanceJsonKit
from bottega.conform.report import Outcome
from tests.conform.bench import Answers, Message, Tamper, altered, dropped, examine, followed


def _is(kind: str) -> Callable[[Message], bool]:
    return lambda message: bool(message["type"] == kind)


def _update(kind: str, change: Callable[[Message], object], to: int | None = None) -> Tamper:
    return altered(_is(kind), lambda message: change(message["update"]), to)


def _taken_for(kind: str, answer: str) -> Tamper:
    """What is refused with that error is answered as if it were fine."""
    return Answers("", rf'^{{"type":"{kind}".*', answer)


class Leaky:
    """A server that tells everybody the leaders that were kept."""

    def __call__(self, number: int, text: str) -> Iterable[str]:
        """With every turn."""
        if '"update_cur_player"' not in text:
            return (text,)
        return (text, '{"type":"res_leader_choice","choice":[1,2]}')


FAULTS: dict[str, tuple[str, Tamper]] = {
    "broken messages are overlooked": ("errors", dropped(_is("err_unparsable_message"))),
    "somebody else can end the turn": ("errors", _taken_for("err_illegal_message", '{"type":"res_turn_end"}')),
    "names can be taken twice": ("nickname", _taken_for("err_nickname", '{"type":"res_nickname","isFirst":false}')),
    "nobody is the first": ("nickname", altered(_is("res_nickname"), lambda message: message.update(isFirst=None))),
    "nobody can play": (
        "players_count",
        _taken_for("err_players_count", '{"type":"res_players_count","msg":"0"}'),
    ),
    "the start is not told": ("game_started", dropped(_is("game_started"), to=1)),
    "other leaders are echoed": (
        "leader_choice",
        altered(_is("res_leader_choice"), lambda message: message["choice"].reverse()),
    ),
    "any leaders can be chosen": (
        "leader_choice",
        _taken_for("err_leader_choice", '{"type":"res_leader_choice","choice":[98,99]}'),
    ),
    "a leader is offered twice": (
        "game_started",
        altered(_is("offer_leader"), lambda message: message.update(leaders_id=[1, 1, 2, 3])),
    ),
    "resources for nothing": (
        "resources_choice",
        altered(_is("offer_resources"), lambda message: message.update(count=2)),
    ),
    "the market does not move": (
        "update_market",
        _update("update_market", lambda update: update.update(slide_res="X")),
    ),
    "one is not told of the market": ("update_market", dropped(_is("update_market"), to=0, after=8)),
    "shelves are miscounted": (
        "update_shelves",
        altered(_is("update_shelves"), lambda m: m["update"][0].update(amount=m["update"][0]["amount"] + 1)),
    ),
    "a leader is not told": ("update_leaders", dropped(_is("update_leaders"))),
    "the grid is not told": ("update_dev_grid", dropped(_is("update_dev_grid"), to=1, after=13)),
    "the wrong slot": (
        "update_dev_card_slot",
        _update("update_dev_card_slot", lambda update: update.update(slot_index=update["slot_index"] + 1)),
    ),
    "faith is miscounted": (
        "update_faith_track",
        _update("update_faith_track", lambda update: update.update(position=update["position"] + 1)),
    ),
    "what cannot be swapped is": ("swap_shelves", dropped(_is("err_shelf_swap"))),
    "leaders that there are not": ("leader_actions", dropped(_is("err_leader_activation"))),
    "resources vanish": ("get_market", dropped(_is("err_shelves_choice"))),
    "cards for nothing": (
        "buy_dev_card",
        Answers("req_buy_dev_card", r'^{"type":"err_.*', '{"type":"update_dev_grid","update":{}}'),
    ),
    "productions that there are not": ("activate_prod", dropped(_is("prod_activation_err"))),
    "the turn does not end": ("turns", dropped(_is("res_turn_end"), after=2)),
    "the wrong one has the turn": ("turns", altered(_is("update_cur_player"), lambda m: m.update(update="nobody"))),
    "the strongbox is miscounted": ("strongbox", _update("update_strongbox", lambda update: update.update(Coin=99))),
    "nobody keeps the tile": ("vatican", _update("update_vatican_section", lambda update: update.update(players=[]))),
    "points are miscounted": (
        "winner",
        _update("update_winner", lambda update: update["victory_points"][0].update(amount=0)),
    ),
    "leaders are given away": (SECRETS, Leaky()),
    "a move is told twice": (
        "update_market",
        followed(lambda text: '"update_market"' in text and '"isRow":false' in text, '{"type":"update_market"}'),
    ),
}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_an_honest_server_passes(seats: int) -> None:
    """Nothing is broken and nothing remarked in a whole game, and nearly every section is met."""
    report = examine(RenaissanceJsonKit(), seed=seats, seats=seats)
    assert report.passed, "\n".join(report.lines())
    outcomes = [report.outcome(section.id) for section in SECTIONS]
    assert Outcome.REMARK not in outcomes
    assert outcomes.count(Outcome.NOT_MET) <= 4


@pytest.mark.parametrize("fault", FAULTS)
def test_every_planted_fault_is_found(fault: str) -> None:
    """A server with one fault is convicted, by the section that the fault is about."""
    section, tamper = FAULTS[fault]
    report = examine(RenaissanceJsonKit(), tamper)
    assert section in report.broken, "\n".join(report.lines())


def test_the_solo_game() -> None:
    """A wrong token is found in a game for one."""
    tamper = _update("update_solo_token", lambda update: update.update(index=9))
    report = examine(RenaissanceJsonKit(), tamper, seats=1)
    assert "update_solo_token" in report.broken, "\n".join(report.lines())


def test_what_the_document_leaves_open_is_no_fault() -> None:
    """Fields that only we add may be missing, words are anybody's own, and shelves lie in any order."""

    def otherwise(number: int, text: str) -> Iterable[str]:
        message = json.loads(text)
        message.pop("player", None)
        if "msg" in message:
            message["msg"] = "no"
        if message["type"] == "update_dev_grid":
            message["update"].pop("left", None)
        elif message["type"] == "update_shelves":
            message["update"].reverse()
        return (json.dumps(message),)

    report = examine(RenaissanceJsonKit(), otherwise)
    assert report.broken == [], "\n".join(report.lines())
