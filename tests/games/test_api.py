"""What must hold for every game, every number of seats and every set of options.

A game may accept actions that it does not list, where several payments or orders come to the same.
It then offers ``canonical(state, seat, action)``: the listed action of which this one is a variant.
"""

from __future__ import annotations

import re
from functools import lru_cache
from random import Random
from typing import Any

import msgspec
import pytest

from bottega.games.core import SKIP, BadNotation, IllegalMove, apply_all, best, read_all, write_all
from bottega.games.sagrada.model import NONE_PENDING
from bottega.games.sagrada.model import State as Sagrada
from bottega.games.sagrada.tools import OBLIGING
from tests.games.play import Setup, as_seed, random_game, sample, setups

JUNK = ("", " ", "?", "xyzzy", "-1", "42", "take", "pass pass", "skip 1", "é", "\n", ";", "0" * 500)

each_setup = pytest.mark.parametrize("setup", setups(), ids=str)


def viewers(setup: Setup) -> list[int | None]:
    """Every seat, and the spectator."""
    return [None, *range(setup.seats)]


def seen(setup: Setup, state: Any, seat: int | None) -> bytes:
    """A view as the bytes that would leave the house."""
    return msgspec.json.encode(setup.game.view(state, seat))


def refusal(setup: Setup, state: Any, seat: int, action: Any) -> str | None:
    """The reason why the game refuses the action, None when it accepts it."""
    try:
        setup.game.apply(state, seat, action)
    except IllegalMove as error:
        return str(error)
    return None


def mutated(random: Random, text: str) -> str:
    """The text with one small thing wrong."""
    words = text.split()
    kind = random.randrange(5)
    if kind == 0:
        numbers = list(re.finditer(r"\d+", text))
        if numbers:
            found = random.choice(numbers)
            return text[: found.start()] + str(random.choice([0, 1, 2, 3, 99])) + text[found.end() :]
    if kind == 1 and len(words) > 1:
        words.pop(random.randrange(len(words)))
        return " ".join(words)
    if kind == 2:
        return " ".join([*words, random.choice(words)])
    at = random.randrange(len(text))
    if kind == 3:
        return text[:at] + text[at + 1 :]
    return text[:at] + random.choice(text) + text[at + 1 :]


@lru_cache
def pool(name: str) -> tuple[Any, ...]:
    """Actions of a game that were legal somewhere, and slightly wrong ones that can still be read."""
    random = Random(name)
    found: dict[str, Any] = {}
    game = setups(name)[0].game
    for setup in setups(name):
        for state in sample(setup, 40):
            for seat in game.actors(state):
                legal = game.legal(state, seat)
                for action in random.sample(legal, min(len(legal), 12)):
                    found[str(action)] = action
    for text in list(found):
        wrong = mutated(random, text)
        try:
            action = game.Action.from_text(wrong)
        except BadNotation:
            continue
        if action != SKIP:
            found[wrong] = action
    return tuple(found.values())


@each_setup
def test_a_random_game_ends(setup: Setup) -> None:
    """Whatever players do, the game comes to an end, and then nobody may act."""
    for number in (1, 2):
        state = random_game(setup, number)[-1].after
        assert setup.game.over(state)
        assert setup.game.actors(state) == ()
        for seat in range(setup.seats):
            assert not setup.game.legal(state, seat)
            with pytest.raises(IllegalMove, match=r"\w+ \w+"):
                setup.game.apply(state, seat, pool(setup.name)[0])


@each_setup
def test_whoever_may_act_has_something_to_do(setup: Setup) -> None:
    """While the game runs somebody is to act; actors have legal actions, nobody else has."""
    for step in random_game(setup):
        assert not setup.game.over(step.before)
        actors = setup.game.actors(step.before)
        assert actors
        for seat in range(setup.seats):
            assert bool(setup.game.legal(step.before, seat)) == (seat in actors)


@each_setup
def test_whatever_is_listed_is_accepted(setup: Setup) -> None:
    """Every listed action can be made, is listed once, and is never a skip."""
    for state in sample(setup, 40):
        for seat in setup.game.actors(state):
            legal = setup.game.legal(state, seat)
            assert len(set(map(str, legal))) == len(legal)
            assert SKIP not in legal
            for action in legal:
                assert setup.game.apply(state, seat, action) != state


@each_setup
def test_whatever_is_not_listed_is_refused_with_a_sentence(setup: Setup) -> None:
    """Actions of other moments and slightly wrong ones are refused, and nothing has changed.

    The one exception is a variant of a listed action, which the game can name.
    """
    game, random, refused = setup.game, Random(5), 0
    canonical = getattr(game, "canonical", None)
    for state in sample(setup, 40):
        before = state.to_text()
        for seat in game.actors(state):
            legal = game.legal(state, seat)
            for action in random.sample(pool(setup.name), min(len(pool(setup.name)), 60)):
                if action in legal:
                    continue
                reason = refusal(setup, state, seat, action)
                if reason is None:
                    assert canonical is not None, f"{action!s} is accepted but not listed"
                    assert canonical(state, seat, action) in legal
                else:
                    refused += 1
                    assert re.search(r"\w+ \w+", reason), f"{reason!r} is not a sentence"
        assert state.to_text() == before
    assert refused > min(100, 10 * len(pool(setup.name))), "hardly anything was tried"


