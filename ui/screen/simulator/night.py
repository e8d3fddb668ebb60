"""The night on the simulator's panel: its seed, pace, steps, scripts, and what is around the machines."""

from __future__ import annotations

from typing import Any, Final

from ui import figures
from ui.screen.shape import Key, Tap
from ui.screen.simulator.speech import Speech, View
from ui.screen.speech import key

DIGITS_MAX: Final = 9
ROWS: Final = 5
"""So many scripts stand on a page."""
MARKS: Final = {"ready": "○", "waits": "○", "plays": "▶", "held": "✓", "failed": "✗"}
HOUR_S: Final = 3_600
HANDS: Final = {
    "full_house": "hand.full_house",
    "quads": "hand.quads",
    "straight_flush": "hand.straight_flush",
    "community_royal": "hand.royal_board",
    "jackpot": "hand.royal_flush",
}
"""Which hand has a prize of this kind."""


class Typed:
    """The digits of another seed, while somebody types them."""

    def __init__(self) -> None:
        self.open = False
        self.digits = ""

    def take(self, tap: Tap) -> None:
        """A digit, `back`, or the pad `open` or not."""
        if "open" in tap:
            self.open, self.digits = tap["open"], ""
        elif tap["digit"] == "back":
            self.digits = self.digits[:-1]
        elif len(self.digits) < DIGITS_MAX:
            self.digits = (self.digits + tap["digit"]).lstrip("0") or "0"

    def close(self) -> None:
        """Nothing is typed."""
        self.open, self.digits = False, ""


def seed(say: Speech, view: View, typed: Typed, copied: str) -> dict[str, Any]:
    """The seed, the command line that repeats the night, what was copied last, and the pad for another."""
    told = view["world"]
    value = str(told["seed"]) if told else "–"
    command = told["command"] if told else ""
    pad = [key(digit, {"act": "type", "digit": digit}, says=digit) for digit in "123456789"]
    go: Tap | None = {"act": "seed", "seed": int(typed.digits)} if typed.digits else None
    pad += [
        key("⌫", {"act": "type", "digit": "back"}, says=say("seed.back")),
        key("0", {"act": "type", "digit": "0"}, says="0"),
        key(say("seed.go"), go, says=say("seed.go.says")),
    ]
    change = {"act": "type", "open": not typed.open} if told else None
    return {
        "label": say("seed"),
        "value": typed.digits or "–" if typed.open else value,
        "copy": key(
            say("copied" if command and copied == command else "copy"),
            {"act": "copy", "text": command} if command else None,
            says=say("copy.says"),
        ),
        "change": key(
            say("seed.keep" if typed.open else "seed.change"), change, says=say("seed.change.says")
        ),
        "note": say("seed.typing") if typed.open else say("seed.note", command=command) if command else "",
        "open": typed.open,
        "pad": pad,
    }


def paces(say: Speech, view: View) -> dict[str, Any]:
    """How fast the people play; what is in force is chosen and asks nothing."""
    keys = []
    for pace in view["paces"]:
        chosen = pace == view["pace"]
        shown = pace.replace(".", ",")
        tap = None if chosen else {"act": "pace", "pace": pace}
        keys.append(key(say("pace", pace=shown), tap, says=say("pace.says", pace=shown), chosen=chosen))
    told = view["world"]
    measured = told["per_hour"] if told else 0
    note = say("pace.measured", count=figures.count(measured)) if measured else say("pace.note")
    return {"label": say("paces"), "keys": keys, "note": note}


def steps(say: Speech, view: View) -> dict[str, Any]:
    """The people wait, play one fact, phase or round, or play on."""
    playing, stepping = view["playing"], view["stepping"]
    waits = not playing and not stepping
    keys: list[Key] = [
        key(say("wait"), None if waits else {"act": "play", "on": False}, says=say("wait.says"), chosen=waits)
    ]
    for step in view["steps"]:
        tap = {"act": "step", "by": step}
        keys.append(key(say(f"step.{step}"), tap, says=say(f"step.{step}.says"), chosen=stepping == step))
    keys.append(
        key(
            say("play"),
            None if playing else {"act": "play", "on": True},
            says=say("play.says"),
            chosen=playing,
        )
    )
    note = "steps.playing" if playing else "steps.stepping" if stepping else "steps.waiting"
    return {"label": say("steps"), "note": say(note), "keys": keys}


