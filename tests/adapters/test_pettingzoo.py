"""PettingZoo's own suites on our games, and that they are played by our rules."""

import pickle
import warnings
from copy import copy, deepcopy
from random import Random
from typing import Any

import numpy as np
import pettingzoo
import pygame
import pytest

import skerry
from skerry.adapters import pettingzoo as zoo
from skerry.adapters.pettingzoo import AGENTS, Environments
from skerry.games.catalogue import GAMES

with warnings.catch_warnings(action="ignore"):  # it imports PettingZoo's games in their old way
    from pettingzoo.test import api_test, render_test, seed_test

GAMES_TO_TRY: tuple[tuple[Environments, dict[str, Any]], ...] = (
    (zoo.skerry_spry_v0, {"size": 3, "swap": True}),
    (zoo.skerry_spry_v0, {}),
    (zoo.skerry_sytran_v0, {"size": 3}),
    (zoo.skerry_sytran_v0, {}),
    (zoo.skerry_byg_v0, {"size": 3, "cap": 2}),
    (zoo.skerry_byg_v0, {}),
    (zoo.skerry_kitaran_v0, {"size": 4, "komi": 1.5, "swap": True}),
    (zoo.skerry_kitaran_v0, {}),
    (zoo.skerry_syrtis_v0, {"board": "minor"}),
    (zoo.skerry_syrtis_v0, {}),
)
each_game = pytest.mark.parametrize(
    ("module", "options"),
    GAMES_TO_TRY,
    ids=[f"{module.name} {options}" for module, options in GAMES_TO_TRY],
)
# The suite warns of every environment whose observations hold a mask, PettingZoo's own apart.
masks_are_meant = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent:UserWarning"),
]
pytestmark = masks_are_meant


@pytest.fixture(autouse=True)
def no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.time, "wait", lambda milliseconds: milliseconds)  # nobody looks


# --- PettingZoo's own suites ----------------------------------------------------------------------


@each_game
def test_api(module: Environments, options: dict[str, Any]) -> None:
    api_test(module.env(**options), num_cycles=60)
    api_test(module.raw_env(**options), num_cycles=60)


@each_game
def test_seeds(module: Environments, options: dict[str, Any]) -> None:
    seed_test(lambda: module.env(**options), num_cycles=40)


@each_game
def test_renders(module: Environments, options: dict[str, Any]) -> None:
    drawn = {"svg": lambda picture: picture.startswith("<svg")}
    render_test(lambda **mode: module.env(**options, **mode), custom_tests=drawn)


# --- by our rules ---------------------------------------------------------------------------------


@each_game
def test_games_go_as_ours_do(module: Environments, options: dict[str, Any]) -> None:
    env, rng = module.env(**options), Random(1)
    env.reset(seed=3)
    game = skerry.game(module.name, **options)
    position = game.start(seed=3) if module.name == "syrtis" else game.start()
    totals = dict.fromkeys(AGENTS, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        assert not truncated
        assert env.unwrapped.position == position
        if terminated:
            env.step(None)
            continue
        assert agent == f"player_{position.player}"
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        assert legal == position.legal_actions()
        assert not env.observe(AGENTS[1 - AGENTS.index(agent)])["action_mask"].any()
        action = rng.choice(legal)
        env.step(action)
        position = position.apply(action)
    assert position.outcome is not None
    assert env.agents == []
    winner = position.outcome.winner
    assert list(totals.values()) == [
        0.0 if winner is None else 1.0 if winner == person else -1.0 for person in (0, 1)
    ]


def test_an_illegal_action_loses_and_raw_says_why() -> None:
    env = zoo.skerry_spry_v0.env(size=3)
    env.reset()
    env.step(19)  # the end of a turn that has no stone yet
    assert env.rewards == {"player_0": -1.0, "player_1": 0}
    assert all(env.terminations.values())
    raw = zoo.skerry_spry_v0.raw_env(size=3)
    raw.reset()
    with pytest.raises(skerry.IllegalActionError, match="at least one stone"):
        raw.step(19)
    with pytest.raises(skerry.OptionError, match="player_0 is to act"):
        raw.step(None)
    assert raw.position == skerry.game("spry", size=3).start()


def test_after_the_end_agents_leave_and_nobody_acts() -> None:
    raw = zoo.skerry_spry_v0.raw_env(size=2)
    raw.reset()
    while not any(raw.terminations.values()):
        raw.step(int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"])[0]))
    with pytest.raises(skerry.GameOverError, match=r"leaves it by step\(None\)"):
        raw.step(0)
    for _ in AGENTS:
        raw.step(None)
    assert raw.agents == []
    with pytest.raises(skerry.GameOverError, match="both agents have left"):
        raw.step(None)


def test_a_game_may_begin_at_a_position() -> None:
    position = skerry.game("kitaran", size=3).start().play("a1").play("b2")
    env = zoo.skerry_kitaran_v0.env(size=3)
    env.reset(options={"position": position.text})
    assert env.agent_selection == "player_0"
    assert env.unwrapped.position == position
    with pytest.raises(skerry.OptionError, match="plays kitaran size=4"):
        zoo.skerry_kitaran_v0.env(size=4).reset(options={"position": position.text})


def test_the_registry_knows_them() -> None:
    for info in GAMES:
        env = pettingzoo.make("aec", f"skerry/{info.name}_v0")
        assert env.metadata["name"] == f"skerry_{info.name}_v0"
        assert getattr(zoo, f"skerry_{info.name}_v0") == Environments(info.name)
        assert f"skerry_{info.name}_v0" in dir(zoo)
    with pytest.raises(AttributeError, match="has no skerry_chess_v0; the environments are"):
        zoo.skerry_chess_v0  # noqa: B018


def test_environments_are_pickled() -> None:
    env = pickle.loads(pickle.dumps(zoo.skerry_byg_v0.raw_env(size=3)))
    assert env.game == skerry.game("byg", size=3)


@each_game
@pytest.mark.parametrize("copied", [copy, deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
@pytest.mark.parametrize("wrapped", [False, True])
def test_a_game_under_way_is_copied(
    module: Environments, options: dict[str, Any], copied: Any, wrapped: bool
) -> None:
    """A copy was an environment that had not begun."""
    env = module.env(**options) if wrapped else module.raw_env(**options)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    twin = copied(env)
    assert twin.unwrapped.position == env.unwrapped.position
    assert twin.agent_selection == env.agent_selection
    twin.step(int(np.flatnonzero(twin.observe(twin.agent_selection)["action_mask"])[0]))
    if copied is not copy or not wrapped:  # a shallow copy of a wrapper is PettingZoo's own
        assert twin.unwrapped.position != env.unwrapped.position


def test_seeds_may_be_numpys() -> None:
    env = zoo.skerry_syrtis_v0.raw_env(board="minor")
    env.reset(seed=np.int64(3))  # type: ignore[arg-type]
    assert env.position == skerry.game("syrtis", board="minor").start(seed=3)
    with pytest.raises(skerry.OptionError, match="seed='x' is not possible"):
        env.reset(seed="x")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"size": 99}, "size must be a whole number"),
        ({"render_mode": "film"}, "render_mode='film' is not possible"),
    ],
)
def test_wrong_wishes_are_refused(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(skerry.OptionError, match=says):
        zoo.skerry_spry_v0.env(**wrong)
