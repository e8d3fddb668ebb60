"""The triple proof of a supervised payment: five cards, each the same in the shoe, on the felt, on film."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ui.screen.pit.felt import Speech
from ui.screen.pit.frames import frame_id
from ui.texts.hands import card_name

View = Mapping[str, Any]


def by(told: View, step: str) -> str:
    """Who took this step last, or an empty text."""
    return next((str(done["person"]) for done in reversed(told["taken"]) if done["step"] == step), "")


def proof(speech: Speech, view: View) -> dict[str, Any]:
    """Five cards, each found the same in the shoe, on the felt and on the images."""
    told = view["verification"]
    rows = [_proven(speech, told, card) for card in told["cards"]]
    marks = [mark for row in rows for mark in row["marks"]]
    felt = by(told, "hand") or by(told, "differs")
    video = told["video_by"]
    return {
        "title": speech.say("payment.proof"),
        "note": speech.say("payment.proof.note"),
        "tail": speech.say("payment.proof.tail", count=sum(mark["ok"] for mark in marks), all=len(marks)),
        "heads": [
            speech.say("payment.col.card"),
            speech.say("payment.col.shoe"),
            speech.say("payment.col.felt.by", person=felt) if felt else speech.say("payment.col.felt"),
            speech.say("payment.col.video.by", person=video) if video else speech.say("payment.col.video"),
        ],
        "rows": rows,
    }


def _proven(speech: Speech, told: View, card: View) -> dict[str, Any]:
    return {
        "card": card["card"],
        "name": " ".join(card_name(speech.language, card["card"])),
        "place": speech.place(card["place"]).capitalize(),
        "marks": [_by_shoe(speech, card), _on_felt(speech, card), _on_images(speech, told)],
    }


def _by_shoe(speech: Speech, card: View) -> dict[str, Any]:
    if card["manual"]:
        return {"text": speech.say("payment.mark.manual"), "ok": False, "wrong": False}
    at_ms = card["at_ms"]
    parts = [frame_id(card["frame"]), speech.clock(at_ms) if at_ms else ""]
    text = " · ".join(part for part in parts if part) or speech.say("payment.mark.shoe")
    return {"text": text, "ok": True, "wrong": False}


def _on_felt(speech: Speech, card: View) -> dict[str, Any]:
    if card["found"]:
        other = " ".join(card_name(speech.language, card["found"]))
        return {"text": speech.say("payment.mark.found", card=other), "ok": False, "wrong": True}
    key = "payment.mark.conform" if card["same"] else "payment.mark.waited"
    return {"text": speech.say(key), "ok": card["same"], "wrong": False}


def _on_images(speech: Speech, told: View) -> dict[str, Any]:
    if told["conform"]:
        return {"text": told["camera"], "ok": True, "wrong": False}
    key = "payment.mark.differ" if told["video_by"] else "payment.mark.view"
    return {"text": speech.say(key), "ok": False, "wrong": bool(told["video_by"])}


def counted(speech: Speech, view: View) -> str:
    """How many cards are out, when the JP1 stakes were latched, how long the images are kept."""
    told = view["verification"]
    asked = speech.say("payment.counted.asked") if told["kept"] else ""
    latched = speech.clock(told["latched_ms"]) if told["latched_ms"] else "–"
    days = told["retention_days"]
    return speech.say("payment.counted", drawn=told["drawn"], latched=latched, days=days, asked=asked)
