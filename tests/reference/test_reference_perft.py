"""perft.json is what the reference counts today; the dear cases are counted by make_perft alone."""

import json
from typing import Any

import pytest

from tests.reference.make_perft import PERFT_FILE, case_entry, count_case
from tests.reference.perft_cases import CASES, PerftCase

ENTRIES: list[dict[str, Any]] = json.loads(PERFT_FILE.read_text(encoding="utf-8"))
MOST_POSITIONS = 4000


def cheap_cases() -> list[Any]:
    return [
        pytest.param(case, entry, id=f"{case.game}-{index}")
        for index, (case, entry) in enumerate(zip(CASES, ENTRIES, strict=True))
        if max(entry["distinct"]) <= MOST_POSITIONS
    ]


def test_file_has_the_cases() -> None:
    keys = ("game", "options", "setup", "turns")
    in_file = [{key: entry[key] for key in keys if key in entry} for entry in ENTRIES]
    assert in_file == [case_entry(case) for case in CASES]


@pytest.mark.parametrize(("case", "entry"), cheap_cases())
def test_counts_are_current(case: PerftCase, entry: dict[str, Any]) -> None:
    assert count_case(case) == entry


def test_first_turns_of_sytran_6() -> None:
    """A published number, and one that sets of three of 54, two of 84 and one of 7 give."""
    (entry,) = (e for e in ENTRIES if e["game"] == "sytran" and e["options"]["size"] == 6)
    assert entry["num_turns"] == 26_866
