"""Whether the rules are compiled and loaded in this process, so that a request may use them."""

import threading

from .errors import PreparingError

_ready = threading.Event()


def is_ready() -> bool:
    """Whether positions can be played without waiting for a compile."""
    return _ready.is_set()


def require_ready() -> None:
    """Refuse to go on before the rules are ready.

    Raises:
        PreparingError: they are not.
    """
    if not _ready.is_set():
        raise PreparingError("The engine is being prepared; the board appears in a moment.")


def load() -> None:
    """Load the compiled rules from the disk cache, compiling what is missing there."""
    from ..players import warm_up

    warm_up()
    _ready.set()


def wait(seconds: float | None = None) -> bool:
    """Wait until the rules are ready; False when the time is over first."""
    return _ready.wait(seconds)
