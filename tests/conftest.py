"""What all tests share: examples of property tests, which files are read, and by which worker."""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests import thorough
from tests.workers import (
    pytest_collection_modifyitems,
    pytest_ignore_collect,
    pytest_make_collect_report,
    pytest_xdist_make_scheduler,
)

__all__ = [  # hooks
    "pytest_collection_modifyitems",
    "pytest_ignore_collect",
    "pytest_make_collect_report",
    "pytest_xdist_make_scheduler",
]

# The suite draws the same examples in every run, so that it gives the same verdict twice; new ones
# are for `make explore`, which chooses the other profile.
# No verdict depends on how busy the machine is, so examples have no deadline in either: kernels in
# plain Python are slow, and a cold compile is slower than any.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("suite", PATIENT, derandomize=True)
settings.register_profile("explore", PATIENT, derandomize=False)
settings.load_profile("suite")


def pytest_configure(config: pytest.Config) -> None:
    """What marks the tests that `make test` leaves has a hook of its own."""
    config.pluginmanager.register(thorough)


@pytest.fixture
def signals_count() -> Iterator[None]:
    """A test and its programs hear signals that nohup, or a script's `&`, has them not hear."""
    hang_up = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    interrupt = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGHUP, hang_up)
    signal.signal(signal.SIGINT, interrupt)
