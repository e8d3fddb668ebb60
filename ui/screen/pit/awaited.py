"""The authorisations that tables wait for, as cards: what, how much, who asks, since when, whose card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ui import figures
from ui.screen import speech as console
from ui.screen.pit.attention import asked, payment_tap, round_name, titled
from ui.screen.pit.felt import COMMUNITY, Speech
from ui.screen.pit.payment_money import TITLES, kind_of
from ui.screen.pit.payment_steps import step_now
from ui.screen.room import Room, Seen

View = Mapping[str, Any]
Card = dict[str, Any]

SLOTS: Final[Mapping[frozenset[str], str]] = {
    frozenset({"comite", "director"}): "slot.comite",
    frozenset({"chef", "comite", "director"}): "slot.chef",
    frozenset({"video", "comite", "director"}): "slot.video",
    frozenset({"video", "chef", "comite", "director"}): "slot.second",
    frozenset({"cashier"}): "slot.cashier",
    frozenset({"cashier", "chef", "comite", "director"}): "slot.chef",
}
"""What a slot says by who may fill it."""
PAYMENT: Final = "payment"
"""A payment of one of the two best hands: its card stands for as long as it runs, with its step."""
SETTINGS: Final = "settings"
"""A draft of a table's settings: what it would change is read on its page before anybody approves it."""
CARD_REFUSED: Final = "A-207"
CARD_PX: Final = 160


def cards(room: Room) -> list[Card]:
    """Every authorisation that a table waits for, the oldest first; those of an unheard table have no key."""
    found = []
    for seen in room.tables:
        for wanted in seen.view_or_none.get("awaited", []):
            found.append((wanted["since_ms"], _card(room, seen, wanted)))
    return [card for _, card in sorted(found, key=lambda one: one[0])]


def _card(room: Room, seen: Seen, wanted: View) -> Card:
    speech, view = seen.speech(room.language, room.zone), seen.view_or_none
    pays = wanted["what"] == PAYMENT
    kind = kind_of(view) if pays else ""
    of_board = kind == COMMUNITY
    what = speech.say(TITLES[kind] if kind else f"awaited.{wanted['what']}")
    seat = speech.say("seat", seat=wanted["seat"]) if wanted["seat"] and not of_board else ""
    named = "awaited.by" if wanted["by"] else "awaited.of"
    says = speech.say("awaited.says", what=what, table=seen.name)
    return {
        "what": what,
        "where": " · ".join(part for part in (seen.name, _round(speech, view, wanted), seat) if part),
        "by": "" if pays else speech.say(named, person=wanted["by"]),
        "step": step_now(speech, view) if pays else "",
        "open": speech.say("payment.page") if pays or wanted["what"] == SETTINGS else "",
        "since": speech.since(wanted["since_ms"]),
        "amount": _amount(speech, wanted),
        "gold": pays,
        "slots": _slots(speech, wanted),
        "why": _why(room, speech, view, wanted),
        "article": wanted["why"]["article"] if wanted["why"] is not None and wanted["here"] else "",
        "code": speech.say("awaited.code") if view["pit_code"] else "",
        "tap": _tap(seen, wanted),
        "says": says,
    }


def _round(speech: Speech, view: View, wanted: View) -> str:
    """The round that it concerns: the one under way, or one that is over."""
    if wanted["round"]:
        return speech.say("awaited.round", round=f"{wanted['round']:04d}")
    return round_name(speech, view)


def _amount(speech: Speech, wanted: View) -> str:
    """What it is about; of a rectification which way it goes, once that may be told."""
    cents = wanted["cents"]
    if wanted["what"] != "rectification" or not cents:
        return figures.euros(cents, short=True) if cents else ""
    return speech.say("awaited.pay" if cents > 0 else "awaited.take", amount=figures.euros(abs(cents)))


def _tap(seen: Seen, wanted: View) -> Card | None:
    """A payment and a draft open their page. Else a click asks, fills no slot, and the table wants a card."""
    if wanted["what"] == PAYMENT:
        return payment_tap(seen)
    if wanted["what"] == SETTINGS:
        return {"act": "look", "table": seen.name, "tab": "settings"}
    if seen.view_or_none["pit_code"]:
        return {"act": "look", "table": seen.name, "tab": "desk"}
    return None if seen.unheard else asked(seen, wanted["tap"])


def at_table(wanted: View) -> str:
    """Who may do it and has his card in the table's reader, or an empty text."""
    return str(wanted["here"]) if wanted["why"] is None else ""


def _slots(speech: Speech, wanted: View) -> list[dict[str, Any]]:
    """Who has signed, and whose card is awaited next, or is there."""
    done = [{"text": person, "done": True} for person in wanted["signed"]]
    if at_table(wanted):
        at_hand = {"text": wanted["here"], "done": False, "here": True}
        return [*[slot for slot in done if slot["text"] != wanted["here"]][-2:], at_hand]
    slot = SLOTS.get(frozenset(wanted["roles"]), "slot.second")
    return [*done[-2:], {"text": speech.say(slot), "done": False}]


def _why(room: Room, speech: Speech, view: View, wanted: View) -> str:
    """Why the card in the reader does not do, or who cannot sign; empty while none is in it."""
    told = console.Speech(room.language, speech.now_ms)
    if wanted["why"] is not None and wanted["here"]:
        why = told.refused(wanted["why"])
        named = wanted["here"] in why  # the reason itself may say whose turn it is
        return why if named else speech.say("awaited.why", person=wanted["here"], why=why)
    refused = next((up for up in view["alarms"] if up["code"] == CARD_REFUSED and not up["over"]), None)
    if refused is not None:
        return titled(speech, refused).capitalize()
    if wanted["not"] and not at_table(wanted):
        return speech.say("awaited.not", persons=", ".join(wanted["not"]))
    return ""
