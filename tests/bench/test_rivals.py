"""OpenSpiel's player on our games: that it plays by our rules, and that the match is fair."""

import itertools
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pyspiel
import pytest

import skerry
from bench import rivals
from bench.ladder import Match, Played, Results
from bench.rivals import (
    ACTIONS,
    KERNEL,
    ROLLOUTS,
    Bot,
    Prover,
    adapted,
    matches,
    play_match,
    state_at,
)
from skerry.core.layout import DRAWN, RUNNING, WON
from skerry.positions import Position

SMALL: dict[str, dict[str, Any]] = {
    "spry": {"size": 3, "swap": True},
    "sytran": {"size": 3},
    "byg": {"size": 3},
    "kitaran": {"size": 4},
    "syrtis": {"board": "minor"},
}
every_game = pytest.mark.parametrize("name", SMALL)


def small_start(name: str) -> Position:
    """The start of a small game."""
    game = skerry.game(name, **SMALL[name])
    return game.start(seed=3) if game.info.has_setup else game.start()


def random_game(start: Position, seed: int) -> Iterator[tuple[Position, int]]:
    """Positions of a random game, each with the action played there."""
    random, position = Random(seed), start
    while not position.is_over:
        action = random.choice(position.legal_actions())
        yield position, action
        position = position.apply(action)


@every_game
def test_only_the_copy_of_a_copy_is_played_out_in_one_call(name: str) -> None:
    start = small_start(name)
    game = adapted(start)
    state = state_at(game, start, KERNEL, seed=5)
    results: Counter[tuple[float, ...]] = Counter()
    for _ in range(60):
        simulation = state.clone()
        rollout = simulation.clone()
        assert simulation.position == start
        assert not simulation.is_terminal()
        assert rollout.is_terminal()
        assert rollout.current_player() == pyspiel.PlayerId.TERMINAL
        results[tuple(rollout.returns())] += 1
    assert state.position == start
    assert {(1.0, -1.0), (-1.0, 1.0)} <= set(results) <= {(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)}


@every_game
def test_a_rollout_action_by_action_is_left_to_openspiel(name: str) -> None:
    start = small_start(name)
    twice = state_at(adapted(start), start, ACTIONS, seed=5).clone().clone()
    assert not twice.is_terminal()
    assert twice.legal_actions() == start.legal_actions()


def one_winning_action(start: Position) -> tuple[Position, int]:
    """A position of a random game in which exactly one action of many wins at once."""
    for seed in itertools.count():
        for position, _ in random_game(start, seed):
            winning = [
                action
                for action in position.legal_actions()
                if (outcome := position.apply(action).outcome) is not None
                and outcome.winner == position.player
            ]
            if len(winning) == 1 and len(position.legal_actions()) > 3:
                return position, winning[0]
    raise AssertionError


@pytest.mark.parametrize("name", ["spry", "kitaran", "syrtis"])  # the others fill their boards
@pytest.mark.parametrize("rollouts", ROLLOUTS)
def test_openspiels_player_finds_a_win_and_proves_it(name: str, rollouts: str) -> None:
    start = small_start(name)
    position, winning = one_winning_action(start)
    game = adapted(start)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 2000, 100, True, 1, False)
    root = bot.mcts_search(state_at(game, position, rollouts, seed=1))
    assert root.best_child().action == winning
    assert root.outcome == ([1.0, -1.0] if position.player == 0 else [-1.0, 1.0])
    assert root.explore_count < 2000


@pytest.mark.parametrize("rollouts", ROLLOUTS)
def test_the_bot_takes_its_time_and_no_less(rollouts: str) -> None:
    start = skerry.game("kitaran").start()
    bot = Bot(start, 0.05, rollouts, seed=1)
    (action,) = bot.choose(start)
    assert action in start.legal_actions()
    assert bot.searched >= 0.05
    assert bot.simulations >= 2


