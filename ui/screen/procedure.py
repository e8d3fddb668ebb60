"""The jackpot procedure: who does what before one of the two best hands is paid (art. 55-20, 2°).

The table holds every step and who took it; the console keeps only what is being typed or ticked. The release
is armed on the left, in the panel, and confirmed on the right, on the big key.
"""

from __future__ import annotations

from typing import Final

from controller.words.letters import in_words
from controller.words.money import LANGUAGES
from ui import figures
from ui.screen import payment
from ui.screen.console_state import LocalState
from ui.screen.doubts import doubt_words
from ui.screen.pit.frames import frame_id
from ui.screen.shape import Focus, Key, Panel, ProvenCard, Row, Sheet, Step
from ui.screen.speech import Speech, View, key, local, money, offered
from ui.texts.hands import PRIZES, card_name

STEPS: Final = ("freeze", "call", "identify", "cards", "video", "amount", "pay", "release")
CARDS, VIDEO, AMOUNT, PAY, RELEASE = range(3, 8)


def running(view: View) -> bool:
    """The hand waits for its verification."""
    told = view["verification"]
    over = told is None or told["released"] or bool(told["refused"])
    return not over and view["phase"] == "showdown" and view["held"] is None and not view["resumed"]


def step(view: View) -> int:
    """The number of the step under way, 0 for the first."""
    told = view["verification"]
    if told["conform"]:
        if len(told["read_by"]) < 2:
            return AMOUNT
        return RELEASE if payment.next_payee(view) is None else PAY
    if told["confirmed_by"]:
        return VIDEO
    if any(card["same"] or card["found"] for card in told["cards"]):
        return CARDS
    if _comite_here(view):
        return CARDS
    return 2 if told["called_ms"] else 1


def _comite_here(view: View) -> bool:
    return view["badge"] is not None and view["badge"]["role"] in payment.COMITE


def sheet(say: Speech, view: View, mine: LocalState) -> Sheet:
    """The rail of the steps, and the cards, the panel or the pad of the one under way."""
    at = step(view)
    if at == PAY:
        return payment.sheet(say, view, mine, rail(say, view))
    made: Sheet = {"kind": "jackpot", "steps": rail(say, view), "cards": []}
    if at <= CARDS:
        made["cards"] = _cards(say, view)
    else:
        panels = {VIDEO: _video, AMOUNT: _amount, RELEASE: _release}
        made["panel"] = panels[at](say, view, mine)
    return made


def rail(say: Speech, view: View) -> list[Step]:
    """The eight steps, each with who took it and when."""
    at, told = step(view), view["verification"]
    here = view["badge"]["person"] if at == CARDS and _comite_here(view) else ""
    seen = sum(card["same"] for card in told["cards"])
    notes = {
        "freeze": figures.clock(told["since_ms"]),
        "call": figures.clock(told["called_ms"]) if told["called_ms"] else "",
        "identify": told["confirmed_by"] or here,
        "cards": figures.clock(told["confirmed_ms"]) if at > CARDS else f"{seen} / {len(told['cards'])}",
        "video": figures.clock(told["video_ms"]) if at > VIDEO else say("step.second"),
        "amount": f"{len(told['read_by'])} / 2" if at >= AMOUNT else "",
        "pay": say("step.now") if at == PAY else "",
        "release": say("step.second") if told["armed_by"] else "",
    }
    return [
        {
            "name": say(f"step.{name}"),
            "note": notes[name],
            "state": "done" if number < at else "now" if number == at else "next",
        }
        for number, name in enumerate(STEPS)
    ]


def _cards(say: Speech, view: View) -> list[ProvenCard]:
    """The five cards as the shoe recorded them, the ace first; another card found stands under its place."""
    made: list[ProvenCard] = []
    for told in view["verification"]["cards"]:
        name, suit = card_name(say.language, told["card"])
        origin, _, rest = told["place"].partition(".")
        seat, _, slot = rest.rpartition(".")
        confirm = offered(view, "ConfirmCard", place=told["place"])
        label = say("proof.conform")
        if told["found"]:
            confirm = offered(view, "WithdrawReport", place=told["place"])
            label = say("proof.withdraw")
            other, suit = card_name(say.language, told["found"])
            name = f"≠ {other}"
        made.append(
            {
                "card": told["card"],
                "origin": say.seat(int(seat)) if origin == "hole" else say("board"),
                "order": say.order(int(slot) + 1),
                "name": name,
                "suit": suit,
                "read": _read(told),
                "checked": told["same"],
                "checked_word": say("proof.conform") if told["same"] else "",
                "key": key(label, confirm),
            }
        )
    return made


