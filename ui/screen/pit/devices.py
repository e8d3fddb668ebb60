"""The devices of all tables on one page: a square each, and one of them in full.

A healthy device is a grey square and asks for nothing. What is shown of one is what its table tells: its
health and since when, what its line counted, the kinds of what it said last (never a card), and the
checklist of the alarm that it raised.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ui import figures
from ui.screen import devices
from ui.screen.pit.attention import round_name, titled
from ui.screen.pit.felt import Speech
from ui.screen.pit.frames import last_frames, unwritten
from ui.screen.pit.machine import HEIGHT, LIMIT_PERMILLE, TALL, curves, identity, percent, types
from ui.screen.pit.tiles import MACHINES
from ui.screen.room import Room, Seen
from ui.screen.speech import machines as machines_of
from ui.texts.alarms import HEADINGS, alarm_text
from ui.texts.decks import detail_words

View = Mapping[str, Any]

WORDS_SHOWN: Final = 8
OF_MACHINE: Final[Mapping[str, tuple[str, ...]]] = {
    "shuffler": ("A-209", "A-214", "A-204", "A-208", "A-210", "A-211", "A-218", "A-219", "A-220"),
    "shoe": ("A-201", "A-202", "A-203", "A-217", "A-221"),
    "chips": ("A-216", "A-205", "A-301"),
    "badge": ("A-309", "A-207", "A-310", "A-312", "A-313"),
    "link": ("A-102", "A-111", "A-206", "A-311"),
}
"""The alarms that are most likely a machine's: the first of them that is up is shown beside it."""
RETRIES: Final = "A-304"
"""Its detail names the machine whose line it is."""

Asked = Callable[[str, str], View | None]
"""What the house knows of a machine of a table; None while it knows nothing, or there is no house."""


class DevicesPage:
    """Every device of the room; the worst is in full until one is chosen."""

    name = "devices"
    face = "PitDevices"
    wide = False
    parts: tuple[str, ...] = ("all", "one")

    def __init__(self, asked: Asked = lambda table, machine: None) -> None:
        self._asked = asked
        self._chosen: tuple[str, str] | None = None
        self.watched: tuple[str, str] | None = None
        """The table and the machine that are looked at: their last frames are asked for."""

    def there(self, room: Room) -> bool:
        return any(seen.view is not None for seen in room.tables)

    def take(self, tap: Mapping[str, Any], room: Room) -> bool:
        if "machine" not in tap:
            return False
        self._chosen = (str(tap["table"]), str(tap["machine"]))
        return True

    def words(self, room: Room) -> dict[str, Any]:
        """The matrix and the one device."""
        speech = room.speech()
        heard = [seen for seen in room.tables if seen.view is not None]
        all_of = [(seen, one) for seen in heard for one in machines_of(seen.view_or_none)]
        ill = sum(bool(_state(speech, seen.view_or_none, one, one["machine"])[1]) for seen, one in all_of)
        seen, machine = self._shown(room, heard)
        self.watched = (seen.name, machine)
        told, speech_of = self._asked(seen.name, machine), seen.speech(room.language, room.zone)
        return {
            "title": speech.say("tab.devices"),
            "note": speech.say("devices.sum", count=len(all_of), well=len(all_of) - ill),
            "unwritten": unwritten(speech, heard),
            "columns": [speech.say(f"column.{name}") for name in MACHINES],
            "rows": [self._row(room, one, (seen.name, machine)) for one in heard],
            "one": _in_full(speech_of, seen, machine, told),
            "types": types(speech_of, told),
        }

    def _shown(self, room: Room, heard: list[Seen]) -> tuple[Seen, str]:
        """The device that was chosen, else the worst: a lost one, a degraded one, the first of all."""
        if self._chosen is not None:
            for seen in heard:
                if seen.name == self._chosen[0]:
                    return seen, self._chosen[1]
        speech = room.speech()
        for health in ("lost", "degraded"):
            for seen in heard:
                for one in machines_of(seen.view_or_none):
                    if _state(speech, seen.view_or_none, one, one["machine"])[0] == health:
                        return seen, str(one["machine"])
        return heard[0], MACHINES[0]

    def _row(self, room: Room, seen: Seen, shown: tuple[str, str]) -> dict[str, Any]:
        speech = seen.speech(room.language, room.zone)
        told = {one["machine"]: one for one in machines_of(seen.view_or_none)}
        return {
            "name": seen.name,
            "stale": seen.unheard,
            "cells": [_cell(speech, seen, told.get(name), name, shown) for name in MACHINES],
        }


def _cell(
    speech: Speech, seen: Seen, one: View | None, machine: str, shown: tuple[str, str]
) -> dict[str, Any]:
    health, word = _state(speech, seen.view_or_none, one, machine)
    said = f"{seen.name} {speech.say(f'machine.{machine}')} {word or speech.say(f'health.{health}')}"
    return {
        "health": health,
        "word": word,
        "on": shown == (seen.name, machine),
        "tap": {"act": "page", "table": seen.name, "machine": machine},
        "says": said,
    }


def _state(speech: Speech, view: View, one: View | None, machine: str) -> tuple[str, str]:
    """Its health and the word that stands in its square; a well machine may be blocked or doubted."""
    health = str(one["health"]) if one is not None else "absent"
    if health in ("lost", "degraded"):
        return health, speech.say(f"health.{health}")
    if machine in view["blocked"]:
        return "degraded", speech.say("devices.blocked")
    repeats = _repeats(view, machine)
    if repeats is not None and repeats > LIMIT_PERMILLE:
        return "degraded", percent(speech, repeats)
    doubted = [seat["seat"] for seat in view["seats"] if seat["doubt"]] if machine == "chips" else []
    return ("degraded", " ".join(f"S{number}" for number in doubted)) if doubted else (health, "")


