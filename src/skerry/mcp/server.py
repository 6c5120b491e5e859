"""The tools as a server: what the SDK must know of them, threads, errors as sentences."""

import asyncio
import inspect
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import anyio
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import (
    CallToolResult,
    InputRequiredResult,
    JSONRPCError,
    TextContent,
    ToolAnnotations,
)
from pydantic import ValidationError

from skerry.errors import OptionError, SkerryError, quoted
from skerry.exchange import read, write
from skerry.mcp import playing, records, thinking
from skerry.mcp.lines import end_with_output, readable_lines
from skerry.mcp.playing import Answer
from skerry.mcp.records import SiteStudies, Source
from skerry.positions import Position
from skerry.positions import position as read_position

# The one folder that the server may write to, if it was started with one.

# A plain name: what has no separators, and does not begin with a dot, leads nowhere else.
_NAME = re.compile(r"[^\W_][\w .-]{0,99}\.(json|sgf)")


class Folder:
    """Where records are saved: new files with plain names, nothing else."""

    def __init__(self, path: Path) -> None:
        """A folder that is there. Raises OptionError: it is not."""
        if not path.is_dir():
            raise OptionError(f"There is no folder {quoted(str(path))} to write to.")
        self._path = path.resolve()  # what the name leads to now is meant, whatever comes later

    def save_record(self, path: str, record: str) -> str:
        """Save a record as a new file in the folder that the server may write to.

        Args:
            path: the file's name, without folders; .json or .sgf at its end says the format.
            record: its text, as `record` or `open_record` gave it.

        Raises:
            OptionError: no plain name, a file that is there already, or a full disk.
            RecordError: the text is no record.
        """
        name = _NAME.fullmatch(path)
        if name is None:
            raise OptionError(
                f"{quoted(path)} cannot be the name of a file here: it must have only letters, "
                "digits, blanks, dots, - and _, no folders, and end with .json or .sgf."
            )
        records = read(record).records
        if len(records) != 1:
            raise OptionError("The text holds several games; save them one by one.")
        text = write(records[0], name.group(1)).text
        file = self._path / path
        try:
            # "x" makes a new file or none: it follows no link, even one that leads nowhere yet.
            with file.open("x", encoding="utf-8", newline="") as opened:
                opened.write(text)
        except FileExistsError:
            raise OptionError(
                f"There is a file {quoted(path)} already; choose another name."
            ) from None
        except OSError as error:
            raise OptionError(f"{quoted(path)} cannot be written: {error.strerror}.") from error
        return f"The record is in {file}."


Result = TypeVar("Result")
Cancel = Callable[[], bool]

LONG_AT_ONCE = 2  # searches and proofs
QUICK_AT_ONCE = 4
MOST_WAITING = 50  # or under way


class Jobs:
    """Two lanes, so that what takes a moment never waits for what takes a minute."""

    def __init__(self) -> None:
        self._long = ThreadPoolExecutor(LONG_AT_ONCE, "long")
        self._quick = ThreadPoolExecutor(QUICK_AT_ONCE, "quick")
        self._stops: set[threading.Event] = set()

    async def long(self, work: Callable[[Cancel], Result]) -> Result:
        """Run what asks now and then whether it is cancelled. Raises OptionError: too many wait."""
        stop = threading.Event()
        return await self._run(self._long, partial(work, stop.is_set), stop)

    async def quick(self, work: Callable[[], Result]) -> Result:
        """Run what takes a moment. Raises OptionError: too many wait."""
        return await self._run(self._quick, work, threading.Event())

    async def _run(
        self, lane: ThreadPoolExecutor, work: Callable[[], Result], stop: threading.Event
    ) -> Result:
        if len(self._stops) >= MOST_WAITING:
            raise OptionError(f"{MOST_WAITING} calls are being worked on; ask again later.")
        self._stops.add(stop)
        try:
            return await asyncio.get_running_loop().run_in_executor(lane, work)
        finally:  # also when the call was cancelled: then the thread ends soon
            stop.set()
            self._stops.discard(stop)


INSTRUCTIONS = """\
Skerry plays, analyses and solves abstract board games. Nothing is remembered between calls: a
position is one line of text, which `start` and `play` give and every other tool takes. Begin with
`games` and `rules`; `legal_turns` says how turns are written. Chances from `analyse` are estimates,
what `solve` says is proven."""

KINDS = {  # of arguments, by the types of their schemas
    "integer": "a whole number",
    "number": "a number",
    "string": "a text",
    "array": "a list of texts",
    "object": 'an object of names and values, such as {"size": 4}',
}

READERS: tuple[Callable[..., Answer], ...] = (
    *(playing.games, playing.rules, playing.start, playing.legal_turns, playing.play),
    *(thinking.puzzle, records.record, records.open_record, records.study),
)
THINKERS: tuple[Callable[..., Answer], ...] = (
    *(thinking.analyse, thinking.solve, thinking.check_puzzle),
)


