"""Letters about games: what a change means for them, one for all there is to tell, not too many."""

import logging
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse

from skerry.games.catalogue import info
from skerry.sessions import Correspondence
from skerry.web.base.seats import ACCOUNT
from skerry.web.base.services import service
from skerry.web.correspondence.models import LadderNotice, Letters, Notice
from skerry.web.online.models import Challenge
from skerry.web.play.lists import clock_of, names_in, other_of, time_of
from skerry.web.play.models import OVER, SavedGame
from skerry.web.play.moments import Moments, site_time
from skerry.web.tournaments import ladders
from skerry.web.tournaments.models import Ladder

SETTLED = timedelta(minutes=5)  # who has played by then, on an open page for one, gets no letter
REMINDED_AT = 0.25  # of the time for a turn, when so much of it is left
EVENTS = ("begun", "turn", "taken_back", "resigned", "flag", "forfeit", "aborted", "drawn")


def takes_days(saved: SavedGame) -> bool:
    """Whether nobody sits and waits in a game; a damaged clock tells nothing of that."""
    clock = clock_of(saved)
    if clock is None:
        return saved.clock is None
    return isinstance(clock.control, Correspondence)


def _reminder(saved: SavedGame, person: int) -> datetime | None:
    """When who is to act is reminded, by `site_time`; None: never."""
    clock = clock_of(saved)
    moment = None if clock is None else clock.flag_moment(person)
    if clock is None or moment is None:
        return None
    return datetime.fromtimestamp(moment - REMINDED_AT * clock.limit(person), UTC)


def note(saved: SavedGame, what: str) -> None:
    """Note what players are to be told of a change, one of EVENTS, of a game of two."""
    wanted = _wanted(saved) if takes_days(saved) else {}
    Notice.objects.bulk_create(
        [
            Notice(
                letters=letters, game=saved, kind=kind, due=due, turns_version=saved.turns_version
            )
            for person, letters in wanted.items()
            for kind, due in _due(saved, person, what)
        ],
        ignore_conflicts=True,
    )


def note_challenged(ladder: Ladder, asked: Sequence[str]) -> None:
    """Note that the accounts of some holders are to be told that they are challenged."""
    due = {"due": site_time() + SETTLED, "tries": 0}
    for letters in _kept(_numbers_of(asked)):
        LadderNotice.objects.update_or_create(letters=letters, ladder=ladder, defaults=due)


def _numbers_of(holders: Iterable[str]) -> list[int]:
    """Of the accounts among some holders."""
    return [int(one.removeprefix(ACCOUNT)) for one in holders if one.startswith(ACCOUNT)]


def _wanted(saved: SavedGame) -> dict[int, Letters]:
    """By person, those who want letters."""
    seats = dict(enumerate((saved.first_seat or "", saved.second_seat or "")))
    numbers = {
        int(seat.removeprefix(ACCOUNT)): person
        for person, seat in seats.items()
        if seat.startswith(ACCOUNT)
    }
    return {numbers[one.user_id]: one for one in _kept(numbers)}


def _kept(users: Collection[int]) -> list[Letters]:
    """Those of some accounts that want letters, who turn them off only after the transaction.

    A notice points to them, and without them PostgreSQL would refuse all that is stored with it.
    """
    found = Letters.objects.filter(user__in=users)
    if not users or connection.vendor != "postgresql":  # SQLite lets one transaction write
        return list(found)
    sql, values = found.query.sql_with_params()
    # Django's own locks are for one at a time: games with the same players would wait for another.
    return list(Letters.objects.raw(f"{sql} FOR KEY SHARE", values))


def _due(saved: SavedGame, person: int, what: str) -> list[tuple[str, datetime]]:
    now = site_time()
    if saved.status == OVER:
        return [(Notice.OVER, now)]
    told = [(Notice.BEGUN, now)] if what == "begun" else []
    if saved.to_act == person:
        told.append((Notice.TURN, now + SETTLED))
        reminder = _reminder(saved, person)
        if reminder is not None:
            told.append((Notice.REMINDER, reminder))
    return told


# Letters about games: one for all that there is to be told, and no more than one an hour.
#
# Notices lie in the database until the letter with them was sent, so none is lost when the site or
# the server of mail is down. A process that ends between sending a letter and saying so sends it
# again, an hour later.

log = logging.getLogger(__name__)

