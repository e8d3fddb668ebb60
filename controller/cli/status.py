"""`tapis status`: how a table's machine or the pit's does, on one screen, for who has only a terminal."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click

from controller.cli import BadInput
from controller.cli.options import Place, lang_option, settings_option
from controller.cli.room_look import WITNESS_FOLDER, look_at_room
from controller.cli.status_look import TABLE_UNIT, TURN_MS, Look, look
from controller.cli.status_room import head_words, room_rows, told_of_room
from controller.cli.status_rows import (
    VISIT_MS,
    Row,
    clock_row,
    disk_row,
    exit_code,
    folded,
    screen,
    state_words,
    unit_rows,
)
from controller.cli.status_words import (
    alarm_words,
    closed_words,
    health_words,
    machine_words,
    say,
    since_words,
)
from controller.cli.versions import versioned
from controller.host.language import SPOKEN, of_terminal
from controller.settings.files import own_path
from controller.settings.room import RoomFile, load_room, room_here
from controller.settings.table import load_table
from controller.table.host_watch import APART_MS
from controller.table.patience import SLOW_MS
from controller.words.money import grouped, money

ALARMS_MAX: Final = 5
BACKUP_MS: Final = 26 * 3_600_000
"""A backup is made every night; a day and two hours later it was not."""


@click.command()
@settings_option
@click.option(
    "--room",
    "room_path",
    type=Place(),
    help="The pit's machine instead: the tables of this rooms file. A machine that has a room.toml of its own"
    " and no table.toml is the pit's without being told.",
)
@click.option(
    "--witness",
    metavar="DIR",
    default=WITNESS_FOLDER,
    show_default=True,
    type=Place(file_okay=False, readable=False),
    help="At the pit, the folder of the witness.",
)
@lang_option("the words; without it, that of LANG", default=None)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def status(
    settings_path: Path | None, room_path: Path | None, witness: Path, lang: str | None, as_json: bool
) -> None:
    """Say on one screen how this machine does: nothing of cards, seats or persons.

    Exit 0 when all is well, 1 when something stands, 2 when no table runs, or at the pit no witness. For
    root, the table's user and the group tapis-status; at the pit for root and the witness's user.
    """
    lang = click.get_current_context().meta[SPOKEN] = lang or of_terminal()
    room = _room(settings_path, room_path)
    if room is not None:
        if witness.exists() and not os.access(witness, os.R_OK | os.X_OK, effective_ids=True):
            raise BadInput(say(lang, "room.not_permitted"))
        found = look_at_room(room, witness)
        rows = list(room_rows(found, lang))
        head, now_ms, told = head_words(found, lang), found.now_ms, told_of_room(found)
    else:
        seen = look(load_table(settings_path))
        if seen.why == "not_permitted":
            raise BadInput(say(lang, "not_permitted", table=seen.table))
        rows = list(rows_of(seen, lang))
        head, now_ms, told = _head(seen, lang), seen.now_ms, _told(seen)
    code = exit_code(rows)
    if as_json:
        told = {**told, "exit": code, "rows": [row._asdict() for row in rows]}
        click.echo(json.dumps(versioned("status", told), ensure_ascii=False))
    else:
        for line, colour in screen(head, now_ms, rows, lang):
            click.secho(line, fg=colour)
    sys.exit(code)


def _room(settings_path: Path | None, room_path: Path | None) -> RoomFile | None:
    """The room of this machine, where it is the pit's and no table's; None for a table."""
    if room_path is not None:
        return load_room(room_path)
    if settings_path is not None or own_path("table.toml") is not None:
        return None
    return room_here()


def _head(seen: Look, lang: str) -> str:
    phase = seen.told.get("phase")
    if not phase:
        return say(lang, "head.down", table=seen.table)
    facts = {"table": seen.table, "session": seen.told.get("session")}
    return say(lang, "head", phase=say(lang, f"phase.{phase}"), **facts)


def rows_of(seen: Look, lang: str) -> Iterator[Row]:
    """Everything that is said of the table and its machine, in its order."""
    if seen.told:
        yield _at_work(seen, lang)
        yield _program(seen, lang)
        yield _jp1(seen, lang)
        yield from alarm_rows(seen, lang)
        yield from _machines(seen, lang)
    else:
        yield from _down(seen, lang)
    yield disk_row(seen.free_bytes, seen.size_bytes, seen.disk_low, lang)
    if seen.told:
        yield _journal(seen, lang)
    yield clock_row(seen.told.get("apart_ms"), seen.clock_kept, lang)
    if seen.told:
        yield _book(seen, lang)
        yield _witness(seen, lang)
    yield _backup(seen, lang)
    yield from unit_rows(seen.units, lang)


# --- the table -----------------------------------------------------------------------------------


def _at_work(seen: Look, lang: str) -> Row:
    told, name = seen.told, say(lang, "table")
    if told["turned_ms"] > TURN_MS:
        return Row("stands", name, say(lang, "hangs", since=since_words(told["turned_ms"])))
    since, game = since_words(told["at_ms"] - told["started_ms"]), told["game"]
    rounds = grouped(game["rounds"]) if game else ""
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
    for piece in folded(said):
        yield Row("down", name, piece)
        name = ""
    if unit is not None:
        yield Row("down", "", say(lang, "down.unit", state=state_words(unit)))
    yield Row("down", "", say(lang, "down.next"))
    yield Row("down", "", say(lang, "down.log"))


def _jp1(seen: Look, lang: str) -> Row:
    game = seen.told["game"]
    if game is None:
        return Row("ok", "JP1", say(lang, "jp1.later"))
    meter = None if game["meter_cents"] is None else money(game["meter_cents"])
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


def alarm_rows(seen: Look, lang: str) -> Iterator[Row]:
    """The alarms that stand, each with since when, and whether somebody has seen it or its cause is gone."""
    standing, name = alarms_of(seen.told), say(lang, "alarm")
    if not standing:
        yield Row("ok", name, say(lang, "alarm.none"))
    for up in standing[:ALARMS_MAX]:
        since = since_words(seen.told["at_ms"] - up["at_ms"])
        seen_by = say(lang, "alarm.seen") if up["seen"] else say(lang, "alarm.over") if up["over"] else ""
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


def _journal(seen: Look, lang: str) -> Row:
    told, game = seen.told, seen.told["game"]
    key = "journal.entries" if game else "journal.slowest"
    entries = grouped(game["entries"] if game else 0)
    said = say(lang, key, entries=entries, slowest=told["slowest_ms"])
    if told["frame_log"]:
        said += say(lang, "journal.frames")
    slow = told["slowest_ms"] >= SLOW_MS or told["frame_log"]
    return Row("stands" if slow else "ok", say(lang, "journal"), said)


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
    return Row("stands" if told["asked_ms"] > VISIT_MS else "ok", name, said)


def _backup(seen: Look, lang: str) -> Row:
    name = say(lang, "backup")
    if seen.backup_ms == 0 and seen.backup_asked:
        return Row("stands", name, say(lang, "backup.never"))
    if not seen.backup_ms:
        return Row("ok" if seen.backup_ms is None else "look", name, say(lang, "backup.none"))
    age_ms = seen.now_ms - seen.backup_ms
    if age_ms < -APART_MS:
        return Row("stands", name, say(lang, "backup.later"))
    said = say(lang, "backup.ago", ago=since_words(age_ms))
    return Row("stands" if age_ms > BACKUP_MS else "ok", name, said)


def _told(seen: Look) -> dict[str, Any]:
    """What the screen was made of."""
    return {
        "table": seen.table,
        "why": seen.why,
        "waits_for": seen.waits_for,
        "outline": seen.told,
        "free_bytes": seen.free_bytes,
        "size_bytes": seen.size_bytes,
        "clock_kept": seen.clock_kept,
        "backup_ms": seen.backup_ms,
        "last_word": None if seen.word is None else seen.word._asdict(),
        "units": [one._asdict() for one in seen.units],
    }
