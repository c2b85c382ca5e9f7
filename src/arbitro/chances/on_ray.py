"""Fights on several machines: an executor that hands batches to a Ray cluster (the extra ``ray``).

It is an executor of `concurrent.futures` like any other. With an address it joins a cluster that is there; without one
it starts a small one here, which costs seconds and pays only where this machine is not enough.
"""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

from arbitro.extras import need

T = TypeVar("T")


def _called(work: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    return work(*arguments, **named)


class RayExecutor(Executor):
    """Sends work to a Ray cluster; what comes back are futures of `concurrent.futures`."""

    def __init__(self, address: str | None = None, **options: Any) -> None:
        need("ray")
        import ray

        self._ray = ray
        self._own = not ray.is_initialized()
        if self._own:
            ray.init(address=address, **options)
        self._task = ray.remote(_called)
        self._under_way: dict[Future[Any], Any] = {}

    @property
    def workers(self) -> int:
        """How many batches the cluster works on at once."""
        return max(int(self._ray.cluster_resources().get("CPU", 1)), 1)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> "Future[T]":
        """Send one piece of work; whatever it needs is pickled."""
        reference = self._task.remote(fn, args, kwargs)
        future: Future[T] = reference.future()
        self._under_way[future] = reference
        future.add_done_callback(self._done)
        return future

    def _done(self, future: "Future[Any]") -> None:
        reference = self._under_way.pop(future, None)
        if reference is not None and future.cancelled():
            self._ray.cancel(reference)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take leave: of a cluster that was joined, or of the one that was started here."""
        del wait
        if cancel_futures:
            for future in list(self._under_way):
                future.cancel()
        if self._own:
            self._ray.shutdown()
