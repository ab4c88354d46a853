"""The seal and the players' words over the house protocol: who hears what, when, and what the deal follows from."""

from __future__ import annotations

import secrets

import pytest

from bottega.bots import choose
from bottega.games import GAMES
from bottega.games.chance import commitment
from bottega.limits import MAX_WORD, Shares
from bottega.table.fairness import deal_seed
from bottega.table.position import fold
from bottega.table.table import Table
from bottega.wire.splendor_json.dialect import OPTIONS
from tests.wire.house.stage import Guest, HouseStage
from tests.wire.test_theft import DIALECTS


@pytest.fixture
def stage() -> HouseStage:
    """A house whose tables have seeds of their own, and take words."""
    return HouseStage(seed=None)


def opened(stage: HouseStage, *names: str, **setup: object) -> tuple[Table, list[Guest]]:
    """A table that has not started, and those who sit there."""
    guests = [stage.guest(name) for name in names]
    table = guests[0].does("open", **{"game": "splendor", "seats": len(names), **setup})["table"]
    for guest in guests[1:]:
        guest.does("sit", table=table)
    return stage.house.tables[table], guests


def test_a_word_is_told_to_everybody(stage: HouseStage) -> None:
    """Every viewer hears whose word it is and all words there are, in the order of joining; so does a newcomer."""
    table, (anna, bob) = opened(stage, "Anna", "Bob")
    assert bob.latest("snapshot")["words"] == ["", ""]
    anna.heard()
    bob.does("word", table=table.id, word="pepe nero")
    for guest in (anna, bob):
        step = guest.latest("step")
        assert (step["kind"], step["seat"], step["name"], step["words"]) == ("word", 1, "Bob", ["", "pepe nero"])
    eve = stage.guest("Eve")
    eve.does("watch", table=table.id)
    assert eve.latest("snapshot")["words"] == ["", "pepe nero"]


def test_the_deal_follows_from_seed_and_words(stage: HouseStage) -> None:
    """What the game starts with is the deal of the words as last given, and the log alone leads to the same."""
    table, (anna, bob) = opened(stage, "Anna", "Bob")
    anna.does("word", table=table.id, word="sale")
    bob.does("word", table=table.id, word="pepe")
    anna.does("word", table=table.id, word="zucchero")
    anna.does("start", table=table.id)
    position = table.position
    start = bob.latest("step")
    assert (start["kind"], start["words"]) == ("start", ["zucchero", "pepe"])
    assert position.state == position.game.new(2, deal_seed(position.charter, ("zucchero", "pepe")))
    assert fold(*stage.log.read(table.id)) == position


def test_no_step_of_the_game_repeats_the_words(stage: HouseStage) -> None:
    """A move costs not a byte more: words are told where they may have changed, and at the start."""
    table, (anna, bob) = opened(stage, "Anna", "Bob")
    bob.does("word", table=table.id, word="pepe")
    anna.does("start", table=table.id)
    anna.heard()
    mover = next(guest for guest in (anna, bob) if table.position.seats[0].name == guest.name)
    mover.does("act", table=table.id, actions=["take wbg"])
    assert "words" not in anna.latest("step")


@pytest.mark.parametrize("start", ["asked", "full"])
def test_a_word_given_with_the_seat_is_in_time(stage: HouseStage, start: str) -> None:
    """Also where the last seat that is taken starts the game."""
    table, (anna,) = opened(stage, "Anna", seats=2, start=start)
    anna.does("word", table=table.id, word="sale")
    bob = stage.guest("Bob")
    bob.does("watch", table=table.id)
    bob.does("sit", table=table.id, word="pepe")
    if start == "asked":
        anna.does("start", table=table.id)
    assert table.position.started
    assert table.position.words == ("sale", "pepe")
    kinds = [message["kind"] for message in bob.heard() if message["type"] == "step"]
    assert kinds == ["sit", "start"]


def test_a_word_that_cannot_be_taken_takes_no_seat(stage: HouseStage) -> None:
    """Sitting down with a bad word is refused as a whole."""
    table, _ = opened(stage, "Anna", seats=2)
    bob = stage.guest("Bob")
    bob.fails("sit", "table.word-length", table=table.id, word="x" * (MAX_WORD + 1))
    assert len(table.position.seats) == 1
    bob.fails("sit", "table.word-length", table=table.id, word="")
    bob.does("sit", table=table.id, word="x" * MAX_WORD)


def test_who_leaves_takes_the_word_along(stage: HouseStage) -> None:
    """Words stay with their players; the steps tell what is left."""
    table, (anna, bob, cyd) = opened(stage, "Anna", "Bob", "Cyd")
    for guest, word in ((anna, "a"), (bob, "b"), (cyd, "c")):
        guest.does("word", table=table.id, word=word)
    bob.does("stand", table=table.id)
    assert anna.latest("step")["words"] == ["a", "c"]


