"""Under construction."""

NAME = "renaissance"
