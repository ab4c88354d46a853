"""What somebody may be called, protocol by protocol."""

from __future__ import annotations

import pytest

from bottega.limits import MAX_NAME, MAX_NICKNAME
from bottega.table.names import ANY, RULES, NamesInUse, rule_of, skeleton, tidy
from bottega.wire import DIALECTS

EVERYWHERE = [("house", "")] + [(name, profile) for name, dialect in DIALECTS.items() for profile in dialect.PROFILES]

UNSEEN = {
    "a control character": "bo\x07b",
    "a line break": "bo\nb",
    "a tab": "bo\tb",
    "a zero-width space": "bo\u200bb",
    "a zero-width joiner": "bo\u200db",
    "a soft hyphen": "bo\u00adb",
    "a byte order mark": "bob\ufeff",
    "right-to-left override": "bo\u202eb",
    "right-to-left isolate": "bo\u2067b",
    "a left-to-right mark": "bob\u200e",
    "a Hangul filler": "bob\u3164",
    "a halfwidth Hangul filler": "bob\uffa0",
    "a Braille blank": "bob\u2800",
    "a grapheme joiner": "bo\u034fb",
    "a variation selector": "bob\ufe0f",
    "a supplementary variation selector": "bob\U000e0100",
    "a tag": "bob\U000e0041",
    "a no-break space": "bo\u00a0b",
    "a line separator": "bo\u2028b",
    "a lone surrogate": "bo\ud800b",
    "a mark without a letter": "\u0301bob",
}


@pytest.mark.parametrize(("dialect", "profile"), EVERYWHERE)
@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)
def test_nobody_is_called_what_cannot_be_seen(dialect: str, profile: str, name: str) -> None:
    """Invisible, control and bidirectional characters make no name in any protocol: names must be told apart."""
    assert rule_of(dialect, profile).objection(tidy(name)) is not None


@pytest.mark.parametrize(("dialect", "profile"), EVERYWHERE)
@pytest.mark.parametrize("name", ["bob ", " bob", "  ", ""])
def test_no_blanks_at_the_ends(dialect: str, profile: str, name: str) -> None:
    """``bob`` and ``bob `` would look the same."""
    assert rule_of(dialect, profile).objection(name) is not None


@pytest.mark.parametrize(("dialect", "profile"), EVERYWHERE)
def test_a_plain_name_is_welcome_everywhere(dialect: str, profile: str) -> None:
    """Whoever is called Anna can play in every protocol."""
    assert rule_of(dialect, profile).objection("Anna") is None


SCRIPTS = ["Zażółć gęślą", "Élodie 3", "名前", "Ольга", "محمد", "x-y_z", "O'Neil", "🎲"]


@pytest.mark.parametrize("dialect", ["house", "sagrada-json", "renaissance-json", "renaissance-steps"])
@pytest.mark.parametrize("name", SCRIPTS)
def test_every_script_is_welcome_where_the_document_says_nothing(dialect: str, name: str) -> None:
    """Letters of every script, signs and blanks inside."""
    assert rule_of(dialect).objection(name) is None


LENGTHS = [
    ("house", "", 1, MAX_NAME),
    ("splendor-json", "", 3, 10),
    ("splendor-json", "original", 1, 32),
    ("sagrada-text", "", 1, 16),
    ("sagrada-text", "original", 1, 16),
    ("sagrada-json", "", 1, MAX_NICKNAME),
    ("sagrada-json", "original", 1, MAX_NICKNAME),
    ("renaissance-json", "", 1, MAX_NICKNAME),
    ("renaissance-steps", "", 1, MAX_NICKNAME),
    ("renaissance-steps", "original", 1, MAX_NICKNAME),
]


@pytest.mark.parametrize(("dialect", "profile", "least", "most"), LENGTHS)
def test_lengths(dialect: str, profile: str, least: int, most: int) -> None:
    """A name has as many characters as the document says, and the refusal says how many it had."""
    rule = rule_of(dialect, profile)
    assert [rule.objection("x" * length) is None for length in (least - 1, least, most, most + 1)] == [
        False,
        True,
        True,
        False,
    ]
    refusal = rule.objection("x" * (most + 1))
    assert refusal is not None
    assert (refusal.code, refusal.params["length"]) == ("table.name-length", most + 1)


def test_java_counts_otherwise() -> None:
    """splendor-json's program counted in UTF-16, where a die of the emoji is two."""
    assert rule_of("splendor-json").objection("🎲" * 5) is None
    assert rule_of("splendor-json").objection("🎲" * 6) is not None


def test_one_spelling() -> None:
    """A letter with an accent is one name however it was typed, in every protocol."""
    assert tidy("Zoe\u0301") == tidy("Zo\u00e9") == "Zo\u00e9"


