"""The jackpot's meter in the hands of people: corrections, stops, readings of the whole book.

Amounts are whole cents (`_cents`) or micro-cents (`_micro`). What two persons may do with the meter is in
`meter.acts`; here are the parts that events and state are made of.

Source: PM-06, PM-08 to PM-11, PM-14, PM-15, AC-07, AC-08, RC-04; art. 56-3-1 and 56-3-2 by analogy.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from controller.game.side_bets import IF_ANY

NOTICE_H: Final = 48
"""How long before it a stop is announced, where the house has not said otherwise (art. 68-22-2)."""


class MeterAct(StrEnum):
    """What one person proposes and another approves."""

    CORRECTION = "correction"
    STOP = "stop"
    REOPENING = "reopening"


class CorrectionReason(StrEnum):
    """Why the meter is moved: a malfunction or a wrong reading, a start amount recovered, or the increment of
    a stopped jackpot that goes where its stop said (PM-08 ii and iv)."""

    MALFUNCTION = "malfunction"
    READING = "reading"
    SEED = "seed"
    TRANSFER = "transfer"
    ORPHANS = "orphans"


class StopFate(StrEnum):
    """What becomes of the increment of a stopped jackpot (PM-14)."""

    TRANSFER = "transfer"
    ORPHANS = "orphans"


class StopCause(StrEnum):
    """Which failure stops JP1 against everybody's will (PM-15)."""

    DISPLAY = "display"
    SENSORS = "sensors"
    PROGRAM = "program"
    NETWORK = "network"


MOVES: Final = frozenset({CorrectionReason.SEED, CorrectionReason.TRANSFER, CorrectionReason.ORPHANS})
"""Reasons that move money of the jackpot elsewhere; the others mend its meter."""
BY_ITSELF: Final = frozenset({"", "not_read", "link_lost", "no_display"})
"""Reasons for a closed JP1 that end by themselves. Any other waits for two persons."""
STOPPED: Final = "stopped"
INTERRUPTED: Final = "interrupted"
RESIDUAL: Final = "residual"
NO_ANSWER: Final = "no answer"
"""Why a book was not read that said nothing."""
CHIPS: Final = "chips_differ"
CONFLICT: Final = "conflict"
"""The book has another act under this number."""


