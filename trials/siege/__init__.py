"""Hostile peers against a real server, and what a table that has nothing to do with them notices."""
