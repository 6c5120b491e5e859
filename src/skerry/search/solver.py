"""Exact values of positions: who wins, and a turn that does it.

    solution = skerry.solve(position)
    solution.value                      # "win", "draw" or "loss" for the person to act
    skerry.winning_turns(position)      # at most two of the turns that win

What is answered is proven: by proof-number search (proof.py), by patterns (patterns.py) or, where a
game has it for small boards, by retrograde analysis; what the budget does not allow is answered by
None.

Nothing is estimated here. Retrograde analysis is a game's own (`retrograde.py` in its folder).
"""

import hashlib
import json
import os
import time
import zipfile
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Literal, Self

import numpy as np

from skerry.core.exclusive import Exclusive
from skerry.core.layout import PLAYER, IntArray16, IntArray64, new_work
from skerry.core.numbers import as_number, integer, integer_or_none
from skerry.errors import GameOverError, OptionError, SkerryError, clipped, quoted
from skerry.games import contract, dispatch
from skerry.games.contract import exact_method, may_be_drawn, prefers_exact_method, refusal
from skerry.games.info import ExactMethod
from skerry.positions import Game, Position, game
from skerry.positions import position as parse_position
from skerry.search import proof
from skerry.search.mcts import SWAPPED
from skerry.search.patterns import Pattern, Prover, as_cells, as_set
from skerry.search.symmetry import Keys, build_keys
from skerry.search.table import ENTRY_BYTES, MOST_EFFORT, Table, fill, new_table

Cancel = Callable[[], bool]


@dataclass(frozen=True)
class Spent:
    """Work done before, by a solver whose table was kept."""

    nodes: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Progress:
    """How far a search has come."""

    nodes: int  # states looked into
    seconds: float
    pn: int  # open leaves that must be proven at least before the question is answered by yes,
    dn: int  # or refuted before it is answered by no; both, in retrograde analysis: boards to do;
    # 0 where nothing is known of that


Report = Callable[[Progress], None]


@dataclass
class Budget:
    """What a search may still spend; nothing given, nothing bounded."""

    max_nodes: int | None = None
    seconds: float | None = None
    cancel: Cancel | None = None
    on_progress: Report | None = None
    before: Spent = Spent()  # counted in, but not against what may be spent
    nodes: int = 0
    began: float = field(default_factory=time.perf_counter)

    def __post_init__(self) -> None:
        self.max_nodes = integer_or_none("max_nodes", self.max_nodes)
        if self.max_nodes is not None and self.max_nodes < 1:
            raise OptionError("A solver's budget must be at least one node.")
        if self.seconds is not None:
            number = as_number(self.seconds)
            if number is None:
                raise OptionError(
                    f"seconds={quoted(self.seconds)} is not possible; it must be a number."
                )
            if number <= 0:
                raise OptionError("A solver's budget in seconds must be greater than zero.")
            self.seconds = number

    @property
    def spent(self) -> float:
        """Seconds since the beginning."""
        return time.perf_counter() - self.began

    @property
    def total(self) -> Spent:
        """With what was spent before."""
        return Spent(self.before.nodes + self.nodes, self.before.seconds + self.spent)

    @property
    def exhausted(self) -> bool:
        """Whether the search must stop now."""
        return (
            (self.max_nodes is not None and self.nodes >= self.max_nodes)
            or (self.seconds is not None and self.spent >= self.seconds)
            or (self.cancel is not None and self.cancel())
        )

    def part(self, max_nodes: int) -> "Budget":
        """The same clock, and at most so many of the nodes, which are to be added to this one's."""
        before = replace(self.before, nodes=self.total.nodes)
        return replace(self, max_nodes=self.chunk(max_nodes), before=before, nodes=0)

    def report(self, boards: int, left: int) -> None:
        """Count boards that an exact method has looked into, and tell of those that are left."""
        self.nodes += boards
        if self.on_progress is not None:
            total = self.total
            self.on_progress(Progress(total.nodes, total.seconds, left, left))

    def chunk(self, wanted: int) -> int:
        """Nodes to search before asking again."""
        return wanted if self.max_nodes is None else min(wanted, self.max_nodes - self.nodes)


Value = Literal["win", "draw", "loss"]
Turn = tuple[int, ...]

