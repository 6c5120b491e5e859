"""What all tests share: examples of property tests, which files are read, and by which worker."""

from hypothesis import settings

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
settings.register_profile("suite", derandomize=True, print_blob=True)
settings.register_profile("explore", derandomize=False, print_blob=True)
settings.load_profile("suite")
