"""The tools for the studies that the site of this machine keeps, if the server may read them."""

from collections.abc import Sequence
from typing import Protocol

from skerry.core.formatting import counted
from skerry.errors import OptionError, quoted
from skerry.exchange import write
from skerry.mcp.records import LONGEST_TEXT
from skerry.mcp.trees import tree_text
from skerry.mcp.words import Answer
from skerry.positions import Position
from skerry.study import Chapter, Study

MOST_LISTED = 100


class Source(Protocol):
    """Where studies are kept."""

    def entries(self) -> Sequence[tuple[str, str, str, str]]:
        """Of each study, the latest first: id, title, names of its games, when it was edited."""

    def find(self, study_id: str) -> Study:
        """The study of an id. Raises OptionError: there is none."""

    def is_in_live_game(self, position: Position) -> bool:
        """Whether two persons play a position there now. Raises OptionError: not to be read."""


class SiteStudies:
    """Reads studies; each call sees them as they are then."""

    def __init__(self, source: Source) -> None:
        """Tools for the studies of a source."""
        self._source = source

    def check_position(self, position: Position) -> None:
        """Refuse to think for somebody's running game. Raises OptionError: two persons play it."""
        if self._source.is_in_live_game(position):
            raise OptionError(
                "Two people are playing a game with this position on this machine's site at the "
                "moment; it is thought about again when they have played on or their game is over."
            )

    def site_studies(self, search: str = "") -> str:
        """The studies of this machine's site: ids, titles, games, when they were edited.

        Args:
            search: only those whose title or games hold this text.

        Raises:
            OptionError: they cannot be read.
        """
        wanted = search.casefold()
        found = [
            entry
            for entry in self._source.entries()
            if wanted in entry[1].casefold() or wanted in entry[2].casefold()
        ]
        lines = [f"Studies: {len(found)}"]
        for number, title, games, when in found[:MOST_LISTED]:
            lines.append(f"{number}: {title} ({games.replace(' ', ', ')}; {when[:10]})")
        if len(found) > MOST_LISTED:
            lines.append(f"... and {len(found) - MOST_LISTED} older ones; `search` finds them.")
        return "\n".join(lines)

    def site_study(self, id: str, chapter: int | None = None, format: str | None = None) -> Answer:
        """A study of this machine's site: its chapters, and one of them as a tree.

        Args:
            id: as `site_studies` lists it.
            chapter: which one is shown, from 1; it may be left out where there is only one.
            format: "json" or "sgf": its record follows as text.

        Raises:
            OptionError: there is no such study, chapter or format.
            RecordError: a tree that no record can hold.
        """
        study = self._source.find(id)
        count = len(study.chapters)
        lines = [f"{study.title}: {counted(count, 'chapter')}"]
        lines += [_entry(number, one) for number, one in enumerate(study.chapters, start=1)]
        if chapter is None and count > 1:
            return "\n".join([*lines, "Say which `chapter` to show."])
        shown = 1 if chapter is None else chapter
        if not 1 <= shown <= count:
            raise OptionError(f"The study has {counted(count, 'chapter')}, and none is {shown}.")
        found = study.chapters[shown - 1]
        lines += ["", f"Chapter {shown} begins at: {found.start.text}", tree_text(found)]
        return "\n".join(lines) if format is None else ["\n".join(lines), _text(found, format)]


def _entry(number: int, chapter: Chapter) -> str:
    turns = counted(len(chapter.tree) - 1, "turn")
    return f"{number}. {chapter.title} ({chapter.game}; {turns} in all)"


def _text(chapter: Chapter, format: str) -> str:
    text = write(chapter.record(), format).text
    if len(text) > LONGEST_TEXT:
        raise OptionError(f"Chapter {quoted(chapter.title)} is too long to be shown as a record.")
    return text
