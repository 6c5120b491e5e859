"""Solves the boards and endgames of docs/solved.md, and writes that page.

    python -m bench.solved                     # what is not in bench/solved.json yet
    python -m bench.solved --only spry --seconds 3600 --memory 4000 --again
    python -m bench.solved --write             # only the page, from what is known

Every answer is added to bench/solved.json as soon as it is there, so a long run may be stopped.
"""

import argparse
import json
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import skerry
from skerry.search.solver import Solution, solve
from tests.reference import reference_game
from tests.reference.minimax import ByReference, Minimax, TooManyPositionsError, for_mover

ROOT = Path(__file__).parents[1]
KNOWN = ROOT / "bench" / "solved.json"
PAGE = ROOT / "docs" / "solved.md"
MOST_CELLS = 9  # of an empty board that plain minimax is tried on; larger ones are far beyond it
MOST_POSITIONS = 10_000  # that it looks into behind an endgame

Options = dict[str, int | float | bool | str]

_SPRY: list[Options] = [{"size": size} for size in (2, 3, 4)]
_SYTRAN: list[Options] = [
    {"size": size, "penalty": penalty, "swap": swap}
    for swap in (False, True)
    for size in (2, 3)
    for penalty in (0, 2, 4)
]
_BYG: list[Options] = [{"size": size} for size in (2, 3)]
_KITARAN: list[Options] = [
    {"size": size, "komi": komi, "cycle_limit": limit, "cycle": cycle}
    for cycle in ("place", "draw")
    for size, komi, limit in ((3, 0, 2), (3, 0, 18), (3, 0.5, 18), (4, 0, 32), (4, 0.5, 32))
]

BOARDS = {"spry": _SPRY, "sytran": _SYTRAN, "byg": _BYG, "kitaran": _KITARAN}
"""Empty boards."""

ENDGAMES = (
    "syrtis board=minor stall_limit=1 | c1c1/S1Cs/CsS1/sSC1 | player=0 first=1 turn=11 phase=play"
    " light=a4,d3 dark=a2,c3 sunk=2,0 passes=0,0 sinker=light calm=0",
    "syrtis board=minor stall_limit=1 | 1c2/1SCS/cs2/sCs1 | player=0 first=0 turn=18 phase=play"
    " light=a2,b4 dark=c3,d3 sunk=0,3 passes=0,0 sinker=dark calm=0",
    "syrtis board=minor stall_limit=100 | c1c1/S1Cs/CsS1/sSC1 | player=0 first=1 turn=11 phase=play"
    " light=a4,d3 dark=a2,c3 sunk=2,0 passes=0,0 sinker=light calm=0",
    "syrtis board=minor stall_limit=100 | 1c2/1SCS/cs2/sCs1 | player=0 first=0 turn=18 phase=play"
    " light=a2,b4 dark=c3,d3 sunk=0,3 passes=0,0 sinker=dark calm=0",
    "syrtis board=minor stall_limit=100 | c1s1/cSCS/1sc1/sCs1 | player=0 first=0 turn=14 phase=play"
    " light=a3,a4 dark=c3,d3 sunk=0,1 passes=0,0 sinker=dark calm=2",
    "syrtis board=minor stall_limit=100 | ScsS/sCSC/scsC/cCSc | player=1 first=1 turn=2 phase=play"
    " light=d1,d3 dark=a4,c3 sunk=0,0 passes=0,0 sinker=- calm=0",
    "syrtis board=major stall_limit=100 | 7/5c1/sCCSCC1/S1C2c1/c3ss1/3sS2/7 | player=0 first=1"
    " turn=85 phase=play light=b5,f5 dark=c4,f3 sunk=0,2 passes=0,0 sinker=dark calm=11",
    "syrtis board=square stall_limit=100 | S1sCcS/SCC2s/Sc3C/1Ss2c/C1S2c/cSsc1s | player=1 first=0"
    " turn=59 phase=play light=c1,d1 dark=b1,f1 sunk=0,3 passes=0,0 sinker=dark calm=25",
)
"""Syrtis late in the game, from random play."""


@dataclass(frozen=True)
class Answer:
    """One line of the page."""

    position: str
    to_act: str  # colour
    value: str | None  # of whoever is to act
    certain: str  # what is known where the value is not
    turn: str | None
    nodes: int
    seconds: float
    minimax: str | None  # the value that plain minimax found, None where there are too many
    machine: str


def answer(position: skerry.Position, seconds: float, memory: int) -> Answer:
    """Solve a position, and see whether plain minimax agrees."""
    solution = solve(position, seconds=seconds, table_bytes=memory << 20)
    plain = by_minimax(position)
    if plain is not None and solution.value not in (None, plain):
        raise AssertionError(f"{position.text}: solver {solution.value}, minimax {plain}")
    return Answer(
        position=position.text,
        to_act=str(position.colour),
        value=solution.value,
        certain=certain(solution),
        turn=None if solution.turn is None else position.game.format_turn(solution.turn),
        nodes=solution.nodes,
        seconds=round(solution.seconds, 2),
        minimax=plain,
        machine=f"{platform.machine()}, Python {platform.python_version()}",
    )


def certain(solution: Solution) -> str:
    """What is proven of a value."""
    return f"at least {solution.at_least}, at most {solution.at_most}"


