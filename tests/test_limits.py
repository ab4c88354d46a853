"""All limits are in one place, and the operator's page lists them with their values."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import msgspec

from bottega import limits
from bottega.limits import Limits, Quota, Shares

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "operations.md").read_text()
BOUNDS = re.compile(r"_?(MAX|MIN|KEPT|LISTED)_[A-Z_]+|[A-Z_]+_(BURST|LIMIT)")


def _assigned(path: Path) -> set[str]:
    """The names of the constants that a module defines."""
    targets = []
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Assign):
            targets += node.targets
        elif isinstance(node, ast.AnnAssign):
            targets.append(node.target)
    parts = [part for target in targets for part in (target.elts if isinstance(target, ast.Tuple) else [target])]
    return {part.id for part in parts if isinstance(part, ast.Name)}


def test_no_other_module_defines_a_limit() -> None:
    """Whoever looks for what a peer may do finds it in ``limits.py``."""
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in (ROOT / "src").rglob("*.py")
        if path.name != "limits.py" and "games" not in path.parts  # a game's own numbers are its rules
        for name in _assigned(path)
        if BOUNDS.fullmatch(name)
    }
    assert found == set()


def _told(value: float) -> str:
    return f"{value:,.10g}"


def test_the_page_lists_every_limit() -> None:
    """Each limit has a row with its name and its value, and there is no row for a limit that does not exist."""
    rows = dict(re.findall(r"^\| `(\w+)` \| ([\d,.]+) \| (?![\d.,]* ?\|)", PAGE, re.MULTILINE))
    named = {name: value for name, value in vars(limits).items() if name.isupper()}
    named |= msgspec.structs.asdict(Limits())
    assert rows == {name: _told(value) for name, value in named.items()}


def test_the_page_lists_every_share() -> None:
    """So do the limits per address and per name: how many at once, and in how many seconds there is one more."""
    rows = {name: told for name, *told in re.findall(r"^\| `(\w+)` \| ([\d,]+) \| ([\d.,]*) ?\| ", PAGE, re.MULTILINE)}
    assert rows == {
        name: [_told(share.burst), _told(share.seconds)] if isinstance(share, Quota) else [_told(share), ""]
        for name, share in msgspec.structs.asdict(Shares()).items()
    }


def test_a_share_is_multiplied() -> None:
    """Ten times as much is ten times as many at once, and ten times as soon; never less than one."""
    assert Quota(30, 1.0).times(10) == Quota(300, 0.1)
    assert Quota(5, 2.0).times(0.01) == Quota(1, 200.0)
