"""Who may hold how many seats, and that a name stays its holder's as long as they hold any."""

from __future__ import annotations

from bottega.games.refusal import Refusal
from bottega.store.memory import MemoryLog
from bottega.table.entries import EndReason, Sitting
from bottega.table.holdings import Holdings, id_of, seat_at
from bottega.table.identity import Claim, key_of
from bottega.table.names import ANY, NamesInUse
from bottega.table.position import Setup
from bottega.table.table import Table
from tests.table.rigs import Inn, Watcher
from tests.table.test_identity import account, quick

KEY = key_of("a secret")


def sat(inn: Inn, sitting: Sitting, game: str = "sagrada", opponent: str = "") -> Table:
    """A new table at which somebody sits, and plays if there is an opponent."""
    table = inn.house.open(game, Setup(seats=2, absent="wait"))
    heard: list[Table | Refusal] = []
    inn.house.reception.sit(table, sitting, Watcher(sitting.name), heard.append)
    assert heard == [table], heard
    if opponent:
        inn.house.reception.sit(table, Sitting(opponent), Watcher(opponent), heard.append)
        assert table.position.started
    return table


def claims(inn: Inn) -> dict[str, str]:
    """What is claimed in the log, and by which table."""
    assert isinstance(inn.log, MemoryLog)
    return inn.log._claims


def test_a_name_is_in_the_book_while_it_holds_or_awaits_a_seat() -> None:
    """However many seats it holds, it is in use once, and free when the last is gone."""
    names, inn = NamesInUse(), Inn()
    book, tables = Holdings(names), [inn.house.open("splendor", Setup(seats=2)) for _ in range(2)]
    assert book.may_come("splendor", "Ada", further=False)
    book.expect("splendor", "Ada")
    assert not book.may_come("splendor", "Ada", further=True), "one at a time"
    assert book.taken("splendor", "Ada")
    for table in tables:
        book.hold("splendor", "Ada", table)
    book.arrived("splendor", "Ada")
    assert not book.may_come("splendor", "Ada", further=False)
    assert book.may_come("splendor", "Ada", further=True)
    assert names.alike("Аda") == "Ada"
    for table in tables:
        assert book.taken("splendor", "Ada")
        book.release("splendor", "Ada", table)
    assert not book.names()
    assert names.alike("Аda") is None


def test_without_a_mark_a_name_holds_one_seat() -> None:
    """Where a nickname alone brings a seat back nobody takes another, in the house and in the log."""
    inn = Inn()
    sat(inn, Sitting("Ada"))
    table, heard = inn.house.open("sagrada", Setup(seats=2)), list[Table | Refusal]()
    inn.house.reception.sit(table, Sitting("Ada"), Watcher("Ada"), heard.append)
    (refusal,) = heard
    assert isinstance(refusal, Refusal)
    assert refusal.code == "table.name-taken"
    assert set(claims(inn)) == {"sagrada Ada"}


def test_the_claim_of_a_name_goes_on_to_a_further_seat() -> None:
    """When the first game ends, another of the same person's seats holds the name, and so on until the last."""
    inn = Inn()
    first = sat(inn, Sitting("Ada", KEY))
    others = [sat(inn, Sitting("Ada", KEY, further=True)) for _ in range(2)]
    assert claims(inn)["sagrada Ada"] == first.id
    first.end(EndReason.ABANDONED)
    heir = min(table.id for table in others)
    assert claims(inn)["sagrada Ada"] == heir
    for table in sorted(others, key=id_of):
        assert inn.house.taken("sagrada", "Ada")
        table.leave("Ada")
    assert claims(inn) == {}
    assert not inn.house.taken("sagrada", "Ada")


def test_further_seats_are_known_after_a_restart() -> None:
    """Awake or not, every table of a name is in the book again, with its seat."""
    inn = Inn()
    sat(inn, Sitting("Ada", KEY), opponent="Bob")
    sat(inn, Sitting("Ada", KEY, further=True), opponent="Cyd")
    again = inn.restarted()
    tables = again.house.holdings.tables("sagrada", "Ada")
    assert sorted(seat.further for table in tables if (seat := seat_at(table, "Ada")) is not None) == [False, True]
    assert len(again.house.dormant) == 2
    assert len(again.house.identity.seated_at(Claim("Ada", KEY))) == 2
    assert again.house.identity.why_no_other("sagrada", Claim("Ada", KEY)) is None
    assert again.house.identity.why_no_other("sagrada", Claim("Ada", key_of("another"))) is not None
    assert len(again.house.dormant) == 2, "nobody had to be woken for that"


def test_who_comes_back_by_name_comes_to_where_it_is_their_turn() -> None:
    """A protocol that seats one at a time brings somebody with many seats back to the game that waits for them."""
    inn = quick(Inn())
    tables = []
    for number, opponent in enumerate(("Bob", "Cyd", "Dan")):
        inn.time.now += 10
        tables.append(sat(inn, Sitting("Ada", account=True, further=number > 0), opponent=opponent))
    account(inn)
    claim = Claim("Ada", proven=True)
    for table in tables:
        table.drop(table.attendance.keepers["Ada"])
    for table in tables:
        assert inn.house.identity.judge("sagrada", claim, ANY) is table, "of those that wait, the one for longest"
        ada = table.position.seat_of("Ada")
        assert ada is not None
        inn.time.now += 10
        table.skip(ada)  # all choose their windows at the same time
        assert ada not in table.game.actors(table.position.state)
    assert inn.house.identity.judge("sagrada", claim, ANY) is tables[-1], "where nobody waits, the one played at last"


def test_who_plays_at_one_table_may_come_back_to_another() -> None:
    """A seat that somebody plays at now is not brought back by the password, but the others are."""
    inn = quick(Inn())
    first = sat(inn, Sitting("Ada", account=True), opponent="Bob")
    second = sat(inn, Sitting("Ada", account=True, further=True), opponent="Cyd")
    account(inn)
    claim = Claim("Ada", proven=True)
    second.drop(second.attendance.keepers["Ada"])
    assert inn.house.identity.judge("sagrada", claim, ANY) is second
    second.resume("Ada", Watcher("Ada"))
    verdict = inn.house.identity.judge("sagrada", claim, ANY)
    assert isinstance(verdict, Refusal)
    assert verdict.code == "table.name-taken"
    assert first.present("Ada")
