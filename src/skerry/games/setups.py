"""Syrtis's tiles at the start: drawn by SYR-3 or given."""

from collections.abc import Mapping
from random import Random

from ..core.layout import CELLS, IntArray16
from ..errors import OptionError, quoted
from .ruleset import RuleSet
from .syrtis.kernels import DARK_CIRCLE, DARK_SQUARE, LIGHT_CIRCLE, LIGHT_SQUARE

TILE_KINDS = {"lc": LIGHT_CIRCLE, "ls": LIGHT_SQUARE, "dc": DARK_CIRCLE, "ds": DARK_SQUARE}
OPPOSITE = {"lc": "ds", "ds": "lc", "ls": "dc", "dc": "ls"}  # other colour and other shape


def pairs(rule_set: RuleSet) -> list[tuple[int, int]]:
    """SYR-3: the pairs of opposite cells, the lesser cell first."""
    partner = rule_set.rules.partner
    return [(cell, int(other)) for cell, other in enumerate(partner) if 0 <= cell < int(other)]


def random_setup(rule_set: RuleSet, seed: int) -> dict[str, str]:
    """SYR-3: a set-up drawn without replacement; the same seed gives the same tiles."""
    rng = Random(seed)
    cells = pairs(rule_set)
    # Every pair takes a tile and its opposite, so half the pairs are of either kind.
    kinds = ["lc", "ls"] * (len(cells) // 2)
    rng.shuffle(kinds)
    names = rule_set.board.names
    setup: dict[str, str] = {}
    for (here, there), kind in zip(cells, kinds, strict=True):
        first = rng.choice((kind, OPPOSITE[kind]))
        setup[names[here]] = first
        setup[names[there]] = OPPOSITE[first]
    return dict(sorted(setup.items(), key=lambda item: names.index(item[0])))


def place_setup(rule_set: RuleSet, state: IntArray16, setup: Mapping[str, str]) -> None:
    """Lay the tiles of a set-up.

    Raises:
        OptionError: a missing or unknown cell, an unknown tile, or a pair that SYR-3 cannot give.
    """
    names = rule_set.board.names
    cells = pairs(rule_set)
    expected = {names[cell] for pair in cells for cell in pair}
    for name, tile in setup.items():
        if name not in expected:
            raise OptionError(
                f"syrtis: set-up cell {quoted(name)} is no tile of this board (SYR-2)."
            )
        if tile not in TILE_KINDS:
            raise OptionError(
                f"syrtis: tile {quoted(tile)} on {name} is unknown; tiles are lc, ls, dc and ds "
                f"(light or dark, circle or square)."
            )
    missing = sorted(expected - set(setup))
    if missing:
        raise OptionError(f"syrtis: the set-up has no tile for {', '.join(missing)} (SYR-3).")
    for here, there in cells:
        if setup[names[there]] != OPPOSITE[setup[names[here]]]:
            raise OptionError(
                f"syrtis: {names[here]} and {names[there]} lie opposite, so their tiles must "
                f"differ in colour and in shape (SYR-3)."
            )
    num_circles = sum(setup[names[here]] in ("lc", "ds") for here, _ in cells)
    if 2 * num_circles != len(cells):
        raise OptionError("syrtis: the set-up must hold equally many tiles of each type (SYR-1).")
    for name, tile in setup.items():
        state[CELLS + names.index(name)] = TILE_KINDS[tile]
