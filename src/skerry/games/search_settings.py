"""How a search weighs what it knows. Each game names its own, as measured in docs/search.md."""

from typing import NamedTuple

from skerry.core.numbers import as_integer, as_number
from skerry.errors import OptionError, quoted


class Settings(NamedTuple):
    """Weights of the selection rule and the shape of the tree."""

    exploration: float  # of the upper confidence bound (Kocsis and Szepesvari, 2006)
    puct: float  # weight of an evaluator's prior (Silver et al., 2017)
    amaf_bias: float  # how soon visits outweigh all-moves-as-first: RAVE's b (Gelly, Silver, 2011)
    amaf_prior: float  # playouts' worth of the whole board's figures in a new child's AMAF
    first_play: float  # urgency of a child nothing is known of, above its parent's value
    warm_up: int  # playouts before the root has children: they put the cells in an order
    expand_after: int  # visits before another node has children
    amaf: int  # 1 where all-moves-as-first is used
    width: int  # children looked at when a node is new, in the order of promise
    widening: float  # more of them with the root of its visits (Coulom, 2007)


def plain_settings(settings: Settings) -> Settings:
    """The settings in Python's own numbers: the search is compiled for these alone.

    Raises:
        OptionError: one of them is no number.
    """
    found = []
    for name, value in zip(settings._fields, settings, strict=True):
        is_whole = Settings.__annotations__[name] is int
        number = as_integer(value) if is_whole else as_number(value)
        if number is None:
            kind = "a whole number" if is_whole else "a number"
            raise OptionError(
                f"settings: {name}={quoted(value)} is not possible; it must be {kind}."
            )
        found.append(number)
    return Settings(*found)  # type: ignore[arg-type]


EVERY = 1 << 30  # children: no widening

PLAIN = Settings(
    exploration=0.7,
    puct=0.0,
    amaf_bias=0.0,
    amaf_prior=0.0,
    first_play=9.0,
    warm_up=0,
    expand_after=1,
    amaf=0,
    width=EVERY,
    widening=0.0,
)
PLACEMENT = PLAIN._replace(
    exploration=0.0,
    amaf_bias=0.002,
    amaf_prior=10.0,
    first_play=0.0,
    warm_up=32,
    expand_after=8,
    amaf=1,
    width=8,
    widening=1.0,
)
MOVES = PLAIN._replace(amaf_bias=0.2, amaf=1)

NEVER = 1 << 60

# With an evaluator, values and priors are its own, and a leaf has children once it was judged.
EVALUATED = PLAIN._replace(
    exploration=0.0,
    puct=1.5,
    first_play=0.0,
    warm_up=NEVER,
    expand_after=NEVER,
)
