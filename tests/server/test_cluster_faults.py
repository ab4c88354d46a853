"""Two nodes of one house, each on a line to the database and to the bus that can fail, as real processes."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from random import Random
from urllib.request import urlopen

import pytest
from websockets.asyncio.client import ClientConnection, connect

from bottega.store.postgres import PostgresLog
from tests.server.cluster import begun, entries, eventually, go_on, on_turn, picture
from tests.server.harness import TIMEOUT, HouseProcess
from tests.server.house_client import Browser, address
from tests.store.postgres.server import PostgresServer
from trials.chaos.cluster.nodes import Nodes
from trials.chaos.cluster.versions import knowing_newer_rules, newer_program

pytestmark = pytest.mark.slow

CROWD = 1_000
"""So many come at once."""
ENOUGH = 60
"""So many entries a game may have before it could be over."""


@pytest.fixture(scope="module")
def stage(server: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    """Two nodes that all tests here share; each leaves the lines whole, and the last one new versions."""
    folder = tmp_path_factory.mktemp("nodes")
    with Nodes(folder, 2, "p", server, newer_program(folder / "newer"), Random(1)) as stage, knowing_newer_rules():
        stage.start()
        yield stage


def conflicts(house: HouseProcess) -> int:
    """How often another node was faster than this one."""
    with urlopen(f"http://127.0.0.1:{house.ports['http']}/metrics", timeout=TIMEOUT) as page:
        found = re.search(r"^bottega_conflicts_total (\S+)$", page.read().decode(), re.MULTILINE)
    assert found is not None
    return int(float(found[1]))


def leave(table: str, *browsers: Browser) -> None:
    """Everybody quits and goes, so that their names are free for the next test."""
    for browser in browsers:
        browser.asks("quit", table=table)  # (with the last but one the game is over)
        browser.close()


def _legal(browser: Browser, table: str) -> list[str]:
    found: list[str] = picture(browser, table)["legal"]
    return found


def test_two_nodes_accept_a_move_at_once(stage: Nodes) -> None:
    """Both are judged on the same entry and both want the next number: one has it, the other is judged again."""
    one, two = stage.nodes
    before = conflicts(one.house) + conflicts(two.house)

    def collide() -> bool:
        ada, bob = Browser(one.house, "Ada"), Browser(two.house, "Bob")
        table = str(ada.does("open", game="sagrada", seats=2)["table"])
        bob.does("watch", table=table)
        bob.does("sit", table=table)
        eventually(lambda: ada.asks("start", table=table)["type"] == "ok")
        asked = []
        for browser in (ada, bob):
            asked.append((browser, str(eventually(partial(_legal, browser, table))[0])))
        for node in stage.nodes:
            node.store.questions.clear()
        try:
            for browser, window in asked:
                browser.send("act", table=table, actions=[window], cmd_id="window")
            time.sleep(0.4)  # until both nodes have asked; if that was too short, once more
        finally:
            for node in stage.nodes:
                node.store.questions.set()
        answers = []
        for browser, _ in asked:
            while (message := browser.receive()).get("cmd_id") != "window":
                pass
            answers.append(message)
        assert [answer["type"] for answer in answers] == ["ok", "ok"], answers
        seqs = {answer["seq"] for answer in answers}
        assert len(seqs) == 2
        chosen = {row.seq for row in entries(stage.url, table) if row.kind == "move"}
        assert chosen == seqs
        leave(table, ada, bob)
        return conflicts(one.house) + conflicts(two.house) > before

    eventually(collide)


def test_a_slow_network(stage: Nodes) -> None:
    """Whoever plays there waits, and loses nothing; those on the other node do not wait."""
    one, two = stage.nodes
    ada, bob = Browser(one.house, "Amy"), Browser(two.house, "Ben")
    table = begun(ada, bob)
    one.store.pause = 0.2
    try:
        go_on(stage.url, table, ada, bob, moves=4)
    finally:
        one.store.pause = 0.0
    go_on(stage.url, table, ada, bob, moves=2)
    leave(table, ada, bob)


def test_a_half_open_network(stage: Nodes) -> None:
    """Committed, but the answer is lost: bounded waiting, clear words; repeated elsewhere it has its first answer."""
    one, two = stage.nodes
    ada, bob, eve, zoe = (
        Browser(node.house, name) for node, name in ((one, "Cleo"), (two, "Dan"), (two, "Eve"), (two, "Zoe"))
    )
    table, other = begun(ada, bob), begun(eve, zoe)
    action = on_turn(ada, bob, table)["legal"][0]
    one.store.answers.clear()
    try:
        refused = ada.asks("act", table=table, actions=[action], cmd_id="half")
        assert refused.get("code") in ("table.store", "table.unsure"), refused
        again = Browser(two.house, "Cleo", ada.token)
        again.does("watch", table=table)
        answer = again.does("act", table=table, actions=[action], cmd_id="half")
        go_on(stage.url, other, eve, zoe, moves=4)
    finally:
        one.store.answers.set()
    back = Browser(one.house, "Cleo", ada.token)
    eventually(lambda: back.asks("watch", table=table)["type"] == "ok")
    late = eventually(lambda: _if_done(back.asks("act", table=table, actions=[action], cmd_id="half")))
    assert late["seq"] == answer["seq"], "the first answer, on whichever node"
    go_on(stage.url, table, back, bob, moves=2)
    assert sum(row.cmd_id == "Cleo\thalf" for row in entries(stage.url, table)) == 1
    leave(table, back, bob)
    leave(other, eve, zoe)


def _if_done(answer: dict[str, object]) -> dict[str, object] | None:
    return answer if answer["type"] == "ok" else None


def test_hints_are_lost_doubled_and_late(stage: Nodes) -> None:
    """Play goes on, and everybody is told of every move without asking."""
    one, two = stage.nodes
    ada, bob, eve = Browser(one.house, "Fay"), Browser(two.house, "Gus"), Browser(two.house)
    table = begun(ada, bob)
    eve.does("watch", table=table)
    before = stage.gossip.tricks
    stage.gossip.bad = True
    try:
        while stage.gossip.tricks < before + 5:
            go_on(stage.url, table, ada, bob, moves=2)
        last = entries(stage.url, table)[-1].seq
        seen = 0
        while seen < last:
            told = eve.backlog.pop(0) if eve.backlog else eve.receive()
            if told["type"] in ("step", "snapshot"):
                assert told["seq"] > seen, "in order, and each once"
                seen = told["seq"]
    finally:
        stage.gossip.bad = False
    leave(table, ada, bob)


def test_a_thousand_clients_come_back_at_once(stage: Nodes) -> None:
    """Their node was killed: all are let in by the other, with what proves their names; who plays there plays on."""
    one, two = stage.nodes
    ada, bob = Browser(two.house, "Hal"), Browser(two.house, "Ida")
    table = begun(ada, bob)

    async def come(number: int, token: str, house: HouseProcess) -> tuple[ClientConnection, str]:
        line = await connect(address(house), open_timeout=TIMEOUT, ping_interval=None, max_queue=None)
        said = {"name": f"crowd{number}", "token": token} if token else {"name": f"crowd{number}"}
        await line.send(json.dumps({"type": "hello", "cmd_id": "1", **said}))
        await line.send(json.dumps({"type": "watch", "cmd_id": "2", "table": table}))
        while True:
            message = json.loads(await line.recv())
            if message.get("cmd_id") == "1":
                assert message["type"] == "ok", message
                token = message["token"]
            if message["type"] == "snapshot":
                return line, token

    async def crowd() -> None:
        async with asyncio.timeout(TIMEOUT):
            there = [await come(number, "", one.house) for number in range(CROWD)]
            one.house.kill()
            back = await asyncio.gather(*(come(number, token, two.house) for number, (_, token) in enumerate(there)))
        for line, _ in (*there, *back):
            line.transport.abort()

    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(asyncio.run, crowd())
        while not coming.done() and entries(stage.url, table)[-1].seq < ENOUGH:
            go_on(stage.url, table, ada, bob, moves=1)
        coming.result()
    one.house.start()
    go_on(stage.url, table, ada, bob, moves=1)
    leave(table, ada, bob)


def test_a_rolling_upgrade(stage: Nodes) -> None:
    """Old tables keep their rules on both versions; a node leaves tables of rules it does not know to the other."""
    one, two = stage.nodes
    ada, bob = Browser(one.house, "Jon"), Browser(two.house, "Kim")
    old = begun(ada, bob)
    assert one.house.terminate() == 0
    assert ada.next("closing")
    stage.load(one, newer=True)
    one.house.start()
    ada = Browser(one.house, "Jon", ada.token)
    ada.does("watch", table=old)
    go_on(stage.url, old, ada, bob, moves=4)
    eve, zoe = Browser(one.house, "Lea"), Browser(one.house, "Max")
    new = begun(eve, zoe)
    go_on(stage.url, new, eve, zoe, moves=2)
    with closing(PostgresLog(stage.url)) as log:
        assert [log.read(table)[0].version for table in (old, new)] == [1, 2]
    stranger = Browser(two.house, "Lea", eve.token)
    assert stranger.asks("watch", table=new)["code"] == "house.set-aside"
    stranger.does("watch", table=old)
    assert two.house.terminate() == 0
    stage.load(two, newer=True)
    two.house.start()
    bob, eve = Browser(two.house, "Kim", bob.token), Browser(two.house, "Lea", eve.token)
    bob.does("watch", table=old)
    eve.does("watch", table=new)
    go_on(stage.url, old, ada, bob, moves=2)
    go_on(stage.url, new, eve, zoe, moves=2)


def test_all_of_it_left_no_traceback(stage: Nodes) -> None:
    """Whatever happened to these nodes, they did not complain of themselves."""
    assert "Traceback" not in stage.errors
