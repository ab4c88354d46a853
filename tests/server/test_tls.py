"""The certificate: what is read, what is refused and in which words, and how a new one takes the place of the old."""

from __future__ import annotations

import os
import ssl
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
import structlog
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from structlog.testing import capture_logs

from bottega.server.tls import Certificate, CertificateFault
from bottega.wire import DIALECTS
from tests.server.certificates import Certificates
from tests.server.harness import TIMEOUT, Client, Closed, HouseProcess, bottega, running_house
from tests.server.house_client import Browser


@pytest.fixture
def files(tmp_path: Path) -> Certificates:
    """A certificate of three months."""
    return Certificates(tmp_path / "tls")


@pytest.fixture(autouse=True)
def _fresh_log() -> None:
    structlog.reset_defaults()


def shown(certificate: Certificate, trust: ssl.SSLContext) -> x509.Certificate:
    """What somebody sees who shakes hands now; in memory, without sockets."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = trust.wrap_bio(to_client, to_server, server_hostname="localhost")
    server = certificate.context.wrap_bio(to_server, to_client, server_side=True)
    for side in (client, server, client, server):
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue
    raw = client.getpeercert(binary_form=True)
    assert raw is not None
    return x509.load_der_x509_certificate(raw)


def of(file: Path) -> x509.Certificate:
    """The first certificate in a file."""
    return x509.load_pem_x509_certificate(file.read_bytes())


# -- reading ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("days", [1, 90, 40_000], ids=["tomorrow", "in three months", "after 2050, written otherwise"])
def test_when_it_expires(files: Certificates, days: float) -> None:
    """The expiry is read from the file, as it is watched by whoever is on call."""
    files.renew(days)
    assert Certificate(files.chain, files.key).expires == of(files.chain).not_valid_after_utc


def test_certificate_and_key_in_one_file(files: Certificates) -> None:
    """Some tools write both into one file; then no other is needed."""
    both = files.chain.with_name("both.pem")
    both.write_bytes(files.key.read_bytes() + files.chain.read_bytes())
    assert shown(Certificate(both), files.trust) == of(files.chain)


def test_modern_versions_only(files: Certificates) -> None:
    """TLS 1.2 is the oldest that is spoken."""
    certificate = Certificate(files.chain, files.key)
    assert certificate.context.minimum_version >= ssl.TLSVersion.TLSv1_2


def spoil_key(files: Certificates) -> None:
    """Put another certificate's key in the place of its own."""
    Certificates(files.key.parent / "other").key.rename(files.key)


def lock_key(files: Certificates) -> None:
    """Protect the key by a passphrase."""
    key = serialization.load_pem_private_key(files.key.read_bytes(), None)
    encoding, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    files.key.write_bytes(key.private_bytes(encoding, form, serialization.BestAvailableEncryption(b"secret")))


def put_directory(files: Certificates) -> None:
    """Put a directory in the place of the file."""
    files.chain.unlink()
    files.chain.mkdir()


def put_pipe(files: Certificates) -> None:
    """A pipe in place of the key, into which nobody ever writes."""
    files.key.unlink()
    os.mkfifo(files.key)


def halve(files: Certificates) -> None:
    """Leave half of the file."""
    files.chain.write_bytes(files.chain.read_bytes()[:200])


SPOILT: dict[str, tuple[Callable[[Certificates], object], str]] = {
    "no file": (lambda files: files.chain.unlink(), r"chain\.pem cannot be read: No such file"),
    "no key": (lambda files: files.key.unlink(), r"key\.pem cannot be read: No such file"),
    "a directory": (put_directory, r"chain\.pem"),
    "empty": (lambda files: files.chain.write_bytes(b""), r"no certificate and its key in PEM"),
    "half of it": (halve, r"in PEM"),
    "another's key": (spoil_key, r"key\.pem is not the key of .*chain\.pem"),
    "a pipe": (put_pipe, r"key\.pem is no file"),
    "a passphrase": (lock_key, r"passphrase"),
}


