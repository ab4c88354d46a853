"""What is released is whole: sdist and wheel are built, installed into an empty environment, and tried there."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from email.message import Message
from pathlib import Path

import pytest

from bottega import __version__
from tests.installed import ROOT, Release, built, installed, needs
from tests.server.harness import TIMEOUT, HouseProcess

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """The files that would be uploaded, as they are made where nobody says where that is."""
    return built(tmp_path_factory.mktemp("release"))


@pytest.fixture(scope="module")
def names(release: Release) -> set[str]:
    """The files in the wheel."""
    with zipfile.ZipFile(release.wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def metadata(release: Release) -> Message:
    """What the wheel says of itself."""
    with zipfile.ZipFile(release.wheel) as archive:
        return message_from_string(archive.read(f"bottega-{__version__}.dist-info/METADATA").decode())


@pytest.fixture(scope="module")
def commands(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the commands of an environment are that has nothing but the wheel and what it needs."""
    return installed(release.wheel, tmp_path_factory.mktemp("empty") / "env")


def test_every_source_file_is_in_the_wheel(names: set[str]) -> None:
    """Modules, card tables and the typing marker are all packed, and nothing but the package."""
    source = ROOT / "src"
    wanted = {
        str(path.relative_to(source))
        for path in source.rglob("*")
        if path.suffix in (".py", ".csv") or path.name == "py.typed"
    }
    assert wanted <= names
    assert {name.partition("/")[0] for name in names} == {"bottega", f"bottega-{__version__}.dist-info"}


def test_the_built_page_is_in_both(release: Release, names: set[str]) -> None:
    """Whoever installs the wheel, or builds one from the sdist, can open the page without Node."""
    if not (ROOT / "src/bottega/server/page/index.html").exists():
        pytest.skip("the page is not built: make page")
    assert "bottega/server/page/index.html" in names
    assert any(name.startswith("bottega/server/page/assets/") and name.endswith(".js") for name in names)
    with tarfile.open(release.sdist) as archive:
        assert f"bottega-{__version__}/src/bottega/server/page/index.html" in archive.getnames()


def test_what_it_says_of_itself(metadata: Message) -> None:
    """Version, licence, the Pythons and systems it runs on, and the front page."""
    assert metadata["Version"] == __version__
    assert metadata["License-Expression"] == "MIT"
    classifiers = set(metadata.get_all("Classifier", ()))
    assert "Typing :: Typed" in classifiers
    assert {f"Programming Language :: Python :: 3.{minor}" for minor in range(11, 15)} <= classifiers
    assert {"Operating System :: POSIX :: Linux", "Operating System :: MacOS"} <= classifiers
    assert metadata.get_payload().startswith("# Bottega")  # type: ignore[union-attr]  # it has one part
    assert metadata["Project-URL"] is None, "nobody has said where it is released from"


def test_extras_cost_nothing(release: Release, metadata: Message, commands: Path) -> None:
    """What belongs to an extra is not needed without it: the environment has none of it, and everything imports."""
    extras = metadata.get_all("Provides-Extra", ())
    assert "dev" in extras
    assert not {"pytest", "numpy", "asyncpg", "redis", "gymnasium"} & {each.name for each in needs(release.wheel)}
    code = """
import pkgutil, bottega
for module in pkgutil.walk_packages(bottega.__path__, "bottega."):
    __import__(module.name)
print("all")
"""
    run = _run(commands, "python", "-c", code)
    assert (run.stdout, run.stderr) == ("all\n", "")


def test_a_release_says_where_it_comes_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told where it is released from, it links there, and so does its front page."""
    monkeypatch.setenv("BOTTEGA_REPOSITORY", "https://forge.example/ada/bottega/")
    with zipfile.ZipFile(built(tmp_path).wheel) as archive:
        text = archive.read(f"bottega-{__version__}.dist-info/METADATA").decode()
    links = dict(line.split(", ") for line in message_from_string(text).get_all("Project-URL", ()))
    assert links["Source"] == "https://forge.example/ada/bottega"
    assert links.keys() >= {"Changelog", "Documentation", "Issues"}
    page = text.partition("\n\n")[2]
    assert f"](https://forge.example/ada/bottega/blob/v{__version__}/docs/operations.md" in page
    assert f"](https://forge.example/ada/bottega/raw/v{__version__}/docs/images/" in page
    assert "](docs/" not in page


def test_the_command_is_there(commands: Path) -> None:
    """The installed command runs outside of the tree and knows its version."""
    assert _run(commands, "bottega", "--version").stdout.strip() == __version__
    assert _run(commands, "python", "-m", "bottega", "--help").stdout.startswith("Usage: bottega")


def test_the_game_in_ten_lines(commands: Path) -> None:
    """The library is there, with its tables of cards."""
    code = (ROOT / "README.md").read_text("utf-8").partition("```python\n")[2].partition("```")[0]
    assert len(_run(commands, "python", "-c", code).stdout.splitlines()) == 2


def test_a_game_in_the_terminal(commands: Path, tmp_path: Path) -> None:
    """A house of the installed command is open, and its terminal plays a game against a bot there, which verifies."""
    house = HouseProcess(tmp_path / "data", "splendor-json", options=("--bot-seconds", "0"))
    house.command = [str(commands / "bottega")]
    house.start()
    try:
        url = f"http://127.0.0.1:{house.ports['http']}"
        command = [str(commands / "bottega"), "play", url, "--name", "ann"]
        player = subprocess.Popen(
            command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert player.stdin is not None
        assert player.stdout is not None
        player.stdin.write("open splendor 2\nbot random\nstart\n")
        for line in player.stdout:
            if line == "your turn:\n":
                player.stdin.write("1\n")
            if line.startswith("the game is over"):
                break
        player.stdin.write("verify\nexit\n")
        assert "verified\n" in player.stdout.read()
        assert player.wait(TIMEOUT) == 0
    finally:
        house.stop()


def _run(commands: Path, name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """One of the environment's commands, away from the tree and from the environment of the tests."""
    return subprocess.run(
        [str(commands / name), *arguments],
        cwd=commands,
        env={"PATH": "/nowhere", "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=True,
    )


def test_the_environment_is_empty(commands: Path) -> None:
    """Nothing of the tests' environment is seen in the one that is tried."""
    code = "import importlib.metadata; print(*sorted(d.name.lower() for d in importlib.metadata.distributions()))"
    found = _run(commands, "python", "-c", code).stdout.split()
    assert {"bottega", "msgspec", "starlette"} <= set(found)
    assert not {"pytest", "hypothesis", "mypy", "playwright", "ruff"} & set(found)
    assert sys.prefix != str(commands.parent)
