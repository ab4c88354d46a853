"""The checker convicts: every fault it looks for is planted once, and nothing else is found."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from bottega.players.player import Attempt, Picture
from bottega.players.splendor_json import SplendorPlayer
from bottega.store.log import Row
from bottega.table.entries import EndReason
from bottega.table.position import fold
from tests.table.rigs import Inn, play
from trials.chaos.checker import SKIPPED, Account, Statement, convict, unexplained

NAMES = ("ann", "bob")


def played(moves: int = 12, *, ended: bool = False) -> tuple[Account, list[Statement]]:
    """A table in the middle of a game (or at its end), and its two players, who saw everything as it was."""
    inn = Inn()
    table = inn.running(*NAMES)
    for _ in range(moves):
        play(table, Random(7))
    if ended:
        table.end(EndReason.ABANDONED)
    account = Account(*inn.house.log.read(table.id))
    players = [SplendorPlayer(name, Random(name)) for name in NAMES]
    for count in range(len(account.rows) + 1):
        position = fold(account.charter, account.rows[:count])
        for player in players:
            shown = player.shows(position)
            if shown is not None and player.due(position):
                player.pictures.append(Picture(shown))
    for row in account.rows:
        if row.kind == "move":
            name = fold(account.charter, account.rows).seats[row.seat].name
            players[NAMES.index(name)].attempts.append(Attempt(row.text, True))
    for player in players:
        player.secrets.add(f"the secret of {player.name}")
    return account, [Statement(player) for player in players]


def kinds(accounts: Sequence[Account], statements: Sequence[Statement]) -> list[str]:
    """What is found."""
    return [conviction.kind for conviction in convict(accounts, statements)]


def player(statement: Statement) -> SplendorPlayer:
    """The player who testifies."""
    assert isinstance(statement.player, SplendorPlayer)
    return statement.player


def without(account: Account, place: int) -> Account:
    """The table as it would be had an entry never been made: the others are numbered anew."""
    rows = [row for row in account.rows if row.seq != place]
    return Account(account.charter, [replace(row, seq=number) for number, row in enumerate(rows, 1)])


def test_an_honest_house_is_acquitted() -> None:
    """With nothing wrong nothing is found, also when answers got lost."""
    account, statements = played()
    assert kinds([account], statements) == []
    for statement in statements:
        player(statement).attempts[-1].acknowledged = None
        player(statement).attempts.append(Attempt("take wbg", None))
        player(statement).attempts.append(Attempt("take wbg", False))
    assert kinds([account], statements) == []


def test_a_table_that_had_stood_empty() -> None:
    """Tables follow each other for a player as they were sat down at, whenever they were opened."""
    (former, statements), (later, more) = played(ended=True), played(8)
    after = former.rows[-1].at + 1
    later = Account(
        replace(later.charter, opened=former.charter.opened - 1000),
        [replace(row, at=after + number) for number, row in enumerate(later.rows)],
    )
    for statement, other in zip(statements, more, strict=True):
        player(statement).attempts += player(other).attempts
        player(statement).pictures += player(other).pictures
    assert kinds([later, former], statements) == []


def test_a_lost_acknowledgement() -> None:
    """The last move was acknowledged and shown, and is not in the log."""
    account, statements = played()
    found = kinds([Account(account.charter, account.rows[:-1])], statements)
    assert found.count("lost") == 1
    assert found.count("wrong picture") == 2  # both were shown what has never been


def test_a_double_append() -> None:
    """A move that was sent once is there twice."""
    account, statements = played()
    repeated = replace(account.rows[-1], seq=len(account.rows) + 1)
    assert "unfoldable" in kinds([Account(account.charter, [*account.rows, repeated])], statements)
    mover = next(each for each in statements if player(each).attempts[-1].text == account.rows[-1].text)
    player(mover).attempts.pop()
    assert kinds([account], statements) == ["invented"]


def test_a_command_played_twice() -> None:
    """A command id is there once."""
    account, statements = played()
    rows = [replace(row, cmd_id="again") if row.seq in (5, 6) else row for row in account.rows]
    assert kinds([Account(account.charter, rows)], statements) == ["twice"]


def test_a_refused_move_that_was_played() -> None:
    """What was refused is not in the log."""
    account, statements = played()
    player(statements[0]).attempts[-1].acknowledged = False
    assert kinds([account], statements) == ["refused and played"]


def test_moves_in_another_order() -> None:
    """Moves are in the log in the order in which they were sent."""
    account, statements = played()
    attempts = player(statements[1]).attempts
    first = next(place for place, attempt in enumerate(attempts) if attempt.text != attempts[0].text)
    attempts[0], attempts[first] = attempts[first], attempts[0]
    assert kinds([account], statements) == ["lost"]


def test_a_gap() -> None:
    """Entries are numbered without a gap."""
    account, statements = played()
    rows = [replace(row, seq=row.seq + (row.seq > 6)) for row in account.rows]
    assert "gap" in kinds([Account(account.charter, rows)], statements)


def test_an_entry_that_is_gone() -> None:
    """An entry in the middle that is lost leaves moves that were acknowledged and are not there."""
    account, statements = played()
    found = kinds([without(account, 6)], statements)
    assert "unfoldable" in found or "lost" in found


def test_a_wrong_picture() -> None:
    """A board that the log has never come to, in the middle or at the end."""
    account, statements = played()
    pictures = player(statements[0]).pictures
    board = json.loads(pictures[3].shown)
    board["bankCash"]["red"] += 1
    pictures[3] = Picture(json.dumps(board, sort_keys=True))
    assert kinds([account], statements) == ["wrong picture"]


def test_a_picture_of_the_past() -> None:
    """Who is shown a board that is over is convicted, and who is not shown the last one."""
    account, statements = played()
    pictures = player(statements[0]).pictures
    pictures[4], pictures[5] = pictures[5], pictures[4]
    player(statements[1]).pictures.pop()
    assert kinds([account], statements) == ["wrong picture", "wrong picture"]
    gone = [replace(statement, present=False) for statement in statements]
    assert kinds([account], gone) == ["wrong picture"]  # who was not there at the end need not know it


def test_whoever_came_back_after_the_end() -> None:
    """At the table they were seated at then nothing was shown yet; of the former they need not know the end."""
    account, statements = played()
    ended = Row(len(account.rows) + 1, None, -1, "end", "abandoned", account.rows[-1].at)
    first = Account(account.charter, [*account.rows, ended])
    seated = replace(account.rows[0], at=account.rows[0].at + 10**9)
    player(statements[0]).pictures.pop()
    assert kinds([first, Account(replace(account.charter, id="another"), [seated])], statements[:1]) == []


def test_a_picture_with_another_number() -> None:
    """Where a message says which entry it shows, it shows that one."""
    account, statements = played()
    pictures = player(statements[0]).pictures
    pictures[2] = Picture(pictures[2].shown, 99)
    assert kinds([account], statements) == ["wrong picture"]


def test_a_leak() -> None:
    """Nobody is told another's secret; everybody may be told their own."""
    account, statements = played()
    own, strange = ("{'token': 'the secret of ann'}",), ("{'token': 'the secret of bob'}",)
    assert kinds([account], [replace(statements[0], told=lambda: own), statements[1]]) == []
    assert kinds([account], [replace(statements[0], told=lambda: strange), statements[1]]) == ["leak"]


