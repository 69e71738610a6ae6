"""A queue in which clients take turns, so that one who asks for much does not keep others waiting."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container
from typing import Generic, TypeVar

from freecell.web.limits import MOST_WAITING, MOST_WAITING_EACH

T = TypeVar("T")


class BusyError(Exception):
    """All threads were busy for as long as a request may wait."""

    def __init__(self, message: str = "all cores are busy: try again in a moment") -> None:
        super().__init__(message)


class StoppedError(BusyError):
    """The server is being stopped."""

    def __init__(self) -> None:
        super().__init__("the server is being stopped")


class FairQueue(Generic[T]):
    """What waits, by client. Each client in turn gives the one that it has had here longest."""

    def __init__(self) -> None:
        self._by_client: dict[str, deque[T]] = {}  # in the order of their turns; no client is there with nothing
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def others(self, client: str) -> int:
        """How many clients wait besides this one. May be called in any thread."""
        return len(self._by_client) - (client in self._by_client)

    def put(self, client: str, item: T) -> None:
        """Lets one more wait, unless too many do."""
        items = self._by_client.get(client)
        if self._length >= MOST_WAITING or (items and len(items) >= MOST_WAITING_EACH):
            raise BusyError
        if items is None:
            items = self._by_client[client] = deque()
        items.append(item)
        self._length += 1

    def take(self, served: Container[str] = ()) -> T:
        """The next one, of the client whose turn it is: the first that is not served already, or else the first."""
        first = next(iter(self._by_client))
        return self._take(next((client for client in self._by_client if client not in served), first))

    def take_if(self, fits: Callable[[T], bool]) -> T | None:
        """The same, of the first client in turn whose next one fits."""
        for client, items in self._by_client.items():
            if fits(items[0]):
                return self._take(client)
        return None

    def _take(self, client: str) -> T:
        items = self._by_client.pop(client)
        item = items.popleft()
        if items:
            self._by_client[client] = items  # behind all others
        self._length -= 1
        return item

    def remove(self, client: str, item: T) -> None:
        """Takes out one that waits no longer, if it is still there."""
        items = self._by_client.get(client)
        if items and item in items:
            items.remove(item)
            self._length -= 1
            if not items:
                del self._by_client[client]
