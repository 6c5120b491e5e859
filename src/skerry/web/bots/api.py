"""The API for programs: its operations (django-ninja), and what becomes of errors."""

from dataclasses import asdict

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import path, reverse
from ninja import NinjaAPI, Router, Status
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema

from skerry.errors import SkerryError
from skerry.games.catalogue import FEATURED
from skerry.games.info import GameInfo
from skerry.positions import game
from skerry.sessions import Session, compose, format_control
from skerry.web.accounts.models import Player
from skerry.web.base.answers import find_game, whole_address
from skerry.web.base.bodies import MOST_ACTIONS, AtVersion, error_response, sentences
from skerry.web.base.errors import RequestError
from skerry.web.base.limits import ENTRIES, NEW_GAMES, PREVIEWS, TURNS
from skerry.web.bots import events
from skerry.web.bots.auth import NO_TOKEN, ByToken, player_of, player_within
from skerry.web.bots.schemas import (
    Account,
    Actions,
    Begun,
    Challenge,
    ChallengeSent,
    GameAbout,
    GameListed,
    GameNow,
    OptionAbout,
    PairingNow,
    Problem,
    RestNow,
    RoundNow,
    RowNow,
    State,
    TimeAbout,
    TournamentListed,
    TournamentNow,
    TurnSent,
)
from skerry.web.bots.tokens import become_bot as mark
from skerry.web.bots.waiting import running_games
from skerry.web.online import challenges
from skerry.web.online import models as online
from skerry.web.play import changes, offers, queries
from skerry.web.play.api import AnswerSent, OfferSent
from skerry.web.play.forms import grouped_choices, read_control
from skerry.web.play.models import SavedGame
from skerry.web.play.page_data import live_data
from skerry.web.tournaments import models, organising, page_data

account_routes = Router(tags=["Account and games"])


@account_routes.get("account", response=Account, summary="Who the token acts for")
def account(request: HttpRequest) -> Account:
    """The account of the token."""
    player = player_of(request)
    url = whole_address(request, reverse("home"))
    return Account(name=player.name, is_bot=player.is_bot, url=url)


@account_routes.post("account/bot", response=Account, summary="Become a bot")
def become_bot(request: HttpRequest) -> Account:
    """Mark the account as a program's, for good. That must be done before its first game.

    Others see the mark. A bot plays rated games only with who has asked it for one.
    """
    mark(player_of(request))
    return account(request)


@account_routes.get("catalogue", response=list[GameAbout], summary="The games and their options")
def catalogue(request: HttpRequest) -> list[GameAbout]:
    """All games that can be played here."""
    return [_about_game(info) for info in FEATURED]


def _about_game(info: GameInfo) -> GameAbout:
    defaults = dict(info.complete({}))
    options = [
        OptionAbout.model_validate(
            {
                "name": one.name,
                "kind": one.kind,
                "default": defaults[one.name],
                "allowed": one.allowed(defaults),
                "about": one.help,
            }
        )
        for one in info.options
    ]
    return GameAbout(
        name=info.name,
        title=info.title,
        author=info.author,
        summary=info.summary,
        colours=list(info.colours),
        options=options,
    )


@account_routes.get(
    "times", response=list[TimeAbout], summary="The clocks that a challenge can have"
)
def times(request: HttpRequest) -> list[TimeAbout]:
    """What `time` of a challenge may say."""
    return [
        TimeAbout(value=one.value, words=one.words)
        for _, choices in grouped_choices()
        for one in choices
    ]


game_routes = Router(tags=["Playing"])
SHOWN = ("you", "clock", "offers", "may_offer_draw", "may_ask_back", "may_abort")  # of `live_data`


@game_routes.get("games", response=list[GameListed], summary="Your games that go on")
def running(request: HttpRequest) -> list[GameListed]:
    """The games that have not ended, the one that changed last first."""
    return [
        GameListed.model_validate(one._asdict()) for one in running_games(player_of(request).holder)
    ]


