"""Gymnasium's own checker on our games, the opponent's part, and what loses."""

import pickle
from copy import copy, deepcopy
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pygame
import pytest
from gymnasium.utils.env_checker import check_env

import skerry
import skerry.adapters.gymnasium
from skerry.adapters.gymnasium import SkerryEnv
from skerry.errors import OptionError, SkerryError
from skerry.games.catalogue import GAMES
from tests.small import small

each_game = pytest.mark.parametrize("info", GAMES, ids=lambda info: info.name)


@pytest.fixture(autouse=True)
def no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.time, "wait", lambda milliseconds: milliseconds)  # nobody looks


def make(name: str, **given: Any) -> SkerryEnv:
    env = gymnasium.make(
        f"skerry/{name.title()}-v0", **{**small(name, swap=True), **given}
    ).unwrapped
    assert isinstance(env, SkerryEnv)
    return env


@each_game
@pytest.mark.parametrize("opponent", ["random", "1"])
def test_gymnasium_s_checker(info: Any, opponent: str) -> None:
    check_env(make(info.name, opponent=opponent))


@each_game
@pytest.mark.parametrize("seat", [0, 1])
def test_the_agent_acts_whenever_it_is_asked(info: Any, seat: int) -> None:
    env = make(info.name, opponent="random", seat=seat)
    for seed in range(4):
        seen, told = env.reset(seed=seed)
        assert told == {"person": seat}
        over, reward = False, 0.0
        while not over:
            assert env.position.player == seat
            legal = np.flatnonzero(seen["action_mask"])
            assert legal.tolist() == env.position.legal_actions()
            assert reward == 0.0
            action = int(env.np_random.choice(legal))
            seen, reward, over, truncated, _ = env.step(action)
            assert not truncated
        outcome = env.position.outcome
        assert outcome is not None
        expected = {None: 0.0, seat: 1.0, 1 - seat: -1.0}
        assert reward == expected[outcome.winner]
        assert not seen["action_mask"].any()


@each_game
def test_the_same_seed_and_actions_give_the_same_game(info: Any) -> None:
    def play() -> list[str]:
        env, texts = make(info.name, opponent="1"), []
        seen, _ = env.reset(seed=5)
        for _ in range(12):
            seen, _, over, _, _ = env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
            texts.append(env.position.text)
            if over:
                break
        return texts

    assert play() == play()


def test_seats_are_drawn() -> None:
    env = make("spry", opponent="random")
    seats = {env.reset(seed=seed)[1]["person"] for seed in range(20)}
    assert seats == {0, 1}


def test_an_illegal_action_loses_and_is_explained() -> None:
    env = make("spry", opponent="random", seat=0)
    env.reset(seed=1)
    before = env.position
    _, reward, over, _, info = env.step(19)
    assert (reward, over) == (-1.0, True)
    assert "at least one stone" in info["illegal"]
    assert env.position == before


def test_any_player_can_be_the_opponent() -> None:
    env = make("kitaran", opponent=skerry.SearchPlayer(playouts=50, seed=1), seat=1)
    env.reset(seed=1)
    assert env.position.turn == 1


def finished(game: skerry.Game) -> str:
    position, rng = game.start(), Random(1)
    while not position.is_over:
        position = position.play_turn(game.format_turn(position.sample_turn(rng)))
    return position.text


@pytest.mark.parametrize("seat", [0, 1])
def test_no_game_begins_where_it_is_over(seat: int) -> None:
    env = make("byg", opponent="random", seat=seat)
    with pytest.raises(OptionError, match="The game is over in this position"):
        env.reset(seed=1, options={"position": finished(env.game)})
    env.reset(seed=1)
    assert env.step(env.position.legal_actions()[0])[4] == {"person": seat}


