"""sagrada-text beyond its transcripts: tables that are whole, garbage of every kind, races, and what nobody may see."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bottega.games import sagrada
from bottega.store.log import StoreFault
from bottega.table.accounts import Accounts
from bottega.table.house import Settings
from bottega.wire.sagrada_text import SagradaText
from tests.table.test_beside import Later
from tests.wire.stage import Peer, SlowLog, Stage

CALM = Settings(lobby_seconds=0, ping_seconds=1000)


def _login(stage: Stage, name: str, password: str = "secret", profile: str = "") -> Peer:
    peer = stage.connect("sagrada-text", profile)
    peer.says(f"LOGIN {name} {password}")
    return peer


def _match(seed: int = 3, profile: str = "") -> tuple[Stage, list[Peer]]:
    """Two players in their first round; the first of the list has the turn."""
    stage = Stage(CALM, seed)
    peers = [_login(stage, name, profile=profile) for name in ("ann", "bob")]
    peers.sort(key=lambda peer: peer.dialect.seat)
    for peer in peers:
        peer.says("CHOOSE 0")
        peer.inbox.clear()
    for peer in peers:
        peer.inbox.clear()
    return stage, peers


def _answers(peer: Peer, message: str | None) -> list[str]:
    peer.says(message)
    answers = list(peer.inbox)
    peer.inbox.clear()
    return answers


ARGUMENTS = st.sampled_from(["", "0", "1", "-1", "3", "99", "1" * 5000, "x", "0.5", "draft", "0 0", "é", "\x00", "０"])
GETS = ("priv", "pub", "tool", "draftpool", "roundtrack", "players", "game_status")
KEYWORDS = sorted({*SagradaText.machine.messages, *(f"GET {what}" for what in GETS)})
KNOWN = st.builds(lambda keyword, rest: f"{keyword} {rest}", st.sampled_from(KEYWORDS), ARGUMENTS)
MESSAGES = st.one_of(KNOWN, st.sampled_from(KEYWORDS), st.text(max_size=30), st.none())


@settings(max_examples=50, deadline=None)
@given(st.lists(MESSAGES.filter(lambda text: text is None or "QUIT" not in text), max_size=30))
def test_garbage_out_of_turn_changes_nothing(messages: list[str | None]) -> None:
    """Whatever a player says out of turn, the state stays, the connection lives, the answer is a document's word."""
    stage, (_, waiting) = _match()
    before = stage.table.position
    for message in messages:
        for answer in _answers(waiting, message):
            assert answer.split()[0] in {"INVALID", "SEND"}
    assert stage.table.position is before
    assert waiting.closed is None


@settings(max_examples=50, deadline=None)
@given(st.lists(MESSAGES.filter(lambda text: text is None or "QUIT" not in text), max_size=30))
def test_garbage_in_turn_is_answered_in_the_documents_words(messages: list[str | None]) -> None:
    """Whatever a player says on their turn, every answer is a word of the document and the connection lives."""
    _, (mover, _) = _match()
    words = {"INVALID", "SEND", "LIST_DICE", "LIST_OPTIONS", "LIST_PLACEMENTS", "CHOICE", "TOOL", "GAME"}
    for message in messages:
        for answer in _answers(mover, message):
            assert answer.split()[0] in words
    assert mover.closed is None


def test_refused_choices_leave_the_state_alone() -> None:
    """CHOICE ko, TOOL ko and INVALID message never come with a change."""
    stage, (mover, _) = _match()
    mover.says("GET_DICE_LIST")
    mover.says("SELECT 0")
    mover.says("CHOOSE 0")
    mover.says("GET_PLACEMENTS_LIST")
    before = stage.table.position
    mover.inbox.clear()
    for message, answer in [("CHOOSE 20", "CHOICE ko"), ("TOOL enable 7", "TOOL ko"), ("SELECT 0", "INVALID message")]:
        assert _answers(mover, message) == [answer]
    assert stage.table.position is before


