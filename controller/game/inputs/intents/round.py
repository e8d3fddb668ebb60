"""The round: cards by hand, decisions, hands opened, seats settled."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.cards import Card
from controller.game.dealing.declared_hand import Outcome
from controller.game.felt import Place, Spot
from controller.game.hands import HandClass
from controller.game.inputs.intents.intent import Intent

__all__ = [
    "BetOn",
    "BetPlay",
    "BetRest",
    "CallStreet",
    "Check",
    "CheckRest",
    "ConfirmDealt",
    "ContestSeat",
    "DealByHand",
    "DealByShoe",
    "EnterHand",
    "Fold",
    "FoldRest",
    "KeyCard",
    "NextRound",
    "OpenHands",
    "OpenSettlement",
    "PayAntes",
    "ReopenDecision",
    "SettleSeat",
    "Undo",
]


@dataclass(frozen=True, slots=True)
class CallStreet(Intent):
    """Announce the next street: who has not bet checks."""


@dataclass(frozen=True, slots=True)
class BetPlay(Intent):
    """Put `multiple` times the Ante on Play."""

    seat: int
    multiple: int


@dataclass(frozen=True, slots=True)
class BetOn(Intent):
    """Put down the bet of this spot, where each bet has its own; the Ante says how much it is."""

    seat: int
    spot: Spot


@dataclass(frozen=True, slots=True)
class Check(Intent):
    """Answer the decision clock without a bet."""

    seat: int


@dataclass(frozen=True, slots=True)
class Fold(Intent):
    """Give the hand up."""

    seat: int


@dataclass(frozen=True, slots=True)
class BetRest(Intent):
    """Every seat without a decision makes the street's only bet."""


@dataclass(frozen=True, slots=True)
class CheckRest(Intent):
    """Every seat without an answer to the decision clock checks."""


@dataclass(frozen=True, slots=True)
class FoldRest(Intent):
    """Every seat without a decision folds."""


@dataclass(frozen=True, slots=True)
class OpenHands(Intent):
    """Showdown: the dealer turns his cards, then the hands still alive."""


@dataclass(frozen=True, slots=True)
class PayAntes(Intent):
    """The bank is not qualified: the Ante of everyone still in is paid, before any hand is opened."""


@dataclass(frozen=True, slots=True)
class OpenSettlement(Intent):
    """Begin to settle, from seat 7 to seat 1."""


@dataclass(frozen=True, slots=True)
class SettleSeat(Intent):
    """The seat in turn is taken or paid."""

    seat: int


@dataclass(frozen=True, slots=True)
class ContestSeat(Intent):
    """Park the seat in turn, to come back to it last."""

    seat: int


@dataclass(frozen=True, slots=True)
class NextRound(Intent):
    """Open the next round."""


@dataclass(frozen=True, slots=True)
class Undo(Intent):
    """Take back the last act of this phase."""


@dataclass(frozen=True, slots=True)
class ReopenDecision(Intent):
    """Take back what this seat decided on this street, whatever others have decided since."""

    seat: int


@dataclass(frozen=True, slots=True)
class KeyCard(Intent):
    """Say which card lies at a place the shoe could not read; said twice, it stands."""

    place: Place
    card: Card


@dataclass(frozen=True, slots=True)
class DealByHand(Intent):
    """The shoe is mute: deal by hand and key the cards; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class DealByShoe(Intent):
    """The shoe is back and its count agrees: deal from it again; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class ConfirmDealt(Intent):
    """The hands have been dealt by hand."""


@dataclass(frozen=True, slots=True)
class EnterHand(Intent):
    """Say how a hand dealt by hand stands against the dealer's, and what it is.

    `outcome` is `none` for a hand that is not compared: folded, or beside a bank that leaves all.
    """

    seat: int
    outcome: Outcome
    hand_class: HandClass
