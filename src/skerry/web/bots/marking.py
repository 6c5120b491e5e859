"""How an account becomes a bot's: for good, so that nobody is now a program and now a person."""

from django.db.models import F

from skerry.web.accounts.models import Player
from skerry.web.base.errors import RequestError
from skerry.web.play.models import SavedGame, held_by


def become_bot(player: Player) -> Player:
    """Mark an account as a program's, before its first game with somebody else.

    Raises:
        RequestError: it has played as a person.
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
