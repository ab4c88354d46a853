"""What becomes of a chain that is made anew, and what nodes are told."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bottega.store.chain import checked, links
from bottega.store.forgetting import command_id, first_letters, gone, history, mark_of, rewritten
from bottega.store.log import Conflict, Damaged, Kept, Row
from tests.store.contract import charter, entry


def _kept(*rows: Row, finished: bool = True) -> Kept:
    chain = list(links(charter(), rows))
    return Kept(charter(), list(rows), chain, chain[-1] if finished else None)


def test_another_text_changes_every_link_behind_it() -> None:
    """Links before the entry stay, those from it on are made anew, and the whole is a chain."""
    before = _kept(entry(1), entry(2), entry(3))
    after = rewritten(before, {2: "something else"}, "Ada")
    assert after is not None
    assert [row.text for row in checked(after)[1]] == ["take wbg", "something else", "take wbg"]
    same = [new == old for new, old in zip(after.links, before.links, strict=True)]
    assert same == [True, True, False, False]
    assert rewritten(after, {2: "something else"}, "Ada") is None


def test_only_what_is_over_and_whole_is_rewritten() -> None:
    """Of a running table, or one that is damaged, nothing is touched."""
    with pytest.raises(Conflict, match="t1 is not finished"):
        rewritten(_kept(entry(1), finished=False), {1: "x"}, "Ada")
    whole = _kept(entry(1))
    with pytest.raises(Damaged):
        rewritten(Kept(whole.charter, [entry(1, "changed")], whole.links, whole.last), {1: "x"}, "Ada")


def test_commands_are_nobodys_afterwards() -> None:
    """Their ids begin with the name of whoever gave them; those of others stay, also of somebody called nearly so."""
    ids = [command_id("Ada", "1"), command_id("Adam", "2"), None, command_id("Bo", "Ada\t3")]
    rows = [replace(entry(number), cmd_id=each) for number, each in enumerate(ids, 1)]
    after = rewritten(_kept(*rows), {}, "Ada")
    assert after is not None
    assert [row.cmd_id for row in checked(after)[1]] == [None, *ids[1:]]


def test_the_history_of_a_table_that_was_rewritten() -> None:
    """Every time adds a line: when, and the link the table ended in until then."""
    assert history("1 aa", b"\xbb", 2) == "1 aa\n2 bb"


def test_nodes_are_told_no_name() -> None:
    """They are told a hash: the same for the same name only."""
    told = gone("Ada")
    assert (told.name, told.successor) == ("", "")
    assert told.key == mark_of("Ada") != mark_of("Bo")
    assert len({mark_of("Ada"), mark_of("ada"), mark_of("\ud800")}) == 3


def test_how_a_sitting_begins() -> None:
    """A name is not mistaken for one that it begins with, nor by what needs escaping."""
    assert not first_letters("Adam").startswith(first_letters("Ada"))
    assert first_letters('A"') == '{"name":"A\\""'
