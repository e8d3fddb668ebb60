"""Who prints a paper on the command line, and when: `--by`, and the clock of the machine."""

from __future__ import annotations

import os
import pwd
from collections.abc import Iterable
from datetime import date, tzinfo
from typing import Final

import click

from controller.cli.options import BY
from controller.cli.values_refused import value_refused
from controller.clock import wall_ms
from controller.papers.letterhead import Letterhead, letterhead, of_days, of_instants
from controller.registers.reading import Session
from controller.settings.establishment import establishment

INSTANT: Final = "SOURCE_DATE_EPOCH"
"""Seconds since 1970 UTC: the instant that a file is to tell of, where it is made twice to be compared
(reproducible-builds.org)."""


def letterhead_here(language: int, zone: tzinfo | None = None, period: str = "") -> Letterhead:
    """The letterhead of a paper printed now by whoever gave the command.

    Raises:
        BadInput: the instant of the environment is none.
        SettingsError: `establishment.toml` cannot be read.
    """
    by = click.get_current_context().meta.get(BY) or _user()
    return letterhead(establishment(), period, _now_ms(), by, language, zone)


def period_of(
    sessions: Iterable[Session],
    zone: tzinfo | None,
    first: date | None = None,
    last: date | None = None,
) -> str:
    """The days that were asked for; else from the first entry of these sessions to the last."""
    known = list(sessions)
    if first is not None and last is not None:
        return of_days(first, last)
    if not known:
        return ""
    begins, ends = min(one.at_ms for one in known), max(one.last_ms for one in known)
    return of_instants(begins, ends, zone)


def _now_ms() -> int:
    told = os.environ.get(INSTANT, "")
    if not told:
        return wall_ms()
    if not (told.isascii() and told.isdigit() and len(told) <= 11):
        raise value_refused("instant", name=INSTANT, told=repr(told[:40]))
    return int(told) * 1000


def _user() -> str:
    """The full name of the user, where the machine knows it, or his login."""
    try:
        known = pwd.getpwuid(os.getuid())
    except KeyError:
        return str(os.getuid())
    return known.pw_gecos.partition(",")[0].strip() or known.pw_name
