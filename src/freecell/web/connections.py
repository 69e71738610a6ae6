"""The connections: how many there are, what comes in on each, and how long it may take.

uvicorn and httptools read HTTP, but without a limit to the head of a request, to the time that one takes to come or its
answer to be read, or to the connections of one client. Those limits are here.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import struct
import time
from collections.abc import Container
from http import HTTPStatus
from math import inf
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from freecell.web import limits
from freecell.web.clients import name_of
from freecell.web.middleware import SECURITY_HEADERS
from freecell.web.queues import StoppedError
from freecell.web.responses import Problem

LOGGER = logging.getLogger("freecell.web.connections")

_PIECE = 4096  # bytes that are read at once: a head is too large when one more would be begun
_FORGET = struct.pack("hh" if os.name == "nt" else "ii", 1, 0)  # linger on, for no time
_FILES_BESIDES = 64  # files that are open besides connections
_SECURITY_HEADERS = b"".join(b"%s: %s\r\n" % header for header in SECURITY_HEADERS)


class Connections:
    """All connections, and those of them that wait for a request or the rest of one, the one longest so first."""

    def __init__(self, most_each: int | None = limits.MOST_CONNECTIONS_EACH) -> None:
        self._most, self._most_each = _most_connections(), most_each
        self._all: dict[Connection, None] = {}  # the oldest first
        self._counts: dict[str, int] = {}  # by client
        self._waiting: dict[Connection, float] = {}  # since when

    def admit(self, connection: Connection) -> bool:
        """Whether there is room for one more. If need be, another one is closed for it."""
        name = connection.client_name
        count = self._counts.get(name, 0)
        if self._most_each is not None and count >= self._most_each and not self._close(self._longest_waiting({name})):
            return False
        if len(self._all) >= self._most and not self._make_room(count):
            return False
        self._all[connection] = None
        self._counts[name] = self._counts.get(name, 0) + 1
        self._waiting[connection] = time.monotonic()
        return True

    def forget(self, connection: Connection) -> None:
        if connection not in self._all:
            return
        del self._all[connection]
        self._waiting.pop(connection, None)
        left = self._counts[connection.client_name] - 1
        if left:
            self._counts[connection.client_name] = left
        else:
            del self._counts[connection.client_name]

    def set_waiting(self, connection: Connection) -> None:
        if connection in self._all:
            self._waiting[connection] = time.monotonic()

    def set_busy(self, connection: Connection) -> None:
        self._waiting.pop(connection, None)

    def close_late(self, now: float) -> None:
        """Closes those whose time is over. To be called every second or so."""
        for connection in [each for each in self._all if each.deadline < now]:
            connection.give_up(408, "the request took too long to come")

    def close_stuck(self) -> None:
        """Closes those that wait for their client: to send more, or to read. To be called when the server stops."""
        for connection in [each for each in self._all if each in self._waiting or each.is_unread]:
            connection.give_up(503, str(StoppedError()))

    def _make_room(self, count: int) -> bool:
        """Closes a connection to make room for one of a client that has so many, never one of a client that has fewer.

        It is the one that has waited longest. If there is none, or it has only begun to, it is the newest of the client
        that has most, if that one still has as many then: otherwise two would only take each other's place.
        """
        found = self._longest_waiting({name for name, has in self._counts.items() if has >= count})
        most = max(self._counts, key=self._counts.__getitem__)
        has_begun = found is None or self._waiting[found] > time.monotonic() - limits.BEGIN_SECONDS
        if has_begun and self._counts[most] >= count + 2:
            found = next(each for each in reversed(self._all) if each.client_name == most)
        return self._close(found)

    def _longest_waiting(self, names: Container[str]) -> Connection | None:
        return next((each for each in self._waiting if each.client_name in names), None)

    def _close(self, connection: Connection | None) -> bool:
        if connection is None:
            return False
        self.forget(connection)  # now, and not when it is closed: others come at the same moment
        connection.cut()
        return True


class _Transport:
    """A transport to which nothing is written once it is closed: uvloop's would raise an error then."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._write = transport.write
        self.is_closing, self.close, self.abort = transport.is_closing, transport.close, transport.abort
        self.get_extra_info, self.get_write_buffer_size = transport.get_extra_info, transport.get_write_buffer_size

    def write(self, data: bytes) -> None:
        if not self.is_closing():
            self._write(data)


class _RefusedError(Exception):
    """Ends the reading of what came in on a connection that has been closed."""


