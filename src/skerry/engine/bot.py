"""A program that speaks the text protocol plays on a site: `skerry bot`."""

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any
from urllib.parse import quote, urlsplit

from skerry.engine.client import EngineError, EngineProcess
from skerry.engine.match import REPLY_SECONDS, START_SECONDS, Contestant
from skerry.errors import OptionError, SkerryError, clipped
from skerry.games.ruleset import format_value
from skerry.positions import game as game_of
from skerry.positions import position as position_of

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


LINE_SECONDS = 1.0  # of a turn's own time that are left for the way to the site, at most a fifth
UNTIMED_SECONDS = 300.0  # for a turn where nobody looks at the time
CORRESPONDENCE = "correspondence"
SOON = 2.0  # seconds before an act is tried again that the site could not take

Say = Callable[[str], object]


@dataclass
class _Player:
    """The program in one game."""

    engine: EngineProcess | None = None
    turns: list[str] = field(default_factory=list)  # that it knows
    start: str = ""
    lock: Lock = field(default_factory=Lock)

    def close(self) -> None:
        if self.engine is not None:
            self.engine.close()
        self.engine, self.turns = None, []


class Bot:
    """A program in all games of an account.

    Args:
        site: where it plays.
        program: how it is started, and what it is told first.
        most_games: in which it thinks at once.
        accepts: whether it plays with who asks it for a game, and again with who offers that.
        say: what is told of each turn and each trouble.
    """

    def __init__(
        self,
        site: Site,
        program: Contestant,
        *,
        most_games: int = 1,
        accepts: bool = True,
        say: Say = print,
    ) -> None:
        self._site, self._program, self._say = site, program, say
        self._accepts = accepts
        self._players: dict[str, _Player] = {}
        self._ended = Event()
        self._pool = ThreadPoolExecutor(most_games, thread_name_prefix="bot")

    def run(self, num_games: int | None = None) -> None:
        """Play until so many games have ended, or for ever.

        Raises:
            SiteError: the site lets nobody in by this token.
        """
        ended: set[str] = set()
        try:
            for event in self._site.events():
                if event.get("type") == "challenge" and self._accepts:
                    self._pool.submit(self._accept, str(event["id"]))
                if event.get("type") != "game":
                    continue
                game_id = str(event["id"])
                if event["over"]:
                    if game_id not in ended:
                        self._say(f"{event['game']} {game_id} is over.")
                    ended.add(game_id)
                    if len(ended) == num_games:
                        return
                self._pool.submit(self._attend, game_id)
        except BaseException:  # a signal, too: nobody waits for what a program is thinking about
            self._ended.set()
            for player in list(self._players.values()):
                if player.engine is not None:
                    player.engine.close()
            raise
        finally:
            self._ended.set()
            self._pool.shutdown(wait=True, cancel_futures=True)
            for player in self._players.values():
                player.close()

    def _accept(self, challenge_id: str) -> None:
        try:
            self._site.post("challenges", challenge_id, "accept")
        except SiteError as error:
            self._say(f"The challenge {challenge_id}: {error}")

    def _attend(self, game_id: str) -> None:
        """Do in a game what there is to do now; whatever goes wrong is said, and ends no other."""
        while not self._ended.is_set():
            try:
                self._act(game_id)
            except SiteError as error:
                self._say(f"{game_id}: {error}")
                if error.status is None or error.status == 429 or error.status >= 500:
                    self._ended.wait(error.wait or SOON)
                    continue
            except Exception as error:
                self._say(f"{game_id}: {type(error).__name__}: {error}")
            return

    def _act(self, game_id: str) -> None:
        player = self._players.setdefault(game_id, _Player())
        with player.lock:  # of two events of a game, the later one finds what the first has done
            now = self._site.get("games", game_id)
            if now["over"]:
                player.close()
                self._players.pop(game_id, None)
                self._answer_rematch(now)
            elif now["your_turn"]:
                self._play(player, now)

    def _answer_rematch(self, now: Data) -> None:
        offered = now["offers"]["rematch"]
        if offered is not None and now["you"] is not None and offered != now["you"]:
            sent = {"kind": "rematch", "by": offered, "accepted": self._accepts}
            self._site.post("games", now["id"], "answers", version=now["version"], **sent)

    def _play(self, player: _Player, now: Data) -> None:
        for last in (False, True):
            try:
                turn = self._think(player, now)
                break
            except EngineError as error:
                player.close()
                if self._ended.is_set():  # by us
                    return
                self._say(f"{now['id']}: the program {error}.")
                if last:
                    self._give_up(now)
                    return
        if turn.lower() == "resign":
            self._give_up(now)
            return
        try:
            sent = {"turn": turn, "version": now["version"]}
            after = self._site.post("games", now["id"], "turns", **sent)
        except SiteError as error:
            player.close()
            if error.status == 400:
                self._say(f"{now['id']}: {error}")
                self._give_up(now)
                return
            if error.status != 409:
                raise
            return
        player.turns = after["turns"][: len(now["turns"]) + 1]  # as the site writes it
        self._say(f"{now['game']} {now['id']}: {turn}")

    def _give_up(self, now: Data) -> None:
        self._site.post("games", now["id"], "resign", version=now["version"])

    def _think(self, player: _Player, now: Data) -> str:
        """The program's turn. Raises EngineError."""
        engine = self._ready(player, now)
        seconds = UNTIMED_SECONDS
        for command, limit in _time_commands(now):
            engine.ask(command, REPLY_SECONDS)
            seconds = limit
        return engine.ask("genmove", seconds)

    def _ready(self, player: _Player, now: Data) -> EngineProcess:
        """The process, told of all turns. Raises EngineError."""
        known, turns = player.turns, list(now["turns"])
        if player.engine is None or turns[: len(known)] != known:
            player.close()
            player.engine = EngineProcess(self._program.command)
            for command in _begin_commands(self._program.commands, now):
                player.engine.ask(command, START_SECONDS)
        for turn in turns[len(player.turns) :]:
            player.engine.ask(f"play {turn}", REPLY_SECONDS)
            player.turns.append(turn)
        return player.engine


