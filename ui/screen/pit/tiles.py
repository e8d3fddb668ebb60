"""A table at one glance: the tile of the column on every page, and its row on the page of the room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from controller.words.money import HARD
from ui import figures
from ui.screen.pit.attention import NOT_PLAYED, round_name, titled
from ui.screen.pit.felt import Speech, jp1_felt, waits
from ui.screen.pit.standing import counted, of_table
from ui.screen.room import OLD_MS, Room, Seen, worst
from ui.screen.speech import machines as machines_of

if TYPE_CHECKING:
    from controller.game.dealing.view_types import SeatView

View = Mapping[str, Any]

FULL: Final = 100
HOUR_MS: Final = 3_600_000
BARS: Final = 10
IN_JP1: Final = ("latched", "registered", "carried")
MACHINES: Final = ("shuffler", "shoe", "chips", "badge", "link")


def spine(room: Room) -> dict[str, Any]:
    """The column of tables, worst first, and the jackpot under it."""
    say = room.speech().say
    return {
        "title": say("tables"),
        "note": say("tables.worst"),
        "tiles": [tile(room, seen) for seen in room.tables],
    }


def tile(room: Room, seen: Seen) -> dict[str, Any]:
    """Name, worst alarm, pace, what goes on and since when, seats, JP1, what the bank made."""
    speech = seen.speech(room.language, room.zone)
    told = _told(speech, seen)
    return {
        **told,
        "mark": of_table(room, seen),
        "title": told["text"] if told["priority"] else told["title"],
        "on": seen.name == room.chosen,
        "tap": {"act": "look", "table": seen.name, "tab": "live"},
        "says": " ".join(
            part for part in (seen.name, of_table(room, seen), told["tag"], told["title"]) if part
        ),
    }


def _said(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def rows(room: Room) -> dict[str, Any]:
    """The page of the room: figures of all tables together, then one row a table."""
    speech = room.speech()
    return {
        "figures": together(room),
        "columns": [
            {"title": speech.say(f"room.{name}"), "note": speech.say(f"room.{name}.note")}
            for name in ("table", "places", "pace", "jp1", "bank", "machines")
        ],
        "letters": "  ".join(speech.say(f"letter.{name}") for name in MACHINES),
        "foot": speech.say("room.foot"),
        "rows": [row(room, seen) for seen in room.tables],
    }


def row(room: Room, seen: Seen) -> dict[str, Any]:
    """The tile's words, the places of the felt, the machines as squares."""
    speech = seen.speech(room.language, room.zone)
    view = seen.view
    there = view is not None
    told = _told(speech, seen)
    return {
        **told,
        "text": " · ".join(part for part in (told["text"], told["seen"]) if part),
        "mark": of_table(room, seen),
        "limits": limits(view) if view is not None else "",
        "round": round_name(speech, view) if view is not None else "",
        "crew": _crew(speech, view) if view is not None else "",
        "places": [_place(seat) for seat in view["seats"]] if view is not None else [],
        "machines": [_machine(speech, one) for one in machines_of(view)] if view is not None else [],
        "tap": {"act": "look", "table": seen.name, "tab": "live"} if there else None,
        "says": _said(seen.name, of_table(room, seen)),
    }


def _told(speech: Speech, seen: Seen) -> dict[str, Any]:
    """What tile and row both say."""
    view = seen.view
    base: dict[str, Any] = {"name": seen.name, "stale": seen.unheard, "priority": 0, "tag": "", "seats": ""}
    base |= {"old": False, "others": [], "seen": ""}
    if view is None:
        said = {"title": speech.say("unheard.never"), "text": seen.trouble or speech.say("unheard.wait")}
        return (
            base | said | {"tag": speech.say("unheard.tag"), "since": "", "pace": "", "share": ""} | _NO_BARS
        )
    last = [done for done in view["last_rounds"] if not done["voided"]]
    seated = sum(seat["seated"] for seat in view["seats"])
    pace = per_hour(last)
    return base | {
        **_now(speech, seen, view),
        "seats": f"{seated}/{len(view['seats'])}" if view["phase"] not in NOT_PLAYED else "",
        "pace": speech.say("pace", count=pace) if pace else "",
        "share": jp1_share(last) if jp1_felt(view) else "",
        **_bank(last),
    }


