"""What a SQLite file is told besides the entries of tables: names and passwords, notes, what was said, records.

Each is written inside the transaction of whoever has the pen (``sqlite.py``).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import msgspec
from msgspec.structs import astuple

from bottega.store.chain import alone
from bottega.store.erasing import erase
from bottega.store.log import Conflict, Done, Oblivion, Remark, Revocation, StoreFault
from bottega.store.records import Record, Statements, rows_of
from bottega.store.schema import ADD_NOTE, CHANGE, CHANGE_NOTE, ENROL, READ_NOTES, REVOKE, SAY, TAKE_NOTE, TOUCH
from bottega.store.together import write_rows

ARCHIVE = Statements()

UNFIT = (ValueError, OverflowError, sqlite3.DataError, sqlite3.InterfaceError, sqlite3.ProgrammingError)
"""Raised for a value that no column can hold: the fault of one job, unlike a disk that is full."""


class Register(msgspec.Struct):
    """An account: a name and the hash of its password."""

    name: str
    password: str
    done: Done


class Change(msgspec.Struct):
    """Another password of an account."""

    name: str
    password: str
    done: Done


class Revoke(msgspec.Struct):
    """What becomes void."""

    revocations: Sequence[Revocation]
    done: Done


class Say(msgspec.Struct):
    """What was said at a table."""

    table: str
    remark: Remark
    done: Done


class Note(msgspec.Struct):
    """Another text of a note, None for none, if it is the former one."""

    kind: str
    key: str
    former: str | None
    text: str | None
    done: Done


class Archive(msgspec.Struct):
    """The record of a finished game."""

    record: Record
    done: Done


class Forget(msgspec.Struct):
    """A name that is to be forgotten."""

    oblivion: Oblivion
    done: Done


class Probe(msgspec.Struct):
    """Nothing new: whether the file can be written to."""

    done: Done


Beside = Register | Change | Revoke | Say | Note | Archive | Forget | Probe


def write_beside(writer: sqlite3.Connection, job: Beside) -> StoreFault | None:
    """Do what concerns names, notes, or what was said, and no log of a table."""
    try:
        match job:
            case Register(name, password):
                writer.execute(ENROL, (name, password, alone(name, password)))
            case Change(name, password):
                if not writer.execute(CHANGE, (password, alone(name, password), name)).rowcount:
                    return StoreFault(f"nobody owns the name {name}")
            case Revoke(revocations):
                writer.executemany(REVOKE, [(*astuple(each), alone(*astuple(each))) for each in revocations])
            case Say(table, remark):
                values = (table, remark.name, remark.text, str(remark.at))
                writer.execute(SAY, (table, *astuple(remark), alone(*values)))
            case Archive(record):
                kept = (record.table, record.text, alone(record.table, record.text))
                if writer.execute(ARCHIVE.keep, kept).rowcount:
                    write_rows(writer, ARCHIVE.file_all, rows_of(record))
            case Forget(oblivion):
                return erase(writer, oblivion)
            case Probe():
                writer.execute(TOUCH)
            case Note(kind, key, former, text):
                if not _write_note(writer, kind, key, former, text):
                    return Conflict(f"the note {kind} {key} was changed")
    except sqlite3.IntegrityError as error:
        return Conflict(f"the name {job.name} is taken" if isinstance(job, Register) else str(error))
    except UNFIT as error:
        return StoreFault(f"it cannot be kept: {error}")
    return None


def as_recorded(table: str, text: str, link: bytes) -> bool:
    """Whether a record is what was written."""
    try:
        return alone(table, text) == link
    except ValueError:  # no text
        return False


def _write_note(writer: sqlite3.Connection, kind: str, key: str, former: str | None, text: str | None) -> bool:
    """Replace a note's text, if it is the former one; whether it was."""
    if text is None:
        if former is None:
            return writer.execute(READ_NOTES, (kind, key, key)).fetchone() is None
        return writer.execute(TAKE_NOTE, (kind, key, former)).rowcount == 1
    values = (kind, key, text, alone(kind, key, text))
    if former is None:
        return writer.execute(ADD_NOTE, values).rowcount == 1
    return writer.execute(CHANGE_NOTE, (*values, former)).rowcount == 1
