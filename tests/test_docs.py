"""The pages tell the truth: the site builds without a warning, its links lead somewhere, every block of code is run.

A block's language says how. ``python`` runs from top to bottom of its page and prints what the ``text`` after it
shows; ``pycon`` is a session; every line of ``sh`` is run in a place of its own, with ports and directories that are
free. What has a test of its own, or cannot be run where the suite runs, is listed below with the reason. A block in a
language that nobody runs is a mistake.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import httpx
import msgspec
import pytest

from bottega.bots.random import choose
from bottega.cli import app
from bottega.games.core import AnyGame, BadNotation
from tests.machine import INSIDE, Machine
from tests.pseudo_terminal import F10, terminal
from tests.server.certificates import Certificates
from tests.server.cluster import eventually
from tests.server.harness import TIMEOUT, running_house
from tests.store.postgres.server import PostgresServer
from tests.test_archive import STORIES, write

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
GENERATED = DOCS / "reference" / "generated"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "bench/README.md", "web/README.md")),
    *sorted(path for path in DOCS.rglob("*.md") if not path.is_relative_to(GENERATED)),
]
_FENCE = re.compile(r"^( *)```+([^\n`]*)\n(.*?)^\1```+ *$", re.DOTALL | re.MULTILINE)

ELSEWHERE = {
    ("README.md", "python"): "tests/test_readme.py",
    ("README.md", "pycon"): "tests/test_readme.py",
    ("docs/fairness.md", "python"): "tests/test_fairness.py",
    ("docs/tutorial-dialect.md", "diff"): "tests/test_into_the_house.py",
    ("docs/tutorial-dialect.md", "python"): "tests/test_tutorial.py",
    ("docs/tutorial-dialect.md", "transcript"): "tests/test_tutorial.py",
    ("docs/tutorial-dialect.md", "mermaid"): "tests/test_tutorial.py",
    ("docs/tutorials/game.md", "diff"): "tests/test_into_the_house.py",
    ("docs/conform.md", "yaml"): "tests/conform/test_command.py",
    ("docs/protocols/", "mermaid"): "tests/wire/test_machines.py",
    ("docs/protocols/splendor-json.md", "dialogue"): "tests/server/test_splendor_json_page.py",
}
"""Blocks (of a page, or of all pages below a folder) that have tests of their own."""
SHOWN = {"", "text", "ini", "caddyfile"}
"""What is there to be looked at: drawings, what is printed, configuration (the files in ``deploy/`` are tested)."""
NOT_RUN = {
    "docker": "there is no container engine where the suite runs: tests/machine.py says what is tried instead",
    "make": "it takes minutes, or fetches something: its targets are compared, and CI is made of them",
    "nc": "the dialogues of the pages are spoken by the protocols' own tests",
    "podman": "like docker",
    "python -m": "campaigns and measurements take hours: their options are compared, tests run short ones",
    "python examples": "tests/test_examples.py and tests/env/test_examples.py run them",
}
"""Commands that are not run as they stand, and why; everything else is."""
ON_A_MACHINE = {"docker", "pip", "pipx", "podman", "sudo", "uvx"}
"""Commands that install or set up something."""


class Block(NamedTuple):
    """A block of code."""

    page: str
    language: str
    text: str


def blocks() -> list[Block]:
    """Every block of every page."""
    found = []
    for path in PAGES:
        for indent, language, text in _FENCE.findall(path.read_text("utf-8")):
            plain = "".join(line.removeprefix(indent) for line in text.splitlines(keepends=True))
            found.append(Block(str(path.relative_to(ROOT)), language.strip(), plain))
    return found


BLOCKS = blocks()


def elsewhere(block: Block) -> bool:
    """Whether another test runs it."""
    return any(block.page.startswith(page) and block.language == language for page, language in ELSEWHERE)


def test_every_block_is_run_by_somebody() -> None:
    """The language of each block is one that is run here, elsewhere, or only shown."""
    run_here = {"python", "pycon", "sh", "json"}
    nobody = [
        (block.page, block.language)
        for block in BLOCKS
        if block.language not in run_here | SHOWN and not elsewhere(block) and not block.language.startswith("{")
    ]
    assert nobody == []
    assert all((ROOT / test).exists() for test in ELSEWHERE.values())


@pytest.mark.parametrize("page", sorted({block.page for block in BLOCKS if block.language == "json"}))
def test_json_can_be_read(page: str) -> None:
    """What is shown as JSON is JSON, as a whole or line by line, apart from what is left out."""
    for block in BLOCKS:
        if (block.page, block.language) == (page, "json") and "…" not in block.text:
            try:
                json.loads(block.text)
            except json.JSONDecodeError:
                for line in block.text.splitlines():
                    json.loads(line)


# -- Python ------------------------------------------------------------------------------------------------------------

PYTHON = sorted({each.page for each in BLOCKS if each.language in ("python", "pycon") and not elsewhere(each)})


@pytest.mark.slow
@pytest.mark.parametrize("page", PYTHON)
def test_python_prints_what_is_shown(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page, one after the other in one namespace, print what the page says they print."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "page"}
    printed = ""
    with running_house(tmp_path / "data", "splendor-json", options=("--seats", "2", "--seed", "01")) as house:
        for block in BLOCKS:
            if block.page != page:
                continue
            if block.language == "python":
                out = io.StringIO()
                code = block.text.replace('("127.0.0.1", 2000)', f'("127.0.0.1", {house.ports["splendor-json"]})')
                with contextlib.redirect_stdout(out):
                    exec(compile(code, page, "exec"), names)
                printed = out.getvalue()
            elif block.language == "pycon":
                parsed = doctest.DocTestParser().get_doctest(block.text, names, page, page, 0)
                assert doctest.DocTestRunner().run(parsed, clear_globs=False).failed == 0
            elif block.language == "text" and printed:
                assert printed == block.text
                printed = ""
    assert not printed, "what is printed is shown"


def test_the_game_of_the_tutorial(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game that is built from nothing holds what every game holds, and bots play it to its end."""
    code = "\n\n".join(each.text for each in BLOCKS if each[:2] == ("docs/tutorials/game.md", "python"))
    pig = ModuleType("pig")
    monkeypatch.setitem(sys.modules, "pig", pig)  # where msgspec looks for the names of types
    names = vars(pig)
    exec(compile(code, "pig", "exec"), names)
    game: AnyGame = type("Pig", (), {name: _as_is(value) for name, value in names.items()})()
    wanted = {name for name in vars(AnyGame.__origin__) if not name.startswith("_")}  # type: ignore[attr-defined]  # an alias
    assert wanted <= names.keys()
    for seed in range(20):
        seats = 2 + seed % 3
        state = game.new(seats, seed.to_bytes(32))
        log: list[tuple[int, str]] = []
        while actors := game.actors(state):
            (seat,) = actors
            assert game.view(game.imagine(game.view(state, seat), bytes(32)), seat) == game.view(state, seat)
            assert game.view(game.redeal(state, seat, bytes(32)), None) == game.view(state, None)
            assert game.State.from_text(state.to_text()) == state
            assert game.legal(state, (seat + 1) % seats) == []
            action = choose(game, state, seat, len(log).to_bytes(32))
            assert game.Action.from_text(str(action)) == action
            assert game.over(game.apply(state, seat, game.skip(state, seat)[0])) in (True, False)
            log.append((seat, str(action)))
            state = game.apply(state, seat, action)
        again = game.new(seats, seed.to_bytes(32))
        for seat, text in log:
            again = game.apply(again, seat, game.Action.from_text(text))
        assert again == state
        assert len(game.winners(state)) == 1
        assert msgspec.json.encode(game.scores(state))
        assert game.skip(state, 0) == ()
    with pytest.raises(BadNotation):
        game.Action.from_text("roll twice")