_NO_BARS: Final[dict[str, Any]] = {"bank": "", "bars": [], "times": []}


def _now(speech: Speech, seen: Seen, view: View) -> dict[str, Any]:
    """What goes on at the table, or what is wrong with it, and since when."""
    up = worst(view)
    told = waits(speech, view)
    if up is not None:
        said = {
            "priority": up["priority"],
            "tag": f"P{up['priority']}",
            "others": _others(view, up),
            "title": titled(speech, up),
            "text": told["title"],
            "seen": _seen(speech, up),
            "since": speech.since(up["at_ms"]),
            "old": up["priority"] < 3 and speech.now_ms - up["at_ms"] >= OLD_MS,
        }
    else:
        since_ms = view["held"]["since_ms"] if view["held"] is not None else view["phase_ms"]
        said = {
            "title": told["title"],
            "text": told["text"],
            "since": speech.since(since_ms) if since_ms else "",
        }
        if view["call"] is not None:
            at_ms = view["call"]["at_ms"]
            said |= {"tag": speech.say("call.tag"), "since": speech.since(at_ms)}
            said["old"] = speech.now_ms - at_ms >= OLD_MS
    if seen.unheard:
        unheard = speech.say("unheard", time=figures.since(seen.silence_ms))
        said |= {"tag": said.get("tag") or speech.say("unheard.tag"), "text": unheard, "seen": ""}
        if up is None:
            said |= {"title": unheard, "text": seen.trouble or told["title"]}
    return said


def _others(view: View, worst_one: View) -> list[dict[str, Any]]:
    """The other alarms of the table, one tag a priority with their count: `P2 1`."""
    counted_by: dict[int, int] = {}
    for up in view["alarms"]:
        if up is not worst_one:
            counted_by[up["priority"]] = counted_by.get(up["priority"], 0) + 1
    return [{"word": f"P{at}{HARD}{counted_by[at]}", "priority": at} for at in sorted(counted_by)]


def _seen(speech: Speech, up: View) -> str:
    """By whom and when the alarm was seen, in short, or that nobody has."""
    if not up["seen_ms"]:
        return speech.say("seen.not")
    seen = speech.say("seen.at", time=speech.clock(up["seen_ms"])[:5])
    return f"{seen}, {up['seen_by']}" if up["seen_by"] else seen


def limits(view: View) -> str:
    """`5–150 €`."""
    lowest = figures.euros(view["minimum_cents"], short=True).removesuffix("\u00a0€")
    return f"{lowest}–{figures.euros(view['maximum_cents'], short=True)}"


def _crew(speech: Speech, view: View) -> str:
    """Who deals and whose card lies in the reader."""
    named = [view["croupier"]["person"]] if view["croupier"] is not None else []
    if view["badge"] is not None:
        named.append(view["badge"]["person"])
    return " · ".join(dict.fromkeys(named))


def _place(seat: SeatView) -> dict[str, bool]:
    return {"seated": bool(seat["seated"]), "jp1": seat["jp1"] in IN_JP1}


def _machine(speech: Speech, one: View) -> dict[str, str]:
    said = " ".join([speech.say(f"machine.{one['machine']}"), speech.say(f"health.{one['health']}")])
    return {"health": one["health"], "says": said}


# --- figures of the last rounds --------------------------------------------------------------------


def per_hour(last: Sequence[View]) -> int:
    """Rounds an hour, by the times at which the last ones were closed, newest first; 0 before the second."""
    if len(last) < 2:
        return 0
    spent_ms = last[0]["closed_ms"] - last[-1]["closed_ms"]
    return (len(last) - 1) * HOUR_MS // spent_ms if spent_ms > 0 else 0


def jp1_share(last: Sequence[View]) -> str:
    """How many of the hands of the last rounds had a JP1 stake: `71 %`."""
    hands = sum(done["players"] for done in last)
    return f"{100 * sum(len(done['jp1_seats']) for done in last) // hands}{HARD}%" if hands else ""


