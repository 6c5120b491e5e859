"""Fair values: which komi, penalty or other number leaves equal players half of the points each.

Each value is tried with the same seeds, in a folder of its own, until it is clearly unfair or has
all its games. What is tried next depends only on games that count, so a search gives the same
result on every runner, and after being killed at any moment.
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from numbers import Integral
from pathlib import Path
from typing import NamedTuple

from skerry.core.numbers import as_integer, as_number, format_percent_interval
from skerry.errors import OptionError, quoted
from skerry.games.catalogue import info
from skerry.games.info import Value
from skerry.lab.metrics import HALF, Measured, break_even, crossings, favoured
from skerry.lab.pages import format_interval, format_number
from skerry.lab.plans import MOST_GAMES, MOST_SEED, canonical, parse_plan
from skerry.lab.running import Experiment, Runner, Store, points_of
from skerry.positions import Game, game
from skerry.statistics import Estimate

NUMBERS = ("integer", "half")  # kinds of options that may be searched
MOST_VALUES = 1000
SURE = 20.0  # odds against fairness that dismiss a value: a fair one's chance to see them is 1/20


@dataclass(frozen=True)
class FairSearch:
    """What is looked for, and how; all of it is checked (OptionError)."""

    game: str
    options: Mapping[str, Value]  # all others; left out, they are at their defaults
    option: str  # a number, such as "komi"
    values: tuple[float, ...]  # ascending, at least two
    player: str  # words of a contestant, which plays itself
    games: int  # of each value, the most
    until: float | None = None  # or fewer, once half the 95% interval is no wider (a share)
    seed: int = 0

    def __post_init__(self) -> None:
        catalogue = info(self.game)
        kinds = {option.name: option.kind for option in catalogue.options}
        numbers = [name for name, kind in kinds.items() if kind in NUMBERS]
        if catalogue.study.balanced_by is not None:
            raise OptionError(
                f"{self.game}: {catalogue.study.balanced_by}, which makes it fair by itself; no "
                "number is to be looked for."
            )
        if self.option not in numbers:
            known = ", ".join(numbers)
            raise OptionError(
                f"{self.game}: {self.option!r} is not an option with numbers; those are {known}."
            )
        if self.option in self.options:
            raise OptionError(
                f"{self.option} is what is looked for; take it out of the given options."
            )
        self._normalise()
        for value in self.values:
            if self.rules(value).option("swap"):
                raise OptionError(
                    f"{self.game} has swap=on here, which makes it fair by itself: person 1 takes "
                    "the better colour; give swap=off."
                )
        object.__setattr__(self, "player", canonical(self.player))

    def _normalise(self) -> None:
        """Make all numbers plain ones. Raises OptionError: what is none, or out of bounds."""
        values = _checked_values(self.values)
        games, until, seed = _checked_effort(self.games, self.until, self.seed)
        plain = {"values": values, "games": games, "until": until, "seed": seed}
        for name, value in plain.items():
            object.__setattr__(self, name, value)

    def rules(self, value: float) -> Game:
        """The game with a value of the option. Raises OptionError."""
        return game(self.game, **self.options, **{self.option: value})

    @property
    def is_falling(self) -> bool:
        """Whether the first colour's share can be taken to fall, or stay, as the values rise."""
        return info(self.game).study.lowers_first(self.option)

    @property
    def first_colour(self) -> str:
        """Its name, such as "Black"."""
        return info(self.game).colours[0].capitalize()

    def plan_text(self, value: float) -> str:
        """The plan of one value: all games that it may take."""
        until = "" if self.until is None else f"until = {self.until!r}\n"
        rules = self.rules(value)
        options = ", ".join(f"{name} = {json.dumps(given)}" for name, given in rules.options)
        return (
            f'name = "{self.option}-{value:g}"\nseed = {self.seed}\ngames = {self.games}\n{until}'
            f'count_turns = 0\n\n[[match]]\ngame = "{self.game}"\noptions = {{ {options} }}\n'
            f'players = ["{self.player}"]\n'
        )


