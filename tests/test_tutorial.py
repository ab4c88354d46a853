"""The tutorial tells the truth: its code blocks are a dialect that plays.

The dialect lives only while these tests run. They are also what the tutorial points to: how a dialect is tested where a
transcript cannot reach.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bottega.bots import choose
from bottega.games import splendor
from bottega.games.splendor import Buy, ChooseNoble, Reserve, Return, Take
from bottega.table.entries import Sitting
from bottega.table.house import Settings
from bottega.wire import DIALECTS
from bottega.wire.core.dialect import Dialect
from tests.wire.splendor_json.test_dialect import Player as JsonPlayer
from tests.wire.stage import Peer, SlowLog, Stage
from tests.wire.transcript import Conversation
from tests.wire.watched import HEARD

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "tutorial-dialect.md").read_text()
NAME = "splendor-lines"


def blocks(language: str) -> list[str]:
    """The tutorial's code blocks in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a reader has who copies block after block into one file."""
    path = tmp_path_factory.mktemp("tutorial") / "splendor_lines.py"
    path.write_text("\n\n".join(re.sub(r"\Aclass .*  # continued\n", "", block) for block in blocks("python")))
    return path


@pytest.fixture(scope="module", autouse=True)
def dialect(copied: Path) -> Iterator[type[Dialect[str]]]:
    """The dialect in that file, served as long as these tests run."""
    spec = importlib.util.spec_from_file_location("splendor_lines", copied)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(DIALECTS, NAME, module.SplendorLines)
        yield module.SplendorLines


class Player:
    """Somebody who types lines, and does what a bot would."""

    def __init__(self, stage: Stage, name: str, word: str = "sesame") -> None:
        self.stage, self.name, self.word = stage, name, word
        self.comes()

    def comes(self) -> None:
        """Open a connection and give name and word."""
        self.peer: Peer = self.stage.connect(NAME)
        self.peer.says(f"name {self.name} {self.word}")

    def heard(self) -> list[str]:
        """All that was said to them since the last look."""
        said = list(self.peer.inbox)
        self.peer.inbox.clear()
        return said

    def plays(self, action: splendor.Action) -> None:
        """Make a move."""
        self.peer.says(f"move {action}")


class InJson(JsonPlayer):
    """The same for a player of splendor-json."""

    def __init__(self, stage: Stage, name: str) -> None:
        super().__init__(stage, name)
        self.name = name
        self.says_hello()

    def plays(self, action: splendor.Action) -> None:
        """Make a move, as its own document has it."""
        match action:
            case Take(colours):
                self.asks("get_gems", **{splendor.COLOURS[colour]: colours.count(colour) for colour in colours})
            case Reserve(card):
                self.asks("claim_card", card_id=card)
            case Buy(card):
                hand = splendor.view(game(self.stage), None).players[seat_of(self.stage, self.name)].reserved
                place = "hand" if card in [reserved.card for reserved in hand] else "table"
                self.asks("buy_card", place=place, card_id=card)
            case Return(tokens):
                *gems, gold = tokens
                self.asks("discard_gems", **dict(zip(splendor.COLOURS, gems, strict=True)), yellow=gold)
            case ChooseNoble(noble):
                self.asks("select_noble", noble_id=90 + noble)


def game(stage: Stage) -> splendor.State:
    """The state of the newest table."""
    return stage.table.position.playing(splendor.State)


def seat_of(stage: Stage, name: str) -> int:
    """The seat of a name at the newest table."""
    seat = stage.table.position.seat_of(name)
    assert seat is not None
    return seat


def play_on(stage: Stage, players: dict[str, Any], seed: int, bot: str = "greedy", turns: int = 1000) -> None:
    """Let everybody at the newest table play like a bot, whoever is no player as one, for so long or to the end."""
    table = stage.table
    for number in range(turns):
        if table.position.finished:
            return
        state = game(stage)
        action = choose(bot, splendor, state, state.seat, b"%d %d" % (seed, number))
        name = table.position.seats[state.seat].name
        if name in players:
            players[name].plays(action)
        else:
            table.move(state.seat, [action])
            stage.settle()
        assert game(stage) != state, f"{name} could not play {action}"


