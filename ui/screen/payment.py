"""The seventh step of the jackpot procedure: how each seat is paid, and by which slip.

References are keyed with digits on the console; no name is ever typed (SE-15).
"""

from __future__ import annotations

from typing import Final

from ui import figures
from ui.screen import pad
from ui.screen.console_state import LocalState
from ui.screen.shape import Key, Sheet, Step
from ui.screen.speech import Speech, View, key, local, offered

COMITE: Final = ("comite", "director")
"""The roles that identify and pay."""
MODES: Final = ("chips", "cheque", "transfer")


def next_payee(view: View) -> View | None:
    """The seat whose payment is to be prepared next, or None when all are."""
    payees: list[View] = view["verification"]["payees"]
    return next((payee for payee in payees if not payee["slip"]), None)


def camera(view: View, mine: LocalState) -> str:
    """The camera whose images are viewed: the table's first, or the one chosen."""
    offer = offered(view, "ReviewVideo")
    cameras: list[str] = view["verification"]["cameras"] or ([offer["camera"]] if offer else ["–"])
    return cameras[mine.camera % len(cameras)]


def sheet(say: Speech, view: View, mine: LocalState, steps: list[Step]) -> Sheet:
    """One payment: its amount and mode, and which of the two references is typed on the pad."""
    payee = next_payee(view)
    assert payee is not None, "every payment is prepared"
    typed, field = mine.references, mine.field_at
    missing = {"slip": "–", "identity": say("pay.identity.due") if payee["identity"] else "–"}
    modes = [key(say(f"pay.{mode}"), local("mode", mode=mode), chosen=mine.mode == mode) for mode in MODES]
    fields = [
        [
            key(
                say(f"pay.field.{name}"),
                local("field", field=name),
                typed[name] or missing[name],
                chosen=field == name,
            )
        ]
        for name in missing
    ]
    return pad.sheet(
        figures.euros(payee["cents"]),
        {"caption": say(f"pay.field.{field}"), "hint": say("pay.text"), "value": typed[field]},
        pad.keys(say, "digit", typed=bool(typed[field]), corner="-"),
        caption=say.seat(payee["seat"]),
        choices=[modes, *fields],
        steps=steps,
    )


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
