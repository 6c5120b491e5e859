"""What a holder has of challenges and chat: moved to an account, handed out, forgotten."""

from skerry.web.accounts.people import find_player
from skerry.web.online import challenges, chat
from skerry.web.online.models import Challenge, Ticket
from skerry.web.online.notifications import tell_of_lobby, tell_of_ticket


def move(old: str, new: str) -> None:
    """Let another player have the challenges and the chat of one, where both have played.

    Else the player itself has gone over to the account, and they with it.
    """
    player = find_player(new)
    if player is not None:
        Challenge.objects.filter(maker__holder=old).update(maker=player)
        Challenge.objects.filter(invited__holder=old).update(invited=player)
        # Who signs in while they wait as a guest waits no more: they are somebody else now.
        _wait_no_more(old)
        chat.move_chat(old, player)


def export(holder: str) -> dict[str, object]:
    """The challenges that a holder has made, and its part of chats."""
    made = Challenge.objects.filter(maker__holder=holder).order_by("created", "pk")
    names = ("id", "game", "options", "side", "control", "state", "is_rated", "is_listed")
    tickets = Ticket.objects.filter(player__holder=holder)
    return {
        "challenges": [
            {
                **{name: getattr(one, name) for name in names},
                "created": one.created.isoformat(),
                "expires": one.expires.isoformat(),
            }
            for one in made
        ],
        "waiting_for": [
            {"game": one.game, "speed": one.speed, "since": one.since.isoformat()}
            for one in tickets
        ],
        **chat.chat_data(holder),
    }


def leave(holder: str) -> None:
    """Withdraw the challenges of a holder, decline those for it, and pair it with nobody."""
    challenges.end_all_of(holder)
    _wait_no_more(holder)


def _wait_no_more(holder: str) -> None:
    """Pair a holder with nobody, and let its page that waits know."""
    for ticket in Ticket.objects.filter(player__holder=holder):
        ticket.delete()
        tell_of_ticket(ticket.player_id)
        tell_of_lobby()


def forget(holder: str) -> None:
    """Delete the challenges of a holder and what it said."""
    Challenge.objects.filter(maker__holder=holder).delete()
    chat.forget_chat(holder)
