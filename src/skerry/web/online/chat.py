"""What the two players of a game write to each other, mute and report; nobody else reads it."""

import unicodedata
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet

from skerry.web.accounts import people
from skerry.web.accounts.models import Player
from skerry.web.base.errors import BusyError, RequestError, SeatError, StaleError, UnknownGameError
from skerry.web.board.words import clean_name
from skerry.web.online.models import LONGEST, ChatLine, Mute, Report
from skerry.web.online.notifications import tell_of_chat
from skerry.web.play import queries

LONGEST_SENT = 1000  # characters that are looked at, before what nobody sees is taken out
MOST_MARKS = 4  # on one letter; more of them are drawn over the lines around


def clean_line(text: str) -> str:
    """A line without what nobody can see, and without towers of accents.

    Raises:
        RequestError: nothing that can be seen, or too long.
    """
    if len(text) > LONGEST_SENT:
        raise _too_long(len(text))
    line = _with_few_marks(clean_name(text))
    if not line:
        raise RequestError("Nothing can be seen in this line.")
    if len(line) > LONGEST:
        raise _too_long(len(line))
    return line


def _too_long(length: int) -> RequestError:
    return RequestError(f"A line has at most {LONGEST} characters, and this one has {length:,}.")


def _with_few_marks(text: str) -> str:
    kept, run = [], 0
    for letter in text:
        run = run + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if run <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


MOST_LINES = 500  # in one game
ATTEMPTS = 10  # at a number for a line, where the other one writes at the same moment


class Talk(NamedTuple):
    """The chat of a game, as one of its two players has it."""

    game_id: str
    person: int
    holder: str
    other: str | None  # holder of the other seat; None: deleted


class Heard(NamedTuple):
    """What a player may read of a chat."""

    lines: list[ChatLine]
    last: int  # number of the latest line, also where that is not shown
    is_muted: bool


def find(game_id: str, holder: str | None) -> Talk:
    """The chat of a game, for one of its two players.

    Raises:
        UnknownGameError: there is no such game, or not two people play it apart.
        SeatError: others play in it.
    """
    saved = queries.find_own(game_id, holder)
    if holder is None or not saved.seats.are_apart():
        raise UnknownGameError(
            "There is no chat here: that needs two people apart from each other."
        )
    person = saved.seats.held_by(holder)[0]
    return Talk(saved.pk, person, holder, (saved.first_seat, saved.second_seat)[1 - person])


def hear(talk: Talk, after: int = 0) -> Heard:
    """The lines after that number; none of who is muted."""
    rows = list(
        _lines(talk).filter(number__gt=min(after, MOST_LINES)).select_related("player", "report")
    )
    is_muted = Mute.objects.filter(muter__holder=talk.holder, muted__holder=talk.other).exists()
    shown = [one for one in rows if one.player.holder == talk.holder or not is_muted]
    return Heard(shown, rows[-1].number if rows else after, is_muted)


def say(talk: Talk, text: str, client_id: str = "") -> ChatLine:
    """Write a line; one that comes again with the same id is the one that is there.

    `text` is cleaned already. Without a `client_id` nothing tells that a line comes again.

    Raises:
        SeatError: whoever writes was closed, or nobody is there any more to read it.
        StaleError: there are as many lines as a game keeps.
        BusyError: the other one was quicker again and again.
    """
    people.check_not_closed(talk.holder)
    _other_of(talk)
    player = people.player_of(talk.holder)
    for _ in range(ATTEMPTS):
        known = _lines(talk).filter(player=player, client_id=client_id or None).first()
        if client_id and known is not None:
            return known
        number = (_lines(talk).aggregate(last=Max("number"))["last"] or 0) + 1
        if number > MOST_LINES:
            raise StaleError(
                f"This chat is full: it has {MOST_LINES} lines, the most that are kept."
            )
        line = ChatLine(
            game_id=talk.game_id,
            number=number,
            player=player,
            text=text,
            client_id=client_id or None,
        )
        try:
            with transaction.atomic():
                line.save(force_insert=True)
                tell_of_chat(talk.game_id)
        except IntegrityError:
            continue
        return line
    raise BusyError("Too much is written at this moment; try again.")


