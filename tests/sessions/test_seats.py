"""Seats: who acts for whom, and who has nobody to ask."""

import pytest

import skerry
from skerry.record import COMPUTER, GameRecord, Person
from skerry.sessions import Opponent, Seat, Seats, opponent_in

ADA, BOB = "token of Ada", "token of Bob"
TWO = Seats(Seat(holder=ADA), Seat(holder=BOB))
SHARED = Opponent().seats(ADA)
FIRST = Opponent("2", 0).seats(ADA)
SECOND = Opponent("2", 1).seats(ADA)


@pytest.mark.parametrize(
    ("seats", "holder", "held", "alone"),
    [
        (TWO, ADA, (0,), False),
        (TWO, BOB, (1,), False),
        (SHARED, ADA, (0, 1), True),
        (SHARED, BOB, (), False),
        (FIRST, ADA, (0,), True),
        (FIRST, BOB, (), False),
        (SECOND, ADA, (1,), True),
        (Seats(Seat(), Seat(holder=ADA)), ADA, (1,), False),
        (Seats(Seat(COMPUTER), Seat(COMPUTER)), ADA, (), False),
    ],
)
def test_who_holds_which_seat(
    seats: Seats, holder: str, held: tuple[int, ...], alone: bool
) -> None:
    assert seats.held_by(holder) == held
    assert seats.are_all_held_by(holder) is alone


@pytest.mark.parametrize("nobody", [None, ""])
@pytest.mark.parametrize("unheld", [None, ""])
def test_without_a_token_no_seat_is_held(nobody: str | None, unheld: str | None) -> None:
    seats = Seats(Seat(holder=unheld), Seat(COMPUTER, "2", unheld))
    assert seats.held_by(nobody) == ()
    assert not seats.are_all_held_by(nobody)


def test_nobody_holds_the_computers_seat() -> None:
    assert not Seat(COMPUTER, "2", holder=ADA).is_held_by(ADA)


def test_the_computer_is_one_program_against_a_human() -> None:
    assert [seats.computer for seats in (FIRST, SECOND, SHARED)] == [1, 0, None]
    assert Seats(Seat(COMPUTER), Seat(COMPUTER)).computer is None


def test_places_are_exchanged() -> None:
    assert FIRST.exchanged() == SECOND
    assert TWO.exchanged().held_by(ADA) == (1,)


@pytest.mark.parametrize(
    ("first", "second", "opponent"),
    [
        (Person("Ada"), Person("Bob"), Opponent()),
        (Person("Ada"), Person("C", COMPUTER, "3"), Opponent("3", 0)),
        (Person("C", COMPUTER, "10"), Person("Ada"), Opponent("10", 1)),
        (Person("C", COMPUTER, "medium"), Person("Ada"), Opponent()),
        (Person("C", COMPUTER), Person("Ada"), Opponent()),
        (Person("C", COMPUTER, "3"), Person("D", COMPUTER, "4"), Opponent()),
        (Person("C", COMPUTER, "3"), Person("D", COMPUTER, "medium"), Opponent("3", 1)),
    ],
)
def test_a_computer_of_a_known_level_goes_on_in_a_record(
    first: Person, second: Person, opponent: Opponent
) -> None:
    record = GameRecord(skerry.game("byg", size=2), persons=(first, second))
    assert opponent_in(record) == opponent