class Connection(HttpToolsProtocol):
    """One connection, read by httptools."""

    def __init__(self, connections: Connections, **options: Any) -> None:
        super().__init__(**options)
        self.logger = LOGGER
        self.client_name = ""
        self._connections = connections
        self._receive_until = self._read_until = inf
        self._is_in_head = True
        self._received = self._chunks = 0  # bytes of the head or the body so far, and parts of the body
        self._unanswered: list[RequestResponseCycle] = []

    @property
    def deadline(self) -> float:
        """When it is closed, unless something happens first."""
        return min(self._receive_until, self._read_until)

    @property
    def is_unread(self) -> bool:
        """Whether some of an answer is still here because the client does not read it."""
        return self.transport.get_write_buffer_size() > 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.transport = _Transport(transport)  # type: ignore[assignment]  # which has all that is used here
        self.client_name = name_of(self.client)
        self._receive_until = self.loop.time() + limits.HEAD_SECONDS
        if not self._connections.admit(self):
            self.cut()

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.forget(self)
        for cycle in self._unanswered:  # uvicorn tells the last one only
            cycle.disconnected = True
            cycle.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for begin in range(0, len(data), _PIECE):
            if self.transport.is_closing():
                return
            if self._received >= (limits.LARGEST_HEAD if self._is_in_head else 2 * limits.LARGEST_BODY):
                self._refuse_size()
                return
            piece = data if len(data) <= _PIECE else data[begin : begin + _PIECE]
            self._received += len(piece)
            super().data_received(piece)

    # What httptools finds in the data

    def on_headers_complete(self) -> None:
        self._is_in_head, self._received, self._chunks = False, 0, 0
        if len(self.headers) > limits.MOST_HEADERS:
            self._refuse(431, f"there are {len(self.headers)} headers: {limits.MOST_HEADERS} at the most are right")
            raise _RefusedError
        if len(self.url.partition(b"?")[0]) > limits.LONGEST_PATH:
            self._refuse(414, f"the path is too long: {limits.LONGEST_PATH} bytes at the most are right")
            raise _RefusedError
        if len(self.pipeline) >= limits.MOST_PIPELINED:
            self.cut()
            raise _RefusedError
        self._receive_until = self.loop.time() + limits.BODY_SECONDS
        super().on_headers_complete()
        self.flow.resume_reading()  # also while requests wait, or nobody would see that the client leaves
        self._unanswered.append(self.cycle)
        if self.parser.should_upgrade() or self.expect_100_continue:
            self.cycle.keep_alive = False  # whether what comes next is another request can't be told

    def _should_upgrade(self) -> bool:
        return False  # without a look at the headers, which uvicorn would take for each part of a body

    def on_chunk_header(self) -> None:
        self._chunks += 1
        if self._chunks > limits.MOST_CHUNKS:
            self._refuse(413, f"the body comes in too many parts: {limits.MOST_CHUNKS} at the most are right")
            raise _RefusedError

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        if sum(len(cycle.body) for cycle, _ in self.pipeline) > limits.LARGEST_BODY:
            self.cut()
            raise _RefusedError

    def on_message_complete(self) -> None:
        self._is_in_head, self._received = True, 0
        if self._unanswered:
            self._connections.set_busy(self)
            self._receive_until = inf  # as long as the answer takes
        super().on_message_complete()

    # The answers

    def on_response_complete(self) -> None:
        del self._unanswered[0]
        super().on_response_complete()
        if not self._unanswered:
            self._receive_until = self.loop.time() + limits.HEAD_SECONDS
        if len(self._unanswered) <= self.cycle.more_body:  # none, or one of which not all has come
            self._connections.set_waiting(self)

    def pause_writing(self) -> None:
        self._read_until = self.loop.time() + limits.READ_SECONDS
        super().pause_writing()

    def resume_writing(self) -> None:
        self._read_until = inf
        super().resume_writing()

    def send_400_response(self, _: str) -> None:
        self._refuse(400, "this is not HTTP/1.1")

    def give_up(self, status: int, line: str) -> None:
        """Closes the connection, and says why if a request has begun to come. What is left to be read is dropped."""
        if self.transport.is_closing() or self.is_unread:
            self.cut()
        elif self._unanswered or (self._is_in_head and self._received):
            self._refuse(status, line)
        else:
            self.transport.close()

    def cut(self) -> None:
        """Closes the connection at once, and lets the system forget what it has kept for it."""
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _FORGET)
        self.transport.abort()

    def _refuse_size(self) -> None:
        if self._is_in_head:
            self._refuse(431, f"the head is too large: {limits.LARGEST_HEAD} bytes at the most are right")
        else:
            self._refuse(413, f"the body is too large: {limits.LARGEST_BODY} bytes at the most are right")

    def _refuse(self, status: int, line: str) -> None:
        """Says why, unless another answer is under way, and closes the connection."""
        if self.transport.is_closing():
            return
        self._receive_until = self.loop.time() + limits.READ_SECONDS
        if self._unanswered:
            if len(self._unanswered) > 1 or self.cycle.response_started:
                self.cut()
                return
            self.cycle.disconnected = True  # this is its answer
            self.cycle.message_event.set()
        LOGGER.info("%s: %d, %s", self.client_name, status, line)
        content = Problem(detail=line).model_dump_json().encode()
        self.transport.write(
            b"HTTP/1.1 %d %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n%s\r\n%s"
            % (status, HTTPStatus(status).phrase.encode(), len(content), _SECURITY_HEADERS, content)
        )
        self.transport.close()


def _most_connections() -> int:
    """As many as are allowed, or as many as files may be open, which is raised as far as it may be."""
    if os.name != "posix":
        return limits.MOST_CONNECTIONS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.MOST_CONNECTIONS + _FILES_BESIDES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return max(1, soft - _FILES_BESIDES)
    return limits.MOST_CONNECTIONS
