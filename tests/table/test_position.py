"""What every kind of entry means, when it is refused, and that a log always folds to the same position."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bottega.games import GAMES, splendor
from bottega.games.chance import commitment
from bottega.store.log import TABLE, Charter, Row
from bottega.table.entries import DamagedLog, Entry, Moved, Sitting, from_row
from bottega.table.fairness import deal_seed
from bottega.table.position import (
    AnyPosition,
    Refused,
    Setup,
    advance,
    fold,
    follow,
    opened,
    order_of_play,
)
from tests.table.rigs import Inn, play_out

SEED = bytes(range(32))


def charter(setup: Setup | None = None, game: str = "splendor", version: int = 1, seed: bytes = SEED) -> Charter:
    """A charter with this set-up."""
    text = msgspec.json.encode(setup or Setup(seats=2)).decode()
    return Charter("t1", game, version, text, seed, commitment(seed), 0)


def entry(position: AnyPosition, kind: str, text: str = "", seat: int = TABLE) -> Entry:
    """An entry of that kind, next in the log, as its row says it."""
    return from_row(position.game, Row(position.seq + 1, None, seat, kind, text, 0))


def after(position: AnyPosition, kind: str, text: str = "", seat: int = TABLE) -> AnyPosition:
    """The position after one more entry."""
    return advance(position, entry(position, kind, text, seat))[0]


def sit(position: AnyPosition, *names: str, bot: str = "") -> AnyPosition:
    """These sit down."""
    for name in names:
        text = msgspec.json.encode(Sitting(name, "key", bot)).decode()
        position = after(position, "sit", text, len(position.seats))
    return position


def start(position: AnyPosition) -> AnyPosition:
    """The game begins."""
    order = order_of_play(position.charter, position.words)
    return after(position, "start", " ".join(map(str, order)))


def running(*names: str, **setup: Any) -> AnyPosition:
    """A game that has just begun."""
    names = names or ("Ada", "Bob")
    return start(sit(opened(charter(Setup(seats=len(names), **setup))), *names))


def first_move(position: AnyPosition) -> tuple[int, str]:
    """A legal move of the first who may act."""
    seat = position.game.actors(position.state)[0]
    return seat, str(position.game.legal(position.state, seat)[0])


def test_opened() -> None:
    """A table begins without seats, state or result, with the size its set-up names."""
    position = opened(charter(Setup(seats=3)))
    assert (position.seq, position.size, position.seats, position.started, position.finished) == (
        0,
        3,
        (),
        False,
        False,
    )


def test_sit() -> None:
    """A seat is a name, a key and perhaps a bot; the numbers are those of joining."""
    position = sit(sit(opened(charter()), "Ada"), "Zip", bot="random")
    assert [(seat.name, seat.key, seat.bot, seat.quit) for seat in position.seats] == [
        ("Ada", "key", "", False),
        ("Zip", "key", "random", False),
    ]
    assert [seat.person for seat in position.seats] == [True, False]
    assert (position.seat_of("Zip"), position.seat_of("Eve")) == (1, None)


def test_leave_closes_the_row() -> None:
    """Whoever leaves before the start leaves no gap: those behind move up."""
    position = after(sit(opened(charter(Setup(seats=3))), "Ada", "Bob", "Cyd"), "leave", seat=1)
    assert [seat.name for seat in position.seats] == ["Ada", "Cyd"]


def test_words() -> None:
    """Every seat has a word, at first none; the last one given counts, and goes with whoever leaves."""
    position = sit(opened(charter(Setup(seats=3))), "Ada", "Bob", "Cyd")
    assert position.words == ("", "", "")
    for seat, word in ((2, "pepe"), (0, "sale"), (2, "noce")):
        position = after(position, "word", word, seat)
    assert position.words == ("sale", "", "noce")
    assert after(position, "leave", seat=0).words == ("", "noce")


def test_words_change_the_deal_and_the_order_of_play() -> None:
    """The game is dealt from the seed and all words, which stay in the order of joining; without any, from the seed."""
    lobby = sit(opened(charter(Setup(seats=3))), "Ada", "Bob", "Cyd")
    plain = start(lobby)
    assert plain.state == splendor.new(3, SEED)
    orders = set()
    for number in range(20):
        worded = after(lobby, "word", f"word {number}", 1)
        position = start(worded)
        assert position.words == worded.words == ("", f"word {number}", "")
        assert position.state == splendor.new(3, deal_seed(lobby.charter, worded.words)) != plain.state
        orders.add(tuple(seat.name for seat in position.seats))
        seat, move = first_move(position)
        assert after(position, "move", move, seat).words == position.words
    assert len(orders) > 3
    wordless = " ".join(map(str, order_of_play(lobby.charter, lobby.words)))
    with pytest.raises(DamagedLog, match="words"):
        follow(after(lobby, "word", "w", 0), Row(lobby.seq + 2, None, TABLE, "start", wordless, 0))


def test_size() -> None:
    """A table opened without a size gets one, once it is decided."""
    position = after(sit(opened(charter(Setup())), "Ada"), "size", "3")
    assert position.size == 3
    assert len(sit(position, "Bob", "Cyd").seats) == 3


def test_start_orders_the_seats() -> None:
    """The order of play is drawn from the seed: names keep their keys, the size is what has joined."""
    for seed in (bytes([n]) * 32 for n in range(6)):
        lobby = sit(opened(charter(Setup(seats=4), seed=seed)), "Ada", "Bob", "Cyd")
        position = start(lobby)
        order = order_of_play(lobby.charter, lobby.words)
        assert sorted(order) == [0, 1, 2]
        assert [seat.name for seat in position.seats] == [("Ada", "Bob", "Cyd")[number] for number in order]
        assert (position.size, position.started) == (3, True)
    assert len({order_of_play(charter(seed=bytes([n]) * 32), ("",) * 3) for n in range(40)}) == 6


def test_options_reach_the_game() -> None:
    """The set-up's options are the game's."""
    position = running(options={"reserve_limit": 1})
    assert position.playing(splendor.State).options.reserve_limit == 1


def test_move() -> None:
    """A move is played by the rules; its steps say what happened."""
    position = running()
    seat, text = first_move(position)
    following, steps = advance(position, entry(position, "move", text, seat))
    assert (
        following.state
        == steps[-1].after
        == position.game.apply(position.state, seat, position.game.Action.from_text(text))
    )
    assert (steps[0].seat, steps[0].before) == (seat, position.state)


def test_skip() -> None:
    """A skip plays what the game's own skip says, nothing else."""
    position = running()
    seat = position.game.actors(position.state)[0]
    assert position.game.turn(after(position, "skip", "skip", seat).state) > position.game.turn(position.state)


