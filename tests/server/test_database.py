"""A house whose log is in PostgreSQL: it is played at, killed, cut off from its database, and goes on."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from bottega.store.postgres import PostgresLog
from tests.server.harness import TIMEOUT, HouseProcess, running_house
from tests.server.house_client import Browser
from tests.store.postgres.proxy import network
from tests.store.postgres.server import PostgresServer

pytestmark = pytest.mark.slow


def opened(browser: Browser) -> str:
    """A table of Splendor with a bot, begun."""
    table = str(browser.does("open", game="splendor", seats=2)["table"])
    browser.does("add_bot", table=table, bot="greedy")
    browser.does("start", table=table)
    return table


def test_a_house_in_a_database(tmp_path: Path, url: str) -> None:
    """It takes no directory; a table is played on after the house was killed, and can be read from the database."""
    options = ("--store", url, "--bot-seconds", "0")
    with running_house(tmp_path / "data", "splendor-json", options=options) as house:
        ada = Browser(house, "Ada")
        table = opened(ada)
        ada.plays(table, until=3)
        house.kill()
        house.start()
        ada = Browser(house, "Ada", ada.token)
        ada.does("watch", table=table)
        ada.plays(table)
        ada.close()
        assert house.terminate() == 0
        assert "Traceback" not in house.errors
    assert not (tmp_path / "data").exists()
    log = PostgresLog(url)
    assert [(summary.charter.id, summary.finished) for summary in log.tables()] == [(table, True)]
    log.close()


def test_the_database_is_away_for_a_while(tmp_path: Path, server: PostgresServer, database: str) -> None:
    """Whoever plays meanwhile is told so and not cut off; when it is back, the game goes on where it was."""
    with network(server.port) as wires:
        url = f"postgresql://bottega@127.0.0.1:{wires.port}/{database}"
        with running_house(tmp_path, "splendor-json", options=("--store", url, "--bot-seconds", "0")) as house:
            ada = Browser(house, "Ada")
            table = opened(ada)
            legal = ada.plays(table, until=2)["legal"]
            wires.reachable = False
            wires.cut()
            refused = ada.asks("act", table=table, actions=[legal[0]])
            assert (refused["type"], refused["code"]) in [("refused", "table.store"), ("refused", "table.unsure")]
            assert Browser(house).asks("hello", name="Eve")["code"] == "table.store"
            wires.reachable = True
            until = time.monotonic() + TIMEOUT
            while (answer := ada.asks("act", table=table, actions=[legal[0]]))["type"] != "ok":
                assert answer["code"].startswith("table."), answer
                assert time.monotonic() < until
                time.sleep(0.2)
            ada.plays(table)
            assert "Traceback" not in house.errors


def test_a_database_that_cannot_be_had(tmp_path: Path) -> None:
    """The house does not open, and says why in a sentence without the password."""
    house = HouseProcess(tmp_path, "splendor-json", options=("--store", "postgresql://ada:secret@127.0.0.1:1/house"))
    with pytest.raises(AssertionError, match=r"127\.0\.0\.1:1/house") as fault:
        house.start()
    assert "secret" not in str(fault.value)
    assert "Traceback" not in str(fault.value)
