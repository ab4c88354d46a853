"""``LICENCES.md``, made from what is really installed and built: ``make licences``.

The page's packages are those that its build has put in (``licences.json``, with their texts); Python's are what
``pyproject.toml`` asks for, and what that asks for, whatever the extra. The file has a line for each; the texts come
with the packages.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
FILE = ROOT / "LICENCES.md"
BUILT_IN = ROOT / "src" / "bottega" / "server" / "page" / "licences.json"
FOR_WORK = {"dev", "docs"}
"""Extras that nobody needs who runs a house."""
IN_THE_SITE = ("furo", "sphinx", "sphinx-basic-ng", "sphinx-copybutton")
"""What leaves files of its own in the documentation site."""
SAID_OTHERWISE = {
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: BSD License": "BSD",
}
"""Classifiers of packages that name no expression, and what they mean."""

HEAD = """# Licences

Made by `make licences` from what is installed and built; a test notices when it is no longer true.

Bottega itself is under the [MIT licence](LICENSE). {note}

## Fonts and pictures

The page brings two fonts, Alegreya and Source Sans 3, taken from the packages `@fontsource-variable/alegreya` and
`@fontsource-variable/source-sans-3` when it is built. Both are under the SIL Open Font License 1.1, whose text is in
`web/public/fonts` and on every house under `/fonts/`. Every drawing on the page is code of this project, and so is its
icon. The pictures in `docs/images` and `web/public/preview` were taken of that page by `docs/images/make.py`. All of
those are under the project's licence.

## In the page

What the browser is given has these packages built in. Their texts come with it: `licences.json` beside the page, on
every house at `/licences.json`.

| package | version | licence |
|---|---|---|
{page}

## Beside it, in Python

What `pip install bottega` brings along, with every extra that a house can use, on Linux with Python 3.11 (newer ones
need a little less). None of it is in Bottega's own files; each package brings the text of its licence in its
`.dist-info` directory, and the container has them all.

| package | version | licence | for |
|---|---|---|---|
{python}

## In the documentation site

| package | version | licence |
|---|---|---|
{site}
"""


def written() -> str:
    """The whole file."""
    return HEAD.format(
        note=publishers(),
        page="\n".join(f"| {each['name']} | {each['version']} | {each['identifier']} |" for each in built_in()),
        python="\n".join(
            f"| {name} | {each.version} | {licence(each)} | {', '.join(sorted(extras - {''}) or ['all'])} |"
            for name, (each, extras) in sorted(needed().items())
        ),
        site="\n".join(
            [
                *(f"| {name} | {distribution(name).version} | {licence(distribution(name))} |" for name in IN_THE_SITE),
                f"| mermaid | {mermaid()} | MIT |",
            ]
        ),
    )


def publishers() -> str:
    """What the front page says about the games' publishers."""
    text = " ".join((ROOT / "README.md").read_text("utf-8").split())
    (note,) = re.findall(r"The games belong to [^.]*\.", text)
    return str(note)


def mermaid() -> str:
    """The version of what draws diagrams, as it is fetched."""
    return str(re.findall(r"mermaid@([\d.]+)", (ROOT / "Makefile").read_text("utf-8"))[0])


def built_in() -> list[dict[str, str]]:
    """The packages in the page, with their texts."""
    found: list[dict[str, str]] = json.loads(BUILT_IN.read_text("utf-8"))
    return sorted(found, key=lambda each: each["name"])


def needed() -> dict[str, tuple[Distribution, set[str]]]:
    """What a house needs of others, and for which extras (an empty name: always)."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = {"": project["dependencies"], **project["optional-dependencies"]}
    found: dict[str, tuple[Distribution, set[str]]] = {}
    for extra in sorted(asked.keys() - FOR_WORK):
        for each in followed(asked[extra]):
            found.setdefault(each.name.lower().replace("_", "-"), (each, set()))[1].add(extra)
    return {name: (each, {""} if "" in extras else extras) for name, (each, extras) in found.items()}


def followed(lines: Iterable[str]) -> list[Distribution]:
    """The packages that requirements name, and what those need in turn, on this system and with this Python."""
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, frozenset[str]]] = set()  # one may need a package as it is, another with an extra
    asked = list(_asked(lines, set()))
    while asked:
        requirement = asked.pop()
        name = requirement.name.lower().replace("_", "-")
        if name != "bottega" and (name, frozenset(requirement.extras)) not in seen:
            seen.add((name, frozenset(requirement.extras)))
            found[name] = distribution(name)
            asked += _asked(found[name].requires or (), requirement.extras)
    return [found[name] for name in sorted(found)]


def _asked(lines: Iterable[str], extras: set[str]) -> Iterator[Requirement]:
    """The requirements that hold here, with those extras."""
    for requirement in map(Requirement, lines):
        marker = requirement.marker
        if marker is None or any(marker.evaluate({"extra": each}) for each in {"", *extras}):
            yield requirement


def licence(package: Distribution) -> str:
    """The licence of a package: its expression, what its classifiers say, or a word in the field of former days."""
    expression = package.metadata["License-Expression"]
    if expression:
        return str(expression)
    classifiers = package.metadata.get_all("Classifier", ())
    said = [SAID_OTHERWISE[each] for each in classifiers if each.startswith("License :: ")]
    return " OR ".join(said) or str(package.metadata["License"] or "")


def texts(package: Distribution) -> list[Path]:
    """The files in which a package says its licence."""
    return [
        Path(str(each.locate()))
        for each in package.files or ()
        if re.match(r"(licen[cs]e|copying)", each.name, re.IGNORECASE)
    ]


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
