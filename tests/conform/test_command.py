"""``bottega conform`` over real sockets: exit codes, reports, TLS."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bottega.cli import app
from bottega.cli.conform import conform
from bottega.conform.command import SERVER_KITS
from bottega.wire import DIALECTS
from tests.conform.faults import BLIND
from tests.server.harness import EVENING, bottega, command, running_house

EXAMPLES = Path(__file__).parents[2] / "examples"
MORE = {"sagrada-text": ["secret"], "sagrada-json": [], "splendor-json": []}
"""What an example is told between its name and the address: elsewhere how many play."""

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
def test_the_same_seed_again_brings_other_names(tmp_path: Path) -> None:
    """A server that keeps names and passwords is examined by one seed as often as one likes, in all its protocols."""
    with running_house(tmp_path, "sagrada-text", "sagrada-json", options=QUICK) as house:
        for name in ("sagrada-text", "sagrada-json", "sagrada-text"):
            address = f"{name}@127.0.0.1:{house.ports[name]}"
            run = bottega("conform", address, *("--section", "login", "--seed", "3", "--answer-seconds", "100"))
            assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.slow
def test_who_speaks_another_protocol_is_broken(tmp_path: Path) -> None:
    """Exit code 1, and the report shows what came."""
    with running_house(tmp_path, "sagrada-json", options=QUICK) as house:
        address = f"splendor-json@127.0.0.1:{house.ports['sagrada-json']}"
        run = bottega("conform", address, "--section", "2", "--answer-seconds", "2")
    assert run.returncode == 1, run.stdout + run.stderr
    assert "BROKEN 2.2" in run.stdout, run.stderr


def _hears_ctrl_c() -> None:
    """What a shell starts in the background ignores Ctrl-C, and so would all it starts: not this one."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def waiting(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """``bottega conform --client`` that waits for a client, and its port."""
    process = subprocess.Popen(
        command("conform", *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_hears_ctrl_c,
    )
    assert process.stdout is not None
    try:
        port = process.stdout.readline().strip().rpartition(":")[2]
        assert process.stdout.readline() == "ready\n"
        yield process, port
    finally:
        process.kill()
        process.wait()


@pytest.mark.slow
@pytest.mark.parametrize("name", SERVER_KITS)
def test_our_own_clients_pass(name: str, tmp_path: Path) -> None:
    """The clients in ``examples`` hold to the documents: exit code 0, and both reports say so."""
    reports = ("--json", str(tmp_path / "report.json"), "--junit", str(tmp_path / "report.xml"))
    with waiting("--client", name, "--move-seconds", "250", "--start-seconds", "250", *reports) as (kit, port):
        example = [sys.executable, str(EXAMPLES / f"{name.replace('-', '_')}.py"), "carl", *MORE.get(name, ["2"])]
        client = subprocess.run([*example, "127.0.0.1", port], timeout=EVENING, check=False, capture_output=True)
        out, errors = kit.communicate(timeout=EVENING)
    assert client.returncode == 0, client.stderr
    assert kit.returncode == 0, out + errors
    assert "0 broken" in out
    assert "client has come" in errors
    assert json.loads((tmp_path / "report.json").read_bytes())["passed"]
    assert ElementTree.parse(tmp_path / "report.xml").getroot().get("failures") == "0"


@pytest.mark.slow
@pytest.mark.parametrize("name", [f"{name}+original" for name in SERVER_KITS if "original" in DIALECTS[name].PROFILES])
def test_our_terminal_passes(name: str) -> None:
    """So does ``bottega play --auto``, also in the words of the programs of the time."""
    with waiting("--client", name, "--move-seconds", "250", "--start-seconds", "250") as (kit, port):
        who = "carl:secret" if name.startswith("sagrada-text") else "carl"
        client = bottega("play", f"{name}@127.0.0.1:{port}", "--auto", "nina", "--name", who, timeout=EVENING)
        out, errors = kit.communicate(timeout=EVENING)
    assert client.returncode == 0, client.stdout + client.stderr
    assert kit.returncode == 0, out + errors


@pytest.mark.slow
def test_a_client_of_something_else_is_broken() -> None:
    """Exit code 1, and the report shows what came."""
    with waiting("--client", "sagrada-json", "--move-seconds", "1") as (kit, port):
        example = [sys.executable, str(EXAMPLES / "renaissance_json.py"), "carl", "2", "127.0.0.1", port]
        client = subprocess.Popen(example, stderr=subprocess.DEVNULL)
        out, errors = kit.communicate(timeout=EVENING)
        client.kill()
        client.wait()
    assert kit.returncode == 1, out + errors
    assert "BROKEN forms" in out
    assert 'client> {"type": "req_nickname", "nickname": "carl"}' in out


@pytest.mark.slow
def test_stopped_by_hand(tmp_path: Path) -> None:
    """Ctrl-C ends it with a report of what was seen, and no traceback; nothing is passed by that."""
    with waiting("--client", "splendor-json", "--json", str(tmp_path / "report.json")) as (kit, _):
        kit.send_signal(signal.SIGINT)
        out, errors = kit.communicate(timeout=EVENING)
    assert kit.returncode == 2, out + errors
    assert "stopped by hand" in out
    assert "Traceback" not in errors
    assert not json.loads((tmp_path / "report.json").read_bytes())["passed"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "say whom to examine: a server, DIALECT@HOST:PORT, or a client, --client DIALECT"),
        (("splendor-json@127.0.0.1:1", "--client", "splendor-json"), "say whom to examine"),
        (("--client", "tls:splendor-json"), "a client is examined without TLS"),
        (("--client", "splendor-json", "--clients", "7"), "--clients takes 1 to 4, not 7"),
        (("--client", "splendor-json", "--start-seconds", "0.2"), "no client has come within 0.2 seconds"),
        (("splendor-json@127.0.0.1:1",), "nobody to talk to at 127.0.0.1:1"),
        (("splendor-json@127.0.0.1:1", "--section", "77"), "there is no section 77; there are 1.1"),
    ],
)
def test_who_cannot_be_examined(arguments: tuple[str, ...], said: str) -> None:
    """Exit code 2, with a sentence."""
    run = bottega("conform", *arguments)
    assert run.returncode in (1, 2)
    assert said in run.stderr


PAGE = Path(__file__).parents[2] / "docs" / "conform.md"


def test_the_page_names_commands_that_there_are() -> None:
    """Every command on the page about the kit can be given."""
    found = [line.strip().removeprefix("- run: ") for line in PAGE.read_text("utf-8").splitlines()]
    commands = [line.partition(" > ")[0] for line in found if line.startswith("bottega conform ")]
    assert len(commands) == 4
    for line in commands:
        chosen, bound, _ = app.parse_args(line.split()[1:], print_error=False, exit_on_error=False)
        assert chosen is conform
        assert (bound.arguments.get("where") is None) != (bound.arguments.get("client") is None)


def test_the_page_says_what_the_kit_cannot_see() -> None:
    """Every reason for which a fault need not be found is on the page."""
    page = " ".join(PAGE.read_text("utf-8").split())
    reasons = {reason for table in BLIND.values() for reason in table.values()}
    assert [reason for reason in reasons if f"* {reason}" not in page] == []
