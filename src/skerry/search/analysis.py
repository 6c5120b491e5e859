"""What a search knows of a position, put so that a person or a program can read it."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any

import numpy as np

from skerry.core.exclusive import exclusive_stream
from skerry.core.lanes import LAST_CELLS
from skerry.core.layout import RUNNING, VACANT, new_work
from skerry.core.numbers import as_integer, as_number
from skerry.errors import OptionError, quoted
from skerry.games.actions import words_of
from skerry.games.contract import has_lanes, may_circle, wins_at_once
from skerry.positions import Game, Position
from skerry.search.chances import chance, chance_beside, chance_of_offer, is_offer
from skerry.search.evaluator import Evaluator
from skerry.search.search import (
    LEAST_MEMORY,
    MEMORY,
    VALUES,
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
END_PLAYOUTS = 1_000  # with which a search finds how the last few cells are filled


@dataclass(frozen=True)
class AnalysedTurn:
    """One whole turn, or the rest of one, for the person to act."""

    actions: tuple[int, ...]
    text: str
    value: float  # chance to win, where a draw is half a win: 1 a win, 0.5 a draw, 0 a loss
    mean: float  # of the playouts through it, on the same scale: not a chance (search/chances.py)
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
    value: float  # chance to win, where a draw is half a win
    mean: float  # of the playouts, on the same scale: not a chance (search/chances.py)
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


def chance_to_play_on(search: Search) -> float:
    """What a search says of the chance of who is to act, if they don't swap."""
    person = search.position.player
    assert person is not None
    best = search.root.best(person, without=swap_action(search.position))
    proof = None if best is None else proof_for(best.result, person)
    return _chance(search, search.root.value(person)) if proof is None else VALUES[proof]


def best_action(search: Search) -> Branch | None:
    """The child of the root to play; None where it has none.

    A swap and playing on are told apart by the chance that is left, since their means are of
    searches with different persons to act.
    """
    position, root = search.position, search.root
    assert position.player is not None
    swap = swap_action(position)
    best = root.best(position.player, without=swap)
    swapped = next((child for child in root.children() if child.action == swap), None)
    if swapped is None or best is None:
        return root.best(position.player)
    if any(one.result != RUNNING for one in (root, best, swapped)):
        return root.best(position.player)
    return swapped if chance_to_play_on(search) < 0.5 else best


def _chance(search: Search, mean: float) -> float:
    """The chance of who is to act by their mean; of an evaluator's means nothing is known."""
    return mean if search.evaluator is not None else chance(search.position, mean, _depth(search))


def _depth(search: Search) -> int:
    """Playouts of each of its trees."""
    return search.visits // search.threads


def chance_of(search: Search) -> float:
    """What a search says of the chance of who is to act."""
    position = search.position
    assert position.player is not None
    proof = proof_for(search.proven, position.player)
    if proof is not None:
        return VALUES[proof]
    if is_offer(position):
        best = search.root.best(position.player) or search.root
        return _chance_of_offer(search, best.value(position.player), best.visits)
    share = chance_to_play_on(search)
    return max(share, 1.0 - share) if position.may_swap else share