TABLE_BYTES = 256 << 20  # when nothing else is asked for
FIRST_TABLE_BYTES = 1 << 20  # the table grows as it fills: memory fresh from the machine is slow
LEAST_TABLE_BYTES = 4 * ENTRY_BYTES
MOST_DEPTH = 8192  # actions in a row; a position that needs more is left unsolved
MOST_CHILDREN = 1 << 20  # of all states on the way from the root
LONGEST_TURN = 24  # actions of the longest turn of any game, and one more
FILL_CHUNK = 1 << 17  # entries moved before the clock is read
FIRST_CHUNK = 4  # nodes before the clock is first read
NODES_FIRST = 50_000  # nodes before patterns are looked for: less than a second
CHUNK_SECONDS = 0.03  # how long a search may go without looking at the clock or the cancel


@dataclass(frozen=True)
class Solution:
    """What is proven about a position, for the person to act."""

    value: Value | None  # None: the budget ran out
    turn: Turn | None  # a best whole turn, or the rest of one; None: not known within the budget
    nodes: int
    seconds: float
    at_least: Value = "loss"  # what is certain even where the value is not known
    at_most: Value = "win"


@dataclass(frozen=True)
class Question:
    """Whether the person to act reaches their aim, by a turn that is not excluded."""

    state: IntArray16
    goal: int  # NO_LOSS or WIN, of person 0
    rank: int = proof.FIRST_RANK  # of the turn's last stone
    salt: tuple[int, int] = (0, 0)  # sets the states of the root's turn apart, where they differ
    excluded: tuple[Turn, ...] = ()
    all_turns: bool = False  # also those that another turn is known to beat


