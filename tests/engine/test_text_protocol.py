"""The text protocol: whole conversations, what each command refuses, and that nothing breaks it."""

import io
import re
import subprocess
import sys
import time
from collections.abc import Iterable
from functools import partial
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.engine.client import LONGEST_LINE, Overlong, read_lines
from skerry.engine.text_protocol import COMMANDS, Clock, TextEngine
from skerry.games.catalogue import GAMES
from skerry.levels import LEVELS, RECIPES, Recipe
from skerry.search.search import Search
from tests.strategies import few

ANSWER = re.compile(r"[=?][0-9]*( [^\n]+(\n[^\n]+)*)? ?\n\n")


def said(lines: Iterable[str], seed: int | None = 1) -> list[str]:
    """All answers to some lines."""
    answers: list[str] = []
    TextEngine(seed, write=answers.append).serve(lines)
    return answers


def talk(*lines: str, seed: int | None = 1) -> list[str]:
    """Answers, without the signs of the protocol where they succeed."""
    answers = said(lines, seed)
    assert all(ANSWER.fullmatch(answer) for answer in answers), answers
    return [a[1:].strip() if a.startswith("=") else a.strip() for a in answers]


def test_a_game_is_played_and_scored() -> None:
    assert talk(
        "game kitaran size=3 komi=0.5",
        "play a1",
        "play white b1",
        "play black c3",
        "to_move",
        "undo",
        "to_move",
        "final_score",
        "position",
    ) == [
        "",
        "",
        "",
        "",
        "white",
        "",
        "black",
        "? the game goes on.",
        f"{skerry.game('kitaran', size=3, komi=0.5)} | 3/3/bw1 | player=0 first=0 turn=2 "
        "conversions=0 frozen=b1",
    ]


def test_ids_comments_and_control_characters() -> None:
    engine = TextEngine(1)
    assert engine.answer("12 name") == "=12 Skerry\n\n"
    assert engine.answer("12 nonsense # why not") == (
        "?12 unknown command 'nonsense'; list_commands tells which there are.\n\n"
    )
    assert engine.answer("\tknown_command\tplay\x07") == "= true\n\n"
    assert engine.answer("known_command dance") == "= false\n\n"
    assert engine.answer("# nothing") is None
    assert engine.answer("   ") is None
    assert engine.answer("7") == "?7 There is no command.\n\n"
    assert engine.answer("protocol_version") == "= 2\n\n"


def test_every_command_is_listed_and_refuses_nonsense_politely() -> None:
    (listed,) = talk("list_commands")
    assert listed.split("\n") == list(COMMANDS)
    for command in COMMANDS:
        if command == "genmove":
            continue
        for arguments in ("", "-1", "x y z w", "9" * 30, "¿", "size=", "=", "1e9", "nan"):
            (answer,) = said([f"{command} {arguments}"])
            assert ANSWER.fullmatch(answer), (command, arguments, answer)


@pytest.mark.parametrize("name", [info.name for info in GAMES])
def test_the_engine_plays_whole_games_against_itself(name: str) -> None:
    engine = TextEngine(3)
    for line in (f"game {name}", "playouts 2"):
        assert (engine.answer(line) or "").startswith("=")
    position = engine.position
    for _ in range(400):
        answer = engine.answer("genmove")
        assert answer is not None
        if answer == "? the game is over.\n\n":
            break
        position = position.play_turn(answer[2:].strip())
        assert engine.position == position
    assert position.is_over
    (score,) = [engine.answer("final_score")]
    assert re.fullmatch(r"= (0|[A-Z]\+[0-9.]* [a-z]+)\n\n", score or "")


def test_reg_genmove_leaves_the_board_alone() -> None:
    engine = TextEngine(1)
    engine.answer("playouts 10")
    before = engine.position
    turn = engine.answer("reg_genmove white")
    assert engine.position == before
    assert before.play_turn((turn or "")[2:].strip()).turn == before.turn + 1


def test_boards_and_options() -> None:
    engine = TextEngine(1)
    engine.answer("game kitaran cycle_limit=7")
    engine.answer("komi 2.5")
    assert engine.answer("game") == f"= {skerry.game('kitaran', komi=2.5, cycle_limit=7)}\n\n"
    engine.answer("boardsize 4")
    assert engine.answer("game") == f"= {skerry.game('kitaran', size=4)}\n\n"
    assert talk("boardsize 99")[0].startswith("? spry: option size=99 is not possible")
    assert talk("game syrtis", "boardsize 5")[1].startswith("? syrtis: there is no option 'size'")
    assert talk("komi 3") == ["? spry has no komi."]
    assert talk("game spry name=byg")[0].startswith("? spry: there is no option 'name'")
    assert talk("game chess")[0].startswith("? There is no game 'chess'")
    assert len(talk("games")[0].split("\n")) == len(GAMES)


