"""Setting up positions of all games: what comes back, what is wrong, what fixes do."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.editing import (
    checked,
    cleared,
    colours_to_move,
    draft_of,
    format_draft,
    put,
    read_draft,
    sketch,
    with_colour,
    with_control,
    with_options,
)
from skerry.errors import NotationError
from skerry.games.contract import game_module
from skerry.games.editing import Draft
from skerry.games.info import Value
from tests.small import NAMES, large, small, start
from tests.strategies import drawn, games, positions


@pytest.mark.parametrize("name", NAMES)
@drawn(60)
@given(data=st.data())
def test_a_position_comes_back_as_it_was(name: str, data: st.DataObject) -> None:
    position = data.draw(positions(name))
    draft = draft_of(position)
    assert checked(draft).position == position, checked(draft).problems
    assert read_draft(position.text) == draft


def edited(draft: Draft, rng: Random) -> Draft:
    """A draft after one edit at random."""
    module = game_module(draft.game.name)
    controls = module.controls(draft)
    kind = rng.choice(("put", "put", "put", "put", "colour", "control"))
    if kind == "colour":
        return with_colour(draft, rng.choice(colours_to_move(draft.game)))
    if kind == "control" and controls:
        control = rng.choice(controls)
        values = [value for value, _ in control.choices] or ["on", "off"]
        if control.highest:
            values = [str(rng.randint(control.lowest, min(control.highest, 6)))]
        return with_control(draft, control.name, rng.choice(values))
    names = [tool.name for tool in module.tools(draft.game)]
    with suppress(NotationError):  # there are as many towers as there can be
        return put(draft, rng.choice(["", *names]), rng.randrange(len(draft.contents)))
    return draft


@pytest.mark.parametrize("name", NAMES)
@drawn(60)
@given(data=st.data(), seed=st.integers(0, 2**32), edits=st.integers(1, 25))
def test_a_draft_is_a_position_or_has_problems_that_fixes_remove(
    name: str, data: st.DataObject, seed: int, edits: int
) -> None:
    draft = draft_of(data.draw(positions(name)))
    rng = Random(seed)
    for _ in range(edits):
        draft = edited(draft, rng)
    assert read_draft(format_draft(draft)) == draft
    found = checked(draft)
    if found.position is not None:
        assert found.position.contents == draft.contents
        assert found.problems == ()
        assert checked(draft_of(found.position)).position == found.position
        return
    assert sketch(draft).contents == draft.contents
    assert found.problems
    for problem in found.problems:
        assert problem.sentence.endswith(".")
        assert all(0 <= cell < len(draft.contents) for cell in problem.cells)
        for fix in problem.fixes:
            left = {other.key for other in checked(fix.draft).problems}
            assert problem.key not in left, (format_draft(draft), problem, fix.words)


def test_no_fix_leaves_what_it_is_for_when_a_turn_under_way_is_given_up() -> None:
    fields = "player=0 first=0 turn=5 placed=d3"
    draft = read_draft(f"byg size=4 cap=4 swap=off | 2w1/b1w2/6/2wb3/w5/2w1w/4 | {fields}")
    (problem,) = checked(draft).problems
    for fix in problem.fixes:
        assert problem.key not in {one.key for one in checked(fix.draft).problems}


@pytest.mark.parametrize("name", NAMES)
@drawn(40)
@given(data=st.data(), seed=st.integers(0, 2**32), edits=st.integers(1, 30))
def test_the_games_own_checks_find_what_is_wrong_before_the_reader_does(
    name: str, data: st.DataObject, seed: int, edits: int
) -> None:
    """Sentences of the reader speak of fields, which an editor does not show."""
    draft, rng = cleared(data.draw(games(name))), Random(seed)
    for _ in range(edits):
        draft = edited(draft, rng)
        assert "other" not in {one.key for one in checked(draft).problems}, format_draft(draft)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_put_twice_is_gone_again(name: str) -> None:
    draft = cleared(skerry.game(name, **small(name)))
    for tool in game_module(draft.game.name).tools(draft.game):
        once = put(draft, tool.name, 0)
        assert once != draft or tool.field == "frozen"
        assert put(once, tool.name, 0) == draft


@pytest.mark.parametrize("name", NAMES)
def test_what_lies_there_stays_with_other_options_of_the_same_board(name: str) -> None:
    position = start(skerry.game(name, **small(name)))
    draft = put(draft_of(position), "", 0)
    first, *others = position.game.info.options
    for option in others:
        value: Value = True if option.kind == "switch" else option.lowest
        if option.kind == "choice":
            value = option.choices[-1]
        assert (
            with_options(draft, dict(draft.game.options) | {option.name: value}).contents
            == draft.contents
        )
    other = large(name)[first.name]
    assert not any(with_options(draft, {first.name: other}).contents)


def test_no_colour_and_no_tool_that_a_game_lacks() -> None:
    for name in NAMES:
        draft = cleared(skerry.game(name, **small(name)))
        with pytest.raises(NotationError, match="nothing called 'lamp'"):
            put(draft, "lamp", 0)
        with pytest.raises(NotationError, match="no cell 999"):
            put(draft, "", 999)
        with pytest.raises(NotationError, match="first or the second"):
            with_colour(draft, 3)
        with pytest.raises(NotationError, match="nothing called"):
            with_control(draft, "lamp", "on")
