"""Learning from mistakes: the positions before them, and a verdict on any turn tried there."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from skerry.core.numbers import integer, whole_seed
from skerry.positions import Position, position
from skerry.review.judging import CLOSE, DEEPER, Cancel, Sampler, StoppedError, gain
from skerry.review.values import Estimate, Review


@dataclass(frozen=True)
class Exercise:
    """A position in which a mistake was made."""

    number: int  # of the turn, from 1
    position: str  # before it, as text
    played: str
    best: str  # the better turn that the review found
    accepted: tuple[str, ...]  # it, and all that cannot be told from it
    loss: Estimate

    def to_data(self) -> dict[str, Any]:
        """Plain values for json.dumps."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Exercise":
        """What `to_data` gave. Raises KeyError or TypeError: it is something else."""
        accepted, loss = tuple(data["accepted"]), Estimate(**data["loss"])
        return cls(**{**data, "accepted": accepted, "loss": loss})


@dataclass(frozen=True)
class Answer:
    """The verdict on a turn that somebody tried."""

    text: str  # canonical
    is_right: bool  # it is as good as the best, as far as one can tell
    loss: Estimate | None  # against the best; None where the review knew the turn, or cancelled
    is_known: bool  # False where it was cancelled before there was a verdict

    def to_data(self) -> dict[str, Any]:
        """Plain values for json.dumps."""
        return asdict(self)


def learn(review: Review) -> tuple[Exercise, ...]:
    """The positions to train: one for each mistake, in the order of the game."""
    return tuple(
        Exercise(
            turn.number,
            turn.position,
            turn.played.text,
            turn.better.text,
            tuple(one.text for one in turn.good if one.text != turn.played.text),
            turn.loss,
        )
        for turn in review.turns
        if turn.verdict is not None and turn.better is not None
    )


def answer(
    exercise: Exercise,
    text: str,
    *,
    playouts: int,
    seed: int = 0,
    cancel: Cancel | None = None,
) -> Answer:
    """Whether a turn is as good as the best one.

    A turn that the review did not look at is searched as closely as the mistake was, beside the
    best one. It is right where it cannot be told from that and seems to cost less than half as much
    as the mistake.

    Args:
        exercise: the position.
        text: a whole turn, its stones in any order.
        playouts: of the review.
        seed: the same seed gives the same answer.
        cancel: asked every few hundredths of a second.

    Raises:
        NotationError, IllegalActionError: as `Position.play_turn`.
        OptionError: playouts or a seed that is no whole number, or negative.
    """
    playouts, seed = integer("playouts", playouts, 1), whole_seed(seed)
    before: Position = position(exercise.position)
    after = before.play_turn(text)
    shown = before.game.format_turn(before.game.parse_turn(text))
    person = before.player
    assert person is not None
    if shown in exercise.accepted or shown == exercise.played:
        return Answer(shown, shown in exercise.accepted, None, True)
    sampler = Sampler(before.game, seed, cancel if cancel is not None else lambda: False)
    try:
        best, tried = (
            sampler.draw(one, person, CLOSE, DEEPER * playouts, key)
            for one, key in ((before.play_turn(exercise.best), "best"), (after, "tried"))
        )
    except StoppedError:
        return Answer(shown, False, None, False)
    loss = gain(best, tried)
    is_right = loss.low <= 0.0 and loss.value < exercise.loss.value / 2
    return Answer(shown, is_right, loss, True)