@pytest.mark.parametrize("wrong", ["none", "another game's", "over"])
def test_a_game_goes_on_where_another_cannot_begin(wrong: str) -> None:
    """It went on with the agent in the other one's seat, or was over."""
    env = make("kitaran", opponent="random")
    _, told = env.reset(seed=1)
    position = env.position
    text = {"another game's": skerry.game("spry").start().text, "over": finished(env.game)}
    for seed in range(8):  # which draw either seat
        with pytest.raises(SkerryError):
            env.reset(seed=seed, options={"position": text.get(wrong, wrong)})
        assert (env.position, env._person) == (position, told["person"])
    assert env.step(position.legal_actions()[0])[4] == told


def test_a_game_may_begin_at_a_position() -> None:
    position = skerry.game("byg", size=3, swap=True).start().play("a1").play("b2")
    env = make("byg", opponent="random", seat=position.player)
    env.reset(seed=1, options={"position": position.text})
    assert env.position == position


@each_game
def test_every_mode_renders(info: Any) -> None:
    for mode, kind in (
        ("ansi", str),
        ("svg", str),
        ("rgb_array", np.ndarray),
        ("human", type(None)),
    ):
        env = make(info.name, opponent="random", render_mode=mode)
        env.reset(seed=1)
        env.step(env.position.legal_actions()[0])
        assert isinstance(env.render(), kind)
        env.close()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"opponent": "x"}, "a level from 1 to 11"),
        ({"seat": 3}, "seat=3 is not possible"),
        ({"size": 99}, "size must be a whole number"),
        ({"render_mode": "film"}, "render_mode='film' is not possible"),
    ],
)
def test_wrong_wishes_are_refused(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(skerry.OptionError, match=says):
        SkerryEnv("spry", **wrong)


@pytest.mark.parametrize("opponent", [3, np.int64(3), "3"])
def test_a_level_is_a_number_or_text(opponent: Any) -> None:
    env = make("spry", opponent=opponent, seat=np.int64(1))
    env.reset(seed=1)
    assert env.position.turn == 1


class NoPlayer:
    """Looks like one, and is none."""

    choose = 5


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"opponent": 12}, "opponent='12' is not possible; it is a level from 1 to 11, as in 3 or"),
        ({"opponent": "strong"}, "opponent='strong' is not possible"),
        ({"opponent": True}, "opponent=True is not possible"),
        ({"opponent": 2.5}, "opponent=2.5 is not possible"),
        ({"opponent": None}, "opponent=None is not possible"),
        ({"opponent": NoPlayer()}, "or a player, which has a method choose"),
        ({"opponent": skerry.RandomPlayer}, "opponent=<class"),
        ({"seat": True}, "seat=True is not possible; it is 0, 1 or None"),
        ({"seat": 2}, "seat=2 is not possible"),
        ({"seat": "0"}, "seat='0' is not possible"),
        ({"render_mode": 5}, "render_mode=5 is not possible"),
        ({"render_mode": ["ansi"]}, "is not possible; it is one of"),
        ({"size": True}, "option size=True is not possible"),
        ({"name": 5}, "There is no game 5"),
    ],
)
def test_what_is_wrong_is_said_when_it_is_made(given: dict[str, Any], says: str) -> None:
    """An opponent that was none failed at the first reset, without a sentence."""
    with pytest.raises(skerry.OptionError, match=says):
        SkerryEnv(**{"name": "spry", **given})


@each_game
@pytest.mark.parametrize("copied", [copy, deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_an_environment_is_copied_in_the_middle_of_a_game(info: Any, copied: Any) -> None:
    env = make(info.name, opponent=skerry.SearchPlayer(playouts=20, seed=1), render_mode="human")
    observation, _ = env.reset(seed=3)
    env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    env.render()  # its window is not copied along
    twin = copied(env)
    for _ in range(4):
        legal = env.position.legal_actions()
        assert twin.position.legal_actions() == legal
        if not legal:
            break
        seen, told = env.step(legal[-1]), twin.step(legal[-1])
        assert np.array_equal(seen[0]["observation"], told[0]["observation"])
        assert seen[1:] == told[1:]
    env.close()
