"""A supervised payment as a page of the pit: the eight steps, the amount, its proof, who has done what.

The same state as the console's procedure (screens, section 7), told once more: nothing is done by this page
but what a card in the pit's reader was asked for. Only cards that were turned up are in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.words.letters import in_words
from controller.words.money import LANGUAGES
from ui import figures
from ui.screen import procedure
from ui.screen import speech as console
from ui.screen.doubts import doubt_words
from ui.screen.pit.felt import Speech
from ui.screen.pit.notes import NoNotes, Notes
from ui.screen.pit.payment_money import TITLES, caption, cents_of, kind_of, shares, sums
from ui.screen.pit.payment_people import people, refuse_key
from ui.screen.pit.payment_proof import by, counted, proof
from ui.screen.pit.payment_steps import at_ms, steps
from ui.screen.room import Room, Seen
from ui.texts.hands import SUITS

View = Mapping[str, Any]


class PaymentPage:
    """The payment under way at the table that is looked at, or the one just decided."""

    name = "payment"
    face = "PitPayment"
    wide = False
    parts: tuple[str, ...] = ("people", "proof")

    def __init__(self, notes: Notes | None = None) -> None:
        self._refusing = ""
        self._notes: Notes = notes if notes is not None else NoNotes()

    def there(self, room: Room) -> bool:
        seen = room.looked_at
        return seen is not None and seen.view is not None and seen.view["verification"] is not None

    def words(self, room: Room) -> dict[str, Any]:
        seen = room.looked_at
        if seen is None or seen.view is None or seen.view["verification"] is None:
            return {}
        if not seen.view["pit_signs"]["acts"]:
            self._refusing = ""
        return {
            **payment(room, seen, refusing=self._refusing == seen.name),
            "evidence": self._notes.evidence_keys(room, self.name),
            "saved": self._notes.saved(room),
        }

    def take(self, tap: Mapping[str, Any], room: Room) -> bool:
        """To refuse instead of the next act, or not after all; the evidence of the round as a file."""
        if tap.get("page") != self.name:
            return False
        seen = room.looked_at
        if "evidence" in tap:
            if seen is not None and seen.view is not None and seen.view["round"] is not None:
                of = (str(seen.view["table"]), int(seen.view["session"]), int(seen.view["round"]["number"]))
                self._notes.save_evidence(of, room)
            return True
        self._refusing = room.chosen if self._refusing != room.chosen else ""
        return True


def payment(room: Room, seen: Seen, *, refusing: bool = False) -> dict[str, Any]:
    """The map of the page; `refusing` while a refusal is to be signed in place of the next act."""
    speech, view = seen.speech(room.language, room.zone), seen.view_or_none
    kind = kind_of(view)
    cents = cents_of(view, kind)
    whole, rest = figures.split_euros(cents)
    at = procedure.step(view)
    return {
        "title": speech.say(TITLES[kind]),
        "head": _head(speech, seen, view),
        "steps": steps(speech, view, at),
        "banner": _banner(speech, view),
        "stale": seen.unheard,
        "caption": caption(speech, view, kind),
        "amount": {"whole": whole, "rest": rest, "refused": bool(view["verification"]["refused"])},
        "spelled": in_words(cents, LANGUAGES[room.language]),
        "sums": sums(room, seen, speech, kind),
        "shares": shares(speech, view, kind),
        "proof": proof(speech, view),
        "counted": counted(speech, view),
        "people": people(room, seen, refusing=refusing),
        "refuse": refuse_key(speech, view, refusing),
        "next": _next(speech, view, at),
        "safe": {"title": speech.say("payment.safe"), "lines": _safe(room, seen, speech)},
    }


def _head(speech: Speech, seen: Seen, view: View) -> str:
    """`UTH-3 · siège 4 · coup 2026-11-20/0147 · royale de cœur, deux cartes en main`."""
    told = view["verification"]
    own = sum(card["place"].startswith("hole") for card in told["cards"])
    seats = "payment.seats" if len(told["seats"]) > 1 else "payment.seats.one"
    suit = SUITS[speech.language][told["cards"][0]["card"][1]] if told["cards"] else ""
    return " · ".join(
        part
        for part in (
            seen.name,
            speech.say(seats, seats=" ".join(str(seat) for seat in told["seats"])),
            speech.say("round", number=view["round"]["label"]),
            speech.say(f"payment.hand.{min(own, 2)}", suit=suit) if suit else "",
        )
        if part
    )


# --- what stands in the way ----------------------------------------------------------------------


def _banner(speech: Speech, view: View) -> dict[str, str] | None:
    """What stands in the way, with its article, or how it ended."""
    told = view["verification"]
    say, words = speech.say, console.Speech(speech.language, speech.now_ms)
    if told["refused"]:
        persons = ", ".join(dict.fromkeys((told["doubted_by"], by(told, "refused"))))
        key = "payment.refusal.text" if told["claimed"] else "payment.refusal.bare"
        text = say(key, persons=persons, time=speech.clock(at_ms(told, "refused")))
        reason = say(f"refuse.{told['refused']}")
        return _said("stop", say("payment.refusal", reason=reason), text, "JW-18")
    if told["released"]:
        persons = ", ".join(dict.fromkeys((told["armed_by"], by(told, "released"))))
        text = say("payment.done.text", persons=persons, time=speech.clock(at_ms(told, "released")))
        return _said("done", say("payment.done"), text, "")
    wrong = next((card for card in told["cards"] if card["found"]), None)
    if wrong is not None:
        text = say(
            "payment.differs.text",
            place=speech.place(wrong["place"]),
            recorded=words.card(wrong["card"]),
            found=words.card(wrong["found"]),
            person=wrong["found_by"],
        )
        return _said("stop", say("payment.differs"), text, "JW-08")
    if not told["agree"]:
        return _said("stop", say("payment.counts"), say("payment.counts.text"), "art. 55-20, 2°")
    if told["video_by"] and not told["conform"]:
        text = say("payment.images.text", person=told["video_by"], time=speech.clock(told["video_ms"]))
        return _said("stop", say("payment.images"), text, "JW-07")
    if told["doubt"]:
        reason = doubt_words(say, told)
        title = say("payment.doubt", person=told["doubted_by"], reason=reason)
        return _said("warn", title, say("payment.doubt.text"), "JW-18")
    for key in ("paused", "resumed", "held"):
        if view[key]:
            return _said("warn", say(f"payment.{key}"), say(f"payment.{key}.text"), "")
    return None


def _said(kind: str, title: str, text: str, article: str) -> dict[str, str]:
    return {"kind": kind, "title": title, "text": text, "article": article}


# --- what comes, what is kept --------------------------------------------------------------------


def _next(speech: Speech, view: View, at: int) -> dict[str, Any]:
    """The steps after this one: two at most, the others follow."""
    told = view["verification"]
    if told["released"] or told["refused"]:
        lines = [{"number": "", "name": speech.say("payment.next.none"), "text": ""}]
        return {"title": speech.say("payment.next"), "lines": lines}
    limit = figures.euros(view["settings"]["identity_from_cents"], short=True)
    lines = [
        {
            "number": str(number + 1),
            "name": speech.say(f"payment.step.{name}"),
            "text": speech.say(f"payment.next.{name}", amount=limit),
        }
        for number, name in enumerate(procedure.STEPS)
        if number > max(at, 2)
    ]
    if not lines:
        lines = [{"number": "", "name": speech.say("payment.next.none"), "text": ""}]
    return {"title": speech.say("payment.next"), "lines": lines[:2]}


def _safe(room: Room, seen: Seen, speech: Speech) -> list[str]:
    view = seen.view_or_none
    told = view["verification"]
    lines = [speech.say("payment.safe.frozen" if told["claimed"] else "payment.safe.written")]
    if told["released"] or told["refused"]:
        return lines
    key = "payment.safe.shoe" if view["shoe_locked"] else "payment.safe.settlement"
    lines.append(speech.say(key, table=seen.name))
    number = view["jackpot"]["generation"]
    others = [
        one
        for one in room.tables
        if one is not seen and one.view is not None and one.view["jackpot"]["generation"] == number
    ]
    if told["claimed"] and others:
        key = "payment.safe.others" if len(others) > 1 else "payment.safe.others.one"
        lines.append(speech.say(key, count=len(others), generation=number))
    return [*lines, speech.say("payment.safe.public")]
