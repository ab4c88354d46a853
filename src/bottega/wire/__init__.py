"""The dialects, by name."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Any

from bottega.wire.core.dialect import Dialect


class _Dialects(MutableMapping[str, type[Dialect[Any]]]):
    """Those of this package by the names of their classes, imported when first asked for; others may be added."""

    def __init__(self, **classes: str) -> None:
        self._known: dict[str, type[Dialect[Any]] | str] = {
            package.replace("_", "-"): name for package, name in classes.items()
        }

    def __getitem__(self, name: str) -> type[Dialect[Any]]:
        known = self._known[name]
        if isinstance(known, str):
            module = import_module(f"{__name__}.{name.replace('-', '_')}.dialect")
            known = self._known[name] = getattr(module, known)
        return known

    def __setitem__(self, name: str, dialect: type[Dialect[Any]]) -> None:
        self._known[name] = dialect

    def __delitem__(self, name: str) -> None:
        del self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


DIALECTS: MutableMapping[str, type[Dialect[Any]]] = _Dialects(
    splendor_json="SplendorJson",
    sagrada_json="SagradaJson",
    sagrada_text="SagradaText",
    renaissance_json="RenaissanceJson",
    renaissance_steps="RenaissanceSteps",
    renaissance_events="RenaissanceEvents",
)
"""Every TCP protocol that is served."""
