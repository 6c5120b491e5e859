"""All that a game may say, and what holds where it says nothing.

A game is a package beside this file, and a line in the catalogue. Its `__init__.py` has `INFO`, a
`GameInfo` (info.py). All else that it says has one of the names below, and lies in any of

    kernels.py   turns.py   search.py    setup.py   of its rules: the first part
    game.py      view.py    editing.py   setup.py   of its positions, for people: the second part

A simple game has `kernels.py` and `view.py` alone. Besides, `kernels.py` has
`make_rules(board, options)`, which makes a value of the game's own type of rules.

Defaults are right for games in which stones are placed on cells, and stay. Those of the first part
are the bodies of the functions; one that raises NotImplementedError is needed. Those of the second
part are the functions of the same names in `defaults.py`, and before these in the files that
`shared` of its `INFO` names; what none of them has is needed.
`tests/test_contract.py` says what a game lacks, and `tests/test_said_beside_the_rules.py` which of
its words, its own or by default, are not true of its rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from math import comb
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy as np

from skerry.core.jit import game_specific, kernel
from skerry.core.lanes import NONE, Lanes
from skerry.core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    LEGAL_ROOM,
    LOWEST,
    MARKED,
    PLACED,
    RESULT,
    RUNNING,
    VACANT,
    FloatArray32,
    IntArray16,
    IntArray64,
    Rules,
    new_work,
)
from skerry.core.rng import below, choose_weighted
from skerry.core.stones import first_turn_stone, group_sizes, may_swap
from skerry.games.features import NO_SIDES, OF_CELL, list_stone_features, num_stone_features
from skerry.games.info import info_of
from skerry.games.observation import ByteArray, Grid, observe_stones

if TYPE_CHECKING:  # what these name asks for what is said here
    from skerry.canvas.boards import Scene
    from skerry.canvas.brush import Brush
    from skerry.canvas.colours import Colours, Tones
    from skerry.canvas.geometry import Layout
    from skerry.canvas.svg import Ids
    from skerry.games.actions import Action, Kind
    from skerry.games.aims import Aims, Ending, Who
    from skerry.games.editing import Control, Draft, Problem, Tool
    from skerry.games.info import ExactMethod
    from skerry.games.ruleset import RuleSet
    from skerry.games.setup import Chance
    from skerry.games.themes import Theme
    from skerry.games.view import BoardView, Done, Paper, Piece, PositionLike, Step
    from skerry.games.words import Line

# ---- the rules: kernels, picked by the type of the rules ----


@game_specific
def start(rules: Rules, state: IntArray16) -> None:
    """Make an empty board ready; tiles of a set-up must lie in the cells already."""


@game_specific
def legal(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """Write the legal actions, ascending, of a game that is not over; returns their number."""
    raise NotImplementedError


@game_specific
def apply(rules: Rules, state: IntArray16, action: int, work: IntArray16) -> None:
    """Carry out one action in place; it must be legal."""
    raise NotImplementedError


@game_specific
def playout(rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16) -> None:
    """Play uniformly random legal actions to the end of a game that is not over, in place.

    It never swaps. By default by `legal` and `apply`, which takes ten times as long or more as what
    a game can do that knows its rules.
    """
    actions = np.empty(LEGAL_ROOM, dtype=np.int16)
    while state[RESULT] == RUNNING:
        count = legal(rules, state, actions, work)
        if may_swap(rules, state):
            count -= 1  # it is the last action
        apply(rules, state, int(actions[below(rng, count)]), work)


@game_specific
def end_action(rules: Rules) -> int | None:
    """The action that ends a turn, None where turns end by themselves."""
    return None


@game_specific
def longest_game(rules: Rules) -> int:
    """An upper bound of a game's actions; by default a stone a cell, each turn's end, a swap."""
    return (1 if end_action(rules) is None else 2) * rules.num_cells + 1


@game_specific
def phase(rules: Rules, state: IntArray16) -> str:
    """The phase of the game: "play", or a part of the set-up."""
    return "play"


@game_specific
def sets_up(rules: Rules, state: IntArray16) -> bool:
    """Whether the board is still being set up."""
    return False


@game_specific
def has_sets(rules: Rules) -> bool:
    """Whether a turn may be a set of several stones."""
    return True


@game_specific
def in_turn(rules: Rules, state: IntArray16) -> bool:
    """Whether a turn has begun and is not whole yet."""
    return bool(state[PLACED] > 0)


@game_specific
def may_end(rules: Rules, state: IntArray16) -> bool:
    """Whether `end_action` is legal, in a game that has one and is not over.

    What `legal` says too, but listing all actions takes much longer. By default after the first
    stone of a turn (C-2).
    """
    return bool(state[PLACED] > 0)


@game_specific
def turn_actions(rules: Rules, state: IntArray16) -> tuple[int, ...]:
    """Actions of the turn being composed, in canonical order; by default its stones."""
    first = first_turn_stone(rules)
    return tuple(state[first : first + int(state[PLACED])].tolist())


@game_specific
def most_stones(rules: Rules, state: IntArray16) -> int:
    """Most stones this turn may hold as it stands; the game must not be over.

    By default one. Where there are rings the highest that a stone on offer allows, its own ring or
    the lowest used.
    """
    if not hasattr(rules, "ring"):
        return 1
    rings, out, work = ring_numbers(rules), new_work(rules), new_work(rules)
    actions = [int(action) for action in out[: legal(rules, state, out, work)]]
    offered = [int(rings[action]) for action in actions if action < rules.num_cells]
    placed, lowest = int(state[PLACED]), int(state[LOWEST])
    return max((min(ring, lowest) for ring in offered), default=placed)


def ring_numbers(rules: Rules) -> IntArray16:
    """The ring number of each cell, which bounds a turn: the field `ring` of the rules, else 0."""
    if hasattr(rules, "ring"):
        return cast(IntArray16, rules.ring)
    return np.zeros(rules.num_cells, dtype=np.int16)


@game_specific
def may_repeat(rules: Rules) -> bool:
    """Whether a board may occur again; by default not, since stones are only added."""
    return False


@game_specific
def keeps_rules(rules: Rules, cells: list[int]) -> bool:
    """Whether a symmetry of the board, as a map of the cells, keeps the rules."""
    return True


@game_specific
def draw_setup(rules: Rules, state: IntArray16, rng: IntArray64) -> None:
    """Lay out a start that is drawn; most games begin on an empty board."""


# How a game stands.


@dataclass(frozen=True)
class Standing:
    """What one colour has: of stones, stones and groups; of tiles, islands and sunk tiles."""

    stones: int  # on the board; of tiles, the towers placed
    groups: tuple[int, ...]  # sizes of its groups, the largest first (C-7); () of tiles
    score: float | None  # None in games without a score
    colour_islands: int = 0  # of tiles: islands of its colour, and of its shape, left to join
    shape_islands: int = 0
    sunk: int = 0  # of tiles: sunk since the other side last sank one


@game_specific
def standing(rules: Rules, state: IntArray16, colour: int) -> Standing:
    """The standing of one colour (1 or 2); by default its stones, its groups and its score."""
    sizes = np.empty(rules.num_cells, dtype=np.int16)
    count = group_sizes(rules, state, colour, sizes, new_work(rules))
    groups = tuple(sorted((int(size) for size in sizes[:count]), reverse=True))
    return Standing(sum(groups), groups, score(rules, state, colour))


@game_specific
def score(rules: Rules, state: IntArray16, colour: int) -> float | None:
    """The score of a colour, None in games without one."""
    return None


@game_specific
def final_score(rules: Rules, state: IntArray16, colour: int, work: IntArray16) -> float:
    """What `scores` of the INFO counts, for a colour at the end of a playout.

    A game has both or neither.
    """
    return 0.0


@game_specific
def may_be_drawn(rules: Rules) -> bool:
    """Whether a game may end without a winner, by its rules; by default it can't."""
    return False


