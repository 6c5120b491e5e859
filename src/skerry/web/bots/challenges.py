"""Operations with challenges: asking for a game, and accepting one."""

from django.http import HttpRequest
from django.urls import reverse
from ninja import Router, Status

from skerry.positions import game
from skerry.sessions import Opponent, format_control
from skerry.web.accounts.models import Player
from skerry.web.base.answers import find_game, whole_address
from skerry.web.base.limits import NEW_GAMES
from skerry.web.board.words import YOU
from skerry.web.bots.auth import player_of, player_within
from skerry.web.bots.schemas import Begun, Challenge, ChallengeSent
from skerry.web.online import challenges
from skerry.web.online import models as online
from skerry.web.play.forms import NewGame, read_control

router = Router(tags=["Challenges"])


@router.post("challenges", response={201: Challenge}, summary="Ask for a game")
def make(request: HttpRequest, sent: ChallengeSent) -> Status[Challenge]:
    """Make a challenge, which whoever has its link may accept within a week."""
    player = player_within(request, NEW_GAMES)
    chosen = game(find_game(sent.game).name, **sent.options)
    wanted = NewGame(chosen, (YOU,), Opponent(), sent.seed, prepared=False)
    invited = None if sent.to is None else challenges.find_invited(sent.to)
    control = read_control(sent.time)
    terms = challenges.Terms(sent.side, control, sent.rated, sent.listed, invited)
    made = challenges.make(player.holder, wanted, terms)
    return Status(201, _shown(request, made, player))


@router.get("challenges/{challenge_id}", response=Challenge, summary="A challenge as it is now")
def state(request: HttpRequest, challenge_id: str) -> Challenge:
    """Who asks for what, and whether a game has begun."""
    return _shown(request, challenges.find(challenge_id), player_of(request))


@router.post("challenges/{challenge_id}/accept", response=Begun, summary="Accept a challenge")
def accept(request: HttpRequest, challenge_id: str) -> Begun:
    """Begin the game. 409: somebody else was quicker, or it was withdrawn."""
    player = player_within(request, NEW_GAMES)
    game_id = challenges.accept(challenges.find(challenge_id), player.holder)
    return Begun(id=game_id, url=whole_address(request, reverse("game", args=[game_id])))


@router.post("challenges/{challenge_id}/decline", response=Challenge, summary="Decline one")
def decline(request: HttpRequest, challenge_id: str) -> Challenge:
    """Say no to a challenge that is for you alone."""
    player = player_of(request)
    found = challenges.find(challenge_id)
    challenges.decline(found, player.holder)
    found.refresh_from_db()
    return _shown(request, found, player)


@router.post("challenges/{challenge_id}/withdraw", response=Challenge, summary="Withdraw one")
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
        begun=challenges.game_of(one, player.holder) or None,
    )
