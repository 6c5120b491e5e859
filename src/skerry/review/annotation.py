"""A record with what a review found in it."""

from dataclasses import replace

from skerry.errors import OptionError
from skerry.record import GameRecord
from skerry.review.values import Review


def with_evaluations(record: GameRecord, review: Review) -> GameRecord:
    """The record with the evaluations of a review of it, in place of those it had.

    Raises:
        OptionError: the review is of another game.
    """
    if len(review.evaluations) != len(record.turns) + 1 or any(
        turn.played.text != record.turns[turn.number - 1].text for turn in review.turns
    ):
        raise OptionError("The review is of another game than the record.")
    start, *after = review.evaluations
    turns = tuple(
        replace(turn, evaluation=found or turn.evaluation)
        for turn, found in zip(record.turns, after, strict=True)
    )
    return replace(record, evaluation=start or record.evaluation, turns=turns)
