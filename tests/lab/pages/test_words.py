"""The sentences of the lab: plain words, one style of numbers, no names of rules."""

import re
from pathlib import Path

import pytest

import skerry
from skerry.games.catalogue import FEATURED
from skerry.lab.claims.page import claims_body
from skerry.lab.claims.texts import findings
from skerry.lab.pages import describe_players, format_wins
from skerry.lab.results import kept
from skerry.lab.studies import headline, verdicts
from skerry.statistics import Estimate
from tests.words import RULE, odd_numbers, odd_words

NAMES = [one.name for one in FEATURED if one.has_study]
DOCS = Path(skerry.__file__).parents[2] / "docs"


def _without_pictures(body: str) -> str:
    return re.sub(r"<(svg|pre)\b.*?</\1>", "", body, flags=re.DOTALL)


@pytest.mark.parametrize("name", NAMES)
def test_a_study_speaks_plainly(name: str) -> None:
    results = kept(name)
    said = [headline(results), *("".join(part.text for part in one) for one in verdicts(results))]
    assert "games between two equal computers" in said[0]
    assert any("Thinking twice as long wins" in one for one in said)
    for one in said:
        assert odd_words(one) == odd_numbers(one) == [], one
        assert "playouts" not in one


def test_the_claims_speak_plainly() -> None:
    body = claims_body(findings())
    assert odd_words(body) == []
    shown = _without_pictures(body)
    assert odd_numbers(shown) == []
    assert RULE.findall(shown) == []
    assert "tested by games between computers" in shown
    assert "playouts 1000" not in shown


@pytest.mark.parametrize(
    "path",
    [*sorted(DOCS.glob("*.md")), *sorted(DOCS.parent.glob("*.md"))],
    ids=lambda path: path.stem,
)
def test_documents_write_numbers_in_one_style(path: Path) -> None:
    assert odd_numbers(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.66, "66 of 100 games"),
        (0.004, "fewer than 1 of 100 games"),
        (0.996, "more than 99 of 100 games"),
        (0.0, "0 of 100 games"),
        (1.0, "100 of 100 games"),
    ],
)
def test_a_share_is_a_number_of_games(share: float, words: str) -> None:
    assert format_wins(Estimate(share, share, share, 1000)) == words


def test_contestants_are_listed_in_words() -> None:
    assert describe_players(["random"]) == "random players"
    assert describe_players(["playouts 1"]) == "1 playout a turn"
    every = ["random", "playouts 100", "playouts 300", "playouts 1000"]
    assert describe_players(every) == "random players, 100, 300 and 1,000 playouts a turn"
