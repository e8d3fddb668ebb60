"""What a check of `tapis doctor` finds: how bad it is, and what to do about it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Level(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


class Finding(NamedTuple):
    """One line of the doctor: the check, how bad, what was found, what to do."""

    check: str
    level: Level
    found: str
    advice: str = ""


def ok(check: str, found: str) -> Finding:
    return Finding(check, Level.OK, found)


def warning(check: str, found: str, advice: str) -> Finding:
    return Finding(check, Level.WARNING, found, advice)


def fault(check: str, found: str, advice: str) -> Finding:
    return Finding(check, Level.FAULT, found, advice)
