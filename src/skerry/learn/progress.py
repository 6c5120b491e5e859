"""How far a network has come: a log beside its file, and a page that is drawn from it."""

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Self

from skerry.core.numbers import format_count
from skerry.lab.pages import PageFigure, page, render, table
from skerry.lab.plots import curve
from skerry.lab.running import replace_file


@dataclass(frozen=True)
class Standing:
    """A line of the log; the last three are means since the line before."""

    hours: float  # taught so far
    games: int  # played so far
    positions: int  # learned from so far
    worth: float  # cross entropy of the network's chances with how the games went on
    actions: float  # cross entropy of its actions with those that the search found
    found: float  # share of positions whose best action by the search is the network's, too


@dataclass
class Log:
    """What was noted of a network, in all the times that it was taught."""

    file: Path  # of JSON lines
    lines: list[Standing]
    before: Standing  # where the teaching of now began

    @classmethod
    def beside(cls, net: Path) -> Self:
        """The log of a network's file."""
        file = net.with_suffix(".jsonl")
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        lines = [Standing(**json.loads(line)) for line in text.splitlines()]
        return cls(file, lines, lines[-1] if lines else Standing(0.0, 0, 0, 0.0, 0.0, 0.0))

    def add(self, now: Standing) -> Standing:
        """Note how far the teaching of now has come, in this one and in all together; the sum."""
        standing = replace(
            now,
            hours=round(self.before.hours + now.hours, 5),
            games=self.before.games + now.games,
            positions=self.before.positions + now.positions,
            worth=round(now.worth, 4),
            actions=round(now.actions, 4),
            found=round(now.found, 3),
        )
        self.lines.append(standing)
        text = "".join(json.dumps(asdict(line)) + "\n" for line in self.lines)
        replace_file(self.file, text.encode())
        return standing


def write_page(log: Log, title: str) -> Path:
    """Draw the page of a log, which has at least a line, beside it."""
    last, path = log.lines[-1], log.file.with_suffix(".html")
    heads = ("Taught", "Games", "Positions learned from", "Positions an hour")
    row = (
        f"{last.hours:.2f} hours",
        format_count(last.games),
        format_count(last.positions),
        format_count(round(last.positions / max(last.hours, 0.001))),
    )
    body = render(
        "learning.html",
        title=title,
        numbers=table("How much was played", heads, [row]),
        figures=[_figure(log, plot) for plot in PLOTS],
    )
    path.write_text(page(title, body), encoding="utf-8")
    return path


PLOTS = (
    (
        "found",
        "% of positions",
        "How often the network's first choice is the one that the search finds. Higher is better.",
    ),
    (
        "worth",
        "cross entropy",
        "How far its chances are from how the games went on. Lower is better; 0.69 is a guess.",
    ),
    (
        "actions",
        "cross entropy",
        "How far its choices are from those of the search. Lower is better.",
    ),
)


def _figure(log: Log, plot: tuple[str, str, str]) -> PageFigure:
    name, what, caption = plot
    times = 100 if name == "found" else 1
    points = [(one.hours, times * float(getattr(one, name))) for one in log.lines]
    return PageFigure(curve(name, points, "hours", what, caption), caption, name)
