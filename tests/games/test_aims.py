"""What the colours are after, told and counted: hand-made positions, and the rules."""

import re
from itertools import combinations
from random import Random
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.canvas.geometry import groups
from skerry.games import arc_view
from skerry.games import arcs as arcs_of
from skerry.games.actions import decode_action
from skerry.games.aims import Row, Who
from skerry.games.contract import game_module
from skerry.games.syrtis.view import islands, sinkable, winning_turns
from tests import small
from tests.small import start
from tests.strategies import drawn, games, play_at_random, positions, turns

MOST_WORDS = 20  # of a sentence
RULE = re.compile(r"\b[A-Z]{3}-\d")


def words_of(position: skerry.Position) -> list[str]:
    found = game_module(position.game.name).aims(position)
    return [area.words for area in found.areas] + [mark.words for mark in found.marks]


def cells_of(position: skerry.Position, kind: str) -> set[str]:
    names = position.game.board.names
    marks = game_module(position.game.name).aims(position).marks
    return {names[one.cell] for one in marks if one.kind == kind}


def ended(game: skerry.Game, seed: int) -> skerry.Position:
    position = start(game, seed)
    before, action = play_at_random(position, Random(seed), 2_000)[-1]
    return before.apply(action)


def winner_of(position: skerry.Position) -> int | None:
    outcome, persons = position.outcome, position.persons
    assert outcome is not None
    assert persons is not None
    return None if outcome.winner is None else persons.index(outcome.winner) + 1


# --- every game -----------------------------------------------------------------------------------


@given(positions())
@drawn(40)
def test_areas_hold_cells_of_their_colour_and_have_words(position: skerry.Position) -> None:
    found = game_module(position.game.name).aims(position)
    for area in found.areas:
        assert (
            len(
                groups(
                    position.game.board,
                    [cell in area.cells for cell in range(position.game.board.num_cells)],
                )
            )
            == 1
        )
        assert area.colour in (1, 2)
        assert area.words
        if not position.game.info.has_setup:
            assert {position.contents[cell] for cell in area.cells} == {area.colour}


@given(turns())
@drawn(40)
def test_what_a_turn_changes_is_told_in_short_sentences(
    played: tuple[skerry.Position, tuple[int, ...]],
) -> None:
    before, actions = played
    if before.colour_index is None or before.game.format_turn(actions) == "swap":
        return
    after = before.play_turn(before.game.format_turn(actions))
    colour = before.colour_index
    for sentence in game_module(before.game.name).changes(before, after, colour, Who()):
        assert sentence.endswith(".")
        assert not RULE.search(sentence)


@given(turns(), st.integers(0, 2**32))
@drawn(40)
def test_what_a_turn_does_and_leaves_can_be_told_by_colour(
    played: tuple[skerry.Position, tuple[int, ...]], seed: int
) -> None:
    """In a review nobody is spoken to; what is left follows the name of the turn."""
    before, actions = played
    colour = before.colour_index
    if colour is None or before.game.format_turn(actions) == "swap":
        return
    after = before.play_turn(before.game.format_turn(actions))
    module, name = game_module(before.game.name), before.game.info.colours[colour - 1].capitalize()
    for sentence in module.changes(before, after, colour, Who(name)):
        assert not re.search(r"\b[Yy]ou", sentence), sentence
    if after.is_over or after.colour_index == colour:
        return
    text = after.game.format_turn(after.sample_turn(Random(seed)))
    if text == "swap":
        return
    for words in module.leaves(after, after.play_turn(text), colour):
        assert words.split()[0] in ("leaves", "lets")
        assert not words.endswith(".")


def test_an_answer_between_two_groups_is_a_cut_that_was_left() -> None:
    before = skerry.game("byg", size=3, cap=3).start().play("a1").play("c5")
    after = before.play("e3").play("a3")
    reply = after.play("a2")
    assert game_module("byg").leaves(after, reply, 1) == ["leaves the cut at a2"]
    assert game_module("byg").leaves(after, after.play("c3"), 1) == []


