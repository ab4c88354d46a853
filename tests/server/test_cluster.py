"""A house on several nodes, as real processes on a real PostgreSQL, with a real Valkey or without a bus."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from bottega.store.log import Row
from bottega.store.postgres import PostgresLog
from tests.server.cluster import begun, cluster, entries, eventually, go_on, on_turn, picture, play_out
from tests.server.harness import Client, HouseProcess, running_house
from tests.server.house_client import Browser
from tests.server.valkey import ValkeyProcess
from tests.store.contract import append, charter, entry
from tests.store.postgres.proxy import network
from tests.store.postgres.server import PostgresServer

pytestmark = pytest.mark.slow


@pytest.fixture
def valkey() -> Iterator[ValkeyProcess]:
    """A Valkey that can be stopped and started."""
    with ValkeyProcess() as server:
        yield server


@pytest.mark.parametrize("with_bus", [True, False], ids=["bus", "polls"])
def test_two_play_on_two_nodes(tmp_path: Path, url: str, valkey: ValkeyProcess, with_bus: bool) -> None:
    """A table of one node is listed, joined and played on another; moves, chat and presence reach both."""
    with cluster(tmp_path, url, url, bus=valkey.url if with_bus else "") as (one, two):
        ada, bob, eve = Browser(one, "Ada"), Browser(two, "Bob"), Browser(two)
        eve.does("lobby")
        table = begun(ada, bob)
        eventually(lambda: table in str(eve.next("lobby")))
        bob.does("chat", table=table, text="hello there")
        assert ada.next("chat")["text"] == "hello there"
        _nudge_and_shut_out(table, ada, bob, eve)
        if with_bus:
            first, second = play_out(table, ada, bob)
            assert first["seq"] == second["seq"] == entries(url, table)[-1].seq
            assert first["result"] == second["result"]
        else:
            go_on(url, table, ada, bob)
        for browser in (ada, bob, eve):
            browser.close()
        for node in (one, two):
            assert node.terminate() == 0
            assert "Traceback" not in node.errors, node.errors


def _nudge_and_shut_out(table: str, ada: Browser, bob: Browser, eve: Browser) -> None:
    """Who has the turn is nudged, and who watches is shut out, on whichever node they are."""
    waits, acts = (bob, ada) if picture(ada, table)["legal"] else (ada, bob)
    eventually(lambda: waits.asks("nudge", table=table)["type"] == "ok")
    assert acts.next("nudged")["name"] == waits.name
    eve.does("watch", table=table)
    ada.does("shut_out", table=table, on=True)
    assert eve.next("excluded")["table"] == table
    assert eve.asks("watch", table=table)["code"] == "house.shut-out"
    ada.does("shut_out", table=table, on=False)
    eventually(lambda: eve.asks("watch", table=table)["type"] == "ok")


def test_a_command_on_another_node_has_its_first_answer(tmp_path: Path, url: str) -> None:
    """Committed, but the answer is lost: repeated on another node it has the same number, and is played once."""
    with cluster(tmp_path, url, url) as (one, two):
        ada, bob = Browser(one, "Ada"), Browser(two, "Bob")
        table = begun(ada, bob)
        mover, shown = ada, on_turn(ada, bob, table)
        played = sum(row.kind == "move" for row in entries(url, table))
        action = shown["legal"][0]
        seq = mover.does("act", table=table, actions=[action], cmd_id="once")["seq"]
        other = Browser(two, mover.name, mover.token)
        other.does("watch", table=table, since=shown["seq"])
        assert other.does("act", table=table, actions=[action], cmd_id="once")["seq"] == seq
        assert sum(row.kind == "move" for row in entries(url, table)) == played + 1


def test_a_node_is_killed(tmp_path: Path, url: str) -> None:
    """Nothing that was acknowledged is lost; whoever was on it goes on at another node at once, and to the end."""
    with cluster(tmp_path, url, url) as (one, two):
        ada, bob = Browser(one, "Ada"), Browser(two, "Bob")
        table = begun(ada, bob)
        shown = on_turn(ada, bob, table)
        acknowledged = ada.does("act", table=table, actions=[shown["legal"][0]])["seq"]
        ada.send("act", table=table, actions=["end"])
        one.kill()
        assert entries(url, table)[acknowledged - 1].kind == "move"
        ada = Browser(two, "Ada", ada.token)
        assert ada.does("watch", table=table, since=shown["seq"])["seq"] >= acknowledged
        go_on(url, table, ada, bob)


def test_coming_back_elsewhere_with_somebody_elses_place(tmp_path: Path, url: str) -> None:
    """With an old ``since``, one from the future or another's, on a node that was not there: never another's view."""
    with cluster(tmp_path, url, url) as (one, two):
        ada, bob = Browser(one, "Ada"), Browser(one, "Bob")
        table = str(ada.does("open", game="renaissance", seats=2)["table"])
        bob.does("watch", table=table)
        bob.does("sit", table=table)
        ada.does("start", table=table)
        own = picture(ada, table)["view"]
        for since in (None, 0, 2, 999_999):
            eve = Browser(two, "Eve")
            eve.does("watch", table=table, since=since)
            assert eve.next("snapshot")["view"] != own, "a spectator sees no leaders"
            eve.close()
            again = Browser(two, "Bob", bob.token)
            again.does("watch", table=table, since=since)
            shown = again.next("snapshot")
            assert shown["view"] == picture(again, table)["view"]
            assert shown["view"] != own
            again.close()


def test_a_node_is_stopped_for_a_while(tmp_path: Path, url: str) -> None:
    """Its players go on elsewhere; when it wakes, nothing it had in mind is done, and its viewers catch up."""
    with cluster(tmp_path, url, url, more=("--turn-seconds", "0")) as (one, two):
        ada, bob, eve = Browser(one, "Ada"), Browser(two, "Bob"), Browser(one)
        table = begun(ada, bob, turn_seconds=2)
        eve.does("watch", table=table)
        os.kill(one.pid, signal.SIGSTOP)
        ada.send("act", table=table, actions=["take wbg"])
        again = Browser(two, "Ada", ada.token)
        again.does("watch", table=table)
        go_on(url, table, again, bob, moves=4)
        time.sleep(10)
        os.kill(one.pid, signal.SIGCONT)
        there = picture(bob, table)["seq"]
        eventually(lambda: picture(eve, table)["seq"] >= there)
        rows = entries(url, table)
        skips = [row for row in rows if row.kind == "skip"]
        for before, after in pairwise(skips):
            assert after.at - before.at >= 1_000, "two skips of one turn"


def test_the_bus_is_stopped(tmp_path: Path, url: str, valkey: ValkeyProcess) -> None:
    """Play goes on with the log alone, and with the bus again when it is back."""
    with cluster(tmp_path, url, url, bus=valkey.url) as (one, two):
        ada, bob = Browser(one, "Ada"), Browser(two, "Bob")
        table = begun(ada, bob)
        for number in range(4):
            (valkey.stop, valkey.start)[number % 2]()
            go_on(url, table, ada, bob, moves=3)
        go_on(url, table, ada, bob)


def test_a_node_is_cut_off_from_the_database(tmp_path: Path, server: PostgresServer, database: str) -> None:
    """Whoever is on it is told in bounded time that nothing can be saved; others go on, and nothing is done twice."""
    with network(server.port) as wires:
        near, far = server.url(database), f"postgresql://bottega@127.0.0.1:{wires.port}/{database}"
        with cluster(tmp_path, far, near) as (one, two):
            ada, bob = Browser(one, "Ada"), Browser(two, "Bob")
            table = begun(ada, bob)
            shown = on_turn(ada, bob, table)
            wires.reachable = False
            wires.cut()
            refused = ada.asks("act", table=table, actions=[shown["legal"][0]], cmd_id="cut")
            assert refused.get("code") in ("table.store", "table.unsure")
            again = Browser(two, "Ada", ada.token)
            again.does("watch", table=table)
            answer = again.asks("act", table=table, actions=[shown["legal"][0]], cmd_id="cut")
            assert answer["type"] == "ok", answer
            wires.reachable = True
            seq = answer["seq"]
            eventually(lambda: picture(ada, table)["seq"] >= seq)
            assert sum(row.cmd_id == "Ada\tcut" for row in entries(near, table)) == 1


def test_the_database_is_killed_and_restarted(tmp_path: Path) -> None:
    """Players on all nodes are told to wait, nobody is cut off, and play resumes without a lost acknowledgement."""
    server = PostgresServer()
    server.start()
    try:
        with server.database() as name, cluster(tmp_path, server.url(name), server.url(name)) as (one, two):
            ada, bob = Browser(one, "Ada"), Browser(two, "Bob")
            table = begun(ada, bob)
            shown = on_turn(ada, bob, table)
            acknowledged = ada.does("act", table=table, actions=[shown["legal"][0]])["seq"]
            server.kill()
            assert bob.asks("act", table=table, actions=["take wbg"])["type"] == "refused"
            server.start()
            eventually(lambda: bob.asks("chat", table=table, text="back")["type"] == "ok")
            assert entries(server.url(name), table)[acknowledged - 1].kind == "move"
            go_on(server.url(name), table, ada, bob)
    finally:
        server.stop()


def test_a_clock_is_due_on_two_nodes(tmp_path: Path, url: str, valkey: ValkeyProcess) -> None:
    """Each turn that runs out is skipped once, whichever node is first."""
    with cluster(tmp_path, url, url, bus=valkey.url) as (one, two):
        ada, bob = Browser(one, "Ada"), Browser(two, "Bob")
        table = begun(ada, bob, turn_seconds=1)

        def skips() -> list[Row]:
            return [row for row in entries(url, table) if row.kind == "skip"]

        eventually(lambda: len(skips()) >= 6)
        found = skips()
        assert [row.seat for row in found] == [(found[0].seat + number) % 2 for number in range(len(found))]
        for before, after in pairwise(found):
            assert after.at - before.at >= 900


def test_a_name_is_one_persons_on_all_nodes(tmp_path: Path, url: str) -> None:
    """A guest's name is not taken by another on another node; a password and its token count on all of them."""
    with cluster(tmp_path, url, url) as (one, two):
        ada = Browser(one, "Ada")

        def is_known() -> bool:
            """Somebody else who came too early, while the other node had not heard of the name yet, leaves again."""
            with closing(Browser(two)) as other:
                return other.asks("hello", name="Ada").get("code") == "table.name-in-use"

        eventually(is_known)
        eventually(lambda: ada.asks("set_password", password="correct horse")["type"] == "ok")
        eve = Browser(two)
        assert eve.asks("hello", name="Ada").get("code") == "table.needs-password"
        eve.does("hello", name="Ada", password="correct horse")
        again = Browser(two)
        eventually(lambda: again.asks("hello", name="Ada", token=ada.token)["type"] == "ok")
        table = ada.does("open", game="splendor", seats=2)["table"]
        eventually(lambda: again.asks("watch", table=table)["type"] == "ok")
        assert ada.next("replaced")["table"] == table, "the newer connection has the seat, on whichever node"


