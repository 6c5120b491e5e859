"""Where tiles and towers of Syrtis can go (SYR-8), as sets of cells; see core/bits.py.

`tiles` are all that are left, `free` those without a tower, `one` and `two` the tiles under the
mover's towers, `own_colour` and `own_shape` the tiles that make the mover's islands (SYR-7).
"""

from skerry.core.bits import are_linked, beside, count_bits, grow, is_connected, nth_bit, spread
from skerry.core.jit import kernel
from skerry.core.rng import advance, pick

# Kinds of turns, by the tower that moves or whose tile slides.
SINK, MOVE_ONE, MOVE_TWO, SLIDE_ONE, SLIDE_TWO, PASS = range(6)


@kernel
def reshapes(kind: int) -> bool:
    """Whether a kind of turn changes where the tiles lie."""
    return kind == SINK or kind == SLIDE_ONE or kind == SLIDE_TWO


@kernel
def move_targets(tower: int, own_colour: int, own_shape: int, free: int, stride: int) -> int:
    """Free tiles of the side's islands under a tower."""
    islands = spread(tower, own_colour, stride) | spread(tower, own_shape, stride)
    return islands & free


@kernel
def sink_targets(tiles: int, towers: int, free: int, stride: int) -> int:
    """Free tiles beside a tower that have an open edge and leave the rest connected."""
    candidates = open_tiles(tiles, stride) & beside(towers, stride) & free
    targets = 0
    while candidates != 0:
        tile = candidates & -candidates
        candidates ^= tile
        if is_connected(tiles ^ tile, stride):
            targets |= tile
    return targets


@kernel
def open_tiles(tiles: int, stride: int) -> int:
    """Tiles with an open edge: fewer than four adjacent tiles."""
    return tiles & ~(tiles << 1 & tiles >> 1 & tiles << stride & tiles >> stride)


@kernel
def slide_targets(tiles: int, tower: int, box: int, stride: int) -> int:
    """Spaces in the box to which the tile under a tower can go, all tiles connected after it."""
    rest = tiles ^ tower
    targets = spread(tower, box & ~rest, stride) & ~tower
    while rest != 0 and targets != 0:
        piece = spread(rest & -rest, rest, stride)
        targets &= grow(piece, stride)
        rest ^= piece
    return targets


@kernel
def draw_turn(
    tiles: int,
    free: int,
    one: int,
    two: int,
    own_colour: int,
    own_shape: int,
    box: int,
    stride: int,
    stream: int,
) -> tuple[int, int, int]:
    """One of all legal turns, equally likely: its kind, its target, the stream after it.

    Whether the tiles stay connected is only asked of the sink or slide that was drawn; if they
    don't, the draw is made again.
    """
    candidates = (
        open_tiles(tiles, stride) & beside(one | two, stride) & free,
        move_targets(one, own_colour, own_shape, free, stride),
        move_targets(two, own_colour, own_shape, free, stride),
        reachable_spaces(tiles, one, box, stride),
        reachable_spaces(tiles, two, box, stride),
        1,
    )
    total = 0
    for kind in range(6):
        total += count_bits(candidates[kind])
    while True:
        stream = advance(stream)
        choice = pick(stream, total)
        kind = SINK
        while choice >= count_bits(candidates[kind]):
            choice -= count_bits(candidates[kind])
            kind += 1
        target = nth_bit(candidates[kind], choice)
        if not reshapes(kind):
            return kind, target, stream
        source = target if kind == SINK else one if kind == SLIDE_ONE else two
        goal = target if kind != SINK else 0
        if stays_linked(tiles, source, goal, stride):
            return kind, target, stream


@kernel
def reachable_spaces(tiles: int, tower: int, box: int, stride: int) -> int:
    """Spaces to which the tile under a tower can go and where it is beside another tile."""
    rest = tiles ^ tower
    return spread(tower, box & ~rest, stride) & beside(rest, stride) & ~tower


@kernel
def stays_linked(tiles: int, source: int, target: int, stride: int) -> bool:
    """Whether all tiles are connected once one of them goes to a space, or sinks (target 0)."""
    after = tiles ^ source | target
    left_alone = beside(source, stride) & after
    start = target if target != 0 else left_alone & -left_alone
    return are_linked(start, left_alone, after, stride)