@game_routes.get("games/{game_id}", response=GameNow, summary="A game as it is now")
def game_state(request: HttpRequest, game_id: str) -> GameNow:
    """Everything about a game: one's own, or one that may be watched."""
    player = player_of(request)
    return _now(request, queries.find(game_id, player.holder), player)


@game_routes.get("games/{game_id}/record", summary="A game's record")
def record(request: HttpRequest, game_id: str) -> HttpResponse:
    """The record as JSON, in the format of records of this site."""
    saved = queries.find(game_id, player_of(request).holder)
    return HttpResponse(saved.record, content_type="application/json")


@game_routes.get("games/{game_id}/actions", response=Actions, summary="What can be played next")
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


@game_routes.post("games/{game_id}/turns", response=GameNow, summary="Play a turn")
def play(request: HttpRequest, game_id: str, sent: TurnSent) -> GameNow:
    """Play a whole turn. 409: the game has gone on since that version, and nothing is changed."""
    player, saved = _own(request, game_id)
    chosen = _chosen(sent.turn)
    played = changes.play(saved, player.holder, sent.version, chosen, client_id=sent.id or "")
    return _now(request, played, player)


@game_routes.post("games/{game_id}/offers", response=GameNow, summary="Offer something")
def offer(request: HttpRequest, game_id: str, sent: OfferSent) -> GameNow:
    """Offer a draw or a rematch, or ask for one's last turn back.

    409: it stands already, must wait, or the game cannot be drawn by its rules.
    """
    player, saved = _own(request, game_id)
    return _now(request, offers.offer(saved, player.holder, sent.version, sent.kind), player)


@game_routes.post("games/{game_id}/answers", response=GameNow, summary="Answer an offer")
def answer(request: HttpRequest, game_id: str, sent: AnswerSent) -> GameNow:
    """Accept or refuse what the other person offers."""
    player, saved = _own(request, game_id)
    done = offers.answer(
        saved, player.holder, sent.version, sent.kind, accepted=sent.accepted, by=sent.by
    )
    return _now(request, done, player)


@game_routes.post("games/{game_id}/resign", response=GameNow, summary="Give up")
def resign(request: HttpRequest, game_id: str, sent: AtVersion) -> GameNow:
    """Lose the game."""
    player, saved = _own(request, game_id)
    return _now(request, changes.resign(saved, player.holder, sent.version), player)


@game_routes.post("games/{game_id}/abort", response=GameNow, summary="Call a game off")
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


challenge_routes = Router(tags=["Challenges"])


@challenge_routes.post("challenges", response={201: Challenge}, summary="Ask for a game")
def make(request: HttpRequest, sent: ChallengeSent) -> Status[Challenge]:
    """Make a challenge, which whoever has its link may accept within a week."""
    player = player_within(request, NEW_GAMES)
    chosen = game(find_game(sent.game).name, **sent.options)
    invited = None if sent.to is None else challenges.find_invited(sent.to)
    control = read_control(sent.time)
    terms = challenges.Terms(sent.side, control, sent.rated, sent.listed, invited, sent.seed)
    made = challenges.make(player.holder, chosen, terms)
    return Status(201, _shown(request, made, player))


@challenge_routes.get(
    "challenges/{challenge_id}", response=Challenge, summary="A challenge as it is now"
)
def challenge_state(request: HttpRequest, challenge_id: str) -> Challenge:
    """Who asks for what, and whether a game has begun."""
    return _shown(request, challenges.find(challenge_id), player_of(request))


@challenge_routes.post(
    "challenges/{challenge_id}/accept", response=Begun, summary="Accept a challenge"
)
def accept(request: HttpRequest, challenge_id: str) -> Begun:
    """Begin the game. 409: somebody else was quicker, or it was withdrawn."""
    player = player_within(request, NEW_GAMES)
    game_id = challenges.accept(challenges.find(challenge_id), player.holder)
    return Begun(id=game_id, url=whole_address(request, reverse("game", args=[game_id])))


