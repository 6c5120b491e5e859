"""Challenges made, found, accepted and withdrawn, and what one asks for, in words."""

import json
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from skerry.errors import OptionError
from skerry.positions import Game
from skerry.sessions import SLOW, TimeControl, control_to_data, speed_of
from skerry.web.accounts.models import Player
from skerry.web.accounts.people import (
    GONE,
    check_not_closed,
    find_by_name,
    find_player,
    lock,
    player_of,
)
from skerry.web.base.errors import RequestError, SeatError, StaleError
from skerry.web.online.models import ACCEPTED, DECLINED, OPEN, WITHDRAWN, Challenge
from skerry.web.online.notifications import tell_of_challenge
from skerry.web.play import creation, forms
from skerry.web.play.models import KEPT, SavedGame
from skerry.web.play.moments import site_time
from skerry.web.ratings import rating
from skerry.web.ratings.rating import ShownRating, ratings_of

WAITS = timedelta(seconds=25)  # for how long a page that was open a moment ago counts as open
MOST_LISTED = 5  # challenges of one player that the lobby shows
MOST_TO_ONE = 3  # challenges of one player that wait for the same other one
NOT_ASKED = "A bot accepts a person's rated challenge only if that person has asked it alone."

# Of a challenge that was not accepted by who asks: why it cannot be any more.
ENDS = {
    OPEN: "This challenge has expired: it was open for a week.",
    ACCEPTED: "Somebody else was quicker: this challenge has been accepted already.",
    WITHDRAWN: "This challenge has been withdrawn by who made it.",
    DECLINED: "This challenge has been declined.",
}


class UnknownChallengeError(RequestError):
    """There is no such challenge."""

    status = 404


class Terms(NamedTuple):
    """What is asked for besides the game."""

    side: str = "first"  # of the maker, one of SIDES; "random" is drawn when it is accepted
    control: TimeControl | None = None  # the clock
    is_rated: bool = False
    is_listed: bool = False  # whether the lobby shows it
    invited: Player | None = None  # who alone may accept it; None: whoever has its link
    seed: int | None = None  # of a start that is drawn; None: any
    prepared: bool = False  # whether the set-up is drawn too


def _check(holder: str, game: Game, terms: Terms) -> None:
    """Refuse a challenge that somebody may not make; raises as `make`."""
    check_not_closed(holder)
    creation.check_may_begin(holder)
    player = find_player(holder)
    if terms.invited is not None:
        _check_invited(player, terms.invited)
    if terms.is_rated:
        why = rating.why_not_rated(game, terms.control, terms.seed)
        if why:
            raise OptionError(why)
        why = rating.why_no_rated_games_for(player)
        if why:
            raise SeatError(why)
    if terms.is_listed and player is not None and _num_listed(player) >= MOST_LISTED:
        raise RequestError(
            f"The lobby shows {MOST_LISTED} of your challenges already, so that there is room for "
            "those of others; withdraw one of them first."
        )


def _check_invited(player: Player | None, invited: Player) -> None:
    check_not_closed(invited.holder)
    if player is None:
        return
    if player.pk == invited.pk:
        raise SeatError("Nobody plays against themselves; ask somebody else.")
    if open_challenges().filter(maker=player, invited=invited).count() >= MOST_TO_ONE:
        raise RequestError(
            f"{invited.name} has {MOST_TO_ONE} challenges of yours to answer; wait for that, or "
            "withdraw one of them first."
        )


def find_invited(name: str) -> Player:
    """The player of a name, to be asked for a game. Raises RequestError: there is none."""
    found = find_by_name(name)
    if found is None or found.holder.startswith(GONE):
        raise RequestError(f"There is no player {name[:40]!r} here; names may have been changed.")
    return found


def _num_listed(player: Player) -> int:
    mine = open_challenges().filter(maker=player, is_listed=True)
    return mine.filter(still_wanted(timezone.now())).count()


def open_challenges() -> QuerySet[Challenge]:
    """Those that may still be accepted."""
    return Challenge.objects.filter(state=OPEN, expires__gt=site_time())


def still_wanted(now: datetime) -> Q:
    """Challenges whose maker need not be there, or is; see `Challenge.is_shown_while_waiting`."""
    return Q(speed=SLOW) | Q(waits_until__gt=now)


