"""What a change of a game means for letters: noted in the transaction of the change itself."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from skerry.errors import OptionError
from skerry.sessions import Clock, Correspondence, clock_from_json
from skerry.web.base.seats import ACCOUNT
from skerry.web.correspondence.models import Letters, Notice
from skerry.web.play.models import OVER, SavedGame
from skerry.web.play.moments import site_time

SETTLED = timedelta(minutes=5)  # who has played by then, on an open page for one, gets no letter
REMINDED_AT = 0.25  # of the time for a turn, when so much of it is left
WHATS = ("begun", "turn", "taken_back", "resigned", "flag", "forfeit", "aborted", "drawn")


class Days(NamedTuple):
    """The clock of a game that takes days; None: it has none."""

    clock: Clock | None

    def reminder(self, person: int) -> datetime | None:
        """When who is to act is reminded, by `site_time`; None: never."""
        if self.clock is None:
            return None
        moment = self.clock.flag_moment(person)
        if moment is None:
            return None
        return datetime.fromtimestamp(moment - REMINDED_AT * self.clock.limit(person), UTC)


def days_of(clock: str | None) -> Days | None:
    """The clock of a game; None: somebody sits and waits, or it is damaged."""
    if clock is None:
        return Days(None)
    try:
        known = clock_from_json(clock)
    except OptionError:
        return None
    return Days(known) if isinstance(known.control, Correspondence) else None


def note(saved: SavedGame, what: str) -> None:
    """Note what players are to be told of a change, one of WHATS, of a game of two."""
    days = days_of(saved.clock)
    wanted = _wanted(saved) if days is not None else {}
    if days is None or not wanted:
        return
    Notice.objects.bulk_create(
        [
            Notice(
                letters=letters, game=saved, kind=kind, due=due, turns_version=saved.turns_version
            )
            for person, letters in wanted.items()
            for kind, due in _due(saved, person, days, what)
        ],
        ignore_conflicts=True,
    )


def _wanted(saved: SavedGame) -> dict[int, Letters]:
    """By person, those who want letters."""
    seats = dict(enumerate((saved.first_seat or "", saved.second_seat or "")))
    numbers = {
        int(seat.removeprefix(ACCOUNT)): person
        for person, seat in seats.items()
        if seat.startswith(ACCOUNT)
    }
    found = Letters.objects.filter(user__in=numbers) if numbers else ()
    return {numbers[one.user_id]: one for one in found}


def _due(saved: SavedGame, person: int, days: Days, what: str) -> list[tuple[str, datetime]]:
    now = site_time()
    if saved.status == OVER:
        return [(Notice.OVER, now)]
    is_begun = what == "begun"
    told = [(Notice.BEGUN, now)] if is_begun else []
    if saved.to_act == person:
        if not is_begun:  # who has accepted knows it, and who is told of that hears it with it
            told.append((Notice.TURN, now + SETTLED))
        reminder = days.reminder(person)
        if reminder is not None:
            told.append((Notice.REMINDER, reminder))
    return told
