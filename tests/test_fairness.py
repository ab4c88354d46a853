"""``docs/fairness.md`` tells the truth: what it works out by hand is what bottega plays."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bottega.archive import read_archive, verify_target
from bottega.games import splendor
from bottega.table.events import history
from bottega.table.fairness import deal_seed
from tests.server.harness import TIMEOUT

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "fairness.md").read_text("utf-8")
EXAMPLE = DOCS / "fairness-example.jsonl"


def test_worked_by_hand() -> None:
    """The page's program, which knows nothing of bottega, prints what stands below it."""
    code, shown = re.findall(r"```python\n(.*?)```.*?\n```\n(.*?)```", PAGE, re.DOTALL)[0]
    assert {line.split()[1] for line in code.splitlines() if line.startswith(("import", "from"))} == {
        "json",
        "base64",
        "hashlib",
    }
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], cwd=DOCS, capture_output=True, text=True, timeout=TIMEOUT, check=True
    )
    assert done.stdout == shown


def test_the_same_as_bottega_plays() -> None:
    """Seal, words, deal, order of play and the first cards on the table are those of the game that was played."""
    (shown,) = re.findall(r"```\n(seal .*?)```", PAGE.partition("### Worked by hand")[2], re.DOTALL)[:1]
    charter, rows = read_archive(EXAMPLE)
    start = next(event for event in history(charter, rows) if event.entry.fact.kind == "start")
    position = start.after
    assert shown.splitlines() == [
        f"seal  {charter.commitment}",
        f"words {list(position.words)}",
        f"deal  {deal_seed(charter, position.words).hex()}",
        f"order {[seat.name for seat in position.seats]} True",
        f"cards {list(position.playing(splendor.State).face_up[:4])}",
    ]


def test_verify_says_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """The command below it, with the seal and the word that Bob kept, says exactly that."""
    command, said = re.findall(r"```\n\$ bottega verify fairness-example.jsonl (.*?)\n(.*?)```", PAGE, re.DOTALL)[0]
    seal, word = re.fullmatch(r'--seal (\w+) --word "(.*)"', command).groups()  # type: ignore[union-attr]  # it must
    verify_target(str(EXAMPLE), DOCS, seal, [word])
    assert capsys.readouterr().out == said


def test_every_link_leads_somewhere() -> None:
    """Files that the page names exist."""
    for target in re.findall(r"\]\(([^)#:]+)\)", PAGE):
        assert (DOCS / target).exists(), target
