"""What a review has found, written into the record: evaluations, verdicts, better turns."""

from dataclasses import replace

from skerry.errors import OptionError
from skerry.record import GameRecord
from skerry.record.json_form import LONGEST_COMMENT
from skerry.record.parts import Line, RecordedTurn
from skerry.review.values import Review, ReviewedTurn
from skerry.review.wording import ACCURACY, WEAK, accuracy_words, name_at, turn_words


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
    turns, continuations = list(noted.turns), noted.continuations
    costly = [turn for turn in review.turns if turn.why and turn.better is not None]
    for found in costly:
        assert found.better is not None
        here = turns[found.number - 1]
        turns[found.number - 1] = replace(
            here,
            comment=_added(here.comment, comment_on(found)),
            variations=_with_line(here.variations, found.better.line, f"Better. {found.why}"),
        )
    for found in costly:  # when the better turns stand: one of them may be the answer
        answer, words = found.played.line[1:], f"The answer to {turn_words(found.played.text)}."
        if not answer:
            continue
        if found.number == len(turns):
            continuations = _with_line(continuations, answer, words)
        elif turns[found.number].text != answer[0]:
            following = turns[found.number]
            variations = _with_line(following.variations, answer, words)
            turns[found.number] = replace(following, variations=variations)
    return replace(
        noted,
        comment=_added(noted.comment, _on_game(record, review)),
        turns=tuple(turns),
        continuations=continuations,
    )


def comment_on(turn: ReviewedTurn) -> str:
    """What a review says of a costly turn, in a few sentences."""
    weak = [one for one in turn.words if one.startswith(WEAK)]
    return " ".join((turn.summary, turn.why, *weak))


def _on_game(record: GameRecord, review: Review) -> str:
    """How accurate both persons were."""
    lines = [ACCURACY]
    for name, one in zip(names_of(record), review.accuracy, strict=True):
        percent = "" if one.percent is None else f"{one.percent:.0f}. "
        lines.append(f"{name}: {percent}{accuracy_words(one)}")
    return "\n".join(lines)


def names_of(record: GameRecord) -> tuple[str, str]:
    """What to call both persons where a line begins: by name, else by the colour they end with."""
    last = record.replay()[-1]
    one, two = (known.name or name_at(last, one) for one, known in enumerate(record.persons))
    return one[0].upper() + one[1:], two[0].upper() + two[1:]


def _added(comment: str, words: str) -> str:
    """A comment with words below it; as it is where it has them, or has no room for them."""
    longer = "\n".join(filter(None, (comment, words)))
    return comment if words in comment or len(longer) > LONGEST_COMMENT else longer


def _with_line(lines: tuple[Line, ...], texts: tuple[str, ...], words: str) -> tuple[Line, ...]:
    """Lines with one more and words on its first turn, unless one of them begins as it does."""
    if any(line[0].text == texts[0] for line in lines):
        return lines
    first, *following = texts
    begun = RecordedTurn(first, words[:LONGEST_COMMENT])
    return (*lines, (begun, *map(RecordedTurn, following)))
