"""Tables as files: what goes out comes in again, and whatever was changed on the way is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path

import msgspec
import pytest

from bottega import archive
from bottega.archive import ArchiveFault, export_table, import_table, load, read_archive, verify_target
from bottega.fault import Fault
from bottega.games import GAMES
from bottega.games.chance import commitment
from bottega.store.exported import FORMAT, UNLINKED, write_archive
from bottega.store.log import Charter, Row
from bottega.store.sqlite import SqliteLog
from bottega.table.entries import DamagedLog, Sitting
from bottega.table.fairness import deal_seed
from bottega.table.identity import key_of
from bottega.table.position import Setup, fold
from tests.server.harness import bottega
from tests.table.rigs import Inn, Watcher, play_out

Story = tuple[Charter, list[Row]]


def story(game: str, most: int = 20_000, players: int = 3) -> Story:
    """A table's charter and log, played through a house with random legal moves."""
    inn = Inn()
    names = ("Ada", "Bob", "Cyd")[:players]
    for name in names:
        inn.house.reception.enter(
            game, Sitting(name, key_of(f"{name}'s secret")), Watcher(), Setup(seats=players), lambda outcome: None
        )
    (table,) = inn.house.tables.values()
    play_out(table, 7, most)
    return inn.log.read(table.id)


STORIES = {game: story(game) for game in GAMES}
UNFINISHED = story("splendor", 20)


def write(path: Path, told: Story) -> Path:
    """The story as a file."""
    with path.open("w") as file:
        write_archive(*told, file.write)
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A finished game of Splendor as a file."""
    return write(tmp_path / "game.jsonl", STORIES["splendor"])


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data directory with an unfinished game."""
    data = tmp_path / "data"
    with closing(SqliteLog(data)) as log:
        log.append(UNFINISHED[0].id, UNFINISHED[1], lambda fault: None, charter=UNFINISHED[0])
    return data


