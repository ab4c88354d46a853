"""Splendor: the rulebook as tests."""
