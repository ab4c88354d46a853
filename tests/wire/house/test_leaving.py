"""Everything about a name is told to whoever proves it, and forgotten if they want that."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from bottega.archive import read_archive, verification
from bottega.store.chain import checked
from bottega.store.log import REWRITTEN
from bottega.table.entries import EndReason
from bottega.table.position import fold
from bottega.wire.house.records import record_of
from tests.wire.house.stage import Guest, HouseStage, Message


def _told(guest: Guest) -> Message:
    guest.heard()
    guest.does("export")
    return guest.latest("belongings")


def _over(stage: HouseStage) -> str:
    """The table's game ends, with one move in it; its id."""
    table = stage.table
    seat = table.game.actors(table.position.state)[0]
    table.move(seat, [next(iter(table.game.legal(table.position.state, seat)))])
    table.end(EndReason.WALKOVER, 0)
    return table.id


def test_what_is_kept_is_told(stage: HouseStage, tmp_path: Path) -> None:
    """A finished game with the file that bottega verifies, what was said, and that there is a password; no hash."""
    anna, bob = stage.playing()
    anna.does("chat", table=stage.table.id, text="good luck")
    bob.does("chat", table=stage.table.id, text="not mine")
    table = _over(stage)
    anna.does("set_password", password="Xyzzy")
    told = _told(anna)
    assert (told["name"], told["password"], told["passkeys"], told["after"], told["left"]) == (
        anna.name,
        True,
        [],
        None,
        0,
    )
    (game,) = told["games"]
    assert (game["table"], game["snapshot"], [each["text"] for each in game["talk"]]) == (table, None, ["good luck"])
    file = tmp_path / "table"
    file.write_text(game["log"])
    assert read_archive(file)[0].id == table
    assert list(verification(str(file), tmp_path))[-1] == "verified"
    assert (stage.log.password(anna.name) or "?") not in msgspec.json.encode(told).decode()


def test_of_a_running_game_a_seat_is_told_what_it_may_know(stage: HouseStage) -> None:
    """Its own view, as the table shows it, and no log: that holds the seed."""
    anna, _ = stage.playing("renaissance")
    anna.does("watch", table=stage.table.id)
    shown = anna.latest("snapshot")
    (game,) = _told(anna)["games"]
    assert game["log"] == ""
    assert (game["snapshot"]["view"], game["snapshot"]["you"]) == (shown["view"], shown["you"])
    assert game["snapshot"]["seed"] is None


def test_somebody_is_forgotten(stage: HouseStage) -> None:
    """They are nowhere, the others' game is whole and can be verified, and it says that it was rewritten."""
    anna, bob = stage.playing()
    anna.does("chat", table=stage.table.id, text="bye")
    table = _over(stage)
    before = fold(*stage.log.read(table))
    anna.does("set_password", password="Xyzzy")
    eve = stage.guest("Eve")
    eve.does("watch", table=table)
    anna.fails("forget", "house.other-name", name=bob.name)
    assert anna.does("forget", name=anna.name)["left"] == 0
    assert anna.closed == "signed out"
    after = fold(*checked(stage.log.kept(table)))
    assert stage.log.note(REWRITTEN, table)
    assert (after.state, after.result, after.seq) == (before.state, before.result, before.seq)
    mine, theirs = (after.seats[0], after.seats[1]) if before.seats[0].name == anna.name else after.seats[::-1]
    assert re.fullmatch(r"somebody \d", mine.name)
    assert theirs.name == bob.name
    name, log = anna.name, stage.log
    assert (log.password(name), log.sittings(name), log.said_by(name)) == (None, [], [])
    bob.does("watch", table=table)
    shown = bob.latest("snapshot")
    assert name not in msgspec.json.encode(shown).decode()
    assert shown["you"] is not None
    bob.does("talk", table=table)
    assert bob.latest("talk")["lines"] == []


def test_words_that_no_deal_needs_are_forgotten() -> None:
    """What somebody added who stood up again, or took back for another word, goes; the word of the deal stays."""
    stage = HouseStage(seed=None)
    anna, bob = stage.guest("Anna"), stage.guest("Bob")
    table = anna.does("open", game="splendor", seats=2)["table"]
    bob.does("sit", table=table, word="first")
    bob.does("word", table=table, word="second")
    bob.does("stand", table=table)
    anna.does("word", table=table, word="others")
    bob.does("sit", table=table, word="third")
    bob.does("word", table=table, word="fourth")
    bob.does("word", table=table, word="fifth")
    anna.does("start", table=table)
    stage.house.tables[table].end(EndReason.WALKOVER, 0)
    before = fold(*stage.log.read(table))
    bob.does("forget", name="Bob")
    charter, rows = checked(stage.log.kept(table))
    texts = " ".join(row.text for row in rows)
    left = [word for word in ("first", "second", "others", "third", "fourth", "fifth") if word in texts]
    assert left == ["others", "fifth"]
    after = fold(charter, rows)
    assert (after.words, after.state) == (before.words, before.state)


def test_words_of_a_game_that_never_began_are_forgotten() -> None:
    """Nothing was dealt from them."""
    stage = HouseStage(seed=None)
    anna = stage.guest("Anna")
    table = anna.does("open", game="splendor", seats=2)["table"]
    anna.does("word", table=table, word="unused")
    stage.house.tables[table].end(EndReason.ABANDONED)
    anna.does("forget", name="Anna")
    charter, rows = checked(stage.log.kept(table))
    assert not any("unused" in row.text for row in rows)
    assert fold(charter, rows).finished


