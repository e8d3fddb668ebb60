"""The two best hands of JP1, from the claim to the slip."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.cards import Card
from controller.game.events.event import Event
from controller.game.felt import Place
from controller.game.inputs import ClaimDoubt, PaymentMode, SeatRuling
from controller.game.jackpot.answers import BookedClaim, WithdrawnClaim

__all__ = [
    "AmountRead",
    "AwardRefused",
    "AwardReleased",
    "CardReportWithdrawn",
    "ClaimAsked",
    "ClaimRecorded",
    "ClaimWithdrawn",
    "ComiteCalledAgain",
    "CorrectedCard",
    "HandCardConfirmed",
    "HandCardDiffers",
    "HandConfirmed",
    "PaymentConfirmed",
    "PaymentPrepared",
    "RecordCorrected",
    "RefusalProposed",
    "ReleaseArmed",
    "RulingProposed",
    "SeatRuled",
    "SlipSigned",
    "StakeRefused",
    "VideoAwaited",
    "VideoReviewed",
]


@dataclass(frozen=True, slots=True)
class ClaimAsked(Event):
    """A seat holds a royal of its own with JP1: the book is to freeze the value."""

    round: int
    attempt: int
    seat: int


@dataclass(frozen=True, slots=True)
class ClaimRecorded(BookedClaim, Event):
    """The value is frozen for ever and the next generation is open."""


@dataclass(frozen=True, slots=True)
class ComiteCalledAgain(Event):
    """Nobody has seen the call of the comité in time; it sounds again, and a second person is called."""

    times: int


@dataclass(frozen=True, slots=True)
class HandCardConfirmed(Event):
    """The card on the felt at this place is the recorded one."""

    person: str
    place: Place


@dataclass(frozen=True, slots=True)
class HandCardDiffers(Event):
    """Another card than the recorded one was found at this place: nothing is paid (JW-08).

    `presented` lies face up before the person who names it, whatever the record says of that card.
    """

    person: str
    place: Place
    presented: Card


@dataclass(frozen=True, slots=True)
class CardReportWithdrawn(Event):
    """A second person found the recorded card at this place."""

    person: str
    place: Place


@dataclass(frozen=True, slots=True)
class HandConfirmed(Event):
    """A member of the comité identified the combination."""

    person: str


@dataclass(frozen=True, slots=True)
class VideoAwaited(Event):
    """The images could not be viewed yet."""

    person: str


@dataclass(frozen=True, slots=True)
class VideoReviewed(Event):
    """A second person viewed the images of `camera` between these instants; `kept`: they are preserved."""

    person: str
    conform: bool
    camera: str
    from_ms: int = 0
    to_ms: int = 0
    kept: bool = False


@dataclass(frozen=True, slots=True)
class AmountRead(Event):
    """This person read the amounts."""

    person: str


@dataclass(frozen=True, slots=True)
class PaymentPrepared(Event):
    """How the seat will be paid. `slip` and `identity` are references; no name is kept (SE-15)."""

    person: str
    seat: int
    cents: int
    mode: PaymentMode
    slip: str
    identity: str


@dataclass(frozen=True, slots=True)
class ReleaseArmed(Event):
    """A member of the comité is ready to release the payment."""

    person: str


@dataclass(frozen=True, slots=True)
class AwardReleased(Event):
    """The payment is allowed: who armed the release, and who confirmed it."""

    persons: tuple[str, str]


@dataclass(frozen=True, slots=True)
class SlipSigned(Event):
    """A cashier signed the slip of a payment that two others had released (JW-15, RO-05)."""

    round: int
    seat: int
    cents: int
    slip: str
    person: str


@dataclass(frozen=True, slots=True)
class RefusalProposed(Event):
    """A member of the comité doubts the claim; `seat` is whose stake, where several claim, else 0."""

    person: str
    reason: ClaimDoubt
    seat: int = 0


@dataclass(frozen=True, slots=True)
class StakeRefused(Event):
    """The JP1 stake of one of several claimants does not hold: his prize is lost, the others' is not."""

    round: int
    attempt: int
    persons: tuple[str, str]
    seat: int


@dataclass(frozen=True, slots=True)
class AwardRefused(Event):
    """The claim is refused. `claimed`: a value was frozen, and goes back to the meter.

    `seat` names whose claim where an earlier one of the same deal was refused, else 0.
    """

    round: int
    attempt: int
    persons: tuple[str, str]
    reason: ClaimDoubt
    claimed: bool
    seat: int = 0


@dataclass(frozen=True, slots=True)
class CorrectedCard:
    """The card that lay at a place, and the one that the record had there; both face up."""

    place: Place
    recorded: Card
    card: Card


@dataclass(frozen=True, slots=True)
class RecordCorrected(Event):
    """The record of these cards was wrong: two persons keyed the true ones, and the round goes by them."""

    round: int
    attempt: int
    persons: tuple[str, str]
    cards: tuple[CorrectedCard, ...]


@dataclass(frozen=True, slots=True)
class RulingProposed(Event):
    """A member of the comité says what becomes of a seat whose cards were exchanged."""

    person: str
    seat: int
    ruling: SeatRuling


@dataclass(frozen=True, slots=True)
class SeatRuled(Event):
    """Two persons have decided what becomes of a seat whose cards were exchanged (rules, section 3)."""

    round: int
    attempt: int
    seat: int
    persons: tuple[str, str]
    ruling: SeatRuling


@dataclass(frozen=True, slots=True)
class PaymentConfirmed(Event):
    """A chef confirmed these cents that the table pays a seat, above the dealer's limit (JW-21)."""

    person: str
    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class ClaimWithdrawn(WithdrawnClaim, Event):
    """The book has given the frozen value back to the meter."""