def test_what_is_no_name_is_not_spelled_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Marks are sorted in a time that grows with the square of their number: only of what may be a name."""
    spelled: list[int] = []

    def spell(form: str, text: str) -> str:
        spelled.append(len(text))
        return text

    monkeypatch.setattr("unicodedata.normalize", spell)
    marks = "a" + "\u0301" * 16_000 + "\u0323" * 16_000
    for dialect, profile in EVERYWHERE:
        refusal = rule_of(dialect, profile).objection(tidy(marks))
        assert refusal is not None
        assert refusal.code == "table.name-length"
    assert not spelled
    longest = "\u01d6\u0323" * MAX_NICKNAME
    assert tidy(longest) == longest
    assert spelled == [2 * MAX_NICKNAME]


def test_every_rule_is_of_a_protocol() -> None:
    """The table has no row for a protocol or a profile that does not exist."""
    known = {"house"} | {f"{name}+{profile}".rstrip("+") for name, profile in EVERYWHERE}
    assert RULES.keys() <= known


@pytest.mark.parametrize(
    "name",
    ["Łukasz", "Żółć", "Nicolò", "Zoë", "Ωμέγα", "Ελένη", "Иван", "Ђорђе", "Հայկ", "美咲", "みさき", "김민준",
     "محمد", "רות", "Anna 1", "Misaki美咲", "o'Neill", "Œuvre", "ß", "Kelvin", "李Lee", "a+b=c", "Bob²", "★Anna★",
     "Мар’яна", "Марʼяна", "佐々木", "コーヒー", "ทักษิณ๑"],
)  # fmt: skip
def test_names_of_one_alphabet(name: str) -> None:
    """Whatever people are called is a name: their own alphabet, with digits and signs, or East Asian with Latin."""
    assert ANY.objection(tidy(name)) is None


MIXED = ["Annaא", "بAnna", "Anna৪"]


@pytest.mark.parametrize(
    "name", ["Аlice", "Bоb", "Αnna", "раypal", "Иvan", "Ωmega", "ΑБ", "Աnna", "Ｂоb", "µаx", *MIXED]
)
def test_names_of_two_alphabets(name: str) -> None:
    """Letters of two scripts are not mixed, nor letters with digits of another script."""
    refusal = ANY.objection(tidy(name))
    assert refusal is not None
    assert refusal.code == "table.name-mixed"


@pytest.mark.parametrize(
    "name",
    ["ꓮnna", "ᗅnna", "ⵔna", "𐊠nna", "𐐄tto", "ꓑꓮꓔ", "ᎷᎪᎬ", "ⲞⲦⲦⲞ", "𐌀𐌍𐌍𐌀", "𐊠𐊢𐊤", "ᛁᚠ", "𐤀𐤁", "ᚐᚑ", "𐐄𐐎", "ⴰⵣⵓⵍ", "𓀀"],
)
def test_names_in_letters_of_former_times(name: str) -> None:
    """Scripts that Unicode does not recommend for names are not taken, alone or beside others: nobody could tell."""
    refusal = ANY.objection(tidy(name))
    assert refusal is not None
    assert refusal.code == "table.name-script"


@pytest.mark.parametrize(
    "name",
    ["गीता", "গীতা", "ਗੀਤਾ", "ગીતા", "ଗୀତା", "கீதா", "గీత", "ಗೀತಾ", "ഗീത", "ගීතා", "สมชาย", "ສົມ", "བསོད", "ဇော်", "ნინო",
     "ሄለን", "សុខ", "އަލީ", "ㄅㄆ", "علي ٣", "علی ۳", "Zażółć", "Perché", "Ñandú", "Đặng"],
)  # fmt: skip
def test_names_in_every_script_in_use(name: str) -> None:
    """All that Unicode recommends are taken, with their own digits."""
    assert ANY.objection(tidy(name)) is None


@pytest.mark.parametrize(
    ("name", "other"),
    [("СОСА", "COCA"), ("роса", "poca"), ("ΑΝΝΑ", "ANNA"), ("Ｂｏｂ", "Bob"), ("𝐁𝐨𝐛", "Bob"), ("ΚΑΤΕ", "КАТЕ"),
     ("BlLL", "BILL"), ("L00", "LOO"), ("Il1", "lll"), ("ﬁn", "fin"), ("ꓑꓮꓔ", "PAT"), ("ᎷᎪᎬ", "MAE"), ("ⲞⲦⲦⲞ", "OTTO"),
     ("սօս", "uou"), ("cᴏol", "cool"), ("a\u2010b", "a-b"), ("a\u2011b", "a-b"), ("O’Neil", "O'Neil"),
     ("Anna  Bo", "Anna Bo"), ("Anna\u3000\u3000Bo", "Anna Bo")],
)  # fmt: skip
def test_names_that_look_alike(name: str, other: str) -> None:
    """Have the same skeleton, whatever they are written in."""
    assert skeleton(tidy(name)) == skeleton(tidy(other))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "anna"),
        ("Zoë", "Zoe"),
        ("Łukasz", "Lukasz"),
        ("Иван", "Nван"),
        ("Bob", "BOB"),
        ("Ann", "Anna"),
        ("Oo", "oO"),
    ],
)
def test_names_that_do_not(name: str, other: str) -> None:
    """An accent, a stroke or a capital can be seen."""
    assert skeleton(tidy(name)) != skeleton(tidy(other))


@pytest.mark.parametrize(
    "name",
    ["somebody 3", "Somebody 3", "SOMEBODY  3", "somebody 03", "𝗌omebody 3", "somebody ③", "somebody³", "somebody３",
     "somebody 1O", "somebody I"],
)  # fmt: skip
def test_nobody_is_called_like_the_forgotten(name: str) -> None:
    """What stands in the place of those who were forgotten is nobody's name, in whichever letters it is written."""
    refusal = ANY.objection(tidy(name))
    assert refusal is not None
    assert refusal.code == "table.name-reserved"


@pytest.mark.parametrize("name", ["somebody", "Somebody Lo", "somebody new", "somebody3", "nobody 3", "Anna  Bo"])
def test_names_that_are_somebodys(name: str) -> None:
    """All else is: documents that allow letters and digits allow those, and blanks may be more than one."""
    assert ANY.objection(tidy(name)) is None


def test_names_in_use() -> None:
    """A name is in use as long as it is anywhere; it does not stand in its own way."""
    names = NamesInUse()
    names.took("COCA")
    names.took("COCA")
    assert names.alike("СОСА") == "COCA"
    assert names.alike("COCA") is None
    names.freed("COCA")
    assert names.alike("СОСА") == "COCA"
    names.freed("COCA")
    assert names.alike("СОСА") is None
    assert not names._names
