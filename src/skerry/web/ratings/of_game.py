"""The ratings of the two who play a rated game, as its page shows them beside their names."""

from django.http import HttpRequest, HttpResponse, JsonResponse

from skerry.web.accounts.models import Player
from skerry.web.base.bodies import answers_json
from skerry.web.base.seats import seat_of
from skerry.web.play import games
from skerry.web.play.models import SavedGame
from skerry.web.ratings.models import RatedGame
from skerry.web.ratings.rating import speed_in
from skerry.web.ratings.shown import format_gain, ratings_of


@answers_json("GET")
def ratings(request: HttpRequest, game_id: str) -> HttpResponse:
    """Of each person the rating now, and what the game has done to it; null for who has none."""
    saved = games.find(game_id, seat_of(request))
    return JsonResponse({"persons": _persons(saved) if saved.is_rated else [None, None]})


def _persons(saved: SavedGame) -> list[dict[str, str] | None]:
    seats = (saved.first_seat or "", saved.second_seat or "")
    players = Player.objects.in_bulk(list(seats), field_name="holder")
    known = [players.get(seat) for seat in seats]
    now = ratings_of([one.pk for one in known if one is not None], saved.game, speed_in(saved))
    rated = RatedGame.objects.filter(saved=saved).first()
    gains = (
        ("", "")
        if rated is None
        else (
            format_gain(rated.first_before, rated.first_after),
            format_gain(rated.second_before, rated.second_after),
        )
    )
    return [
        None
        if one is None
        else {"text": now[one.pk].text, "words": now[one.pk].words, "gain": gain}
        for one, gain in zip(known, gains, strict=True)
    ]
