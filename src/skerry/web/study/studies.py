"""Where studies are edited and stored, edit by edit, trusting nothing that a page sends."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from threading import Lock
from typing import Any

from cachetools import LRUCache
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from skerry.record import GameRecord, Person
from skerry.record.json_form import LONGEST_COMMENT, LONGEST_TEXT, fits
from skerry.study import Chapter, ConflictError, Edit, Study, apply, edit_from_data, edit_to_data
from skerry.study.edits import AddChapter, Retitle
from skerry.study.study import study_from_data, study_to_data
from skerry.study.tree import MOST_KEPT, Node
from skerry.web.base.errors import RequestError, SeatError, StaleError, UnknownGameError
from skerry.web.base.services import service
from skerry.web.board.sizes import OBJECT_BYTES, size_of_position
from skerry.web.play.moments import site_time
from skerry.web.study.models import BY_LINK, PRIVATE, THERE, SavedEdit, SavedStudy

STUDIES_BYTES = 128_000_000  # of all studies kept
NODE_BYTES = 400  # of a node without words


def _size(kept: tuple[int, Study]) -> int:
    return sum(map(size_of_chapter, kept[1].chapters))


def size_of_chapter(chapter: Chapter) -> int:
    """About how many bytes a chapter takes with the positions it keeps; rather too many."""
    nodes = chapter.tree.nodes.values()
    positions = min(len(nodes), MOST_KEPT) * size_of_position(chapter.head.start)
    return positions + sum(map(_size_of_node, nodes))


def _size_of_node(node: Node) -> int:
    evaluated = 0 if node.evaluation is None else 1 + len(node.evaluation.turns)
    return (
        NODE_BYTES
        + len(node.turn)
        + 4 * len(node.comment)  # bytes of a letter, at most
        + 2 * OBJECT_BYTES * len(node.marks)
        + 5 * OBJECT_BYTES * evaluated
    )


class KeptStudies:
    """The studies used last, each at the version it was asked for last. Any thread may ask."""

    def __init__(self, most: int = STUDIES_BYTES) -> None:
        """Nothing is kept yet; at most so many bytes of all studies ever are."""
        self._kept: LRUCache[str, tuple[int, Study]] = LRUCache(most, _size)
        self._lock = Lock()

    def find(self, study_id: str) -> tuple[int, Study] | None:
        """A study and its version, if it is kept."""
        with self._lock:
            return self._kept.get(study_id)

    def keep(self, study_id: str, version: int, study: Study) -> None:
        """Keep a study, unless a later version of it is."""
        with self._lock:
            known = self._kept.get(study_id)
            if known is not None and known[0] > version:
                return
            self._kept.pop(study_id, None)
            with suppress(ValueError):  # larger than all that may be kept
                self._kept[study_id] = (version, study)


Check = Callable[[object], bool]

HIGHEST = 1_000_000_000


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= HIGHEST


def _is_text(longest: int) -> Check:
    return lambda value: isinstance(value, str) and len(value) <= longest


def _are_marks(value: object) -> bool:
    return fits(value, "$defs", "marks")


FIELDS: dict[str, dict[str, Check]] = {  # of each kind of edit
    "Add": {"chapter": _is_number, "parent": _is_number, "turn": _is_text(LONGEST_TEXT)},
    "Remove": {"chapter": _is_number, "node": _is_number, "size": _is_number},
    "Promote": {"chapter": _is_number, "node": _is_number},
    "Move": {"chapter": _is_number, "node": _is_number, "rank": _is_number},
    "Comment": {
        "chapter": _is_number,
        "node": _is_number,
        "before": _is_text(LONGEST_COMMENT),
        "after": _is_text(LONGEST_COMMENT),
    },
    "Marks": {"chapter": _is_number, "node": _is_number, "before": _are_marks, "after": _are_marks},
    "Retitle": {
        "chapter": lambda value: value is None or _is_number(value),
        "before": _is_text(LONGEST_TEXT),
        "after": _is_text(LONGEST_TEXT),
    },
    "RemoveChapter": {"chapter": _is_number, "size": _is_number},
    "PlaceChapter": {"chapter": _is_number, "rank": _is_number},
}


def edit_in(data: Mapping[str, Any]) -> Edit:
    """The edit that a page asks for. Raises RequestError: it is none that a page may send."""
    checks = FIELDS.get(str(data.get("kind")))
    if checks is None:
        raise RequestError(f"'edit' must be an object whose kind is one of {', '.join(FIELDS)}.")
    for name, is_right in checks.items():
        if name not in data or not is_right(data[name]):
            raise RequestError(f"The {name!r} of this edit is missing or of the wrong form.")
    return edit_from_data({name: data[name] for name in ("kind", *checks)})


ATTEMPTS = 20  # of storing an edit while others are stored
TOO_BUSY = "The study is being edited by others at this moment; try again."
SNAPSHOT_EVERY = 200  # edits
MOST_MISSED = 300  # edits that a page is told one by one; after more it loads the study anew
MOST_STUDIES = 500  # of one browser
UNDO_TIME = timedelta(hours=1)


class TooManyError(RequestError):
    """A browser has as many studies as it may have."""

    status = 429


class NotYetError(RequestError):
    """A study of a game that may not be studied while it goes on."""

    status = 403


@dataclass(frozen=True)
class Edited:
    """What has come of an edit."""

    version: int
    study: Study
    number: int | None  # of the position or chapter that was added or led to
    edit_number: int | None  # by which it is undone; None where nothing has changed


def row_of(study_id: str) -> SavedStudy | None:
    """The study of that id without its content, whoever asks; None: there is none."""
    return SavedStudy.objects.defer("snapshot").filter(THERE, pk=study_id).first()


def find(study_id: str, holder: str | None) -> SavedStudy:
    """The study of that id, for reading.

    Raises:
        UnknownGameError: there is none, or it is another's own.
    """
    saved = row_of(study_id)
    if saved is None or not (saved.visibility == BY_LINK or saved.holder == holder):
        raise UnknownGameError(
            f"There is no study {study_id[:40]!r} here; it may have been deleted, or be private."
        )
    return saved


def find_own(study_id: str, holder: str | None) -> SavedStudy:
    """As `find`, for editing.

    Raises:
        UnknownGameError: there is none, or it is another's own.
        SeatError: it is another's to edit.
    """
    saved = find(study_id, holder)
    if saved.holder != holder:
        raise SeatError("This study is another browser's; copy it to edit your own.")
    return saved


def studies_of(holder: str) -> "QuerySet[SavedStudy]":
    """The studies of a browser, the latest first."""
    return SavedStudy.objects.defer("snapshot").filter(THERE, holder=holder)


def begin(
    holder: str, title: str, *chapters: tuple[str, GameRecord], notes_of: str | None = None
) -> SavedStudy:
    """A new study of some records, each with its title; perhaps the notes in a game.

    Raises:
        TooManyError: the browser has too many.
        NotationError, StudyError: a title, or more than a study holds.
    """
    study = Study("Study", (), 1)
    for name, record in chapters:
        chapter = study.new_chapter(name, record)
        study = apply(study, AddChapter(chapter, len(study.chapters))).study
    return store(holder, Study(title, study.chapters, study.next_chapter), notes_of)


def store(holder: str, study: Study, notes_of: str | None = None) -> SavedStudy:
    """A study of a browser, saved anew. Raises TooManyError."""
    if studies_of(holder).count() >= MOST_STUDIES:
        raise TooManyError(f"A browser keeps at most {MOST_STUDIES} studies; delete one first.")
    saved = SavedStudy(
        holder=holder, notes_of=notes_of, snapshot=_text_of(study), **_columns(study)
    )
    saved.save(force_insert=True)
    service(KeptStudies).keep(saved.pk, 0, study)
    return saved


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _text_of(study: Study) -> str:
    return _json(study_to_data(study))


def _columns(study: Study) -> dict[str, str]:
    names = dict.fromkeys(chapter.game.name for chapter in study.chapters)
    return {"title": study.title, "games": " ".join(names)}


def load(study_id: str) -> tuple[int, Study]:
    """A study as it is now, and its version.

    Raises:
        UnknownGameError: it was deleted.
        StudyError: it is damaged.
    """
    kept = service(KeptStudies).find(study_id)
    saved = row_of(study_id)
    if saved is None:
        raise UnknownGameError("The study has been deleted.")
    if kept is None or not saved.snapshot_version <= kept[0] <= saved.version:
        data = json.loads(SavedStudy.objects.values_list("snapshot", flat=True).get(pk=study_id))
        kept = saved.snapshot_version, study_from_data(data)
        service(KeptStudies).keep(study_id, *kept)
    version, study = kept
    if version < saved.version:
        later = SavedEdit.objects.filter(study=study_id, number__gt=version).order_by("number")
        for number, text in later.values_list("number", "edit"):
            study, version = apply(study, edit_from_data(json.loads(text))).study, number
        service(KeptStudies).keep(study_id, version, study)
    if version - saved.snapshot_version >= SNAPSHOT_EVERY:
        older = SavedStudy.objects.filter(pk=study_id, snapshot_version__lt=version)
        older.update(snapshot=_text_of(study), snapshot_version=version)
    return version, study


def edit(saved: SavedStudy, wanted: Edit) -> Edited:
    """Apply an edit to the study as it is now, and store it.

    Raises:
        UnknownGameError: the study was deleted.
        StaleError: others edit it so quickly that there was no moment for this.
        ConflictError, StudyError, NotationError, GameOverError, IllegalActionError, RecordError:
            as `study.apply`.
    """
    for _ in range(ATTEMPTS):
        version, study = load(saved.pk)
        done = apply(study, wanted)
        if done.edit is None:
            return Edited(version, study, done.number, None)
        columns = {**_columns(done.study), "updated": timezone.now()}
        if _stored(saved, version, done.study, done.edit, done.inverse, **columns):
            return Edited(version + 1, done.study, done.number, version + 1)
    raise StaleError(TOO_BUSY)


def replace_persons(saved: SavedStudy, number: int, persons: tuple[Person, Person]) -> None:
    """Let a chapter be played by others. That is no edit of the study's owner, and stays.

    Raises:
        UnknownGameError, StaleError, StudyError: as `edit`.
    """
    for _ in range(ATTEMPTS):
        version, study = load(saved.pk)
        chapter = study.chapter(number)
        head = chapter.head.with_persons(*persons)
        study = study.with_chapter(replace(chapter, head=head))
        # It stands in the snapshot alone: the edit beside it keeps the numbers without a gap.
        nothing = Retitle(None, study.title, study.title)
        columns = {"snapshot": _text_of(study), "snapshot_version": version + 1}
        if _stored(saved, version, study, nothing, None, **columns):
            return
    raise StaleError(TOO_BUSY)


def _stored(
    saved: SavedStudy, version: int, study: Study, made: Edit, inverse: Edit | None, **columns: Any
) -> bool:
    """Store what a study has become by an edit, unless another one was stored meanwhile."""
    row = SavedEdit(
        study_id=saved.pk,
        number=version + 1,
        edit=_json(edit_to_data(made)),
        inverse="" if inverse is None else _json(edit_to_data(inverse)),
    )
    same = SavedStudy.objects.filter(THERE, pk=saved.pk, version=version)
    with transaction.atomic():
        if not same.update(version=version + 1, **columns):
            return False
        row.save(force_insert=True)
    service(KeptStudies).keep(saved.pk, version + 1, study)
    return True


def undo(saved: SavedStudy, number: int) -> Edited:
    """Undo the edit that made a version; that is an edit itself, and can be undone again.

    Raises:
        ConflictError: there is no such edit, it cannot be undone, or what it has changed was
            changed again.
        UnknownGameError, StaleError, StudyError: as `edit`.
    """
    row = SavedEdit.objects.filter(study=saved.pk, number=number).first()
    if row is None or not row.inverse:
        raise ConflictError("There is nothing here that can be undone.")
    return edit(saved, edit_from_data(json.loads(row.inverse)))


def edits_since(saved: SavedStudy, version: int) -> list[dict[str, object]] | None:
    """The edits after a version, oldest first, each with the version "at" which it has come.

    None: there are so many that a page loads anew.
    """
    rows = SavedEdit.objects.filter(study=saved.pk, number__gt=version).order_by("number")
    texts = list(rows.values_list("number", "edit")[: MOST_MISSED + 1])
    if len(texts) > MOST_MISSED:
        return None
    return [{"at": number} | json.loads(text) for number, text in texts]


def share(saved: SavedStudy, *, by_link: bool) -> None:
    """Let whoever has the address read it, or nobody else any more."""
    visibility = BY_LINK if by_link else PRIVATE
    SavedStudy.objects.filter(pk=saved.pk).update(visibility=visibility)
    saved.visibility = visibility


def copy(saved: SavedStudy, holder: str) -> SavedStudy:
    """A study of another browser, or one's own, once more. Raises TooManyError."""
    _, study = load(saved.pk)
    return store(holder, study)


