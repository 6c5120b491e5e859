"""The stored proofs, and proofs that are none."""

from collections.abc import Callable
from copy import deepcopy
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import skerry
from bench.prove import Answers, prove_by_layers, write_proof
from tests.reference import proofs
from tests.reference.common import StonePosition, Two, play_all
from tests.reference.hexhex import HexHex
from tests.reference.kitaran import Kitaran, KitaranPosition
from tests.reference.minimax import ByReference, Minimax
from tests.reference.proofs import (
    FOLDER,
    Claim,
    Layers,
    ProofError,
    Turns,
    Walk,
    check,
    check_layers,
    check_patterns,
    check_set_up,
    check_set_ups,
    check_turns,
    read_proof,
    square_symmetries,
    symmetries,
)
from tests.reference.square import adjacent_cells
from tests.reference.syrtis import Syrtis, SyrtisPosition
from tests.reference.sytran import Sytran

SPRY_3 = FOLDER / "spry-size=3.jsonl.gz"
SAMPLE = 8  # of the positions of a proof by turns; the command checks all
SHORT = ("spry-size=3", "spry-size=4", "sytran-size=3-penalty=2-swap=off", "syrtis")
STORED = [
    pytest.param(
        path, id=path.name, marks=[] if path.name.startswith(SHORT) else pytest.mark.thorough
    )
    for path in sorted(FOLDER.iterdir())
]


@pytest.mark.parametrize("path", STORED)
def test_a_stored_proof_is_accepted(path: Path) -> None:
    assert check(path, SAMPLE)


def changed(change: Callable[[list[Any]], Any]) -> tuple[Claim, list[Any]]:
    """The proof of Spry 3 with something wrong in it."""
    claim, steps = read_proof(SPRY_3)
    steps = deepcopy(steps)
    change(steps)
    return claim, steps


def first_with_answers(steps: list[Any]) -> Any:
    return next(step for step in steps if step[3])


@pytest.mark.parametrize("number", range(10))
def test_no_part_of_a_pattern_can_be_left_out(number: int) -> None:
    """But for what lies beside the board of a pattern: each answer and each cell is needed."""
    claim, steps = read_proof(SPRY_3)
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
    claim, steps = read_proof(SPRY_3)
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
    claim, steps = read_proof(SPRY_3)
    with pytest.raises(ProofError, match=why):
        check_patterns(claim._replace(turns=turns, winner=winner), steps)


@pytest.mark.parametrize("turns", [[], ["a1"]])
def test_who_may_swap_may_win(turns: list[str]) -> None:
    """Also where the swap is still to come."""
    claim, steps = read_proof(SPRY_3)
    options = claim.options | {"swap": True}
    with pytest.raises(ProofError, match="swap"):
        check_patterns(claim._replace(options=options, turns=turns), steps)
    sytran = Claim("sytran", GAME | {"swap": True}, turns, 0, "turns")
    with pytest.raises(ProofError, match="swap"):
        check_turns(sytran, [])


@pytest.mark.parametrize(("game", "kind"), [("spry", "turns"), ("sytran", "patterns")])
def test_a_proof_that_does_not_suit_its_game_is_refused(
    tmp_path: Path, game: str, kind: str
) -> None:
    """Half of the symmetries do not keep the sides of Spry, and more stones may harm in Sytran."""
    path = tmp_path / "proof.jsonl.gz"
    write_proof(path, Claim(game, {"size": 2, "swap": False}, [], 0, kind), [])
    with pytest.raises(ProofError, match="nothing is known"):
        check(path)


# ---- turns ----

Proof = tuple[Claim, list[tuple[str, str]]]

GAME = {"size": 2, "penalty": 2, "swap": False}