def test_quit_keeps_the_seat_in_the_game() -> None:
    """Whoever quits has no seat any more under their name; the seat itself stays in the order of play."""
    position = after(running(), "quit", seat=0)
    name = position.seats[0].name
    assert (position.seats[0].quit, position.seat_of(name), len(position.seats)) == (True, None, 2)


def test_bot_takes_over_and_gives_back() -> None:
    """A bot plays a person's seat until it is given back; the seat remains that person's."""
    position = after(running(), "bot", "greedy", 1)
    assert (position.seats[1].bot, position.seats[1].person) == ("greedy", True)
    assert after(position, "bot", "", 1).seats[1].bot == ""


def test_end() -> None:
    """A game that is not played out ends by walkover, with its winner, or abandoned, with none; scores stand."""
    walkover = after(running(), "end", "walkover", 1)
    assert walkover.result is not None
    assert (walkover.result.reason, walkover.result.winners, len(walkover.result.scores)) == ("walkover", (1,), 2)
    abandoned = after(opened(charter()), "end", "abandoned")
    assert abandoned.result is not None
    assert (abandoned.result.winners, abandoned.result.scores) == ((), ())


LOBBY = sit(opened(charter()), "Ada")
FULL = sit(LOBBY, "Bob")
OPEN = sit(opened(charter(Setup())), "Ada", "Bob", "Cyd", "Dan")
GAME = running()
ACTOR, MOVE = first_move(GAME)
QUIT = after(GAME, "quit", seat=ACTOR)
OVER = after(GAME, "end", "abandoned")

