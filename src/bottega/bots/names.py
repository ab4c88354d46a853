"""The bots that can be asked to a table."""

from __future__ import annotations

BOTS = ("random", "greedy")
