"""Where games are played: each change loads a saved game, asks its session, and saves it whole."""

import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta
from random import SystemRandom

from django.db import DatabaseError, close_old_connections
from django.db.models import F, QuerySet
from django.utils import timezone

from ...errors import SkerryError
from ...positions import Game, Position
from ...record import GameRecord, Person
from ...sessions import Opponent, Session, opponent_in, prepared_start
from ..base.errors import HelpError, StaleError, UnknownGameError
from ..base.seats import check_all_seats, check_seat
from ..base.services import shared
from ..board import words
from ..board.names import clean_name
from ..thinking.jobs import Answer
from ..thinking.turns import ComputerTurns, OwedTurn
from . import beaten
from .closed import check_open_keys, key_in
from .models import (
    BY_LINK,
    DRAWN,
    FIRST_OPENED_VERSION,
    KEPT,
    OVER,
    RUNNING,
    UNTOUCHED,
    SavedGame,
    held_by,
    new_id,
)
from .records import KeptRecords, keys_of, record_of

log = logging.getLogger(__name__)

LONGEST_NAME = 40
UNTOUCHED_KEPT = timedelta(days=7)  # a page that shows such a game may still be open somewhere
LONGEST_TROUBLE = 300  # characters that the column holds
CHANGED = (
    "The game has changed since this page showed it, perhaps in another window; "
    "look at it as it is now, and try again."
)


def find(game_id: str, holder: str | None) -> SavedGame:
    """The saved game of that id, for looking at it.

    Raises:
        UnknownGameError: there is none, or it is private and others play in it.
    """
    saved = SavedGame.objects.filter(KEPT, pk=game_id).first()
    if saved is None or not saved.may_be_seen_by(holder):
        raise UnknownGameError(
            f"There is no game {game_id[:40]!r} here; it may have been deleted, or be private."
        )
    return saved


def find_any(game_id: str) -> SavedGame:
    """As `find`, whoever may see it: for the site's own work. Raises UnknownGameError."""
    saved = SavedGame.objects.filter(KEPT, pk=game_id).first()
    if saved is None:
        raise UnknownGameError(f"There is no game {game_id[:40]!r} here; it may have been deleted.")
    return saved


def find_own(game_id: str, holder: str | None) -> SavedGame:
    """As `find`, for acting in it.

    Raises:
        UnknownGameError: there is none.
        SeatError: only other browsers play in it.
    """
    saved = find(game_id, holder)
    check_seat(saved.seats, holder)
    return saved


def find_alone(game_id: str, holder: str | None) -> SavedGame:
    """As `find`, for what concerns both persons.

    Raises:
        UnknownGameError: there is none.
        SeatError: another browser plays in it.
    """
    saved = find(game_id, holder)
    check_all_seats(saved.seats, holder)
    return saved


def session_of(saved: SavedGame) -> Session:
    """A saved game as a value. Raises BrokenGameError: its record is damaged."""
    return Session(record_of(saved), saved.seats)


def may_analyse(saved: SavedGame, holder: str | None) -> bool:
    """Whether the engine may be asked about a game.

    When it is over, by anyone; before, only in a game against the computer, by who plays it.
    A game between two persons may not be analysed while it goes on.
    """
    if saved.status == OVER:
        return True
    return saved.computer is not None and bool(saved.seats.held_by(holder))


def find_to_analyse(game_id: str, holder: str, version: int) -> SavedGame:
    """As `find`, for an analysis of the game as it was at a version.

    Raises:
        UnknownGameError: there is none.
        HelpError: it may not be analysed now, or others play one of its positions.
        BrokenGameError: its record is damaged.
        StaleError: the game has been changed since.
    """
    saved = find(game_id, holder)
    if not may_analyse(saved, holder):
        raise HelpError(
            "Analysis opens when the game is over; before that, it is there only for somebody who "
            "plays against the computer."
        )
    _require_current(saved, version)
    check_open_keys(keys_of(saved), holder)
    return saved


def begin(
    holder: str,
    game: Game,
    names: Sequence[str],
    opponent: Opponent,
    seed: int | None = None,
    *,
    prepared: bool = False,
) -> SavedGame:
    """A new game, saved.

    Its address works from now on, but it is listed only when somebody has done something in it.
    Earlier games of this browser to which that never happened are forgotten after a while.

    Args:
        holder: the browser that may act.
        game: with all its options.
        names: of the humans: one, or with a friend two, person 0's first.
        opponent: computer or friend.
        seed: draws the start of a game whose start is drawn; None for any.
        prepared: whether the rest of such a game's set-up is drawn too.
    """
    drawn = _seed(game, seed)
    if prepared and drawn is not None:
        return begin_at(holder, prepared_start(game, drawn), names, opponent)
    return _begin(holder, game, names, opponent, seed=drawn)


