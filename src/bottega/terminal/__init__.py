"""The terminal client: ``bottega play``."""
