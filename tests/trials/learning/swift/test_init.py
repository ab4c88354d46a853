"""Compiling what is used for training."""

from __future__ import annotations

import shutil

import pytest

from trials.learning.swift import compiled


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_a_program_is_compiled_once() -> None:
    """What was compiled from the same source is used again."""
    first, second = compiled("sagrada"), compiled("sagrada")
    assert first._name == second._name