@challenge_routes.post(
    "challenges/{challenge_id}/decline", response=Challenge, summary="Decline one"
)
def decline(request: HttpRequest, challenge_id: str) -> Challenge:
    """Say no to a challenge that is for you alone."""
    player = player_of(request)
    found = challenges.find(challenge_id)
    challenges.decline(found, player.holder)
    found.refresh_from_db()
    return _shown(request, found, player)


@challenge_routes.post(
    "challenges/{challenge_id}/withdraw", response=Challenge, summary="Withdraw one"
)
def withdraw(request: HttpRequest, challenge_id: str) -> Challenge:
    """Take back a challenge of one's own."""
    player = player_of(request)
    found = challenges.find(challenge_id)
    challenges.withdraw(found, player.holder)
    found.refresh_from_db()
    return _shown(request, found, player)


def _shown(request: HttpRequest, one: online.Challenge, player: Player) -> Challenge:
    wanted = one.wanted
    return Challenge(
        id=one.pk,
        url=whole_address(request, reverse("challenge", args=[one.pk])),
        by=one.maker.name,
        game=wanted.name,
        options=dict(wanted.options),
        side=one.side,
        time=format_control(one.time),
        rated=one.is_rated,
        to=None if one.invited is None else one.invited.name,
        open=one.is_open,
        yours=one.maker_id == player.pk,
        begun=challenges.begun_game_for(one, player.holder) or None,
    )


tournament_routes = Router(tags=["Tournaments"])
MOST = 100  # in a list, the latest


@tournament_routes.get("tournaments", response=list[TournamentListed], summary="Tournaments")
def tournaments_listed(request: HttpRequest, state: State = "open") -> list[TournamentListed]:
    """The tournaments in a state, the latest first."""
    of_state = models.Tournament.objects.filter(state=state).select_related("maker")
    found = of_state.prefetch_related("entries")[:MOST]
    player = player_of(request)
    return [
        TournamentListed.model_validate(_about_tournament(request, one, player))
        for one in found
        if one.is_known
    ]


@tournament_routes.get(
    "tournaments/{tournament_id}", response=TournamentNow, summary="One as it is now"
)
def tournament_state(request: HttpRequest, tournament_id: str) -> TournamentNow:
    """Who takes part, the rounds with their games, and the table."""
    return _tournament_now(request, organising.find(tournament_id), player_of(request))


@tournament_routes.post(
    "tournaments/{tournament_id}/enter", response=TournamentNow, summary="Enter"
)
def enter_tournament(request: HttpRequest, tournament_id: str) -> TournamentNow:
    """Take part; your games begin by themselves, and the stream of events tells of them.

    409: it is too late, or full. 403: bots cannot enter it.
    """
    player = player_within(request, ENTRIES)
    row = organising.find(tournament_id)
    organising.enter(row, player)
    return _tournament_now(request, organising.find(tournament_id), player)


@tournament_routes.post(
    "tournaments/{tournament_id}/leave", response=TournamentNow, summary="Leave"
)
def leave_tournament(request: HttpRequest, tournament_id: str) -> TournamentNow:
    """Take part no more; a game that goes on is given up."""
    player = player_within(request, ENTRIES)
    organising.leave(organising.find(tournament_id), player)
    return _tournament_now(request, organising.find(tournament_id), player)


def _about_tournament(
    request: HttpRequest, row: models.Tournament, player: Player
) -> dict[str, object]:
    wanted = row.wanted
    return {
        "id": row.pk,
        "url": whole_address(request, reverse("tournament", args=[row.pk])),
        "name": row.name,
        "by": row.maker.name,
        "game": wanted.name,
        "options": dict(wanted.options),
        "time": row.time_words,
        "system": row.system,
        "rated": row.is_rated,
        "bots": row.allows_bots,
        "state": row.state,
        "players": row.entries.count(),
        "entered": organising.takes_part(row, player),
        "why_not": organising.why_not_enter(row, player) or None,
    }


