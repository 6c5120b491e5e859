"""A conversation with `skerry mcp` in a process of its own, by the SDK's client over stdio."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import TextContent

COMMAND = (sys.executable, "-m", "skerry", "mcp")
ENVIRONMENT = {**os.environ, "NUMBA_DISABLE_JIT": "1"}  # plain Python, so nothing compiles


class Conversation:
    """Calls of tools, one after the other."""

    def __init__(self, portal: BlockingPortal, client: Client) -> None:
        self.portal, self.client = portal, client

    def texts(self, tool: str, **arguments: Any) -> list[str]:
        """What a tool answers, when nothing is wrong."""
        is_error, texts = self.call(tool, arguments)
        assert not is_error, texts
        return texts

    def ask(self, tool: str, **arguments: Any) -> str:
        """The only text of an answer."""
        (text,) = self.texts(tool, **arguments)
        return text

    def refusal(self, tool: str, **arguments: Any) -> str:
        """The sentence by which a tool refuses."""
        is_error, (text,) = self.call(tool, arguments)
        assert is_error, text
        return text

    def call(self, tool: str, arguments: dict[str, Any]) -> tuple[bool, list[str]]:
        result = self.portal.call(self.client.call_tool, tool, arguments)
        assert all(isinstance(part, TextContent) for part in result.content)
        return result.is_error, [getattr(part, "text", "") for part in result.content]

    def tools(self) -> dict[str, Any]:
        """The tools by name."""
        return {tool.name: tool for tool in self.portal.call(self.client.list_tools).tools}


@contextmanager
def conversation(*options: str, **environment: str) -> Iterator[Conversation]:
    """A server that runs as long as this."""
    program, *arguments = COMMAND
    server = StdioServerParameters(
        command=program, args=[*arguments, *options], env=ENVIRONMENT | environment
    )
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(
            Client(stdio_client(server), read_timeout_seconds=60)
        ) as client,
    ):
        yield Conversation(portal, client)


def position_of(answer: str) -> str:
    """The position's text at the end of an answer."""
    return answer.rpartition("Position: ")[2].strip()