def by_minimax(claim: Claim, last: int) -> list[tuple[str, str]]:
    """A turn that wins for each position of Sytran that the first colour may come to."""
    game, values = Sytran(claim.options), Minimax[ByReference[StonePosition]]()
    found, left = {}, [game.start()]
    while left:
        now = left.pop()
        if game.outcome(now) is not None or len(game.vacant(now)) <= last:
            continue
        after = game.turns(now)
        if now.colour != claim.winner:
            left += after.values()
            continue
        turn = next(t for t in after if values.value(ByReference(game, after[t])) == 1)
        board = "".join(
            "1" if cell in now.stones[0] else "2" if cell in now.stones[1] else "0"
            for cell in game.board.cells
        )
        found[board] = turn
        left.append(after[turn])
    return sorted(found.items())


@pytest.fixture
def small_proof(monkeypatch: pytest.MonkeyPatch) -> Proof:
    """A proof of Sytran 2 to its last three cells."""
    monkeypatch.setattr(proofs, "LAST", 3)
    claim = Claim("sytran", GAME, [], 0, "turns")
    return claim, by_minimax(claim, 3)


def test_a_turn_for_each_position_is_a_proof(
    small_proof: Proof,
) -> None:
    claim, steps = small_proof
    assert len(steps) > 5
    check_turns(claim, steps)
    for number in range(len(steps)):
        with pytest.raises(ProofError, match="has no turn"):
            check_turns(claim, without_its_images(claim, steps, number))


def without_its_images(
    claim: Claim, steps: list[tuple[str, str]], number: int
) -> list[tuple[str, str]]:
    """All steps but one, and those that are the same by a symmetry."""
    turns = Turns(claim, steps)
    keys = [turns._key(position) for position, _ in turns.steps]
    return [step for step, key in zip(steps, keys, strict=True) if key != keys[number]]


def test_a_turn_that_loses_is_no_proof(small_proof: Proof) -> None:
    """Played from an empty board, a1 loses here."""
    claim, steps = small_proof
    game, values = Sytran(GAME), Minimax[ByReference[StonePosition]]()
    losing = {
        turn
        for turn, after in game.turns(game.start()).items()
        if values.value(ByReference(game, after)) != 1
    }
    assert losing
    for turn in losing:
        wrong = [(board, turn if board == "0" * 7 else kept) for board, kept in steps]
        with pytest.raises(ProofError, match=r"has no turn|is not won"):
            check_turns(claim, wrong)


@pytest.mark.parametrize(
    ("turn", "why"),
    [("a1,b1", "not a legal turn"), ("z9", "not a legal turn"), ("", "not a legal")],
)
def test_a_turn_that_is_none_is_refused(small_proof: Proof, turn: str, why: str) -> None:
    claim, steps = small_proof
    with pytest.raises(ProofError, match=why):
        check_turns(claim, [(board, turn) for board, _ in steps])


def test_the_loser_proves_nothing(small_proof: Proof) -> None:
    claim, steps = small_proof
    with pytest.raises(ProofError):
        check_turns(claim._replace(winner=1), steps)
    with pytest.raises(ProofError, match="who wins"):
        check_turns(claim._replace(winner=None), steps)
    with pytest.raises(ProofError, match="who wins"):
        check_patterns(changed(lambda steps: None)[0]._replace(winner=None), read_proof(SPRY_3)[1])


@pytest.mark.parametrize("size", [2, 3, 4])
def test_there_are_twelve_symmetries(size: int) -> None:
    board = HexHex(size)
    maps = symmetries(board)
    assert len({tuple(sorted(each.items())) for each in maps}) == 12
    for each in maps:
        assert sorted(each.values()) == sorted(board.cells)
        for cell in board.cells:
            assert board.distance[each[cell]] == board.distance[cell]
            neighbours = frozenset(each[other] for other in board.neighbours[cell])
            assert neighbours == board.neighbours[each[cell]]


# ---- layers ----

LIMIT = 3  # conversions in a row, one more than may be made


@pytest.fixture(scope="module")
def small_layers() -> tuple[Claim, list[Any]]:
    """Those of Kitaran 3."""
    claim, steps = prove_by_layers(skerry.game("kitaran", size=3, cycle_limit=LIMIT).start())
    return claim, list(steps)


