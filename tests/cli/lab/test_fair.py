"""`skerry lab fair`: the table it prints, and what it refuses."""

import re
from pathlib import Path

import pytest

import skerry
from skerry.cli import main
from skerry.cli.exploring import parse_values
from skerry.errors import OptionError

Captured = pytest.CaptureFixture[str]
KOMI = ["lab", "fair", "kitaran", "-o", "size=3", "--option", "komi"]


def test_a_table_for_each_contestant_and_one_of_all(tmp_path: Path, capsys: Captured) -> None:
    told = ["--values", "0..3", "--players", "random", "--players", "random turns"]
    arguments = [*KOMI, *told, "--games", "1200", "--out", str(tmp_path / "fair")]
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    assert main(arguments) == 0  # nothing is left to play
    assert capsys.readouterr().out == printed
    blocks = printed.split("\n\n")
    assert len(blocks) == 4
    for block, player in zip(blocks, ("random", "random turns"), strict=False):
        lines = block.splitlines()
        rules = str(skerry.game("kitaran", size=3)).replace(" komi=0", "")
        assert lines[0] == f"{rules} | {player}"
        assert lines[1].split() == ["komi", "games", "Black", "wins", "95%", "interval"]
        share, end = r"\d+\.\d%", r"\d+\.\d"
        for line in lines[2:-1]:
            row = rf" +[0-3]  +1,[02]00  +{share}  +{end} to {end}(  clearly unfair)?"
            assert re.fullmatch(row, line)
        assert re.match(
            r"The fair komi is 0\.\d+ \(95% interval: 0\.\d+ to 0\.\d+\); the ", lines[-1]
        )
    table = [re.split("  +", line.strip())[0] for line in blocks[2].splitlines()]
    assert table == ["player", "random", "random turns"]
    assert re.fullmatch(r"\d,\d00 games in .*fair\.\n", blocks[3])


def test_a_search_that_is_stopped_says_how_to_go_on(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("skerry.lab.running.run_to_bytes", stopped)
    assert main([*KOMI, "--values", "0,1", "--out", str(tmp_path)]) == 1
    assert f"Stopped. The games are in {tmp_path}; the same command goes on." in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("0,0.5,1", (0, 0.5, 1)),
        (" 0, 3 ", (0, 3)),
        ("0..3", (0, 1, 2, 3)),
        ("0..1  step 0.5", (0, 0.5, 1)),
        ("0.5..1.6 step 0.5", (0.5, 1, 1.5)),
        ("0..0.3 step 0.1", (0, 0.1, 0.2, 0.3)),
        ("7", (7,)),
    ],
)
def test_values_are_read(text: str, values: tuple[float, ...]) -> None:
    assert parse_values(text) == values


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "--values '' are not numbers; write them as in 0,0.5,1 or 0..8 or 0..8 step 0.5."),
        ("0..", "--values '0..' are not numbers"),
        ("nan,1", "are not numbers"),
        ("1,,2", "are not numbers"),
        ("x" * 99, f"--values '{'x' * 57}...' are not numbers"),
        ("3..1", "--values '3..1' is empty; write it as in 0..8 step 0.5."),
        ("0..1 step 0", "is empty"),
        ("0..9999", "--values '0..9999' are 10,000; 1,000 may be tried."),
    ],
)
def test_other_values_are_refused(text: str, says: str) -> None:
    with pytest.raises(OptionError, match=re.escape(says)):
        parse_values(text)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["sytran", "--option", "penalty", "--values", "0..9"],
            "sytran has swap=on here, which makes it fair by itself: person 1 takes the better "
            "colour; give swap=off.",
        ),
        (
            ["kitaran", "--option", "komi=3", "--values", "0..9"],
            "--option names what is looked for, such as komi, and 'komi=3' gives a value; write "
            "-o komi=3.",
        ),
        (
            ["kitaran", "--option", "size", "--values", "2..9"],
            "kitaran: option size=2.0 is not possible; size must be a whole number from 3 to 19.",
        ),
        (
            ["go", "--option", "komi", "--values", "0..9"],
            "There is no game 'go'; the games are spry, sytran, byg, kitaran, syrtis, y.",
        ),
    ],
)
def test_errors_are_one_sentence(capsys: Captured, arguments: list[str], says: str) -> None:
    assert main(["lab", "fair", *arguments]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"skerry: {says}\n")


def test_the_folder_of_another_search_is_kept(tmp_path: Path, capsys: Captured) -> None:
    arguments = [*KOMI, "--values", "0,1", "--players", "random", "--out", str(tmp_path)]
    assert main([*arguments, "--games", "10"]) == 0
    capsys.readouterr()
    assert main([*arguments, "--games", "20"]) == 2
    assert "holds the results of another plan; give another folder by --out" in (
        capsys.readouterr().err
    )