def test_refused_words(stage: HouseStage) -> None:
    """Only those who sit there, only before the start, only visible text, and not too often."""
    table, (anna, bob) = opened(stage, "Anna", "Bob")
    eve = stage.guest("Eve")
    eve.does("watch", table=table.id)
    eve.fails("word", "house.not-seated", table=table.id, word="pepe")
    anna.fails("word", "table.word-characters", table=table.id, word=" pepe")
    anna.fails("word", "table.word-length", table=table.id, word="")
    for number in range(Shares().words_per_name.burst):
        bob.does("word", table=table.id, word=f"word {number}")
    bob.fails("word", "house.said-too-fast", table=table.id, word="one more")
    stage.wait(Shares().words_per_name.seconds)
    bob.does("word", table=table.id, word="one more")
    anna.does("start", table=table.id)
    anna.fails("word", "table.started", table=table.id, word="late")


def test_a_fixed_seed_takes_no_words() -> None:
    """A table of tests says so in its set-up and refuses them; that its deal is fixed is thus seen by everybody."""
    stage = HouseStage()
    table, (anna, bob) = opened(stage, "Anna", "Bob")
    assert bob.latest("snapshot")["setup"]["words"] is False
    anna.fails("word", "table.no-words", table=table.id, word="pepe")
    eve = stage.guest("Eve")
    eve.fails("sit", "table.no-words", table=table.id, word="pepe")


def test_the_seal_is_the_same_from_the_first_to_the_last(stage: HouseStage) -> None:
    """Whoever looks, whenever, is shown the same commitment; the seed that comes with the end is the one it hides."""
    table, (anna, bob) = opened(stage, "Anna", "Bob")
    seals = [anna.latest("snapshot")["commitment"], bob.latest("snapshot")["commitment"]]
    bob.does("word", table=table.id, word="pepe")
    anna.does("start", table=table.id)
    eve = stage.guest("Eve")
    eve.does("watch", table=table.id)
    seals.append(eve.latest("snapshot")["commitment"])
    anna.does("quit", table=table.id)
    end = eve.latest("step")
    eve.does("watch", table=table.id)
    last = eve.latest("snapshot")
    assert {*seals, last["commitment"]} == {commitment(bytes.fromhex(end["seed"]))}
    assert last["words"] == ["", "pepe"]


def test_another_game_has_another_seal(stage: HouseStage) -> None:
    """A rematch is sealed anew and starts without words."""
    table, (anna, bob) = opened(stage, "Anna", "Bob")
    anna.does("start", table=table.id)
    bob.does("quit", table=table.id)
    again = anna.does("rematch", table=table.id)["table"]
    snapshot = anna.latest("snapshot")
    assert snapshot["table"] == again
    assert snapshot["commitment"] != table.position.charter.commitment
    assert (snapshot["words"], snapshot["setup"]["words"]) == ([""], True)
    anna.does("word", table=again, word="pepe")


@pytest.mark.parametrize("game", GAMES)
def test_neither_the_seed_nor_that_of_the_deal_leaves(stage: HouseStage, game: str) -> None:
    """Whoever knows either knows every card to come: nothing that is sent before the end holds a part of one."""
    table, guests = opened(stage, "Anna", "Bob", game=game)
    for guest in guests:
        guest.does("word", table=table.id, word=secrets.token_hex(16))
    guests[0].does("start", table=table.id)
    eve = stage.guest("Eve")
    eve.does("watch", table=table.id)
    by_name = {guest.name: guest for guest in guests}
    for count in range(40):
        position = table.position
        seat = position.game.actors(position.state)[0]
        action = choose("random", position.game, position.state, seat, bytes([count]))
        by_name[position.seats[seat].name].does("act", table=table.id, actions=[str(action)])
    charter = table.position.charter
    for secret in (charter.seed, deal_seed(charter, table.position.words)):
        for guest in (*guests, eve):
            assert secret.hex()[:16].encode() not in guest.bytes
            assert secret.hex()[-16:].encode() not in guest.bytes


def test_words_survive_a_restart(stage: HouseStage) -> None:
    """They are entries like any other: durable before they are told."""
    table, (anna, _) = opened(stage, "Anna", "Bob")
    anna.does("word", table=table.id, word="sale")
    token = anna.token
    stage.restart()
    back = stage.guest("Anna", token=token)
    back.does("watch", table=table.id)
    assert back.latest("snapshot")["words"] == ["sale", ""]
    back.does("word", table=table.id, word="pepe")
    assert back.latest("step")["words"] == ["pepe", ""]


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_the_older_protocols_hear_no_word(dialect: str, stage: HouseStage) -> None:
    """Their documents know none: a player of theirs waits on undisturbed, and is dealt from the word of the other."""
    game, enter = DIALECTS[dialect]
    options = OPTIONS if game == "splendor" else {}
    table, (anna,) = opened(stage, "Anna", game=game, seats=2, options=options)
    peer = enter(stage, "Victim")
    assert [seat.name for seat in table.position.seats] == ["Anna", "Victim"]
    peer.inbox.clear()
    anna.does("word", table=table.id, word="pepe nero")
    anna.does("word", table=table.id, word="sale")
    assert not peer.inbox
    anna.does("start", table=table.id)
    assert table.position.words == ("sale", "")
    assert peer.inbox
    charter = table.position.charter
    for secret in ("pepe nero", "sale", charter.seed.hex(), charter.commitment):
        assert not any(f'"{secret}"' in text or secret in text.split() for text in peer.inbox)
