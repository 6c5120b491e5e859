"""The claims: verdicts from numbers worked out by hand, and the plan that gives the games."""

import math
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import skerry
from skerry.errors import SkerryError
from skerry.games.contract import ring_numbers
from skerry.lab.claims import byg, kitaran, spry, syrtis, sytran
from skerry.lab.claims import texts as claims_kept
from skerry.lab.claims.byg import FAIRNESS, judge_cap
from skerry.lab.claims.claims import (
    CANT_TELL,
    DEPENDS,
    FAILS,
    HOLDS,
    NOTHING,
    Finding,
    Results,
    Size,
    Table,
    difference_of,
    final_standings,
    most_groups,
    overall,
    ratio_of,
    verdict_against,
    verdict_both,
    verdict_within,
)
from skerry.lab.claims.kitaran import placements
from skerry.lab.claims.page import claims_html, claims_markdown, claims_summary, judge_all
from skerry.lab.claims.spry import centre_weight, ring_turns, ring_weights
from skerry.lab.claims.texts import BY_KEY, CLAIMS, FULL, QUICK, TEXTS, claims_plan, plan_text
from skerry.lab.comparison import Difference
from skerry.lab.plans import Cell, Plan
from skerry.lab.playing import DRAW, SCHEMA
from skerry.statistics import Estimate

TINY = Size("tiny", (("random", 40), ("playouts 1", 40)), 4)
SILENT = {"drama", "lead_changes", "stability", "threshold", "decided", "clarity", "narrowness"}


@cache
def tiny_plan() -> Plan:
    """Made once, and not while tests are collected: openings of its cells are drawn by playing."""
    return claims_plan(TINY)


def row(cell: Cell, number: int, **told: object) -> dict[str, Any]:
    """A game that person 0 has won, with all else as told."""
    usual: dict[str, Any] = dict.fromkeys(SCHEMA, 1) | dict.fromkeys(SILENT, None)
    usual |= {"cell": cell.title, "number": number, "winner": 0, "colour": 0, "swapped": False}
    usual |= {"first": "random", "second": "random", "first_turn": "", "reason": "score"}
    return usual | {"values": None, "played": [], "log_turns": None} | told


def results(*rows: dict[str, Any]) -> Results:
    return Results.of(tiny_plan(), pl.DataFrame(list(rows), schema=SCHEMA).lazy())


def cell_of(name: str, player: str, *, opening: tuple[str, ...] = (), **options: object) -> Cell:
    (found,) = (
        cell
        for cell in tiny_plan().cells
        if cell.game.name == name
        and cell.players[0] == player
        and cell.opening == opening
        and all(cell.game.option(key) == value for key, value in options.items())
    )
    return found


def verdict_of(findings: list[Any], key: str) -> str:
    (found,) = (one for one in findings if one.claim.key == key)
    return str(found.verdict)


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
    assert {claim.game for claim in CLAIMS} == {"spry", "sytran", "byg", "kitaran", "syrtis"}


def test_each_module_judges_the_game_of_its_name() -> None:
    for text in TEXTS:
        name = str(getattr(text, "__name__")).rpartition(".")[2]  # noqa: B009
        assert {claim.game for claim in text.CLAIMS} == {name}


@pytest.mark.parametrize("size", [QUICK, FULL])
def test_the_plan_of_a_size_has_its_players(size: Size) -> None:
    plan = claims_plan(size)
    assert plan.text == plan_text(size)
    assert list(dict.fromkeys(cell.players[0] for cell in plan.cells)) == [
        player for player, _ in size.players
    ]
    assert {cell.game.name for cell in plan.cells} == {
        *("y", "spry", "sytran", "byg", "kitaran", "syrtis")
    }
    assert all(cell.games % 2 == 0 for cell in plan.cells)


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


def test_a_weighted_sum_takes_games_of_like_number_together() -> None:
    """1 - 0, 1 - 1, 0 - 0, 1 - 0: mean ½, deviation √⅓, error √(1/12), t of 3 freedoms 3.1824."""
    a, b = (
        cell_of("kitaran", player, size=5, cycle="place") for player in ("random", "playouts 1")
    )
    points = {a: (1, 1, 0, 1), b: (0, 1, 0, 0)}
    rows = [row(cell, k, colour=1 - won) for cell in points for k, won in enumerate(points[cell])]
    found = results(*rows, row(a, 4, colour=1)).weighted({a.title: 1.0, b.title: -1.0})
    assert found is not None
    assert found.games == 4  # the fifth number has no partner
    assert found.value == 0.5
    assert found.high - 0.5 == pytest.approx(3.18245 * math.sqrt(1 / 12), rel=1e-4)
    assert results(row(a, 0)).weighted({a.title: 1.0, b.title: -1.0}) is None


