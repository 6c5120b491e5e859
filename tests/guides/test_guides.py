"""The guides: their figures are those of the store, their boards are legal, their rules help."""

import re
from pathlib import Path

import pytest

import skerry
from skerry import rulebook
from skerry.cli import main
from skerry.errors import OptionError
from skerry.games.catalogue import FEATURED
from skerry.lab.advice import AdvisedPlayer
from skerry.lab.guides import (
    LEAST_GAMES,
    faults,
    find_figure,
    parse_figure,
    refreshed,
    write_first_turns,
)
from skerry.lab.openings import canonical_turn
from skerry.lab.results import Counted, Mistakes, Results, kept, run_of
from skerry.lab.studies import cells_of_map
from skerry.players import RandomPlayer
from skerry.positions import Position
from skerry.puzzles.puzzle import collection
from skerry.search.solver import Budget, Solver
from tests.test_rulebook import check_claims
from tests.words import odd_words

NAMES = [one.name for one in FEATURED if one.has_guide]
GAMES = 100
MOST_NODES = 40_000_000  # of one proof


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_is_the_store_s_and_what_is_said_of_it_holds(name: str) -> None:
    text = rulebook.guide(name)
    assert list(faults(text, kept(name))) == []
    assert len(rulebook.figures(text)) >= 10
    assert all(one.evidence for one in rulebook.figures(text))


@pytest.mark.parametrize("name", NAMES)
def test_its_words_are_plain_and_no_figure_is_written_by_hand(name: str) -> None:
    text = rulebook.FIGURE.sub("", rulebook.guide(name))
    assert odd_words(text) == []
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    assert not re.search(r"\d+%|\d+ of 100|\(\d+ to \d+\)", prose)


@pytest.mark.kernels
@pytest.mark.parametrize("name", NAMES)
def test_its_boards_are_positions_and_keep_their_claims(name: str) -> None:
    parts = rulebook.parts(rulebook.guide(name))
    found = [one for one in parts if isinstance(one, rulebook.Diagram)]
    assert len(found) >= 3
    for diagram in found:
        check_claims(name, diagram)
        before, (after, last) = skerry.position(diagram.text), diagram.shown()
        assert after == (before.play_turn(diagram.turn) if diagram.turn else before)
        assert bool(last) == bool(diagram.turn)


@pytest.mark.parametrize("name", NAMES)
def test_its_shapes_lead_to_puzzles_that_there_are(name: str) -> None:
    text = rulebook.guide(name)
    assert len(rulebook.themes(text)) >= 2
    assert {*rulebook.themes(text)} <= {puzzle.theme for puzzle in collection(name)}
    assert "Puzzles of this kind" not in rulebook.without_links(text)
    assert "*What the games' texts say*" in rulebook.without_links(text)
    assert "page:" not in rulebook.without_links(text)


@pytest.mark.parametrize("name", NAMES)
def test_it_goes_through_three_whole_games(name: str) -> None:
    games = rulebook.commented_games(rulebook.guide(name))
    assert [(one.game, one.number) for one in games] == [(name, 1), (name, 2), (name, 3)]
    for one in games:
        record = one.record
        record.check()
        assert record.is_over
        assert record.turns[-1].comment
        said = [turn.comment for turn in record.turns if turn.comment]
        assert len(said) >= 4
        words = "\n".join([record.comment, *said])
        assert odd_words(words) == []
        assert not re.search(r"%|\d of 100", words)  # figures have a place that is checked
        assert {*re.findall(r"\b[a-z]\d+\b", words)} <= {*record.game.board.names}
        parts = list(one.parts())
        boards = [part for part in parts if isinstance(part, rulebook.Diagram)]
        assert [board.shown()[0] for board in boards] == [
            after
            for turn, after in zip(record.turns, record.replay()[1:], strict=True)
            if turn.comment
        ]
        text = "\n".join(part for part in parts if isinstance(part, str)).replace("\\", "")
        assert all(turn.text in text for turn in record.turns)


def wins_by_force(position: Position, turn: str) -> bool | None:
    """Whether a turn wins for whoever plays it, or loses; None where the solver can't prove it."""
    after = position.play_turn(turn)
    value = Solver(position.game, 64 << 20).solve(after, Budget(MOST_NODES)).value
    if value not in ("win", "loss"):
        return None
    return (value == "win") == (after.player == position.player)


ONLY, LOSES = "nly turn that wins|Only this turn wins", "[Tt]his loses"
CLAIMS = [
    (game, number)
    for name in NAMES
    for game in rulebook.commented_games(rulebook.guide(name))
    for number, turn in enumerate(game.record.turns)
    if re.search(f"{ONLY}|{LOSES}", turn.comment)
]


