"""The jackpot procedure: who does what before one of the two best hands is paid (art. 55-20, 2°).

The table holds every step and who took it; the console keeps only what is being typed or ticked. Until the
member of the comité is there the felt itself is shown as it was frozen: the cards lie where they lie, the
five of the hand are ringed, and nobody touches them. The release is armed on the left, in the panel, and
confirmed on the right, on the big key.
"""

from __future__ import annotations

from typing import Final

from ui import figures
from ui.screen import payment
from ui.screen.console_state import LocalState
from ui.screen.doubts import doubt_words
from ui.screen.shape import Focus, Freeze, Key, Panel, ProvenCard, Row, Sheet, Step
from ui.screen.speech import Speech, View, key, local, money, offered, small
from ui.texts.hands import PRIZES, card_name

STEPS: Final = ("freeze", "call", "identify", "cards", "video", "amount", "pay", "release")
CALL, IDENTIFY, CARDS, VIDEO, AMOUNT, PAY, RELEASE = range(1, 8)


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
    return IDENTIFY if told["called_ms"] else CALL


def _comite_here(view: View) -> bool:
    """A member of the comité has shown his badge, and his PIN where this screen is where one is asked for."""
    here = view["badge"] is not None and view["badge"]["role"] in payment.COMITE
    return here and view.get("pin") is None


# --- the felt as it was frozen -------------------------------------------------------------------


def frozen(view: View) -> bool:
    """Nobody touches the felt: the comité is called, or on its way."""
    return running(view) and step(view) < CARDS


def proved(view: View) -> list[str] | None:
    """The five cards of a hand that is under verification, or None."""
    told = view["verification"]
    if told is None or told["refused"] or view["phase"] != "showdown":
        return None
    return [card["card"] for card in told["cards"]]


def where(say: Speech, view: View) -> str:
    """Whose hand it is: one seat's, or the board's and of how many seats."""
    told = view["verification"]
    holders = told["seats"]
    if told["kind"] == "community_royal":
        return say("proof.of_board", count=len(holders))
    return say.seats(holders)


def band(say: Speech, view: View, alarm: View, helped: Key) -> Freeze:
    """The first words of the procedure, over everything. Nothing to acknowledge: to call the comité is the
    answer."""
    return {
        "title": say("freeze.title"),
        "lines": [f"{say('freeze.of')} · {small(where(say, view))}", _dated(alarm)],
        "calling": not view["verification"]["called_ms"],
        "keys": [helped],
    }


def _dated(alarm: View) -> str:
    return f"{alarm['code']} · {figures.clock(alarm['at_ms'])}"


def _freeze(say: Speech, view: View) -> Focus:
    """What is kept, and who is waited for."""
    told, call = view["verification"], view["call"]
    at = step(view)
    comite = say("freeze.to_call")
    if at == IDENTIFY:
        comite = say("freeze.called", time=figures.clock(told["called_ms"]))
        if call is not None and call["seen_ms"]:
            comite = say("freeze.seen", time=figures.clock(call["seen_ms"]))
    rows: list[Row] = [{"label": say("freeze.since"), "value": figures.clock(told["since_ms"])}]
    of_board = told["kind"] == "community_royal"
    if told["claimed"]:
        rows.append({"label": say("freeze.locked"), "value": figures.euros(told["value_cents"])})
    elif of_board:
        rows.append({"label": say("freeze.seats"), "value": say.listed(told["seats"])})
    rows.append({"label": say("freeze.second"), "value": _second(say, told)})
    rows.append({"label": say("freeze.comite"), "value": comite})
    name = "freeze.steps" if at == CALL else "freeze.third"
    return {
        "kind": "wait",
        "caption": f"{say(name, all=len(STEPS))} · {small(say('board') if of_board else where(say, view))}",
        "title": _title(say, view),
        "rows": rows,
    }


def _second(say: Speech, told: View) -> str:
    return say("proof.second.agrees" if told["agree"] else "proof.second.differs")