def games_of_y(edge: int, player: str = "random") -> list[dict[str, Any]]:
    """Y on size 4: White wins each of 40 games after the centre, so many after each other stone."""
    rows = []
    for cell in tiny_plan().cells:
        if cell.players[0] == player and cell.game.name == "y" and "size=4" in cell.title:
            won = 40 if cell.opening == ("d4",) else edge
            rows += [row(cell, k, colour=int(k >= won), winner=int(k >= won)) for k in range(40)]
    return rows


def test_the_centre_s_weight_is_its_share_less_that_of_the_edge() -> None:
    """Size 4, turned by a third and mirrored: the 18 cells of the edge are of 3, 6, 6 and 3."""
    found = results(*games_of_y(30))
    rings = ring_weights(found, "random", "y", 4, whole=False)
    assert [len(ring) for ring in rings] == [1, 2, 3, 4]
    assert all(sum(ring.values()) == pytest.approx(1) for ring in rings)
    weight = found.weighted(centre_weight(rings))
    assert weight is not None
    assert weight.value == pytest.approx(0.25)  # 40 of 40, less 30 of 40
    # Each number gives 0 or 1: ¼ ± 2.02 · √(¼ · ¾ / 39), which is above 0.1
    assert verdict_of(spry.judge(found), "spry-y-centre") == HOLDS
    assert verdict_of(spry.judge(results(*games_of_y(40))), "spry-y-centre") == FAILS


def test_draws_may_depend_on_strength() -> None:
    """20 of 40: above 1 in 10. 0 of 40: at most 3.84 / 43.84, so below."""
    drawn = {"winner": DRAW, "colour": DRAW, "reason": "cycle", "played": [0]}
    rows = []
    for cycle in ("place", "draw"):
        random, search = (
            cell_of("kitaran", one, size=5, cycle=cycle) for one in ("random", "playouts 1")
        )
        rows += [row(search, k, played=[0]) for k in range(40)]
        rows += [row(random, k, **(drawn if k < 20 else {"played": [0]})) for k in range(40)]
    findings = kitaran.judge(results(*rows))
    assert verdict_of(findings, "kitaran-draws") == DEPENDS
    assert verdict_of(findings, "kitaran-cycles") == CANT_TELL  # 0 of 40 may be more than 1 ‰
    assert verdict_of(findings, "kitaran-length") == CANT_TELL  # 0 of 40 may be 1 in 20
    assert verdict_of(findings, "kitaran-7x7") == CANT_TELL  # nothing was played
    (draws,) = (one for one in findings if one.claim.key == "kitaran-draws")
    assert draws.table.rows[0] == ("random", "50.0% (35.2 to 64.8)", "40")
    assert (
        draws.words == f"Depends on strength ({HOLDS}: 1 playout a turn; {FAILS}: random players)"
    )
    (cycles,) = (one for one in findings if one.claim.key == "kitaran-cycles")
    assert cycles.words == (
        f"Can't tell yet ({FAILS}: random players; {CANT_TELL}: 1 playout a turn)"
    )
    assert cycles.table.rows[0][1] == cycles.table.rows[0][2] == "50.0% (35.2 to 64.8)"


def test_stones_and_conversions_are_told_apart() -> None:
    """Ten cells: the late end-game begins with 1 vacant, after 9 stones.

    Before: stones 0 to 7, a conversion, stone 8: 9 of 10. Later: a conversion, stone 9: 1 of 2.
    """
    game = [*range(8), 10, 8, 11, 9]
    rows = pl.DataFrame({"number": [0, 1], "played": [game, game]}).lazy()
    before, later = placements(rows, 10)
    assert (before.value, later.value) == (0.9, 0.5)
    assert (before.low, before.high) == (0.9, 0.9)  # both games are alike


def test_games_without_a_sink_are_found() -> None:
    major = cell_of("syrtis", "random", board="major")
    sink, tower = (major.game.parse_action(text) for text in ("xc1", "Lc4"))
    rows = [
        row(major, 0, reason="passes", played=[tower]),
        row(major, 1, reason="passes", played=[tower, sink]),
        row(major, 2, reason="island", played=[tower]),
        row(major, 3, reason="stall", played=[sink]),
    ]
    findings = syrtis.judge(results(*rows))
    told = {one.claim.key: one.table.rows[0][1] for one in findings if one.table.rows}
    assert told["syrtis-unsunk"].startswith("25.0%")
    assert told["syrtis-stalling"].startswith("25.0%")
    (ways,) = (one for one in findings if one.claim.key == "syrtis-three-ways")
    assert [word.split()[0] for word in ways.table.rows[0][1:4]] == ["25.0%", "0.0%", "75.0%"]