@dataclass(frozen=True, slots=True)
class PaidJackpot:
    """One of the last jackpots that were paid (PM-06)."""

    generation: int
    table: str
    round: int
    seat: int
    cents: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class BookFigures:
    """The whole book as it was read: its continuous meters, and what it lacks to add up (PM-06, AC-08).

    seed + contributed - awarded + corrected = meter + frozen, to the micro-cent; `residual_micro` is 0 then.
    `stakes_count` is the in-meter; `wins_count` and `wins_cents` move only when a win was validated.
    """

    book_seq: int
    generation: int
    meter_micro: int
    frozen_micro: int
    reserve_micro: int
    overflow_micro: int
    seed_micro: int
    contributed_micro: int
    awarded_micro: int
    corrected_micro: int
    house_micro: int
    stakes_micro: int
    stakes_count: int
    wins_count: int
    wins_cents: int
    residual_micro: int
    stop: str = ""
    wins: tuple[PaidJackpot, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """What journals and book tell of the table's last act (RC-04): both stored, and not the same.

    `told` and `found` name the act; the meters are those after it, -1 where nobody knows. The last fields are
    the book's last entry of this table: what two persons accept as the place to go on from, `found_seq` 0
    where the book has none.

    `heard_seq` is the highest entry that the table had heard of, its own or of others, and `heard_cents` the
    meter with it, where the book lacks it or tells otherwise; such a book ends at `ends_seq`. Else 0 and -1.

    `lost` are the acts of this table that the book had acknowledged and lacks: of `lost_count` as many as an
    entry has room for.
    """

    told: str
    told_seq: int
    told_cents: int
    found: str
    found_seq: int
    found_cents: int
    journal_id: str = ""
    round: int = 0
    attempt: int = 0
    kind: str = ""
    seat: int = 0
    heard_seq: int = 0
    heard_cents: int = -1
    ends_seq: int = 0
    ends_cents: int = -1
    lost: tuple[AsideAct, ...] = ()
    lost_count: int = 0


@dataclass(frozen=True, slots=True)
class DataGap:
    """The table's data are not those that it wrote last, by its mark outside them (rules, 7, point 10).

    `code` is `data_short`, they end before the mark; `data_other`, another entry stands there; `mark_missing`
    or `mark_damaged`, journals without one. The mark is at `entry` of `session` and had heard `book_seq` of
    the jackpot's book; the data ended at `found_entry` of `found_session`. 0 where nobody knows.
    """

    code: str
    session: int = 0
    entry: int = 0
    found_session: int = 0
    found_entry: int = 0
    book_seq: int = 0


@dataclass(frozen=True, slots=True)
class EndedRound:
    """A round of this table that was over and that its book still had open, ended there by entry `book_seq`.

    Only its own journal's id tells it from another of the same number.
    """

    journal_id: str
    round: int
    attempt: int
    book_seq: int


class Elsewhere(StrEnum):
    """How a linked meter moved by no act of this table alone.

    FIRST_READ: where it stood when it was read at last, in a session that opened without having heard of it.
    SAME_CYCLE: what the others put to it and took of it. NEW_CYCLE: a jackpot was won elsewhere, and what was
    put to the meter before and since is in the same move. UNDIVIDED: by an act of this table and the others
    together, where the book's answer does not say how much was whose.
    """

    FIRST_READ = "first_read"
    SAME_CYCLE = "same_cycle"
    NEW_CYCLE = "new_cycle"
    UNDIVIDED = "undivided"


@dataclass(frozen=True, slots=True)
class MovedElsewhere:
    """What a linked meter moved so in one session, one line a kind."""

    kind: Elsewhere
    cents: int


@dataclass(frozen=True)
class SessionFigures:
    """The jackpot in one session of this table, since it opened (AC-07, AC-08).

    start + contributed + awarded + refunded + corrected + others + elsewhere + accepted + unexplained = the
    meter, where only a table alone has something unexplained, and only a linked one something elsewhere.
    `awarded_cents` is below zero by what this table's wins took, their new cycles included; `refunded_cents`
    is below zero too. `others_cents` is what the linked tables had moved when the book answered an act of
    this one, `elsewhere` what they moved in between, and what cannot be told apart; a journal has it only
    with something in it. `accepted_cents` moved without an act of this table, as two persons accepted.
    `prizes_cents` are the fixed prizes, whoever pays them. `chips` were counted, -1 before; `chips_before`
    were given back in the session before, whose refund was left owed to this one. `acts_aside` are what the
    book refused for good: among them stakes that their players have back, and prizes that they were paid.
    """

    start_cents: int = 0
    stakes: int = 0
    stakes_cents: int = 0
    refunds: int = 0
    prizes_cents: int = 0
    wins: int = 0
    wins_cents: int = 0
    contributed_cents: int = 0
    awarded_cents: int = 0
    refunded_cents: int = 0
    corrected_cents: int = 0
    accepted_cents: int = 0
    chips: int = -1
    chips_before: int = 0
    acts_aside: int = 0
    refunds_aside: int = 0
    prizes_aside_cents: int = 0
    others_cents: int = 0
    elsewhere: tuple[MovedElsewhere, ...] = field(default=(), metadata={IF_ANY: True})

    @property
    def moved_cents(self) -> int:
        """What this table's acts, those of others between them, and what was accepted made of the meter."""
        return (
            self.contributed_cents
            + self.awarded_cents
            + self.refunded_cents
            + self.corrected_cents
            + self.accepted_cents
            + self.others_cents
            + sum(one.cents for one in self.elsewhere)
        )

    @property
    def chips_due(self) -> int:
        """How many JP1 chips were collected and not given back by an act of the book."""
        return self.stakes - self.refunds - self.refunds_aside + self.chips_before


@dataclass(frozen=True, slots=True)
class OwedAct:
    """An act of money that the book has not answered when a table closes; it may be there or not.

    `kind` is `contribution`, `refund`, `award`, `finish`, `correction`, `stop` or `reopening`; of the last
    three `attempt` is their number and `round` 0. `seat` is 0 where the act is of no one seat.
    """

    kind: str
    round: int
    attempt: int
    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class AsideAct:
    """An act of money that the book refused for good, has forgotten or answered otherwise, by its name.

    `kind` is one of `OwedAct`, `claim` or `refusal` (of a claim); `code` is the book's reason. `cents` is
    what this table answers for: the stakes, the prize, the value of the claim.
    """

    kind: str
    round: int
    attempt: int
    seat: int
    cents: int
    code: str


@dataclass(frozen=True, slots=True)
class Causes:
    """What kept JP1 closed when somebody looked: its code, and each thing that nobody has explained.

    `residual_micro` is the book's own, `unexplained_cents` what the display of a table alone moved by no act
    of it; `chips` are JP1 chips too many, or below zero too few; `gap` is what the table's mark tells.
    """

    code: str = ""
    residual_micro: int = 0
    unexplained_cents: int = 0
    chips: int = 0
    gap: DataGap | None = None


NO_CAUSES: Final = Causes()


@dataclass(frozen=True, slots=True)
class Proposal:
    """What one person proposes and another has still to approve (PM-11).

    `generation` is that of the meter that was to be moved, and `seen` what kept JP1 closed then.
    """

    act: MeterAct
    person: str
    cents: int
    reason: CorrectionReason | None
    fate: StopFate | None
    before_cents: int
    at_ms: int
    generation: int = 0
    seen: Causes = NO_CAUSES


@dataclass(frozen=True, slots=True)
class Stop:
    """JP1 is stopped: on purpose, for all tables of the jackpot, or by a failure, at this one."""

    voluntary: bool
    cause: str
    fate: str
    persons: tuple[str, ...]
    increment_cents: int
    since_ms: int


@dataclass(frozen=True, slots=True)
class MeterChange:
    """A correction as accounting reads it (PM-11)."""

    number: int
    persons: tuple[str, str]
    reason: CorrectionReason
    before_cents: int
    after_cents: int
    at_ms: int


@dataclass(frozen=True)
class Upkeep:
    """All that people do with the jackpot, and what its book last told in whole.

    `acts` numbers what persons ask of the book in this journal. `read_ms` is when `figures` were read,
    `reconciled` whether that was since the closing sheet began, and since something was last accepted.
    `certified` is who certified the history.
    `aside` are the acts that the book will never do, until two persons accept them by name;
    `accepted_round` is the round in which they did so: what else of it the book refuses is accepted with it.
    `gap` is what the table's own mark tells of its data, until they accept that too. `approved` is the
    difference that the last two who had JP1 taken up again had seen, and `seen` what else kept it closed
    then: more may be found before the answer.
    `miscounted` is the first count of the session's JP1 chips where it differs and nobody counted again,
    else -1; `chips_back` are those that went back with a prize in its rounds that are over.
    """

    acts: int = 0
    proposal: Proposal | None = None
    stop: Stop | None = None
    difference: Difference | None = None
    figures: BookFigures | None = None
    read_ms: int = 0
    reconciled: bool = False
    miscounted: int = -1
    chips_back: int = 0
    certified: str = ""
    changes: tuple[MeterChange, ...] = ()
    session: SessionFigures = SessionFigures()
    aside: tuple[AsideAct, ...] = ()
    accepted_round: int = 0
    gap: DataGap | None = None
    approved: Difference | None = None
    seen: Causes = NO_CAUSES


NO_UPKEEP: Final = Upkeep()
CHANGES_KEPT: Final = 5
