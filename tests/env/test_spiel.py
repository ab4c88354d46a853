"""OpenSpiel: its own simulation of its interface, playthroughs that can be repeated, and nothing that is hidden."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bottega.games import GAMES

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel here: pip install 'bottega[spiel]'")
from absl import flags  # noqa: E402 - where it is installed
from open_spiel.python.algorithms import generate_playthrough  # noqa: E402 - likewise
from open_spiel.python.observation import make_observation  # noqa: E402 - likewise

from bottega.env.spiel import SPIEL_GAMES  # noqa: E402 - likewise

CASES = [(name, seats) for name in SPIEL_GAMES for seats in (1, 2, 3) if seats in GAMES[name].SEATS]


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_the_interface(name: str, seats: int) -> None:
    """OpenSpiel plays a game at random and checks every state: clones, serialised copies, legal actions, returns."""
    game = pyspiel.load_game(f"bottega_{name}(players={seats},deals=5)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_serialised() -> None:
    """A state is its history: written and read it is the same."""
    game = pyspiel.load_game("bottega_splendor(deals=3)")
    state = game.new_initial_state()
    while state.move_number() < 8:
        state.apply_action(2 if state.is_chance_node() else state.legal_actions()[0])
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state)
    assert again.history() == state.history()


@pytest.mark.parametrize("name", sorted(SPIEL_GAMES))
def test_a_playthrough_can_be_repeated(name: str, tmp_path: Path) -> None:
    """OpenSpiel's own text of a game, played again from what stands in it, is the same."""
    text = generate_playthrough.playthrough(f"bottega_{name}(deals=3)", [], seed=3)
    assert "IsTerminal() = True" in text
    file = tmp_path / "playthrough.txt"
    file.write_text(text, "utf-8")
    flags.FLAGS.mark_as_parsed()  # there are none here, and it asks for them
    kept, again = generate_playthrough.replay(str(file))
    assert again == kept


@pytest.mark.parametrize("name", sorted(SPIEL_GAMES))
def test_what_a_player_sees(name: str) -> None:
    """The view of its seat, as numbers and as text; nothing before the deal."""
    game = pyspiel.load_game(f"bottega_{name}")
    state = game.new_initial_state()
    seen = make_observation(game)
    seen.set_from(state, 0)
    assert not np.any(seen.tensor)
    assert seen.string_from(state, 1) == "before the deal"
    state.apply_action(7)
    seen.set_from(state, 1)
    assert np.any(seen.tensor)
    assert seen.string_from(state, 1) == str(GAMES[name].view(state.state, 1))
    notation = state.action_to_string(0, state.legal_actions()[0])
    assert str(GAMES[name].Action.from_text(notation)) == notation
    assert state.returns() == [0.0, 0.0]
