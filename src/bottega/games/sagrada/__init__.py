"""Under construction."""

NAME = "sagrada"
