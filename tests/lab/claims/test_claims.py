"""The claims: measures and verdicts from numbers worked out by hand, and the words."""

import math
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import skerry
from skerry.games.contract import ring_numbers
from skerry.lab.claims import byg, kitaran, syrtis, sytran
from skerry.lab.claims.byg import distance_from_half, judge_cap
from skerry.lab.claims.claims import (
    CANT_TELL,
    DEPENDS,
    FAILS,
    HOLDS,
    NOTHING,
    Claim,
    Finding,
    format_mean,
    headline,
    judge,
    overall,
    ratio_of,
    verdict_against,
    verdict_both,
    verdict_within,
)
from skerry.lab.claims.counting import shares_of_leaders
from skerry.lab.claims.kitaran import longest_run, placements
from skerry.lab.claims.page import claims_html, claims_summary, described_rows
from skerry.lab.claims.spry import ring_turns, ring_weights
from skerry.lab.claims.texts import CLAIMS, findings, matches_of
from skerry.lab.openings import first_stones
from skerry.lab.playing import SCHEMA
from skerry.lab.results import Results, plain_rules
from skerry.statistics import Estimate, difference_of, weighted_sum
from tests.lab.counted import cell, tally_of

SILENT = {"drama", "lead_changes", "stability", "threshold", "decided", "clarity", "narrowness"}
BY_KEY = {claim.key: claim for claim in CLAIMS}
GAMES = ("spry", "sytran", "byg", "kitaran", "syrtis")


def rows_of(*games: Mapping[str, object]) -> pl.DataFrame:
    """Games that person 0 has won, with all else as told."""
    usual: dict[str, Any] = dict.fromkeys(SCHEMA, 1) | dict.fromkeys(SILENT, None)
    usual |= {"cell": "cell", "winner": 0, "colour": 0, "swapped": False, "values": None}
    usual |= {"first": "random", "second": "random", "first_turn": "", "reason": "score"}
    usual |= {"played": [], "log_turns": None}
    rows = [usual | {"number": number} | dict(told) for number, told in enumerate(games)]
    return pl.DataFrame(rows, schema=SCHEMA)


def stores(*results: Results) -> dict[str, Results]:
    """All games' results, empty but for those that are given."""
    found = {name: Results(name) for name in (*GAMES, "y")}
    return found | {one.game: one for one in results}


def found_of(key: str, *results: Results) -> Finding:
    return judge(BY_KEY[key], stores(*results))


@pytest.mark.parametrize(
    ("low", "high", "above", "below", "inside"),
    [
        (0.2, 0.3, HOLDS, FAILS, FAILS),
        (0.05, 0.3, CANT_TELL, CANT_TELL, CANT_TELL),
        (0.0, 0.05, FAILS, HOLDS, FAILS),
        (0.1, 0.12, CANT_TELL, CANT_TELL, HOLDS),
    ],
)
def test_a_limit_is_passed_if_the_interval_leaves_it_out(
    low: float, high: float, above: str, below: str, inside: str
) -> None:
    estimate = Estimate((low + high) / 2, low, high, 10)
    assert verdict_against(estimate, 0.1, above=True) == above
    assert verdict_against(estimate, 0.1, above=False) == below
    assert verdict_within(estimate, 0.1, 0.15) == inside


def test_verdicts_are_joined() -> None:
    assert verdict_both(HOLDS, HOLDS) == HOLDS
    assert verdict_both(HOLDS, CANT_TELL) == CANT_TELL
    assert verdict_both(CANT_TELL, FAILS) == FAILS
    assert overall({"random": FAILS, "level 1": CANT_TELL, "level 2": HOLDS}) == DEPENDS
    assert overall({"random": HOLDS, "level 1": CANT_TELL}) == CANT_TELL
    assert overall({"random": CANT_TELL, "level 1": FAILS}) == FAILS
    assert overall({}) == CANT_TELL


def test_claims_have_names_of_their_own() -> None:
    assert len({claim.key for claim in CLAIMS}) == len(CLAIMS)
    assert {claim.game for claim in CLAIMS} == set(GAMES)
    assert all(1 <= len(claim.series) <= 4 for claim in CLAIMS)  # as many as a plot has lines