class Solver:
    """What is proven about the positions of one game, kept from question to question.

    One thread at a time may ask it.
    """

    def __init__(self, game: Game, table_bytes: int = TABLE_BYTES) -> None:
        """An empty table of at most `table_bytes`. Raises OptionError if that is too little."""
        table_bytes = integer("table_bytes", table_bytes, 0)
        if table_bytes < LEAST_TABLE_BYTES:
            raise OptionError(
                f"A solver's table needs at least {LEAST_TABLE_BYTES} bytes, not {table_bytes}."
            )
        self.game = game
        self.table_bytes = table_bytes
        self.table: Table = new_table(min(table_bytes, FIRST_TABLE_BYTES))
        self._keys: Keys = build_keys(game)
        self._has_draws = may_be_drawn(game.rules)
        self._chunk = FIRST_CHUNK
        self._entries = 0
        self._exact: ExactMethod | None = None
        self.prover = Prover(game)
        self._use = Exclusive("solver")

    def __getstate__(self) -> dict[str, Any]:
        with self._use:
            return dict(self.__dict__)

    def __copy__(self) -> Self:
        """An independent solver that knows the same."""
        return deepcopy(self)

    def solve(self, position: Position, budget: Budget) -> Solution:
        """The value of a position and a best turn, as far as the budget goes.

        Raises:
            GameOverError: the game has ended.
            OptionError: a position of another game, or one that `refusal` is about.
            InUseError: another thread asks it.
        """
        self._check(position)
        with self._use:
            return self._solve(position, budget)

    def _solve(self, position: Position, budget: Budget) -> Solution:
        if self._swap_decides(position):
            total, any_turn = budget.total, tuple(position.sample_turn(Random(0)))
            return Solution("loss", any_turn, total.nodes, total.seconds, "loss", "loss")
        state = position.state
        exact = self._exact_method(state, budget)
        if exact is not None:
            return _best_of(position, exact.values(state, budget), budget)
        if not self._suits_patterns(position):
            return self._solve_by_proof_numbers(position, budget)
        part = budget.part(NODES_FIRST)
        solution = self._solve_by_proof_numbers(position, part)
        budget.nodes += part.nodes
        if solution.value is None and not budget.exhausted:
            return self._solve_by_patterns(position, budget)
        return solution

    def _suits_patterns(self, position: Position) -> bool:
        """Whether patterns may prove it: no swap is to come, and no turn has begun."""
        rules, state = self.game.rules, position.state
        no_swap = rules.swap == 0 or position.turn >= SWAPPED
        return no_swap and contract.has_patterns(rules) and not contract.in_turn(rules, state)

    def _solve_by_patterns(self, position: Position, budget: Budget) -> Solution:
        def spend(boards: int) -> None:
            if budget.exhausted:
                raise OutOfBudgetError
            budget.report(boards, 0)

        colour, contents = position.colour_index, position.contents
        own = as_set(cell for cell, one in enumerate(contents) if one == colour)
        other = as_set(cell for cell, one in enumerate(contents) if one) & ~own
        try:
            wins, patterns = self.prover.decide(own, other, spend)
        except OutOfBudgetError:
            return Solution(None, None, budget.total.nodes, budget.total.seconds)
        stones = self.prover.patterns.known[patterns[0]].turn & ~own if wins else 0
        turn = _turn_with(position, as_cells(stones))
        value: Value = "win" if wins else "loss"
        return Solution(value, turn, budget.total.nodes, budget.total.seconds, value, value)

    def _solve_by_proof_numbers(self, position: Position, budget: Budget) -> Solution:
        state = position.state
        person = int(state[PLAYER])
        at_least, at_most = 0, 2  # of "loss", "draw", "win"
        turn: Turn | None = None
        for aim in (2, 1) if self._has_draws else (2,):
            question = self._question(state, _goal(person, aim), ())
            reached, action = self._ask(question, budget)
            if reached is None:
                break
            if reached:
                at_least = aim
                turn = self._rest_of_turn(question, action, budget)
                break
            at_most = aim - 1 if self._has_draws else 0
        value = VALUES[at_least] if at_least == at_most else None
        if value == "loss":
            turn = tuple(position.sample_turn(Random(0)))
        total = budget.total
        return Solution(value, turn, total.nodes, total.seconds, VALUES[at_least], VALUES[at_most])

    def winning_turns(
        self, position: Position, budget: Budget, at_most: int = 2
    ) -> list[Turn] | None:
        """Different turns that win, or None; see the function of that name."""
        self._check(position)
        at_most = integer("at_most", at_most, 1)
        with self._use:
            return self._winning_turns(position, budget, at_most)

    def _winning_turns(self, position: Position, budget: Budget, at_most: int) -> list[Turn] | None:
        if self._swap_decides(position):
            return []
        state = position.state
        exact = self._exact_method(state, budget)
        if exact is not None:
            values = exact.values(state, budget)
            if values is None:
                return None
            winners: list[Turn] = [
                (action,) for action, value in values.items() if VALUES[value] == "win"
            ]
            return winners[:at_most]
        goal = _goal(int(state[PLAYER]), 2)
        found: list[Turn] = []
        while len(found) < at_most:
            question = self._question(state, goal, tuple(found), all_turns=True)
            reached, action = self._ask(question, budget)
            if not reached:
                if reached is None:
                    return None
                break
            turn = self._rest_of_turn(question, action, budget)
            if turn is None:
                return None
            found.append(turn)
        if contract.stones_help(self.game.rules):
            found += _with_stones_to_spare(position, found, at_most - len(found))
        return found

    def _check(self, position: Position) -> None:
        if position.game != self.game:
            raise OptionError(f"This solver is for {self.game}, not for {position.game}.")
        if position.is_over:
            raise GameOverError("The game is over, there is nothing to solve.")
        why_not = refusal(self.game.rules, position.state)
        if why_not is not None:
            raise OptionError(why_not)

    def _exact_method(self, state: IntArray16, budget: Budget) -> ExactMethod | None:
        """Where the game has one that is the better way and can be done within the nodes."""
        if not prefers_exact_method(self.game.rules, self.game, state, self.table_bytes):
            return None
        if self._exact is None:
            self._exact = exact_method(self.game.rules, self.game)
        needed = self._exact.num_boards(state)
        allowed = budget.max_nodes is None or budget.nodes + needed <= budget.max_nodes
        return self._exact if allowed else None

    def _swap_decides(self, position: Position) -> bool:
        """Whether whoever makes the first turn loses by C-3 alone.

        Without draws one side is better off after it, and the second person takes that side. No
        first turn ends a game.
        """
        return self.game.rules.swap == 1 and position.turn == 0 and not self._has_draws

    def _question(
        self, state: IntArray16, goal: int, excluded: tuple[Turn, ...], all_turns: bool = False
    ) -> Question:
        plain = not excluded and not all_turns and not contract.in_turn(self.game.rules, state)
        salt = (0, 0) if plain else _salt(state, excluded, all_turns)
        return Question(state, goal, salt=salt, excluded=excluded, all_turns=all_turns)

    def _ask(self, question: Question, budget: Budget) -> tuple[bool | None, int]:
        """Whether the person to act reaches their aim, and by which action."""
        rules = self.game.rules
        path = proof.new_path(rules, MOST_DEPTH, MOST_CHILDREN, _padded(question.excluded))
        path.states[0] = question.state
        path.head[proof.SALT_1], path.head[proof.SALT_2] = question.salt
        path.head[proof.ALL_TURNS] = question.all_turns
        proof.begin(rules, self._keys, self.table, path, question.goal, question.rank)
        result = proof.PAUSED
        before = budget.nodes
        while result == proof.PAUSED and not budget.exhausted:
            chunk, began = budget.chunk(self._chunk), time.perf_counter()
            result = proof.prove(rules, self._keys, self.table, path, question.goal, chunk)
            nodes, budget.nodes = budget.nodes, before + int(path.head[proof.NODES])
            if result == proof.PAUSED:  # else the chunk was too large to tell the speed
                speed_up = CHUNK_SECONDS / max(time.perf_counter() - began, 1e-6)
                self._chunk = max(1, int(chunk * min(4.0, max(0.25, speed_up))))
            self._entries += budget.nodes - nodes  # a search of a state leaves at most one
            self._grow(budget)
            if budget.on_progress is not None:
                pn, dn = proof.root_numbers(path)
                total = budget.total
                budget.on_progress(Progress(total.nodes, total.seconds, int(pn), int(dn)))
        if result not in (proof.PROVEN, proof.REFUTED):
            return None, -1
        person = int(question.state[PLAYER])
        if (result == proof.PROVEN) != (person == 0):
            return False, -1
        numbers = path.numbers[: path.children[1], person]
        return True, int(path.actions[int(np.flatnonzero(numbers == 0)[0])])

    def _grow(self, budget: Budget) -> None:
        """Move into a larger table once there may be half as many entries as places."""
        size = self.table.entries.nbytes
        larger = min(self.table_bytes, 4 * size)
        if 2 * self._entries * ENTRY_BYTES <= size or larger < size + LEAST_TABLE_BYTES:
            return
        table = None
        while table is None and larger >= size + LEAST_TABLE_BYTES:
            try:
                table = new_table(larger)
            except (OSError, OverflowError):  # there is no room for so large a one
                self.table_bytes = larger = max(size, larger // 2)
        if table is None:  # the proof goes on with what there is
            self.table_bytes = size
            return
        entries, self.table = self.table.entries, table
        for begin in range(0, len(entries), FILL_CHUNK):
            if budget.exhausted:  # what is left behind is only forgotten
                break
            fill(self.table, entries[begin : begin + FILL_CHUNK])

    def take_in(self, entries: IntArray64) -> None:
        """Put kept entries into the table, those of least effort first.

        Raises:
            OptionError: there is no memory for a table of that size.
        """
        needed = 2 * len(entries) * ENTRY_BYTES
        with self._use:
            size = min(self.table_bytes, max(FIRST_TABLE_BYTES, needed))
            try:
                table = new_table(size)
            except (OSError, OverflowError) as error:
                raise OptionError(
                    f"There is no room for a table of {size:,} bytes here; allow it less memory."
                ) from error
            self._entries, self.table = len(entries), table
            fill(self.table, entries[np.argsort(entries[:, 2] & MOST_EFFORT)])

    def _rest_of_turn(self, question: Question, action: int, budget: Budget) -> Turn | None:
        """The whole turn that begins with this action; the table knows most of what it takes."""
        rules = self.game.rules
        turn = [action]
        work = new_work(rules)
        while True:
            state = question.state.copy()
            dispatch.apply(rules, state, turn[-1], work)
            if state[PLAYER] < 0 or not contract.in_turn(rules, state):
                return tuple(turn)
            placed_stone = turn[-1] < rules.num_cells and contract.has_sets(rules)
            question = Question(
                state,
                question.goal,
                int(self._keys.rank[turn[-1]]) if placed_stone else proof.FIRST_RANK,
                question.salt,
                tuple(one[1:] for one in question.excluded if one[0] == turn[-1]),
                question.all_turns,
            )
            reached, action = self._ask(question, budget)
            if not reached:
                return None
            turn.append(action)


class OutOfBudgetError(Exception):
    """What may be spent is spent."""


def _turn_with(position: Position, stones: Sequence[int]) -> Turn:
    """A whole turn of these stones, whatever their order; any turn where there are none."""
    if not stones:
        return tuple(position.sample_turn(Random(0)))

    def choose(now: Position) -> int:
        legal = now.legal_actions()  # the end of the turn is the last of them
        return next((stone for stone in stones if stone in legal), legal[-1])

    return tuple(position.complete_turn(choose))


VALUES: tuple[Value, Value, Value] = ("loss", "draw", "win")


def _best_of(position: Position, values: dict[int, int] | None, budget: Budget) -> Solution:
    """The solution, from what each action is worth; of turns that are of one action each."""
    total = budget.total
    if values is None:
        return Solution(None, None, total.nodes, total.seconds)
    action, best = max(values.items(), key=lambda item: item[1])
    value = VALUES[best]
    turn = tuple(position.sample_turn(Random(0))) if value == "loss" else (action,)
    return Solution(value, turn, total.nodes, total.seconds, value, value)


def _goal(person: int, aim: int) -> int:
    """What person 0 must reach, or be kept from, for a person to get "win" (2) or "draw" (1)."""
    wins = aim == 2
    return proof.WIN if wins == (person == 0) else proof.NO_LOSS


def _salt(state: IntArray16, excluded: Iterable[Turn], all_turns: bool) -> tuple[int, int]:
    text = repr((sorted(excluded), all_turns)).encode()
    digest = hashlib.blake2b(state.tobytes() + text, digest_size=16).digest()
    first, second = np.frombuffer(digest, dtype=np.int64)
    return int(first), int(second)


def _padded(turns: Sequence[Turn]) -> IntArray16:
    table = np.full((len(turns), LONGEST_TURN), -1, dtype=np.int16)
    for row, turn in enumerate(turns):
        table[row, : len(turn)] = turn
    return table


def _with_stones_to_spare(position: Position, found: Sequence[Turn], most: int) -> list[Turn]:
    """Winning turns whose stones, in canonical order, would win before the last of them.

    They are turns all the same if a stone without which they do not win goes last (C-2): the stones
    of a turn that wins at once, and some that come after it in the order. For games in which stones
    help.
    """
    rank = build_keys(position.game).rank
    more: list[Turn] = []
    for turn in found:
        if any(action >= position.game.rules.num_cells for action in turn):
            continue
        waiting = [(turn, int(rank[turn[-1]]))]
        while waiting and len(more) < most:
            stones, last = waiting.pop()
            for cell in position.legal_actions():
                if cell < position.game.rules.num_cells and rank[cell] > last:
                    longer = _with_a_last_stone_that_wins(position, turn, (*stones, cell))
                    if longer is not None:
                        more.append(longer)
                        waiting.append(((*stones, cell), int(rank[cell])))
    return more[:most]


def _with_a_last_stone_that_wins(position: Position, candidates: Turn, stones: Turn) -> Turn | None:
    """The stones in an order in which only the last, one of the candidates, ends the game."""
    for last in candidates:
        now = position
        others = tuple(stone for stone in stones if stone != last)
        for stone in (*others, last):
            if now.turn != position.turn or stone not in now.legal_actions():
                break
            now = now.apply(stone)
        else:
            if now.is_over:
                return (*others, last)
    return None


def solve(
    position: Position,
    *,
    max_nodes: int | None = None,
    seconds: float | None = None,
    table_bytes: int = TABLE_BYTES,
    on_progress: Report | None = None,
    cancel: Cancel | None = None,
) -> Solution:
    """The exact value of a position for the person to act, and a best whole turn.

    Args:
        position: not over; in the middle of a turn the rest of that turn is asked for.
        max_nodes: states to look into at most; with it the answer is always the same.
        seconds: time at most.
        table_bytes: memory for the table of proofs; the rest takes a few megabytes. Retrograde
            analysis takes up to 47 MB besides, and is left out where that is more than this.
        on_progress: told now and then how far the search has come.
        cancel: asked now and then; when it says True the search stops.

    Raises:
        GameOverError: the game has ended.
        OptionError: a budget or a table of nothing, or a position that `refusal` is about.
    """
    budget = Budget(max_nodes, seconds, cancel, on_progress)
    return Solver(position.game, table_bytes).solve(position, budget)


def warm_up(position: Position) -> None:
    """Compile what solving a position takes, or load it, so that it costs no budget.

    Raises:
        GameOverError, OptionError: as `solve`.
    """
    solve(position, max_nodes=1)
    chosen = position.game
    if prefers_exact_method(chosen.rules, chosen, position.state, TABLE_BYTES):
        solve(game(chosen.name, **chosen.info.smallest).start())


def winning_turns(
    position: Position,
    *,
    max_nodes: int | None = None,
    at_most: int = 2,
    seconds: float | None = None,
    table_bytes: int = TABLE_BYTES,
    cancel: Cancel | None = None,
) -> list[Turn] | None:
    """Different whole turns that win, as sets: no two have the same stones (C-2).

    Stops after `at_most`; an empty list says that none wins, None that the budget ran out first.
    Each turn is given in an order in which it can be played.

    Raises:
        GameOverError, OptionError: as `solve`.
    """
    budget = Budget(max_nodes, seconds, cancel)
    return Solver(position.game, table_bytes).winning_turns(position, budget, at_most)


FORMAT = 2


def save_table(solver: Solver, position: Position, spent: Spent, path: Path) -> None:
    """Write what is proven so far; the file is the old one or the whole new one at any moment.

    Retrograde analysis is a matter of seconds: it is not kept, but done again.

    Raises:
        OSError: the file cannot be written.
    """
    entries = solver.table.entries
    used = entries[entries[:, 2] != 0]
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            np.savez(
                file,
                format=np.array(FORMAT),
                position=np.array(position.text),
                keys=np.array(_fingerprint(solver)),
                entries=used,
                patterns=np.array(json.dumps(solver.prover.patterns.known)),
                nodes=np.array(spent.nodes),
                seconds=np.array(spent.seconds),
            )
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def load_table(solver: Solver, position: Position, path: Path) -> Spent:
    """Put a file's entries into the solver's table; returns what they have taken so far.

    A smaller table than the file's keeps the entries that took the most work.

    Raises:
        OptionError: the file is no solver's table, or one of another position or version; or
            there is no memory for it.
        OSError: the file cannot be read.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            version, text = int(stored["format"]), str(stored["position"])
            keys, entries = str(stored["keys"]), stored["entries"]
            listed = json.loads(str(stored["patterns"])) if version == FORMAT else []
            patterns = [
                Pattern(stones, carrier, turn, tuple(answers))
                for stones, carrier, turn, answers in listed
            ]
            spent = Spent(int(stored["nodes"]), float(stored["seconds"]))
    except (ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise OptionError(f"{path} holds no table of the solver.") from error
    if not _is_text_of(position, text):
        raise OptionError(f"{path} belongs to another position: {clipped(text, 200)}")
    is_ours = version == FORMAT and keys == _fingerprint(solver)
    if not is_ours or not _is_well_formed(entries) or not _are_well_formed(patterns, solver.game):
        raise OptionError(f"{path} was written by another version; begin again in a new file.")
    solver.take_in(entries)
    for pattern in patterns:
        solver.prover.patterns.add(pattern)
    return spent


def _is_text_of(position: Position, text: str) -> bool:
    """Whether a text, perhaps of an older version with fewer options, means the position."""
    try:
        return parse_position(text) == position
    except SkerryError:
        return False


def _fingerprint(solver: Solver) -> str:
    """Changes when keys are made in another way."""
    keys = build_keys(solver.game)
    return hashlib.sha256(b"".join(np.asarray(part).tobytes() for part in keys)).hexdigest()


def _are_well_formed(patterns: Sequence[Pattern], game: Game) -> bool:
    """Whether their cells are on the board, and each rests on those before it."""
    sets = range(1 << game.rules.num_cells)
    return all(
        pattern.stones in sets
        and pattern.carrier in sets
        and pattern.turn in sets
        and all(answer in range(number) for answer in pattern.answers)
        for number, pattern in enumerate(patterns)
    )


def _is_well_formed(entries: IntArray64) -> bool:
    return entries.dtype == np.int64 and entries.ndim == 2 and entries.shape[1] == 3
