"""The jackpot book's port: what a table may ask of it, and what it answers.

Every act carries a key. The book keeps the first answer to a key, refusals included, together with a
digest of the request: the same request again gets that answer again; another request under the same key
gets `Conflict` and changes nothing. The instant `at_ms` is no part of the digest, since a table that
repeats an act after a restart repeats it later.

Amounts are whole cents (`_cents`) or micro-cents (`_micro`, a millionth of a cent). Seats are 1 to 7.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from controller.book.answers import (
    Award,
    Awarded,
    BookView,
    Claimed,
    ClaimRefused,
    Conflict,
    Contributed,
    Corrected,
    Finished,
    Key,
    LastEntry,
    Meter,
    Refunded,
    Refused,
    Stopped,
    Waiting,
)
from controller.book.shares import Terms
from controller.journal.newer import OfNewer


class ActKind(StrEnum):
    """What can be asked of the book under a key."""

    CONTRIBUTE = "contribute"
    FINISH = "finish"
    CLAIM = "claim"
    AWARD = "award"
    REFUSE = "refuse"
    REFUND = "refund"
    CORRECT = "correct"
    CLOSE = "close"
    STOP = "stop"
    REOPEN = "reopen"


CONSOLATION: Final = "consolation"
"""The finer word in the key of an award of the consolation alone: where a contested hand turns out a royal
it comes after the seat's own prize has been posted."""


def award_kind(kinds: Iterable[str]) -> str:
    """What an award of these kinds of prize is called in its key."""
    return CONSOLATION if all(kind == CONSOLATION for kind in kinds) else ActKind.AWARD


def act_of(kind: str) -> str:
    """The act that a key of this kind stands for."""
    return ActKind.AWARD if kind == CONSOLATION else kind


class Account(StrEnum):
    """The accounts of the book. `FROZEN` holds claimed values until they are paid or given back;
    `PAID` is below zero by what the house has paid in prizes."""

    METER = "meter"
    FROZEN = "frozen"
    RESERVE = "reserve"
    OVERFLOW = "overflow"
    HOUSE = "house"
    PAID = "paid"


class BookUnreachable(Exception):
    """The book did not answer; whether it has acted is not known. Ask again under the same key."""


class BookMismatch(ValueError):
    """The book was made for other terms, or is no book (LK-01, PM-10).

    Attributes:
        code: which way it is another, for who has words of his own: `book_rules`, its tables play by other
            rules; `book_role`, the role stands for another table; `book_simulated`, simulated and real cards;
            `book_version`, of another program; else `other_book`. The text is for the technician.
    """

    def __init__(self, text: str, code: str = "other_book") -> None:
        super().__init__(text)
        self.code = code


class BookNewer(BookMismatch, OfNewer):
    """The book is of a newer program."""


@dataclass(frozen=True, slots=True)
class BookAct:
    """An act that the book has accepted, for comparison with the journals."""

    key: Key
    act: ActKind
    cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class Linkage:
    """What tables on one jackpot must have in common besides its terms (LK-01, LK-09).

    `profile` and `profile_digest` name the rules; `prizes` are pairs of class and odds. `table` is the one
    that its role must stand for; empty for a simulation, whose cards are not real.
    """

    profile: str
    profile_digest: str
    prizes: tuple[tuple[str, str], ...]
    table: str

    @property
    def simulated(self) -> bool:
        return not self.table


