"""What can be wrong when the house opens: one sentence that says what and what to do, and exit code 1."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
import structlog
from msgspec.structs import replace

from bottega.cli import main
from bottega.store.log import Charter, Row
from bottega.store.sqlite import FILE_NAME, SqliteLog
from tests.ports import free_port
from tests.server.harness import TIMEOUT, bottega, running_house
from tests.test_archive import STORIES, UNFINISHED

Refused = Callable[..., str]


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Refused]:
    """Start the server in this process; the one sentence with which it does not start."""

    def start(data: Path, *options: str, port: int = 0, http: str = "127.0.0.1:0") -> str:
        listen = ("--listen", f"splendor-json@127.0.0.1:{port}", "--http", http)
        monkeypatch.setattr(sys, "argv", ["bottega", "serve", "--data", str(data), *listen, *options])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        assert ended.value.code == 1
        assert "ready" not in said.out
        assert "Traceback" not in said.err
        (sentence,) = said.err.splitlines() or ["nothing was said"]
        assert sentence.startswith("bottega: ")
        return sentence

    yield start
    structlog.reset_defaults()  # it was told to write to a stream that is closed now


@pytest.mark.slow
def test_as_a_process(tmp_path: Path) -> None:
    """The real command says the same and exits with 1, as the tests below find in this process."""
    (tmp_path / "file").write_text("not a directory")
    run = bottega("serve", "--data", str(tmp_path / "file"), "--listen", "splendor-json@127.0.0.1:0")
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith("bottega: ")
    assert "--data" in run.stderr


def test_a_port_that_is_taken(tmp_path: Path, refused: Refused) -> None:
    """The port, the listener and the cause are named; nothing is created before that is known."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        sentence = refused(tmp_path / "data", port=port)
    assert "another program listens there" in sentence
    assert f"splendor-json on 127.0.0.1:{port}" in sentence
    assert not (tmp_path / "data").exists()


def test_one_port_for_two(tmp_path: Path, refused: Refused) -> None:
    """Two listeners on one port, or the page on a protocol's port, are the same fault as a port taken by others."""
    port = free_port()
    again = f"127.0.0.1:{port}"
    assert "listens there" in refused(tmp_path, "--listen", f"splendor-json+original@{again}", port=port)
    assert "http" in refused(tmp_path, port=port, http=again)


@pytest.mark.slow
def test_addresses_with_colons(tmp_path: Path) -> None:
    """An IPv6 address is printed in brackets, so that the port can be told from it."""
    if not socket.has_ipv6:
        pytest.skip("this machine has no IPv6")
    with running_house(tmp_path, "splendor-json", host="[::1]") as house:
        assert house.ports["splendor-json"]
        assert house.addresses["splendor-json"].startswith("[::1]:")


def test_a_directory_that_cannot_be_written(tmp_path: Path, refused: Refused) -> None:
    """The directory and the option that chooses another are named."""
    (tmp_path / "file").write_text("not a directory")
    assert "--data" in refused(tmp_path / "file")
    assert "--data" in refused(tmp_path / "file" / "below")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere; run the tests as an ordinary user")
def test_a_directory_without_permission(tmp_path: Path, refused: Refused) -> None:
    """A directory of somebody else is the same fault."""
    tmp_path.chmod(0o500)
    try:
        assert "--data" in refused(tmp_path / "data")
    finally:
        tmp_path.chmod(0o700)


