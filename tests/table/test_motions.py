"""Taking back: exactly the former position, never a look at what is hidden, never another chance; and asking for it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from bottega.archive import import_table, verify_target
from bottega.check import check_house
from bottega.games import GAMES, splendor
from bottega.games.refusal import Refusal
from bottega.limits import GONE_SECONDS, MAX_TURN_ACTIONS, MAX_UNDO, MAX_UNDONE, UNDO_SECONDS
from bottega.store.exported import write_archive
from bottega.table.entries import DamagedLog, Ended, EndReason, Entry, Motion, Proposed, Sitting, Undone
from bottega.table.events import history
from bottega.table.motions import Ballot, back_to, last_of
from bottega.table.position import AnyPosition, Refused, Setup, StartPolicy, advance, fold
from bottega.table.table import Accepted, Table
from tests.table.rigs import Inn, Outcome, Watcher, kinds, play_out
from tests.table.test_neighbours import Street

SEEDS = range(6)


def act(table: Table, random: Random, quiet: float = 0.8) -> None:
    """Somebody who may act plays: mostly something that reveals nothing, so that there is much to take back."""
    position = table.position
    game, state = position.game, position.state
    seat = random.choice(game.actors(state))
    legal = list(game.legal(state, seat))
    still = [action for action in legal if not game.reveals(state, action) and not game.shows(state, action)]
    action = random.choice(still if still and random.random() < quiet else legal)
    table.move(seat, [action])


def asked(begin: Any, *args: Any, **fields: Any) -> Outcome:
    """The answer to a command, which must be there at once."""
    heard: list[Outcome] = []
    begin(*args, heard.append, **fields)
    (outcome,) = heard
    return outcome


def code(outcome: Outcome) -> str:
    """Why something was refused, '' if it was not."""
    return outcome.code.removeprefix("table.") if isinstance(outcome, Refusal) else ""


@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("game", GAMES)
def test_exactly_the_former_position(game: str, seats: int) -> None:
    """Whatever of a trail is taken back, the state is the very one that stood there, and nothing else has changed."""
    if seats not in GAMES[game].SEATS:
        pytest.skip("not for so many")
    for seed in SEEDS:
        inn, random = Inn(), Random(seed)
        table = inn.running(*("Ada", "Bob", "Cyd")[:seats], game=game)
        states: dict[int, object] = {}
        longest = 0
        for _ in range(120):
            states[table.position.seq] = table.position.state
            if table.position.finished:
                break
            act(table, random)
            longest = max(longest, len(table.position.trail))
            _check_trail(table.position, states)
        assert 1 < longest <= MAX_UNDO


def _check_trail(position: AnyPosition, states: dict[int, object]) -> None:
    """Go back to every entry of the trail at once, and play on as it was played."""
    seq = position.seq
    for place, past in enumerate(position.trail):
        ballot = Ballot(past.seat, Motion("undo", to=past.seq), ())
        asking = msgspec.structs.replace(position, ballot=ballot)
        after, steps = advance(asking, Entry(seq + 1, 0, Undone(past.seat, past.seq)))
        assert after.state is states[past.seq]
        assert not steps
        assert after.trail == position.trail[:place]
        assert (after.seats, after.words, after.ballot) == (position.seats, position.words, None)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_learned_by_going_back(game: str) -> None:
    """No peeking, no second chance: all that anybody saw along a trail follows from what they knew where it begins.

    What is hidden from a viewer is dealt anew where the trail begins; the same moves are legal then, and lead to the
    same views. So whoever goes back knows nothing that they did not know there.
    """
    compared = 0
    for seed in SEEDS:
        inn, random = Inn(), Random(seed)
        table = inn.running("Ada", "Bob", game=game)
        for _ in range(80):
            if table.position.finished:
                break
            act(table, random, 0.7)
            if table.position.trail:
                compared += _compare(inn, table, seed)
    assert compared > 200


def _compare(inn: Inn, table: Table, seed: int) -> int:
    """Play the trail again on other deals, and see that nobody notices; how often that was possible."""
    position = table.position
    game, (first, *_) = position.game, position.trail
    events = [event for event in history(*inn.log.read(table.id)) if event.entry.seq > first.seq and event.steps]
    compared = 0
    for viewer in (None, *range(len(position.seats))):
        dealt = game.redeal(first.state, viewer, (seed + 1).to_bytes(32, "big"))
        for step in (step for event in events for step in event.steps):
            if step.seat != viewer and step.action.public() != str(step.action):
                break  # its secret part is about cards that were dealt anew
            assert game.why_not(dealt, step.seat, step.action) is None
            dealt = game.apply(dealt, step.seat, step.action)
            assert game.view(dealt, viewer) == game.view(step.after, viewer)
            compared += 1
    return compared


@pytest.mark.parametrize("game", GAMES)
def test_a_move_made_again_brings_the_same(game: str) -> None:
    """Taken back and played again, with a detour between, the next card, die or token is what it would have been."""
    for seed in SEEDS:
        random = Random(seed)
        table = Inn().running("Ada", game=game) if 1 in GAMES[game].SEATS else Inn().running("Ada", "Bob", game=game)
        for _ in range(60):
            if table.position.finished:
                break
            before = table.position
            seat = random.choice(table.game.actors(before.state))
            revealing = [
                each for each in table.game.legal(before.state, seat) if table.game.reveals(before.state, each)
            ]
            still = [each for each in table.game.legal(before.state, seat) if each not in revealing]
            if not revealing or not still:
                act(table, random)
                continue
            would = table.game.apply(before.state, seat, revealing[0])
            table.move(seat, [random.choice(still)])
            table.undo(before.seats[seat].name)
            if table.position.state is before.state:
                table.move(seat, [revealing[0]])
                assert table.position.state == would
                assert table.position.trail == ()


def two(**setup: Any) -> tuple[Inn, Table, str, str]:
    """A game of Splendor for two: the house, the table, who begins, and who does not."""
    inn = Inn()
    table = inn.running("Ada", "Bob", **setup)
    first, second = (seat.name for seat in table.position.seats)
    return inn, table, first, second


def test_free_until_somebody_else_has_acted() -> None:
    """Who has played last takes it back at once; after the other's move it is refused, and said why."""
    _, table, first, second = two()
    opening = table.position.state
    table.move(0, "take wbg")
    assert code(asked(table.undo, second)) == "cannot-undo"
    assert code(asked(table.undo, first)) == ""
    assert table.position.state is opening
    assert code(asked(table.undo, first)) == "cannot-undo"
    table.move(0, "take wbg")
    table.move(1, "take rkb")
    assert code(asked(table.undo, first)) == "undo-needs-consent"
    assert code(asked(table.undo, second)) == ""
    assert code(asked(table.undo, first)) == ""
    assert table.position.state is opening


