"""When a table starts by itself, whom it skips, and when it ends for want of players."""

from __future__ import annotations

from random import Random

import pytest

from bottega.games import GAMES
from bottega.limits import (
    BROUGHT_SECONDS,
    MAX_GAME_ACTIONS,
    MAX_TURN_ACTIONS,
    PARKED_SECONDS,
    RETURN_SECONDS,
    SKIPPED_ROUNDS,
    UNWATCHED_SECONDS,
)
from bottega.store.log import StoreFault
from bottega.table.entries import Sitting
from bottega.table.position import Setup, StartPolicy
from bottega.table.table import Accepted, Table
from tests.table.rigs import Inn, Outcome, Watcher, actor, kinds, play, play_out

COUNTDOWN = Setup(seats=4, start=StartPolicy.COUNTDOWN, lobby_seconds=30)


@pytest.fixture
def inn() -> Inn:
    """A house."""
    return Inn()


def away(inn: Inn, table: Table, *names: str, grace: float = 0.0) -> None:
    """These lose their connections."""
    for name in names:
        table.drop(inn.viewers[name], grace)


def others(table: Table, name: str) -> list[str]:
    """Everybody at the table but one."""
    return [seat.name for seat in table.position.seats if seat.name != name]


def test_a_house_that_closes_skips_nobody(inn: Inn) -> None:
    """Connections end one after the other when the house closes: whoever is first loses no turn by it."""
    table = inn.running("Ada", "Bob", turn_seconds=60)
    inn.house.halt()
    away(inn, table, actor(table))
    inn.after(100)
    assert "skip" not in kinds(table)


# -- starting -------------------------------------------------------------------------------------------------------


def test_full_table_starts(inn: Inn) -> None:
    """A table starts when its last seat is taken, not before, however long it takes."""
    inn.enter("Ada", Setup(seats=3))
    inn.enter("Bob")
    inn.after(1000)
    table = inn.table("Ada")
    assert not table.position.started
    inn.enter("Cyd")
    assert table.position.started


def test_countdown(inn: Inn) -> None:
    """With the second player a countdown begins; when it is over, those who are there play."""
    inn.enter("Ada", COUNTDOWN)
    table = inn.table("Ada")
    inn.after(100)
    assert table.clock.starts_in() is None
    inn.enter("Bob")
    assert table.clock.starts_in() == 30
    inn.after(10)
    inn.enter("Cyd")
    assert table.clock.starts_in() == 20
    inn.after(19)
    assert not table.position.started
    inn.after(1)
    assert table.position.started
    assert len(table.position.seats) == 3
    assert table.clock.starts_in() is None


def test_countdown_ends_early_when_full(inn: Inn) -> None:
    """The last seat taken starts the game at once."""
    for name in ("Ada", "Bob", "Cyd", "Dan"):
        inn.enter(name, COUNTDOWN)
    assert inn.table("Ada").position.started


def test_countdown_is_cancelled_and_begins_anew(inn: Inn) -> None:
    """With fewer than two the countdown stops; with two again it runs from the beginning."""
    inn.enter("Ada", COUNTDOWN)
    inn.enter("Bob")
    table = inn.table("Ada")
    inn.after(25)
    away(inn, table, "Bob")
    assert (len(table.position.seats), table.clock.starts_in()) == (1, None)
    inn.after(60)
    assert not table.position.started
    inn.enter("Cyd")
    assert table.clock.starts_in() == 30
    inn.after(29)
    assert not table.position.started
    inn.after(1)
    assert table.position.started


def test_countdown_goes_on_while_two_remain(inn: Inn) -> None:
    """From three to two the countdown runs on."""
    for name in ("Ada", "Bob", "Cyd"):
        inn.enter(name, COUNTDOWN)
    table = inn.table("Ada")
    inn.after(10)
    table.leave("Ada")
    assert table.clock.starts_in() == 20
    inn.after(20)
    assert [seat.name for seat in sorted(table.position.seats, key=lambda seat: seat.name)] == ["Bob", "Cyd"]


def test_asked(inn: Inn) -> None:
    """A table that starts on request waits for the request, even when it is full."""
    inn.enter("Ada", Setup(seats=2, start=StartPolicy.ASKED))
    inn.enter("Bob")
    inn.after(100)
    table = inn.table("Ada")
    assert not table.position.started
    table.start()
    assert table.position.started


