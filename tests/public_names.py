"""All names that a version number promises something about, a line each (``docs/versions.md``).

``python -m tests.public_names --write`` writes them to ``public_names.txt``; ``tests/test_public_names.py`` compares.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import griffe
from cyclopts import App

from bottega.cli import app
from bottega.wire.house.types import schema
from tests.test_deploy import families

ROOT = Path(__file__).parents[1]
FILE = Path(__file__).with_suffix(".txt")
HEAD = "# What is public, a line each: python -m tests.public_names --write\n"

sys.path.append(str(ROOT / "docs"))
from site_parts.generated import PUBLIC  # noqa: E402 - a module of the documentation


def found() -> list[str]:
    """All of them, as they are now."""
    return sorted({*python(), *command_line(), *house_protocol(), *metrics()})


def noted() -> list[str]:
    """All of them, as they were written down."""
    return [line for line in FILE.read_text("utf-8").splitlines() if not line.startswith("#")]


def python() -> Iterator[str]:
    """The Python interface: the modules that the reference shows, what they define, and with which parameters."""
    package = griffe.load("bottega", search_paths=[ROOT / "src"], resolve_aliases=True)
    for _, modules in PUBLIC:
        for name in modules:
            module = package[name.removeprefix("bottega.")]
            for member in module.members.values():
                # Without __all__, a module's names are those it defines.
                if member.is_exported if module.exports is not None else _own(member):
                    # A function hides the module of its name that it comes from.
                    thing = member[member.name] if member.is_module else member
                    yield from _python(f"python {name}.{member.name}", thing)


def _own(member: griffe.Object | griffe.Alias) -> bool:
    hidden = member.is_alias or member.is_module or member.name.startswith("_")
    return not hidden and not str(getattr(member, "value", "")).startswith("TypeVar(")


def _python(path: str, thing: griffe.Object | griffe.Alias) -> Iterator[str]:
    target = thing.final_target if isinstance(thing, griffe.Alias) else thing
    if isinstance(target, griffe.Function):
        yield f"{path}({', '.join(_parameters(target))})"
    elif isinstance(target, griffe.Class):
        bases = ", ".join(str(base).partition("[")[0] for base in target.bases)
        yield f"{path} is a class of {bases}" if bases else f"{path} is a class"
        for member in target.members.values():
            if not member.name.startswith("_"):
                yield from _python(f"{path}.{member.name}", member)
    else:
        yield path


def _parameters(function: griffe.Function) -> Iterator[str]:
    marks = {"variadic positional": "*", "variadic keyword": "**"}
    keywords = False
    for each in function.parameters:
        kind = each.kind.value if each.kind else ""
        if kind == "keyword-only" and not keywords:
            yield "*"
        keywords = kind in ("keyword-only", "variadic positional")
        optional = "=…" if each.default is not None and kind not in marks else ""
        yield f"{marks.get(kind, '')}{each.name}{optional}"


def command_line() -> Iterator[str]:
    """Commands and their options."""
    yield from _commands("command bottega", app)


def _commands(command: str, of: App) -> Iterator[str]:
    yield command
    for argument in of.assemble_argument_collection() if of.default_command else ():
        for option in argument.names:
            yield f"{command} {option}{' (required)' if argument.required else ''}"
    for name in of:
        if not name.startswith("-"):
            yield from _commands(f"{command} {name}", of[name])


def house_protocol() -> Iterator[str]:
    """Messages, types and fields of the house protocol, with what they hold."""
    for name, kind in schema()["$defs"].items():
        yield f"house {name}"
        required = kind.get("required", ())
        for field, held in kind.get("properties", {}).items():
            yield f"house {name}.{field} {_held(held)}{' (required)' if field in required else ''}"


def _held(kind: dict[str, Any]) -> str:
    """The type of a field, without what is written for people."""
    told = {key: value for key, value in kind.items() if key not in ("description", "title", "default")}
    return json.dumps(told, sort_keys=True, ensure_ascii=False)


def metrics() -> Iterator[str]:
    """Series of the house and their labels."""
    for name, labels in families().items():
        if name.startswith("bottega_"):
            yield f"metric {name} {{{', '.join(sorted(labels))}}}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.public_names", description="What is public, a line each.")
    parser.add_argument("--write", action="store_true", help=f"write it to {FILE.name} instead of printing it")
    if parser.parse_args().write:
        FILE.write_text(HEAD + "".join(f"{line}\n" for line in found()), "utf-8")
    else:
        print(*found(), sep="\n")