def test_a_damaged_database(tmp_path: Path, refused: Refused) -> None:
    """A file that is no database is not overwritten: whoever runs the server is sent to the backup."""
    (tmp_path / FILE_NAME).write_bytes(b"this was a database once" * 1000)
    before = (tmp_path / FILE_NAME).read_bytes()
    assert "damaged" in refused(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before


@pytest.mark.slow
def test_a_database_with_a_hole(tmp_path: Path, refused: Refused) -> None:
    """A database of ours with overwritten pages is found before anybody plays on it."""
    with running_house(tmp_path, "splendor-json") as house:
        for number in range(40):
            client = house.connect("splendor-json")
            client_id = client.read_json()["set_client_id"]
            client.send_json({"request_type": "client_hello", "client_id": client_id, "nick": f"nick{number}"})
            assert client.read_json()["result"] == "ok"
        assert house.terminate() == 0
    path = tmp_path / FILE_NAME
    raw = bytearray(path.read_bytes())
    raw[4096:] = os.urandom(len(raw) - 4096)
    path.write_bytes(raw)
    assert "damaged" in refused(tmp_path)


@pytest.mark.slow
def test_a_damaged_page(tmp_path: Path) -> None:
    """A file with one damaged page is mended: the house opens, names what is lost, keeps the old file, and plays on."""
    with closing(SqliteLog(tmp_path)) as log:
        for table, (charter, rows) in (("a1", STORIES["sagrada"]), ("a2", UNFINISHED), ("a3", STORIES["splendor"])):
            log.append(table, rows, lambda fault: None, charter=replace(charter, id=table), finished=table != "a2")
    path = tmp_path / FILE_NAME
    raw = bytearray(path.read_bytes())
    pages = range(4096, len(raw), 4096)
    spoilt = next(place for place in pages if raw[place] == 13 and b"a1" in raw[place : place + 4096])
    raw[spoilt : spoilt + 8] = bytes(8)
    path.write_bytes(raw)
    with running_house(tmp_path, "splendor-json") as house:
        assert house.complains("the log is damaged")
        assert house.complains("all tables were checked")
        assert f"{FILE_NAME}.damaged-1" in house.errors
        assert house.errors.count("table=a1") == 1
        assert "Traceback" not in house.errors
        client = house.connect("splendor-json")
        client_id = client.read_json()["set_client_id"]
        client.send_json({"request_type": "client_hello", "client_id": client_id, "nick": "ann"})
        assert client.read_json()["result"] == "ok"
        metrics = httpx.get(f"http://127.0.0.1:{house.ports['http']}/metrics").text
        assert "bottega_damage_total 2.0" in metrics
        assert "bottega_tables_set_aside 1.0" in metrics
    assert (tmp_path / f"{FILE_NAME}.damaged-1").read_bytes()[spoilt : spoilt + 8] == bytes(8)
    run = bottega("check", "--data", str(tmp_path))
    assert (run.returncode, "table a1" in run.stdout, "table a3" in run.stdout) == (1, True, False)


def test_a_newer_schema(tmp_path: Path, refused: Refused) -> None:
    """A database of a newer bottega is left alone."""
    SqliteLog(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert "newer bottega" in refused(tmp_path)


def _set_aside(data: Path) -> str:
    """What the house complains of that opens all the same, with a table set aside."""
    with running_house(data, "splendor-json") as house:
        metrics = httpx.get(f"http://127.0.0.1:{house.ports['http']}/metrics").text
        assert "bottega_tables_set_aside 1.0" in metrics
        client = house.connect("splendor-json")
        hello = client.read_json()
        client.send_json({"request_type": "client_hello", "client_id": hello["set_client_id"], "nick": "nick0"})
        assert client.read_json()["result"] == "ok", "a name at a table that was set aside is free"
        assert house.terminate() == 0
        return house.errors


@pytest.mark.slow
def test_newer_rules(tmp_path: Path) -> None:
    """A game begun under newer rules is not guessed at: it is set aside, and the house opens for all others."""
    _start_a_game(tmp_path)
    table = _rewritten(tmp_path, lambda charter, rows: (replace(charter, version=99), rows))
    complaint = _set_aside(tmp_path)
    assert "does not know rules 99" in complaint
    assert "upgrade" in complaint
    assert f"table={table}" in complaint


@pytest.mark.slow
def test_a_log_with_a_false_entry(tmp_path: Path) -> None:
    """An entry that the rules do not allow is named with its table, and nothing is played on from it."""
    _start_a_game(tmp_path)
    table = _rewritten(tmp_path, _false_entry)
    complaint = _set_aside(tmp_path)
    assert "entry 4" in complaint
    assert "buy 89" in complaint
    assert f"table={table}" in complaint
    run = bottega("check", "--data", str(tmp_path))
    assert (run.returncode, table in run.stdout) == (1, True)


def _false_entry(charter: Charter, rows: list[Row]) -> tuple[Charter, list[Row]]:
    return charter, [*rows, Row(len(rows) + 1, None, 0, "move", "buy 89", 0)]


def _rewritten(data: Path, change: Callable[[Charter, list[Row]], tuple[Charter, list[Row]]]) -> str:
    """Write the only table anew, with links that fit; its id."""
    with closing(SqliteLog(data)) as log:
        ((charter, rows),) = [log.read(summary.charter.id) for summary in log.tables()]
    for file in data.glob(f"{FILE_NAME}*"):
        file.unlink()
    charter, rows = change(charter, rows)
    with closing(SqliteLog(data)) as log:
        log.append(charter.id, rows, lambda fault: None, charter=charter)
    return charter.id


def _start_a_game(data: Path) -> None:
    with running_house(data, "splendor-json") as house:
        clients = []
        for nick in ("ann", "bob"):
            client = house.connect("splendor-json")
            clients.append(client)
            client_id = client.read_json()["set_client_id"]
            client.send_json({"request_type": "client_hello", "client_id": client_id, "nick": nick})
            assert client.read_json()["result"] == "ok"
        assert clients[-1].read_json()["answer_type"] == "game_board"
        assert house.terminate() == 0


@pytest.mark.slow
def test_two_houses_on_one_directory(tmp_path: Path, refused: Refused) -> None:
    """A second server on the same data does not start: each would miss what the other does."""
    with running_house(tmp_path, "splendor-json"):
        assert "in use by another bottega" in refused(tmp_path)


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (("--seats", "5"), "--seats"),
        (("--turn-seconds", "-1"), "--turn-seconds"),
        (("--lobby-seconds", "-1"), "--lobby-seconds"),
        (("--ping-seconds", "0"), "--ping-seconds"),
        (("--listen", "chess@127.0.0.1:0"), "chess"),
        (("--listen", "splendor-json+new@127.0.0.1:0"), "profile"),
        (("--listen", "splendor-json"), "HOST:PORT"),
        (("--listen", "splendor-json@127.0.0.1:99999"), "HOST:PORT"),
        (("--listen", "splendor-json@nowhere.invalid:0"), "nowhere.invalid"),
        (("--seed", "xyz"), "--seed"),
        (("--tls-key", "key.pem"), "--tls-cert"),
        (("--listen", "tls:splendor-json@127.0.0.1:0"), "--tls-cert"),
        (("--tls-cert", "nowhere.pem"), "nowhere.pem"),
        (("--seed", "00" * 33), "--seed"),
    ],
)
def test_options_that_cannot_be_meant(tmp_path: Path, refused: Refused, options: tuple[str, ...], word: str) -> None:
    """An argument that makes no sense is refused by name."""
    assert word in refused(tmp_path, *options)