def begin_at(holder: str, start: Position, names: Sequence[str], opponent: Opponent) -> SavedGame:
    """As `begin`, from a position.

    Raises:
        OptionError: the game is over there, or it lies within a turn.
    """
    return _begin(holder, start.game, names, opponent, start=start)


def _begin(
    holder: str,
    game: Game,
    names: Sequence[str],
    opponent: Opponent,
    *,
    seed: int | None = None,
    start: Position | None = None,
) -> SavedGame:
    cleaned = [clean_name(name)[:LONGEST_NAME] for name in names]
    if opponent.human is not None:
        cleaned.insert(1 - opponent.human, "Computer")
    first, second = cleaned
    session = Session.begin(
        game,
        (first, second),
        opponent.seats(holder),
        seed=seed,
        start=start,
        date=date.today(),
    )
    _forget_untouched(holder)
    return _create(session)


def _forget_untouched(holder: str) -> None:
    old = timezone.now() - UNTOUCHED_KEPT
    SavedGame.objects.filter(UNTOUCHED, held_by(holder), updated__lt=old).delete()


def _seed(game: Game, wanted: int | None = None) -> int | None:
    """What the start is drawn with, in a game whose start is drawn."""
    if not game.info.has_setup:
        return None
    return SystemRandom().getrandbits(53) if wanted is None else wanted


def open_record(holder: str, record: GameRecord) -> SavedGame:
    """Save a record that came from elsewhere as a game of this browser.

    A computer goes on playing when its level is one that we know; else the browser plays both.
    """
    first, second = map(_clean_person, record.persons)
    record = record.with_persons(first, second)
    seats = opponent_in(record).seats(holder)
    return _create(Session(record, seats), FIRST_OPENED_VERSION)


def _clean_person(person: Person) -> Person:
    level = person.level and (clean_name(person.level) or "unknown")
    return Person(clean_name(person.name), person.kind, level)


def games_of(holder: str) -> QuerySet[SavedGame]:
    """The games that a browser has played in or opened, the latest first."""
    return SavedGame.objects.filter(KEPT, ~UNTOUCHED, held_by(holder))


def _create(session: Session, version: int = 0, visibility: str = BY_LINK) -> SavedGame:
    first, second = session.seats
    saved = SavedGame(
        id=new_id(),
        first_seat=first.holder,
        second_seat=second.holder,
        version=version,
        visibility=visibility,
        game=session.game.name,
        level=first.level or second.level,
        computer=session.seats.computer,
        **_columns(session),
    )
    saved.save(force_insert=True)
    shared(KeptRecords).keep(saved.record, session.record)
    _ask_computer(saved)
    return saved


def show_to(saved: SavedGame, visibility: str) -> None:
    """Say who may see a game; no turn of it is changed, and so its version is not."""
    SavedGame.objects.filter(pk=saved.pk).update(visibility=visibility)
    saved.visibility = visibility


def rematch(saved: SavedGame, *, exchanged: bool = False, level: str = "") -> SavedGame:
    """The same game once more, a random start drawn again.

    Args:
        saved: the game.
        exchanged: whether the persons change places.
        level: of the computer from now on; "" for the one it had.

    Raises:
        OptionError: as `Session.rematch`.
    """
    session = session_of(saved)
    _forget_untouched(saved.holder)
    seed = _seed(session.game)
    again = session.rematch(exchanged=exchanged, level=level, seed=seed, date=date.today())
    return _create(again, visibility=saved.visibility)


def session_to_act(saved: SavedGame, holder: str | None, version: int) -> Session:
    """The session in which a browser composes a turn.

    Raises:
        StaleError: the game has been changed.
        NotToActError: it is another one's turn.
        GameOverError: the game has ended.
    """
    _require_current(saved, version)
    session = session_of(saved)
    session.check_turn_of(session.person_of(holder))
    return session


def play(saved: SavedGame, holder: str | None, version: int, actions: Sequence[str]) -> SavedGame:
    """Play a whole turn for the human who is to act.

    Args:
        saved: the game.
        holder: the browser that plays it.
        version: of the game, as the sender was shown it.
        actions: of the turn, in any order; a final `end` may be left out.

    Raises:
        StaleError: the game has been changed.
        NotToActError, NotationError, GameOverError, IllegalActionError: as `Session.play`.
    """
    session = session_to_act(saved, holder, version)
    return _save(saved, session.play(session.to_act, ",".join(actions)))


def take_back(saved: SavedGame, version: int) -> SavedGame:
    """Undo the last turn; against the computer, also its answer, so that the human is to act.

    Raises:
        StaleError: the game has been changed.
        GameOverError, OptionError: as `Session.take_back`.
    """
    _require_current(saved, version)
    return _save(saved, session_of(saved).take_back())


