"""The PIN on the pad: whose it is, as many dots as digits, tries left in words. Never a digit."""

from __future__ import annotations

from ui import figures
from ui.screen import pad, procedure
from ui.screen.console_state import LocalState
from ui.screen.shape import Key, Row, Sheet
from ui.screen.speech import Speech, View, key


def sheet(say: Speech, view: View, mine: LocalState) -> Sheet:
    """The pad in the seats' place; while a win is verified, beside the steps of the procedure."""
    pin = view["pin"]
    locked = _locked(say, view)
    entered, (low, high) = len(mine.digits), pin["digits"]
    role = say("role." + pin["role"])
    tries: list[Row] = [{"label": say("pin.tries.row"), "value": str(pin["tries_left"])}]
    return pad.sheet(
        pin["person"],
        {
            "caption": say("pin.of", person=pin["person"]),
            "hint": say("pin.digits"),
            "dots": entered,
            # A shorter PIN than the longest draws no empty circle too many; a longer one adds its own.
            "places": max(low, min(high, entered)),
            "says": say("pin.entered", count=entered),
        },
        pad.keys(say, "pin_digit", typed=entered > 0, live=not locked),
        caption="" if pin["person"].startswith(role) else role,
        facts=tries if pin["tries_left"] > 0 and not locked else [],
        note="" if locked else say("pin.text"),
        warning=_warning(say, view),
        steps=procedure.rail(say, view) if procedure.running(view) else [],
    )


def before_figures(say: Speech, view: View, shown: Sheet) -> Sheet:
    """A pad that shows its figures, dead while a PIN is awaited: they might be those of the PIN."""
    note = say("pin.before", person=view["pin"]["person"])
    return {**shown, "keypad": [{**one, "tap": None} for one in shown["keypad"]], "warning": note}


def primary(say: Speech, view: View, mine: LocalState) -> Key:
    """The PIN is confirmed once it is long enough; its digits are added as the tap leaves."""
    if _locked(say, view):
        return key(say("act.EnterPin"), None, say("pin.digits"))
    left = view["pin"]["digits"][0] - len(mine.digits)
    if left > 0:
        return key(
            say("act.EnterPin"), None, say("pin.more", count=left) if mine.digits else say("pin.digits")
        )
    return key(say("act.EnterPin"), {"act": "EnterPin"})


def _locked(say: Speech, view: View) -> bool:
    return bool(view["pin"]["locked_until_ms"] > say.now_ms)


def _warning(say: Speech, view: View) -> str:
    if _locked(say, view):
        return say("pin.locked", time=figures.clock(view["pin"]["locked_until_ms"]))
    left = view["pin"]["tries_left"]
    if left <= 0:
        return ""
    return say("pin.last") if left == 1 else say("pin.tries", count=left)
