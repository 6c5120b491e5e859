"""perft/ is what the reference counts today; the dear cases are counted by make_perft alone."""

import json
from typing import Any

import pytest

from tests.reference import PERFT, PerftCase
from tests.reference.make_perft import FOLDER, case_entry, count_case

ENTRIES: dict[str, list[dict[str, Any]]] = {
    name: json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")) for name in PERFT
}
MOST_POSITIONS = 4000


def cheap_cases() -> list[Any]:
    return [
        pytest.param(case, entry, id=f"{name}-{index}")
        for name, cases in PERFT.items()
        for index, (case, entry) in enumerate(zip(cases, ENTRIES[name], strict=True))
        if max(entry["distinct"]) <= MOST_POSITIONS
    ]


@pytest.mark.parametrize("name", PERFT)
def test_file_has_the_cases(name: str) -> None:
    keys = ("game", "options", "setup", "turns")
    in_file = [{key: entry[key] for key in keys if key in entry} for entry in ENTRIES[name]]
    assert in_file == [case_entry(case) for case in PERFT[name]]


@pytest.mark.parametrize(("case", "entry"), cheap_cases())
def test_counts_are_current(case: PerftCase, entry: dict[str, Any]) -> None:
    assert count_case(case) == entry


def test_first_turns_of_sytran_6() -> None:
    """A published number, and one that sets of three of 54, two of 84 and one of 7 give."""
    (entry,) = (entry for entry in ENTRIES["sytran"] if entry["options"]["size"] == 6)
    assert entry["num_turns"] == 26_866
