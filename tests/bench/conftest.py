"""What tests of measurements on a real site share."""

import pytest


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site's processes start sooner in plain Python, in which the computer plays as well."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
