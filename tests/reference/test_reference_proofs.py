"""The stored proofs, and proofs that are none."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.reference.proofs import FOLDER, Claim, ProofError, check, check_patterns, read

SPRY_3 = FOLDER / "spry-size=3.jsonl.gz"


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.name)
def test_a_stored_proof_is_accepted(path: Path) -> None:
    assert check(path)


def test_what_is_proven() -> None:
    claims = [read(path)[0] for path in sorted(FOLDER.iterdir())]
    assert [(one.game, one.options["size"], one.winner, one.turns) for one in claims] == [
        ("spry", 3, 0, []),
        ("spry", 4, 0, []),
    ]


def changed(change: Callable[[list[Any]], Any]) -> tuple[Claim, list[Any]]:
    """The proof of Spry 3 with something wrong in it."""
    claim, steps = read(SPRY_3)
    steps = deepcopy(steps)
    change(steps)
    return claim, steps


def first_with_answers(steps: list[Any]) -> Any:
    return next(step for step in steps if step[3])


def drop_a_cell(steps: list[Any], part: int, number: int) -> None:
    steps[number][part] = steps[number][part].partition(" ")[2]


@pytest.mark.parametrize("number", range(10))
def test_no_part_of_a_pattern_can_be_left_out(number: int) -> None:
    """But for what lies beside the board of a pattern: each answer and each cell is needed."""
    claim, steps = read(SPRY_3)
    for part in (0, 1, 2):
        for cell in steps[number][part].split():
            less = deepcopy(steps)
            less[number][part] = " ".join(c for c in steps[number][part].split() if c != cell)
            with pytest.raises(ProofError):
                check_patterns(claim, less)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda steps: first_with_answers(steps)[3].pop(0), "nothing answers"),
        (lambda steps: first_with_answers(steps).__setitem__(3, []), "does not connect"),
        (lambda steps: first_with_answers(steps).__setitem__(3, [99]), "99 is not one of"),
        (lambda steps: first_with_answers(steps).__setitem__(3, [-1]), "-1 is not one of"),
        (lambda steps: steps[0].__setitem__(2, "z9"), "not cells of the board"),
        (lambda steps: steps[0].__setitem__(0, steps[0][1]), "lies on the carrier"),
        (lambda steps: steps[0].__setitem__(1, ""), "leaves the carrier"),
        (lambda steps: steps.__setitem__(-1, [0]), "needs other stones"),
        (lambda steps: steps.__setitem__(-1, []), "by one pattern"),
    ],
)
def test_a_wrong_proof_is_refused(change: Callable[[list[Any]], Any], why: str) -> None:
    with pytest.raises(ProofError, match=why):
        check_patterns(*changed(change))


def test_a_turn_of_too_many_stones_is_refused() -> None:
    """SPRY-2: with the centre a turn has one stone."""
    claim, steps = read(SPRY_3)
    steps[0][1] = steps[0][2] = "a1 c3 e3 a3"
    with pytest.raises(ProofError, match="too many stones"):
        check_patterns(claim, steps)


@pytest.mark.parametrize(
    ("turns", "winner", "why"),
    [
        (["b2"], 0, "nothing answers|needs other stones|needs more room"),
        ([], 1, "nothing answers|needs"),
    ],
)
def test_a_proof_of_another_position_is_refused(turns: list[str], winner: int, why: str) -> None:
    claim, steps = read(SPRY_3)
    with pytest.raises(ProofError, match=why):
        check_patterns(claim._replace(turns=turns, winner=winner), steps)


def test_who_may_swap_may_win() -> None:
    claim, steps = read(SPRY_3)
    options = claim.options | {"swap": True}
    with pytest.raises(ProofError, match="swap"):
        check_patterns(claim._replace(options=options, turns=["a1"]), steps)


def test_a_line_of_a_file_is_a_step() -> None:
    claim, steps = read(SPRY_3)
    assert json.loads(json.dumps(claim._asdict())) == claim._asdict()
    assert len(steps[-1]) == 1
