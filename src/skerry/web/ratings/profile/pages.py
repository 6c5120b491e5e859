"""The page of a player."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from skerry.games.catalogue import FEATURED
from skerry.web.accounts.people import GONE, find_by_name
from skerry.web.base.answers import not_kept
from skerry.web.base.methods import require_GET
from skerry.web.base.seats import seat_of
from skerry.web.board.names import isolate_name
from skerry.web.board.previews import preview_of
from skerry.web.ratings.profile import charts, games
from skerry.web.ratings.profile.results import games_seen, results

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
    page = games.page_of(player, found, _number(request.GET.get("page", "")))
    context = {
        "player": player,
        "is_own": viewer == player.holder,
        "featured": FEATURED,
        "cards": charts.cards(player),
        "chart_size": (charts.WIDTH, charts.HEIGHT),
        "results": results(player, found),
        "page": page,
        "rows": games.rows(player, page),
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
