"""A puzzle as a chapter: it begins at the puzzle's position, and what was tried stands in it."""

import json
from collections.abc import Sequence

from skerry.games.catalogue import info
from skerry.puzzles import Puzzle, collection
from skerry.record import GameRecord
from skerry.study import ROOT, Study, apply
from skerry.study.edits import Add, AddChapter, Comment
from skerry.web.base.bodies import line_texts
from skerry.web.base.errors import RequestError
from skerry.web.base.files.uploads import Found
from skerry.web.play.closed import check_open
from skerry.web.puzzles.own import find_any, is_own

MOST_TRIES = 30  # as many as a page remembers
SOLUTION, TRY = "The solution: no other turn wins.", "Tried: it does not win."


def puzzle_in(asked: str, tried: str, holder: str | None) -> Found:
    """The record of a puzzle, with its name.

    Args:
        asked: its game and its key, as "GAME/KEY".
        tried: lists of turns as JSON, each a turn that was tried and what followed.
        holder: who asks.

    Raises:
        OptionError: there is no such puzzle.
        HelpError: two persons play its position at this moment, and the record has the solution.
        RequestError: `tried` is of another form, or too much.
        NotationError, IllegalActionError, GameOverError: a turn is not legal.
    """
    name, _, key = asked.partition("/")
    puzzle = find_any(name, key)
    check_open((puzzle.position,), holder)
    number = "" if is_own(key) else f" {collection(name).index(puzzle) + 1}"
    record = _record(puzzle, _lines(tried))
    return Found(f"Puzzle{number} of {info(name).title}", [record], ())


def _lines(text: str) -> list[list[str]]:
    try:
        lines = json.loads(text)
    except (ValueError, RecursionError):
        lines = None
    if not isinstance(lines, list) or len(lines) > MOST_TRIES:
        raise RequestError(f"'tried' must be a list of at most {MOST_TRIES} lists of turns.")
    return [line_texts({"turns": line}) for line in lines]


def _record(puzzle: Puzzle, lines: Sequence[Sequence[str]]) -> GameRecord:
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
