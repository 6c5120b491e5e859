"""What one person asks of the other in a game under way: a draw, a turn back, a rematch."""

import json
from dataclasses import dataclass, replace

from skerry.errors import OptionError, SkerryError, quoted

DRAW, TAKE_BACK, REMATCH = "draw", "take_back", "rematch"
OFFERS = (DRAW, TAKE_BACK, REMATCH)


class OfferError(SkerryError):
    """An offer that cannot be made now, or an answer to one that does not stand."""


@dataclass(frozen=True)
class Offers:
    """The offers that stand, each by the person who makes it, and those that must wait."""

    draw: int | None = None
    take_back: int | None = None
    rematch: int | None = None
    draw_waits: tuple[bool, bool] = (False, False)  # until a turn of that person begins
    take_back_waits: tuple[bool, bool] = (False, False)  # until a turn is played

    def by(self, kind: str) -> int | None:
        """The person whose offer of a kind stands, None where none does."""
        return {DRAW: self.draw, TAKE_BACK: self.take_back, REMATCH: self.rematch}[kind]

    def may_make(self, kind: str, person: int) -> bool:
        """Whether a person need not wait with an offer of a kind."""
        waits = {DRAW: self.draw_waits, TAKE_BACK: self.take_back_waits}.get(kind)
        return self.by(kind) is None and not (waits and waits[person])

    def make(self, kind: str, person: int) -> "Offers":
        """The offers with one more.

        Raises:
            OfferError: one of the kind stands already, or it must wait.
        """
        if self.by(kind) is not None:
            raise OfferError("That has been asked already and waits for an answer.")
        if kind == DRAW and self.draw_waits[person]:
            raise OfferError("You have offered a draw; you can again when your next turn begins.")
        if kind == TAKE_BACK and self.take_back_waits[person]:
            raise OfferError("That was refused; you can ask again once a turn has been played.")
        if kind == DRAW:
            return replace(self, draw=person, draw_waits=_with(self.draw_waits, person))
        return self._standing(kind, person)

    def check_stands(self, kind: str, by: int | None = None) -> int:
        """The person whose offer of a kind stands; `by`: it must be the one of that person.

        An answer names so what it answers: nobody agrees to what has come in place of that.

        Raises:
            OfferError: there is none, or it is another person's.
        """
        asked = self.by(kind)
        if asked is None or by not in (None, asked):
            raise OfferError("That is not offered any more; the game has gone on meanwhile.")
        return asked

    def answered(self, kind: str) -> "Offers":
        """The offers when the one of a kind has been refused, or taken back by who made it."""
        asked = self.by(kind)
        if kind == TAKE_BACK and asked is not None:
            waits = _with(self.take_back_waits, asked)
            return replace(self, take_back=None, take_back_waits=waits)
        return self._standing(kind, None)

    def _standing(self, kind: str, person: int | None) -> "Offers":
        match kind:
            case "draw":
                return replace(self, draw=person)
            case "take_back":
                return replace(self, take_back=person)
            case _:
                return replace(self, rematch=person)

    def after_turn(self, person: int, next_person: int | None) -> "Offers":
        """The offers when a person has played a turn, and who is to act then."""
        first, second = self.draw_waits
        return Offers(
            draw=self.draw
            if self.draw == person
            else None,  # the other one has answered by playing
            draw_waits=(first and next_person != 0, second and next_person != 1),
        )

    def after_take_back(self) -> "Offers":
        """The offers when turns have been taken back; who offered a draw still waits."""
        return Offers(draw_waits=self.draw_waits)


NO_OFFERS = Offers()


def _with(waits: tuple[bool, bool], person: int) -> tuple[bool, bool]:
    return (True, waits[1]) if person == 0 else (waits[0], True)


def offers_to_json(offers: Offers) -> str:
    """Offers as JSON text, "" where there are none."""
    if offers == NO_OFFERS:
        return ""
    standing = {kind: offers.by(kind) for kind in OFFERS}
    waiting = {DRAW: list(offers.draw_waits), TAKE_BACK: list(offers.take_back_waits)}
    return json.dumps({"standing": standing, "waiting": waiting})


def offers_from_json(text: str) -> Offers:
    """The offers that `offers_to_json` wrote.

    Raises:
        OptionError: the text was cut short or altered.
    """
    if not text:
        return NO_OFFERS
    try:
        data = json.loads(text)
        standing = [data["standing"][kind] for kind in OFFERS]
        waiting = [tuple(data["waiting"][kind]) for kind in (DRAW, TAKE_BACK)]
    except (ValueError, LookupError, TypeError) as error:
        raise OptionError(f"The offers {quoted(text)} are damaged: {error}") from error
    if not all(person in (0, 1, None) for person in standing) or not all(
        len(pair) == 2 and set(pair) <= {True, False} for pair in waiting
    ):
        raise OptionError(f"The offers {quoted(text)} are damaged.")
    return Offers(*standing, *waiting)
