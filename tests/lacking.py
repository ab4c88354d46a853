"""What a test needs of the machine and does not find."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def lacking(what: str) -> NoReturn:
    """Say what is missing: a reason to skip at home, a failure where everything has to be there."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)
