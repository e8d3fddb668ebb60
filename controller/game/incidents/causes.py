"""Why a round is held: the word that the journal keeps and the screens put into words."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from controller.game.inputs import Incident


class HoldCause(StrEnum):
    """What stopped the deal until a person decides (RP-24): an incident that was declared, or what machines
    and book told."""

    EXPOSED_CARD = Incident.EXPOSED_CARD.value
    IRREGULAR_DEAL = Incident.IRREGULAR_DEAL.value
    MISSING_CARD = Incident.MISSING_CARD.value
    EXTRA_CARD = Incident.EXTRA_CARD.value
    MARKED_CARD = Incident.MARKED_CARD.value
    EXCHANGED_CARD = Incident.EXCHANGED_CARD.value
    CONTESTED_CHIPS = Incident.CONTESTED_CHIPS.value
    CARDS_BELOW_TABLE = Incident.CARDS_BELOW_TABLE.value
    PLAYERS_TALKING = Incident.PLAYERS_TALKING.value
    OTHER_LANGUAGE = Incident.OTHER_LANGUAGE.value
    EQUIPMENT = Incident.EQUIPMENT.value
    EVACUATION = Incident.EVACUATION.value

    CARD_BEFORE_CLOSING = "card_before_closing"
    CARD_BEFORE_CONTRIBUTION = "card_before_contribution"
    CARD_BEFORE_DECISIONS = "card_before_decisions"
    CARD_CLASH = "card_clash"
    """A card that was keyed in lies on the felt twice; it is put right."""
    DUPLICATE_CARD = "duplicate_card"
    """A card was read twice: this deal cannot be finished."""
    CARD_COUNT = "card_count"
    """The shoe counts otherwise: a card went by unseen, or another deck was put in."""
    COUNT_UNKNOWN = "count_unknown"
    SHOE_GONE = "shoe_gone"
    SHOE_NOT_LOCKED = "shoe_not_locked"
    MASTER_LOST = "master_lost"
    """The key of the cards is not here: no card of this deal can be read any more."""

    JP1_NOT_REGISTERED = "jp1_not_registered"
    JP1_CORRECTION = "jp1_correction"
    """A JP1 stake that is to be returned waits for its second person, no card being out."""
    JP1_CORRECTION_LATE = "jp1_correction_late"
    JP1_PRIZE_HAND = "jp1_prize_hand"
    """A void waited for the images; written by the first journals alone, and read in them."""
    BOOK_REFUSED = "book_refused"
    PRESS_UNANSWERED = "press_unanswered"
    """The book does not answer for the stakes that it was asked to take."""


CORRECTIONS: Final = frozenset({HoldCause.JP1_CORRECTION, HoldCause.JP1_CORRECTION_LATE})
"""The holds while a correction waits, before the first card and afterwards: the detail is who proposed it."""
DEFECTIVE: Final = frozenset({HoldCause.DUPLICATE_CARD, HoldCause.CARD_COUNT})
"""Holds after which this deal cannot be finished: the deck is not what it should be (CS-08, RC-06)."""
FREE: Final = frozenset({HoldCause.EXPOSED_CARD})
"""Holds that the dealer ends by himself: an exposed card alone is not a misdeal (RP-16)."""
TALK: Final = frozenset({HoldCause.PLAYERS_TALKING, HoldCause.OTHER_LANGUAGE})
"""Incidents that void the round where the profile says so (option `talk_voids`)."""
