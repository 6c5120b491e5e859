"""The positions whose successors perft.json counts: starts and middles of small games."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.reference.syrtis import LAYOUTS

Setup = dict[str, str]


@dataclass(frozen=True)
class PerftCase:
    """A position, given by the whole turns that lead to it, and how far to look ahead from it."""

    game: str
    options: Mapping[str, Any]
    depth: int
    turns: str = ""  # whole turns that lead from the start to the position, a space between them
    setup: Setup | None = None


def parse_setup(board: str, rows: str) -> Setup:
    """A Syrtis set-up from the kinds of its tiles, rows from the bottom with `/` between them."""
    return {
        f"{column}{row}": kind
        for row, (columns, kinds) in enumerate(
            zip(LAYOUTS[board], rows.split("/"), strict=True), start=1
        )
        for column, kind in zip(columns, kinds.split(), strict=True)
    }


SPRY = [
    PerftCase("spry", {"size": 2}, 7),
    PerftCase("spry", {"size": 2, "swap": True}, 8),
    PerftCase("spry", {"size": 3}, 2),
    PerftCase("spry", {"size": 3, "swap": True}, 2),
    PerftCase("spry", {"size": 4}, 1),
    PerftCase("spry", {"size": 3}, 3, "a1,b1,e2 c1,e1,e3 b4,c5"),
    PerftCase("spry", {"size": 3, "swap": True}, 3, "a1,c5 swap b1,b2 a2,d1 c1,d3"),
]

Y = [
    PerftCase("y", {"size": 2}, 7),
    PerftCase("y", {"size": 2, "swap": True}, 8),
    PerftCase("y", {"size": 3, "swap": True}, 3),
    PerftCase("y", {"size": 4}, 2),
    PerftCase("y", {"size": 3, "swap": True}, 5, "c3 swap b2 c2 d2 b3 a1 d3 c5 e1"),
]

# Eight cells of number 3 are left: a turn of three, one of three, and the last two at once (SYT-3).
SYTRAN_NEAR_END = (
    "a3,g6 e6 e4 c4,d6 e5 d4 f4 d8,f8,h1 d5 f6,i1 f5 g4,h2 f3,g2 b2,e7 b3,e3 c2,e8 c3,d7 d3,h6"
    " d2,i4 f2,h5 f7,h4 g5,h3 b5,e2 c5,g3 b4,c6 a2,e1,g7 b1,g1,i3 c7,d1,f1"
)
SYTRAN = [
    PerftCase("sytran", {"size": 2, "penalty": 1}, 8),
    PerftCase("sytran", {"size": 2, "penalty": 0, "swap": False}, 7),
    PerftCase("sytran", {"size": 3, "penalty": 2, "swap": False}, 3),
    PerftCase("sytran", {"size": 3, "penalty": 3, "swap": True}, 2),
    PerftCase("sytran", {"size": 4, "penalty": 4}, 1),
    PerftCase("sytran", {"size": 5, "penalty": 4}, 1),
    PerftCase("sytran", {"size": 6, "penalty": 4}, 1),
    PerftCase("sytran", {"size": 3, "penalty": 1}, 6, "b4,e1 swap d1,e3 b1,c5 b3 a1,c1 a2,e2 c4"),
    PerftCase("sytran", {"size": 5, "penalty": 1}, 3, SYTRAN_NEAR_END),
]

BYG_MANY_GROUPS = "e3 e6 a3 d3 c2,d1 d5 b4,c1,g3 b3,g2 b5,e5,g4 a2,d4,f4 a1,d7,g1"
BYG_HIGH_CAP = "a4 b3 b4 e5 c5 d6,g4 f4 b1,f2,f5 c1,f1 a3,d5,e1,f3 b5,e2,g2 a2,d3 a1,c6,d1,e3,g3"
BYG = [
    PerftCase("byg", {"size": 2, "cap": 1}, 7),
    PerftCase("byg", {"size": 2, "cap": 3, "swap": True}, 8),
    PerftCase("byg", {"size": 2, "cap": 5}, 7),
    PerftCase("byg", {"size": 3, "cap": 1}, 4),
    PerftCase("byg", {"size": 3, "cap": 3}, 4),
    PerftCase("byg", {"size": 3, "cap": 5, "swap": True}, 3),
    PerftCase("byg", {"size": 3, "cap": 5}, 3, "a2 b1 b2 d3 e2 a1,d2"),
    PerftCase("byg", {"size": 4, "cap": 3}, 2, BYG_MANY_GROUPS),
    PerftCase("byg", {"size": 4, "cap": 5}, 3, BYG_HIGH_CAP),
]

KITARAN = [
    PerftCase("kitaran", {"size": 3}, 6),
    PerftCase("kitaran", {"size": 3, "komi": 2.5, "swap": True}, 6),
    PerftCase("kitaran", {"size": 4}, 4),
    PerftCase("kitaran", {"size": 4, "komi": 0, "swap": True}, 4),
    PerftCase("kitaran", {"size": 4, "komi": 0}, 6, "a2 a4 a3 c1 b2 a4* d4 c2 c3 b4 c3* a1 d2"),
    PerftCase("kitaran", {"size": 3, "cycle_limit": 2}, 8, "b3 c2 c1 b1 a1"),
    PerftCase("kitaran", {"size": 3, "cycle_limit": 2, "cycle": "place"}, 8, "b3 c2 c1 b1 a1"),
    PerftCase("kitaran", {"size": 3, "cycle_limit": 1, "cycle": "place"}, 6),
    PerftCase("kitaran", {"size": 3, "cycle_limit": 1, "cycle": "draw"}, 6),
    PerftCase(
        "kitaran",
        {"size": 4, "swap": True, "cycle_limit": 3, "cycle": "place"},
        6,
        "a2 a4 a3 c1 b2 a4* d4 c2 c3 b4 c3* a1 d2",
    ),
    PerftCase("kitaran", {"size": 5}, 3, "c3 c5 a2 b5 e1 d5 d2 c2 e4 d3 c4 b3 d1 b1 b2 a4 d2* a3"),
]

MINOR = parse_setup("minor", "ds ls ds ls/ls dc lc ds/lc ds ls dc/dc lc dc lc")
MINOR_TO_REPAIR = parse_setup("minor", "lc ls ls lc/dc lc dc lc/ds ls ds ls/ds dc dc ds")
SQUARE = parse_setup(
    "square",
    "ls ls dc dc lc ds/ds dc dc dc lc ds/lc ds lc ls ds ls"
    "/dc lc dc ds lc ds/lc ds ls ls ls lc/lc ds ls ls dc dc",
)
MAJOR = parse_setup(
    "major",
    "ds ds ls/ds dc ds dc ds/lc lc ls ds ls dc dc"
    "/ls dc lc ds ls dc/ls ls dc lc dc ds ds/lc ls lc ls lc/dc lc lc",
)
MAJOR_TO_REPAIR = parse_setup(
    "major",
    "ls lc ls/lc ls lc ls lc/ls ls dc lc lc ds dc"
    "/lc ds dc ls lc ds/ls lc ds ds ls dc dc/ds dc ds dc ds/dc ds dc",
)
FEW_TILES_LEFT = (
    "Lb2,Lc4,Dc3,Dd2 dark xd4 c3-b3 xb1 xb4 c4>d4 d2-c1 b2>b1 xd1 d4-d3 b3-c3 xd4 xc2 b1>c2 c1>b1"
)
LIGHT_PASSED_THRICE = "Lb4,Lc2,Dc1,Dc4 light pass xd1 pass c1-a1 pass a1-c1"
SYRTIS = [
    PerftCase("syrtis", {"board": "minor"}, 3, setup=MINOR),
    PerftCase("syrtis", {"board": "minor"}, 1, setup=MINOR_TO_REPAIR),
    PerftCase("syrtis", {"board": "minor"}, 4, "Lb4,Lc2,Dc1,Dc4 light", MINOR),
    PerftCase("syrtis", {"board": "minor"}, 6, FEW_TILES_LEFT, MINOR),
    PerftCase("syrtis", {"board": "minor"}, 3, LIGHT_PASSED_THRICE, MINOR),
    PerftCase("syrtis", {"board": "minor", "stall_limit": 3}, 4, "La3,Ld3,Da1,Da2 dark", MINOR),
    PerftCase("syrtis", {"board": "square"}, 3, "Lb1,Lc5,Dc2,De3 light", SQUARE),
    PerftCase("syrtis", {"board": "major"}, 3, "Le1,Lc6,Df2,Da4 dark", MAJOR),
    PerftCase("syrtis", {"board": "major"}, 3, "c1~e7,Lc1,Ld3,Dc4,De5 light", MAJOR_TO_REPAIR),
]

CASES = (*SPRY, *SYTRAN, *BYG, *KITARAN, *SYRTIS, *Y)
