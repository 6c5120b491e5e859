"""How a search's mean becomes a chance to win.

The mean result of a search is no chance: playouts are played worse than games, and a search
rates who is to act too high or too low. What means have been worth in games of a strong player,
each game's `chances.json` says; `python -m skerry.learn.chances` remakes it.
"""

import json
import math
from functools import lru_cache
from typing import Any, NamedTuple, Self

from skerry.core.layout import FIRST, NOBODY, TURN, VACANT
from skerry.games.info import folder
from skerry.games.ruleset import format_value
from skerry.positions import Game, Position
from skerry.search.net import net_of

SEARCHED = 5_000  # playouts of the searches that curves are fitted on
FEWEST, MOST = 500, 20_000  # between which they hold; others are taken for the nearer of these
NEAREST = 0.002  # to 0 and 1, that a mean without a proof is taken for, and a chance comes
LEAST_VARIANCE = 0.02  # of one game's result: p (1 - p) is taken for no less

Polynomial = tuple[float, ...]  # of time, the constant first


def at(polynomial: Polynomial, time: float) -> float:
    """The value of a polynomial."""
    value = 0.0
    for factor in reversed(polynomial):
        value = value * time + factor
    return value


def log_odds(chance: float) -> float:
    """The logarithm of the odds, those of a mean without a proof."""
    chance = min(1.0 - NEAREST, max(NEAREST, chance))
    return math.log(chance / (1.0 - chance))


def of_odds(odds: float) -> float:
    """The chance of which odds are the logarithm."""
    return 1.0 / (1.0 + math.exp(-odds))


class Curve(NamedTuple):
    """The logarithm of a chance's odds as a sum. Time is what `progress` says."""

    slope: Polynomial = (1.0,)  # times the logarithm of the mean's odds
    first: Polynomial = (0.0,)  # for who has the first colour, against who has the other one
    mover: Polynomial = (0.0,)  # for who is to act
    deeper: float = 0.0  # for who is to act, more of it by a search ten times as deep
    bend: float = 0.0  # times their square, with their sign: far from even, means may tell more
    middle: float = 0.0  # the time that polynomials count from
    wide: float = 1.0  # how far from there they hold; times beyond are taken for the end
    # For who has offered the first turn for a swap, against who has chosen by a search: searches
    # favour what they have chosen.
    offered: float = 0.0
    beyond: float = 0.0  # as `deeper`, beside it, of playouts beyond SEARCHED

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """What `_asdict` gave."""
        polynomials = {name: tuple(data[name]) for name in ("slope", "first", "mover")}
        return cls(**(data | polynomials))

    def odds_of_mean(self, time: float, mean: float) -> float:
        """What the mean alone says."""
        odds = log_odds(mean)
        return (at(self.slope, self.since(time)) + self.bend * abs(odds)) * odds

    def since(self, time: float) -> float:
        """A time as polynomials take it: from the middle, and within reach."""
        return max(-self.wide, min(self.wide, time - self.middle))

    def odds(self, seen: "Seen", mean: float) -> float:
        """Person 0's, where the mean result is theirs."""
        time = self.since(seen.time)
        deeper = self.deeper * seen.depth + self.beyond * max(0.0, seen.depth)
        return (
            self.odds_of_mean(seen.time, mean)
            + seen.first * at(self.first, time)
            + seen.mover * (at(self.mover, time) + deeper)
            + seen.offered * self.offered
        )


class Spread(NamedTuple):
    """How far equal searches are apart: size * sqrt(p (1 - p)) * playouts ** -fall."""

    size: float = 0.28
    fall: float = 0.25

    def variance(self, chance: float, playouts: int) -> float:
        """Of the chance that one search says."""
        left = max(LEAST_VARIANCE, chance * (1.0 - chance))
        return self.size * self.size * left * math.pow(playouts, -2.0 * self.fall)


class Chances(NamedTuple):
    """What is known of a game's searches."""

    curve: Curve = Curve()
    spread: Spread = Spread()
    opening: Curve | None = None  # after the first turn of a game
    offer: Curve | None = None  # the same where it may be swapped away

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """What `to_data` gave."""
        opening, offer = (
            None if data.get(name) is None else Curve.from_data(data[name])
            for name in ("opening", "offer")
        )
        return cls(Curve.from_data(data["curve"]), Spread(**data["spread"]), opening, offer)

    def to_data(self) -> dict[str, Any]:
        """Plain values for json.dumps."""
        return {
            "curve": self.curve._asdict(),
            "spread": self.spread._asdict(),
            "opening": None if self.opening is None else self.opening._asdict(),
            "offer": None if self.offer is None else self.offer._asdict(),
        }

    def curve_after(self, turns: int, *, is_offer: bool) -> Curve:
        """That of positions so many turns from the start.

        Args:
            turns: since the start.
            is_offer: whether the first turn may be swapped away.
        """
        if turns != 1:
            return self.curve
        return (self.offer if is_offer else None) or self.opening or self.curve


