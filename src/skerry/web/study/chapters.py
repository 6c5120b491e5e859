"""What a study or a chapter begins with: a game, a record, a position, a puzzle, files."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from django.http import HttpRequest
from pydantic import Field, TypeAdapter, ValidationError

from skerry import rulebook
from skerry.errors import OptionError, SkerryError, quoted
from skerry.exchange import Imported, read, recognise
from skerry.games.catalogue import info
from skerry.positions import game, position
from skerry.puzzles import Puzzle, collection
from skerry.record import GameRecord
from skerry.sessions import prepared_start
from skerry.study import ROOT, Chapter, Study, apply
from skerry.study.edits import Add, AddChapter, Comment
from skerry.study.study import LONGEST_TITLE, MOST_CHAPTERS
from skerry.web.base.bodies import LONGEST_PASTED, AtVersion, Turns, Whole
from skerry.web.base.errors import RequestError
from skerry.web.base.files import TOO_MANY, Found, found_in, read_files
from skerry.web.base.seats import seat_of
from skerry.web.board.words import person_title
from skerry.web.play import queries
from skerry.web.play.closed import check_open
from skerry.web.play.records import record_of
from skerry.web.puzzles.attempts import note_shown
from skerry.web.puzzles.verdicts import find_any, is_own
from skerry.web.study import studies


class ChapterSent(AtVersion):
    """What a chapter begins with.

    A game by name, perhaps with the seed of its set-up; a text that holds a record or a position;
    or a position of the study.
    """

    title: Annotated[str, Field(max_length=LONGEST_TITLE)] = ""
    game: str | None = None
    seed: int | None = None
    text: str | None = None
    chapter: Whole | None = None
    node: Whole | None = None


def chapter_in(study: Study, sent: ChapterSent) -> Chapter:
    """The chapter that a page asks for, to be added to a study.

    Raises:
        RequestError: it says nothing to begin with.
        RecordError, NotationError, OptionError: the text holds nothing that can be played.
    """
    record = _record(study, sent)
    return study.new_chapter(sent.title or title_of(record), record)


def _record(study: Study, sent: ChapterSent) -> GameRecord:
    if sent.text is not None:
        return remarked(found_in("", pasted(sent.text)))[0]
    if sent.game is not None:
        return record_of_game(sent.game, sent.seed)
    if sent.chapter is not None and sent.node is not None:
        chapter = study.chapter(sent.chapter)
        return replace(
            GameRecord.begin(chapter.game, start=chapter.position(sent.node)),
            persons=chapter.head.persons,
        )
    raise RequestError(
        "A chapter begins with a 'game', with a 'text', or with 'chapter' and 'node'."
    )


def imported(content: str | bytes, most: int) -> Imported:
    """The records that a text or a file holds, or the game that begins at the position it holds.

    At most so many of a collection are read.

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
    """A game with its usual options, from its start; from one that is set up without a seed.

    Raises:
        OptionError: there is no such game, or its start is not drawn.
    """
    rules = game(name)
    if rules.info.has_setup and seed is None:
        return GameRecord.begin(rules, start=prepared_start(rules, 1))
    return GameRecord.begin(rules, seed=seed)


BETWEEN = " – "  # the names of two who play


def title_of(record: GameRecord, name: str = "") -> str:
    """A title for a chapter: who played, else the name of its file, else which game it is."""
    if not any(person.name for person in record.persons):
        return name[:LONGEST_TITLE].strip() or record.game.info.title
    return BETWEEN.join(person_title(record, person) for person in (0, 1))[:LONGEST_TITLE]


MOST_TRIES = 30  # as many as a page remembers
TRIED = TypeAdapter(Annotated[list[Turns], Field(max_length=MOST_TRIES)])
SOLUTION, TRY = "The solution: no other turn wins.", "Tried: it does not win."


