"""OpenSpiel's own suites on our games, its algorithms, and that it plays by our rules."""

import os
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from copy import copy, deepcopy
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import (
    expected_game_score,
    generate_playthrough,
    mcts,
    minimax,
)
from open_spiel.python.algorithms.get_all_states import get_all_states
from open_spiel.python.observation import make_observation
from open_spiel.python.policy import UniformRandomPolicy
from open_spiel.python.rl_environment import ChanceEventSampler, Environment

import skerry
import skerry.adapters.open_spiel
from skerry.adapters.open_spiel import BY_CHANCE, SkerryState
from skerry.games.catalogue import GAMES
from skerry.games.contract import longest_game
from skerry.games.syrtis.setup import pairs
from tests.adapters.make_playthroughs import PLAYTHROUGHS

GAME_STRINGS = (
    "skerry_spry(size=2)",
    "skerry_spry(size=3,swap=True)",
    "skerry_spry",
    "skerry_sytran(size=3,penalty=1)",
    "skerry_sytran",
    "skerry_byg(size=3,cap=2)",
    "skerry_byg",
    "skerry_kitaran(size=3,cycle_limit=4)",
    "skerry_kitaran(size=4,komi=1.5,swap=True)",
    "skerry_kitaran",
    "skerry_syrtis(board=minor)",
    "skerry_syrtis(board=minor,stall_limit=5,seed=3)",
    "skerry_syrtis(board=square,seed=0)",
    "skerry_syrtis",
)
each_game = pytest.mark.parametrize("text", GAME_STRINGS)


def load(text: str) -> Any:
    return pyspiel.load_game(text)


def begin(text: str, seed: int = 1) -> SkerryState:
    """A start, after chance has had its say."""
    state, rng = load(text).new_initial_state(), Random(seed)
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])
    found: SkerryState = state
    return found


# --- OpenSpiel's own suites -----------------------------------------------------------------------


@each_game
def test_random_simulations(text: str) -> None:
    pyspiel.random_sim_test(load(text), num_sims=3, serialize=True, verbose=False)


class Loaded:
    """A game that is loaded, and compiled, when a test first asks for it."""

    def __init__(self, text: str) -> None:
        self._load = cache(partial(load, text))

    def __get__(self, _case: object, _cases: type) -> Any:
        return self._load()


def partial_tree_suite(text: str) -> type[Any]:
    """OpenSpiel's test case for one game."""
    facts = {"game": Loaded(text), "game_name": text, "__module__": __name__}
    return type("TestPartialTree", (api_test.EnforceAPIOnPartialTreeBase,), facts)


for _text in (
    "skerry_spry(size=3)",
    "skerry_sytran(size=3)",
    "skerry_byg(size=3)",
    "skerry_kitaran(size=3)",
    "skerry_syrtis(board=minor)",
):
    _name = _text.split("(")[0].removeprefix("skerry_").title()
    globals()[f"Test{_name}PartialTree"] = partial_tree_suite(_text)


@pytest.mark.parametrize("name", sorted(PLAYTHROUGHS))
def test_golden_playthroughs(name: str) -> None:
    flags.FLAGS(["the generator asks for its flags"])
    path = Path(__file__).parent / "playthroughs" / f"{name}.txt"
    committed, again = generate_playthrough.replay(path)
    assert again.splitlines() == committed.splitlines()


# --- algorithms -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "skerry_spry(size=2)",
        "skerry_spry(size=2,swap=True)",
        "skerry_sytran(size=2,penalty=0,swap=False)",
        "skerry_sytran(size=2,penalty=1,swap=False)",
        "skerry_sytran(size=2,penalty=4)",
        "skerry_byg(size=2)",
        "skerry_byg(size=2,cap=1,swap=True)",
    ],
)
def test_minimax_gives_the_solver_s_value(text: str) -> None:
    game = load(text)
    value, _ = minimax.alpha_beta_search(game)
    position = game.new_initial_state().position
    assert {1.0: "win", 0.0: "draw", -1.0: "loss"}[value] == skerry.solve(position).value


@pytest.mark.parametrize("seed", range(4))
def test_minimax_agrees_with_the_solver_late_in_the_game(seed: int) -> None:
    rng = Random(seed)
    for text, left in (
        ("skerry_spry(size=3)", 6),
        ("skerry_sytran(size=3,penalty=3)", 5),
        ("skerry_byg(size=3)", 6),
        ("skerry_kitaran(size=3,cycle_limit=3)", 2),
    ):
        state = begin(text)
        for _ in range(200):
            position = state.position
            assert position is not None
            if position.is_over or (
                position.contents.count(0) <= left and not position.turn_so_far
            ):
                break
            state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            continue
        mover = state.current_player()
        value, _ = minimax.alpha_beta_search(state.get_game(), state, maximizing_player_id=mover)
        position = state.position
        assert position is not None
        assert {1.0: "win", 0.0: "draw", -1.0: "loss"}[value] == skerry.solve(position).value


