"""Which files a run reads, and how tests are shared out to workers: in groups that stay together.

The groups of the games come first, so that hardly any kernel is compiled by two workers; what the
tests of all games and of the site need lies in the cache by then.
"""

import re
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from skerry.games.catalogue import GAMES

NAMES = {info.name for info in GAMES}
SITE = "tests/web/"  # tests that share servers and a browser
ONE_GAME, ONE_FILE, ONE_FILE_OF_THE_SITE = range(3)


def group_of(node_id: str) -> tuple[int, str]:
    """When a test's group comes, and its name: the one game that the test names, or the file."""
    path = node_id.partition("::")[0]
    if path.startswith(SITE):
        return ONE_FILE_OF_THE_SITE, path
    named = NAMES & set(re.split("[^a-z0-9]+", node_id.lower().replace("_", " ")))
    if len(named) == 1:
        return ONE_GAME, named.pop()
    return ONE_FILE, path


# What stands in a file in place of its marker, where a plugin gives it; thorough.py marks tests of
# any file.
MARKED_BY = {"hypothesis": "@given(", "thorough": ""}


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A run of one marker (`-m alone`) reads only files that name it: importing takes long."""
    marker = config.option.markexpr
    if collection_path.suffix != ".py" or not marker.isidentifier():
        return None
    sign = MARKED_BY.get(marker, f"mark.{marker}")
    return True if sign not in collection_path.read_text(encoding="utf-8") else None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let every other worker read the files from the last one on.

    A file that has never been read takes long, since its assertions are rewritten. So two workers
    meet in the middle, and each finds what the other one has kept.
    """
    report = yield
    worker = getattr(collector.config, "workerinput", {"workerid": "gw0"})["workerid"]
    if isinstance(collector, pytest.Directory) and int(worker.removeprefix("gw")) % 2:
        report.result.reverse()
    return report


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On one of several workers: no test that must run alone, and the groups in their order."""
    if hasattr(config, "workerinput"):
        alone = [item for item in items if item.get_closest_marker("alone")]
        config.hook.pytest_deselected(items=alone)
        kept = [item for item in items if item not in alone]
        # The files in one order for all, in whichever they were read.
        items[:] = sorted(kept, key=lambda item: (group_of(item.nodeid), item.path))


@pytest.hookimpl(optionalhook=True)  # of a plugin that need not be there
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Give each group to one worker, whatever `--dist` says."""
    # Its own groups (`--dist loadgroup`) do nothing with pytest 9.
    from xdist.scheduler import LoadScopeScheduling

    class ByGroup(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)[1]

    config.option.loadscopereorder = False
    return ByGroup(config, log)
