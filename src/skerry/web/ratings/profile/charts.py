"""A player's ratings with their course over time, as a small line."""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Q

from skerry.games.catalogue import GAMES, info
from skerry.games.contract import GameInfo
from skerry.sessions import SPEEDS
from skerry.web.accounts.models import Player
from skerry.web.ratings.models import PlayerRating, RatedGame
from skerry.web.ratings.shown import ShownRating, shown

MOST_GAMES = 200  # the latest, of a line
WIDTH, HEIGHT, MARGIN = 240, 56, 4  # of the drawing
LEAST_SPAN = 100.0  # points from bottom to top, so that a few of them are no cliff


@dataclass(frozen=True)
class Line:
    """The course of a rating."""

    points: str  # of an SVG polyline
    words: str
    lowest: int
    highest: int
    since: datetime


@dataclass(frozen=True)
class Card:
    """A rating as the profile shows it."""

    info: GameInfo
    speed: str
    rating: ShownRating
    line: Line | None


def cards(player: Player) -> list[Card]:
    """A player's ratings, in the order of the games and speeds."""
    rows = PlayerRating.objects.filter(player=player, num_games__gt=0)
    order = {one.name: number for number, one in enumerate(GAMES)}
    known = [row for row in rows if row.game in order and row.speed in SPEEDS]
    known.sort(key=lambda row: (order[row.game], SPEEDS.index(row.speed)))
    return [
        Card(info(row.game), row.speed, shown(row.rated), line(player, row.game, row.speed))
        for row in known
    ]


def line(player: Player, game: str, speed: str) -> Line | None:
    """The course of a rating in its latest games; None: there is none yet."""
    mine = RatedGame.objects.filter(Q(first=player) | Q(second=player), game=game, speed=speed)
    latest = list(mine.order_by("-moment", "-pk")[:MOST_GAMES])[::-1]
    if not latest:
        return None
    first = latest[0]
    start = first.first_before if first.first_id == player.pk else first.second_before
    ratings = [
        start,
        *(one.first_after if one.first_id == player.pk else one.second_after for one in latest),
    ]
    low, high = min(ratings), max(ratings)
    return Line(
        _points(ratings),
        f"From {ratings[0]:.0f} to {ratings[-1]:.0f} in the last {len(latest)} games, "
        f"between {low:.0f} and {high:.0f}."
        if len(latest) > 1
        else f"From {ratings[0]:.0f} to {ratings[-1]:.0f} in one game.",
        round(low),
        round(high),
        datetime.fromtimestamp(first.moment, UTC),
    )


def _points(ratings: list[float]) -> str:
    """One game after the other from left to right: days without games say nothing."""
    low, high = min(ratings), max(ratings)
    middle, span = (low + high) / 2, max(high - low, LEAST_SPAN)
    step = (WIDTH - 2 * MARGIN) / max(1, len(ratings) - 1)
    return " ".join(
        f"{MARGIN + number * step:.1f},"
        f"{HEIGHT / 2 - (rating - middle) / span * (HEIGHT - 2 * MARGIN):.1f}"
        for number, rating in enumerate(ratings)
    )
