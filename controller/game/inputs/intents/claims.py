"""The two best hands of JP1, step by step."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.cards import Card
from controller.game.choices import ClaimDoubt, PaymentMode, SeatRuling
from controller.game.felt import Place
from controller.game.inputs.intents.intent import Intent

__all__ = [
    "ArmRelease",
    "ConfirmCard",
    "ConfirmHand",
    "ConfirmPayment",
    "ConfirmRuling",
    "PreparePayment",
    "ProposeRefusal",
    "ProposeRuling",
    "ReadAmount",
    "RefuseAward",
    "ReleaseAward",
    "ReportCard",
    "ReviewVideo",
    "SignSlip",
    "WaitForVideo",
    "WithdrawReport",
]


@dataclass(frozen=True, slots=True)
class ConfirmCard(Intent):
    """The card on the felt at this place is the one that the shoe recorded there."""

    place: Place


@dataclass(frozen=True, slots=True)
class ReportCard(Intent):
    """Another card than the shoe recorded lies at this place."""

    place: Place
    card: Card


@dataclass(frozen=True, slots=True)
class WithdrawReport(Intent):
    """A second person has looked: the card at this place is the recorded one after all."""

    place: Place


@dataclass(frozen=True, slots=True)
class ConfirmHand(Intent):
    """The member of the comité has identified the combination on the felt, card by card."""


@dataclass(frozen=True, slots=True)
class ReviewVideo(Intent):
    """A second person has viewed the images of `camera`; `kept` says that they are asked to be preserved."""

    conform: bool
    camera: str
    kept: bool = False


@dataclass(frozen=True, slots=True)
class WaitForVideo(Intent):
    """The images are not there yet; the review goes on later."""


@dataclass(frozen=True, slots=True)
class ReadAmount(Intent):
    """The person with the badge has read the amounts, in figures and in words."""


@dataclass(frozen=True, slots=True)
class PreparePayment(Intent):
    """How a seat is paid: the reference of the slip, and of the identity check where one is due (JW-16)."""

    seat: int
    mode: PaymentMode
    slip: str
    identity: str = ""


@dataclass(frozen=True, slots=True)
class SignSlip(Intent):
    """Sign the slip of this seat's jackpot payment; a cashier's badge is in the reader (JW-15, RO-05)."""

    round: int
    seat: int


@dataclass(frozen=True, slots=True)
class ArmRelease(Intent):
    """The member of the comité is ready to release; a second person confirms."""


@dataclass(frozen=True, slots=True)
class ReleaseAward(Intent):
    """A second person allows the payment of the two best hands and of their consolation."""


@dataclass(frozen=True, slots=True)
class ProposeRefusal(Intent):
    """The member of the comité doubts the claim.

    `of_seat` is whose JP1 stake is in doubt where several claim by one royal, 0 otherwise.
    """

    reason: ClaimDoubt
    of_seat: int = 0


@dataclass(frozen=True, slots=True)
class RefuseAward(Intent):
    """A second person refuses the claim for the reason proposed; the frozen amount goes back to the meter.

    Where the record is wrong, `cards` are the true cards that he confirms, as `true_cards.keyed` writes
    them: other cards than were keyed before him are refused. `of_seat` as of the proposal.
    """

    reason: ClaimDoubt
    cards: str = ""
    of_seat: int = 0


@dataclass(frozen=True, slots=True)
class ProposeRuling(Intent):
    """The member of the comité says what becomes of a seat whose cards were exchanged."""

    seat: int
    ruling: SeatRuling


@dataclass(frozen=True, slots=True)
class ConfirmRuling(Intent):
    """A second person decides the same of that seat."""

    seat: int
    ruling: SeatRuling


@dataclass(frozen=True, slots=True)
class ConfirmPayment(Intent):
    """A chef confirms what the table pays the seat in turn, which is above the dealer's limit (JW-21)."""

    seat: int
