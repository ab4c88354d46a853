"""Bottega: a house for three board games."""

__version__ = "0.1.0"
