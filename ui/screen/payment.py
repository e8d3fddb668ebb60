"""The seventh step of the jackpot procedure: how each seat is paid, and by which slip.

References are keyed with digits on the console; no name is ever typed (SE-15).
"""

from __future__ import annotations

from typing import Final

from ui import figures
from ui.screen.console_state import LocalState
from ui.screen.shape import Key, KeySheet
from ui.screen.speech import Speech, View, key, local, offered

COMITE: Final = ("comite", "director")
"""The roles that identify and pay."""
MODES: Final = ("chips", "cheque", "transfer")
DIGITS: Final = "1234567890-"
ACROSS: Final = 6


def next_payee(view: View) -> View | None:
    """The seat whose payment is to be prepared next, or None when all are."""
    payees: list[View] = view["verification"]["payees"]
    return next((payee for payee in payees if not payee["slip"]), None)


def camera(view: View, mine: LocalState) -> str:
    """The camera whose images are viewed: the table's first, or the one chosen."""
    offer = offered(view, "ReviewVideo")
    cameras: list[str] = view["verification"]["cameras"] or ([offer["camera"]] if offer else ["–"])
    return cameras[mine.camera % len(cameras)]


def pad(say: Speech, view: View, mine: LocalState) -> KeySheet:
    """The keys of one payment: its mode, the two references, digits."""
    payee = next_payee(view)
    assert payee is not None, "every payment is prepared"
    slip = mine.references["slip"] or "—"
    identity = mine.references["identity"] or (say("pay.identity.due") if payee["identity"] else "—")
    keys: list[Key] = [
        key(say(f"pay.{mode}"), local("mode", mode=mode), chosen=mine.mode == mode) for mode in MODES
    ]
    keys += [
        key(say(f"pay.field.{name}"), local("field", field=name), value, chosen=mine.field_at == name)
        for name, value in (("slip", slip), ("identity", identity))
    ]
    keys.append(key(say("pay.erase"), local("digit", digit="")))
    keys += [key(digit, local("digit", digit=digit)) for digit in DIGITS]
    return {
        "kind": "keys",
        "title": f"{say.seat(payee['seat'])} · {figures.euros(payee['cents'])}",
        "text": say("pay.text"),
        "keys": keys,
        "across": ACROSS,
    }


def primary(say: Speech, view: View, mine: LocalState) -> Key:
    """The payment as typed, once it is complete."""
    payee = next_payee(view)
    assert payee is not None, "every payment is prepared"
    label = say("act.PreparePayment")
    badge = view["badge"]
    if badge is None or badge["role"] not in COMITE:
        return key(label, None, say.refused({"code": "badge_comite"}))
    if not mine.references["slip"]:
        return key(label, None, say.refused({"code": "slip"}))
    if payee["identity"] and not mine.references["identity"]:
        return key(label, None, say.refused({"code": "identity"}))
    tap = {
        "act": "PreparePayment",
        "seat": payee["seat"],
        "mode": mine.mode,
        "slip": mine.references["slip"],
        "identity": mine.references["identity"],
    }
    return key(label, tap, say(f"pay.{mine.mode}"))
