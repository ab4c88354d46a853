"""Nobles come by themselves at the end of a turn, one at a time.

Noble 0 asks 3 blue, green, red; noble 5 asks 3 white, blue, green; noble 4 asks 4 blue, green.
Card 30 (green) costs 3 red; card 38 (red) costs 3 white.
"""

from __future__ import annotations

from bottega.games.splendor import legal
from bottega.testing.splendor import play, refused, table, who


def test_a_single_noble_comes_by_itself() -> None:
    """The purchase that completes the bonuses brings the noble, worth 3 prestige; the turn is over."""
    state = table(who("r3", bonuses="b3 g2 r3"), who(), up=[30], nobles=[0, 2, 3])
    after = play(state, "buy 30")
    assert after.players[0].nobles == (0,)
    assert after.players[0].prestige == 3
    assert after.nobles == (2, 3)
    assert after.seat == 1


def test_only_bonuses_count() -> None:
    """Tokens and reserved cards attract no noble."""
    state = table(who("g1", bonuses="b3 g2 r3", reserved=[24]), who(), nobles=[0, 2, 3])
    assert play(state, "take wgk").players[0].nobles == ()


def test_two_nobles_have_to_be_chosen_from() -> None:
    """If several would come the player chooses one; the others stay on the table."""
    state = table(who(bonuses="w3 b3 g2 r3"), who(), up=[30], nobles=[0, 5, 2])
    choice = play(state, "buy 30")
    assert (choice.phase, choice.seat) == ("noble", 0)
    assert [str(action) for action in legal(choice, 0)] == ["noble 0", "noble 5"]
    assert refused(choice, "noble 2") == "noble 2 is not among those who would come to you"
    assert refused(choice, "take wbg") == "first choose one of the nobles who would come to you"
    assert refused(choice, "skip") == "first choose one of the nobles who would come to you"
    after = play(choice, "noble 5")
    assert after.players[0].nobles == (5,)
    assert after.players[0].prestige == 3
    assert after.nobles == (0, 2)
    assert (after.phase, after.seat) == ("main", 1)


def test_a_noble_left_over_comes_on_a_later_turn() -> None:
    """Whatever the later turn's action is: here tokens are taken."""
    state = table(who(bonuses="w3 b3 g2 r3"), who(), up=[30], nobles=[0, 5, 2])
    after = play(state, "buy 30", "noble 5", "take wbg", "take wbg")
    assert after.players[0].nobles == (5, 0)
    assert after.players[0].prestige == 6
    assert after.nobles == (2,)


def test_a_noble_left_over_may_go_to_another() -> None:
    """Who completes it first gets it."""
    host = who(bonuses="w3 b3 g3 r3", nobles=[5])
    state = table(host, who("r3", bonuses="b3 g2 r3"), seat=1, up=[30], nobles=[0, 2])
    after = play(state, "buy 30", "take wbg")
    assert after.players[1].nobles == (0,)
    assert after.players[0].nobles == (5,)
    assert after.nobles == (2,)


def test_three_at_once() -> None:
    """One card can complete three nobles; one comes now and the others on the next turns."""
    state = table(who(bonuses="w3 b3 g2 r3 k3"), who(), up=[30], nobles=[0, 5, 7])
    choice = play(state, "buy 30")
    assert [str(action) for action in legal(choice, 0)] == ["noble 0", "noble 5", "noble 7"]
    later = play(choice, "noble 7", "take wbg", "take wbg")
    assert (later.phase, later.seat) == ("noble", 0)
    last = play(later, "noble 0", "take wrk", "take wbg")
    assert last.players[0].nobles == (7, 0, 5)
    assert last.nobles == ()


def test_a_return_and_a_noble_in_one_turn() -> None:
    """Tokens go back first, then the noble comes."""
    host = who("w3 b3 r3", bonuses="w3 b3 g3 r3")
    state = table(host, who(), who(), nobles=[0, 5, 2, 3])
    over = play(state, "take wbg")
    assert over.phase == "return"
    choice = play(over, "return w2")
    assert choice.phase == "noble"
    assert play(choice, "noble 0").players[0].nobles == (0,)


def test_a_noble_comes_to_the_active_player_only() -> None:
    """Nobles are checked at the end of one's own turn."""
    state = table(who(), who(bonuses="b3 g3 r3"), nobles=[0, 2, 3])
    after = play(state, "take wbg")
    assert after.players[1].nobles == ()
    assert play(after, "take wbg").players[1].nobles == (0,)


def test_nobles_cannot_be_asked_for() -> None:
    """Choosing a noble is no main action."""
    state = table(who(bonuses="b3 g3 r3"), who(), nobles=[0, 2, 3])
    assert refused(state, "noble 0") == "nobles come at the end of a turn; there is none to choose now"
