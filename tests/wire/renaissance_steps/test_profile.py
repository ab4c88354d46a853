"""The two profiles of renaissance-steps: how the same message is written."""

from __future__ import annotations

from bottega.wire.renaissance_steps.profile import PROFILES
from bottega.wire.renaissance_steps.shapes import FaithUpdate, LobbyInfoMessage

DOCUMENT, ORIGINAL = PROFILES[""], PROFILES["original"]


def test_the_document_adds_what_the_program_left_out() -> None:
    """What this server adds comes after what the program sent, in the document's profile only."""
    update = FaithUpdate(3, "ann")
    assert DOCUMENT.write(update) == '{"type":"FaithUpdate","data":{"newPosition":3,"nickname":"ann"}}'
    assert (
        ORIGINAL.write(update)
        == '{"type":"it.polimi.ingsw.network.messages.updates.FaithUpdate","data":{"newPosition":3}}'
    )


def test_messages_that_are_no_updates() -> None:
    """They lie in another package, and the document has one name for several."""
    lobby = LobbyInfoMessage(["ann"], 2)
    assert DOCUMENT.write(lobby) == '{"type":"GenericMessage","data":{"nicknamesList":["ann"],"num":2}}'
    assert ORIGINAL.write(lobby) == (
        '{"type":"it.polimi.ingsw.network.messages.LobbyInfoMessage","data":{"nicknamesList":["ann"],"num":2}}'
    )


def test_a_profile_is_a_key() -> None:
    """What is sent to many is kept by profile: each is itself and nothing else."""
    assert len({DOCUMENT, ORIGINAL}) == 2
    assert PROFILES[""] == DOCUMENT
