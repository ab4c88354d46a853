"""Tests of the house, laid out like ``src/bottega``."""
