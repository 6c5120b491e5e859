"""Notes in a game: a study of one's own that goes on as the game does.

While two persons play, the notes are for nobody else's eyes, and no engine helps with them.
"""

from contextlib import suppress

from django.db import IntegrityError, transaction

from skerry.errors import SkerryError
from skerry.record import GameRecord
from skerry.study import Chapter, ConflictError, Study
from skerry.study.edits import Add, Promote, Retitle
from skerry.study.study import LONGEST_TITLE
from skerry.web.base.errors import HelpError, RequestError
from skerry.web.board.words import person_title
from skerry.web.play import queries
from skerry.web.play.models import SavedGame
from skerry.web.play.records import record_of
from skerry.web.study import studies
from skerry.web.study.chapters import BETWEEN, title_of
from skerry.web.study.models import THERE, SavedStudy

NOTES = "Notes: "  # what their titles begin with
GAME_CHAPTER = 1  # number of the chapter that notes begin with; others may stand before it

UNDER_WAY = (
    "These are notes in a game that goes on between two persons: the engine, the explorer and "
    "sharing open when it is over."
)


def notes_in(game: SavedGame, holder: str) -> SavedStudy:
    """The notes of a browser in a game that it plays, begun if need be.

    Raises:
        SeatError: only other browsers play in it.
        TooManyError: the browser has too many studies.
    """
    queries.find_own(game.pk, holder)
    known = SavedStudy.objects.defer("snapshot").filter(THERE, holder=holder, notes_of=game.pk)
    found = known.first()
    if found is None:
        record = record_of(game)
        title = title_of(record)
        try:
            with transaction.atomic():
                found = studies.begin(holder, _title(title), (title, record), notes_of=game.pk)
        except IntegrityError:  # another window has begun them at the same time
            found = known.get()
    follow(found)
    return found


def game_chapter(study: Study) -> Chapter | None:
    """The chapter of notes that follows their game, wherever it stands; None: it was deleted."""
    return next((one for one in study.chapters if one.number == GAME_CHAPTER), None)


def follow(saved: SavedStudy) -> None:
    """Let notes go on as their game has: its turns are the main line of the game's chapter."""
    record = _record_of_game(saved)
    if record is None:
        return
    rename(saved)
    _, study = studies.load(saved.pk)
    chapter = game_chapter(study)
    if chapter is None:
        return
    line = [chapter.tree.nodes[one].turn for one in chapter.tree.line_from(0)[1:]]
    played = list(record.turn_texts)
    if line[: len(played)] == played or chapter.head.game != record.game:
        return
    node = 0
    # Another window does the same at this moment, or the chapter is full: the notes stay readable.
    with suppress(SkerryError):
        for turn in played:
            edited = studies.edit(saved, Add(chapter.number, node, turn))
            node = edited.number or node
        studies.edit(saved, Promote(chapter.number, node))


def _record_of_game(saved: SavedStudy) -> GameRecord | None:
    """None: these are no notes, or their game was deleted, or is damaged."""
    if saved.notes_of is None:
        return None
    try:
        return record_of(queries.find_any(saved.notes_of))
    except RequestError:
        return None


def played_by(saved: SavedStudy, holder: str | None) -> int | None:
    """The person whom a reader plays in the game of which these are notes; None: both, or none."""
    if saved.notes_of is None:
        return None
    try:
        held = queries.find_any(saved.notes_of).seats.held_by(holder)
    except RequestError:  # the game was deleted
        return None
    return held[0] if len(held) == 1 else None


def rename(saved: SavedStudy) -> None:
    """Let notes have the names that their game has now, in their titles too unless these are own.

    The names of the game's chapter are always those of which the titles were made.
    """
    record = _record_of_game(saved)
    if record is None:
        return
    _, study = studies.load(saved.pk)
    chapter = game_chapter(study)
    if chapter is None:  # its names are gone, but those in the study's title are not
        if _has_another_name(study.title, record):
            with suppress(ConflictError):
                studies.edit(saved, Retitle(None, study.title, _title(title_of(record))))
        return
    names = [person.name for person in record.persons]
    if chapter.head.game != record.game or names == [one.name for one in chapter.head.persons]:
        return
    before, after = title_of(chapter.head), title_of(record)
    titles = ((None, _title(before), _title(after)), (chapter.number, before, after))
    for number, old, new in titles:
        with suppress(ConflictError):  # somebody has given it another title
            studies.edit(saved, Retitle(number, old, new))
    studies.replace_persons(saved, chapter.number, record.persons)


def _title(of_chapter: str) -> str:
    return f"{NOTES}{of_chapter}"[:LONGEST_TITLE]


def _has_another_name(title: str, record: GameRecord) -> bool:
    """Whether a title as `_title` makes it names one of the two as in a game, but not the other.

    Of two who get other names one comes first, so that the other one stands there still.
    """
    first, _, second = title.removeprefix(NOTES).partition(BETWEEN)
    are_same = [first == person_title(record, 0), second == person_title(record, 1)]
    return title.startswith(NOTES) and any(are_same) and not all(are_same)


def check_open(saved: SavedStudy) -> None:
    """Whether the engine may help with a study. Raises HelpError: its game goes on."""
    if not is_open(saved):
        raise HelpError(UNDER_WAY)


def is_open(saved: SavedStudy) -> bool:
    """Whether a study is no notes in a game that goes on between two persons."""
    if saved.notes_of is None:
        return True
    try:
        return queries.may_analyse(queries.find_any(saved.notes_of), saved.holder)
    except RequestError:  # the game was deleted
        return True
