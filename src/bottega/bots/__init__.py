"""Bots: whoever chooses an action when it is not a person."""
