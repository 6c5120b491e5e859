"""Tournaments go on by themselves: games begin, their ends count, rounds follow, once each."""

from typing import Any

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client

import skerry
from skerry.sessions import Correspondence, OfferError
from skerry.tournaments import Outcome, TournamentError, table
from skerry.web.accounts import people
from skerry.web.accounts.models import Player
from skerry.web.base.errors import StaleError
from skerry.web.play import changes, creation, offers, queries, sweeps
from skerry.web.play.models import PUBLIC, RUNNING, SavedGame
from skerry.web.play.page_data import page_state
from skerry.web.ratings.models import RatedGame
from skerry.web.tournaments import organising, tasks
from skerry.web.tournaments.models import OVER, ROUND_ROBIN, Board, Tournament
from tests.web.play.two_players import set_clock
from tests.web.ratings.rated_games import account, play_two
from tests.web.tournaments.arranging import again, games_of, lose, outcomes, started, win_by_name

pytestmark = [pytest.mark.django_db, pytest.mark.stores]


def names_in_order(row: Tournament) -> list[str]:
    names = dict(Player.objects.values_list("pk", "name"))
    return [names[int(one.player)] for one in table(again(row).value)]


def test_a_swiss_of_five_goes_to_its_end() -> None:
    row, _ = started(5)
    for number in range(1, 4):
        row = again(row)
        assert row.state == "running"
        assert len(row.value.rounds) == number
        assert len(games_of(row, number)) == 2
        assert len(row.value.rounds[number - 1].resting) == 1
        win_by_name(row, number)
    row = again(row)
    assert (row.state, row.is_due) == (OVER, False)
    assert row.ended is not None
    assert names_in_order(row)[0] == "Ada"
    assert row.boards.count() == 6
    points = {one.player: one.points for one in table(row.value)}
    assert sum(points.values()) == 9  # two games and a rest a round


def test_its_games_are_as_it_says() -> None:
    row, players = started(2, is_rated=True)
    (saved,) = games_of(row, 1)
    assert (saved.is_rated, saved.visibility, saved.game) == (True, PUBLIC, "kitaran")
    assert {saved.first_seat, saved.second_seat} == {one.holder for one in players}
    assert saved.deadline is not None
    lose(saved, 0)
    assert RatedGame.objects.filter(saved=saved.pk).exists()


def test_a_round_robin_is_played_round_after_round() -> None:
    row, _ = started(4, ROUND_ROBIN, 2)
    assert len(row.value.rounds) == 6
    for number in range(1, 7):
        assert SavedGame.objects.filter(status=RUNNING).count() == 2
        win_by_name(row, number)
    assert again(row).state == OVER
    assert names_in_order(row) == ["Ada", "Bob", "Cyd", "Dag"]
    assert [one.points for one in table(again(row).value)] == [6, 4, 2, 0]


def test_a_round_robin_by_days_begins_all_games_at_once() -> None:
    row, _ = started(4, ROUND_ROBIN, 1, Correspondence(3, 14))
    assert SavedGame.objects.filter(status=RUNNING).count() == 6
    for number in (2, 3, 1):
        win_by_name(row, number)
    assert again(row).state == OVER
    assert Board.objects.count() == 6


def test_the_next_round_begins_with_the_last_result_alone() -> None:
    row, _ = started(4)
    first, second = games_of(row, 1)
    lose(first, 0)
    assert tasks.sweep() == 0
    assert len(again(row).value.rounds) == 1
    assert again(row).version == row.version + 1
    lose(second, 0)
    assert again(row).is_due
    assert (tasks.sweep(), tasks.sweep()) == (1, 0)
    assert len(again(row).value.rounds) == 2
    for _ in range(3):  # whoever asks again changes nothing
        tasks.advance(row.pk)
    assert len(games_of(row, 2)) == 2


