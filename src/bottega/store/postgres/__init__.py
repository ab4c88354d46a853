"""The log in PostgreSQL, or an engine that speaks its protocol: ``pip install 'bottega[postgres]'``."""

from bottega.store.postgres.log import PostgresLog

__all__ = ["PostgresLog"]