def test_groups_are_counted_by_replay() -> None:
    """Sytran on seven cells, one stone a turn: a1, a2, b1, b2, b3, c1, c2 (C-4).

    White a1-b1 and b3-c2; Black a2-b2-c1.
    """
    ends = final_standings(skerry.game("sytran", size=2), range(7))
    assert [one.groups for one in ends] == [(2, 2), (3,)]
    assert [one.stones for one in ends] == [4, 3]
    # Byg: White a1, Black a2 and then b1, which do not touch, so Black has 2 groups at most.
    assert most_groups(skerry.game("byg", size=3, cap=1), [0, 1, 3]) == 1
    assert most_groups(skerry.game("byg", size=3, cap=1), [0, 2, 3, 1, 7]) == 2


def test_ratios_and_differences() -> None:
    assert ratio_of([0, 0], [0, 0]) == Estimate(0.0, 0.0, 1.0, 0)
    assert ratio_of([1, 3], [4, 4]).value == 0.5
    # 3 - 1, with reaches of 3 and 4: 5 to both sides
    found = difference_of(Estimate(3, 0, 6, 9), Estimate(1, -3, 5, 7))
    assert found == Estimate(2, -3, 7, 7)


def distance(value: float, p: float) -> Difference:
    estimate = Estimate(value, value - 0.1, value + 0.1, 100)
    return Difference(FAIRNESS, 0.5, 0.5, estimate, p, p, "", None)


@pytest.mark.parametrize(
    ("told", "verdict"),
    [
        ([(-0.2, 0.001), (-0.2, 0.001), (-0.2, 0.001)], HOLDS),
        ([(-0.2, 0.001), (-0.2, 0.001), (-0.2, 0.2)], CANT_TELL),
        ([(-0.2, 0.001), (0.2, 0.001), (-0.2, 0.2)], FAILS),
        ([(0.2, 0.03), (0.2, 0.5), (0.2, 0.5)], CANT_TELL),  # Holm: 3 · 0.03
    ],
)
def test_the_cap_must_be_the_fairest(told: list[tuple[float, float]], verdict: str) -> None:
    others = {cap: distance(*one) for cap, one in zip((1, 2, 5), told, strict=True)}
    assert judge_cap(others) == verdict


def test_nothing_played_says_so() -> None:
    nothing = Results.of(tiny_plan(), pl.LazyFrame(schema=SCHEMA))
    findings = judge_all(nothing)
    assert [one.claim for one in findings] == list(CLAIMS)
    assert {one.verdict for one in findings} == {CANT_TELL}
    assert all(one.sentences == ("Nothing has been played yet.",) for one in findings)
    assert {one.headline for one in findings} == {"Nothing has been played yet."}
    assert "<table>" in claims_html(findings, ["<b>"])
    assert "&lt;b&gt;" in claims_html(findings, ["<b>"])
    assert claims_markdown(findings, []).count("\n## ") == len(CLAIMS)


def test_every_claim_of_the_texts_has_its_file() -> None:
    """Names of files, not of places."""
    assert all(Path(claim.source).name == claim.source for claim in CLAIMS)


def table_of(findings: list[Any], key: str) -> dict[str, tuple[str, ...]]:
    """The rows of a finding's table by their first word."""
    (found,) = (one for one in findings if one.claim.key == key)
    return {row[0]: row[1:] for row in found.table.rows}


def test_sytrans_draws_are_those_with_an_odd_penalty() -> None:
    """P = 1 and P = 3: 2 of 8 games and 0 of 2 are drawn, so 2 of 10; with P = 4, none of 5."""
    games = {1: 8, 3: 2, 4: 5}
    rows = [
        row(
            cell_of("sytran", "random", penalty=penalty),
            number,
            **({"winner": DRAW, "colour": DRAW} if penalty == 1 and number < 2 else {}),
        )
        for penalty, count in games.items()
        for number in range(count)
    ]
    findings = sytran.judge(results(*rows))
    assert table_of(findings, "sytran-draws")["random"][0].startswith("20.0% (")
    assert verdict_of(findings, "sytran-draws") == FAILS
    (found,) = (one for one in findings if one.claim.key == "sytran-draws")
    assert found.sentences[1] == "With an even P, 0 of 5 games were drawn."