def test_not_after_something_was_revealed() -> None:
    """A card that was turned up has been seen: what led to it stays, by consent too."""
    _, table, first, second = two()
    card = table.position.playing(splendor.State).face_up[0]
    table.move(0, f"reserve {card}")
    assert table.position.trail == ()
    assert code(asked(table.undo, first)) == "cannot-undo"
    assert code(asked(table.undo, first, ask=True)) == "cannot-undo"
    table.move(1, "take wbg")
    assert code(asked(table.undo, second)) == ""


def test_by_consent() -> None:
    """Asked for and agreed to, the moves since are taken back, others' too; all of it is in the log."""
    inn, table, first, second = two()
    opening = table.position.state
    table.move(0, "take wbg")
    table.move(1, "take rkb")
    assert code(asked(table.undo, first, ask=True)) == ""
    assert table.position.ballot == Ballot(0, Motion("undo", to=3), (1,), seq=6)
    assert code(asked(table.propose, second, Motion("pause"))) == "ballot-open"
    assert code(asked(table.vote, first, True)) == "not-asked"
    assert code(asked(table.vote, second, True)) == ""
    assert table.position.state is opening
    assert kinds(table)[-4:] == ["move", "propose", "vote", "undo"]
    assert code(asked(table.vote, second, True)) == "nothing-asked"
    assert fold(*inn.log.read(table.id)) == table.position


@pytest.mark.parametrize("who", ["first", "second"])
def test_without_consent(who: str) -> None:
    """One who was asked says no, or who asked takes it back: nothing comes of it."""
    _, table, first, second = two()
    table.move(0, "take wbg")
    table.move(1, "take rkb")
    stands = table.position.state
    table.undo(first, ask=True)
    assert code(asked(table.vote, {"first": first, "second": second}[who], False)) == ""
    assert table.position.ballot is None
    assert table.position.state is stands


def test_the_next_move_settles_it() -> None:
    """Who plays on instead of answering has answered; a question that is not about moves stays."""
    _, table, first, second = two()
    for motion in (None, Motion("pause")):
        table.move(0, "take wbg")
        table.move(1, "take rkb")
        if motion is None:
            table.undo(first, ask=True)
        else:
            table.propose(second, motion)
        table.move(0, "take rkb")
        assert (table.position.ballot is None) is (motion is None)
        table.move(1, "take wbg")


