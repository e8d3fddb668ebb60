"""What the pit reads beside the round: the last rounds, what the bank made of them, the machines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ui import figures
from ui.screen import devices
from ui.screen.marks import of_round
from ui.screen.pit.felt import Speech, jp1_felt
from ui.screen.speech import machines as machines_of
from ui.texts.decks import detail_words

View = Mapping[str, Any]

COLUMNS: Final = ("round", "closed", "time", "players", "jp1", "dealer", "paid", "bank", "mark")
FULL: Final = 100
"""The height of the tallest bar; the others are parts of it."""


def rounds(speech: Speech, view: View) -> dict[str, Any]:
    """The last closed rounds, newest first, as a table of words."""
    last = view["last_rounds"]
    columns = [speech.say(f"col.{name}") for name in COLUMNS]
    rows = [_row(speech, done) for done in last]
    if not jp1_felt(view):
        for line in (columns, *rows):
            line[COLUMNS.index("jp1")] = ""
    else:
        columns[COLUMNS.index("paid")] = speech.say("col.paid.jp1")
    counted = speech.say("rounds.note", count=len(last)) if len(last) > 1 else ""
    borne = dict.fromkeys(mark for done in last for mark in of_round(done))
    legend = " · ".join(f"{speech.say(f'letter.{mark}')} {speech.say(mark)}" for mark in borne)
    return {
        "title": speech.say("rounds"),
        "note": legend or counted,
        "empty": "" if last else speech.say("rounds.none"),
        "columns": columns,
        "rows": rows,
    }


def _row(speech: Speech, done: View) -> list[str]:
    marks = []
    if done["voided"]:
        marks.append(speech.say("mark.voided", why=speech.say(f"hold.{done['voided']}").lower()))
    elif done["attempt"] > 1:
        marks.append(speech.say("mark.deal", attempt=done["attempt"]))
    letters = " ".join(speech.say(f"letter.{mark}") for mark in of_round(done))
    marks += [letters] if letters else []
    verdict = speech.say("qualified" if done["qualified"] else "not_qualified")
    return [
        done["label"].split()[1] if done["label"] != str(done["number"]) else str(done["number"]),
        speech.clock(done["closed_ms"]),
        figures.since(done["closed_ms"] - done["opened_ms"]),
        str(done["players"]),
        str(len(done["jp1_seats"])),
        speech.say("none") if done["voided"] else verdict,
        figures.euros(done["paid_cents"], short=True) if done["paid_cents"] else speech.say("none"),
        figures.euros(done["bank_cents"], short=True, signed=True),
        ", ".join(marks),
    ]


def bars(speech: Speech, last: list[View], *, jp1: bool) -> dict[str, Any]:
    """The bank's result of each of these rounds, JP1 apart, oldest first, as parts of the largest."""
    results = [done["bank_cents"] for done in reversed(last)]
    largest = max((abs(cents) for cents in results), default=0)
    return {
        "title": speech.say("bars"),
        "note": speech.say("bars.note.jp1" if jp1 else "bars.note"),
        "sum": speech.say("bars.sum", amount=figures.euros(sum(results), short=True, signed=True))
        if results
        else "",
        "heights": [cents * FULL // largest if largest else 0 for cents in results],
        "scale": figures.euros(largest, short=True) if largest else "",
    }


# --- machines ------------------------------------------------------------------------------------


def machines(speech: Speech, view: View) -> dict[str, Any]:
    """The machines of this felt: how each does, since when, and its own state in a few words."""
    told = machines_of(view)
    counted = devices.figures_of(view)
    ill = sum(_ill(one) for one in told)
    return {
        "title": speech.say("machines"),
        "note": speech.say("machines.ill", count=ill) if ill else speech.say("machines.well"),
        "rows": [
            {
                "health": one["health"],
                "name": speech.say(f"machine.{one['machine']}"),
                "word": speech.say(f"health.{one['health']}"),
                "detail": _detail(speech, view, one),
                "figures": devices.in_brief(speech.say, counted.get(one["machine"])),
                "since": speech.since(one["since_ms"]) if one["since_ms"] else "",
            }
            for one in told
        ],
    }


def _ill(one: View) -> bool:
    """It does not do well, or was there and is not any more."""
    return one["health"] in ("degraded", "lost") or (one["health"] == "absent" and one["since_ms"] > 0)


def _detail(speech: Speech, view: View, one: View) -> str:
    if one["health"] != "up":
        back = one["detail"] == "resumed"
        return speech.say("detail.resumed") if back else detail_words(speech.language, one["detail"])[:40]
    match one["machine"]:
        case "shoe":
            return speech.say("shoe.locked" if view["shoe_locked"] else "shoe.free")
        case "shuffler":
            return _shuffler(speech, view["shuffler"])
        case "chips":
            lit = sum(lamp != "dark" for lamp in view["lamps"])
            return speech.say("chips.lamps", count=lit)
        case "badge":
            return view["badge"]["person"] if view["badge"] is not None else speech.say("badge.none")
        case _:
            return ""


def _shuffler(speech: Speech, told: View) -> str:
    if told["lid_open"]:
        return speech.say("shuffler.lid")
    if told["mode"] == "sort":
        return speech.say("shuffler.sort")
    if told["shuffled"]:
        colour = speech.say(f"colour.{told['deck_out'] or told['deck_in']}")
        return speech.say("shuffler.ready", colour=colour, count=told["count"])
    return speech.say("shuffler.count", count=told["count"]) if told["count"] else ""
