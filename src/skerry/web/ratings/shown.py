"""Ratings as people read them."""

from collections.abc import Collection
from typing import NamedTuple

from skerry.statistics import CERTAIN_DEVIATION, Rated
from skerry.web.base.services import shared
from skerry.web.play.moments import Moments
from skerry.web.ratings.models import PlayerRating


class ShownRating(NamedTuple):
    """A rating now, in whole points."""

    rating: int
    deviation: int
    low: int  # between this and
    high: int  # that the strength lies, with 95 %
    num_games: int
    is_provisional: bool

    @property
    def text(self) -> str:
        """Such as "1523", and "1523?" where it is not sure yet."""
        return f"{self.rating}{'?' if self.is_provisional else ''}"

    @property
    def words(self) -> str:
        """What the number means, in a sentence."""
        known = "Not certain yet" if self.is_provisional else "Quite certain"
        return f"{known}: the strength lies between {self.low} and {self.high} (95% sure)."


def shown(rated: Rated) -> ShownRating:
    """A rating as it is now: less certain since the last game."""
    now = rated.at(shared(Moments).real_time())
    low, high = now.interval
    return ShownRating(
        round(now.rating),
        round(now.deviation),
        round(low),
        round(high),
        rated.num_games,
        now.deviation > CERTAIN_DEVIATION,
    )


def format_gain(before: float, after: float) -> str:
    """What a game did to a rating, in whole points, such as "+12"."""
    points = round(after) - round(before)
    return "±0" if points == 0 else f"{points:+d}".replace("-", "−")


def ratings_of(players: Collection[int], game: str, speed: str) -> dict[int, ShownRating]:
    """The ratings of players at games of a kind, by their numbers; newcomers have one too."""
    rows = PlayerRating.objects.filter(player__in=players, game=game, speed=speed)
    known = {row.player_id: row.rated for row in rows}
    return {player: shown(known.get(player, Rated())) for player in players}
