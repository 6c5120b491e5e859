"""What a review says: plain values, and the same as data for JSON."""

from dataclasses import asdict, dataclass
from typing import Any

from skerry.errors import RecordError
from skerry.record import Evaluation
from skerry.record.parts import Data, evaluation_from_data


@dataclass(frozen=True)
class Estimate:
    """A number with its 95% interval."""

    value: float
    low: float
    high: float
    is_exact: bool = False  # proven, not estimated: all three are equal

    @property
    def not_below_zero(self) -> "Estimate":
        """The same of a number that cannot be negative."""
        low, value, high = (max(0.0, one) for one in (self.low, self.value, self.high))
        return Estimate(value, low, high, self.is_exact)


MISTAKE, BLUNDER = "mistake", "blunder"


@dataclass(frozen=True)
class JudgedTurn:
    """A turn that could have been played, as fresh searches after it judge it."""

    text: str  # canonical (C-6)
    chance: Estimate  # of the mover, to win; from 0 to 1
    line: tuple[str, ...]  # whole turns, this one first, as best play may go on


@dataclass(frozen=True)
class Stone:
    """One stone of a turn of several, and what would have been better in its place alone."""

    cell: str
    replacement: str  # the whole turn with that stone replaced, or left out
    gain: Estimate  # of the mover's chance to win, against the turn played
    is_weak: bool  # the one whose replacement gains most, where that gain is no noise


@dataclass(frozen=True)
class ReviewedTurn:
    """What became of one turn of a game."""

    number: int  # from 1
    person: int  # who played it
    position: str  # before it, as text
    played: JudgedTurn
    better: JudgedTurn | None  # the best other turn; None where there was no other one
    loss: Estimate  # of the mover's chance to win; not below 0
    verdict: str | None  # "mistake", "blunder" or None
    summary: str  # what it cost, in a sentence, as the mover's chance
    good: tuple[JudgedTurn, ...] = ()  # all that cannot be told from the best, best first
    stones: tuple[Stone, ...] = ()  # of a costly turn of several stones
    why: str = ""  # of a costly turn: what the better one does and this one leaves, in a sentence
    words: tuple[str, ...] = ()  # of a costly turn: what else the better one changes
    # The mean loss of turns drawn at random in its place, below 0 by noise alone; None where there
    # was no other turn, or every turn loses.
    random_loss: float | None = None

    @property
    def best(self) -> Estimate:
        """What the position before it is worth to its mover, by the better of both turns."""
        options = [self.played, *([self.better] if self.better is not None else [])]
        return max((one.chance for one in options), key=lambda chance: chance.value)

    @property
    def weak_stone(self) -> Stone | None:
        """The stone that cost most, where one stands out from noise."""
        return next((stone for stone in self.stones if stone.is_weak), None)


@dataclass(frozen=True)
class Accuracy:
    """How well one person played."""

    # 100 for always the best turn that was found, 0 for turns no better than those drawn at random
    # in the same positions; None where turns at random would have lost nothing to speak of.
    percent: float | None
    turns: int  # judged, with a choice
    mistakes: int
    blunders: int
    loss: float | None = None  # of a turn in the mean, of the chance to win
    random_loss: float | None = None  # the same of turns drawn at random in its place


@dataclass(frozen=True)
class Point:
    """One position of the game's curve."""

    chance: float | None  # of person 0, to win
    scores: tuple[float, float] | None  # expected, of the first and the second colour


@dataclass(frozen=True)
class Review:
    """All that was found about a game."""

    playouts: int  # of a first search; what is judged closely gets several, and deeper ones
    seed: int
    spent: int  # playouts, in all
    is_complete: bool  # False while it is under way, and for good where it was cancelled
    curve: tuple[Point, ...]  # of the start, then after each turn
    evaluations: tuple[Evaluation | None, ...]  # of the same positions, as searched
    turns: tuple[ReviewedTurn, ...]
    accuracy: tuple[Accuracy, Accuracy]

    @property
    def worst(self) -> ReviewedTurn | None:
        """The turn that cost most; a turn that was called a mistake comes before any other."""
        return max(
            self.turns, key=lambda turn: (turn.verdict is not None, turn.loss.value), default=None
        )

    def to_data(self) -> Data:
        """Plain values for json.dumps; the keys are the names of the fields."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Data) -> "Review":
        """The review that `to_data` wrote.

        Raises:
            RecordError: the data are something else.
        """
        try:
            return cls(
                playouts=int(data["playouts"]),
                seed=int(data["seed"]),
                spent=int(data["spent"]),
                is_complete=bool(data["is_complete"]),
                curve=tuple(Point(one["chance"], _pair(one["scores"])) for one in data["curve"]),
                evaluations=tuple(
                    None if one is None else evaluation_from_data(one)
                    for one in data["evaluations"]
                ),
                turns=tuple(reviewed_turn_from_data(one) for one in data["turns"]),
                accuracy=(Accuracy(**data["accuracy"][0]), Accuracy(**data["accuracy"][1])),
            )
        except (AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
            raise RecordError("These data are no review.") from error


def _pair(scores: Any) -> tuple[float, float] | None:
    return None if scores is None else (float(scores[0]), float(scores[1]))


def judged_from_data(data: Data) -> JudgedTurn:
    """A judged turn from plain values. Raises KeyError, TypeError or ValueError."""
    return JudgedTurn(str(data["text"]), Estimate(**data["chance"]), tuple(data["line"]))


def reviewed_turn_from_data(data: Data) -> ReviewedTurn:
    """A reviewed turn from plain values, older ones too. Raises KeyError, TypeError, ValueError."""
    better = data["better"]
    return ReviewedTurn(
        number=int(data["number"]),
        person=int(data["person"]),
        position=str(data["position"]),
        played=judged_from_data(data["played"]),
        better=None if better is None else judged_from_data(better),
        loss=Estimate(**data["loss"]),
        verdict=data["verdict"],
        summary=str(data["summary"]),
        good=tuple(judged_from_data(one) for one in data["good"]),
        stones=tuple(Stone(**(one | {"gain": Estimate(**one["gain"])})) for one in data["stones"]),
        why=str(data.get("why", "")),
        words=tuple(data["words"]),
        random_loss=data.get("random_loss"),
    )
