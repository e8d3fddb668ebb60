"""The screen of `tapis status` at the pit: how the witness does with each table, and what runs here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from controller.cli.room_look import RoomLook, WitnessedTable
from controller.cli.status_rows import VISIT_MS, Row, clock_row, disk_row, folded, state_words, unit_rows
from controller.cli.status_words import say, since_words
from controller.cli.units import Unit

SCREEN: Final = "tapis-screen@pit.service"
SERVICES: Final = {"tapis-witness.service": "down", "tapis-house.service": "stands", SCREEN: "stands"}
"""What runs at the pit, and how bad it is when it does not: without a witness nobody keeps what is told."""
REFUSED_MAX: Final = 3


def room_rows(seen: RoomLook, lang: str) -> Iterator[Row]:
    """Everything that is said of the room and its machine, in its order."""
    for table in seen.tables:
        yield from _table(table, seen.now_ms, lang)
    yield from _services(seen.units, lang)
    yield disk_row(seen.free_bytes, seen.size_bytes, seen.disk_low, lang)
    yield clock_row(None, seen.clock_kept, lang)
    if any(one.failing for one in seen.units):
        yield from unit_rows(seen.units, lang)


def head_words(seen: RoomLook, lang: str) -> str:
    """The first line: that this machine is the pit's, and of how many tables."""
    return say(lang, "room.head", count=len(seen.tables))


def told_of_room(seen: RoomLook) -> dict[str, Any]:
    """What the screen was made of."""
    return {
        "pit": True,
        "tables": [one._asdict() for one in seen.tables],
        "free_bytes": seen.free_bytes,
        "size_bytes": seen.size_bytes,
        "clock_kept": seen.clock_kept,
        "units": [one._asdict() for one in seen.units],
    }


def _table(table: WitnessedTable, now_ms: int, lang: str) -> Iterator[Row]:
    if table.visit_ms is None:
        yield Row("stands", table.name, say(lang, "room.never"))
        return
    ago_ms = now_ms - table.visit_ms
    said = say(lang, "room.visit", ago=since_words(ago_ms))
    if table.head_ms is not None:
        said += say(lang, "room.headed", ago=since_words(now_ms - table.head_ms))
    yield Row("ok" if ago_ms <= VISIT_MS else "stands", table.name, said)
    for why in table.refused[-REFUSED_MAX:]:
        for piece in folded(say(lang, "room.refused", why=why)):
            yield Row("stands", "", piece)


def _services(units: tuple[Unit, ...], lang: str) -> Iterator[Row]:
    """Each service of the pit; a screen that is enabled nowhere is none that is missed."""
    if not units:
        yield Row("ok", say(lang, "units"), say(lang, "units.none"))
        return
    here = {one.name: one for one in units}
    for name, level in SERVICES.items():
        unit, what = here.get(name), say(lang, f"room.{name}")
        if unit is None and name == SCREEN:
            continue
        if unit is not None and unit.up:
            yield Row("ok", what, say(lang, "room.at_work"))
            continue
        state = "" if unit is None else f": {state_words(unit)}"
        yield Row(level, what, say(lang, "room.off", state=state))
        yield Row(level, "", say(lang, "room.next", unit=name.removesuffix(".service")))
