"""The persons of a supervised payment: what each has done and when, who is awaited, who may not be.

Persons count, not cards. The light button belongs to the awaited person and is there for nobody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ui import figures
from ui.screen import procedure
from ui.screen.pit_awaited import SLOTS
from ui.screen.pit_felt import Speech
from ui.screen.pit_payment_money import JACKPOT, cents_of, kind_of
from ui.screen.room import Room, Seen

View = Mapping[str, Any]
Card = dict[str, Any]

SHOWN: Final = 2
"""Two persons are needed; a third who helped is told by what he did in the steps."""
FACTS: Final = 6


def people(room: Room, seen: Seen) -> dict[str, Any]:
    """The cards of the persons, who may not be the next one, and what is awaited of whom."""
    speech, view = seen.speech(room.language, room.zone), seen.view_or_none
    told = view["verification"]
    wanted = next((one for one in view["awaited"] if one["what"] == "payment"), None)
    acted = [done["person"] for done in told["taken"]]
    known = sorted(set(acted), key=lambda person: acted[::-1].index(person), reverse=True)
    awaited = _awaited(view, wanted, known)
    cards = [_person(speech, view, person, wanted, awaited) for person in known]
    if wanted is not None and not awaited:
        cards.append(_unknown(speech, view, wanted))
    return {
        "title": speech.say("payment.people"),
        "cards": _two(cards),
        "not": _not(speech, wanted),
    }


def _two(cards: list[Card]) -> list[Card]:
    """The awaited person and the one who acted last before him; else the last two."""
    waiting = [card for card in cards if card["state"] == "now"]
    others = [card for card in cards if card["state"] != "now"]
    return [*others[-(SHOWN - len(waiting)) :], *waiting]


def _awaited(view: View, wanted: View | None, known: list[str]) -> str:
    """The one person among those known who could do the next act, or an empty text."""
    if wanted is None:
        return ""
    able = [
        person
        for person in known
        if person not in wanted["not"] and _role(view["verification"], person) in wanted["roles"]
    ]
    return able[0] if len(able) == 1 else ""


def _role(told: View, person: str) -> str:
    return next((done["role"] for done in reversed(told["taken"]) if done["person"] == person), "")


def _person(speech: Speech, view: View, person: str, wanted: View | None, awaited: str) -> Card:
    told = view["verification"]
    done = [one for one in told["taken"] if one["person"] == person]
    role = speech.say(f"payment.role.{_role(told, person) or 'second'}")
    if any(one["at_pit"] for one in done):
        role = speech.say("payment.role.pit", role=role)
    now = wanted is not None and person == awaited
    facts = [_shown(speech, done)] if done[0]["role"] else []
    last = {one["step"]: one["at_ms"] for one in done}
    facts += [
        {"label": speech.say(f"payment.did.{step}"), "value": speech.clock(at_ms)}
        for step, at_ms in last.items()
    ]
    if now and wanted is not None:
        facts.append(_todo(speech, view, wanted))
    return {
        "name": person,
        "role": role,
        "state": "now" if now else "done",
        "facts": facts[-FACTS:],
        "button": _button(speech, view, wanted) if now and wanted is not None else None,
    }


def _shown(speech: Speech, done: list[View]) -> Card:
    """When his card was there, with its code where the table asks for one."""
    proven_ms = done[0]["proven_ms"]
    key = "payment.did.code" if proven_ms else "payment.did.card"
    return {"label": speech.say(key), "value": speech.clock(proven_ms or done[0]["at_ms"])}


def _todo(speech: Speech, view: View, wanted: View) -> Card:
    act = next_act(view, wanted)
    return {"label": speech.say(f"payment.does.{act}"), "value": speech.say(f"payment.todo.{act}")}


def _unknown(speech: Speech, view: View, wanted: View) -> Card:
    """Somebody is awaited who has had no part yet."""
    slot = speech.say(SLOTS.get(frozenset(wanted["roles"]), "slot.second"))
    return {
        "name": slot,
        "role": speech.say("payment.role.second") if wanted["signed"] else speech.say("payment.role.comite"),
        "state": "now",
        "facts": [_todo(speech, view, wanted)],
        "button": _button(speech, view, wanted),
    }


def _button(speech: Speech, view: View, wanted: View) -> Card:
    """What the awaited person will press, and where his card is awaited meanwhile."""
    slot = speech.say(SLOTS.get(frozenset(wanted["roles"]), "slot.second"))
    return {
        "label": speech.say(f"payment.act.{next_act(view, wanted)}"),
        "sub": act_sub(speech, view, next_act(view, wanted)),
        "waits": speech.say("payment.at_table", table=view["table"], slot=slot),
        "tap": None,
    }


def next_act(view: View, wanted: View) -> str:
    """The act that the procedure waits for; what is typed at the table comes before what is signed."""
    return "PreparePayment" if procedure.step(view) == procedure.PAY else str(wanted["tap"]["act"])


def act_sub(speech: Speech, view: View, act: str) -> str:
    """What is signed by it: the amounts, or the camera."""
    told, amount = view["verification"], figures.euros(cents_of(view, kind_of(view)))
    given = told["consolation"]
    if act == "ReviewVideo":
        return speech.say("payment.act.camera", camera=(told["cameras"] or ["–"])[0])
    if act not in ("ReadAmount", "ArmRelease", "ReleaseAward"):
        return ""
    if kind_of(view) != JACKPOT or not given:
        return amount
    key = "payment.act.sum" if len(given) > 1 else "payment.act.sum.one"
    return speech.say(key, amount=amount, count=len(given), each=figures.euros(given[0]["cents"]))


def _not(speech: Speech, wanted: View | None) -> str:
    """Who is refused for this act: the dealer, and who had the part before it."""
    if wanted is None or not wanted["not"]:
        return ""
    return speech.say("payment.not", persons=", ".join(dict.fromkeys(wanted["not"])))
