"""Where games are played: every change of a saved game is made here, whole and at once."""

import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from random import SystemRandom
from typing import TypeGuard

from django.db import DatabaseError
from django.db.models import F, QuerySet
from django.utils import timezone

from ..errors import GameOverError, SkerryError
from ..games.set_up import setup_module
from ..levels import LEVELS, recipe_of
from ..positions import Game, Position
from ..record import BESIDE_THE_RULES, GameRecord, Person, Result
from . import words
from .engine import engine as engine  # for those who use the service
from .errors import HelpError, RequestError, SeatError, StaleError, UnknownGameError
from .jobs import Answer, Job, Lane
from .models import FIRST_OPENED_VERSION, OVER, RUNNING, UNTOUCHED, SavedGame, new_id
from .names import clean_name
from .records import keep_record, record_of
from .unsaved import UnsavedAnswers

log = logging.getLogger(__name__)

MOST_ACTIONS = 500  # in one turn; the largest board has 469 cells
LONGEST_NAME = 40
UNTOUCHED_KEPT = timedelta(days=7)  # a page that shows such a game may still be open somewhere
LONGEST_TROUBLE = 300  # characters that the column holds
CHANGED = (
    "The game has been changed since you were shown it, in another window perhaps; "
    "look at it as it is now, and try again."
)
TURN = "turn"  # what the engine is asked for by a game


def find(game_id: str) -> SavedGame:
    """The saved game of that id.

    Raises:
        UnknownGameError: there is none.
    """
    saved = SavedGame.objects.filter(pk=game_id).first()
    if saved is None:
        raise UnknownGameError(f"There is no game {game_id[:40]!r} here; it may have been deleted.")
    return saved


def find_own(game_id: str, seat: str | None) -> SavedGame:
    """As `find`, for acting in it.

    Raises:
        UnknownGameError: there is none.
        SeatError: it belongs to another browser.
    """
    saved = find(game_id)
    if seat is None or not secrets.compare_digest(saved.seat, seat):
        raise SeatError(
            "This game was begun in another browser, so it can be watched here but not played; "
            "download its record and open it as a game of your own."
        )
    return saved


def may_analyse(saved: SavedGame, seat: str | None) -> bool:
    """Whether the engine may be asked about a game.

    When it is over, by anyone; before, only in a game against the computer, by who plays it.
    Between two persons nobody is helped.
    """
    if saved.status == OVER:
        return True
    return saved.computer is not None and seat == saved.seat


def find_to_analyse(game_id: str, seat: str, version: int) -> SavedGame:
    """As `find`, for an analysis of the game as it was at a version.

    Raises:
        UnknownGameError: there is none.
        HelpError: nobody may be helped in it now.
        StaleError: the game has been changed since.
    """
    saved = find(game_id)
    if not may_analyse(saved, seat):
        raise HelpError(
            "Nobody is helped while a game is played: analysis opens when it is over, and before "
            "that only to who plays against the computer."
        )
    _require_current(saved, version)
    return saved


@dataclass(frozen=True)
class Opponent:
    """Against whom a game is played."""

    level: str = ""  # of the computer, "" for a friend at the same screen
    human: int | None = None  # which person is the human one; None: both


def begin(
    seat: str, game: Game, names: Sequence[str], opponent: Opponent, seed: int | None = None
) -> SavedGame:
    """A new game, saved; no kernel is needed for it.

    Its address works from now on, but it is listed only when somebody has done something in it.
    Earlier games of this browser to which that never happened are forgotten after a while.

    Args:
        seat: of the browser that may act.
        game: with all its options.
        names: of the humans: one, or with a friend two, person 0's first.
        opponent: computer or friend.
        seed: Syrtis only, draws the set-up; None for any.
    """
    setup: tuple[tuple[str, str], ...] | None = None
    if game.info.has_setup:
        seed = SystemRandom().getrandbits(53) if seed is None else seed
        setup = tuple(setup_module(game).random_setup(game, seed).items())
    if opponent.human is None:
        first, second = (Person(clean_name(name)[:LONGEST_NAME]) for name in names)
        persons = (first, second)
    else:
        human = Person(clean_name(names[0])[:LONGEST_NAME])
        computer = Person("Computer", "computer", opponent.level)
        persons = (human, computer) if opponent.human == 0 else (computer, human)
    old = timezone.now() - UNTOUCHED_KEPT
    SavedGame.objects.filter(UNTOUCHED, seat=seat, updated__lt=old).delete()
    return _create(seat, GameRecord(game, setup, persons, date.today()), opponent)


