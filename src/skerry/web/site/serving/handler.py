"""How Django answers an HTTP request: in one of a few threads, from its first line to its last."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.urls import set_script_prefix

from ..environment.storage import MOST_CONNECTIONS
from .body_limit import Receive, Scope, Send


class ThreadedHandler(ASGIHandler):
    """Django's handler, for views that are synchronous.

    Django's own makes a thread for each request and goes back to the event loop before each part
    of it, and there it waits for its turn where many requests are under way. Here a request is
    handed to a thread once. Only what streams is then sent by the loop, part by part.
    """

    def __init__(self) -> None:
        """No thread has begun."""
        super().__init__()
        # No more than have a connection to the database: the others would only wait for one.
        self._threads = ThreadPoolExecutor(MOST_CONNECTIONS, "request")

    def load_middleware(self, is_async: bool = False) -> None:
        """Make the chain of middlewares, for a thread."""
        super().load_middleware(is_async=False)

    async def work(self, function: Callable[[], object]) -> None:
        """Do something as a request would: by the loop, and in a thread once one is free."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._threads, function)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        loop = asyncio.get_running_loop()
        response = await loop.run_in_executor(self._threads, self._answer, scope, body)
        if response.streaming:
            await self._stream(response, receive, send)
        else:
            await self.send_response(response, send)

    def _answer(self, scope: Scope, body: IO[bytes]) -> Any:
        """The answer, and all that is done once it is known, but for one that streams."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        request, refusal = self.create_request(scope, body)
        response: Any = refusal if request is None else self.get_response(request)
        response._handler_class = type(self)  # which then says that the request is finished
        if not response.streaming:
            response.close()
        return response

    async def _stream(self, response: Any, receive: Receive, send: Send) -> None:
        """Send what comes, until it ends or nobody is there any more."""
        async with ThreadSensitiveContext():
            sending = asyncio.ensure_future(self.send_response(response, send))
            leaving = asyncio.ensure_future(receive())  # nothing comes but that
            try:
                await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in (sending, leaving):
                    task.cancel()
                await asyncio.wait((sending, leaving))
                await sync_to_async(response.close)()
            if not sending.cancelled():
                sending.result()  # an error of what was to be sent is for the server's log
