"""Who breaks what several nodes stand on can make every fault that it names."""

from __future__ import annotations

import inspect

from trials.chaos.cluster import nemesis
from trials.chaos.cluster.nemesis import FAULTS, NodesNemesis


def test_every_fault_can_be_made() -> None:
    """Each has a method and a row in the table that says what is done."""
    for name in FAULTS:
        assert inspect.iscoroutinefunction(getattr(NodesNemesis, name)), name
        assert f"\n| {name} | " in str(nemesis.__doc__), name
