"""The call of the chef, or of the comité: nobody is called; called and not seen; seen."""

from __future__ import annotations

from typing import Final

from controller.words.money import HARD
from ui import figures
from ui.screen.shape import Key
from ui.screen.speech import Speech, View, key, offered

SHORT: Final = 12
"""A name of at most so many letters stands on one line."""


def call(say: Speech, view: View) -> Key:
    """It is alive in all three: one more touch calls again."""
    told, tap = view["call"], offered(view, "CallChef")
    if told is None:
        return key(say("call"), tap, icon="bell")
    if not told["seen_ms"]:
        again = "call.again.comite" if for_the_comite(view) else "call.again"
        return key(say(again), tap, waits(say, view), icon="called")
    by = told["seen_by"] or say("called.pit")
    if len(by) <= SHORT:
        by = by.replace(" ", HARD)
    return key(
        say("called.seen", by=by), tap, say("called.more", time=figures.clock(told["seen_ms"])), icon="seen"
    )


def for_the_comite(view: View) -> bool:
    """The call is for the comité: it came while the best hand is verified."""
    told, best_hand = view["call"], view["verification"]
    return told is not None and best_hand is not None and bool(told["at_ms"] >= best_hand["since_ms"])


def waits(say: Speech, view: View) -> str:
    """A call that nobody has seen yet, in words; empty where none waits."""
    told = view["call"]
    if told is None or told["seen_ms"]:
        return ""
    return say("called", time=figures.clock(told["at_ms"]))