@pytest.mark.parametrize("how", SPOILT)
def test_files_that_are_no_good(files: Certificates, how: str) -> None:
    """What is wrong is said in a sentence that names the file; the same when they are read again, and the old stays."""
    spoil, words = SPOILT[how]
    certificate = Certificate(files.chain, files.key)
    before = of(files.chain)
    spoil(files)
    with pytest.raises(CertificateFault, match=words):
        Certificate(files.chain, files.key)
    with capture_logs() as log:
        assert not certificate.reload()
    assert log[0]["event"] == "the certificate stays as it was"
    assert log[0]["log_level"] == "error"
    assert shown(certificate, files.trust) == before


def test_an_expired_one(files: Certificates) -> None:
    """It does not take the place of a good one; at the start there is no other, so the house opens and complains."""
    certificate = Certificate(files.chain, files.key)
    before = of(files.chain)
    files.renew(days=-1)
    with capture_logs() as log:
        assert not certificate.reload()
    assert "has expired" in log[0]["reason"]
    assert shown(certificate, files.trust) == before
    with capture_logs() as log:
        assert Certificate(files.chain, files.key).expires < datetime.now(UTC)
    assert log[0]["event"] == "the certificate has expired"


def test_reading_it_again(files: Certificates) -> None:
    """New connections see the new one, by its name or without; and the one after that."""
    certificate = Certificate(files.chain, files.key)
    for _ in range(3):
        files.renew()
        with capture_logs() as log:
            assert certificate.reload()
        assert log[0]["event"] == "the certificate was read again"
        assert shown(certificate, files.trust) == of(files.chain)
        assert certificate.expires - datetime.now(UTC) > timedelta(days=80)


# -- the whole house --------------------------------------------------------------------------------------------------

OLD = "plain:splendor-json"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    """What the house below shows."""
    return Certificates(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="module")
