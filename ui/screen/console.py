"""The dealer's console: from the table's view, codes and cents, to the worded map of `shape.ConsoleView`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal

from ui import figures
from ui.glass import Glass
from ui.screen import (
    decks,
    focus,
    glass,
    keyboard,
    keys,
    leavers,
    lessons,
    opening,
    procedure,
    recovery,
    seats,
    sheets,
    strip,
    top_bar,
)
from ui.screen.console_state import LocalState, devices_may_open
from ui.screen.shape import AlarmWords, ConsoleView, Device, Focus, Freeze, Key, Language, Phase, Tap
from ui.screen.speech import Speech, View, key, local, machines, small
from ui.texts.alarms import HEADINGS, alarm_text
from ui.texts.decks import detail_words
from ui.texts.host import host_detail, unreadable_words, unwritten_alarm

PRIORITIES: Final[dict[int, Literal["p1", "p2", "p3"]]] = {1: "p1", 2: "p2", 3: "p3"}
OF_A_CARD: Final = ("A-203", "A-217")


class ConsoleFace:
    """The face of the dealer's console: its language, its open sheets, and the words of each view.

    Views are those of `views.console`; the screen's side may add `now_ms` (the table's time), `offline` (when
    the table was last heard, 0 while it is heard), `unreadable` (which part of a newer view is wrong) and
    `refusal` (why the last tap was not taken).
    """

    def __init__(
        self,
        language: str = "fr",
        *,
        handed: str = "right",
        reduced_motion: bool = False,
        glass: Glass | None = None,
    ) -> None:
        self.language = language
        self._handed = handed
        self._reduced_motion = reduced_motion
        self._mine = LocalState(glass=glass or Glass())

    def take(self, tap: Tap) -> bool:
        """Whether the tap concerned the console alone; then it has been done."""
        if tap["act"] == "language":
            self.language = "en" if self.language == "fr" else "fr"
            return True
        return self._mine.take(tap)

    def before(self, tap: Tap) -> Tap | None:
        """What is to be asked of the table before this tap is done, or None."""
        return self._mine.before(tap)

    def words(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """The worded map of this view."""
        self._mine.settle(view)
        say = Speech(self.language, int(view.get("now_ms", 0)) or view["at_ms"])
        return dict(console(say, view, self._mine, handed=self._handed, reduced_motion=self._reduced_motion))


def console(
    say: Speech, view: View, mine: LocalState, *, handed: str = "right", reduced_motion: bool = False
) -> ConsoleView:
    """The worded map of a view in one language: it reads and words, it decides nothing."""
    sheet = sheets.sheet(say, view, mine)
    light = focus.light(say, view, mine)
    large, compact = top_bar.bars(say, view)
    card = _checklist(say, view, mine) if mine.help and view["alarms"] else focus.focus(say, view, mine)
    band = _freeze(say, view, mine)
    parts = (
        view["phase"],
        view["street"],
        view["street_open"],
        sheet and sheet["kind"],
        card and card["kind"],
    )
    made: ConsoleView = {
        "layout": "|".join(str(part) for part in (*parts, mine.sheet, light is not None)),
        "table": view["table"],
        "facts": large["facts"],
        "facts_small": compact["facts"],
        "clock": figures.clock(say.now_ms),
        "language": _language(say),
        "devices_word": say("devices"),
        "devices_key": {
            "label": "",
            "says": say("devices.open"),
            "tap": local("sheet", sheet="devices") if devices_may_open(view) else None,
        },
        "devices": [_device(say, told) for told in machines(view)],
        "simulation": large["mark"],
        "simulation_short": compact["mark"],
        "phases": phases(say, view),
        "alarm": None if band else _line(say, view, mine),
        "freeze": band,
        "dealer": strip.dealer(say, view),
        "board": strip.board(say, view),
        "meter": strip.meter(say, view),
        "seats": seats.seats(say, view, mine),
        "sheet": sheet,
        "light": light,
        "focus": card,
        "primary": keys.primary(say, view, mine),
        "bottom": keys.bottom(say, view, mine),
        "handed": "left" if handed == "left" else "right",
        "reduced_motion": reduced_motion,
        "glass": mine.glass.view(say.now_ms),
        "offline": bool(view.get("offline")),
    }
    made = lessons.taught(say, view, made)
    made["shortcuts"] = keyboard.shortcuts(made, mine)
    return made


def _language(say: Speech) -> Language:
    return {
        "current": "en" if say.language == "en" else "fr",
        "tap": {"act": "language"},
        "says": say("language"),
    }


def _device(say: Speech, told: View) -> Device:
    return {
        "health": told["health"],
        "says": f"{say('machine.' + told['machine'])} {say('health.' + told['health'])}",
    }


def phases(say: Speech, view: View) -> list[Phase]:
    """The ribbon: what is done with its duration, what is now, what is to come."""
    played = view["round"]
    if played is None:
        return []
    jp1 = ["jp1"] if "jp1" in view["game"]["spots"] else []
    names = ["bets", *jp1, "deal", *view["streets"], "showdown", "settlement"]
    begun = {stage["name"]: stage["since_ms"] for stage in played["stages"]}
    last = played["stages"][-1]["name"] if played["stages"] else "bets"
    at = names.index(last) if last in names else min(1, len(played["stages"]) - 1)
    made: list[Phase] = []
    for number, name in enumerate(names):
        since = begun.get(name)
        following = next((begun[later] for later in names[number + 1 :] if later in begun), None)
        time = "" if since is None or number > at else say.ago(since, following)
        made.append({"name": say.street(view, name), "time": time, "state": _state(number, at)})
    return made


# --- the alarm line ------------------------------------------------------------------------------


def _freeze(say: Speech, view: View, mine: LocalState) -> Freeze | None:
    """The band over a frozen felt, unless something worse is to be said first."""
    worse = view.get("unwritten") or view.get("offline")
    if worse or not procedure.frozen(view) or not view["alarms"] or view["alarms"][0]["code"] != "A-105":
        return None
    return procedure.band(say, view, view["alarms"][0], key(say("help"), local("help"), chosen=mine.help))


def _line(say: Speech, view: View, mine: LocalState) -> AlarmWords | None:
    """Silence first, then the most urgent alarm, then what the dealer must know; one at a time."""
    if view.get("unwritten"):
        return _unwritten(say, view)
    if view.get("offline"):
        at = figures.clock(view["offline"]) if view["offline"] > 1 else "–"
        if view.get("unreadable"):
            title, sub = unreadable_words(say.language, view["unreadable"])
            return {"priority": "info", "title": title, "sub": sub if at == "–" else f"{sub}  ·  {at}"}
        said = "restarting" if view.get("restarting") else "offline"
        return {"priority": "info", "title": say(said), "sub": say(f"{said}.sub", time=at)}
    alarms = view["alarms"]
    if alarms and alarms[0]["priority"] < 3:
        return _alarm(say, view, mine)
    if mine.owed:
        return leavers.to_return(say, view, mine.owed[0])
    if view.get("refusal"):
        return {"priority": "info", "title": say("refused"), "sub": say.refused(view["refusal"])}
    if view["resumed"]:
        return {"priority": "info", "title": say("resumed"), "sub": recovery.last_act(say, view)}
    if _relief_refused(view):
        no_relief = {"code": "no_relief", "facts": {}}
        return {"priority": "info", "title": say("relief"), "sub": say.refused(no_relief)}
    if view["refund"] is not None and view["held"] is None:
        return _refunds(say, view["refund"])
    if view["paused"]:
        rests = "paused.sub.verify" if procedure.running(view) else "paused.sub"
        sub = "paused.locked" if view["relief"]["register"] else rests
        return {"priority": "info", "title": say("paused"), "sub": say(sub)}
    if alarms:
        return _alarm(say, view, mine)
    return opening.last_deals_due(say, view) or glass.warning(say, view, mine.glass)


def _unwritten(say: Speech, view: View) -> AlarmWords:
    """The table cannot write its journal: why, since when, and what to do; no key is alive."""
    why = view["unwritten"]
    code, priority = unwritten_alarm(why)
    text = alarm_text(say.language, code)
    told = (code, detail_words(say.language, why), figures.clock(view["at_ms"]), *text.steps)
    return {
        "priority": PRIORITIES[priority],
        "title": text.title,
        "sub": "  ·  ".join(dict.fromkeys(told)),
        "seen": False,
    }


def _refunds(say: Speech, refund: View) -> AlarmWords:
    """The deal is void: why, by whom, and that every stake goes back."""
    persons, time = refund["persons"], figures.clock(refund["at_ms"])
    by = f"{persons[0] if persons else ''}, {time}"
    if len(persons) == 2:
        by = say("refund.by", first=persons[0], second=persons[1], time=time)
    sub = f"{say('hold.' + refund['reason'])} · {by}"
    return {"priority": "info", "title": say("refund.title"), "sub": sub}


def _relief_refused(view: View) -> bool:
    """Another dealer has put his badge in while the law keeps the one who deals."""
    badge, croupier = view["badge"], view["croupier"]
    if badge is None or badge["role"] != "dealer" or croupier is None:
        return False
    return bool(badge["person"] != croupier["person"] and view["relief"]["why"])


def _alarm(say: Speech, view: View, mine: LocalState) -> AlarmWords:
    up, others = view["alarms"][0], len(view["alarms"]) - 1
    at = figures.clock(up["at_ms"])
    where = "seen.pit" if up["seen_on"] in ("pit", "chef") else "seen.at"
    seen = say(where, time=figures.clock(up["seen_ms"])) if up["seen_ms"] else ""
    shown: list[Key] = [key(say("help"), local("help"), chosen=mine.help)]
    shown += decks.alarm_keys(say, view, up)
    notes = decks.alarm_notes(say, view, up)
    first = say("freeze.kept") if procedure.running(view) and up["code"] == "A-105" else ""
    if up["detail"] == "after_lock":  # the keys of a seat that decides leave no room to say it there
        first = say("chip.after_lock")
    text = alarm_text(say.language, up["code"])
    return {
        "priority": PRIORITIES[up["priority"]],
        "title": text.title.format(where=_shout(_where(say, up)), detail=_detail(say, up).upper()),
        "sub": "  ·  ".join(
            part
            for part in (first, up["code"], host_detail(say.language, up["detail"]), at, seen, *notes)
            if part
        ),
        "more": f"+{others}" if others else "",
        "seen": bool(up["seen_ms"]),
        "keys": shown,
    }


def _where(say: Speech, up: View) -> str:
    if up["code"] == "A-202" and "." in up["detail"]:
        return say("burned") if up["detail"].startswith("burn") else say.place(up["detail"])
    if up["seat"]:
        return say.seat(up["seat"])
    if up["code"] == "A-105":
        return say("board")
    return say("alarm.dealt" if up["code"] in OF_A_CARD else "alarm.table")


def _shout(where: str) -> str:
    """In capitals, but for the ends of ordinals: `SIÈGE 4, 2e CARTE`."""
    return re.sub(r"(?<=\d)(RE|E|ST|ND|RD|TH)\b", lambda end: end[0].lower(), where.upper())


def _detail(say: Speech, up: View) -> str:
    return detail_words(say.language, str(up["detail"])) or "–"


def _checklist(say: Speech, view: View, mine: LocalState) -> Focus:
    """The alarm under its four fixed headings."""
    up = view["alarms"][0]
    text = alarm_text(say.language, up["code"])
    happens, kept, steps, who = HEADINGS[say.language]
    facts = {"where_low": small(_where(say, up)), "where": _where(say, up), "detail": _detail(say, up)}
    return {
        "kind": "checklist",
        "before": [
            {"heading": happens, "text": text.happens.format(**facts)},
            {"heading": kept, "text": text.kept.format(**facts)},
        ],
        "steps_heading": steps,
        "steps": [
            {"text": step.format(**facts), "state": _state(number, mine.steps)}
            for number, step in enumerate(text.steps)
        ],
        "key": _tick(say, [step.format(**facts) for step in text.steps[mine.steps :]]),
        "after": [{"heading": who, "text": text.who}],
    }


def _state(number: int, ticked: int) -> Literal["done", "now", "next"]:
    return "done" if number < ticked else "now" if number == ticked else "next"


def _tick(say: Speech, left: list[str]) -> Key:
    """A touch on the steps ticks the present one, as long as one is left."""
    if not left:
        return key("")
    return key(say("step"), local("step"), says=say("step.says", step=left[0]))
