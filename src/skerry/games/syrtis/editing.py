"""What a draft of Syrtis says, as numbers and cells."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

from skerry.canvas.geometry import groups
from skerry.games.editing import Control, Draft, Fix, Problem, Tool
from skerry.games.ruleset import RuleSet
from skerry.games.syrtis import TILE_CODES, TILE_NAMES, frame_tiles
from skerry.games.syrtis.game import PAIRS
from skerry.games.syrtis.kernels import (
    DARK_CIRCLE,
    DARK_SQUARE,
    LIGHT_CIRCLE,
    LIGHT_SQUARE,
    MOST_PASSES,
    PHASE_NAMES,
    RACE,
    SIDES,
    Rules,
    may_stand,
)
from skerry.games.view import listed

LIGHT_MOVES_AT = 2  # turns: the set-up and the choice of a side come before
ISLANDS = tuple(aim[1] for side in SIDES for aim in side)  # connected at no start (SYR-5)


def frame(draft: Draft) -> tuple[int, ...]:
    """The cells that hold a tile at the start (SYR-2)."""
    return frame_tiles(str(draft.game.option("board")))


def tiles(draft: Draft) -> tuple[int, ...]:
    """The cells that hold a tile."""
    return draft.where(LIGHT_CIRCLE, LIGHT_SQUARE, DARK_CIRCLE, DARK_SQUARE)


def missing(draft: Draft) -> int:
    """How many tiles have been sunk."""
    return len(frame(draft)) - len(tiles(draft))


def partner(draft: Draft, cell: int) -> int:
    """The opposite cell (SYR-3)."""
    return int(cast(Rules, draft.game.rules).partner[cell])


def pieces(draft: Draft, *kinds: int) -> list[tuple[int, ...]]:
    """The connected pieces that the tiles of some kinds make, the largest first."""
    chosen = [int(tile in kinds) for tile in draft.contents]
    return sorted(groups(draft.game.board, chosen), key=len, reverse=True)


def has_repair(draft: Draft) -> bool:
    """SYR-5: whether all tiles of a colour or of a shape are connected."""
    return any(len(pieces(draft, *kinds)) == 1 for kinds in ISLANDS)


def sinker_of(draft: Draft) -> int:
    """The colour that sank last, 0 for none."""
    colours = ("-", *draft.game.info.colours)
    return colours.index(draft.field("sinker"))


def of_pair(draft: Draft, name: str, colour: int) -> int:
    """A colour's number in a field that has one for each."""
    return int(draft.field(name).split(",")[colour - 1]) if colour else 0


def with_pair(draft: Draft, name: str, colour: int, number: int) -> Draft:
    """With another number of a colour in such a field."""
    both = draft.field(name).split(",")
    both[colour - 1] = str(number)
    return draft.with_fields(**{name: ",".join(both)})


FIELDS = ("light", "dark")  # that list the towers of each side
ACROSS = {kind: 5 - kind for kind in range(1, 5)}  # other colour and other shape
STANDS_ON = {1: "light tiles or circles", 2: "dark tiles or squares"}


def _kind_problems(draft: Draft) -> list[Problem]:
    """SYR-1: no more tiles of a type than there are."""
    most = len(frame(draft)) // 4
    found = []
    for kind in range(1, 5):
        cells = draft.where(kind)
        if len(cells) > most:
            said = f"There are {len(cells)} {TILE_NAMES[kind]}s, but only {most} in the game."
            remedy = f"Take {len(cells) - most} away, or make other tiles of them."
            found.append(Problem(f"kind {kind}", f"{said} {remedy}", cells))
    return found


def _tower_problems(draft: Draft) -> list[Problem]:
    """SYR-4: towers stand on tiles of their side's colour or shape."""
    found = []
    for colour, field in enumerate(FIELDS, start=1):
        towers = draft.cells(field)
        cells = tuple(one for one in towers if not may_stand(draft.contents[one], colour))
        if cells:
            side, names = draft.game.info.colours[colour - 1], " and ".join(draft.named(cells))
            fix = draft.with_cells(field, [one for one in towers if one not in cells])
            found.append(
                Problem(
                    f"{side} stands",
                    f"No {side} tower can stand on {names}: {side} towers stand on "
                    f"{STANDS_ON[colour]}. Move it, or lay another tile there.",
                    cells,
                    (Fix(f"Take {'them' if len(cells) > 1 else 'it'} off", fix),),
                )
            )
    return found


# ---- in play ----


def play_problems(draft: Draft) -> list[Problem]:
    """What play does not allow."""
    found = _piece_problems(draft)
    for colour, field in enumerate(FIELDS, start=1):
        count = len(draft.cells(field))
        if count < 2:
            side = draft.game.info.colours[colour - 1]
            there = "is none" if count == 0 else "is one"
            found.append(
                Problem(
                    f"{side} towers",
                    f"There must be two {side} towers, and there {there}. Put "
                    f"{'two' if count == 0 else 'one more'} on {STANDS_ON[colour]}.",
                )
            )
    if missing(draft) < 0:
        found.append(
            Problem(
                "too many tiles",
                f"There are only {len(frame(draft))} tiles in the game. Take "
                f"{-missing(draft)} away.",
            )
        )
    return found