def test_nobody_is_left_to_ask(inn: Inn) -> None:
    """Players whose protocol cannot ask do not wait for somebody who has gone: the table starts by itself."""
    inn.enter("Ada", Setup(seats=2, start=StartPolicy.ASKED))
    table = inn.table("Ada")
    inn.enter("Bob", silent=True)
    inn.after(100)
    assert not table.position.started
    table.leave("Ada")
    inn.after(100)
    assert not table.position.started
    inn.enter("Cyd", silent=True)
    assert table.position.started


def test_somebody_comes_who_can_ask(inn: Inn) -> None:
    """The countdown of those who cannot ask is over when somebody sits down who can, and begins anew without them;
    but they wait no longer than anybody who was brought to a table.
    """
    inn.enter("Ada", Setup(seats=4, start=StartPolicy.ASKED))
    table = inn.table("Ada")
    for name in ("Bob", "Cyd"):
        inn.enter(name, silent=True)
    table.leave("Ada")
    assert table.clock.starts_in() == 30
    inn.enter("Dan")
    assert table.clock.starts_in() == BROUGHT_SECONDS
    inn.after(BROUGHT_SECONDS - 40)
    table.leave("Dan")
    assert table.clock.starts_in() == 30
    inn.after(20)
    inn.enter("Eve")
    assert table.clock.starts_in() == 20, "coming and going does not put it off"
    inn.after(20)
    assert table.position.started


@pytest.mark.parametrize("start", [StartPolicy.FULL, StartPolicy.ASKED])
def test_nobody_is_brought_to_a_table_that_never_starts(inn: Inn, start: StartPolicy) -> None:
    """Whom the house brought to a table waits for a bounded time, then it starts with those who are there."""
    table = inn.house.open("sagrada", Setup(seats=4, start=start))
    inn.house.reception.sit(table, Sitting("Ada"), Watcher("Ada"), lambda outcome: None)
    assert table.clock.starts_in() is None
    inn.enter("Bob", game="sagrada", silent=True)
    inn.after(BROUGHT_SECONDS - 10)
    assert table.clock.starts_in() == 10
    inn.enter("Cyd", game="sagrada", silent=True)
    assert inn.viewers["Cyd"].events[-1].deadlines.starts_in == 10
    inn.after(10)
    assert table.position.started
    assert len(table.position.seats) == 3


def test_nobody_is_brought_to_an_absent_host(inn: Inn) -> None:
    """A table that starts when it is full starts without its host too, once those who were brought have waited."""
    inn.enter("Ada", Setup(seats=4))
    table = inn.table("Ada")
    for name in ("Bob", "Cyd"):
        inn.enter(name, silent=True)
    table.leave("Ada")
    inn.after(BROUGHT_SECONDS)
    assert table.position.started


def test_a_protocols_own_table_waits_as_its_document_says(inn: Inn) -> None:
    """Where players without a word for the start opened the table themselves, it waits until it is full."""
    for name in ("Ada", "Bob"):
        inn.enter(name, Setup(seats=3), silent=True)
    table = inn.table("Ada")
    inn.after(10 * BROUGHT_SECONDS)
    assert table.clock.starts_in() is None
    assert not table.position.started


def test_friends_are_waited_for_as_long_as_they_like(inn: Inn) -> None:
    """A table at which only those sit who chose it has no such clock; nor has it again when those brought have left."""
    inn.enter("Ada", Setup(seats=4))
    table = inn.table("Ada")
    inn.enter("Bob")
    inn.enter("Cyd", silent=True)
    assert table.clock.starts_in() == BROUGHT_SECONDS
    table.leave("Cyd")
    assert table.clock.starts_in() is None
    inn.after(10 * BROUGHT_SECONDS)
    assert not table.position.started


@pytest.mark.parametrize("setup", [Setup(seats=3), Setup(seats=3, start=StartPolicy.ASKED), Setup()])
def test_a_seat_kept_in_the_lobby(inn: Inn, setup: Setup) -> None:
    """A seat kept for somebody who may come back is given up when the grace is over, whatever starts the table."""
    inn.enter("Ada", setup)
    table = inn.table("Ada")
    inn.house.reception.sit(table, Sitting("Bob"), Watcher("Bob"), lambda outcome: None)
    away(inn, table, "Ada", grace=20)
    inn.after(19)
    assert len(table.position.seats) == 2
    inn.after(1)
    assert [seat.name for seat in table.position.seats] == ["Bob"]