@pytest.fixture
def slow() -> tuple[Stage, Later]:
    """A stage whose password hashing takes its time."""
    stage, run = Stage(CALM, 3), Later()
    stage.house.accounts = Accounts(stage.log, run)
    return stage, run


def test_messages_wait_for_the_password(slow: tuple[Stage, Later]) -> None:
    """While a password is being checked, what follows is held back and answered afterwards, in order."""
    stage, run = slow
    ann = _login(stage, "ann")
    ann.says("GET players")
    assert list(ann.inbox) == ["Connection established!"]
    run.finish()
    stage.settle()
    assert list(ann.inbox) == ["Connection established!", "LOGIN ok", "LOBBY 1", "INVALID message"]


def test_whoever_hangs_up_during_login_leaves_no_seat(slow: tuple[Stage, Later]) -> None:
    """A connection lost while its password is checked takes no seat and keeps no name."""
    stage, run = slow
    ann = _login(stage, "ann")
    ann.drops()
    run.finish()
    assert not stage.house.taken("sagrada", "ann")
    again = _login(stage, "ann")
    run.finish()
    assert "LOGIN ok" in again.inbox


def test_two_logins_at_once(slow: tuple[Stage, Later]) -> None:
    """Of two connections that give one name and its password at the same time, one is let in."""
    stage, run = slow
    first = _login(stage, "ann")
    run.finish()
    first.says("QUIT")
    first.says("LOGIN ann secret")
    second = _login(stage, "ann")
    first.inbox.clear()
    run.finish()
    stage.settle()
    assert list(first.inbox) == ["LOGIN ok", "LOBBY 1"]
    assert list(second.inbox) == ["Connection established!", "LOGIN ko"]


def test_an_account_that_cannot_be_saved(slow: tuple[Stage, Later], monkeypatch: pytest.MonkeyPatch) -> None:
    """If the account cannot be made durable, nobody is let in."""
    stage, run = slow
    monkeypatch.setattr(stage.log, "register", lambda name, hashed, done: done(StoreFault("disk full")))
    ann = _login(stage, "ann")
    run.finish()
    assert list(ann.inbox) == ["Connection established!", "LOGIN ko"]


def test_new_match_with_a_name_taken_meanwhile() -> None:
    """After the end a name is free; whoever takes it first in the lobby has it, the other keeps their connection."""
    stage, (ann, bob) = _match()
    bob.says("QUIT")
    other = _login(stage, "ann")
    assert other.inbox[-1] == "LOBBY 1"
    ann.inbox.clear()
    assert _answers(ann, "GAME new_match") == ["INVALID message"]
    assert _answers(ann, "GET priv")[0].startswith("SEND priv")
    other.says("QUIT")
    assert _answers(ann, "GAME new_match") == ["LOBBY 1"]


def test_the_match_goes_on_without_whoever_left_it() -> None:
    """After QUIT a connection hears nothing more of the match it left."""
    stage = Stage(Settings(lobby_seconds=5, ping_seconds=1000), 3)
    peers = [_login(stage, name) for name in ("ann", "bob", "cora")]
    stage.wait(5)
    for peer in peers:
        peer.says("CHOOSE 0")
    peers.sort(key=lambda peer: peer.dialect.seat)
    mover, leaver, _ = peers
    leaver.says("QUIT")
    leaver.inbox.clear()
    mover.says("GAME end_turn")
    assert not leaver.inbox
    assert mover.inbox[-1] == "GAME turn_start 2 0"


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("again", ["QUIT", "GAME new_match"])
def test_a_half_built_action_is_left_with_the_match(seed: int, again: str) -> None:
    """Whoever leaves a match with a die selected begins the next, on the same connection, with nothing in hand.

    (The stage sees to it that a first turn is not in the middle of an action; who has it depends on the seed.)
    """
    stage, (ann, bob) = _match(seed)
    names = [peer.dialect.name for peer in (ann, bob)]
    for message in ("GET_DICE_LIST", "SELECT 0"):
        ann.says(message)
    bob.says("QUIT")
    for message in (again, f"LOGIN {names[0]} secret"):
        ann.says(message)
    bob.says(f"LOGIN {names[1]} secret")
    for peer in (bob, ann):
        peer.says("CHOOSE 0")
    assert stage.state(sagrada.State).round == 1


