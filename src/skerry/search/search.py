"""A search under way: its trees, its threads, its clock, and what it knows so far."""

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from random import Random, SystemRandom
from threading import Event, Lock
from typing import Any, NamedTuple, Self

import numpy as np

from skerry.core.exclusive import Exclusive
from skerry.core.lanes import Lanes, new_lanes
from skerry.core.layout import (
    CELLS,
    DRAWN,
    EMPTY,
    RESULT,
    RUNNING,
    TURN,
    WON,
    FloatArray32,
    IntArray16,
    IntArray64,
    new_work,
)
from skerry.core.numbers import as_integer, as_number, integer, seed_or_none
from skerry.core.rng import generator
from skerry.errors import GameOverError, OptionError, quoted
from skerry.games import contract, dispatch
from skerry.games.actions import words_of
from skerry.games.info import EVALUATED, Settings, asks_network, on_one_board, plain_settings
from skerry.positions import Position
from skerry.search.arrays import (
    CLOSED,
    NODE_BYTES,
    ROOT,
    Totals,
    Tree,
    clear_node,
    copy_children,
    copy_subtree,
    new_totals,
    new_tree,
    packed,
    unpacked,
)
from skerry.search.chances import even_offer
from skerry.search.evaluator import Batch, Evaluator, absorb, forget, gather, new_batch
from skerry.search.mcts import Path, grow, new_path
from skerry.search.net import NO_NET, Judge, Net, net_of, new_judge

# The trees of several threads read as one: visits and results of like actions are added.

Proof = str  # "win", "draw" or "loss"
VALUES: dict[Proof, float] = {"win": 1.0, "draw": 0.5, "loss": 0.0}
Nodes = tuple[tuple[Tree, int], ...]  # each tree that holds a node, and its row there


class Branch(NamedTuple):
    """A node as all trees had it when it was read."""

    nodes: Nodes
    action: int  # that leads here, -1 at the root
    visits: int  # playouts through it
    result: int  # what is proven, as a value of RESULT; RUNNING while it is open

    def value(self, person: int) -> float:
        """Expected result for a person, from 0 to 1; a half when nothing is known."""
        if self.result != RUNNING:
            return VALUES[proof_for(self.result, person) or ""]
        if self.visits == 0:
            return 0.5
        mean = sum(float(tree.value[row]) for tree, row in self.nodes) / self.visits
        return mean if person == 0 else 1.0 - mean

    def children(self) -> "list[Branch]":
        """One branch for each action that any of the trees knows here."""
        found: dict[int, Branch] = {}
        for tree, row in self.nodes:
            # Slices, since a search has hundreds of children and NumPy is slow with single numbers.
            first = int(tree.first_child[row])
            rows = slice(first, first + int(tree.num_children[row]) if first else first)
            actions, visits = tree.action[rows].tolist(), tree.visits[rows].tolist()
            results = tree.proven[rows].tolist()
            for child, (action, number, result) in enumerate(
                zip(actions, visits, results, strict=True), start=first
            ):
                if result == CLOSED:
                    continue
                nodes: Nodes = ((tree, child),)
                if (other := found.get(action)) is not None:
                    nodes, number = other.nodes + nodes, other.visits + number
                    result = other.result if other.result != RUNNING else result
                found[action] = Branch(nodes, action, number, result)
        return list(found.values())

    def best(self, person: int, without: int | None = None) -> "Branch | None":
        """The child to play for a person; None where there are no children.

        A proven win; else the most visited that is not lost, or a proven draw when that promises
        less; among lost ones the most visited, which puts up the longest fight.

        Args:
            person: who acts here.
            without: an action that is not asked for.
        """
        by_proof: dict[Proof | None, Branch] = {}  # the most visited of each
        others = [child for child in self.children() if child.action != without]
        for child in sorted(others, key=lambda child: -child.visits):
            by_proof.setdefault(proof_for(child.result, person), child)
        if "win" in by_proof:
            return by_proof["win"]
        still_open, drawn = by_proof.get(None), by_proof.get("draw")
        if still_open is not None and drawn is not None:
            return still_open if still_open.value(person) >= 0.5 else drawn
        return still_open or drawn or by_proof.get("loss")


def read_branch(nodes: Nodes, action: int = -1) -> Branch:
    """A node as the trees have it now."""
    visits = sum(int(tree.visits[row]) for tree, row in nodes)
    found = (int(tree.proven[row]) for tree, row in nodes)
    result = next((proven for proven in found if proven != RUNNING), RUNNING)
    return Branch(nodes, action, visits, result)


