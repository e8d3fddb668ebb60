"""The supervised payment of the two best hands, as far as it has come (art. 55-20, 2°; rules, section 3)."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.cards import Card
from controller.game.felt import Place
from controller.game.inputs import ClaimDoubt, PaymentMode, SeatRuling


@dataclass(frozen=True, slots=True)
class Payment:
    """How one seat will be paid: references of papers, never a name."""

    seat: int
    cents: int
    mode: PaymentMode
    slip: str
    identity: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """A card of a seat is not the one that was dealt: no bet of it moves before two persons have ruled.

    `proposed` is the ruling of the member of the comité `by`; `ruling` is in force. `jp1_back`: it took the
    seat's JP1 stake out of the book, and the chip goes back with the other stakes.
    """

    proposed: SeatRuling | None = None
    by: str = ""
    ruling: SeatRuling | None = None
    jp1_back: bool = False


@dataclass(frozen=True, slots=True)
class Slip:
    """The slip of a payment that was released by these two; `signed_by` is the cashier, empty until then.

    `dealer` dealt its round, where he is known: another may deal by the time that it is signed.

    `awaited_cents` is the value of the claim in it while the book has not said the seat's share of it, else
    0: tables that share a win each pay a part.
    """

    round: int
    payment: Payment
    released_by: tuple[str, str]
    awaited_cents: int = 0
    signed_by: str = ""
    dealer: str = ""


@dataclass(frozen=True, slots=True)
class StepTaken:
    """What one person did of the procedure, and when; `proven_ms` is when he had entered his PIN, or 0.

    `at_pit`: his card was read at the pit's reader.
    """

    step: str
    person: str
    at_ms: int
    role: str = ""
    proven_ms: int = 0
    at_pit: bool = False


@dataclass(frozen=True, slots=True)
class Identified:
    """Who has shown badge and PIN at the table since this procedure began, and when."""

    person: str
    role: str
    proven_ms: int


@dataclass(frozen=True, slots=True)
class Verification:
    """What is proved, and by whom.

    `seats` hold the hand; `claimed` says that a value is frozen for a jackpot in the book, `claim_aside` that
    the book refused the claim for good: its value stands here, and two persons decide on it. `called_ms` is
    when the comité was called for it, 0 before: an older call is not the royal's; `calls` counts its repeats.
    `same` are the places whose card was found as the shoe recorded it, `others` those where another card was
    found, with that card and who found it. `read_by` have read the amounts. A refusal is proposed by one and
    confirmed by another, and so is the release; `doubted_seat` is whose stake is in doubt where several
    claim, and `stakes_refused` whose did not hold. `taken` are the steps in the order of their taking,
    `identified` who need not enter his PIN again for the later ones.
    """

    kind: str
    seats: tuple[int, ...]
    since_ms: int
    claimed: bool
    claim_aside: bool = False
    generation: int = 0
    value_cents: int = 0
    called_ms: int = 0
    calls: int = 0
    same: frozenset[Place] = frozenset()
    others: tuple[tuple[Place, Card, str], ...] = ()
    confirmed_by: str = ""
    confirmed_ms: int = 0
    video_awaited_by: str = ""
    video_by: str = ""
    video_ms: int = 0
    camera: str = ""
    conform: bool = False
    kept: bool = False
    read_by: tuple[str, ...] = ()
    payments: tuple[Payment, ...] = ()
    armed_by: str = ""
    released: bool = False
    doubt: ClaimDoubt | None = None
    doubted_by: str = ""
    doubted_seat: int = 0
    stakes_refused: tuple[int, ...] = ()
    refused: str = ""
    taken: tuple[StepTaken, ...] = ()
    identified: tuple[Identified, ...] = ()

    @property
    def over(self) -> bool:
        """The payment is allowed or refused."""
        return self.released or bool(self.refused)

    @property
    def amounts_read(self) -> bool:
        """Two persons have read the amounts."""
        return len(self.read_by) == 2

    def payment(self, seat: int) -> Payment | None:
        """How this seat will be paid, once that is said."""
        return next((one for one in self.payments if one.seat == seat), None)
