"""Proofs by patterns, for games of connection in which a turn only adds stones.

A *pattern* says that whoever is to act wins wherever certain stones are theirs and the other person
has none on certain cells, its *carrier*, however the rest of the board looks. It names a turn, and
patterns of which one still holds whatever the reply is: no turn has a stone on the carriers of all
of them. That is so since a stone more never harms its owner, and only one person can connect.

In Hex the cells where a reply must lie are known as the must-play region (Hayward, Björnsson,
Johanson, Kan, Po and van Rijswijck, 2003). Here a reply has several stones, which must lie on all
carriers together. A search says which turns to try; what it thinks of them proves nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from skerry.core.layout import CELLS, COLOUR_1, COLOUR_2, TURN, VACANT, IntArray16, new_work
from skerry.core.stones import closed
from skerry.games.contract import list_win, ring_numbers
from skerry.positions import Game, Position
from skerry.search.analysis import MOST_TURNS, AnalysedTurn, analyse
from skerry.search.mcts import SWAPPED

MEMORY = 32 << 20  # bytes for a search
DEEPEST = 12  # turns of one person, before more care is taken with each
WORD = 64  # bits


class Pattern(NamedTuple):
    """Where one person wins who is to act. Sets of cells are integers, a bit for each cell."""

    stones: int  # where they have stones
    carrier: int  # where the other person has none; `stones` left out
    turn: int  # what they play, but for cells that are theirs already
    answers: tuple[int, ...]  # numbers of patterns: one holds after any reply; none if `turn` wins


class Patterns:
    """Patterns by number, and which of them hold on a board."""

    def __init__(self, num_cells: int) -> None:
        self.known: list[Pattern] = []
        self._words = -(-num_cells // WORD)
        self._stones, self._carriers = np.zeros((2, 64, self._words), dtype=np.uint64)

    def add(self, pattern: Pattern) -> int:
        """Keep a pattern; returns its number."""
        number = len(self.known)
        if number == len(self._stones):
            self._stones = np.concatenate([self._stones, np.zeros_like(self._stones)])
            self._carriers = np.concatenate([self._carriers, np.zeros_like(self._carriers)])
        self.known.append(pattern)
        self._stones[number] = self._in_words(pattern.stones)
        self._carriers[number] = self._in_words(pattern.carrier)
        return number

    def find(self, own: int, other: int) -> int | None:
        """The pattern with the smallest carrier that holds where these are the stones."""
        end = len(self.known)
        holds = (self._stones[:end] & ~self._in_words(own) == 0).all(axis=1)
        holds &= (self._carriers[:end] & self._in_words(other) == 0).all(axis=1)
        found = np.flatnonzero(holds).tolist()
        if not found:
            return None
        return min(found, key=lambda number: (self.known[number].carrier & ~own).bit_count())

    def below(self, roots: Iterable[int]) -> list[int]:
        """The numbers of some patterns and of all that they rest on, ascending."""
        seen, left = set(roots), list(roots)
        while left:
            new = set(self.known[left.pop()].answers) - seen
            seen |= new
            left += new
        return sorted(seen)

    def _in_words(self, cells: int) -> np.ndarray:
        return np.frombuffer(cells.to_bytes(self._words * WORD // 8, "little"), dtype=np.uint64)


Spend = Callable[[int], None]  # told of each board that is looked at, and 0 now and then meanwhile


class Effort(NamedTuple):
    """How far to look for a pattern."""

    spend: Spend
    turns: int = 2  # of whoever is to win, at most
    care: int = 1  # of the search that says which turns to try on a board, and of how many

    @property
    def playouts(self) -> int:
        """Of that search."""
        return 1_000 * self.care

    @property
    def width(self) -> int:
        """How many turns are tried."""
        return min(MOST_TURNS, 6 * self.care)

    @property
    def least_mean(self) -> float:
        """Of those that are tried."""
        return 0.35 / self.care

    def less(self) -> "Effort":
        """One turn less."""
        return self._replace(turns=self.turns - 1)

    def more(self) -> "Effort":
        """The next one to try: one turn more, and in the end more care."""
        if self.turns < DEEPEST:
            return self._replace(turns=self.turns + 1)
        return self._replace(turns=2, care=2 * self.care)


class Prover:
    """Proves who wins positions of one game, and knows in the next one what it has found."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.patterns = Patterns(game.rules.num_cells)
        self._rings = ring_numbers(game.rules).tolist()
        self._cells = (1 << len(self._rings)) - 1
        # by a number of stones, the cells that a turn of so many may have
        self._open = [
            as_set(cell for cell, ring in enumerate(self._rings) if ring >= number)
            for number in range(max(self._rings) + 2)
        ]
        self._failed: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def decide(self, own: int, other: int, spend: Spend) -> tuple[bool, list[int]]:
        """Whether a person wins who is to act, and the patterns by which one of the two wins.

        Args:
            own: the cells of their stones.
            other: those of the other person's.
            spend: what it raises ends the search.
        """
        effort = Effort(spend)
        while True:
            found = self.find_win(own, other, effort)
            if found is not None:
                return True, [found]
            answers = self.find_answers(other, own, effort)
            if answers is not None:
                return False, answers
            effort = effort.more()

    def find_win(self, own: int, other: int, effort: Effort) -> int | None:
        """The number of a pattern by which a person wins who is to act; None: not found.

        Args:
            own: the cells of their stones.
            other: those of the other person's.
            effort: how far to look.
        """
        effort.spend(1)
        found = self.patterns.find(own, other)
        if found is None:
            found = self._win_at_once(own, other)
        if found is not None or self._has_failed(own, other, effort):
            return found
        if self._has_connected(other, own):
            return None
        for turn in self._likely_turns(own, other, effort):
            if turn.mean < effort.least_mean:
                continue
            played = self._stones_of(turn)
            answers = self.find_answers(own | played, other, effort.less())
            if answers is not None:
                return self.patterns.add(self._joined(own, played, answers))
        self._failed.setdefault((own, other), []).append((effort.turns, effort.care))
        return None

    def find_answers(self, own: int, other: int, effort: Effort) -> list[int] | None:
        """Patterns by which a person wins though the other is to act; None: not found.

        No turn of the other person has a stone on the carriers of all of them.
        """
        answers: list[int] = []
        for reply in self._replies(own, other, effort, answers):
            found = self.find_win(own, other | reply, effort)
            if found is None:
                return None
            answers.append(found)
        return answers

    def _replies(self, own: int, other: int, effort: Effort, answers: list[int]) -> Iterator[int]:
        """Replies to which none of the answers is one, as long as there are any.

        First no reply at all, then those that a search likes. All have as many stones as they may:
        what wins against more wins against fewer.
        """
        yield 0
        vacant = self._cells & ~(own | other)
        if self._reply(vacant, self._carriers(own, answers)) is None:
            return
        likely = [self._stones_of(turn) for turn in self._likely_turns(other, own, effort)]
        for reply in likely:
            if all(carrier & reply for carrier in self._carriers(own, answers)):
                yield reply
        first = [cell for reply in likely for cell in as_cells(reply)]
        rest = sorted(as_cells(vacant), key=lambda cell: -self._rings[cell])
        order = list(dict.fromkeys(first + rest))
        while (found := self._reply(vacant, self._carriers(own, answers))) is not None:
            for cell in order:
                longer = found | 1 << cell
                if longer != found and not longer & ~self._open[longer.bit_count()]:
                    found = longer
            yield found

    def _carriers(self, own: int, answers: Iterable[int]) -> list[int]:
        return [self.patterns.known[answer].carrier & ~own for answer in answers]

    def _reply(self, left: int, carriers: Sequence[int], reply: int = 0) -> int | None:
        """A turn with a stone on each carrier, `reply` being some of it; None if there is none."""
        open_ones = [carrier for carrier in carriers if not carrier & reply]
        if not open_ones:
            return reply
        allowed = left & self._open[reply.bit_count() + 1]
        if reply & ~self._open[reply.bit_count() + 1]:
            return None
        for cell in as_cells(min((one & allowed for one in open_ones), key=int.bit_count)):
            found = self._reply(left, open_ones, reply | 1 << cell)
            if found is not None:
                return found
            left &= ~(1 << cell)
        return None

    def _joined(self, own: int, played: int, answers: list[int]) -> Pattern:
        """The pattern of a turn after which these answer whatever is replied.

        Where the carriers have stones a reply has no room: they are needed if without them some
        reply would be on all carriers.
        """
        stones = carrier = 0
        for answer in answers:
            stones |= self.patterns.known[answer].stones
            carrier |= self.patterns.known[answer].carrier
        carriers = self._carriers(stones | played, answers)
        if self._reply(carrier & ~(stones | played), carriers) is not None:
            stones |= carrier & own
        stones &= ~played
        return Pattern(stones, (played | carrier) & ~stones, played, tuple(answers))

    def _win_at_once(self, own: int, other: int) -> int | None:
        """The number of the pattern of a turn that wins; None without one."""
        listed = self._list_win(own, other)
        if not listed:
            return None
        turn = as_set(cell for cell in listed if cell >= 0)
        stones = as_set(closed(cell) for cell in listed if cell < 0)
        return self.patterns.add(Pattern(stones, turn, turn, ()))

    def _has_connected(self, own: int, other: int) -> bool:
        """Whether it takes no stone to win."""
        listed = self._list_win(own, other)
        return bool(listed) and all(cell < 0 for cell in listed)

    def _list_win(self, own: int, other: int) -> list[int]:
        rules = self.game.rules
        out = np.empty(rules.num_cells, dtype=np.int16)
        count = list_win(rules, self._state(own, other), out, new_work(rules))
        return list(map(int, out[:count]))

    def _has_failed(self, own: int, other: int, effort: Effort) -> bool:
        """Whether no turn needs to be tried: none is allowed, or all were."""
        before = self._failed.get((own, other), ())
        return effort.turns < 2 or any(
            turns >= effort.turns and care >= effort.care for turns, care in before
        )

    def _likely_turns(self, own: int, other: int, effort: Effort) -> tuple[AnalysedTurn, ...]:
        """Turns of whoever acts and has `own`, those first that a search likes best."""
        position = Position(self.game, self._state(own, other))
        if position.is_over:
            return ()

        def stops() -> bool:
            effort.spend(0)
            return False

        found = analyse(
            position,
            playouts=effort.playouts,
            seed=1,
            num_turns=effort.width,
            memory=MEMORY,
            cancel=stops,
        )
        return tuple(turn for turn in found.turns if turn.proven != "loss")

    def _stones_of(self, turn: AnalysedTurn) -> int:
        return as_set(action for action in turn.actions if action < len(self._rings))

    def _state(self, own: int, other: int) -> IntArray16:
        """A board on which the person with `own` is to act; their colour does not matter."""
        state = self.game.start().state
        state[TURN] = SWAPPED
        for stones, colour in ((own, COLOUR_1), (other, COLOUR_2)):
            state[[CELLS + cell for cell in as_cells(stones)]] = colour
        state[VACANT] = len(self._rings) - (own | other).bit_count()
        return state


def as_set(cells: Iterable[int]) -> int:
    """Cells as the bits of an integer."""
    return sum(1 << cell for cell in set(cells))


def as_cells(bits: int) -> list[int]:
    """The cells of such an integer, ascending."""
    return [cell for cell in range(bits.bit_length()) if bits >> cell & 1]