def open_record(seat: str, record: GameRecord) -> SavedGame:
    """Save a record that came from elsewhere as a game of this browser.

    A computer goes on playing when its level is one that we know; else the browser plays both.
    """
    first, second = map(_clean_person, record.persons)
    record = record.with_persons(first, second)
    computers = [
        person
        for person in (0, 1)
        if record.persons[person].kind == "computer" and record.persons[person].level in LEVELS
    ]
    opponent = Opponent()
    if len(computers) == 1:
        opponent = Opponent(record.persons[computers[0]].level or "", 1 - computers[0])
    return _create(seat, record, opponent, FIRST_OPENED_VERSION)


def _clean_person(person: Person) -> Person:
    level = person.level and (clean_name(person.level) or "unknown")
    return Person(clean_name(person.name), person.kind, level)


def games_of(seat: str) -> QuerySet[SavedGame]:
    """The games that a browser has played in or opened, the latest first."""
    return SavedGame.objects.filter(~UNTOUCHED, seat=seat)


def _create(seat: str, record: GameRecord, opponent: Opponent, version: int = 0) -> SavedGame:
    saved = SavedGame(
        id=new_id(),
        seat=seat,
        version=version,
        game=record.game.name,
        level=opponent.level,
        computer=None if opponent.human is None else 1 - opponent.human,
        **_told(record),
    )
    saved.save(force_insert=True)
    keep_record(saved.record, record)
    _wake_engine(saved)
    return saved


def rematch(saved: SavedGame) -> SavedGame:
    """The same game again, the persons having changed places; Syrtis gets a new set-up."""
    record = record_of(saved)
    opponent = Opponent(saved.level, saved.computer)
    if saved.computer is None:
        names = (record.persons[1].name, record.persons[0].name)
        return begin(saved.seat, record.game, names, Opponent())
    return begin(saved.seat, record.game, (record.persons[1 - saved.computer].name,), opponent)


def base_of_turn(saved: SavedGame, version: int) -> tuple[GameRecord, Position]:
    """The record, and the position in which a human composes a turn.

    Raises:
        StaleError: the game has been changed, or it is the computer's turn.
        GameOverError: the game has ended.
    """
    _require_current(saved, version)
    if saved.waits_for_computer:
        raise StaleError("It is the computer's turn; wait for its answer or take your turn back.")
    record = record_of(saved)
    if record.is_over:
        raise GameOverError("The game is over; no turn can follow.")
    return record, record.position


def play(saved: SavedGame, version: int, actions: Sequence[str]) -> SavedGame:
    """Play a whole turn for the human who is to act.

    Args:
        saved: the game.
        version: of the game, as the sender was shown it.
        actions: of the turn, in any order; a final `end` may be left out.

    Raises:
        StaleError: the game has been changed, or it is the computer's turn.
        NotationError, GameOverError, IllegalActionError: as `GameRecord.add_turn`.
    """
    record, _ = base_of_turn(saved, version)
    return _save(saved, record.add_turn(",".join(actions)))


def take_back(saved: SavedGame, version: int) -> SavedGame:
    """Undo the last turn; against the computer, also its answer, so that the human is to act.

    Raises:
        StaleError: the game has been changed.
        GameOverError: it ended by resignation, say, and stays so.
        RequestError: there is no turn to take back.
    """
    _require_current(saved, version)
    record = record_of(saved)
    if ended_beside_the_rules(record.result):
        reason = words.REASON_WORDS[record.result.reason]
        raise GameOverError(f"The game ended {reason}, so no turn of it can be taken back.")
    count = num_to_take_back(saved, record)
    if count == 0:
        raise RequestError("There is no turn of yours to take back.")
    return _save(saved, record.take_back(count))


def ended_beside_the_rules(result: Result | None) -> TypeGuard[Result]:
    """Whether a game was resigned, say: no turn led to that end, so taking one back undoes none."""
    return result is not None and result.reason in BESIDE_THE_RULES


def num_to_take_back(saved: SavedGame, record: GameRecord) -> int:
    """Turns that `take_back` undoes: as far as the last turn of a human; 0 when there is none."""
    if ended_beside_the_rules(record.result):
        return 0
    if saved.computer is None:
        return min(1, len(record.turns))
    actors = [position.player for position in record.replay()]
    for count in range(1, len(record.turns) + 1):
        if actors[len(record.turns) - count] != saved.computer:
            return count
    return 0


def resign(saved: SavedGame, version: int) -> SavedGame:
    """The human gives up; between friends, the one who is to act.

    Raises:
        StaleError: the game has been changed.
        GameOverError: the game has ended.
    """
    _require_current(saved, version)
    record = record_of(saved)
    if saved.computer is not None:
        person = 1 - saved.computer
    else:
        to_act = record.position.player
        person = 0 if to_act is None else to_act
    return _save(saved, record.resign(person))