def test_back_within_the_grace(inn: Inn) -> None:
    """Whoever is back in time keeps the seat for good."""
    inn.enter("Ada", Setup(seats=3))
    table = inn.table("Ada")
    inn.enter("Bob")
    away(inn, table, "Ada", grace=20)
    inn.after(10)
    table.resume("Ada", Watcher())
    inn.after(100)
    assert len(table.position.seats) == 2


def test_a_leave_that_was_lost_is_tried_again(inn: Inn) -> None:
    """A seat whose giving up the log did not take does not stay with a ghost."""
    inn.enter("Ada", Setup(seats=3))
    inn.enter("Bob")
    table = inn.table("Ada")
    inn.log.broken = StoreFault("disk full")
    away(inn, table, "Ada")
    assert len(table.position.seats) == 2
    inn.log.broken = None
    inn.after(2)
    assert [seat.name for seat in table.position.seats] == ["Bob"]


# -- skipping -------------------------------------------------------------------------------------------------------


def test_the_absent_are_skipped_at_once(inn: Inn) -> None:
    """A turn whose player is gone is skipped when it comes, and each one after it."""
    table = inn.running("Ada", "Bob", "Cyd")
    gone = actor(table)
    away(inn, table, gone)
    assert kinds(table)[-1] == "skip"
    play(table)
    play(table)
    assert kinds(table)[-3:] == ["move", "move", "skip"]


def test_the_absent_are_skipped_after_their_grace(inn: Inn) -> None:
    """With a grace the turn waits so long, no longer."""
    table = inn.running("Ada", "Bob")
    away(inn, table, actor(table), grace=20)
    inn.after(19)
    assert "skip" not in kinds(table)
    inn.after(1)
    assert kinds(table)[-1] == "skip"


def test_back_before_the_turn(inn: Inn) -> None:
    """Whoever is back before their turn loses none."""
    table = inn.running("Ada", "Bob")
    absent = others(table, actor(table))[0]
    away(inn, table, absent)
    table.resume(absent, Watcher())
    play(table)
    assert "skip" not in kinds(table)


def test_timeout(inn: Inn) -> None:
    """A turn that takes too long is skipped; the next one has its whole time."""
    table = inn.running("Ada", "Bob", turn_seconds=60)
    assert table.clock.turn_left() == 60
    inn.after(59)
    assert "skip" not in kinds(table)
    inn.after(1)
    assert kinds(table)[-1] == "skip"
    assert table.clock.turn_left() == 60
    inn.after(30)
    play(table)
    assert table.clock.turn_left() == 60


def test_no_clock(inn: Inn) -> None:
    """Without a time for turns nobody who is there is hurried."""
    table = inn.running("Ada", "Bob")
    inn.after(5000)
    assert (kinds(table).count("skip"), table.clock.turn_left()) == (0, None)


@pytest.mark.parametrize("game", ["sagrada", "renaissance"])
def test_timeout_of_several(inn: Inn, game: str) -> None:
    """When all choose at once, all who have not chosen in time are skipped."""
    table = inn.running("Ada", "Bob", "Cyd", game=game, turn_seconds=60)
    assert len(table.game.actors(table.position.state)) == 3
    play(table)
    choosing = table.game.turn(table.position.state)
    inn.after(60)
    assert table.game.turn(table.position.state) > choosing or kinds(table).count("skip") == 3


def test_absent_and_out_of_time_at_once(inn: Inn) -> None:
    """A grace and a turn that end at the same moment skip a seat once."""
    table = inn.running("Ada", "Bob", "Cyd", game="sagrada", turn_seconds=60)
    away(inn, table, "Ada", grace=60)
    inn.after(60)
    skips = [entry for entry in inn.log.read(table.id)[1] if entry.kind == "skip"]
    assert sorted(entry.seat for entry in skips if entry.text.startswith("window")) == [0, 1, 2]


# -- parked ---------------------------------------------------------------------------------------------------------


def test_parked_when_everybody_is_gone(inn: Inn) -> None:
    """With nobody there no turn is skipped and no time runs."""
    table = inn.running("Ada", "Bob", turn_seconds=60, walkover_seconds=30)
    away(inn, table, "Ada", "Bob")
    before = table.position.seq
    inn.after(100_000)
    assert table.position.seq - before <= 1
    assert table.clock.turn_left() is None


