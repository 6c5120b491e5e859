"""Kernels give the results that they have always given for the same seeds."""

import json

import pytest

from tests.games.results import KINDS, RESULTS_FILE, digest

pytestmark = pytest.mark.kernels

RESULTS = json.loads(RESULTS_FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", RESULTS)
def test_the_same_seeds_give_the_same_results(name: str, kind: str) -> None:
    assert RESULTS[name][kind] == digest(name, kind)
