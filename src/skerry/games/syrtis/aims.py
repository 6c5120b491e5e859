"""What the sides of Syrtis are after: one island, or four tiles sunk in a row (SYR-9)."""

from collections.abc import Iterator
from typing import NamedTuple, cast

from skerry.canvas.geometry import groups
from skerry.core.numbers import counted
from skerry.games.aims import Aims, Area, Ending, Mark, title
from skerry.games.ruleset import RuleSet
from skerry.games.syrtis.standing import KINDS
from skerry.games.syrtis.state import LAST_SINKER, RACE, Rules, own_part
from skerry.games.view import PositionLike


class Islands(NamedTuple):
    """The tiles of one kind."""

    kind: str  # "light", "circle", "dark", "square"
    colour: int  # of the side that joins them
    largest: tuple[int, ...]
    number: int  # of islands
    num_tiles: int


def goal(rule_set: RuleSet, colour: int | None) -> str:
    """Islands, or the race."""
    if colour is None:
        return "Join all tiles of your colour, or of your shape. Or sink four tiles in a row."
    (own, _), (shape, _) = KINDS[colour - 1]
    return f"Join all {own} tiles, or all {shape} tiles. Or sink four tiles in a row."


def legend(position: PositionLike) -> str:
    """The outlines and the signs."""
    return "Outlined: each side’s best island so far. Lock: a tile that can’t be sunk now."


def aims(position: PositionLike) -> Aims:
    """The largest island of what each side is nearest to join; at the end what was joined."""
    if position.is_over:
        joined = [one for colour in (1, 2) for one in islands(position, colour) if one.number == 1]
        return Aims(tuple(_area(one, decides=True) for one in joined))
    areas = tuple(_area(one) for colour in (1, 2) for one in nearest(position, colour))
    names = position.game.board.names
    marks = (Mark(cell, "holds", f"{names[cell]} can’t be sunk now") for cell in _held(position))
    return Aims(areas, tuple(marks))


def _area(one: Islands, *, decides: bool = False) -> Area:
    label = f"{len(one.largest)}/{one.num_tiles}"
    words = (
        f"The largest island of {one.kind} tiles: {len(one.largest)} of {one.num_tiles}, "
        f"in {counted(one.number, 'island')}"
    )
    return Area(one.largest, one.colour, words, label, decides=decides)


def islands(position: PositionLike, colour: int) -> tuple[Islands, ...]:
    """SYR-7: of the side's colour, of its shape; a kind without a tile is left out."""
    found = []
    for kind, tiles in KINDS[colour - 1]:
        own = groups(position.game.board, [int(one in tiles) for one in position.contents])
        if own:
            largest = max(own, key=len)
            found.append(Islands(kind, colour, largest, len(own), sum(map(len, own))))
    return tuple(found)


def nearest(position: PositionLike, colour: int) -> tuple[Islands, ...]:
    """Of a side's two aims the one with fewer islands left to join, as far as it has tiles."""
    found = sorted(islands(position, colour), key=lambda one: (one.number, -len(one.largest)))
    return tuple(found[:1])


def _held(position: PositionLike) -> Iterator[int]:
    """Tiles without a tower that nobody can sink now (SYR-8): no open edge, or all hangs on it."""
    tiles = [int(content > 0) for content in position.contents]
    beside = position.game.board.neighbours
    for cell, tile in enumerate(tiles):
        if not tile or cell in position.towers:
            continue
        around = [other for other in beside[cell].tolist() if other < len(tiles) and tiles[other]]
        without = [*tiles[:cell], 0, *tiles[cell + 1 :]]
        if len(around) == 4 or len(groups(position.game.board, without)) > 1:
            yield cell


def ending(position: PositionLike, winner: int | None) -> Ending:
    """The island, the race, or the initiative (SYR-9 to SYR-11)."""
    met = {colour: [*_met(position, colour)] for colour in (1, 2)}
    assert winner is not None, "Syrtis has no draws"
    who, rival = title(position.game, winner), title(position.game, 3 - winner)
    if met[winner] and not met[3 - winner]:
        return Ending(f"{who} {met[winner][0]}.")
    sinker = int(position.state[own_part(cast(Rules, position.game.rules)) + LAST_SINKER])
    has_it = f"{who} sank the last tile." if sinker else f"No tile was sunk; {who} moved first."
    if met[winner]:
        words = f"{who} {met[winner][0]}, {rival} {met[3 - winner][0]}. {has_it}"
        return Ending(words, says_why=False)
    return Ending(f"Neither side has joined an island. {has_it}", says_why=False)


def _met(position: PositionLike, colour: int) -> Iterator[str]:
    """What a side has reached."""
    for one in islands(position, colour):
        if one.number == 1:
            yield f"has joined all {counted(one.num_tiles, f'{one.kind} tile')}"
    if position.standings[colour - 1].sunk >= RACE:
        yield "has sunk four tiles in a row"


def changes(before: PositionLike, after: PositionLike, colour: int) -> list[str]:
    """Islands of both sides, and the race."""
    found = [*_met(after, colour)]
    if found:
        return [f"It wins: {title(before.game, colour)} {found[0]}."]
    rival = title(before.game, 3 - colour)
    for new in islands(after, colour):
        old = next(one for one in islands(before, colour) if one.kind == new.kind)
        if new.number < old.number:
            found.append(
                f"Your {new.kind} tiles are in {counted(new.number, 'island')}, not {old.number}."
            )
    for new in islands(after, 3 - colour):
        old = next(one for one in islands(before, 3 - colour) if one.kind == new.kind)
        if new.number > old.number:
            found.append(
                f"{rival}’s {new.kind} tiles fall into {new.number} islands, not {old.number}."
            )
    found += _grown(before, after, colour)
    sunk, was = (one.standings[colour - 1].sunk for one in (after, before))
    if sunk > was:
        found.append(f"You have sunk {counted(sunk, 'tile')} in a row; four win.")
    if before.standings[2 - colour].sunk > after.standings[2 - colour].sunk:
        found.append(f"{rival}’s row of sunk tiles is broken.")
    return found


def _grown(before: PositionLike, after: PositionLike, colour: int) -> Iterator[str]:
    """How the best islands of both sides have changed for the better of a colour."""
    rival = f"{title(before.game, 3 - colour)}’s"
    for side, whose, verb in ((colour, "Your", "grows"), (3 - colour, rival, "shrinks")):
        for old in nearest(before, side):
            new = next((one for one in islands(after, side) if one.kind == old.kind), old)
            was, now = len(old.largest), len(new.largest)
            if (now - was) * (1 if side == colour else -1) > 0:
                yield f"{whose} best island of {old.kind} tiles {verb} from {was} to {now}."
