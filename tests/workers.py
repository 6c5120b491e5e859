"""Which files a run reads, and how tests are shared out to workers: in groups that stay together.

The groups of the games come first, so that hardly any kernel is compiled by two workers; what the
tests of all games and of the site need lies in the cache by then. After them half of the workers
drive a browser, which keeps more than one core busy, beside the others' tests, which often wait.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from skerry.games.catalogue import GAMES

NAMES = {info.name for info in GAMES}
SITE = "tests/web/"  # tests that share servers
BROWSER = f"{SITE}browser/"  # and a browser
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


def next_group(waiting: Mapping[str, int], worker: str) -> str:
    """The group that a worker takes next.

    Args:
        waiting: groups in their order, at least one, and how many tests each has.
        worker: its name, "gw0" or another number.
    """
    first = next(iter(waiting))
    if first in NAMES:
        return first
    browser = [name for name in waiting if name.startswith(BROWSER)]
    others = [name for name in waiting if name not in browser]
    drives_one = int(worker.removeprefix("gw")) % 2 == 0
    if others and not (browser and drives_one):
        return others[0]
    return max(browser, key=lambda name: waiting[name])  # no long one is left for the end


# What stands in a file in place of its marker, where a plugin gives it.
MARKED_BY = {"hypothesis": "@given("}


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A run of one marker (`-m alone`) reads only files that name it: importing takes long."""
    marker = config.option.markexpr
    if collection_path.suffix != ".py" or not marker.isidentifier():
        return None
    sign = MARKED_BY.get(marker, f"mark.{marker}")
    return True if sign not in collection_path.read_text(encoding="utf-8") else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On one of several workers: no test that must run alone, and the groups in their order."""
    if hasattr(config, "workerinput"):
        alone = [item for item in items if item.get_closest_marker("alone")]
        config.hook.pytest_deselected(items=alone)
        kept = [item for item in items if item not in alone]
        items[:] = sorted(kept, key=lambda item: group_of(item.nodeid))


@pytest.hookimpl(optionalhook=True)  # of a plugin that need not be there
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Give each group to one worker, whatever `--dist` says."""
    # Its own groups (`--dist loadgroup`) do nothing with pytest 9.
    from xdist.scheduler import LoadScopeScheduling

    class ByGroup(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)[1]

        def _assign_work_unit(self, node: Any) -> None:
            waiting = {name: len(tests) for name, tests in self.workqueue.items()}
            self.workqueue.move_to_end(next_group(waiting, node.gateway.id), last=False)
            super()._assign_work_unit(node)

    config.option.loadscopereorder = False
    return ByGroup(config, log)
