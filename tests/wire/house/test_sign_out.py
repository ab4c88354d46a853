"""A token that somebody else has is made void: by its owner, or by whoever runs the house."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bottega.limits import KEPT_DEVICES, LOGIN_SECONDS, Shares
from bottega.store.log import Done, Revocation, StoreFault
from bottega.store.memory import MemoryLog
from bottega.table.identity import key_of
from tests.wire.house.stage import Guest, HouseStage
from tests.wire.stage import SlowLog


def _thief(stage: HouseStage, victim: Guest) -> Guest:
    """Somebody who has the token, and sits where its owner sat."""
    thief = stage.guest(victim.name, token=victim.token)
    thief.does("watch", table=stage.table.id)
    assert stage.table.attendance.keepers[victim.name] is thief.dialect
    return thief


def test_the_owner_is_the_only_one_left(stage: HouseStage) -> None:
    """Whoever else has the token is cut off and does not come back by it; the seat is its owner's by the new one."""
    anna, bob = stage.playing()
    thief = _thief(stage, anna)
    token = anna.does("sign_out")["token"]
    assert token != anna.token
    assert thief.heard()[-1]["type"] == "signed_out"
    assert thief.closed is not None
    assert stage.table.attendance.keepers.keys() == {bob.name}
    stage.visitor().fails("hello", "table.wrong-token", name=anna.name, token=anna.token)
    anna.does("watch", table=stage.table.id)
    assert anna.latest("snapshot")["you"] is not None
    anna.drops()
    again = stage.guest(anna.name, token=token)
    again.does("watch", table=stage.table.id)
    assert stage.table.attendance.keepers[anna.name] is again.dialect


def test_it_outlasts_a_restart(stage: HouseStage) -> None:
    """The former token is void, and the new one good, also in a house that was opened anew; twice is no other."""
    anna, _ = stage.playing()
    second = anna.does("sign_out")["token"]
    third = anna.does("sign_out")["token"]
    stage.restart()
    for void in (anna.token, second):
        stage.visitor().fails("hello", "table.wrong-token", name=anna.name, token=void)
    assert stage.guest(anna.name, token=third).does("watch", table=stage.table.id)
    assert anna.name in stage.table.attendance.keepers


def test_a_login_is_signed_out_too(stage: HouseStage) -> None:
    """Who gave the password signs out every device that did; each needs the password again."""
    anna = stage.guest("Anna", password="secret")
    table = anna.does("open", game="splendor")["table"]
    other = stage.guest("Anna", password="secret")
    token = other.does("sign_out")["token"]
    assert anna.closed is not None
    assert anna.heard()[-1]["type"] == "signed_out"
    stage.visitor().fails("hello", "table.needs-password", name="Anna", token=anna.token)
    other.does("watch", table=table)
    assert other.latest("snapshot")["you"] == 0
    other.drops()
    assert stage.guest("Anna", token=token).token == token


def test_without_the_password_logins_stay(stage: HouseStage) -> None:
    """Who has a seat's token and not the password does not sign out those who gave it."""
    anna = stage.guest("Anna")
    anna.does("open", game="splendor")
    anna.does("set_password", password="secret")
    elsewhere = stage.guest("Anna", password="secret")
    stage.restart()
    thief = stage.guest("Anna", token=anna.token)
    elsewhere = stage.guest("Anna", password="secret")
    thief.does("sign_out")
    assert elsewhere.closed is None


def test_a_stranger_has_nothing_to_sign_out(stage: HouseStage) -> None:
    """It needs a name; of a guest without a seat nothing is written but that the new token counts for the former."""
    stage.visitor().fails("sign_out", "house.hello-first")
    bob = stage.guest("Bob")
    token = bob.does("sign_out")["token"]
    assert token != bob.token
    assert stage.log.revocations()[1] == [Revocation("Bob", key_of(bob.token), key_of(token))]


def test_games_that_are_over_stay_theirs(stage: HouseStage) -> None:
    """Whoever has signed out, also twice, can still prove them, and have them forgotten."""
    anna, bob = stage.playing()
    bob.does("quit", table=stage.table.id)
    for _ in range(2):
        anna.does("sign_out")
        anna.does("export")
        assert [each["table"] for each in anna.latest("belongings")["games"]] == [stage.table.id]
    assert anna.does("forget", name=anna.name)["left"] == 0