def make(holder: str, game: Game, terms: Terms) -> Challenge:
    """A challenge, open for a week.

    A browser that has not played yet becomes a guest with a name.

    Raises:
        OptionError: a game like this cannot be rated.
        SeatError: the one who asks, or is asked, may not play, or not for a rating.
        RequestError: the lobby shows enough of theirs already, or who is asked has been asked
            often enough.
        QuotaError: they have ended too many games early.
    """
    _check(holder, game, terms)
    control = terms.control
    made = Challenge.objects.create(
        maker=player_of(holder),
        game=game.name,
        options=json.dumps(dict(game.options)),
        seed=terms.seed,
        prepared=terms.prepared,
        side=terms.side,
        control="" if control is None else json.dumps(control_to_data(control)),
        is_rated=terms.is_rated,
        is_listed=terms.is_listed and terms.invited is None,
        invited=terms.invited,
        speed=speed_of(control),
        waits_until=timezone.now() + WAITS,
    )
    tell_of_challenge(made)
    return made


class Noted(NamedTuple):
    """What a page of somebody who waits has noted last: that it is open."""

    moment: datetime  # that it wrote, by which it knows its own note
    # Whether the note before was its own too: else another page of theirs is open, or was just now.
    is_alone: bool
    is_news: bool = False  # whether the lobby shows something else from now on


def is_alone(own: Noted | None, before: datetime, stale: datetime) -> bool:
    """Whether a page of somebody who waits knows of no other one of theirs.

    `own` is what it has noted last, `before` what stands there, which no open page has noted if it
    is as early as `stale`.
    """
    return before <= stale if own is None else before == own.moment


def keep_waiting(challenge: Challenge, own: Noted | None = None) -> Noted:
    """Note that a page of a challenge's maker is open; `own` is what this page has noted last."""
    now = timezone.now()
    found = Challenge.objects.filter(pk=challenge.pk, state=OPEN)
    before = found.values_list("waits_until", flat=True).first()
    if before is None or not found.update(waits_until=now + WAITS):
        return Noted(now, is_alone=True)
    is_news = before <= now and challenge.is_shown_while_waiting
    return Noted(now + WAITS, is_alone(own, before, now), is_news)


def end_waiting(challenge: Challenge, noted: Noted) -> bool:
    """Note that a page of a challenge's maker was closed, unless they have another one open.

    Where a network has changed, the old connection ends when the page has long opened a new one.

    Returns:
        Whether the lobby shows something else from now on.
    """
    own = Challenge.objects.filter(pk=challenge.pk, state=OPEN, waits_until=noted.moment)
    is_gone = noted.is_alone and bool(own.update(waits_until=timezone.now()))
    return is_gone and challenge.is_shown_while_waiting


def find(challenge_id: str) -> Challenge:
    """The challenge of that id.

    Raises:
        UnknownChallengeError: there is none.
    """
    with_players = Challenge.objects.select_related("maker", "invited")
    found = with_players.filter(pk=challenge_id).first()
    if found is None:
        raise UnknownChallengeError("There is no such challenge; its link may have been cut short.")
    return found


def accept(challenge: Challenge, holder: str) -> str:
    """Begin the game that a challenge asks for; of two who do it at once, one gets it.

    Returns:
        The id of the game. Who accepts the same one again is led to the same game.

    Raises:
        SeatError: the maker itself accepts, or one who may not play such a game.
        StaleError: it has been accepted by somebody else, withdrawn, or has expired.
        QuotaError: one of the two has ended too many games early.
    """
    if challenge.maker.holder == holder:
        raise SeatError("This is your own challenge: send its link to whom you want to play with.")
    _check_may_accept(challenge, find_player(holder))
    creation.check_may_begin(holder, challenge.maker.holder)
    with transaction.atomic():
        lock(challenge.maker.holder, holder)
        still_open = open_challenges().filter(pk=challenge.pk)
        # Who comes second waits here, and finds it accepted.
        if not still_open.update(state=ACCEPTED):
            return _accepted_before(challenge, holder)
        challenge.begun = _begin(challenge, player_of(holder))
        Challenge.objects.filter(pk=challenge.pk).update(begun=challenge.begun)
        tell_of_challenge(challenge)
    return challenge.begun