def test_one_waiting_room(tmp_path: Path, url: str) -> None:
    """Clients of splendor-json that come to different nodes at the same moment sit down at one table."""
    with cluster(tmp_path, url, url) as nodes:
        clients = [Client(node.ports["splendor-json"]) for node in nodes]
        hellos = [client.read_json() for client in clients]
        for number, (client, hello) in enumerate(zip(clients, hellos, strict=True)):
            said = {"request_type": "client_hello", "client_id": hello["set_client_id"], "nick": f"guest{number}"}
            client.send_json(said)

        def meets() -> bool:
            with closing(PostgresLog(url)) as log:
                return any(row.kind == "start" for each in log.tables() for row in log.read(each.charter.id)[1])

        eventually(meets)
        with closing(PostgresLog(url)) as log:
            assert len(list(log.tables())) == 1


def test_a_node_that_closes(tmp_path: Path, url: str) -> None:
    """It says so; who comes back to another node within the grace has lost nothing, and was not skipped."""
    with cluster(tmp_path, url, url) as (one, two):
        ada, bob = Browser(one, "Ada"), Browser(two, "Bob")
        table = begun(ada, bob, turn_seconds=600)
        seq = picture(ada, table)["seq"]
        assert one.terminate() == 0
        assert ada.next("closing")
        ada = Browser(two, "Ada", ada.token)
        ada.does("watch", table=table, since=seq)
        eventually(lambda: picture(bob, table)["seq"] == seq)
        assert entries(url, table)[-1].kind != "skip"
        go_on(url, table, ada, bob)


