"""Games that end before both have played: they gain no better seat, and who ends many waits."""

import pytest
from django.utils import timezone

import skerry
from skerry.sessions import DRAW, REMATCH, TAKE_BACK, Fischer, OfferError
from skerry.web.base.errors import QuotaError
from skerry.web.online import challenges, lobby
from skerry.web.play import changes, creation, offers, queries, sweeps
from skerry.web.play.models import SavedGame
from skerry.web.ratings.models import PlayerRating
from tests.web.play.two_players import KITARAN, Hand, row, set_clock
from tests.web.ratings.rated_games import account

pytestmark = [pytest.mark.django_db, pytest.mark.stores]

CLOCK = Fischer(60.0, 1.0)
TIMES = 3


@pytest.fixture
def hand() -> Hand:
    return set_clock()


@pytest.fixture
def draws(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let seats be drawn in turn, and keep what was drawn."""
    drawn: list[int] = []

    def draw(below: int) -> int:
        drawn.append(len(drawn) % below)
        return drawn[-1]

    monkeypatch.setattr(creation, "randbelow", draw)
    return drawn


@pytest.fixture
def ada(hand: Hand) -> str:
    return account("Ada").holder


@pytest.fixture
def bob(hand: Hand) -> str:
    return account("Bob").holder


@pytest.fixture
def cid(hand: Hand) -> str:
    return account("Cid").holder


def begin(first: str, second: str) -> SavedGame:
    saved = creation.begin_between(
        (first, second), ("Ada", "Bob"), KITARAN, control=CLOCK, is_rated=True
    )
    return row(saved.pk)


def end(saved: SavedGame, holder: str, how: str, hand: Hand) -> SavedGame:
    """End a game early; on time whoever is to act does it."""
    match how:
        case "abort":
            return changes.abort(saved, holder, saved.version)
        case "resign":
            return changes.resign(saved, holder, saved.version)
    hand.now += 100.0
    sweeps.sweep()
    return row(saved.pk)


def rematch(saved: SavedGame, asks: str, agrees: str) -> SavedGame:
    saved = offers.offer(saved, asks, saved.version, REMATCH)
    saved = offers.answer(saved, agrees, saved.version, REMATCH, accepted=True)
    return row(saved.next_game)


def challenge(maker: str, other: str) -> SavedGame:
    """The game of a challenge whose sides are drawn."""
    made = challenges.make(maker, KITARAN, challenges.Terms("random", CLOCK))
    return row(challenges.accept(challenges.find(made.pk), other))


def forget_waits() -> None:
    """Let all that was ended be long ago, so that nobody waits."""
    SavedGame.objects.update(updated=timezone.now() - 2 * creation.PERIOD)


@pytest.mark.parametrize("how", ["abort", "resign", "time"])
@pytest.mark.parametrize("turns", [0, 1])
def test_a_rematch_of_what_came_to_nothing_has_the_same_seats(
    hand: Hand, ada: str, bob: str, how: str, turns: int
) -> None:
    saved = begin(ada, bob)
    if turns:
        saved = changes.play(saved, ada, saved.version, ["a1"])
    ends = bob if turns else ada
    saved = end(saved, ends, how, hand)
    assert saved.ended_early_by == turns
    again = rematch(saved, ends, bob if ends == ada else ada)
    assert (again.first_seat, again.second_seat) == (ada, bob)
    assert again.is_rated
    forget_waits()
    for _ in range(2):  # and so it goes on
        again = rematch(end(again, bob, "abort", hand), bob, ada)
        assert (again.first_seat, again.second_seat) == (ada, bob)


def test_a_rematch_of_a_game_that_was_played_changes_the_seats(
    hand: Hand, ada: str, bob: str
) -> None:
    saved = begin(ada, bob)
    saved = changes.play(saved, ada, saved.version, ["a1"])
    saved = changes.play(saved, bob, saved.version, ["b2"])
    saved = changes.resign(saved, ada, saved.version)
    assert saved.ended_early_by is None
    assert rematch(saved, ada, bob).first_seat == bob


def test_a_set_up_that_was_drawn_is_not_drawn_again(hand: Hand, ada: str, bob: str) -> None:
    syrtis = skerry.game("syrtis")
    saved = creation.begin_between((ada, bob), ("", ""), syrtis, control=CLOCK, prepared=True)
    again = rematch(end(row(saved.pk), bob, "abort", hand), bob, ada)
    start = queries.session_of(row(saved.pk)).position
    assert queries.session_of(again).position == start


def test_no_seat_is_drawn_between_the_two_after_what_came_to_nothing(
    hand: Hand, draws: list[int], ada: str, bob: str
) -> None:
    end(begin(ada, bob), bob, "abort", hand)
    for number in range(TIMES):
        one, other = (ada, bob) if number % 2 else (bob, ada)
        saved = challenge(one, other)
        assert saved.first_seat == ada
        changes.abort(saved, other, saved.version)
        forget_waits()
    assert not draws


def test_seats_wait_for_the_same_game_whatever_was_played_between(
    hand: Hand, draws: list[int], ada: str, bob: str
) -> None:
    other = skerry.game("kitaran", size=4)
    for _ in range(TIMES):
        end(begin(ada, bob), bob, "abort", hand)
        begin_and_resign(creation.begin_between((bob, ada), ("", ""), other), bob, ada)
        saved = challenge(bob, ada)
        assert saved.first_seat == ada
        saved = begin_and_resign(saved, ada, bob)  # which is the end of it
        forget_waits()
    assert not draws
    between = [challenge(ada, bob) for _ in range(2)]
    assert {saved.first_seat for saved in between} == {ada, bob}
    assert draws == [0, 1]


def begin_and_resign(saved: SavedGame, first: str, second: str) -> SavedGame:
    """Both play a turn."""
    saved = changes.play(saved, first, saved.version, ["a1"])
    saved = changes.play(saved, second, saved.version, ["b2"])
    return changes.resign(saved, first, saved.version)


@pytest.mark.parametrize("prepared", [False, True])
def test_a_set_up_is_not_drawn_again_by_a_challenge(
    hand: Hand, ada: str, bob: str, prepared: bool
) -> None:
    syrtis = skerry.game("syrtis")
    terms = challenges.Terms("random", CLOCK, prepared=prepared)

    def start() -> tuple[SavedGame, object]:
        made = challenges.make(bob, syrtis, terms)
        saved = row(challenges.accept(challenges.find(made.pk), ada))
        record = queries.session_of(saved).record
        return saved, (record.start, record.setup, record.given_start)

    saved, first = start()
    end(saved, bob, "abort", hand)
    creation.begin_between((ada, bob), ("", ""), syrtis, prepared=not prepared)
    creation.begin_between((ada, bob), ("", ""), KITARAN)
    again, same = start()
    assert same == first
    changes.abort(again, ada, again.version)
    SavedGame.objects.update(created=timezone.now() - creation.SEAT_KEPT)
    assert start()[1] != first


@pytest.mark.parametrize("how", ["abort", "resign", "time"])
def test_a_set_up_is_not_drawn_again_by_pairing(hand: Hand, ada: str, bob: str, how: str) -> None:
    starts = []
    for _ in range(2):
        lobby.start(bob, "syrtis", "blitz", is_rated=True)
        saved = row(lobby.pair(lobby.start(ada, "syrtis", "blitz", is_rated=True)))
        starts.append((saved.first_seat, queries.session_of(saved).record.start))
        if how == "time":
            hand.now += 300.0
        end(saved, saved.first_seat or "", how, hand)
    assert starts[0] == starts[1]


def test_a_set_up_is_drawn_again_after_a_game_that_was_played(
    hand: Hand, ada: str, bob: str
) -> None:
    syrtis = skerry.game("syrtis")
    starts = []
    for _ in range(2):
        saved = creation.begin_between((ada, bob), ("", ""), syrtis, prepared=True)
        starts.append(queries.session_of(saved).record.start)
        SavedGame.objects.filter(pk=saved.pk).update(played_by=3)
        saved = row(saved.pk)
        changes.resign(saved, ada, saved.version)
    assert starts[0] != starts[1]


def test_who_ends_a_game_early_sits_in_that_seat_against_anybody(
    hand: Hand, draws: list[int], ada: str, bob: str, cid: str
) -> None:
    end(begin(ada, bob), bob, "abort", hand)
    for _ in range(TIMES):
        lobby.start(bob, "kitaran", "blitz", is_rated=False)
        saved = row(lobby.pair(lobby.start(cid, "kitaran", "blitz", is_rated=False)))
        assert (saved.first_seat, saved.second_seat) == (cid, bob)
        changes.abort(saved, bob, saved.version)
        forget_waits()
    assert not draws


def test_who_was_left_waiting_has_a_seat_by_lot(
    hand: Hand, draws: list[int], ada: str, bob: str, cid: str
) -> None:
    firsts = set()
    for _ in range(2):
        SavedGame.objects.all().delete()
        end(begin(ada, bob), bob, "abort", hand)
        firsts.add(challenge(ada, cid).first_seat)
    assert firsts == {ada, cid}
    assert draws == [0, 1]


def test_who_ends_many_games_early_waits(hand: Hand, ada: str, bob: str, cid: str) -> None:
    for _ in range(creation.FREE + 1):
        saved = end(begin(ada, bob), bob, "abort", hand)
    own = "You have ended more than 2 games .* in 10 minutes"
    with pytest.raises(QuotaError, match=own):
        lobby.start(bob, "kitaran", "blitz", is_rated=True)
    with pytest.raises(QuotaError, match=own):
        challenge(bob, ada)
    with pytest.raises(QuotaError, match=own):
        challenge(ada, bob)
    with pytest.raises(QuotaError, match=own):
        offers.offer(saved, bob, saved.version, REMATCH)
    saved = offers.offer(saved, ada, saved.version, REMATCH)
    with pytest.raises(QuotaError, match=own):
        offers.answer(saved, bob, saved.version, REMATCH, accepted=True)
    assert challenge(ada, cid).pk  # who was left waiting does not
    SavedGame.objects.filter(ended_early_by=1).update(updated=timezone.now() - creation.FIRST_WAIT)
    assert challenge(ada, bob).pk


def test_a_challenge_made_before_waits_as_well(hand: Hand, ada: str, bob: str) -> None:
    made = challenges.make(bob, KITARAN, challenges.Terms())
    for _ in range(creation.FREE + 1):
        end(begin(ada, bob), bob, "resign", hand)
    with pytest.raises(QuotaError, match="Bob has ended too many games early"):
        challenges.accept(challenges.find(made.pk), ada)


def test_each_further_one_doubles_the_wait(hand: Hand, ada: str, bob: str) -> None:
    waits = []
    for _ in range(12):
        end(begin(ada, bob), bob, "abort", hand)
        waits.append(creation._minutes_to_wait(bob))
    assert waits == [0, 0, 10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440]
    assert creation._minutes_to_wait(ada) == 0


def test_who_has_moved_and_calls_off_since_nobody_answers_has_left_nobody(
    hand: Hand, ada: str, bob: str
) -> None:
    saved = begin(ada, bob)
    saved = changes.play(saved, ada, saved.version, ["a1"])
    assert changes.abort(saved, ada, saved.version).ended_early_by is None


def test_first_turns_that_are_taken_back_make_nothing_undone(
    hand: Hand, ada: str, bob: str
) -> None:
    """Neither can the game be called off then, nor does it count for nothing when it ends."""
    saved = begin(ada, bob)
    saved = changes.play(saved, ada, saved.version, ["a1"])
    saved = changes.play(saved, bob, saved.version, ["b2"])
    for asks, agrees in ((bob, ada), (ada, bob)):
        saved = offers.offer(saved, asks, saved.version, TAKE_BACK)
        saved = offers.answer(saved, agrees, saved.version, TAKE_BACK, accepted=True)
    saved = row(saved.pk)
    assert saved.num_turns == 0
    with pytest.raises(OfferError, match="Both have played"):
        changes.abort(saved, bob, saved.version)
    saved = changes.resign(saved, bob, saved.version)
    assert saved.ended_early_by is None
    assert PlayerRating.objects.filter(player__holder=ada, num_games=1).exists()
    assert rematch(saved, ada, bob).first_seat == bob


def test_nobody_wins_a_draw_before_both_have_played(hand: Hand, ada: str, bob: str) -> None:
    saved = begin(ada, bob)
    saved = offers.offer(saved, ada, saved.version, DRAW)
    saved = offers.answer(saved, bob, saved.version, DRAW, accepted=True)
    assert saved.ended_early_by is None
    assert rematch(saved, ada, bob).first_seat == ada
