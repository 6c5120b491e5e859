"""A review of a whole game: what each turn cost, which were mistakes, and what to learn from them.

    review(record)                     all of it; review_stream(record): turn by turn
    learn(review)                      the positions to train
    answer(exercise, "c3,d4", ...)     right or wrong
    with_review(record, review)        the record with verdicts, comments and better turns
    with_evaluations(record, review)   the record with the chances alone
    contradictions(review)             where it says one thing and its opposite: nowhere

How a verdict is made, and how far it can be trusted: docs/review.md.
"""

from skerry.review.checking import Contradiction, contradictions
from skerry.review.learning import Answer, Exercise, answer, learn
from skerry.review.noting import names_of, with_evaluations, with_review
from skerry.review.reviewing import review, review_stream
from skerry.review.values import (
    Accuracy,
    Estimate,
    JudgedTurn,
    Point,
    Review,
    ReviewedTurn,
    Stone,
)
from skerry.review.wording import ACCURACY, accuracy_words, verdict_words

__all__ = [
    "ACCURACY",
    "Accuracy",
    "Answer",
    "Contradiction",
    "Estimate",
    "Exercise",
    "JudgedTurn",
    "Point",
    "Review",
    "ReviewedTurn",
    "Stone",
    "accuracy_words",
    "answer",
    "contradictions",
    "learn",
    "names_of",
    "review",
    "review_stream",
    "verdict_words",
    "with_evaluations",
    "with_review",
]