@each_setup
def test_nobody_acts_out_of_turn(setup: Setup) -> None:
    """A seat that is not to act is refused, whatever it tries, and so is a seat that does not exist."""
    game, random = setup.game, Random(6)
    for state in sample(setup, 20):
        before = state.to_text()
        actors = game.actors(state)
        others = random.sample(pool(setup.name), min(len(pool(setup.name)), 20))
        tried = [action for actor in actors for action in game.legal(state, actor)[:5]] + others
        for seat in set(range(-1, setup.seats + 1)) - set(actors):
            for action in tried:
                assert refusal(setup, state, seat, action), f"seat {seat} may not {action!s} at {before}"
        assert state.to_text() == before


@each_setup
def test_actions_have_a_notation(setup: Setup) -> None:
    """An action's notation names that action, fits in a log line, and batches can be read back."""
    game = setup.game
    for state in sample(setup, 40):
        for seat in game.actors(state):
            legal = game.legal(state, seat)
            for action in legal:
                text = str(action)
                assert game.Action.from_text(text) == action
                assert not set(text) & set(";\r\n")
                assert not set(action.public()) & set(";\r\n")
            assert read_all(game, write_all(legal)) == list(legal)
    assert game.Action.from_text(str(SKIP)) == SKIP


@each_setup
def test_states_have_a_notation(setup: Setup) -> None:
    """A state's notation is one line and names that very state."""
    for state in sample(setup, 40):
        text = state.to_text()
        again = setup.game.State.from_text(text)
        assert "\n" not in text
        assert again == state
        assert again.to_text() == text


@each_setup
def test_what_names_nothing_is_bad_notation(setup: Setup) -> None:
    """A text that names no action or state is refused as such, never with another error."""
    game, random = setup.game, Random(3)
    for junk in JUNK:
        for read in (game.Action.from_text, game.State.from_text):
            with pytest.raises(BadNotation):
                read(junk)
    for action in pool(setup.name):
        wrong = mutated(random, str(action))
        try:
            action = game.Action.from_text(wrong)
        except BadNotation:
            continue
        assert game.Action.from_text(str(action)) == action
    for state in sample(setup, 40):
        try:
            game.State.from_text(mutated(random, state.to_text()))
        except BadNotation:
            continue


@each_setup
def test_replay_gives_the_identical_state(setup: Setup) -> None:
    """The same seed and the same log of notations give the same game."""
    game = setup.game
    log = [(step.seat, str(step.action)) for step in random_game(setup)]
    state = setup.new(1)
    for seat, text in log:
        state = game.apply(state, seat, game.Action.from_text(text))
    assert state == random_game(setup)[-1].after
    assert state.to_text() == random_game(setup)[-1].after.to_text()


@each_setup
def test_another_seed_is_another_game(setup: Setup) -> None:
    """Chance comes from the seed."""
    assert len({setup.new(seed).to_text() for seed in range(10)}) == 10


@each_setup
def test_a_view_hides_what_it_must(setup: Setup) -> None:
    """To deal anew what a viewer cannot know leaves every byte of the view as it was."""
    game = setup.game
    for number, state in enumerate(sample(setup, 30)):
        for viewer in viewers(setup):
            dealt = game.redeal(state, viewer, as_seed(number + 77))
            assert seen(setup, dealt, viewer) == seen(setup, state, viewer)
            assert game.actors(dealt) == game.actors(state)
            if viewer is not None:
                assert game.legal(dealt, viewer) == game.legal(state, viewer)


@each_setup
def test_a_redeal_changes_what_is_to_come(setup: Setup) -> None:
    """Dealt anew for the spectator, the same opening goes another way for some seat, though choices are the same."""

    def story(state: Any) -> list[bytes]:
        random, told = Random(9), []
        for _ in range(60):
            told.append(b"".join(seen(setup, state, viewer) for viewer in viewers(setup)))
            actors = setup.game.actors(state)
            if not actors:
                break
            legal = setup.game.legal(state, seat := random.choice(actors))
            state = setup.game.apply(state, seat, legal[int(random.random() * len(legal))])
        return told

    opening = setup.new(1)
    stories = {tuple(story(setup.game.redeal(opening, None, as_seed(seed)))) for seed in range(2, 6)}
    assert len(stories) == 4
    assert tuple(story(opening)) not in stories


@pytest.mark.slow
@each_setup
def test_a_redeal_can_be_played_on(setup: Setup) -> None:
    """A state dealt anew is a state of the game like any other: it can be written and played to its end."""
    game, random = setup.game, Random(4)
    for state in sample(setup, 4):
        for viewer in viewers(setup):
            dealt = game.redeal(state, viewer, as_seed(99))
            assert game.State.from_text(dealt.to_text()) == dealt
            while actors := game.actors(dealt):
                seat = random.choice(actors)
                dealt = game.apply(dealt, seat, random.choice(game.legal(dealt, seat)))


