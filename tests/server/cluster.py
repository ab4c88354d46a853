"""What tests of several nodes share: nodes as real processes, and what their players do there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from bottega.store.log import Row
from bottega.store.postgres import PostgresLog
from bottega.table.position import fold
from tests.server.harness import TIMEOUT, HouseProcess, running_house
from tests.server.house_client import Browser, Message


@contextmanager
def cluster(tmp_path: Path, *urls: str, bus: str = "", more: tuple[str, ...] = ()) -> Iterator[list[HouseProcess]]:
    """A node for each way to the database."""
    with ExitStack() as stack:
        nodes = []
        for number, url in enumerate(urls):
            options = (
                "--store",
                url,
                "--bot-seconds",
                "0",
                "--per-address",
                "0",
                *(("--bus", bus) if bus else ()),
                *more,
            )
            nodes.append(stack.enter_context(running_house(tmp_path / str(number), "splendor-json", options=options)))
        yield nodes


def eventually(holds: Callable[[], Any]) -> Any:
    """What there is once there is something."""
    until = time.monotonic() + TIMEOUT
    while not (found := holds()):
        assert time.monotonic() < until, "it never was so"
        time.sleep(0.05)
    return found


def begun(ada: Browser, bob: Browser, **setup: Any) -> str:
    """A game of two, each on a node of their own."""
    table = str(ada.does("open", game="splendor", seats=2, **setup)["table"])
    bob.does("watch", table=table)
    bob.does("sit", table=table)
    eventually(lambda: ada.asks("start", table=table)["type"] == "ok")
    return table


def entries(url: str, table: str) -> list[Row]:
    """A table's entries, which must be numbered without a gap and fold."""
    with closing(PostgresLog(url)) as log:
        found, rows = log.read(table)
    fold(found, rows)
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    commands = [row.cmd_id for row in rows if row.cmd_id is not None]
    assert len(commands) == len(set(commands))
    return rows


def go_on(url: str, table: str, *browsers: Browser, moves: int = 6) -> None:
    """Whoever has a turn plays, for some moves; then all are shown what the log says."""

    def somebody_moves() -> bool:
        for browser in browsers:
            legal = picture(browser, table)["legal"]
            if legal and browser.asks("act", table=table, actions=[legal[0]])["type"] == "ok":
                return True
        return False

    for _ in range(moves):
        eventually(somebody_moves)
    last = entries(url, table)[-1].seq
    for browser in browsers:
        eventually(partial(shows, browser, table, last))


def shows(browser: Browser, table: str, seq: int) -> bool:
    """Whether somebody is shown a table at that entry, or a later one."""
    return bool(picture(browser, table)["seq"] >= seq)


def play_out(table: str, *browsers: Browser) -> list[Message]:
    """Everybody plays to the end, each on their own connection; the last that each was told."""
    for browser in browsers:
        browser.backlog.clear()
        browser.does("watch", table=table)
    with ThreadPoolExecutor(len(browsers)) as pool:
        playing = [pool.submit(each.plays, table, seed=seed) for seed, each in enumerate(browsers)]
        return [each.result(TIMEOUT) for each in playing]


def on_turn(ada: Browser, bob: Browser, table: str) -> Message:
    """What Ada is shown when it is her turn; Bob plays until it is."""

    def hers() -> Message | None:
        if not (shown := picture(ada, table))["legal"] and (legal := picture(bob, table)["legal"]):
            bob.asks("act", table=table, actions=[legal[0]])
        return shown if shown["legal"] else None

    found: Message = eventually(hers)
    return found


def picture(browser: Browser, table: str) -> Message:
    """The table as it is shown to somebody now."""
    browser.backlog.clear()
    browser.does("watch", table=table)
    return browser.next("snapshot")
