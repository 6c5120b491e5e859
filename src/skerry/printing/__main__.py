"""Files made beside a process that must go on answering meanwhile.

    python -m skerry.printing gif dark < record.json > game.gif
    python -m skerry.printing booklet letter < record.json > game.pdf
    echo "NAME size=4" | python -m skerry.printing board a4 > board.pdf
    echo "NAME" | python -m skerry.printing guide a4 > guide.pdf

Standard error says how far it is, in lines such as "3 of 41". What is refused ends with exit code 2
and a sentence there.
"""

import sys

from skerry.errors import OptionError, SkerryError

MOST_PIXELS = 25_000_000  # of all frames: somebody waits; long games get smaller pictures


def make(what: str, how: str, source: str) -> bytes:
    """One file.

    Args:
        what: "gif", "webp", "booklet", "board" or "guide".
        how: of pictures "light" or "dark", else the paper.
        source: a record as JSON; for a board a game's name and options, for a guide its name.

    Raises:
        SkerryError: it cannot be made.
    """
    from skerry.draw.pictures import LEAST_WIDTH
    from skerry.games.ruleset import parse_options
    from skerry.positions import game
    from skerry.printing.animation import KINDS, USUAL_WIDTH, animate
    from skerry.printing.board import printed_board
    from skerry.printing.booklet import booklet
    from skerry.printing.pages import printed_guide
    from skerry.record import GameRecord

    if what == "board":
        name, *words = source.split()
        return printed_board(game(name, **parse_options(words)), paper=how)
    if what == "guide":
        return printed_guide(source.strip(), paper=how)
    if what == "booklet":
        return booklet(GameRecord.from_json(source), paper=how, progress=_say)
    if what in KINDS:
        record = GameRecord.from_json(source)
        width = int(min(USUAL_WIDTH, (MOST_PIXELS / (len(record.turns) + 1)) ** 0.5))
        width = max(LEAST_WIDTH, width)
        return animate(record, what, width=width, dark=how == "dark", progress=_say)
    raise OptionError(f"Nobody prints {what!r}.")


def _say(done: int, count: int) -> None:
    print(f"{done} of {count}", file=sys.stderr, flush=True)


def main() -> int:
    """Read a record or a game from standard input, write the file to standard output."""
    what, how = sys.argv[1:3]
    try:
        made = make(what, how, sys.stdin.buffer.read().decode("utf-8"))
    except SkerryError as error:
        print(error, file=sys.stderr)
        return 2
    sys.stdout.buffer.write(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
