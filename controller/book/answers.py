"""The key of an act, the answers of the book, and the book as it stands.

Amounts are whole cents (`_cents`) or micro-cents (`_micro`, a millionth of a cent). Seats are 1 to 7.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from controller.game.money import MICRO

SEATS: Final = 7
LAST_WINS: Final = 25
JACKPOT: Final = "jackpot"
FIXED_PRIZES: Final = ("full_house", "quads", "straight_flush", "community_royal", "consolation")


@dataclass(frozen=True, slots=True)
class Key:
    """What makes an act this one and no other.

    `journal_id` is the hash of the journal's first row, new after any restore; `round` and `attempt` are
    the table's; `kind` tells apart the acts of one attempt (an `ActKind` value, or a finer word of the
    caller's); `seat` is for the acts of one seat. An act of no round has round 0.
    """

    table: str
    journal_id: str
    round: int
    attempt: int
    kind: str
    seat: int | None = None

    def __post_init__(self) -> None:
        for name, text, limit in (
            ("table", self.table, 64),
            ("journal_id", self.journal_id, 128),
            ("kind", self.kind, 32),
        ):
            if not text or len(text) > limit:
                raise ValueError(f"key {name} {text[:limit]!r} is empty or longer than {limit} characters")
        if not (0 <= self.round < 1 << 53 and 0 <= self.attempt < 1 << 31):
            raise ValueError(f"key round {self.round}, attempt {self.attempt} are out of range")
        if self.seat is not None and not 1 <= self.seat <= SEATS:
            raise ValueError(f"key seat {self.seat} is not 1 to {SEATS}")

    def __str__(self) -> str:
        seat = f" seat {self.seat}" if self.seat else ""
        return f"{self.kind} {self.table} {self.journal_id[:12]} round {self.round}/{self.attempt}{seat}"


@dataclass(frozen=True, slots=True)
class Award:
    """One prize of one seat. In a request a jackpot's `cents` are 0: the share is the book's to say."""

    kind: str
    seat: int
    cents: int


# --- answers -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was changed, and the same key will be refused for ever. `code` is for programs."""

    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """The key already stands for another request: nothing was changed; raise the alarm, close JP1."""

    key: Key
    first_act: str
    first_digest: str
    digest: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """The jackpot cannot be paid yet; ask again later under the same key.

    `rounds` are those of its generation that may still claim, `claims` those not yet released or refused:
    pairs of table and round number.
    """

    generation: int
    rounds: tuple[tuple[str, int], ...]
    claims: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Contributed:
    """The stakes are in the book. `generation` is the one this round plays for.

    `meter_generation` is the one whose meter took the money: the same, unless the round's own was frozen
    before a seat joined its re-deal. `contributed_micro` is what the meter gained, `stakes_cents` gross.
    """

    generation: int
    meter_generation: int
    book_seq: int
    meter_before_cents: int
    meter_cents: int
    contributed_micro: int
    stakes_cents: int

    @property
    def contributed_cents(self) -> int:
        """What the meter gained, rounded down to the cent."""
        return self.contributed_micro // MICRO


@dataclass(frozen=True, slots=True)
class Finished:
    """The round is over (or closed on its record): it can claim no more."""

    generation: int
    book_seq: int
    meter_cents: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """`value_cents` is frozen for ever for the claims of `generation`; `next_generation` is open.

    `order` counts the claims of the generation in the order of the book (LK-05), from 1.
    """

    generation: int
    order: int
    value_cents: int
    next_generation: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class Awarded:
    """The prizes are posted, `cents` in all; `awards` repeats them with the jackpot's share filled in."""

    awards: tuple[Award, ...]
    cents: int
    from_meter_cents: int
    from_house_cents: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class ClaimRefused:
    """The claim is void. `restored_cents` is what came back to the meter of `generation`: 0 while other
    claims of the same value stand."""

    generation: int
    restored_cents: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class Refunded:
    """The seat's stake went back, out of the accounts that had it."""

    seat: int
    cents: int
    contribution_seq: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """The account was moved by `micro`; `before_micro` and `after_micro` are for the notice (PM-11)."""

    account: str
    micro: int
    before_micro: int
    after_micro: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """The jackpot is stopped, its increment destined for `fate` (PM-14); or, with no fate, taken up again."""

    fate: str
    meter_cents: int
    book_seq: int


Stored = Contributed | Finished | Claimed | Awarded | ClaimRefused | Refunded | Corrected | Stopped | Refused
"""What is kept under a key."""


