"""The small parts of a table's state: what is not the felt itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from controller.game.events.stakes import SeatStakes
from controller.game.felt import Spot
from controller.game.incidents.causes import HoldCause
from controller.game.inputs import Health, Incident, LinkedClaim, LinkedWin, Role, ShufflerMode


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something that needs a person, until its cause is gone.

    `since_ms` is when its cause came, the last time; `pit_ms` when the pit was called, nobody having seen it.
    """

    number: int
    code: str
    priority: int
    seat: int
    detail: str
    at_ms: int
    since_ms: int
    seen_ms: int = 0
    silent_ms: int = 0
    pit_ms: int = 0
    over: bool = False
    seen_by: str = ""
    reason: str = ""
    seen_on: str = ""


@dataclass(frozen=True, slots=True)
class Aside:
    """The JP1 chips of a press that the book had not answered, sealed until it has (LK-02).

    `answer` is empty while the question is open, then `added` or `not_added`; the stakes of `refunded` seats
    are out of the book again.
    """

    round: int
    attempt: int
    seats: tuple[int, ...]
    stake_cents: int
    person: str
    since_ms: int
    answer: str = ""
    refunded: tuple[int, ...] = ()

    @property
    def answered(self) -> bool:
        """The chips are their players' again: the book never had the stakes, or has given each back."""
        return self.answer == "not_added" or (
            self.answer == "added" and set(self.refunded) == set(self.seats)
        )


@dataclass(frozen=True, slots=True)
class Hold:
    """Why nothing moves; `detail` is the code of the book's refusal, `person` who proposes the correction.

    `fallen`: he was revoked since, and nobody approves it any more.
    """

    cause: HoldCause
    seat: int
    detail: str
    person: str
    since_ms: int
    fallen: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """The report of an incident, and who has signed it; `answered`: a chef has, who did not deal then."""

    number: int
    kind: Incident
    seat: int
    at_ms: int
    reporter: str
    dealer: str = ""
    signed: tuple[tuple[str, Role], ...] = ()
    answered: bool = False


@dataclass(frozen=True, slots=True)
class Incidents:
    """The reports since the opening. `told` is the last number given, `stop` that of JP1's present stop."""

    told: int = 0
    stop: int = 0
    reports: tuple[Report, ...] = ()


class Charge(StrEnum):
    """Whether a chef has this table in his charge (RP-13)."""

    UNKNOWN = "unknown"
    TAKEN = "taken"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Badge:
    """Who has a badge in the reader. `proven`: he has shown his PIN, or the card itself has checked it.
    `known`: that was for the procedure under way, longer ago than a PIN counts for anything else.

    `shown` is the entry that showed the card, so that a PIN entered before it was taken out proves nothing
    after. `tries_left` is -1 until a PIN was refused; `elsewhere` are the tables that a chef refused here
    has in his charge. `remote`: it was read at the pit and counts for one act.
    """

    person: str
    role: Role
    proven: bool = False
    proven_ms: int = 0
    known: bool = False
    shown: int = 0
    tries_left: int = -1
    locked_until_ms: int = 0
    charge: Charge = Charge.UNKNOWN
    elsewhere: tuple[str, ...] = ()
    remote: bool = False


@dataclass(frozen=True, slots=True)
class PitCard:
    """The card in the pit's reader, since when, and what it has signed; that is empty while it acts."""

    badge: Badge
    since_ms: int
    purpose: str


@dataclass(frozen=True, slots=True)
class DealerThere:
    """Who deals, and since when. A revoked dealer ends the round and goes."""

    person: str
    since_ms: int
    revoked: bool = False


STREET: Final = "street"
"""The undo step of a street that was called."""
DECISIONS: Final = frozenset({"play", "check", "fold"})
"""The undo steps that are decisions of a seat."""