@pytest.mark.kernels
@pytest.mark.parametrize(("game", "number"), CLAIMS, ids=lambda value: getattr(value, "game", ""))
def test_what_its_games_say_of_winning_turns_is_proven(
    game: rulebook.CommentedGame, number: int
) -> None:
    turn, following = game.record.turns[number : number + 2]
    before, after = game.record.replay()[number : number + 2]
    if re.search(ONLY, turn.comment):
        found = Solver(before.game, 64 << 20).winning_turns(before, Budget(MOST_NODES), 2)
        assert found is not None
        assert list(map(before.game.format_turn, found)) == [turn.text]
    if re.search(LOSES, turn.comment):
        assert wins_by_force(before, turn.variations[0][0].text)
        answers = [*(line[0].text for line in following.variations), following.text]
        assert any(wins_by_force(after, answer) for answer in answers)


PROVEN = [
    diagram
    for name in NAMES
    for text in (rulebook.page(name), rulebook.guide(name))
    for diagram in rulebook.parts(text)
    if isinstance(diagram, rulebook.Diagram) and diagram.result
]


@pytest.mark.kernels
@pytest.mark.parametrize("diagram", PROVEN, ids=lambda diagram: diagram.text.split()[0])
def test_what_its_boards_say_of_a_turn_s_result_is_proven(diagram: rulebook.Diagram) -> None:
    before = skerry.position(diagram.text)
    assert wins_by_force(before, diagram.turn) is (diagram.result == "win")


def wins(name: str, *, opposite: bool) -> int:
    """Of GAMES games against random players, both seats in turn."""
    won = 0
    for seed in range(GAMES):
        rules = skerry.game(name)
        position: Position = rules.start(seed=seed) if rules.info.has_setup else rules.start()
        advised, other = AdvisedPlayer(seed, opposite=opposite), RandomPlayer(seed=seed)
        while position.player is not None:
            mover = advised if position.player == seed % 2 else other
            for action in mover.choose(position):
                position = position.apply(action)
        assert position.outcome is not None
        won += position.outcome.winner == seed % 2
    return won


@pytest.mark.kernels
@pytest.mark.parametrize("name", NAMES)
def test_its_three_rules_win_and_their_opposite_loses(name: str) -> None:
    assert wins(name, opposite=False) >= 75
    assert wins(name, opposite=True) < 40


def test_a_figure_is_made_anew_and_what_is_not_true_is_named() -> None:
    results = kept("byg")
    cell = results.cell("random")
    assert cell is not None
    right = f"{100 * cell.tally.colour.value:.0f} of 100 games"
    text = "White wins [x](figure:first-colour?by=0&over=90) at random."
    anew = refreshed(text, results)
    assert anew.startswith(f"White wins [{right} (")
    assert "random players" in anew
    assert rulebook.without_links(anew) == re.sub(r"\[(.*?)\]\(.*?\"\)", r"\1", anew)
    out_of_date, untrue = faults(text, results)
    assert "the guide says x, and it is" in out_of_date
    assert "is to be over 90" in untrue
    (unknown,) = faults("[x](figure:no-such-thing)", results)
    assert "nothing of the kind was counted" in unknown
    assert refreshed("[x](figure:no-such-thing)", results) == "[x](figure:no-such-thing)"


def test_figures_ask_of_players_options_and_first_turns() -> None:
    results = kept("byg")
    for address, players in (
        ("first-colour", results.strengths[-1]),
        ("first-player?swap=on&by=100", "playouts 100"),
        ("drawn?by=0", "random"),
        ("after/f6?by=1000", "playouts 1000"),
        ("turns?cap=2&by=100&as=number", "playouts 100"),
        ("ended/full?by=100", "playouts 100"),
        ("playouts?by=100", "playouts 100"),
    ):
        found = find_figure(results, parse_figure(address))
        assert found is not None, address
        assert isinstance(found[1], Counted)
        assert found[1].players == (players, players)
    for wrong in ("first-colour?as=song", "after", "turns/f6", "ended", "mistake"):
        with pytest.raises(OptionError, match="is no question"):
            parse_figure(wrong)


def test_how_strong_the_players_are_is_a_figure_too() -> None:
    anew = refreshed("with [x](figure:playouts?by=1000) a turn", kept("byg"))
    assert anew.startswith("with [1,000 playouts](figure:playouts?by=1000 ")


