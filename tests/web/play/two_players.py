"""Two browsers in one game, and a clock that the test sets: what the tests of such games share."""

from dataclasses import dataclass

import skerry
from skerry.positions import Game
from skerry.sessions import TimeControl
from skerry.web.base.seats import COOKIE, hash_token
from skerry.web.play import creation
from skerry.web.play.models import SavedGame
from skerry.web.play.moments import Moments
from skerry.web.thinking.engine import Engine
from tests.web.conftest import Browser, share_with

KITARAN = skerry.game("kitaran", size=3, cycle="draw")  # which can be drawn
START = 1_800_000_000.0  # seconds since the epoch


@dataclass
class Hand:
    """A steady clock that stands still unless it is moved."""

    now: float = 0.0


class Machine:
    """A machine whose clock the test moves, and the processes of a site on it."""

    def __init__(self) -> None:
        self.hand, self.wall, self.boot = Hand(), START, "first"

    def process(self) -> Moments:
        """A process that has just begun, with the boot of the machine as it is now."""
        return Moments(lambda: self.wall, lambda: self.hand.now, self.boot)

    def run(self, seconds: int, *processes: Moments) -> None:
        """Let so many seconds pass, in each of which some processes beat."""
        for _ in range(seconds):
            self.hand.now += 1.0
            for process in processes:
                process.beat()


def set_clock() -> Hand:
    """Let the site's requests read a clock that the test moves; it begins at START."""
    hand = Hand()
    share_with(Engine(), Moments(wall=lambda: START, steady=lambda: hand.now))
    return hand


def holder_of(browser: Browser) -> str:
    """The holder of a browser's seats; it gets one if it has none."""
    if COOKIE not in browser.client.cookies:
        browser.begin("byg")
    return hash_token(browser.client.cookies[COOKIE].value.split(":")[0])


def between(
    first: Browser, second: Browser, control: TimeControl | None = None, game: Game = KITARAN
) -> str:
    """A game of two browsers; returns its id."""
    holders = (holder_of(first), holder_of(second))
    return creation.begin_between(holders, ("Ada", "Bob"), game, control=control).pk


def row(game_id: str) -> SavedGame:
    return SavedGame.objects.get(pk=game_id)
