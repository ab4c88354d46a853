"""How a name is taken out of a store: what becomes of the chain of a table, and how nodes hear of it.

A log only grows, and this is the one exception, for whoever wants to be forgotten. What must stay true:

1. Only finished tables are changed, and in them only texts, and the ids of what the forgotten one commanded, which
   nobody repeats any more: no entry comes, goes, or changes its number, seat or time.
2. The links are made anew from the charter on, so the table can be checked as before. That it was rewritten is not
   hidden: a note of the kind ``rewritten`` says when, and which link the table ended in until then. So whoever kept
   that link, or a file exported before, can still show that it is the same table but for what was forgotten.
3. All of it is one transaction, and doing it twice is doing it once.
4. The name is nowhere afterwards. What nodes are told is a hash of it: whoever has the store and guesses the name can
   see that it was forgotten, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b

import msgspec

from bottega.store.chain import checked, links
from bottega.store.log import Conflict, Kept, Revocation


def mark_of(name: str) -> str:
    """By which nodes know whom they are to forget."""
    return blake2b(name.encode(errors="surrogatepass"), digest_size=16, person=b"bottega-forget").hexdigest()


def gone(name: str) -> Revocation:
    """What all nodes are told of a name that was forgotten: it names nobody."""
    return Revocation("", mark_of(name))


def command_id(name: str, given: str) -> str:
    """What the log calls a command to which somebody of that name has given an id: others may have given the same."""
    return f"{name}\t{given}"  # no name has a tab in it


def rewritten(kept: Kept, texts: Mapping[int, str], name: str) -> Kept | None:
    """A finished table in which some entries say something else, and no command is of that name; None if it is so
    already.

    Conflict if it is not finished, Damaged if it is not what was written.
    """
    charter, rows = checked(kept)
    if kept.last is None:
        raise Conflict(f"table {charter.id} is not finished")
    theirs = command_id(name, "")
    changed = [
        msgspec.structs.replace(
            row,
            text=texts.get(row.seq, row.text),
            cmd_id=None if row.cmd_id is not None and row.cmd_id.startswith(theirs) else row.cmd_id,
        )
        for row in rows
    ]
    if changed == rows:
        return None
    chain = list(links(charter, changed))
    return Kept(charter, changed, chain, chain[-1])


def history(former: str | None, last: bytes, at: int) -> str:
    """The note of a table that is rewritten: a line each time, with when and the link it ended in.

    >>> print(history(history(None, b"one", 1), b"two", 2))
    1 6f6e65
    2 74776f
    """
    line = f"{at} {last.hex()}"
    return line if former is None else f"{former}\n{line}"


def first_letters(name: str) -> str:
    """How the text of an entry begins by which somebody of that name sits down.

    >>> print(first_letters("Ada"))
    {"name":"Ada"
    """
    return f'{{"name":{msgspec.json.encode(name).decode()}'
