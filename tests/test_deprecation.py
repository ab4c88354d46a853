"""What is to go away says so while it is there, and is noticed when its time has come."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import pytest
from packaging.version import Version

import bottega
from bottega.deprecation import DEPRECATIONS, Deprecation, deprecated


def due(deprecation: Deprecation, version: str) -> bool:
    """Whether something should be gone in a version, or in what is on its way to it."""
    return Version(deprecation.until).release <= Version(version).release


def test_nothing_is_overdue() -> None:
    """Whatever was to go in this version is gone."""
    for module in pkgutil.walk_packages(bottega.__path__, "bottega."):
        import_module(module.name)
    assert [each for each in DEPRECATIONS if due(each, bottega.__version__)] == []


def test_it_works_and_says_what_to_use() -> None:
    """A deprecated function does what it did, with a warning that points at whoever called it."""
    before = len(DEPRECATIONS)
    try:

        @deprecated("use sum", since="0.2", until="0.4")
        def total(*numbers: int) -> int:
            """What they add up to."""
            return sum(numbers)

        with pytest.warns(DeprecationWarning, match=r"total goes away in 0\.4: use sum") as told:
            assert total(1, 2) == 3
        assert told[0].filename == __file__
        assert total.__doc__ == "What they add up to."
        (noted,) = DEPRECATIONS[before:]
        assert [due(noted, version) for version in ("0.2.0", "0.3.9", "0.4.0.dev0", "0.4.0", "1.0")] == [
            False,
            False,
            True,
            True,
            True,
        ]
    finally:
        del DEPRECATIONS[before:]
