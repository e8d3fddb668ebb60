"""The jackpot procedure: who does what before one of the two best hands is paid (art. 55-20, 2°).

The table holds the order of the acts and the two persons; here the five cards are confirmed one by one, the
request to keep the images is ticked, and the release is armed in one place and confirmed in another.
"""

from __future__ import annotations

from typing import Final

from ui import figures
from ui.screen.hand import LocalState
from ui.screen.shape import Focus, Key, Panel, ProvenCard, Row, Sheet, Step
from ui.screen.speech import Speech, View, key, local, money, offered
from ui.screen.strip import royal
from ui.texts_hands import PRIZES, card_name

STEPS: Final = ("freeze", "call", "identify", "cards", "video", "amount", "release", "pay")


def running(view: View) -> bool:
    """The hand waits for its verification."""
    told = view["verification"]
    over = told is None or told["released"] or bool(told["refused"])
    return not over and view["phase"] == "showdown" and view["held"] is None and not view["resumed"]


def _at(view: View) -> int:
    """The number of the step under way, 0 for the first."""
    told = view["verification"]
    if told["conform"]:
        return 5
    if told["confirmed_by"]:
        return 4
    badge = view["badge"]
    if badge is not None and badge["role"] in ("comite", "director"):
        return 3
    return 2 if view["call"] is not None else 1


def sheet(say: Speech, view: View, mine: LocalState) -> Sheet:
    """The rail of the steps, and the cards or the panel of the one under way."""
    at = _at(view)
    made: Sheet = {"kind": "jackpot", "steps": _steps(say, view, mine, at), "cards": []}
    if at <= 3:
        made["cards"] = _cards(say, view, mine, at)
    else:
        made["panel"] = _video(say, view, mine) if at == 4 else _amount(say, view)
    return made


def _steps(say: Speech, view: View, mine: LocalState, at: int) -> list[Step]:
    told = view["verification"]
    five = len(royal(view)) or 5
    notes = {
        "freeze": figures.clock(told["since_ms"]),
        "call": figures.clock(view["call"]["at_ms"]) if view["call"] else "",
        "identify": told["confirmed_by"] or (view["badge"]["person"] if at == 3 else ""),
        "cards": figures.clock(told["confirmed_ms"]) if at > 3 else f"{len(mine.conformed)} / {five}",
        "video": figures.clock(told["video_ms"]) if at > 4 else say("step.second"),
        "amount": say("step.now") if at == 5 else "",
        "release": "",
        "pay": "",
    }
    return [
        {
            "name": say(f"step.{name}"),
            "note": notes[name],
            "state": "done" if number < at else "now" if number == at else "next",
        }
        for number, name in enumerate(STEPS)
    ]


def _cards(say: Speech, view: View, mine: LocalState, at: int) -> list[ProvenCard]:
    """The five cards of the hand, the ace first, each to be confirmed by the member of the comité."""
    board = view["board"]["cards"]
    made: list[ProvenCard] = []
    for number, card in enumerate(royal(view)):
        holder = view["verification"]["seats"][0] if card not in board else 0
        own = view["seats"][holder - 1]["cards"] if holder else board
        name, suit = card_name(say.language, card)
        checked = number in mine.conformed
        made.append(
            {
                "card": card,
                "origin": say.seat(holder) if holder else say("board"),
                "order": say.order(own.index(card) + 1),
                "name": name,
                "suit": suit,
                "checked": checked,
                "checked_word": say("proof.conform") if checked else "",
                "key": key(say("proof.conform"), local("conform", card=number) if at == 3 else None),
            }
        )
    return made


