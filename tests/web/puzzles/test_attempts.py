"""Who has tried a puzzle: what is rated, days in a row, and what no request can win twice."""

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from skerry.puzzles import Puzzle, collection
from skerry.puzzles.puzzle import puzzle_of_day
from skerry.statistics import Opponent, Rating, rate
from skerry.web.accounts import people, personal_data
from skerry.web.accounts.models import User
from skerry.web.base.seats import account_holder
from skerry.web.play.moments import Moments
from skerry.web.puzzles import attempts
from skerry.web.puzzles.attempts import days_in_row, start_rating
from skerry.web.puzzles.models import Attempt, PuzzleRating, SolvedDay, SolverRating
from skerry.web.thinking.engine import Engine
from tests.web.accounts.conftest import PASSWORD, Person
from tests.web.conftest import share_with
from tests.web.puzzles.test_puzzles import FakeEngine

pytestmark = pytest.mark.stores

SPRY, OTHER = [one for one in collection("spry") if any(line[1:] for line in one.wrong_lines)][:2]
WRONG, *ANSWERS = next(line for line in SPRY.wrong_lines if line[1:])


@pytest.fixture(autouse=True)
def engine_refutes() -> None:
    FakeEngine(said={"right": False, "value": "loss", "line": ANSWERS}).judges()


@pytest.fixture
def guest(db: None) -> Person:
    return Person()


@pytest.fixture
def user(db: None) -> User:
    return people.sign_up("Anneliese", PASSWORD)


@pytest.fixture
def person(user: User) -> Person:
    person = Person()
    person.sign_in()
    return person


def send(person: Person, puzzle: Puzzle, what: str, body: object) -> dict[str, Any]:
    answer = person.client.post(
        f"/api/puzzles/{puzzle.game}/{puzzle.key}/{what}",
        json.dumps(body),
        content_type="application/json",
        headers={"X-CSRFToken": person.token()},
    )
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def solve(person: Person, puzzle: Puzzle) -> dict[str, Any]:
    return send(person, puzzle, "check", {"actions": puzzle.solution.split(",")})


def kept() -> list[list[tuple[object, ...]]]:
    """All that the site keeps of puzzles."""
    tables = (Attempt, SolverRating, PuzzleRating, SolvedDay)
    return [list(table.objects.order_by("pk").values_list()) for table in tables]


def rows_of(puzzle: Puzzle) -> tuple[Attempt, SolverRating]:
    return Attempt.objects.get(key=puzzle.key), SolverRating.objects.get(game=puzzle.game)


def test_the_first_try_is_rated_against_the_grade_of_the_puzzle(person: Person) -> None:
    said = solve(person, SPRY)
    start, newcomer = start_rating(SPRY), Rating()
    attempt, solver = rows_of(SPRY)
    expected = rate(newcomer, [Opponent(start, 1.0)], periods=0.0)
    assert solver.rated.rating == expected
    assert (attempt.before, attempt.after) == (newcomer.rating, expected.rating)
    puzzle = PuzzleRating.objects.get()
    assert puzzle.rated.rating == rate(start, [Opponent(newcomer, 0.0)], periods=0.0)
    gain = round(expected.rating) - round(newcomer.rating)
    assert f"you {expected.rating:.0f}? (+{gain})" in said["rating"]
    assert puzzle.rating < start.rating


def test_harder_grades_begin_higher() -> None:
    ratings = {one.grade: start_rating(one).rating for one in collection("spry")}
    in_order = [ratings[grade] for grade in sorted(ratings)]
    assert in_order == sorted(set(in_order))


@pytest.mark.parametrize("again", ["solution sent twice", "wrong first", "given up first"])
def test_whatever_is_sent_again_changes_nothing(person: Person, again: str) -> None:
    if again == "wrong first":
        send(person, SPRY, "check", {"actions": WRONG.split(",")})
    elif again == "given up first":
        send(person, SPRY, "solution", {})
    else:
        solve(person, SPRY)
    first, solver = rows_of(SPRY)
    puzzle = PuzzleRating.objects.get()
    for _ in range(3):
        solve(person, SPRY)
        send(person, SPRY, "solution", {})
        send(person, SPRY, "check", {"actions": WRONG.split(",")})
    later, solver_later = rows_of(SPRY)
    assert (later.is_right, later.after) == (first.is_right, first.after)
    assert solver_later.rated == solver.rated
    assert PuzzleRating.objects.get().rated == puzzle.rated
    assert later.is_right == (again == "solution sent twice")


