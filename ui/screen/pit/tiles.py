"""A table at one glance: the tile of the column on every page, what its row says too, and the room's sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from types import MappingProxyType
from typing import Any, Final

from controller.words.money import HARD
from ui import figures
from ui.screen.pit.attention import NOT_PLAYED, titled
from ui.screen.pit.felt import Speech, jp1_felt, waits
from ui.screen.pit.glance import of_session
from ui.screen.pit.standing import counted, of_table
from ui.screen.room import Room, Seen, aged, worst
from ui.texts.host import waiting_words

View = Mapping[str, Any]

FULL: Final = 100
HOUR_MS: Final = 3_600_000
BARS: Final = 10
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
    told = told_of(speech, seen)
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


def told_of(speech: Speech, seen: Seen) -> dict[str, Any]:
    """What tile and row both say."""
    view = seen.view
    base: dict[str, Any] = {"name": seen.name, "stale": seen.unheard, "priority": 0, "tag": "", "seats": ""}
    base |= {"old": False, "late": False, "others": [], "seen": ""}
    if view is None:
        said = {
            "title": speech.say("unheard.never"),
            "text": _trouble(speech, seen) or speech.say("unheard.wait"),
        }
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
            **aged(speech.now_ms - up["at_ms"], low=up["priority"] == 3),
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
            said |= aged(speech.now_ms - at_ms)
    if seen.unheard:
        unheard = speech.say("unheard", time=figures.since(seen.silence_ms))
        said |= {"tag": said.get("tag") or speech.say("unheard.tag"), "text": unheard, "seen": ""}
        if up is None:
            said |= {"title": unheard, "text": _trouble(speech, seen) or told["title"]}
    return said


def _trouble(speech: Speech, seen: Seen) -> str:
    return waiting_words(speech.language, "", seen.unreadable) or seen.trouble


def _others(view: View, worst_one: View) -> list[dict[str, Any]]:
    """The other alarms of the table, one tag a priority with their count: `P2 1`."""
    counted_by: dict[int, int] = {}
    for up in view["alarms"]:
        if up is not worst_one:
            counted_by[up["priority"]] = counted_by.get(up["priority"], 0) + 1
    return [{"word": f"P{at}{HARD}{counted_by[at]}", "priority": at} for at in sorted(counted_by)]


def _seen(speech: Speech, up: View) -> str:
    """By whom and when the alarm was seen, or that nobody has; once its cause is gone, what is due."""
    if up["over"]:
        return speech.say("alarm.due")
    if not up["seen_ms"]:
        return speech.say("seen.not")
    seen = speech.say("seen.at", time=speech.clock(up["seen_ms"])[:5])
    return f"{seen}, {up['seen_by']}" if up["seen_by"] else seen


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


def together(room: Room, house: Mapping[str, View] = MappingProxyType({})) -> list[dict[str, Any]]:
    """The figures over the rows: the jackpots, the pace, JP1, the bank, the tables themselves.

    Pace and result are the house's where it counted every table that plays, else those of the last rounds.
    """
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
    told = _by_house(tables, house)
    bank_cents = sum(done["bank_cents"] for last in lasts for done in last)
    bank_note = speech.say("sum.bank.note", count=sum(len(last) for last in lasts))
    hands = [done for last, view in zip(lasts, views, strict=True) if jp1_felt(view) for done in last]
    pace = sum(per_hour(last) for last in lasts)
    if told:
        pace = (sum(one["last_hour_tenths"] for one in told) + 5) // 10
        bank_cents = round(sum(one["bank_cents"] for one in told) / 100) * 100
        bank_note = _expected(speech, told)
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
            bank_note,
        ),
    ]
    return [*jackpots(room), *({"label": a, "value": b, "note": c, "gold": False} for a, b, c in said)]


def _by_house(tables: Sequence[Seen], house: Mapping[str, View]) -> list[View]:
    """What the house counted of each table that plays; nothing where it lacks one of them."""
    playing = [seen for seen in tables if seen.view is not None and seen.view["phase"] not in NOT_PLAYED]
    told = [house[seen.name] for seen in playing if seen.name in house and of_session(seen, house[seen.name])]
    return told if len(told) == len(playing) else []


def _expected(speech: Speech, told: Sequence[View]) -> str:
    """What was to be expected of all of them together, and how far the result is from it."""
    if not all(one["known"] for one in told):
        return speech.say("sum.bank.house")
    expected = sum(one["expected_cents"] for one in told)
    sigma = sqrt(sum(one["sigma_cents"] ** 2 for one in told))
    bank = sum(one["bank_cents"] for one in told)
    amount = figures.euros(round(expected / 100) * 100, short=True, signed=True)
    said = speech.say("room.expected", amount=amount)
    return f"{said} · {figures.sigmas(round(100 * (bank - expected) / sigma))}" if sigma else said


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
