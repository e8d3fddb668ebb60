"""Who leaves between two deals of a round takes his JP1 stake along: the dealer hands it back (rules, 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ui.screen.shape import AlarmWords
from ui.screen.speech import Speech, View, key, local, money


def left_with_jp1(was: Mapping[str, Any], view: Mapping[str, Any]) -> tuple[int, ...]:
    """The seats whose JP1 stake of the voided deal was carried in the view before, and is theirs again."""
    if not was or was["phase"] != "betting":
        return ()
    return tuple(
        before["seat"]
        for before, now in zip(was["seats"], view["seats"], strict=True)
        if before["jp1"] == "carried" and now["jp1"] != "carried"
    )


def to_return(say: Speech, view: View, seat: int) -> AlarmWords:
    """What the dealer puts into this player's hand; it stays until he has seen it."""
    amount = money(view["jackpot"]["stake_cents"])
    return {
        "priority": "info",
        "title": say("jp1.return", amount=amount, seat=seat),
        "sub": say("jp1.return.sub"),
        "keys": [key(say("jp1.return.done"), local("returned", seat=seat))],
    }
