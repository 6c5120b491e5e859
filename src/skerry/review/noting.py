"""What a review has found, written into the record: evaluations, verdicts, better turns."""

from dataclasses import replace

from skerry.errors import OptionError
from skerry.record import GameRecord
from skerry.record.json_form import LONGEST_COMMENT
from skerry.record.parts import Line, RecordedTurn
from skerry.review.values import Review, ReviewedTurn
from skerry.review.wording import ACCURACY, accuracy_words, name_at
from skerry.text import spaced


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


def with_review(record: GameRecord, review: Review) -> GameRecord:
    """The record with all that a review of it says, so that other programs show it.

    Each position gets its evaluation. A costly turn gets a comment, and variations: the better turn
    in its place, as best play may go on, and the answer to it where the game went on otherwise.
    The comment on the game says how accurate both were.

    Raises:
        OptionError: the review is of another game.
    """
    noted = with_evaluations(record, review)
    turns, continuations = list(noted.turns), list(noted.continuations)
    for found in review.turns:
        if not found.why or found.better is None:
            continue
        here = turns[found.number - 1]
        better = _line(found.better.line, f"Better. {found.why}")
        turns[found.number - 1] = replace(
            here,
            comment=_added(here.comment, comment_on(found)),
            variations=_with_line(here.variations, better),
        )
        answer = found.played.line[1:]
        if not answer:
            continue
        line = _line(answer, f"The answer to {spaced(found.played.text)}.")
        if found.number == len(turns):
            continuations = list(_with_line(tuple(continuations), line))
        elif turns[found.number].text != answer[0]:
            following = turns[found.number]
            variations = _with_line(following.variations, line)
            turns[found.number] = replace(following, variations=variations)
    return replace(
        noted,
        comment=_added(noted.comment, _on_game(record, review)),
        turns=tuple(turns),
        continuations=tuple(continuations),
    )


def comment_on(turn: ReviewedTurn) -> str:
    """What a review says of a costly turn, in a few sentences."""
    weak = [one for one in turn.words if one.startswith("The weak stone")]
    return " ".join((turn.summary, turn.why, *weak))


def _on_game(record: GameRecord, review: Review) -> str:
    """How accurate both persons were."""
    last = record.replay()[-1]
    lines = [f"Accuracy. {ACCURACY}"]
    for person, one in enumerate(review.accuracy):
        name = record.persons[person].name or name_at(last, person)
        percent = "" if one.percent is None else f"{one.percent:.0f}. "
        lines.append(f"{name[0].upper()}{name[1:]}: {percent}{accuracy_words(one)}")
    return "\n".join(lines)


def _added(comment: str, words: str) -> str:
    """A comment with words below it; as it is where it has them, or has no room for them."""
    longer = "\n".join(filter(None, (comment, words)))
    return comment if words in comment or len(longer) > LONGEST_COMMENT else longer


def _line(texts: tuple[str, ...], comment: str) -> Line:
    first, *following = texts
    return (RecordedTurn(first, comment[:LONGEST_COMMENT]), *map(RecordedTurn, following))


def _with_line(lines: tuple[Line, ...], line: Line) -> tuple[Line, ...]:
    """Lines with one more, unless one of them begins as it does."""
    return lines if any(one[0].text == line[0].text for one in lines) else (*lines, line)
