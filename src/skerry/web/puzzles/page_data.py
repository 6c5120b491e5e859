"""A puzzle and the verdict on a turn, as the plain data that the page shows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, islice

from skerry.core.numbers import format_count
from skerry.draw import board_svg
from skerry.games.contract import game_module
from skerry.games.words import DRAW_WORDS, WIN_WORDS
from skerry.positions import Position
from skerry.puzzles import Puzzle, Verdict, collection
from skerry.record import GameRecord
from skerry.sessions import Composed
from skerry.web.board import words
from skerry.web.board.position_data import composing, last_actions, standings, way_of
from skerry.web.puzzles.verdicts import is_own

GRADE_WORDS = ("", "Warm-up", "Easy", "Medium", "Hard", "Very hard")
MOST_STEPS = 16  # turns that are drawn; a board is twenty kilobytes


def by_grade(numbered: Iterable[tuple[int, Puzzle]]) -> list[dict[str, object]]:
    """The puzzles under the words for their grades, the easiest first."""
    return [
        {"grade": grade, "words": GRADE_WORDS[grade], "puzzles": list(puzzles)}
        for grade, puzzles in groupby(numbered, key=lambda one: one[1].grade)
    ]


@lru_cache(64)
def record_to(puzzle: Puzzle) -> GameRecord:
    """The record up to the puzzle's position."""
    return puzzle.record.take_back(len(puzzle.record.turns) - puzzle.turn)


def put(puzzle: Puzzle) -> dict[str, object]:
    """A puzzle before any turn is tried, without its solution."""
    record, position = record_to(puzzle), puzzle.position
    own = is_own(puzzle.key)
    last = record.turns[-1].text if record.turns else ""
    before = record.replay()[-2] if record.turns else position
    return {
        "key": puzzle.key,
        "number": 1 if own else collection(puzzle.game).index(puzzle) + 1,
        "own": own,
        "grade": puzzle.grade,
        "grade_words": GRADE_WORDS[puzzle.grade],
        "turn": puzzle.turn,
        "colour": position.colour_index,
        "heading": f"{words.mover_title(position)} to play and win",
        "task": f"Only one of {format_count(puzzle.num_turns)} turns wins. Find it.",
        "rules": _rules(puzzle),
        "last_turn": words.turn_sentence(before, last) if last else "",
    } | composing(Composed(position, position, ()), last_actions(record))


def _rules(puzzle: Puzzle) -> str:
    """The options that one must know to solve it, and what the board does not show."""
    game = puzzle.position.game
    options = (
        option.phrase.format(game.option(option.name))
        for option in game.info.options
        if option.phrase
    )
    counters = game_module(game.name).counters(puzzle.position)
    return " · ".join((f"{game.info.title}, {', '.join(options)}", *counters))


@dataclass(frozen=True)
class _Step:
    before: Position
    turn: str
    after: Position

    def described(self) -> dict[str, object]:
        actions = self.after.game.parse_turn(self.turn)
        return {
            "last_turn": words.turn_sentence(self.before, self.turn),
            "turn": self.turn,
            "colour": self.before.colour_index,
            "moved": way_of(self.after.game, self.turn),
            "svg": board_svg(self.after, last=actions, standalone=False),
            "standings": standings(self.after),
        }


def judged(puzzle: Puzzle, verdict: Verdict) -> dict[str, object]:
    """A verdict, its turns drawn one after another."""
    return {
        "right": verdict.right,
        "value": verdict.value,
        "words": _words(puzzle, verdict),
        "steps": _steps((puzzle.position, *verdict.positions), (verdict.turn, *verdict.line)),
    }


def drawn_line(puzzle: Puzzle, turns: Sequence[str]) -> list[dict[str, object]]:
    """Turns after each other from a puzzle's position, each with the position it leads to.

    Raises:
        NotationError, IllegalActionError, GameOverError: as `Position.play_turn`.
    """
    positions = [puzzle.position]
    for turn in turns:
        positions.append(positions[-1].play_turn(turn))
    return _steps(positions, turns)


def _steps(positions: Sequence[Position], turns: Sequence[str]) -> list[dict[str, object]]:
    """The first turns of a line, drawn one after another; positions have one more, the start."""
    triples = zip(positions, turns, positions[1:], strict=False)
    return [_Step(*triple).described() for triple in islice(triples, MOST_STEPS)]


def _words(puzzle: Puzzle, verdict: Verdict) -> str:
    game, mover = puzzle.position.game, puzzle.position.colour_index or 1
    me, you = words.colour_title(game, mover), words.colour_title(game, 3 - mover)
    tried = verdict.turn.replace(",", " ")
    outcome = verdict.positions[0].outcome
    if verdict.right and verdict.turn != puzzle.solution:
        return f"{tried} also wins."
    if verdict.right:
        sure = "at once" if outcome is not None else "whatever the answer"
        return f"{tried} wins {sure}, and no other turn does."
    if outcome is not None:
        if outcome.winner is None:
            ended = f"drawn {DRAW_WORDS[outcome.reason]}"
        else:
            ended = f"won by {you} {WIN_WORDS[outcome.reason]}"
        return f"After {tried} the game is over, {ended}."
    answer = verdict.line[0].replace(",", " ")
    if verdict.value == "draw":
        return f"{you} answers {answer}, and {me} can only draw."
    return f"{you} answers {answer} and wins."
