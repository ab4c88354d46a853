"""The commands that look after what a house has kept: its games, its names, its file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from bottega.cli.arguments import DATA, Data, Store, house_at


def replay(table: str, /, *, data: Data = DATA, store: Store = None, moves: bool = False) -> None:
    """Step through a game in the terminal: Enter for the next move, b for back, a number to jump, q to leave.

    Parameters
    ----------
    table
        The table's id, or a file written by ``bottega export``.
    data
        Directory of the durable log.
    store
        URL of the PostgreSQL database (postgresql://HOST/DATABASE) instead of a directory.
    moves
        Print all moves at once instead of stepping.
    """
    from bottega.replay import replay_table

    replay_table(table, house_at(data, store), moves)


def verify(
    target: str,
    /,
    *,
    data: Data = DATA,
    store: Store = None,
    seal: str | None = None,
    word: Annotated[list[str] | None, Parameter(negative="")] = None,
) -> None:
    """Check a finished game: its seal, the players' words, the deal that follows from both, every move, the result.

    Parameters
    ----------
    target
        A file written by ``bottega export``, or a table's id.
    data
        Directory of the durable log.
    store
        URL of the PostgreSQL database (postgresql://HOST/DATABASE) instead of a directory.
    seal
        The seal that you kept when the table opened, to be compared with the game's.
    word
        The word that you gave, to be looked for; repeatable.
    """
    from bottega.archive import verify_target

    verify_target(target, house_at(data, store), seal, word or ())


def check(*, data: Data = DATA, store: Store = None) -> None:
    """Look for damage: the file, the hash chains, and every table, followed from its first entry to its last."""
    from bottega.check import check_house

    check_house(house_at(data, store))


def export(
    table: str = "",
    /,
    *,
    name: Annotated[str, Parameter(help="Instead of a table: everything that is kept about this name.")] = "",
    data: Data = DATA,
    store: Store = None,
) -> None:
    """Write one table as one file (JSON lines) to standard output. That of an unfinished game holds its seed.

    Parameters
    ----------
    table
        The table's id.
    data
        Directory of the durable log.
    store
        URL of the PostgreSQL database (postgresql://HOST/DATABASE) instead of a directory.
    """
    from bottega.archive import ArchiveFault, export_table
    from bottega.farewell import export_name

    if bool(name) == bool(table):
        raise ArchiveFault("give either a table's id or --name")
    if name:
        export_name(name, house_at(data, store), sys.stdout)
    else:
        export_table(table, house_at(data, store), sys.stdout)


def forget(
    name: str,
    /,
    *,
    yes: Annotated[
        bool, Parameter(help="Do it; without this it is only said what would be done.", negative="")
    ] = False,
    data: Data = DATA,
    store: Store = None,
) -> None:
    """Forget a name: its account, its talk, and its seats at finished tables. Nothing brings it back.

    Parameters
    ----------
    name
        The name that is to be forgotten.
    data
        Directory of the durable log.
    store
        URL of the PostgreSQL database (postgresql://HOST/DATABASE) instead of a directory.
    """
    from bottega.farewell import forget_name

    forget_name(name, house_at(data, store), do=yes)


def backup(file: Path, /, *, data: Data = DATA, store: Store = None) -> None:
    """Copy the house, open or not, to one file, and check the copy. It overwrites nothing.

    To restore it, put the file into an empty directory under the name bottega.sqlite3, and start with --data.

    Parameters
    ----------
    file
        The file to write.
    data
        Directory of the durable log.
    store
        URL of the PostgreSQL database (postgresql://HOST/DATABASE) instead of a directory.
    """
    from bottega.backup import backup_house

    backup_house(file, house_at(data, store))


def import_(file: Path, /, *, data: Data = DATA, store: Store = None) -> None:
    """Take a table written by ``bottega export`` into the log, after checking it.

    Parameters
    ----------
    file
        The exported file.
    data
        Directory of the durable log.
    store
        URL of the PostgreSQL database (postgresql://HOST/DATABASE) instead of a directory.
    """
    from bottega.archive import import_table

    import_table(file, house_at(data, store))


def revoke(
    name: str,
    /,
    *,
    data: Data = DATA,
    store: Store = None,
    password: Annotated[bool, Parameter(help="Replace the password too; the new one is printed.", negative="")] = False,
) -> None:
    """Sign a name out everywhere: its tokens and client ids bring no seat back any more. The house may be open.

    Parameters
    ----------
    name
        The name whose token, client id or password somebody else has.
    data
        Directory of the durable log.
    store
        URL of the PostgreSQL database (postgresql://HOST/DATABASE) instead of a directory.
    """
    from bottega.revoke import revoke_name

    revoke_name(name, house_at(data, store), password)


def copy(
    *,
    source: Annotated[str, Parameter(name="--from", help="Directory or URL of the house that is copied.")],
    target: Annotated[str, Parameter(name="--to", help="Directory or URL it is copied to; new, or begun before.")],
) -> None:
    """Copy a whole house, entry by entry, between a directory and a database; run again, it goes on where it was."""
    from bottega.copying import copy_house
    from bottega.store.opening import is_url

    copy_house(source if is_url(source) else Path(source), target if is_url(target) else Path(target))
