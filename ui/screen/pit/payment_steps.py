"""The eight steps of a supervised payment: which are taken, since when, and how far the one under way is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ui.screen import procedure
from ui.screen.payment import next_payee
from ui.screen.pit.felt import Speech

View = Mapping[str, Any]


def at_ms(told: View, *steps: str) -> int:
    """When the last of these steps was taken, or 0."""
    return max((done["at_ms"] for done in told["taken"] if done["step"] in steps), default=0)


def _proven_ms(told: View) -> int:
    """When the comité's card and code were there: at the identification."""
    hand = [done for done in told["taken"] if done["step"] == "hand"]
    return hand[-1]["proven_ms"] or hand[-1]["at_ms"] if hand else 0


def steps(speech: Speech, view: View, at: int) -> list[dict[str, str]]:
    """The eight steps, those taken with their time; `at` is the one under way."""
    told = view["verification"]
    over = told["released"] or bool(told["refused"])
    clock = {
        "freeze": told["since_ms"],
        "call": told["called_ms"],
        "identify": _proven_ms(told),
        "cards": told["confirmed_ms"],
        "video": told["video_ms"] if told["conform"] else 0,
        "amount": at_ms(told, "amount") if len(told["read_by"]) > 1 else 0,
        "pay": at_ms(told, "payment") if next_payee(view) is None else 0,
        "release": at_ms(told, "released"),
    }
    parts = []
    for number, name in enumerate(procedure.STEPS):
        done = number < at or told["released"]
        state = "done" if done else "void" if told["refused"] else "now" if number == at else "next"
        note = speech.clock(clock[name]) if done and clock[name] else ""
        if state == "now" and not over:
            note = _under_way(speech, view, name)
        elif state == "void" and number == at:
            note = speech.say("payment.refused")
        parts.append(
            {
                "number": str(number + 1),
                "name": speech.say(f"payment.step.{name}"),
                "note": note,
                "state": state,
            }
        )
    return parts


def step_now(speech: Speech, view: View) -> str:
    """`6 sur 8 : montant, 1 VU sur 2`: where the procedure of this table stands."""
    at = procedure.step(view)
    name = procedure.STEPS[at]
    return speech.say(
        "payment.step.at",
        number=at + 1,
        all=len(procedure.STEPS),
        name=speech.say(f"payment.step.{name}").lower(),
        note=_under_way(speech, view, name),
    )


def _under_way(speech: Speech, view: View, name: str) -> str:
    told = view["verification"]
    if view["paused"] or view["held"] is not None or view["resumed"]:
        return speech.say("payment.waits")
    match name:
        case "cards":
            same = sum(card["same"] for card in told["cards"])
            return speech.say("payment.cards", count=same, all=len(told["cards"]))
        case "amount":
            return speech.say("payment.read", count=len(told["read_by"]))
        case "pay":
            ready = sum(bool(payee["slip"]) for payee in told["payees"])
            return speech.say("payment.paid", count=ready, all=len(told["payees"]))
        case "release" if told["armed_by"]:
            return speech.say("payment.armed")
    return speech.say("payment.now")
