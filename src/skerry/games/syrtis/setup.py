"""The tiles at the start: drawn by SYR-3 or given."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import cast

from skerry.core.jit import kernel
from skerry.core.layout import CELLS, IntArray16, IntArray64
from skerry.core.rng import below
from skerry.errors import OptionError, quoted
from skerry.games.ruleset import RuleSet
from skerry.games.setup import Chance
from skerry.games.syrtis import TILE_CODES
from skerry.games.syrtis.kernels import DARK_CIRCLE, DARK_SQUARE, LIGHT_CIRCLE, LIGHT_SQUARE, Rules

WHOLE_SETUP = "a set-up of all tiles, such as start(setup={'c1': 'lc', ...})"
SETUP_KINDS = TILE_CODES[1:]
OPPOSITE = {"lc": "ds", "ds": "lc", "ls": "dc", "dc": "ls"}  # other colour and other shape


def pairs(rule_set: RuleSet) -> list[tuple[int, int]]:
    """SYR-3: the pairs of opposite cells, the lesser cell first."""
    partner = cast(Rules, rule_set.rules).partner
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
                f"syrtis: set-up cell {quoted(name)} is not a tile of this board.", "SYR-2"
            )
        if tile not in SETUP_KINDS:
            raise OptionError(
                f"syrtis: tile {quoted(tile)} on {name} is unknown; tiles are lc, ls, dc and ds "
                f"(light or dark, circle or square)."
            )
    missing = sorted(expected - set(setup))
    if missing:
        raise OptionError(f"syrtis: the set-up has no tile for {', '.join(missing)}.", "SYR-3")
    for here, there in cells:
        if setup[names[there]] != OPPOSITE[setup[names[here]]]:
            raise OptionError(
                f"syrtis: {names[here]} and {names[there]} lie opposite, so their tiles must "
                f"differ in colour and in shape.",
                "SYR-3",
            )
    num_circles = sum(setup[names[here]] in ("lc", "ds") for here, _ in cells)
    if 2 * num_circles != len(cells):
        raise OptionError("syrtis: the set-up must hold equally many tiles of each type.", "SYR-1")
    for name, tile in setup.items():
        state[CELLS + names.index(name)] = TILE_CODES.index(tile)


def prepare(rule_set: RuleSet, phase: str, contents: Sequence[int], rng: Random) -> list[str]:
    """SYR-4 to SYR-6 by lot: the dark towers stand opposite the light ones, and person 1 is dark.

    What lies opposite has the other colour and the other shape, so the sides differ in nothing but
    who moves first.
    """
    names, across = rule_set.board.names, pairs(rule_set)
    if phase == "choice":
        return [rule_set.info.colours[1]]
    if phase == "repair":
        here, there = rng.choice(across)
        return [f"{names[here]}~{names[there]}"]
    opposite = dict(across) | {there: here for here, there in across}
    open_to_light = [cell for cell in opposite if contents[cell] != DARK_SQUARE]
    one = rng.choice(open_to_light)
    other = rng.choice([cell for cell in open_to_light if cell not in (one, opposite[one])])
    light = [f"L{names[cell]}" for cell in (one, other)]
    return light + [f"D{names[opposite[cell]]}" for cell in (one, other)]


def num_draws(rule_set: RuleSet) -> int:
    """A tile for the lesser cell of each pair."""
    return len(pairs(rule_set))


def next_draw(rule_set: RuleSet, drawn: Sequence[str]) -> Chance | None:
    """SYR-3: the tiles that the next pair may get on its lesser cell, and how likely each is.

    A light circle faces a dark square, a light square a dark circle, and there are equally many
    pairs of either kind.
    """
    cells = pairs(rule_set)
    left = len(cells) - len(drawn)
    if left == 0:
        return None
    circles = len(cells) // 2 - sum(tile in ("lc", "ds") for tile in drawn)
    share = {"lc": circles, "ds": circles, "ls": left - circles, "dc": left - circles}
    outcomes = tuple((tile, share[tile] / (2 * left)) for tile in SETUP_KINDS if share[tile] > 0)
    return Chance(rule_set.board.names[cells[len(drawn)][0]], outcomes)


def drawn_setup(rule_set: RuleSet, drawn: Sequence[str]) -> dict[str, str]:
    """The tiles of all cells, by those on the lesser cells."""
    names, setup = rule_set.board.names, {}
    for (here, there), tile in zip(pairs(rule_set), drawn, strict=True):
        setup[names[here]], setup[names[there]] = tile, OPPOSITE[tile]
    return setup


@kernel
def draw_setup(rules: Rules, state: IntArray16, rng: IntArray64) -> None:
    """SYR-3: lay the tiles, drawn without replacement, each with its opposite across the centre."""
    left = 0
    for cell in range(rules.num_cells):
        left += cell < rules.partner[cell]
    circles = left // 2  # pairs of a light circle and a dark square; the rest are the other pair
    for cell in range(rules.num_cells):
        other = int(rules.partner[cell])
        if cell >= other:
            continue
        here, there = LIGHT_SQUARE, DARK_CIRCLE
        if below(rng, left) < circles:
            here, there = LIGHT_CIRCLE, DARK_SQUARE
            circles -= 1
        left -= 1
        if below(rng, 2) == 1:
            here, there = there, here
        state[CELLS + cell], state[CELLS + other] = here, there