@game_specific
def protected_stones(rules: Rules, state: IntArray16) -> tuple[int, ...]:
    """The cells of the stones that may not be turned now."""
    return ()


@game_specific
def tower_cells(rules: Rules, state: IntArray16) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cells of the towers of the first and the second colour, as far as placed."""
    return (), ()


@game_specific
def num_towers(rules: Rules) -> int:
    """Towers that stand on tiles."""
    return 0


@game_specific
def first_tower(rules: Rules) -> int:
    """Where a state lists their cells, NOWHERE for those that are not placed."""
    return 0


# What a learned player sees.


@game_specific
def observe(
    rules: Rules, grid: Grid, state: IntArray16, person: int, out: ByteArray, work: IntArray16
) -> None:
    """Write a person's observation of a position: the planes that `PLANES` names.

    By default STONE_PLANES: stones, and marked among them those of this turn.

    Args:
        rules: of the game.
        grid: of its board.
        state: the position, over or not.
        person: from whose side it is seen.
        out: all planes in a row, overwritten.
        work: scratch space.
    """
    observe_stones(rules, grid, state, person, int(state[PLACED]), out, work)


@game_specific
def features_of_cell(rules: Rules) -> int:
    """How many of the features speak of each cell: those of cell 0 come first, then of cell 1."""
    return OF_CELL


@game_specific
def num_features(rules: Rules) -> int:
    """How many features `list_features` tells apart."""
    return num_stone_features(rules)


@game_specific
def list_features(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """Write the features that a position has, from the side of whoever acts; returns their number.

    They are the inputs of a network (search/net.py); by default stones and what is around them.
    """
    return list_stone_features(rules, state, out, work, NO_SIDES)


@game_specific
def num_slots(rules: Rules) -> int:
    """How many numbers a network says of a position; by default one for each action.

    As often as it goes there is one for each cell; what is left over at the end has no place.
    """
    return rules.num_actions


@game_specific
def slot_of(rules: Rules, action: int) -> int:
    """Which of these numbers speaks for an action."""
    return action


@game_specific
def second_slot(rules: Rules, action: int) -> int:
    """Another one that is added to it; -1 for none."""
    return -1


# Whole turns, as sets (turns.py).


@game_specific
def is_one_action(rules: Rules, state: IntArray16) -> bool:
    """Whether a whole turn is one action; by default where no turn has several stones."""
    return not has_sets(rules)


@game_specific
def may_circle(rules: Rules, state: IntArray16) -> bool:
    """Whether the actions of this turn may lead back to a position that it has been in."""
    return False


@game_specific
def num_sets(rules: Rules, state: IntArray16) -> int:
    """The number of whole turns but for the swap, counting what they leave behind.

    By default any vacant cells may be taken, up to `most_stones` in all, and nothing ends a game
    in mid turn; with an `end_action` from one stone on, else as many as there may be.
    """
    left, vacant = stones_left(rules, state), int(state[VACANT])
    return sum(comb(vacant, count) for count in left)


@game_specific
def sample_set(rules: Rules, state: IntArray16, rng: Random) -> list[int]:
    """The actions of one of those turns, uniformly, without the final `end`."""
    cells = np.flatnonzero(state[CELLS : CELLS + rules.num_cells] == EMPTY).tolist()
    left = stones_left(rules, state)
    choice = choose_weighted([comb(len(cells), count) for count in left], rng)
    return rng.sample(cells, left[choice])


def stones_left(rules: Rules, state: IntArray16) -> range:
    """How many more stones the turn may have, where all vacant cells are open."""
    placed = int(state[PLACED])
    most = min(most_stones(rules, state) - placed, int(state[VACANT]))
    ends_early = end_action(rules) is not None
    return range(int(placed == 0) if ends_early else most, most + 1)


# What search and solver must know.


@game_specific
def guided_playout(
    rules: Rules, state: IntArray16, rng: IntArray64, work: IntArray16, taken: FloatArray32
) -> None:
    """Play to the end in the way that serves a search best, in place; by default at random.

    Afterwards only RESULT and the cells are meant to be read.

    `taken`, float32 of shape (2, num_actions) and zero at first, is rewritten: ones for what the
    first and the second colour have done on the way.
    """
    if state[RESULT] == RUNNING:
        playout(rules, state, rng, work)
    note_owners(rules, state, taken)


@kernel
def note_owners(rules: Rules, state: IntArray16, taken: FloatArray32) -> None:
    """Write into `taken` who placed where, on a full board: who owns a cell at the end."""
    for cell in range(rules.num_cells):
        taken[0, cell] = np.float32(state[CELLS + cell] == COLOUR_1)
        taken[1, cell] = np.float32(state[CELLS + cell] == COLOUR_2)


@game_specific
def has_lanes(rules: Rules) -> bool:
    """Whether a search may fill many boards at once (core/lanes.py): `fill_lanes` is there."""
    return False


@game_specific
def fill_lanes(
    rules: Rules, state: IntArray16, lanes: Lanes, rng: IntArray64, work: IntArray16
) -> tuple[Any, Any]:
    """Fill the vacant cells at random, on each board in another way.

    It takes the place of playouts, and so both colours get about as many cells as in the rest of a
    game. Returns two words: on which boards the first colour has won, and which are drawn.
    """
    return NONE, NONE


@game_specific
def solve_end(rules: Rules, state: IntArray16, lanes: Lanes) -> int:
    """The result by best play of a state with at most LAST_CELLS vacant cells; else RUNNING.

    For states between turns of a game that is not over and has lanes.
    """
    return RUNNING


@game_specific
def close_dead_ends(rules: Rules, state: IntArray16, cells: IntArray16, work: IntArray16) -> None:
    """Mark as `closed` the cells with which and those behind them no turn can end.

    They are needed further on, as later stones of a turn. Most games have none.
    """


@game_specific
def stones_help(rules: Rules) -> bool:
    """Whether a stone more never harms its owner."""
    return False


@game_specific
def playouts_tell(rules: Rules) -> bool:
    """Whether a few playouts tell how hard a state will be to prove."""
    return True


@game_specific
def decided(rules: Rules, state: IntArray16, work: IntArray16) -> int:
    """WON + person where that person wins whatever is played, else RUNNING.

    For states between two turns of a game that is not over. Not every decided game is seen.
    """
    return RUNNING


@game_specific
def must_answer(rules: Rules, state: IntArray16, work: IntArray16) -> bool:
    """Whether the other person wins with the next turn unless something is done against it now.

    `work` then begins with a number for each cell: 1 where a stone may help against it, and 0 where
    stones alone do not. For any state of a game that is not over; not every threat is seen.
    """
    return False


@game_specific
def wins_at_once(rules: Rules, state: IntArray16, work: IntArray16) -> bool:
    """Whether whoever acts can win before the turn ends; not every such turn is seen.

    For any state of a game that is not over. Below a node where `must_answer` saw no threat it is
    not asked.
    """
    return False


@game_specific
def has_patterns(rules: Rules) -> bool:
    """Whether patterns prove who wins (search/patterns.py): by `stones_help` and `list_win`.

    A turn is then any set of vacant cells, no more than the ring number of each (`ring_numbers`),
    and once one colour has won, the other can't have.
    """
    return False


@game_specific
def list_win(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
    """Write the cells of a turn that wins, then, as `closed`, the mover's stones that it needs.

    For states at the beginning of a turn. It wins wherever all of these are the mover's or vacant.
    Returns how many they are; 0 where there is no such turn.
    """
    raise NotImplementedError


@game_specific
def refusal(rules: Rules, state: IntArray16) -> str | None:
    """Why a position can't be solved."""
    return None


