"""The log that forgets keeps the contract."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bottega.store.log import Log
from bottega.store.memory import MemoryLog
from tests.store.contract import LogContract


class TestMemoryLog(LogContract):
    """The contract, in dictionaries."""

    @pytest.fixture
    def make(self) -> Callable[[], Log]:
        """A new one."""
        return MemoryLog
