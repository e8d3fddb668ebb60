"""The PIN pad: whose PIN, as many dots as digits, tries left in words, twelve keys. Never a digit."""

from __future__ import annotations

from typing import Final

from ui import figures
from ui.screen.console_state import LocalState
from ui.screen.shape import Key, Sheet
from ui.screen.speech import Speech, View, key, local

PAD: Final = (("1", "2", "3", "back"), ("4", "5", "6", "clear"), ("7", "8", "9", "0"))


def sheet(say: Speech, view: View, mine: LocalState) -> Sheet:
    """The pad in the seats' place."""
    pin = view["pin"]
    locked = _locked(say, view)
    entered = len(mine.digits)
    return {
        "kind": "pin",
        "title": say("pin.title"),
        "text": f"{pin['person']} · {say('role.' + pin['role'])}",
        "dots": entered,
        "places": pin["digits"][1],
        "says": say("pin.entered", count=entered),
        "note": "" if locked else say("pin.text"),
        "warning": _warning(say, view),
        "keypad": [[_key(say, name, locked) for name in row] for row in PAD],
    }


def primary(say: Speech, view: View, mine: LocalState) -> Key:
    """The PIN is confirmed once it is long enough; its digits are added as the tap leaves."""
    ready = len(mine.digits) >= view["pin"]["digits"][0] and not _locked(say, view)
    return key(
        say("act.EnterPin"), {"act": "EnterPin"} if ready else None, "" if ready else say("pin.digits")
    )


def _key(say: Speech, name: str, locked: bool) -> Key:
    word = say(f"pin.{name}") if name in ("back", "clear") else name
    return key(word, None if locked else local("pin_digit", digit=name))


def _locked(say: Speech, view: View) -> bool:
    return bool(view["pin"]["locked_until_ms"] > say.now_ms)


def _warning(say: Speech, view: View) -> str:
    if _locked(say, view):
        return say("pin.locked", time=figures.clock(view["pin"]["locked_until_ms"]))
    left = view["pin"]["tries_left"]
    if left <= 0:
        return ""
    return say("pin.last") if left == 1 else say("pin.tries", count=left)
