"""The rules pages: one for each game, with diagrams that keep what they promise."""

import re

import pytest

import skerry
from skerry import rulebook
from skerry.games.catalogue import GAMES
from skerry.games.info import GameInfo

NAMES = [game.name for game in GAMES]


def diagrams(name: str) -> list[rulebook.Diagram]:
    pieces = rulebook.parts(rulebook.page(name))
    return [piece for piece in pieces if isinstance(piece, rulebook.Diagram)]


ALL_DIAGRAMS = [(name, diagram) for name in NAMES for diagram in diagrams(name)]


@pytest.mark.parametrize("info", GAMES, ids=NAMES)
def test_page_names_game_author_options_and_readings(info: GameInfo) -> None:
    page = rulebook.page(info.name)
    assert page.startswith(f"# {info.title}\n")
    assert info.author in page
    assert "## Our reading" in page
    options = page.split("## Options")[1].split("## Writing turns down")[0]
    for option in info.options:
        assert f"**{option.label}**" in options, option.name
    assert len(diagrams(info.name)) >= 2
    assert any(one.legal or one.illegal for one in diagrams(info.name)), (
        "no diagram claims anything"
    )


@pytest.mark.parametrize("name", NAMES)
def test_no_fence_is_left_in_the_plain_parts(name: str) -> None:
    pieces = list(rulebook.parts(rulebook.page(name)))
    plain = [piece for piece in pieces if isinstance(piece, str)]
    assert not any("```" in piece or "|" in piece for piece in plain)
    assert len(re.findall("```position", rulebook.page(name))) == len(diagrams(name))


@pytest.mark.kernels
@pytest.mark.parametrize(("name", "diagram"), ALL_DIAGRAMS, ids=lambda value: str(value)[:40])
def test_diagrams_are_positions_and_keep_their_claims(name: str, diagram: rulebook.Diagram) -> None:
    check_claims(name, diagram)


def check_claims(name: str, diagram: rulebook.Diagram) -> None:
    """Fail unless a diagram is a position of the game, and what it claims holds there."""
    position = skerry.position(diagram.text)
    assert position.game.name == name
    assert position.text == diagram.text
    legal = {position.game.format_action(action) for action in position.legal_actions()}
    assert set(diagram.legal) <= legal
    for action, rule in diagram.illegal:
        with pytest.raises(skerry.IllegalActionError) as refusal:
            position.play(action)
        assert refusal.value.rule == rule


@pytest.mark.kernels
def test_spry_page_shows_a_winning_stone() -> None:
    after = skerry.position(diagrams("spry")[1].text).play("e4")
    assert after.outcome == skerry.Outcome(0, "connection", None)


@pytest.mark.kernels
def test_sytran_page_counts_what_the_rules_count() -> None:
    end = skerry.position(diagrams("sytran")[1].text)
    assert end.outcome == skerry.Outcome(1, "score", (6, 7))
    assert [standing.groups for standing in end.standings] == [(9, 1), (9,)]


@pytest.mark.kernels
def test_byg_page_shows_a_game_that_the_second_group_decides() -> None:
    end = skerry.position(diagrams("byg")[1].text)
    assert [standing.groups for standing in end.standings] == [(8,), (8, 2, 1)]
    assert end.outcome == skerry.Outcome(1, "groups", None)


@pytest.mark.kernels
def test_kitaran_page_shows_a_conversion_and_its_outcome() -> None:
    _, before, after, _ = (skerry.position(diagram.text) for diagram in diagrams("kitaran"))
    assert before.play_turn("c3*") == after


@pytest.mark.kernels
def test_syrtis_page_shows_a_sink_and_its_outcome() -> None:
    _, before, after = (skerry.position(diagram.text) for diagram in diagrams("syrtis"))
    assert before.play_turn("xc4") == after


def test_unknown_game_is_refused_by_name() -> None:
    with pytest.raises(skerry.OptionError, match="There is no game 'chess'; the games are spry"):
        rulebook.page("chess")


def test_a_diagram_makes_only_claims_that_are_known() -> None:
    for claim in ("lawful=c3", "turn=c3 result=good", "result=win"):
        with pytest.raises(ValueError, match=f"not {claim}"):
            list(rulebook.parts(f"```position {claim}\nspry\n```\n"))


def test_a_diagram_says_whose_turn_wins_or_loses() -> None:
    start = skerry.game("spry", size=2).start()
    claims = {"turn=a1,b1": "", "turn=a1,b1 result=win": "White wins with a1 b1"}
    claims["turn=a1,b1 result=loss"] = "White loses with a1 b1"
    for claim, caption in claims.items():
        (diagram,) = rulebook.parts(f"```position {claim}\n{start.text}\n```\n")
        assert isinstance(diagram, rulebook.Diagram)
        assert diagram.caption == caption
