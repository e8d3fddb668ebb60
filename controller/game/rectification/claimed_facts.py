"""What was really so at a seat that was settled on a wrong record, in the words of proposals and entries."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from controller.game.cards import Card
from controller.game.dealing.declared_hand import Outcome
from controller.game.felt import Place
from controller.game.hands import HandClass
from controller.game.side_bets import SideStake, none_further


class Mistake(StrEnum):
    """What of a seat's record was wrong: what it did, what lay there, what it held, a card, the payment."""

    DECISION = "decision"
    STAKE = "stake"
    HAND = "hand"
    CARD = "card"
    PAYMENT = "payment"


class RectificationReason(StrEnum):
    """How it came to light."""

    KEYING = "keying"
    CLAIM = "claim"
    IMAGES = "images"
    COUNT = "count"


class Moved(StrEnum):
    """What became of the difference: paid or taken now, right on the felt from the start, the player gone."""

    BY_HAND = "by_hand"
    ALREADY = "already"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Truth:
    """The true record of a seat where it differs from what was written; the rest is as it was.

    `decision` is a code of `computed_anew.decisions`; a stake tells `ante_cents`, `side_cents` and `further`.
    `outcome` and `hand_class` tell a hand whose cards nobody knows; `card` lay face up at `place`. `by_cents`
    is what the player was paid too little, below zero too much, where the payment was not as computed.
    """

    mistake: Mistake
    decision: str = ""
    ante_cents: int = 0
    side_cents: int = 0
    outcome: Outcome | None = None
    hand_class: HandClass | None = None
    place: Place | None = None
    card: Card | None = None
    by_cents: int = 0
    further: tuple[SideStake, ...] = none_further()
