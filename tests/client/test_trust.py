"""Whom the terminal trusts, and what it says if it does not."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bottega.client.trust import Untrusted, trusting
from tests.server.certificates import Certificates
from tests.server.harness import TIMEOUT, HouseProcess, command, running_house


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    """What the house shows."""
    return Certificates(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="module")
def house(files: Certificates, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house that speaks TLS."""
    data = tmp_path_factory.mktemp("house")
    with running_house(data, "sagrada-text", options=files.options, trust=files.trust) as house:
        yield house


def play(where: str, typed: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Type something at ``bottega play``."""
    run = command("play", where, *options)
    return subprocess.run(run, input=typed, capture_output=True, text=True, timeout=TIMEOUT, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["the authority", "the certificate itself", "anybody"])
def test_playing_by_tls(house: HouseProcess, files: Certificates, how: str) -> None:
    """At the house's tables and in another protocol, with whom to trust given in one way or another."""
    trusted = {"the authority": files.authority, "the certificate itself": files.chain}
    options = ("--ca", str(trusted[how])) if how in trusted else ("--insecure",)
    in_text = play(f"tls:sagrada-text@127.0.0.1:{house.ports['sagrada-text']}", "", *options, "--name", "ann:secret")
    assert "are waiting" in in_text.stdout
    at_tables = play(f"https://127.0.0.1:{house.ports['http']}", "", *options, "--name", "bob")
    assert "welcome, bob" in at_tables.stdout
    assert (in_text.returncode, at_tables.returncode) == (0, 0)


@pytest.mark.slow
def test_strangers_are_not_trusted(house: HouseProcess) -> None:
    """A house that cannot prove who it is hears no name and no password; one sentence says what to do."""
    for where in (
        f"tls:sagrada-text@127.0.0.1:{house.ports['sagrada-text']}",
        f"https://127.0.0.1:{house.ports['http']}",
    ):
        run = play(where, "ann:secret\n")
        assert (run.returncode, run.stdout) == (1, "")
        assert "does not prove that it is the house" in run.stderr
        assert "--ca" in run.stderr
        assert len(run.stderr.splitlines()) == 1


@pytest.mark.slow
def test_a_port_in_plain_text(tmp_path: Path) -> None:
    """Somebody who wants TLS where there is none is told so."""
    with running_house(tmp_path, "splendor-json") as house:
        run = play(f"tls:splendor-json@127.0.0.1:{house.ports['splendor-json']}", "")
    assert run.returncode == 1
    assert "does not speak TLS" in run.stderr


def test_what_cannot_be_trusted(tmp_path: Path) -> None:
    """A file that is no certificate, or is not there, is named."""
    with pytest.raises(Untrusted, match=r"none\.pem cannot be read"):
        trusting(tmp_path / "none.pem")
    (tmp_path / "bad.pem").write_text("nonsense")
    with pytest.raises(Untrusted, match=r"bad\.pem is no certificate"):
        trusting(tmp_path / "bad.pem")
