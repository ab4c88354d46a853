"""Reference pages made from the program: nobody writes down a second time what it says itself.

The command line from its own help, the Python interface from docstrings, the house protocol from its JSON Schema, the
dialects from the tables of their machines.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

from bottega.cli import all_commands
from bottega.server.app import DEFAULT_LISTENERS
from bottega.wire import DIALECTS
from bottega.wire.core.dialect import Dialect
from bottega.wire.house.types import schema

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FOLDER = DOCS / "reference" / "generated"
ADOPTED = {
    "CHANGELOG.md": "changelog",
    "CODE_OF_CONDUCT.md": "conduct",
    "CONTRIBUTING.md": "contributing",
    "LICENCES.md": "licences",
    "SECURITY.md": "reporting",
    "bench/README.md": "scale",
    "web/README.md": "web",
}
"""Pages that live elsewhere in the tree, where people look for them, and their names in the site."""
_LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)\s]*)?\))")

PUBLIC = (
    ("The games", ("bottega.games", "bottega.games.core", "bottega.games.chance", "bottega.games.refusal")),
    ("Splendor", ("bottega.games.splendor",)),
    ("Sagrada", ("bottega.games.sagrada",)),
    ("Masters of Renaissance", ("bottega.games.renaissance",)),
    ("Bots", ("bottega.bots",)),
    ("Tables", ("bottega.table.entries", "bottega.table.events", "bottega.table.position")),
    ("Recorded games", ("bottega.archive", "bottega.fault")),
    ("Stores", ("bottega.store.log",)),
    ("Writing a dialect", ("bottega.wire.core.machine", "bottega.wire.core.dialect", "bottega.wire.core.framing")),
)
"""What the reference of the Python interface has, page by page."""


GATHERED = ("bottega.games.splendor", "bottega.games.sagrada", "bottega.games.renaissance", "bottega.bots")


def write(folder: Path = FOLDER) -> None:
    """Write all pages; those that have not changed stay as they are, so that Sphinx need not read them again."""
    pages = {
        **{name: adopted(ROOT / path) for path, name in ADOPTED.items() if (ROOT / path).exists()},
        "command-line": command_line(),
        "house-schema": house_schema(),
        "dialects": dialects(),
        "python": python_index(),
        **{f"python-{slug(title)}": python(title, modules) for title, modules in PUBLIC},
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        path = folder / f"{name}.md"
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
    for path in folder.glob("*.md"):
        if path.stem not in pages:
            path.unlink()


def adopted(path: Path) -> str:
    """A page that lives elsewhere, with its links as they are in the site."""
    return linked(path.read_text("utf-8"), path)


def linked(text: str, page: Path) -> str:
    """A page whose links lead to where the site has what they lead to in the tree."""

    def lead(match: re.Match[str]) -> str:
        before, target, after = match.groups()
        found = (page.parent / target).resolve()
        name = str(found.relative_to(ROOT)) if found.is_relative_to(ROOT) else ""
        if name in ADOPTED:
            return f"{before}/reference/generated/{ADOPTED[name]}.md{after}"
        if name == "README.md":
            return f"{before}/index.md{after}"
        if found.is_relative_to(DOCS) and found.suffix == ".md":
            return f"{before}/{found.relative_to(DOCS)}{after}"
        return f"{before}{os.path.relpath(found, FOLDER)}{after}" if not page.is_relative_to(DOCS) else match[0]

    return _LINK.sub(lead, text)


def slug(title: str) -> str:
    """A title as part of a file's name."""
    return title.lower().replace(" ", "-")


def command_line() -> str:
    """Every command with its options."""
    # The usage lines repeat the words of the command that is being run, which is another one here.
    run, sys.argv = sys.argv, ["bottega"]
    try:
        text = all_commands().generate_docs(output_format="markdown", heading_level=1)
    finally:
        sys.argv = run
    body = text.partition("\n")[2]
    # Headings of commands say all words; the list of contents has links of its own.
    body = re.sub(r"^## Table of Contents\n(.*?)(?=^#|\Z)", "", body, flags=re.MULTILINE | re.DOTALL)
    return f"# The command line\n\nMade from `bottega --help`.\n{body}"


def python_index() -> str:
    """The list of the pages of the Python interface."""
    pages = "\n".join(f"python-{slug(title)}" for title, _ in PUBLIC)
    return (
        "# The Python interface\n\n"
        "Made from the docstrings. What is here is public in the sense of [versions](../../versions.md); all else may\n"
        f"change with any release.\n\n```{{toctree}}\n{pages}\n```\n"
    )