@game_specific
def prefers_exact_method(
    rules: Rules, rule_set: RuleSet, state: IntArray16, table_bytes: int
) -> bool:
    """Whether the game has an exact method, and it is likely to be quicker than a proof."""
    return False


@game_specific
def exact_method(rules: Rules, rule_set: RuleSet) -> ExactMethod:
    """That method, such as retrograde analysis; needed where `prefers_exact_method` is said."""
    raise NotImplementedError


@game_specific
def counter_of(rules: Rules, state: IntArray16) -> int:
    """The counter that ends a game in the long run; it is not part of a key. 0 without one."""
    return 0


@game_specific
def counter_end(rules: Rules) -> int:
    """Where that counter ends the game."""
    return 0


@game_specific
def rising(rules: Rules, state: IntArray16, goal_is_win: bool) -> int:
    """Which counters help person 0 to win, or not to lose: 1 higher ones, -1 lower ones.

    See table.look_up. 0 in games without a counter, and where it may help and harm.
    """
    return 0


@game_specific
def equal_contents(rules: Rules) -> tuple[tuple[int, int], ...]:
    """Contents of a cell that may exchange parts, all of them together, without any effect."""
    return ()


@game_specific
def list_marks(rules: Rules, state: IntArray16, out: IntArray16, count: int) -> int:
    """Append what matters of cells beside their contents: MARKED * num_cells + cell, and so on.

    By default the stones of the turn being composed. Returns the new count.
    """
    for i in range(int(state[PLACED])):
        out[count] = MARKED * rules.num_cells + int(state[first_turn_stone(rules) + i])
        count += 1
    return count