# -- the page ----------------------------------------------------------------------------------------------------------


def test_the_transcript_is_true() -> None:
    """The server says exactly what the tutorial prints."""
    (transcript,) = blocks("transcript")
    Conversation(transcript, NAME).play()


def test_the_diagram_is_the_machine(dialect: type[Dialect[str]]) -> None:
    """The diagram of the last step is made from the machine of the step before."""
    assert blocks("mermaid") == [dialect.machine.diagram() + "\n"]


@pytest.mark.slow
def test_the_types_agree(copied: Path) -> None:
    """The type checker has nothing to say against the code of the tutorial, handlers and payloads included."""
    command = [sys.executable, "-m", "mypy", "--strict", str(copied)]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "MYPYPATH": "src"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_every_word_of_the_page_is_said(dialect: type[Dialect[str]]) -> None:
    """The first table lists all messages of the machine, and what the second lists occurs in the transcript."""
    client, server = re.findall(r"\n\|---\|---\|\n(.*?)\n\n", PAGE, re.DOTALL)
    assert set(re.findall(r"^\| `(\w+)", client, re.MULTILINE)) == dialect.machine.messages
    words = {word for row in server.splitlines() for word in re.findall(r"`([a-z]+)", row.split("|")[1])}
    (transcript,) = blocks("transcript")
    assert words == set(re.findall(r"^\w+< (\w+)", transcript, re.MULTILINE))


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_among_its_kind(seats: int) -> None:
    """Players of the tutorial's dialect alone play to the end and hear the same scores."""
    stage = Stage(Settings(seats=seats), seed=seats)
    players = {name: Player(stage, name) for name in ["ann", "bob", "cid", "dan"][:seats]}
    play_on(stage, players, seats)
    result = stage.table.position.result
    assert result is not None
    names = [seat.name for seat in stage.table.position.seats]
    for player in players.values():
        said = player.heard()
        assert said[-1] == " ".join(["over", *(names[seat] for seat in result.winners)])
        assert set(said[-1 - seats : -1]) == {f"score {names[score.seat]} {score.total}" for score in result.scores}
        assert f"welcome {player.name}" in said


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_in_mixed_company(seed: int) -> None:
    """A player of splendor-json, a bot and two players of lines sit at one table; each is told in their own words."""
    stage = Stage(Settings(seats=4), seed=seed + 1)
    json = InJson(stage, "jan")
    players: dict[str, Any] = {"jan": json, "ann": Player(stage, "ann"), "bob": Player(stage, "bob")}
    stage.house.reception.sit(stage.table, Sitting("robot", bot="greedy"), None, lambda _: None)
    play_on(stage, players, seed, bot="random" if seed else "greedy")
    assert json.heard()[-1]["answer_type"] == "game_over"
    ann, bob = players["ann"].heard(), players["bob"].heard()
    assert ann[-1] == bob[-1]
    assert ann[-1].startswith("over ")
    moves = [line for line in ann if line.startswith("did ")]
    assert {line.split()[1] for line in moves} == {"jan", "ann", "bob", "robot"}
    assert moves == [line for line in bob if line.startswith("did ")]


def test_every_row_is_heard(dialect: type[Dialect[str]]) -> None:
    """Each message is understood in each state that has a row for it."""
    stage = Stage()
    for mover_leaves in (True, False):
        players = {name: Player(stage, name) for name in ("ann", "bob")}
        for player in players.values():
            player.peer.says("board")
        moving = stage.table.position.seats[game(stage).seat].name
        players[moving].plays(Take((0, 1, 2)))
        for player in players.values():
            moves = player.name == stage.table.position.seats[game(stage).seat].name
            if moves == mover_leaves:
                player.peer.says("quit")
        for player in players.values():
            player.peer.says("board")
            player.peer.says("quit")
    for lines in (["quit"], ["name eve sesame", "quit"]):
        peer = stage.connect(NAME)
        for line in lines:
            peer.says(line)
    heard = {(state, message) for name, state, message in HEARD if name == NAME}
    assert heard == dialect.machine.rows.keys()


# -- lost and found ----------------------------------------------------------------------------------------------------