def _chance_of_offer(search: Search, mean: float, visits: int) -> float:
    if search.evaluator is not None:
        return min(mean, 1.0 - mean)
    return chance_of_offer(search.position.game, mean, visits // search.threads)


def analysis_of(search: Search, playouts: int, seconds: float, num_turns: int) -> Analysis:
    """What a search knows at this moment."""
    position = search.position
    person = position.player
    assert person is not None
    root = search.root
    proven = proof_for(search.proven, person)
    turns = _with_chances(search, _turns(position, root, person, num_turns), proven)
    return Analysis(
        position=position.text,
        player=person,
        playouts=playouts,
        seconds=round(seconds, 3),
        playouts_per_second=round(playouts / max(seconds, 1e-9), 1),
        value=turns[0].value if proven is None else VALUES[proven],
        mean=root.value(person),
        proven=proven,
        turns=tuple(turns[:num_turns]),
        ownership=_ownership(search),
        scores=_scores(search),
    )


def _turns(position: Position, root: Branch, person: int, num_turns: int) -> list[AnalysedTurn]:
    """The best whole turns; what several trees know of one set of stones is put together."""
    found: dict[frozenset[int], list[tuple[Position, Branch, tuple[int, ...]]]] = {}
    share = max(1.0, LEAST_SHARE * root.visits)
    end = words_of(position.game).get("end", -1)
    number = count()  # decides between equals: positions have no order
    swap = swap_action(position)
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
            if here is position and child.action == swap and child.result == RUNNING:
                continue  # nothing was searched behind it
            not_won, visits = proof_for(child.result, person) != "win", child.visits
            if visits < min(share, LEAST_LISTED) and not_won:
                continue
            after, way = here.apply(child.action), (*actions, child.action)
            heappush(waiting, (not_won, -visits, next(number), after, child, way))
    if not found:  # so little was searched that no turn stands out
        after, branch, way = _first_way(position, root, person)
        found[frozenset(way)] = [(after, branch, way)]

    def rank(turn: AnalysedTurn) -> tuple[int, int]:
        return _RANKS[turn.proven], turn.visits

    known = root.value(person)
    listed = [_analysed(position.game, ways, person, known) for ways in found.values()]
    return sorted(listed, key=rank, reverse=True)[:num_turns]


def _with_chances(
    search: Search, turns: Sequence[AnalysedTurn], proven: Proof | None
) -> list[AnalysedTurn]:
    """The turns with chances in place of their means, and the swap where there is one.

    The best one has the chance of the position, and each other one that by which its mean differs.
    """
    position, swap = search.position, swap_action(search.position)
    share = VALUES[proven] if proven is not None else chance_to_play_on(search)
    best = next((one for one in turns if one.proven is None), None)

    def value(one: AnalysedTurn) -> float:
        if one.proven is not None or best is None:
            return one.value
        if is_offer(position):
            return _chance_of_offer(search, one.mean, one.visits)
        if search.evaluator is not None:
            return one.mean
        return chance_beside(position, share, one.mean, best.mean)

    found = [replace(one, value=value(one)) for one in turns]
    if swap is None or best is None or any(one.actions == (swap,) for one in found):
        return found
    text = position.game.format_turn((swap,))
    line = (text, *best.variation)  # the other person then has this one's choice
    swapped = AnalysedTurn((swap,), text, 1.0 - share, 1.0 - best.mean, best.visits, None, line)
    return [swapped, *found] if share < 0.5 else [*found, swapped]


def _first_way(
    position: Position, branch: Branch, person: int
) -> tuple[Position, Branch, tuple[int, ...]]:
    """The turn that the search goes for, completed by any actions where it has seen none."""
    actions: list[int] = []
    begin, met = position, {position}
    while not position.is_over and position.turn == begin.turn:
        best = branch.best(person, without=swap_action(position))
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
    game: Game, ways: list[tuple[Position, Branch, tuple[int, ...]]], person: int, known: float
) -> AnalysedTurn:
    """One turn from the orders of its stones that were searched.

    `known` is the mean of a turn that no playout has come to the end of.
    """
    nodes = tuple(node for _, branch, _ in ways for node in branch.nodes)
    after, longest, actions = max(ways, key=lambda way: way[1].visits)
    branch = read_branch(nodes)
    mean = branch.value(person) if branch.visits > 0 else known
    text = game.format_turn(actions)
    return AnalysedTurn(
        actions=actions,
        text=text,
        value=mean,
        mean=mean,
        visits=branch.visits,
        proven=proof_for(branch.result, person),
        variation=(text, *_variation(after, longest)),
    )


def _variation(position: Position, branch: Branch) -> Iterator[str]:
    """How best play goes on, as far as it was searched; to the end from the last few cells on."""
    for _ in range(LONGEST_VARIATION - 1):
        turn = position.turn
        if branch.result != RUNNING and _is_near_end(position) and not branch.children():
            search = Search(position, seed=0, memory=LEAST_MEMORY)
            search.run(playouts=END_PLAYOUTS)
            branch = search.root
        actions: list[int] = []
        while not position.is_over and position.turn == turn:
            person = position.player
            best = None if person is None else branch.best(person)
            if best is None or (best.visits < LEAST_VISITS and best.result == RUNNING):
                won = win_at_once(position)
                if won is not None:
                    yield position.game.format_turn((*actions, *won))
                return
            actions.append(best.action)
            position, branch = position.apply(best.action), best
        if not actions:
            return
        yield position.game.format_turn(actions)


def _is_near_end(position: Position) -> bool:
    """Whether so few cells are left that a small search tells how they are filled."""
    state = position.state
    return has_lanes(position.game.rules) and not position.is_over and state[VACANT] <= LAST_CELLS


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


Share = float | None  # person 0's chance to win, None where it is not known


def lost(mover: int | None, before: Share, after: Share) -> float | None:
    """What a turn cost its mover of the chance to win; None where it is not known."""
    if before is None or after is None or mover is None:
        return None
    return before - after if mover == 0 else after - before
