"""What may be wrong with a draft of Syrtis."""

from collections.abc import Iterable
from dataclasses import replace

from skerry.games.editing import Draft, Mend, Problem
from skerry.games.syrtis.editing_draft import (
    frame,
    has_repair,
    missing,
    partner,
    pieces,
    tiles,
    towers,
)
from skerry.games.syrtis.legal import may_stand
from skerry.games.syrtis.setup import OPPOSITE, TILE_KINDS

FIELDS = ("light", "dark")  # that list the towers of each side
ACROSS = {TILE_KINDS[name]: TILE_KINDS[other] for name, other in OPPOSITE.items()}
KIND_WORDS = ("", "light circles", "light squares", "dark circles", "dark squares")
STANDS_ON = {1: "light tiles or circles", 2: "dark tiles or squares"}


def shared_problems(draft: Draft) -> list[Problem]:
    """What no phase of the game allows."""
    return [*_kind_problems(draft), *_tower_problems(draft)]


def _kind_problems(draft: Draft) -> list[Problem]:
    """SYR-1: no more tiles of a type than there are."""
    most = len(frame(draft)) // 4
    found = []
    for kind in range(1, 5):
        cells = draft.where(kind)
        if len(cells) > most:
            said = f"There are {len(cells)} {KIND_WORDS[kind]}, but only {most} in the game."
            remedy = f"Take {len(cells) - most} away, or make other tiles of them."
            found.append(Problem(f"kind {kind}", f"{said} {remedy}", cells))
    return found


def _tower_problems(draft: Draft) -> list[Problem]:
    """SYR-4: towers stand on tiles of their side's colour or shape."""
    wrong = [
        (colour, cell)
        for colour, cell in towers(draft)
        if not may_stand(draft.contents[cell], colour)
    ]
    found = []
    for colour in (1, 2):
        cells = tuple(cell for one, cell in wrong if one == colour)
        if cells:
            side, names = draft.game.info.colours[colour - 1], " and ".join(draft.named(cells))
            left = [cell for cell in draft.cells(FIELDS[colour - 1]) if cell not in cells]
            mend = draft.with_cells(FIELDS[colour - 1], left)
            found.append(
                Problem(
                    f"{side} stands",
                    f"No {side} tower can stand on {names}: {side} towers stand on "
                    f"{STANDS_ON[colour]}. Move it, or lay another tile there.",
                    cells,
                    (Mend(f"Take {'them' if len(cells) > 1 else 'it'} off", mend),),
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
            (Mend(f"Take {'it' if few else 'them'} away", draft.without(loose)),),
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
                (Mend("Take away", draft.without(outside)),),
            )
        )
    if gaps:
        mend = _with_tiles(draft, ((one, _opposite_of(draft, one)) for one in gaps))
        mends = (Mend("Fill with opposites", mend),) if not _gaps(mend) else ()
        found.append(
            Problem(
                "gaps",
                f"Before play begins every place has its tile; {_listed(draft, gaps)} "
                f"{'has' if len(gaps) == 1 else 'have'} none. Lay tiles there.",
                gaps,
                mends,
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
    mend = _with_tiles(draft, ((partner(draft, one), ACROSS[draft.contents[one]]) for one in wrong))
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
            (Mend("Make them differ", mend),),
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
                (Mend("Take the towers away", bare),),
            )
        )
    elif dark and len(light) < 2:
        found.append(
            Problem(
                "light first",
                "The two light towers are placed before the dark ones. Place them, or take the "
                "dark ones away.",
                dark,
                (Mend("Take the dark ones away", draft.with_cells("dark", ())),),
            )
        )
    return found


def _listed(draft: Draft, cells: tuple[int, ...]) -> str:
    """Some cells by name, and how many more."""
    names = draft.named(cells[:4])
    more = len(cells) - len(names)
    if more:
        return f"{', '.join(names)} and {more} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
