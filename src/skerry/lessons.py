"""Lessons: a game learnt by playing, one idea at a time.

Each game's folder holds its own, `lesson.toml`; here they are read, and turns are judged by them.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from skerry.errors import OptionError, SkerryError, quoted
from skerry.games.actions import decode_action, kind_of
from skerry.games.catalogue import info
from skerry.games.contract import ring_numbers
from skerry.games.info import Value, folder
from skerry.positions import Game, Position, game, position

FILE = re.compile(r"lesson_?(.*)\.toml")
FIRST = "first"  # the key of lesson.toml; that of lesson_setup.toml is "setup"
STEP_TEXTS = ("title", "say", "position", "right", "other")


class LessonError(SkerryError):
    """The file of a lesson is not of the right form."""


@dataclass(frozen=True)
class Asked:
    """What the learner is to do in one turn.

    Attributes:
        turns: any of these, in canonical text; empty: any turn that has
        count: so many actions, all of them
        kind: of this kind, where one is named,
        on: on cells with these numbers, one for each action, where they are given.
        ends: the learner must end the turn where it could go on.
    """

    turns: tuple[str, ...] = ()
    count: int = 0
    kind: str = ""
    on: tuple[int, ...] = ()
    ends: bool = False


@dataclass(frozen=True)
class Step:
    """One step: what is shown and said, and what the learner is to do."""

    title: str
    say: str
    text: str  # of the position
    asked: Asked
    right: str
    other: str

    @cached_property
    def position(self) -> Position:
        """The board of the step. Raises NotationError."""
        return position(self.text)


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game.

    Attributes:
        game: the name of the game.
        key: names the lesson among those of its game; FIRST for the one to begin with.
        title: of its page.
        options: of the small game that follows it; those not given are at their defaults.
        prepared: whether the set-up of that game is drawn.
        steps: in their order.
        number: its place among the lessons of its game, from 1.
        theme: of the puzzles that go on with what it teaches, by its name; "" where none do.
    """

    game: str
    key: str
    title: str
    options: Mapping[str, Value]
    prepared: bool
    steps: tuple[Step, ...]
    number: int = 1
    theme: str = ""

    def small_game(self) -> Game:
        """The game that follows the lesson. Raises OptionError."""
        return game(self.game, **self.options)


@cache
def lessons_of(name: str) -> tuple[Lesson, ...]:
    """The lessons of a game in the order in which one learns it.

    Raises:
        OptionError: there is no such game.
        LessonError: a file is not of the right form.
    """
    files = {
        found.group(1) or FIRST: file
        for file in folder(info(name).name).iterdir()
        if (found := FILE.fullmatch(file.name))
    }
    lessons = [read_lesson(name, key, files[key].read_text(encoding="utf-8")) for key in files]
    return tuple(sorted(lessons, key=lambda lesson: lesson.number))


def find_lesson(name: str, key: str = FIRST) -> Lesson:
    """One lesson of a game.

    Raises:
        OptionError: there is no such game, or no such lesson.
    """
    for lesson in lessons_of(name):
        if lesson.key == key:
            return lesson
    raise OptionError(f"{info(name).title} has no lesson {quoted(key)}.")


def next_lesson(lesson: Lesson) -> Lesson | None:
    """The lesson that follows one of the same game; None after the last."""
    later = lessons_of(lesson.game)[lesson.number :]
    return later[0] if later else None


def read_lesson(name: str, key: str, text: str) -> Lesson:
    """A lesson from the text of its file.

    Raises:
        LessonError: it is not of the right form.
    """
    try:
        data = tomllib.loads(text)
        lesson = Lesson(
            name,
            key,
            str(data.pop("title")),
            dict(data.pop("game", {})),
            bool(data.pop("prepared", False)),
            tuple(_step(step) for step in data.pop("step")),
            int(data.pop("number", 1)),
            str(data.pop("theme", "")),
        )
        if data:
            raise ValueError(f"nobody knows {', '.join(data)}")
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise LessonError(
            f"The lesson {quoted(key)} of {name} is not of the right form: {quoted(error)}."
        ) from None
    return lesson


def _step(data: dict[str, Any]) -> Step:
    asks = dict(data.pop("asks"))
    numbers = tuple(asks.pop("on", ()))
    asked = Asked(
        turns=tuple(asks.pop("turns", ())),
        count=int(asks.pop("count", len(numbers))),
        kind=str(asks.pop("kind", "")),
        on=numbers,
        ends=bool(asks.pop("ends", False)),
    )
    title, say, text, right, other = (str(data.pop(part)) for part in STEP_TEXTS)
    if asks or data:
        raise ValueError(f"nobody knows {', '.join([*asks, *data])}")
    if numbers and len(numbers) != asked.count:
        raise ValueError(f"{title!r}: a number for each action")
    if bool(asked.turns) == bool(asked.count):
        raise ValueError(f"the step {title!r} must ask for turns or for a count")
    return Step(title, say, text, asked, right, other)


RIGHT = "right"  # what the step asks for
OTHER = "other"  # legal, but something else
UNFINISHED = "unfinished"  # it may still become right


def judge(step: Step, actions: Sequence[str], ended: bool = False) -> str:
    """Whether a turn is what a step asks for.

    Args:
        step: of a lesson.
        actions: texts, legal one after another, in any order.
        ended: whether the learner has ended the turn, or it has ended by itself.

    Returns:
        RIGHT, OTHER or UNFINISHED, the last one only of a turn that has not ended.
    """
    chosen = [action for action in actions if action != "end"]
    if step.asked.turns:
        wanted = [frozenset(turn.split(",")) for turn in step.asked.turns]
        is_right = frozenset(chosen) in wanted
        may_become = any(turn.issuperset(chosen) for turn in wanted)
    else:
        is_right, may_become = _as_many(step, chosen)
    if is_right and (ended or not step.asked.ends):
        return RIGHT
    return UNFINISHED if may_become and not ended else OTHER


@cache
def example(step: Step) -> tuple[str, ...]:
    """A way to do what a step asks for, action by action, without the end of the turn.

    Raises:
        LessonError: there is none.
    """
    if step.asked.turns:
        return tuple(step.asked.turns[0].split(","))
    found = _continued(step, step.position, ())
    if found is None:
        raise LessonError(f"No turn does what the step {step.title!r} asks for.")
    return found


def _continued(step: Step, position: Position, actions: tuple[str, ...]) -> tuple[str, ...] | None:
    """The first way to go on that comes to the end."""
    if judge(step, actions, ended=True) == RIGHT:
        return actions
    if judge(step, actions) == OTHER:
        return None
    for action in position.legal_actions():
        tried = (*actions, position.game.format_action(action))
        found = _continued(step, position.apply(action), tried)
        if found is not None:
            return found
    return None


def _as_many(step: Step, chosen: Sequence[str]) -> tuple[bool, bool]:
    """Whether these are the actions that a count asks for, and whether they may become so."""
    asked, game = step.asked, step.position.game
    decoded = [decode_action(game, game.parse_action(text)) for text in chosen]
    if asked.kind and any(kind_of(game, action).name != asked.kind for action in decoded):
        return False, False
    if not asked.on:
        return len(chosen) == asked.count, len(chosen) <= asked.count
    numbers = ring_numbers(game.rules)
    used = Counter(int(numbers[cell]) for action in decoded for cell in action.cells)
    wanted = Counter(asked.on)
    return used == wanted, used <= wanted
