"""renaissance-steps when things happen at the same moment: every player's picture stays the truth.

Set-up is told seat by seat as a story, to whoever comes back in its middle as well.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bottega.games import renaissance
from bottega.players.renaissance_json import decoded, encoded
from bottega.players.renaissance_steps import command
from bottega.players.renaissance_steps_original import OriginalPicture
from bottega.players.renaissance_steps_picture import LABELS, Picture, differences
from bottega.table.house import Settings
from bottega.wire.shared.renaissance import game, names
from tests.wire.stage import Peer, SlowLog, Stage


class Trio:
    """Ann, who plays step by step and sits second, between two who make whole moves."""

    def __init__(self, profile: str, turn_seconds: float = 0) -> None:
        for seed in range(1, 50):
            self.log = SlowLog()
            self.stage = Stage(Settings(turn_seconds=turn_seconds, ping_seconds=0), seed, self.log)
            self.others = {name: self._came_in(name) for name in ("bob", "cat")}
            self.others["bob"].says(encoded({"type": "req_players_count", "count": 3}))
            self.log.commit()
            self.come_in(profile)
            self.log.commit()
            if self.order[1] == "ann":
                return
        raise AssertionError("ann never sits second")

    def _came_in(self, name: str) -> Peer:
        peer = self.stage.connect("renaissance-json")
        peer.says(encoded({"type": "req_nickname", "nickname": name}))
        self.log.commit()
        return peer

    def come_in(self, profile: str) -> None:
        """Ann connects and knows nothing yet."""
        self.picture = OriginalPicture("ann") if profile else Picture("ann")
        self.ann = self.stage.connect("renaissance-steps", profile)
        self.ann.says(encoded(command("RegisterResponse", nickname="ann")))

    @property
    def order(self) -> tuple[str, ...]:
        """Who sits where."""
        return names(self.stage.table.position)

    def set_up(self, name: str, *resources: str) -> None:
        """One of the others makes the set-up choices."""
        offered = game(self.stage.table.position).players[self.order.index(name)].offered
        self.others[name].says(encoded({"type": "req_leader_choice", "choice": [leader - 1 for leader in offered[:2]]}))
        self.log.commit()
        if resources:
            choice = {resource: resources.count(resource) for resource in resources}
            self.others[name].says(encoded({"type": "req_resources_choice", "choice": choice}))
            self.log.commit()

    def give_ann_the_turn(self) -> None:
        """Let everybody's time run out until it is her turn, with two coins in her strongbox."""
        for _ in range(2):
            self.stage.wait(31)
            self.log.commit()
        table = self.stage.table
        state = game(table.position)
        assert (state.turn, state.seat) == (2, 1)
        rich = replace(state.players[1], strongbox=(2, 0, 0, 0))
        players = (state.players[0], rich, state.players[2])
        table.position = table.head = replace(table.position, state=replace(state, players=players))

    def wrong(self, exact: bool) -> list[str]:
        """What Ann, who hears everything now, has drawn wrong."""
        while self.ann.inbox:
            message = decoded(self.ann.inbox.popleft())
            if isinstance(self.picture, OriginalPicture):
                self.picture.read(message)
            self.picture.hear(message["type"].rpartition(".")[2], message["data"])
        return differences(self.picture, renaissance.view(game(self.stage.table.position), 1), self.order, exact)


@pytest.mark.parametrize("profile", ["", "original"])
def test_a_seat_that_chose_early_is_told_once(profile: str) -> None:
    """Whoever comes back before the story has reached such a seat hears of its resources only when it does."""
    trio = Trio(profile)
    first, _, last = trio.order
    trio.set_up(last, "Coin")
    trio.ann.drops()
    trio.log.commit()
    trio.come_in(profile)
    trio.set_up(first)
    assert trio.wrong(exact=not profile) == []


@pytest.mark.parametrize("profile", ["", "original"])
def test_set_up_by_the_house_at_the_moment_of_coming_back(profile: str) -> None:
    """The house was about to choose for somebody who is back now: that is told although the story is elsewhere."""
    trio = Trio(profile)
    first, _, last = trio.order
    trio.ann.drops()
    trio.come_in(profile)
    trio.log.commit()
    assert game(trio.stage.table.position).players[1].ready
    trio.set_up(first)
    trio.set_up(last, "Coin")
    assert trio.wrong(exact=not profile) == []


@pytest.mark.parametrize("profile", ["", "original"])
def test_productions_at_the_moment_when_the_time_is_over(profile: str) -> None:
    """They are refused, and no storage is told any more: it would be drawn as that of whoever has the turn now."""
    trio = Trio(profile, turn_seconds=30)
    trio.give_ann_the_turn()
    for _ in range(2):
        trio.ann.says(encoded(command("substituteUnknownInInputBaseProduction", res="coin")))
        trio.ann.says(encoded(command("pickUpResourceFromStrongbox", res="coin")))
    trio.ann.says(encoded(command("substituteUnknownInOutputBaseProduction", res="stone")))
    trio.ann.says(encoded(command("toggleBaseProd")))
    trio.stage.wait(31)
    trio.ann.says(encoded(command("activateProductions")))
    trio.log.commit()
    assert game(trio.stage.table.position).seat == 2
    heard = [decoded(text)["type"].rpartition(".")[2] for text in trio.ann.inbox]
    assert heard[-2:] == ["NewTurnUpdate", "ErrorMessage"]


@pytest.mark.parametrize("profile", ["", "original"])
def test_a_visit_to_the_market_just_before_the_connection_broke(profile: str) -> None:
    """What was picked up on the new connection before that became known is put back: the turn has gone on."""
    trio = Trio(profile, turn_seconds=30)
    trio.give_ann_the_turn()
    trio.ann.says(encoded(command("buyAtMarketInterface", rc="r", index=0)))
    trio.ann.drops()
    trio.come_in(profile)
    trio.ann.says(encoded(command("pickUpResourceFromStrongbox", res="coin")))
    trio.log.commit()
    assert trio.wrong(exact=not profile) == []
    state = game(trio.stage.table.position)
    assert state.phase == "storing"
    for resource in renaissance.queries.pending(state):
        trio.ann.says(encoded(command("discardResource", res=LABELS[resource])))
        trio.log.commit()
    trio.ann.says(encoded(command("passTurn")))
    trio.log.commit()
    assert game(trio.stage.table.position).seat == 2


def test_nobody_registers_twice_on_the_way_from_the_queue_to_a_seat() -> None:
    """Between the queue and the seat, which is still on its way to the disk, another nickname is refused."""
    log = SlowLog()
    stage = Stage(Settings(ping_seconds=0), log=log)
    bob, ann = stage.connect("renaissance-json"), stage.connect("renaissance-steps")
    bob.says(encoded({"type": "req_nickname", "nickname": "bob"}))
    log.commit()
    ann.says(encoded(command("RegisterResponse", nickname="ann")))
    bob.says(encoded({"type": "req_players_count", "count": 3}))
    log.commit_first()
    stage.settle()
    ann.inbox.clear()
    ann.says(encoded(command("RegisterResponse", nickname="eve")))
    (answer,) = ann.inbox
    assert decoded(answer)["type"] == "ErrorMessage"
    log.commit()
    assert names(stage.table.position) == ("bob", "ann")
