"""The machine of the house protocol: every command has its row, and the page shows it."""

from __future__ import annotations

from pathlib import Path

from bottega.wire.house.commands import Command
from bottega.wire.house.dialect import HouseDialect, State

PAGE = Path(__file__).parents[3] / "docs" / "protocols" / "house.md"


def test_every_command_has_its_row() -> None:
    """The machine has all commands of the protocol, each with its own type as payload."""
    asked = {command.__struct_config__.tag: command for command in Command.__args__}
    assert {row.message: row.payload for row in HouseDialect.machine.rows.values()} == asked


def test_strangers_may_look_and_introduce_themselves() -> None:
    """Without a name one may say hello, bring a code or a passkey, and look; everything else needs one."""
    heard = {message for state, message in HouseDialect.machine.rows if state is State.STRANGER}
    introductions = {"hello", "redeem", "ask_passkey"}
    assert heard == introductions | {"lobby", "watch", "unwatch", "story", "talk", "tap", "untap"}


def test_whoever_has_a_name_may_say_everything() -> None:
    """Only to strangers something is forbidden because of the state."""
    heard = {message for state, message in HouseDialect.machine.rows if state is State.GUEST}
    assert heard == HouseDialect.machine.messages


def test_the_page_shows_the_machine() -> None:
    """The diagram on the protocol's page is the machine's."""
    assert f"```mermaid\n{HouseDialect.machine.diagram()}\n```" in PAGE.read_text()
