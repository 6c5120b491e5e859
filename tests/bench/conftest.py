"""What tests of measurements on a real site share."""

import pytest
from numba.core import config


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site's processes start sooner in plain Python, in which the computer plays as well."""
    # Whenever Numba compiles it reads its variables anew; this process goes on as it began.
    monkeypatch.setattr(config, "reload_config", lambda: None)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
