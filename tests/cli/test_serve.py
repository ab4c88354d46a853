"""What a house is told by its command line, and what is said if that makes no sense."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import Command

WRONG = [
    (["--seats", "5"], "--seats must be 2, 3 or 4"),
    (["--turn-seconds", "-1"], "--turn-seconds"),
    (["--turn-seconds", "nan"], "--turn-seconds"),
    (["--lobby-seconds", "inf"], "--lobby-seconds"),
    (["--ping-seconds", "0"], "--ping-seconds"),
    (["--seed", "xyz"], "hexadecimal"),
    (["--seed", "ab" * 40], "64 hexadecimal"),
    (["--listen", "splendor-json"], "DIALECT[+original]@HOST:PORT"),
    (["--listen", "chess@127.0.0.1:0"], "there is no dialect 'chess'"),
    (["--listen", "splendor-json+modern@127.0.0.1:0"], "no profile 'modern'"),
    (["--listen", "splendor-json@127.0.0.1:99999"], "HOST:PORT"),
    (["--http", "8000"], "HOST:PORT"),
    (["--bot-cpu", "0"], "--bot-cpu takes a number of cores above 0"),
    (["--per-address", "-1"], "--per-address"),
    (["--nodes", "2"], "--store"),
    (["--bus", "redis://h:1"], "--store"),
    (["--trust-proxy", "nowhere"], "an address or a network"),
    (["--public-url", "games"], "the address of a site"),
    (["--tls-key", "key.pem"], "--tls-cert"),
    (["--listen", "tls:splendor-json@127.0.0.1:0"], "--tls-cert"),
    (["--push", "me"], "mailto:YOU@HOST"),
    (["--ntfy", "ftp://h"], "--ntfy takes a URL"),
    (["--mail", "smtp://h"], "--mail-from"),
    (["--mail", "h", "--mail-from", "a@b.example"], "smtp://"),
    (["--mail", "smtp://h", "--mail-from", "nobody"], "a mail address"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG, ids=lambda value: str(value)[:40])
def test_what_cannot_be_meant(arguments: list[str], words: str, tmp_path: Path, bottega: Command) -> None:
    """It gets a sentence and exit code 1 before anything is opened or written."""
    run = bottega("serve", *arguments)
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1].startswith("bottega: ")
    assert words.lower() in run.stderr.lower()
    assert list(tmp_path.iterdir()) == []
