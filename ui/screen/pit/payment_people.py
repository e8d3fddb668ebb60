"""The persons of a supervised payment: what each has done and when, who is awaited, who may not be.

Persons count, not cards. The light button belongs to the awaited person and is there for nobody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ui import figures
from ui.screen import procedure
from ui.screen import speech as console
from ui.screen.pit.attention import asked
from ui.screen.pit.awaited import SLOTS, at_table
from ui.screen.pit.felt import Speech
from ui.screen.pit.payment_money import JACKPOT, cents_of, kind_of
from ui.screen.pit.signing import pad, pin_said
from ui.screen.room import Room, Seen

View = Mapping[str, Any]
Card = dict[str, Any]

SHOWN: Final = 2
"""Two persons are needed; a third who helped is told by what he did in the steps."""
FACTS: Final = 6
CHOICES: Final = ("ProposeRefusal", "RefuseAward")
"""Acts that are one of several keys: a refusal names its reason."""


def people(room: Room, seen: Seen, *, refusing: bool = False) -> dict[str, Any]:
    """The cards of the persons, who may not be the next one, and what is awaited of whom.

    Where a card at the pit may do it, also the pad of its PIN, or what the card that is there may do.
    """
    speech, view = seen.speech(room.language, room.zone), seen.view_or_none
    told = view["verification"]
    wanted = next((one for one in view["awaited"] if one["what"] == "payment"), None)
    acted = [done["person"] for done in told["taken"]]
    known = sorted(set(acted), key=lambda person: acted[::-1].index(person), reverse=True)
    awaited = "" if refusing else _awaited(view, wanted, known)
    act = _act(view, wanted, refusing)
    button = _button(room, seen, speech, wanted, act) if wanted is not None else None
    cards = [_person(speech, view, person, wanted, awaited, button) for person in known]
    if wanted is not None and not awaited:
        cards.append(_unknown(speech, wanted, button, act))
    return {
        "title": speech.say("payment.people"),
        "cards": _two(cards),
        "pad": _pad(room, seen, speech, act),
        "not": "" if refusing else _not(speech, wanted),
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
    if at_table(wanted):
        return at_table(wanted) if at_table(wanted) in known else ""
    able = [
        person
        for person in known
        if person not in wanted["not"] and _role(view["verification"], person) in wanted["roles"]
    ]
    return able[0] if len(able) == 1 else ""


def _role(told: View, person: str) -> str:
    return next((done["role"] for done in reversed(told["taken"]) if done["person"] == person), "")


def _person(
    speech: Speech, view: View, person: str, wanted: View | None, awaited: str, button: Card | None
) -> Card:
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
        facts.append(_todo(speech, next_act(view, wanted)))
    return {
        "name": person,
        "role": role,
        "state": "now" if now else "done",
        "facts": facts[-FACTS:],
        "button": button if now else None,
    }


def _shown(speech: Speech, done: list[View]) -> Card:
    """When his card was there, with its code where the table asks for one."""
    proven_ms = done[0]["proven_ms"]
    key = "payment.did.code" if proven_ms else "payment.did.card"
    return {"label": speech.say(key), "value": speech.clock(proven_ms or done[0]["at_ms"])}


def _todo(speech: Speech, act: str) -> Card:
    return {"label": speech.say(f"payment.does.{act}"), "value": speech.say(f"payment.todo.{act}")}


def _unknown(speech: Speech, wanted: View, button: Card | None, act: str) -> Card:
    """Somebody is awaited who has had no part yet, or whoever means to refuse."""
    slot = at_table(wanted) or speech.say(SLOTS.get(frozenset(wanted["roles"]), "slot.second"))
    if act in CHOICES:
        slot = speech.say("slot.comite" if act == "ProposeRefusal" else "slot.second")
    first = not wanted["signed"] or act == "ProposeRefusal"
    return {
        "name": slot,
        "role": speech.say("payment.role.comite" if first else "payment.role.second"),
        "state": "now",
        "facts": [_todo(speech, act)],
        "button": button,
    }


def _act(view: View, wanted: View | None, refusing: bool) -> str:
    """The act that is waited for, or the refusal that somebody means to sign."""
    if wanted is None:
        return ""
    if not refusing:
        return next_act(view, wanted)
    return "RefuseAward" if "RefuseAward" in view["pit_signs"]["acts"] else "ProposeRefusal"


def _button(room: Room, seen: Seen, speech: Speech, wanted: View, act: str) -> Card:
    """What the awaited person presses, light once his card at the pit has signed; else where it is due."""
    view = seen.view_or_none
    there = view["pit_card"]
    mine = there is not None and there["act"] == act
    offers = there["offers"] if mine else []
    keys = _keys(speech, seen, view, act, offers)
    return {
        "label": speech.say(f"payment.act.{act}"),
        "sub": act_sub(speech, view, act),
        "tap": keys[0]["tap"] if keys and act not in CHOICES else None,
        "more": keys if act in CHOICES else keys[1:2],
        "waits": _waits(room, speech, view, wanted, act),
    }


def _keys(speech: Speech, seen: Seen, view: View, act: str, offers: list[View]) -> list[Card]:
    """What the card may do now, each as a key: the images either way, a refusal for each reason."""
    if seen.unheard:
        return []
    if act == "ReviewVideo":
        camera = (view["verification"]["cameras"] or [offer["camera"] for offer in offers] or [""])[0]
        offers = [offer for offer in offers if offer["camera"] == camera]
    keys = []
    for offer in offers:
        label = f"payment.act.{act}"
        if act == "ReviewVideo" and not offer["conform"]:
            label = "payment.act.images_differ"
        elif act in CHOICES:
            label = f"refuse.{offer['reason']}{'.of' if offer['of_seat'] else ''}"
        keys.append({"label": speech.say(label, seat=offer.get("of_seat", 0)), "tap": asked(seen, offer)})
    return keys


def _waits(room: Room, speech: Speech, view: View, wanted: View, act: str) -> str:
    """Whose card is waited for and where, or what came of the one that is at the pit."""
    there = view["pit_card"]
    if there is not None and there["act"] == act:
        told = console.Speech(speech.language, speech.now_ms)
        if there["why"] is not None and there["proven"]:
            why, article = told.refused(there["why"]), there["why"]["article"]
            return "\n".join(part for part in (f"{there['person']}\u00a0: {why}", article) if part)
        return pin_said(speech, there) or speech.say("payment.signed", person=there["person"])
    if at_table(wanted) and act not in CHOICES:
        return speech.say("payment.here", person=at_table(wanted), table=view["table"])
    slot = speech.say(SLOTS.get(frozenset(wanted["roles"]), "slot.second"))
    if act not in view["pit_signs"]["acts"]:
        return speech.say("payment.at_table", table=view["table"], slot=slot)
    return speech.say("payment.either", table=view["table"], slot=slot)


def _pad(room: Room, seen: Seen, speech: Speech, act: str) -> Card | None:
    """The pad for the card in the pit's reader, while it has not signed for this act."""
    view = seen.view_or_none
    there = view["pit_card"]
    if act not in view["pit_signs"]["acts"] or not (room.desk["there"] or room.desk["trouble"]):
        return None
    if there is not None and there["act"] == act and there["tries_left"] < 0:
        return None
    made = pad(speech, seen, room.desk, room.entry, act, wanted=bool(view["relief"]["register"]))
    return made | {"title": speech.say("desk.reader"), "why": made["why"] or pin_said(speech, there)}


def refuse_key(speech: Speech, view: View, refusing: bool) -> Card | None:
    """The key that turns the awaited signature into one of a refusal, where a card at the pit may sign it."""
    if "ProposeRefusal" not in view["pit_signs"]["acts"]:
        return None
    label = speech.say("payment.refuse.back" if refusing else "refuse")
    return {"label": label, "tap": {"act": "page", "page": "payment"}, "says": label}


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
