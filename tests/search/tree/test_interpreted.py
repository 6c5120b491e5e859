"""Kernels find the same turns interpreted, compiled, and compiled with checks of their indices."""

import json
import os
import subprocess
import sys
from typing import Any

from skerry.core.jit import is_interpreted
from skerry.games.catalogue import GAMES

# Plays each game for some turns, a player keeping its tree from turn to turn; then searches with a
# network.
SCRIPT = """
import json, sys
from skerry.core import jit
if sys.argv[1] == "interpreted":
    jit.interpret()
import skerry
from skerry.games.catalogue import GAMES
from skerry.search.search import Search
from tests.search.tree.test_net import drawn_net
games = {}
for info in GAMES:
    if sys.argv[2] not in ("", info.name):
        continue
    game = skerry.game(info.name)
    position = game.start(seed=4) if info.has_setup else game.start()
    player = skerry.SearchPlayer(playouts=150, seed=9)
    turns = games[info.name] = []
    for _ in range(4):
        turns.append(game.format_turn(player.choose(position)))
        position = position.play_turn(turns[-1])
    net = drawn_net(game)
    search = Search(position, net=net, settings=info.judged, seed=9)
    search.run(playouts=40)
    turns.append([(one.action, one.visits, one.value(0)) for one in search.root.children()])
print(json.dumps(games))
"""


def turns(mode: str, name: str = "", checks: str = "1") -> dict[str, list[Any]]:
    """Of all games, or of the one named; `checks` as in NUMBA_BOUNDSCHECK."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, mode, name],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"NUMBA_BOUNDSCHECK": checks},
    )
    games: dict[str, list[Any]] = json.loads(done.stdout)
    return games


def test_the_same_seed_and_playouts_give_the_same_turns() -> None:
    assert not is_interpreted()
    compiled = turns("compiled")
    assert compiled.keys() == {info.name for info in GAMES}
    assert turns("interpreted") == compiled
    # As users have it; one game, since each is compiled anew.
    assert turns("compiled", "byg", checks="0") == {"byg": compiled["byg"]}