def delete(saved: SavedStudy) -> None:
    """Put a study away; for a while that can be undone."""
    SavedStudy.objects.filter(pk=saved.pk).update(deleted=site_time())
    SavedStudy.objects.filter(deleted__lt=site_time() - UNDO_TIME).delete()


def is_deleted(study_id: str, holder: str | None) -> bool:
    """Whether a study of a browser was put away, and can be brought back."""
    return _deleted(study_id, holder).exists()


def _deleted(study_id: str, holder: str | None) -> "QuerySet[SavedStudy]":
    since = site_time() - UNDO_TIME
    return SavedStudy.objects.filter(~THERE, pk=study_id, holder=holder, deleted__gt=since)


def restore(study_id: str, holder: str | None) -> str | None:
    """Undo a deletion.

    A game has one set of notes for each of its players: those that were begun since are put away
    in exchange, which can be undone in the same way.

    Returns:
        The id of the notes that were put away, None where there were none.

    Raises:
        UnknownGameError: there is no such study of this browser's.
        StaleError: new notes were begun at this very moment.
    """
    deleted = _deleted(study_id, holder)
    try:
        with transaction.atomic():
            saved = deleted.defer("snapshot").first()
            if saved is None or holder is None:
                raise UnknownGameError(
                    "There is no such study to bring back; it may be gone for good."
                )
            others = SavedStudy.objects.filter(THERE, holder=holder, notes_of=saved.notes_of)
            later = saved.notes_of and others.values_list("pk", flat=True).first()
            SavedStudy.objects.filter(pk=later).update(deleted=site_time())
            deleted.update(deleted=None)
    except IntegrityError:
        raise StaleError("New notes were begun in this game at this moment; try again.") from None
    return later or None
