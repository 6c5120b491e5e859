"""How positions of Syrtis are set up: tiles, towers, and who sank what."""

from collections.abc import Sequence
from dataclasses import replace

from skerry.games.editing import Control, Draft, Mend, Problem, Tool
from skerry.games.ruleset import RuleSet
from skerry.games.syrtis.editing_checks import play_problems, set_up_problems, shared_problems
from skerry.games.syrtis.editing_draft import (
    LIGHT_MOVES_AT,
    PAIRS,
    has_repair,
    missing,
    of_pair,
    sinker_of,
    with_pair,
)
from skerry.games.syrtis.kernels import MOST_PASSES
from skerry.games.syrtis.state import PHASE_NAMES, RACE

TOOLS = (
    Tool("lc", "Light circle", 1),
    Tool("ls", "Light square", 2),
    Tool("dc", "Dark circle", 3),
    Tool("ds", "Dark square", 4),
    Tool("light-tower", "Light tower", field="light", most=2),
    Tool("dark-tower", "Dark tower", field="dark", most=2),
)


def tools(rule_set: RuleSet) -> tuple[Tool, ...]:
    """Tiles and towers."""
    return TOOLS


def colour_at(rule_set: RuleSet, turn: int, first: int) -> int:
    """Light moves first once the sides are chosen (SYR-6)."""
    if first < 0:
        return 0
    return 1 if turn % 2 == LIGHT_MOVES_AT % 2 else 2


def fitted(draft: Draft) -> Draft:
    """Phase, counts and the number of the turn."""
    return _fit_play(draft) if draft.colour else _fit_set_up(draft)


def _fit_set_up(draft: Draft) -> Draft:
    """SYR-4 to SYR-6: the phase follows from the towers, and nothing has been counted yet."""
    towers = len(draft.cells("light") + draft.cells("dark"))
    phase = "towers" if towers < 4 else "choice"
    if has_repair(draft) and towers == 0:
        phase = "repair"
    turn = int(phase == "choice")
    counts = dict.fromkeys(PAIRS, "0,0")
    draft = draft.with_fields(phase=phase, sinker="-", calm="0", **counts)
    return replace(draft, first=-1, turn=turn)


def _fit_play(draft: Draft) -> Draft:
    """SYR-9 to SYR-11: who sank last sank between one tile and all that are missing."""
    draft = draft.with_fields(phase=PHASE_NAMES[-1])
    gone, sinker = missing(draft), sinker_of(draft)
    if gone <= 0:
        draft = draft.with_fields(sinker="-", sunk="0,0")
    else:
        sinker = sinker or 3 - draft.colour
        count = min(max(of_pair(draft, "sunk", sinker), 1), RACE, gone)
        draft = draft.with_fields(sinker=draft.game.info.colours[sinker - 1], sunk="0,0")
        draft = with_pair(draft, "sunk", sinker, count)
    first = max(draft.first, 0)
    most = max(of_pair(draft, "passes", colour) for colour in (1, 2))
    least = max(draft.number("calm"), 2 * most - 1, 0)
    if draft.turn - LIGHT_MOVES_AT < least:
        least = max(least, gone)  # nobody sinks more than a tile a turn
    turn = max(draft.turn, LIGHT_MOVES_AT + least)
    if colour_at(draft.game, turn, first) != draft.colour:
        turn += 1
    return replace(draft, first=first, turn=turn)


def controls(draft: Draft) -> tuple[Control, ...]:
    """In play: who sank last, how many tiles, and who has passed (SYR-9 to SYR-11)."""
    if draft.colour == 0:
        return ()
    light, dark = (colour.capitalize() for colour in draft.game.info.colours)
    found = []
    gone, sinker = missing(draft), sinker_of(draft)
    if gone > 0 and sinker:
        choices = tuple((colour, colour.capitalize()) for colour in draft.game.info.colours)
        found.append(Control("sinker", "Sank the last tile", draft.field("sinker"), 0, 0, choices))
        count = str(of_pair(draft, "sunk", sinker))
        found.append(Control("sunk", "Sunk since the other did", count, 1, min(RACE, gone)))
    for colour, name in ((1, light), (2, dark)):
        passes = str(of_pair(draft, "passes", colour))
        found.append(
            Control(f"passes-{colour}", f"{name}’s passes in a row", passes, 0, MOST_PASSES)
        )
    limit = int(draft.game.option("stall_limit"))
    found.append(Control("calm", "Turns since a tile sank", draft.field("calm"), 0, limit))
    return tuple(found)


def with_control(draft: Draft, name: str, value: str) -> Draft:
    """One of the counts."""
    if name == "sinker":
        count = of_pair(draft, "sunk", sinker_of(draft))
        draft = draft.with_fields(sinker=value, sunk="0,0")
        return with_pair(draft, "sunk", sinker_of(draft), count)
    if name == "sunk":
        return with_pair(draft, "sunk", sinker_of(draft), int(value))
    if name == "calm":
        return draft.with_fields(calm=value)
    return with_pair(draft, "passes", int(name[-1]), int(value))


def problems(draft: Draft) -> list[Problem]:
    """Tiles and towers that cannot lie and stand so."""
    own: Sequence[Problem] = play_problems(draft) if draft.colour else set_up_problems(draft)
    if draft.colour == 0 and own:
        play = Mend("Begin play: Light moves", replace(draft, colour=1))
        own = [one._replace(mends=(*one.mends, play)) for one in own]
    return [*shared_problems(draft), *own]
