"""What a search knows of a position, put so that a person or a program can read it."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from heapq import heappop, heappush
from itertools import count
from random import Random
from statistics import median
from typing import Any

import numpy as np

from skerry.core.exclusive import exclusive_stream
from skerry.core.layout import RUNNING, new_work
from skerry.core.numbers import as_integer, as_number
from skerry.errors import OptionError, quoted
from skerry.games.actions import words_of
from skerry.games.contract import may_circle, wins_at_once
from skerry.positions import Game, Position
from skerry.search.evaluator import Evaluator
from skerry.search.search import (
    MEMORY,
    Branch,
    Cancel,
    Proof,
    Search,
    check_budget,
    proof_for,
    read_branch,
    swap_action,
)

# The rest of a turn where a search has nothing to say about it.


def rest_of_turn(position: Position) -> tuple[int, ...]:
    """Actions that complete the turn, the same ones each time; the game must not be over.

    The first legal action, again and again, comes to an end where each takes a cell. Where it could
    go in a circle for ever, a way is drawn that returns to no position.
    """
    if may_circle(position.game.rules, position.state):
        return tuple(position.sample_turn(Random(0)))
    return tuple(position.complete_turn(lambda reached: reached.legal_actions()[0]))


def win_at_once(position: Position) -> tuple[int, ...] | None:
    """Actions that win before the turn ends; None where the game knows of none."""
    return tuple(position.complete_turn(_next_of_win)) if _can_win(position) else None


def _can_win(position: Position) -> bool:
    rules = position.game.rules
    return not position.is_over and wins_at_once(rules, position.state, new_work(rules))


def _next_of_win(position: Position) -> int:
    for action in position.legal_actions():
        after = position.apply(action)
        wins = after.outcome is not None and after.outcome.winner == position.player
        if wins or (after.turn == position.turn and _can_win(after)):
            return action
    raise AssertionError("a turn that wins goes on to its end")


MOST_TURNS = 100
# A turn with fewer visits than this share of all is listed only where there is room left, and one
# with fewer than this number as well is not: its value says little.
LEAST_SHARE = 0.002
LEAST_LISTED = 30
LEAST_VISITS = 4  # of a turn in a variation
LONGEST_VARIATION = 8  # turns


@dataclass(frozen=True)
class AnalysedTurn:
    """One whole turn, or the rest of one, for the person to act."""

    actions: tuple[int, ...]
    text: str
    value: float  # expected result: 1 a win, 0.5 a draw, 0 a loss
    visits: int
    proven: Proof | None  # "win", "draw" or "loss"; None while it is open
    variation: tuple[str, ...]  # whole turns, this one first, as best play may go on


@dataclass(frozen=True)
class Analysis:
    """What is known of a position so far. Values are those of the person to act."""

    position: str  # as Position.text
    player: int  # the person to act
    playouts: int
    seconds: float
    playouts_per_second: float
    value: float  # expected result, as that of the best turn
    proven: Proof | None
    turns: tuple[AnalysedTurn, ...]  # best first
    ownership: dict[str, float] | None  # cell to probability that the first colour ends on it;
    # on a board of tiles, that one lies there at the end
    scores: tuple[float, float] | None  # expected, of the first and the second colour

    def to_json(self) -> dict[str, Any]:
        """Plain values for json.dumps; the keys are the names of the fields."""
        return asdict(self)


def analyse(
    position: Position,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    num_turns: int = 5,
    memory: int = MEMORY,
    evaluator: Evaluator | None = None,
    cancel: Cancel | None = None,
) -> Analysis:
    """Search a position and tell what was found.

    Args:
        position: not over; in the middle of a turn, the rest of it is analysed.
        playouts: budget; with a seed and one thread it gives the same analysis every time.
        seconds: budget. Whichever of the two is spent first ends the search.
        threads: each grows a tree of its own.
        seed: a whole number of at least 0; drawn from the system when None.
        num_turns: how many turns to list at most.
        memory: bytes that the trees may take.
        evaluator: judges leaves in place of playouts.
        cancel: asked every few hundredths of a second; ends the search when it says True.

    Raises:
        GameOverError: there is nothing to search.
        OptionError: no budget, or a number out of bounds.
    """
    *_, last = analyse_stream(
        position,
        playouts=playouts,
        seconds=seconds,
        threads=threads,
        seed=seed,
        num_turns=num_turns,
        memory=memory,
        evaluator=evaluator,
        cancel=cancel,
        every=float("inf"),
    )
    return last


@exclusive_stream("stream")
def analyse_stream(
    position: Position,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    num_turns: int = 5,
    memory: int = MEMORY,
    evaluator: Evaluator | None = None,
    cancel: Cancel | None = None,
    every: float = 0.25,
) -> Iterator[Analysis]:
    """As `analyse`, telling what is known about every so many seconds; the last one is final.

    Raises:
        GameOverError, OptionError: as `analyse`, with the first look.
        InUseError: another thread waits for the next look.
    """
    playouts, seconds = check_budget(playouts, seconds)
    most = as_integer(num_turns)
    if most is None or not 1 <= most <= MOST_TURNS:
        raise OptionError(
            f"An analysis lists 1 to {MOST_TURNS} turns, not "
            f"{quoted(num_turns if most is None else most)}."
        )
    pause_seconds = as_number(every)
    if pause_seconds is None or not pause_seconds > 0:
        raise OptionError("The time between two analyses must be greater than zero.")
    search = Search(position, threads=threads, seed=seed, memory=memory, evaluator=evaluator)
    began = time.perf_counter()
    done = 0
    while True:
        due = time.perf_counter() + pause_seconds

        def pause(due: float = due) -> bool:
            return time.perf_counter() >= due or (cancel is not None and cancel())

        spent = time.perf_counter() - began
        done += search.run(
            playouts=None if playouts is None else playouts - done,
            seconds=None if seconds is None else max(seconds - spent, 1e-3),
            cancel=pause,
        )
        spent = time.perf_counter() - began
        yield analysis_of(search, done, spent, most)
        if (
            search.proven != RUNNING
            or (playouts is not None and done >= playouts)
            or (seconds is not None and spent >= seconds)
            or (cancel is not None and cancel())
        ):
            return


def analysis_of(search: Search, playouts: int, seconds: float, num_turns: int) -> Analysis:
    """What a search knows at this moment."""
    position = search.position
    person = position.player
    assert person is not None
    root = search.root
    turns = _turns(position, root, person, num_turns)
    proven = proof_for(search.proven, person)
    value = turns[0].value if proven is None else root.value(person)
    return Analysis(
        position=position.text,
        player=person,
        playouts=playouts,
        seconds=round(seconds, 3),
        playouts_per_second=round(playouts / max(seconds, 1e-9), 1),
        value=value,
        proven=proven,
        turns=tuple(turns),
        ownership=_ownership(search),
        scores=_scores(search),
    )


def _turns(position: Position, root: Branch, person: int, num_turns: int) -> list[AnalysedTurn]:
    """The best whole turns; what several trees know of one set of stones is put together."""
    found: dict[frozenset[int], list[tuple[Position, Branch, tuple[int, ...]]]] = {}
    share = max(1.0, LEAST_SHARE * root.visits)
    end = words_of(position.game).get("end", -1)
    number = count()  # decides between equals: positions have no order
    nothing: tuple[int, ...] = ()
    waiting = [(False, 0, next(number), position, root, nothing)]
    while waiting:  # wins first, then by visits
        not_won, _, _, here, branch, actions = heappop(waiting)
        if len(found) >= num_turns and not_won and branch.visits < share:
            break
        if here.is_over or here.turn != position.turn:
            found.setdefault(frozenset(actions) - {end}, []).append((here, branch, actions))
            continue
        won = None if not_won or not actions else win_at_once(here)
        if won is not None:
            for action in won:
                here = here.apply(action)
            turn = (*actions, *won)
            found.setdefault(frozenset(turn), []).append((here, branch, turn))
            continue
        for child in branch.children():
            not_won, visits = proof_for(child.result, person) != "win", child.visits
            if visits < min(share, LEAST_LISTED) and not_won:
                continue
            after, way = here.apply(child.action), (*actions, child.action)
            heappush(waiting, (not_won, -visits, next(number), after, child, way))
    if not found:  # so little was searched that no turn stands out
        after, branch, way = _first_way(position, root, person)
        found[frozenset(way)] = [(after, branch, way)]
    swap = swap_action(position)
    worse = {child.action for child in root.children() if root.weight(child, swap) < child.visits}

    def rank(turn: AnalysedTurn) -> tuple[int, int]:
        return _RANKS[turn.proven], 0 if worse.issuperset(turn.actions) else turn.visits

    listed = [_analysed(position.game, ways, person) for ways in found.values()]
    return sorted(listed, key=rank, reverse=True)[:num_turns]


def _first_way(
    position: Position, branch: Branch, person: int
) -> tuple[Position, Branch, tuple[int, ...]]:
    """The turn that the search goes for, completed by any actions where it has seen none."""
    actions: list[int] = []
    begin, met = position, {position}
    while not position.is_over and position.turn == begin.turn:
        best = branch.best(person, swap_action(position))
        after = None if best is None else position.apply(best.action)
        if best is None or after is None or after in met:
            if may_circle(position.game.rules, position.state):  # with what was seen so far
                position, actions = begin, []
            rest = win_at_once(position) or rest_of_turn(position)
            for action in rest:
                position = position.apply(action)
            return position, read_branch((), rest[-1]), (*actions, *rest)
        actions.append(best.action)
        met.add(after)
        position, branch = after, best
    return position, branch, tuple(actions)


_RANKS: dict[Proof | None, int] = {"win": 2, None: 1, "draw": 1, "loss": 0}


def _analysed(
    game: Game, ways: list[tuple[Position, Branch, tuple[int, ...]]], person: int
) -> AnalysedTurn:
    """One turn from the orders of its stones that were searched."""
    nodes = tuple(node for _, branch, _ in ways for node in branch.nodes)
    after, longest, actions = max(ways, key=lambda way: way[1].visits)
    branch = read_branch(nodes)
    text = game.format_turn(actions)
    return AnalysedTurn(
        actions=actions,
        text=text,
        value=branch.value(person),
        visits=branch.visits,
        proven=proof_for(branch.result, person),
        variation=(text, *_variation(after, longest)),
    )


def _variation(position: Position, branch: Branch) -> Iterator[str]:
    """How best play goes on, as far as it was searched."""
    for _ in range(LONGEST_VARIATION - 1):
        turn = position.turn
        actions: list[int] = []
        while not position.is_over and position.turn == turn:
            person = position.player
            best = None if person is None else branch.best(person, swap_action(position))
            if best is None or best.visits < LEAST_VISITS:
                won = win_at_once(position)
                if won is not None:
                    yield position.game.format_turn((*actions, *won))
                return
            actions.append(best.action)
            position, branch = position.apply(best.action), best
        if not actions:
            return
        yield position.game.format_turn(actions)


def _ownership(search: Search) -> dict[str, float] | None:
    """Cell name to the share of playouts that end with the first colour, or a tile, on it."""
    game = search.position.game
    playouts = sum(int(strand.totals.playouts[0]) for strand in search.strands)
    if playouts == 0:
        return None
    owned = np.sum([strand.totals.owned for strand in search.strands], axis=0) / playouts
    names = game.board.names
    return {name: round(float(share), 4) for name, share in zip(names, owned, strict=True)}


def _scores(search: Search) -> tuple[float, float] | None:
    """Mean scores of both colours at the end of playouts."""
    if not search.position.game.info.scores:
        return None
    first, second, number = np.sum([strand.totals.scores for strand in search.strands], axis=0)
    if number == 0:
        return None
    return round(float(first / number), 2), round(float(second / number), 2)


LEAST_LOSSES = 4  # turns of known cost, before anything is said about what a turn costs
MOST_OPTIMISM = 0.2  # of the chance to win, taken off the mover's

Share = float | None  # person 0's chance to win, None where it is not known


def lost(mover: int | None, before: Share, after: Share) -> float | None:
    """What a turn cost its mover of the chance to win; None where it is not known."""
    if before is None or after is None or mover is None:
        return None
    return before - after if mover == 0 else after - before


def optimism_in(
    shares: Sequence[Share], movers: Sequence[int | None], certain: Sequence[bool]
) -> float | None:
    """How much a search of this game overrates who is to act; None with too few turns to tell.

    Args:
        shares: by position, the first before the first turn.
        movers: who is to act in each; None where the game is over.
        certain: whether the share is proven.
    """
    losses = [
        loss
        for turn in range(1, len(shares))
        if not (certain[turn - 1] or certain[turn])
        and (loss := lost(movers[turn - 1], shares[turn - 1], shares[turn])) is not None
    ]
    if len(losses) < LEAST_LOSSES:
        return None
    return min(MOST_OPTIMISM, max(0.0, median(losses) / 2))


def without_optimism(
    shares: Sequence[Share], movers: Sequence[int | None], certain: Sequence[bool], optimism: float
) -> list[Share]:
    """The shares without what a search adds for who is to act. Arguments as of `optimism_in`."""
    return [
        share
        if share is None or sure
        else min(1.0, max(0.0, share - optimism if mover == 0 else share + optimism))
        for share, mover, sure in zip(shares, movers, certain, strict=True)
    ]
