"""A review of a whole game: what each turn cost, which were mistakes, and what to learn from them.

    review(record)                     all of it; review_stream(record): turn by turn
    learn(review)                      the positions to train
    answer(exercise, "c3,d4", ...)     right or wrong
    with_evaluations(record, review)   the record with what was found about its positions

How a verdict is made, and how far it can be trusted: docs/review.md.
"""

from skerry.review.judging import (
    Accuracy,
    Estimate,
    JudgedTurn,
    Point,
    Review,
    ReviewedTurn,
    Stone,
)
from skerry.review.learning import Answer, Exercise, answer, learn
from skerry.review.reviewing import review, review_stream, with_evaluations

__all__ = [
    "Accuracy",
    "Answer",
    "Estimate",
    "Exercise",
    "JudgedTurn",
    "Point",
    "Review",
    "ReviewedTurn",
    "Stone",
    "answer",
    "learn",
    "review",
    "review_stream",
    "with_evaluations",
]