def _check_may_accept(challenge: Challenge, player: Player | None) -> None:
    invited = challenge.invited
    if invited is not None and (player is None or player.pk != invited.pk):
        raise SeatError(f"This challenge is for {invited.name}, who alone can accept it.")
    if challenge.is_rated:
        why = rating.why_no_rated_games_for(player)
        if player is not None and player.is_bot and not challenge.maker.is_bot and invited is None:
            why = NOT_ASKED
        if why:
            raise SeatError(why)


def _accepted_before(challenge: Challenge, holder: str) -> str:
    challenge = find(challenge.pk)
    game_id = begun_game_for(challenge, holder)
    if game_id:
        return game_id
    raise StaleError(ENDS[challenge.state])


def begun_game_for(challenge: Challenge, holder: str | None) -> str:
    """The id of the game that has begun, for who plays it; "" for others, and before."""
    if not challenge.begun:
        return ""
    saved = SavedGame.objects.filter(KEPT, pk=challenge.begun).first()
    return challenge.begun if saved is not None and saved.seats.held_by(holder) else ""


def _begin(challenge: Challenge, other: Player) -> str:
    maker = challenge.maker
    is_first = {"first": True, "second": False}.get(challenge.side)
    if is_first is None:
        is_first = creation.draw_is_first(maker.holder, other.holder, challenge.wanted)
    first, second = (maker, other) if is_first else (other, maker)
    saved = creation.begin_between(
        (first.holder, second.holder),
        (first.name, second.name),
        challenge.wanted,
        control=challenge.time,
        seed=challenge.seed,
        prepared=challenge.prepared,
        is_rated=challenge.is_rated,
    )
    return str(saved.pk)


def decline(challenge: Challenge, holder: str | None) -> None:
    """Say no to a challenge of which one alone was asked.

    Raises:
        SeatError: somebody else was asked, or everybody.
        StaleError: it has ended already.
    """
    if challenge.invited is None or challenge.invited.holder != holder:
        raise SeatError("Only a challenge that is for you alone can be declined.")
    with transaction.atomic():
        if not Challenge.objects.filter(pk=challenge.pk, state=OPEN).update(state=DECLINED):
            raise StaleError(ENDS[find(challenge.pk).state])
        tell_of_challenge(challenge)


def withdraw(challenge: Challenge, holder: str | None) -> None:
    """Take a challenge back.

    Raises:
        SeatError: somebody else made it.
        StaleError: it has been accepted.
    """
    if challenge.maker.holder != holder:
        raise SeatError("This challenge was made by somebody else, who alone can withdraw it.")
    with transaction.atomic():
        is_open = Challenge.objects.filter(pk=challenge.pk, state=OPEN).update(state=WITHDRAWN)
        if not is_open and find(challenge.pk).state == ACCEPTED:
            raise StaleError("It has been accepted already: your game has begun.")
        tell_of_challenge(challenge)


def end_all_of(holder: str) -> None:
    """Withdraw all open challenges of a holder who is gone, and decline all that are for it."""
    for field, state in (("maker", WITHDRAWN), ("invited", DECLINED)):
        mine = Challenge.objects.filter(**{f"{field}__holder": holder}, state=OPEN)
        for challenge in mine.select_related("invited"):
            if Challenge.objects.filter(pk=challenge.pk, state=OPEN).update(state=state):
                tell_of_challenge(challenge)


# ---- in words ----


def options_in_words(found: Challenge) -> list[tuple[str, str]]:
    """The options that are not usual, and the board's, which always is told."""
    info, options = found.info, found.wanted.options
    board = info.options[0]
    return [
        (board.label, forms.field_text(dict(options)[board.name])),
        *forms.unusual_options(info, options),
    ]


def side_in_words(found: Challenge, *, is_maker: bool) -> str:
    """What who looks will be, in a sentence."""
    if found.side == "random":
        return "Random: either of you may move first."
    info = found.info
    maker = forms.SIDES.index(found.side)
    mine = maker if is_maker else 1 - maker
    if info.parts and not found.prepared:
        return f"You: who {info.parts[mine].short}."
    return f"You play {info.colours[mine]}, and move {forms.SIDES[mine]}."


def rating_of(found: Challenge) -> ShownRating | None:
    """How strong the maker is at such games; None: a guest, who has no rating."""
    maker = found.maker
    return None if maker.is_guest else ratings_of([maker.pk], found.game, found.speed)[maker.pk]
