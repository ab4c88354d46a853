"""The player of splendor-json who comes back in the middle of a question that has its answer already."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bottega.players.player import Message
from bottega.players.splendor_json import LETTERS, SplendorPlayer
from tests.players.scripted import ScriptedLine

NONE = dict.fromkeys(LETTERS, 0)
RICH = {**NONE, "white": 3, "green": 1, "blue": 2, "black": 3, "red": 3, "yellow": 0}
ILLEGAL = {"answer_type": "move_verification", "result": "illegal"}


def board(mover: str, **cash: int) -> Message:
    """The table of two, of whom one has so many gems."""
    gems = {**RICH, **cash}
    players = [
        {"nick": nick, "cash": gems if nick == "ann" else {**NONE, "yellow": 0}, "claimedCard": None,
         "totalDiscount": NONE, "totalPrestige": 0}
        for nick in ("ann", "bob")
    ]  # fmt: skip
    cards = {"level1": [27], "level2": [], "level3": []}
    return {"answer_type": "game_board", "next_player": mover, "bankCash": {**NONE, "green": 3}, "players": players,
            "cards": cards, "nobles": []}  # fmt: skip


def question(result: str) -> Message:
    """What a turn still waits for."""
    return {"answer_type": "end_of_round", "result": result}


def hears(*told: Message, connections: int) -> SplendorPlayer:
    """A player who was told all that over its latest connection."""
    player, line = SplendorPlayer("ann", Random(1)), ScriptedLine(*told)
    player.connections = connections

    async def attend() -> None:
        await player.arrive(line)
        for _ in told:
            await player.attend(line)

    asyncio.run(attend())
    return player


MEANWHILE = (
    board("ann"),
    question("discard_gems"),
    question("ok"),
    board("bob", black=2, red=2),
    ILLEGAL,
    ILLEGAL,
)
"""Ann was asked to discard, said what, and lost her connection. She moves, since it seems to be her turn, and is asked
once more; then her first answer is carried out, and both that she has said since are refused.
"""


def test_an_answer_that_comes_too_late_was_refused() -> None:
    """What was carried out is the answer over the former connection; neither move nor second answer count."""
    player = hears(*MEANWHILE, connections=2)
    assert [attempt.acknowledged for attempt in player.attempts] == [False, False]
    assert player.attempts[1].text.startswith("return ")


def test_nobody_is_refused_what_they_did_not_ask() -> None:
    """Over a first connection there is no former answer: a refusal too many is the server's fault."""
    with pytest.raises(AssertionError, match="nothing was asked"):
        hears(*MEANWHILE, connections=1)