def swap_action(position: Position) -> int | None:
    """The action of a swap that may be made (C-3); None where there is none."""
    return words_of(position.game)["swap"] if position.may_swap else None


def proof_for(result: int, person: int) -> Proof | None:
    """A value of RESULT as a proof for a person; None while it is open."""
    if result == RUNNING:
        return None
    if result == DRAWN:
        return "draw"
    return "win" if result == WON + person else "loss"


Cancel = Callable[[], bool]

MEMORY = 400_000_000  # bytes that all trees of a search may take
LEAST_MEMORY = 4_000_000  # a root with the children of every game, and some more
MOST_THREADS = 256
MOST_NODES = 2**31 - 1  # of a tree, whose rows name others by 32 bits
ROUND = 16_384  # playouts of each thread between two looks whether any has proven the result
FIRST_CHUNK = 16  # playouts before the clock is first read
CHUNK_SECONDS = 0.02  # how long a thread may go without looking at the clock or the cancel

# Of a strand: large, mostly empty or shared.
NOT_PICKLED = ("tree", "spare", "path", "judge", "lanes")


@dataclass
class Strand:
    """What one thread works on: a tree of its own. No two threads ever write to one array."""

    tree: Tree
    spare: Tree  # into which the rest is copied when the root moves on
    totals: Totals
    rng: IntArray64
    path: Path
    judge: Judge
    lanes: Lanes
    batch: Batch | None
    most_used: int = 0  # rows of the tree: so many of it and of the spare have taken memory

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in self.__dict__.items() if name not in NOT_PICKLED}
        return {**kept, "packed": packed(self.tree)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        capacity, rows = state.pop("packed")
        self.__dict__.update(state)
        self.tree, self.spare = unpacked(capacity, rows), new_tree(capacity)
        self.path = new_path()
        self.lanes = new_lanes(len(self.totals.owned))
        self.judge = new_judge(NO_NET)  # its search knows the network


class Search:
    """A tree search from a position, run in pieces for as long as one likes.

    Several threads grow a tree each; what they know is put together by adding visits (root
    parallelisation: Chaslot, Winands and van den Herik, 2008). With a budget in playouts the same
    seed and number of threads give the same result.

    Those threads are its own: one thread at a time may call it.
    """

    def __init__(
        self,
        position: Position,
        *,
        settings: Settings | None = None,
        evaluator: Evaluator | None = None,
        net: Net | None = None,
        threads: int = 1,
        seed: int | None = None,
        memory: int = MEMORY,
    ) -> None:
        """Nothing is searched before `run`.

        Args:
            position: not over.
            settings: weights; those that were measured best for the game when None.
            evaluator: judges leaves in place of playouts.
            net: judges them in place of the network that comes with the game.
            threads: each with a tree of its own.
            seed: a whole number of at least 0; drawn from the system when None.
            memory: bytes that all trees together may take; a full tree is searched on, but not
                grown.

        Raises:
            GameOverError: there is nothing to search.
            OptionError: threads, memory or the evaluator's batches out of bounds.
        """
        if position.is_over:
            raise GameOverError("The game is over, there is no turn to search for.")
        threads, memory = check_size(threads, memory)
        seed = seed_or_none(seed)
        batch_size = None if evaluator is None else _batch_size(evaluator)
        self._wanted = None if settings is None else plain_settings(settings)
        self._given = net
        self.evaluator = evaluator
        self.settings, self.net = self._suited_to(position)
        self._asking = Lock()  # evaluators need not be safe for threads
        self._use = Exclusive("search")
        self.threads = threads
        draws = Random(SystemRandom().getrandbits(64) if seed is None else seed)
        capacity = min(memory // threads // (2 * NODE_BYTES), MOST_NODES)
        rules = position.game.rules
        try:
            self.strands = [
                Strand(
                    tree=new_tree(capacity),
                    spare=new_tree(capacity),
                    totals=new_totals(rules),
                    rng=generator(draws.getrandbits(63)),
                    path=new_path(),
                    judge=new_judge(self.net),
                    lanes=new_lanes(rules.num_cells),
                    batch=None if batch_size is None else new_batch(rules, batch_size),
                )
                for _ in range(threads)
            ]
        except OSError as error:
            raise OptionError(
                f"There is no room for trees of {memory:,} bytes on this machine; ask for less."
            ) from error
        self.position = position

    def _suited_to(self, position: Position) -> tuple[Settings, Net]:
        """The weights for a game, and its network where one is to judge.

        Raises:
            OptionError: the game has none for this board, and the settings ask for it.
        """
        if self.evaluator is not None:
            return self._wanted or EVALUATED, NO_NET
        if self._wanted is not None and not asks_network(self._wanted):
            return self._wanted, NO_NET
        net = net_of(position.game) if self._given is None else self._given
        if net is not None:
            return self._wanted or position.game.info.judged, net
        if self._wanted is not None:
            raise OptionError(f"No network comes with {position.game}; search it with playouts.")
        settings = position.game.info.search
        if not contract.has_lanes(position.game.rules):
            settings = on_one_board(settings)
        if position.game.rules.swap == 1:
            settings = settings._replace(even=even_offer(position.game))
        return settings, NO_NET

    def __getstate__(self) -> dict[str, Any]:
        """What it knows; how it shares that among threads is made again."""
        with self._use:
            left = ("_asking", "net")
            return {name: value for name, value in self.__dict__.items() if name not in left}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._asking = Lock()
        self.net = self._suited_to(self.position)[1]
        self._call_judges()

    def _call_judges(self) -> None:
        """Give each strand what it needs of the network."""
        for strand in self.strands:
            strand.judge = new_judge(self.net)

    def __copy__(self) -> Self:
        """An independent search with the same evaluator: trees are not shared."""
        twin = type(self).__new__(type(self))
        with self._use:
            twin.__dict__.update(self.__dict__)
            twin.strands = deepcopy(self.strands)
            twin._call_judges()
        twin._use = Exclusive("search")
        return twin

    @property
    def root(self) -> Branch:
        """What the search knows, as one tree."""
        return read_branch(tuple((strand.tree, ROOT) for strand in self.strands))

    @property
    def visits(self) -> int:
        """Playouts through the present root, those kept from earlier positions included."""
        return self.root.visits

    @property
    def num_bytes(self) -> int:
        """Memory that the trees have taken."""
        return sum(2 * NODE_BYTES * strand.most_used for strand in self.strands)

    @property
    def proven(self) -> int:
        """What is proven of the position, as a value of RESULT; RUNNING when nothing is."""
        return self.root.result

    def run(
        self,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        cancel: Cancel | None = None,
    ) -> int:
        """Search on until a budget is spent, the result is proven, or `cancel` says True.

        Returns:
            The number of playouts made.

        Raises:
            OptionError: no budget, or one that is not greater than zero.
            InUseError: another thread is at it.
        """
        playouts, seconds = check_budget(playouts, seconds)
        deadline = None if seconds is None else time.perf_counter() + seconds
        stopped = cancel or (lambda: False)
        with self._use:
            if self.proven != RUNNING:
                return 0
            if self.threads == 1:
                return self._work(self.strands[0], playouts, deadline, stopped)
            self._share_root()
            return self._work_together(playouts, deadline, stopped)

    def _work_together(self, playouts: int | None, deadline: float | None, stopped: Cancel) -> int:
        """All threads' parts; an exception in one of them, or Ctrl-C, ends the others at once.

        Without a deadline they go in rounds, whose ends are no chance: whether any of them has
        proven the result is looked at between two.
        """
        ended = Event()

        def is_over() -> bool:
            if stopped():
                ended.set()
            return ended.is_set()

        def work(strand: Strand, share: int | None) -> int:
            try:
                return self._work(strand, share, deadline, is_over)
            except BaseException:
                ended.set()
                raise

        done = 0
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                for part in _rounds(playouts, self.threads, deadline):
                    done += sum(pool.map(work, self.strands, _shares(part, self.threads)))
                    if ended.is_set() or self.proven != RUNNING:
                        break
            except BaseException:
                ended.set()
                raise
        return done

    def _share_root(self) -> None:
        """Give all trees the same order of stones at the root, so that their sets agree."""
        first = self.strands[0]
        if first.tree.first_child[ROOT] == 0:
            playouts = self.settings.warm_up + 1 if self.evaluator is None else 1
            self._grow(first, self.position.state, playouts, playouts)
        for strand in self.strands[1:]:
            if strand.tree.first_child[ROOT] == 0:
                copy_children(first.tree, strand.tree)

    def _work(
        self, strand: Strand, playouts: int | None, deadline: float | None, stopped: Cancel
    ) -> int:
        """One thread's part: chunks short enough to keep to the clock."""
        root = self.position.state
        done, chunk = 0, FIRST_CHUNK
        while (playouts is None or done < playouts) and not self._is_proven_for(strand, deadline):
            began = time.perf_counter()
            if deadline is not None and began >= deadline and done > 0:
                break
            left = None if playouts is None else playouts - done
            size = chunk if left is None else min(chunk, left)
            made = self._grow(strand, root, size, left)
            done += made
            if stopped() or made < size:
                break
            now = time.perf_counter()
            goal = CHUNK_SECONDS if deadline is None else min(CHUNK_SECONDS, deadline - now)
            chunk = max(1, min(4 * chunk, round(size / max(now - began, 1e-9) * goal)))
        strand.most_used = max(strand.most_used, int(strand.tree.used[0]))
        return done

    def _is_proven_for(self, strand: Strand, deadline: float | None) -> bool:
        """Whether a thread has nothing to do.

        Where time is the budget, what any thread has proven ends all of them. Without it each looks
        at its own tree until its round ends: when another one finds its proof is chance, and
        results must not be.
        """
        proven = int(strand.tree.proven[ROOT]) if deadline is None else self.proven
        return proven != RUNNING

    def _grow(self, strand: Strand, root: IntArray16, playouts: int, left: int | None) -> int:
        """So many playouts or, of whole batches, a few more; never more than are left.

        A batch must not be cut short by a chunk: chunks follow the clock, results must not.
        """
        rules, settings, batch = self.position.game.rules, self.settings, strand.batch
        tree, totals, rng, path = strand.tree, strand.totals, strand.rng, strand.path
        if self.evaluator is None or batch is None:
            judge, lanes = strand.judge, strand.lanes
            return grow(rules, root, tree, totals, rng, playouts, settings, path, judge, lanes)
        done = 0
        while done < playouts and tree.proven[ROOT] == RUNNING:
            wanted = len(batch.depth) if left is None else min(left - done, len(batch.depth))
            gathered, decided = gather(
                rules,
                root,
                tree,
                totals,
                rng,
                settings,
                path,
                strand.judge,
                strand.lanes,
                batch,
                wanted,
            )
            if gathered:
                try:
                    with self._asking:
                        judged = self.evaluator.evaluate(rules, batch.states[:gathered])
                    values, priors = _checked_judgements(*judged, gathered, rules.num_actions)
                except BaseException:  # Ctrl-C, too: the search may go on later
                    forget(tree, batch, gathered)
                    raise
                absorb(
                    rules,
                    tree,
                    totals,
                    settings,
                    strand.judge,
                    batch,
                    gathered,
                    values,
                    priors,
                )
            done += gathered + decided
        return done

    def move_to(self, position: Position) -> bool:
        """Make another position the root; what was searched below it is kept.

        Returns:
            Whether the position was found in the tree: at most two turns on, or in the middle of
            one. If not, the search begins again.
        """
        if position.is_over:
            raise GameOverError("The game is over, there is no turn to search for.")
        with self._use:
            return position == self.position or self._move_to(position)

    def _move_to(self, position: Position) -> bool:
        found, rules = False, position.game.rules
        is_same_game = position.game == self.position.game
        if not is_same_game:
            self.settings, self.net = self._suited_to(position)
            self._call_judges()
        for strand in self.strands:
            node = None
            if strand.batch is not None and not is_same_game:  # a state may be longer there
                strand.batch = new_batch(rules, len(strand.batch.depth))
            if is_same_game:
                node = _find(strand.tree, self.position, position)
            if node is not None and _is_proven_only(strand.tree, node):
                node = None
            if node is None:
                clear_node(strand.tree, ROOT, 0)
                strand.tree.used[0] = 1
            else:
                copy_subtree(strand.tree, node, strand.spare)
                strand.tree, strand.spare = strand.spare, strand.tree
                found = True
            strand.totals = new_totals(rules)
        self.position = position
        return found


def _is_proven_only(tree: Tree, node: int) -> bool:
    """Whether a node's result is known and no turn that leads to it."""
    return bool(tree.proven[node] != RUNNING and tree.num_children[node] == 0)


def check_budget(playouts: object, seconds: object) -> tuple[int | None, float | None]:
    """A search's budget in plain numbers, neither without end nor without a beginning.

    Raises:
        OptionError: no budget, or one that is not a number greater than zero.
    """
    if playouts is None and seconds is None:
        raise OptionError("A search needs a budget, in playouts or in seconds.")
    number, limit = as_integer(playouts), as_number(seconds)
    if playouts is not None and number is None:
        raise OptionError(
            f"playouts={quoted(playouts)} is not possible; it must be a whole number of at least 1."
        )
    if seconds is not None and limit is None:
        raise OptionError(
            f"seconds={quoted(seconds)} is not possible; it must be a number greater than 0."
        )
    if (number is not None and number < 1) or (limit is not None and not limit > 0):
        raise OptionError("A search's budget must be greater than zero.")
    return number, limit


def check_size(threads: object, memory: object) -> tuple[int, int]:
    """Threads of a search and bytes for all of their trees, in plain numbers.

    Raises:
        OptionError: one of them is not a number, or out of bounds.
    """
    number, num_bytes = as_integer(threads), integer("memory", memory, 0)
    if number is None or not 1 <= number <= MOST_THREADS:
        raise OptionError(
            f"A search runs on 1 to {MOST_THREADS} threads, not "
            f"{quoted(threads if number is None else number)}: each keeps a tree."
        )
    if num_bytes < number * LEAST_MEMORY:
        raise OptionError(
            f"A search needs at least {LEAST_MEMORY:,} bytes for each thread, not "
            f"{num_bytes // number:,}: its trees must hold the first turns."
        )
    return number, num_bytes


def _batch_size(evaluator: Evaluator) -> int:
    """How many positions it is asked about at once. Raises OptionError: none."""
    number = as_integer(evaluator.batch_size)
    if number is None or number < 1:
        raise OptionError(
            f"An evaluator's batches must hold at least one position, not "
            f"{quoted(evaluator.batch_size)}: it would never be asked."
        )
    return number


def _checked_judgements(
    values: object, priors: object, num_states: int, num_actions: int
) -> tuple[FloatArray32, FloatArray32]:
    """What an evaluator said, as the kernels read it, which do not look where an array ends.

    Raises:
        OptionError: arrays of other shapes, or what is not a number in them.
    """
    found = []
    for name, given, shape in (
        ("values", values, (num_states,)),
        ("priors", priors, (num_states, num_actions)),
    ):
        try:
            array = np.ascontiguousarray(given, dtype=np.float32)
        except (TypeError, ValueError):
            array = np.full(0, np.nan, dtype=np.float32)
        if array.shape != shape or not np.isfinite(array).all():
            raise OptionError(
                f"An evaluator's {name} must be finite numbers of shape {shape}, not of shape "
                f"{np.shape(array)}: one for each position"
                f"{' and action' if name == 'priors' else ''}."
            )
        found.append(array)
    return found[0], found[1]


def _rounds(playouts: int | None, threads: int, deadline: float | None) -> Iterable[int | None]:
    """How many playouts all threads make in each round."""
    if playouts is None or deadline is not None:
        return [playouts]
    size = ROUND * threads
    return (min(size, playouts - done) for done in range(0, playouts, size))


def _shares(playouts: int | None, threads: int) -> list[int | None]:
    """How many playouts each thread makes."""
    if playouts is None:
        return [None] * threads
    return [playouts // threads + (index < playouts % threads) for index in range(threads)]


def _find(tree: Tree, start: Position, goal: Position) -> int | None:
    """The node of a position that lies at most two turns behind the root.

    The ways visited most are followed first: they are the likely ones, and where towers may be
    placed in any order the position is there more than once.
    """
    rules = start.game.rules
    work = new_work(rules)
    target = goal.state
    sets = contract.has_sets(rules)
    stack: list[tuple[int, IntArray16]] = [(ROOT, start.state)]
    while stack:
        node, state = stack.pop()
        first = int(tree.first_child[node])
        if first == 0 or state[RESULT] != RUNNING:
            continue
        end = first + int(tree.num_children[node])
        most_first = first + np.argsort(-tree.visits[first:end], kind="stable")
        waiting: list[tuple[int, IntArray16]] = []
        for child in most_first.tolist():
            if tree.proven[child] == CLOSED:
                continue  # only a place in the order: it has no children to search
            action = int(tree.action[child])
            if sets and action < rules.num_cells and target[CELLS + action] == EMPTY:
                continue  # stones stay where they are: this one is not on the way
            after = state.copy()
            dispatch.apply(rules, after, action, work)
            if np.array_equal(after, target):
                return int(child)
            if after[TURN] <= min(start.turn + 1, goal.turn):
                waiting.append((child, after))
        stack += reversed(waiting)
    return None