@game_specific
def list_numbers(rules: Rules, state: IntArray16, out: IntArray16) -> int:
    """Write the numbers, each below MOST_FACT, that matter beside cells and persons; how many."""
    return 0


# ---- positions, for people ----


class SetupModule(Protocol):
    """What a game says whose start is drawn or given; all of it is needed."""

    # What may be given, for a sentence.
    WHOLE_SETUP: str
    # All that may be drawn.
    SETUP_KINDS: tuple[str, ...]

    def random_setup(self, rule_set: RuleSet, seed: int) -> dict[str, str]:
        """A set-up drawn by the rules; the same seed gives the same one."""

    def place_setup(self, rule_set: RuleSet, state: IntArray16, setup: Mapping[str, str]) -> None:
        """Lay it out. Raises OptionError: the rules cannot give it."""

    def next_draw(self, rule_set: RuleSet, drawn: Sequence[str]) -> Chance | None:
        """What is drawn after what has been drawn; None when the set-up is whole."""

    def drawn_setup(self, rule_set: RuleSet, drawn: Sequence[str]) -> dict[str, str]:
        """The whole set-up, by what has been drawn."""

    def num_draws(self, rule_set: RuleSet) -> int:
        """How often something is drawn."""

    def prepare(
        self, rule_set: RuleSet, phase: str, contents: Sequence[int], rng: Random
    ) -> list[str]:
        """Actions, drawn so that both sides stand alike, for a phase before the play begins.

        Args:
            rule_set: of the game.
            phase: of the position, as `Position.phase`.
            contents: of its cells, as `Position.contents`.
            rng: draws.
        """


