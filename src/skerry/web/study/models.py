"""Saved studies: a snapshot now and then, and every edit since."""

from django.db import models

from skerry.study.study import LONGEST_TITLE
from skerry.web.play.models import ID_LENGTH, new_id

PRIVATE, BY_LINK = "private", "link"
THERE = models.Q(deleted=None)  # a deleted one waits for its undoing


class SavedStudy(models.Model):
    """A study, as it was after `snapshot_version` edits; later ones are rows of their own."""

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_id, editable=False)
    holder = models.CharField(max_length=64, db_index=True)  # who may edit, as of a seat
    visibility = models.CharField(max_length=8, default=PRIVATE)  # or BY_LINK: whoever has it
    # The game whose notes these are: one's own, for nobody else's eyes while it goes on.
    notes_of = models.CharField(max_length=ID_LENGTH, null=True)
    version = models.PositiveIntegerField(default=0)  # counts its edits
    snapshot = models.TextField()  # as study_data writes it
    snapshot_version = models.PositiveIntegerField(default=0)

    title = models.CharField(max_length=LONGEST_TITLE)  # for lists
    games = models.CharField(max_length=200)  # names of the games of its chapters
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)
    deleted = models.DateTimeField(null=True, db_index=True)  # when; None: it is not

    class Meta:
        """The list shows the latest first; a game has one set of notes for each of its players."""

        ordering = ("-updated",)
        constraints = (
            models.UniqueConstraint(
                fields=("holder", "notes_of"), condition=models.Q(deleted=None), name="notes_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.id}: {self.title}"


class SavedEdit(models.Model):
    """One edit of a study."""

    study = models.ForeignKey(SavedStudy, on_delete=models.CASCADE, related_name="edits")
    number = models.PositiveIntegerField()  # the study's version after it
    edit = models.TextField()  # as edit_data writes it
    inverse = models.TextField(blank=True)  # what undoes it; "": nothing does
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        """No version is made twice."""

        constraints = (models.UniqueConstraint(fields=("study", "number"), name="edit_once"),)

    def __str__(self) -> str:
        return f"{self.study_id}: {self.number}"


class SavedReview(models.Model):
    """The latest review of a line of a chapter, finished or cancelled."""

    study = models.ForeignKey(SavedStudy, on_delete=models.CASCADE, related_name="reviews")
    chapter = models.PositiveIntegerField()
    nodes = models.TextField()  # JSON: numbers of the line's positions, the start first
    data = models.TextField()  # JSON: what was found, and what to learn from it
    made = models.DateTimeField(auto_now=True)

    class Meta:
        """A chapter has one."""

        constraints = (models.UniqueConstraint(fields=("study", "chapter"), name="review_once"),)

    def __str__(self) -> str:
        return f"{self.study_id}.{self.chapter}"