@pytest.mark.slow
@pytest.mark.parametrize(("host", "level"), [("127.0.0.1", "info"), ("0.0.0.0", "warning")])
def test_plain_text_is_said(tmp_path: Path, host: str, level: str) -> None:
    """What others could read on the way is said once, and louder if they need not be on this machine."""
    with running_house(tmp_path, "splendor-json", host=host) as house:
        assert house.complains("in plain text")
        (line,) = [line for line in house.errors.splitlines() if "in plain text" in line]
    assert f"level={level}" in line
    assert 'listeners="splendor-json http"' in line
    assert "passwords" in line


@pytest.mark.slow
def test_a_fixed_seed_is_said_loudly(tmp_path: Path) -> None:
    """Whoever fixes the seed is told that the first table can be predicted."""
    with running_house(tmp_path, "splendor-json", options=("--seed", "01")) as house:
        assert house.terminate() == 0
        assert house.complains("WARNING")


AT_READY = """
import json, os, sys
from pathlib import Path
from bottega.cli.loading import a_house
with a_house():
    from bottega.cli.running import run_house
    from bottega.server.app import Address
    from bottega.table.house import Settings
def opened(address):
    print(json.dumps(sorted(sys.modules)), flush=True)
    os._exit(0)
run_house(Path(sys.argv[1]), Settings(), (), Address("http", "127.0.0.1", 0), None, opened)
"""
NOT_YET = {
    "bottega.arena",
    "bottega.client",
    "bottega.games.renaissance",
    "bottega.games.sagrada",
    "bottega.games.splendor",
    "bottega.server.exposition",
    "bottega.server.notifier",
    "bottega.server.web_push",
    "bottega.store.postgres",
    "bottega.terminal",
    "bottega.wire.house.catalogue",
    "bottega.wire.house.types",
    "concurrent.futures.process",
    "cryptography",
    "ifaddr",
    "prometheus_client",
    "rich",
    "segno",
}
"""What somebody may ask an open house for, or nobody ever."""


def test_an_open_house_has_loaded_what_it_needs(tmp_path: Path) -> None:
    """Games, workers, QR codes, Prometheus: none of it is waited for before the house is ready."""
    command = [sys.executable, "-c", AT_READY, str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=True)
    assert set(json.loads(run.stdout.splitlines()[-1])) & NOT_YET == set()
