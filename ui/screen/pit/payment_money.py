"""What a supervised payment pays: the amount, its two computations, the open rounds, the shares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ui import figures
from ui.screen.pit.felt import COMMUNITY, Speech
from ui.screen.room import Room, Seen

View = Mapping[str, Any]
PLAYED: Final = ("latched", "collected", "dealing", "deciding", "showdown", "settling", "clearing")
JACKPOT, CONSOLATION = "jackpot", "consolation"
TITLES: Final = {
    JACKPOT: "payment",
    COMMUNITY: "payment.community",
    CONSOLATION: "payment.consolation",
}
"""What each payment is called."""


def kind_of(view: View) -> str:
    """Which payment it is: the jackpot, the community royal, or consolation alone."""
    told = view["verification"]
    if told["kind"] == COMMUNITY:
        return COMMUNITY
    return JACKPOT if any("jackpot" in payee["kinds"] for payee in told["payees"]) else CONSOLATION


def cents_of(view: View, kind: str) -> int:
    """What is paid: the seat's jackpot, once posted its share; the prize of each; all consolations."""
    told = view["verification"]
    if kind == JACKPOT:
        return int(told["award_cents"] or told["value_cents"])
    if kind == COMMUNITY:
        return int(told["payees"][0]["cents"]) if told["payees"] else 0
    return sum(one["cents"] for one in told["consolation"])


def caption(speech: Speech, view: View, kind: str) -> str:
    """To whom the amount goes, and of when it is."""
    told = view["verification"]
    if told["refused"]:
        return speech.say("payment.caption.refused")
    if kind == COMMUNITY:
        return speech.say("payment.caption.each")
    if kind == CONSOLATION:
        return speech.say("payment.caption.consolation")
    seat = told["seats"][0]
    if told["award_cents"] and told["award_cents"] != told["value_cents"]:
        amount = figures.euros(told["value_cents"])
        return speech.say("payment.caption.shared", seat=seat, amount=amount)
    return speech.say("payment.caption.one", seat=seat)


def sums(room: Room, seen: Seen, speech: Speech, kind: str) -> list[dict[str, Any]]:
    """The two computations, which must agree, and whether the value is final."""
    told = seen.view_or_none["verification"]
    rows = [
        {
            "ok": told["agree"],
            "name": speech.say(f"payment.count.{name}"),
            "how": _added(counted),
            "value": figures.euros(sum(counted)),
        }
        for name, counted in zip(("first", "second"), told["counts"], strict=True)
    ]
    return [*rows, _generation(room, seen, speech, kind)]


def _added(counted: list[int]) -> str:
    """`28 578,75 + 3 × 500,00`: the amounts of the seats as an addition, the highest first."""
    amounts = sorted((cents for cents in set(counted) if cents), reverse=True)
    parts = []
    for cents in amounts:
        whole, rest = figures.split_euros(cents)
        times = f"{counted.count(cents)} × " if counted.count(cents) > 1 else ""
        parts.append(times + whole + rest.removesuffix("\u00a0€"))
    return " + ".join(parts) or "0"


def _generation(room: Room, seen: Seen, speech: Speech, kind: str) -> dict[str, Any]:
    told, jackpot = seen.view_or_none["verification"], seen.view_or_none["jackpot"]
    if kind != JACKPOT:
        number = jackpot["generation"]
        name = speech.say("payment.untouched", generation=number)
        value = speech.say("payment.untouched.value")
        return {"ok": True, "name": name, "how": speech.say("payment.untouched.how"), "value": value}
    if not told["claimed"]:
        name = speech.say("payment.frozen.wait")
        return {"ok": False, "name": name, "how": speech.say("payment.frozen.wait.how"), "value": "–"}
    others = [one for one in room.tables if one is not seen]
    silent = sum(one.unheard for one in others)
    count = sum(_plays_for(one, told["generation"]) for one in others)
    claims = sum(claim["generation"] == told["generation"] for claim in jackpot["claims"])
    key = "payment.open.unheard" if silent else "payment.open.how"
    later = count or silent
    winner = (
        "payment.winner.later" if later else "payment.winner.some" if claims > 1 else "payment.winner.one"
    )
    return {
        "ok": not later,
        "name": speech.say("payment.open", generation=told["generation"]),
        "how": speech.say(key, count=count, all=len(others), silent=silent),
        "value": speech.say(winner, count=claims),
    }


def _plays_for(seen: Seen, generation: int) -> bool:
    """The table's open round has stakes in that generation, and no claim of its own."""
    view = seen.view
    if view is None or view["round"] is None or view["phase"] not in PLAYED:
        return False
    return bool(view["round"]["generation"] == generation and view["verification"] is None)


def shares(speech: Speech, view: View, kind: str) -> dict[str, Any]:
    """What each seat gets beside the jackpot, seats from the dealer's left, and the sum."""
    told, stake = view["verification"], view["jackpot"]["stake_cents"]
    if kind == COMMUNITY:
        given = {payee["seat"]: payee["cents"] for payee in told["payees"]}
    else:
        given = {one["seat"]: one["cents"] for one in told["consolation"]}
    if not given:
        return {"title": speech.say("payment.share.none"), "cells": []}
    key = "payment.shares.each" if kind == COMMUNITY else "payment.shares"
    times = figures.count(min(given.values()) // stake) if stake else ""
    cells = []
    for seat in view["seats"]:
        number = seat["seat"]
        if not seat["ante_cents"] or (number in told["seats"] and number not in given):
            continue
        label = "payment.share.folded" if seat["folded"] and number in given else "seat"
        label = label if number in given else "payment.share.bare"
        amount = figures.euros(given[number]) if number in given else "–"
        cells.append({"label": _raised(speech.say(label, seat=number)), "amount": amount, "total": False})
    total = figures.euros(sum(given.values()))
    cells.append({"label": speech.say("payment.share.total"), "amount": total, "total": True})
    return {"title": speech.say(key, times=times), "cells": cells}


def _raised(text: str) -> str:
    return text[:1].upper() + text[1:]
