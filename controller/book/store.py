"""What the acts need of a database inside one transaction; each implementation of the book has one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from controller.book.answers import Key, LastEntry, PendingClaim, Win
from controller.book.port import BookAct
from controller.book.shares import Parts


class Kind(StrEnum):
    """The kinds of ledger entry. The sum of an entry's parts is money that came from outside or went out:
    nothing for the kinds that only move or mark."""

    SEED = "seed"  # a start amount comes in, or goes out again when its opening is taken back
    CONTRIBUTION = "contribution"  # one stake comes in
    REFUND = "refund"  # one stake goes out
    AWARD = "award"  # one prize goes out
    CORRECTION = "correction"
    FREEZE = "freeze"  # meter to frozen
    RESTORE = "restore"  # frozen to meter, the claims being refused
    CARRY = "carry"  # frozen to meter, what the shares left
    RELEASE = "release"  # between the meter and reserve or overflow, at an opening and when it is taken back
    SPILL = "spill"  # meter to overflow, above the limit
    REFUSAL = "refusal"  # a mark: the claim is void
    FINISH = "finish"  # a mark: the round is over
    CLOSING = "closing"  # a mark: the round of a dead table is closed on its record
    STOP = "stop"  # a mark: the jackpot was stopped on purpose, no stake is taken
    REOPENING = "reopening"  # a mark: stakes are taken again


class LedgerEntry(NamedTuple):
    """One line of the ledger. `round_id` is 0 for the opening of the book itself; `seat` 0 for none."""

    seq: int
    at_ms: int
    kind: str
    round_id: int
    attempt: int
    seat: int
    generation: int
    link_seq: int
    note: str
    parts: Parts
    balances: Parts


class Totals(NamedTuple):
    """Sums over the ledger since its first entry, in micro-cents but for the counts."""

    seed: int = 0
    contributed: int = 0
    reserved: int = 0
    overflowed: int = 0
    house: int = 0
    stakes: int = 0
    awarded: int = 0
    awarded_house: int = 0
    refunded: int = 0
    corrected: int = 0
    stakes_count: int = 0
    wins_count: int = 0
    wins_cents: int = 0


class Standing(NamedTuple):
    """Where the jackpot stands: the last entry's seq, the open generation, balances, totals."""

    seq: int
    generation: int
    balances: Parts
    totals: Totals


class Round(NamedTuple):
    """A round the book knows. `finished_seq` is 0 while it is open."""

    id: int
    table: str
    number: int
    generation: int
    finished_seq: int
    dead: bool


class ClaimState(StrEnum):
    """Pending, then released when its award was asked, then paid; or refused."""

    PENDING = "pending"
    RELEASED = "released"
    PAID = "paid"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim; its generation's frozen value is shared by all that are not refused."""

    id: int
    generation: int
    order: int
    round_id: int
    table: str
    round: int
    attempt: int
    seat: int
    state: ClaimState
    dead: bool


@dataclass(frozen=True, slots=True)
class Generation:
    """A cycle of the jackpot.

    The three amounts are what its opening brought to the meter, until `reversed`. `held_by` is the
    generation whose money holds them now: itself, or the one a refused value went back to. `value_micro`
    is None until it is claimed; `share_cents` None until a share was paid.
    """

    number: int
    held_by: int
    seed_micro: int
    reserve_micro: int
    overflow_micro: int
    reversed: bool
    value_micro: int | None
    share_cents: int | None


class KeptAnswer(NamedTuple):
    """An answer kept under its key."""

    act: str
    digest: str
    answer: str


class Store(Protocol):
    """One open transaction that no other writer can disturb."""

    def kept(self, key: Key) -> KeptAnswer | None: ...
    def keep(self, key: Key, kept: KeptAnswer, cents: int, book_seq: int) -> None: ...

    def standing(self) -> Standing: ...
    def save(self, standing: Standing) -> None: ...
    def append(self, entry: LedgerEntry) -> None: ...

    def round(self, key: Key) -> Round | None: ...
    def add_round(self, key: Key, generation: int, finished_seq: int) -> Round: ...
    def finish_round(self, round_id: int, seq: int, dead: bool) -> None: ...
    def open_rounds(self, generation: int | None) -> list[Round]: ...
    def round_entries(self, round_id: int) -> list[LedgerEntry]: ...

    def generation(self, number: int) -> Generation: ...
    def add_generation(self, generation: Generation) -> None: ...
    def save_generation(self, generation: Generation) -> None: ...
    def newest_opening(self, held_by: int) -> Generation: ...
    def merge_generation(self, number: int, into: int) -> None: ...

    def claims(self, generation: int) -> list[ClaimRow]: ...
    def round_claims(self, round_id: int) -> list[ClaimRow]: ...
    def add_claim(self, claim: ClaimRow, seq: int) -> None: ...
    def set_claim(self, claim_id: int, state: ClaimState, cents: int, seq: int, at_ms: int) -> None: ...

    def probe(self, table: str, at_ms: int) -> None: ...
    def stop(self) -> str: ...
    def pending(self) -> list[PendingClaim]: ...
    def wins(self, most: int) -> list[Win]: ...
    def entries(self) -> Iterator[LedgerEntry]: ...
    def content(self, seq: int) -> tuple[object, ...] | None: ...
    def identity(self) -> str: ...
    def last(self, table: str) -> LastEntry | None: ...
    def acts(self, after_seq: int, most: int) -> list[BookAct]: ...


# --- rows, in the order of the fields, the same in every database ---------------------------------


def key_row(key: Key) -> tuple[str, str, int, int, str, int]:
    """The key as a row has it; no seat is 0."""
    return key.table, key.journal_id, key.round, key.attempt, key.kind, key.seat or 0


def key_of_row(row: tuple[Any, ...]) -> Key:
    """The key at the head of a row."""
    table, journal_id, round_, attempt, kind, seat = row[:6]
    return Key(table, journal_id, round_, attempt, kind, seat or None)


def entry_of_row(row: tuple[Any, ...]) -> LedgerEntry:
    """A row of the ledger."""
    seq, at_ms, kind, round_id, attempt, seat, generation, link_seq, note = row[:9]
    parts, balances = Parts(*row[9:15]), Parts(*row[15:21])
    return LedgerEntry(seq, at_ms, kind, round_id, attempt, seat, generation, link_seq, note, parts, balances)