def test_a_freed_name_inherits_nothing(stage: HouseStage) -> None:
    """Whoever takes it next has no seat, no password and no game; the former token proves nothing."""
    anna, _ = stage.playing()
    table = _over(stage)
    anna.does("set_password", password="Xyzzy")
    anna.does("forget", name=anna.name)
    other = stage.guest(anna.name)
    assert _told(other)["games"] == []
    other.does("watch", table=table)
    assert other.latest("snapshot")["you"] is None
    other.does("set_password", password="another")
    stage.visitor().fails("hello", "table.needs-password", name=anna.name, token=anna.token)
    nobody = stage.visitor()
    nobody.fails("hello", "table.name-reserved", name="Somebody 1")


def test_games_that_are_not_over_are_finished_first(stage: HouseStage) -> None:
    """Also one that was left: its log cannot be changed yet. Nothing is forgotten by halves."""
    anna, _ = stage.playing()
    reason = anna.fails("forget", "house.not-over", name=anna.name)
    assert stage.table.id in reason
    anna.does("quit", table=stage.table.id)
    if not stage.table.position.finished:
        anna.fails("forget", "house.not-over", name=anna.name)
        stage.table.end(EndReason.WALKOVER, 0)
    anna.does("forget", name=anna.name)


def test_what_another_played_under_the_name_is_theirs(stage: HouseStage) -> None:
    """It is neither told nor forgotten: nobody proves it; how much there is of it is said."""
    anna, _ = stage.playing()
    table = _over(stage)
    anna.drops()
    stage.wait(120)
    other = stage.guest(anna.name)
    told = _told(other)
    assert (told["games"], told["left"]) == ([], 1)
    assert other.does("forget", name=anna.name)["left"] == 1
    assert anna.name in {seat.name for seat in fold(*stage.log.read(table)).seats}


def test_what_a_guest_says_while_watching_is_proven_by_nothing(stage: HouseStage) -> None:
    """It is neither told nor forgotten, but counted; whoever keeps the name has all that was said under it."""
    stage.playing()
    table = stage.table.id
    guest = stage.guest("Gus")
    guest.does("watch", table=table)
    guest.does("chat", table=table, text="well played")
    told = _told(guest)
    assert (told["talk"], told["left"]) == ([], 1)
    assert guest.does("forget", name="Gus")["left"] == 1
    assert [line.remark.text for line in stage.log.said_by("Gus")] == ["well played"]
    again = stage.guest("Gus")
    again.does("set_password", password="Xyzzy")
    told = _told(again)
    assert ([line["text"] for line in told["talk"]], told["left"]) == (["well played"], 0)
    assert again.does("forget", name="Gus")["left"] == 0
    assert stage.log.said_by("Gus") == []


def test_a_kept_name_is_proven_first(stage: HouseStage) -> None:
    """A token that came before the password does not count as it."""
    anna = stage.guest("Anna")
    anna.does("set_password", password="Xyzzy")
    stage.restart()
    again = stage.visitor()
    again.does("hello", name="Anna", password="Xyzzy")
    again.does("export")
    assert again.latest("belongings")["password"] is True


def test_many_games_are_told_in_parts(stage: HouseStage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part says how to ask for the next; together they are all."""
    monkeypatch.setattr("bottega.wire.house.belongings.EXPORT_GAMES", 2)
    anna = stage.guest("Anna")
    tables = []
    for _ in range(5):
        table = anna.does("open", game="splendor", seats=2)["table"]
        anna.does("stand", table=table)
        stage.house.tables[table].end(EndReason.ABANDONED)
        tables.append(table)
    found: list[str] = []
    after: str | None = ""
    for _ in range(3):
        anna.heard()
        anna.does("export", after=after)
        told = anna.latest("belongings")
        found += [game["table"] for game in told["games"]]
        after = told["after"]
    assert (found, after) == (sorted(tables), None)


def _private(stage: HouseStage) -> tuple[Guest, Guest, str]:
    """Two people and the game that they have finished at a private table, which is in the archive."""
    anna, bob = stage.playing(listed=False)
    table = _over(stage)
    record = record_of(stage.table.position, int(stage.house.date() * 1000))
    assert record is not None
    stage.log.record(record, lambda _: None)
    return anna, bob, table


def test_private_games_are_told_to_those_who_played(stage: HouseStage) -> None:
    """To both of them, on any connection of theirs, and to nobody else."""
    anna, bob, table = _private(stage)
    token = anna.token
    anna.drops()
    eve = stage.guest("Eve")
    for guest, games in ((stage.guest(anna.name, token=token), [table]), (bob, [table]), (eve, [])):
        guest.does("past_games")
        told = guest.latest("past_games")
        assert ([game["table"] for game in told["games"]], told["after"]) == (games, None)
    stage.visitor().fails("past_games", "house.hello-first")


def test_a_name_alone_is_told_of_no_private_game(stage: HouseStage) -> None:
    """Whoever comes later under the same name, without its token, is somebody else."""
    anna, _, _ = _private(stage)
    anna.drops()
    stage.restart()
    again = stage.guest(anna.name)
    assert again.name == anna.name
    again.does("past_games")
    assert again.latest("past_games")["games"] == []


def test_games_of_open_tables_are_for_the_archive(stage: HouseStage) -> None:
    """They are told to everybody there, so not once more to those who played."""
    anna, _ = stage.playing()
    _over(stage)
    record = record_of(stage.table.position, 1)
    assert record is not None
    stage.log.record(record, lambda _: None)
    anna.does("past_games")
    assert anna.latest("past_games")["games"] == []


def test_a_page_that_is_none(stage: HouseStage) -> None:
    """What comes after is asked for in the words of the page before."""
    stage.guest("Anna").fails("past_games", "house.unreadable", after="yesterday")
