"""Games of renaissance-steps on the stage, for the tests of its modules."""

from __future__ import annotations

import json
from typing import Any

from bottega.games.renaissance.model import State
from bottega.table.house import Settings
from bottega.testing.renaissance import player, table
from tests.wire.stage import Peer, Stage

NAMES = ("ann", "bob", "cat")


def say(peer: Peer, kind: str, data: object = None) -> list[dict[str, Any]]:
    """Send a command; what comes back."""
    peer.says(json.dumps({"type": kind, "data": data or {}}))
    return heard(peer)


def heard(peer: Peer) -> list[dict[str, Any]]:
    """What a peer was sent since it was asked last."""
    messages = [json.loads(message) for message in peer.inbox]
    peer.inbox.clear()
    return messages


def kinds(messages: list[dict[str, object]]) -> list[object]:
    """The types of messages."""
    return [message["type"] for message in messages]


def seated(count: int, profile: str = "") -> tuple[Stage, dict[str, Peer]]:
    """A game of so many players that has just started; players by their place in the order of play."""
    stage = Stage(Settings(turn_seconds=0, ping_seconds=0), seed=5)
    peers = {}
    for name in NAMES[:count]:
        peers[name] = stage.connect("renaissance-steps", profile)
        say(peers[name], "RegisterResponse", {"nickname": name})
        if name == NAMES[0]:
            say(peers[name], "PlayerNumberResponse", {"number": count})
    for peer in peers.values():
        peer.inbox.clear()
    return stage, peers


def in_state(state: State, profile: str = "") -> tuple[Stage, Peer, Peer]:
    """A game of two in a prepared state; the peer on seat 0 first."""
    stage, peers = seated(2, profile)
    for seat in (0, 1):
        stage.table.skip(seat)
    stage.table.move(0, "market r1")
    stage.set_state(state.to_text())
    for peer in peers.values():
        peer.inbox.clear()
    order = [peers[seat.name] for seat in stage.table.position.seats]
    return stage, order[0], order[1]


RICH = table(
    player(("1 coin", "2 stone", "3 servant"), leaders=(3, 13), played=(3, 13), box="2 shield", slots=((1,), (), ()),
           offered=(3, 13, 1, 2)),
    player(leaders=(5, 6), offered=(5, 6, 7, 8)),
    turn=3,
)  # fmt: skip