def resign(saved: SavedGame, holder: str | None, version: int) -> SavedGame:
    """The human gives up; between friends, the one who is to act.

    Raises:
        StaleError: the game has been changed.
        GameOverError: the game has ended.
    """
    _require_current(saved, version)
    session = session_of(saved)
    person = session.person_of(holder)
    assert person is not None  # `find_own` has refused who holds no seat
    return _save(saved, session.resign(person))


def _require_current(saved: SavedGame, version: int) -> None:
    """Turns alone would not do: another window may have replaced the last one.

    Raises:
        StaleError: the game is not as the sender was shown it.
    """
    if version != saved.version:
        raise StaleError(CHANGED)


def _columns(session: Session) -> dict[str, object]:
    """The columns that change with every turn."""
    record, to_act = session.record, session.to_act
    return {
        "record": record.to_json(),
        "num_turns": len(record.turns),
        "to_act": to_act,
        "position_key": key_in(session),
        "status": OVER if record.is_over else RUNNING,
        "winner": _winner(record),
        "summary": words.summary(record, to_act),
        "trouble": "",
    }


def _winner(record: GameRecord) -> int | None:
    if record.result is None:
        return None
    return DRAWN if record.result.winner is None else record.result.winner


def _save(saved: SavedGame, session: Session) -> SavedGame:
    """Write a changed session, if nobody was quicker.

    Raises:
        StaleError: somebody was; nothing is changed.
    """
    columns = {**_columns(session), "version": saved.version + 1, "updated": timezone.now()}
    same = SavedGame.objects.filter(KEPT, pk=saved.pk, version=saved.version)
    if not same.update(**columns):
        raise StaleError(CHANGED)
    shared(KeptRecords).keep(str(columns["record"]), session.record, instead_of=saved.record)
    beaten.note(session)
    for name, value in columns.items():
        setattr(saved, name, value)
    _ask_computer(saved)
    return saved


def _ask_computer(saved: SavedGame) -> None:
    """Drop what the engine may be thinking about this game, and ask for the turn it owes now."""
    turns = shared(ComputerTurns)
    turns.drop(saved.pk)
    if saved.waits_for_computer:
        turns.ask(
            OwedTurn(saved.pk, saved.version, saved.record, saved.level, saved.game, saved.holder)
        )


def resume_all() -> int:
    """Ask the engine for every turn it owes, after a restart; returns their number.

    One game that cannot be read must not keep the others, or the site, from going on.
    """
    waiting = SavedGame.objects.filter(KEPT, status=RUNNING, computer=F("to_act"))
    asked = 0
    for game_id in waiting.values_list("pk", flat=True):
        try:
            _ask_computer(find_any(game_id))
            asked += 1
        except Exception as error:
            log.exception("The computer cannot go on in game %s.", game_id)
            with suppress(DatabaseError):  # no room even for that
                _note_trouble(game_id, _why_it_stops(error))
    return asked


def _why_it_stops(error: Exception) -> str:
    """In a sentence; what is no error of a game's may name files of this machine."""
    why = str(error) if isinstance(error, SkerryError) else "the log of the server says why."
    return f"The computer cannot go on here: {why}"


def _note_trouble(game_id: str, sentence: str, **where: int) -> None:
    """Say in a game why the computer does not answer."""
    SavedGame.objects.filter(pk=game_id, **where).update(trouble=sentence[:LONGEST_TROUBLE])


def retry(saved: SavedGame) -> SavedGame:
    """Ask the engine once more, after it gave up."""
    SavedGame.objects.filter(pk=saved.pk, version=saved.version).update(trouble="")
    saved.trouble = ""
    _ask_computer(saved)
    return saved


def thinking_words(saved: SavedGame) -> str:
    """What is said while the computer thinks in a game."""
    turns = shared(ComputerTurns)
    if turns.is_unsaved(saved.pk):
        return words.UNSAVED
    return words.thinking(below_level=turns.is_below_level(saved.game, saved.level))


def take_answer(answer: Answer) -> None:
    """Play the turn that the engine found, unless the game has changed meanwhile.

    Raises:
        OperationalError: it cannot be saved now.
    """
    close_old_connections()
    asked = answer.job
    try:
        saved = SavedGame.objects.filter(KEPT, pk=asked.subject, version=asked.version).first()
        if saved is None or not saved.waits_for_computer:
            return
        if answer.error is not None:
            _note_trouble(saved.pk, answer.error, version=saved.version)
            return
        _save(saved, session_of(saved).play(saved.computer, str(answer.content["turn"])))
    except StaleError:
        log.info("An answer to game %s came too late.", answer.job.subject)
    except SkerryError as error:  # the record is damaged, or the turn is none
        _note_trouble(asked.subject, str(error), version=asked.version)
    finally:
        close_old_connections()
