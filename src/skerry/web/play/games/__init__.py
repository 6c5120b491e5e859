"""Where games are played: each change loads a saved game, asks its session, and saves it whole.

`finding` reads, `beginning` and `acting` are what persons do, `computer` is what the engine does,
`storing` writes. What the rules of a game under way are, `sessions` knows.
"""

from .acting import play, resign, take_back
from .beginning import LONGEST_NAME, UNTOUCHED_KEPT, begin, begin_at, open_record, rematch
from .computer import resume_all, retry, take_answer
from .finding import (
    find,
    find_alone,
    find_own,
    find_to_analyse,
    games_of,
    may_analyse,
    session_of,
    session_to_act,
)
from .owed_turns import thinking_words

__all__ = [
    "LONGEST_NAME",
    "UNTOUCHED_KEPT",
    "begin",
    "begin_at",
    "find",
    "find_alone",
    "find_own",
    "find_to_analyse",
    "games_of",
    "may_analyse",
    "open_record",
    "play",
    "rematch",
    "resign",
    "resume_all",
    "retry",
    "session_of",
    "session_to_act",
    "take_answer",
    "take_back",
    "thinking_words",
]
