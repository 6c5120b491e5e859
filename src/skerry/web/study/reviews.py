"""Reviews under way, and those that were finished, each of one line of a chapter of a study."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from threading import RLock, Thread
from typing import Any

from django.db import close_old_connections

from skerry.errors import SkerryError
from skerry.record.parts import evaluation_from_data
from skerry.study.edits import Evaluate
from skerry.web.base.errors import BusyError
from skerry.web.base.services import service
from skerry.web.study import studies
from skerry.web.study.models import SavedReview
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.jobs import Answer, Job, Lane
from skerry.web.thinking.turns import RetriedSaves

REVIEW = "review"  # what the engine is asked for
MOST_ATTEMPTS = 2
MOST_PER_BROWSER = 3  # under way or waiting
MOST_AT_ALL = 100  # of all browsers, with those that came to nothing

Place = tuple[str, int]  # the study's id, and the chapter's number


@dataclass(frozen=True)
class LineReview:
    """What is known of one line of a chapter."""

    nodes: tuple[int, ...]  # of the line's positions, the start first
    playouts: int  # of a first look
    number: int = 0  # counts what has become known while it is under way; 0: it is not
    is_begun: bool = False  # False while it waits for others
    done: float = 0.0  # from 0 to 1
    found: Mapping[str, Any] | None = None  # skerry.review.Review as JSON
    exercises: tuple[Mapping[str, Any], ...] = ()  # skerry.review.Exercise as JSON
    trouble: str = ""  # why there is no more
    holder: str = ""  # the study's browser, while it is under way

    @property
    def is_under_way(self) -> bool:
        """Whether the engine is at it, or will be."""
        return self.number > 0 and not self.trouble


class Reviews:
    """Asks the engine for reviews, and keeps them. All methods may be called by any thread."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        # Held while the engine is asked, so that it is asked last for what was begun last; it may
        # answer at once.
        self._lock = RLock()
        self._numbers = count(1)
        self._under_way: dict[Place, LineReview] = {}
        self._retries = RetriedSaves(self._save)

    def begin(
        self, place: Place, holder: str, record: str, game: str, nodes: list[int], playouts: int
    ) -> None:
        """Review a line, instead of any other of its chapter.

        Args:
            place: the chapter.
            holder: the study's browser.
            record: the line as a game, a GameRecord as JSON.
            game: by name.
            nodes: of its positions.
            playouts: of a first look.

        Raises:
            BusyError: the study's browser has too many reviews under way.
        """
        with self._lock:
            number = next(self._numbers)
            own = [one for one, known in self._under_way.items() if known.holder == holder]
            for troubled in [one for one in own if self._under_way[one].trouble]:
                own.remove(troubled)
                del self._under_way[troubled]
            if len({*own, place}) > MOST_PER_BROWSER:
                raise BusyError(
                    f"At most {MOST_PER_BROWSER} reviews of one browser go on at a time; "
                    "wait for one, or cancel it."
                )
            self._make_room()
            self._under_way[place] = LineReview(tuple(nodes), playouts, number, holder=holder)
            order = {"record": record, "playouts": playouts}
            job = Job(
                REVIEW,
                _subject(place),
                number,
                order,
                self.take,
                Lane.REVIEW,
                holder,
                game,
                needs_compiled=True,
                most_attempts=MOST_ATTEMPTS,
            )
            self._engine.submit(job)

    def cancel(self, study_id: str, chapter: int) -> None:
        """Stop a review; what it has found so far is kept. Nothing happens when there is none."""
        place = study_id, chapter
        with self._lock:
            self._engine.cancel(REVIEW, _subject(place))
            stopped = self._under_way.pop(place, None)
        if stopped is not None and stopped.found is not None and stopped.found["turns"]:
            _store(place, stopped)

    def under_way(self, study_id: str, chapter: int) -> LineReview | None:
        """The review of a chapter that is under way, or came to nothing; see `find`."""
        with self._lock:
            return self._under_way.get((study_id, chapter))

    def take(self, answer: Answer) -> None:
        """Note what the engine has found; a finished review is kept."""
        place = _place(answer.job.subject)
        with self._lock:
            known = self._under_way.get(place)
            if known is None or known.number > answer.job.version:
                pass  # cancelled, or begun anew
            elif answer.error is not None:
                self._under_way[place] = replace(known, trouble=answer.error)
            else:
                self._under_way[place] = replace(known, is_begun=True, **_content(answer))
        if answer.is_last and answer.error is None and known is not None:
            # In a thread of its own: the engine's must be free for the next answer.
            Thread(target=self._retries.save, args=(answer,), name="review").start()

    def _save(self, answer: Answer) -> None:
        """Keep a finished review, and its evaluations in the tree. Raises OperationalError."""
        place = _place(answer.job.subject)
        with self._lock:
            known = self._under_way.get(place)
        if known is None or known.number != answer.job.version:
            return
        close_old_connections()
        try:
            _store(place, replace(known, **_content(answer)))
            _keep_evaluations(place, known.nodes, answer.content["review"])
        finally:
            close_old_connections()
        with self._lock:
            now = self._under_way.get(place)
            if now is not None and now.number == answer.job.version:
                del self._under_way[place]

    def _make_room(self) -> None:
        """Forget the oldest of those that came to nothing, where there are very many reviews."""
        if len(self._under_way) < MOST_AT_ALL:
            return
        troubled = (place for place, known in self._under_way.items() if known.trouble)
        oldest = next(troubled, None)
        if oldest is None:
            raise BusyError(f"{MOST_AT_ALL} reviews wait for the engine already; try again later.")
        del self._under_way[oldest]


def find(study_id: str, chapter: int) -> LineReview | None:
    """The review of a chapter: the one under way, else the one that was kept."""
    under_way = service(Reviews).under_way(study_id, chapter)
    if under_way is not None:
        return under_way
    row = SavedReview.objects.filter(study=study_id, chapter=chapter).first()
    return None if row is None else _read(row)


def _subject(place: Place) -> str:
    return f"{place[0]}.{place[1]}"


def _place(subject: str) -> Place:
    study_id, _, chapter = subject.rpartition(".")
    return study_id, int(chapter)


def _content(answer: Answer) -> dict[str, Any]:
    content: dict[str, Any] = dict(answer.content)
    return {
        "done": content["done"],
        "found": content["review"],
        "exercises": tuple(content.get("exercises", ())),
    }


def _store(place: Place, known: LineReview) -> None:
    study_id, chapter = place
    if studies.row_of(study_id) is None:
        return
    data = {"found": known.found, "exercises": known.exercises}
    SavedReview.objects.update_or_create(
        study_id=study_id,
        chapter=chapter,
        defaults={
            "nodes": json.dumps(known.nodes),
            "data": json.dumps(data, ensure_ascii=False, separators=(",", ":")),
        },
    )


def _read(row: SavedReview) -> LineReview:
    data = json.loads(row.data)
    found = data["found"]
    return LineReview(
        tuple(json.loads(row.nodes)),
        found["playouts"],
        done=1.0,
        found=found,
        exercises=tuple(data["exercises"]),
    )


def _keep_evaluations(place: Place, nodes: tuple[int, ...], found: Any) -> None:
    """Let the tree hold what the review's looks have found, where it says more."""
    study_id, chapter = place
    saved = studies.row_of(study_id)
    for node, data in zip(nodes, found["evaluations"], strict=True):
        if saved is not None and data is not None and data["playouts"]:
            with suppress(SkerryError):  # the position was deleted meanwhile
                studies.edit(saved, Evaluate(chapter, node, evaluation_from_data(data)))
