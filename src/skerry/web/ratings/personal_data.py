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
    games = RatedGame.objects.filter(Q(first=player) | Q(second=player)).select_related("first")
    return {
        "ratings": list(
            ratings.values("game", "speed", "rating", "deviation", "volatility", "num_games")
        ),
        "rated_games": [_game_data(one, 0 if one.first == player else 1) for one in games],
    }


def _game_data(game: RatedGame, person: int) -> dict[str, object]:
    before, after = game.steps()[person]
    told = {name: getattr(game, name) for name in ("game", "speed", "score", "moment")}
    return {"id": game.saved_id, "person": person, **told, "before": before, "after": after}


def forget(holder: str) -> None:
    """Nothing that says who it was."""
