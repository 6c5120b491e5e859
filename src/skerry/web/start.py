"""What the site's requests share, made when it starts."""

from . import service
from .analyses import Analyses
from .engine import Engine
from .lab_pages import LabPages
from .records import KeptRecords
from .turns import ComputerTurns
from .verdicts import Verdicts


def make_services(engine: Engine) -> tuple[object, ...]:
    """All that requests share, for `services.provide`: an engine, and what is made with it."""
    return (
        engine,
        ComputerTurns(engine, service.take_answer),
        Analyses(engine),
        Verdicts(engine),
        KeptRecords(),
        LabPages(),
    )
