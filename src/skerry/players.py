"""Players: anything that answers a position with a turn."""

import time
from collections import defaultdict
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from random import Random, SystemRandom
from typing import Any, Protocol, Self

from skerry.core.exclusive import Exclusive
from skerry.core.layout import RUNNING
from skerry.core.numbers import seed_or_none
from skerry.errors import OptionError
from skerry.games.catalogue import info
from skerry.games.info import Settings
from skerry.positions import Game, Position, game, position
from skerry.search.analysis import best_action, chance_to_play_on, rest_of_turn, win_at_once
from skerry.search.chances import NETWORK, is_offer, kind_of
from skerry.search.search import (
    LEAST_MEMORY,
    MEMORY,
    Search,
    check_budget,
    check_size,
    swap_action,
)

EARLY = 0.8  # share of what is left of a turn's budget that goes to an action with others behind it
DRAWS = 500  # of a first turn that may be swapped away; so many of them get a search
OFFERS = 64
GLANCES = 0.15  # of that turn's budget: for a first look at all of them
LOOK = 0.05  # and for a longer one at one of them

Cancel = Callable[[], bool]


class Player(Protocol):
    """Answers a position with the rest of a whole turn."""

    def choose(self, position: Position, *, cancel: Cancel | None = None) -> tuple[int, ...]:
        """Actions that, applied in order, complete the turn of the person to act.

        Args:
            position: not over.
            cancel: asked now and then; when it says True the best turn known so far is returned.

        Raises:
            GameOverError: the game has ended.
        """
        ...


@dataclass
class RandomPlayer:
    """Draws whole turns uniformly over sets."""

    seed: int | None = None
    _rng: Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.seed = seed_or_none(self.seed)
        self._rng = Random(self.seed)

    def __copy__(self) -> Self:
        """A player of its own, that draws what this one would."""
        twin = replace(self)
        twin._rng.setstate(self._rng.getstate())
        return twin

    def choose(self, position: Position, *, cancel: Cancel | None = None) -> tuple[int, ...]:
        """A random turn. Raises GameOverError."""
        return tuple(position.sample_turn(self._rng))


@dataclass
class _Offer:
    """A first turn that may be swapped away, and the search of the position after it."""

    search: Search
    turn: tuple[int, ...]
    chance: float = 0.5  # of whoever may swap, if they don't

    def unevenness(self) -> float:
        """How far the colours are from being worth the same."""
        return abs(self.chance - 0.5)