def test_whoever_is_back_first_waits_for_the_others(inn: Inn) -> None:
    """At a parked table the first one back waits a while before the others' turns are skipped."""
    table = inn.running("Ada", "Bob")
    mover = actor(table)
    other = others(table, mover)[0]
    away(inn, table, other, mover)
    inn.after(1000)
    table.resume(other, inn.viewers[other])
    inn.after(RETURN_SECONDS - 1)
    assert "skip" not in kinds(table)
    inn.after(1)
    assert kinds(table)[-1] == "skip"


def test_after_a_restart(inn: Inn) -> None:
    """After a restart nothing happens until somebody is back; then the others have a while to follow."""
    table = inn.running("Ada", "Bob", walkover_seconds=5, turn_seconds=600)
    mover = actor(table)
    again = inn.restarted()
    again.after(1000)
    table = again.found(table)
    assert "skip" not in kinds(table)
    table.resume(others(table, mover)[0], Watcher())
    again.after(RETURN_SECONDS - 1)
    assert kinds(table)[-1] == "start"
    table.resume(mover, Watcher())
    again.after(100)
    assert kinds(table)[-1] == "start"


def test_short_turns_do_not_shorten_the_way_back(inn: Inn) -> None:
    """Once somebody is back after a restart, the others have their time to follow, however short a turn is."""
    table = inn.running("Ada", "Bob", turn_seconds=8)
    mover = actor(table)
    again = inn.restarted()
    table = again.found(table)
    again.after(100)
    table.resume(others(table, mover)[0], Watcher())
    assert table.clock.turn_left() == RETURN_SECONDS
    again.after(RETURN_SECONDS - 1)
    assert kinds(table)[-1] == "start"
    again.after(1)
    assert kinds(table)[-1] == "skip"
    assert table.clock.turn_left() == 8


# -- want of players ------------------------------------------------------------------------------------------------


def test_walkover_when_the_others_quit(inn: Inn) -> None:
    """The last one who stays wins when all others have left for good."""
    table = inn.running("Ada", "Bob", "Cyd")
    table.quit("Ada")
    assert table.position.result is None
    table.quit("Cyd")
    result = table.position.result
    assert result is not None
    assert (result.reason, [table.position.seats[seat].name for seat in result.winners]) == ("walkover", ["Bob"])


def test_all_quit(inn: Inn) -> None:
    """If all leave for good at the same moment the game is abandoned."""
    table = inn.running("Ada", "Bob")
    inn.log.instant = False
    table.quit("Ada")
    table.quit("Bob")
    inn.log.release()
    assert table.position.result is not None
    assert table.position.result.reason == "abandoned"


def test_quit_of_a_solo_player(inn: Inn) -> None:
    """A solo game whose player quits is abandoned."""
    table = inn.running("Ada", game="sagrada")
    table.quit("Ada")
    assert table.position.result is not None
    assert table.position.result.reason == "abandoned"


def test_the_turns_of_those_who_quit_are_skipped(inn: Inn) -> None:
    """Those who stay play on; the turns of those who quit are skipped."""
    table = inn.running("Ada", "Bob", "Cyd")
    table.quit(actor(table))
    assert kinds(table)[-2:] == ["quit", "skip"]


def test_walkover_of_somebody_left_alone(inn: Inn) -> None:
    """Whoever is alone long enough wins; company that comes back in time stops that."""
    table = inn.running("Ada", "Bob", "Cyd", walkover_seconds=60)
    away(inn, table, "Ada", "Bob")
    inn.after(59)
    table.resume("Bob", inn.viewers["Bob"])
    inn.after(10)
    away(inn, table, "Bob")
    inn.after(59)
    assert not table.position.finished
    inn.after(1)
    result = table.position.result
    assert result is not None
    assert [table.position.seats[seat].name for seat in result.winners] == ["Cyd"]


def test_no_walkover_for_a_bot(inn: Inn) -> None:
    """While the only person is away the table is parked: the bot does not win meanwhile."""
    inn.enter("Ada", Setup(seats=2, walkover_seconds=30))
    table = inn.table("Ada")
    table.sit(Sitting("Zip", bot="greedy"), None)
    assert table.position.started
    away(inn, table, "Ada")
    inn.after(1000)
    assert not table.position.finished


def test_nobody_is_alone_with_a_bot(inn: Inn) -> None:
    """A bot is company."""
    inn.enter("Ada", Setup(seats=2, walkover_seconds=30))
    table = inn.table("Ada")
    table.sit(Sitting("Zip", bot="greedy"), None)
    inn.after(1000)
    assert not table.position.finished