def check_all_layers(claim: Claim, steps: list[Any]) -> None:
    layers = Layers(claim, steps)
    layers._placements(0, 0)  # on the empty board
    for cells in layers.known:
        layers.check_layer(cells)


@pytest.mark.parametrize("least", [pytest.param(1, marks=pytest.mark.thorough), 8])
def test_layers_say_what_minimax_says(small_layers: tuple[Claim, list[Any]], least: int) -> None:
    """By the reference rules, on all boards with so many stones or more."""
    claim, steps = small_layers
    check_all_layers(claim, steps)
    game = Kitaran({"size": 3, "cycle_limit": LIMIT, "cycle": "draw"})
    values, names, differ = Minimax[ByReference[KitaranPosition]](), sorted(game.cells), set()
    for cells, sets in Layers(claim, steps).known.items():
        occupied = [name for number, name in enumerate(names) if cells >> number & 1]
        if len(occupied) < least:
            continue
        for board, won in enumerate(sets.tolist()):
            black = frozenset(cell for bit, cell in enumerate(occupied) if board >> bit & 1)
            white = frozenset(occupied) - black
            for bit, placed in enumerate(occupied):
                mover: Two = 1 if placed in black else 0
                fresh = frozenset({placed})
                after = KitaranPosition((black, white), mover, 0, False, fresh, 0)
                value = values.value(ByReference(game, after))
                assert (value == 1) == bool(won >> bit & 1)
                differ.add((len(occupied), value))
    assert {(9, 1), (9, -1), (8, 1), (8, -1)} <= differ


@pytest.mark.parametrize(("limit", "loser"), [(LIMIT, "Black"), (18, "White")])
def test_on_three_times_three_cells_one_cannot_have_half(limit: int, loser: str) -> None:
    """There are nine. Black wins (docs/solved.md), but not with two conversions in a row."""
    claim, steps = prove_by_layers(skerry.game("kitaran", size=3, cycle_limit=limit).start())
    with pytest.raises(ProofError, match=f"{loser} can't have half"):
        check_layers(claim, steps)