@pytest.mark.parametrize(
    ("won", "games", "verdict"), [(200, 400, HOLDS), (5, 10, CANT_TELL), (60, 400, FAILS)]
)
def test_bygs_opening_is_judged_by_whites_share(won: int, games: int, verdict: str) -> None:
    """Wilson: 200 of 400 is 45.1% to 54.9%, within 45 to 55; 60 of 400 ends at 18.8%."""
    alone = cell_of("byg", "random", cap=3, swap=False)
    swap = cell_of("byg", "random", cap=3, swap=True)
    rows = [row(alone, k, winner=int(k >= won), colour=int(k >= won)) for k in range(games)]
    # three of four first movers win, and one of four was swapped: it has the second colour
    rows += [row(swap, k, winner=int(k == 3), colour=0, swapped=k == 3) for k in range(4)]
    findings = byg.judge(results(*rows))
    assert verdict_of(findings, "byg-opening") == verdict
    told = table_of(findings, "byg-opening")["random"]
    assert told[0].startswith(f"{won / games:.1%} (")
    assert told[1].startswith("75.0% (")
    assert told[2].startswith("25.0% (")
    assert told[3] == f"{games:,}"


# --- the words ----------------------------------------------------------------------------------


def test_a_rule_of_play_neither_holds_nor_does_not() -> None:
    """It claims nothing; what it leads to is what was counted."""
    rules = {claim.key for claim in CLAIMS if claim.is_rule}
    assert rules == {
        *("sytran-penalty", "sytran-draws", "byg-opening", "byg-cap", "byg-groups", "byg-ties"),
        "syrtis-three-ways",
    }
    kept = claims_kept.read()
    for one in kept.findings:
        if one.claim.is_rule:
            told = (one.words, one.claim.answer(one.verdict), one.claim.measured)
            assert not any(HOLDS in words.lower() or FAILS in words.lower() for words in told)
    page = claims_html(kept.findings, kept.about)
    assert "Rule: “Highest score wins.”" in page
    assert "Claim: “not particularly drawish”" in page


def test_every_finding_that_is_kept_begins_with_what_was_found() -> None:
    kept = {one.claim.key: one for one in claims_kept.read().findings}
    assert kept["sytran-draws"].headline == (
        "With odd penalties, 17% of the games are drawn; with even ones, none."
    )
    assert kept["byg-opening"].headline == (
        "White is worse off after this opening: White wins 14% of the games."
    )
    page = claims_html(tuple(kept.values()), [])
    for one in kept.values():
        assert one.headline.endswith(".")
        assert one.headline != NOTHING
        assert f"<h3>{escape(one.headline)}</h3>" in page
    assert page.count("<details>") == len(kept) + 1  # numbers are folded, and how it was counted


@pytest.mark.parametrize("text", ["", '{"size": "cl', "[]", '{"findings": [{}]}', "1", "\xff"])
def test_a_file_without_findings_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "cut.json"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(SkerryError, match=r"cut\.json holds no findings; `skerry lab claims"):
        claims_kept.read(path)


def test_the_document_of_the_claims_says_what_is_kept() -> None:
    document = Path(__file__).parents[3] / "docs" / "claims.md"
    kept = claims_kept.read()
    assert document.read_text("utf-8") == claims_summary(kept.findings, kept.about)


def test_a_headline_has_the_numbers_of_the_strongest() -> None:
    """Random players draw 20 of 40 games, the others none."""
    random, search = (
        cell_of("kitaran", one, size=5, cycle="place") for one in ("random", "playouts 1")
    )
    drawn = {"winner": DRAW, "colour": DRAW, "reason": "cycle"}
    rows = [row(search, k, played=[0]) for k in range(40)]
    rows += [row(random, k, played=[0], **(drawn if k < 20 else {})) for k in range(40)]
    found = {one.claim.key: one.headline for one in kitaran.judge(results(*rows))}
    assert found["kitaran-draws"] == "No games on 5×5 are drawn."
    assert found["kitaran-7x7"] == NOTHING


@pytest.mark.parametrize(
    ("key", "numbers", "says"),
    [
        ("byg-opening", [0.5], "White is about as well off as Black after this opening: White"),
        ("byg-opening", [0.6], "White is better off"),
        ("sytran-draws", [0.001], "With odd penalties, fewer than 1% of the games are drawn"),
        ("kitaran-7x7", [50, 0.999], "More than 99% of the games on 7×7"),
        ("byg-ties", [0.0, 0.02], "No games are drawn"),
        ("spry-fix", [0.5, -0.01], "50 more games in 100 than the edge; in Spry, 1 fewer game"),
    ],
)
def test_headlines_follow_the_numbers(key: str, numbers: list[float], says: str) -> None:
    found = Finding(BY_KEY[key], {}, (), Table((), ()))
    assert says in found.headed(*numbers).headline
    assert found.headed().headline == NOTHING