def test_a_wrong_turn_counts_before_its_answer_is_known(person: Person) -> None:
    """Else many turns at once, of which the right one is answered first, would always win."""
    engine = FakeEngine(said={"undecided": True})
    engine.judges()
    path = f"/api/puzzles/spry/{SPRY.key}/check"
    body = json.dumps({"actions": WRONG.split(",")})
    headers = {"X-CSRFToken": person.token()}
    person.client.post(path, body, content_type="application/json", headers=headers)
    solve(person, SPRY)
    assert not Attempt.objects.get().is_right


def test_an_illegal_turn_is_no_try(person: Person) -> None:
    path, headers = f"/api/puzzles/spry/{SPRY.key}/check", {"X-CSRFToken": person.token()}
    for actions in (["z9"], [], [next(iter(SPRY.record.turns[0].text.split(",")))]):
        body = json.dumps({"actions": actions})
        answer = person.client.post(path, body, content_type="application/json", headers=headers)
        assert answer.status_code == 400
    assert kept() == [[], [], [], []]


def test_reading_writes_nothing(person: Person) -> None:
    solve(person, SPRY)
    before = kept()
    for path in ("", f"/{SPRY.key}", f"/{OTHER.key}"):
        assert person.client.get(f"/puzzles/spry{path}").status_code == 200
    for path in ("/puzzles", "/puzzles/today"):
        assert person.client.get(path).status_code in (200, 302)
    assert person.client.get(f"/api/puzzles/spry/{OTHER.key}").status_code == 200
    send(person, OTHER, "line", {"turns": [OTHER.solution]})
    send(person, OTHER, "preview", {"actions": OTHER.solution.split(",")})
    assert kept() == before


def test_a_study_with_the_solution_counts_as_giving_up(person: Person) -> None:
    asked = {"puzzle": f"spry/{SPRY.key}", "tried": "[]"}
    assert person.post("/studies/new", **asked).status_code == 302
    solve(person, SPRY)
    attempt, _ = rows_of(SPRY)
    assert not attempt.is_right
    assert attempt.is_shown


def test_a_guest_has_a_rating_and_changes_no_puzzles(guest: Person) -> None:
    said = solve(guest, SPRY)
    assert "(+" in said["rating"]
    assert not PuzzleRating.objects.exists()
    solve(guest, SPRY)  # the same guest: the browser was given its token
    assert Attempt.objects.count() == 1


def test_a_guests_tries_become_those_of_a_new_account(guest: Person) -> None:
    solve(guest, SPRY)
    rating = SolverRating.objects.get().rated
    guest.sign_up()
    solver = SolverRating.objects.get()
    assert solver.holder.startswith("account:")
    assert solver.rated == rating
    assert Attempt.objects.get().holder == solver.holder


def test_no_rating_is_won_by_solving_as_a_guest_what_the_account_has_failed(
    person: Person, user: User
) -> None:
    send(person, SPRY, "check", {"actions": WRONG.split(",")})
    before = SolverRating.objects.get().rated
    guest = Person()
    solve(guest, SPRY)
    solve(guest, OTHER)
    guest.sign_in()
    assert SolverRating.objects.get().rated == before
    assert not Attempt.objects.get(key=SPRY.key).is_right
    assert Attempt.objects.get(key=OTHER.key).holder == account_holder(user.pk)
    solve(guest, OTHER)
    assert SolverRating.objects.get().rated == before


def test_all_of_it_is_handed_out_and_deleted(person: Person, user: User) -> None:
    solve(person, SPRY)
    holder = account_holder(user.pk)
    SolvedDay.objects.create(holder=holder, day=date(2026, 11, 30))
    handed_out = personal_data.export(holder)["puzzles"]
    found: dict[str, Any] = json.loads(json.dumps(handed_out))
    (tried,), (rating,) = found["tried_puzzles"], found["puzzle_ratings"]
    assert (tried["key"], tried["is_right"]) == (SPRY.key, True)
    assert rating["game"] == "spry"
    assert found["puzzle_days"] == ["2026-11-30"]
    personal_data.forget(holder)
    assert not Attempt.objects.exists()
    assert not SolverRating.objects.exists()
    assert not SolvedDay.objects.exists()
    assert PuzzleRating.objects.count() == 1  # it does not say whose try it was


