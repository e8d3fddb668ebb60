"""The machines on the simulator's panel: faults of their lines and their own, chips in three rows, hands."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from ui import figures
from ui.screen.shape import Key
from ui.screen.simulator.speech import Speech, View
from ui.screen.speech import key

LINES: Final = ("shuffler", "shoe", "chips", "badge")
OWN: Final = ("shuffler", "shoe", "chips")
SENSED: Final = {True: "chip", False: "none"}


def of_lines(view: View) -> list[str]:
    """The faults that more than one machine may have: those of their lines, in the order they are told in."""
    met = Counter(one["kind"] for one in view["faults"])
    return [kind for kind, machines_count in met.items() if machines_count > 1]


def lines(say: Speech, view: View) -> dict[str, Any]:
    """One matrix: what may go wrong on a line, by machine, and under it the cables."""
    told = {(one["kind"], one["machine"]): one for one in view["faults"]}
    rows = [
        {"label": say(f"fault.{kind}"), "cells": [cell(say, told.get((kind, machine))) for machine in LINES]}
        for kind in of_lines(view)
    ]
    return {
        "label": say("lines"),
        "note": say("lines.note"),
        "heads": [say(f"line.{machine}") for machine in LINES],
        "rows": rows,
        "cable": {"label": say("cable"), "cells": [cable(say, one) for one in view["machines"]]},
    }


def cell(say: Speech, told: View | None) -> dict[str, Any]:
    """How often it was met, what is ordered; a machine that cannot have it has no key."""
    if told is None:
        return {"text": "", "says": "", "tap": None, "on": False, "there": False}
    fault = fault_key(say, told)
    text = fault["waiting"] or fault["count"] or "·"
    return {
        "text": text,
        "says": fault["says"],
        "tap": fault["tap"],
        "on": told["waiting"] > 0,
        "there": True,
    }


def fault_key(say: Speech, told: View) -> dict[str, Any]:
    """One fault of one machine."""
    label, machine_name = say(f"fault.{told['kind']}"), say.shared(f"machine.{told['machine']}")
    waiting, met = told["waiting"], told["met"]
    ordered = say("fault.waiting" if waiting == 1 else "fault.waitings", count=waiting) if waiting else ""
    return {
        "label": label,
        "count": figures.count(met) if met else "",
        "waiting": ordered,
        "says": say("fault.says", fault=label, machine=machine_name, count=met, waiting=waiting),
        "tap": {"act": "order", "kind": told["kind"], "machine": told["machine"]},
    }


def cable(say: Speech, told: View) -> dict[str, Any]:
    """A machine's cable, pulled out or put in."""
    act = say("unplug" if told["plugged"] else "replug")
    says = say("says.on", act=act, machine=say.shared(f"machine.{told['machine']}"))
    tap = {"act": "plug", "machine": told["machine"], "plugged": not told["plugged"]}
    return {"text": act, "says": says, "tap": tap, "on": not told["plugged"], "there": True}


def machines(say: Speech, view: View) -> dict[str, Any]:
    """What only one machine can do wrong, and how the machine stands."""
    rows, common = [], of_lines(view)
    for machine in OWN:
        own = [one for one in view["faults"] if one["machine"] == machine and one["kind"] not in common]
        keys = []
        for one in own:
            fault = fault_key(say, one)
            keys.append(
                key(
                    fault["label"],
                    fault["tap"],
                    fault["waiting"] or fault["count"],
                    says=fault["says"],
                    chosen=one["waiting"] > 0,
                )
            )
        rows.append({"label": say(f"line.{machine}"), "state": state(say, view, machine), "keys": keys})
    return {"label": say("machines"), "note": say("machines.note"), "rows": rows}


