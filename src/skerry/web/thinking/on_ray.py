"""Workers on the machines of a Ray cluster, one on each.

An actor runs the same program as an engine starts beside itself, and hands its lines on. The
machine compiles for itself, once, into its own cache. Skerry has to be installed there, in the
same version.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from threading import Lock
from typing import Any

from skerry.web.thinking.worker_process import COMMAND, WorkerProcess

log = logging.getLogger(__name__)

HERE = "local"  # in place of an address: a cluster of this machine alone, begun for this process
START_SECONDS = 60.0  # for an actor to come up


class Cluster:
    """A Ray cluster. Any thread may start workers."""

    def __init__(self, address: str) -> None:
        """Join the one at an address as `ray.init` takes it, or HERE. Raises ConnectionError."""
        import ray

        self._ray: Any = ray
        self._lock = Lock()
        self._used: Counter[str] = Counter()  # workers on a node
        where: dict[str, Any] = {"address": address}
        if address == HERE:
            where |= {"include_dashboard": False}
        if not ray.is_initialized():
            ray.init(log_to_driver=False, **where)

    @property
    def num_nodes(self) -> int:
        """Machines that are there now."""
        return len(self._nodes())

    def start(self) -> "RayWorker":
        """A worker on the machine that has the fewest. Raises OSError: none comes up."""
        with self._lock:
            try:
                node = min(self._nodes(), key=lambda node: self._used[node], default="")
            except self._ray.exceptions.RayError as error:
                raise OSError(f"the Ray cluster does not answer: {error}") from None
            if not node:
                raise OSError("no machine of the Ray cluster is there")
            self._used[node] += 1
        try:
            return RayWorker(self._ray, node, lambda: self._release(node))
        except self._ray.exceptions.RayError as error:
            self._release(node)
            raise OSError(f"a machine of the Ray cluster starts no worker: {error}") from None

    def _release(self, node: str) -> None:
        with self._lock:
            self._used[node] -= 1

    def _nodes(self) -> list[str]:
        return [
            str(node["NodeID"])
            for node in self._ray.nodes()
            if node["Alive"] and node["Resources"].get("CPU")
        ]


class Relay:
    """On the other machine: a worker process, and its lines for who asks."""

    def __init__(self) -> None:
        self._worker = WorkerProcess((*COMMAND, "compiled"))

    def ready(self) -> None:
        """Nothing: it answers when the actor is up."""

    def send(self, message: Mapping[str, object]) -> None:
        """Hand a message on."""
        self._worker.send(message)

    def messages(self) -> Iterator[dict[str, object]]:
        """What the worker says."""
        yield from self._worker.messages()

    def end(self) -> int:
        """End the worker; returns its exit code."""
        return self._worker.end()


class RayWorker:
    """A worker on another machine, as `worker_process.Worker` says."""

    process_id = None

    def __init__(self, ray: Any, node: str, release: Callable[[], None]) -> None:
        """Start it on a node. Raises RayError: it does not come up."""
        self.is_retired = False
        self._has_ended = False
        self._ray = ray
        self._release = release
        affinity = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy
        # One thread for what it is sent, so that it keeps its order, and one for what it says.
        groups = {"sent": 1, "said": 1}
        actor = ray.remote(num_cpus=0, concurrency_groups=groups)(Relay)
        self._actor = actor.options(scheduling_strategy=affinity(node, soft=False)).remote()
        ray.get(self._actor.ready.remote(), timeout=START_SECONDS)

    def send(self, message: Mapping[str, object]) -> None:
        """Send it a message; what a dead one is sent is lost."""
        self._actor.send.options(concurrency_group="sent").remote(dict(message))

    def messages(self) -> Iterator[dict[str, object]]:
        """Its messages, until it or its machine ends."""
        said = self._actor.messages.options(concurrency_group="said", num_returns="streaming")
        try:
            for reference in said.remote():
                yield self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            if not self.is_retired:
                log.warning("A worker on the Ray cluster was lost: %s", error)

    def retire(self) -> None:
        """Tell it to end, without waiting for it."""
        self.is_retired = True
        self._actor.end.options(concurrency_group="sent").remote()

    def end(self) -> int:
        """End it; returns 0."""
        self.is_retired = True
        if not self._has_ended:
            self._has_ended = True
            self._ray.kill(self._actor)
            self._release()
        return 0