PERIOD = timedelta(hours=1)  # between two letters to one account
MOST_AT_ONCE = 50  # letters of one sweep
MOST_GAMES = 100  # that one letter tells of
MOST_TRIES = 6
FIRST_PAUSE = timedelta(minutes=5)  # after a failure; it doubles each time
SALT = "skerry.web.correspondence.letters"


class Told(NamedTuple):
    """A notice as a letter tells it."""

    notice: Notice | LadderNotice
    words: str
    address: str


def send_due() -> int:
    """Send all letters that are due; returns how many were sent.

    All processes of a site may do it at the same time.
    """
    now = site_time()
    may = Q(letters__latest=None) | Q(letters__latest__lte=now - PERIOD)
    due = Notice.objects.filter(may, due__lte=now).order_by().values_list("letters", flat=True)
    of_ladders = LadderNotice.objects.filter(may, due__lte=now).values_list("letters", flat=True)
    numbers = [*due.distinct()[:MOST_AT_ONCE], *of_ladders.distinct()[:MOST_AT_ONCE]]
    return sum(_send(number) for number in list(dict.fromkeys(numbers))[:MOST_AT_ONCE])


def _send(number: int) -> bool:
    """Send the letter of an account, if there is still anything to tell."""
    claimed = _claim(number)
    if claimed is None:
        return False
    letters, told = claimed
    try:
        _message(letters, told).send()
    except Exception as error:  # whatever a server of mail may say
        log.error("A letter about games could not be sent: %s", error)
        _try_again(letters, [one.notice for one in told])
        return False
    for one in told:
        _same(one.notice).delete()
    return True


def _same(notice: Notice | LadderNotice) -> QuerySet[Notice] | QuerySet[LadderNotice]:
    """The row of a notice, unless it is of something newer now; a ladder's is used again."""
    rows = Notice.objects if isinstance(notice, Notice) else LadderNotice.objects
    return rows.filter(pk=notice.pk, due=notice.due)


def _claim(number: int) -> tuple[Letters, list[Told]] | None:
    """What one account is to be told, for one process alone; None: nothing now."""
    now = site_time()
    with transaction.atomic():
        locked = Letters.objects.select_for_update(of=("self",)).select_related("user")
        letters = locked.filter(pk=number).first()
        if letters is None or (letters.latest is not None and letters.latest > now - PERIOD):
            return None
        user = letters.user
        if not (user.is_active and user.email and user.email_is_confirmed):
            letters.notices.filter(due__lte=now).delete()
            letters.ladder_notices.filter(due__lte=now).delete()
            return None
        told = [*_told_of_ladders(letters), *_told(letters)]
        if told:
            letters.latest = now
            letters.save(update_fields=["latest"])
        return (letters, told) if told else None


def _told(letters: Letters) -> list[Told]:
    """The notices that are due and still true, one of a game; the others are put off or dropped."""
    due = letters.notices.filter(due__lte=site_time()).select_related("game").defer("game__record")
    due = due.order_by("due", "pk")
    holder, found = letters.user.holder, list(due[:MOST_GAMES])
    names = names_in([one.game for one in found])
    told: dict[str, Told] = {}
    said: set[int] = set()  # by the line about the game's beginning: whose turn it is
    for notice in found:
        if notice.pk in said:
            continue
        words = _words(notice, holder, names.get(other_of(notice.game, holder), "somebody"))
        if words is None:
            notice.delete()
        elif words and notice.game_id not in told:
            told[notice.game_id] = Told(notice, words, _address("game", notice.game_id))
        elif words:  # a later one says more, and both are told by one line
            told[notice.game_id] = told[notice.game_id]._replace(words=words)
            notice.delete()
        if words and notice.kind == Notice.BEGUN:
            turn = letters.notices.filter(game=notice.game_id, kind=Notice.TURN)
            said |= set(turn.values_list("pk", flat=True))
            turn.delete()
    return list(told.values())


def _told_of_ladders(letters: Letters) -> list[Told]:
    """The challenges on ladders that still wait for an answer; the others are dropped."""
    due = letters.ladder_notices.filter(due__lte=site_time())
    asked = {one.ladder.pk: one for one in ladders.asked(letters.user.holder)}
    told = []
    for notice in due.order_by("due", "pk")[:MOST_GAMES]:
        found = asked.get(notice.ladder_id)
        if found is None:
            _same(notice).delete()
            continue
        name, until = " ".join(found.challenger.name.split()), f"{found.until:%d %B, %H:%M} UTC"
        words = (
            f"{found.ladder.name}: {name} challenges you; answer by {until}, or you lose your rung"
        )
        told.append(Told(notice, words, _address("ladder", notice.ladder_id)))
    return told


