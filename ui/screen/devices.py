"""The machines' sheet: how each does, what its line counted, what it said last; for reading only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ui import figures
from ui.screen import glass
from ui.screen.shape import Sheet
from ui.screen.speech import Speech, View, machines
from ui.texts.console import TEXTS

COLUMNS: Final = ("machine", "state", "since", "retries", "damaged", "returns", "latency", "words")
WORDS_SHOWN: Final = 2

Say = Callable[..., str]


def sheet(say: Speech, view: View) -> Sheet:
    """Every machine of this felt, a line each."""
    counted = figures_of(view)
    return {
        "kind": "devices",
        "title": say("devices.title"),
        "text": say("devices.note"),
        "columns": [say(f"devices.{name}") for name in COLUMNS],
        "devices": [
            {
                "health": told["health"],
                "says": f"{say('machine.' + told['machine'])} {say('health.' + told['health'])}",
                "words": _line(say, told, counted.get(told["machine"])),
            }
            for told in machines(view)
        ],
        "key": glass.entry(say),
    }


def _line(say: Speech, told: View, counted: View | None) -> list[str]:
    head = [
        say(f"machine.{told['machine']}"),
        say(f"health.{told['health']}"),
        say.ago(told["since_ms"]) if told["since_ms"] else "–",
    ]
    if counted is None:
        return [*head, *["–"] * 5]
    last = [f"{figures.clock(at_ms)} {word(say, kind)}" for at_ms, kind in counted["words"][-WORDS_SHOWN:]]
    return [
        *head,
        str(counted["retries"]),
        str(counted["damaged"]),
        str(counted["reconnections"]),
        answer(say, counted),
        "  ".join(reversed(last)) or "–",
    ]


def figures_of(view: View) -> dict[str, View]:
    """What the lines counted, by machine; empty before the table told it."""
    return {counted["machine"]: counted for counted in view.get("figures", ())}


def answer(say: Say, counted: View) -> str:
    """`3 · 8 ms`: the last answer and the slow end of the latest; a dash for a machine that never answers."""
    if counted["latency_ms"] is None:
        return "–"
    return say("devices.answer", last=counted["latency_ms"], slow=counted["latency_p99_ms"])


def in_brief(say: Say, counted: View | None) -> str:
    """How a line answers, in one small line, and what went wrong on it: what is 0 is not said."""
    if counted is None:
        return ""
    wrong = [
        say(f"devices.line.{name}", count=counted[name])
        for name in ("retries", "damaged", "reconnections")
        if counted[name]
    ]
    return " · ".join([*wrong, say("devices.line", answer=answer(say, counted))])


def word(say: Say, kind: str) -> str:
    """What the machine said, by its kind; one that has no word here is told as it is."""
    known, _, seat = kind.rpartition("_")
    if known in ("chip_on", "chip_off"):
        return say(f"word.{known}", seat=seat)
    return say(f"word.{kind}") if f"word.{kind}" in TEXTS else kind.replace("_", " ")
