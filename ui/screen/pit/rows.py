"""The page of the room: figures of all tables together, one row a table, and above twelve tables a board.

The rows take the height that there is, so that neither half a page is empty nor a table hidden. Of more than
twelve tables only those have a row that need somebody; the board below has every table, by number, and never
sorts: an alarm colours its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from ui import figures
from ui.screen.extent import Extent
from ui.screen.pit.attention import NOT_PLAYED, round_name
from ui.screen.pit.felt import Speech
from ui.screen.pit.glance import TALL, Glances, Span, aim_of, of_session, point
from ui.screen.pit.standing import of_table
from ui.screen.pit.tiles import MACHINES, per_hour, together, told_of
from ui.screen.room import AT_REST, Room, Seen, by_number, urgency
from ui.screen.speech import machines as machines_of

if TYPE_CHECKING:
    from controller.game.dealing.view_types import SeatView

View = Mapping[str, Any]
Counted = Mapping[str, Mapping[str, Any]]
"""What the house counted of each table, by name."""

IN_JP1: Final = ("latched", "registered", "carried")
SICK: Final = ("lost", "degraded")
ROWS_MAX: Final = 12
TAKEN_PX: Final = {"small": 128, "usual": 198, "wide": 198}
"""What sums, headings and foot take of the page, above and below the rows."""
LEAST_PX: Final = {"small": 51, "usual": 68, "wide": 68}
MOST_PX: Final = 212
ALARM_PX: Final = 77
CELL_PX: Final = 48
BOARD_PX: Final = 34
"""The heading of the board, and the air around it."""
DOWN: Final = {"small": 8, "usual": 10, "wide": 10}
COLUMNS_MAX: Final = 4
"""The board has so many tables in a column while four columns hold them."""
SPANS: Final = {"small": Span(84, 78), "usual": Span(176, 176), "wide": Span(230, 240)}
"""How wide the two drawings of a row are."""
SHORTENED: Final = frozenset(
    f"room.{name}" for name in ("pace.note", "bank", "average", "average.note", "dealer.note")
)
"""Headings that a narrow column has in short."""
POINTS: Final = 150
POINTS_OF_MANY: Final = 60


def points_of(room: Room) -> int:
    """How many points of each result are asked for."""
    return POINTS if len(room.tables) <= ROWS_MAX else POINTS_OF_MANY


def rows(room: Room, counted: Counted, glances: Glances) -> dict[str, Any]:
    """The page of the room."""
    speech = room.speech()
    many = len(room.tables) > ROWS_MAX
    shown = [seen for seen in room.tables if urgency(seen)[0] < AT_REST] if many else list(room.tables)
    most = alarm_rows(len(room.tables), room.extent)
    more = max(0, len(shown) - most) if many else 0
    if many:
        shown = shown[:most]
    height = ALARM_PX if many else row_px(len(room.tables), room.extent)
    aim, span = aim_of(room.target_per_hour, counted), SPANS[room.extent.name]
    return {
        "figures": together(room, counted),
        "columns": [
            {"title": _head(room, speech, f"room.{name}"), "note": _head(room, speech, f"room.{name}.note")}
            for name in ("table", "places", "pace", "bank", "average", "dealer", "machines")
        ],
        "letters": "  ".join(speech.say(f"letter.{name}") for name in MACHINES),
        "foot": "" if room.extent.small else speech.say("room.foot.many" if many else "room.foot"),
        "row_px": height,
        "rows": [
            row(room, seen, glances.of(room, seen, counted.get(seen.name), aim, height, span), height)
            for seen in shown
        ],
        "more": speech.say("room.more", count=more) if more else "",
        "board": board(room, counted) if many else None,
    }


def _head(room: Room, speech: Speech, key: str) -> str:
    """A heading, in short where its column is narrow."""
    return speech.say(f"{key}.small" if room.extent.small and key in SHORTENED else key)


def free_px(extent: Extent) -> int:
    """What the rows have on the page."""
    return extent.page_height - TAKEN_PX[extent.name]


def row_px(tables: int, extent: Extent) -> int:
    """The height of a row: what there is by how many there are."""
    return max(LEAST_PX[extent.name], min(MOST_PX, free_px(extent) // max(1, tables)))


def down(tables: int, extent: Extent) -> int:
    """How many tables a column of the board has."""
    return -(-tables // min(COLUMNS_MAX, -(-tables // DOWN[extent.name])))


def alarm_rows(tables: int, extent: Extent) -> int:
    """How many tables that need somebody find a row above the board."""
    return max(1, (free_px(extent) - BOARD_PX - down(tables, extent) * CELL_PX) // ALARM_PX)


def row(room: Room, seen: Seen, house: View, height: int) -> dict[str, Any]:
    """The tile's words, the places of the felt, who deals, the machines as squares, the house's figures."""
    speech, view = seen.speech(room.language, room.zone), seen.view
    told, there = told_of(speech, seen), view is not None
    disputes = _disputes(speech, view) if view is not None else ""
    return {
        **told,
        "text": " · ".join(part for part in (told["text"], told["seen"], disputes) if part),
        "mark": of_table(room, seen),
        "limits": limits(view) if view is not None else "",
        "round": _round(room, speech, view) if view is not None else "",
        "places": [_place(seat) for seat in view["seats"]] if view is not None else [],
        "machines": [_machine(speech, one) for one in machines_of(view)] if view is not None else [],
        "sick": _sick(speech, view) if view is not None else "",
        "dealer": _people(room, speech, view, house, height) if view is not None else [],
        "session": _session(room, speech, view, house) if view is not None and height >= TALL else [],
        "tap": {"act": "look", "table": seen.name, "tab": "live"} if there else None,
        "says": " ".join(part for part in (seen.name, of_table(room, seen)) if part),
        # Where no house answers: the last rounds that the table itself remembers.
        "pace_note": speech.say("room.last_ten") if told["pace"] else "",
        "bank_note": speech.say("room.bank.ten") if told["bank"] else "",
        **house,
    }


def _session(room: Room, speech: Speech, view: View, house: View) -> list[str]:
    """Since when it is open and what was played; its avance and when it closes; what came and is there."""
    sheet = view["sheet"]
    lines = [house["opened"]] if house["house"] else []
    if sheet is None or view["phase"] == "closed" or not sheet["advances_cents"]:
        return lines
    money = house.get("money") or {}
    start = money.get("float_cents") or sheet["advances_cents"]
    closes = sheet["closes"]
    last = _before(closes, sheet["announce_min"]) if closes else ""
    key = "room.float" if closes else "room.float.open"
    lines.append(speech.say(key, start=figures.euros(start, short=True), closes=closes, last=last))
    if money:
        there = sheet["advances_cents"] + money["bank_cents"]
        fills = figures.euros(money["fills_cents"], short=True)
        key = "room.cash.small" if room.extent.small else "room.cash"
        lines.append(speech.say(key, fills=fills, there=figures.euros(there, short=True)))
    return lines


def _before(clock: str, minutes: int) -> str:
    """`03:30`, so many minutes before `04:00`."""
    hour, _, minute = clock.partition(":")
    at = (60 * int(hour) + int(minute) - minutes) % (24 * 60)
    return f"{at // 60:02d}:{at % 60:02d}"


def _people(room: Room, speech: Speech, view: View, house: View, height: int) -> list[dict[str, Any]]:
    """Who deals and for how long, when he is relieved, whose card lies in the reader, who is in charge.

    The chef's other table has a line of its own where the column is too narrow for both.
    """
    lines: list[dict[str, Any]] = []
    dealer = view["croupier"]
    if dealer is not None:
        lines.append({"text": dealer["person"], "strong": True})
        lines.append({"text": speech.say("room.at_table", time=_lasted(speech.now_ms - dealer["since_ms"]))})
        if room.relief_min:
            lines.append(_relief(speech, view, dealer["since_ms"] + 60_000 * room.relief_min))
    card = view["badge"]
    if card is not None and (dealer is None or card["person"] != dealer["person"]):
        lines.append({"text": speech.say("room.card", person=card["person"])})
    elif house.get("chef") and height >= TALL:
        others = [one for one in house["chef_tables"] if one != view["table"]]
        said = [speech.say("room.chef", person=house["chef"]), *([", ".join(others)] if others else [])]
        lines += [{"text": line} for line in (said if room.extent.small else [" · ".join(said)])]
    return lines


def _relief(speech: Speech, view: View, due_ms: int) -> dict[str, Any]:
    """When the dealer is to be relieved; late, it is bold, and waits while the round forbids it (RP-12)."""
    late = speech.now_ms - due_ms
    if late < 0:
        return {"text": speech.say("room.relief", time=speech.clock(due_ms)[:5])}
    key = "room.relief.waits" if view["relief"]["why"] else "room.relief.due"
    return {"text": speech.say(key, minutes=late // 60_000), "strong": True}


def _disputes(speech: Speech, view: View) -> str:
    """What is contested at the table and not settled yet: stakes, a count of JP1 chips, a record."""
    found = [
        speech.say("room.contested", seat=seat["seat"]) for seat in view["seats"] if seat.get("contested")
    ]
    if view["round"] is not None and view["round"]["count_disputed"]:
        found.append(speech.say("room.count_disputed"))
    opened = view["record"]["open"]
    if opened is not None:
        found.append(speech.say("room.record_open", round=opened["round"]))
    return " · ".join(found)


def _lasted(ms: int) -> str:
    """`1:04` of hours and minutes."""
    minutes = max(0, ms) // 60_000
    return f"{minutes // 60}:{minutes % 60:02d}"


def _round(room: Room, speech: Speech, view: View) -> str:
    """The round under way; where there is little room its number alone."""
    name = round_name(speech, view)
    return name.rpartition(" ")[2] if room.extent.small else name


def limits(view: View) -> str:
    """`5–150 €`."""
    lowest = figures.euros(view["minimum_cents"], short=True).removesuffix("\u00a0€")
    return f"{lowest}–{figures.euros(view['maximum_cents'], short=True)}"


def _place(seat: SeatView) -> dict[str, bool]:
    return {"seated": bool(seat["seated"]), "jp1": seat["jp1"] in IN_JP1}


def _machine(speech: Speech, one: View) -> dict[str, str]:
    said = " ".join([speech.say(f"machine.{one['machine']}"), speech.say(f"health.{one['health']}")])
    return {"health": one["health"], "says": said}


def _sick(speech: Speech, view: View) -> str:
    """The machines that are not well, by name."""
    return ", ".join(
        speech.say(f"machine.{one['machine']}") for one in machines_of(view) if one["health"] in SICK
    )


# --- the board -------------------------------------------------------------------------------------


def board(room: Room, counted: Counted) -> dict[str, Any]:
    """Every table by its number: its phase or alarm, who sits, its pace beside the target, its result."""
    speech = room.speech()
    tables = sorted(room.tables, key=lambda seen: by_number(seen.name))
    tall = down(len(tables), room.extent)
    return {
        "title": speech.say("room.board"),
        "note": "" if room.extent.small else speech.say("board.note"),
        "key": speech.say("board.key.small" if room.extent.small else "board.key"),
        "columns": -(-len(tables) // tall),
        "down": tall,
        "cells": [_cell(room, seen, counted.get(seen.name)) for seen in tables],
    }


def _cell(room: Room, seen: Seen, counted: Mapping[str, Any] | None) -> dict[str, Any]:
    speech, view = seen.speech(room.language, room.zone), seen.view
    told = told_of(speech, seen)
    playing = view is not None and view["phase"] not in NOT_PLAYED
    mine = counted if counted is not None and of_session(seen, counted) else None
    pace = 0
    if playing and view is not None:
        last = [done for done in view["last_rounds"] if not done["voided"]]
        pace = (mine["last_hour_tenths"] + 5) // 10 if mine else per_hour(last)
    target = room.target_per_hour
    return {
        "name": seen.name,
        "priority": told["priority"],
        "tag": told["tag"] if not told["priority"] else "",
        "title": told["title"],
        "stale": told["stale"] or not playing,
        "seated": told["seats"].partition("/")[0],
        "pace": str(pace) if pace else "–" if playing else "",
        # From the target, in hundredths of it.
        "away": max(-100, min(100, 100 * (pace - target) // target)) if pace and target else 0,
        "aimed": bool(pace and target),
        **point(mine),
        "tap": {"act": "look", "table": seen.name, "tab": "live"} if view is not None else None,
        "says": " ".join(part for part in (seen.name, told["tag"], told["title"]) if part),
    }