def with_bot() -> tuple[Table, int, int]:
    """A game of Ada and a bot, and their seats."""
    inn = Inn()
    inn.enter("Ada", Setup(seats=2, start=StartPolicy.ASKED))
    table = inn.table("Ada")
    table.sit(Sitting("Greedy", bot="greedy"), None)
    table.start()
    mine = table.position.seat_of("Ada")
    assert mine is not None
    return table, mine, 1 - mine


def test_bots_do_not_mind() -> None:
    """Where all others are bots nobody has to be asked, however much they have played since."""
    table, mine, other = with_bot()
    if table.game.actors(table.position.state) == (other,):
        table.move(other, "take rkb")
    before = table.position.state
    table.move(mine, "take wbg")
    table.move(other, "take rkb")
    assert code(asked(table.undo, "Ada")) == ""
    assert table.position.state is before


def test_whoever_a_bot_plays_for_does() -> None:
    """Their moves are theirs: they are taken back if they agree, so not before they are back."""
    _, table, first, second = two()
    table.move(0, "take wbg")
    table.move(1, "take rkb")
    stands = table.position.state
    table.play_by_bot(1, "greedy")
    assert code(asked(table.undo, first)) == "undo-needs-consent"
    assert code(asked(table.undo, first, ask=True)) == ""
    assert table.position.state is stands
    table.play_by_bot(1, "")
    table.vote(second, True)
    assert table.position.state is not stands


def test_a_bot_that_takes_over_agrees_to_nothing() -> None:
    """Whoever was asked, and for whom a bot plays meanwhile, has not agreed; the next move settles it."""
    inn, table, first, second = two()
    table.move(0, "take wbg")
    table.move(1, "take rkb")
    stands = table.position.state
    table.undo(first, ask=True)
    table.drop(inn.viewers[second], 1000.0)
    table.play_by_bot(1, "greedy")
    inn.after(GONE_SECONDS + 60)
    assert table.position.state is stands
    table.move(0, "take rkb")
    assert table.position.ballot is None


def test_taking_back_has_an_end() -> None:
    """Nobody takes back for ever, which would fill the log and at last end the game; others' moves begin it anew."""
    _, table, first, second = two()
    for _ in range(MAX_UNDONE):
        table.move(0, "take wbg")
        assert code(asked(table.undo, first)) == ""
    table.move(0, "take wbg")
    assert code(asked(table.undo, first)) == "undone-enough"
    assert table.turn_actions <= 1
    table.move(1, "take rkb")
    assert code(asked(table.undo, second)) == ""
    table.move(1, "take rkb")
    table.move(0, "take wbg")
    assert code(asked(table.undo, first)) == "", "after the other has played"


def test_what_was_taken_back_is_not_the_next_turns() -> None:
    """However often a turn is taken back, whoever is next has a whole turn."""
    _, table, first, _ = two()
    for _ in range(MAX_UNDONE):
        table.move(0, "take wbg")
        table.undo(first)
    table.turn_actions = MAX_TURN_ACTIONS - 1
    table.move(0, "take wbg")
    assert table.turn_actions == 0
    assert isinstance(asked(table.move, 1, "take rkb"), Accepted)
    assert "skip" not in kinds(table)


def test_who_is_no_longer_asked() -> None:
    """Who leaves for good, or lets a bot play, is not waited for; who asked takes the question with them."""
    for leaving, done in ((2, True), (0, False)):
        inn = Inn()
        table = inn.running("Ada", "Bob", "Cyd")
        names = [seat.name for seat in table.position.seats]
        for seat, tokens in enumerate(("wbg", "rkb", "wbg")):
            table.move(seat, f"take {tokens}")
        table.undo(names[0], ask=True)
        table.vote(names[1], True)
        assert table.position.ballot is not None
        table.quit(names[leaving])
        assert table.position.ballot is None
        assert ("undo" in kinds(table)) is done


def test_what_a_log_may_not_say() -> None:
    """A log in which somebody takes back what they may not, or the game ends as nobody agreed, is not honest."""
    _, table, _, _ = two()
    table.move(0, "take wbg")
    table.move(1, "take rkb")
    position = table.position
    for fact in (Undone(0, 3), Undone(1, 3), Undone(1, 99), Undone(-1, 4), Undone(7, 4)):
        with pytest.raises(Refused):
            advance(position, Entry(position.seq + 1, 0, fact))
    for wrong in (
        Proposed(0, Motion("undo", to=3), ()),
        Proposed(0, Motion("end"), (0,)),
        Proposed(0, Motion("end"), (5,)),
        Ended(EndReason.AGREED),
    ):
        with pytest.raises(DamagedLog):
            advance(position, Entry(position.seq + 1, 0, wrong))


