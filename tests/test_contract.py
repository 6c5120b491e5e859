"""The contract that every game of the catalogue must meet, a new one too."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import skerry
from skerry import rulebook
from skerry.core.layout import RESULT, new_state, new_work
from skerry.core.rng import generator
from skerry.games import dispatch
from skerry.games.catalogue import GAMES
from skerry.games.reasons import REASONS
from tests.reference import REFERENCE_GAMES
from tests.reference.perft_cases import CASES

GOLDEN = Path(__file__).parent / "golden"
NAMES = [info.name for info in GAMES]
LEAST_GOLDEN_GAMES = 30


def golden_games(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(GOLDEN / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def start_of(name: str) -> skerry.Position:
    """A start on the smallest board."""
    game = skerry.game(name)
    info = game.info
    if any(option.name == "size" for option in info.options):
        return skerry.game(name, size=info.option("size").lowest + 1).start()
    return game.start(seed=1)


def test_catalogue_numbers_and_names_are_in_order_and_unique() -> None:
    assert [info.index for info in GAMES] == list(range(len(GAMES)))
    assert len(set(NAMES)) == len(NAMES)
    assert len(set(REASONS)) == len(REASONS)


@pytest.mark.parametrize("name", NAMES)
def test_the_game_has_golden_games_a_reference_and_a_rules_page(name: str) -> None:
    assert sum(1 for _ in golden_games(name)) >= LEAST_GOLDEN_GAMES
    assert name in REFERENCE_GAMES
    assert "## A turn" in rulebook.page(name)


@pytest.mark.parametrize("name", NAMES)
def test_golden_games_and_perft_try_every_option(name: str) -> None:
    """An option that neither ever changes is an option that nothing independent has checked."""
    given = [golden["options"] for golden in golden_games(name)]
    given += [case.options for case in CASES if case.game == name]
    seen: dict[str, set[object]] = {}
    for options in given:
        for option, value in skerry.game(name, **options).options:
            seen.setdefault(option, set()).add(value)
    assert [option for option, values in seen.items() if len(values) == 1] == []


@pytest.mark.kernels
@pytest.mark.parametrize("name", NAMES)
def test_golden_games_replay_with_the_same_legal_actions_players_and_winner(name: str) -> None:
    for index, golden in enumerate(golden_games(name)):
        game = skerry.game(name, **golden["options"])
        position = game.start(setup=golden.get("setup"))
        steps = zip(golden["steps"], golden["legal"], golden["players"], strict=True)
        for number, (step, legal, player) in enumerate(steps):
            where = f"{name}, game {index}, step {number}"
            assert position.player == player, where
            texts = [game.format_action(action) for action in position.legal_actions()]
            assert sorted(texts) == legal, where
            position = position.apply(game.parse_action(step))
        outcome = position.outcome
        assert outcome is not None, f"{name}, game {index} goes on"
        winner = "draw" if outcome.winner is None else outcome.winner
        assert winner == golden["winner"], f"{name}, game {index}"
        assert position.legal_actions() == []


@pytest.mark.kernels
@pytest.mark.parametrize("name", NAMES)
def test_legal_actions_ascend_and_stay_within_the_action_numbers(name: str) -> None:
    position, rng = start_of(name), Random(1)
    for _ in range(200):
        if position.is_over:
            break
        legal = position.legal_actions()
        assert legal
        assert legal == sorted(set(legal))
        assert legal[0] >= 0
        assert legal[-1] < position.game.rules.num_actions
        position = position.apply(rng.choice(legal))


@pytest.mark.kernels
@pytest.mark.parametrize("name", NAMES)
def test_every_action_that_is_not_legal_is_refused_with_a_rule(name: str) -> None:
    position, rng = start_of(name), Random(2)
    num_refused = 0
    for _ in range(12):
        if position.is_over:
            break
        legal = position.legal_actions()
        others = [a for a in range(position.game.rules.num_actions) if a not in legal]
        for action in rng.sample(others, min(25, len(others))):
            with pytest.raises(skerry.IllegalActionError, match=r"^(C|SPRY|SYT|BYG|KIT|SYR)-\d+: "):
                position.apply(action)
            num_refused += 1
        position = position.apply(rng.choice(legal))
    assert num_refused > 20


@pytest.mark.kernels
@pytest.mark.parametrize("name", NAMES)
def test_playouts_end_the_game_and_leave_their_start_alone(name: str) -> None:
    position = start_of(name)
    results = np.zeros(4, dtype=np.int64)
    state = position.state
    dispatch.playouts(position.game.rules, state, generator(3), 20, results)
    assert results[0] == 0
    assert results.sum() == 20
    assert state.tobytes() == position.state.tobytes()
    copy = position.state
    dispatch.playout(position.game.rules, copy, generator(4), new_work(position.game.rules))
    assert copy[RESULT] != 0


@pytest.mark.kernels
@pytest.mark.parametrize("name", NAMES)
def test_a_sampled_turn_is_a_whole_legal_turn(name: str) -> None:
    position = start_of(name)
    for seed in range(5):
        actions = position.sample_turn(Random(seed))
        after = position.play_turn(position.game.format_turn(actions))
        assert after.turn == position.turn + 1
        assert position.num_turns() > 1


@pytest.mark.parametrize("name", NAMES)
def test_the_game_is_complete_in_the_catalogue(name: str) -> None:
    info = skerry.game(name).info
    assert len(set(info.colours)) == 2
    assert info.summary.endswith(".")
    assert info.author
    for option in info.options:
        assert option.help.endswith("."), option.name
        assert option.label, option.name
    assert len(new_state(skerry.game(name).rules)) == skerry.game(name).rules.state_size
