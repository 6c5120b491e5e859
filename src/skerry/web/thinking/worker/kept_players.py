"""The computer's trees, kept from turn to turn of a game as long as there is room."""

import threading
from collections import OrderedDict

from skerry.levels import LevelPlayer

MOST_BYTES = 400_000_000  # of all trees that are kept
MOST_GAMES = 100


class KeptPlayers:
    """Players of games under way, the latest used last. All methods are thread-safe."""

    def __init__(self, most_bytes: int = MOST_BYTES, most_games: int = MOST_GAMES) -> None:
        """Nobody is kept."""
        self._most_bytes = most_bytes
        self._most_games = most_games
        self._lock = threading.Lock()
        self._players: OrderedDict[tuple[str, str], LevelPlayer] = OrderedDict()

    def take(self, game: str, level: str) -> LevelPlayer | None:
        """The player of a game, which nobody else gets until it is kept again; None for a new one.

        Args:
            game: its id.
            level: of the computer in it.
        """
        with self._lock:
            return self._players.pop((game, level), None)

    def keep(self, game: str, level: str, player: LevelPlayer) -> None:
        """Keep a player for its next turn, and drop the oldest ones that there is no room for."""
        with self._lock:
            self._players[game, level] = player
            while len(self._players) > self._most_games or self.num_bytes > self._most_bytes:
                self._players.popitem(last=False)

    @property
    def num_bytes(self) -> int:
        """Memory of all trees that are kept."""
        return sum(player.num_bytes for player in self._players.values())

    def __len__(self) -> int:
        return len(self._players)