def test_each_module_judges_the_game_of_its_name() -> None:
    for module in (sytran, byg, kitaran, syrtis):
        name = module.__name__.rpartition(".")[2]
        assert {claim.game for claim in module.CLAIMS} == {name}


def test_what_is_played_for_claims_alone_are_rules_and_turns_that_there_are() -> None:
    for name in (*GAMES, "y"):
        for match in matches_of(name):
            assert plain_rules(name, **match.options) != plain_rules(name) or match.openings
    assert {"cycle": "draw"} in [match.options for match in matches_of("kitaran")]


# ---- measures ----


def test_turns_on_a_ring_have_as_many_stones_as_it_allows() -> None:
    """SPRY-2 on size 3: two stones on the middle ring, three on the edge; each twice."""
    rules = skerry.game("spry", size=3)
    rings = ring_numbers(rules.rules)
    turns = [rules.parse_turn(turn) for turn in ring_turns(3)]
    assert [[int(rings[cell]) for cell in turn] for turn in turns] == [
        *([2, 2], [2, 2]),
        *([3, 3, 3], [3, 3, 3]),
    ]
    for turn in ring_turns(3):
        assert rules.start().play_turn(turn).turn == 1


def test_a_weighted_sum_joins_distances_by_pythagoras() -> None:
    """½ · 4 - 1: the reaches of 6 and 4, upwards ½ · 6 and 4, so 5; downwards ½ · 8 and 3, so 5."""
    found = weighted_sum([(Estimate(4, -4, 10, 7), 0.5), (Estimate(1, -3, 4, 9), -1.0)])
    assert found == Estimate(1, -4, 6, 7)
    # 3 - 1, with reaches of 3 and 4: 5 to both sides
    both = difference_of(Estimate(3, 0, 6, 9), Estimate(1, -3, 5, 7))
    assert both == Estimate(2, -3, 7, 7)


