"""What the site's requests share, made when it starts."""

from ..analysis.analyses import Analyses
from ..base.websockets.announcer import Announcer
from ..board.drawn_apart import Pictures
from ..bots.streams import Streams
from ..correspondence.sweeping import Alarm
from ..editor.solving import Solutions
from ..lab.pages import LabPages
from ..online.live.presence import LocalPresence
from ..online.live.shown import ShownGames
from ..play import games
from ..play.moments import Moments
from ..play.records import KeptRecords
from ..puzzles.verdicts import Verdicts
from ..study.help.explorers import Explorers
from ..study.review.reviews import Reviews
from ..study.storing.kept import KeptStudies
from ..thinking.engine import Engine
from ..thinking.turns import ComputerTurns


def make_services(engine: Engine) -> tuple[object, ...]:
    """All that requests share, for `services.provide`: an engine, and what is made with it."""
    return (
        engine,
        Announcer(),
        ComputerTurns(engine, games.take_answer),
        Analyses(engine),
        Verdicts(engine),
        Solutions(engine),
        KeptRecords(),
        Moments.of_this_machine(),
        KeptStudies(),
        Explorers(),
        Reviews(engine),
        Pictures(),
        LabPages(),
        LocalPresence(),
        ShownGames(),
        Streams(),
        Alarm(),
    )