@dataclass(frozen=True, slots=True)
class UndoStep:
    """What the next undo takes back; seat 0 for the call of a street, or for several seats at once.

    `stood` are the seat's stakes before it, None for none; `hollow` is what stood unconfirmed at the seats
    that it concerns.
    """

    act: str
    seat: int
    stood: SeatStakes | None = None
    doubled: bool = False
    hollow: tuple[SeatStakes, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacedBet:
    """A bet made after the deal."""

    spot: Spot
    cents: int


@dataclass(frozen=True, slots=True)
class CardReport:
    """In which frame of the shoe a card was told, 0 when it numbers none, and when that was written."""

    frame: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the round as the ribbon shows it, and when it began."""

    name: str
    since_ms: int


@dataclass(frozen=True)
class Jackpot:
    """The progressive jackpot as the book last said, and whether its stakes are taken here.

    `claims` are those of all tables, neither paid nor refused; `won` is the share that was paid last.
    """

    open: bool = False
    closed_code: str = "not_read"
    generation: int = 0
    meter_cents: int = 0
    book_seq: int = 0
    confirmed_ms: int = 0
    claims: tuple[LinkedClaim, ...] = ()
    won: LinkedWin | None = None


@dataclass(frozen=True, slots=True)
class RoundSummary:
    """A closed round, as the last rounds list it."""

    number: int
    attempt: int
    opened_ms: int
    closed_ms: int
    players: int
    jp1_seats: tuple[int, ...]
    bank_cents: int
    qualified: bool
    dealer_rank: int
    paid_cents: int
    voided: Incident | None = None
    dealer: str = ""
    by_hand: bool = False
    jp1_manual: tuple[int, ...] = ()
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Void:
    """A void of the deal: armed by this person for this reason, then confirmed at `at_ms` by that one.

    `jp1_carried` are the seats whose JP1 stake plays in the next deal of the round.
    """

    reason: Incident
    armed_by: str
    armed_ms: int
    confirmed: bool = False
    confirmed_by: str = ""
    at_ms: int = 0
    jp1_carried: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RecentAct:
    """One of the last things the dealer did, for the recovery screen."""

    at_ms: int
    code: str
    seat: int = 0
    value: int = 0


PROVEN: Final = 3


@dataclass(frozen=True, slots=True)
class Sensor:
    """How far the sensor of a JP1 spot is believed (BC-11, BC-12).

    `proof` counts what was seen of free, covered, free again: 1, 2, 3; 0 while the spot has to be free first.
    `doubt` says why the sensor is not believed; `manual`, that a chef lets its lamp be lit by hand.
    """

    proof: int = 1
    proven: bool = False
    doubt: str = ""
    manual: bool = False


@dataclass(frozen=True, slots=True)
class HandLamps:
    """All JP1 lamps are lit by hand: who allowed it, and what was registered since he countersigned.

    `dealers` lit them in the rounds since then, also who was relieved.
    """

    chef: str
    since_ms: int
    rounds: int = 0
    stakes: int = 0
    dealers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MachineState:
    """How a machine does, and since when."""

    health: Health = Health.ABSENT
    detail: str = ""
    since_ms: int = 0


@dataclass(frozen=True, slots=True)
class Shuffler:
    """The shuffler's own state as last reported."""

    mode: ShufflerMode = ShufflerMode.SHUFFLE
    deck_in: str = ""
    deck_out: str = ""
    count: int = 0
    shuffled: bool = False
    lid_open: bool = False
    cut_card: bool = True
    recovery: str = ""

    @property
    def verified(self) -> bool:
        """A whole deck, shuffled and counted, lies in the tray."""
        return bool(self.deck_out) and self.shuffled and self.count == DECK_CARDS and not self.recovery


@dataclass(frozen=True)
class Decks:
    """Which deck is dealt and which is not (CS-03, CS-04, CS-06).

    `in_shoe` is the colour that left the tray last or was declared, `fresh` until its first card is dealt;
    `dealt` the colour of the last deal. `blocked` is why the shuffler's deck may not be dealt, `taken_out`
    whether it has left the tray since. `shown_empty`: nothing went into the shuffler since it was shown.
    """

    in_shoe: str = ""
    fresh: bool = False
    dealt: str = ""
    blocked: str = ""
    blocked_count: int = 0
    taken_out: bool = False
    empty_asked: str = ""
    shown_empty: bool = False


DECK_CARDS: Final = 52
"""Every deal begins with a whole deck (art. 55-20)."""

UNTOLD: Final = Shuffler()
UNREAD: Final = Jackpot()
NO_INCIDENTS: Final = Incidents()
NO_DECKS: Final = Decks()