def test_a_tool_enabled_just_before_the_connection_broke() -> None:
    """What the old connection had still sent becomes known to the new one: its selections from before are forgotten."""
    log = SlowLog()
    stage = Stage(CALM, 3, log)
    peers = [_login(stage, name) for name in ("ann", "bob")]
    log.commit()
    for peer in peers:
        peer.says("CHOOSE 0")
    log.commit()
    stage.set_state("tools=6.7.11")
    mover = min(peers, key=lambda peer: peer.dialect.seat)
    mover.says("TOOL enable 0")
    name = mover.dialect.name
    mover.drops()
    back = _login(stage, name)
    back.says("GET_DICE_LIST")
    assert _answers(back, "SELECT 0")[-1] == "LIST_OPTIONS 0,PLACE_DIE"
    log.commit()
    back.inbox.clear()
    assert _answers(back, "CHOOSE 0") == ["INVALID message"]
    assert _answers(back, "GET_DICE_LIST")[0].startswith("LIST_DICE draftpool")
    assert _answers(back, "SELECT 0") == ["LIST_OPTIONS 0,REROLL"]


def test_quitting_while_the_match_is_starting() -> None:
    """A QUIT from the lobby that arrives when the start is already on its way to the disk leaves the match."""
    log = SlowLog()
    stage = Stage(CALM, 3, log)
    ann = _login(stage, "ann")
    log.commit()
    bob = _login(stage, "bob")
    while not stage.table.head.started:
        log.commit_first()
    assert not stage.table.position.started
    ann.says("QUIT")
    log.commit()
    seat = next(number for number, player in enumerate(stage.table.position.seats) if player.name == "ann")
    assert ann.inbox[-1] == f"STATUS quit {seat}"
    assert _answers(ann, "GET players")[-1] == "INVALID message"
    assert bob.inbox[-1].startswith("GAME end")


def test_pong_before_any_ping_does_not_count() -> None:
    """The original client says PONG right after LOGIN ok; it still has to answer the first PING."""
    stage = Stage(Settings(), 3)
    ann = _login(stage, "ann", profile="original")
    ann.says("PONG")
    stage.wait(3)
    assert ann.inbox[-1] == "PING"
    stage.wait(3)
    assert ann.closed is not None
    assert not stage.house.taken("sagrada", "ann")


def test_ping_seconds_are_the_houses() -> None:
    """--ping-seconds decides how often PING is sent."""
    stage = Stage(Settings(ping_seconds=10), 3)
    ann = _login(stage, "ann")
    ann.inbox.clear()
    stage.wait(9)
    assert not ann.inbox
    stage.wait(1)
    assert list(ann.inbox) == ["PING"]


QUESTIONS = (*GETS, "schema draft", "schema 0", "schema 1", "favor_tokens 0", "favor_tokens 1")


@pytest.mark.parametrize("phase", ["windows", "rounds"])
def test_nothing_secret_is_told(phase: str) -> None:
    """Deal anew what a player must not know: every answer they can ask for stays the same, byte by byte."""
    if phase == "rounds":
        stage, (ann, bob) = _match()
    else:
        stage = Stage(CALM, 3)
        ann, bob = _login(stage, "ann"), _login(stage, "bob")
        bob.says("CHOOSE 1")
    state = stage.table.position.state
    assert isinstance(state, sagrada.State)
    seat = ann.dialect.seat
    assert bob.dialect.seat != seat
    ann.inbox.clear()
    told = [_answers(ann, f"GET {what}") for what in QUESTIONS]
    for number in range(5):
        other = sagrada.redeal(state, seat, bytes([number + 1]) * 32)
        stage.set_state(other.to_text())
        assert [_answers(ann, f"GET {what}") for what in QUESTIONS] == told