class Seen(NamedTuple):
    """What else counts of a position that was searched: each 1 for person 0, -1 for person 1."""

    time: float
    first: int  # who has the first colour; 0 before colours are chosen
    mover: int  # who is to act
    depth: float = 0.0  # of the search: its playouts, as a power of ten against SEARCHED
    offered: int = 0  # who has offered the first turn for a swap; 0 in a game without one


def seen(position: Position, playouts: int = SEARCHED) -> Seen:
    """What else counts of a position that is not over, and of its search."""
    state, time = position.state, progress(position)
    first = 0 if state[FIRST] == NOBODY else 1 - 2 * int(state[FIRST])
    depth = math.log10(min(MOST, max(FEWEST, playouts)) / SEARCHED)
    offered = int(position.game.rules.swap == 1 and position.turn > 0)  # person 0 begins (C-3)
    return Seen(time, first, 1 if position.player == 0 else -1, depth, offered)


def progress(position: Position) -> float:
    """How far a game has come: 0 at the start, 1 on a full board or, by turns, never quite."""
    game, turn = position.game, position.turn
    half = game.info.half_over * game.rules.num_cells
    if half > 0.0:
        return turn / (turn + half)
    return 1.0 - int(position.state[VACANT]) / int(start_of(game).state[VACANT])


@lru_cache(maxsize=256)
def start_of(game: Game) -> Position:
    """A position in which the game begins."""
    return game.start(seed=0) if game.info.has_setup else game.start()


KINDS = PLAYOUTS, NETWORK = "playouts", "network"  # of searches: what judges their leaves


def kind_of(game: Game) -> str:
    """Which of them a game has on its board."""
    return PLAYOUTS if net_of(game) is None else NETWORK


@lru_cache(maxsize=256)
def chances_of(game: Game) -> Chances:
    """What is known of a game's searches; means are taken for chances where there is nothing.

    What was found with options of the game's goes before what was found with the default ones.
    """
    known, kind = read_chances(game.name), kind_of(game)
    options = {f"{name}={format_value(value)}" for name, value in game.options}
    split = [(key, key.split()) for key in known]
    fitting = [key for key, (first, *words) in split if first == kind and options >= set(words)]
    return known[max(fitting, key=lambda key: key.count("="))] if fitting else Chances()


def read_chances(name: str) -> dict[str, Chances]:
    """What is kept of a game, by the kind of its searches and the options that are not default."""
    file = folder(name).joinpath("chances.json")
    if not file.is_file():
        return {}
    kept = json.loads(file.read_text(encoding="utf-8"))
    return {kind: Chances.from_data(data) for kind, data in kept.items()}


def curve_of(position: Position) -> Curve:
    """The curve of a position."""
    may_swap = position.game.rules.swap == 1
    return chances_of(position.game).curve_after(position.turn, is_offer=may_swap)


def is_offer(position: Position) -> bool:
    """Whether the turn to be played may be swapped away (C-3)."""
    return bool(position.game.rules.swap == 1 and position.state[TURN] == 0)


def chance(position: Position, mean: float, playouts: int = SEARCHED) -> float:
    """The chance of who is to act, whose mean is that of a search with so many playouts."""
    around = seen(position, playouts)
    odds = curve_of(position).odds(around, mean if position.player == 0 else 1.0 - mean)
    share = of_odds(odds if position.player == 0 else -odds)
    return min(1.0 - NEAREST, max(NEAREST, share))


def chance_beside(position: Position, share: float, mean: float, best: float) -> float:
    """The chance after a turn of some mean, where the best turn's chance and mean are known."""
    curve, time = curve_of(position), progress(position)
    return of_odds(
        log_odds(share) + curve.odds_of_mean(time, mean) - curve.odds_of_mean(time, best)
    )


def chance_of_offer(game: Game, mean: float, playouts: int) -> float:
    """The first person's chance after a turn that may be swapped away; the mean is without a swap.

    Whoever may swap takes the better colour, so it is never more than a half.
    """
    share = of_odds(_curve_of_offers(game).odds(_after_offer(game, playouts), mean))
    return min(share, 1.0 - share)


def even_offer(game: Game) -> float:
    """The first person's mean after a first turn that leaves both the same chance."""
    curve, around = _curve_of_offers(game), _after_offer(game, FEWEST)
    slope, wanted = at(curve.slope, curve.since(around.time)), -curve.odds(around, 0.5)
    if curve.bend > 0.0:  # what the mean says is a square
        wide = math.sqrt(slope * slope + 4.0 * curve.bend * abs(wanted))
        return of_odds(math.copysign((wide - slope) / (2.0 * curve.bend), wanted))
    return of_odds(wanted / slope)


def _curve_of_offers(game: Game) -> Curve:
    return chances_of(game).curve_after(1, is_offer=True)


@lru_cache(maxsize=256)
def _after_offer(game: Game, playouts: int) -> Seen:
    """The start, as who moves first sees it after a turn with as many stones as most have."""
    around = seen(start_of(game), playouts)
    return around._replace(mover=-around.mover, time=_curve_of_offers(game).middle)
