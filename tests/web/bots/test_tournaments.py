"""Tournaments of programs: entered, played and read by the API alone."""

from collections import defaultdict
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import skerry
from skerry.sessions import Fischer
from skerry.web.tournaments import organising
from skerry.web.tournaments.models import ROUND_ROBIN, SWISS
from skerry.web.tournaments.organising import Plan
from tests.web.bots.programs import Program

NUM_BOTS, NUM_ROUNDS = 8, 3
SMALL = skerry.game("kitaran", size=3)


def plan(system: str = SWISS, length: int = 0, *, allows_bots: bool = True) -> Plan:
    return Plan("Machines", SMALL, Fischer(600, 5), system, length, allows_bots=allows_bots)


def play_all(bots: list[Program], path: str, random: Random) -> dict[str, Any]:
    """Let all play on until the tournament is over; returns its last state."""
    for _ in range(5000):
        for bot in bots:
            state = bot.asked(path)
            if state["state"] != "running":
                return dict(state)
            game_id = state["your_game"]
            if game_id is not None and bot.asked(f"games/{game_id}")["your_turn"]:
                bot.play(game_id, random)
    raise AssertionError("it has no end")


@pytest.mark.django_db(transaction=True)
def test_a_swiss_of_eight_bots_runs_to_its_table() -> None:
    bots = [Program(f"Machine {number}") for number in range(NUM_BOTS)]
    for bot in bots:
        assert bot.did("account/bot")["is_bot"]
    maker = Program("Organiser")
    row = organising.make(maker.player, plan())
    path = f"tournaments/{row.pk}"
    (listed,) = bots[0].asked("tournaments")
    assert (listed["id"], listed["entered"], listed["why_not"]) == (row.pk, False, None)
    for bot in bots:
        bot.did(f"{path}/enter")
    before = bots[0].asked(path)
    assert before["entrants"] == [bot.name for bot in bots]
    assert (before["rounds"], before["table"]) == ([], [])
    organising.start(row, maker.player)

    over = play_all(bots, path, Random(8))
    assert (over["state"], over["num_rounds"], over["your_game"]) == ("over", NUM_ROUNDS, None)
    points, met = count_anew(bots[0], over)
    assert len(met) == NUM_BOTS // 2 * NUM_ROUNDS  # nobody has met anybody twice
    table = over["table"]
    assert {one["player"]: one["points"] for one in table} == points
    assert [one["points"] for one in table] == sorted(points.values(), reverse=True)
    assert sum(points.values()) == NUM_BOTS // 2 * NUM_ROUNDS
    assert (table[0]["place"], len(table)) == (1, NUM_BOTS)
    assert all(one["wins"] + one["draws"] + one["losses"] == NUM_ROUNDS for one in table)
    assert [one["id"] for one in bots[0].asked("tournaments?state=over")] == [row.pk]
    assert bots[0].asked("tournaments") == []
    assert bots[0].post(f"{path}/leave").status_code == 409
    assert bots[0].asked("games") == []


def count_anew(bot: Program, over: dict[str, Any]) -> tuple[dict[str, float], set[frozenset[str]]]:
    """Points by the games themselves, and who has met whom."""
    points: defaultdict[str, float] = defaultdict(float)
    met = set()
    for one in over["rounds"]:
        assert one["resting"] == []
        for pair in one["pairings"]:
            names = (pair["first"], pair["second"])
            game = bot.asked(f"games/{pair['game']}")
            assert game["over"]
            assert [person["name"] for person in game["persons"]] == list(names)
            winner = game["result"]["winner"]
            for person, name in enumerate(names):
                points[name] += 0.5 if winner is None else float(winner == person)
            met.add(frozenset(names))
    return dict(points), met


@pytest.mark.django_db(transaction=True)
def test_a_round_robin_of_three_has_rests_that_count_nothing() -> None:
    bots = [Program(f"Machine {number}") for number in range(3)]
    row = organising.make(bots[0].player, plan(ROUND_ROBIN, 1))
    path = f"tournaments/{row.pk}"
    for bot in bots:
        bot.did(f"{path}/enter")
    organising.start(row, bots[0].player)
    over = play_all(bots, path, Random(3))
    assert [len(one["resting"]) for one in over["rounds"]] == [1, 1, 1]
    assert {one["rest"] for each in over["rounds"] for one in each["resting"]} == {"free"}
    assert sum(one["points"] for one in over["table"]) == 3


def test_bots_stay_out_where_people_are_among_themselves(program: Program, other: Program) -> None:
    program.did("account/bot")
    row = organising.make(other.player, plan(allows_bots=False))
    path = f"tournaments/{row.pk}"
    refused = program.post(f"{path}/enter")
    assert refused.status_code == 403
    assert "bots cannot join it" in refused.json()["error"]
    assert program.asked(path)["why_not"] == refused.json()["error"]
    assert other.did(f"{path}/enter")["entered"]
    assert not other.did(f"{path}/leave")["entered"]
    assert other.post(f"{path}/leave").status_code == 409


@pytest.mark.parametrize("state", ["open", "running"])
def test_a_long_list_takes_no_more_questions_than_a_short_one(
    program: Program, other: Program, state: str
) -> None:
    def one_more() -> int:
        row = organising.make(other.player, plan(ROUND_ROBIN, 1))
        for one in (program, other):
            organising.enter(row, one.player)
        if state == "running":
            organising.start(row, other.player)
        with CaptureQueriesContext(connection) as asked:
            found = program.asked(f"tournaments?state={state}")
        assert {(one["players"], one["entered"]) for one in found} == {(2, True)}
        return len(asked)

    program.asked("tournaments")  # what is kept from then on
    assert one_more() == one_more() == one_more()


@pytest.mark.django_db
def test_who_leaves_by_the_api_gives_up_the_game(program: Program, other: Program) -> None:
    row = organising.make(other.player, plan())
    path = f"tournaments/{row.pk}"
    for one in (program, other):
        one.did(f"{path}/enter")
    organising.start(row, other.player)
    game_id = program.asked(path)["your_game"]
    state = program.did(f"{path}/leave")
    assert (state["state"], state["entered"]) == ("over", False)
    assert program.asked(f"games/{game_id}")["over"]
    left = {one["player"]: one["has_left"] for one in state["table"]}
    assert left == {program.name: True, other.name: False}


def test_what_is_not_there(program: Program) -> None:
    for answer in (program.get("tournaments/nothing"), program.post("tournaments/nothing/enter")):
        assert answer.status_code == 404
    assert program.get("tournaments?state=soon").status_code == 400