def centre_and_edge(centre: int, edge: int, player: str = "random", size: int = 5) -> Results:
    """Y: White wins so many of 400 games after the centre, and after each other stone."""
    rules = plain_rules("y", size=size)
    cells = [cell(plain_rules("y"), player, tally_of(200, 400))]
    middle = rules.board.names[rules.board.num_cells // 2]
    cells += [
        cell(rules, player, tally_of(centre if turn == middle else edge, 400), opening=turn)
        for turn in first_stones(rules)
    ]
    return Results("y", tuple(cells))


def test_the_centre_is_worth_its_share_less_that_of_the_edge() -> None:
    """Each ring's turns weigh as many as they have mirror images, one in all."""
    rings = ring_weights("y", 4, whole=False)
    assert [len(ring) for ring in rings] == [1, 2, 3, 4]
    assert all(sum(ring.values()) == pytest.approx(1) for ring in rings)
    found = found_of("spry-y-centre", centre_and_edge(380, 280))
    assert found.estimates["random"][0].value == pytest.approx(0.25)  # 95% less 70%
    assert found.verdict == HOLDS
    assert found_of("spry-y-centre", centre_and_edge(280, 280)).verdict == FAILS
    lacking = centre_and_edge(380, 280)
    assert found_of("spry-y-centre", Results("y", lacking.cells[:-1])).verdicts == {}


def test_spry_mends_the_centre_if_it_is_worth_less_there() -> None:
    rules = plain_rules("spry")
    played = [cell(rules, "random", tally_of(200, 400))]
    turns = {**first_stones(rules), **dict.fromkeys(ring_turns(5), 1)}
    played += [cell(rules, "random", tally_of(200, 400), opening=turn) for turn in turns]
    spry = Results("spry", tuple(played))
    found = found_of("spry-fix", centre_and_edge(380, 280), spry)
    assert [round(one.value, 2) for one in found.estimates["random"]] == [0.25, 0.0, 0.0]
    assert found.verdict == HOLDS
    assert found_of("spry-fix", centre_and_edge(200, 200), spry).verdict == CANT_TELL


def test_draws_may_depend_on_strength() -> None:
    """20 of 40: above 1 in 10. 0 of 40: at most 3.84 / 43.84, so below."""
    rules, cycle = plain_rules("kitaran"), plain_rules("kitaran", cycle="draw")
    none, half = Estimate.share(0, 40), Estimate.share(20, 40)
    cells = (
        cell(rules, "random", tally_of(20, 40, drawn=20), measures={"long": none}),
        cell(rules, "playouts 1", tally_of(40, 40), measures={"long": none}),
        cell(cycle, "random", tally_of(20, 40), measures={"cycles": half, "repeated": half}),
        cell(cycle, "playouts 1", tally_of(20, 40), measures={"cycles": none, "repeated": none}),
    )
    results = Results("kitaran", cells)
    draws, cycles = (found_of(key, results) for key in ("kitaran-draws", "kitaran-cycles"))
    assert draws.verdict == DEPENDS
    assert cycles.verdict == CANT_TELL  # 0 of 40 may be more than 1 in 1,000
    assert found_of("kitaran-length", results).verdict == CANT_TELL  # 0 of 40 may be 1 in 20
    assert found_of("kitaran-7x7", results).verdict == CANT_TELL  # nothing was played
    assert draws.rows[0] == ("random", "50.0% (35.2 to 64.8)", "40")
    assert (
        draws.words == f"Depends on strength ({HOLDS}: 1 playout a turn; {FAILS}: random players)"
    )
    assert draws.headline == "No games on 5×5 are drawn."  # of the strongest
    assert cycles.words == (
        f"Can't tell yet ({FAILS}: random players; {CANT_TELL}: 1 playout a turn)"
    )
    assert cycles.rows[0][1] == cycles.rows[0][2] == "50.0% (35.2 to 64.8)"


def test_stones_and_conversions_are_told_apart() -> None:
    """Ten cells: the late end-game begins with 1 vacant, after 9 stones.

    Before: stones 0 to 7, a conversion, stone 8: 9 of 10. Later: a conversion, stone 9: 1 of 2.
    """
    game = [*range(8), 10, 8, 11, 9]
    before, later = placements(pl.DataFrame({"number": [0, 1], "played": [game, game]}), 10)
    assert (before.value, later.value) == (0.9, 0.5)
    assert (before.low, before.high) == (0.9, 0.9)  # both games are alike


def test_long_games_and_cycles_are_counted() -> None:
    rules = plain_rules("kitaran")
    rows = rows_of(
        {"turns": 100, "reason": "cycle", "repeated": 0, "played": [0]},
        {"turns": 101, "reason": "cycle", "repeated": 2, "played": [0]},
        {"turns": 300, "reason": "score", "repeated": 5, "played": [0]},
        {"turns": 20, "reason": "score", "repeated": 0, "played": [0]},
    )
    found = kitaran.measure(rules, rows)
    assert {name: found[name].value for name in ("long", "cycles", "repeated")} == {
        "long": 0.5,
        "cycles": 0.5,
        "repeated": 0.25,
    }


def test_the_longest_run_is_one_that_somebody_ended() -> None:
    """Ten cells: two conversions, a stone, three that the limit ends, a stone, one at the end."""
    game = [0, 10, 11, 1, 10, 11, 12, 2, 10]
    assert longest_run(game, 10, limit=3) == 2
    assert longest_run(game, 10, limit=50) == 3
    assert longest_run([0, 10, 11], 10, limit=50) == 0


def test_games_without_a_sink_are_found() -> None:
    rules = plain_rules("syrtis")
    sink, tower = (rules.parse_action(text) for text in ("xc1", "Lc4"))
    rows = rows_of(
        {"reason": "passes", "played": [tower]},
        {"reason": "passes", "played": [tower, sink]},
        {"reason": "island", "played": [tower]},
        {"reason": "stall", "played": [sink]},
    )
    assert syrtis.unsunk(rules, rows).value == 0.25


def test_the_ways_to_win_are_those_of_the_counts() -> None:
    reasons = {"island": 200, "quicksand": 100, "passes": 60, "stall": 40}
    rules = plain_rules("syrtis")
    results = Results("syrtis", (cell(rules, "random", tally_of(200, 400, reasons=reasons)),))
    found = found_of("syrtis-three-ways", results)
    assert [one.value for one in found.estimates["random"]] == [0.5, 0.25, 0.25]
    assert found.verdict == HOLDS
    assert found_of("syrtis-stalling", results).estimates["random"][0].value == 0.1


def test_groups_are_counted_by_replay() -> None:
    """Sytran on seven cells, one stone a turn: a1, a2, b1, b2, b3, c1, c2 (C-4).

    White a1-b1 and b3-c2; Black a2-b2-c1.
    """
    rules = skerry.game("sytran", size=2)
    assert sytran.measure(rules, rows_of({"played": list(range(7))}))["groups"].value == 1.5


def test_who_wins_with_fewer_stones_or_more_groups_is_counted() -> None:
    """White has 4 stones in 2 groups, Black 3 in 1: by the penalty Black or White wins."""
    for penalty, fewer, more in ((4, 1, 0), (0, 0, 1)):
        rules = skerry.game("sytran", size=2, penalty=penalty)
        found = sytran.measure(rules, rows_of({"played": list(range(7))}))
        assert (found["fewer stones"].value, found["more groups"].value) == (fewer, more)


def test_ratios_of_nothing_are_not_known() -> None:
    assert ratio_of([0, 0], [0, 0]) == Estimate(0.0, 0.0, 1.0, 0)
    assert ratio_of([1, 3], [4, 4]).value == 0.5


# ---- verdicts ----


def near(share: float) -> Estimate:
    return Estimate(share, share - 0.02, share + 0.02, 100)


def test_the_distance_from_one_half_is_folded() -> None:
    found = distance_from_half(Estimate(0.4, 0.3, 0.45, 9))
    assert [found.value, found.low, found.high] == pytest.approx([0.1, 0.05, 0.2])
    assert distance_from_half(Estimate(0.4, 0.3, 0.6, 9)).low == 0
    assert distance_from_half(Estimate(0.8, 0.7, 0.9, 9)).high == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("shares", "verdict"),
    [
        ((0.2, 0.3, 0.5, 0.8), HOLDS),  # with limits of 1, 2, 3 and 5
        ((0.2, 0.3, 0.5, 0.51), CANT_TELL),
        ((0.2, 0.5, 0.3, 0.2), FAILS),
    ],
)
def test_the_cap_must_be_the_fairest(shares: tuple[float, ...], verdict: str) -> None:
    assert judge_cap(*map(near, shares)) == verdict