def begun_renaissance() -> Table:
    """A table of two of Masters of Renaissance, at which the first turns are being played."""
    table, random = Inn().running("Ada", "Bob", game="renaissance"), Random(1)
    while table.game.turn(table.position.state) < 2:
        act(table, random)
    return table


def test_what_can_be_taken_back_is_bounded() -> None:
    """Whoever rearranges shelves for ever reveals nothing: so many states are kept, not all."""
    table = begun_renaissance()
    seat, first = table.game.actors(table.position.state)[0], table.position.seq
    for _ in range(MAX_UNDO + 1):
        table.move(seat, "swap 1 2")
    trail = table.position.trail
    assert len(trail) == MAX_UNDO
    assert back_to(trail, first) is None
    assert back_to(trail, first + 1) == 0
    assert last_of(trail, 7) is None


def test_a_batch_is_one_move() -> None:
    """Several actions sent as one move are taken back as one."""
    table = begun_renaissance()
    before = table.position
    seat = table.game.actors(before.state)[0]
    table.move(seat, "swap 1 2; swap 1 2")
    assert table.position.state == before.state
    assert table.position.trail[-1].seq == before.seq
    table.undo(before.seats[seat].name)
    assert table.position.state is before.state


def test_durable_like_any_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game with everything of this in it is restarted, exported, imported, checked and verified like any other."""
    inn, table, first, second = two()
    table.move(0, "take wbg")
    table.undo(first)
    table.move(0, "take wbg")
    table.move(1, "take rkb")
    table.undo(first, ask=True)
    table.vote(second, True)
    table.propose(first, Motion("pause"))
    table.vote(second, True)
    assert table.position.paused
    again = inn.restarted()
    there = again.found(table)
    assert there.position == table.position
    there.play_on(first)
    play_out(there)
    charter, rows = inn.log.read(table.id)
    path = tmp_path / "story.jsonl"
    with path.open("w") as file:
        write_archive(charter, rows, file.write)
    import_table(path, tmp_path / "house")
    check_house(tmp_path / "house")
    verify_target(charter.id, tmp_path / "house")
    assert capsys.readouterr().out.rstrip().endswith("verified")


def test_an_end_to_taking_back_on_all_nodes() -> None:
    """How often somebody has taken back is in the log: going to another node is no way around it."""
    street = Street(2)
    tables = street.running(turn_seconds=0.0)
    position = tables[0].position
    seat = position.game.actors(position.state)[0]
    name, heard = position.seats[seat].name, ""
    for number in range(MAX_UNDONE + 1):
        table = tables[number % 2]
        table.resume(name, Watcher(name))
        street.after(1.5)
        table.move(seat, [table.game.legal(table.position.state, seat)[0]])
        heard = code(asked(table.undo, name))
        street.after(1.5)
    assert heard == "undone-enough"


def test_the_clock_goes_back_with_the_turn() -> None:
    """Who takes back the end of a turn has what was left of it, and at least a moment; not a whole turn again."""
    inn, table, first, _ = two(turn_seconds=90.0)
    inn.after(30)
    table.move(0, "take wbg")
    inn.after(5)
    table.undo(first)
    assert table.deadlines.turn_left == 55
    inn.after(50)
    table.move(0, "take wbg")
    inn.after(20)
    table.undo(first)
    assert table.deadlines.turn_left == UNDO_SECONDS
    for _ in range(3):  # the moment is given once, not every time
        inn.after(4)
        table.move(0, "take wbg")
        table.undo(first)
    assert table.deadlines.turn_left == UNDO_SECONDS - 12


def test_a_slow_log_tells_nothing_early() -> None:
    """What was taken back is shown when the log has it; a move sent right after it is judged by it."""
    inn, table, first, _ = two()
    opening = table.position.state
    table.move(0, "take wbg")
    inn.log.instant = False
    answers: list[Outcome] = []
    table.undo(first, answers.append)
    table.move(0, "take rkb", answers.append)
    assert answers == []
    assert table.position.state is not opening
    inn.log.release()
    assert [type(answer) for answer in answers] == [Accepted, Accepted]
    assert kinds(table)[-3:] == ["move", "undo", "move"]
