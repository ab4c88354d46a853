"""Habits that no tool checks: every module has its tests where one looks for them, every exception has its reason."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.own_coverage import PACKAGE, ROOT, module_of_tests

TESTED_ELSEWHERE = {
    "games/sagrada/phrases.py": "tests/games/sagrada/test_refusals.py",
    "games/splendor/model.py": "tests/games/splendor/test_text.py",
    "games/splendor/phrases.py": "tests/games/splendor/test_refusals.py",
    "games/splendor/rules.py": "tests/games/splendor/test_buy.py",
    "games/splendor/scoring.py": "tests/games/splendor/test_end.py",
    "players/player.py": "tests/trials/chaos/test_checker.py",
    "players/renaissance.py": "tests/server/test_renaissance_games.py",
    "players/renaissance_cards.py": "tests/server/test_renaissance_games.py",
    "players/renaissance_events.py": "tests/wire/renaissance_events/test_games.py",
    "players/renaissance_json.py": "tests/wire/renaissance_json/test_games.py",
    "players/renaissance_steps.py": "tests/wire/renaissance_steps/test_games.py",
    "players/renaissance_steps_original.py": "tests/wire/renaissance_steps/test_original.py",
    "players/renaissance_steps_picture.py": "tests/wire/renaissance_steps/test_games.py",
    "players/sagrada_cards.py": "tests/server/test_sagrada_games.py",
    "players/sagrada_text.py": "tests/server/test_sagrada_games.py",
    "store/log.py": "tests/store/contract.py",
    "table/phrases.py": "tests/table/test_table.py",
    "wire/__init__.py": "tests/wire/test_machines.py",
    "wire/house/answers.py": "tests/wire/house/test_types.py",
    "wire/house/catalogue.py": "tests/server/test_http.py",
    "wire/house/commands.py": "tests/wire/house/test_types.py",
    "wire/house/messages.py": "tests/wire/house/test_types.py",
    "wire/house/replies.py": "tests/wire/house/test_dialect.py",
    "wire/house/words.py": "tests/wire/house/test_dialect.py",
    "wire/splendor_json/messages.py": "tests/wire/splendor_json/test_dialect.py",
    "wire/splendor_json/profile.py": "tests/wire/test_transcripts.py",
    "wire/splendor_json/words.py": "tests/wire/splendor_json/test_dialect.py",
}
"""Modules without a test module of their name, and where to look instead. It should get shorter."""

MODULES = [str(path.relative_to(PACKAGE)) for path in sorted(PACKAGE.rglob("*.py"))]
PYTHON = [
    path
    for folder in ("src", "tests", "bench", "trials", "examples", "docs")
    for path in sorted((ROOT / folder).rglob("*.py"))
]

MARK = "type: " + "ignore"
EXCUSED = re.compile(MARK + r"\[[a-z-]+(, [a-z-]+)*\]  # \w")


@pytest.mark.parametrize("module", MODULES)
def test_every_module_has_its_tests(module: str) -> None:
    """``src/bottega/a/b.py`` is tested in ``tests/a/test_b.py``; a few are listed with another place, which exists."""
    own = module_of_tests(PACKAGE / module)
    if module in TESTED_ELSEWHERE:
        assert not own.exists(), f"{module} has its own tests now: take it off the list"
        assert (ROOT / TESTED_ELSEWHERE[module]).exists()
    elif _code(PACKAGE / module):
        assert own.exists(), f"where are the tests of {module}?"


ABOUT_NO_TABLE = {
    "a node does not close",
    "a node has died",
    "a node's line cannot be read",
    "a word of another node was not taken",
    "all tables were checked",
    "an account is damaged",
    "arrivals were not filed",
    "commits waited for no disk",
    "fewer connections than usual",
    "in plain text",
    "no handshake",
    "nobody can be accepted",
    "nothing can be saved",
    "notifications link to an address of this network",
    "refused",
    "something cannot be read",
    "the archive is complete",
    "the archive is not complete",
    "the bus is away",
    "the certificate has expired",
    "the certificate stays as it was",
    "the certificate was read again",
    "the log is damaged",
    "too much is asked for",
    "what somebody has chosen cannot be read",
}
"""Said of peers that are not in yet, of the disk, of the whole house; all else that the log says names a table."""
BEFORE_ANY_TABLE = {"server/requests.py"}
"""Modules whose connections are at no table yet."""


def _logged() -> list[tuple[str, set[str], str]]:
    """The events of all lines that are written to the log, with their fields and where that is."""
    lines = []
    for module in MODULES:
        for node in ast.walk(ast.parse((PACKAGE / module).read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute | ast.Name):
                continue
            called = ast.unparse(node.func)
            if called.startswith("log.") or called in ("self._complain", "say"):
                first = node.args[0] if node.args else None
                if isinstance(first, ast.Constant) and module not in BEFORE_ANY_TABLE:
                    fields = {keyword.arg or "**" for keyword in node.keywords}
                    lines.append((str(first.value), fields, f"{module}:{node.lineno}"))
    return [line for line in lines if line[1] or line[0] in ABOUT_NO_TABLE]


def test_every_line_about_a_table_names_it() -> None:
    """Whoever looks for what happened at a table finds it by the id; a new line has to say whether it is about one."""
    logged = _logged()
    assert len(logged) > 20
    unnamed = [(event, where) for event, fields, where in logged if not {"table", "**"} & fields]
    assert [(event, where) for event, where in unnamed if event not in ABOUT_NO_TABLE] == []
    assert {event for event, _ in unnamed} == ABOUT_NO_TABLE, "nothing is excused that is not said"


def _code(path: Path) -> bool:
    """Whether a module holds more than a docstring and names of others."""
    lines = path.read_text("utf-8").splitlines()
    return path.name != "__init__.py" or sum(bool(line.strip()) for line in lines) > 5


def test_the_list_names_modules() -> None:
    """Nothing is excused that is not there."""
    assert TESTED_ELSEWHERE.keys() <= set(MODULES)


def test_every_ignored_type_has_its_reason() -> None:
    """Where mypy is told to look away, the line says at what and why."""
    texts = {path: path.read_text("utf-8").splitlines() for path in PYTHON}
    marked = {f"{path}:{number}": line for path in texts for number, line in enumerate(texts[path], 1) if MARK in line}
    assert marked
    assert [place for place, line in marked.items() if not EXCUSED.search(line)] == []
