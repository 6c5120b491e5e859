"""What the site's requests share, made when it starts."""

from skerry.web.analysis.analyses import Advisor, Analyses
from skerry.web.base.background import Background
from skerry.web.base.consumers import Announcer
from skerry.web.base.services import Services
from skerry.web.board.files import Pictures
from skerry.web.bots.waiting import Streams
from skerry.web.editor.solving import Solutions
from skerry.web.lab.views import LabPages
from skerry.web.online.live import LocalPresence, ShownGames
from skerry.web.play import computer
from skerry.web.play.moments import Moments
from skerry.web.play.records import KeptRecords
from skerry.web.play.sweeps import Alarm
from skerry.web.puzzles.verdicts import Verdicts
from skerry.web.site.watching import Health
from skerry.web.study.explorers import Explorers
from skerry.web.study.reviews import Reviews
from skerry.web.study.studies import KeptStudies
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.remote_engine import Calls, Offer, Remote
from skerry.web.thinking.turns import ComputerTurns, Questions


def make_services(engine: Engine | Calls) -> tuple[object, ...]:
    """All that requests share, for `services.provide`; of an engine here, or of a remote one."""
    asked = _with_remote_engine(engine) if isinstance(engine, Calls) else _with_engine(engine)
    background = Background()
    return (
        *asked,
        Announcer(),
        background,
        Verdicts(Services(asked).find(Questions), background),
        KeptRecords(),
        Moments.of_this_machine(),
        KeptStudies(),
        Explorers(background),
        Pictures(background),
        LabPages(background),
        LocalPresence(),
        ShownGames(),
        Streams(),
        Alarm(),
        Health(),
    )


def _with_engine(engine: Engine) -> tuple[object, ...]:
    return (
        engine,
        Questions(engine),
        ComputerTurns(engine, computer.take_answer),
        Analyses(engine),
        Advisor(engine),
        Solutions(engine),
        Reviews(engine),
    )


def _with_remote_engine(calls: Calls) -> tuple[object, ...]:
    """Games between people go on while that engine is away."""
    no_turns = {"ask": None, "drop": None, "is_unsaved": False, "is_below_level": False}
    nothing = {"phase": "away", "compiled_games": [], "num_waiting": 0}
    return (
        Remote(Engine, calls, nothing),
        Remote(Questions, calls),
        Remote(ComputerTurns, calls, no_turns),
        Remote(Analyses, calls, {"stop": None}),
        Remote(Advisor, calls, {"stop": None}),
        Remote(Solutions, calls, {"stop": None}),
        Remote(Reviews, calls, {"under_way": None}),
    )


def make_offers(services: Services) -> list[Offer]:
    """What a remote engine lets other processes call."""
    return [
        Offer(services.find(Engine), ("phase", "compiled_games", "num_waiting")),
        Offer(services.find(Questions), ("ask",)),
        Offer(services.find(ComputerTurns), ("ask", "drop", "is_unsaved", "is_below_level")),
        Offer(services.find(Analyses), ("ask", "stop")),
        Offer(services.find(Advisor), ("ask", "stop")),
        Offer(services.find(Solutions), ("ask", "stop", "seconds")),
        Offer(services.find(Reviews), ("begin", "cancel", "under_way")),
    ]