def test_set_ups_are_drawn_and_positions_set() -> None:
    texts = [
        talk("game syrtis board=minor", f"clear_board {seed}", "position")[2] for seed in (1, 2)
    ]
    assert texts[0] == skerry.game("syrtis", board="minor").start(seed=1).text
    assert texts[0] != texts[1]
    assert talk("clear_board 5") == ["? spry starts on an empty board; it takes no seed."]
    text = skerry.game("byg", size=3).start().play("a1").text
    assert talk(f"set_position {text}", "position", "num_turns")[1:] == [text, "18"]
    assert talk("set_position rubbish")[0].startswith("? ")


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("play z9",), "z9"),
        (("play end",), "at least one stone"),
        (("play black a1",), "black is not to move, but white."),
        (("genmove black",), "black is not to move"),
        (("genmove white a1",), "takes the colour to move, or nothing"),
        (("undo",), "cannot undo"),
        (("level 12",), "levels are 1 to 11"),
        (("playouts 0",), "1 to 1,000,000,000 playouts"),
        (("seconds 0",), "0.02 to 86400 seconds"),
        (("time_left white 5",), "takes a colour, seconds, and turns"),
        (("time_left green 5 0",), "white and black"),
        (("play",), "This takes a turn"),
    ],
)
def test_what_cannot_be_done_says_why(lines: tuple[str, ...], says: str) -> None:
    assert says in talk(*lines)[-1]
    assert talk(*lines)[-1].startswith("?")


def test_the_time_left_is_shared_out_among_the_turns_that_are_still_to_come() -> None:
    start = skerry.game("kitaran").start()
    assert Clock(100.0, 0).budget(start) == 5.0
    assert Clock(10.0, 4).budget(start) == 2.5
    assert Clock(10.0, 1).budget(start) == pytest.approx(9.9)
    assert Clock(0.0, 0).budget(start) == 0.02


def test_no_turn_takes_more_than_a_third_of_the_time() -> None:
    for size in (3, 5):
        position = skerry.game("spry", size=size).start()
        while not position.is_over:
            assert Clock(90.0, 0).budget(position) <= 30.0
            position = position.play_turn(
                position.game.format_turn(position.sample_turn(Random(position.turn)))
            )


@pytest.mark.parametrize("name", ["spry", "sytran", "byg"])
def test_a_game_of_usual_length_takes_most_of_the_time_and_a_long_one_never_all(name: str) -> None:
    game = skerry.game(name)
    usual = round(game.info.turns_per_cell * game.rules.num_cells)
    draws, left, position = Random(1), 100.0, game.start()
    budgets = []
    while not position.is_over:
        if position.turn % 2 == 0:
            budgets.append(Clock(left, 0).budget(position))
            left -= budgets[-1]
        if position.turn == usual:
            assert 2.0 < left < 40.0
        position = position.play_turn(game.format_turn(position.sample_turn(draws)))
    assert budgets[0] >= 5.0
    assert left > 0.0


@pytest.mark.alone
def test_the_time_left_is_kept_to() -> None:
    engine = TextEngine(1)
    for line in ("game spry size=3", "playouts 5", "reg_genmove", "seconds 30", "time_left w 2 0"):
        assert (engine.answer(line) or "").startswith("=")
    began = time.perf_counter()
    engine.answer("genmove")
    assert time.perf_counter() - began < 2