@pytest.mark.parametrize("game", sorted(GAMES))
def test_there_and_back(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A finished game exported, imported elsewhere and exported again is the same file, and it verifies."""
    told = STORIES[game]
    assert fold(*told).finished
    first = write(tmp_path / "first.jsonl", told)
    assert read_archive(first) == told
    import_table(first, tmp_path / "data")
    out = StringIO()
    export_table(told[0].id, tmp_path / "data", out)
    assert out.getvalue() == first.read_text()
    assert capsys.readouterr().err == ""
    for target in (str(first), told[0].id):
        verify_target(target, tmp_path / "data")
        said = capsys.readouterr().out
        assert said.endswith("verified\n")
        assert told[0].commitment in said
        assert "won by" in said


def test_nothing_that_takes_a_seat(file: Path) -> None:
    """The file holds hashes of the players' secrets, never the secrets."""
    text = file.read_text()
    assert key_of("Ada's secret") in text
    assert "Ada's secret" not in text


def test_import_twice(file: Path, tmp_path: Path) -> None:
    """A table that is there already is refused and left as it is."""
    import_table(file, tmp_path / "data")
    with pytest.raises(ArchiveFault, match="already"):
        import_table(file, tmp_path / "data")


def test_unfinished_verify(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An unfinished game is checked as far as it goes, and then said not to be finished."""
    with pytest.raises(ArchiveFault, match=r"not finished; .* in order"):
        verify_target(UNFINISHED[0].id, data)
    assert "20 actions in 24 entries follow the rules" in capsys.readouterr().out


def test_unfinished_export(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file of an unfinished game gives away its future: there is a warning, and not in the file."""
    out = StringIO()
    export_table(UNFINISHED[0].id, data, out)
    assert "holds its seed" in capsys.readouterr().err
    assert "warning" not in out.getvalue()


def test_unfinished_import(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An unfinished game can be played on where it is imported."""
    import_table(write(tmp_path / "file", UNFINISHED), tmp_path / "data")
    assert "can be played on" in capsys.readouterr().err
    with closing(SqliteLog(tmp_path / "data")) as log:
        assert [summary.charter for summary in log.tables(unfinished=True)] == [UNFINISHED[0]]


def test_a_damaged_table_can_be_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever has to report a damaged table can export it; the damage is named."""
    charter, entries = UNFINISHED
    entries = [*entries, Row(len(entries) + 1, None, 0, "move", "fly", 0)]
    with closing(SqliteLog(tmp_path)) as log:
        log.append(charter.id, entries, lambda fault: None, charter=charter)
    out = StringIO()
    export_table(charter.id, tmp_path, out)
    assert len(out.getvalue().splitlines()) == len(entries) + 1
    assert f"entry {len(entries)}" in capsys.readouterr().err


def test_progress(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What takes long says how far it is."""
    times: Iterator[float] = iter(range(100_000))
    monkeypatch.setattr("bottega.archive.time.monotonic", lambda: next(times))
    monkeypatch.setattr(archive, "_SAY_EVERY", 5)
    verify_target(str(file), Path("nowhere"))
    said = capsys.readouterr().err.splitlines()
    assert said
    assert all(line.endswith(f"of {len(STORIES['splendor'][1])} entries …") for line in said)


# -- what somebody kept ---------------------------------------------------------------------------------------------

EXAMPLE = Path(__file__).parent.parent / "docs" / "fairness-example.jsonl"
"""A finished game in which Anna and Bob gave words."""


VERIFIED = ["chain", "seal", "words", "deal", "order", "rules", "result", "note", "verified"]
"""What verify speaks of, where nobody gave a word and nothing was kept."""
changed = msgspec.structs.replace


def _changed_words(rows: list[Row], change: Callable[[Row], Row | None]) -> list[Row]:
    """The rows with another word, or without it, numbered as if that had always been so."""
    kept = [changed for row in rows if (changed := change(row) if row.kind == "word" else row) is not None]
    return [msgspec.structs.replace(row, seq=number) for number, row in enumerate(kept, 1)]


def test_every_step_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """One line for each thing that was checked, in order; what was kept is found, whatever the case of its digits."""
    charter, rows = read_archive(EXAMPLE)
    verify_target(str(EXAMPLE), Path(), f" {charter.commitment.upper()}\n", ["pepe nero", "9c0f1a62d4e87b35"])
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in said] == [
        "chain",
        "seal",
        *["words"] * 4,
        "deal",
        "order",
        "rules",
        "result",
        "verified",
    ]
    assert "Anna: 9c0f1a62d4e87b35" in said[2]
    assert "Bob: pepe nero" in said[3]
    assert deal_seed(charter, fold(charter, rows).words).hex() in said[6]


def test_without_words_and_seal_verify_says_so(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """That nobody had a word in it, that its seed was fixed, that nothing was kept to compare with: all is said."""
    verify_target(str(file), tmp_path)
    said = capsys.readouterr().out
    assert "the house alone chose the seed" in said
    assert "--seal" in said
    charter, rows = STORIES["splendor"]
    setup = msgspec.json.encode({**msgspec.json.decode(charter.setup), "words": False}).decode()
    verify_target(str(write(tmp_path / "fixed", (changed(charter, setup=setup), rows))), tmp_path)
    assert "its seed was fixed" in capsys.readouterr().out


def test_another_seed_with_a_hash_to_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A house that replaces seed, hash and all moves has a file that agrees with itself; only the kept seal tells."""
    honest, forged = story("splendor"), story("splendor")
    forged = (changed(forged[0], id=honest[0].id), forged[1])
    path = str(write(tmp_path / "forged", forged))
    verify_target(path, tmp_path)
    assert capsys.readouterr().out.endswith("verified\n")
    with pytest.raises(ArchiveFault, match=f"{forged[0].commitment}, not {honest[0].commitment}.*replaced the seed"):
        verify_target(path, tmp_path, honest[0].commitment)
    assert "verified" not in capsys.readouterr().out


@pytest.mark.parametrize("word", ["pepe", "pepe nero ", "Pepe nero", "d1b7e0544f2c9a68", ""])
def test_a_word_that_is_not_there(word: str) -> None:
    """Neither a part of a word nor one that was replaced before the start, nor none, is among those of the game."""
    with pytest.raises(ArchiveFault, match="not among"):
        verify_target(str(EXAMPLE), Path(), None, [word])


@pytest.mark.parametrize(
    "change",
    [
        lambda row: None,
        lambda row: changed(row, text="another"),
        lambda row: changed(row, seat=(row.seat + 2) % 4) if row.seat else row,
    ],
    ids=["left out", "another", "somebody else's"],
)
def test_tampered_words(change: Callable[[Row], Row | None], tmp_path: Path) -> None:
    """The deal and the order of play do not follow from other words: whoever changes one has another game."""
    charter, rows = read_archive(EXAMPLE)
    path = write(tmp_path / "tampered", (charter, _changed_words(rows, change)))
    with pytest.raises((ArchiveFault, DamagedLog), match="entry"):
        verify_target(str(path), tmp_path)


# -- tampering ------------------------------------------------------------------------------------------------------


def _other_seed(charter: Charter, entries: list[Row]) -> Story:
    return msgspec.structs.replace(charter, seed=bytes(32)), entries


def _other_seed_and_commitment(charter: Charter, entries: list[Row]) -> Story:
    return msgspec.structs.replace(charter, seed=bytes(32), commitment=commitment(bytes(32))), entries


def _long_seed(charter: Charter, entries: list[Row]) -> Story:
    return msgspec.structs.replace(charter, seed=bytes(99), commitment=commitment(bytes(99))), entries


def _other_move(charter: Charter, entries: list[Row]) -> Story:
    return charter, [*entries[:9], msgspec.structs.replace(entries[9], text="reserve 1; reserve 2"), *entries[10:]]


def _no_move(charter: Charter, entries: list[Row]) -> Story:
    return charter, [*entries[:9], msgspec.structs.replace(entries[9], text="castle"), *entries[10:]]


def _other_seat(charter: Charter, entries: list[Row]) -> Story:
    seat = (entries[9].seat + 1) % 3
    return charter, [*entries[:9], msgspec.structs.replace(entries[9], seat=seat), *entries[10:]]


def _move_as_skip(charter: Charter, entries: list[Row]) -> Story:
    return charter, [*entries[:9], msgspec.structs.replace(entries[9], kind="skip"), *entries[10:]]


def _removed(charter: Charter, entries: list[Row]) -> Story:
    return charter, [*entries[:9], *entries[10:]]


def _removed_and_renumbered(charter: Charter, entries: list[Row]) -> Story:
    rest = [msgspec.structs.replace(entry, seq=entry.seq - 1) for entry in entries[10:]]
    return charter, [*entries[:9], *rest]


def _reordered(charter: Charter, entries: list[Row]) -> Story:
    return charter, [*entries[:9], entries[10], entries[9], *entries[11:]]


def _reordered_and_renumbered(charter: Charter, entries: list[Row]) -> Story:
    swapped = [msgspec.structs.replace(entries[10], seq=10), msgspec.structs.replace(entries[9], seq=11)]
    return charter, [*entries[:9], *swapped, *entries[11:]]


def _other_order(charter: Charter, entries: list[Row]) -> Story:
    order = " ".join(reversed(entries[3].text.split()))
    return charter, [*entries[:3], msgspec.structs.replace(entries[3], text=order), *entries[4:]]


def _one_more(charter: Charter, entries: list[Row]) -> Story:
    return charter, [*entries, msgspec.structs.replace(entries[-1], seq=len(entries) + 1)]


def _same_command(charter: Charter, entries: list[Row]) -> Story:
    twice = [msgspec.structs.replace(entry, cmd_id="c") for entry in entries[8:10]]
    return charter, [*entries[:8], *twice, *entries[10:]]


def _newer_rules(charter: Charter, entries: list[Row]) -> Story:
    return msgspec.structs.replace(charter, version=99), entries


def _other_options(charter: Charter, entries: list[Row]) -> Story:
    return msgspec.structs.replace(charter, setup="nonsense"), entries


def _empty(charter: Charter, entries: list[Row]) -> Story:
    return charter, []


def _won_by_walkover(charter: Charter, entries: list[Row]) -> Story:
    return charter, [*entries[:9], Row(10, None, 7, "end", "walkover", 0)]


TAMPERED: dict[Callable[[Charter, list[Row]], Story], str] = {
    _other_seed: "the seed is not the one promised",
    _other_seed_and_commitment: r"entry \d+",
    _long_seed: "the seed is not the one promised",
    _other_move: "entry 10",
    _no_move: "entry 10",
    _other_seat: "entry 10",
    _move_as_skip: "entry 10",
    _removed: "entry 10 is missing",
    _removed_and_renumbered: r"entry 1\d",
    _reordered: "entry 10 is missing",
    _reordered_and_renumbered: "entry 10",
    _other_order: "entry 4",
    _one_more: r"entry \d+ .* the game is over",
    _same_command: "entry 10 repeats the command of entry 9",
    _newer_rules: "does not know rules 99",
    _other_options: "no set-up that can be played",
    _empty: "entry 1 is missing",
    _won_by_walkover: "entry 10",
}


@pytest.mark.parametrize("tamper", TAMPERED, ids=lambda tamper: tamper.__name__.strip("_"))
def test_tampered(tamper: Callable[[Charter, list[Row]], Story], tmp_path: Path) -> None:
    """Whatever was changed is refused by verify and by import, with a sentence that names the entry."""
    path = write(tmp_path / "file", tamper(*STORIES["splendor"]))
    with pytest.raises((ArchiveFault, DamagedLog), match=TAMPERED[tamper]):
        verify_target(str(path), tmp_path)
    with pytest.raises((ArchiveFault, DamagedLog), match=TAMPERED[tamper]):
        import_table(path, tmp_path / "data")
    assert not (tmp_path / "data").exists()


def _edited(file: Path, line: int, old: str, new: str) -> None:
    lines = file.read_text().splitlines(keepends=True)
    assert old in lines[line]
    lines[line] = lines[line].replace(old, new, 1)
    file.write_text("".join(lines))


@pytest.mark.parametrize(
    ("line", "old", "new", "words"),
    [
        (1, "Ada", "Eve", "entry 1 is not what was written"),
        (1, '"at":', '"at":1', "entry 1 is not what was written"),
        (9, '"at":', '"at":1', "entry 9 is not what was written"),
        (9, '"cmd_id":null', '"cmd_id":"c"', "entry 9 is not what was written"),
        (9, '"link":"', '"link":"00', "entry 9 is not what was written"),
        (9, '"link":"', '"link":"zz', "a link that is none"),
        (9, ',"link":"', ',"lint":"', "entry 9 cannot be read"),
        (0, '"opened":', '"opened":1', "its charter is not what was written"),
        (0, '"last":"', '"last":"00', "is not the last that was written"),
        (0, '"last":', '"lost":', "not an exported table"),
    ],
)
def test_an_edited_file(file: Path, tmp_path: Path, line: int, old: str, new: str, words: str) -> None:
    """A name, a time or a link changed in the file fails verify, replay and import, whatever the rules say of it."""
    _edited(file, line, old, new)
    for command in (verify_target, load):
        with pytest.raises(ArchiveFault, match=words):
            command(str(file), tmp_path)
    with pytest.raises(ArchiveFault, match=words):
        import_table(file, tmp_path / "data")


def test_a_file_without_links(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of former days is verified by its seed and rules, and it is said that nothing vouches for its names."""
    charter, rows = STORIES["splendor"]
    head = {"format": UNLINKED, "charter": charter}
    file.write_bytes(b"\n".join(map(msgspec.json.encode, (head, *rows))))
    verify_target(str(file), tmp_path)
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("chain      none")
    assert said[-1] == "verified"


def test_verify_tells_the_last_link(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever has noted the last link of a game knows that a file is of that game, whole and unchanged."""
    verify_target(str(file), tmp_path)
    assert msgspec.json.decode(file.read_text().splitlines()[-1])["link"] in capsys.readouterr().out


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_changed_move_is_found(game: str, tmp_path: Path) -> None:
    """A move exchanged for one that was not legal there is found in every game, at every tenth entry."""
    charter, entries = STORIES[game]
    found = 0
    for index in range(5, len(entries), 10):
        entry, other = entries[index], entries[(index + 7) % len(entries)]
        if entry.kind != "move" or other.kind != "move":
            continue
        before = fold(charter, entries[:index])
        if other.text in [str(action) for action in before.game.legal(before.state, entry.seat)]:
            continue  # another game, and a legal one
        changed = [*entries[:index], msgspec.structs.replace(entry, text=other.text), *entries[index + 1 :]]
        found += 1
        assert f"entry {entry.seq} " in _damage(charter, changed)
    assert found


def _damage(charter: Charter, entries: list[Row]) -> str:
    """What is wrong with a log, empty if nothing is."""
    try:
        fold(charter, entries)
    except DamagedLog as damage:
        return str(damage)
    return ""


def test_a_torn_file(file: Path, tmp_path: Path) -> None:
    """A file that ends in the middle of a line is refused with the entry's number, and so is one without its end."""
    raw = file.read_bytes()
    file.write_bytes(raw[:-10])
    with pytest.raises(ArchiveFault, match=f"entry {len(STORIES['splendor'][1])} cannot be read"):
        verify_target(str(file), tmp_path)
    file.write_bytes(raw[: raw[:-1].rindex(b"\n") + 1])
    with pytest.raises(ArchiveFault, match="is not the last that was written"):
        verify_target(str(file), tmp_path)


@pytest.mark.parametrize("raw", [b"", b"\n", b"holiday photographs", b'{"format":"x"}', b"\xff\xfe\x00"])
def test_another_file(raw: bytes, tmp_path: Path) -> None:
    """A file that is something else is said to be so."""
    (tmp_path / "file").write_bytes(raw)
    with pytest.raises(ArchiveFault, match="not an exported table"):
        read_archive(tmp_path / "file")


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/", "/dev/urandom"])
def test_what_is_no_file(path: str, tmp_path: Path) -> None:
    """A device without an end, an empty one, a directory: a sentence, after as much as a table can have."""
    with pytest.raises(ArchiveFault, match=r"not an exported table|cannot be read"):
        import_table(Path(path), tmp_path)


@pytest.mark.parametrize("digits", [4_000, 100_000])
@pytest.mark.parametrize("kind", ["start", "size"])
def test_a_number_without_end(kind: str, digits: int, file: Path, tmp_path: Path) -> None:
    """An entry with a number of any length is damage like any other, and is not spelled out."""
    charter, rows = read_archive(file)
    at = next(number for number, row in enumerate(rows) if row.kind == "start")
    changed = msgspec.structs.replace(rows[at], kind=kind, text="9" * digits)
    with file.open("w") as out:
        write_archive(charter, [*rows[:at], changed, *rows[at + 1 :]], out.write)
    with pytest.raises(Fault) as fault:
        verify_target(str(file), tmp_path)
    assert len(str(fault.value)) < 500


@pytest.mark.parametrize(
    ("part", "what"), [(b'"bottega-table-2"', "not an exported table"), (b'"seq"', "entry 1 cannot be")]
)
def test_a_file_that_is_no_text(file: Path, part: bytes, what: str) -> None:
    """Bytes that are no UTF-8 inside a text are refused like any other damage."""
    raw = file.read_bytes()
    at = raw.index(part) + 1
    file.write_bytes(raw[:at] + b"\xe1" + raw[at + 1 :])
    with pytest.raises(ArchiveFault, match=what):
        read_archive(file)


def test_another_format(file: Path) -> None:
    """A file of a later format is refused by its name."""
    file.write_text(file.read_text().replace(FORMAT, "bottega-table-9"))
    with pytest.raises(ArchiveFault, match="bottega-table-9"):
        read_archive(file)


def test_what_is_not_there(data: Path, tmp_path: Path) -> None:
    """No file, no table, no log: each is said, with what to do; nothing is created by asking."""
    with pytest.raises(ArchiveFault, match="cannot be read"):
        read_archive(tmp_path / "nothing")
    with pytest.raises(ArchiveFault, match="neither a file 'x' nor such a table"):
        verify_target("x", data)
    with pytest.raises(ArchiveFault, match="no table 'x'"):
        export_table("x", data, StringIO())
    with pytest.raises(ArchiveFault, match="--data"):
        verify_target("x", tmp_path / "no")
    with pytest.raises(ArchiveFault, match="--data"):
        export_table("x", tmp_path / "no", StringIO())
    assert not (tmp_path / "no").exists()


# -- names and ids that are no text to be shown ------------------------------------------------------------------------

FORGED = "Eve\x1b[2J\nverified\u202e"


def _renamed(told: Story, name: str) -> Story:
    """The story with another name for Ada."""
    return told[0], [msgspec.structs.replace(row, text=row.text.replace('"Ada"', f'"{name}"')) for row in told[1]]


def _json(name: str) -> str:
    return msgspec.json.encode(name).decode()[1:-1]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_name_does_nothing_to_the_terminal(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name of control characters is spelt out by verify: it neither moves the cursor nor forges a line."""
    path = write(tmp_path / "file", _renamed(STORIES[game], _json(FORGED)))
    verify_target(str(path), tmp_path)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == VERIFIED
    assert all(line.isprintable() for line in lines)
    assert r"Eve\x1b[2J\nverified\u202e" in lines[VERIFIED.index("result")]


def test_an_id_does_nothing_to_the_terminal(tmp_path: Path) -> None:
    """Nor does a table's id, in whatever sentence it comes up."""
    charter, rows = UNFINISHED
    path = write(tmp_path / "file", (msgspec.structs.replace(charter, id=FORGED), rows))
    for command in ("verify", "import"):
        told = bottega(command, str(path), "--data", str(tmp_path / "data"))
        assert told.returncode == 1
        assert len(told.stderr.splitlines()) == 1
        assert told.stderr.removesuffix("\n").isprintable()


@pytest.mark.parametrize("name", [FORGED, "\u200bAda", "\u202eadA", "A\tda", "\x7f"])
def test_no_such_name_is_imported(name: str, tmp_path: Path) -> None:
    """A game of people, or of bots, with names that cannot be shown is not taken in."""
    for told in (_renamed(STORIES["splendor"], _json(name)), _with_bot(name)):
        path = write(tmp_path / "file", told)
        with pytest.raises(ArchiveFault, match="cannot be shown"):
            import_table(path, tmp_path / "data")
    assert not (tmp_path / "data").exists()


def _with_bot(name: str) -> Story:
    """An unfinished game at which such a bot has taken over."""
    charter, rows = UNFINISHED
    return charter, [*rows, Row(len(rows) + 1, None, 0, "bot", name, rows[-1].at)]


@pytest.mark.parametrize("table", ["", FORGED, "../../etc", "a b", "x" * 33, "tàvola"])
def test_no_such_id_is_imported(table: str, tmp_path: Path) -> None:
    """An id that nobody could ask for, or that would be a path, is not taken in."""
    charter, rows = STORIES["splendor"]
    path = write(tmp_path / "file", (msgspec.structs.replace(charter, id=table), rows))
    with pytest.raises(ArchiveFault, match="no id of a table"):
        import_table(path, tmp_path / "data")
    assert not (tmp_path / "data").exists()