def play_out(state: SkerryState, search: Any) -> list[float]:
    """A search on one side, random play on the other."""
    rng = Random(1)
    while not state.is_terminal():
        choose = search if state.current_player() == 0 else lambda s: rng.choice(s.legal_actions())
        state.apply_action(choose(state))
    returns: list[float] = state.returns()
    return returns


@pytest.mark.parametrize("text", GAME_STRINGS[:1] + GAME_STRINGS[5:6] + GAME_STRINGS[7:8])
def test_its_tree_search_beats_random_play(text: str) -> None:
    game = load(text)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=3)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 80, 50, True, 3, False)
    results = [
        play_out(begin(text), lambda s: bot.mcts_search(s).best_child().action) for _ in range(4)
    ]
    assert sum(returns[0] for returns in results) >= 2


def test_its_search_in_python_plays_through_chance() -> None:
    game = load("skerry_syrtis(board=minor)")
    draws = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 5, mcts.RandomRolloutEvaluator(1, draws), random_state=draws)
    state = begin("skerry_syrtis(board=minor)")
    assert bot.step(state) in state.legal_actions()


def test_the_whole_tree_can_be_walked() -> None:
    states = get_all_states(load("skerry_kitaran(size=3,cycle_limit=1)"), depth_limit=3)
    assert len(states) > 500


def test_policies_are_evaluated_over_set_ups() -> None:
    game = load("skerry_byg(size=2,cap=1)")
    policy = UniformRandomPolicy(game)
    first, second = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert first == pytest.approx(-second)
    assert -1 < first < 1


# --- by our rules ---------------------------------------------------------------------------------


@each_game
def test_games_go_as_ours_do(text: str) -> None:
    rng = Random(5)
    state = begin(text)
    position = state.position
    assert position is not None
    for _ in range(400):
        assert state.position == position
        if position.is_over:
            break
        assert state.current_player() == position.player
        assert state.legal_actions() == position.legal_actions()
        assert state.legal_actions(1 - state.current_player()) == []
        action = rng.choice(position.legal_actions())
        assert state.action_to_string(action) == position.game.format_action(action)
        assert state.string_to_action(position.game.format_action(action)) == action
        state.apply_action(action)
        position = position.apply(action)
    if position.outcome is not None:
        winner = position.outcome.winner
        assert state.is_terminal()
        assert state.current_player() == pyspiel.PlayerId.TERMINAL
        assert state.returns() == [
            0.0 if winner is None else 1.0 if winner == p else -1.0 for p in (0, 1)
        ]


@each_game
def test_observations_are_those_of_the_batch(text: str) -> None:
    state, rng = begin(text), Random(2)
    for _ in range(12):
        state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            return
    position = state.position
    assert position is not None
    batch = skerry.Batch(position.game, 1)
    batch._rows.states[0] = position.state
    person = state.current_player()
    planes = np.array(state.observation_tensor(person)).reshape(batch.observation_shape)
    assert planes.shape == tuple(state.get_game().observation_tensor_shape())
    assert planes.any()
    observation = make_observation(state.get_game())
    observation.set_from(state, person)
    assert np.array_equal(observation.dict["observation"], planes)
    assert observation.string_from(state, person) == str(state)
    assert state.information_state_tensor(person) == state.observation_tensor(person)
    assert state.information_state_string(person) == state.history_str()


def test_options_left_out_are_ours() -> None:
    for info in GAMES:
        game = load(f"skerry_{info.name}")
        assert game.game == skerry.game(info.name)
    assert load("skerry_kitaran(size=6)").game == skerry.game("kitaran", size=6)
    assert load("skerry_kitaran(size=6,komi=0.0)").game.option("komi") == 0.0
    assert load("skerry_syrtis").get_parameters()["seed"] == BY_CHANCE


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("skerry_spry(size=99)", "size must be a whole number from 2 to 13"),
        ("skerry_kitaran(komi=0.3)", "komi must be a multiple of 0.5"),
        ("skerry_syrtis(board=round)", "board must be 'major' or 'minor' or 'square'"),
        ("skerry_syrtis(board=minor,seed=-2)", "seed=-2 is not possible"),
    ],
)
def test_an_option_that_is_not_possible_is_refused(text: str, says: str) -> None:
    with pytest.raises(skerry.OptionError, match=says):
        load(text)


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    state = begin("skerry_spry")
    with pytest.raises(skerry.IllegalActionError, match="at least one stone") as refusal:
        state.apply_action(61)
    assert refusal.value.rule == "SPRY-2"
    assert state.history() == []


def test_a_seed_gives_our_set_up_and_no_chance() -> None:
    game = load("skerry_syrtis(seed=7)")
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert game.new_initial_state().position == skerry.game("syrtis").start(seed=7)


