"""Papers at the console: a slip that a cashier signs, stakes that nobody claims, an inspector's recall."""

from __future__ import annotations

from typing import Final

from controller.game.choices import OrphanPlace
from ui import figures
from ui.screen import pad
from ui.screen.console_state import LocalState, chef_there, inspector_there
from ui.screen.shape import Key, Sheet, Tap
from ui.screen.speech import Speech, View, key, local, money, offered

CENTS_DIGITS: Final = 9
"""More digits than any stake has are not taken for an amount."""


def unsigned(view: View) -> list[View]:
    """The slips that wait for a cashier."""
    return [slip for slip in view.get("slips", []) if not slip["signed_by"]]


def signature(view: View, slip: View) -> Tap | None:
    """The cashier's act on this slip, while he may sign it."""
    return offered(view, "SignSlip", round=slip["round"], seat=slip["seat"])


def awaited(say: Speech, view: View) -> str:
    """The slips that wait, and for whom: a cashier's badge, or the book; empty when none waits."""
    waiting = unsigned(view)
    if not waiting:
        return ""
    slips = ", ".join(slip["slip"] for slip in waiting)
    if all(slip["book_waits"] for slip in waiting):
        return say("slips.book", slips=slips)
    signed = any(signature(view, slip) for slip in waiting)
    return say("slips.sign" if signed else "slips.cashier", slips=slips)


def sign_key(say: Speech, view: View) -> Key | None:
    """The signature of the oldest slip, while a cashier's badge is in the reader."""
    for slip in unsigned(view):
        tap = signature(view, slip)
        if tap is not None:
            return key(say("act.SignSlip", slip=slip["slip"]), tap, money(slip["cents"]))
        if slip["book_waits"] and _cashier_there(view):
            why = say.refused({"code": "book_waiting", "facts": {}})
            return key(say("act.SignSlip", slip=slip["slip"]), None, why)
    return None


def _cashier_there(view: View) -> bool:
    return view["badge"] is not None and view["badge"]["role"] == "cashier"


def inspector_key(say: Speech, view: View) -> Key | None:
    """What an inspector finds under the key of the last rounds: the same record, as his (SE-12)."""
    if not inspector_there(view):
        return None
    return key(say("inspect"), local("sheet", sheet="rounds"), say("inspect.sub"))


def rounds_title(say: Speech, view: View) -> str:
    """How the recall is headed: for an inspector with the entry that the journal has come to."""
    if inspector_there(view):
        return say("inspect.title", person=view["badge"]["person"], seq=figures.count(view["seq"]))
    return say("sheet.rounds")


def orphan_key(say: Speech, view: View) -> Key:
    """Where a chef books stakes that nobody claims; how much there is."""
    tap = local("sheet", sheet="orphan") if chef_there(view) else None
    booked = (view.get("sheet") or {}).get("orphans_cents", 0)
    return key(say("orphan"), tap, money(booked) if booked else say("orphan.sub"))


def orphan_pad(say: Speech, view: View, mine: LocalState) -> Sheet:
    """The amount by its cents, as on a till, and the place where it was found."""
    booked = (view.get("sheet") or {}).get("orphans_cents", 0)
    places = [pad.chosen(say(f"orphan.{place.value}"), place.value, mine.choice) for place in OrphanPlace]
    return pad.sheet(
        say("orphan.title"),
        {
            "caption": say("pad.amount"),
            "hint": say("pad.in_cents"),
            "value": figures.euros(_cents(mine)).removesuffix("\u00a0€"),
            "unit": "€",
        },
        pad.keys(say, "type", typed=bool(mine.typed)),
        text=say("orphan.text"),
        facts=[{"label": say("orphan.booked"), "value": figures.euros(booked)}],
        choices=[places[:3], places[3:]],
    )


def booking(say: Speech, view: View, mine: LocalState) -> Key | None:
    """What the large key does on the orphelins' pad; None where another sheet lies open."""
    if mine.sheet != "orphan":
        return None
    cents, label = _cents(mine), say("act.BookOrphan")
    if not cents:
        return key(label, None, say.refused({"code": "orphan_amount"}))
    if not mine.choice:
        return key(label, None, say("orphan.place"))
    tap = {"act": "BookOrphan", "cents": cents, "place": mine.choice}
    return key(label, tap, f"{figures.euros(cents)} · {say('orphan.' + mine.choice)}")


def _cents(mine: LocalState) -> int:
    return int(mine.typed) if mine.typed and len(mine.typed) <= CENTS_DIGITS else 0