def _begin_commands(commands: Sequence[str], now: Data) -> Iterator[str]:
    """What a program is told before the first turn of a game."""
    options = " ".join(f"{name}={format_value(value)}" for name, value in now["options"].items())
    yield "protocol_version"
    yield from commands
    yield f"game {now['game']} {options}"
    game = game_of(now["game"], **now["options"])
    if game.info.has_setup or now["start"] != game.start().text:
        yield f"set_position {now['start']}"


def _time_commands(now: Data) -> Iterator[tuple[str, float]]:
    """What a program is told of its time, and the seconds in which it must answer then."""
    clock = now["clock"]
    if clock is None or clock["control"]["kind"] == CORRESPONDENCE:
        return
    try:
        colour = position_of(now["position"]).colour
    except SkerryError:  # of a later version
        return
    if colour is not None:
        control, left = clock["control"], clock["left"][now["you"]]
        seconds, turns = _time_left(control, left)
        limit = left["seconds"] + left["periods"] * control.get("period_seconds", 0)
        yield f"time_left {colour} {seconds:.3f} {turns}", limit + 1


def _time_left(control: Data, left: Data) -> tuple[float, int]:
    """Seconds that a program has, and for how many turns (0: for all that follow)."""
    seconds, period = left["seconds"], control.get("period_seconds", 0)
    if control["kind"] == "fischer":
        return seconds, 0
    if left["periods"] and left["periods"] == control["periods"]:  # main time is not used up
        if seconds > period:
            return seconds, 0
        seconds += period  # a turn that ends within the first period leaves that whole
    return seconds - min(LINE_SECONDS, seconds / 5), 1
