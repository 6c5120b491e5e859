"""What of a game goes elsewhere: its record, pictures of its turns, new games from one of them."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from skerry.draw.board import board_label
from skerry.draw.pictures import CARD, USUAL_WIDTH, board_file, checked_width, game_card_file
from skerry.positions import Position
from skerry.record import GameRecord
from skerry.web.base.bodies import query_choice, query_number, whole_number
from skerry.web.base.errors import HelpError
from skerry.web.base.files.record_files import record_file
from skerry.web.base.limits.quotas import NEW_GAMES, PICTURES, limited, spend
from skerry.web.base.links import whole_address
from skerry.web.base.methods import require_POST, require_safe
from skerry.web.base.seats import seat_of, seated
from skerry.web.base.services import shared
from skerry.web.board import printed
from skerry.web.board.drawn_apart import Pictures
from skerry.web.board.position_data import last_actions
from skerry.web.board.printed import refuses, tagged
from skerry.web.board.words import YOU
from skerry.web.play import forms, games
from skerry.web.play.closed import check_open
from skerry.web.play.models import SavedGame
from skerry.web.play.records import record_of, turn_of

# Pixels of a PNG: few, so that who asks for many pictures gets those that are kept. One that is
# twice as wide takes five seconds.
WIDTHS = (64, 120, 200, 300, 400, 600, 800, 1024, 1200, 1600, 2048)
KINDS = {"svg": "image/svg+xml", "png": "image/png"}


@require_safe
@refuses
def picture(request: HttpRequest, game_id: str, kind: str) -> HttpResponse:
    """The board as a file, as `skerry draw` writes it: `?turn=N&width=W&theme=dark&last=on`."""
    record = record_of(games.find(game_id, seat_of(request)))
    turn = _turn_there(request, record)
    width = checked_width(query_number(request, "width"), WIDTHS[-1])
    is_marked = query_choice(request, "last", ("off", "on")) == "on"
    is_dark = query_choice(request, "theme", ("light", "dark")) == "dark"
    across = width if kind == "svg" else None

    def draw() -> str:
        last = last_actions(record, turn) if is_marked else ()
        return board_file(record.replay()[turn], width=across, last=last, dark=is_dark)

    key = f"{_way_to(record, turn)} {across} {is_marked} {is_dark}"
    svg = shared(Pictures).svg(request, key, draw)
    return _answer(request, svg, None if kind == "svg" else _png_width(width or USUAL_WIDTH))


def _way_to(record: GameRecord, turn: int) -> str:
    """What leads to the position after a turn, and to no other."""
    start = None if record.given_start is None else record.given_start.text
    game = record.game
    return repr((game.name, game.options, record.setup, start, record.turn_texts[:turn]))


def _png_width(wanted: int) -> int:
    """The least of the widths that is not less than wanted."""
    return next(width for width in WIDTHS if width >= wanted)


@require_safe
@refuses
def card(request: HttpRequest, game_id: str) -> HttpResponse:
    """The picture that goes with a link to a game: `?turn=N`."""
    saved = games.find(game_id, seat_of(request))
    record = record_of(saved)
    turn = _turn_there(request, record)
    svg = shared(Pictures).svg(
        request, f"{turn} {saved.record}", lambda: game_card_file(record, turn)
    )
    return _answer(request, svg, CARD[0])


def _turn_there(request: HttpRequest, record: GameRecord) -> int:
    """The turn of a picture's address; the latest in place of one that was taken back."""
    turn, most = query_number(request, "turn"), len(record.turns)
    return most if turn is None else min(turn, most)


def _answer(request: HttpRequest, svg: str, width: int | None) -> HttpResponse:
    """An SVG file, or its PNG if a width is given; a turn may be taken back, and another played."""

    def make() -> HttpResponse:
        if width is None:
            return HttpResponse(svg, content_type=KINDS["svg"])
        spend(request, PICTURES)
        return HttpResponse(shared(Pictures).png(request, svg, width), content_type=KINDS["png"])

    return tagged(request, f"{width} {svg}", make)


@require_safe
@refuses
def animation(request: HttpRequest, game_id: str, kind: str) -> HttpResponse:
    """The whole game as a moving picture."""
    saved = games.find(game_id, seat_of(request))
    return printed.moving_picture(request, kind, saved.record, f"{saved.game}-{saved.pk}")


@require_safe
@refuses
def booklet(request: HttpRequest, game_id: str) -> HttpResponse:
    """The whole game as a PDF."""
    saved = games.find(game_id, seat_of(request))
    return printed.booklet(request, saved.record, f"{saved.game}-{saved.pk}")


@require_safe
@refuses
def download(request: HttpRequest, game_id: str) -> HttpResponse:
    """The record as a file: `?format=sgf`; without a format as it is saved, damaged or not."""
    saved = games.find(game_id, seat_of(request))
    return record_file(request, f"{saved.game}-{saved.pk}", saved.record, lambda: record_of(saved))


def preview(request: HttpRequest, saved: SavedGame, state: dict[str, Any]) -> dict[str, object]:
    """What programs that show links may tell of the page of a game: words, and a picture."""
    turn, most = state["viewed"], state["turn"]
    words = state["heading"] if turn == most else f"Turn {turn} of {most}"
    at_turn = "" if turn == most else f"?turn={turn}"
    return {
        "words": ". ".join(filter(None, (words, state["last_turn"]))),
        "url": whole_address(request, f"{request.path}{at_turn}"),
        "picture": whole_address(request, f"{request.path}/card.png?turn={turn}"),
        "shows": board_label(record_of(saved).replay()[turn]),
        "width": CARD[0],
        "height": CARD[1],
    }


@require_POST
@refuses
@limited(NEW_GAMES)
def play_on(request: HttpRequest, game_id: str) -> HttpResponse:
    """Begin a game of this browser at a turn of another one.

    While that one goes on, it would be help like an analysis.
    """
    saved = games.find(game_id, seat_of(request))
    if not games.may_analyse(saved, seat_of(request)):
        raise HelpError(
            "One can play on from here when the game is over; before that, only who plays against "
            "the computer can."
        )
    record = record_of(saved)
    turn = turn_of(record, whole_number(request.POST.get("turn", ""), "turn"))
    way = record.replay()[: turn + 1]
    return begin_at(request, way[-1], way)


def begin_at(
    request: HttpRequest, start: Position, way: Sequence[Position] | None = None
) -> HttpResponse:
    """Begin a game of this browser at a position, against whom the form says, and lead to it.

    Args:
        request: with the form.
        start: the position.
        way: the positions that led there, itself included, if they are known.

    Raises:
        HelpError: two persons play it at this moment, or one of those that led there.
        OptionError: no such opponent or side; the game is over there, or it lies within a turn.
    """
    check_open(way or (start,), seat_of(request))
    opponent = forms.read_opponent_at(start, request.POST.dict())
    names = (YOU,) if opponent.level else ("", "")
    return seated(
        request,
        lambda holder: redirect("game", games.begin_at(holder, start, names, opponent).pk),
    )