@pytest.mark.django_db(transaction=True)
def test_the_next_round_begins_at_once_without_a_sweep() -> None:
    row, _ = started(2, length=2)
    lose(games_of(row, 1)[0], 0)
    row = again(row)
    assert (len(row.value.rounds), row.is_due) == (2, False)
    assert len(games_of(row, 2)) == 1


def test_a_draw_counts_half() -> None:
    row, _ = started(2, length=1, game=skerry.game("kitaran", size=4, komi=2))
    saved = play_two(games_of(row, 1)[0])
    saved = offers.offer(saved, saved.first_seat, saved.version, "draw")
    offers.answer(saved, saved.second_seat, saved.version, "draw", accepted=True)
    assert outcomes(row, 1) == [Outcome.DRAWN]


@pytest.mark.parametrize(
    ("turns", "outcome"),
    [
        (0, Outcome.FIRST_FORFEITED),
        (1, Outcome.SECOND_FORFEITED),
        (2, Outcome.SECOND_WON),
        (3, Outcome.FIRST_WON),
    ],
)
def test_whose_flag_falls_without_a_turn_has_not_come(turns: int, outcome: Outcome) -> None:
    hand = set_clock()
    row, _ = started(2, length=1)
    saved = games_of(row, 1)[0]
    for turn, holder in zip(
        ("a1", "a2", "b1")[:turns],
        (saved.first_seat, saved.second_seat, saved.first_seat),
        strict=False,
    ):
        saved = changes.play(saved, holder, saved.version, [turn])
    hand.now = 5000.0
    assert sweeps.sweep() == 1
    assert outcomes(row, 1) == [outcome]
    tasks.sweep()
    assert again(row).state == OVER


def test_who_resigns_without_a_turn_has_not_come_either() -> None:
    row, _ = started(2, length=1)
    lose(games_of(row, 1)[0], 1, played=False)
    assert outcomes(row, 1) == [Outcome.SECOND_FORFEITED]


def test_a_game_that_is_decided_beside_the_board_is_forfeited() -> None:
    row, _ = started(2, length=1)
    changes.forfeit(play_two(games_of(row, 1)[0]), 0)
    assert outcomes(row, 1) == [Outcome.FIRST_FORFEITED]


def test_no_game_of_it_is_called_off() -> None:
    row, _ = started(2)
    saved = games_of(row, 1)[0]
    with pytest.raises(OfferError, match="cannot be called off"):
        changes.abort(saved, saved.first_seat, saved.version)
    assert queries.find_any(saved.pk).version == saved.version
    assert outcomes(row, 1) == [None]


def test_its_games_lead_back_to_it_and_offer_no_calling_off() -> None:
    row, _ = started(2)
    saved = games_of(row, 1)[0]
    assert (saved.event, saved.event_path) == (row.name, f"/tournament/{row.pk}")
    assert saved.visibility == PUBLIC
    assert page_state(saved, saved.first_seat)["may_abort"] is False
    page = Client().get(f"/game/{saved.pk}").content.decode()
    assert f'<a href="/tournament/{row.pk}" id="event" title="{row.name}">Tournament' in page


def test_games_of_others_are_none_of_its_business() -> None:
    row, players = started(2)
    other = creation.begin_between(
        (players[0].holder, players[1].holder), ("Ada", "Bob"), row.wanted, control=row.time
    )
    changes.abort(other, other.first_seat, other.version)
    assert again(row).version == row.version


# ---- those who leave ----


def test_who_leaves_gives_up_the_game_and_is_paired_no_more() -> None:
    row, players = started(5)
    gone = next(one for one in players if games_of_player(row, one))
    (saved,) = games_of_player(row, gone)
    organising.leave(row, gone)
    assert queries.find_any(saved.pk).winner is not None
    assert sum(one is not None for one in outcomes(row, 1)) == 1
    for one in games_of(row, 1):
        if queries.find_any(one.pk).status == RUNNING:
            lose(one, 0)
    tasks.sweep()
    assert str(gone.pk) not in again(row).value.rounds[1].players


