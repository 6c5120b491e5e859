"""`skerry perft` and `skerry bench`."""

import subprocess
import sys
import time
from pathlib import Path

import typer

from skerry.cli.common import chosen_game, say_if_cold
from skerry.engine.guard import ends_by_signals
from skerry.errors import OptionError


def print_perft(name: str, words: list[str], depth: int, seed: int | None) -> None:
    """Print a line for each depth as soon as it is known. Raises OptionError."""
    from skerry.perft import perft

    chosen = chosen_game(name, words)
    if chosen.info.has_setup and seed is None:
        raise OptionError(
            f"{chosen.name}: the count depends on the set-up; give --seed N to draw one."
        )
    say_if_cold()
    lines = perft(chosen.start(seed=seed), depth)
    typer.echo(str(chosen))
    typer.echo(f"{'turns':>5} {'positions':>15} {'sequences':>20} {'finished':>12} {'seconds':>9}")
    began = time.perf_counter()
    for line in lines:
        seconds = time.perf_counter() - began
        typer.echo(
            f"{line.depth:>5} {line.num_positions:>15,} {line.num_sequences:>20,} "
            f"{line.num_finished:>12,} {seconds:>9.1f}"
        )


def run_bench(arguments: list[str]) -> int:
    """Run the repository's benchmark; returns its exit code. Raises OptionError without one."""
    root = Path(__file__).parents[3]
    if not (root / "bench" / "__main__.py").is_file():
        raise OptionError(
            "The benchmark is not part of the installed package; run it from a checkout of the "
            "repository, with `make bench`."
        )
    command = [sys.executable, "-m", "bench", *arguments]
    with ends_by_signals():
        process = subprocess.Popen(command, cwd=root)
        try:
            return process.wait()
        finally:  # a signal came: it does not outlive us
            process.kill()
            process.wait()
