"""A site's API for programs, asked over HTTP in the name of one account."""

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlsplit

from skerry.errors import OptionError, SkerryError, clipped

ANSWER_SECONDS = 30.0
SILENT_SECONDS = 60.0  # the stream of events says something every 15
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds before trying again, after each failure twice as
MOST_BYTES = 4 * 1024 * 1024  # of an answer
LOCAL = ("localhost", "127.0.0.1", "::1")

Data = dict[str, Any]


class SiteError(SkerryError):
    """What the site has answered instead, or why it could not be reached."""

    def __init__(self, sentence: str, status: int | None = None, wait: float | None = None) -> None:
        super().__init__(sentence)
        self.status = status  # of HTTP; None: it could not be reached
        self.wait = wait  # seconds after which to ask again, if it has said so


class Site:
    """The API of a site.

    Args:
        url: of the site, without a path.
        token: of an account.

    Raises:
        OptionError: no address of a site, or one to which the token would go in the clear.
    """

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise OptionError(f"{clipped(url)!r} is no address of a site, such as https://host.")
        if parts.scheme == "http" and parts.hostname not in LOCAL:
            raise OptionError(
                "A token must not travel in the clear, where others can read it: use https://, or "
                "a site on this machine."
            )
        self._base = f"{parts.scheme}://{parts.netloc}/api/v1/"
        self._headers = {"Authorization": f"Bearer {token}", "User-Agent": "skerry bot"}

    def get(self, *path: str) -> Data:
        """The answer to a question. Raises SiteError."""
        return self._ask(path, None)

    def post(self, *path: str, **sent: object) -> Data:
        """The answer to an act. Raises SiteError."""
        return self._ask(path, sent)

    def _ask(self, path: tuple[str, ...], sent: Mapping[str, object] | None) -> Data:
        with self._open("/".join(quote(part, safe="") for part in path), sent) as answer:
            try:
                data = json.loads(answer.read(MOST_BYTES))
            except (ValueError, OSError, http.client.HTTPException) as error:
                raise SiteError(f"The site's answer cannot be read: {error}.") from error
        if not isinstance(data, dict):
            raise SiteError("The site's answer is no JSON object.")
        return data

    def _open(
        self, path: str, sent: Mapping[str, object] | None, seconds: float = ANSWER_SECONDS
    ) -> http.client.HTTPResponse:
        body = None if sent is None else json.dumps(sent).encode()
        headers = self._headers | ({} if body is None else {"Content-Type": "application/json"})
        request = urllib.request.Request(self._base + path, body, headers)
        try:
            answer: http.client.HTTPResponse = _OPENER.open(request, timeout=seconds)
        except urllib.error.HTTPError as error:
            raise _refusal(error) from error
        except (OSError, http.client.HTTPException) as error:
            raise SiteError(f"The site cannot be reached: {error}.") from error
        return answer

    def events(self, wait: Callable[[float], object] = time.sleep) -> Iterator[Data]:
        """What happens, for ever: after a cut the stream is opened again, and says what was missed.

        Args:
            wait: so many seconds, after a failure.

        Raises:
            SiteError: the site lets nobody in by this token.
        """
        pause = FIRST_PAUSE
        while True:
            try:
                with self._open("events", None, SILENT_SECONDS) as stream:
                    for event in _read_events(stream):
                        pause = FIRST_PAUSE
                        yield event
            except SiteError as error:
                if error.status in (401, 403, 404):
                    raise
                pause = max(pause, error.wait or 0.0)
            wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def _read_events(stream: http.client.HTTPResponse) -> Iterator[Data]:
    """The lines that say something, until the stream is cut. Raises SiteError: no JSON."""
    while True:
        try:
            line = stream.readline(MOST_BYTES)
        except (OSError, http.client.HTTPException):
            return
        if not line:
            return
        if line.strip():
            try:
                event = json.loads(line)
            except ValueError as error:
                raise SiteError("The site's events are no JSON.") from error
            if isinstance(event, dict):
                yield event


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A token goes to the site that was named, and nowhere else."""

    def redirect_request(self, *_: object) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def _refusal(error: urllib.error.HTTPError) -> SiteError:
    try:
        with error:
            sentence = str(json.loads(error.read(MOST_BYTES))["error"])
    except (ValueError, KeyError, TypeError, OSError, http.client.HTTPException):
        sentence = f"The site answers {error.code} {error.reason}."
    after = error.headers.get("Retry-After", "")
    return SiteError(sentence, error.code, float(after) if after.isdecimal() else None)