def test_one_leaves_once_and_not_when_it_is_over() -> None:
    row, players = started(3)
    organising.leave(row, players[2])
    before = again(row)
    for one in (players[2], account("Zoe")):
        with pytest.raises(StaleError, match=f"{one.name} is no longer in this tournament"):
            organising.leave(row, one)
    organising.close(row, players[0])
    with pytest.raises(StaleError, match="Ada is no longer in this tournament"):
        organising.leave(row, players[0])
    assert again(row).value == before.value


def games_of_player(row: Tournament, player: Player) -> list[SavedGame]:
    return [one for one in games_of(row, 1) if player.holder in (one.first_seat, one.second_seat)]


def test_who_is_put_out_may_play_on_and_the_result_counts_no_more() -> None:
    row, players = started(2, is_rated=True)
    row.maker = account("Zoe")
    row.save()
    (saved,) = games_of(row, 1)
    organising.remove_entrant(row, row.maker, players[1])
    assert again(row).state == OVER  # one is left
    before = outcomes(row, 1)
    assert before in ([Outcome.FIRST_FORFEITED], [Outcome.SECOND_FORFEITED])
    lose(saved, 0)
    assert outcomes(row, 1) == before
    assert RatedGame.objects.filter(saved=saved.pk).exists()


def test_who_is_closed_is_paired_no_more() -> None:
    row, players = started(4)
    people.close(players[3])
    for one in games_of(row, 1):
        if players[3].holder not in (one.first_seat, one.second_seat):
            lose(one, 0)
    tasks.sweep()  # nobody waits for the game of who is gone
    for one in games_of_player(row, players[3]):
        lose(one, 0 if one.first_seat == players[3].holder else 1)
    value = again(row).value
    assert value.entrant(str(players[3].pk)).is_withdrawn
    assert str(players[3].pk) not in value.rounds[1].players
    assert len(value.rounds[1].resting) == 1


def test_when_one_alone_is_left_it_is_over() -> None:
    row, players = started(3)
    for one in players[1:]:
        organising.leave(row, one)
    assert again(row).state == OVER
    assert names_in_order(row)[0] == "Ada"


def test_a_closed_tournament_counts_nothing_more() -> None:
    row, players = started(4)
    organising.close(row, players[0])
    for saved in games_of(row, 1):
        lose(saved, 0)
    assert outcomes(row, 1) == [None, None]
    assert tasks.sweep() == 0
    assert len(again(row).value.rounds) == 1


@pytest.mark.parametrize("damage", ["{}", '{"rounds": [{"bo'])
def test_one_that_is_damaged_is_in_nobodys_way(
    caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    row, _ = started(2, length=2)
    Tournament.objects.filter(pk=row.pk).update(data=damage, is_due=True)
    assert tasks.sweep() == 1
    assert tasks.sweep() == 0
    assert "does not go on" in caplog.text
    with pytest.raises(TournamentError):
        _ = again(row).value
    (saved,) = games_of(row, 1)
    lose(saved, 0)
    assert queries.find_any(saved.pk).winner == 1


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_database_that_was_away_stops_no_tournament(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    row, _ = started(2, length=2)
    lose(games_of(row, 1)[0], 0)

    def be_away(tournament_id: str) -> None:
        raise error("database is locked")

    with monkeypatch.context() as away:
        away.setattr(tasks, "advance", be_away)
        with pytest.raises(error):  # the sweeper waits for the database
            tasks.sweep()
    assert again(row).is_due
    assert tasks.sweep() == 1
    assert len(games_of(row, 2)) == 1


def test_what_fails_takes_the_end_of_the_game_back(monkeypatch: Any) -> None:
    row, _ = started(2)
    saved = play_two(games_of(row, 1)[0])

    def fail(row: Tournament) -> None:
        raise RuntimeError("no room")

    monkeypatch.setattr(tasks, "store", fail)
    with pytest.raises(RuntimeError):
        changes.resign(saved, saved.first_seat, saved.version)
    assert queries.find_any(saved.pk).status == RUNNING
    assert outcomes(row, 1) == [None]