def _repeats(view: View, machine: str) -> int | None:
    """How many messages of a thousand its line repeats of late, if enough were heard and it has a line."""
    if machine == "chips":
        return None
    return next((one["permille"] for one in view.get("lines", ()) if one["machine"] == machine), None)


def _up(view: View, machine: str) -> View | None:
    """The alarm that is shown beside the machine."""
    for code in (*OF_MACHINE.get(machine, ()), RETRIES):
        for up in view["alarms"]:
            mine = code != RETRIES or up["detail"].startswith(f"{machine}_")
            if up["code"] == code and not up["over"] and mine:
                return dict(up)
    return None


def _in_full(speech: Speech, seen: Seen, machine: str, told: View | None) -> dict[str, Any]:
    """Health, what the line counted, the alarm with its checklist, what it said last."""
    view = {**seen.view_or_none, "figures": seen.figures}
    one = next((told for told in machines_of(view) if told["machine"] == machine), None)
    counted = devices.figures_of(view).get(machine)
    health = one["health"] if one is not None else "absent"
    since_ms = one["since_ms"] if one is not None else 0
    up = _up(view, machine)
    name = speech.say(f"machine.{machine}")
    ill = _state(speech, view, one, machine)
    gone = (ill[1], since_ms) if health in ("lost", "degraded") and since_ms else None
    where = " · ".join(part for part in (seen.name, round_name(speech, view)) if part)
    return {
        "title": f"{where} · {name}",
        "calm": _calm(speech, name, health, since_ms) if up is None and not ill[1] else None,
        "identity": {
            "title": f"{speech.say('device.identity')} · {name}, {seen.name}",
            "rows": identity(speech, view, machine, told),
        },
        "curves": curves(speech, told, gone, HEIGHT if up is not None else TALL) if machine != "link" else [],
        "health": health,
        "word": speech.say(f"health.{health}"),
        "since": speech.say("since", time=speech.since(since_ms)) if since_ms else "",
        "stale": speech.say("unheard", time=figures.since(seen.silence_ms)) if seen.unheard else "",
        "rows": [*_rows(speech, counted), *_day(speech, told)],
        "alarm": _alarm(speech, up) if up is not None else None,
        "said": speech.say("devices.said"),
        "said_note": speech.say("devices.said.note"),
        "words": [] if seen.frames.get(machine) else _words(speech, counted),
        "frames": last_frames(speech, seen.frames.get(machine, []), counted),
        "look": {
            "label": speech.say("look.table", table=seen.name),
            "tap": {"act": "look", "table": seen.name, "tab": "live"},
            "says": speech.say("look.says", table=seen.name),
        },
    }


def _calm(speech: Speech, name: str, health: str, since_ms: int) -> dict[str, str]:
    """A machine that asks for nothing says so in one line."""
    if health == "absent":
        return {"title": speech.say("device.away", machine=name), "text": "", "health": health}
    text = speech.say("device.up_since", time=speech.since(since_ms)) if since_ms else ""
    return {"title": speech.say("device.well", machine=name), "text": text, "health": health}


def _day(speech: Speech, told: View | None) -> list[list[str]]:
    """What the line repeated in a day, if it was spoken on."""
    day = told["day"] if told is not None else None
    if day is None or day["permille"] is None:
        return []
    return [[speech.say("device.day"), percent(speech, day["permille"])]]


def _rows(speech: Speech, counted: View | None) -> list[list[str]]:
    """What the line counted since the table was started."""
    if counted is None:
        return [[speech.say("devices.counts"), speech.say("none")]]
    return [
        [speech.say("devices.retries"), str(counted["retries"])],
        [speech.say("devices.damaged"), str(counted["damaged"])],
        [speech.say("devices.returns"), str(counted["reconnections"])],
        [speech.say("devices.latency"), devices.answer(speech.say, counted)],
    ]


def _alarm(speech: Speech, up: View) -> dict[str, Any]:
    """The alarm and its four sentences; the steps one by one."""
    told = alarm_text(speech.language, up["code"])
    seat = speech.say("seat", seat=up["seat"]) if up["seat"] else ""
    facts = {
        "where": seat.upper(),
        "where_low": seat,
        "detail": detail_words(speech.language, up["detail"]),
    }
    heads = HEADINGS[speech.language]
    said = (told.happens, told.kept, "", told.who)
    return {
        "title": titled(speech, up),
        "code": up["code"],
        "priority": up["priority"],
        "seen": bool(up["seen_ms"]),
        "since": speech.since(up["at_ms"]),
        "lines": [
            {"head": head, "text": text.format(**facts).replace(" ()", "")}
            for head, text in zip(heads, said, strict=True)
            if text
        ],
        "steps_title": heads[2],
        "steps": [step.format(**facts) for step in told.steps],
    }


def _words(speech: Speech, counted: View | None) -> list[list[str]]:
    """The instants and kinds of what it said last, the newest first."""
    if counted is None:
        return []
    last = counted["words"][-WORDS_SHOWN:]
    return [[speech.clock(at_ms), devices.word(speech.say, kind)] for at_ms, kind in reversed(last)]
