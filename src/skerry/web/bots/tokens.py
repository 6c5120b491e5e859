"""Tokens made, found and revoked; and how an account becomes a bot's for good."""

import secrets
from datetime import timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from skerry.web.accounts.models import Player, User
from skerry.web.base.errors import RequestError
from skerry.web.base.seats import account_holder, hash_token
from skerry.web.board.words import clean_name
from skerry.web.bots.models import LONGEST_TITLE, PLAY, ApiToken
from skerry.web.bots.waiting import wake_later
from skerry.web.play.models import SavedGame, held_by


def become_bot(player: Player) -> Player:
    """Mark an account as a program's, before its first game with somebody else.

    Raises RequestError: it has played as a person.
    """
    if player.is_bot:
        return player
    with_others = SavedGame.objects.filter(held_by(player.holder)).exclude(
        first_seat=F("second_seat")
    )
    if with_others.filter(first_seat__isnull=False, second_seat__isnull=False).exists():
        raise RequestError(
            "This account has played with others as a person, so it cannot become a bot; make an "
            "account for the bot alone."
        )
    player.is_bot = True
    player.save(update_fields=["is_bot"])
    return player


PREFIX = "skerry_"  # by it, whoever finds a token in a file knows what it opens
MOST_TOKENS = 10  # of one account
LONGEST = 80  # characters of what may be one
SEEN_EVERY = timedelta(hours=1)


class Bearer(NamedTuple):
    """Who comes with a token, and what for."""

    player: Player
    scope: str  # READ or PLAY


def make(user: User, title: str, scope: str = PLAY) -> str:
    """A new token of an account. It is told once: the database has a hash of it alone.

    Raises RequestError: no title, or as many tokens as an account may have.
    """
    named = clean_name(title)[:LONGEST_TITLE]
    if not named:
        raise RequestError("Give the token a name, by which you will know later what uses it.")
    token = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if tokens_of(user).count() >= MOST_TOKENS:
            raise RequestError(
                f"An account has at most {MOST_TOKENS} tokens; revoke one that is not needed."
            )
        ApiToken.objects.create(hashed=hash_token(token), user=user, title=named, scope=scope)
    return token


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """The tokens of an account that count, the latest first; those that have run out are gone."""
    ApiToken.objects.filter(user=user, expires__lte=timezone.now()).delete()
    return ApiToken.objects.filter(user=user).order_by("-created")


def find(token: str) -> Bearer | None:
    """For whom a token acts; None: it is unknown or has run out, or its account may not play."""
    if not token.startswith(PREFIX) or len(token) > LONGEST:
        return None
    found = (
        ApiToken.objects.select_related("user", "user__player")
        .filter(hashed=hash_token(token), expires__gt=timezone.now(), user__is_active=True)
        .first()
    )
    if found is None or found.user.player.closed is not None:
        return None
    if found.seen is None or timezone.now() - found.seen > SEEN_EVERY:
        ApiToken.objects.filter(pk=found.pk).update(seen=timezone.now())
    return Bearer(found.user.player, found.scope)


def end_all(*, user_id: int, **_: object) -> None:
    """Let no token of an account open anything any more; a receiver of `access_ended`."""
    ApiToken.objects.filter(user=user_id).delete()
    wake_later(account_holder(user_id))


def revoke(user: User, hashed: str) -> None:
    """Let a token of an account open nothing any more; one that is gone already is no error."""
    ApiToken.objects.filter(user=user, hashed=hashed).delete()
    wake_later(user.holder)  # a stream of events that it has opened ends