@pytest.mark.parametrize("strength", ["level 10", "playouts 1000000"])
def test_a_level_keeps_to_the_clock_too(strength: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock goes on by a second whenever it is asked."""
    many = [Recipe(playouts=1_000_000)] * len(LEVELS)
    monkeypatch.setitem(RECIPES, "spry", many)
    monkeypatch.setattr(
        "skerry.engine.text_protocol.time", SimpleNamespace(monotonic=partial(next, count()))
    )
    grow, made = Search._grow, 0

    def counted(self: Search, *given: Any) -> int:
        nonlocal made
        playouts = grow(self, *given)
        made += playouts
        assert made < 1000
        return playouts

    monkeypatch.setattr(Search, "_grow", counted)
    engine = TextEngine(1)
    for line in ("game spry size=3", strength, "time_left w 0.4 0"):
        assert (engine.answer(line) or "").startswith("=")
    assert (engine.answer("genmove w") or "").startswith("=")
    assert made > 0


def test_levels_play() -> None:
    assert not talk("game byg size=3", "level 1", "genmove")[2].startswith("?")


def test_nothing_is_answered_after_quit() -> None:
    assert talk("quit", "name") == [""]


# --- lines ----------------------------------------------------------------------------------------


def test_lines_too_long_are_told_and_the_next_one_is_whole() -> None:
    stream = io.BytesIO(b"name\n" + b"x" * (3 * LONGEST_LINE + 5) + b"\nversion\r\nlast")
    lines = list(read_lines(stream))
    assert [str(line) for line in lines] == ["name", "", "version", "last"]
    assert [isinstance(line, Overlong) for line in lines] == [False, True, False, False]
    assert TextEngine(1).answer(lines[1]) == "? A line holds at most 65,536 bytes.\n\n"


def test_a_line_of_just_the_length_is_whole() -> None:
    stream = io.BytesIO(b"y" * LONGEST_LINE + b"\n" + b"z" * LONGEST_LINE)
    assert [len(line) for line in read_lines(stream)] == [LONGEST_LINE, LONGEST_LINE]


# --- fuzz -----------------------------------------------------------------------------------------

WORDS = st.one_of(
    st.sampled_from(
        [*COMMANDS, "white", "black", "a1", "c3,d4", "swap", "end", "pass", "b3*", "7"]
    ),
    st.sampled_from([info.name for info in GAMES]),
    st.sampled_from(
        ["size=2", "size=3", "komi=1", "board=minor", "swap=on", "-1", "0", "3", "0.1"]
    ),
    st.text(max_size=12),
)
LINES = st.one_of(st.lists(WORDS, max_size=4).map(" ".join), st.text(max_size=60))


@few
@given(st.lists(LINES, max_size=12))
def test_no_line_brings_the_engine_down(lines: list[str]) -> None:
    engine = TextEngine(1)
    engine.answer("playouts 2")
    for line in lines:
        if "level" in line or "seconds" in line or "num_turns" in line:
            continue  # these may rightly take a while
        answer = engine.answer(line)
        assert answer is None or ANSWER.fullmatch(answer), (line, answer)
        assert skerry.position(engine.position.text) == engine.position
    engine.quitting = False
    assert engine.answer("protocol_version") == "= 2\n\n"


@few
@given(st.binary(max_size=200))
def test_no_bytes_bring_the_reader_down(data: bytes) -> None:
    for answer in said(read_lines(io.BytesIO(data))):
        assert ANSWER.fullmatch(answer)


# --- a process ------------------------------------------------------------------------------------


def test_a_real_process_answers_and_ends() -> None:
    noise = (
        bytes(Random(1).randrange(256) for _ in range(300)).replace(b"\n", b"").replace(b"#", b"")
    )
    said = b"1 name\n" + noise + b"\n" + b"z" * 200_000 + b"\n2 play a1\n3 quit\n4 name\n"
    command = [sys.executable, "-m", "skerry", "engine", "--seed", "1"]
    done = subprocess.run(command, input=said, capture_output=True, timeout=600, check=False)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    answers = done.stdout.decode().split("\n\n")[:-1]
    assert answers[0] == "=1 Skerry"
    assert answers[1].startswith("?")
    assert answers[2:] == ["? A line holds at most 65,536 bytes.", "=2 ", "=3 "]


TYPES = (
    *("null", "true", "0", "-0", "1.0", "2.5", "1e0", "1e300", "1e400", "NaN", "nan", "inf"),
    *("-inf", "9" * 5_000, "1_0", "0x10", "٣", "²", "[]", "[0.0]", "{}", '"', "\\", "\ud800"),
    *("[" * 5_000, "x" * 5_000, "=" * 50, "a1," * 900, "a1,a1", "-1", "--", "size=1e400"),
    *("size=" + "9" * 5_000, "komi=nan", "size=3.0", "size=true", "size=3 size=4", "white NaN 1"),
    *("white 5 1.5", "white 1e9 1", "white 5 " + "9" * 5_000, "\ufffd", "a\u2028b", "\u202e"),
)


@pytest.mark.parametrize("command", sorted({*COMMANDS, "", "nonsense"} - {"quit"}))
def test_every_type_after_every_command_is_answered(command: str) -> None:
    """In a sentence, and by no fault of the engine's own; and the next command works."""
    engine = TextEngine(1)
    for number, words in enumerate(TYPES):
        for line in ("game byg size=3", "playouts 2", f"{number} {command} {words}"):
            answer = engine.answer(line)
            assert answer is None or ANSWER.fullmatch(answer), (line, answer)
            assert "a fault of its own" not in (answer or ""), (line, answer)
        assert answer is not None
        assert answer[1:].startswith(str(number)), (line, answer)
    assert engine.answer("name") == "= Skerry\n\n"
