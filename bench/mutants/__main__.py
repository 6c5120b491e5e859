"""Plants small faults in the kernels, one at a time, and tells which ones no test notices.

    python -m bench.mutants [--only byg] [--count 120] [--seed 1] [--jobs 1] [tests/games ...]

Each fault goes into a copy of the sources, on which the tests marked `kernels` that execute the
changed statement run in plain Python, quickest first, until one fails. A test that takes much
longer than without the fault fails. The faults are drawn with the seed, evenly from the files.
What came out goes into a file after each fault; `--missed` tries the others again,
and `--table` prints the file as a table. `equal.json` tells of faults that change nothing, and why.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from bench.mutants.faults import Fault, draw
from bench.mutants.runs import Executed, Limits, Project, Trials, load, record, save

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FOUND = HERE / "found.json"  # what came out
EQUAL = HERE / "equal.json"  # by a fault's key, why it changes nothing


@dataclass(frozen=True)
class Verdict:
    """What became of a fault.

    Attributes:
        fault: what was changed.
        noticed_by: the first test that failed, "" if it cannot be told which; None for none.
        seconds: that took.
    """

    fault: Fault
    noticed_by: str | None
    seconds: float


def find(
    project: Project,
    faults: Sequence[Fault],
    tests: dict[str, Executed],
    *,
    jobs: int = 1,
    limits: Limits | None = None,
    keep: Path | None = None,
) -> list[Verdict]:
    """Try faults out.

    Args:
        project: whose sources to take.
        faults: of its kernels.
        tests: to run.
        jobs: how many faults at once.
        limits: of a fault's tests.
        keep: file to write to what is known so far.
    """
    verdicts: dict[str, Verdict] = {}
    with tempfile.TemporaryDirectory(prefix="skerry-faults-") as folder:
        idle: SimpleQueue[Trials] = SimpleQueue()
        for job in range(jobs):
            own = Path(folder, str(job))
            own.mkdir()
            idle.put(Trials(project, tests, own, limits or Limits()))

        def try_out(fault: Fault) -> Verdict:
            trials, began = idle.get(), time.perf_counter()
            noticed = trials.try_out(fault)
            idle.put(trials)
            return Verdict(fault, noticed, round(time.perf_counter() - began, 1))

        with ThreadPoolExecutor(jobs) as pool:
            for verdict in pool.map(try_out, faults):
                verdicts[verdict.fault.key] = verdict
                print(_told(verdict), flush=True)
                if keep:
                    write(keep, list(verdicts.values()))
        while not idle.empty():
            idle.get().close()
    return list(verdicts.values())


def _told(verdict: Verdict) -> str:
    fault, noticed = verdict.fault, verdict.noticed_by
    by = "NOBODY" if noticed is None else noticed or "pytest itself"
    place = f"{fault.path}:{fault.line} {fault.function}"
    return f"{place}\n  - {fault.before}\n  + {fault.after}\n  {by} ({verdict.seconds} s)"


# ---- files ----


def write(path: Path, verdicts: Sequence[Verdict]) -> None:
    """Write verdicts, replacing those of the same faults that the file holds."""
    kept = {verdict.fault.key: verdict for verdict in read(path)}
    kept |= {verdict.fault.key: verdict for verdict in verdicts}
    listed = [asdict(verdict) for verdict in kept.values()]
    path.write_text(json.dumps(listed, indent=1, ensure_ascii=False) + "\n")


def read(path: Path) -> list[Verdict]:
    """The verdicts of a file; none where there is no such file."""
    if not path.exists():
        return []
    listed: list[dict[str, Any]] = json.loads(path.read_text())
    return [Verdict(**(told | {"fault": Fault(**told["fault"])})) for told in listed]


def table(verdicts: Sequence[Verdict], equal: dict[str, str]) -> str:
    """Markdown: how many were planted and noticed, by folder; then those that were not."""
    rows = ["| Kernels of | Planted | Change nothing | Noticed | Of those that change something |"]
    rows.append("|---|---:|---:|---:|---:|")
    places = sorted({Path(verdict.fault.path).parent.as_posix() for verdict in verdicts})
    for place in [*places, None]:
        here = [v for v in verdicts if place in (None, Path(v.fault.path).parent.as_posix())]
        noticed = sum(v.noticed_by is not None for v in here)
        same = sum(v.noticed_by is None and v.fault.key in equal for v in here)
        share = f"{noticed / max(1, len(here) - same):.1%}"
        name = "all" if place is None else f"`{place}`"
        rows.append(f"| {name} | {len(here)} | {same} | {noticed} | {share} |")
    unseen = [v.fault for v in verdicts if v.noticed_by is None]
    if unseen:
        rows += ["", "| Not noticed | Was | Became | Why |", "|---|---|---|---|"]
    for fault in unseen:
        place = f"`{fault.path}`, `{fault.function}`"
        was, became = (text.replace("|", "\\|") for text in (fault.before, fault.after))
        why = equal.get(fault.key, "a test is missing")
        rows.append(f"| {place} | `{was}` | `{became}` | {why} |")
    return "\n".join(rows)


def executed(project: Project, recorded: Path | None) -> dict[str, Executed]:
    """What each test executes, from a file if there is one; it must be of the same sources."""
    if recorded and recorded.exists():
        return load(recorded)
    with tempfile.TemporaryDirectory(prefix="skerry-faults-") as folder:
        tests = record(project, Path(folder))
    if recorded:
        save(recorded, tests)
    return tests


def main() -> int:
    """Try out what was asked for; 1 where a fault that changes something went unnoticed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("tests", nargs="*", help="files or folders of tests (default: all)")
    parser.add_argument("--only", default="", help="part of a file's path: a game's name")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--file", type=Path, default=FOUND, help="where to write what came out")
    parser.add_argument("--missed", action="store_true", help="not those noticed before")
    parser.add_argument("--seconds", type=float, default=inf, help="of a fault's tests at most")
    parser.add_argument("--recorded", type=Path, help="what tests execute; made if not there")
    parser.add_argument("--table", action="store_true", help="only print the file's table")
    wishes = parser.parse_args()
    equal: dict[str, str] = json.loads(EQUAL.read_text())
    if not wishes.table:
        project = Project(ROOT, ("-m", "kernels", *wishes.tests))
        faults = draw(project.sources, wishes.count, wishes.seed, wishes.only)
        if wishes.missed:
            known = {one.fault.key for one in read(wishes.file) if one.noticed_by is not None}
            faults = [fault for fault in faults if fault.key not in known | set(equal)]
        limits = Limits(seconds=wishes.seconds)
        tests = executed(project, wishes.recorded)
        find(project, faults, tests, jobs=wishes.jobs, limits=limits, keep=wishes.file)
    verdicts = read(wishes.file)
    print(table(verdicts, equal))
    return int(any(v.noticed_by is None and v.fault.key not in equal for v in verdicts))


if __name__ == "__main__":
    sys.exit(main())
