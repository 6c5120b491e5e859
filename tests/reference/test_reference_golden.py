"""The reference against the golden games: every legal set, every player, every winner."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.reference import REFERENCE_GAMES, InTurn, StoneGame, reference_game

GOLDEN = Path(__file__).parents[1] / "golden"


def golden_games(name: str) -> list[dict[str, Any]]:
    with gzip.open(GOLDEN / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@pytest.mark.parametrize("name", sorted(REFERENCE_GAMES))
def test_golden_games_follow_the_rules(name: str) -> None:
    games = golden_games(name)
    assert len(games) >= 36
    for index, golden in enumerate(games):
        game = reference_game(name, golden["options"])
        now = InTurn(game.start(golden.get("setup")))
        steps = zip(golden["steps"], golden["legal"], golden["players"], strict=True)
        for number, (action, legal, player) in enumerate(steps):
            where = f"{name}, game {index}, step {number}"
            assert game.outcome(now.position) is None, where
            assert game.player(now.position) == player, where
            assert game.legal_actions(now) == legal, where
            now = game.step(now, action)
        assert now.actions == (), f"{name}, game {index} stops in mid turn"
        assert game.outcome(now.position) == golden["winner"], f"{name}, game {index}"
        assert game.player(now.position) is None
        assert game.legal_actions(now) == []
        assert game.turns(now.position) == {}


def unfinished_turns(game: StoneGame, golden: dict[str, Any]) -> Iterator[tuple[InTurn[Any], Any]]:
    """Each moment of a golden game, beside the whole turns of the turn it belongs to."""
    now = InTurn(game.start())
    whole_turns = game.whole_turns(now.position)
    for action in golden["steps"]:
        yield now, whole_turns
        now = game.step(now, action)
        if not now.actions:
            whole_turns = game.whole_turns(now.position)


@pytest.mark.parametrize(("name", "largest"), [("spry", 3), ("sytran", 4), ("byg", 4)])
def test_direct_reading_agrees_with_the_sets(name: str, largest: int) -> None:
    """C-2: what is offered after some stones is what leads on to some whole legal turn."""
    num_compared = 0
    for golden in golden_games(name):
        if golden["options"]["size"] > largest:
            continue
        game = reference_game(name, golden["options"])
        assert isinstance(game, StoneGame)
        for now, whole_turns in unfinished_turns(game, golden):
            assert game.legal_actions_from_sets(now, whole_turns) == game.legal_actions(now)
            num_compared += 1
    assert num_compared > 500


@pytest.mark.parametrize(("name", "size"), [("spry", 4), ("sytran", 5), ("byg", 5)])
def test_first_turns_are_played_by_their_text(name: str, size: int) -> None:
    """`play` needs no enumeration, yet takes exactly the turns that `turns` finds."""
    game = reference_game(name, {"size": size})
    position = game.start()
    found = game.turns(position)
    assert all(game.play(position, turn) == after for turn, after in found.items())
    with pytest.raises(ValueError, match="not a legal turn"):
        game.play(position, "a1,a2,a3,a4,a5,b1,b2")
