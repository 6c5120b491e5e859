"""What a holder has of games that take days: moved to an account, handed out, forgotten."""

from django.db import transaction

from skerry.web.accounts.people import find_user
from skerry.web.correspondence.letters import wants_letters
from skerry.web.correspondence.models import ConditionalTurn
from skerry.web.correspondence.waiting import forget_counts, tell_moved


def move(old: str, new: str) -> None:
    """Let open pages and numbers follow the games.

    Conditional turns belong to notes, and letters to accounts: there is nothing else to be moved.
    """

    def tell() -> None:
        forget_counts((old, new))
        tell_moved(old, new)

    transaction.on_commit(tell)


def export(holder: str) -> dict[str, object]:
    """The conditional turns of a holder, and whether it gets letters."""
    own = ConditionalTurn.objects.filter(study__holder=holder).order_by("created", "pk")
    names = ("game", "study", "node", "reply", "stones", "played")
    user = find_user(holder)
    return {
        "conditional_turns": list(own.values(*names)),
        "letters": user is not None and wants_letters(user.pk),
    }


def leave(holder: str) -> None:
    """Delete the conditional turns of a holder: none is played by itself any more."""
    ConditionalTurn.objects.filter(study__holder=holder).delete()


def forget(holder: str) -> None:
    """Letters end with the account."""
