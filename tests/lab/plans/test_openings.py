"""First turns: one of each class of mirror images, and the classes together all turns."""

from itertools import combinations
from typing import Any

import pytest

import skerry
from skerry.errors import OptionError
from skerry.games.contract import ring_numbers
from skerry.lab import openings
from skerry.lab.openings import first_stones, first_turns
from skerry.search.symmetry import rule_symmetries


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("name", "size"),
    [("spry", 2), ("spry", 3), ("sytran", 3), ("sytran", 4), ("byg", 4), ("kitaran", 11)],
)
def test_classes_add_up_to_all_first_turns(name: str, size: int) -> None:
    rules = skerry.game(name, size=size)
    classes = first_turns(rules)
    assert sum(classes.values()) == rules.start().num_turns()
    cells_of = [rules.parse_turn(turn) for turn in classes]
    assert cells_of == sorted(cells_of)
    maps = rule_symmetries(rules)
    for cells, number in zip(cells_of, classes.values(), strict=True):
        images = {tuple(sorted(image[cell] for cell in cells)) for image in maps}
        assert len(images) == number
        assert min(images) == cells


@pytest.mark.kernels
def test_first_turns_are_the_turns_of_the_rules() -> None:
    """SPRY-2, told in a line: as many stones as the innermost ring's side allows."""
    rules = skerry.game("spry", size=3)
    ring = ring_numbers(rules.rules)
    sets = [
        chosen
        for number in (1, 2, 3)
        for chosen in combinations(range(rules.rules.num_cells), number)
        if number <= min(int(ring[cell]) for cell in chosen)
    ]
    maps = rule_symmetries(rules)
    least = {min(tuple(sorted(image[cell] for cell in one)) for image in maps) for one in sets}
    assert list(first_turns(rules)) == [rules.format_turn(one) for one in sorted(least)]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("spry", {"swap": True}),
        ("sytran", {"penalty": 99, "swap": False}),
        ("byg", {"cap": 9, "swap": True}),
        ("kitaran", {"komi": 9, "swap": True, "cycle_limit": 1}),
    ],
)
def test_first_turns_depend_on_the_size_alone(name: str, options: dict[str, Any]) -> None:
    rules = skerry.game(name, size=3, **options)
    assert sum(first_turns(rules).values()) == rules.start().num_turns()
    for turn in first_turns(rules):
        rules.start().play_turn(turn)


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("name", "size", "number"),
    [
        ("spry", 2, 7),
        ("spry", 5, 61),  # SPRY-2: any stone, and the turn ends early
        ("sytran", 2, 7),
        ("sytran", 6, 7),  # SYT-2: only the cells of number 1
        ("byg", 6, 91),
        ("kitaran", 5, 25),
    ],
)
def test_first_stones_are_the_first_turns_of_one_stone(name: str, size: int, number: int) -> None:
    rules = skerry.game(name, size=size)
    classes = first_stones(rules)
    assert sum(classes.values()) == number
    for turn, images in classes.items():
        (stone,) = rules.parse_turn(turn)
        after = rules.start().play_turn(turn)
        assert (after.turn, after.standings[0].stones) == (1, 1)
        assert len({image[stone] for image in rule_symmetries(rules)}) == images
    if rules.start().num_turns() < 1000:
        single = {turn: n for turn, n in first_turns(rules).items() if "," not in turn}
        assert classes == single


def test_first_stones_of_the_largest_board() -> None:
    assert sum(first_stones(skerry.game("spry", size=13)).values()) == 469
    assert list(first_stones(skerry.game("sytran", size=13))) == ["l12", "m13"]


def test_syrtis_has_no_first_stones() -> None:
    with pytest.raises(OptionError, match="syrtis draws a set-up for each game"):
        first_stones(skerry.game("syrtis"))


def test_first_turns_have_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OptionError, match="spry size=5 swap=off has 181,069 first turns, and"):
        first_turns(skerry.game("spry"))
    monkeypatch.setattr(openings, "MOST_CLASSES", 80)
    with pytest.raises(OptionError, match="swap=off has 81 first turns that are not mirror images"):
        first_turns(skerry.game("spry", size=3))