def _title(say: Speech, view: View) -> str:
    kind = "community_royal" if view["verification"]["kind"] == "community_royal" else "jackpot"
    return PRIZES[say.language][kind]


# --- the steps after it --------------------------------------------------------------------------


def sheet(say: Speech, view: View, mine: LocalState) -> Sheet | None:
    """The rail of the steps, and the cards, the panel or the pad of the one under way; none while the felt is
    frozen."""
    at = step(view)
    if at < CARDS:
        return None
    if at == PAY:
        return payment.sheet(say, view, mine, rail(say, view))
    made: Sheet = {"kind": "jackpot", "steps": rail(say, view), "cards": []}
    if at == CARDS:
        made["cards"] = _cards(say, view)
    else:
        panels = {VIDEO: _video, AMOUNT: payment.amount, RELEASE: payment.release}
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
    """When the shoe told the card; nothing of one that nobody read."""
    return "" if told["manual"] or not told["at_ms"] else figures.clock(told["at_ms"])


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


def focus(say: Speech, view: View) -> Focus:
    """What is already proved; while the felt is frozen who is waited for, and who has read the amounts."""
    told = view["verification"]
    at = step(view)
    if at < CARDS:
        return _freeze(say, view)
    if at == AMOUNT:
        return payment.readers(say, view)
    differs = [one | {"card": _lies(view, one["place"])} for one in told["reported"]]
    conform = say("proof.conform.yes") if told["conform"] else say("proof.waited")
    facts: list[Row] = [_fact(say("proof.card"), _badge(say, view), view["badge"] is not None)]
    if differs:
        wrong = differs[0]
        facts.append(_fact(say.place(wrong["place"]), say.card(wrong["card"]), True))
        found = say("proof.found", person=wrong["found_by"])
        facts.append(_fact(found, say.card(wrong["found"]), False))
    elif at == CARDS:
        facts.append(_fact(say("proof.latched"), figures.clock(told["latched_ms"]), bool(told["latched_ms"])))
        facts.append(_fact(say("proof.drawn"), str(told["drawn"]), True))
        facts.append(_fact(say("proof.second"), _second(say, told), told["agree"]))
    else:
        facts.append(_fact(say("proof.confirmed"), told["confirmed_by"], True))
        facts.append(_fact(say("proof.video"), told["video_by"] or conform, told["conform"]))
        read = say("and_comma").join(told["read_by"]) or say("proof.waited")
        facts.append(_fact(say("proof.read"), read, len(told["read_by"]) == 2))
    if told["doubt"]:
        doubt = say("proof.doubt", reason=doubt_words(say, told), person=told["doubted_by"])
        facts.append(_fact(say("refuse"), doubt, False))
    return {"kind": "facts", "caption": where(say, view), "title": _title(say, view), "facts": facts}


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
    """The act of the step under way; where only a badge can go on, that it is waited for."""
    at = step(view)
    told = view["primary"]
    tap = dict(told["tap"])
    why = say.refused(told["why"]) if told["why"] else ""
    if at == CALL:
        return key(say("act.CallComite"), offered(view, "CallChef"), say("freeze.call", all=len(STEPS)))
    if at == IDENTIFY:
        return key(say("act.comite_badge"), None, say("freeze.badge", all=len(STEPS)))
    if at == CARDS:
        left = [card["card"] for card in view["verification"]["cards"] if not card["same"]]
        if why and told["why"]["code"] == "cards_to_confirm":
            why = say("why.cards", names=say.listed(card_name(say.language, one)[0].lower() for one in left))
        return key(say("act.ConfirmHand"), None if why else tap, why)
    if at == VIDEO:
        waited = say("why.keep") if not mine.keep_images else say.refused({"code": "video_first"})
        return key(say("act.ReviewVideo"), None, why or waited)
    if at == AMOUNT:
        return payment.read(say, view, None if why else tap, why)
    if at == PAY:
        return payment.primary(say, view, mine)
    label = say("act.ReleaseAward", amount=money(payment.value(say, view)[1]))
    release = offered(view, "ReleaseAward")
    return key(label, release, "" if release else why or say("why.armed"))
