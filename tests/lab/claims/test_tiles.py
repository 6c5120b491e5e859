"""What is counted of sunk and sliding tiles: in games and on boards worked out by hand."""

import polars as pl
import pytest

import skerry
from skerry.lab.claims.counting import FIRST, SECOND, SEED, Replay, replays
from skerry.lab.claims.syrtis import (
    FOREIGN,
    OWN,
    SHARED,
    Board,
    end_measures,
    lead_measures,
    share_sunk,
    turn_measures,
    turns_of,
)
from skerry.lab.claims.texts import measure
from skerry.lab.playing import Job, game_seed
from skerry.lab.results import plain_rules

# Of the page of rules: Light may sink c4 and d2, which are shared, and c1, which is foreign.
START = (
    "syrtis board=minor stall_limit=100 | ScsS/sCSC/scsC/cCSc | player=1 first=1 turn=2 phase=play "
    "light=b4,d1 dark=a4,c3 sunk=0,0 passes=0,0 sinker=- calm=0"
)
# Nine of 36 tiles: Light has four own ones (c), Dark two (S); Dark joins the squares by d2>d4.
LATE = (
    "syrtis board=major stall_limit=100 | 7/7/1cccC2/2S4/2C4/1CcS3/7 | player=0 first=1 turn=67 "
    "phase=play light=b2,c3 dark=d2,e5 sunk=0,2 passes=0,0 sinker=dark calm=1"
)


def played(text: str, *turns: str) -> Replay:
    """A game that goes on from a position to its end."""
    positions, actions = [skerry.position(text)], []
    for turn in turns:
        actions.append(positions[-1].game.parse_action(turn))
        positions.append(positions[-1].play(turn))
    end = positions[-1].outcome
    assert end is not None
    persons = positions[-1].persons
    assert end.winner is not None
    assert persons is not None
    return Replay(persons.index(end.winner), tuple(positions), tuple(actions))


@pytest.fixture
def passed_out() -> Replay:
    """Light sinks c4; Dark slides there, then moves to and fro while Light passes four times."""
    moves = ("pass", "c4>c3", "pass", "c3>c4", "pass", "c4>c3", "pass")
    return played(START, "xc4", "c3>c4", *moves)


@pytest.mark.kernels
def test_turns_are_told_apart_and_tiles_by_what_they_are_to_a_side(passed_out: Replay) -> None:
    turns = turns_of(passed_out)
    assert [turn.kind for turn in turns[:4]] == ["sink", "slide", "pass", "slide"]
    assert [turn.colour for turn in turns[:3]] == [FIRST, SECOND, FIRST]
    first, second, *_ = turns
    names = first.before.game.board.names
    tiles = {names[cell]: first.worth(cell) for cell in first.sinkable}
    assert tiles == {"c1": FOREIGN, "c4": SHARED, "d2": SHARED}
    assert first.worth(names.index("b4")) == OWN
    assert (first.sunk, second.sunk) == (SHARED, None)
    assert (first.has_choice, first.could_sink_foreign, first.is_hurried) == (True, True, False)
    assert [turn.nearer for turn in turns[:4]] == [0, -1, 0, 1]  # c3 is one step nearer than c4
    assert {turn.phase for turn in turns} == {"early"}


@pytest.mark.kernels
def test_shares_of_turns_are_counted(passed_out: Replay) -> None:
    found = turn_measures([turns_of(passed_out)])
    shares = {name: found[name].value for name in ("sinks", "slides", "moves", "passes")}
    assert shares == pytest.approx({"sinks": 1 / 9, "slides": 4 / 9, "moves": 0, "passes": 4 / 9})
    assert found["early passes"] == found["passes"]
    assert found["late passes"].games == 0
    assert (found["slides inwards"].value, found["slides outwards"].value) == (0.5, 0.5)
    assert (found["foreign sunk"].value, found["own sunk"].value) == (0, 0)
    assert (found["foreign preferred"].value, found["foreign left"].value) == (0, 1)
    assert found["answers to two"].games == 0  # nobody has sunk two in a row


@pytest.mark.kernels
def test_who_is_passed_out_sank_no_tile_though_it_could(passed_out: Replay) -> None:
    found = end_measures([passed_out], [turns_of(passed_out)])
    assert passed_out.colour == FIRST
    assert (found["sank last"].value, found["passed out"].value) == (1, 1)
    ready = [turn.is_ready for turn in turns_of(passed_out)[3:8:2]]
    assert found["ready when passed out"].value == sum(ready) / 3
    both = played(START, "xc4", "c3>c4", "pass", "pass")
    assert end_measures([both], [turns_of(both)])["passed out"].value == 0


@pytest.mark.kernels
def test_what_one_colour_alone_was_ahead_in_is_left_out() -> None:
    game = played(LATE, "d2>d4")
    assert game.colour == SECOND
    board = Board(game.positions[0])
    assert [board.num_own(side) for side in (FIRST, SECOND)] == [4, 2]
    assert [board.largest_island(side) for side in (FIRST, SECOND)] == [4, 2]
    # Of one colour alone they tell nothing: it may be the one that wins more anyway.
    assert lead_measures([game], [turns_of(game)]) == {}


@pytest.mark.kernels
def test_the_wins_of_who_is_ahead_are_the_mean_of_both_colours() -> None:
    rules = plain_rules("syrtis", board="square")
    rows = Job("cell", rules, ("random", "random"), (), 5, 0, 0, 20).rows()
    seeds = pl.Series(SEED, [game_seed(5, number) for number in range(20)], pl.UInt64)
    games = list(replays(rules, rows.with_columns(seeds)))
    won: tuple[list[bool], list[bool]] = ([], [])
    for game in games:
        middle = next((one for one in game.positions[:-1] if share_sunk(one) >= 50), None)
        if middle is None:
            continue  # it ended before
        first, second = (Board(middle).num_own(side) for side in (FIRST, SECOND))
        if first != second:
            leader = FIRST if first > second else SECOND
            won[leader].append(game.colour == leader)
    found = lead_measures(games, [turns_of(game) for game in games])["more own tiles at 50"]
    assert found.value == pytest.approx(sum(sum(one) / len(one) for one in won) / 2)
    assert found.games == sum(map(len, won))


@pytest.mark.kernels
def test_a_safe_tile_is_one_that_nobody_may_sink() -> None:
    """On LATE all but its ends b5, e5, b2 and d2 hold the board together; d2 is of no use here."""
    board = Board(skerry.position(LATE))
    assert len(board.useful(FIRST)) == 7  # all but the squares
    assert board.num_safe(FIRST) == 4
    # A tower on d2 stands beside c2 alone, and one on e5 beside d5.
    assert board.num_sinkable(SECOND) == 0


@pytest.mark.kernels
def test_games_are_gone_through_from_the_tiles_that_they_began_with() -> None:
    rules = plain_rules("syrtis", board="minor")
    rows = Job("cell", rules, ("random", "random"), (), 5, 0, 0, 6).rows()
    found = measure(rules, rows, 5)
    assert found["sinks"].games == 6
    seeds = pl.Series(SEED, [game_seed(5, number) for number in range(6)], pl.UInt64)
    for game, winner in zip(
        replays(rules, rows.with_columns(seeds)), rows["winner"].to_list(), strict=True
    ):
        end = game.positions[-1].outcome
        assert end is not None
        assert end.winner == winner
        assert len(game.actions) == len(game.positions) - 1