@pytest.mark.parametrize("seed", range(3))
def test_the_turns_that_would_win_are_those_that_do(seed: int) -> None:
    position = start(skerry.game("syrtis", board="minor"), seed)
    for before, _ in play_at_random(position, Random(seed), 60):
        if before.colour_index is None:
            continue
        wins = [
            before.game.format_action(one)
            for one in before.legal_actions()
            if (outcome := before.apply(one).outcome) is not None
            and outcome.winner == before.player
        ]
        assert list(winning_turns(before, before.colour_index)) == wins
        other = 3 - before.colour_index
        assert len(sinkable(before, other)) <= sum(held > 0 for held in before.contents)


@pytest.mark.parametrize("name", small.NAMES)
def test_goals_and_legends_are_short(name: str) -> None:
    game = skerry.game(name)
    module = game_module(game.name)
    goals = [module.goal(game, colour) for colour in (None, 1, 2)]
    texts = [module.legend(small.start(game)), *goals]
    for sentence in (one for text in texts for one in re.split(r"(?<=\.) ", text)):
        assert sentence.endswith(".")
        assert not RULE.search(sentence)


@given(games(), st.integers(0, 2**32))
@drawn(30)
def test_an_ending_agrees_with_the_outcome(game: skerry.Game, seed: int) -> None:
    position = ended(game, seed)
    winner, outcome = winner_of(position), position.outcome
    assert outcome is not None
    ending = game_module(game.name).ending(position, winner)
    assert ending.sentence.endswith(".")
    for row in ending.rows:
        if row.decides and winner is not None:
            assert (value(row.first) > value(row.second)) == (winner == 1)
    if outcome.scores is not None and ending.score is not None:
        persons = position.persons
        assert persons is not None
        by_colour = [outcome.scores[person] for person in persons]
        assert [value(one) for one in ending.score] == by_colour


def value(text: str) -> float:
    return float(text.replace("\N{MINUS SIGN}", "-"))


# --- three sides ----------------------------------------------------------------------------------

GAP = "spry size=4 swap=off | 4/2b2/2b1wb/ww1wwww/1b2b1/2b2/1b2 | player=0 first=0 turn=4 placed=-"


def test_a_gap_of_one_cell_is_one_that_is_missing() -> None:
    position = skerry.position(GAP)
    assert arc_view.missing(position, 1) == 1
    assert game_module(position.game.name).changes(position, position.play("d3"), 1, Who()) == [
        "It joins yellow, blue and red and wins."
    ]
    assert "White’s group of 5 at d4 touches yellow and blue" in words_of(position)


@pytest.mark.parametrize("name", ["spry", "y"])
def test_missing_cells_are_as_few_as_a_search_of_all_sets_finds(name: str) -> None:
    game, rng = skerry.game(name, size=3), Random(3)
    for _ in range(12):
        position = game.start()
        for before, action in play_at_random(position, rng, rng.randrange(2, 13)):
            position = before.apply(action)
        if position.is_over:
            continue
        for colour in (1, 2):
            assert arc_view.missing(position, colour) == fewest(position, colour)


def fewest(position: skerry.Position, colour: int) -> int:
    """By trying all sets of vacant cells, the small ones first."""
    arcs = cast(arcs_of.Rules, position.game.rules).arcs
    contents = position.contents
    vacant = [cell for cell, content in enumerate(contents) if content == 0]
    for number in range(len(vacant) + 1):
        for cells in combinations(vacant, number):
            filled = [colour if cell in cells else one for cell, one in enumerate(contents)]
            for group in groups(position.game.board, filled):
                touched = 0
                for cell in group:
                    touched |= int(arcs[cell]) if filled[cell] == colour else 0
                if touched == 7:
                    return number
    return arc_view.FAR


# --- prices, sizes --------------------------------------------------------------------------------


def test_the_price_of_each_group() -> None:
    position = skerry.game("sytran", size=3, penalty=4).start().play("a1,a2").play("e1,e3")
    areas = game_module(position.game.name).aims(position).areas
    assert [area.label for area in areas] == ["\N{MINUS SIGN}2"] + 2 * ["\N{MINUS SIGN}3"]


def test_joining_groups_saves_their_price() -> None:
    before = skerry.game("sytran", size=3, penalty=4).start().play("a1,a3").play("e1,e3")
    after = before.play("a2,b1")
    assert game_module(before.game.name).changes(before, after, 1, Who()) == [
        "It joins 2 of your groups, which saves 4 points.",
        "Your points go from \N{MINUS SIGN}6 to 0.",
    ]