def _other_of(talk: Talk) -> str:
    """The holder who reads it. Raises SeatError: their account is gone."""
    if talk.other is None:
        raise SeatError("Whoever played with you is not there any more.")
    return talk.other


def mute(talk: Talk, *, is_muted: bool) -> None:
    """Read nothing any more that the other one writes, in any game; or read it again.

    Raises:
        SeatError: the other one is not there any more.
    """
    muter, other = people.player_of(talk.holder), people.player_of(_other_of(talk))
    with transaction.atomic():
        if is_muted:
            Mute.objects.get_or_create(muter=muter, muted=other)
        else:
            Mute.objects.filter(muter=muter, muted=other).delete()
        tell_of_chat(talk.game_id, afresh=True, only=talk.person)


def report(talk: Talk, number: int) -> None:
    """Let staff look at a line of the other one's, and at those around it.

    Raises:
        RequestError: the other one has written no such line.
    """
    theirs = _lines(talk).exclude(player__holder=talk.holder)
    line = theirs.filter(number=number).first() if number <= MOST_LINES else None
    if line is None:
        raise RequestError("The other player has written no such line.")
    Report.objects.get_or_create(line=line, defaults={"reporter": people.player_of(talk.holder)})


def hide(lines: QuerySet[ChatLine], *, is_hidden: bool) -> int:
    """Let staff take lines out of sight, or show them again; how many have changed."""
    with transaction.atomic():
        changed = list(lines.exclude(is_hidden=is_hidden))
        ChatLine.objects.filter(pk__in=[one.pk for one in changed]).update(is_hidden=is_hidden)
        for game_id in {one.game_id for one in changed}:
            tell_of_chat(game_id, afresh=True)
    return len(changed)


def _lines(talk: Talk) -> QuerySet[ChatLine]:
    return ChatLine.objects.filter(game=talk.game_id).order_by("number")


def move_chat(old: str, player: Player) -> None:
    """Let another player have what one has said, muted and reported."""
    # An id that both have used is no reason to refuse: nothing sends those lines again.
    ChatLine.objects.filter(player__holder=old).update(player=player, client_id=None)
    Report.objects.filter(reporter__holder=old).update(reporter=player)
    for one in Mute.objects.filter(muter__holder=old).exclude(muted=player):
        Mute.objects.get_or_create(muter=player, muted=one.muted)
    for one in Mute.objects.filter(muted__holder=old).exclude(muter=player):
        Mute.objects.get_or_create(muter=one.muter, muted=player)
    _mutes(old).delete()


def chat_data(holder: str) -> dict[str, object]:
    """What a holder has said, whom it does not read, and which lines it has reported."""
    said = ChatLine.objects.filter(player__holder=holder).order_by("moment", "pk")
    muted = Mute.objects.filter(muter__holder=holder).order_by("pk")
    reports = Report.objects.filter(reporter__holder=holder).order_by("moment", "pk")
    return {
        "chat": [
            {"game": one.game_id, "text": one.text, "moment": one.moment.isoformat()}
            for one in said
        ],
        "muted": [one.muted.name for one in muted.select_related("muted")],
        "reported_lines": [
            {"game": one.line.game_id, "number": one.line.number, "moment": one.moment.isoformat()}
            for one in reports.select_related("line")
        ],
    }


def forget_chat(holder: str) -> None:
    """Delete what a holder has said and whom it mutes; reports of others' lines stay, nameless."""
    ChatLine.objects.filter(player__holder=holder).delete()
    _mutes(holder).delete()


def _mutes(holder: str) -> QuerySet[Mute]:
    return Mute.objects.filter(Q(muter__holder=holder) | Q(muted__holder=holder))