def delete(saved: SavedGame) -> None:
    """Forget a game for good."""
    engine.cancel(TURN, saved.pk)
    saved.delete()


def _require_current(saved: SavedGame, version: int) -> None:
    """Turns alone would not do: another window may have replaced the last one.

    Raises:
        StaleError: the game is not as the sender was shown it.
    """
    if version != saved.version:
        raise StaleError(CHANGED)


def _told(record: GameRecord) -> dict[str, object]:
    """The columns that follow from a record."""
    to_act: int | None = None
    if not record.is_over:
        to_act = record.position.player if record.turns else 0
    return {
        "record": record.to_json(),
        "num_turns": len(record.turns),
        "to_act": to_act,
        "status": OVER if record.is_over else RUNNING,
        "summary": words.summary(record, to_act),
        "trouble": "",
    }


def _save(saved: SavedGame, record: GameRecord) -> SavedGame:
    """Write a changed record, if nobody was quicker.

    Raises:
        StaleError: somebody was; nothing is changed.
    """
    columns = {**_told(record), "version": saved.version + 1, "updated": timezone.now()}
    same = SavedGame.objects.filter(pk=saved.pk, version=saved.version)
    if not same.update(**columns):
        raise StaleError(CHANGED)
    keep_record(str(columns["record"]), record, instead_of=saved.record)
    for name, value in columns.items():
        setattr(saved, name, value)
    _wake_engine(saved)
    return saved


def _wake_engine(saved: SavedGame) -> None:
    """Drop what the engine may be thinking about this game, and ask for what it needs now."""
    engine.cancel(TURN, saved.pk)
    if saved.waits_for_computer:
        order = {"record": saved.record, "level": saved.level}
        lane = Lane.LONG if thinks_long(saved) else Lane.SHORT
        engine.submit(Job(TURN, saved.pk, saved.version, order, take_answer, lane, saved.seat))


def thinks_long(saved: SavedGame) -> bool:
    """Whether a turn of the computer may take seconds."""
    level = LEVELS.get(saved.level)
    return level is not None and recipe_of(saved.game, level).takes_long


def resume_all() -> int:
    """Ask the engine for every turn it owes, after a restart; returns their number.

    One game that cannot be read must not keep the others, or the site, from going on.
    """
    waiting = SavedGame.objects.filter(status=RUNNING, computer=F("to_act"))
    asked = 0
    for game_id in waiting.values_list("pk", flat=True):
        try:
            _wake_engine(find(game_id))
            asked += 1
        except Exception as error:
            log.exception("The computer cannot go on in game %s.", game_id)
            with suppress(DatabaseError):  # no room even for that
                _note_trouble(game_id, f"The computer cannot go on here: {error}")
    return asked


def _note_trouble(game_id: str, sentence: str, **where: int) -> None:
    """Say in a game why the computer does not answer."""
    SavedGame.objects.filter(pk=game_id, **where).update(trouble=sentence[:LONGEST_TROUBLE])


def retry(saved: SavedGame) -> SavedGame:
    """Ask the engine once more, after it gave up."""
    SavedGame.objects.filter(pk=saved.pk, version=saved.version).update(trouble="")
    saved.trouble = ""
    _wake_engine(saved)
    return saved


def take_answer(answer: Answer) -> None:
    """Play the turn that the engine found, unless the game has changed meanwhile.

    Where it cannot be saved it is kept, and saved as soon as it can be.
    """
    unsaved.save(answer)


def thinking_words(saved: SavedGame) -> str:
    """What is said while the computer thinks in a game."""
    if unsaved.holds(TURN, saved.pk):
        return words.UNSAVED
    return words.thinking(below_level=engine.phase != "ready" and thinks_long(saved))


def _save_answer(answer: Answer) -> None:
    """Write the turn that the engine found. Raises OperationalError."""
    from django.db import close_old_connections

    close_old_connections()
    asked = answer.job
    try:
        saved = SavedGame.objects.filter(pk=asked.subject, version=asked.version).first()
        if saved is None or not saved.waits_for_computer:
            return
        if answer.error is not None:
            _note_trouble(saved.pk, answer.error, version=saved.version)
            return
        _save(saved, record_of(saved).add_turn(str(answer.said["turn"])))
    except StaleError:
        log.info("An answer to game %s came too late.", answer.job.subject)
    except SkerryError as error:  # the record is damaged, or the turn is none
        _note_trouble(asked.subject, str(error), version=asked.version)
    finally:
        close_old_connections()


unsaved = UnsavedAnswers(_save_answer)
