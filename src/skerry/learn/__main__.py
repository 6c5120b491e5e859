"""Teach a network to play a game on one of its boards, by games against itself.

    python -m skerry.learn GAME size=5 --hours 8 --workers 2

It goes on from the network in the folder, where there is one. Twice a minute it keeps the network
there, with a line of figures and a page that shows them. Ctrl-C ends it, and nothing is lost.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import skerry
from skerry.errors import SkerryError
from skerry.games.ruleset import parse_options
from skerry.lab.running import runner_for
from skerry.learn.progress import Standing, write_page
from skerry.learn.teaching import Teaching, plan_for


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, and teach."""
    parser = argparse.ArgumentParser(
        prog="python -m skerry.learn",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("game", help="name of the game")
    parser.add_argument("options", nargs="*", help="such as size=4")
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--workers", type=int, default=1, help="processes that play")
    parser.add_argument("--ray", action="store_true", help="play on a Ray cluster (RAY_ADDRESS)")
    parser.add_argument("--width", type=int, default=96, help="of the first layer")
    parser.add_argument("--depth", type=int, default=48, help="of the second layer")
    parser.add_argument("--well", type=int, help="playouts where a position is learned from")
    parser.add_argument("--quick", type=int, help="playouts elsewhere")
    parser.add_argument("--folder", type=Path, default=Path("learned"))
    given = parser.parse_args(arguments)
    try:
        game = skerry.game(given.game, **parse_options(given.options))
        if "swap" in dict(game.options):  # what it knows of a position holds for either person
            game = skerry.game(game.name, **{**dict(game.options), "swap": False})
        asked = {"well": given.well, "quick": given.quick}
        plan = plan_for(game)._replace(**{k: v for k, v in asked.items() if v is not None})
        board = game.option(game.info.options[0].name)
        given.folder.mkdir(parents=True, exist_ok=True)
        file = given.folder / f"{game.name}-{board}.npz"
        sizes = {"width": given.width, "depth": given.depth}
        teaching = Teaching.of(game, file, given.hours, plan, **sizes)
        runner = runner_for(given.workers, ray=given.ray)

        def show(now: Standing) -> None:
            page = write_page(teaching.log, f"{game.info.title} {board} learns")
            print(
                f"{now.hours:.2f} hours, {now.games:,} games, {now.positions:,} positions; losses "
                f"{now.worth:.3f} and {now.actions:.3f}, best action found {now.found:.0%}; {page}",
                flush=True,
            )

        try:
            teaching.run(runner, show)
        except KeyboardInterrupt:
            print(f"Stopped. What was learned is kept in {given.folder}; the same command goes on.")
            return 1
    except SkerryError as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
