"""The seat follows the person: codes for another device, passkeys, and a seat whose player has lost everything."""

from __future__ import annotations

from bottega.limits import GONE_SECONDS
from tests.table.authenticator import Authenticator
from tests.wire.house.stage import Guest, HouseStage

SITE = "https://games.example"


def _here(guest: Guest) -> Guest:
    guest.dialect.site = SITE
    return guest


def test_a_seat_goes_to_another_device(stage: HouseStage) -> None:
    """The code of one device gives the other its name and token, and with them the seat."""
    anna, _ = stage.playing()
    answer = anna.does("transfer", token=anna.token, site=SITE)
    assert answer["link"] == f"{SITE}/#code={answer['code']}"
    assert answer["picture"].startswith("data:image/svg+xml")
    phone = stage.visitor()
    found = phone.does("redeem", code=answer["code"])
    assert (found["name"], found["token"]) == (anna.name, anna.token)
    phone.does("hello", name=found["name"], token=found["token"])
    phone.does("watch", table=stage.table.id)
    assert stage.table.attendance.keepers[anna.name] is phone.dialect
    stage.visitor().fails("redeem", "table.no-such-code", code=answer["code"])


def test_only_the_own_token_is_handed_on(stage: HouseStage) -> None:
    """Whoever goes by a name does not get a code for another token."""
    anna, bob = stage.playing()
    anna.fails("transfer", "table.wrong-token", token=bob.token)
    stage.visitor().fails("transfer", "house.hello-first", token=anna.token)


def test_signing_out_makes_a_code_useless(stage: HouseStage) -> None:
    """What it gives away then brings no seat back."""
    anna, _ = stage.playing()
    code = anna.does("transfer", token=anna.token)["code"]
    anna.does("sign_out")
    found = stage.visitor().does("redeem", code=code)
    stage.visitor().fails("hello", "table.wrong-token", name=found["name"], token=found["token"])


def _lost(stage: HouseStage, guest: Guest) -> None:
    guest.drops()
    stage.wait(GONE_SECONDS + 1)


def _hosted(stage: HouseStage) -> tuple[Guest, Guest]:
    """A running game: who opened the table, and who came to it."""
    anna, bob = sorted(stage.playing(absent="wait"), key=lambda guest: guest.name)
    return anna, bob


def test_the_host_frees_a_lost_seat(stage: HouseStage) -> None:
    """Everybody is told; whoever has the code plays on in that seat, and the lost token is void, for good."""
    anna, bob = _hosted(stage)
    _lost(stage, bob)
    code = anna.does("free", table=stage.table.id, name=bob.name)["code"]
    assert anna.latest("freed")["name"] == bob.name
    found = stage.visitor().does("redeem", code=code)
    assert found["token"] != bob.token
    again = stage.guest(found["name"], token=found["token"])
    again.does("watch", table=stage.table.id)
    assert stage.table.attendance.keepers[bob.name] is again.dialect
    stage.restart()
    stage.visitor().fails("hello", "table.wrong-token", name=bob.name, token=bob.token)
    assert stage.guest(bob.name, token=found["token"]).does("watch", table=stage.table.id)


def test_a_seat_that_is_not_lost_is_not_freed(stage: HouseStage) -> None:
    """Nor is one of a player who is here, before the start, by somebody who is not the host, or of nobody."""
    anna, bob = _hosted(stage)
    table = stage.table.id
    anna.fails("free", "table.seat-not-lost", table=table, name=bob.name)
    bob.fails("free", "house.not-host", table=table, name=anna.name)
    anna.fails("free", "table.empty-seat", table=table, name="Eve")
    stage.guest("Eve").fails("free", "house.not-seated", table=table, name=bob.name)


def test_a_reload_loses_no_seat(stage: HouseStage) -> None:
    """Whoever has just gone is waited for, in a game over days for longer."""
    anna, bob = _hosted(stage)
    bob.drops()
    anna.fails("free", "table.just-left", table=stage.table.id, name=bob.name)
    stage.wait(GONE_SECONDS + 1)
    anna.does("free", table=stage.table.id, name=bob.name)


def test_a_seat_elsewhere_protects(stage: HouseStage) -> None:
    """Nobody loses a seat at another table by a host's word."""
    anna, bob = _hosted(stage)
    bob.does("start", table=bob.does("open", game="sagrada", seats=1, absent="wait")["table"])
    _lost(stage, bob)
    anna.fails("free", "table.plays-elsewhere", table=_of(stage, "splendor"), name=bob.name)


