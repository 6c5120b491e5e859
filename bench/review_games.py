"""Games for `bench.review`: strong players' own, and the same with one blunder planted.

    python -m bench.review_games FOLDER [--kind strong|blunder|stone] [--games 50] [GAME ...]

Writes FOLDER/GAME-KIND.jsonl, a game a line, and goes on where it stopped. Both sides of a game are
one search of 20,000 playouts a turn; the seed makes the game. A blunder is a turn drawn at random,
a stone is one of the strong turn's stones laid elsewhere. Either must be worth at least 20 points
less than the strong turn, by 20,000 fresh playouts after each and by 300,000, since a review looks
deeper than these players; then the same player goes on for both sides.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

import skerry
from skerry.errors import SkerryError
from skerry.games.actions import words_of
from skerry.games.catalogue import FEATURED
from skerry.players import SearchPlayer, varied_turns
from skerry.positions import Game, Position
from skerry.record import GameRecord
from skerry.search.analysis import chance_of
from skerry.search.search import Search

KINDS = ("strong", "blunder", "stone")
PLAYOUTS = 20_000
LEAST_DROP = 0.2
QUICK = 1_000  # playouts for a first look at whether a turn is bad enough
DEEPEST = 300_000  # and for a last one
TRIES = 12  # turns drawn in one position
MEMORY = 200_000_000


@dataclass(frozen=True)
class Case:
    """One game, and what was planted in it."""

    index: int
    record: str
    turn: int | None = None  # number of the planted turn, from 1
    stone: str | None = None  # the planted stone of it
    drop: float | None = None  # of the mover's chance to win, by DEEPEST


def strong_game(game: Game, index: int, playouts: int = PLAYOUTS) -> GameRecord:
    """A game of the search with itself."""
    start = GameRecord.begin(game, seed=index if game.info.has_setup else None)
    return played_on(start, index, playouts)


def played_on(record: GameRecord, seed: int, playouts: int) -> GameRecord:
    """A game played to its end by one search for both sides."""
    varied = varied_turns(record.game)
    player = SearchPlayer(playouts=playouts, seed=seed, memory=MEMORY, varied=varied)
    while not record.is_over:
        record = record.add_turn(record.game.format_turn(player.choose(record.position)))
    return record


def chance(position: Position, person: int, playouts: int, seed: int) -> float:
    """A person's chance to win after a turn, by a search of its own."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0.5 if winner is None else float(winner == person)
    search = Search(position, seed=seed, memory=MEMORY)
    search.run(playouts=playouts)
    share = chance_of(search)
    return share if position.player == person else 1.0 - share


def planted(
    kind: str, strong: GameRecord, index: int, playouts: int = PLAYOUTS, deepest: int = DEEPEST
) -> Case | None:
    """The game with a bad turn in place of a strong one; None where none was found."""
    rng = Random(f"{kind} {strong.game} {index}")
    last = len(strong.turns)
    for turn in rng.sample(range(last // 10, last * 8 // 10), last * 8 // 10 - last // 10):
        position, good = strong.replay()[turn], strong.turns[turn].text
        person = position.player
        assert person is not None
        for text, stone in _bad_turns(kind, position, good, rng):
            after = position.play_turn(text)
            if after.is_over:
                continue
            pair = (position.play_turn(good), after)
            if _drop(pair, person, min(QUICK, playouts), rng.getrandbits(32)) < LEAST_DROP:
                continue
            if _drop(pair, person, playouts, rng.getrandbits(32)) < LEAST_DROP:
                continue
            drop = _drop(pair, person, deepest, rng.getrandbits(32))
            if drop >= LEAST_DROP:
                begun = strong.take_back(last - turn).add_turn(text)
                ended = played_on(begun, rng.getrandbits(32), playouts)
                return Case(index, ended.to_json(), turn + 1, stone, round(drop, 4))
    return None


def _drop(pair: tuple[Position, Position], person: int, playouts: int, seed: int) -> float:
    good, bad = (
        chance(position, person, playouts, seed + number) for number, position in enumerate(pair)
    )
    return good - bad


def _bad_turns(
    kind: str, position: Position, good: str, rng: Random
) -> Iterator[tuple[str, str | None]]:
    """Turns drawn at random, and the stone of each that does not belong to the good turn."""
    game = position.game
    if kind == "blunder":
        for _ in range(TRIES):
            text = game.format_turn(position.sample_turn(rng))
            if text not in (good, "swap"):
                yield text, None
        return
    words = set(words_of(game).values())
    actions = game.parse_turn(good)
    stones = [action for action in actions if action not in words]
    if len(stones) < 2:
        return
    vacant = [cell for cell, held in enumerate(position.contents) if not held]
    for _ in range(TRIES):
        lifted, cell = rng.choice(stones), rng.choice(vacant)
        if cell in stones:
            continue
        left = [stone for stone in stones if stone != lifted]
        end = [action for action in actions if action in words]
        try:
            text = game.format_turn([*left, cell, *end])
            position.play_turn(text)
        except SkerryError:
            continue
        yield text, game.board.names[cell]


def write_games(folder: Path, name: str, kind: str, games: int, playouts: int = PLAYOUTS) -> None:
    """Make the games that are still missing in FOLDER/NAME-KIND.jsonl."""
    path = folder / f"{name}-{kind}.jsonl"
    strong = {case.index: case for case in read_cases(folder, name, "strong")}
    have = read_cases(folder, name, kind)
    index = max((case.index for case in have), default=-1) + 1
    missing = games - len(have)
    if kind == "stone" and strong and not _has_stones(strong):
        return
    while missing > 0 and index < 4 * games:
        base = strong.get(index)
        record = (
            strong_game(skerry.game(name), index, playouts)
            if base is None
            else GameRecord.from_json(base.record)
        )
        case = (
            Case(index, record.to_json())
            if kind == "strong"
            else planted(kind, record, index, playouts)
        )
        if case is not None:
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(case)) + "\n")
            missing -= 1
        index += 1


def _has_stones(strong: Mapping[int, Case]) -> bool:
    """Whether turns of several stones are usual; a set-up alone may have several too."""
    records = [GameRecord.from_json(case.record) for case in strong.values()]
    turns = [turn for record in records for turn in record.turn_texts]
    return sum("," in turn for turn in turns) > len(turns) / 10


def read_cases(folder: Path, name: str, kind: str) -> list[Case]:
    """The games made so far."""
    path = folder / f"{name}-{kind}.jsonl"
    if not path.exists():
        return []
    return [Case(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    """Make games."""
    names = [info.name for info in FEATURED]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", default=names, metavar="GAME", help=", ".join(names))
    parser.add_argument("--kind", choices=KINDS, action="append", help="repeatable; all of them")
    parser.add_argument("--games", type=int, default=50, help="of each kind (default 50)")
    parser.add_argument("--playouts", type=int, default=PLAYOUTS, help="a turn (default 20,000)")
    arguments = parser.parse_intermixed_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name in arguments.names:
        for kind in arguments.kind or KINDS:
            write_games(arguments.folder, name, kind, arguments.games, arguments.playouts)
            made = len(read_cases(arguments.folder, name, kind))
            print(f"{name} {kind}: {made} games", flush=True)


if __name__ == "__main__":
    main()
