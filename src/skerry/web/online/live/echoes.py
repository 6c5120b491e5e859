"""How long a page is away from the server and back, by an echo that is asked for now and then."""

import json
import time
from collections import deque

FIRST_AFTER, AGAIN = 1.0, 15.0  # seconds between the opening of a socket and its echoes
LEAST_LAG = 0.1  # seconds; less is not worth a note
LONGEST_ECHO = 64  # characters that are read as one
REMEMBERED = 3  # echoes of which the quickest counts: one may have waited for something else


class Echoes:
    """Of one socket."""

    def __init__(self) -> None:
        """None has been asked for."""
        self._number = 0
        self._asked: float | None = None
        self._found: deque[float] = deque(maxlen=REMEMBERED)

    def ask(self) -> dict[str, object]:
        """What the page is to send back; an answer that is still out counts as its time so far."""
        now = time.monotonic()
        if self._asked is not None:
            self._found.append(now - self._asked)
        self._number, self._asked = self._number + 1, now
        return {"kind": "echo", "number": self._number}

    def hear(self, text: str) -> float | None:
        """Seconds that a page is away and back, once it has sent an echo; None: this is none."""
        if self._asked is None or len(text) > LONGEST_ECHO:
            return None
        try:
            said = json.loads(text)
        except ValueError:
            return None
        if said != {"echo": self._number}:
            return None
        self._found.append(time.monotonic() - self._asked)
        self._asked = None
        return min(self._found)
