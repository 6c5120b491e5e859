"""The pages of the editor: which game, and a board to be set up."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache

from skerry.games.catalogue import GAMES
from skerry.games.contract import game_module
from skerry.levels import LEVELS
from skerry.text import LONGEST_TEXT
from skerry.web.base.answers import find_game, require_GET
from skerry.web.board.pictures import picture, ratio
from skerry.web.editor import page_data
from skerry.web.editor.page_data import draft_in
from skerry.web.play.forms import field_text, fields


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """The games whose positions can be set up: all."""
    games = [{"info": one, "picture": picture(one.name)} for one in GAMES]
    return render(request, "editor/index.html", {"games": games})


@never_cache
@require_GET
def editor(request: HttpRequest, name: str) -> HttpResponse:
    """A board to be set up: `?position=TEXT`, else a start."""
    info = find_game(name)
    text = request.GET.get("position", "").strip()
    draft, error = draft_in(info.name, text)
    if draft.game.name != info.name:
        query = urlencode({"position": text})
        return redirect(f"{reverse('editor', args=[draft.game.name])}?{query}")
    state = page_data.state(draft)
    svg = str(state.pop("svg"))
    context = {
        "info": info,
        "svg": svg,
        "ratio": ratio(svg),
        "state": state,
        "error": error,
        "tools": game_module(draft.game.name).tools(draft.game),
        "movers": page_data.movers(draft.game),
        "fields": fields(info, {option: field_text(value) for option, value in draft.game.options}),
        "levels": LEVELS.items(),
        "longest_text": LONGEST_TEXT,
    }
    return render(request, "editor/editor.html", context, status=400 if error else 200)
