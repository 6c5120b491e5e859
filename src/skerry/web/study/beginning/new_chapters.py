"""What a new chapter begins with, as a page asks for it."""

from dataclasses import replace

from skerry.exchange import Imported, read, recognise
from skerry.positions import game, position
from skerry.record import GameRecord
from skerry.sessions import prepared_start
from skerry.study import Chapter, Study
from skerry.study.study import LONGEST_TITLE
from skerry.web.base.bodies import LONGEST_PASTED, optional_number
from skerry.web.base.errors import RequestError
from skerry.web.base.files.uploads import Found, found_in
from skerry.web.board.words import person_title


def chapter_in(study: Study, data: dict[str, object]) -> Chapter:
    """The chapter that a page asks for.

    Args:
        study: that will get it.
        data: perhaps a "title"; and a "game" by name, perhaps with the "seed" of its set-up; a
            "text" that holds a record or a position; or "chapter" and "node", to begin at a
            position of the study.

    Raises:
        RequestError: none of them, or of another form.
        RecordError, NotationError, OptionError: the text holds nothing that can be played.
    """
    record = _record(study, data)
    title = data.get("title") or title_of(record)
    if not isinstance(title, str) or len(title) > LONGEST_TITLE:
        raise RequestError(f"'title' must be a text of at most {LONGEST_TITLE} characters.")
    return study.new_chapter(title, record)


def _record(study: Study, data: dict[str, object]) -> GameRecord:
    text, name, number, node = (data.get(key) for key in ("text", "game", "chapter", "node"))
    if isinstance(text, str):
        return remarked(found_in("", pasted(text)))[0]
    if isinstance(name, str):
        return record_of_game(name, optional_number(data, "seed"))
    if isinstance(number, int) and isinstance(node, int):
        chapter = study.chapter(number)
        return replace(
            GameRecord.begin(chapter.game, start=chapter.position(node)),
            persons=chapter.head.persons,
        )
    raise RequestError(
        "A chapter begins with a 'game', with a 'text', or with 'chapter' and 'node'."
    )


def imported(content: str | bytes, most: int) -> Imported:
    """The records that a text or a file holds, or the game that begins at the position it holds.

    Args:
        content: the text, or the bytes of a file.
        most: records of a collection that are read.

    Raises:
        RecordError, NotationError, OptionError: it holds nothing that can be played.
    """
    if recognise(content) is not None:
        return read(content, most=most)
    text = content if isinstance(content, str) else content.decode(errors="replace")
    start = position(text.strip())
    return Imported("json", (GameRecord.begin(start.game, start=start),))


def pasted(text: str, most: int = 1) -> Imported:
    """As `imported`, of a text that somebody has pasted.

    Raises:
        RequestError: it is too long.
        RecordError, NotationError, OptionError: as there.
    """
    if len(text) > LONGEST_PASTED:
        raise RequestError(f"A pasted text is at most {LONGEST_PASTED:,} characters long.")
    return imported(text, most)


def remarked(found: Found) -> list[GameRecord]:
    """Records, the first of which says in its comment what of them could not be read."""
    if not found.records or not found.remarks:
        return list(found.records)
    first, *others = found.records
    said = "\n".join(("Not read:", *found.remarks))
    comment = "\n\n".join(filter(None, (first.comment, said)))
    return [replace(first, comment=comment), *others]


def record_of_game(name: str, seed: int | None = None) -> GameRecord:
    """A game with its usual options, from its start.

    Args:
        name: of the game.
        seed: of a start that is drawn, before the set-up; None for one that is set up.

    Raises:
        OptionError: there is no such game, or its start is not drawn.
    """
    rules = game(name)
    if rules.info.has_setup and seed is None:
        return GameRecord.begin(rules, start=prepared_start(rules, 1))
    return GameRecord.begin(rules, seed=seed)


def title_of(record: GameRecord, name: str = "") -> str:
    """A title for a chapter: who played, else the name of its file, else which game it is."""
    if not any(person.name for person in record.persons):
        return name[:LONGEST_TITLE].strip() or record.game.info.title
    return " – ".join(person_title(record, person) for person in (0, 1))[:LONGEST_TITLE]
