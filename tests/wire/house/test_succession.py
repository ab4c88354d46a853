"""Somebody who watches asks for a seat that has fallen free, and plays on there if those who play agree."""

from __future__ import annotations

from bottega.limits import ASKER_SECONDS, GONE_SECONDS, MINDED_SECONDS, Shares
from bottega.store.chain import checked
from bottega.table.clock import BALLOT_SECONDS
from bottega.table.position import fold
from tests.wire.house.stage import Guest, HouseStage

NAMES = ("Anna", "Bob", "Cyd")


def _falls_free(stage: HouseStage, **setup: object) -> tuple[Guest, Guest, Guest, int]:
    """A game of three whose last player leaves for good, and somebody who watches; the free seat."""
    anna, bob, cyd = stage.playing("renaissance", names=NAMES, absent="wait", **setup)
    cyd.does("quit", table=stage.table.id)
    eve = stage.guest("Eve")
    eve.does("watch", table=stage.table.id)
    return anna, bob, eve, 2


def test_a_seat_changes_hands(stage: HouseStage) -> None:
    """All who are here agree; then it is theirs, with all that it knows, also after a restart."""
    anna, bob, eve, seat = _falls_free(stage)
    table = stage.table.id
    shown = eve.latest("snapshot")
    assert [each.get("free", False) for each in shown["seats"]] == [False, False, True]
    eve.does("ask_seat", table=table, seat=seat)
    ballot = anna.latest("step")["ballot"]
    assert (ballot["by"], ballot["what"], ballot["seat"], ballot["name"], ballot["asked"]) == (
        -1,
        "seat",
        2,
        "Eve",
        [0, 1],
    )
    anna.does("vote", table=table, yes=True)
    assert stage.table.position.seats[seat].quit
    eve.heard()
    bob.does("vote", table=table, yes=True)
    mine = eve.latest("snapshot")
    assert (mine["you"], mine["seats"][seat]["name"]) == (seat, "Eve")
    step = bob.latest("step")
    former = next(each for each in NAMES if each not in (anna.name, bob.name))
    assert (step["kind"], step["name"], step["about"], step["ballot"]) == ("succeed", "Eve", former, None)
    assert stage.table.attendance.keepers["Eve"] is eve.dialect
    assert stage.house.holder("renaissance", "Eve") is stage.table
    stage.restart()
    again = stage.guest("Eve", token=eve.token)
    again.does("watch", table=table)
    assert again.latest("snapshot")["you"] == seat
    assert fold(*checked(stage.log.kept(table))).seats[seat].name == "Eve"


def test_the_former_owner_does_not_steal_it_back(stage: HouseStage) -> None:
    """Neither by the token nor by the name: they watch like everybody else."""
    anna, bob, cyd = stage.playing("renaissance", names=NAMES, absent="nina")
    table = stage.table.id
    cyd.drops()
    stage.wait(GONE_SECONDS + 1)
    seat = next(number for number, each in enumerate(stage.table.position.seats) if each.name == cyd.name)
    if not stage.table.position.seats[seat].bot:
        anna.does("propose", table=table, what="replace", name=cyd.name, bot="nina")
        bob.does("vote", table=table, yes=True)
    eve = stage.guest("Eve")
    eve.does("watch", table=table)
    eve.fails("ask_seat", "table.minded", table=table, seat=seat)
    stage.wait(MINDED_SECONDS)
    eve.does("ask_seat", table=table, seat=seat)
    for each in (anna, bob):
        each.does("vote", table=table, yes=True)
    assert (stage.table.position.seats[seat].name, stage.table.position.seats[seat].bot) == ("Eve", "")
    back = stage.guest(cyd.name, token=cyd.token)
    back.does("watch", table=table)
    assert back.latest("snapshot")["you"] is None
    assert stage.table.attendance.keepers["Eve"] is eve.dialect
    assert stage.house.holder("renaissance", cyd.name) is None


def test_one_no_is_enough(stage: HouseStage) -> None:
    """Nothing changes hands; whoever asked may take it back themselves."""
    anna, _, eve, seat = _falls_free(stage)
    table = stage.table.id
    eve.does("ask_seat", table=table, seat=seat)
    eve.fails("ask_seat", "table.ballot-open", table=table, seat=seat)
    anna.does("vote", table=table, yes=False)
    assert stage.table.position.ballot is None
    eve.does("ask_seat", table=table, seat=seat)
    stage.guest("Mallory").fails("vote", "house.not-seated", table=table, yes=False)
    eve.does("vote", table=table, yes=False)
    assert (stage.table.position.ballot, stage.table.position.seats[seat].quit) == (None, True)


