"""The nights on which clocks are changed: an hour comes twice or not at all, the time of a table goes on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from controller.clock import SystemClock
from controller.words.instants import both, clock, local

PARIS = ZoneInfo("Europe/Paris")
HOUR_MS = 3_600_000
AUTUMN_MS = int(datetime(2026, 10, 25, 0, 30, tzinfo=UTC).timestamp()) * 1_000
SPRING_MS = int(datetime(2026, 3, 29, 1, tzinfo=UTC).timestamp()) * 1_000


@pytest.fixture
def zones(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    yield monkeypatch
    monkeypatch.undo()
    time.tzset()


def test_the_hour_that_comes_twice_is_told_apart_by_its_offset_and_by_utc() -> None:
    first, second = AUTUMN_MS, AUTUMN_MS + HOUR_MS
    assert clock(first, PARIS) == clock(second, PARIS) == "25/10/2026 02:30:00.000"
    assert local(first, PARIS) == "25/10/2026 02:30:00.000 CEST (+0200)"
    assert local(second, PARIS) == "25/10/2026 02:30:00.000 CET (+0100)"
    assert both(first, PARIS).endswith(" · 00:30:00.000 UTC")
    assert both(second, PARIS).endswith(" · 01:30:00.000 UTC")


def test_the_hour_that_is_left_out_in_spring_is_a_millisecond_of_the_table() -> None:
    assert clock(SPRING_MS - 1, PARIS) == "29/03/2026 01:59:59.999"
    assert clock(SPRING_MS, PARIS) == "29/03/2026 03:00:00.000"


def test_the_time_of_a_table_is_of_no_zone(zones: pytest.MonkeyPatch) -> None:
    of_the_table = SystemClock()
    begun_ms = of_the_table.now_ms()
    for zone in ("Europe/Paris", "CET-1", "CEST-2", "Pacific/Kiritimati", "UTC"):
        zones.setenv("TZ", zone)
        time.tzset()
        assert begun_ms <= of_the_table.now_ms() < begun_ms + HOUR_MS // 2
        assert begun_ms <= SystemClock().now_ms() < begun_ms + HOUR_MS // 2
