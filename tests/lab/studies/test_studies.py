"""Studies: counts worked out on paper, what is made of them, and the page."""

import math
from dataclasses import replace
from typing import Any

import polars as pl
import pytest

from skerry.errors import OptionError
from skerry.games.catalogue import FEATURED
from skerry.lab.metrics import Tally, tally
from skerry.lab.pages import format_share
from skerry.lab.plans import parse_plan
from skerry.lab.playing import DRAW, SCHEMA
from skerry.lab.results import (
    Counted,
    Results,
    ResultsError,
    Run,
    from_json,
    kept,
    plain_rules,
    playouts_of,
    to_json,
)
from skerry.lab.studies import (
    FULL,
    QUICK,
    Size,
    by_strength,
    cell_text,
    cells_of_map,
    fair_value,
    searching,
    skill,
    study_cells,
    title_of,
    verdicts,
    worth_of_moving_first,
)
from skerry.positions import game
from skerry.statistics import Estimate
from tests.lab.counted import RUN, cell, from_start, tally_of
from tests.test_frozen import NEW, OLD, add_option

NAMES = [one.name for one in FEATURED if one.has_study]


def rows(*games: tuple[int, int, str]) -> pl.LazyFrame:
    """Games of one cell by number: who won, which colour did, and why it ended."""
    told: list[dict[str, Any]] = [
        dict.fromkeys(SCHEMA)
        | {
            "cell": "cell",
            "number": number,
            "winner": winner,
            "colour": colour,
            "reason": reason,
            "swapped": winner != colour and winner != DRAW,
            "turns": 10 * (number + 1),
            "stones": 0,
            "actions": 1,
        }
        for number, (winner, colour, reason) in enumerate(games)
    ]
    return pl.LazyFrame(told, schema=SCHEMA)


def test_counts_on_paper() -> None:
    """Five games, numbers 0 to 4.

    Even: 0 won by person 0, 2 drawn, 4 won by person 1. Odd: both won by person 0. The first
    contestant sits as person 0 in the even ones: it has 1 + 0.5 + 0 of 3 points there, and as
    person 1 in the odd ones: 0 of 2. By colour the first one has won the games 0 and 4, and 3 of
    them were not drawn: 2 + 0.5 of 5. Games 1, 3 and 4 were swapped.
    """
    found = tally(rows((0, 0, "a"), (0, 1, "a"), (DRAW, DRAW, "b"), (0, 1, "b"), (1, 0, "a")))[
        "cell"
    ]
    assert found == Tally(
        games=(3, 2),
        won_0=(1, 2),
        won_1=(1, 0),
        first_colour=2,
        swapped=3,
        reasons={"a": 3, "b": 2},
        turns=(10, 20, 30, 40, 50),
    )
    assert found.first_mover.value == pytest.approx((3 + 0.5) / 5)
    assert found.colour.value == pytest.approx((2 + 0.5) / 5)
    assert found.player.value == pytest.approx(1.5 / 5)
    assert found.player_first is not None
    assert found.player_first.value == pytest.approx(1.5 / 3)
    assert found.player_second is not None
    assert found.player_second.value == 0
    assert found.drawn.value == pytest.approx(1 / 5)


def test_a_cell_of_one_game_says_nothing_of_odd_ones() -> None:
    found = tally(rows((0, 0, "a")))["cell"]
    assert found.player_second is None
    assert found.games == (1, 0)


def test_what_moving_first_is_worth_on_paper() -> None:
    """Alone the first mover has 0.6; against twice the playouts, one doubling, 0.4.

    By a straight line it has one half in the middle, half a doubling: 2 ** 0.5 times the playouts.
    """
    weaker, stronger = searching(4), searching(8)
    results = from_start("byg", {weaker: 0.6, (weaker, stronger): 0.4})
    found = worth_of_moving_first(results)
    assert found is not None
    assert found.value == pytest.approx(math.sqrt(2), abs=0.02)
    assert 1 < found.low < found.value < found.high < 2
    weak = from_start("byg", {weaker: 0.4, (weaker, stronger): 0.3})
    assert worth_of_moving_first(weak) is None


