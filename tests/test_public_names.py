"""Nothing public changes by accident: names, parameters, options, messages and metrics are held against a list."""

from __future__ import annotations

from packaging.version import Version

from bottega import __version__
from tests import public_names

AGAIN = "if that is meant, say so in the changelog and run: python -m tests.public_names --write"


def test_no_public_name_is_changed_or_gone() -> None:
    """Whatever was written down as public is still there, as it was."""
    gone = set(public_names.noted()) - set(public_names.found())
    assert not gone, f"changed or gone: {sorted(gone)}; {AGAIN}"


def test_a_release_has_them_all() -> None:
    """Between releases new names may come and go; a release writes down all that it promises."""
    if not Version(__version__).is_devrelease:
        assert public_names.noted() == public_names.found(), AGAIN


def test_a_change_would_be_seen() -> None:
    """The list knows functions with their parameters, fields, options, messages and metrics, each from its source."""
    known = set(public_names.found())
    assert {
        "python bottega.games.core.apply_all(game, state, seat, actions)",
        "python bottega.games.renaissance.view(state, seat)",
        "python bottega.games.splendor.Card.cost",
        "python bottega.bots.choose(bot, game, state, seat, seed, *, seconds=…, simulations=…, memory=…)",
        "command bottega serve --data",
        "command bottega verify TARGET (required)",
        'house Sit.table {"maxLength": 32, "type": "string"} (required)',
    } <= known
    assert any(line.startswith("metric bottega_") for line in known)
    assert not any("._" in line for line in known)


def test_the_changelog_has_this_version() -> None:
    """A release is the newest entry of the changelog; what is on the way to one is under *Unreleased*."""
    newest = (public_names.ROOT / "CHANGELOG.md").read_text("utf-8").partition("\n## ")[2].split()[0]
    assert newest == ("Unreleased" if Version(__version__).is_devrelease else __version__)