def test_only_bots_are_left(inn: Inn) -> None:
    """When the last person quits, a game among bots is abandoned."""
    inn.enter("Ada", Setup(seats=2))
    table = inn.table("Ada")
    table.sit(Sitting("Zip", bot="greedy"), None)
    table.quit("Ada")
    assert table.position.result is not None
    assert table.position.result.reason == "abandoned"


def test_whoever_stays_wins_though_a_bot_plays_for_them(inn: Inn) -> None:
    """Somebody away whose seat a bot plays has not left: when the last other quits, the game is theirs."""
    table = inn.running("Ada", "Bob", absent="greedy")
    gone = actor(table)
    away(inn, table, gone)
    table.quit("Bob" if gone == "Ada" else "Ada")
    result = table.position.result
    assert result is not None
    assert (result.reason, [table.position.seats[seat].name for seat in result.winners]) == ("walkover", [gone])


# -- bots -----------------------------------------------------------------------------------------------------------


def test_a_bot_takes_over_and_gives_back(inn: Inn) -> None:
    """Where the set-up says so a bot plays for the absent, until they are back."""
    table = inn.running("Ada", "Bob", absent="greedy")
    gone = actor(table)
    away(inn, table, gone)
    seat = table.position.seat_of(gone)
    assert seat is not None
    assert table.position.seats[seat].bot == "greedy"
    assert "skip" not in kinds(table)
    assert inn.house.holder("splendor", gone) is table
    table.resume(gone, inn.viewers[gone])
    assert table.position.seats[seat].bot == ""
    assert kinds(table)[-2:] == ["bot", "bot"]


def test_back_while_the_bot_is_on_its_way(inn: Inn) -> None:
    """Whoever is back before the bot's taking over is durable still gets the seat back."""
    table = inn.running("Ada", "Bob", absent="greedy")
    gone = actor(table)
    inn.log.instant = False
    away(inn, table, gone)
    table.resume(gone, inn.viewers[gone])
    inn.log.release()
    assert [seat.bot for seat in table.position.seats] == ["", ""]


def test_a_seat_played_by_a_bot_is_still_known_after_a_restart(inn: Inn) -> None:
    """The player for whom a bot stands in can come back after a restart too."""
    table = inn.running("Ada", "Bob", absent="greedy")
    gone = actor(table)
    away(inn, table, gone)
    again = inn.restarted()
    back = again.house.holder("splendor", gone)
    assert back is not None
    back.resume(gone, Watcher())
    assert [seat.bot for seat in back.position.seats] == ["", ""]


def test_a_game_in_which_everybody_is_only_skipped_rests(inn: Inn) -> None:
    """Connected players who never move are skipped so many rounds; then time stands still until one does."""
    table = inn.running("Ada", "Bob", turn_seconds=10)
    inn.after(10 * 2 * SKIPPED_ROUNDS + 5)
    assert kinds(table)[3:] == ["skip"] * (2 * SKIPPED_ROUNDS)
    assert table.clock.turn_left() is None
    inn.after(3600)
    assert len(kinds(table)) == 3 + 2 * SKIPPED_ROUNDS
    table.move(table.game.actors(table.position.state)[0], "take wbg")
    assert table.clock.turn_left() == 10
    inn.after(11)
    assert kinds(table)[-2:] == ["move", "skip"]


def test_who_comes_back_to_a_resting_game_has_a_clock_again(inn: Inn) -> None:
    """Coming back is a sign of life as well."""
    table = inn.running("Ada", "Bob", turn_seconds=10)
    inn.after(10 * 2 * SKIPPED_ROUNDS + 5)
    table.drop(inn.viewers["Ada"])
    table.resume("Ada", inn.viewers["Ada"])
    inn.after(11)
    assert kinds(table)[-1] == "skip"
    assert len(kinds(table)) == 3 + 2 * SKIPPED_ROUNDS + 1


def test_the_moves_of_bots_are_no_sign_of_life(inn: Inn) -> None:
    """A person who never moves at a table with a bot is skipped for so many rounds, however busy the bot is."""
    inn.enter("Ada", Setup(seats=2, turn_seconds=10))
    table = inn.table("Ada")
    inn.house.reception.sit(table, Sitting("Zip", bot="greedy"), None, lambda outcome: None)
    while not table.clock.resting(table.position):
        (seat,) = table.game.actors(table.position.state)
        if table.position.seats[seat].bot:
            table.move(seat, [table.game.legal(table.position.state, seat)[0]])
        else:
            inn.after(10.5)
    assert kinds(table).count("skip") == SKIPPED_ROUNDS