def test_a_fair_value_is_where_the_share_crosses_one_half() -> None:
    cells = (
        cell(plain_rules("kitaran", komi=komi), "random", tally_of(240 - 20 * komi, 400))
        for komi in range(5)
    )
    found = fair_value(Results("kitaran", tuple(cells)), "komi", "random")
    assert found is not None
    assert found.value == pytest.approx(2, abs=0.1)


def with_others(share: float, others: float) -> Results:
    """Byg: White's share from the start, and with every other stone limit, or board of size 4."""
    limits = [plain_rules("byg", cap=cap) for cap in (1, 2, 5)]
    cells = (
        cell(rules, searching(8), tally_of(round(400 * others), 400))
        for rules in (*limits, plain_rules("byg", size=4))
    )
    return replace(
        from_start("byg", {searching(8): share}),
        cells=(*from_start("byg", {searching(8): share}).cells, *cells),
    )


def said(results: Results) -> str:
    return " ".join("".join(part.text for part in one) for one in verdicts(results))


@pytest.mark.parametrize(
    ("share", "others", "says"),
    [
        (0.8, 0.5, "With stone limit 1, stone limit 2, stone limit 5, board size 4, neither"),
        (0.8, 0.9, "Nothing that was tried balances it: the first player wins 90 to 90 of 100"),
        (0.5, 0.9, "neither side is clearly better off"),
    ],
)
def test_what_balances_a_game_is_what_cannot_be_told_from_even(
    share: float, others: float, says: str
) -> None:
    words = said(with_others(share, others))
    assert says in words
    assert ("balances" in words) == (others == 0.9 and share == 0.8)


@pytest.mark.parametrize(
    ("weak", "strong", "says"),
    [
        (0.6, 0.8, "The better they play, the more White wins."),
        (0.8, 0.6, "The better they play, the less White wins."),
        (0.7, 0.71, "How well they play hardly matters for that."),
    ],
)
def test_the_trend_over_strength_is_told(weak: float, strong: float, says: str) -> None:
    assert says in said(from_start("byg", {searching(4): weak, searching(8): strong}))


def test_the_skill_trace_has_an_interval() -> None:
    """Shares of 0.75 and 0.75: utilities of 0.5, continued 0.5, so 0.5 + 0.5 * 0.25 = 0.625."""
    rules = plain_rules("spry")
    weaker = Tally((200, 200), (50, 150), (150, 50), 200, 0, {}, (1,) * 5)
    pairs = ((searching(one), searching(2 * one)) for one in (2, 4))
    found = skill(Results("spry", tuple(cell(rules, pair, weaker) for pair in pairs)))
    assert found is not None
    assert found.value == pytest.approx(0.625)
    assert 0.4 < found.low < 0.625 < found.high < 0.85
    assert skill(Results("spry")) is None


@pytest.mark.parametrize("size", [FULL, QUICK], ids=["full", "quick"])
@pytest.mark.parametrize("name", [*NAMES, "y"])
def test_the_cells_of_a_study(name: str, size: Size) -> None:
    cells = study_cells(name, size)
    assert len({cell.title for cell in cells}) == len(cells)
    usual = plain_rules(name)
    for player, games in size.strengths.items():
        (cell,) = [
            cell
            for cell in cells
            if cell.players == (player, player) and not cell.opening and cell.game == usual
        ]
        assert cell.games == games
    strengths = [max(map(playouts_of, cell.players)) for cell in cells]
    assert strengths == sorted(strengths)  # the quickest first
    assert all(cell.games % 2 == 0 for cell in cells)
    for cell in cells[::20]:
        (alone,) = parse_plan(cell_text(cell, size, 7), "alone").cells
        assert alone == cell


def test_larger_boards_have_fewer_games() -> None:
    """Kitaran on 7 times 7: 25 / 49 squared is 0.26 of the games."""
    cells = study_cells("kitaran", FULL)
    by_size = {
        int(cell.game.option("size")): cell.games
        for cell in cells
        if cell.players[0] == FULL.strongest and not cell.opening
    }
    assert by_size[4] == FULL.value[FULL.strongest]
    assert by_size[7] == 52