REFUSED = [
    (FULL, "sit", '{"name":"Cyd"}', 2, "full"),
    (OPEN, "sit", '{"name":"Eve"}', 4, "full"),
    (LOBBY, "sit", '{"name":"Ada"}', 1, "sits-here"),
    (GAME, "sit", '{"name":"Cyd"}', 2, "started"),
    (LOBBY, "leave", "", 1, "empty-seat"),
    (LOBBY, "leave", "", -2, "empty-seat"),
    (GAME, "leave", "", 0, "started"),
    (FULL, "size", "1", TABLE, "wrong-size"),
    (LOBBY, "size", "5", TABLE, "wrong-size"),
    (OPEN, "size", "3", TABLE, "too-small"),
    (GAME, "size", "2", TABLE, "started"),
    (LOBBY, "start", "0", TABLE, "wrong-size"),
    (GAME, "start", "0 1", TABLE, "started"),
    (FULL, "move", MOVE, 0, "not-started"),
    (GAME, "move", "skip", ACTOR, "skip"),
    (GAME, "move", MOVE, -1, "not-seated"),
    (GAME, "move", MOVE, 2, "not-seated"),
    (QUIT, "move", MOVE, ACTOR, "left"),
    (GAME, "skip", MOVE, ACTOR, "wrong-skip"),
    (GAME, "skip", "skip", 1 - ACTOR, "wrong-skip"),
    (GAME, "word", "late", 0, "started"),
    (LOBBY, "word", "pepe", 1, "empty-seat"),
    (sit(LOBBY, "Zip", bot="random"), "word", "zip", 1, "no-words"),
    (LOBBY, "sit", '{"name":"Zip","bot":"random","word":"zip"}', 1, "no-words"),
    (sit(opened(charter(Setup(seats=2, words=False))), "Ada"), "word", "pepe", 0, "no-words"),
    (opened(charter(Setup(seats=2, words=False))), "sit", '{"name":"Ada","word":"pepe"}', 0, "no-words"),
    (FULL, "quit", "", 0, "leave-instead"),
    (GAME, "quit", "", 2, "empty-seat"),
    (QUIT, "quit", "", ACTOR, "has-left"),
    (GAME, "bot", "greedy", 7, "empty-seat"),
    (GAME, "end", "walkover", 5, "empty-seat"),
    *(
        (OVER, kind, text, 0, "finished")
        for kind, text in {
            "sit": '{"name":"Eve"}',
            "leave": "",
            "word": "pepe",
            "size": "2",
            "start": "0 1",
            "move": MOVE,
            "skip": "skip",
            "quit": "",
            "bot": "greedy",
            "end": "abandoned",
        }.items()
    ),
]


@pytest.mark.parametrize(("position", "kind", "text", "seat", "code"), REFUSED)
def test_refused(position: AnyPosition, kind: str, text: str, seat: int, code: str) -> None:
    """Whatever may not stand there is refused with a code and a sentence; in a log it is damage, named by its entry."""
    with pytest.raises(Refused) as refused:
        advance(position, entry(position, kind, text, seat))
    assert refused.value.refusal.code == f"table.{code}"
    assert " " in str(refused.value)
    with pytest.raises(DamagedLog, match=f"entry {position.seq + 1}"):
        follow(position, Row(position.seq + 1, None, seat, kind, text, 0))


