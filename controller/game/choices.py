"""What people choose from: roles, incidents, findings, reasons, the lines of a sheet."""

from __future__ import annotations

from enum import StrEnum

__all__ = [
    "Acknowledgement",
    "ClaimDoubt",
    "Finding",
    "Incident",
    "Measure",
    "Mode",
    "Occasion",
    "OrphanPlace",
    "PaymentMode",
    "Role",
    "SeatRuling",
    "SheetLine",
]


class Role(StrEnum):
    """What a badge lets its holder do (requirements, section 1.11; `rights` says what).

    DIRECTOR is the directeur responsable or who stands in for him.
    """

    DEALER = "dealer"
    CHEF = "chef"
    COMITE = "comite"
    VIDEO = "video"
    DIRECTOR = "director"
    TECHNICIAN = "technician"
    CASHIER = "cashier"
    INSPECTOR = "inspector"


class Incident(StrEnum):
    """What may be declared at the table (rules, section 5), and a card exchanged for another (JW-08)."""

    EXPOSED_CARD = "exposed_card"
    IRREGULAR_DEAL = "irregular_deal"
    MISSING_CARD = "missing_card"
    EXTRA_CARD = "extra_card"
    MARKED_CARD = "marked_card"
    EXCHANGED_CARD = "exchanged_card"
    CONTESTED_CHIPS = "contested_chips"
    CARDS_BELOW_TABLE = "cards_below_table"
    PLAYERS_TALKING = "players_talking"
    OTHER_LANGUAGE = "other_language"
    EQUIPMENT = "equipment"
    EVACUATION = "evacuation"


class Finding(StrEnum):
    """How an incident came to light."""

    IN_PLAY = "in_play"
    PLAYER = "player"
    SHUFFLER_COUNT = "shuffler_count"
    HAND_COUNT = "hand_count"
    EXAMINATION = "examination"
    IMAGES = "images"


class Measure(StrEnum):
    """What was done about an incident at once."""

    PLAYED_ON = "played_on"
    ROUND_VOIDED = "round_voided"
    STAKE_HELD = "stake_held"
    CARD_KEPT = "card_kept"
    DECK_REMOVED = "deck_removed"
    TABLE_CLOSED = "table_closed"


class PaymentMode(StrEnum):
    """How one of the two best hands is paid."""

    CHIPS = "chips"
    CHEQUE = "cheque"
    TRANSFER = "transfer"


class ClaimDoubt(StrEnum):
    """Why a claim is refused (JW-18; rules, section 3).

    IMAGES, STAKE: the hand holds, the review or the JP1 stake does not. HAND: the record of the cards is
    wrong. EXCHANGED: a card on the felt is not the one that was dealt.
    """

    HAND = "hand"
    EXCHANGED = "exchanged"
    IMAGES = "images"
    STAKE = "stake"


class SeatRuling(StrEnum):
    """What two persons decide of a seat whose cards were exchanged: void for it, or settled on the record."""

    VOID = "void"
    RECORD = "record"


class Acknowledgement(StrEnum):
    """What a chef found out about a machine's warning (CS-07)."""

    CHECKED = "checked"
    REPAIRED = "repaired"
    REPLACED = "replaced"
    OUT_OF_USE = "out_of_use"
    FALSE_ALARM = "false_alarm"


class Mode(StrEnum):
    """How the table plays on without one of its machines (screens, section 9.1)."""

    HAND_SHUFFLE = "hand_shuffle"
    NO_READER = "no_reader"


class Occasion(StrEnum):
    """Why the shuffler is shown empty (CS-03)."""

    REQUEST = "request"
    CLOSING = "closing"
    REMOVAL = "removal"


class OrphanPlace(StrEnum):
    """Where a stake was found that nobody claims (AC-12)."""

    FELT = "felt"
    SEAT_LEFT = "seat_left"
    JP1_SPOT = "jp1_spot"
    FLOOR = "floor"
    MACHINE = "machine"


class SheetLine(StrEnum):
    """A line of the opening or the closing sheet that a person ticks (CS-01, CS-23, AC-07, AC-08)."""

    CARDS_SOUND = "cards_sound"
    WITNESS = "witness"
    LIMITS = "limits"
    JACKPOT = "jackpot"
    RULES = "rules"
    DECKS_ORDERED = "decks_ordered"
    DECKS_EXAMINED = "decks_examined"
    DECKS_COUNTED = "decks_counted"
    DECKS_STORED = "decks_stored"
    JP1_CHIPS = "jp1_chips"
    JACKPOT_HISTORY = "jackpot_history"
    RECONCILIATION = "reconciliation"
    BOOK_OWED = "book_owed"
