"""Refusals: why an intent is not taken, as a value (architecture, section 2, point 6)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypedDict

from controller.game.events.event import Event


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an intent was not taken: a stable code, the text it rests on, and the facts to word it.

    `written` are the entries that tell of the attempt, where a refusal is journalled too.
    """

    code: str
    article: str = ""
    facts: tuple[tuple[str, str | int], ...] = ()
    written: tuple[Event, ...] = field(default=(), compare=False, repr=False)


class RefusalView(TypedDict):
    """A refusal as a screen receives it: the code and the facts that it is worded from."""

    code: str
    article: str
    facts: dict[str, str | int]


def shown_refusal(refusal: Refusal | None) -> RefusalView | None:
    """A refusal as a screen receives it; None where there is none."""
    if refusal is None:
        return None
    return {"code": refusal.code, "article": refusal.article, "facts": dict(refusal.facts)}


ART: Final = "art. 55-20"
ART_JP1: Final = "art. 55-20, 2°"
NOT_NOW: Final = Refusal("not_now")
BETS_CLOSED: Final = Refusal("bets_closed", ART)
HELD: Final = Refusal("held")
NO_DEALER: Final = Refusal("no_dealer", "RO-01")
BADGE_CHEF: Final = Refusal("badge_chef", ART)
BADGE_COMITE: Final = Refusal("badge_comite", ART_JP1)
BOOK_WAITING: Final = Refusal("book_waiting", ART_JP1)


def proposer_revoked(person: str) -> Refusal:
    """Who proposed it, or approved it before, may do nothing any more: it is proposed anew (I9)."""
    return Refusal("proposer_revoked", "SE-11", (("person", person),))