@pytest.mark.parametrize("number", [0, 5, 30, 60, 100])
def test_a_layer_that_is_wrong_or_missing_is_noticed(
    small_layers: tuple[Claim, list[Any]], number: int
) -> None:
    claim, steps = small_layers
    before, (cells, sets), behind = steps[:number], steps[number], steps[number + 1 :]
    for place in range(0, len(sets), 1 + len(sets) // 8):
        other = f"{int(sets[place], 16) ^ 1:x}"
        wrong = [cells, sets[:place] + other + sets[place + 1 :]]
        with pytest.raises(ProofError, match="is wrong"):
            check_all_layers(claim, [*before, wrong, *behind])
    with pytest.raises(ProofError, match="boards"):
        check_all_layers(claim, [*before, [cells, sets + "000"], *behind])
    with pytest.raises(ProofError, match="is missing"):
        check_all_layers(claim, [*before, *behind])


def test_layers_are_of_the_start_and_say_who_wins_to_nobody(
    small_layers: tuple[Claim, list[Any]],
) -> None:
    claim, steps = small_layers
    swapped = claim._replace(options=claim.options | {"swap": True})
    for wrong in (claim._replace(winner=1), claim._replace(turns=["a1"]), swapped):
        with pytest.raises(ProofError, match="only that from the start"):
            check_layers(wrong, steps)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_square_has_eight_symmetries(size: int) -> None:
    names = sorted(Kitaran({"size": size}).cells)
    maps = square_symmetries(names)
    assert len(set(map(tuple, maps))) == 8
    for images in maps:
        for cell, other in product(range(len(names)), repeat=2):
            is_adjacent = names[other] in adjacent_cells(names[cell])
            assert (names[images[other]] in adjacent_cells(names[images[cell]])) == is_adjacent


# ---- set-ups ----

SET_UPS = FOLDER / "syrtis-board=minor.jsonl.gz"


@pytest.fixture(scope="module")
def short_set_up() -> tuple[Syrtis, list[Any]]:
    """The shortest of those stored that take more than ten turns to be told."""
    claim, steps = read_proof(SET_UPS)
    long = [step for step in steps if len(step[3].split()) > 10]
    return Syrtis(claim.options), min(long, key=lambda step: len(step[3]))


def test_each_turn_of_a_set_up_is_needed(short_set_up: tuple[Syrtis, list[Any]]) -> None:
    game, (tiles, turns, side, answers) = short_set_up
    told = answers.split()
    assert 0 < check_set_up(game, tiles, turns, side, answers) < game.stall_limit
    for number in range(len(told)):
        with pytest.raises(ProofError):
            check_set_up(game, tiles, turns, side, " ".join(told[:number] + told[number + 1 :]))
    with pytest.raises(ProofError, match="more turns than positions"):
        check_set_up(game, tiles, turns, side, f"{answers} pass")
    with pytest.raises(ProofError, match="z9-z8 is no turn"):
        check_set_up(game, tiles, turns, side, f"z9-z8 {answers}")


def test_a_set_up_is_not_won_by_the_other_side(short_set_up: tuple[Syrtis, list[Any]]) -> None:
    game, (tiles, turns, side, answers) = short_set_up
    with pytest.raises(ProofError):
        check_set_up(game, tiles, turns, 1 - side, answers)
    with pytest.raises(ProofError, match="the other side wins"):
        check_set_up(game, tiles, turns, 1 - side, "pass " * 10_000)


def test_who_wanders_has_not_won(short_set_up: tuple[Syrtis, list[Any]]) -> None:
    """A tower that goes to and fro would come to the same positions for ever (SYR-8)."""
    game, (tiles, turns, _, _) = short_set_up

    class ToAndFro(Walk):
        def most_turns(self, position: SyrtisPosition) -> int:
            moves = [turn for turn in sorted(game.turns(position)) if "-" in turn]
            self.answers = iter([*moves, "pass"])
            return super().most_turns(position)

    position = play_all(game, game.start(tiles), turns)
    with pytest.raises(ProofError, match="comes again"):
        ToAndFro(game, 0, ()).most_turns(position)


def test_a_proof_too_long_for_the_limit_is_refused(
    short_set_up: tuple[Syrtis, list[Any]],
) -> None:
    """SYR-11 would end the game before."""
    game, (tiles, turns, side, answers) = short_set_up
    longest = check_set_up(game, tiles, turns, side, answers)
    for limit in (longest, longest + 1):
        shorter = Syrtis({"board": "minor", "stall_limit": limit})
        if limit > longest:
            assert check_set_up(shorter, tiles, turns, side, answers) == longest
            continue
        with pytest.raises(ProofError, match="SYR-11"):
            check_set_up(shorter, tiles, turns, side, answers)


def test_set_ups_are_told_apart_and_none_is_wrong() -> None:
    claim, steps = read_proof(SET_UPS)
    steps = steps[:3]
    with pytest.raises(ProofError, match="comes twice"):
        check_set_ups(claim, [*steps, steps[0]])
    tiles, turns, side, answers = steps[1]
    with pytest.raises(ProofError, match="set-up 1: "):
        check_set_ups(claim, [steps[0], [tiles, turns, 1 - side, answers], steps[2]])
    with pytest.raises(ProofError, match="for each set-up"):
        check_set_ups(claim._replace(winner=0), steps)


@pytest.mark.thorough
def test_the_solver_proves_a_set_up_anew(short_set_up: tuple[Syrtis, list[Any]]) -> None:
    game, (tiles, turns, side, _) = short_set_up
    position = skerry.game("syrtis", board="minor").start(setup=tiles)
    for turn in turns:
        position = position.play_turn(turn)
    found = Answers(position)
    assert found.winner ^ (turns[-1] == "light") == side
    assert check_set_up(game, tiles, turns, side, " ".join(found.turns)) > 0