def test_a_lost_connection_is_no_lost_seat() -> None:
    """With the right word a player comes back in the middle of a game, also after a restart, and plays to the end."""
    stage = Stage()
    players = {name: Player(stage, name, f"{name}'s word") for name in ("ann", "bob")}
    play_on(stage, players, 1, turns=7)
    players["ann"].peer.drops()
    stranger = Player(stage, "ann", "bob's word")
    assert stranger.heard()[1:] == ["no the name ann is in use: choose another"]
    players["ann"].comes()
    assert players["ann"].heard()[1] == "welcome ann"
    play_on(stage, players, 2, turns=7)
    stage.restart()
    for player in players.values():
        player.comes()
        names = [seat.name for seat in stage.table.position.seats]
        turn = f"turn {names[game(stage).seat]} {game(stage).phase}"
        assert player.heard()[1:4] == [f"welcome {player.name}", " ".join(["start", *names]), turn]
    play_on(stage, players, 3)
    assert players["ann"].heard()[-1].startswith("over ")


def test_the_newest_connection_has_the_seat() -> None:
    """Whoever comes back while the old connection is still open takes its place."""
    stage = Stage()
    ann, bob = Player(stage, "ann"), Player(stage, "bob")
    old = ann.peer
    ann.comes()
    assert old.closed == "the player came back on another connection"
    play_on(stage, {"ann": ann, "bob": bob}, 1, turns=4)
    assert "ok" in ann.heard()


def test_nothing_is_said_before_it_is_durable() -> None:
    """Neither seat nor move is acknowledged while it is on its way to the disk, and messages behind it wait."""
    log = SlowLog()
    stage = Stage(log=log)
    players = {name: Player(stage, name) for name in ("ann", "bob")}
    assert [len(player.heard()) for player in players.values()] == [1, 1]
    log.commit()
    stage.settle()
    assert [player.heard()[0] for player in players.values()] == ["welcome ann", "welcome bob"]
    mover = players[stage.table.position.seats[0].name]
    mover.plays(Take((0, 1, 2)))
    mover.plays(Take((0, 1, 2)))
    assert mover.heard() == []
    log.commit()
    stage.settle()
    said = mover.heard()
    assert [said[0], said[-1]] == ["ok", "no it is not your turn"]


# -- strangers ---------------------------------------------------------------------------------------------------------

_words = st.sampled_from(["name", "move", "board", "take", "wbg", "ann", "quit!", "buy", "999", "return", ";", "skip"])
_lines = st.none() | st.text(max_size=80) | st.lists(_words, max_size=6).map(" ".join)


@given(lines=st.lists(_lines, max_size=8), moving=st.booleans())
@settings(max_examples=60, deadline=None)
def test_nonsense_gets_a_sentence_and_changes_nothing(lines: list[str | None], moving: bool) -> None:
    """Whatever is no message or no legal move is answered with one line, and the table stays as it was."""
    stage = Stage()
    players = [Player(stage, name) for name in ("ann", "bob")]
    (player,) = [player for player in players if (seat_of(stage, player.name) == game(stage).seat) == moving]
    for line in lines:
        if line is not None and re.match(r"\s*(quit\s*$|board\s*$|move\s+take wbg$)", line):
            continue
        player.heard()
        before = stage.table.position
        player.peer.says(line)
        (answer,) = player.heard()
        assert re.fullmatch(r"no \S.*", answer)
        assert len(answer) < 200
        assert stage.table.position is before


def test_the_hidden_stays_hidden() -> None:
    """A card that somebody has drawn blindly is a number for them and a question mark for the others."""
    stage = Stage()
    players = {name: Player(stage, name) for name in ("ann", "bob")}
    first = stage.table.position.seats[0].name
    players[first].plays(splendor.ReserveTop(1))
    (card,) = [reserved.card for reserved in splendor.view(game(stage), 0).players[0].reserved]
    for name, player in players.items():
        assert f"did {first} reserve deck1" in player.heard()
        player.peer.says("board")
        shown = [line for line in player.heard() if "reserved" in line]
        assert len(shown) == 1
        assert (f" {card} " in shown[0]) == (name == first), shown
