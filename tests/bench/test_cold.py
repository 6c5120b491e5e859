"""The measuring of a cold start, on one small part of it."""

import pytest

from bench.cold import Measured, chromium, measure


@pytest.mark.browser
def test_a_game_begins_on_a_site_that_has_compiled_nothing() -> None:
    with chromium() as browser:
        measured = measure(browser, "kitaran", "5", through=False)
    assert len(measured.answers) == 1
    assert min(measured.page, measured.stone, *measured.answers) > 0
    assert measured.compiled is None
    # A process with Numba in it takes four times as much.
    assert measured.megabytes < 150


def test_what_comes_too_late_is_told() -> None:
    assert Measured("byg", 0.1, 9.0, 1.0, [2.0, 0.5]).is_good
    assert not Measured("byg", 0.1, 0.1, 1.1, [0.5]).is_good
    assert not Measured("byg", 0.1, 0.1, 0.5, [0.5, 2.1]).is_good
    assert str(Measured("byg", 0.08, 0.1, 0.5, [0.5, 2.1], [0.6, 4.0], 61.0, 90)).split() == [
        *("byg", "0.08", "0.10", "0.50", "0.50", "2.10", "0.60", "61", "90")
    ]