def _checked_values(given: Sequence[object]) -> tuple[float, ...]:
    """Values to try, ascending. Raises OptionError."""
    if not 2 <= len(given) <= MOST_VALUES:
        raise OptionError(f"There must be 2 to {MOST_VALUES:,} values to try, not {len(given)}.")
    values = list[float]()
    for value in given:
        number = as_integer(value) if isinstance(value, Integral) else as_number(value)
        if number is None:
            raise OptionError(f"The values to try must be numbers, and {quoted(value)} is none.")
        values.append(number)
    for one, other in pairwise(values):
        if not one < other:
            raise OptionError(f"The values must ascend, and {other:g} comes after {one:g}.")
    return tuple(values)


def _checked_effort(games: object, until: object, seed: object) -> tuple[int, float | None, int]:
    """How much is played, in plain numbers. Raises OptionError."""
    number, share = _bounded("games", games, 1, MOST_GAMES), as_number(until)
    if until is not None and (share is None or not 0 < share < HALF):
        wrong = quoted(until) if share is None else f"{share:g}"
        raise OptionError(f"until must be greater than 0 and less than 0.5, not {wrong}.")
    return number, share, _bounded("seed", seed, 0, MOST_SEED)


def _bounded(name: str, given: object, lowest: int, highest: int) -> int:
    number = as_integer(given)
    if number is None or not lowest <= number <= highest:
        wrong = quoted(given if number is None else number)
        raise OptionError(f"{name} must be from {lowest} to {highest:,}, not {wrong}.")
    return number


@dataclass(frozen=True)
class Tried:
    """A value and what its games said."""

    value: float
    share: Estimate  # of the points, the first colour's; a draw counts half
    whole: bool  # False: it was dismissed as clearly unfair before it had all its games

    @property
    def side(self) -> int:
        """Whom the interval favours: 1 the first colour, -1 the second, 0 neither."""
        return favoured(self.share)

    @property
    def distance(self) -> float:
        """From one half."""
        return abs(self.share.value - HALF)


@dataclass(frozen=True)
class Fairness:
    """What a search found."""

    search: FairSearch
    tried: tuple[Tried, ...]  # by value, ascending

    @property
    def games(self) -> int:
        """Games that count, of all values."""
        return sum(one.share.games for one in self.tried)

    @property
    def fairest(self) -> Tried:
        """The value whose share is nearest to one half, the least of several; it is whole."""
        return min(self.tried, key=lambda one: one.distance)

    @property
    def _measured(self) -> list[Measured]:
        return [(one.value, one.share) for one in self.tried]

    @cached_property
    def crossings(self) -> tuple[float, ...]:
        """Where the share is one half."""
        return crossings(self._measured, falling=self.search.is_falling)

    @cached_property
    def fair(self) -> Estimate | None:
        """The one value at which the share is one half; None where there is none, or several."""
        return break_even(self._measured, falling=self.search.is_falling)

    @property
    def verdict(self) -> str:
        """What was found, in a sentence."""
        option, colour, fairest = self.search.option, self.search.first_colour, self.fairest
        share = fairest.share
        wins = format_percent_interval(share.value, share.low, share.high, 1)
        nearest = (
            f"the fairest value played is {fairest.value:g}, where {colour} wins {wins} of the "
            "games."
        )
        if self.fair is not None:
            reach = f"95% interval: {format_interval(self.fair)}"
            return f"The fair {option} is {format_number(self.fair.value)} ({reach}); {nearest}"
        if self.crossings:
            places = ", ".join(format_number(value) for value in self.crossings)
            return f"Several values are fair, {option}={places}; {nearest}"
        more = "more" if share.value > HALF else "less"
        return f"{colour} wins {more} than half of the games with every {option} played; {nearest}"


class Step(NamedTuple):
    """What to play next."""

    value: float
    whole: bool  # all its games; False: until it is clearly unfair


def next_step(
    values: Sequence[float], is_falling: bool, tried: Mapping[float, Tried]
) -> Step | None:
    """What to play next, given what was tried; None when nothing is left to learn.

    Every value is looked at, or those that halving needs if the share falls. Then the values on
    either side of a crossing, those that may be fair with their neighbours, and the fairest are
    played whole, since their shares make the result.
    """
    look = _next_look(values, is_falling, tried)
    if look is not None:
        return Step(look, whole=False)
    known = [tried[value] for value in values if value in tried]
    for pair in pairwise(known):
        if pair[0].side * pair[1].side <= 0:
            for one in pair:
                if not one.whole:
                    return Step(one.value, whole=True)
    fairest = min(known, key=lambda one: one.distance)
    return None if fairest.whole else Step(fairest.value, whole=True)