def test_the_second_largest_groups_decide_where_the_largest_are_equal() -> None:
    position = ended_byg()
    ending = game_module(position.game.name).ending(position, winner_of(position))
    lists = [one.groups for one in position.standings]
    assert lists[0][0] == lists[1][0]
    decisive = ending.rows.index(next(row for row in ending.rows if row.decides))
    assert ending.rows[0] == Row("Largest", str(lists[0][0]), str(lists[1][0]))
    assert decisive > 0
    assert ending.score is None
    assert len(game_module(position.game.name).aims(position).areas) == sum(map(len, lists))


def test_byg_ranks_groups_and_says_how_many_stones_they_give() -> None:
    position = skerry.game("byg").start().play("a1").play("b3")
    legend = game_module(position.game.name).legend
    assert legend(position) == (
        "On each group: its size. Groups give stones: White up to 1 a turn, Black up to 1."
    )
    position = position.play("c3").play("f6")
    assert legend(position) == (
        "On each group: its size. In gold: what would decide now."
        " Groups give stones: White up to 2 a turn, Black up to 1."
    )
    areas = game_module(position.game.name).aims(position).areas
    assert [(area.words, area.decides) for area in areas] == [
        ("White’s stone on a1: the largest of its colour", True),
        ("White’s stone on f6: the second of its colour", False),
        ("Black’s group of 2 at b3: the largest of its colour", True),
    ]


def ended_byg() -> skerry.Position:
    """A game in which the largest groups are equal."""
    for seed in range(200):
        position = ended(skerry.game("byg", size=3), seed)
        first, second = (one.groups for one in position.standings)
        if first[0] == second[0]:
            return position
    raise AssertionError("no such game")


# --- stones that can be turned --------------------------------------------------------------------


@given(positions("kitaran"))
@drawn(40)
def test_marked_stones_are_those_that_legal_conversions_turn(position: skerry.Position) -> None:
    if position.is_over:
        return
    board, contents = position.game.board, position.contents
    turned, touched = set(), set()
    for action in position.legal_actions():
        done = decode_action(position.game, action)
        if done.kind == "convert":
            (cell,) = done.cells
            turned |= {
                one
                for one in board.neighbours[cell].tolist()
                if one < board.num_cells and contents[one] == 3 - contents[cell]
            }
    for cell, content in enumerate(contents):
        if content == position.colour_index:
            touched |= {
                one
                for one in board.neighbours[cell].tolist()
                if one < board.num_cells and contents[one] == 3 - content
            }
    enemy = {
        name
        for name, one in zip(board.names, contents, strict=True)
        if one == 3 - (position.colour_index or 0)
    }
    assert cells_of(position, "turns") & enemy == {board.names[cell] for cell in turned}
    if any("*" in position.game.format_action(one) for one in position.legal_actions()):
        safe = {board.names[cell] for cell in touched - turned}
        assert cells_of(position, "holds") & enemy == safe


def test_the_text_of_kitaran_has_one_stone_that_is_safe() -> None:
    position = skerry.game("kitaran").start().play("c3").play("c2").play("b2")
    assert cells_of(position, "holds") == {"b2", "c3"}  # c2 may not turn them, since b2 is new
    assert cells_of(position, "turns") == {"c2"}


# --- islands --------------------------------------------------------------------------------------


@given(positions("syrtis"))
@drawn(30)
def test_islands_are_those_that_are_counted_and_no_locked_tile_can_be_sunk(
    position: skerry.Position,
) -> None:
    for colour, standing in enumerate(position.standings, 1):
        counts = [one.number for one in islands(position, colour)]
        assert counts == [n for n in (standing.colour_islands, standing.shape_islands) if n]
    sunk = {
        position.game.board.names[done.cells[0]]
        for done in (decode_action(position.game, one) for one in position.legal_actions())
        if done.kind == "sink"
    }
    assert not sunk & cells_of(position, "holds")


def test_four_tiles_sunk_and_an_island_are_told_apart() -> None:
    told = set()
    for seed in range(60):
        position = ended(skerry.game("syrtis", board="minor"), seed)
        told.add(game_module(position.game.name).ending(position, winner_of(position)).sentence)
    assert "Light has sunk four tiles in a row." in told
    assert any(re.fullmatch(r"Dark has joined all \d+ (dark|square) tiles\.", one) for one in told)
