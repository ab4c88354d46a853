"""Everything that is shipped may be: ``LICENCES.md`` is true, and each package brings the text of its licence."""

from __future__ import annotations

import re
import sys
from importlib.metadata import distribution

import pytest
from packaging.requirements import Requirement

from tests.public_names import ROOT

sys.path.append(str(ROOT / "docs"))
from site_parts import licences

AS_ONE_LIKES = {
    "MIT",
    "MIT-0",
    "BSD",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "Apache-2.0",
    "PSF-2.0",
    "ISC",
    "0BSD",
    "Zlib",
    "CC0-1.0",
}
"""Licences that ask for no more than to be named."""


def test_what_is_brought_along_may_be_used_as_one_likes() -> None:
    """Every Python package has a licence that asks for no more than to be named, and comes with its text."""
    needed = licences.needed()
    assert {"msgspec", "starlette", "asyncpg", "h11"} <= needed.keys()
    assert not {"pytest", "sphinx"} & needed.keys()
    for name, (package, _) in needed.items():
        said = licences.licence(package)
        assert set(said.replace(" AND ", " OR ").split(" OR ")) <= AS_ONE_LIKES, f"{name}: {said}"
        assert licences.texts(package), f"{name} comes without its licence"


def test_what_others_need_with_an_extra_is_named() -> None:
    """One asks for a package as it is, another for more of it: what that needs comes along, too."""
    needed = licences.needed()
    for package, _ in needed.values():
        for requirement in map(Requirement, package.requires or ()):
            for extra in requirement.extras if requirement.marker is None else ():
                more = [Requirement(line) for line in distribution(requirement.name).requires or ()]
                wanted = {
                    each.name.lower() for each in more if each.marker and f'extra == "{extra}"' in str(each.marker)
                }
                assert wanted <= needed.keys(), f"{requirement.name}[{extra}]"


def test_the_page_brings_the_licences_of_what_is_built_in() -> None:
    """Whatever is in the page's bundle is named with its text in a file beside it."""
    if not licences.BUILT_IN.exists():
        pytest.skip("the page is not built: make page")
    built_in = licences.built_in()
    assert "svelte" in {each["name"] for each in built_in}
    for each in built_in:
        assert each["identifier"] in AS_ONE_LIKES
        assert "Permission is hereby granted" in each["text"]


def test_the_file_is_up_to_date() -> None:
    """The list is what is installed and built now, as pinned."""
    if sys.version_info[:2] != (3, 11) or sys.platform != "linux":
        pytest.skip("the list is made on Linux with Python 3.11, which needs the most")
    if not licences.BUILT_IN.exists():
        pytest.skip("the page is not built: make page")
    assert licences.FILE.read_text("utf-8") == licences.written(), "make licences"


def test_every_font_comes_with_its_licence() -> None:
    """The tree holds no font file; those the page takes from packages are named, with their licence beside the page."""
    suffixes = (".woff", ".woff2", ".ttf", ".otf")
    held = [path for folder in ("web/src", "web/public") for path in (ROOT / folder).rglob("*")]
    assert [path for path in held if path.suffix in suffixes] == []
    asked = set(re.findall(r'font-family: "([^"]+)"', (ROOT / "web/src/fonts.css").read_text("utf-8")))
    assert asked == {"Alegreya", "Source Sans 3"}
    for name in asked:
        text = (ROOT / "web/public/fonts" / f"{name.replace(' ', '')}-OFL.txt").read_text("utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in text
        assert name in licences.FILE.read_text("utf-8")