@pytest.mark.parametrize("name", [*NAMES, "y"])
def test_each_game_has_results_in_the_package(name: str) -> None:
    results = kept(name)
    assert results.game == name
    assert results.games > 1000
    assert [player for player, _ in by_strength(results)] == list(results.strengths)
    of_then = plain_rules(name, **results.info.as_written({}))
    assert results.rules in (plain_rules(name), of_then)
    assert game(name).info.title in title_of(results)
    assert all(not cell.run.commit.endswith("+") for cell in results.cells)


def test_results_older_than_an_option_keep_the_rules_of_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, text = kept("byg").find("random"), to_json(kept("byg"))
    add_option(monkeypatch)
    older = from_json(text)
    assert older.rules.option("novelty") == OLD
    assert older.find("random") == found is not None
    first = older.cell("random")
    assert first is not None
    newer = older.plus(mixed := one_with(first, NEW))
    assert newer.rules.option("novelty") == NEW
    assert newer.find(*mixed.players) == mixed.tally
    assert newer.find(*mixed.players, options={"novelty": OLD}) == first.tally


def one_with(cell: Counted, value: str) -> Counted:
    """The cell by the new option's other value, with other counts."""
    first, second = cell.tally.games
    twice = replace(cell.tally, games=(2 * first, 2 * second))
    return replace(cell, options={**cell.options, "novelty": value}, tally=twice)


def test_a_map_holds_no_turns_that_were_picked_because_they_win() -> None:
    weak, strong = searching(1), searching(2)
    results = from_start("spry", {weak: 0.6, strong: 0.7})

    def after_turns(results: Results, player: str, *turns: str) -> Results:
        for turn in turns:
            results = results.plus(cell(results.rules, player, tally_of(2, 4), opening=turn))
        return results

    results = after_turns(after_turns(results, weak, "a1,a2", "a1,b1"), strong, "a1,a2", "c3,e7")
    assert [one.opening for one in cells_of_map(results, weak)] == ["a1,a2", "a1,b1"]
    assert cells_of_map(results, strong) == []
    results = after_turns(results, strong, "a1,b1")
    assert [one.opening for one in cells_of_map(results, strong)] == ["a1,a2", "a1,b1"]
    assert cells_of_map(results, strong, most=1) == []


def test_there_are_no_results_of_another_game() -> None:
    with pytest.raises(OptionError, match="chess"):
        kept("chess")


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"format": "skerry-results 2"}', '{"format": "skerry-results 1"}', "1"],
)
def test_other_files_are_refused(text: str) -> None:
    says = "not in the format skerry-results 1" if text.endswith('2"}') else "holds no results"
    with pytest.raises(ResultsError, match=says):
        from_json(text)


def test_cells_of_several_runs_stand_in_one_file() -> None:
    results = from_start("byg", {"random": 0.5, searching(8): 0.6})
    other = replace(results.cells[0], run=Run("2030-01-01", "abc", 9, (("python", "3"),)))
    both = results.plus(other)
    assert len(both.cells) == len(results.cells)  # in place of what it plays anew
    assert from_json(to_json(both)) == both
    assert {one.run for one in both.cells} == {RUN, other.run}


def test_an_estimate_is_told_with_its_interval() -> None:
    assert format_share(Estimate(0.5, 0.441, 0.56, 100)) == "50% (44 to 56)"


@pytest.mark.parametrize("name", NAMES)
def test_what_a_study_varies_is_an_option_of_the_game(name: str) -> None:
    study, usual = game(name).info.study, dict(game(name).options)
    for varied in study.options:
        assert usual[varied.name] not in varied.values
        for value in varied.values:
            assert game(name, **{varied.name: value}).option(varied.name) == value
    names = [varied.name for varied in study.options]
    assert {study.tuned, study.handicap} - {None} <= set(names)
