"""What a holder has among the studies: moved to an account, handed out, forgotten."""

import json
from contextlib import suppress
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from skerry.errors import SkerryError
from skerry.study.study import study_to_data
from skerry.web.play.models import SavedGame, held_by
from skerry.web.study import notes, studies
from skerry.web.study.models import THERE, SavedReview, SavedStudy

AT_ONCE = 50  # rows in memory, of all that are handed out


def move(old: str, new: str) -> None:
    """Let a holder have another one's studies, deleted ones included.

    Who has notes in a game as both, has played it against oneself: the second notes become a study
    like any other.
    """
    taken = SavedStudy.objects.filter(THERE, holder=new).exclude(notes_of=None)
    twice = SavedStudy.objects.filter(THERE, holder=old, notes_of__in=taken.values("notes_of"))
    twice.update(notes_of=None)
    SavedStudy.objects.filter(holder=old).update(holder=new)


def rename(holder: str, name: str) -> None:
    """Let notes in the games of a holder, its own and the other one's, have the names of the games.

    In these `name` stands already.
    """
    _rename_notes(held_by(holder))


def _rename_notes(of_games: Q) -> None:
    games = SavedGame.objects.filter(of_games, computer=None)
    for saved in SavedStudy.objects.filter(THERE, notes_of__in=games.values("pk")):
        with suppress(SkerryError):  # damaged: as it is
            notes.rename(saved)


def export(holder: str) -> dict[str, object]:
    """All studies of a holder, and their reviews."""
    own = SavedStudy.objects.filter(THERE, holder=holder).order_by("created")
    return {"studies": (_study_data(one) for one in own.iterator(AT_ONCE))}


def _study_data(saved: SavedStudy) -> dict[str, object]:
    try:
        study: object = study_to_data(studies.load(saved.pk)[1])
    except SkerryError:  # damaged: as it is
        study = saved.snapshot
    reviews = SavedReview.objects.filter(study=saved.pk).order_by("chapter")
    return {
        "id": saved.pk,
        "title": saved.title,
        "visibility": saved.visibility,
        "notes_of": saved.notes_of,
        "created": saved.created.isoformat(),
        "updated": saved.updated.isoformat(),
        "study": study,
        "reviews": [
            {"chapter": one.chapter, "made": one.made.isoformat(), "found": json.loads(one.data)}
            for one in reviews
        ],
    }


def forget(holder: str) -> None:
    """Delete all studies of a holder, with their edits and reviews, and its name in others' notes.

    Its games are others' alone by now, and have just been changed.
    """
    SavedStudy.objects.filter(holder=holder).delete()
    just_left = Q(first_seat=None) | Q(second_seat=None)
    _rename_notes(just_left & Q(updated__gt=timezone.now() - timedelta(minutes=1)))