def _as_is(value: Any) -> Any:
    """A function of a module as an attribute of an object that stands for it."""
    return staticmethod(value) if callable(value) and not isinstance(value, type) else value


# -- the shell ---------------------------------------------------------------------------------------------------------

SHELL = sorted({each.page for each in BLOCKS if each.language == "sh"})


def helps(module: str) -> set[str]:
    """The options that a module of the project knows."""
    command = [sys.executable, "-m", module, "--help"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT, check=True)
    return set(re.findall(r"--[\w-]+", run.stdout))


class Place:
    """Somewhere to run what the pages say: a house with a finished game and an account, and room for files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        charter, _ = STORIES["splendor"]
        self.table = charter.id
        write(folder / "game.jsonl", STORIES["splendor"])
        for name in ("backup", "etc", "bin"):
            (folder / name).mkdir()
        with running_house(folder / "bottega-data", "sagrada-text") as house:
            anna = house.connect("sagrada-text")
            anna.send_line("LOGIN Anna secret")
            while "LOGIN ok" not in anna.read_line():
                pass
            assert house.terminate() == 0
        self._bottega("import", "game.jsonl")
        Certificates(folder / "etc")
        shim = folder / "bin" / "bottega"
        shim.write_text(f'#!/bin/sh\nexec {sys.executable} -m bottega "$@"\n')
        shim.chmod(0o755)
        (folder / "bin" / "python").symlink_to(sys.executable)
        self.machine = Machine(folder / "machine")
        self._backups = self._databases = 0
        self._postgres: PostgresServer | None = None

    def database(self, new: bool) -> str:
        """The address of a database, on a server that is started when the first page speaks of one."""
        if self._postgres is None:
            self._postgres = PostgresServer()
            self._postgres.start()
        if new or not self._databases:
            self._databases += 1
            self._postgres.run(f"CREATE DATABASE house{self._databases}")
        return self._postgres.url(f"house{self._databases}")

    def close(self) -> None:
        """End what was started."""
        if self._postgres is not None:
            self._postgres.stop()

    def _bottega(self, *arguments: str) -> None:
        subprocess.run([sys.executable, "-m", "bottega", *arguments], cwd=self.folder, check=True, timeout=TIMEOUT)

    def here(self, line: str) -> str:
        """A line of a page with what is here for what it names."""
        # A backup overwrites nothing: each has a place of its own, where what follows finds it.
        if " backup " in line:
            self._backups += 1
        backups = self.folder / "backup" / str(self._backups)
        backups.mkdir(exist_ok=True)
        line = re.sub(r"/tmp/[\w-]+", "OTHER-DATA", line)
        here = {
            "OTHER-DATA": f"{self.folder}/other-data",
            "--tls-cert …": f"--tls-cert {self.folder}/etc/chain.pem --tls-key {self.folder}/etc/key.pem",
            "/srv/bottega": f"{self.folder}/bottega-data",
            "/srv/": f"{self.folder}/",
            "/backup/": f"{backups}/",
            "/etc/bottega/": f"{self.folder}/etc/",
            "TABLE": self.table,
            "FILE": f"{backups}/copy.sqlite3",
            "NAME": "Anna",
        }
        for there, thing in here.items():
            line = line.replace(there, thing)
        line = re.sub(r"(?:0\.0\.0\.0|127\.0\.0\.1|192\.168\.1\.17):\d+", "127.0.0.1:0", line)
        return re.sub(r"postgresql://[^\s']+", lambda _: self.database(" copy " in line), line)

    def runs(self, line: str) -> None:
        """Run one line of a page."""
        words = shlex.split(line, comments=True)
        if not words:
            return
        if words[0] in ON_A_MACHINE or re.match(r"[A-Z_]+=", words[0]):
            left = self.machine.does(line)
            if left is not None:
                self.runs(left.replace(INSIDE, "/srv/bottega"))
        elif words[0] == "make":
            targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
            assert words[1] in targets
        elif words[0] == "curl":
            assert [urlsplit(word).path for word in words[1:] if "://" in word] != []
            self.fetches(next(word for word in words[1:] if "://" in word))
        elif words[:2] == ["python", "-m"]:
            assert helps(words[2]) >= {word for word in words[3:] if word.startswith("--")}, line
        elif words[0] == "python":
            assert (ROOT / words[1]).exists()  # tests/test_examples.py runs them
        elif words[0] in ("bottega", ".venv/bin/bottega"):
            self.does(self.here(line), words[1:])
        elif words[0] in ("mkdir", "cp"):
            self.shell(self.here(line))
        else:
            raise AssertionError(f"nobody runs {words[0]}: {line}")

    def does(self, line: str, arguments: list[str]) -> None:
        """Run a command of ours: a house until it is ready, and then closed in order; others to their end."""
        named = bool(arguments) and not arguments[0].startswith("--")
        if "--help" not in arguments and arguments[:1] == ["play"]:
            self.plays(shlex.split(line, comments=True)[1:])
        elif "--help" not in arguments and (not named or arguments[0] == "serve"):
            command = shlex.split(line, comments=True)[1:]
            if not named:
                command += ["--no-browser"]
            else:
                command += [] if "--http" in command else ["--http", "127.0.0.1:0"]
                command += [] if "--listen" in command else ["--listen", "splendor-json@127.0.0.1:0"]
            with subprocess.Popen(
                [sys.executable, "-m", "bottega", *command], cwd=self.folder, stdout=subprocess.PIPE, text=True
            ) as house:
                assert house.stdout is not None
                assert "ready\n" in iter(house.stdout.readline, ""), line
                house.terminate()
                house.stdout.read()
            assert house.returncode == 0, line
        else:
            self.shell(line)

    def shell(self, line: str) -> None:
        """Run something to its end, as a shell does."""
        run = subprocess.run(
            ["sh", "-c", line.replace(".venv/bin/bottega", "bottega")],
            cwd=self.folder,
            env=os.environ | {"PATH": f"{self.folder}/bin:{os.environ['PATH']}"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
        )
        assert run.returncode == 0, (line, run.stderr)

    def plays(self, arguments: list[str]) -> None:
        """Sit down at a terminal, at a house where one is asked for, and leave again."""
        with running_house(self.folder / "bottega-data") as house:
            there = [re.sub(r"127\.0\.0\.1:\d+", f"127.0.0.1:{house.ports['http']}", each) for each in arguments]
            with terminal([sys.executable, "-m", "bottega", *there], self.folder, os.environ) as screen:
                screen.shows("splendor")
                screen.types(F10)
                assert screen.ends() == 0

    def fetches(self, address: str) -> None:
        """Ask a house for something."""
        with running_house(self.folder / "bottega-data") as house:
            here = f"http://127.0.0.1:{house.ports['http']}{urlsplit(address).path}"
            # (A disk that is busy with something else makes a house unready for a while.)
            eventually(lambda: httpx.get(here, timeout=TIMEOUT).status_code == 200)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """One for all pages."""
    with contextlib.closing(Place(tmp_path_factory.mktemp("shell"))) as place:
        yield place


@pytest.mark.slow
@pytest.mark.parametrize("page", SHELL)
def test_every_line_of_shell_runs(page: str, place: Place) -> None:
    """What the pages say to type can be typed, and does not fail."""
    lines = [
        line
        for block in BLOCKS
        if (block.page, block.language) == (page, "sh")
        for line in block.text.replace("\\\n", " ").splitlines()
    ]
    assert lines
    for line in lines:
        place.runs(line)


TYPED = re.compile(r"^(?:\$ )?((?:bottega|python -m|nc) .+?)(?: {3,}.*)?$", re.MULTILINE)
"""A command in a block that is looked at, with what it prints or with a remark behind it."""
LOOKED_AT = sorted(
    {(block.page, line) for block in BLOCKS if block.language in SHOWN for line in TYPED.findall(block.text)}
)


@pytest.mark.parametrize(("page", "line"), LOOKED_AT)
def test_commands_that_are_looked_at_could_be_typed(page: str, line: str) -> None:
    """What is shown beside what it prints has a command, arguments and options that there are."""
    program, *words = shlex.split(line)
    if program == "bottega":
        app.parse_args(words, print_error=False, exit_on_error=False)
    elif program == "python":
        assert helps(words[1]) >= {word for word in words[2:] if word.startswith("--")}
    else:
        assert program == "nc"


def test_commands_in_the_text_exist() -> None:
    """Every ``bottega COMMAND`` that a page mentions is a command."""
    known = {name for name in app if not name.startswith("-")}
    for path in PAGES:
        for command in re.findall(r"`bottega ([a-z]+)[^`]*`", path.read_text("utf-8")):
            assert command in known, f"{path.name} speaks of bottega {command}"


def test_extras_in_the_text_exist() -> None:
    """Every extra that a page mentions is one that can be installed."""
    known = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"].keys()
    for path in PAGES:
        for extras in re.findall(r"bottega\[([\w,]+)\]", path.read_text("utf-8")):
            assert set(extras.split(",")) <= known, f"{path.name} speaks of bottega[{extras}]"


def test_the_changelog_says_each_thing_once() -> None:
    """Branches are merged by keeping the lines of both: nothing stands there twice afterwards."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    entries = [" ".join(entry.split())[:60] for entry in re.split(r"^(?:\* |#.*$)", text, flags=re.MULTILINE)]
    assert [entry for entry, times in Counter(filter(None, entries)).items() if times > 1] == []
    for version in re.split(r"^## ", text, flags=re.MULTILINE):
        headings = re.findall(r"^### .*", version, flags=re.MULTILINE)
        assert len(headings) == len(set(headings))


# -- the site ----------------------------------------------------------------------------------------------------------


class Found(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where it leads, and what can be led to."""
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.add(value)
            if name in ("id", "name") and value:
                self.anchors.add(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site; a warning is a failure."""
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-d", f"{target}/read"]
    run = subprocess.run([*command, str(DOCS), f"{target}/html"], cwd=ROOT, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    return target / "html"


@pytest.mark.slow
def test_the_site_is_whole(site: Path) -> None:
    """Every link and every anchor inside is there; nothing is fetched from elsewhere; it can be searched."""
    pages: dict[Path, Found] = {}
    for path in site.rglob("*.html"):
        pages[path] = Found()
        pages[path].feed(path.read_text("utf-8"))
    assert len(pages) > len(PAGES)
    broken = []
    for path, found in pages.items():
        for link in found.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.exists() or (
                parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors
            ):
                broken.append((str(path.relative_to(site)), link))
    assert broken == []
    fetched = {
        link for found in pages.values() for link in found.links if re.match(r"(https?:)?//.*\.(js|css|woff2?)\b", link)
    }
    assert fetched == set()
    assert (site / "searchindex.js").stat().st_size > 100_000
    assert re.search(r"prefers-color-scheme: ?dark", (site / "_static/styles/furo.css").read_text("utf-8"))


@pytest.mark.slow
def test_every_page_is_in_it(site: Path) -> None:
    """No page of the folder is left out, and what the program says of itself is there."""
    for path in DOCS.rglob("*.md"):
        assert (site / path.relative_to(DOCS).with_suffix(".html")).exists()
    command_line = (site / "reference/generated/command-line.html").read_text("utf-8")
    assert all(f"bottega {name} [OPTIONS]" in command_line for name in ("serve", "play", "verify", "backup"))
    assert "apply_all" in (site / "reference/generated/python-the-games.html").read_text("utf-8")
    assert "get_gems" in (site / "reference/generated/dialects.html").read_text("utf-8")
    assert "cmd_id" in (site / "reference/generated/house-schema.html").read_text("utf-8")


@pytest.mark.slow
def test_options_stand_as_they_are_typed(site: Path) -> None:
    """Two hyphens stay two hyphens, so that what is copied from a page can be typed."""
    dashed = {
        (str(path.relative_to(site)), word)
        for path in site.rglob("*.html")
        for word in re.findall(r"(?<!\w)[–—][a-z][\w-]+", path.read_text("utf-8"))
    }
    assert dashed == set()


@pytest.mark.slow
def test_the_contents_name_a_page_once(site: Path) -> None:
    """Beside the front page every page stands under one heading, and none under a heading for what was forgotten."""
    page = (site / "index.html").read_text("utf-8")
    (contents,) = re.findall(r'<div class="sidebar-tree">(.*?)</div>', page, re.DOTALL)
    links = re.findall(r'class="reference internal" href="([^"]+)"', contents)
    assert len(links) > 30
    assert sorted(links) == sorted(set(links))
    assert re.findall(r'class="caption-text">([^<]*)<', contents) == [
        "Tutorials",
        "How to",
        "Explanations",
        "Protocols",
        "Reference",
    ]