class GameModule(SetupModule, Protocol):
    """What a game says of its positions; what `defaults.py` says is not needed."""

    # What a learned player sees: the name of each plane that `observe` writes; STONE_PLANES.
    PLANES: tuple[str, ...]

    # ---- actions as text ----

    # All that one may do, in the order of their numbers: place a stone, end the turn, swap.
    KINDS: tuple[Kind, ...]
    # What may be written, for a sentence: "a cell such as c3, 'end' or 'swap'".
    FORMS: str

    def explain(
        self, rule_set: RuleSet, state: IntArray16, action: Action, text: str
    ) -> tuple[str, str]:
        """Why an action is illegal in a game that is not over.

        By default that the cell is taken, that a turn has a stone at least, that nobody may swap;
        else what `explain_vacant` says.

        Returns:
            The number of the rule, such as "KIT-2", and a sentence without it.
        """

    def explain_vacant(self, rule_set: RuleSet, state: IntArray16, cell: int) -> tuple[str, str]:
        """The same of a stone on a vacant cell."""

    # ---- positions as text, beside the board ----

    # The rule that says what a turn is, for errors: "Y-2".
    TURN_RULE: str
    # The rule by which there is no stone on a stone; TURN_RULE.
    VACANT_RULE: str

    def symbols(self, rule_set: RuleSet) -> str:
        """The character of each content of a cell, by its number; '.' is vacant.

        By default the first letters of the colours.
        """

    def fields(self, rule_set: RuleSet, state: IntArray16) -> dict[str, str]:
        """Name and text of each field, in order; by default the stones of the turn, `placed`."""

    def read_fields(self, rule_set: RuleSet, state: IntArray16, given: Mapping[str, str]) -> None:
        """Write what they say into a state. Raises NotationError: malformed text."""

    def settle(self, rule_set: RuleSet, state: IntArray16) -> None:
        """Fill in what follows from the board and the fields.

        By default stones against turns, and a result where the last stone has brought one.

        Raises:
            NotationError: they do not fit together.
        """

    def settle_turn(self, rule_set: RuleSet, state: IntArray16, placed: Sequence[int]) -> None:
        """The part of it that is about the stones of the turn so far; by default their rings."""

    def settle_result(self, rule_set: RuleSet, state: IntArray16, mover: int) -> None:
        """The part of it that writes the result of a game that is over.

        By default the last stone is placed once more.

        Args:
            rule_set: of the game.
            state: with all but its result.
            mover: the person whose turn it is or, at the end, was.
        """

    def most_placed(self, rule_set: RuleSet, turns: int) -> int:
        """The most stones that a colour places in so many turns; by default the rings allow it."""

    def mover_of(self, turn: int, first: int) -> int:
        """The person who has a turn, by its number from 0 and the holder of the first colour."""

    def finished_turns(self, state: IntArray16) -> tuple[int, int]:
        """How many turns of placing stones the first and the second colour have finished."""

    # ---- in words ----

    # Of turns, for who types them: "c3,d4".
    EXAMPLE: str

    def turn_help(self, position: PositionLike, num_actions: int) -> str:
        """What the turn may be, or how far it has come; the game must not be over.

        Args:
            position: with the actions of the turn so far.
            num_actions: how many these are.
        """

    def turn_words(self, rule_set: RuleSet, actions: Sequence[Action]) -> str:
        """What some actions of one turn did, as the rest of a sentence on who acted."""

    def standing_lines(self, position: PositionLike, colour: int) -> list[Line]:
        """All that a colour (1 or 2) has, the most important first; its stones, or its score."""

    def standing_words(self, standing: Standing) -> str:
        """All that a colour has, in one line of text."""

    def counters(self, position: PositionLike) -> list[str]:
        """The counts on which the rest depends and which the board does not show; none."""

    # ---- what the colours are after ----

    def goal(self, rule_set: RuleSet, colour: int | None) -> str:
        """What a colour (1 or 2; None: either) must do to win, in one short sentence.

        By default the summary of the game.
        """

    def legend(self, position: PositionLike) -> str:
        """What the drawn aims mean, in a few short sentences."""

    def aims(self, position: PositionLike) -> Aims:
        """What is drawn: on the way, how near both are; at the end, what decided.

        By default the groups and their sizes.
        """

    def ending(self, position: PositionLike, winner: int | None) -> Ending:
        """How a game ended that its rules have ended; by default by its reason and scores.

        Args:
            position: where it is over.
            winner: the colour, 1 or 2, that won; None for a draw.
        """

    def changes(
        self, before: PositionLike, after: PositionLike, colour: int, who: Who
    ) -> list[str]:
        """What a whole turn of a colour brought it, the most important first, as sentences.

        They call the turn "it", the colour as `who` says, and the other one by its name. By default
        groups joined and kept apart, and points won.
        """

    def leaves(self, after: PositionLike, reply: PositionLike, colour: int) -> list[str]:
        """What a turn of a colour left to the other one's answer, the most important first.

        As words that follow the turn, such as "leaves the cut at d5", with the other colour's name.
        By default cuts, and groups that the answer joins.

        Args:
            after: the position after the turn.
            reply: the position after the answer to it.
            colour: 1 or 2, whose turn it was.
        """

    # ---- what solves a puzzle ----

    # All that `theme` may answer; the end of the game, groups joined and kept apart, none of these.
    THEMES: tuple[Theme, ...]

    def theme(self, before: PositionLike, after: PositionLike, colour: int) -> Theme:
        """What a whole turn of a colour (1 or 2) does that a puzzle may be about.

        The most telling of what is true of it. By default the end of the game, groups joined and
        kept apart.
        """

    # ---- how positions are set up ----

    def tools(self, rule_set: RuleSet) -> tuple[Tool, ...]:
        """What can be put on a cell, pieces first; by default a stone of each colour."""

    def colour_at(self, rule_set: RuleSet, turn: int, first: int) -> int:
        """Who moves after so many turns: 1 or 2, 0 while nobody has a colour."""

    def normalise(self, draft: Draft) -> Draft:
        """With numbers that nobody sees, such as that of the turn, made to fit where they can.

        What fits already stays as it is.
        """

    def controls(self, draft: Draft) -> tuple[Control, ...]:
        """What else can be set; by default the swap."""

    def with_control(self, draft: Draft, name: str, value: str) -> Draft:
        """With one of them set, its value being one that is allowed."""

    def problems(self, draft: Draft) -> list[Problem]:
        """What is wrong with a normalised draft; by default stones no turns can have placed."""

    # ---- as pictures, and for a screen reader ----

    # Its own colours; their names begin with the game's. By default those of a sandy
    # board: NAME-ground, NAME-slab, NAME-line.
    COLOURS: Colours
    # Which of them another look changes, by the look (canvas/looks.py), PRINT among them.
    LOOKS: Mapping[str, Colours]
    # Shades of its rings, where it has some; None.
    TONES: Tones | None
    # The colour around the board, in pixels: NAME-slab.
    GROUND: str
    # User units that the board reaches beyond its cells: 0.
    OUTSIDE: float
    # Text of a position between two searches that says most about the game; its start.
    SHOWCASE: str

    def step(self, position: PositionLike, action: Action) -> Step | None:
        """Where a legal action begins and leads; None for one without a cell."""

    def done(self, position: PositionLike, action: Action) -> Done | None:
        """What an action did, one of the turn that led to a position; None as for `step`."""

    def marks(self, seen: BoardView) -> Mapping[str, frozenset[int]]:
        """The cells of each CSS class that the game adds to those of `BoardView`; none.

        Those of "is-winning" have won the game.
        """

    def mover(self, position: PositionLike) -> int | None:
        """The colour (1 or 2) of the piece that would be placed next."""

    def token(self, rule_set: RuleSet, colour: int) -> str:
        """The definition in a scene of the piece that stands for a colour (1 or 2); a stone."""

    def proposed(self, position: PositionLike, action: Action) -> tuple[Piece, ...]:
        """What a legal action would put on the board, to be drawn as a proposal."""

    def board_words(self, rule_set: RuleSet) -> str:
        """Which board it is, such as "size 5"."""

    def describe(self, seen: BoardView, cell: int) -> list[str]:
        """Where a cell is and what it holds, such as "touches blue" and "white"."""

    def remarks(self, seen: BoardView, cell: int) -> list[str]:
        """What holds for a cell now, and what may be done with it: "can be played"."""

    def scene(self, seen: BoardView, found: Layout, ids: Ids, *, labelled: bool) -> Scene:
        """The picture in SVG, with or without coordinates; a slab, cells, ring numbers, stones."""

    def paint(self, brush: Brush, seen: BoardView, found: Layout) -> None:
        """The picture in pixels, without words."""

    def paper(self, rule_set: RuleSet, found: Layout, ids: Ids) -> Paper:
        """What is needed to play on paper, besides the picture of the start; stones."""

    def owner(self, seen: BoardView, found: Layout, cell: int, share: float) -> str:
        """A mark that a cell ends with the first colour with this probability; "" for none."""


# The files of a game's package that may hold these; observations are written by kernels.
FILES = ("game", "view", "editing", "setup", "kernels")


@cache
def game_module(name: str) -> GameModule:
    """What a game says of its positions: its own words, then those it shares, then the defaults."""
    package = f"{__package__}.{name}"
    own = [f"{package}.{file}" for file in FILES if find_spec(f"{package}.{file}")]
    others = [f"{__package__}.{file}" for file in (*info_of(name).shared, "defaults")]
    return cast(GameModule, _Says(name, (*own, *others)))


class _Says:
    """A game's files and the defaults as one module; each is imported when it is needed."""

    def __init__(self, name: str, files: tuple[str, ...]) -> None:
        self._name, self._files = name, files

    def __getattr__(self, what: str) -> Any:
        for file in self._files:
            module = import_module(file)
            by_name = getattr(module, "BY_NAME", {})  # of the defaults
            if what in by_name or hasattr(module, what):
                found = by_name[what](self._name) if what in by_name else getattr(module, what)
                setattr(self, what, found)
                return found
        raise AttributeError(f"{self._name} has no {what}; see games/contract.py")
