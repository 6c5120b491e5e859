"""Lessons: a game learnt by playing, one idea at a time.

Each game's folder holds its own, `lesson.toml`; here they are read, and turns are judged by them.
"""

from skerry.lessons.judge import OTHER, RIGHT, UNFINISHED, example, judge
from skerry.lessons.lesson import FIRST, Asked, Lesson, LessonError, Step, find_lesson, lessons_of

__all__ = [
    "FIRST",
    "OTHER",
    "RIGHT",
    "UNFINISHED",
    "Asked",
    "Lesson",
    "LessonError",
    "Step",
    "example",
    "find_lesson",
    "judge",
    "lessons_of",
]