def puzzle_in(asked: str, tried: str, holder: str | None) -> Found:
    """The record of a puzzle, "GAME/KEY", with its name.

    `tried` holds lists of turns as JSON, each a turn that was tried and what followed.

    Raises:
        OptionError: there is no such puzzle.
        HelpError: two persons play its position at this moment, and the record has the solution.
        RequestError: `tried` is of another form, or too much.
        NotationError, IllegalActionError, GameOverError: a turn is not legal.
    """
    name, _, key = asked.partition("/")
    puzzle = find_any(name, key)
    if is_own(key):  # the collections are public, solutions and all
        check_open((puzzle.position,), holder)
    elif holder is not None:
        note_shown(holder, puzzle)  # the study has the solution
    number = "" if is_own(key) else f" {collection(name).index(puzzle) + 1}"
    try:
        lines = TRIED.validate_json(tried)
    except ValidationError:
        raise RequestError(
            f"'tried' must be a list of at most {MOST_TRIES} lists of turns."
        ) from None
    record = _record_of_puzzle(puzzle, lines)
    return Found(f"Puzzle{number} of {info(name).title}", [record], ())


def _record_of_puzzle(puzzle: Puzzle, lines: Sequence[Sequence[str]]) -> GameRecord:
    """The solution and what follows it as the main line, the other turns as variations."""
    position = puzzle.position
    study = Study("Puzzle", (), 1)
    chapter = study.new_chapter("Puzzle", GameRecord.begin(position.game, start=position))
    study = apply(study, AddChapter(chapter, 0)).study
    for line in ((puzzle.solution, *puzzle.line), *lines):
        parent = ROOT
        for turn in line:
            done = apply(study, Add(chapter.number, parent, turn))
            study, parent = done.study, done.number or ROOT
    first, *others = study.chapters[0].tree.node(ROOT).children
    for node, words in ((first, SOLUTION), *((other, TRY) for other in others)):
        study = apply(study, Comment(chapter.number, node, "", words)).study
    return study.chapters[0].record()


def found_for(request: HttpRequest, text: str) -> list[Found]:
    """What the chapters of a study are to begin with, and what of it could not be read.

    Args:
        request: with files, the "game" to begin, the id of one that was "played" here, one of a
            guide ("guided"), or a "puzzle" and what was "tried" at it.
        text: that was pasted.

    Raises:
        UnknownGameError, BrokenGameError, NotYetError: of a game that was played here.
        OptionError: there is no such game or puzzle, or no such game in a guide.
        HelpError: two persons play the position of one's own puzzle at this moment.
        RequestError, NotationError, IllegalActionError, GameOverError: what was tried at a puzzle.
        RecordError: the files are too long.
    """
    game_id, name = request.POST.get("played", ""), request.POST.get("game", "")
    if game_id:
        holder = seat_of(request)
        saved = queries.find(game_id, holder)
        if not queries.may_analyse(saved, holder):
            raise studies.NotYetError(
                "A study of a game between two persons opens when the game is over."
            )
        return [Found("", [record_of(saved)], ())]
    if name:
        return [Found("", [record_of_game(name)], ())]
    if guided := request.POST.get("guided", ""):
        return [game_of_a_guide(guided)]
    if puzzle := request.POST.get("puzzle", ""):
        return [puzzle_in(puzzle, request.POST.get("tried", "[]"), seat_of(request))]
    found = read_files(request.FILES.getlist("record"), MOST_CHAPTERS, imported)
    if text or not found:
        left = MOST_CHAPTERS - sum(len(one.records) for one in found)
        found.append(_found_in_text(text, left))
    return found


def game_of_a_guide(place: str) -> Found:
    """A game that a guide goes through, "GAME/NUMBER", with its name. Raises OptionError: none."""
    name, _, number = place.partition("/")
    for one in rulebook.commented_games(rulebook.guide(name)):
        if number == str(one.number):
            title = f"Game {one.number} of the guide to {info(name).title}"
            return Found(title, [one.record], ())
    raise OptionError(f"The guide to {info(name).title} has no game {quoted(number)}.")


def _found_in_text(text: str, most: int) -> Found:
    try:
        return Found("", (), (TOO_MANY,)) if most <= 0 else found_in("", pasted(text, most))
    except SkerryError as error:
        return Found("", (), (str(error),))
