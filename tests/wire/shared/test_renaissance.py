"""What both Renaissance dialects share: names that cannot be had, coming back, who is left."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bottega.games.renaissance.actions import Action
from bottega.limits import ANSWER_SECONDS, ASK_SECONDS, MAX_NICKNAME
from bottega.players.renaissance_json import decoded, encoded
from bottega.table.entries import Sitting
from bottega.table.house import Settings
from bottega.table.position import Seat, Setup, StartPolicy
from bottega.testing.renaissance import play, player, table
from bottega.wire.shared.renaissance import last_standing, names, starts, turn_ended
from tests.wire.house.stage import HouseStage
from tests.wire.stage import Peer, SlowLog, Stage


def come_in(stage: Stage, nickname: str) -> Peer:
    """A connection that has said its nickname."""
    peer = stage.connect("renaissance-json")
    peer.says(encoded({"type": "req_nickname", "nickname": nickname}))
    return peer


def types(peer: Peer) -> list[str]:
    """The types of what a peer was sent since it was asked last."""
    found = [decoded(line)["type"] for line in peer.inbox]
    peer.inbox.clear()
    return found


def started(*nicknames: str) -> tuple[Stage, list[Peer]]:
    """A table that has just started, with everybody's inbox empty."""
    stage = Stage(Settings(turn_seconds=0), 0xE4)
    peers = [come_in(stage, nickname) for nickname in nicknames]
    peers[0].says(encoded({"type": "req_players_count", "count": len(nicknames)}))
    for peer in peers:
        peer.inbox.clear()
    return stage, peers


@pytest.mark.parametrize("nickname", ["", " ", "a\nb", "\u202e", "x" * (MAX_NICKNAME + 1)])
def test_unusable(nickname: str) -> None:
    """A nickname can be seen and is not too long."""
    assert types(come_in(Stage(), nickname)) == ["err_nickname"]


def test_longest_nickname() -> None:
    """A nickname of the greatest length is fine."""
    assert types(come_in(Stage(), "x" * MAX_NICKNAME)) == ["res_nickname"]


def test_namesake_of_a_bot() -> None:
    """A bot at the table keeps its name; whoever wanted it may come in under another."""
    stage = Stage()
    table = stage.house.open("renaissance", Setup(seats=3))
    stage.house.reception.sit(table, Sitting("ann", bot="random"), None, lambda _: None)
    peer = come_in(stage, "ann")
    assert types(peer) == ["err_nickname"]
    peer.says(encoded({"type": "req_nickname", "nickname": "anna"}))
    assert types(peer) == ["res_nickname"]
    assert names(table.position) == ("ann", "anna")


def test_one_waiting_room() -> None:
    """Those who queued are seated in the order in which they came; too many for one table open the next."""
    stage = Stage(Settings(turn_seconds=0))
    peers = [come_in(stage, nickname) for nickname in ("ann", "bob", "cid", "dan")]
    assert [types(peer) for peer in peers] == [["res_nickname"]] * 4
    peers[0].says(encoded({"type": "req_players_count", "count": 2}))
    first, second = stage.house.tables.values()
    assert sorted(names(first.position)) == ["ann", "bob"]
    assert names(second.position) == ("cid",)
    assert types(peers[2]) == ["res_nickname"]
    assert types(peers[3]) == []
    peers[2].says(encoded({"type": "req_players_count", "count": 2}))
    assert sorted(names(second.position)) == ["cid", "dan"]


def test_welcome_comes_first() -> None:
    """What the return itself brings about (a bot gives the seat back) is not told before the welcome."""
    stage = Stage(Settings(turn_seconds=0))
    table = stage.house.open("renaissance", Setup(seats=2, absent="random"))
    ann, _ = come_in(stage, "ann"), come_in(stage, "bob")
    ann.drops()
    assert sorted(seat.bot for seat in table.position.seats) == ["", "random"]
    back = come_in(stage, "ann")
    assert [seat.bot for seat in table.position.seats] == ["", ""]
    assert types(back)[:2] == ["res_nickname", "game_started"]


def test_last_standing() -> None:
    """One player left of several is the last; alone against Lorenzo nobody is missing."""
    stage, (_, bob, cid) = started("ann", "bob", "cid")
    assert last_standing(stage.table) is None
    bob.drops()
    assert last_standing(stage.table) is None
    cid.drops()
    assert last_standing(stage.table) == "ann"
    alone, _ = started("ann")
    assert last_standing(alone.table) is None