def test_sagrada_is_over_before_it_would_rest(inn: Inn) -> None:
    """A game that ends by being skipped does end."""
    table = inn.running("Ada", "Bob", game="sagrada", turn_seconds=10)
    inn.after(10 * 2 * (SKIPPED_ROUNDS + 2))
    assert table.position.finished


def test_a_resting_game_is_closed_like_a_parked_one(inn: Inn) -> None:
    """Whoever keeps the connection open for a week without a move does not keep the table."""
    table = inn.running("Ada", "Bob", turn_seconds=10)
    inn.after(10 * 2 * SKIPPED_ROUNDS + 5)
    inn.house.sweep()
    inn.time.now += PARKED_SECONDS + 1
    inn.house.sweep()
    assert table.position.finished


def test_bots_alone_that_nobody_looks_at_are_closed_soon(inn: Inn) -> None:
    """Nobody will come back to such a table."""
    table = inn.house.open("splendor", Setup(seats=2))
    for name in ("one", "two"):
        inn.house.reception.sit(table, Sitting(name, bot="random"), None, lambda outcome: None)
    inn.house.sweep()
    inn.time.now += UNWATCHED_SECONDS + 1
    inn.house.sweep()
    assert table.position.finished


def rearranging(inn: Inn) -> tuple[Table, int, str]:
    """A game of Renaissance, a seat that can rearrange its shelves for ever, and how; in a turn that has just begun."""
    table, random = inn.running("Ada", "Bob", game="renaissance"), Random(1)
    while True:
        turn = table.game.turn(table.position.state)
        play(table, random)
        if table.game.turn(table.position.state) > max(turn, 0):
            (seat,) = table.game.actors(table.position.state)
            for action in map(str, table.game.legal(table.position.state, seat)):
                if action.startswith("swap"):
                    return table, seat, action


def test_a_turn_that_would_never_end(inn: Inn) -> None:
    """Shelves may be rearranged for ever by the rules; after so many actions of one turn the table ends it."""
    table, seat, swap = rearranging(inn)
    heard: list[Outcome] = []
    for _ in range(MAX_TURN_ACTIONS):
        assert table.game.actors(table.position.state) == (seat,)
        table.move(seat, swap, heard.append)
    assert all(isinstance(each, Accepted) for each in heard)
    assert kinds(table)[-1] == "skip"
    assert table.game.actors(table.position.state) != (seat,)
    assert isinstance(play(table), Accepted), "the game goes on"


def test_nothing_is_played_on_in_a_turn_that_is_too_long(inn: Inn) -> None:
    """Whoever sends on without waiting is refused, so that the table comes to end the turn."""
    table, seat, swap = rearranging(inn)
    inn.log.instant = False
    heard: list[Outcome] = []
    for _ in range(MAX_TURN_ACTIONS + 5):
        table.move(seat, swap, heard.append)
    inn.log.release()
    assert [str(each) for each in heard[MAX_TURN_ACTIONS:]] == ["a turn has at most 200 actions: the table ends it"] * 5
    assert kinds(table).count("skip") == 1


@pytest.mark.parametrize("clocked", [0, 90])
def test_a_game_that_would_never_end(inn: Inn, monkeypatch: pytest.MonkeyPatch, clocked: int) -> None:
    """A game of so many actions, counted over a restart, ends without a winner; its scores stand."""
    for module in ("table", "clock"):
        monkeypatch.setattr(f"bottega.table.{module}.MAX_GAME_ACTIONS", 30)
    table = inn.running("Ada", "Bob", turn_seconds=clocked)
    play_out(table, most=20)
    inn = inn.restarted()
    again = inn.found(table)
    for name in ("Ada", "Bob"):
        again.resume(name, Watcher(name))
    play_out(again, most=9)
    assert not again.position.finished
    play(again)
    assert again.position.result is not None
    assert (again.position.result.reason, again.position.result.winners) == ("endless", ())
    assert len(again.position.result.scores) == 2


def test_no_real_game_is_too_long() -> None:
    """The bounds are far beyond what even games played at random have."""
    for name, game in GAMES.items():
        inn = Inn()
        table = inn.running(*("Ada", "Bob", "Cyd", "Dan")[: game.SEATS[-1]], game=name)
        play_out(table)
        assert table.position.result is not None
        assert table.position.result.reason == "played"
        assert table.actions * 10 < MAX_GAME_ACTIONS
