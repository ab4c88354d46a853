"""The house protocol for other programs: its JSON Schema, and TypeScript types made from that.

``python -m bottega.wire.house.types > web/src/lib/protocol.ts`` writes the page's types; with ``phrases`` (``>
web/src/lib/phrases.ts``) the codes of all refusals and score lines, against which its translations are checked; with
``schema`` the schema, which the server also gives at ``/api/house.schema.json``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from inspect import cleandoc
from typing import Any, get_type_hints

import msgspec

from bottega.games import GAMES
from bottega.games.refusal import Phrasebook
from bottega.table.phrases import PHRASES as TABLE_PHRASES
from bottega.wire.guide import WireGuide
from bottega.wire.house import answers, commands, messages
from bottega.wire.house.catalogue import Catalogue
from bottega.wire.house.phrases import PHRASES as HOUSE_PHRASES

Schema = dict[str, Any]

_ROOT = "#/$defs/"


def schema() -> Schema:
    """The JSON Schema of everything the server takes and gives, with every type under ``$defs``."""
    named = {
        "Command": commands.Command,
        "Message": messages.Message,
        "Replay": answers.Replay,
        "TableList": answers.TableList,
        "Study": answers.Study,
        "Moment": answers.Moment,
        "Suggestion": answers.Suggestion,
        "Archive": answers.Archive,
        "Person": answers.Person,
        "Hall": answers.Hall,
        "Catalogue": Catalogue,
        "WireGuide": WireGuide,
    }
    roots, types = msgspec.json.schema_components(named.values(), ref_template=_ROOT + "{name}")
    for name, root in zip(named, roots, strict=True):
        types.setdefault(name, root)
    for game in GAMES.values():
        prefix = game.NAME.title()
        asked = (get_type_hints(game.view)["return"], game.Options)
        _, parts = msgspec.json.schema_components(asked, ref_template=f"{_ROOT}{prefix}{{name}}")
        types.update({prefix + name: {**part, "title": prefix + name} for name, part in parts.items()})
    views = [{"$ref": f"{_ROOT}{game.NAME.title()}View"} for game in GAMES.values()]
    description = "A game as a viewer may know it; null before it starts."
    types["View"] = {"description": description, "anyOf": [*views, {"type": "null"}]}
    for part in types.values():
        if "description" in part:  # as Python 3.13 and later have docstrings
            part["description"] = cleandoc(part["description"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The house protocol of Bottega, version {messages.PROTOCOL}",
        "properties": {
            "command": {"$ref": _ROOT + "Command"},
            "message": {"$ref": _ROOT + "Message"},
        },
        "$defs": types,
    }


def typescript() -> str:
    """The types of the schema in TypeScript."""
    parts = ["// Made by `python -m bottega.wire.house.types` from the server's message types. Do not edit.\n"]
    for name, part in sorted(schema()["$defs"].items()):
        if description := part.get("description"):
            parts.append(f"/** {description.replace('``', '`')} */" if "\n" not in description else _block(description))
        if part.get("type") == "object" and "properties" in part:
            parts.append(f"export interface {name} {{\n{_fields(part)}}}\n")
        else:
            parts.append(f"export type {name} = {_type(part)}\n")
    return "\n".join(parts)


BOOKS: tuple[Phrasebook, ...] = (*(game.PHRASES for game in GAMES.values()), TABLE_PHRASES, HOUSE_PHRASES)
"""Everything that the house protocol may say as data."""


def phrases() -> str:
    """The codes of all phrasebooks in TypeScript, with the kind of each parameter and the English as a comment."""
    parts = ["// Made by `python -m bottega.wire.house.types phrases` from the server's phrasebooks. Do not edit.\n"]
    parts.append("/** For every phrasebook its refusals and its lines of a score sheet: parameters and their kinds. */")
    parts.append("export const PHRASES = {")
    for book in BOOKS:
        refusals = ((code, template, book.kinds(code)) for code, template in book.templates.items())
        lines = ((code, ": ".join(texts), book.line_kinds(code)) for code, texts in book.lines.items())
        parts.append(f"  {book.name}: {{\n    refusals: {{\n{_coded(refusals)}    }},")
        parts.append(f"    lines: {{\n{_coded(lines)}    }},\n  }},")
    return "\n".join(parts) + "\n} as const\n"


def _coded(phrases: Iterable[tuple[str, str, dict[str, str]]]) -> str:
    return "".join(
        f"      /** {english} */\n"
        f"      {msgspec.json.encode(code.partition('.')[2]).decode()}: {msgspec.json.encode(kinds).decode()},\n"
        for code, english, kinds in phrases
    )


def _block(description: str) -> str:
    lines = "".join(f" * {line}".rstrip() + "\n" for line in description.replace("``", "`").splitlines())
    return f"/**\n{lines} */"


def _fields(part: Schema) -> str:
    required = set(part.get("required", ()))
    return "".join(
        f"  {name}{'' if name in required else '?'}: {_type(field)}\n" for name, field in part["properties"].items()
    )


_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def _type(part: Schema) -> str:
    """One schema as a TypeScript type."""
    if "$ref" in part:
        return str(part["$ref"]).removeprefix(_ROOT)
    if "enum" in part:
        return _union(msgspec.json.encode(value).decode() for value in part["enum"])
    if "anyOf" in part:
        return _union(map(_type, part["anyOf"]))
    kind = part.get("type")
    if kind == "array":
        if "prefixItems" in part:
            return f"[{', '.join(map(_type, part['prefixItems']))}]"
        inner = _type(part["items"]) if isinstance(part.get("items"), dict) else "unknown"
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object":
        values = part.get("additionalProperties")
        return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
    return _PLAIN.get(str(kind), "unknown")


def _union(types: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(types))


if __name__ == "__main__":
    if sys.argv[1:] == ["schema"]:
        print(msgspec.json.format(msgspec.json.encode(schema()), indent=2).decode())
    elif sys.argv[1:] == ["phrases"]:
        print(phrases(), end="")
    else:
        print(typescript(), end="")
