"""The player of sagrada-json: how it puts up with a house that cannot keep anything for a while."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bottega.players import sagrada_json
from bottega.players.player import Message
from bottega.players.sagrada_cards import Seen
from bottega.players.sagrada_json import SagradaJsonPlayer
from tests.players.scripted import ScriptedLine

REFUSED = {"id": "error", "type": 2}
UPDATE = {"id": "update", "round": 1, "players": [], "draft": [], "roundTrack": []}


class Unhurried(SagradaJsonPlayer):
    """A player whose time does not pass."""

    async def rest(self, seconds: float) -> None:
        """Do not wait."""


def uses_the_flux_remover(*answers: Message) -> tuple[bool, ScriptedLine]:
    """Whether a die was changed by tool 11, and what was asked for it."""
    player, line = Unhurried("Ann", Random(1)), ScriptedLine(*answers)
    player._tools, player.players, player.seat = [11], [Seen("Ann", "red", 3, {})], 0
    return asyncio.run(player._use_tool(line)), line


DRAWN = {"id": "die_color", "color": "red"}


def test_a_refused_value_is_chosen_again() -> None:
    """While nothing can be kept a value is refused; whoever has drawn the die chooses again until it counts."""
    changed, line = uses_the_flux_remover(DRAWN, REFUSED, REFUSED, {"id": "ok"}, UPDATE)
    assert changed
    assert len(line.asked) == 4


def test_no_value_is_chosen_when_the_turn_is_over() -> None:
    """Who is told that the turn is over meanwhile gives up: the house has put the die back."""
    changed, line = uses_the_flux_remover(DRAWN, {"id": "end"})
    assert not changed
    assert len(line.asked) == 2


def test_a_house_that_refuses_for_ever_is_convicted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A value from 1 to 6 may be chosen, so a house that never takes one is wrong, and the player says so."""
    monkeypatch.setattr(sagrada_json, "PATIENCE", 20)
    with pytest.raises(AssertionError, match="refused for too long"):
        uses_the_flux_remover(DRAWN, REFUSED)
