"""The JSON that the page of a game talks to."""

from typing import Annotated, Literal

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from pydantic import Field

from skerry.sessions import TAKE_BACK
from skerry.web.base.bodies import (
    Actions,
    AtVersion,
    ComposeSent,
    Sent,
    TurnId,
    answers_json,
    query_number,
    read,
)
from skerry.web.base.cookies import wants_aims
from skerry.web.base.limits import EDITS, NEW_GAMES, PREVIEWS, TURNS, limited
from skerry.web.base.seats import seat_of
from skerry.web.board.position_data import composed_from, composing, last_actions
from skerry.web.play import changes, computer, creation, offers, queries
from skerry.web.play.models import SavedGame
from skerry.web.play.moments import lag_of
from skerry.web.play.page_data import clock_now, page_state


class Preview(AtVersion, ComposeSent):
    """A turn as composed so far."""


class TurnSent(AtVersion):
    """A whole turn."""

    actions: Actions
    id: TurnId = ""


class OfferSent(AtVersion):
    """Something that is asked of the other person."""

    kind: Literal["draw", "take_back", "rematch"]


class AnswerSent(OfferSent):
    """The answer to an offer; refusing one's own withdraws it."""

    accepted: bool
    by: Literal[0, 1] | None = Field(
        None, description="Whose offer is answered; 409 where it is another person's by now."
    )


class VacationSent(Sent):
    """Whether somebody is away."""

    away: bool = False


class RematchSent(Sent):
    """How the next game differs."""

    exchange: bool = False
    level: Annotated[str, Field(max_length=16)] = ""


class VisibilitySent(Sent):
    """Who may see a game."""

    visibility: Literal["private", "link", "public"]


@answers_json("GET")
def state(request: HttpRequest, game_id: str) -> HttpResponse:
    """The game, after all of its turns or after `?turn=N` of them.

    With `?known=VERSION` the answer is just {"same": true} when nothing has changed.
    """
    saved = queries.find(game_id, seat_of(request))
    viewed = query_number(request, "turn")
    if viewed is None and query_number(request, "known") == saved.version and not saved.trouble:
        same = {"same": True, "thinking_words": changes.thinking_words(saved)}
        return JsonResponse(same | clock_now(saved))
    return JsonResponse(page_state(saved, seat_of(request), viewed, with_aims=wants_aims(request)))


@answers_json("POST")
@limited(PREVIEWS)
def preview(request: HttpRequest, game_id: str) -> HttpResponse:
    """The turn as composed so far; nothing is saved."""
    sent, holder = read(request, Preview), seat_of(request)
    saved = queries.find_own(game_id, holder)
    session = queries.session_to_act(saved, holder, sent.version)
    composed = composed_from(session.position, sent)
    last = last_actions(session.record)
    return JsonResponse(composing(composed, last, with_aims=wants_aims(request)))


@answers_json("POST")
@limited(TURNS)
def play(request: HttpRequest, game_id: str) -> HttpResponse:
    """Play a whole turn; one sent again with the same "id" is answered and changes nothing."""
    sent, holder = read(request, TurnSent), seat_of(request)
    saved = queries.find_own(game_id, holder)
    lag = lag_of(saved, holder)
    played = changes.play(saved, holder, sent.version, sent.actions, client_id=sent.id, lag=lag)
    return _state_after(request, played)


@answers_json("POST")
@limited(TURNS)
def take_back(request: HttpRequest, game_id: str) -> HttpResponse:
    """Take the last turn back; where somebody else plays too, ask for it."""
    version, holder = read(request, AtVersion).version, seat_of(request)
    saved = queries.find_own(game_id, holder)
    if saved.seats.are_apart():
        return _state_after(request, offers.offer(saved, holder, version, TAKE_BACK))
    return _state_after(request, changes.take_back(saved, version))


@answers_json("POST")
@limited(TURNS)
def offer(request: HttpRequest, game_id: str) -> HttpResponse:
    """Offer what "kind" says: a draw, a rematch, or a turn back that is asked for."""
    sent, holder = read(request, OfferSent), seat_of(request)
    saved = queries.find_own(game_id, holder)
    return _state_after(request, offers.offer(saved, holder, sent.version, sent.kind))


@answers_json("POST")
@limited(TURNS)
def answer(request: HttpRequest, game_id: str) -> HttpResponse:
    """Answer an offer, named by its "kind" and whose it is ("by"): "accepted" or not.

    Refusing one's own withdraws it.
    """
    sent, holder = read(request, AnswerSent), seat_of(request)
    saved = queries.find_own(game_id, holder)
    done = offers.answer(saved, holder, sent.version, sent.kind, accepted=sent.accepted, by=sent.by)
    return _state_after(request, done)


@answers_json("POST")
@limited(TURNS)
def abort(request: HttpRequest, game_id: str) -> HttpResponse:
    """Call the game off, while somebody has not played yet."""
    version, holder = read(request, AtVersion).version, seat_of(request)
    saved = queries.find_own(game_id, holder)
    return _state_after(request, changes.abort(saved, holder, version))


@answers_json("POST")
@limited(TURNS)
def vacation(request: HttpRequest, game_id: str) -> HttpResponse:
    """Go on vacation in a game by correspondence ("away"), or come back."""
    away, holder = read(request, VacationSent).away, seat_of(request)
    saved = queries.find_own(game_id, holder)
    return _state_after(request, changes.go_on_vacation(saved, holder, away=away))


@answers_json("POST")
@limited(TURNS)
def resign(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give the game up."""
    version, holder = read(request, AtVersion).version, seat_of(request)
    saved = queries.find_own(game_id, holder)
    return _state_after(request, changes.resign(saved, holder, version))


@answers_json("POST")
@limited(TURNS)
def retry(request: HttpRequest, game_id: str) -> HttpResponse:
    """Ask the engine once more after it gave up."""
    saved = queries.find_own(game_id, seat_of(request))
    return _state_after(request, computer.retry(saved))


@answers_json("POST")
@limited(NEW_GAMES)
def rematch(request: HttpRequest, game_id: str) -> HttpResponse:
    """Begin the same game again; perhaps "exchange" the places, or against another "level".

    Where somebody else plays too, a rematch is offered instead (`offer`).
    """
    sent = read(request, RematchSent)
    saved = queries.find_alone(game_id, seat_of(request))
    again = creation.rematch(saved, exchanged=sent.exchange, level=sent.level)
    return JsonResponse({"url": reverse("game", args=[again.pk])}, status=201)


@answers_json("POST")
@limited(EDITS)
def show_to(request: HttpRequest, game_id: str) -> HttpResponse:
    """Say who may see the game, by "visibility": who plays in it, who has the link, everybody."""
    visibility = read(request, VisibilitySent).visibility
    saved = queries.find_alone(game_id, seat_of(request))
    changes.show_to(saved, visibility)
    return JsonResponse({"visibility": visibility})


def _state_after(request: HttpRequest, saved: SavedGame) -> HttpResponse:
    return JsonResponse(page_state(saved, seat_of(request), with_aims=wants_aims(request)))