class Book(Protocol):
    """A jackpot, its ledger and its rules. One method, one transaction, durable before it returns.

    Every method may raise `BookUnreachable`. The acts also answer `Refused` and `Conflict`. An answer that is
    given again is as durable as when it was given first, which nobody may have heard.
    """

    @property
    def terms(self) -> Terms:
        """The parameters that the book was made for."""
        ...

    probe_ms: int
    """How often a table probes: how long JP1 may be shown open while no act can succeed."""
    amiss_micro: int
    """What the ledger did not add up to when it was opened to be gone on with; 0 where nobody added it up."""

    def contribute(
        self, key: Key, seats: tuple[int, ...], stake_cents: int, at_ms: int
    ) -> Contributed | Refused | Conflict:
        """The stakes of these seats are split and added, and the round is open in its generation.

        Refused: `stopped`; `wrong_stake`; `bad_seats`; `unreasonable` (over 7 stakes in a round, PM-13);
        `seat_has_stake`; `round_finished`.
        """
        ...

    def forgo(
        self, key: Key, seats: tuple[int, ...], stake_cents: int, at_ms: int
    ) -> Contributed | Refused | Conflict:
        """What became of a contribution whose answer was lost, and that nobody waits for any more.

        The answer to that contribution, if the book has it; else it is refused under its key for ever
        (`forgone`), and a request that is still on its way changes nothing when it arrives.
        """
        ...

    def finish(self, key: Key, at_ms: int) -> Finished | Refused | Conflict:
        """The round of `key` is over with its last attempt. Refused: `unknown_round`, `round_finished`.

        One that two persons closed on its record is ended by its own table after all when that is back.
        """
        ...

    def claim(self, key: Key, seat: int, at_ms: int) -> Claimed | Refused | Conflict:
        """The value of the round's generation is frozen, or already was by another table's claim.

        The first claim opens the next generation at the start amount plus reserve and overflow, within the
        limit (PM-12). Refused: `unknown_round`, `round_finished`, `seat_has_no_stake`, `already_claimed`,
        `claim_paid`, where others of the generation have their share.
        """
        ...

    def award(
        self, key: Key, awards: tuple[Award, ...], at_ms: int
    ) -> Awarded | Waiting | Refused | Conflict:
        """The prizes are posted once.

        Fixed prizes come from the house, or from the part of the meter above the start amount and then from
        the house. A jackpot is an equal share, floored to the cent, of the value that this round's claim
        froze; what the division leaves goes to the present meter. It is paid when every round of that
        generation is finished or has claimed, and every claim of it is released (its award was asked),
        refused, or of a round closed on its record; until then the answer is `Waiting`.
        Refused: `bad_award`; `unreasonable`; `unknown_round`; `round_finished` (fixed prizes);
        `seat_has_no_stake`; `no_claim`; `claim_paid`; `wrong_share`.
        """
        ...

    def refuse(
        self, key: Key, persons: tuple[str, str], reason: str, at_ms: int
    ) -> ClaimRefused | Refused | Conflict:
        """The claim of this round and attempt is void (JW-18).

        While other claims of its value stand they share it. When none is left the frozen value goes back to
        the present meter, and what the newest opening in that meter brought is taken out again: the start
        amount leaves, reserve and overflow return to their accounts. So the meter is what it would be had
        nobody claimed, whatever was claimed and refused in between. The generation number does not go
        back: rounds still open play on for the present one. If other shares were already paid (its table
        had been closed on its record), the share kept for this claim goes to the present meter.
        Refused: `persons`, `reason`, `no_claim`, `claim_paid`.
        """
        ...

    def refund(
        self, key: Key, seat: int, at_ms: int, contribution: Key | None = None
    ) -> Refunded | Refused | Conflict:
        """The standing stake of this seat in this round is returned by a linked negative entry, once.

        Each account gives back what it got of it; what an account holds no longer (the reserve was released
        by a claim) the meter gives, and what the meter lacks the house. `contribution` names the act that
        took the stake, where the caller knows it. A round that two persons closed on its record gives back
        too, until its own table has ended it. Refused: `unknown_round`, `round_finished`,
        `seat_has_no_stake`, `seat_has_prize`.
        """
        ...

    def correct(
        self, key: Key, account: Account, micro: int, persons: tuple[str, str], reason: str, at_ms: int
    ) -> Corrected | Refused | Conflict:
        """The account (meter, reserve, overflow or house) is moved by `micro` (PM-08 ii, PM-11).

        Refused: `persons` (they must be two), `reason`, `bad_account`, `nothing`, `below_zero`,
        `above_limit`.
        """
        ...

    def close_dead_round(
        self, key: Key, persons: tuple[str, str], reason: str, at_ms: int
    ) -> Finished | Refused | Conflict:
        """The round of a dead table is closed on its record: nothing waits for it any more.

        A claim it has made keeps its share, paid or refused later; so does one that a finished round left
        behind. Refused: `persons`, `reason`, `unknown_round`, `round_finished`.
        """
        ...

    def stop(
        self, key: Key, fate: str, persons: tuple[str, str], reason: str, at_ms: int
    ) -> Stopped | Refused | Conflict:
        """The jackpot is stopped on purpose: its meter stands, no stake is taken at any table (PM-14).

        `fate` says what becomes of the increment. Rounds that have contributed still play, are paid and
        finished. Refused: `persons`, `reason`, `stopped`.
        """
        ...

    def reopen(
        self, key: Key, persons: tuple[str, str], reason: str, at_ms: int
    ) -> Stopped | Refused | Conflict:
        """Stakes are taken again. Refused: `persons`, `reason`, `not_stopped`."""
        ...

    def read(self, *, check: bool = False) -> BookView:
        """The book as it stands; with `check`, after adding up the whole ledger."""
        ...

    def meter(self, entry_seq: int = 0) -> Meter:
        """The meter as it stands, with the digest of that entry; cheap enough for every second."""
        ...

    def probe(self, table: str, at_ms: int, entry_seq: int = 0) -> Meter:
        """The meter as `meter` tells it, by an act that goes the whole way and moves no money (LK-02).

        It waits for its turn, writes where stakes are written, and is durable before it returns, with the
        standby where there is one. A book that can be read may be one that takes no stake.
        """
        ...

    def last(self, table: str) -> LastEntry | None:
        """The last entry of this table, to be compared with its journal at each start (RC-04)."""
        ...

    def acts(self, after_seq: int = 0) -> Iterator[BookAct]:
        """Every accepted act behind that entry, in the order of the book; those accepted meanwhile too."""
        ...

    def close(self) -> None:
        """The book is let go; nothing is lost."""
        ...
