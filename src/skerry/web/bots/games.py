"""Operations in games: looking, playing, offering, giving up."""

from dataclasses import asdict

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Router

from skerry.sessions import Session, compose
from skerry.web.accounts.models import Player
from skerry.web.base.answers import whole_address
from skerry.web.base.bodies import MOST_ACTIONS, AtVersion
from skerry.web.base.errors import RequestError
from skerry.web.base.limits import PREVIEWS, TURNS
from skerry.web.bots.auth import player_of, player_within
from skerry.web.bots.schemas import (
    Actions,
    GameListed,
    GameNow,
    TurnSent,
)
from skerry.web.bots.waiting import running_games
from skerry.web.play import changes, offers, queries
from skerry.web.play.api import AnswerSent, OfferSent
from skerry.web.play.models import SavedGame
from skerry.web.play.page_data import live_data

router = Router(tags=["Playing"])
SHOWN = ("you", "clock", "offers", "may_offer_draw", "may_ask_back", "may_abort")  # of `live_data`


@router.get("games", response=list[GameListed], summary="Your games that go on")
def listed(request: HttpRequest) -> list[GameListed]:
    """The games that have not ended, the one that changed last first."""
    return [
        GameListed.model_validate(one._asdict()) for one in running_games(player_of(request).holder)
    ]


@router.get("games/{game_id}", response=GameNow, summary="A game as it is now")
def state(request: HttpRequest, game_id: str) -> GameNow:
    """Everything about a game: one's own, or one that may be watched."""
    player = player_of(request)
    return _now(request, queries.find(game_id, player.holder), player)


@router.get("games/{game_id}/record", summary="A game's record")
def record(request: HttpRequest, game_id: str) -> HttpResponse:
    """The record as JSON, in the format of records of this site."""
    saved = queries.find(game_id, player_of(request).holder)
    return HttpResponse(saved.record, content_type="application/json")


@router.get("games/{game_id}/actions", response=Actions, summary="What can be played next")
def actions(request: HttpRequest, game_id: str, begun: str = "") -> Actions:
    """The actions with which a turn can begin or go on: by them, no rules need be known.

    Choose one of `actions`, ask again with it added to `begun`, and so on, until the turn is
    `complete` and you want no more, or there are no more.
    """
    holder = player_within(request, PREVIEWS).holder
    saved = queries.find(game_id, holder)
    session = queries.session_of(saved)
    session.check_turn_of(session.to_act)
    chosen = _chosen(begun)
    composed = compose(session.position, chosen)
    after, game = composed.position, session.game
    legal = [] if composed.is_complete else after.legal_actions()
    return Actions(
        version=saved.version,
        begun=chosen,
        actions=[game.format_action(action) for action in legal],
        complete=composed.is_complete or after.may_end,
    )


def _chosen(text: str) -> list[str]:
    chosen = [one.strip() for one in text.split(",")] if text.strip() else []
    if len(chosen) > MOST_ACTIONS:
        raise RequestError(f"A turn has at most {MOST_ACTIONS} actions; these are {len(chosen)}.")
    return chosen


@router.post("games/{game_id}/turns", response=GameNow, summary="Play a turn")
def play(request: HttpRequest, game_id: str, sent: TurnSent) -> GameNow:
    """Play a whole turn. 409: the game has gone on since that version, and nothing is changed."""
    player, saved = _own(request, game_id)
    chosen = _chosen(sent.turn)
    played = changes.play(saved, player.holder, sent.version, chosen, client_id=sent.id or "")
    return _now(request, played, player)


@router.post("games/{game_id}/offers", response=GameNow, summary="Offer something")
def offer(request: HttpRequest, game_id: str, sent: OfferSent) -> GameNow:
    """Offer a draw or a rematch, or ask for one's last turn back.

    409: it stands already, must wait, or the game cannot be drawn by its rules.
    """
    player, saved = _own(request, game_id)
    return _now(request, offers.offer(saved, player.holder, sent.version, sent.kind), player)


@router.post("games/{game_id}/answers", response=GameNow, summary="Answer an offer")
def answer(request: HttpRequest, game_id: str, sent: AnswerSent) -> GameNow:
    """Accept or refuse what the other person offers."""
    player, saved = _own(request, game_id)
    done = offers.answer(
        saved, player.holder, sent.version, sent.kind, accepted=sent.accepted, by=sent.by
    )
    return _now(request, done, player)


@router.post("games/{game_id}/resign", response=GameNow, summary="Give up")
def resign(request: HttpRequest, game_id: str, sent: AtVersion) -> GameNow:
    """Lose the game."""
    player, saved = _own(request, game_id)
    return _now(request, changes.resign(saved, player.holder, sent.version), player)


@router.post("games/{game_id}/abort", response=GameNow, summary="Call a game off")
def abort(request: HttpRequest, game_id: str, sent: AtVersion) -> GameNow:
    """End a game without a result, while somebody has not played yet."""
    player, saved = _own(request, game_id)
    return _now(request, changes.abort(saved, player.holder, sent.version), player)


def _own(request: HttpRequest, game_id: str) -> tuple[Player, SavedGame]:
    """Who acts, and the game; each act counts as a turn."""
    player = player_within(request, TURNS)
    return player, queries.find_own(game_id, player.holder)


def _now(request: HttpRequest, saved: SavedGame, player: Player) -> GameNow:
    session = queries.session_of(saved)
    live = live_data(saved, session, player.holder)
    told = {
        "id": saved.pk,
        "url": whole_address(request, reverse("game", args=[saved.pk])),
        "version": saved.version,
        "to_act": session.to_act,
        "your_turn": session.may_act(player.holder),
        "called_off": session.is_aborted,
        "next_game": saved.next_game or None,
    }
    told |= _played(session) | {name: live[name] for name in SHOWN}
    return GameNow.model_validate(told)


def _played(session: Session) -> dict[str, object]:
    """What the record says."""
    record, result = session.record, session.result
    return {
        "game": session.game.name,
        "options": dict(session.game.options),
        "start": record.start.text,
        "turns": list(record.turn_texts),
        "position": session.position.text,
        "persons": [asdict(one) for one in record.persons],
        "over": session.is_over,
        "result": None if result is None else asdict(result),
    }
