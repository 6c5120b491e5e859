"""`skerry close-player`: takes a player's games out of a site's ratings, and puts them back."""

import os
import subprocess
import sys
from pathlib import Path

from tests.web.conftest import StartServer

SEED = """
import django, os
os.environ["DJANGO_SETTINGS_MODULE"] = "skerry.web.site.settings"
from skerry.core import jit
jit.interpret()
django.setup()
from skerry.web.base.services import provide
from skerry.web.site.start import make_services
from skerry.web.thinking.engine import Engine
provide(*make_services(Engine()))
from tests.web.ratings.rated_games import account, win
ada, bob = account("Ada"), account("Bob")
win(ada, bob)
win(ada, bob)
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "SKERRY_DATA_DIR": str(folder), "PYTHONPATH": str(Path.cwd())},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_closes_a_player_and_undoes_it(
    start_server: StartServer, tmp_path: Path
) -> None:
    start_server(tmp_path)
    seeded = run(tmp_path, "-c", SEED)
    assert seeded.returncode == 0, seeded.stderr
    command = ("-m", "skerry", "close-player")
    answer = run(tmp_path, *command, "aDA")
    assert (answer.returncode, answer.stdout) == (0, "Ada is closed; 2 ratings have changed.\n")
    answer = run(tmp_path, "-m", "skerry", "check-games")
    assert (answer.returncode, answer.stdout) == (0, "2 games, 0 with a fault, 0 repaired.\n")
    answer = run(tmp_path, *command, "Ada", "--undo")
    assert answer.stdout == "Ada may play again; 2 ratings have changed.\n"
    answer = run(tmp_path, *command, "Nobody")
    assert answer.returncode == 2
    assert "There is no player called 'Nobody'." in answer.stderr