def test_a_map_has_all_first_turns_that_were_tried() -> None:
    results = kept("byg")
    turns = rulebook.parse_first_turns(write_first_turns(" most=1", results), " most=1")
    assert set(turns.shares) == set(results.rules.board.names)
    for cell in results.opened(results.strengths[-1]):
        share, found = cell.tally.colour, turns.shares[cell.opening]
        assert found.games == cell.tally.total
        rounded = (round(100 * one) for one in (share.value, share.low, share.high))
        assert (found.share, found.low, found.high) == tuple(rounded)
    assert turns.is_of_one_stone
    assert turns.start == results.rules.start()
    weaker = rulebook.parse_first_turns(write_first_turns("most=1 by=100", results), "most=1")
    assert {one.games for one in weaker.shares.values()} == {100}


def test_a_turn_counts_once_for_cells_that_are_mirror_images() -> None:
    results = kept("spry")
    turns = rulebook.parse_first_turns(write_first_turns("least=2", results), "least=2")
    used = [
        {canonical_turn(results.rules, stone) for stone in cell.opening.split(",")}
        for cell in cells_of_map(results, "playouts 1000", least=2)
    ]
    games = next(results.opened("playouts 1000")).tally.total
    assert turns.shares["a1"].games == games * sum("a1" in cells for cells in used)
    assert "e5" not in turns.shares  # the centre is a turn of its own
    assert not turns.is_of_one_stone


def test_a_map_is_made_anew_and_what_is_wrong_with_it_is_named() -> None:
    results = kept("byg")
    fence = "```first-turns most=1 under=50\n{}\n```\n"
    anew = refreshed(fence.format("x"), results)
    assert anew == fence.format(write_first_turns("most=1", results))
    assert list(faults(anew, results)) == []
    (out_of_date,) = faults(fence.format("x"), results)
    assert "out of date" in out_of_date
    wrong = list(faults(anew.replace("under=50", "under=44"), results))
    assert wrong
    assert all("first-turns most=1 under=44" in one for one in wrong)
    too_few = fence.format("x").replace(" under=50", "")
    (few,) = faults(too_few, kept("kitaran"))
    assert f"fewer than {LEAST_GAMES} games" in few
    assert refreshed(too_few, kept("kitaran")) == too_few
    with pytest.raises(OptionError, match="is not asked colour"):
        write_first_turns("colour=red", results)


def test_a_map_says_what_is_clear_and_how_far_it_can_be_trusted() -> None:
    start = kept("byg").rules.start().text
    text = (
        f"{start}\n120 games, 1,000 playouts a turn, 2026-11-30\n"
        "64% (52 to 75) of 60 games: a1 a6\n55% (43 to 67) of 60 games: f6"
    )
    (turns,) = rulebook.parts(f"```first-turns most=1\n{text}\n```\n")
    assert isinstance(turns, rulebook.FirstTurns)
    assert [turns.shares[cell].is_clear for cell in ("a1", "a6", "f6")] == [True, True, False]
    assert "of 60 games" in turns.caption
    assert "up to 12 off (120 games, 1,000 playouts a turn, 2026-11-30)" in turns.caption
    assert " 64: a1 a6\n 55: f6\n" in str(turns)
    with pytest.raises(ValueError, match="A line of a map"):
        list(rulebook.parts(f"```first-turns\n{text}, f7\n```\n"))


def test_the_command_line_prints_a_guide_and_checks_all(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["guide", NAMES[0]]) == 0
    printed = capsys.readouterr().out
    assert "figure:" not in printed
    assert "wins in 100 games after a first stone on each cell" in " ".join(printed.split())
    assert "|" not in printed.split("Shapes")[0]
    assert main(["lab", "guide", "all", "--check"]) == 0
    file = tmp_path / "guide.pdf"
    assert main(["guide", NAMES[0], "--out", str(file)]) == 0
    assert file.read_bytes().startswith(b"%PDF")
    assert main(["guide", "y"]) != 0
    assert "There is no guide to Y" in capsys.readouterr().err


def test_figures_ask_of_learners_mistakes() -> None:
    found = Mistakes(run_of(0), ("3", "4", "5"), 125, 500, 9000, 1200, {"join": 300})
    text = "[x](figure:mistake/join) and [x](figure:mistake/cut)"
    anew = refreshed(text, Results("byg", mistakes=found))
    assert anew.startswith("[60 of 100 games (56 to 64)](figure:mistake/join ")
    assert "[0 of 100 games (0 to 1)](figure:mistake/cut" in anew
    assert f'"500 games of levels 3 to 5, {found.run.date}"' in anew
    assert refreshed(text, Results("byg")) == text
