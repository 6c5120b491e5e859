"""How long the site takes for a review, how soon its pages answer meanwhile, and a cancel.

    python -m bench.review_page [--playouts 2000]

A game of 40 turns of Spry in which single stones were laid at random is reviewed by a site of its
own, once its engine is compiled. Until the review is done, a person's requests come one after
the other: the page of the study, a position of it, a turn being composed, the home page. Then
reviews are cancelled at many moments: a cancel has worked when the next review has begun.
"""

import argparse
import json
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from http.cookiejar import CookieJar
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

from bench.cold import Site, fresh_site
from bench.review import LONG_SIZES, long_game
from skerry.record import GameRecord

PAUSE = 0.05  # seconds between two requests
POLL = 0.02
MOST_REVIEW, MOST_ANSWER, MOST_CANCEL = 30.0, 0.1, 1.0  # seconds
DEPTHS = {500: "quick", 2_000: "standard", 10_000: "deep"}
CANCELS = 10


@dataclass
class Person:
    """A browser of plain requests."""

    site: Site
    opener: urllib.request.OpenerDirector
    token: str = ""

    @classmethod
    def at(cls, site: Site) -> "Person":
        """One that has looked at the list of studies."""
        jar = urllib.request.HTTPCookieProcessor(CookieJar())
        person = cls(site, urllib.request.build_opener(jar))
        page = person.get("studies")
        person.token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
        return person

    def get(self, path: str) -> str:
        """A page, or JSON."""
        with self.opener.open(self.site.address + path) as answer:
            text: str = answer.read().decode()
            return text

    def post(self, path: str, body: object) -> Any:
        """The answer to JSON."""
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.token}
        data = json.dumps(body).encode()
        request = urllib.request.Request(self.site.address + path, data, headers)
        with self.opener.open(request) as answer:
            return json.load(answer)

    def study(self, record: GameRecord) -> str:
        """Begin a study of a record; returns its id."""
        form = {"csrfmiddlewaretoken": self.token, "text": record.to_json()}
        data = urllib.parse.urlencode(form).encode()
        with self.opener.open(self.site.address + "studies/new", data) as answer:
            return str(answer.geturl()).rsplit("/", 1)[1]


def main() -> None:
    """Print the seconds; exits with 1 where one is beyond its bound."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--playouts", type=int, choices=DEPTHS, default=2_000, help="of a look")
    depth = DEPTHS[parser.parse_args().playouts]
    is_good = True
    with tempfile.TemporaryDirectory() as folder, fresh_site(Path(folder)) as site:
        while not site.has_compiled("spry"):
            time.sleep(1.0)
        person = Person.at(site)
        for size in LONG_SIZES:
            study = person.study(long_game(size))
            seconds, answers = reviewed(person, study, depth)
            late = sorted(answers)[int(0.99 * len(answers))]
            print(
                f"{size} cells a side: {seconds:.1f} s; {len(answers)} answers meanwhile, median "
                f"{1000 * median(answers):.0f} ms, 99% within {1000 * late:.0f} ms, "
                f"slowest {1000 * max(answers):.0f} ms",
                flush=True,
            )
            is_good &= seconds < MOST_REVIEW and late < MOST_ANSWER
            delays = [cancelled(person, study, seconds * k / CANCELS) for k in range(CANCELS)]
            print(f"  cancel: slowest of {len(delays)}: {max(delays):.2f} s", flush=True)
            is_good &= max(delays) < MOST_CANCEL
    raise SystemExit(not is_good)


def reviewed(person: Person, study: str, depth: str) -> tuple[float, list[float]]:
    """Seconds for a review, and for each answer of the site meanwhile."""
    chapter = f"api/studies/{study}/chapters/1"
    asks: list[Callable[[], object]] = [
        lambda: person.get(f"study/{study}"),
        lambda: person.get(f"{chapter}/nodes/7"),
        lambda: person.post(f"{chapter}/nodes/7/preview", {"actions": []}),
        lambda: person.get(""),
    ]
    for ask in asks:
        ask()  # once before, as whoever presses the button has seen the page
    began, answers = time.monotonic(), []
    person.post(f"{chapter}/review/begin", {"node": 0, "depth": depth})
    for ask in cycle(asks):
        before = time.monotonic()
        ask()
        answers.append(time.monotonic() - before)
        if json.loads(person.get(f"{chapter}/review?known=0"))["phase"] == "done":
            return time.monotonic() - began, answers
        time.sleep(PAUSE)
    raise AssertionError("it goes round for ever")


def cancelled(person: Person, study: str, after: float) -> float:
    """Seconds from a cancel until the engine is at another review."""
    review = f"api/studies/{study}/chapters/1/review"
    person.post(f"{review}/begin", {"node": 0, "depth": "standard"})
    time.sleep(after)
    before = time.monotonic()
    person.post(f"{review}/cancel", {})
    person.post(f"{review}/begin", {"node": 0, "depth": "quick"})
    while json.loads(person.get(f"{review}?known=0"))["phase"] == "waiting":
        time.sleep(POLL)
    delay = time.monotonic() - before
    person.post(f"{review}/cancel", {})
    return delay


if __name__ == "__main__":
    main()