def test_nothing_played_says_so() -> None:
    found = findings(stores())
    assert [one.claim for one in found] == list(CLAIMS)
    assert {one.verdict for one in found} == {CANT_TELL}
    assert {one.headline for one in found} == {NOTHING}
    assert "<table>" in claims_html(found)
    assert claims_summary(found).count("\n- ") == len(CLAIMS)


def test_every_claim_of_the_texts_has_its_file() -> None:
    """Names of files, not of places."""
    assert all(Path(claim.source).name == claim.source for claim in CLAIMS)


def test_sytrans_draws_are_those_with_an_odd_penalty() -> None:
    """P = 1 and P = 3: 2 of 8 games and 0 of 2 are drawn, so 2 of 10; with P = 4, none of 5."""
    games = {1: (8, 2), 3: (2, 0), 4: (5, 0)}
    cells = (
        cell(plain_rules("sytran", penalty=one), "random", tally_of(0, count, drawn=drawn))
        for one, (count, drawn) in games.items()
    )
    found = found_of("sytran-draws", Results("sytran", tuple(cells)))
    assert [one.value for one in found.estimates["random"]] == [0.2, 0.0]
    assert [one.games for one in found.estimates["random"]] == [10, 5]
    assert found.verdict == FAILS
    assert (
        found.headline
        == "With odd penalties, 20% of the games are drawn; with even ones, no games."
    )


