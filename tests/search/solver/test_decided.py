"""What the solver takes from a game: whether it is decided, and whom a higher counter helps."""

from itertools import product
from random import Random
from typing import cast

import pytest

import skerry
from skerry.core.layout import CELLS, COLOUR_1, COLOUR_2, EMPTY, RUNNING, VACANT, WON, new_work
from skerry.core.stones import colour_to_move, person_of
from skerry.games.byg.kernels import Rules, final_score
from skerry.games.byg.search import _reach
from skerry.games.contract import decided, rising
from skerry.games.sytran import kernels as sytran
from skerry.games.sytran.search import _most_lead
from tests.reference.minimax import Minimax
from tests.strategies import play_at_random

pytestmark = pytest.mark.kernels

# Decided by few stones to come: the other colour has room for a larger group, and lacks the turns.
FEW_STONES_TO_COME = {
    "byg size=3 cap=1 swap=off | bbw/3w/1bww1/wwbb/wbb | player=1 first=0 turn=14 placed=-": 0,
    "byg size=3 cap=1 swap=off | 1ww/bbb1/w1wbw/1bb1/wbw | player=1 first=0 turn=14 placed=-": 1,
    "byg size=3 cap=1 swap=off | bww/bbwb/bwbb1/2b1/www | player=0 first=0 turn=15 placed=-": 1,
}


@pytest.mark.parametrize("text", FEW_STONES_TO_COME)
def test_stones_to_come_decide(text: str) -> None:
    position, winner = skerry.position(text), FEW_STONES_TO_COME[text]
    rules = position.game.rules
    assert decided(rules, position.state, new_work(rules)) == WON + winner
    value = Minimax[skerry.Position](20_000).value(position)
    assert value == (1 if winner == 0 else -1)


def rules_of(position: skerry.Position) -> Rules:
    return cast("Rules", position.game.rules)


def most_to_come(position: skerry.Position, colour: int) -> int:
    """The stones of a colour when it places as many as it may and the other one a turn."""
    rules, mover = rules_of(position), colour_to_move(position.state)
    vacant, to_come = int(position.state[VACANT]), 0
    while vacant:
        placed = min(vacant, rules.cap if mover == colour else 1)
        to_come += placed if mover == colour else 0
        vacant -= placed
        mover = COLOUR_1 + COLOUR_2 - mover
    return to_come


def largest_to_come(position: skerry.Position, colour: int) -> int:
    """By a flood over all cells without the other colour's stones, from each of one's own."""
    rules, cells = rules_of(position), position.state[CELLS:]
    to_come, largest = most_to_come(position, colour), 0
    for begin in range(rules.num_cells):
        if cells[begin] != colour:
            continue
        piece, waiting = {begin}, [begin]
        while waiting:
            for cell in map(int, rules.neighbours[waiting.pop()]):
                is_open = cell < rules.num_cells and cells[cell] in (EMPTY, colour)
                if is_open and cell not in piece:
                    piece.add(cell)
                    waiting.append(cell)
        stones = sum(cells[cell] == colour for cell in piece)
        largest = max(largest, min(len(piece), stones + to_come))
    return largest


@pytest.mark.parametrize("cap", [1, 2, 3])
def test_a_group_grows_by_what_its_colour_can_place(cap: int) -> None:
    game = skerry.game("byg", size=3, cap=cap, swap=False)
    claims = 0
    for seed in range(20):
        for position, _ in play_at_random(game.start(), Random(seed), 200):
            rules, state, work = rules_of(position), position.state, new_work(game.rules)
            if rules.num_cells - state[VACANT] < 2:  # a colour without stones will have some
                assert decided(rules, state, work) == RUNNING
                continue
            for colour in (COLOUR_1, COLOUR_2):
                assert _reach(rules, state, colour, work) == largest_to_come(position, colour)
            scores = [final_score(rules, state, colour, work) for colour in (COLOUR_1, COLOUR_2)]
            expected = RUNNING
            if scores[0] > largest_to_come(position, COLOUR_2):
                expected = WON + person_of(state, COLOUR_1)
            elif scores[1] > largest_to_come(position, COLOUR_1):
                expected = WON + person_of(state, COLOUR_2)
            assert decided(rules, state, work) == expected
            claims += expected != RUNNING
    assert claims > 20


def test_no_way_to_fill_a_board_of_sytran_gives_more_than_its_bound() -> None:
    game = skerry.game("sytran", size=3, penalty=6, swap=False)
    rules, rng = cast("sytran.Rules", game.rules), Random(5)
    work = new_work(rules)
    reached = 0
    for _ in range(40):
        contents = rng.choices((COLOUR_1, COLOUR_2), (rng.random(), 1), k=rules.num_cells)
        centre = rng.randrange(rules.num_cells)
        patch = {centre, *map(int, rules.neighbours[centre])}
        vacant = sorted(patch - {rules.num_cells})
        state = game.start().state
        state[CELLS : CELLS + rules.num_cells] = contents
        state[[CELLS + cell for cell in vacant]], state[VACANT] = EMPTY, len(vacant)
        bounds = {one: _most_lead(rules, state, one, work) for one in (COLOUR_1, COLOUR_2)}
        filled, leads = state.copy(), []
        for colours in product((COLOUR_1, COLOUR_2), repeat=len(vacant)):
            filled[[CELLS + cell for cell in vacant]] = colours
            leads.append(sytran.lead(rules, filled, work))
        assert max(leads) <= bounds[COLOUR_1]
        assert -min(leads) <= bounds[COLOUR_2]
        reached += max(leads) == bounds[COLOUR_1]
    assert reached > 4  # it is no larger than need be


def test_an_open_game_is_not_decided() -> None:
    position = skerry.game("byg", size=3).start().play("a1").play("c3")
    assert decided(position.game.rules, position.state, new_work(position.game.rules)) == RUNNING


@pytest.mark.parametrize(
    ("light", "sinker", "expected"),
    [(0, "light", 1), (0, "dark", -1), (1, "light", -1), (1, "dark", 1)],
)
def test_the_end_of_syrtis_helps_whoever_sank_last(light: int, sinker: str, expected: int) -> None:
    sunk = "1,0" if sinker == "light" else "0,1"
    position = skerry.position(
        "syrtis board=minor stall_limit=100 | c1s1/cSCS/1sc1/sCs1 | "
        f"player={light} first={light} turn=14 phase=play light=a3,a4 dark=c3,d3 sunk={sunk} "
        f"passes=1,0 sinker={sinker} calm=2"
    )
    assert rising(position.game.rules, position.state, True) == expected


@pytest.mark.parametrize(
    ("cycle", "for_a_win", "against_a_loss"), [("draw", -1, 1), ("place", 0, 0)]
)
def test_conversions_of_kitaran_help_whom_a_draw_helps(
    cycle: str, for_a_win: int, against_a_loss: int
) -> None:
    position = skerry.game("kitaran", size=3, cycle=cycle, cycle_limit=5).start()
    assert rising(position.game.rules, position.state, True) == for_a_win
    assert rising(position.game.rules, position.state, False) == against_a_loss