DAMAGED = [
    (LOBBY, Row(3, None, 1, "sit", '{"name":"Bob"}', 0)),
    (LOBBY, Row(1, None, 1, "sit", '{"name":"Bob"}', 0)),
    (LOBBY, Row(2, None, 0, "sit", '{"name":"Bob"}', 0)),
    (LOBBY, Row(2, None, 1, "sit", '{"nome":"Bob"}', 0)),
    (LOBBY, Row(2, None, 1, "sit", "Bob", 0)),
    (LOBBY, Row(2, None, 1, "dance", "", 0)),
    (LOBBY, Row(2, None, TABLE, "size", "two", 0)),
    (FULL, Row(3, None, TABLE, "start", "0 0", 0)),
    (FULL, Row(3, None, TABLE, "start", " ".join(map(str, reversed(order_of_play(charter(), ("", ""))))), 0)),
    (GAME, Row(4, None, ACTOR, "move", "fly away", 0)),
    (GAME, Row(4, None, ACTOR, "move", "", 0)),
    (GAME, Row(4, None, 1 - ACTOR, "move", MOVE, 0)),
    (GAME, Row(4, None, ACTOR, "move", f"{MOVE}; {MOVE}", 0)),
    (GAME, Row(4, None, TABLE, "end", "walkover", 0)),
    (GAME, Row(4, None, TABLE, "end", "by magic", 0)),
    (GAME, Row(4, None, TABLE, "end", "played", 0)),
]


@pytest.mark.parametrize(("position", "row"), DAMAGED)
def test_damage_is_named(position: AnyPosition, row: Row) -> None:
    """An entry that no honest table writes is damage, and the sentence says which entry it is."""
    with pytest.raises(DamagedLog, match=f"entry {row.seq}"):
        follow(position, row)


def test_an_empty_batch_is_refused() -> None:
    """A move of no action at all is no move."""
    with pytest.raises(Refused, match="no action"):
        advance(GAME, Entry(GAME.seq + 1, 0, Moved(ACTOR, ())))


@pytest.mark.parametrize("version", [0, 2])
def test_other_rules(version: int) -> None:
    """A table begun under rules that this program does not have is not played under others."""
    with pytest.raises(DamagedLog, match=f"splendor .* does not know rules {version}"):
        opened(charter(version=version))


def test_unknown_game() -> None:
    """A table of a game that is not here is refused by name."""
    with pytest.raises(DamagedLog, match="the game chess"):
        opened(charter(game="chess"))


@pytest.mark.parametrize("setup", ["", "{", '{"seats":"many"}', '{"seats":9}', '{"seats":2,"options":{"cheat":true}}'])
def test_damaged_charter(setup: str) -> None:
    """A charter whose set-up makes no sense is damage, not a crash."""
    with pytest.raises(DamagedLog, match="table t1"):
        opened(msgspec.structs.replace(charter(), setup=setup))


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_fold_is_replay(game: str, players: int) -> None:
    """The fold of the log of a whole game is the table's position, state and result and all."""
    inn = Inn()
    table = inn.running(*("Ada", "Bob", "Cyd", "Dan")[:players], game=game)
    position = play_out(table, players)
    assert position.finished
    assert fold(*inn.log.read(table.id)) == position
    assert position.result is not None
    assert (position.result.reason, position.result.winners) == ("played", position.game.winners(position.state))


def test_old_batches_still_fold() -> None:
    """A log of former days may go on after something was revealed; it is played as it was, but never anew."""
    position = running(options={"reserve_limit": 3})
    state = position.playing(splendor.State)
    seat = position.game.actors(state)[0]
    full = splendor.State.from_text(state.to_text()) if hasattr(state, "to_text") else state
    players = tuple(
        msgspec.structs.replace(player, tokens=(2, 2, 2, 2, 2, 0)) if number == seat else player
        for number, player in enumerate(full.players)
    )
    rich = msgspec.structs.replace(position, state=msgspec.structs.replace(full, players=players))
    reserve = next(action for action in rich.game.legal(rich.state, seat) if isinstance(action, splendor.Reserve))
    text = f"{reserve!s}; return w1"
    _, folded, steps = follow(rich, Row(rich.seq + 1, None, seat, "move", text, 0))
    assert (folded.seq, len(steps)) == (rich.seq + 1, 2)
    with pytest.raises(Refused, match="last action"):
        advance(rich, entry(rich, "move", text, seat), new=True)
