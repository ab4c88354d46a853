"""Bottega: a house for three board games."""

__version__ = "0.2.0.dev0"
