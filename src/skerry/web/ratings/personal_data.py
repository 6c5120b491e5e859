"""What a holder has among the ratings: only accounts have any, so nothing is moved.

Ratings and rated games stay when an account is deleted, of "Deleted player" with a number: without
them the ratings of others could not be computed again.
"""

from django.db.models import Q

from skerry.web.accounts.people import find_player
from skerry.web.ratings.models import PlayerRating, RatedGame


def move(old: str, new: str) -> None:
    """Guests play no rated games."""


def export(holder: str) -> dict[str, object]:
    """The ratings of a holder, and the rated games."""
    player = find_player(holder)
    ratings = PlayerRating.objects.filter(player=player).order_by("game", "speed")
    games = RatedGame.objects.filter(Q(first=player) | Q(second=player))
    names = ("game", "speed", "score", "moment")
    return {
        "ratings": list(
            ratings.values("game", "speed", "rating", "deviation", "volatility", "num_games")
        ),
        "rated_games": [
            {
                "id": one.saved_id,
                "person": 0 if one.first == player else 1,
                **{name: getattr(one, name) for name in names},
                "before": one.first_before if one.first == player else one.second_before,
                "after": one.first_after if one.first == player else one.second_after,
            }
            for one in games.select_related("first", "second")
        ],
    }


def forget(holder: str) -> None:
    """Nothing that says who it was."""
