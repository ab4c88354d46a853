"""Mail by the mail server that whoever runs the house has named, one letter at a time on a thread.

A password is given to it only by TLS, or to a mail server on this machine.
"""

from __future__ import annotations

import re
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

import msgspec

from bottega.limits import MAX_MAIL_ADDRESS, SEND_SECONDS
from bottega.server.outbound import Unreachable, Unsent, in_thread

_PORTS = {"smtp": 587, "smtps": 465}
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}")


def is_address(text: str) -> bool:
    """Whether it is one mail address, in plain letters, and nothing else."""
    return len(text) <= MAX_MAIL_ADDRESS and _ADDRESS.fullmatch(text) is not None


class MailServer(msgspec.Struct, frozen=True):
    """A mail server, and who the house is to it."""

    host: str
    port: int
    secure: bool
    """Whether TLS comes before anything else; otherwise it is asked for."""
    user: str
    password: str


def mail_server(url: str, password: str = "") -> MailServer | None:
    """The mail server of ``smtp[s]://[USER[:PASSWORD]@]HOST[:PORT]``, None if it is none."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not parts.hostname or parts.path not in ("", "/") or parts.query or parts.fragment:
        return None
    return MailServer(
        parts.hostname,
        port or _PORTS[parts.scheme],
        parts.scheme == "smtps",
        unquote(parts.username or ""),
        password or unquote(parts.password or ""),
    )


def letter(sender: str, to: str, subject: str, text: str, stop: str = "") -> EmailMessage:
    """A letter; ``stop`` is the address by which its reader ends them (RFC 8058)."""
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = sender, to, subject
    made["Date"], made["Message-ID"] = formatdate(localtime=False), make_msgid(domain=sender.rpartition("@")[2])
    made["Auto-Submitted"] = "auto-generated"
    if stop:
        made["List-Unsubscribe"] = f"<{stop}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made.set_content(text)
    return made


async def send(server: MailServer, message: EmailMessage, trust: ssl.SSLContext | None = None) -> None:
    """Hand a letter to the mail server; Unsent if it does not take it."""
    try:
        await in_thread(lambda: _send(server, message, trust or ssl.create_default_context()))
    except smtplib.SMTPResponseException as error:
        again = 400 <= error.smtp_code < 500
        raise (Unreachable if again else Unsent)(f"the mail server says {error.smtp_code}") from error
    except smtplib.SMTPRecipientsRefused as error:
        again = all(400 <= code < 500 for code, _ in error.recipients.values())
        raise (Unreachable if again else Unsent)("the mail server does not take the recipient") from error
    except smtplib.SMTPNotSupportedError as error:
        raise Unsent(str(error)) from error
    except (smtplib.SMTPException, OSError) as error:
        raise Unreachable(type(error).__name__) from error


def _send(server: MailServer, message: EmailMessage, trust: ssl.SSLContext) -> None:
    if server.secure:
        line: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=SEND_SECONDS, context=trust)
    else:
        line = smtplib.SMTP(server.host, server.port, timeout=SEND_SECONDS)
    with line:
        encrypted = server.secure
        line.ehlo()
        if not encrypted and line.has_extn("starttls"):
            line.starttls(context=trust)
            line.ehlo()
            encrypted = True
        if server.user:
            if not encrypted and not _is_here(server.host):
                raise smtplib.SMTPNotSupportedError("a password is not given in plain text")
            line.login(server.user, server.password)
        line.send_message(message)


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