class Server(MCPServer[None]):
    """The tools; a call that fails is answered by a sentence of ours."""

    def __init__(self, write: Path | None = None, studies: Source | None = None) -> None:
        """A server that has not begun to answer.

        Args:
            write: the folder in which records may be saved; None: nothing is written.
            studies: those of the site, to be read; None: they are not.

        Raises:
            OptionError: there is no such folder.
        """
        super().__init__(
            "skerry",
            title="Skerry",
            instructions=INSTRUCTIONS,
            version=version("skerry"),
            log_level="ERROR",
        )
        self._jobs = Jobs()
        for tool in READERS:
            self._add(tool, self._quickly(tool))
        site = None if studies is None else SiteStudies(studies)
        for tool in THINKERS:
            self._add(tool, self._at_length(tool, site))
        if site is not None:
            for tool in (site.site_studies, site.site_study):
                self._add(tool, self._quickly(tool))
        if write is not None:
            save = Folder(write).save_record
            self._add(save, self._quickly(save), writes=True)

    def _add(
        self, tool: Callable[..., Answer], run: Callable[..., Any], *, writes: bool = False
    ) -> None:
        self.add_tool(
            run,
            name=tool.__name__,
            description=_description(tool),
            annotations=ToolAnnotations(
                read_only_hint=not writes, destructive_hint=False, open_world_hint=False
            ),
            structured_output=False,
        )

    def _quickly(self, tool: Callable[..., Answer]) -> Callable[..., Any]:
        async def run(**arguments: Any) -> Answer:
            return await self._jobs.quick(partial(tool, **arguments))

        return _with_arguments_of(tool, run)

    def _at_length(
        self, tool: Callable[..., Answer], site: SiteStudies | None
    ) -> Callable[..., Any]:
        async def run(**arguments: Any) -> Answer:
            if site is not None:
                await self._jobs.quick(lambda: site.check_position(_position_of(arguments)))
            return await self._jobs.long(lambda cancel: tool(**arguments, cancel=cancel))

        return _with_arguments_of(tool, run)

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool. What the caller got wrong is an answer that says so.

        Raises:
            UnexpectedToolError: a fault of ours.
        """
        schemas = {tool.name: tool.input_schema for tool in await self.list_tools()}
        if name not in schemas:
            return _refused(f"There is no tool {quoted(name)}; the tools are {', '.join(schemas)}.")
        known = schemas[name]["properties"]
        for argument in arguments:
            if argument not in known:
                allowed = ", ".join(known) or "none"
                return _refused(
                    f"{name}: there is no argument {quoted(argument)}; there is {allowed}."
                )
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, SkerryError):
                return _refused(" ".join(str(cause).split()))
            if isinstance(cause, ValidationError):
                return _refused(_fault(name, cause.errors(), schemas[name]))
            raise

    async def run_stdio_async(self) -> None:
        """Serve on the standard streams; a line that is no message is answered, too."""
        send, errors = anyio.create_memory_object_stream[JSONRPCError](0)
        lines = readable_lines(sys.stdin.buffer, send.send)
        async with (
            stdio_server(stdin=lines) as (messages, answers),  # type: ignore[arg-type]
            anyio.create_task_group() as tasks,
        ):

            async def answer() -> None:
                async for error in errors:
                    await answers.send(SessionMessage(error))

            tasks.start_soon(answer)
            options = self._lowlevel_server.create_initialization_options()
            await self._lowlevel_server.run(messages, answers, options)
            tasks.cancel_scope.cancel()


def _position_of(arguments: Mapping[str, Any]) -> Position:
    """What a tool is to think about: a position, or that of a numbered puzzle."""
    if "position" in arguments:
        return read_position(arguments["position"])
    return thinking.numbered(arguments["game"], arguments["number"]).position


def _description(tool: Callable[..., Answer]) -> str:
    """What an assistant reads of a tool: not what it raises, nor what only we give it."""
    text = (inspect.getdoc(tool) or "").partition("\n\nRaises:")[0]
    return "\n".join(line for line in text.splitlines() if not line.startswith("    cancel:"))


def _with_arguments_of(tool: Callable[..., Answer], run: Callable[..., Any]) -> Callable[..., Any]:
    """A function that says it takes what a tool takes, but for what only we give it."""
    signature = inspect.signature(tool, eval_str=True)
    given = [one for one in signature.parameters.values() if one.name != "cancel"]
    run.__signature__ = signature.replace(parameters=given)  # type: ignore[attr-defined]
    return run


def _refused(sentence: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=sentence)], is_error=True)


def _fault(name: str, errors: Sequence[Any], schema: Any) -> str:
    """What is wrong with the first bad argument, by what its schema says."""
    argument = str(errors[0]["loc"][0]) if errors[0]["loc"] else ""
    if errors[0]["type"] == "missing":
        return f"{name} needs the argument {argument}."
    if argument not in schema["properties"]:
        return f"{name}: its arguments cannot be read."
    asked = schema["properties"][argument]
    kinds = [one["type"] for one in asked.get("anyOf", [asked]) if one["type"] != "null"]
    return f"{name}: {argument} must be {' or '.join(KINDS[kind] for kind in kinds)}."


def serve(write: Path | None = None, studies: Source | None = None) -> NoReturn:
    """Answer on the standard streams until they end, then end the process.

    Raises:
        OptionError: as `Server`.
    """
    server = Server(write, studies)
    # Ctrl-C ends the process at once: the SDK would first wait for a line of standard input.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    end_with_output()
    server.run("stdio")
    sys.stderr.flush()
    os._exit(0)  # without waiting for threads: one of them may be in the compiler for a minute