# --- views ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LastEntry:
    """The last entry a table wrote in the book; its key's seat is None where the act had none."""

    book_seq: int
    key: Key
    at_ms: int
    generation: int
    meter_cents: int


@dataclass(frozen=True, slots=True)
class PendingClaim:
    """A claim neither paid nor refused; `value_cents` is the whole frozen value, to be shared."""

    generation: int
    order: int
    table: str
    journal_id: str
    round: int
    attempt: int
    seat: int
    value_cents: int
    released: bool
    book_seq: int


@dataclass(frozen=True, slots=True)
class Win:
    """A jackpot that was paid (PM-06)."""

    generation: int
    table: str
    round: int
    seat: int
    cents: int
    at_ms: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class OpenRound:
    """A round that is not finished, with what its key is made of; `since_ms` is its last entry's instant."""

    table: str
    journal_id: str
    round: int
    generation: int
    attempt: int
    since_ms: int


class Meter(NamedTuple):
    """The reading of every second: the open generation, whole cents on its meter, the last entry.

    `stop` is what a stopped jackpot's increment is destined for, or empty while it runs. `pending` are the
    claims neither paid nor refused, in the book's order, and `won` is the share that was paid last.

    `book` is the identity of the book: another after a promotion, a restore to a point in time or a copy.
    `entry` is the digest of the last entry, `asked` that of the entry that was asked for, empty for none.
    """

    generation: int
    meter_cents: int
    book_seq: int
    stop: str = ""
    pending: tuple[PendingClaim, ...] = ()
    won: Win | None = None
    book: str = ""
    entry: str = ""
    asked: str = ""


@dataclass(frozen=True, slots=True)
class BookView:
    """The book as it stands.

    `seed_micro` is what came to the meter other than by stakes: start amounts, and the reserve and the
    overflow released into a new cycle, less what refused claims gave back. `contributed_micro` is what the
    stakes added to the meter, refunds deducted, and so are the parts `reserved_micro`, `overflowed_micro`
    and `house_micro`; `reserve_micro` and `overflow_micro` are what those two hold now. `awarded_micro`
    was paid from the meter and from frozen values; `awarded_house_micro` by the house.

    seed + contributed - awarded + corrected = meter + frozen, and
    stakes = contributed + reserved + overflowed + house, exactly.
    `stop`: see `Meter`.
    `residual_micro` adds up the differences of both and, when checked, of every sum and running balance.
    """

    seq: int
    generation: int
    meter_micro: int
    frozen_micro: int
    reserve_micro: int
    overflow_micro: int
    seed_micro: int
    contributed_micro: int
    reserved_micro: int
    overflowed_micro: int
    house_micro: int
    stakes_micro: int
    awarded_micro: int
    awarded_house_micro: int
    refunded_micro: int
    corrected_micro: int
    residual_micro: int
    stakes_count: int
    wins_count: int
    wins_cents: int
    checked: bool
    open_rounds: tuple[tuple[str, int], ...]
    pending: tuple[PendingClaim, ...]
    wins: tuple[Win, ...]
    stop: str = ""

    @property
    def meter_cents(self) -> int:
        """The jackpot as displayed: rounded down to the cent."""
        return self.meter_micro // MICRO

    @property
    def frozen_cents(self) -> int:
        return self.frozen_micro // MICRO

    @property
    def reserve_cents(self) -> int:
        return self.reserve_micro // MICRO

    @property
    def overflow_cents(self) -> int:
        return self.overflow_micro // MICRO

    @property
    def seed_cents(self) -> int:
        return self.seed_micro // MICRO

    @property
    def contributed_cents(self) -> int:
        return self.contributed_micro // MICRO

    @property
    def house_cents(self) -> int:
        return self.house_micro // MICRO

    @property
    def stakes_cents(self) -> int:
        return self.stakes_micro // MICRO

    @property
    def awarded_cents(self) -> int:
        return self.awarded_micro // MICRO

    @property
    def awarded_house_cents(self) -> int:
        return self.awarded_house_micro // MICRO

    @property
    def refunded_cents(self) -> int:
        return self.refunded_micro // MICRO

    @property
    def corrected_cents(self) -> int:
        return self.corrected_micro // MICRO

    @property
    def residual_cents(self) -> int:
        """0 when the book is exact; otherwise at least 1, however small the difference."""
        return -(-self.residual_micro // MICRO)
