"""Instants as papers write them: local time and UTC, to the second or the millisecond."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo


def utc(at_ms: int) -> str:
    """`2026-11-20 20:41:07.123 UTC`."""
    return f"{_instant(at_ms, UTC):%Y-%m-%d %H:%M:%S}.{at_ms % 1000:03d} UTC"


def local(at_ms: int, zone: tzinfo | None = None) -> str:
    """`20/11/2026 21:41:07.123 CET (+0100)`, in the machine's zone unless another is given."""
    at = _instant(at_ms, zone)
    return f"{at:%d/%m/%Y %H:%M:%S}.{at_ms % 1000:03d} {at:%Z} ({at:%z})"


def both(at_ms: int, zone: tzinfo | None = None) -> str:
    """`20/11/2026 21:41:07.123 · 20:41:07.123 UTC`: local, then UTC, whose day is told where it differs."""
    here, there = _instant(at_ms, zone), _instant(at_ms, UTC)
    thousandths = f"{at_ms % 1000:03d}"
    date = "" if here.date() == there.date() else f"{there:%d/%m/%Y} "
    return f"{here:%d/%m/%Y %H:%M:%S}.{thousandths} · {date}{there:%H:%M:%S}.{thousandths} UTC"


def clock(at_ms: int, zone: tzinfo | None = None) -> str:
    """Local time: `20/11/2026 21:41:07.123`."""
    return f"{_instant(at_ms, zone):%d/%m/%Y %H:%M:%S}.{at_ms % 1000:03d}"


def to_the_second(at_ms: int, zone: tzinfo | None = None) -> str:
    """Local time to the second: `20/11/2026 21:41:07`."""
    return f"{_instant(at_ms, zone):%d/%m/%Y %H:%M:%S}"


def minutes(at_ms: int, zone: tzinfo | None = None) -> str:
    """Local time to the minute: `20/11/2026 21:41`."""
    return f"{_instant(at_ms, zone):%d/%m/%Y %H:%M}"


def day(at_ms: int, zone: tzinfo | None = None) -> str:
    """`2026-11-20`, in the machine's zone unless another is given."""
    return f"{_instant(at_ms, zone):%Y-%m-%d}"


def _instant(at_ms: int, zone: tzinfo | None) -> datetime:
    return datetime.fromtimestamp(at_ms // 1000, UTC).astimezone(zone)