def _read(told: View) -> str:
    """`0C4A · 21:41:58`: the frame that told the card, and when."""
    if told["manual"] or not told["at_ms"]:
        return ""
    return " · ".join(part for part in (frame_id(told["frame"]), figures.clock(told["at_ms"])) if part)


def _video(say: Speech, view: View, mine: LocalState) -> Panel:
    told = view["verification"]
    camera = payment.camera(view, mine)
    may = offered(view, "ReviewVideo") is not None
    yes = {"act": "ReviewVideo", "conform": True, "camera": camera, "kept": True}
    no = yes | {"conform": False}
    may = may and mine.keep_images
    others = len(told["cameras"]) > 1
    return {
        "title": say("video.title"),
        "text": say("video.text"),
        "facts": [
            {
                "label": say("video.camera.change" if others else "video.camera"),
                "value": camera,
                "tap": local("camera") if others else None,
            },
            {"label": say("video.from"), "value": figures.clock(told["from_ms"])},
            {"label": say("video.to"), "value": figures.clock(told["since_ms"])},
            {"label": say("video.latched"), "value": figures.clock(told["latched_ms"])},
        ],
        "box": {
            "label": say("video.keep"),
            "sub": say("video.keep.sub", days=told["retention_days"]),
            "ticked": mine.keep_images,
            "tap": local("keep"),
        },
        "keys": [
            key(say("video.yes"), yes if may else None, say("video.yes.sub")),
            key(say("video.no"), no if may else None, say("video.no.sub")),
            key(say("video.later"), offered(view, "WaitForVideo"), say("video.wait")),
        ],
    }


def _badge(say: Speech, view: View) -> str:
    badge = view["badge"]
    return f"{say('role.' + badge['role'])} {badge['person']}" if badge else say("proof.card.none")


def _value(say: Speech, view: View) -> tuple[str, int]:
    """What the two best hands give, as a label and in cents: the jackpot, or 1 000 for 1 to each."""
    told = view["verification"]
    best = [payee for payee in told["payees"] if {"jackpot", "community_royal"} & set(payee["kinds"])]
    if told["claimed"]:
        return say("amount.jackpot", seat=told["seats"][0]), told["value_cents"]
    if best:
        return say("amount.community"), best[0]["cents"]
    return say("amount.consolation"), sum(one["cents"] for one in told["consolation"])


def _amount(say: Speech, view: View, mine: LocalState) -> Panel:
    """The largest sum of the year at its size; who pays what of it, the cage apart from the table."""
    label, cents = _value(say, view)
    euros, rest = figures.split_euros(cents)
    return {
        "title": label,
        "text": "",
        "hero": {"euros": euros, "cents": rest, "words": in_words(cents, LANGUAGES[say.language])},
        "payers": [
            {
                "name": say("amount.cage"),
                "note": say("amount.cage.note"),
                "gold": True,
                "rows": _cage(say, view),
            },
            {"name": say("amount.table"), "note": say("amount.table.note"), "rows": _table(say, view)},
        ],
        "keys": [],
    }


def _cage(say: Speech, view: View) -> list[Row]:
    """What goes out by a slip, seat by seat."""
    told = view["verification"]
    return [
        {
            "label": f"{say.seat(one['seat'])} · {say('amount.kind.' + one['kinds'][0])}",
            "value": figures.euros(one["cents"]),
        }
        for one in told["payees"]
    ]


def _table(say: Speech, view: View) -> list[Row]:
    """What the dealer pays at the settlement: the consolation of the others, and the holder's main game."""
    told = view["verification"]
    by_slip = {one["seat"] for one in told["payees"]}
    consoled = [one for one in told["consolation"] if one["seat"] not in by_slip]
    rows: list[Row] = []
    if consoled:
        seats, kind = say.seats(one["seat"] for one in consoled), say("amount.kind.consolation")
        each = figures.euros(consoled[0]["cents"])
        if len(consoled) == 1:
            rows.append({"label": f"{seats} · {kind}", "value": each})
        else:
            rows.append({"label": kind.capitalize(), "value": f"{len(consoled)} × {each}"})
            rows.append({"label": seats, "value": ""})
    if told["kind"] == "royal_flush":
        for seat in told["seats"]:
            lines = view["seats"][seat - 1]["lines"]
            cents = sum(line["paid_cents"] for line in lines if line["spot"] != "jp1")
            if cents:
                main = f"{say.seat(seat)} · {say('amount.kind.main')}"
                rows.append({"label": main, "value": figures.euros(cents)})
    return rows


