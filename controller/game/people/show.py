"""What the screens show of the people at the table: who deals, whose PIN is wanted, whether he may go."""

from __future__ import annotations

from typing import TypedDict

from controller.game.people.at_table import pin_wanted, why_no_relief
from controller.game.people.pin import DIGITS_MAX, DIGITS_MIN
from controller.game.state import TableState


class CroupierView(TypedDict):
    """Who deals, since when; `revoked`: his card counts no more."""

    person: str
    since_ms: int
    revoked: bool


class PinView(TypedDict):
    """Whose PIN is asked for; `digits` is the fewest and the most that it has."""

    person: str
    role: str
    shown: int
    known: bool
    tries_left: int
    locked_until_ms: int
    digits: list[int]


class ReliefView(TypedDict):
    """Whether dealers sign on here, and the article that forbids a relief now, or an empty text."""

    register: bool
    why: str


def croupier(state: TableState) -> CroupierView | None:
    """Who deals, and since when; None where nobody is signed on."""
    there = state.dealer
    if there is None:
        return None
    return {"person": there.person, "since_ms": there.since_ms, "revoked": there.revoked}


def pin(state: TableState) -> PinView | None:
    """Whose PIN the pad asks for, or None. `tries_left` is -1 until one was refused.

    `known`: he has shown it for the procedure under way, and nobody asks before he wants something else.
    """
    badge = state.badge
    if badge is None or not pin_wanted(state):
        return None
    return {
        "person": badge.person,
        "role": str(badge.role),
        "shown": badge.shown,
        "known": badge.known,
        "tries_left": badge.tries_left,
        "locked_until_ms": badge.locked_until_ms,
        "digits": [DIGITS_MIN, DIGITS_MAX],
    }


def relief(state: TableState) -> ReliefView:
    """Whether dealers sign on here, and whether the dealer may be relieved now, or the article why not."""
    refusal = why_no_relief(state)
    return {"register": state.facts.register, "why": refusal.article if refusal is not None else ""}