def _tournament_now(request: HttpRequest, row: models.Tournament, player: Player) -> TournamentNow:
    live = page_data.live(row, player)
    more = {
        "version": row.version,
        "your_game": live.my_game or None,
        "entrants": [one.name for one, _ in live.entrants],
        "num_rounds": live.num_rounds,
        "rounds": [_round(one) for one in sorted(live.rounds, key=lambda one: one.number)],
        "tie_breaks": [kind.value for kind in live.tie_breaks],
        "table": [_row(one) for one in live.standings],
    }
    return TournamentNow.model_validate({**_about_tournament(request, row, player), **more})


def _round(one: page_data.ShownRound) -> RoundNow:
    return RoundNow(
        number=one.number,
        pairings=[
            PairingNow(
                first=pair.first.name,
                second=pair.second.name,
                outcome=pair.outcome,
                game=pair.game_id or None,
            )
            for pair in one.pairings
        ],
        resting=[RestNow(player=player.name, rest=rest.value) for player, rest in one.rests],
    )


def _row(one: page_data.Standing) -> RowNow:
    return RowNow(
        place=one.line.place,
        player=one.player.name,
        points=one.line.points,
        tie_breaks=list(one.line.tie_breaks),
        wins=one.line.wins,
        draws=one.line.draws,
        losses=one.line.losses,
        has_left=one.line.is_withdrawn,
    )


PREFIX = "/api/v1/"
ABOUT = """\
Programs play here as people do: with an account of their own, in the same games, under the same
clocks.

1. Make an account for the program, and a token of it on the page `/account/tokens`. Send the token
   with each request: `Authorization: Bearer skerry_...`.
2. Say once that a program plays: `POST account/bot`.
3. Listen to `GET events`. When a line says that it is your turn, ask for the game, and send a turn.

An error is answered by `{"error": sentence}`: 400 what was sent cannot be, 401 no token, 403 not
yours, 404 not there, 409 the game has gone on, 429 too much at once (`Retry-After` says when).
"""

api = NinjaAPI(
    title="Skerry's API for programs that play",
    version="1",
    description=ABOUT,
    docs_url=None,
    openapi_url=None,
    auth=ByToken(),
)
for routes in (
    account_routes,
    events.router,
    game_routes,
    challenge_routes,
    tournament_routes,
):
    api.add_router("", routes)


@api.exception_handler(SkerryError)
def _refused(request: HttpRequest, error: SkerryError) -> HttpResponse:
    return error_response(error)


@api.exception_handler(AuthenticationError)
def _unknown(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    response = JsonResponse({"error": NO_TOKEN}, status=401)
    response["WWW-Authenticate"] = "Bearer"
    return response


@api.exception_handler(ValidationError)
def _malformed(request: HttpRequest, error: ValidationError) -> HttpResponse:
    # A place begins with where it is, such as the body, and how the operation calls that.
    placed = [{**one, "loc": [p for p in one["loc"][1:] if p != "sent"]} for one in error.errors]
    return JsonResponse({"error": sentences(placed)}, status=400)


@api.exception_handler(HttpError)
def _unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
    sentence = "The request must be a JSON object; this is not JSON."
    return JsonResponse(
        {"error": sentence if error.status_code == 400 else str(error)}, status=error.status_code
    )


@api.exception_handler(Http404)
def _missing(request: HttpRequest, error: Http404) -> HttpResponse:
    return JsonResponse({"error": str(error)}, status=404)


def document() -> OpenAPISchema:
    """The OpenAPI document; errors are described once, for all operations."""
    schema = api.get_openapi_schema(path_prefix=PREFIX)
    schema["components"]["schemas"]["Problem"] = Problem.model_json_schema()
    problem = {"schema": {"$ref": "#/components/schemas/Problem"}}
    for operations in schema["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = {
                "description": "Nothing was done.",
                "content": {"application/json": problem},
            }
    return schema


urlpatterns = [path("api/v1/", api.urls)]