def test_a_turn_of_several_actions_shares_out_one_turns_time() -> None:
    given: list[float] = []

    class Punctual(Bot):
        """Takes as long as it may, by its own account, and places as many stones as it may."""

        def _search(self, position: Position, seconds: float) -> int:
            given.append(seconds)
            self.searched = sum(given)
            return max(position.legal_actions(), key=lambda action: -position.apply(action).turn)

    start = skerry.game("sytran").start()
    position = start
    for action in Punctual(start, 0.09, KERNEL, seed=1).choose(start):
        position = position.apply(action)
    assert (position.turn, position.player) == (1, 1)
    assert given == pytest.approx([0.03, 0.03, 0.03])


@pytest.mark.parametrize("rollouts", ROLLOUTS)
def test_a_clock_too_short_for_the_first_look_still_gives_a_turn(rollouts: str) -> None:
    start = skerry.game("byg", size=4).start()
    assert Bot(start, 1e-9, rollouts, seed=1).choose(start)


@pytest.mark.parametrize("index", [0, 1])
def test_the_search_beats_a_bot_that_rolls_out_action_by_action(index: int) -> None:
    wanted = list(matches(["spry"], 2, 0.05, ACTIONS))
    assert play_match(wanted[index], 0.05, ACTIONS, playouts=1000).score == 1


@pytest.mark.parametrize("index", [0, 1])
def test_what_is_proven_comes_true_when_the_game_goes_on(
    index: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[int] = []

    class Watched(Prover):
        def choose(self, position: Position, **given: object) -> tuple[int, ...]:
            chosen = super().choose(position)
            found.append(self.proven)
            return chosen

    monkeypatch.setattr(rivals, "Prover", Watched)
    match = list(matches(["byg"], 2, 0.04, ACTIONS))[index]
    played = play_match(match, 0.04, ACTIONS, to_the_end=True, playouts=1000)
    proven = set(found) - {RUNNING}
    assert proven == {WON + match.seat}  # found before the last turn, and never in doubt again
    assert played.score == 1


def test_the_score_is_the_searchs_own() -> None:
    going_on = skerry.game("kitaran").start()
    assert rivals.score_of(going_on, WON, 0) == rivals.score_of(going_on, WON + 1, 1) == 1
    assert rivals.score_of(going_on, WON, 1) == rivals.score_of(going_on, WON + 1, 0) == 0
    assert rivals.score_of(going_on, DRAWN, 0) == 0.5
    position = start = small_start("spry")
    for position, action in random_game(start, 1):
        over = position.apply(action)
    assert over.outcome is not None
    winner = over.outcome.winner
    assert winner is not None
    assert rivals.score_of(over, RUNNING, winner) == 1
    assert rivals.score_of(over, RUNNING, 1 - winner) == 0


def test_games_rotate_and_seats_are_shared_equally() -> None:
    wanted = list(matches(["spry", "byg"], 4, 1, KERNEL))
    assert [match.game for match in wanted] == ["spry", "byg"] * 4
    assert Counter((match.game, match.seat) for match in wanted) == {
        (name, seat): 2 for name in ("spry", "byg") for seat in (0, 1)
    }
    others = list(matches(["spry", "byg"], 4, 1, ACTIONS))
    assert not set(others) & set(wanted)  # results of one are none of the other's


def test_the_command_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[Match] = []

    def play(match: Match, **given: object) -> Played:
        if len(seen) == 3:
            raise KeyboardInterrupt
        seen.append(match)
        return Played(match, 1.0 if match.index else 0.5, 9, 0.1)

    monkeypatch.setattr(rivals, "play_match", play)
    path = tmp_path / "results.jsonl"
    arguments = ["rivals", "spry", "kitaran", "--games", "4", "--seconds", "0.01"]
    monkeypatch.setattr(sys, "argv", [*arguments, "--results", str(path)])
    with pytest.raises(SystemExit):
        rivals.main()
    assert "8 of 8 games to play" in capsys.readouterr().out
    assert (
        list(Results(path).played)
        == seen
        == list(matches(["spry", "kitaran"], 4, 0.01, KERNEL))[:3]
    )
    seen.clear()
    with pytest.raises(SystemExit):
        rivals.main()
    assert "5 of 8 games to play" in capsys.readouterr().out
    seen.clear()
    rivals.main()
    printed = capsys.readouterr().out
    assert "2 of 8 games to play" in printed
    assert "spry     3.5 of 4 = 87.5%" in printed
    assert "1 drawn" in printed