def state(say: Speech, view: View, machine: str) -> str:
    """How the machine stands."""
    if machine == "shoe":
        left = view["cards_left"]
        return say("cards", count=left) + ", " + say("locked" if view["locked"] else "unlocked")
    if machine == "chips":
        return say("chips.sounds") if view["sounds"] else say.counted("chips", sum(view["chips"]))
    if view["jam"]:
        return say(f"jam.{view['jam']}")
    if view["lid_open"]:
        return say("shuffler.lid_open")
    return say(f"shuffler.{'ready' if view['ready'] else 'busy' if view['busy'] else 'idle'}")


# --- the hands -----------------------------------------------------------------------------------


def by_hand(say: Speech, view: View) -> dict[str, Any]:
    """A card out of the shoe, the decks changed, the shuffler freed or shown empty: the people's work, ours
    while they wait."""
    name = "clear_jam" if view["jam"] else "show_empty"
    live = view["jam"] or not view["playing"]
    opened = key(say(name), {"act": name} if live else None, say("shuffler.sub"))
    return {
        "label": say("by_hand"),
        "note": say("by_hand.note"),
        "keys": [draw(say, view), change(say, view), opened],
    }


def draw(say: Speech, view: View) -> Key:
    """The next card, with where it is expected; dead with its reason when none comes out."""
    dead = ""
    if view["playing"]:
        dead = "hand.play"
    elif view["locked"]:
        dead = "draw.locked"
    elif not view["cards_left"]:
        dead = "draw.empty"
    if dead:
        return key(say("draw"), None, say(dead))
    place = view["expected"]
    sub = say("draw.expected", place=say.place(place)) if place else say("draw.unexpected")
    return key(say("draw"), {"act": "draw"}, sub)


def change(say: Speech, view: View) -> Key:
    """The decks changed. Live without a shuffled deck too: that serves the shuffler."""
    if view["playing"]:
        return key(say("change"), None, say("hand.play"))
    stands = "change.jam" if view["jam"] else "shuffler.ready" if view["ready"] else "change.none"
    return key(say("change"), {"act": "change_decks"}, say(stands))


def chips(say: Speech, view: View) -> dict[str, Any]:
    """The JP1 spots: what lies on the felt, what the sensor says, what the table believes."""
    believed = view["believed"] or [{"lamp": "none", "heard": covered} for covered in view["sensed"]]
    same = [
        felt is sensed is told["heard"]
        for felt, sensed, told in zip(view["chips"], view["sensed"], believed, strict=True)
    ]
    keys = []
    for seat, covered in enumerate(view["chips"], start=1):
        act = "take" if covered else "lay"
        label, says = say(f"chip.{act}", seat=seat), say(f"chip.{act}.says", seat=seat)
        keys.append(key(label, {"act": "chip", "seat": seat}, says=says))
    return {
        "label": say("chips"),
        "note": say("chips.note"),
        "heads": [str(seat) for seat in range(1, len(same) + 1)],
        "rows": [
            {"label": say("chips.felt"), "kind": "felt", "lamps": [SENSED[felt] for felt in view["chips"]]},
            {
                "label": say("chips.sensor"),
                "kind": "sensor",
                "lamps": [SENSED[one] for one in view["sensed"]],
            },
            {"label": say("chips.table"), "kind": "table", "lamps": [told["lamp"] for told in believed]},
        ],
        "agree": {"label": say("chips.agree"), "marks": ["=" if one else "≠" for one in same]},
        "text": differs(say, view, believed, same),
        "foot": say("chips.foot"),
        "keys": keys,
    }


def differs(say: Speech, view: View, believed: list[View], same: list[bool]) -> str:
    """The first seat where what is true and what is believed differ, in words."""
    if all(same):
        return say("chips.same")
    at = same.index(False)
    felt, sensed, heard = view["chips"][at], view["sensed"][at], believed[at]["heard"]
    if felt is not sensed:
        return say("differs.stuck" if sensed else "differs.blind", seat=at + 1)
    return say("differs.believed" if heard else "differs.unseen", seat=at + 1)
