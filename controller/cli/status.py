"""`tapis status`: how the table of this machine does, on one screen, for who has only a terminal."""

from __future__ import annotations

import json
import os
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from controller.cli import BadInput
from controller.cli.options import settings_option
from controller.cli.status_look import TABLE_UNIT, TURN_MS, Look, look
from controller.cli.status_words import (
    LANGUAGES,
    alarm_words,
    closed_words,
    health_words,
    machine_words,
    say,
    since_words,
    size_words,
)
from controller.host_watch import APART_MS
from controller.patience import SLOW_MS
from controller.registers.amounts import grouped, money
from controller.settings.table import load_table

EXIT_FINE, EXIT_STANDS, EXIT_DOWN = 0, 1, 2
WIDTH: Final = 80
INDENT: Final = 25
ALARMS_MAX: Final = 5
UNITS_MAX: Final = 3
WITNESS_MS: Final = 120_000
"""The witness asks every other second; one that was there and has not asked for so long is missed."""
BACKUP_MS: Final = 26 * 3_600_000
"""A backup is made every night; a day and two hours later it was not."""
COLOURS: Final = {"ok": None, "stands": "yellow", "down": "red"}


class Row(NamedTuple):
    """A line of the screen: `ok`, `stands` or `down`; what it is of, and what is said of it."""

    level: str
    what: str
    said: str


@click.command()
@settings_option
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; without it, that of LANG.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def status(settings_path: Path | None, lang: str | None, as_json: bool) -> None:
    """Say on one screen how the table of this machine does: nothing of cards, seats or persons.

    Exit 0 when all is well, 1 when something stands, 2 when no table runs. For root, the table's user and
    the group tapis-status.
    """
    lang = lang or _language()
    seen = look(load_table(settings_path))
    if seen.why == "not_permitted":
        raise BadInput(say(lang, "not_permitted", table=seen.table))
    rows = list(rows_of(seen, lang))
    code = exit_code(rows)
    if as_json:
        click.echo(json.dumps(_told(seen, rows, code), ensure_ascii=False))
    else:
        for line, colour in screen(seen, rows, lang):
            click.secho(line, fg=colour)
    sys.exit(code)


def exit_code(rows: list[Row]) -> int:
    """What the program ends with."""
    levels = {row.level for row in rows}
    return EXIT_DOWN if "down" in levels else EXIT_STANDS if "stands" in levels else EXIT_FINE