def test_chance_draws_set_ups_as_likely_as_they_are() -> None:
    """SYR-3 on the minor board: 8 pairs, 4 of a kind, each one of two ways round."""
    state = load("skerry_syrtis(board=minor)").new_initial_state()
    probability, drawn = 1.0, []
    for outcome in (0, 3, 1, 2, 0, 1, 3, 2):
        chances = dict(state.chance_outcomes())
        assert sum(chances.values()) == pytest.approx(1)
        probability *= chances[outcome]
        drawn.append(state.action_to_string(outcome))
        state.apply_action(outcome)
    assert probability == pytest.approx(1 / (70 * 2**8))  # 8 over 4 kinds, and 8 coins
    assert drawn[:2] == ["a1=lc", "a2=ds"]
    assert state.position is not None
    cells = pairs(state.position.game)
    kinds = Counter(state.position.contents[here] for here, _ in cells)
    assert kinds == {1: 2, 4: 2, 2: 2, 3: 2}
    used_up = load("skerry_syrtis(board=minor)").new_initial_state()
    for _ in range(4):
        used_up.apply_action(0)
    assert [outcome for outcome, _ in used_up.chance_outcomes()] == [1, 2]


@each_game
def test_a_state_at_a_position_goes_on_from_there(text: str) -> None:
    game, position = load(text), begin(text).position
    assert position is not None
    for _ in range(3):
        position = position.apply(position.legal_actions()[-1])
    state = game.state_at(position)
    assert state.position == position
    assert state.legal_actions() == position.legal_actions()
    action = state.legal_actions()[0]
    state.apply_action(action)
    assert state.position == position.apply(action)
    assert state.history() == [action]


def test_a_position_of_another_game_is_refused() -> None:
    game = load("skerry_spry(size=3)")
    with pytest.raises(skerry.OptionError, match=r"position of spry size=4 .*, not of spry size=3"):
        game.state_at(skerry.game("spry", size=4).start())


def test_states_and_games_are_pickled() -> None:
    for text in ("skerry_sytran(size=3)", "skerry_syrtis(board=minor)"):
        state = begin(text)
        state.apply_action(state.legal_actions()[3])
        again = pickle.loads(pickle.dumps(state))
        assert again.position == state.position
        assert again.history() == state.history()


FRESH = """
import pickle, sys
game, state, at_position, environment, observer = pickle.load(sys.stdin.buffer)
print(game, state.get_game(), state.history(), at_position.history(), environment.game)
print(at_position.position.text)
print(environment.get_state.history())
"""


@each_game
def test_all_that_holds_a_game_goes_to_a_fresh_process(text: str) -> None:
    """The classes of the games could not be found by their names."""
    game, state = load(text), begin(text)
    state.apply_action(state.legal_actions()[0])
    at_position = game.state_at(state.position)
    at_position.apply_action(at_position.legal_actions()[-1])
    environment = Environment(game, chance_event_sampler=ChanceEventSampler(seed=1))
    environment.reset()
    held = (game, state, at_position, environment, game.make_py_observer())
    done = subprocess.run(
        [sys.executable, "-c", FRESH],
        input=pickle.dumps(held),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        check=True,
    )
    first, position, last = done.stdout.decode().splitlines()
    assert first == f"{game} {game} {state.history()} {at_position.history()} {game}"
    assert position == at_position.position.text
    assert last == str(environment.get_state.history())


@each_game
@pytest.mark.parametrize("copied", [copy, deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_all_that_holds_a_game_is_copied(text: str, copied: Callable[[Any], Any]) -> None:
    game, state = load(text), begin(text)
    state.apply_action(state.legal_actions()[0])
    at_position = game.state_at(state.position)
    assert str(copied(game)) == str(game)
    assert copied(game).game == game.game
    for one in (state, at_position):
        twin = copied(one)
        twin.apply_action(twin.legal_actions()[0])
        assert one.position != twin.position
        assert len(twin.history()) == len(one.history()) + 1
    again = copied(twin)
    assert (again.position, again.history()) == (twin.position, twin.history())


def test_a_clone_goes_its_own_way() -> None:
    state = begin("skerry_byg(size=3)")
    twin = state.clone()
    twin.apply_action(0)
    assert state.history() == []
    assert state.position == state.get_game().game.start()


@each_game
def test_no_game_is_longer_than_is_said(text: str) -> None:
    game = load(text)
    rng = Random(3)
    longest = 0
    for _ in range(3):
        state = begin(text, rng.randrange(1000))
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        longest = max(longest, len(state.history()))
    assert longest <= game.max_game_length() == longest_game(game.game.rules)


def test_the_process_ends_in_peace() -> None:
    """OpenSpiel drops what was registered after Python is gone."""
    script = (
        "import pyspiel, skerry.adapters.open_spiel\n"
        "state = pyspiel.load_game('skerry_spry(size=2)').new_initial_state()\n"
        "print(state.current_player())\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"0\n", b"")
