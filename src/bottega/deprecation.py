"""What is to go away: it goes on working, says what to use instead, and is remembered, so that it does go in time."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Deprecation(NamedTuple):
    """Something that is to go away."""

    name: str
    instead: str
    since: str
    until: str
    """The version in which it is no longer there."""


DEPRECATIONS: list[Deprecation] = []
"""All that was marked in modules that have been imported."""


def deprecated(instead: str, *, since: str, until: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Mark a function that is to go in the version ``until``; whoever calls it is told what to do instead."""

    def mark(function: Callable[P, R]) -> Callable[P, R]:
        name = f"{function.__module__}.{function.__qualname__}"
        DEPRECATIONS.append(Deprecation(name, instead, since, until))

        @functools.wraps(function)
        def warned(*arguments: P.args, **named: P.kwargs) -> R:
            warnings.warn(f"{name} goes away in {until}: {instead}", DeprecationWarning, stacklevel=2)
            return function(*arguments, **named)

        return warned

    return mark
