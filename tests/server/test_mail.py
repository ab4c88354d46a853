"""Letters, and the mail server that takes them."""

from __future__ import annotations

import asyncio
from email import message_from_bytes, policy

import pytest

from bottega.server.mail import MailServer, is_address, letter, mail_server, send
from bottega.server.outbound import Unreachable, Unsent
from tests.server import receivers


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("ada@example.org", True),
        ("ada.b+games@mail.example.co.uk", True),
        ("ada@localhost", False),
        ("Ada <ada@example.org>", False),
        ("ada@example.org, bob@example.org", False),
        ("ada@example.org\nBcc: bob@example.org", False),
        ("ada@@example.org", False),
        ("ada@exa mple.org", False),
        ('"ada"@example.org', False),
        ("ada@example.org" + "g" * 254, False),
        ("", False),
    ],
)
def test_one_address_and_nothing_else(text: str, good: bool) -> None:
    """What is no plain mail address gets no letter, nor does anybody who is named beside it."""
    assert is_address(text) is good


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp://mail.example.org", MailServer("mail.example.org", 587, False, "", "")),
        ("smtps://ada:se%3Acret@mail.example.org:4465", MailServer("mail.example.org", 4465, True, "ada", "se:cret")),
        ("http://mail.example.org", None),
        ("smtp://", None),
        ("smtp://mail.example.org/path", None),
        ("smtp://mail.example.org:99999", None),
    ],
)
def test_how_a_mail_server_is_named(url: str, expected: MailServer | None) -> None:
    """By a URL; the password may come from elsewhere."""
    assert mail_server(url) == expected
    if expected is not None:
        found = mail_server(url, "other")
        assert found is not None
        assert found.password == "other"


def test_a_letter_is_taken() -> None:
    """From the house to one recipient, with the address that ends such letters."""
    with receivers.mail_server() as box:
        server = mail_server(box.url)
        assert server is not None
        made = letter("bottega@example.org", "ada@example.org", "Twój ruch", "Cześć żółwiu", "https://house/stop/x")
        asyncio.run(send(server, made))
    (text,) = box.wait()
    assert box.recipients == ["ada@example.org"]
    read = message_from_bytes(text.encode(), policy=policy.default)
    assert (read["Subject"], read["To"], read["From"]) == ("Twój ruch", "ada@example.org", "bottega@example.org")
    assert read["List-Unsubscribe"] == "<https://house/stop/x>"
    assert read.get_content().strip() == "Cześć żółwiu"


@pytest.mark.parametrize(
    ("word", "answer", "fault"),
    [
        ("RCPT", "450 not now", Unreachable),
        ("RCPT", "550 nobody here", Unsent),
        ("DATA", "451 not now", Unreachable),
        ("DATA", "554 no", Unsent),
        ("MAIL", "530 log in first", Unsent),
    ],
)
def test_a_letter_is_not_taken(word: str, answer: str, fault: type[Unsent]) -> None:
    """What the mail server will take later is tried again; what it never will is not."""
    with receivers.mail_server() as box:
        box.refuses[word] = answer
        server = mail_server(box.url)
        assert server is not None
        with pytest.raises(Unsent) as raised:
            asyncio.run(send(server, letter("b@example.org", "ada@example.org", "x", "y")))
    assert type(raised.value) is fault


def test_nobody_there() -> None:
    """A mail server that is not there may be there later."""
    with receivers.mail_server() as box:
        server = mail_server(box.url)
    assert server is not None
    with pytest.raises(Unreachable):
        asyncio.run(send(server, letter("b@example.org", "ada@example.org", "x", "y")))


def test_a_password_is_not_said_aloud(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without TLS it is given to a mail server on this machine only."""
    monkeypatch.setattr("bottega.server.mail._is_here", lambda host: False)
    with receivers.mail_server() as box:
        server = mail_server(box.url, "secret")
        assert server is not None
        server = MailServer(server.host, server.port, False, "ada", "secret")
        with pytest.raises(Unsent, match="plain text"):
            asyncio.run(send(server, letter("b@example.org", "ada@example.org", "x", "y")))
    assert box.letters == []