# ---- the puzzle of the day ----


class Clock(Moments):
    """Stands where a test puts it."""

    day = date(2026, 11, 30)

    def real_time(self) -> float:
        return datetime(self.day.year, self.day.month, self.day.day, 12, tzinfo=UTC).timestamp()


@pytest.fixture
def clock() -> Clock:
    clock = Clock()
    share_with(Engine(), clock)
    return clock


def test_games_take_turns_and_each_goes_through_all_its_puzzles() -> None:
    first = date(2026, 1, 1)
    days = [puzzle_of_day(first + timedelta(days=number)) for number in range(2_000)]
    names = [one.game for one in days[:5]]
    assert len(set(names)) == 5
    assert all(one.game == names[number % 5] for number, one in enumerate(days))
    of_spry = [one.key for one in days if one.game == "spry"]
    number = len(collection("spry"))
    # Two rounds in a row hold every puzzle at least once, and none thrice.
    window = of_spry[: 2 * number]
    if len(window) == 2 * number:
        assert {window.count(one.key) for one in collection("spry")} <= {1, 2, 3}
    assert puzzle_of_day(first) == puzzle_of_day(first)


def test_todays_puzzle_has_an_address_that_stays(guest: Person, clock: Clock) -> None:
    seen = set()
    for _ in range(3):
        today = puzzle_of_day(clock.day)
        answer = guest.client.get("/puzzles/today")
        assert answer["Location"] == f"/puzzles/{today.game}/{today.key}"
        assert today.key in guest.client.get(answer["Location"]).content.decode()
        seen.add(answer["Location"])
        clock.day += timedelta(days=1)
    assert len(seen) == 3


def test_days_in_a_row_grow_by_solving_on_the_day_alone(guest: Person, clock: Clock) -> None:
    def streak() -> int:
        holder = SolverRating.objects.values_list("holder", flat=True).first()
        return attempts.streak_of(holder)

    tomorrow = puzzle_of_day(clock.day + timedelta(days=1))
    solve(guest, tomorrow)
    assert streak() == 0  # it is not that day yet
    said = solve(guest, puzzle_of_day(clock.day))
    assert said["streak"] == "Puzzle of the day · 1 day in a row"
    solve(guest, puzzle_of_day(clock.day))
    assert streak() == 1
    clock.day += timedelta(days=1)
    assert streak() == 1
    solve(guest, tomorrow)  # once more, on its day
    assert streak() == 2
    clock.day += timedelta(days=1)
    today = puzzle_of_day(clock.day)
    send(guest, today, "solution", {})
    solve(guest, today)  # after it was shown
    assert streak() == 2
    clock.day += timedelta(days=1)
    assert streak() == 0


def test_a_wrong_try_first_keeps_the_days_in_a_row(guest: Person, clock: Clock) -> None:
    today = puzzle_of_day(clock.day)
    holder = "a" * 64
    attempts.note_try(holder, today, is_right=False)
    assert attempts.streak_of(holder) == 0
    attempts.note_try(holder, today, is_right=True)
    assert attempts.streak_of(holder) == 1


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ([], 0),
        ([0], 1),
        ([1], 1),
        ([2], 0),
        ([0, 1, 2, 4, 5], 3),
        ([1, 2, 3], 3),
        ([-1, 0, 1], 0),  # a clock that was set back: nothing is made up
    ],
)
def test_days_in_a_row_end_today_or_yesterday(days: list[int], expected: int) -> None:
    last = date(2026, 3, 1)
    assert days_in_row([last - timedelta(days=one) for one in days], last) == expected


def test_the_index_says_what_is_to_be_done_today(guest: Person, clock: Clock) -> None:
    assert "A new one every day" in guest.client.get("/puzzles").content.decode()
    solve(guest, puzzle_of_day(clock.day))
    page = guest.client.get("/puzzles").content.decode()
    assert "Solved. 1 day in a row" in page
    clock.day += timedelta(days=1)
    assert (
        "1 day in a row: solve it today to go on" in guest.client.get("/puzzles").content.decode()
    )
