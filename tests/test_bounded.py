"""Work that never ends fails a test with a sentence."""

import os

import pytest

from tests.bounded import bounded


def test_what_ends_gives_what_it_gives() -> None:
    assert bounded(lambda: [os.getpid()], "It does not end.") != [os.getpid()]


def test_what_never_ends_is_ended() -> None:
    def work() -> None:
        while True:
            pass

    with pytest.raises(pytest.fail.Exception, match=r"^It does not end. It was ended after 1 s"):
        bounded(work, "It does not end.", seconds=1)


def test_what_fails_fails(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(AssertionError, match="its error stands above"):
        bounded(lambda: 1 // 0, "It does not end.")
    assert "ZeroDivisionError" in capfd.readouterr().err
