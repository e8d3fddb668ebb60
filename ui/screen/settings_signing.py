"""A card in the pit's reader for a draft of settings: the pad of its PIN, and what it may do once signed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ui.screen.pit.attention import asked
from ui.screen.pit.felt import Speech
from ui.screen.pit.signing import pad, pin_said
from ui.screen.room import Room, Seen
from ui.screen.settings_words import why

View = Mapping[str, Any]

ACTS: Final[Mapping[str, str]] = {
    "propose": "ProposeSettings",
    "approve": "ApproveSettings",
    "refuse": "RefuseSettings",
    "withdraw": "WithdrawSettings",
}


def signs_at_pit(room: Room, seen: Seen, act: str) -> bool:
    """A card in the reader of this machine may sign for this act now."""
    there = bool(room.desk) and (room.desk["there"] or bool(room.desk["trouble"]))
    return there and ACTS[act] in seen.view_or_none["pit_signs"]["acts"]


def signing_pad(room: Room, speech: Speech, seen: Seen, act: str) -> dict[str, Any] | None:
    """The pad for the card in the pit's reader, while it has not signed for this act."""
    if not act or not signs_at_pit(room, seen, act):
        return None
    view = seen.view_or_none
    there = view["pit_card"]
    if there is not None and there["act"] == ACTS[act] and there["tries_left"] < 0:
        return None
    wanted = bool(view["relief"]["register"])
    made = pad(speech, seen, room.desk, room.entry, ACTS[act], wanted=wanted)
    return made | {"title": speech.say("desk.reader"), "why": made["why"] or pin_said(speech, there)}


def signed_key(speech: Speech, seen: Seen, act: str, tap: View) -> dict[str, Any] | None:
    """What the card at the pit that has signed this act does with it, or why not yet; None without one."""
    there = seen.view_or_none["pit_card"]
    if there is None or there["act"] != ACTS[act]:
        return None
    if dict(tap) in there["offers"] and not seen.unheard:
        return {"sub": speech.say("settings.at_pit", person=there["person"]), "tap": asked(seen, tap)}
    said = pin_said(speech, there)
    if not said and there["why"] is not None:
        words, article = why(speech, there["why"])
        said = f"{there['person']}\u00a0: {words} · {article}"
    return {"sub": said, "tap": None}