def house(shared: Certificates, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house with every protocol by TLS, and one of them in plain text besides."""
    options = ("--bot-seconds", "0", *shared.options)
    data = tmp_path_factory.mktemp("house")
    with running_house(data, *sorted(DIALECTS), OLD, options=options, trust=shared.trust) as house:
        yield house


SAID = {
    "splendor-json": ("", "server_hello"),
    "sagrada-text": ("", "Connection established"),
    "sagrada-json": ('{"id":"nickname","nickname":"ann"}', "{"),
    "renaissance-json": ('{"type":"req_nickname","nickname":"ann"}', "{"),
    "renaissance-steps": ("", "{"),
    "renaissance-events": ("", "ReqWelcome"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(DIALECTS))
def test_every_protocol(house: HouseProcess, name: str) -> None:
    """Each is what it is without, once hands are shaken; whoever does not speak TLS there hears nothing of it."""
    client = house.connect(name)
    assert isinstance(client.socket, ssl.SSLSocket)
    assert client.socket.version() == "TLSv1.3"
    typed, answer = SAID.get(name, ("", ""))
    if typed:
        client.send_line(typed)
    assert answer in client.read_line()
    plain = Client(house.ports[name])
    plain.send_line("LOGIN ann secret")
    with pytest.raises(Closed):
        plain.receive(20)  # an alert of TLS is shorter, any greeting is longer
    assert house.complains("it speaks without TLS")


@pytest.mark.slow
def test_plain_text_for_old_clients(house: HouseProcess) -> None:
    """A listener that was asked for in plain text is one, beside the same protocol by TLS; both share the tables."""
    old, new = house.connect(OLD), house.connect("splendor-json")
    for client, nick in ((old, "Old"), (new, "New")):
        hello = client.read_json()
        client.send_json({"request_type": "client_hello", "client_id": hello["set_client_id"], "nick": nick})
        assert client.read_json()["result"] == "ok"
    assert old.read_json()["answer_type"] == "game_board"
    assert new.read_json()["answer_type"] == "game_board"
    assert house.complains("in plain text", 1)
    assert 'listeners="splendor-json"' in house.errors or "listeners=splendor-json " in house.errors


@pytest.mark.slow
def test_the_page_and_the_house_protocol(house: HouseProcess, shared: Certificates) -> None:
    """HTTP and WebSockets by TLS; browsers are told not to come without; a game with a bot is played to its end."""
    with httpx.Client(base_url=f"https://127.0.0.1:{house.ports['http']}", verify=shared.trust) as web:
        answer = web.get("/", timeout=TIMEOUT)
        assert answer.status_code == 200
        assert answer.headers["strict-transport-security"].startswith("max-age=")
        metrics = web.get("/metrics", timeout=TIMEOUT).text
        assert "bottega_tls_certificate_expires_timestamp_seconds" in metrics
    ann = Browser(house, "Ann")
    table = str(ann.does("open", game="splendor", seats=2)["table"])
    ann.does("add_bot", table=table, bot="random")
    ann.does("start", table=table)
    assert ann.plays(table)["result"]
    ann.close()


@pytest.mark.slow
def test_old_versions_are_refused(house: HouseProcess) -> None:
    """Nobody gets in by TLS 1.1; the log says why."""
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.deprecated_call():
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
    with pytest.raises((ssl.SSLError, ConnectionError)):
        Client(house.ports["splendor-json"], trust=old)


@pytest.mark.slow
def test_sighup(tmp_path: Path) -> None:
    """New connections get the new certificate; who is here stays and plays on; a broken file changes nothing."""
    files = Certificates(tmp_path / "tls")
    with running_house(tmp_path / "data", "splendor-json", options=files.options, trust=files.trust) as house:
        first = house.connect("splendor-json")
        hello = first.read_json()
        browser = Browser(house, "Ann")
        files.renew()
        house.hang_up()
        assert house.complains("the certificate was read again")
        assert serial(house.connect("splendor-json")) == of(files.chain).serial_number != serial(first)
        good = of(files.chain).serial_number
        files.chain.write_text("nonsense")
        house.hang_up()
        assert house.complains("the certificate stays as it was")
        assert serial(house.connect("splendor-json")) == good
        first.send_json({"request_type": "client_hello", "client_id": hello["set_client_id"], "nick": "bob"})
        assert first.read_json()["result"] == "ok"
        assert browser.does("open", game="splendor")["table"]
        assert house.terminate() == 0
        assert "Traceback" not in house.errors


def serial(client: Client) -> int:
    """The number of the certificate that a client has seen."""
    assert isinstance(client.socket, ssl.SSLSocket)
    raw = client.socket.getpeercert(binary_form=True)
    assert raw is not None
    return x509.load_der_x509_certificate(raw).serial_number


@pytest.mark.slow
def test_leaving_in_order(tmp_path: Path) -> None:
    """SIGTERM ends every TLS connection with a proper goodbye, also while others shake hands; the exit code is 0."""
    files = Certificates(tmp_path / "tls")
    with running_house(tmp_path / "data", "splendor-json", options=files.options, trust=files.trust) as house:
        clients = [house.connect("splendor-json") for _ in range(5)]
        for client in clients:
            client.read_json()
        half_done = [Client(house.ports[name]) for name in ("splendor-json", "http")]
        half_done[0].send(b"\x16\x03\x01")
        assert house.terminate() == 0
        for client in clients:
            assert client.socket.recv(1) == b"", "an end, not a broken connection"
        assert all(client.is_closed() for client in half_done)
        assert "Traceback" not in house.errors


@pytest.mark.slow
def test_a_key_that_does_not_fit(tmp_path: Path) -> None:
    """The house does not open, and says which file is wrong."""
    files = Certificates(tmp_path / "tls")
    spoil_key(files)
    run = bottega("serve", "--data", str(tmp_path / "data"), "--http", "127.0.0.1:0", *files.options)
    assert run.returncode == 1
    assert run.stderr.startswith("bottega: ")
    assert "is not the key of" in run.stderr
    assert not (tmp_path / "data").exists()
