"""A plugin of pytest that tells what tests execute, or runs some tests in a given order.

--watched FILE   write, for each test, its seconds and the numbers of the kernels' statements
                 that it executed; the sources must count them (`runs.count_statements`)
--planned FILE   run the tests that the file names, in its order, each within its seconds; the
                 name of the first that fails, or takes longer, is written to FILE.noticed
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

COUNTER = "skerry_executed"  # the module in which the sources count
TOO_SLOW = 99  # exit status
LOOK_SECONDS = 0.2


def pytest_addoption(parser: pytest.Parser) -> None:
    """The two options."""
    parser.addoption("--watched", type=Path)
    parser.addoption("--planned", type=Path)


def pytest_configure(config: pytest.Config) -> None:
    """Do what the options ask for."""
    if config.getoption("--watched"):
        config.pluginmanager.register(Recorder(config.getoption("--watched")))
    if config.getoption("--planned"):
        config.pluginmanager.register(Planned(config.getoption("--planned")))


class Recorder:
    """Notes what each test executes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tests: dict[str, dict[str, object]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Begin with nothing executed."""
        hits = sys.modules[COUNTER].hits if COUNTER in sys.modules else bytearray()
        hits[:] = bytes(len(hits))
        began = time.process_time()
        result = yield
        seconds = time.process_time() - began
        hit = [number for number, count in enumerate(hits) if count]
        self.tests[item.nodeid] = {"seconds": round(seconds, 4), "statements": hit}
        return result

    def pytest_sessionfinish(self) -> None:
        """Write it all."""
        self.path.write_text(json.dumps(self.tests))


class Planned:
    """Runs the tests of a plan."""

    def __init__(self, path: Path) -> None:
        self.limits: dict[str, float] = json.loads(path.read_text())
        self.noticed = path.with_suffix(".noticed")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the planned ones, in their order."""
        found = {item.nodeid: item for item in items}
        missing = [name for name in self.limits if name not in found]
        if missing:  # they are made by calling kernels
            self.noticed.write_text(missing[0])
            raise pytest.UsageError(f"not there any more: {missing[0]}")
        items[:] = [found[name] for name in self.limits]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Give up on a test that takes too long."""
        over = Event()
        Thread(target=self.watch, args=(item.nodeid, over), daemon=True).start()
        try:
            return (yield)
        finally:
            over.set()

    def watch(self, name: str, over: Event) -> None:
        """Wait for the end of a test, or of its time."""
        began = time.process_time()
        while not over.wait(LOOK_SECONDS):
            if time.process_time() - began > self.limits[name]:
                self.give_up(name)

    def give_up(self, name: str) -> None:
        """End the process: nothing else ends an endless loop."""
        self.noticed.write_text(f"{name} (endless)")
        os._exit(TOO_SLOW)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write down who failed first."""
        if report.failed and not self.noticed.exists():
            self.noticed.write_text(report.nodeid)