def _bank(last: Sequence[View]) -> dict[str, Any]:
    """What the bank made of the last rounds: the sum, and a bar a round, oldest first."""
    if not last:
        return dict(_NO_BARS)
    results = [done["bank_cents"] for done in reversed(last)][-BARS:]
    times = [done["closed_ms"] - done["opened_ms"] for done in reversed(last)][-BARS:]
    return {
        "bank": figures.euros(sum(results), short=True, signed=True),
        "bars": scaled(results),
        "times": scaled(times),
    }


def scaled(values: Sequence[int]) -> list[int]:
    """The values as parts of the largest, in percent."""
    largest = max((abs(value) for value in values), default=0)
    return [value * FULL // largest if largest else 0 for value in values]


def together(room: Room) -> list[dict[str, Any]]:
    """The figures over the rows: the jackpots, the pace, JP1, the bank, the tables themselves."""
    speech = room.speech()
    tables = counted(room)
    views = [seen.view for seen in tables if seen.view is not None]
    lasts = [[done for done in view["last_rounds"] if not done["voided"]] for view in views]
    playing = [view for view in views if view["phase"] not in NOT_PLAYED]
    seated = sum(seat["seated"] for view in playing for seat in view["seats"])
    places = sum(len(view["seats"]) for view in playing)
    unheard = sum(seen.unheard for seen in tables)
    simulated = len(room.tables) - len(tables)
    left_out = speech.say("sum.simulated", count=simulated) if simulated else ""
    bank_cents = sum(done["bank_cents"] for last in lasts for done in last)
    hands = [done for last, view in zip(lasts, views, strict=True) if jp1_felt(view) for done in last]
    pace = sum(per_hour(last) for last in lasts)
    target = room.target_per_hour * len(playing)
    note = (
        speech.say("sum.pace.target", count=figures.count(target)) if target else speech.say("sum.pace.note")
    )
    said = [
        (speech.say("sum.tables"), f"{len(playing)}/{len(tables)}", left_out or _heard(speech, unheard)),
        (speech.say("sum.pace"), figures.count(pace), note),
        (
            speech.say("sum.seats"),
            figures.count(seated),
            speech.say("sum.seats.note", count=figures.count(places)),
        ),
        (speech.say("sum.jp1"), jp1_share(hands) or "–", speech.say("sum.jp1.note")),
        (
            speech.say("sum.bank"),
            figures.euros(bank_cents, short=True, signed=True),
            speech.say("sum.bank.note", count=sum(len(last) for last in lasts)),
        ),
    ]
    return [*jackpots(room), *({"label": a, "value": b, "note": c, "gold": False} for a, b, c in said)]


def _heard(speech: Speech, unheard: int) -> str:
    return speech.say("sum.unheard", count=unheard) if unheard else speech.say("sum.heard")


def jackpots(room: Room, most: int = 1) -> list[dict[str, Any]]:
    """The meter that most tables play for, as the newest of their books' answers has it."""
    newest: dict[tuple[int, int], tuple[int, View, int]] = {}
    for seen in counted(room):
        view = seen.view
        if view is None or not jp1_felt(view) or not view["jackpot"]["generation"]:
            continue
        told = view["jackpot"]
        key = (told["stake_cents"], told["generation"])
        count, best, best_ms = newest.get(key, (0, told, 0))
        if told["confirmed_ms"] >= best_ms:
            best, best_ms = told, told["confirmed_ms"]
        newest[key] = (count + 1, best, best_ms)
    speech = room.speech()
    found = sorted(newest.values(), key=lambda one: (-one[1]["generation"], -one[0]))[:most]
    return [
        {
            "label": speech.say("meter", generation=told["generation"]),
            "value": figures.euros(told["meter_cents"]),
            "note": speech.say(
                "sum.meter.note" if count > 1 else "sum.meter.one",
                count=count,
                stake=figures.euros(told["stake_cents"], short=True),
                share=figures.percent(told["share_micro"]),
            ),
            "gold": True,
        }
        for count, told, _ in found
    ]
