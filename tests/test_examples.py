"""The clients in ``examples/``: short, with nothing of ours in them, and they play whole games at real tables."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bottega.wire import DIALECTS
from tests.server.harness import EVENING, HouseProcess, running_house
from tests.server.house_client import Browser, address

EXAMPLES = Path(__file__).parents[1] / "examples"
CLIENTS = {name: name.replace("-", "_") for name in DIALECTS}
"""The example of each TCP protocol."""
BOT = "bot"
SPLENDOR = {"reserve_limit": 1, "blind_reserve": False, "return_gold": False}
"""Options with which those of splendor-json can join a table."""
MOST_LINES = 60


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house that listens to everybody."""
    with running_house(tmp_path_factory.mktemp("house"), *DIALECTS) as process:
        yield process
        assert "Traceback" not in process.errors


class Run:
    """An example that runs, as its first lines say how."""

    def __init__(self, example: str, *arguments: str) -> None:
        command = [sys.executable, str(EXAMPLES / f"{example}.py"), *arguments]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def printed(self) -> str:
        """What it prints in the end."""
        out, errors = self._process.communicate(timeout=EVENING)
        assert (self._process.returncode, errors) == (0, "")
        return out

    def complaint(self) -> str:
        """What it says if it cannot play."""
        out, errors = self._process.communicate(timeout=EVENING)
        assert (self._process.returncode, out) == (1, "")
        return errors


def _client(house: HouseProcess, dialect: str, name: str, seats: int = 2) -> Run:
    """A client of a TCP protocol, as its first lines say how to run it."""
    more: dict[str, list[str]] = {"sagrada-text": ["secret"], "sagrada-json": [], "splendor-json": []}
    return Run(CLIENTS[dialect], name, *more.get(dialect, [str(seats)]), "127.0.0.1", str(house.ports[dialect]))


@pytest.mark.parametrize("example", [*CLIENTS.values(), BOT])
def test_an_example_is_short(example: str) -> None:
    """No more than sixty lines, and nothing needed but Python; for the WebSocket the package of that name."""
    text = (EXAMPLES / f"{example}.py").read_text("utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    named = {alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names}
    named |= {node.module or "" for node in imports if isinstance(node, ast.ImportFrom)}
    foreign = {name.partition(".")[0] for name in named} - sys.stdlib_module_names
    assert foreign == ({"websockets"} if example == BOT else set())


@pytest.mark.parametrize("example", [*CLIENTS.values(), BOT])
def test_an_example_says_how_to_run_it(example: str) -> None:
    """Its first lines name the page it follows, which is there, and the command."""
    first = (EXAMPLES / f"{example}.py").read_text("utf-8").split('"""')[1]
    page = next(word.rstrip(".") for word in first.split() if word.startswith("docs/"))
    assert (EXAMPLES.parent / page).exists()
    assert f"python examples/{example}.py" in first


def test_every_protocol_has_its_example() -> None:
    """There is one for each, and none besides; the page of each protocol names it."""
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {*CLIENTS.values(), BOT}
    for dialect, example in {**CLIENTS, "house": BOT}.items():
        page = (EXAMPLES.parent / "docs" / "protocols" / f"{dialect}.md").read_text("utf-8")
        assert f"examples/{example}.py" in page


@pytest.mark.slow
@pytest.mark.parametrize(("dialect", "seats"), [(name, 2 if name == "splendor-json" else 4) for name in CLIENTS])
def test_a_table_of_the_same(house: HouseProcess, dialect: str, seats: int) -> None:
    """As many as fit at one table play a whole game, and all of them are told the same end."""
    players = [_client(house, dialect, f"{dialect[0]}same{seat}", seats) for seat in range(seats)]
    ends = {player.printed() for player in players}
    assert len(ends) == 1


@pytest.mark.slow
@pytest.mark.parametrize("dialect", ["renaissance-json", "renaissance-steps", "renaissance-events"])
def test_alone(house: HouseProcess, dialect: str) -> None:
    """One player plays against Lorenzo to the end."""
    assert _client(house, dialect, "alone", 1).printed() in ("alone has won\n", "Lorenzo has won\n")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["splendor", "sagrada", "renaissance"])
def test_a_mixed_table(house: HouseProcess, game: str) -> None:
    """A client of each protocol of a game, and the bot, play a whole game at one table."""
    dialects = [name for name, dialect in DIALECTS.items() if game == dialect.GAME]
    opener = Browser(house, f"{game}-opener")
    options = SPLENDOR if game == "splendor" else {}
    fields = {"game": game, "seats": len(dialects) + 1, "options": options, "start": "full", "sit": False}
    table = opener.does("open", **fields)["table"]
    names = [f"{game[:2]}mix{number}" for number in range(len(dialects))]
    bot = Run(BOT, address(house), table, f"{game}-bot")
    players = [_client(house, dialect, name) for dialect, name in zip(dialects, names, strict=True)]
    result = ast.literal_eval(bot.printed())
    assert result["reason"] == "played"
    assert [len(player.printed().splitlines()) for player in players] == [1] * len(players)
    opener.close()


@pytest.mark.slow
@pytest.mark.parametrize("dialect", CLIENTS)
def test_a_name_that_is_taken(house: HouseProcess, dialect: str) -> None:
    """Whoever is refused says why in a line, and nothing else happens."""
    owner = Browser(house, "Taken0")
    complaint = _client(house, dialect, "Taken0").complaint()
    assert len(complaint.splitlines()) == 1
    owner.close()


@pytest.mark.slow
@pytest.mark.parametrize(("table", "name"), [("nowhere", "somebody"), ("nowhere", "Taken1")])
def test_a_bot_that_is_refused(house: HouseProcess, table: str, name: str) -> None:
    """The bot says the house's own reason: that there is no such table, or that the name is another's."""
    owner = Browser(house, "Taken1")
    complaint = Run(BOT, address(house), table, name).complaint()
    assert complaint.splitlines() == [complaint.strip()]
    assert (name if name == "Taken1" else table) in complaint
    owner.close()


def test_a_bot_without_a_house() -> None:
    """Where no house is the bot says so in a line."""
    assert Run(BOT, "ws://127.0.0.1:1/ws", "table").complaint().startswith("no house at this address")