@pytest.mark.parametrize(
    ("won", "games", "verdict"), [(200, 400, HOLDS), (5, 10, CANT_TELL), (60, 400, FAILS)]
)
def test_bygs_opening_is_judged_by_whites_share(won: int, games: int, verdict: str) -> None:
    """Wilson: 200 of 400 is 45.1% to 54.9%, within 45 to 55; 60 of 400 ends at 18.8%."""
    alone = cell(plain_rules("byg"), "random", tally_of(won, games))
    swap = cell(plain_rules("byg", swap=True), "random", tally_of(3, 4))
    found = found_of("byg-opening", Results("byg", (alone, swap)))
    assert found.verdict == verdict
    (told,) = described_rows(found)
    assert told[0] == "random players"
    assert told[1].startswith(f"{won / games:.1%} (")
    assert told[2].startswith("75.0% (")
    assert told[3] == "4"


# ---- words ----


def test_a_rule_of_play_neither_holds_nor_does_not() -> None:
    """It claims nothing; what it leads to is what was counted."""
    rules = {claim.key for claim in CLAIMS if claim.is_rule}
    assert rules == {
        *("sytran-penalty", "sytran-draws", "byg-opening", "byg-cap", "byg-groups", "byg-ties"),
        "syrtis-three-ways",
    }
    kept = findings()
    for one in kept:
        if one.claim.is_rule:
            told = (one.words, one.claim.answer(one.verdict), one.claim.measured)
            assert not any(HOLDS in words.lower() or FAILS in words.lower() for words in told)
    page = claims_html(kept)
    assert "Rule: “Highest score wins.”" in page
    assert "Claim: “not particularly drawish”" in page


def test_every_finding_begins_with_what_was_found() -> None:
    kept = findings()
    page = claims_html(kept)
    for one in kept:
        assert one.headline.endswith(".")
        assert one.headline != NOTHING
        assert f"<h3>{escape(one.headline)}</h3>" in page
    assert page.count('class="plot"') == len(kept)  # one each
    assert page.count("<details>") == len(kept) + 1  # numbers are folded, and how it was counted


def test_the_document_of_the_claims_says_what_the_results_say() -> None:
    document = Path(__file__).parents[3] / "docs" / "claims.md"
    assert document.read_text("utf-8") == claims_summary(findings())


@pytest.mark.parametrize(
    ("key", "numbers", "says"),
    [
        ("byg-opening", [0.5], "White is about as well off as Black after this opening: White"),
        ("byg-opening", [0.6], "White is better off"),
        ("sytran-draws", [0.001, 0], "With odd penalties, fewer than 1% of the games are drawn"),
        ("kitaran-7x7", [0.999], "More than 99% of the games on 7×7"),
        ("byg-ties", [0.02, 1.0], "ones decide; all games are decided."),
        ("spry-fix", [0.5, -0.01], "50 more games in 100 than the edge; in Spry, 1 fewer game"),
    ],
)
def test_headlines_follow_the_numbers(key: str, numbers: list[float], says: str) -> None:
    claim: Claim = BY_KEY[key]
    assert says in headline(claim, *numbers)


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((4.068, 4.041, 4.094), "4.07 (4.04 to 4.09)"),
        ((190.71, 186.92, 194.49), "190.7 (186.9 to 194.5)"),
        ((-1900.4, -1950.2, -1850.1), "−1,900 (−1,950 to −1,850)"),
        ((3.0, -math.inf, math.inf), "3 (−inf to inf)"),  # of one game
    ],
)
def test_a_mean_has_the_decimals_that_its_interval_is_good_for(
    numbers: tuple[float, float, float], words: str
) -> None:
    assert format_mean(Estimate(*numbers, 400)) == words


def test_a_colour_that_always_wins_says_nothing_of_what_it_is_ahead_in() -> None:
    ahead = [True] * 90, [False] * 10  # the first colour wins all games, the second none
    found = shares_of_leaders({"stones": ahead, "groups": ([True] * 5, [])})
    assert list(found) == ["stones"]
    stones = found["stones"]
    assert (stones.value, stones.games) == (0.5, 100)
    assert 0.3 < stones.low < 0.5 < stones.high < 0.7