def test_a_seed_that_is_told_too_early() -> None:
    """The seed is told with the result, not before."""
    account, statements = played()
    seed = account.charter.seed.hex()
    early, late = (f'{{"result":null,"seed":"{seed}"}}',), (f'{{"result":{{}},"seed":"{seed}"}}',)
    assert kinds([account], [replace(statements[0], told=lambda: early)]) == ["leak"]
    assert kinds([account], [replace(statements[0], told=lambda: late)]) == []


def test_two_seats() -> None:
    """A name that sits at two tables of one game at the same time."""
    account, statements = played()
    other = Account(replace(account.charter, id="another"), account.rows[:3])
    silent = [Statement(SplendorPlayer("cyd", Random(1)))]
    assert kinds([account, other], silent) == ["two seats", "two seats"]
    later = [replace(row, at=row.at + 10**9) for row in account.rows]
    ended = Row(len(account.rows) + 1, None, -1, "end", "abandoned", account.rows[-1].at)
    first = Account(account.charter, [*account.rows, ended])
    assert kinds([first, Account(other.charter, later[:3])], silent) == []
    assert statements


def test_two_seats_by_clocks_that_differ() -> None:
    """Where several nodes write, a seat that begins a moment before another ended is not a second one."""
    account, _ = played()
    last = account.rows[-1].at
    ended = Row(len(account.rows) + 1, None, -1, "end", "abandoned", last)
    first = Account(account.charter, [*(replace(row, at=last - 9_000 + row.seq) for row in account.rows), ended])
    other = Account(
        replace(account.charter, id="another"),
        [replace(row, at=last - 400 + row.seq) for row in account.rows[:3]],
    )
    silent = [Statement(SplendorPlayer("cyd", Random(1)))]
    assert kinds([first, other], silent) == ["two seats", "two seats"]
    assert convict([first, other], silent, slack=1_000) == []


