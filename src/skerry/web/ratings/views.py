"""The page of a player, and the ratings that the page of a rated game shows."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from skerry.games.catalogue import FEATURED
from skerry.web.accounts.models import Player
from skerry.web.accounts.people import GONE, find_by_name
from skerry.web.base.answers import not_kept, require_GET
from skerry.web.base.bodies import answers_json
from skerry.web.base.seats import seat_of
from skerry.web.board.pictures import preview_of
from skerry.web.board.words import isolate_name
from skerry.web.play import queries
from skerry.web.play.models import SavedGame
from skerry.web.ratings import profiles
from skerry.web.ratings.models import RatedGame
from skerry.web.ratings.profiles import games_seen, results
from skerry.web.ratings.rating import format_gain, ratings_of, speed_in

LONGEST = 60  # characters of a name that are looked for


@never_cache
@require_GET
@not_kept
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Who somebody is here: ratings, results and games, as far as who looks may see them."""
    player = find_by_name(name) if len(name) <= LONGEST else None
    if player is None or player.holder.startswith(GONE):
        raise Http404("There is no player of that name here; names may have been changed.")
    if player.name != name:
        return redirect("profile", player.name)
    viewer = seat_of(request)
    found = games_seen(player, viewer)
    page = profiles.page_of(player, found, _number(request.GET.get("page", "")))
    context = {
        "player": player,
        "is_own": viewer == player.holder,
        "featured": FEATURED,
        "cards": profiles.cards(player),
        "chart_size": (profiles.WIDTH, profiles.HEIGHT),
        "results": results(player, found),
        "page": page,
        "rows": profiles.rows(player, page),
        "preview": preview_of(
            request,
            f"{isolate_name(player.name)} on Skerry",
            f"Ratings, results and games of {isolate_name(player.name)}.",
            FEATURED[0].name,
            is_listed=not player.is_guest,
        ),
    }
    return render(request, "ratings/profile.html", context)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 1


@answers_json("GET")
def ratings(request: HttpRequest, game_id: str) -> HttpResponse:
    """Of each person the rating now, and what the game has done to it; null for who has none."""
    saved = queries.find(game_id, seat_of(request))
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
