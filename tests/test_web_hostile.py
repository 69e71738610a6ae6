"""Hundreds of requests that are hardly HTTP: each is answered or refused, and the server goes on as before."""

from __future__ import annotations

import time
from collections import Counter

import httpx

from . import hostile
from .serving import megabytes, serving

REQUESTS = 600
SHORT = {
    "HEAD_SECONDS": 1.0,
    "BODY_SECONDS": 1.0,
    "READ_SECONDS": 1.0,
    "IDLE_SECONDS": 1,
    "VERDICT_SECONDS": 0.2,
    "MOST_SECONDS": 0.5,
}


def test_hostile_requests() -> None:
    """It never answers 500, never keeps a connection open, writes nothing, and then deals as before."""
    with serving(limits=SHORT) as (address, process):
        statuses: Counter[int] = Counter()
        before = megabytes(process.pid)
        hostile.send_hostile(address, REQUESTS, 1, lambda status: statuses.update([status]))
        assert len(statuses) >= 6, statuses  # all kinds of answers
        waits = []
        for number in range(20):
            begun = time.perf_counter()
            assert httpx.get(f"{address}/api/deals/{number + 1}").json()["deal"] == number + 1
            waits.append(time.perf_counter() - begun)
        assert min(waits) < 0.25
        assert megabytes(process.pid) - before < 100
        process.terminate()
        assert process.stderr
        assert process.stderr.read() == ""