def _of(stage: HouseStage, game: str) -> str:
    return next(table.id for table in stage.house.tables.values() if table.position.charter.game == game)


def test_an_account_protects(stage: HouseStage) -> None:
    """Whoever has a password comes back by it: their seat is never freed."""
    anna, bob = _hosted(stage)
    bob.does("set_password", password="secret")
    _lost(stage, bob)
    anna.fails("free", "table.seat-not-lost", table=stage.table.id, name=bob.name)


def test_a_code_for_a_seat_whose_player_is_back(stage: HouseStage) -> None:
    """It is looked at again: whoever is back meanwhile keeps the seat."""
    anna, bob = _hosted(stage)
    _lost(stage, bob)
    code = anna.does("free", table=stage.table.id, name=bob.name)["code"]
    back = stage.guest(bob.name, token=bob.token)
    back.does("watch", table=stage.table.id)
    stage.visitor().fails("redeem", "table.seat-not-lost", code=code)
    assert stage.table.attendance.keepers[bob.name] is back.dialect


def test_a_name_is_kept_by_a_passkey(stage: HouseStage) -> None:
    """From then on the name needs it; the passkey proves it on another device, and brings the seat back."""
    anna, _ = stage.playing(absent="wait")
    device = Authenticator(SITE)
    _here(anna).does("keep_passkey", credential=device.makes(anna.does("ask_passkey")["options"]))
    _lost(stage, anna)
    visitor = _here(stage.visitor())
    visitor.fails("hello", "table.needs-password", name=anna.name)
    visitor.fails("hello", "table.wrong-password", name=anna.name, password="guess")
    options = visitor.does("ask_passkey", name=anna.name)["options"]
    visitor.does("hello", name=anna.name, passkey=device.signs(options))
    visitor.does("watch", table=stage.table.id)
    assert stage.table.attendance.keepers[anna.name] is visitor.dialect


def test_a_password_besides(stage: HouseStage) -> None:
    """A name that a passkey keeps may have a password too, and the other way round."""
    anna, device = _here(stage.guest("Anna")), Authenticator(SITE)
    anna.does("keep_passkey", credential=device.makes(anna.does("ask_passkey")["options"]))
    anna.does("set_password", password="secret")
    anna.fails("set_password", "table.has-password", password="another")
    anna.drops()
    stage.guest("Anna", password="secret")

    bob, second = _here(stage.guest("Bob", password="secret")), Authenticator(SITE)
    bob.does("keep_passkey", credential=second.makes(bob.does("ask_passkey")["options"]))
    visitor = _here(stage.visitor())
    options = visitor.does("ask_passkey", name="Bob")["options"]
    visitor.does("hello", name="Bob", passkey=second.signs(options))


def test_a_challenge_is_good_once_and_for_one_name(stage: HouseStage) -> None:
    """Nothing can be signed in advance, twice, for another name, or on another connection."""
    anna, device = _here(stage.guest("Anna")), Authenticator(SITE)
    anna.fails("keep_passkey", "table.wrong-passkey", credential="{}")
    options = anna.does("ask_passkey")["options"]
    anna.does("keep_passkey", credential=device.makes(options))
    anna.fails("keep_passkey", "table.wrong-passkey", credential=Authenticator(SITE).makes(options))
    anna.drops()
    visitor, other = _here(stage.visitor()), _here(stage.visitor())
    signed = device.signs(visitor.does("ask_passkey", name="Anna")["options"])
    other.fails("hello", "table.wrong-passkey", name="Anna", passkey=signed)
    visitor.fails("hello", "table.wrong-passkey", name="Bob", passkey=signed)
    visitor.fails("hello", "table.wrong-passkey", name="Anna", passkey=signed)


def test_nobody_keeps_a_name_of_somebody_else(stage: HouseStage) -> None:
    """Neither one that has a password, nor one by which somebody sits elsewhere."""
    bob = stage.guest("Bob", password="secret")
    bob.does("open", game="splendor")
    bob.drops()
    again = _here(stage.guest("Bob", token=bob.token))
    again.dialect.claim = type(again.dialect.claim)("Bob", again.dialect.claim.key)
    again.fails("ask_passkey", "table.needs-password")
    stage.visitor().fails("ask_passkey", "table.no-passkey-here", name="Bob")
    stage.visitor().fails("ask_passkey", "house.hello-first")
