"""What is released is whole: sdist and wheel are built, installed into an empty environment, and tried there."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from email import message_from_string
from email.message import Message
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from bottega import __version__
from tests.installed import ROOT, Release, built, fetched, installed, needs, pythons
from tests.offline import Offline, offline
from tests.piped import plays_and_verifies
from tests.pseudo_terminal import DOWN_AND_ENTER, F10, terminal
from tests.server.harness import TIMEOUT

NEED_AN_EXTRA = {
    "bottega.env.aec": "env",
    "bottega.env.single": "env",
    "bottega.env.spiel": "spiel",
    "bottega.store.postgres": "postgres",
}
"""Packages that are of use, and can be imported, only with an extra."""

pytestmark = pytest.mark.slow


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


@pytest.fixture(scope="module")
def nowhere() -> Iterator[Offline]:
    """A place without a network."""
    with offline() as place:
        yield place


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
    """What belongs to an extra is not needed without it: nothing of it is there, and everything else imports."""
    extras = metadata.get_all("Provides-Extra", ())
    assert {"dev", "docs", *NEED_AN_EXTRA.values()} <= set(extras)
    always = {each.name.lower().replace("_", "-") for each in needs(release.wheel)}
    asked = [Requirement(line) for line in metadata.get_all("Requires-Dist", ())]
    assert not {each.name.lower() for each in asked if each.marker and "extra ==" in str(each.marker)} & always
    code = """
import pkgutil, bottega
failed = []
for module in pkgutil.walk_packages(bottega.__path__, "bottega.", onerror=failed.append):
    try:
        __import__(module.name)
    except ImportError:
        failed.append(module.name)
print(*sorted(set(failed)))
"""
    run = _run(commands, "python", "-c", code)
    assert (set(run.stdout.split()), run.stderr) == (set(NEED_AN_EXTRA), "")


def test_an_extra_is_asked_for_by_name(commands: Path) -> None:
    """Whoever wants what an extra is for is told to install it."""
    run = subprocess.run(
        [commands / "bottega", "serve", "--store", "postgresql://127.0.0.1/nowhere"],
        cwd=commands,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert run.returncode == 1
    assert "pip install 'bottega[postgres]'" in run.stderr
    assert "Traceback" not in run.stderr


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


def test_without_a_network_there_is_none(nowhere: Offline) -> None:
    """Where the installed commands are tried, not even what listens on this machine can be reached."""
    if not nowhere.cut_off:
        pytest.skip("this machine lets nobody have a network of their own")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        code = f"import socket; socket.create_connection({listener.getsockname()}, 60)"
        assert subprocess.run([sys.executable, "-c", code]).returncode == 0
        assert subprocess.run(nowhere.command(sys.executable, "-c", code), capture_output=True).returncode != 0


def test_the_house_opens(commands: Path, nowhere: Offline) -> None:
    """Games are played by the library, and ``bottega`` opens a house with page, health and metrics."""
    tried = nowhere.command(commands / "python", ROOT / ".ci" / "try.py")
    run = subprocess.run(tried, cwd=commands, capture_output=True, text=True, timeout=TIMEOUT)
    assert "a house was opened and closed" in run.stdout, run.stderr


@pytest.mark.parametrize("version", pythons() or [pytest.param("", marks=pytest.mark.skip("no other Python is here"))])
def test_on_every_python_at_hand(version: str, release: Release, nowhere: Offline, tmp_path: Path) -> None:
    """The same with the other Pythons that are here; the workflow has them all."""
    commands = fetched(release.wheel, pythons()[version], tmp_path / "env")
    if commands is None:
        pytest.skip(f"pip cannot fetch what is needed for Python {version}")
    tried = nowhere.command(commands / "python", "-W", "error::DeprecationWarning", ROOT / ".ci" / "try.py")
    run = subprocess.run(tried, cwd=tmp_path, capture_output=True, text=True, timeout=TIMEOUT)
    assert f"on Python {version}." in run.stdout, run.stderr
    assert "a house was opened and closed" in run.stdout, run.stderr


def test_a_game_through_a_pipe(commands: Path, nowhere: Offline, tmp_path: Path) -> None:
    """``bottega play`` is lines where there is no terminal: a game against a bot of a house, which verifies."""
    plays_and_verifies(nowhere.command(commands / "bottega"), tmp_path, "splendor", "greedy")


def test_a_game_in_the_terminal(commands: Path, nowhere: Offline, tmp_path: Path) -> None:
    """``bottega play`` on a terminal: a game against a bot from the first screen to its end, with four keys."""
    with terminal(nowhere.command(commands / "bottega", "play", "--name", "ann"), tmp_path) as screen:
        screen.shows("splendor")
        screen.types(b"splendor 2 greedy\r")
        screen.shows("the game is over", DOWN_AND_ENTER)
        screen.types(F10)
        assert screen.ends() == 0


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


def told(row: str) -> float:
    """The figure of a row of the table of what it takes to install, in the column of this program."""
    page = (ROOT / "bench" / "README.md").read_text("utf-8")
    (figure,) = re.findall(rf"^\| {row}[^|]*\| ([\d.]+)", page, re.MULTILINE)
    return float(figure)


def test_what_it_takes_is_told(release: Release, commands: Path) -> None:
    """The size of the wheel, and what it is with all it needs, are what the pages say, to a twentieth."""
    place = next((commands.parent / "lib").glob("python*/site-packages"))
    files = [path for path in place.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    megabyte = 1e6
    assert told("of that its own wheel") == pytest.approx(release.wheel.stat().st_size / megabyte, rel=0.05)
    assert told("installed, with all it needs") == pytest.approx(
        sum(path.stat().st_size for path in files) / megabyte, rel=0.05
    )


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="other Pythons need a package more or less")
def test_how_many_packages_is_told(release: Release) -> None:
    """So many packages come along as the pages say."""
    assert told("packages, itself included") == len(needs(release.wheel)) + 1