def _release(say: Speech, view: View, mine: LocalState) -> Panel:
    told = view["verification"]
    label, cents = _value(say, view)
    rows: list[Row] = [
        {
            "label": f"{say.seat(one['seat'])} · {say('pay.' + one['mode'])} {one['slip']}",
            "value": figures.euros(one["cents"]),
        }
        for one in told["payees"]
    ]
    armed = say("release.armed", person=told["armed_by"]) if told["armed_by"] else say("release.arm.sub")
    return {
        "title": say("release.title"),
        "text": say("release.text"),
        "facts": [{"label": label, "value": figures.euros(cents), "gold": True}],
        "rows": rows,
        "keys": [key(say("release.arm"), offered(view, "ArmRelease"), armed, chosen=bool(told["armed_by"]))],
    }


def focus(say: Speech, view: View) -> Focus:
    """What is already proved."""
    told = view["verification"]
    holders = told["seats"]
    at = step(view)
    differs = [one | {"card": _lies(view, one["place"])} for one in told["reported"]]
    conform = say("proof.conform.yes") if told["conform"] else say("proof.waited")
    facts: list[Row] = [_fact(say("proof.card"), _badge(say, view), view["badge"] is not None)]
    if differs:
        wrong = differs[0]
        facts.append(_fact(say.place(wrong["place"]), say.card(wrong["card"]), True))
        found = say("proof.found", person=wrong["found_by"])
        facts.append(_fact(found, say.card(wrong["found"]), False))
    elif at <= CARDS:
        facts.append(_fact(say("proof.latched"), figures.clock(told["latched_ms"]), bool(told["latched_ms"])))
        facts.append(_fact(say("proof.drawn"), str(told["drawn"]), True))
        second = say("proof.second.agrees" if told["agree"] else "proof.second.differs")
        facts.append(_fact(say("proof.second"), second, told["agree"]))
    else:
        facts.append(_fact(say("proof.confirmed"), told["confirmed_by"], True))
        facts.append(_fact(say("proof.video"), told["video_by"] or conform, told["conform"]))
        read = say("and_comma").join(told["read_by"]) or say("proof.waited")
        facts.append(_fact(say("proof.read"), read, len(told["read_by"]) == 2))
    if told["doubt"]:
        doubt = say("proof.doubt", reason=doubt_words(say, told), person=told["doubted_by"])
        facts.append(_fact(say("refuse"), doubt, False))
    kind = "community_royal" if told["kind"] == "community_royal" else "jackpot"
    return {
        "kind": "facts",
        "caption": say.seats(holders) if holders else "",
        "title": PRIZES[say.language][kind],
        "facts": facts,
    }


def _lies(view: View, place: str) -> str:
    """The card that the record has at this place."""
    pile, _, rest = place.partition(".")
    if pile == "hole":
        seat, _, slot = rest.partition(".")
        return str(view["seats"][int(seat) - 1]["cards"][int(slot)])
    return str(view[pile]["cards"][int(rest)])


def _fact(label: str, value: str, done: bool) -> Row:
    return {"label": label, "value": value, "state": "done" if done else "open"}


def primary(say: Speech, view: View, mine: LocalState) -> Key:
    """The act of the step under way."""
    at = step(view)
    told = view["primary"]
    tap = dict(told["tap"])
    why = say.refused(told["why"]) if told["why"] else ""
    if at <= CARDS:
        call = offered(view, "CallChef")
        if at == 1 and call is not None:
            return key(say("act.CallComite"), call)
        left = [card["card"] for card in view["verification"]["cards"] if not card["same"]]
        if why and told["why"]["code"] == "cards_to_confirm":
            why = say("why.cards", names=say.listed(card_name(say.language, one)[0].lower() for one in left))
        return key(say("act.ConfirmHand"), None if why else tap, why)
    if at == VIDEO:
        waited = say("why.keep") if not mine.keep_images else say.refused({"code": "video_first"})
        return key(say("act.ReviewVideo"), None, why or waited)
    if at == AMOUNT:
        return key(say("act.ReadAmount"), None if why else tap, why or say("amount.read.sub"))
    if at == PAY:
        return payment.primary(say, view, mine)
    _, cents = _value(say, view)
    label = say("act.ReleaseAward", amount=money(cents))
    release = offered(view, "ReleaseAward")
    return key(label, release, "" if release else why or say("why.armed"))
