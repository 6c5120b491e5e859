"""A study: a title and chapters."""

from dataclasses import dataclass, replace

from skerry.record import GameRecord
from skerry.study.chapter import Chapter, checked_title
from skerry.study.errors import ConflictError

MOST_CHAPTERS = 64


@dataclass(frozen=True)
class Study:
    """Chapters in their order. Every change gives a new study."""

    title: str
    chapters: tuple[Chapter, ...]
    next_chapter: int  # number of a chapter that will be added

    def chapter(self, number: int) -> Chapter:
        """The chapter of that number. Raises ConflictError: there is none, or no longer."""
        for chapter in self.chapters:
            if chapter.number == number:
                return chapter
        raise ConflictError("This chapter is not in the study any more.")

    def rank(self, number: int) -> int:
        """The place of a chapter, from 0. Raises ConflictError."""
        return self.chapters.index(self.chapter(number))

    def new_chapter(self, title: str, record: GameRecord) -> Chapter:
        """A chapter with a record, numbered to be added. Raises NotationError: the title."""
        return Chapter.of(self.next_chapter, checked_title(title), record)

    def with_chapter(self, chapter: Chapter) -> "Study":
        """The study with another value of a chapter. Raises ConflictError: it is gone."""
        rank = self.rank(chapter.number)
        chapters = (*self.chapters[:rank], chapter, *self.chapters[rank + 1 :])
        return replace(self, chapters=chapters)
