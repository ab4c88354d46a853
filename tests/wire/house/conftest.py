"""The stage on which the house protocol is tried."""

from __future__ import annotations

import pytest

from tests.wire.house.stage import HouseStage


@pytest.fixture
def stage() -> HouseStage:
    """An empty house."""
    return HouseStage()
