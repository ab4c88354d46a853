"""The clients, by name, and what all of them have in common."""

from __future__ import annotations

import pytest

from bottega.client.core import Asked, Broken, Enter, Refused, Stage
from bottega.client.dialects import CLIENTS
from bottega.wire import DIALECTS
from tests.client.rigs import Match, Sitting

LISTENERS = [f"{name}+{profile}" if profile else name for name in CLIENTS for profile in DIALECTS[name].PROFILES]
"""Every dialect in every profile."""


def sat_down(listener: str) -> Sitting:
    """A client of that dialect and profile, connected to a house without sockets."""
    name, _, profile = listener.partition("+")
    return Sitting(Match([]), "anna", CLIENTS[name](profile), profile, lambda client, position: [])


@pytest.mark.parametrize("name", sorted(CLIENTS))
def test_a_client_speaks_every_profile_of_its_dialect(name: str) -> None:
    """It is made with any of them, and has nothing to say before it is connected."""
    for profile in DIALECTS[name].PROFILES:
        client = CLIENTS[name](profile)
        assert name == client.DIALECT
        assert client.to_send() == []


@pytest.mark.parametrize("listener", LISTENERS)
def test_a_refused_name_is_told_and_asked_for_again(listener: str) -> None:
    """One sentence says why, and then another name is taken."""
    sitting = sat_down(listener)
    for name in ("x" * 200, "anna"):
        assert sitting.client.known.stage is Stage.NAME
        sitting.happened.clear()
        sitting.wish(Enter(name, password="secret-word"))
        while sitting.carry():
            pass
        refused = [each for each in sitting.happened if isinstance(each, Refused)]
        if name != "anna":
            (refusal,) = refused
            assert isinstance(refusal.wish, Enter)
            assert refusal.reason
            assert isinstance(sitting.happened[-1], Asked)
            assert sitting.happened[-1].wish is Enter
    assert not refused
    assert sitting.client.known.stage is Stage.WAITING


@pytest.mark.parametrize("listener", LISTENERS)
def test_nonsense_from_the_server_is_told_and_survived(listener: str) -> None:
    """It is said which message broke the protocol and why; the next one is understood again."""
    sitting = sat_down(listener)
    framing = DIALECTS[sitting.client.DIALECT].framing(sitting.profile)
    for nonsense in ('{"type":"purple","data":{}}', "what?", "[1]", '{"id":7}'):
        (broken,) = sitting.client.receive(framing.encode(nonsense))
        assert isinstance(broken, Broken)
        assert nonsense in str(broken)
        assert broken.reason
    sitting.client.to_send()
    sitting.wish(Enter("anna", password="secret-word"))
    while sitting.carry():
        pass
    assert sitting.client.known.stage is Stage.WAITING
