"""A bad line to the bus plays its tricks on published messages, and on nothing else."""

from __future__ import annotations

from random import Random

import pytest

from trials.chaos.cluster.hints import Gossip, end_of_value

PUBLISHED = b"*3\r\n$7\r\nmessage\r\n$7\r\nbottega\r\n$5\r\nh t1 "
ANSWER = b"*3\r\n$9\r\nsubscribe\r\n$7\r\nbottega\r\n:1\r\n"


def hint(number: int) -> bytes:
    """A hint with a number of one digit."""
    return b">" + PUBLISHED[1:-5] + b"h t" + str(number).encode() + b" \r\n"


@pytest.mark.parametrize("value", [b"+OK\r\n", b":12\r\n", b"$-1\r\n", b"$3\r\na\r\n\r\n", ANSWER, hint(1), b"*0\r\n"])
def test_where_a_value_ends(value: bytes) -> None:
    """At its end, whatever follows, and nowhere while something is missing."""
    assert end_of_value(value) == end_of_value(value + b"+OK\r\n") == len(value)
    for cut in range(len(value)):
        assert end_of_value(value[:cut]) is None


def test_a_good_line() -> None:
    """While it plays no tricks everything arrives as it was sent, in whichever pieces."""
    carrier = Gossip(Random(1)).listener()
    sent = ANSWER + b"".join(hint(number) for number in range(9)) + b"+PONG\r\n"
    assert b"".join(carrier(sent[at : at + 5]) for at in range(0, len(sent), 5)) == sent


def test_a_bad_line() -> None:
    """Some messages are lost, some come twice, some after the next; answers come as they were sent."""
    gossip = Gossip(Random(3))
    gossip.bad = True
    carrier = gossip.listener()
    came = [carrier(hint(number)) for number in range(10)] + [carrier(ANSWER)]
    assert came[-1] == ANSWER
    heard = b"".join(came[:-1])
    counts = [heard.count(hint(number)) for number in range(10)]
    assert set(counts) == {0, 1, 2}
    order = [number for number in range(10) if hint(number) in heard]
    assert sorted(order, key=lambda number: heard.index(hint(number))) != order
    assert gossip.tricks >= counts.count(0) + counts.count(2)
