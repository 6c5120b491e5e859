"""Challenges made, found, accepted and withdrawn."""

import json
import secrets

from django.db import transaction
from django.utils import timezone

from ...sessions import TimeControl, control_to_data
from ..accounts.models import Player
from ..accounts.people import player_of
from ..base.errors import RequestError, SeatError, StaleError
from ..play import games
from ..play.forms import NewGame
from ..play.models import KEPT, SavedGame
from .models import ACCEPTED, OPEN, WITHDRAWN, Challenge
from .telling import tell_of_challenge

SIDES = ("first", "second", "random")

# Of a challenge that was not accepted by who asks: why it cannot be any more.
ENDS = {
    OPEN: "This challenge has expired: it was open for a week.",
    ACCEPTED: "Somebody else was quicker: this challenge has been accepted already.",
    WITHDRAWN: "This challenge has been withdrawn by who made it.",
}


class UnknownChallengeError(RequestError):
    """There is no such challenge."""

    status = 404


def make(holder: str, wanted: NewGame, side: str, control: TimeControl | None) -> Challenge:
    """A challenge, open for a week.

    Args:
        holder: who asks; a browser that has not played yet becomes a guest with a name.
        wanted: the game; its opponent and names do not matter.
        side: of the maker, one of SIDES; "random" is drawn when it is accepted.
        control: the clock; None: none.
    """
    return Challenge.objects.create(
        maker=player_of(holder),
        game=wanted.game.name,
        options=json.dumps(dict(wanted.game.options)),
        seed=wanted.seed,
        prepared=wanted.prepared,
        side=side,
        control="" if control is None else json.dumps(control_to_data(control)),
    )


def find(challenge_id: str) -> Challenge:
    """The challenge of that id.

    Raises:
        UnknownChallengeError: there is none.
    """
    found = Challenge.objects.select_related("maker").filter(pk=challenge_id).first()
    if found is None:
        raise UnknownChallengeError("There is no such challenge; its link may have been cut short.")
    return found


def accept(challenge: Challenge, holder: str) -> str:
    """Begin the game that a challenge asks for; of two who do it at once, one gets it.

    Args:
        challenge: as it was loaded.
        holder: who accepts.

    Returns:
        The id of the game. Who accepts the same one again is led to the same game.

    Raises:
        SeatError: the maker itself accepts.
        StaleError: it has been accepted by somebody else, withdrawn, or has expired.
    """
    if challenge.maker.holder == holder:
        raise SeatError("This is your own challenge: send its link to whom you want to play with.")
    with transaction.atomic():
        mine = Challenge.objects.filter(pk=challenge.pk, state=OPEN, expires__gt=timezone.now())
        if not mine.update(state=ACCEPTED):  # who comes second waits here, and finds it accepted
            return _accepted_before(challenge, holder)
        challenge.begun = _begin(challenge, player_of(holder))
        Challenge.objects.filter(pk=challenge.pk).update(begun=challenge.begun)
        tell_of_challenge(challenge.pk)
    return challenge.begun


def _accepted_before(challenge: Challenge, holder: str) -> str:
    challenge.refresh_from_db()
    game_id = game_of(challenge, holder)
    if game_id:
        return game_id
    raise StaleError(ENDS[challenge.state])


def game_of(challenge: Challenge, holder: str | None) -> str:
    """The id of the game that has begun, for who plays it; "" for others, and before."""
    if not challenge.begun:
        return ""
    saved = SavedGame.objects.filter(KEPT, pk=challenge.begun).first()
    return challenge.begun if saved is not None and saved.seats.held_by(holder) else ""


def _begin(challenge: Challenge, other: Player) -> str:
    maker = challenge.maker
    is_first = {"first": True, "second": False}.get(challenge.side)
    if is_first is None:
        is_first = secrets.randbelow(2) == 0
    first, second = (maker, other) if is_first else (other, maker)
    saved = games.begin_between(
        (first.holder, second.holder),
        (first.name, second.name),
        challenge.wanted,
        control=challenge.time,
        seed=challenge.seed,
        prepared=challenge.prepared,
    )
    return str(saved.pk)


def withdraw(challenge: Challenge, holder: str | None) -> None:
    """Take a challenge back.

    Raises:
        SeatError: somebody else made it.
        StaleError: it has been accepted.
    """
    if challenge.maker.holder != holder:
        raise SeatError("This challenge was made by somebody else, who alone can withdraw it.")
    with transaction.atomic():
        if not Challenge.objects.filter(pk=challenge.pk, state=OPEN).update(state=WITHDRAWN):
            challenge.refresh_from_db()
            if challenge.state == ACCEPTED:
                raise StaleError("It has been accepted already: your game has begun.")
        tell_of_challenge(challenge.pk)
