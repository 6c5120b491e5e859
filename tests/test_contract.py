"""The contract that every game of the catalogue must meet, a new one too."""

import re
import shutil
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import numpy as np
import pytest

import skerry
from skerry import draw, rulebook
from skerry.core.jit import KERNEL_FILES
from skerry.core.layout import RESULT, new_state, new_work
from skerry.core.rng import generator
from skerry.draw.board import describe_cell
from skerry.draw.board import view as see
from skerry.games import dispatch
from skerry.games.actions import decode_action, kind_of
from skerry.games.catalogue import info
from skerry.games.contract import game_module, may_be_drawn
from skerry.games.info import STANDARD
from skerry.games.words import DRAW_WORDS, REASONS, WIN_WORDS
from tests.asked_of_games import GAMES_FOLDER, missing, offered, unasked, unmarked
from tests.bounded import bounded
from tests.golden_games import GOLDEN, as_then, golden_games
from tests.reference import PERFT, REFERENCE_GAMES
from tests.small import NAMES, small, start

LEAST_GOLDEN_GAMES = 30
RULE = re.compile(r"([A-Z]+)-\d+")


def start_of(name: str) -> skerry.Position:
    """A start on a small board."""
    return start(skerry.game(name, **small(name)))


def test_names_are_unique() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert len(set(REASONS)) == len(REASONS)
    assert WIN_WORDS.keys() | DRAW_WORDS.keys() == set(REASONS[1:])


@pytest.mark.parametrize("name", NAMES)
def test_the_game_offers_all_that_is_asked_of_it_and_nothing_else(name: str) -> None:
    folder = GAMES_FOLDER / name
    assert missing(folder) == [], f"games/{name}/ lacks these; see docs/add-a-game.md"
    assert unasked(folder) == [], f"nobody asks for these in games/{name}/; a name misspelled?"
    assert unmarked(folder) == [], f"these in games/{name}/ are neither kernel nor inlined"


@pytest.mark.parametrize(
    ("file", "without", "told"),
    [
        ("kernels.py", "legal", "none of its files has legal"),
        ("kernels.py", "apply", "none of its files has apply"),
        ("kernels.py", "make_rules", "kernels.py has no make_rules"),
        ("view.py", "SHOWCASE", "none of its files has SHOWCASE"),
        ("rules.md", "", "rules.md is not there"),
    ],
)
def test_a_part_that_lacks_is_named(tmp_path: Path, file: str, without: str, told: str) -> None:
    folder = Path(shutil.copytree(GAMES_FOLDER / "y", tmp_path / "y"))
    if without:
        misspell(folder / file, without)
    else:
        (folder / file).unlink()
    assert told in missing(folder)


