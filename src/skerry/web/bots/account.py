"""Operations about the account, and about what can be played here."""

from django.http import HttpRequest
from django.urls import reverse
from ninja import Router

from skerry.games.catalogue import FEATURED
from skerry.games.info import GameInfo
from skerry.web.base.answers import whole_address
from skerry.web.bots.auth import player_of
from skerry.web.bots.schemas import Account, GameAbout, OptionAbout, TimeAbout
from skerry.web.bots.tokens import become_bot as mark
from skerry.web.play.forms import grouped_choices

router = Router(tags=["Account and games"])


@router.get("account", response=Account, summary="Who the token acts for")
def account(request: HttpRequest) -> Account:
    """The account of the token."""
    player = player_of(request)
    url = whole_address(request, reverse("home"))
    return Account(name=player.name, is_bot=player.is_bot, url=url)


@router.post("account/bot", response=Account, summary="Become a bot")
def become_bot(request: HttpRequest) -> Account:
    """Mark the account as a program's, for good. That must be done before its first game.

    Others see the mark. A bot plays rated games only with who has asked it for one.
    """
    mark(player_of(request))
    return account(request)


@router.get("catalogue", response=list[GameAbout], summary="The games and their options")
def catalogue(request: HttpRequest) -> list[GameAbout]:
    """All games that can be played here."""
    return [_about(info) for info in FEATURED]


def _about(info: GameInfo) -> GameAbout:
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


@router.get("times", response=list[TimeAbout], summary="The clocks that a challenge can have")
def times(request: HttpRequest) -> list[TimeAbout]:
    """What `time` of a challenge may say."""
    return [
        TimeAbout(value=one.value, words=one.words)
        for _, choices in grouped_choices()
        for one in choices
    ]
