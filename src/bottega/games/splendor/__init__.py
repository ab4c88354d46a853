"""Under construction."""

NAME = "splendor"