def screen(seen: Look, rows: list[Row], lang: str) -> Iterator[tuple[str, str | None]]:
    """The lines of the screen, none longer than it is wide, and their colours, which tell nothing alone."""
    phase = seen.told.get("phase")
    facts = {"table": seen.table, "session": seen.told.get("session")}
    head = say(lang, "head", phase=say(lang, f"phase.{phase}"), **facts) if phase else ""
    clock = time.strftime("%H:%M:%S", time.localtime(seen.now_ms // 1_000))
    head = (head or say(lang, "head.down", table=seen.table))[: WIDTH - len(clock) - 1]
    yield f"{head:<{WIDTH - len(clock)}}{clock}", None
    yield "-" * WIDTH, None
    for row in rows:
        line = f"{say(lang, row.level):<7} {row.what:<16} {row.said}"
        yield (line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…"), COLOURS[row.level]


def rows_of(seen: Look, lang: str) -> Iterator[Row]:
    """Everything that is said of the table and its machine, in its order."""
    if seen.told:
        yield _at_work(seen, lang)
        yield _program(seen, lang)
        yield _jp1(seen, lang)
        yield from _alarms(seen, lang)
        yield from _machines(seen, lang)
    else:
        yield from _down(seen, lang)
    yield _disk(seen, lang)
    if seen.told:
        yield _journal(seen, lang)
    yield _clock(seen, lang)
    if seen.told:
        yield _book(seen, lang)
        yield _witness(seen, lang)
    yield _backup(seen, lang)
    yield from _units(seen, lang)


# --- the table -----------------------------------------------------------------------------------


def _at_work(seen: Look, lang: str) -> Row:
    told, name = seen.told, say(lang, "table")
    if told["turned_ms"] > TURN_MS:
        return Row("stands", name, say(lang, "hangs", since=since_words(told["turned_ms"])))
    since, game = since_words(told["at_ms"] - told["started_ms"]), told["game"]
    rounds = grouped(game["rounds"], LANGUAGES.index(lang)) if game else ""
    said = say(lang, "at_work", since=since, rounds=rounds) if game else ""
    return Row("ok", name, said or say(lang, "at_work.unknown", since=since))


def _program(seen: Look, lang: str) -> Row:
    key = "approved" if seen.told["approved"] else "unapproved"
    return Row("ok", say(lang, "program"), say(lang, key, edition=seen.told["edition"]))


def _down(seen: Look, lang: str) -> Iterator[Row]:
    """No table serves: why, since when, and what may be typed."""
    name = say(lang, "table")
    if seen.why == "waiting":
        yield Row("stands", name, say(lang, "waiting", why=say(lang, f"why.{seen.waits_for}")))
        return
    if seen.why == "mute":
        yield Row("stands", name, say(lang, "mute"))
        return
    said, word = say(lang, "down.unknown"), seen.word
    if word is not None:
        at = time.strftime("%d/%m/%Y %H:%M:%S", time.localtime(word.at_ms // 1_000))
        said = say(lang, f"down.{word.code}", at=at, said=word.said)
    unit = next((one for one in seen.units if one.name == TABLE_UNIT), None)
    for piece in _folded(said):
        yield Row("down", name, piece)
        name = ""
    if unit is not None:
        yield Row("down", "", say(lang, "down.unit", state=f"{unit.active} ({unit.sub}, {unit.result})"))
    yield Row("down", "", say(lang, "down.next"))
    yield Row("down", "", say(lang, "down.log"))


def _folded(said: str) -> list[str]:
    """A sentence on some lines, broken between words, and a long path where the line ends."""
    return textwrap.wrap(said, WIDTH - INDENT, max_lines=6, placeholder="…")


def _jp1(seen: Look, lang: str) -> Row:
    game = seen.told["game"]
    if game is None:
        return Row("ok", "JP1", say(lang, "jp1.later"))
    meter = None if game["meter_cents"] is None else money(game["meter_cents"], LANGUAGES.index(lang))
    if game["jp1_open"]:
        return Row("ok", "JP1", say(lang, "jp1.open", meter=meter))
    why = closed_words(lang, game["jp1_closed"])
    level = "ok" if seen.told["phase"] == "closed" and game["jp1_closed"] == "no_display" else "stands"
    key = "jp1.unread" if meter is None else "jp1.closed"
    return Row(level, "JP1", say(lang, key, why=why, meter=meter))


def alarms_of(told: dict[str, Any]) -> list[dict[str, Any]]:
    """The alarms that stand, most urgent first, then newest first; those of the game as they were at rest."""
    game = told.get("game") or {"alarms": []}
    return sorted((*told.get("alarms", ()), *game["alarms"]), key=lambda up: (up["priority"], -up["at_ms"]))


def _alarms(seen: Look, lang: str) -> Iterator[Row]:
    standing, name = alarms_of(seen.told), say(lang, "alarm")
    if not standing:
        yield Row("ok", name, say(lang, "alarm.none"))
    for up in standing[:ALARMS_MAX]:
        since = since_words(seen.told["at_ms"] - up["at_ms"])
        seen_by = say(lang, "alarm.seen") if up["seen"] else ""
        facts = {"code": up["code"], "title": alarm_words(lang, up["code"])}
        yield Row("stands", name, say(lang, "alarm.since", since=since, seen=seen_by, **facts))
    if len(standing) > ALARMS_MAX:
        yield Row("stands", name, say(lang, "alarm.more", count=len(standing) - ALARMS_MAX))


def _machines(seen: Look, lang: str) -> Iterator[Row]:
    for one in seen.told["machines"]:
        if one["machine"] not in seen.fitted:
            continue
        facts = {name: one.get(name, 0) for name in ("retries", "damaged", "returns")}
        said = say(lang, "line", health=health_words(lang, one["health"]), **facts)
        yield Row("ok" if one["health"] == "up" else "stands", machine_words(lang, one["machine"]), said)


# --- its machine ---------------------------------------------------------------------------------


def _disk(seen: Look, lang: str) -> Row:
    name = say(lang, "disk")
    if seen.free_bytes is None or seen.size_bytes is None:
        return Row("ok", name, say(lang, "unknown"))
    sizes = [size_words(lang, count) for count in (seen.free_bytes, seen.size_bytes)]
    said = say(lang, "disk.free", free=sizes[0], size=sizes[1])
    return Row("stands" if seen.disk_low else "ok", name, said)


def _journal(seen: Look, lang: str) -> Row:
    told, game = seen.told, seen.told["game"]
    key = "journal.entries" if game else "journal.slowest"
    entries = grouped(game["entries"] if game else 0, LANGUAGES.index(lang))
    said = say(lang, key, entries=entries, slowest=told["slowest_ms"])
    if told["frame_log"]:
        said += say(lang, "journal.frames")
    slow = told["slowest_ms"] >= SLOW_MS or told["frame_log"]
    return Row("stands" if slow else "ok", say(lang, "journal"), said)


def _clock(seen: Look, lang: str) -> Row:
    name, apart_ms = say(lang, "clock"), seen.told.get("apart_ms")
    if apart_ms is None:
        said = say(lang, "clock.alone" if seen.clock_kept else "clock.nobody")
        return Row("ok", name, said)
    said = say(lang, "clock.kept" if seen.clock_kept else "clock.unkept", apart=apart_ms)
    return Row("ok" if abs(apart_ms) <= APART_MS else "stands", name, said)


def _book(seen: Look, lang: str) -> Row:
    game, name = seen.told["game"] or {}, say(lang, "book")
    if game.get("jp1_closed") == "link_lost" or any(up["code"] == "A-206" for up in seen.told["alarms"]):
        return Row("stands", name, say(lang, "book.silent"))
    return Row("ok", name, say(lang, "book.linked" if seen.linked else "book.own"))


def _witness(seen: Look, lang: str) -> Row:
    name, told = say(lang, "witness"), seen.told["witness"]
    if told is None:
        return Row("ok", name, say(lang, "witness.never"))
    said = say(lang, "witness.asked", ago=since_words(told["asked_ms"]))
    if told.get("behind"):
        said += say(lang, "witness.behind", behind=told["behind"])
    return Row("stands" if told["asked_ms"] > WITNESS_MS else "ok", name, said)


def _backup(seen: Look, lang: str) -> Row:
    name = say(lang, "backup")
    if seen.backup_ms is None:
        return Row("ok", name, say(lang, "backup.none"))
    age_ms = seen.now_ms - seen.backup_ms
    said = say(lang, "backup.ago", ago=since_words(age_ms))
    return Row("stands" if age_ms > BACKUP_MS else "ok", name, said)


def _units(seen: Look, lang: str) -> Iterator[Row]:
    name, failing = say(lang, "units"), [one for one in seen.units if one.failing]
    if not seen.units:
        yield Row("ok", name, say(lang, "units.none"))
    elif not failing:
        yield Row("ok", name, say(lang, "units.up", count=sum(one.up for one in seen.units)))
    for one in failing[:UNITS_MAX]:
        state = f"{one.active} ({one.sub}, {one.result})"
        yield Row(
            "stands", name, say(lang, "unit.failing", unit=one.name, state=state, restarts=one.restarts)
        )


def _language() -> str:
    """French where the terminal speaks French, else English; who has said nothing hears French."""
    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "fr" if named.startswith("fr") or named.split(".")[0] in ("", "C", "POSIX") else "en"


def _told(seen: Look, rows: list[Row], code: int) -> dict[str, Any]:
    """The screen and what it was made of."""
    return {
        "table": seen.table,
        "exit": code,
        "why": seen.why,
        "waits_for": seen.waits_for,
        "rows": [row._asdict() for row in rows],
        "outline": seen.told,
        "free_bytes": seen.free_bytes,
        "size_bytes": seen.size_bytes,
        "clock_kept": seen.clock_kept,
        "backup_ms": seen.backup_ms,
        "last_word": None if seen.word is None else seen.word._asdict(),
        "units": [one._asdict() for one in seen.units],
    }