@each_setup
def test_a_view_is_enough_to_imagine_a_state(setup: Setup) -> None:
    """Whoever has a view, and nothing else, can make a state of it that looks the same and allows the same."""
    game = setup.game
    for number, state in enumerate(sample(setup, 30)):
        for viewer in viewers(setup):
            told = msgspec.json.decode(seen(setup, state, viewer), type=game.View)
            imagined = game.imagine(told, as_seed(number))
            assert seen(setup, imagined, viewer) == seen(setup, state, viewer)
            assert game.actors(imagined) == game.actors(state)
            if viewer is not None and not _ambiguous(state):
                assert game.legal(imagined, viewer) == game.legal(state, viewer)


def _ambiguous(state: Any) -> bool:
    """Whether a die of Sagrada is pending and may be left, though with another tool it would have to be placed."""
    if not isinstance(state, Sagrada) or state.pending == NONE_PENDING:
        return False
    return state.used not in OBLIGING[state.version]


@pytest.mark.slow
@each_setup
def test_an_imagined_state_can_be_played_on(setup: Setup) -> None:
    """It is a state of the game like any other: it can be written and played to its end."""
    game, random = setup.game, Random(4)
    for state in sample(setup, 4):
        for viewer in viewers(setup):
            imagined = game.imagine(game.view(state, viewer), as_seed(99))
            assert game.State.from_text(imagined.to_text()) == imagined
            while actors := game.actors(imagined):
                seat = random.choice(actors)
                imagined = game.apply(imagined, seat, random.choice(game.legal(imagined, seat)))


@pytest.mark.slow
@each_setup
def test_public_notation_tells_no_more_than_the_board(setup: Setup) -> None:
    """Two actions whose results look the same to another seat are told to it in the same words."""
    game = setup.game
    for state in sample(setup, 20):
        for seat in game.actors(state):
            results = [(action, game.apply(state, seat, action)) for action in game.legal(state, seat)[:40]]
            for viewer in set(viewers(setup)) - {seat}:
                told: dict[bytes, tuple[str, str]] = {}
                for action, after in results:
                    notation = after.to_text()
                    words = action.public()
                    first = told.setdefault(seen(setup, after, viewer), (notation, words))
                    assert first[1] == words or first[0] == notation


@each_setup
def test_skip_finishes_the_turn(setup: Setup) -> None:
    """When everybody who is to act is gone, their skips bring the next turn or the end."""
    for state in sample(setup, 60):
        turn, after = setup.game.turn(state), state
        for seat in setup.game.actors(state):
            assert seat in setup.game.actors(after)
            steps = apply_all(setup.game, after, seat, setup.game.skip(after, seat))
            after = steps[-1].after
        if not setup.game.over(state):
            assert setup.game.over(after) or setup.game.turn(after) > turn


@each_setup
def test_a_table_of_absentees_ends(setup: Setup) -> None:
    """A game in which everybody is gone still ends or goes on turn by turn; it never stands still."""
    state = setup.new(3)
    for _ in range(300):
        actors = setup.game.actors(state)
        if not actors:
            break
        for action in setup.game.skip(state, actors[0]):
            state = setup.game.apply(state, actors[0], action)
    assert setup.game.over(state) or setup.game.turn(state) > 100


@each_setup
def test_turns_only_grow(setup: Setup) -> None:
    """The number of the turn never falls."""
    for step in random_game(setup):
        assert setup.game.turn(step.after) >= setup.game.turn(step.before)


@each_setup
def test_scores_explain_themselves(setup: Setup) -> None:
    """Every seat has a score whose lines add up to its total, at any time of the game."""
    for state in sample(setup, 40):
        scores = setup.game.scores(state)
        assert [score.seat for score in scores] == list(range(setup.seats))
        for score in scores:
            assert sum(line.points for line in score.lines) == score.total
            assert all(line.what for line in score.lines)


@each_setup
def test_the_best_score_wins(setup: Setup) -> None:
    """Among two or more the winners are those whom nobody exceeds; alone one wins or not."""
    for number in (1, 2):
        state = random_game(setup, number)[-1].after
        winners = setup.game.winners(state)
        if setup.seats > 1:
            assert winners == best(setup.game.scores(state))
        else:
            assert winners in ((), (0,))


@pytest.mark.parametrize("name", sorted({setup.name for setup in setups()}))
def test_a_wrong_number_of_seats_is_refused(name: str) -> None:
    """A game opens only for the numbers of players it is made for."""
    game = setups(name)[0].game
    for seats in (game.SEATS.start - 1, game.SEATS.stop):
        with pytest.raises(ValueError, match="player"):
            game.new(seats, as_seed(1))


@pytest.mark.parametrize("name", sorted({setup.name for setup in setups()}))
@pytest.mark.parametrize("start", ["", "window ", "buy 9", "take w"])
def test_long_nonsense_is_not_repeated(name: str, start: str) -> None:
    """The sentence that refuses a text repeats no more of it than a person wants to read."""
    game = setups(name)[0].game
    with pytest.raises(BadNotation) as bad:
        game.Action.from_text(start + 60_000 * "9")
    assert len(str(bad.value)) < 200
