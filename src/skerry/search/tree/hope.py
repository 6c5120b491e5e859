"""Chances in the course of a game, without what a search adds for who is to act.

A search overrates whoever is to act, since it takes the best of many guesses, so its chances go up
and down turn by turn. What a turn costs by these guesses in the median is no loss: it is taken off.
"""

from collections.abc import Sequence
from statistics import median

LEAST_LOSSES = 4  # turns of known cost, before anything is said about what a turn costs
MOST_HOPE = 0.2  # of the chance to win, taken off the mover's

Share = float | None  # person 0's chance to win, None where it is not known


def lost(mover: int | None, before: Share, after: Share) -> float | None:
    """What a turn cost its mover of the chance to win; None where it is not known."""
    if before is None or after is None or mover is None:
        return None
    return before - after if mover == 0 else after - before


def hope_in(
    shares: Sequence[Share], movers: Sequence[int | None], certain: Sequence[bool]
) -> float | None:
    """How much a search of this game overrates who is to act; None with too few turns to tell.

    Args:
        shares: by position, the first before the first turn.
        movers: who is to act in each; None where the game is over.
        certain: whether the share is proven.
    """
    losses = [
        loss
        for turn in range(1, len(shares))
        if not (certain[turn - 1] or certain[turn])
        and (loss := lost(movers[turn - 1], shares[turn - 1], shares[turn])) is not None
    ]
    if len(losses) < LEAST_LOSSES:
        return None
    return min(MOST_HOPE, max(0.0, median(losses) / 2))


def without_hope(
    shares: Sequence[Share], movers: Sequence[int | None], certain: Sequence[bool], hope: float
) -> list[Share]:
    """The shares without what a search adds for who is to act. Arguments as of `hope_in`."""
    return [
        share
        if share is None or sure
        else min(1.0, max(0.0, share - hope if mover == 0 else share + hope))
        for share, mover, sure in zip(shares, movers, certain, strict=True)
    ]