def by_minimax(position: skerry.Position) -> str | None:
    """The value by trying everything, None where that is too much.

    From an empty board by the reference rules, which share no code with those that are solved.
    """
    if position.turn == 0:
        if position.game.rules.num_cells > MOST_CELLS:
            return None
        reference = reference_game(position.game.name, dict(position.game.options))
        start = ByReference(reference, reference.start())
        return for_mover(start, Minimax[ByReference[Any]]().value(start))
    try:
        return for_mover(position, Minimax[skerry.Position](MOST_POSITIONS).value(position))
    except (TooManyPositionsError, RecursionError):
        return None


def load() -> dict[str, Answer]:
    """Answers by position, whose texts name the options that came after they were written too."""
    if not KNOWN.is_file():
        return {}
    found = [Answer(**one) for one in json.loads(KNOWN.read_text("utf-8"))]
    texts = [skerry.position(one.position).text for one in found]
    return {text: replace(one, position=text) for text, one in zip(texts, found, strict=True)}


def save(known: dict[str, Answer]) -> None:
    """Write all answers."""
    lines = ",\n".join(json.dumps(asdict(one)) for one in known.values())
    KNOWN.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def page(known: dict[str, Answer], asked: Sequence[str]) -> str:
    """The page, with the answers in the order of what is asked."""
    rows = [row(known[text]) for text in asked if text in known]
    return "\n".join(
        [
            "# Solved boards and endgames",
            "",
            "Made by `python -m bench.solved`; `skerry solve` gives any of these again. A value is",
            "that of the colour to act, with best play of both; the turn is one that keeps it. A",
            "*node* is a state whose actions were looked into, an unfinished turn counting as one;",
            "for Kitaran, which is solved backwards from the full board, a board up to symmetry,",
            "whoever is to act and whatever is protected there; for Spry, where proof-number",
            "search gives up, a board for which a pattern was looked for",
            "(`search/patterns.py`).",
            "",
            "Some have a proof on file (`python -m bench.prove`, `tests/reference/proofs`),",
            "which `python -m tests.reference.proofs` checks by the reference rules: in a",
            "second for Spry, in minutes for the others, of which the tests check a sample.",
            "",
            "In Spry it is a list of *patterns*: where one colour has certain stones, and the",
            "other none on certain cells, the first wins by this turn; and no reply lies on the",
            "cells of all patterns that may follow. For the empty board of 4 cells a side it",
            "takes 242. In Sytran and Byg it is a turn for each position that the winner may",
            "come to, up to symmetry, until six cells are vacant, from where the checker tries",
            "everything. White wins Sytran 3 with every penalty (from 20 on the groups alone",
            "decide), Black wins Byg 3 with every cap.",
            "",
            "In Kitaran it is a table: for each of the 5.9 million boards of 4 times 4 cells up",
            "to symmetry, after which placements a colour can have half of the cells in the end",
            "or more, with fewer than 32 conversions in a row. Either colour can have them from",
            "the start. So with no komi the game is drawn and with any komi White wins it,",
            "whatever `cycle` is.",
            "",
            "In Syrtis Minor it is who wins after 100 set-ups, towers placed and sides chosen by a",
            "search of 2,000 playouts: of the first 909 seeds those that the solver proves within",
            "30,000 nodes, and not in one turn. Light, who begins, wins 90 of them. Given are the",
            "winner's turns, 2,866 in all, in the order in which a walk through all replies asks",
            "for them; no position comes again below itself, so after at most 27 turns the game is",
            "won.",
            "",
            "The last column tells whether plain exhaustive minimax (`tests/reference/minimax.py`)",
            "gave the same value, for empty boards by the reference rules of `tests/reference`;",
            f"– for empty boards of more than {MOST_CELLS} cells, and for endgames with more than",
            f"{MOST_POSITIONS:,} positions behind them.",
            "Seconds are those of one core of a shared machine with other work beside it.",
            "",
            "With `swap=on` the second player takes the better side after the first turn, so where",
            "no draw is possible the one to act at the start always loses; that takes no search.",
            "",
            "| Position | To act | Value | A best turn | Nodes | Seconds | Minimax |",
            "|---|---|---|---|---:|---:|---|",
            *rows,
            "",
        ]
    )


def row(one: Answer) -> str:
    """One line of the table."""
    value = one.value or f"not solved: {one.certain}"
    turn = f"`{one.turn}`" if one.turn and one.value != "loss" else "–"
    start = skerry.position(one.position)
    game, board, _ = (part.strip() for part in one.position.split("|"))
    shown = f"{game}, empty" if start.turn == 0 else f"{game}: {board}"
    if start.turn > 0:
        shown = one.position.replace("|", "\\|")
    minimax = "agrees" if one.minimax else "–"
    return (
        f"| {shown} | {one.to_act} | {value} | {turn} | {one.nodes:,} | {one.seconds:,.1f} "
        f"| {minimax} |"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Solve what is asked for, then write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", help="positions whose text begins with this")
    parser.add_argument("--seconds", type=float, default=600, help="for each position")
    parser.add_argument("--memory", type=int, default=2000, help="MB for the table of proofs")
    parser.add_argument("--again", action="store_true", help="also what is known already")
    parser.add_argument("--write", action="store_true", help="solve nothing")
    given = parser.parse_args(arguments)
    asked = [
        skerry.game(name, **options).start().text
        for name, boards in BOARDS.items()
        for options in boards
    ]
    asked += ENDGAMES
    known = load()
    for text in asked:
        wanted = text.startswith(given.only) and (given.again or text not in known)
        if wanted and not given.write:
            print(text, file=sys.stderr)
            known[text] = answer(skerry.position(text), given.seconds, given.memory)
            print(f"  {row(known[text])}", file=sys.stderr)
            save(known)
    PAGE.write_text(page(known, asked), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
