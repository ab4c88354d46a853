"""The machine of the house protocol: every command has its row, and the page shows it."""

from __future__ import annotations

from pathlib import Path

from bottega.wire.house import messages
from bottega.wire.house.dialect import HouseDialect, State

PAGE = Path(__file__).parents[3] / "docs" / "protocols" / "house.md"


def test_every_command_has_its_row() -> None:
    """The machine has all commands of the protocol, each with its own type as payload."""
    commands = {command.__struct_config__.tag: command for command in messages.Command.__args__}
    assert {row.message: row.payload for row in HouseDialect.machine.rows.values()} == commands


def test_strangers_may_look_and_introduce_themselves() -> None:
    """Without a name one may say hello and look; everything else needs one."""
    heard = {message for state, message in HouseDialect.machine.rows if state is State.STRANGER}
    assert heard == {"hello", "lobby", "watch", "unwatch", "story", "talk", "tap", "untap"}


def test_the_page_shows_the_machine() -> None:
    """The diagram on the protocol's page is the machine's."""
    assert f"```mermaid\n{HouseDialect.machine.diagram()}\n```" in PAGE.read_text()