@dataclass
class SearchPlayer:
    """The tree search with a budget for the whole turn, most of it spent before its first action.

    The rest of a turn is searched along with that, and what is not spent on it is lost where the
    turn ends early. Four fifths of what is left win 55 to 71 of 100 games against even shares.
    What was searched is kept from turn to turn. With a budget in playouts the same seed gives the
    same turns. One thread at a time may use it; a copy has all that was searched, as its own.
    """

    seconds: float | None = None  # for a turn
    playouts: int | None = None  # for a turn
    seed: int | None = None
    threads: int = 1
    settings: Settings | None = None  # None: those measured best for the game
    memory: int = MEMORY  # bytes
    watch: Callable[[Search], None] | None = None  # shown each search of a turn's first action,
    # but for one that may be swapped away: it is chosen by many searches
    # Of the first turns of a game so many are drawn in proportion to their playouts: else a search
    # that leaves nothing to chance plays one game again and again.
    varied: int = 0
    _draws: Random = field(init=False, repr=False)
    _search: Search | None = field(init=False, repr=False, default=None)
    _use: Exclusive = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if (self.seconds is None) == (self.playouts is None):
            raise OptionError("A search needs a budget: either seconds or playouts for a turn.")
        self.playouts, self.seconds = check_budget(self.playouts, self.seconds)
        self.threads, self.memory = check_size(self.threads, self.memory)
        self.seed = seed_or_none(self.seed)
        self._use = Exclusive("player")
        self._draws = Random(SystemRandom().getrandbits(64) if self.seed is None else self.seed)

    def __getstate__(self) -> dict[str, Any]:
        with self._use:
            return dict(self.__dict__)

    def __copy__(self) -> Self:
        """A player of its own, that goes on as this one would."""
        with self._use:
            twin = replace(self)
            twin._draws.setstate(self._draws.getstate())
            twin._search = copy(self._search)
        return twin

    def choose(self, position: Position, *, cancel: Cancel | None = None) -> tuple[int, ...]:
        """The turn that the search visits most. Raises GameOverError, InUseError."""
        with self._use:
            if is_offer(position) and not position.turn_so_far:
                return self._offer(position, cancel)
            return self._choose(position, cancel)

    def _choose(self, position: Position, cancel: Cancel | None) -> tuple[int, ...]:
        search = self._search_from(position)
        began, spent = time.perf_counter(), 0
        actions: list[int] = []
        begin, met = position, {position}
        while not position.is_over and position.turn == begin.turn:
            if len(position.legal_actions()) == 1:
                action = position.legal_actions()[0]
            else:
                search.move_to(position)
                num_left = position.most_stones - len(position.turn_so_far)
                share = max(EARLY, 1 / num_left) if num_left > 1 else 1.0
                if self.seconds is not None:
                    left = self.seconds - (time.perf_counter() - began)
                    search.run(seconds=max(left * share, 0.001), cancel=cancel)
                else:
                    budget = max(1, round(((self.playouts or 0) - spent) * share))
                    spent += search.run(playouts=budget, cancel=cancel)
                is_drawn = position.turn < self.varied
                action = self._drawn_action(search) if is_drawn else self._best_action(search)
                if self.watch is not None and not actions:
                    self.watch(search)
            after = position.apply(action)
            if after in met:  # it could go on in a circle for ever
                return rest_of_turn(begin)
            met.add(after)
            actions.append(action)
            position = after
            won = win_at_once(position) if position.turn == begin.turn else None
            for action in won or ():
                actions.append(action)
                position = position.apply(action)
        self._search = None if position.is_over else search
        return tuple(actions)

    def _offer(self, position: Position, cancel: Cancel | None) -> tuple[int, ...]:
        """Of some turns drawn at random the one after which both colours are worth most alike.

        One search of all first turns would see each a few times only, so that whoever may swap
        knows more of it. Here each gets a search of its own. Glances are all off by as much, so
        they put the turns in order, and where in it both colours are worth the same is found by
        bisection, with longer looks. The two that come nearest get what is left.
        """
        began, spent, used = time.perf_counter(), 0, 0.0

        def look(offer: _Offer, share: float) -> None:
            """Search on for a share of the budget."""
            nonlocal spent, used
            used += share
            if self.seconds is not None:
                left = began + self.seconds * used - time.perf_counter()
                offer.search.run(seconds=max(left, 0.001), cancel=cancel)
            else:
                due = round((self.playouts or 0) * used) - spent
                spent += offer.search.run(playouts=max(1, due), cancel=cancel)
            offer.chance = chance_to_play_on(offer.search)

        memory = max(self.memory // OFFERS, self.threads * LEAST_MEMORY)
        offers = []
        for turn in self._draw_turns(position):
            after = position.play_turn(position.game.format_turn(turn))
            offers.append(_Offer(self._new_search(after, memory), turn))
        for offer in offers:
            look(offer, GLANCES / len(offers))
        offers.sort(key=lambda offer: offer.chance)
        nearest: list[_Offer] = []
        low, high = 0, len(offers)
        while low < high:
            middle = (low + high) // 2
            look(offers[middle], LOOK)
            nearest.append(offers[middle])
            low, high = (middle + 1, high) if offers[middle].chance < 0.5 else (low, middle)
        nearest = sorted(nearest, key=_Offer.unevenness)[:2]
        rest = (1.0 - used) / len(nearest)
        for offer in nearest:
            look(offer, rest)
        self._search = None  # those trees are small
        return min(nearest, key=_Offer.unevenness).turn

    def _draw_turns(self, position: Position) -> list[tuple[int, ...]]:
        """Different turns, as many of each number of stones as there may be.

        Most turns have many stones, but those with few are often the even ones.
        """
        found: dict[int, dict[frozenset[int], tuple[int, ...]]] = defaultdict(dict)
        for _ in range(DRAWS):
            turn = tuple(position.sample_turn(self._draws))
            found[len(turn)].setdefault(frozenset(turn), turn)
        in_turn = zip_longest(*(turns.values() for turns in found.values()))
        return [turn for turns in in_turn for turn in turns if turn is not None][:OFFERS]

    @property
    def num_bytes(self) -> int:
        """Memory of the tree that is kept for the next turn."""
        return 0 if self._search is None else self._search.num_bytes

    def _search_from(self, position: Position) -> Search:
        """The search of the last turn where this position follows from it, else a new one.

        In the middle of a turn that others began it is a new one: the old tree goes on from those
        stones only with stones behind them in its order.
        """
        old = None if position.turn_so_far else self._search
        if old is not None and old.position.game == position.game:
            old.move_to(position)
            return old
        return self._new_search(position, self.memory)

    def _new_search(self, position: Position, memory: int) -> Search:
        return Search(
            position,
            settings=self.settings,
            threads=self.threads,
            seed=self._draws.getrandbits(63),
            memory=memory,
        )

    def _drawn_action(self, search: Search) -> int:
        """One in proportion to its playouts; the best where that is a swap, or all is proven."""
        best, swap = self._best_action(search), swap_action(search.position)
        looked_at = [one for one in search.root.children() if one.visits and one.action != swap]
        if best == swap or search.proven != RUNNING or not looked_at:
            return best
        return self._draws.choices(looked_at, [one.visits for one in looked_at])[0].action

    @staticmethod
    def _best_action(search: Search) -> int:
        while (best := best_action(search)) is None:  # too few playouts to look at every action
            search.run(playouts=search.settings.warm_up + 1)
        return best.action


VARIED = 8  # turns at the beginning of a game


def varied_turns(chosen: Game) -> int:
    """How many first turns are drawn where a search meets itself: none where games differ anyhow.

    With a network it leaves nothing to chance, and then only set-ups that are drawn make games
    differ.
    """
    return VARIED if kind_of(chosen) == NETWORK and not chosen.info.has_setup else 0


def warm_up(name: str) -> None:
    """Compile all kernels that playing a game needs, or load them from the disk cache."""
    chosen = game(name, **info(name).smallest)
    start = chosen.start(seed=0) if chosen.info.has_setup else chosen.start()
    SearchPlayer(playouts=8, seed=0).choose(start)
    assert position(start.text) == start
    assert start.standings
