"""The protocol for other programs: the schema covers what is sent, the page's types are those of the server."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bottega.bots import choose
from bottega.games import GAMES
from bottega.games.refusal import Phrasebook
from bottega.wire.house import commands, messages
from bottega.wire.house.catalogue import catalogue
from bottega.wire.house.types import BOOKS, phrases, schema, typescript
from tests.wire.house.stage import HouseStage

ROOT = Path(__file__).parents[3]


def _fits(value: Any, part: dict[str, Any], types: dict[str, Any]) -> bool:
    """Whether a value is what a schema says: as much of JSON Schema as ours uses."""
    if "$ref" in part:
        return _fits(value, types[part["$ref"].rpartition("/")[2]], types)
    if "anyOf" in part:
        return any(_fits(value, each, types) for each in part["anyOf"])
    if "enum" in part:
        return value in part["enum"]
    match part.get("type"):
        case "object":
            fields = part.get("properties", {})
            more = part.get("additionalProperties", "properties" not in part)
            return (
                isinstance(value, dict)
                and set(part.get("required", ())) <= value.keys()
                and all(
                    _fits(each, fields[name], types)
                    if name in fields
                    else _fits(each, more, types)
                    if isinstance(more, dict)
                    else more
                    for name, each in value.items()
                )
            )
        case "array":
            first = part.get("prefixItems", [])
            return (
                isinstance(value, list)
                and len(value) >= len(first)
                and all(_fits(each, inner, types) for each, inner in zip(value, first, strict=False))
                and all(_fits(each, part["items"], types) for each in value[len(first) :])
            )
        case "string":
            return isinstance(value, str)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, (int, float)) and not isinstance(value, bool)
        case "boolean":
            return isinstance(value, bool)
        case "null":
            return value is None
    return not part


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_everything_sent_is_in_the_schema(game: str) -> None:
    """Every message of a game played by two, watched by one, is what the schema says."""
    stage = HouseStage()
    players = stage.playing(game)
    eve = stage.guest("Eve")
    eve.does("lobby", changes=True)
    eve.does("watch", table=stage.table.id)
    eve.fails("sit", "table.started", table=stage.table.id)
    eve.does("chat", table=stage.table.id, text="hello")
    rules, types = GAMES[game], schema()["$defs"]
    view = {"$ref": f"#/$defs/{game.title()}View"}
    seen: set[str] = set()
    for count in range(2000):
        position = stage.table.position
        if position.finished:
            break
        seat = rules.actors(position.state)[0]
        action = choose("greedy", rules, position.state, seat, count.to_bytes(4, "big"))
        players[seat].does("act", table=stage.table.id, actions=[str(action)])
    stage.wait(1)
    for message in [message for guest in (*players, eve) for message in guest.heard()]:
        assert _fits(message, types["Message"], types), message
        assert message.get("view") is None or _fits(message["view"], view, types)
        seen.add(message["type"])
    assert {"step", "snapshot", "lobby", "lobby_changes", "chat"} <= seen


def test_the_schema_can_say_no() -> None:
    """The check above is not content with everything."""
    types = schema()["$defs"]
    assert not _fits({"type": "ok"}, types["Message"], types)
    assert not _fits({"type": "refused", "cmd_id": 3, "code": "", "reason": ""}, types["Message"], types)
    assert not _fits({"phase": "main"}, types["SplendorView"], types)


def test_a_step_is_its_two_parts() -> None:
    """What is encoded once for all, what is encoded for one viewer, and now and then the words make up a step."""
    parts = (*messages.StepForAll.__struct_fields__, *messages.StepForOne.__struct_fields__, "words")
    assert sorted(parts) == sorted(messages.Step.__struct_fields__)
    assert not set(messages.StepForAll.__struct_fields__) & set(messages.StepForOne.__struct_fields__)


def test_every_type_that_is_named_exists() -> None:
    """No TypeScript type refers to one that is not there."""
    text = typescript()
    defined = set(re.findall(r"^export (?:interface|type) (\w+)", text, re.MULTILINE))
    named = set(re.findall(r"\b[A-Z]\w+\b", re.sub(r"/\*\*.*?\*/|//.*", "", text, flags=re.DOTALL | re.MULTILINE)))
    assert named - {"Record"} - defined == set()
    assert {"Command", "Message", "View", "SplendorView", "SagradaView", "RenaissanceView", "Replay"} <= defined


def test_the_page_uses_these_types() -> None:
    """``web/src/lib/protocol.ts`` is what ``python -m bottega.wire.house.types`` writes."""
    written = ROOT / "web" / "src" / "lib" / "protocol.ts"
    assert written.read_text("utf-8") == typescript()


def test_the_page_knows_these_phrases() -> None:
    """``web/src/lib/phrases.ts`` is what ``python -m bottega.wire.house.types phrases`` writes."""
    written = ROOT / "web" / "src" / "lib" / "phrases.ts"
    assert written.read_text("utf-8") == phrases()


@pytest.mark.parametrize("language", ["it", "pl"])
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_every_refusal_is_translated(book: Phrasebook, language: str) -> None:
    """The page's Italian and Polish have a sentence for every refusal and every score line, and for nothing else."""
    source, shell = ROOT / "web" / "src", f"{book.name}\\." if book.name not in GAMES else ""
    table = source / ("lib/i18n" if shell else f"boards/{book.name}/phrases") / f"{language}.ts"
    known = re.findall(rf'^  "(?:refused|line)\.{shell}([\w.-]+)":', table.read_text("utf-8"), re.MULTILINE)
    lines = [f"{code}{end}" for code in book.lines for end in ("", ".detail")]
    assert sorted(known) == sorted(code.partition(".")[2] for code in (*book.templates, *lines))


def test_every_code_is_documented() -> None:
    """The page on the protocol lists every code that this dialect refuses with, and every command and message."""
    page = (ROOT / "docs" / "protocols" / "house.md").read_text("utf-8")
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "src/bottega/wire").glob("house*.py"))
    for code in set(re.findall(r'No\("([a-z-]+)"|Refusal\("([a-z-]+)"', sources)):
        assert f"`{code[0] or code[1]}`" in page
    for kind in (*commands.Command.__args__, *messages.Message.__args__):
        assert f"`{kind.__struct_config__.tag}`" in page or f'"type":"{kind.__struct_config__.tag}"' in page


def test_the_catalogue_has_everything_printed() -> None:
    """As many cards, nobles, windows, tools, objectives and leaders as there are in the boxes; leaders in words."""
    printed = catalogue()
    assert (len(printed.splendor.cards), len(printed.splendor.nobles)) == (90, 10)
    sagrada = printed.sagrada
    counts = len(sagrada.windows), len(sagrada.tools), len(sagrada.public_objectives), len(sagrada.private_objectives)
    assert counts == (24, 12, 10, 5)
    assert (len(printed.renaissance.cards), len(printed.renaissance.leaders)) == (48, 16)
    assert all(text.ability and text.needs for text in printed.renaissance.leader_texts)
    types = schema()["$defs"]
    assert _fits(msgspec.json.decode(msgspec.json.encode(printed)), types["Catalogue"], types)