def test_nobody_signs_out_without_end(stage: HouseStage) -> None:
    """Each time something is written: one address may do it as often as it may give passwords."""
    eve = stage.guest("Eve")
    eve.address = "192.0.2.9"
    for _ in range(Shares().logins_per_address.burst):
        eve.does("sign_out")
    eve.fails("sign_out", "table.locked-out")


def test_not_while_a_seat_is_on_its_way() -> None:
    """A seat that is being written would be left with the former token: it is waited for."""
    log = SlowLog()
    stage = HouseStage(log=log)
    anna = stage.guest("Anna")
    anna.says(json.dumps({"type": "open", "cmd_id": "1", "game": "splendor"}))
    anna.fails("sign_out", "house.seat-pending")
    log.commit()
    anna.does("sign_out")


def test_whoever_runs_the_house(stage: HouseStage) -> None:
    """What is made void in the log is noticed: everybody who goes by the name is cut off, no token brings it back."""
    anna, bob = stage.playing()
    thief = _thief(stage, anna)
    stage.log.revoke([Revocation(anna.name, key_of(anna.token)), Revocation(anna.name)], lambda fault: None)
    assert thief.closed is None
    stage.house.sweep()
    stage.settle()
    assert [guest.closed is not None for guest in (thief, anna, bob)] == [True, True, False]
    assert stage.table.attendance.keepers.keys() == {bob.name}
    for _ in range(2):
        stage.visitor().fails("hello", "table.wrong-token", name=anna.name, token=anna.token)
        stage.restart()


def test_a_client_id_is_made_void() -> None:
    """So is the client id of splendor-json: its connection is closed, and it brings the seat back no more."""
    stage = HouseStage()
    peers = [stage.connect("splendor-json") for _ in range(2)]
    ids = [json.loads(peer.inbox[0])["set_client_id"] for peer in peers]
    hellos = [
        json.dumps({"request_type": "client_hello", "client_id": client_id, "nick": nick})
        for client_id, nick in zip(ids, ("anna", "bobby"), strict=True)
    ]
    for peer, hello in zip(peers, hellos, strict=True):
        peer.says(hello)
    assert stage.table.position.started
    stage.log.revoke([Revocation("anna", key_of(ids[0])), Revocation("anna")], lambda fault: None)
    stage.house.sweep()
    stage.settle()
    assert peers[0].closed is not None
    assert peers[1].closed is None
    again = stage.connect("splendor-json")
    again.says(hellos[0])
    assert '"result":"invalid"' in again.inbox[-1]
    assert stage.table.attendance.keepers.keys() == {"bobby"}


def test_a_login_ends_some_day(stage: HouseStage) -> None:
    """A token given together with the password counts as the password for a month, and on so many devices only."""
    anna = stage.guest("Anna", password="secret")
    anna.drops()
    stage.guest("Anna", token=anna.token).drops()
    stage.connect("sagrada-json")
    stage.wait(LOGIN_SECONDS + 1)
    stage.visitor().fails("hello", "table.needs-password", name="Anna", token=anna.token)
    devices = [stage.guest("Anna", password="secret") for _ in range(KEPT_DEVICES + 1)]
    for device in devices:
        device.drops()
    stage.visitor().fails("hello", "table.needs-password", name="Anna", token=devices[0].token)
    for device in devices[1:]:
        stage.guest("Anna", token=device.token)


class FullLog(MemoryLog):
    """A log that cannot write down what is void."""

    def revoke(self, revocations: Sequence[Revocation], done: Done) -> None:
        """The disk is full."""
        done(StoreFault("/srv/bottega: the disk is full"))


def test_what_cannot_be_saved_is_not_said_to_be_done() -> None:
    """While nothing can be saved nobody is signed out, the token stays, and nobody reads where the data lies."""
    stage = HouseStage(log=FullLog())
    anna, _ = stage.playing()
    thief = _thief(stage, anna)
    assert "srv" not in anna.fails("sign_out", "table.store")
    assert thief.closed is None
    assert stage.guest(anna.name, token=anna.token).token == anna.token