def _next_look(
    values: Sequence[float], is_falling: bool, tried: Mapping[float, Tried]
) -> float | None:
    """A value that has not been looked at and should be."""
    if not is_falling:
        return next((value for value in values if value not in tried), None)
    # beyond the ends, the first colour is taken to be better off, and worse off
    known = [(index, tried[value].side) for index, value in enumerate(values) if value in tried]
    for (left, side), (right, other) in pairwise([(-1, 1), *known, (len(values), -1)]):
        if right - left == 1 or side * other > 0:
            continue
        if side * other < 0:
            return values[(left + right) // 2]
        return values[left + 1 if side == 0 else right - 1]
    return None


def explore(
    values: Sequence[float], is_falling: bool, play: Callable[[Step], Tried]
) -> tuple[Tried, ...]:
    """All that `next_step` asks for, by value; `play` gives what a value's games say."""
    tried: dict[float, Tried] = {}
    while (step := next_step(values, is_falling, tried)) is not None:
        tried[step.value] = play(step)
    return tuple(tried[value] for value in values if value in tried)


def clearly_unfair(points: float, games: int) -> bool:
    """Whether so many points of so many games are odds of SURE to 1 against a share of one half.

    The likelihood of all shares together, each as likely as the other, against that of one half.
    Under a share of one half these odds ever exceed SURE with probability 1 / SURE at most, however
    often one looks (Ville, "Étude critique de la notion de collectif", 1939; Robbins, "Statistical
    methods related to the law of the iterated logarithm", 1970), and draws only lessen it. Wilson's
    interval, which is made to be looked at once, would leave out one half far more often; but
    whenever this is true it does leave it out.
    """
    beta = math.lgamma(1 + points) + math.lgamma(1 + games - points) - math.lgamma(2 + games)
    return beta + games * math.log(2) >= math.log(SURE)


OnProgress = Callable[[FairSearch, float, Experiment], None]  # the search, the value and its games


def run(
    search: FairSearch, folder: Path, runner: Runner, on_progress: OnProgress | None = None
) -> Fairness:
    """Find what is fair; games that are in the folder already are not played again.

    Each value has a folder in it, which is that of a plan. Progress is told before the first game
    of a value, and after each job.

    Raises:
        StoreError: a folder belongs to another plan, or to another process.
    """

    def play(step: Step) -> Tried:
        text = search.plan_text(step.value)
        plan = parse_plan(text, f"{search.option}={step.value:g}")
        store = Store.create(folder / plan.name, text)
        experiment = Experiment(plan, store, None if step.whole else clearly_unfair)

        def report(played: Experiment) -> None:
            if on_progress is not None:
                on_progress(search, step.value, played)

        report(experiment)
        experiment.run(runner, report)
        return _tried(step.value, experiment)

    return Fairness(search, explore(search.values, search.is_falling, play))


def _tried(value: float, experiment: Experiment) -> Tried:
    (part,) = experiment.parts
    rows = experiment.rows().select("number", "winner").collect()
    share = Estimate.share(points_of(part.cell, rows), len(rows))
    return Tried(value, share, whole=replace(part, enough=None).needed == part.needed)


def handicap(
    search: FairSearch,
    players: Sequence[str],
    folder: Path,
    runner: Runner,
    on_progress: OnProgress | None = None,
) -> dict[str, Fairness]:
    """The same search by contestants of different strength, each in a folder of its own.

    What is fair changes with skill. Raises OptionError for an unknown contestant, or one that
    is there twice; else as `run`.
    """
    searches = [replace(search, player=words) for words in players]
    names = [one.player for one in searches]
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"{name!r} is there {names.count(name)} times; once is enough.")
    return {
        one.player: run(one, folder / one.player.replace(" ", "-"), runner, on_progress)
        for one in searches
    }
