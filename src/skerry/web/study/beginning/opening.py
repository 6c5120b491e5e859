"""What a study begins with: a game from its start or as played here, a puzzle, a text, files."""

from django.http import HttpRequest

from skerry.errors import SkerryError
from skerry.study.study import MOST_CHAPTERS
from skerry.web.base.files.uploads import TOO_MANY, Found, found_in, read_files
from skerry.web.base.seats import seat_of
from skerry.web.play import games
from skerry.web.play.records import record_of
from skerry.web.study.beginning.new_chapters import imported, pasted, record_of_game
from skerry.web.study.beginning.puzzles import puzzle_in
from skerry.web.study.storing import studies


def found_for(request: HttpRequest, text: str) -> list[Found]:
    """What the chapters of a study are to begin with, and what of it could not be read.

    Args:
        request: with files, the "game" to begin, the id of one that was "played" here, or a
            "puzzle" and what was "tried" at it.
        text: that was pasted.

    Raises:
        UnknownGameError, BrokenGameError, NotYetError: of a game that was played here.
        OptionError: there is no such game or puzzle.
        HelpError: two persons play the puzzle's position at this moment.
        RequestError, NotationError, IllegalActionError, GameOverError: what was tried at a puzzle.
        RecordError: the files are too long.
    """
    game_id, name = request.POST.get("played", ""), request.POST.get("game", "")
    if game_id:
        holder = seat_of(request)
        saved = games.find(game_id, holder)
        if not games.may_analyse(saved, holder):
            raise studies.NotYetError(
                "A study of a game between two persons opens when the game is over."
            )
        return [Found("", [record_of(saved)], ())]
    if name:
        return [Found("", [record_of_game(name)], ())]
    if puzzle := request.POST.get("puzzle", ""):
        return [puzzle_in(puzzle, request.POST.get("tried", "[]"), seat_of(request))]
    found = read_files(request.FILES.getlist("record"), MOST_CHAPTERS, imported)
    if text or not found:
        left = MOST_CHAPTERS - sum(len(one.records) for one in found)
        found.append(_found_in_text(text, left))
    return found


def _found_in_text(text: str, most: int) -> Found:
    try:
        return Found("", (), (TOO_MANY,)) if most <= 0 else found_in("", pasted(text, most))
    except SkerryError as error:
        return Found("", (), (str(error),))
