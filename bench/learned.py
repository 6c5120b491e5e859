"""What a network is worth at equal time: the search with it against the one without, on one core.

    python -m bench.learned FOLDER kitaran size=5 [--seconds 0.2] [--games 100]
    python -m bench.learned FOLDER byg --network learned/byg-6.npz

Both think so long for a turn, in one process, one after the other; nothing is swapped. Games come
in pairs, in which the network has either seat, from the same set-up. They are kept in FOLDER, and
played on until there are so many.
"""

import argparse
import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean

import skerry
from skerry.games.ruleset import parse_options
from skerry.players import SearchPlayer
from skerry.positions import Game, Position
from skerry.search.net import Net, net_of, read_net
from skerry.search.search import Search
from skerry.statistics import wilson

MEMORY = 200_000_000


@dataclass(frozen=True)
class Played:
    """A game: a line of the file."""

    index: int
    network: str  # by its numbers
    seat: int  # of the search with the network
    score: float  # its own: 1 a win, 0.5 a draw
    num_turns: int


class Learned(SearchPlayer):
    """A search that goes by a network, also by one that comes with no game."""

    net: Net | None = None

    def _new_search(self, position: Position, memory: int) -> Search:
        """With the settings for a network."""
        return Search(
            position,
            threads=self.threads,
            seed=self._draws.getrandbits(63),
            memory=memory,
            net=self.net,
        )


def play(game: Game, net: Net, seconds: float, index: int) -> Played:
    """Game number `index`; the network has the first seat in the even ones."""
    seat = index % 2
    learned = Learned(seconds=seconds, seed=index, memory=MEMORY)
    learned.net = net
    plain = SearchPlayer(seconds=seconds, seed=index, memory=MEMORY, settings=game.info.search)
    position = game.start(seed=index // 2) if game.info.has_setup else game.start()
    num_turns = 0
    while position.player is not None:
        player = learned if position.player == seat else plain
        position = position.play_turn(game.format_turn(player.choose(position)))
        num_turns += 1
    outcome = position.outcome
    assert outcome is not None
    score = 0.5 if outcome.winner is None else float(outcome.winner == seat)
    return Played(index, name_of(net), seat, score, num_turns)


def game_without_swap(name: str, options: Sequence[str]) -> Game:
    """A game with options such as "size=4", in which nothing is swapped."""
    game = skerry.game(name, **parse_options(options))
    if "swap" not in dict(game.options):
        return game
    return skerry.game(name, **{**dict(game.options), "swap": False})


def name_of(net: Net) -> str:
    """What tells a network from others."""
    numbers = b"".join(array.tobytes() for array in net)
    return hashlib.sha256(numbers).hexdigest()[:8]


def games_of(file: Path, game: Game, net: Net, seconds: float, games: int) -> list[Played]:
    """So many games of this network; those that are missing in the file are played."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    found = [Played(**json.loads(line)) for line in lines]
    found = [one for one in found if one.network == name_of(net)][:games]
    for index in range(len(found), games):
        found.append(play(game, net, seconds, index))
        with file.open("a", encoding="utf-8") as log:
            log.write(json.dumps(asdict(found[-1])) + "\n")
    return found


def summary(game: Game, seconds: float, games: Sequence[Played]) -> str:
    """What came out, in a line."""
    share = fmean(one.score for one in games)
    low, high = wilson(share * len(games), len(games))
    drawn = sum(one.score == 0.5 for one in games)
    return (
        f"{game}, {seconds:g} s a turn: the network {games[0].network} takes {share:.1%} of "
        f"{len(games)} games (95% interval: {low:.1%} to {high:.1%}), {drawn} drawn"
    )


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("game", help="name of the game")
    parser.add_argument("options", nargs="*", help="such as size=4")
    parser.add_argument("--network", type=Path, help="a file (default: what comes with the board)")
    parser.add_argument("--seconds", type=float, default=0.2, help="a turn (default 0.2)")
    parser.add_argument("--games", type=int, default=100, help="(default 100)")
    given = parser.parse_intermixed_args()
    game = game_without_swap(given.game, given.options)
    net = net_of(game) if given.network is None else read_net(given.network)
    if net is None:
        where = "comes with its board" if given.network is None else f"is in {given.network}"
        parser.error(f"No network for {game} {where}: name the file of one with --network.")
    name = "-".join(["equal", game.name, *given.options, f"{given.seconds:g}s"])
    file = given.folder / f"{name}.jsonl"
    found = games_of(file, game, net, given.seconds, given.games)
    print(summary(game, given.seconds, found), flush=True)


if __name__ == "__main__":
    main()
