"""Positions of Sytran as pictures, and what its colours are after."""

from skerry.canvas import looks
from skerry.canvas.boards import Scene, plain_slab, ring_line, ring_lines, stone_definitions
from skerry.canvas.colours import Tones
from skerry.canvas.geometry import Layout
from skerry.canvas.svg import Ids, tag
from skerry.core.numbers import MINUS, counted
from skerry.games.aims import (
    Aims,
    Area,
    Ending,
    Row,
    Who,
    group_name,
    groups_of,
    num_joined,
    num_kept_apart,
    placed,
    scores,
    sentence,
    title,
)
from skerry.games.defaults import stone_cells
from skerry.games.ruleset import RuleSet
from skerry.games.themes import JOIN_THREE, JOININGS, LAST_TURN, QUIET, Theme, joining
from skerry.games.view import BoardView, PositionLike, palette
from skerry.games.words import signed

TONES = Tones(
    centre=("#eaf0f6", "#b3bfcb"),
    edge=("#5b7590", "#485f78"),
    dark_ink=("#03080f", "#010307"),
    light_ink=("#ffffff", "#ffffff"),
)
# Slate from light to dark, and double rings of brass let into it.
COLOURS, LOOKS = palette(
    {
        # on its own board, on paper, with high contrast, in print
        "sytran-slab": (("#263545", "#182430"), looks.SHEET_EDGE, looks.NIGHT, looks.LIGHT),
        "sytran-line": (("#263545", "#182430"), looks.PENCIL, looks.BLACK, looks.LINE),
        "sytran-brass": (("#d3a948", "#c49a3d"), looks.INK, looks.LIGHT, looks.BLACK),
        "sytran-label": (("#e8d6a8", "#c9b684"), looks.INK, looks.LIGHT, looks.BLACK),
    },
    "sytran",
    TONES,
)
SHOWCASE = (
    "sytran size=6 penalty=4 swap=on | 1wbbb1/1w1wwwb/8/bb1b2bww/wb6bb/1w1w6b/1ww4wb1/bb1w2wb1/"
    "1w6/1bbwbw1/b2ww1 | player=1 first=0 turn=15 placed=-"
)


def scene(seen: BoardView, found: Layout, ids: Ids, *, labelled: bool) -> Scene:
    """Double rings from light to dark (SYT-1) with brass between, their numbers on the spokes."""
    beneath, box = plain_slab(seen.game.board, found, labelled=labelled)
    cells = stone_cells(seen, found, ids)
    around = tag("path", {"class": "ring-line", "d": ring_line(found, range(len(found.lattice)))})
    lines = ring_lines(found, seen.rings) + around
    inlay = tag("g", {"class": "inlay-bed"}, lines) + tag("g", {"class": "inlay"}, lines)
    return Scene(box, stone_definitions(ids), beneath, cells, inlay)


def goal(rule_set: RuleSet, colour: int | None) -> str:
    return f"Most points on the full board: 1 a stone, less {rule_set.option('penalty')} a group."


def legend(position: PositionLike) -> str:
    penalty = position.game.option("penalty")
    return f"On each group: its points, which are its stones less {penalty}."


def aims(position: PositionLike) -> Aims:
    penalty = int(position.game.option("penalty"))
    areas = []
    for colour in (1, 2):
        for group in groups_of(position, colour):
            points = signed(len(group) - penalty)
            words = f"{group_name(position, group)}: {points} points"
            areas.append(Area(group, colour, words, points))
    return Aims(tuple(areas))


def ending(position: PositionLike, winner: int | None) -> Ending:
    penalty = position.game.option("penalty")
    first, second = position.standings
    counts = [counted(len(one.groups), "group") for one in (first, second)]
    names = [title(position.game, colour) for colour in (1, 2)]
    stones = Row("Stones", str(first.stones), str(second.stones))
    cost = Row(f"{penalty} for each group", _cost(position, 1), _cost(position, 2))
    points = Row("Points", *scores(position), decides=True)
    return Ending(
        f"{names[0]} has {counts[0]}, {names[1]} {counts[1]}.",
        (stones, cost, points),
        scores(position),
    )


def _cost(position: PositionLike, colour: int) -> str:
    penalty = int(position.game.option("penalty"))
    return f"{MINUS}{penalty * len(position.standings[colour - 1].groups)}"


def changes(before: PositionLike, after: PositionLike, colour: int, who: Who) -> list[str]:
    """Groups joined and kept apart, and what that is worth."""
    penalty = int(before.game.option("penalty"))
    rival = title(before.game, 3 - colour)
    found = []
    if joined := num_joined(before, after, colour):
        saved = counted(penalty * (joined - 1), "point")
        found.append(f"It joins {joined} of {who.whose} groups, which saves {saved}.")
    if apart := num_kept_apart(before, after, colour):
        found.append(f"It keeps {apart} groups of {rival} apart.")
    mine = [one.standings[colour - 1].score or 0 for one in (before, after)]
    if mine[1] > mine[0]:
        points = f"points go from {signed(mine[0])} to {signed(mine[1])}"
        found.append(f"{sentence(who.whose)} {points}.")
    return found


SACRIFICE = Theme(
    "sacrifice", "Give points", "After the turn you are further behind, or less far ahead."
)
FEWER_STONES = Theme(
    "fewer-stones", "Fewer stones", "Another turn could have placed more stones than this one."
)
STILL_BEHIND = Theme("still-behind", "Still behind", "After the turn you have fewer points.")
THEMES = (LAST_TURN, SACRIFICE, JOIN_THREE, FEWER_STONES, STILL_BEHIND, *JOININGS[1:], QUIET)


def theme(before: PositionLike, after: PositionLike, colour: int) -> Theme:
    """Points that are given, groups joined and kept apart, stones that were left out."""
    if after.is_over:
        return LAST_TURN
    if _lead(after, colour) < _lead(before, colour):
        return SACRIFICE
    found = joining(before, after, colour)
    if found is JOIN_THREE:
        return found
    if len(placed(before, after, colour)) < before.most_stones:
        return FEWER_STONES
    if _lead(after, colour) < 0:
        return STILL_BEHIND
    return found or QUIET


def _lead(position: PositionLike, colour: int) -> float:
    """By how many points a colour is ahead."""
    mine, theirs = position.standings[colour - 1].score, position.standings[2 - colour].score
    return (mine or 0) - (theirs or 0)