def test_rules_that_a_node_does_not_know(tmp_path: Path, url: str) -> None:
    """Such a table is left to other nodes; this one goes on with all others."""
    with cluster(tmp_path, url) as (one,):
        future = charter("t1")
        with closing(PostgresLog(url)) as log:
            sat = entry(1, '{"name":"Zoe"}', kind="sit")
            future = type(future)("t1", "splendor", 99, future.setup, future.seed, future.commitment, future.opened)
            assert append(log, "t1", sat, opening=future, claims=["splendor Zoe"]) is None
        ada = Browser(one, "Ada")
        eventually(lambda: "a table is set aside" in one.errors)
        table = ada.does("open", game="splendor", seats=2)["table"]
        ada.does("add_bot", table=table, bot="greedy")
        ada.does("start", table=table)
        ada.plays(table, until=2)
        zoe = Browser(one, "Zoe")
        assert zoe.asks("open", game="splendor", seats=2)["code"] == "table.name-taken"
        assert one.errors.count("a table is set aside") == 1


def test_several_processes_on_the_same_ports(tmp_path: Path, url: str) -> None:
    """``--nodes`` starts them together, starts one again that dies, and stops them together."""
    options = ("--store", url, "--bot-seconds", "0", "--per-address", "0", "--nodes", "2")
    with running_house(tmp_path / "data", "splendor-json", options=options) as house:
        children = eventually(lambda: _nodes(house.pid))
        assert len(children) == 2
        browsers = [Browser(house, f"guest {number}") for number in range(8)]
        table = begun(browsers[0], browsers[1])
        token = browsers[0].token
        os.kill(children[0], signal.SIGKILL)
        eventually(lambda: len(nodes := _nodes(house.pid)) == 2 and children[0] not in nodes)
        back = eventually(lambda: _back(house, token))
        back.does("watch", table=table)
        assert picture(back, table)["seats"][0]["name"].startswith("guest")
        assert house.terminate() == 0
        assert "a node has died" in house.errors
        eventually(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


def _back(house: HouseProcess, token: str) -> Browser | None:
    try:
        return Browser(house, "guest 0", token)
    except (OSError, AssertionError, EOFError):
        return None


def _nodes(parent: int) -> list[int]:
    """The processes that a house has started to serve."""
    found = []
    for child in Path(f"/proc/{parent}/task/{parent}/children").read_text("ascii").split():
        try:
            line = Path(f"/proc/{child}/cmdline").read_text("utf-8")
        except OSError:
            continue
        if "spawn_main" in line:
            found.append(int(child))
    return found