def _video(say: Speech, view: View, mine: LocalState) -> Panel:
    told = view["verification"]
    yes = offered(view, "ReviewVideo")
    camera = told["camera"]
    no = {"act": "ReviewVideo", "conform": False, "camera": camera} if yes else None
    return {
        "title": say("video.title"),
        "text": say("video.text"),
        "facts": [
            {"label": say("video.from"), "value": figures.clock(view["round"]["opened_ms"])},
            {"label": say("video.to"), "value": figures.clock(told["since_ms"])},
            {"label": say("proof.card"), "value": _badge(say, view)},
        ],
        "box": {
            "label": say("video.keep"),
            "sub": say("video.keep.sub"),
            "ticked": mine.keep_images,
            "tap": local("keep"),
        },
        "keys": [
            key(say("video.yes"), yes if mine.keep_images else None, say("video.yes.sub")),
            key(say("video.no"), no, say("video.no.sub")),
        ],
    }


def _badge(say: Speech, view: View) -> str:
    badge = view["badge"]
    return f"{say('role.' + badge['role'])} {badge['person']}" if badge else say("proof.card.none")


def _amount(say: Speech, view: View) -> Panel:
    told = view["verification"]
    community = told["kind"] == "community_royal"
    what = say("amount.community") if community else say("amount.jackpot", seat=told["seats"][0])
    stake = view["jackpot"]["stake_cents"]
    value = money(1000 * stake) if community else figures.euros(told["value_cents"])
    others = [seat["seat"] for seat in view["seats"] if seat["jp1"] in ("registered", "carried")]
    rows: list[Row] = [
        {"label": say("proof.confirmed"), "value": told["confirmed_by"]},
        {"label": say("proof.video"), "value": told["video_by"]},
    ]
    if not community:
        rest = [number for number in others if number not in told["seats"]]
        rows.append({"label": say("amount.others"), "value": say.listed(rest) or "–"})
    return {
        "title": say("amount.title"),
        "text": say("amount.text"),
        "facts": [{"label": what, "value": value, "gold": True}],
        "rows": rows,
        "keys": [key(say("amount.read"), local("amount"), say("amount.read.sub"))],
    }


def focus(say: Speech, view: View) -> Focus:
    """What is already proved."""
    told = view["verification"]
    holders = told["seats"]
    conform = say("proof.conform.yes") if told["conform"] else say("proof.waited")
    facts: list[Row] = [
        _fact(say("proof.card"), _badge(say, view), view["badge"] is not None),
        _fact(
            say("proof.confirmed"), told["confirmed_by"] or say("proof.waited"), bool(told["confirmed_by"])
        ),
        _fact(say("proof.video"), told["video_by"] or say("proof.waited"), bool(told["video_by"])),
        _fact(say("proof.result"), conform, told["conform"]),
    ]
    kind = "community_royal" if told["kind"] == "community_royal" else "jackpot"
    return {
        "kind": "facts",
        "caption": say.seats(holders) if holders else "",
        "title": PRIZES[say.language][kind],
        "facts": facts,
    }


def _fact(label: str, value: str, done: bool) -> Row:
    return {"label": label, "value": value, "state": "done" if done else "open"}


def primary(say: Speech, view: View, mine: LocalState) -> Key:
    """The act of the step under way."""
    at = _at(view)
    told = view["primary"]
    why = say.refused(told["why"]) if told["why"] else ""
    if at <= 3:
        left = [
            card_name(say.language, card)[0].lower()
            for n, card in enumerate(royal(view))
            if n not in mine.conformed
        ]
        label = say("act.ConfirmHand")
        call = offered(view, "CallChef")
        if at == 1 and call is not None:
            return key(say("act.CallChef"), call)
        if why or left:
            return key(label, None, why or say("why.cards", names=say.listed(left)))
        return key(label, dict(told["tap"]))
    if at == 4:
        waited = say("why.keep") if not mine.keep_images else say.refused({"code": "video_first"})
        return key(say("act.ReviewVideo"), None, why or waited)
    verification = view["verification"]
    stake = view["jackpot"]["stake_cents"]
    amount = figures.euros(verification["value_cents"]) if verification["claimed"] else money(1000 * stake)
    label = say("act.ReleaseAward", amount=amount)
    if why or not mine.amount_read:
        return key(label, None, why or say("why.read_amount"))
    return key(label, dict(told["tap"]))