def scripts(say: Speech, view: View, page: int) -> dict[str, Any]:
    """A page of the scripts: what each expects, how it stands, and where it first came otherwise."""
    told = view["world"]
    listed = told["scripts"] if told else []
    pages = max(1, -(-len(listed) // ROWS))
    page = min(page, pages - 1)
    shown = listed[page * ROWS : (page + 1) * ROWS]
    rows = [script(say, one) for one in shown]
    blank = {"mark": "", "title": "", "sub": "", "state": "", "on": False, "key": None}
    rows += [blank] * (ROWS - len(rows))
    failed = next((one for one in listed if one["state"] == "failed"), None)
    why = failed["why_en" if say.language == "en" else "why"] if failed else ""
    turn = {"act": "scripts_page", "page": (page + 1) % pages}
    every = {"act": "script", "name": "*"} if listed else None
    plays = next((one for one in listed if one["state"] == "plays"), None)
    stop = {"act": "script", "name": ""} if plays else None
    return {
        "label": say("scripts"),
        "note": say("scripts.page", page=page + 1, pages=pages) if listed else say("scripts.none"),
        "rows": rows,
        "keys": [
            key(say("scripts.all"), every, says=say("scripts.all.says")),
            key(say("scripts.stop"), stop, says=say("scripts.stop.says")),
            key(say("scripts.more"), turn if pages > 1 else None, says=say("scripts.more.says")),
        ],
        "foot": why if failed else say("scripts.foot") if listed else "",
    }


def script(say: Speech, told: View) -> dict[str, Any]:
    """One script."""
    title = told["title_en"] if say.language == "en" and told["title_en"] else told["title"]
    title, _, sub = title.partition(": ")
    state = told["state"]
    at = (
        say("script.plays", round=told["round"], of=told["rounds"])
        if state == "plays"
        else say(f"script.{state}")
    )
    expected = [say(HANDS[code]) if code in HANDS else code for code in told["expects"]]
    plays = state in ("plays", "waits")
    tap = None if plays else {"act": "script", "name": told["name"]}
    return {
        "mark": MARKS[state],
        "title": title.rstrip("\u00a0"),
        "sub": sub or ", ".join(expected) or "–",
        "state": at,
        "on": state == "plays",
        "key": key(say("script.play"), tap, says=say("script.play.says", title=title)),
    }


def world(say: Speech, view: View) -> dict[str, Any]:
    """Link, display, clock and power: each broken, or mended where it is broken."""
    told = view["world"]
    link, display = (told["link"], told["display"]) if told else ("up", "up")

    def act(name: str, tap: Tap, on: bool = False) -> Key:
        asked = tap if told else None
        label, sub = say(f"world.{name}"), say(f"world.{name}.sub")
        return key(label, asked, sub, says=f"{label}, {sub}", chosen=on)

    def either(what: str, is_now: str, broken: str) -> Key:
        if is_now == broken:
            return act(f"{what}.mend", {"act": what, what: "up"}, on=True)
        return act(f"{what}.{broken}", {"act": what, what: broken})

    clock_s = told["clock_s"] if told else 0
    note = say("world.note")
    if clock_s:
        note = say("world.clock.ahead" if clock_s > 0 else "world.clock.behind", hours=abs(clock_s) // HOUR_S)
    return {
        "label": say("world"),
        "note": note,
        "keys": [
            either("link", link, "lost"),
            either("link", link, "slow"),
            either("display", display, "gone"),
            either("display", display, "frozen"),
            act("clock.forward", {"act": "clock", "by_s": HOUR_S}),
            act("clock.back", {"act": "clock", "by_s": -HOUR_S}),
        ],
        "power": [
            act("power.off", {"act": "power", "cut": "power"}),
            act("power.program", {"act": "power", "cut": "program"}),
        ],
        "restarts": say("world.restarts", count=told["restarts"]) if told and told["restarts"] else "",
    }
