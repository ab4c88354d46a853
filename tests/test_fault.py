"""What is told in a sentence is told so wherever it comes from."""

from __future__ import annotations

import pytest

from bottega.archive import ArchiveFault
from bottega.cli import main
from bottega.cli.arguments import UsageFault
from bottega.client.trust import Untrusted
from bottega.fault import Fault
from bottega.server.app import StartFault
from bottega.server.tls import CertificateFault
from bottega.store.log import StoreFault
from bottega.table.entries import DamagedLog
from bottega.terminal.lines import NotPlayed

FAULTS = [ArchiveFault, CertificateFault, DamagedLog, NotPlayed, StartFault, StoreFault, Untrusted, UsageFault]


@pytest.mark.parametrize("kind", FAULTS)
def test_a_sentence_and_exit_code_1(
    kind: type[Fault], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every fault of a command ends it with what it says, without a traceback."""

    def fails(arguments: list[str]) -> None:
        raise kind("the shelf is full")

    monkeypatch.setattr("bottega.cli.app", fails)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    assert capsys.readouterr().err == "bottega: the shelf is full\n"
