"""Writes perft/NAME.json, the counts that other implementations of the rules must reproduce.

    python -m tests.reference.make_perft NAME

A file is a list. Each entry names a position and what lies 1, 2, 3 ... whole turns beyond it:

    game, options   as everywhere
    setup           Syrtis only: cell -> kind of tile
    turns           whole turns from the start to the position; absent for the start itself
    num_turns       how many whole turns are legal at the position, a swap included
    distinct        how many different positions lie so many whole turns on
    sequences       how many different sequences of whole turns lead to them
    finished        of the different positions: won by person 0, won by person 1, drawn

Positions are the same when all their fields are (`StonePosition`, `KitaranPosition`,
`SyrtisPosition`); the module of each game says in words what these are. Symmetric positions are
different ones. A finished game has no successors. Set-up turns of Syrtis are counted by the
positions they lead to, other turns by what is done: two conversions of the same stones are two.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from tests.reference import PERFT, PerftCase, count_positions, play_all, reference_game

FOLDER = Path(__file__).with_name("perft")


def case_entry(case: PerftCase) -> dict[str, Any]:
    """What names the case's position in the file."""
    entry: dict[str, Any] = {"game": case.game, "options": dict(case.options)}
    if case.setup is not None:
        entry["setup"] = dict(case.setup)
    if case.turns:
        entry["turns"] = case.turns.split()
    return entry


def count_case(case: PerftCase) -> dict[str, Any]:
    """The case's whole entry, counted anew."""
    game = reference_game(case.game, case.options)
    position = play_all(game, game.start(case.setup), case.turns.split())
    counts = count_positions(game, position, case.depth)
    return {
        **case_entry(case),
        "num_turns": len(game.turns(position)),
        "distinct": counts.distinct,
        "sequences": counts.sequences,
        "finished": counts.finished,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("name", choices=PERFT)
    name = parser.parse_args().name
    lines = [json.dumps(count_case(case)) for case in PERFT[name]]
    text = "[\n" + ",\n".join(lines) + "\n]\n"
    (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