def python(title: str, modules: tuple[str, ...]) -> str:
    """A page of the Python interface."""
    parts = [f"# {title}\n"]
    for module in modules:
        # The names of a package are those of its modules; a module's own are what it defines.
        gathered = "   :imported-members:\n" if module in GATHERED else ""
        parts.append(f"## `{module}`\n\n```{{eval-rst}}\n.. automodule:: {module}\n{gathered}```\n")
    return "\n".join(parts)


def dialects() -> str:
    """Of every dialect: where it listens, its profiles, and what it listens to in which state."""
    ports = {each.name: each.port for each in DEFAULT_LISTENERS}
    parts = [
        "# The dialects, as tables\n",
        "Made from the tables of their state machines; the page of each protocol says what the messages mean.\n",
        "| dialect | game | port | profiles |",
        "|---|---|---|---|",
    ]
    for name, dialect in DIALECTS.items():
        profiles = ", ".join(f"`+{each}`" for each in dialect.PROFILES if each) or "–"
        link = f"[`{name}`](../../protocols/{name}.md)"
        parts.append(f"| {link} | {dialect.GAME} | {ports.get(name, '–')} | {profiles} |")
    for name, dialect in DIALECTS.items():
        parts += ["", f"## {name}", "", *_machine(dialect)]
    return "\n".join(parts) + "\n"


def _machine(dialect: type[Dialect[Any]]) -> list[str]:
    machine = dialect.machine
    lines = ["| in the state | message | payload | leads to |", "|---|---|---|---|"]
    for row in machine.rows.values():
        then = ", ".join(dict.fromkeys(each.value for each in row.then))
        stays = "(stays)" if then == row.state.value else then
        lines.append(f"| {row.state.value} | `{row.message}` | {_type(row.payload)} | {stays} |")
    if machine.changes:
        lines += ["", "What the table does by itself:", "", "| in the state | when | leads to |", "|---|---|---|"]
        lines += [f"| {each.state.value} | {each.what} | {each.then.value} |" for each in machine.changes]
    return lines


def _type(kind: Any) -> str:
    fields = getattr(kind, "__struct_fields__", None)
    if fields is None:
        return f"`{getattr(kind, '__name__', kind)}`"
    return ", ".join(f"`{field}`" for field in fields) or "–"


def house_schema() -> str:
    """Every type of the house protocol, with its fields."""
    told = schema()
    types: dict[str, Any] = told["$defs"]
    roots = ("Command", "Message")
    parts = [
        f"# {told['title'].replace(' of Bottega', '')}: every type\n",
        "Made from the JSON Schema that a house gives at `/api/house.schema.json`;",
        "[the house protocol](../../protocols/house.md) says what they are for.\n",
    ]
    for name in (*roots, *sorted(types.keys() - set(roots))):
        parts += [f"({anchor(name)})=", f"## {name}", "", *_schema_type(types[name]), ""]
    return "\n".join(parts)


def anchor(name: str) -> str:
    """What links to a type of the house protocol lead to."""
    return f"type-{name.lower()}"


def _schema_type(kind: dict[str, Any]) -> list[str]:
    lines = [_cell(kind["description"]), ""] if "description" in kind else []
    if "properties" not in kind:
        return [*lines, _expression(kind)]
    required = set(kind.get("required", ()))
    lines += ["| field | type | default | |", "|---|---|---|---|"]
    for name, field in kind["properties"].items():
        default = "required" if name in required else f"`{_plain(field['default'])}`" if "default" in field else "–"
        lines.append(f"| `{name}` | {_expression(field)} | {default} | {_cell(field.get('description', ''))} |")
    return lines


def _expression(kind: dict[str, Any]) -> str:
    """A type as it is written in a table, with links to what it is made of."""
    if "$ref" in kind:
        name = kind["$ref"].rpartition("/")[2]
        return f"[{name}](#{anchor(name)})"
    for several in ("anyOf", "oneOf"):
        if several in kind:
            return " or ".join(map(_expression, kind[several]))
    if "enum" in kind:
        return " or ".join(f"`{_plain(each)}`" for each in kind["enum"])
    if "const" in kind:
        return f"`{_plain(kind['const'])}`"
    if kind.get("type") == "array":
        if "prefixItems" in kind:
            return "(" + ", ".join(map(_expression, kind["prefixItems"])) + ")"
        return f"list of {_expression(kind.get('items') or {})}"
    if kind.get("type") == "object":
        values = kind.get("additionalProperties")
        return f"map of {_expression(values)}" if isinstance(values, dict) else "map"
    return str(kind.get("type", "anything"))


def _plain(value: Any) -> str:
    return "null" if value is None else str(value).replace("|", "\\|") if value != "" else '""'


def _cell(text: str) -> str:
    """A description on one line, its names as code."""
    return re.sub(r":\w+:`~?([^`]*)`", r"`\1`", " ".join(text.split())).replace("|", "\\|")
