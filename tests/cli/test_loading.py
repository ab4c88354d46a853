"""How the many modules of a house are loaded."""

from __future__ import annotations

import gc
import sys

import pytest

from bottega.cli.loading import COLOURS, a_house


def test_nobody_looks_for_garbage_meanwhile() -> None:
    """While modules are loaded nothing is collected; afterwards it is as before, and what was loaded is set apart."""
    with a_house():
        assert not gc.isenabled()
    try:
        assert gc.isenabled()
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()


def test_a_house_has_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """What only colours logs cannot be imported meanwhile, and can be afterwards, also if something goes wrong."""
    monkeypatch.delitem(sys.modules, COLOURS, raising=False)
    with pytest.raises(ImportError), a_house():
        import rich
    import rich

    assert rich


def test_what_is_loaded_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that has its colours already keeps them."""
    import rich

    monkeypatch.setitem(sys.modules, COLOURS, rich)
    with a_house():
        assert sys.modules[COLOURS] is rich
    assert sys.modules[COLOURS] is rich
