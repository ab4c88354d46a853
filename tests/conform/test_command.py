"""``bottega conform`` over real sockets: exit codes, reports, TLS."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bottega.conform.command import SERVER_KITS
from bottega.wire import DIALECTS
from tests.server.harness import bottega, running_house

QUICK = ("--lobby-seconds", "0.2")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [f"{name}{'+' * bool(profile)}{profile}" for name in SERVER_KITS for profile in DIALECTS[name].PROFILES]
)
def test_our_own_server_passes(name: str, tmp_path: Path) -> None:
    """The house itself holds to the documents: exit code 0, and both reports say so."""
    with running_house(tmp_path, name, options=QUICK) as house:
        run = bottega(
            *("conform", f"{name}@127.0.0.1:{house.ports[name]}", "--games", "1", "--answer-seconds", "100"),
            *("--json", str(tmp_path / "report.json"), "--junit", str(tmp_path / "report.xml")),
        )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "0 broken" in run.stdout
    assert "game 1 of 1" in run.stderr
    assert json.loads((tmp_path / "report.json").read_bytes())["passed"]
    assert ElementTree.parse(tmp_path / "report.xml").getroot().get("failures") == "0"


@pytest.mark.slow
def test_who_speaks_another_protocol_is_broken(tmp_path: Path) -> None:
    """Exit code 1, and the report shows what came."""
    with running_house(tmp_path, "sagrada-json", options=QUICK) as house:
        address = f"splendor-json@127.0.0.1:{house.ports['sagrada-json']}"
        run = bottega("conform", address, "--section", "2", "--answer-seconds", "2")
    assert run.returncode == 1, run.stdout + run.stderr
    assert "BROKEN 2.2" in run.stdout, run.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("splendor-json@127.0.0.1:1",), "nobody to talk to at 127.0.0.1:1"),
        (("splendor-json@127.0.0.1:1", "--section", "77"), "there is no section 77; there are 1.1"),
    ],
)
def test_who_cannot_be_examined(arguments: tuple[str, ...], said: str) -> None:
    """Exit code 2, with a sentence."""
    run = bottega("conform", *arguments)
    assert run.returncode == 2
    assert said in run.stderr