@pytest.mark.parametrize(
    ("setup", "seated", "soon"),
    [
        (Setup(seats=2), 1, False),
        (Setup(seats=0), 1, False),
        (Setup(seats=2), 2, True),
        (Setup(seats=2, start=StartPolicy.COUNTDOWN), 2, True),
        (Setup(seats=2, start=StartPolicy.ASKED), 2, False),
    ],
)
def test_the_start_is_on_its_way(setup: Setup, seated: int, soon: bool) -> None:
    """All seats are taken, and nobody has to ask for the start: only then messages may be held for it."""
    position = Stage().house.open("renaissance", setup).position
    full = replace(position, seats=tuple(Seat(name) for name in ("ann", "bob")[:seated]))
    assert starts(full) is soon
    assert not starts(replace(full, state=object()))


# -- somebody from a browser sits down while the number of players is being asked ------------------------


def test_started_before_the_number_was_said() -> None:
    """The game may be started for whoever was asked; those who queued meanwhile come in, and the next is asked."""
    stage = HouseStage()
    come_in(stage, "ann")
    bob, carl = come_in(stage, "bob"), come_in(stage, "carl")
    table = stage.table.id
    gina = stage.guest("gina")
    gina.does("sit", table=table)
    gina.does("start", table=table)
    assert types(bob) == ["res_nickname", "res_nickname"]
    bob.says(encoded({"type": "req_players_count", "count": 2}))
    assert types(carl)[:2] == ["res_nickname", "game_started"]


def test_nobody_is_sent_away_from_a_game_for_an_answer_it_needs_no_more() -> None:
    """The patience with whoever was asked for the number of players ends with the start."""
    stage = HouseStage(Settings(turn_seconds=0))
    ann = stage.connect("renaissance-steps")
    ann.says(encoded({"type": "RegisterResponse", "data": {"nickname": "ann"}}))
    gina = stage.guest("gina")
    gina.does("sit", table=stage.table.id)
    gina.does("start", table=stage.table.id)
    stage.wait(2 * ANSWER_SECONDS)
    assert ann.closed is None


def test_whoever_decides_is_answered_though_the_others_leave() -> None:
    """The start that was about to come does not, since somebody stood up: requests get their answers all the same."""
    log = SlowLog()
    stage = HouseStage(log=log)
    ann, gina = come_in(stage, "ann"), stage.guest("gina")
    log.commit()
    gina.says(f'{{"type":"sit","cmd_id":"sit","table":"{stage.table.id}"}}')
    log.commit()
    ann.says(encoded({"type": "req_players_count", "count": 2}))
    gina.says(f'{{"type":"stand","cmd_id":"stand","table":"{stage.table.id}"}}')
    log.commit()
    assert types(ann) == ["res_nickname", "res_players_count"]
    ann.says(encoded({"type": "req_turn_end"}))
    assert types(ann) == ["err_illegal_message"]


def test_an_answer_in_the_last_moment() -> None:
    """A number of players that is on its way to the disk when the time for it is over came in time."""
    log = SlowLog()
    stage = Stage(log=log)
    ann = come_in(stage, "ann")
    log.commit()
    stage.wait(ASK_SECONDS - 1)
    ann.says(encoded({"type": "req_players_count", "count": 2}))
    stage.wait(2)
    log.commit()
    assert types(ann) == ["res_nickname", "res_players_count"]
    assert names(stage.table.position) == ("ann",)


def notation(actions: list[Action]) -> str:
    """A batch as the log writes it."""
    return "; ".join(map(str, actions))


def test_the_end_of_a_turn() -> None:
    """A turn simply ends; what another protocol left pending is stored where it fits, the rest discarded."""
    mover = player(("1 coin", "", "3 shield"))
    state = table(mover, player(), line="r1", marbles="yellow grey blue white")
    assert notation(turn_ended(play(state, "market r1", "store stone 2", "discard coin shield"), 0)) == "end"
    left = play(state, "market r1")
    assert notation(turn_ended(left, 0)) == "store stone 2; discard coin shield; end"


def test_nothing_is_discarded_that_fits() -> None:
    """The first shelf that would take a resource may be the only one for another."""
    state = play(table(player(("", "", "")), player(), line="r1", marbles="blue purple purple white"), "market r1")
    settled = notation(turn_ended(state, 0))
    assert "discard" not in settled
    assert settled.endswith("; end")


def test_pending_white_marbles_become_something() -> None:
    """With two white-marble leaders in play, marbles that were left undecided are decided first."""
    mover = player(played=(9, 10), leaders=(9, 10))
    state = play(table(mover, player(leaders=(2, 3)), line="c1", marbles="white yellow white"), "market c1")
    settled = [str(action) for action in turn_ended(state, 0)]
    assert [word.split()[0] for word in settled] == ["white", "white", "store", "store", "store", "end"]


def test_a_game_that_ends_while_it_is_settled() -> None:
    """When what is discarded ends the game, there is no turn left to end."""
    state = table(player(), line="c1", marbles="yellow yellow grey", tokens=tuple(range(7)), cross=23)
    actions = turn_ended(play(state, "market c1", "store coin 1"), 0)
    assert "end" not in notation(actions).split("; ")
