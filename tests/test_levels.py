"""Levels answer every game with whole turns, blunder as often as they say, and play alike."""

import itertools
from dataclasses import replace

import pytest

import skerry
from skerry.games.info import Settings, asks_network
from skerry.levels import LEVELS, RECIPES, LevelPlayer, player
from tests.small import NAMES, small
from tests.small import start as start_of


def start(name: str) -> skerry.Position:
    return start_of(skerry.game(name, **small(name)))


def test_levels_are_numbered_and_named() -> None:
    assert list(LEVELS) == [str(number) for number in range(1, 12)]
    assert LEVELS["3"].title == "3 Crab"
    assert len({level.name for level in LEVELS.values()}) == 11


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_a_recipe_for_every_level_none_weaker_than_the_one_below(name: str) -> None:
    recipes = RECIPES[name]
    assert len(recipes) == len(LEVELS)
    for lower, higher in itertools.pairwise(recipes):
        assert higher.blunders <= lower.blunders
        assert (higher.seconds or 0.0) >= (lower.seconds or 0.0)
        assert higher.seconds or (higher.playouts or 0) >= (lower.playouts or 0)
        assert higher != lower
    assert [one.seconds for one in recipes[-3:]] == [None, 2.0, 10.0]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", ["1", "4"])
def test_levels_play_whole_turns_to_the_end_and_alike_with_one_seed(name: str, level: str) -> None:
    def play(seed: int) -> str:
        position, computer = start(name), player(level, seed)
        for _ in range(12):
            if position.is_over:
                break
            turn = position.turn
            for action in computer.choose(position):
                assert position.turn == turn
                position = position.apply(action)
            assert position.turn == turn + 1
        return position.text

    assert play(1) == play(1)
    assert len({play(seed) for seed in range(1, 5)}) > 1


def think_little(monkeypatch: pytest.MonkeyPatch) -> None:
    few = tuple(replace(one, playouts=40) for one in RECIPES["kitaran"])
    monkeypatch.setitem(RECIPES, "kitaran", few)


def test_networks_are_for_the_highest_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kitaran's board of 5 has one."""
    think_little(monkeypatch)
    position = skerry.game("kitaran").start()
    asked: list[Settings] = []
    for level in ("1", "8", "9"):
        computer = player(level, seed=3)
        while computer._search is None:  # level 1 plays some turns at random
            computer.choose(position)
        computer._search.watch = lambda search: asked.append(search.settings)
        computer._search.choose(position)
    assert [asks_network(settings) for settings in asked] == [False, False, True]


def test_a_level_with_a_network_thinks_a_little_more_or_less_in_each_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It would play the same game again and again."""
    think_little(monkeypatch)
    for size, name, differs in ((4, "9", True), (4, "8", False), (3, "9", False)):
        start, found = skerry.game("kitaran", size=size).start(), set()
        for seed in range(5):
            computer = player(name, seed)
            computer.choose(start)
            assert computer._search is not None
            found.add(computer._search.playouts)
        assert (len(found) > 1) == differs
        assert all(playouts is not None and 36 <= playouts <= 44 for playouts in found)


def test_level_one_blunders_as_often_as_its_recipe_says(monkeypatch: pytest.MonkeyPatch) -> None:
    blundered = 0
    random_turn = LevelPlayer._blunder

    def counted(self: LevelPlayer, position: skerry.Position) -> tuple[int, ...]:
        nonlocal blundered
        blundered += 1
        return random_turn(self, position)

    monkeypatch.setattr(LevelPlayer, "_blunder", counted)
    computer, position = player("1", seed=3), start("kitaran")
    for _ in range(300):
        computer.choose(position)
    assert blundered / 300 == pytest.approx(RECIPES["kitaran"][0].blunders, abs=0.1)


def test_an_unknown_level_is_named() -> None:
    with pytest.raises(skerry.OptionError, match="'hard'; the levels are 1 to 11"):
        player("hard")


def test_a_finished_game_has_no_turn_to_choose() -> None:
    position = skerry.game("spry", size=2).start()
    while not position.is_over:
        position = position.apply(position.legal_actions()[0])
    for level in LEVELS:
        with pytest.raises(skerry.GameOverError):
            player(level, seed=1).choose(position)
