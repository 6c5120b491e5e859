"""Positions: the rules for everybody else, who plays through them or through their kernels."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from random import Random

import numpy as np

from skerry.core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    DRAWN,
    FIRST,
    LEGAL_ROOM,
    NOBODY,
    PLAYER,
    REASON,
    RESULT,
    RUNNING,
    TURN,
    WON,
    IntArray16,
    new_state,
    new_work,
)
from skerry.core.stones import may_swap
from skerry.errors import GameOverError, IllegalActionError, OptionError, clipped
from skerry.games import contract, dispatch, turns
from skerry.games.actions import decode_action, format_action, parse_action, words_of
from skerry.games.contract import Standing, game_module, standing
from skerry.games.info import Value
from skerry.games.ruleset import RuleSet, rule_set
from skerry.games.setup import place_setup
from skerry.games.words import REASONS
from skerry.text import (
    canonical_turn,
    draw_diagram,
    format_state,
    format_turn,
    parse_state,
    parse_turn,
)


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winner: int | None  # person 0 or 1, None for a draw
    reason: str  # one of REASONS in games/words.py, such as "connection"
    scores: tuple[float, float] | None  # of persons 0 and 1, where the game has scores


@dataclass(frozen=True)
class Game(RuleSet):
    """A game with all its options, ready to play; a hashable value."""

    def start(
        self, *, seed: int | None = None, setup: Mapping[str, str] | None = None
    ) -> "Position":
        """The starting position.

        Args:
            seed: of a game whose start is drawn; the same seed gives the same start.
            setup: of such a game: cell name to what lies there, as its rules say.

        Raises:
            OptionError: such a game with neither or both of them, another game with either, or a
                set-up that its rules cannot give.
        """
        state = new_state(self.rules)
        if self.info.has_setup:
            place_setup(self, state, seed, setup)
        elif seed is not None or setup is not None:
            raise OptionError(f"{self.name} starts on an empty board; it takes no seed or set-up.")
        dispatch.start(self.rules, state)
        return Position(self, state)

    def format_action(self, action: int) -> str:
        """Text of an action. Raises NotationError for a number that is none."""
        return format_action(self, action)

    def parse_action(self, text: str) -> int:
        """The action a text names. Raises NotationError for malformed text or an unknown cell."""
        return parse_action(self, text)

    def format_turn(self, actions: Iterable[int]) -> str:
        """Canonical text of a turn (C-6)."""
        return format_turn(self, actions)

    def parse_turn(self, text: str) -> tuple[int, ...]:
        """The actions of a turn. Raises NotationError like `parse_action`."""
        return parse_turn(self, text)


def game(name: str, /, **options: Value) -> Game:
    """A game with its options, the missing ones at their defaults.

    Args:
        name: of the game; `skerry.GAMES` has them all.
        options: the game's options, such as size=6 or swap=True; see the catalogue.

    Raises:
        OptionError: names the option, the value and what is allowed.
    """
    rules = rule_set(name, dict(options))
    return Game(rules.name, rules.options)


class Position:
    """An immutable position: a game and its state. Every play gives a new one.

    Positions are equal, and hash alike, when the rule set and all that matters for the future and
    the result are equal; the order in which a turn's stones were placed does not matter (C-2).
    """

    __slots__ = ("__dict__", "_state", "game")

    def __init__(self, game: Game, state: IntArray16) -> None:
        """Wrap a state that the kernels made; use `Game.start` or `position(text)` instead."""
        self.game = game
        self._state = state

    @property
    def state(self) -> IntArray16:
        """A copy of the kernels' state, int16 of shape (state_size,); see core/layout.py."""
        return self._state.copy()

    @property
    def player(self) -> int | None:
        """The person to act, 0 or 1; None when the game is over."""
        person = int(self._state[PLAYER])
        return None if person == NOBODY else person

    @property
    def colour(self) -> str | None:
        """Name of the colour to act, None when the game is over or nobody has one yet."""
        index = self.colour_index
        return None if index is None else self.game.info.colours[index - 1]

    @property
    def colour_index(self) -> int | None:
        """Colour to act as 1 (the first) or 2, None like `colour`."""
        if self._state[PLAYER] == NOBODY or self._state[FIRST] == NOBODY:
            return None
        return COLOUR_1 if self._state[PLAYER] == self._state[FIRST] else COLOUR_2

    @property
    def persons(self) -> tuple[int, int] | None:
        """Who holds the first and the second colour, None before they are chosen."""
        first = int(self._state[FIRST])
        return None if first == NOBODY else (first, 1 - first)

    @property
    def turn(self) -> int:
        """Whole turns played."""
        return int(self._state[TURN])

    @property
    def contents(self) -> tuple[int, ...]:
        """What each cell holds: 0 nothing, 1 and 2 the colours' stones, or a kind of tile.

        Tiles are numbered by the kernels of a game that has them.
        """
        return tuple(self._state[CELLS : CELLS + self.game.rules.num_cells].tolist())

    @property
    def towers(self) -> tuple[int, ...]:
        """Cells of the first colour's towers, then of the second's, as far as placed; else ()."""
        first, second = contract.tower_cells(self.game.rules, self._state)
        return first + second

    @property
    def phase(self) -> str:
        """The phase of the game: "play", or a part of the set-up."""
        return contract.phase(self.game.rules, self._state)

    @property
    def turn_so_far(self) -> tuple[int, ...]:
        """Actions of the turn being composed, in canonical order: stones, or towers of a set-up."""
        return contract.turn_actions(self.game.rules, self._state)

    @property
    def protected(self) -> tuple[int, ...]:
        """Cells of the stones that may not be turned now; in most games ()."""
        return contract.protected_stones(self.game.rules, self._state)

    @property
    def most_stones(self) -> int:
        """Most stones this turn may hold as it stands; 0 when the game is over."""
        return 0 if self.is_over else contract.most_stones(self.game.rules, self._state)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._state[RESULT] != RUNNING)

    @property
    def may_end(self) -> bool:
        """Whether the action `end` is legal here."""
        if self.is_over or "end" not in words_of(self.game):
            return False
        return contract.may_end(self.game.rules, self._state)

    @property
    def may_swap(self) -> bool:
        """Whether the person to act may swap (C-3)."""
        return not self.is_over and bool(may_swap(self.game.rules, self._state))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        result = int(self._state[RESULT])
        if result == RUNNING:
            return None
        winner = None if result == DRAWN else result - WON
        return Outcome(winner, REASONS[self._state[REASON]], self._scores())

    def _scores(self) -> tuple[float, float] | None:
        persons = self.persons
        standings = self.standings
        if persons is None or standings[0].score is None or standings[1].score is None:
            return None
        by_colour = (standings[0].score, standings[1].score)
        return by_colour if persons[0] == 0 else (by_colour[1], by_colour[0])

    @cached_property
    def standings(self) -> tuple[Standing, Standing]:
        """How the two colours stand: stones, groups, score, islands."""
        return (
            standing(self.game.rules, self._state, COLOUR_1),
            standing(self.game.rules, self._state, COLOUR_2),
        )

    @cached_property
    def _legal(self) -> tuple[int, ...]:
        rules = self.game.rules
        out = np.empty(LEGAL_ROOM, dtype=np.int16)
        count = dispatch.legal(rules, self._state, out, new_work(rules))
        return tuple(out[:count].tolist())

    def legal_actions(self) -> list[int]:
        """All legal atomic actions, ascending; empty only when the game is over (C-8)."""
        return list(self._legal)

    def apply(self, action: int) -> "Position":
        """The position after one action.

        Raises:
            NotationError: the number is not an action of this rule set.
            GameOverError: the game has ended.
            IllegalActionError: the rules forbid the action here.
        """
        if type(action) is not int:  # NumPy's are taken, in one type for the kernels
            self.game.format_action(action)  # refuses what is none
            action = int(action)
        if self.is_over or action not in self._legal:
            raise self._refusal(action)
        return self._after(action)

    def _refusal(self, action: int) -> IllegalActionError:
        text = self.game.format_action(action)
        if self.is_over:
            return GameOverError(f"The game is over, {text} cannot be played; {self._ending()}.")
        what = decode_action(self.game, action)
        rule, why = game_module(self.game.name).explain(self.game, self._state, what, text)
        return IllegalActionError(why, rule)

    def _after(self, action: int) -> "Position":
        """The position after an action that is known to be legal."""
        state = self._state.copy()
        dispatch.apply(self.game.rules, state, action, new_work(self.game.rules))
        return Position(self.game, state)

    def _ending(self) -> str:
        outcome = self.outcome
        if outcome is None or outcome.winner is None:
            return "it was drawn"
        return f"person {outcome.winner} won ({outcome.reason})"

    def play(self, turn: str) -> "Position":
        """The position after the actions of a text: some of a turn, a whole one, or more.

        The order of a turn's stones is free (C-2): stones that end the turn are placed last. An
        explicit `end` after a turn that ended by itself is passed over (C-6); anywhere else where
        the turn may not end it is illegal. All or nothing.

        Raises:
            NotationError: malformed text or an unknown cell.
            GameOverError: the game has ended.
            IllegalActionError: the rules forbid an action.
        """
        return self._play(self.game.parse_turn(turn))

    def _play(self, actions: Sequence[int]) -> "Position":
        try:
            return self._play_in_order(actions)
        except IllegalActionError:
            with suppress(IllegalActionError):
                reordered = self._play_reordered(actions)
                if reordered is not None:
                    return reordered
            raise

    def _play_in_order(self, actions: Sequence[int]) -> "Position":
        end = words_of(self.game).get("end")
        position, ended_by_itself = self, False
        for action in actions:
            if action == end and ended_by_itself:
                ended_by_itself = False
                continue
            after = position.apply(action)
            ended_by_itself = action != end and after.turn > position.turn
            position = after
        return position

    def _play_reordered(self, actions: Sequence[int]) -> "Position | None":
        """One turn's stones with another one as the last, where the order decides.

        Some of them may win without the others, in the middle of the turn; then the last one must
        be among those. For all other rules the order is free.
        """
        end = words_of(self.game).get("end")
        stones, final = list(actions), []
        if stones[-1] == end:
            final.append(stones.pop())
        if end in stones or len(stones) != len(set(stones)):
            return None
        candidates = stones
        while candidates:
            last = candidates[-1]
            others = [stone for stone in stones if stone != last]
            ended = self._stones_that_end(others)
            if ended is None:
                return self._play_in_order([*others, last, *final])
            candidates = [stone for stone in candidates if stone in ended and stone != last]
            candidates.sort(key=ended.index)
        return None

    def _stones_that_end(self, stones: Sequence[int]) -> list[int] | None:
        """The first of some stones, as many as end the turn; None where all of them do not.

        Raises:
            IllegalActionError: the stones break another rule, whatever their order.
        """
        position = self
        for number, stone in enumerate(stones, start=1):
            position = position.apply(stone)
            if position.turn > self.turn:
                return list(stones[:number])
        return None

    def play_turn(self, turn: str) -> "Position":
        """The position after the whole turn of a text; its final `end` may be left out (C-6).

        Raises:
            NotationError, GameOverError, IllegalActionError: as `play`; the last also when the
                text stops before the turn may end, goes on after it, or says `end` before its
                last action.
        """
        actions = self.game.parse_turn(turn)
        canonical_turn(self.game, actions)  # refuses a misplaced `end`
        position = self._play(actions)
        if position.turn == self.turn and position.may_end:
            position = position._after(words_of(self.game)["end"])
        if position.turn == self.turn:
            raise self._no_turn(actions, f"is not a whole turn: {self._missing(position)}")
        if position.turn > self.turn + 1 or (position.turn > self.turn and position.turn_so_far):
            raise self._no_turn(actions, "goes on after the end of the turn")
        return position

    def _no_turn(self, actions: Sequence[int], why: str) -> IllegalActionError:
        return IllegalActionError(f"{clipped(self.game.format_turn(actions))} {why}.", "C-2")

    @staticmethod
    def _missing(position: "Position") -> str:
        choices = position.legal_actions()
        examples = ", ".join(position.game.format_action(action) for action in choices[:3])
        return f"it must go on, for example with {examples}"

    def num_turns(self) -> int:
        """Exact number of whole legal turns from here, counting sets, not orders.

        In the middle of a turn: of the ways to complete it. Zero when the game is over.
        """
        return turns.num_turns(self.game, self._state)

    def sample_turn(self, rng: Random) -> list[int]:
        """The actions of one whole turn, uniform over the sets that `num_turns` counts.

        Raises:
            GameOverError: there is no turn to draw.
        """
        if self.is_over:
            raise GameOverError(f"The game is over, there is no turn to draw; {self._ending()}.")
        return turns.sample_turn(self.game, self._state, rng)

    def complete_turn(self, choose: "Callable[[Position], int]") -> list[int]:
        """The actions of one whole turn, one after the other; none when the game is over.

        Args:
            choose: the next action in the position that those before it lead to, a legal one.
        """
        actions: list[int] = []
        position = self
        while not position.is_over and position.turn == self.turn:
            actions.append(choose(position))
            position = position.apply(actions[-1])
        return actions

    @property
    def text(self) -> str:
        """The position in one line; `skerry.position` reads it back."""
        return format_state(self.game, self._state)

    def __str__(self) -> str:
        """A diagram of the board, with whose turn it is."""
        return draw_diagram(self.game, self._state)

    def __repr__(self) -> str:
        return f"<Position {self.text}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self._state.tobytes() == other._state.tobytes()

    def __hash__(self) -> int:
        return hash((self.game, self._state.tobytes()))


def position(text: str) -> Position:
    """The position that `Position.text` printed.

    Raises:
        NotationError: malformed text, or a position that no game could reach in form: counts of
            stones, seats, or an ending that does not fit.
        OptionError: an unknown game, or an option it does not allow.
    """
    rules, state = parse_state(text)
    return Position(Game(rules.name, rules.options), state)