def test_a_turn_that_is_skipped_twice() -> None:
    """Two clocks have rung for one occasion: the next player had no time at all."""
    inn = Inn()
    table = inn.running(*NAMES, turn_seconds=2, absent="wait")
    for _ in range(2):
        table.skip(table.game.actors(table.position.state)[0])
    charter, rows = inn.house.log.read(table.id)
    silent = [Statement(SplendorPlayer("cyd", Random(1)))]
    assert kinds([Account(charter, rows)], silent) == ["skipped twice"]
    later = [*rows[:-1], replace(rows[-1], at=rows[-2].at + 2_000)]
    assert kinds([Account(charter, later)], silent) == []


def test_a_refusal_that_says_nothing() -> None:
    """A protocol without a word for doubt may have refused what was kept after all; one that has it may not."""
    account, statements = played()
    player(statements[0]).attempts[-1].acknowledged = False
    assert kinds([account], statements) == ["refused and played"]
    assert kinds([account], [replace(statements[0], vague=True), statements[1]]) == []


def test_a_picture_that_was_asked_for_again() -> None:
    """What was shown once more on request may be of the past, but must be what the log has passed through."""
    account, statements = played()
    pictures = player(statements[0]).pictures
    pictures.insert(6, replace(pictures[2], again=True))
    assert kinds([account], statements) == []
    pictures[6] = Picture("nothing like it", None, True)
    assert kinds([account], statements) == ["wrong picture"]


def test_an_answer_that_does_not_say_to_what() -> None:
    """It may be to a move sent just before over a connection that broke, not to one long past or of another kind."""
    before, after = Attempt("market c4*", None), Attempt("market c3*", True)
    log = ["market c4; store stone 1"]
    assert "acknowledged" in unexplained([before, after], log)
    assert unexplained([before, after], log, vague=True) == ""
    assert unexplained([Attempt("buy *", None), after], [], vague=True) != ""
    assert unexplained([before, Attempt("end", True), after], [*log, "end"], vague=True) != ""


@pytest.mark.parametrize(
    ("attempts", "log", "good"),
    [
        ([("take wbg", True)], ["take wbg"], True),
        ([("take wbg", True)], [], False),
        ([("take wbg", True)], ["take wbg", "take wbg"], False),
        ([("take wbg", None), ("take wbg", True)], ["take wbg"], True),
        ([("take wbg", None), ("take wbg", True)], ["take wbg", "take wbg"], True),
        ([("take wbg", None)], ["take wbg", "take wbg"], False),
        ([("take wbg", False), ("buy 3", True)], ["take wbg", "buy 3"], False),
        ([("buy 3", True), ("take wbg", True)], ["take wbg", "buy 3"], False),
        ([("market r1*", True)], ["market r1; store coin 1"], True),
        ([("market r1*", True)], ["market r2; store coin 1"], False),
        ([("*[@>]12", True)], ["place R5@12"], True),
        ([("take wbg", True)], [SKIPPED, "take wbg", SKIPPED], True),
        ([("end", True), ("take wbg", True)], [SKIPPED, "take wbg"], True),
        ([("buy 3", True)], [SKIPPED], False),
        ([("keep *", True), ("bonus *", True), ("market r1*", True)], [SKIPPED, "market r1; done"], True),
        ([("keep *", True), ("bonus *", True), ("end", True)], [SKIPPED], False),
        ([("bonus *", True)], ["market r1; done"], False),
        ([("market c1*", True), ("end", True)], ["market c1", "store coin 1; end"], True),
        ([("market c1*", True), ("end", True)], ["market c1", "store coin 1"], False),
    ],
)
def test_what_explains_a_log(attempts: list[tuple[str, bool | None]], log: list[str], good: bool) -> None:
    """The comparison of what clients know with what the log holds catches losses, repeats and inventions."""
    assert (unexplained([Attempt(*attempt) for attempt in attempts], log) == "") is good