@pytest.mark.parametrize("name", ["legal", "_follow"])
def test_a_function_that_compiled_code_calls_is_marked(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "y"
    folder.mkdir()
    marked = "@kernel\ndef legal():\n    return _follow()\n\n@inlined\ndef _follow():\n    pass\n"
    (folder / "kernels.py").write_text(marked)
    assert unmarked(folder) == []
    text, count = re.subn(rf"@\w+\n(def {name}\b)", r"\1", marked)
    assert count == 1
    (folder / "kernels.py").write_text(text)
    assert unmarked(folder) == [name]


def test_what_is_only_imported_from_the_contract_lacks(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(GAMES_FOLDER / "y", tmp_path / "y"))
    misspell(folder / "kernels.py", "apply")
    (folder / "turns.py").write_text("from skerry.games.contract import apply\n")
    assert missing(folder) == ["none of its files has apply"]


@pytest.mark.parametrize(
    ("file", "name"),
    [("kernels.py", "playout"), ("kernels.py", "has_sets"), ("kernels.py", "stones_help")],
)
def test_a_misspelled_name_that_a_default_would_hide_is_named(
    tmp_path: Path, file: str, name: str
) -> None:
    folder = Path(shutil.copytree(GAMES_FOLDER / "y", tmp_path / "y"))
    misspell(folder / file, name)
    assert missing(folder) == []
    assert unasked(folder) == [f"{file}: OTHER_{name}"]


def misspell(file: Path, name: str) -> None:
    text = file.read_text(encoding="utf-8")
    wrong = re.sub(rf"^(def )?{name}\b", rf"\1OTHER_{name}", text, flags=re.MULTILINE)
    assert wrong != text
    file.write_text(wrong, encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_the_game_has_golden_games_a_reference_and_a_rules_page(name: str) -> None:
    assert (GOLDEN / f"{name}.jsonl.gz").exists(), f"run tests.reference.make_golden {name}"
    assert sum(1 for _ in golden_games(name)) >= LEAST_GOLDEN_GAMES
    assert name in REFERENCE_GAMES, f"tests/reference/{name}.py lacks, or its PERFT"
    assert "## A turn" in rulebook.page(name)


@pytest.mark.parametrize("name", NAMES)
def test_golden_games_and_perft_try_every_option(name: str) -> None:
    """An option that neither ever changes is an option that nothing independent has checked."""
    given = [golden["options"] for golden in golden_games(name)]
    given += [dict(case.options) for case in PERFT[name]]
    seen: dict[str, set[object]] = {}
    for options in given:
        for option, value in as_then(name, options).options:
            seen.setdefault(option, set()).add(value)
    assert [option for option, values in seen.items() if len(values) == 1] == []


@pytest.mark.kernels
@pytest.mark.parametrize("name", NAMES)
def test_golden_games_replay_with_the_same_legal_actions_players_and_winner(name: str) -> None:
    for index, golden in enumerate(golden_games(name)):
        game = as_then(name, golden["options"])
        position = game.start(setup=golden.get("setup"))
        steps = zip(golden["steps"], golden["legal"], golden["players"], strict=True)
        for number, (step, legal, player) in enumerate(steps):
            where = f"{name}, game {index}, step {number}"
            assert position.player == player, where
            texts = [game.format_action(action) for action in position.legal_actions()]
            assert sorted(texts) == legal, where
            position = position.apply(game.parse_action(step))
        outcome = position.outcome
        assert outcome is not None, f"{name}, game {index} goes on"
        winner = "draw" if outcome.winner is None else outcome.winner
        assert winner == golden["winner"], f"{name}, game {index}"
        assert position.legal_actions() == []


@pytest.mark.parametrize("name", NAMES)
def test_a_game_that_can_be_drawn_tells_the_solver(name: str) -> None:
    for golden in golden_games(name):
        if golden["winner"] == "draw":
            assert may_be_drawn(as_then(name, golden["options"]).rules), "say may_be_drawn"


@pytest.mark.kernels
@pytest.mark.parametrize("name", NAMES)
def test_legal_actions_ascend_and_stay_within_the_action_numbers(name: str) -> None:
    position, rng = start_of(name), Random(1)
    for _ in range(200):
        if position.is_over:
            break
        legal = position.legal_actions()
        assert legal
        assert legal == sorted(set(legal))
        assert legal[0] >= 0
        assert legal[-1] < position.game.rules.num_actions
        position = position.apply(rng.choice(legal))


@pytest.mark.kernels
@pytest.mark.parametrize("name", NAMES)
def test_every_action_that_is_not_legal_is_refused_with_a_rule(name: str) -> None:
    position, rng = start_of(name), Random(2)
    rules = {"C", *re.findall(r"\b([A-Z]+)-\d", rulebook.page(name))}
    num_refused = 0
    for _ in range(12):
        if position.is_over:
            break
        legal = position.legal_actions()
        others = [a for a in range(position.game.rules.num_actions) if a not in legal]
        for action in rng.sample(others, min(25, len(others))):
            with pytest.raises(skerry.IllegalActionError) as refusal:
                position.apply(action)
            rule = RULE.fullmatch(refusal.value.rule)
            assert rule is not None
            assert rule[1] in rules
            assert not RULE.search(str(refusal.value))
            num_refused += 1
        position = position.apply(rng.choice(legal))
    assert num_refused > 20


@pytest.mark.kernels
@pytest.mark.parametrize("name", NAMES)
def test_playouts_end_the_game_and_leave_their_start_alone(name: str) -> None:
    position = start_of(name)
    results = np.zeros(4, dtype=np.int64)
    state = position.state

    def play(number: int) -> None:
        dispatch.playouts(position.game.rules, state, generator(3), number, results)

    play(0)  # compiled here, not in the other process
    bounded(lambda: play(20), f"One of 20 playouts of {name} does not end.")
    play(20)
    assert results[0] == 0
    assert results.sum() == 20
    assert state.tobytes() == position.state.tobytes()
    copy = position.state
    dispatch.playout(position.game.rules, copy, generator(4), new_work(position.game.rules))
    assert copy[RESULT] != 0


@pytest.mark.kernels
@pytest.mark.parametrize("name", NAMES)
def test_a_sampled_turn_is_a_whole_legal_turn(name: str) -> None:
    position = start_of(name)
    for seed in range(5):
        actions = position.sample_turn(Random(seed))
        after = position.play_turn(position.game.format_turn(actions))
        assert after.turn == position.turn + 1
        assert position.num_turns() > 1


@pytest.mark.parametrize("name", NAMES)
def test_every_turn_is_seen_and_told_in_the_cells_it_was_played_in(name: str) -> None:
    view, rng, position = game_module(name), Random(4), start_of(name)
    num_told = 0
    for _ in range(20):
        if position.is_over:
            break
        turn = position.sample_turn(rng)
        steps = [view.step(position, decode_action(position.game, action)) for action in turn]
        proposed = draw.advice(position, [turn])
        seen_steps = [one for one in steps if one]
        num_proposed = sum(1 + one.is_mutual for one in seen_steps if not one.is_crossed)
        assert proposed.count("data-proposed=") == num_proposed
        assert ("advice-case" in proposed) >= any(one.is_crossed for one in seen_steps)
        position = position.play_turn(position.game.format_turn(turn))
        done = [view.done(position, decode_action(position.game, action)) for action in turn]
        cells = {cell for one in done if one for cell in one.words}
        seen = see(position, turn)
        labels = [describe_cell(seen, cell) for cell in range(position.game.board.num_cells)]
        assert {cell for cell, label in enumerate(labels) if " last turn" in label} == cells
        root = ElementTree.fromstring(draw.board_svg(position, last=turn, standalone=False))
        marked = [one for one in root.iter() if "is-last" in one.get("class", "").split()]
        assert {one.get("aria-label") for one in marked} == {labels[cell] for cell in cells}
        num_told += len(cells)
    assert num_told > 0


@pytest.mark.parametrize("name", NAMES)
def test_the_game_is_complete_in_the_catalogue(name: str) -> None:
    entry = info(name)
    assert len(set(entry.colours)) == 2
    assert entry.summary.endswith(".")
    assert entry.author
    assert bool(entry.scores) == ("final_score" in offered(GAMES_FOLDER / name, KERNEL_FILES))
    for option in entry.options:
        assert option.help.endswith("."), option.name
        assert option.label, option.name
    assert STANDARD in entry.presets
    assert len({preset.name for preset in entry.presets}) == len(entry.presets)
    boards = [skerry.game(name, **preset.options).board.num_cells for preset in entry.presets]
    assert boards[0] == min(boards) < max(boards)
    assert len(new_state(skerry.game(name).rules)) == skerry.game(name).rules.state_size


@pytest.mark.parametrize("name", NAMES)
def test_a_click_on_a_cell_means_one_kind_of_action(name: str) -> None:
    kinds = game_module(name).KINDS
    for content in ("vacant", "held"):
        meant = [kind for kind in kinds if kind.clicked_on in (content, "any")]
        numbers = [kind.num_cells for kind in meant]
        assert numbers.count(1) == 1, f"a click on a {content} cell"
        assert len(set(numbers)) == len(numbers), f"a second click on a {content} cell"
    assert {kind.clicked_on for kind in kinds} <= {"", "vacant", "held", "any"}


@pytest.mark.kernels
@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_is_told_in_words(name: str) -> None:
    position, rng = start_of(name), Random(5)
    game = position.game
    words = game_module(game.name)
    while not position.is_over:
        for colour in (1, 2):
            assert all(line.label and line.value for line in words.standing_lines(position, colour))
            assert words.standing_words(position.standings[colour - 1])
        assert all(words.counters(position))
        turn = position.turn
        actions = position.sample_turn(rng)
        for count, action in enumerate(actions):
            assert words.turn_help(position, count)
            position = position.apply(action)
        assert position.turn > turn or position.is_over
        decoded = [decode_action(game, action) for action in actions]
        told = words.turn_words(game, decoded)
        for what in decoded:
            for cell in what.cells:
                assert game.board.names[cell] in told, told
            if kind_of(game, what).colour:
                assert game.info.colours[kind_of(game, what).colour - 1] in told, told