def _words(notice: Notice, holder: str, opponent: str) -> str | None:
    """What a letter says; "" later, None never."""
    saved = notice.game
    held = saved.seats.held_by(holder)
    if saved.deleted is not None or not held:
        return None
    title = f"{info(saved.game).title} against {' '.join(opponent.split())}"
    if notice.kind == Notice.OVER:
        return f"{title}: {saved.summary or 'over'}" if saved.status == OVER else None
    if notice.turns_version != saved.turns_version or saved.status == OVER:
        return None
    is_mine = saved.to_act in held
    if notice.kind == Notice.BEGUN:
        made = Challenge.objects.filter(begun=saved.pk, maker__holder=holder).exists()
        whose = "your turn" if is_mine else "your opponent moves first"
        return f"{title}: your challenge was accepted, {whose}" if made else None
    if not is_mine:
        return None
    if notice.kind == Notice.REMINDER:
        later = _put_off(notice)
        return "" if later else f"{title}: still your turn, {_left(saved)}"
    return f"{title}: your turn, {_left(saved)}"


def _left(saved: SavedGame) -> str:
    words = time_of(saved, service(Moments).now()).words
    return words[:1].lower() + words[1:]


def move_reminder(saved: SavedGame) -> None:
    """Let a reminder come when a vacation that was begun or ended wants it, which may be sooner."""
    due = None if saved.to_act is None else _reminder(saved, saved.to_act)
    if due is not None:
        same_turn = Notice.objects.filter(game=saved, turns_version=saved.turns_version)
        same_turn.filter(kind=Notice.REMINDER).update(due=due)


def _put_off(notice: Notice) -> bool:
    """Whether a vacation has moved the time of a reminder, which is noted."""
    person = notice.game.to_act
    due = None if person is None else _reminder(notice.game, person)
    if due is None or due <= site_time():
        return False
    notice.due = due
    notice.save(update_fields=["due"])
    return True


def _try_again(letters: Letters, notices: Sequence[Notice | LadderNotice]) -> None:
    """Let what could not be sent wait, and give it up after some days of that."""
    letters.latest = None
    letters.save(update_fields=["latest"])
    for notice in notices:
        tries = notice.tries + 1
        if tries >= MOST_TRIES:
            _same(notice).delete()
        else:
            _same(notice).update(tries=tries, due=site_time() + FIRST_PAUSE * 2**tries)


def _message(letters: Letters, told: Sequence[Told]) -> EmailMessage:
    stop = _address("stop-letters", signing.dumps(letters.user_id, salt=SALT))
    context = {"name": letters.user.name, "told": told, "stop": stop, "list": _address("my-turn")}
    text = render_to_string("correspondence/letter.txt", context)
    return EmailMessage(
        f"Skerry: {_subject(told)}",
        text,
        to=[letters.user.email],
        headers={
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )


def _subject(told: Sequence[Told]) -> str:
    """Without names, which others choose."""
    notices = [one.notice for one in told if isinstance(one.notice, Notice)]
    if not notices:
        return "you were challenged on a ladder"
    if len(told) > len(notices):
        return "news from your games and ladders"
    if len(notices) > 1:
        return f"news from {len(notices)} games"
    (notice,) = notices
    title = info(notice.game.game).title
    words = {
        Notice.TURN: "your turn",
        Notice.REMINDER: "your time is running out",
        Notice.BEGUN: "your game has started",
        Notice.OVER: "your game is over",
    }
    return f"{words[notice.kind]}, {title}"


def _address(view: str, *parts: object) -> str:
    base = settings.PUBLIC_URL or f"http://{settings.OWN_NAME}"
    return f"{base}{reverse(view, args=parts)}"


def read_token(token: str) -> int | None:
    """The number of the account that a link lets go; None: it was changed."""
    try:
        return int(signing.loads(token, salt=SALT))
    except (signing.BadSignature, ValueError, TypeError):
        return None


def start_letters(user_id: int) -> None:
    """Send letters to an account from now on."""
    Letters.objects.get_or_create(user_id=user_id)


def stop_letters(user_id: int) -> None:
    """Send it none any more, those that wait included."""
    with transaction.atomic():
        own = Letters.objects.filter(user=user_id)
        list(own.select_for_update())  # notices that are made at this moment are deleted as well
        own.delete()


def wants_letters(user_id: int) -> bool:
    """Whether an account gets letters."""
    return Letters.objects.filter(user=user_id).exists()