def test_who_has_signed_out_is_given_the_seat_all_the_same(stage: HouseStage) -> None:
    """A token that is void brings no seat, also none that was asked for by it; the one in its place does."""
    anna, bob, eve, seat = _falls_free(stage)
    table = stage.table.id
    eve.does("ask_seat", table=table, seat=seat)
    token = eve.does("sign_out")["token"]
    for each in (anna, bob):
        each.does("vote", table=table, yes=True)
    assert eve.latest("snapshot")["you"] == seat
    stage.visitor().fails("hello", "table.wrong-token", name="Eve", token=eve.token)
    eve.drops()
    stage.visitor().fails("hello", "table.wrong-token", name="Eve", token=eve.token)
    again = stage.guest("Eve", token=token)
    again.does("watch", table=table)
    assert again.latest("snapshot")["you"] == seat


def test_who_is_gone_asks_no_longer(stage: HouseStage) -> None:
    """The seat goes to nobody, least of all to somebody else of that name; a moment's absence is none."""
    anna, bob, eve, seat = _falls_free(stage)
    table = stage.table.id
    eve.does("ask_seat", table=table, seat=seat)
    eve.drops()
    other = stage.guest("Eve")
    for each in (anna, bob):
        each.does("vote", table=table, yes=True)
    assert stage.table.position.seats[seat].quit
    other.drops()
    stage.guest("Eve", token=eve.token)
    stage.wait(BALLOT_SECONDS)
    assert stage.table.position.seats[seat].name == "Eve"


def test_who_does_not_come_back_asks_no_longer(stage: HouseStage) -> None:
    """Others may ask for something then."""
    anna, _, eve, seat = _falls_free(stage)
    table = stage.table.id
    eve.does("ask_seat", table=table, seat=seat)
    eve.does("hello", name="Zoe")
    stage.wait(ASKER_SECONDS + BALLOT_SECONDS)
    assert (stage.table.position.ballot, stage.table.position.seats[seat].quit) == (None, True)
    anna.does("propose", table=table, what="pause")


def test_nobody_asks_without_end(stage: HouseStage) -> None:
    """Who asks for a seat and takes it back, again and again, has to wait."""
    _, _, eve, seat = _falls_free(stage)
    table = stage.table.id
    for _ in range(Shares().motions_per_name.burst):
        eve.does("ask_seat", table=table, seat=seat)
        eve.does("vote", table=table, yes=False)
    eve.fails("ask_seat", "house.asked-too-fast", table=table, seat=seat)


def test_who_may_not_ask(stage: HouseStage) -> None:
    """For a seat that is played, without watching, while playing oneself, or where nobody is there to agree."""
    anna, bob, eve, seat = _falls_free(stage)
    table = stage.table.id
    eve.fails("ask_seat", "table.seat-not-free", table=table, seat=0)
    anna.fails("ask_seat", "house.sits-here", table=table, seat=seat)
    stage.guest("Mallory").fails("ask_seat", "house.not-following", table=table, seat=seat)
    other = eve.does("open", game="renaissance", seats=2)["table"]
    eve.fails("ask_seat", "house.one-seat", table=table, seat=seat)
    eve.does("stand", table=other)
    anna.drops()
    bob.drops()
    stage.wait(GONE_SECONDS + 1)
    eve.fails("ask_seat", "table.nobody-agrees", table=table, seat=seat)


def test_the_last_who_could_agree_leaves(stage: HouseStage) -> None:
    """Then nobody has agreed, and nothing is carried."""
    anna, bob, eve, seat = _falls_free(stage)
    table = stage.table.id
    bob.drops()
    stage.wait(GONE_SECONDS + 1)
    eve.does("ask_seat", table=table, seat=seat)
    assert stage.table.position.ballot is not None
    anna.does("quit", table=table)
    assert stage.table.position.ballot is None
    assert stage.table.position.seats[seat].quit


def test_whoever_has_another_seat_by_then_does_not_get_it(stage: HouseStage) -> None:
    """The players agree too late: what was asked for is over, and the game goes on."""
    anna, bob, eve, seat = _falls_free(stage)
    table = stage.table.id
    eve.does("ask_seat", table=table, seat=seat)
    anna.does("vote", table=table, yes=True)
    eve.does("open", game="renaissance", seats=2)
    bob.does("vote", table=table, yes=True)
    stage.wait(5)
    position = stage.house.tables[table].position
    assert (position.ballot, position.seats[seat].quit) == (None, True)


def test_whoever_took_over_is_forgotten_too(stage: HouseStage) -> None:
    """Also where they only asked: the entries that name them are found by the same letters."""
    anna, bob, eve, seat = _falls_free(stage)
    table = stage.table.id
    eve.does("ask_seat", table=table, seat=seat)
    anna.does("vote", table=table, yes=False)
    assert stage.log.sittings("Eve") == [table]
    eve.fails("forget", "house.not-over", name="Eve")
    bob.does("quit", table=table)
    eve.does("forget", name="Eve")
    assert "Eve" not in " ".join(row.text for row in checked(stage.log.kept(table))[1])