def _piece_problems(draft: Draft) -> list[Problem]:
    """SYR-8: all tiles are connected."""
    found = pieces(draft, 1, 2, 3, 4)
    if not found:
        return [Problem("no tiles", "There are no tiles. Lay some, all of them connected.")]
    loose = tuple(cell for piece in found[1:] for cell in piece)
    if not loose:
        return []
    few = len(loose) == 1
    return [
        Problem(
            "pieces",
            f"All tiles must be connected, side by side; {_listed(draft, loose)} "
            f"{'is' if few else 'are'} not. Join {'it' if few else 'them'} by tiles between, or "
            f"take {'it' if few else 'them'} away.",
            loose,
            (Fix(f"Take {'it' if few else 'them'} away", draft.without(loose)),),
        )
    ]


# ---- in the set-up ----


def set_up_problems(draft: Draft) -> list[Problem]:
    """SYR-2 to SYR-5, before the first turn."""
    where = set(frame(draft))
    outside = tuple(cell for cell in tiles(draft) if cell not in where)
    gaps = tuple(cell for cell in frame(draft) if not draft.contents[cell])
    found = []
    if outside:
        found.append(
            Problem(
                "outside",
                f"Before play begins no tile lies on {_listed(draft, outside)}. Take "
                f"{'it' if len(outside) == 1 else 'them'} away.",
                outside,
                (Fix("Take away", draft.without(outside)),),
            )
        )
    if gaps:
        fix = _with_tiles(draft, ((one, _opposite_of(draft, one)) for one in gaps))
        fixes = (Fix("Fill with opposites", fix),) if not _gaps(fix) else ()
        found.append(
            Problem(
                "gaps",
                f"Before play begins every place has its tile; {_listed(draft, gaps)} "
                f"{'has' if len(gaps) == 1 else 'have'} none. Lay tiles there.",
                gaps,
                fixes,
            )
        )
    return found + _pair_problems(draft) + _phase_problems(draft)


def _gaps(draft: Draft) -> bool:
    return any(not draft.contents[cell] for cell in frame(draft))


def _opposite_of(draft: Draft, cell: int) -> int:
    """The tile that belongs opposite to the one across; 0 where none lies there."""
    return ACROSS.get(draft.contents[partner(draft, cell)], 0)


def _with_tiles(draft: Draft, laid: Iterable[tuple[int, int]]) -> Draft:
    contents = list(draft.contents)
    for cell, tile in laid:
        contents[cell] = tile
    return replace(draft, contents=tuple(contents))


def _pair_problems(draft: Draft) -> list[Problem]:
    """SYR-3: opposite tiles differ in colour and in shape."""
    lesser = [cell for cell in frame(draft) if cell < partner(draft, cell)]
    wrong = [
        cell
        for cell in lesser
        if draft.contents[cell]
        and draft.contents[partner(draft, cell)]
        and draft.contents[partner(draft, cell)] != ACROSS[draft.contents[cell]]
    ]
    if not wrong:
        return []
    across = [partner(draft, cell) for cell in wrong]
    fix = _with_tiles(draft, ((partner(draft, one), ACROSS[draft.contents[one]]) for one in wrong))
    pairs = ", ".join(
        f"{draft.named((one,))[0]} and {draft.named((partner(draft, one),))[0]}"
        for one in wrong[:3]
    )
    more = f" and {len(wrong) - 3} more pairs" if len(wrong) > 3 else ""
    return [
        Problem(
            "opposites",
            f"Before play begins tiles that lie opposite differ in colour and in shape: {pairs}"
            f"{more} do not. Change one of each.",
            (*wrong, *across),
            (Fix("Make them differ", fix),),
        )
    ]


def _phase_problems(draft: Draft) -> list[Problem]:
    """SYR-4, SYR-5: exchanges before towers, light towers before dark ones."""
    light, dark = draft.cells("light"), draft.cells("dark")
    found = []
    if has_repair(draft) and (light or dark):
        bare = draft.with_cells("light", ()).with_cells("dark", ())
        found.append(
            Problem(
                "repair",
                "All tiles of a colour or of a shape are connected, so tiles must be exchanged "
                "before any tower is placed. Take the towers away, or change tiles.",
                light + dark,
                (Fix("Take the towers away", bare),),
            )
        )
    elif dark and len(light) < 2:
        found.append(
            Problem(
                "light first",
                "The two light towers are placed before the dark ones. Place them, or take the "
                "dark ones away.",
                dark,
                (Fix("Take the dark ones away", draft.with_cells("dark", ())),),
            )
        )
    return found


def _listed(draft: Draft, cells: tuple[int, ...]) -> str:
    """Some cells by name, and how many more."""
    names, more = draft.named(cells[:4]), max(0, len(cells) - 4)
    return f"{', '.join(names)} and {more} more" if more else listed(names)


def tools(rule_set: RuleSet) -> tuple[Tool, ...]:
    return (
        *(Tool(TILE_CODES[kind], TILE_NAMES[kind].capitalize(), kind) for kind in range(1, 5)),
        Tool("light-tower", "Light tower", field="light", most=2),
        Tool("dark-tower", "Dark tower", field="dark", most=2),
    )


def colour_at(rule_set: RuleSet, turn: int, first: int) -> int:
    """Light moves first once the sides are chosen (SYR-6)."""
    if first < 0:
        return 0
    return 1 if turn % 2 == LIGHT_MOVES_AT % 2 else 2


def normalise(draft: Draft) -> Draft:
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
        play = Fix("Begin play: Light moves", replace(draft, colour=1))
        own = [one._replace(fixes=(*one.fixes, play)) for one in own]
    return [*_kind_problems(draft), *_tower_problems(draft), *own]
