"""Where games are played: each change loads a saved game, asks its session, and saves it whole.

`finding` and `reading` read; `beginning`, `acting` and `offering` are what persons do, `computer`
what the engine does, `flags` what time does; `changing` decides, and `storing` writes. What the
rules of a game under way are, `sessions` knows.
"""

from skerry.web.play.games.acting import (
    abort,
    forfeit,
    go_on_vacation,
    play,
    resign,
    show_to,
    take_back,
)
from skerry.web.play.games.beginning import (
    LONGEST_NAME,
    UNTOUCHED_KEPT,
    begin,
    begin_at,
    begin_between,
    open_record,
    rematch,
)
from skerry.web.play.games.computer import resume_all, retry, take_answer
from skerry.web.play.games.early_ends import check_may_begin, draw_is_first
from skerry.web.play.games.finding import (
    find,
    find_alone,
    find_any,
    find_own,
    find_to_analyse,
    games_between,
    games_of,
    may_analyse,
    session_to_act,
    waiting_for,
)
from skerry.web.play.games.flags import Sweeper, sweep
from skerry.web.play.games.offering import answer, offer
from skerry.web.play.games.owed_turns import thinking_words
from skerry.web.play.games.reading import as_it_stands, session_of
from skerry.web.play.games.storing import Event

__all__ = [
    "LONGEST_NAME",
    "UNTOUCHED_KEPT",
    "Event",
    "Sweeper",
    "abort",
    "answer",
    "as_it_stands",
    "begin",
    "begin_at",
    "begin_between",
    "check_may_begin",
    "draw_is_first",
    "find",
    "find_alone",
    "find_any",
    "find_own",
    "find_to_analyse",
    "forfeit",
    "games_between",
    "games_of",
    "go_on_vacation",
    "may_analyse",
    "offer",
    "open_record",
    "play",
    "rematch",
    "resign",
    "resume_all",
    "retry",
    "session_of",
    "session_to_act",
    "show_to",
    "sweep",
    "take_answer",
    "take_back",
    "thinking_words",
    "waiting_for",
]
