"""What is counted and ticked when a table opens and closes: the parts of the session's sheet.

Source: art. 43 and 49 (avance and encaisse by denomination), art. 39 and 40-1 (decks), AC-08 (the jackpot).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from controller.game.inputs import Role, SheetLine
from controller.game.meter.types import OwedAct

LAST_DEALS: Final = 3
NOT_ANNOUNCED: Final = -1
SIGNATURES: Final = 2


@dataclass(frozen=True, slots=True)
class CashTerms:
    """What the house sets: the least avance, the pieces counted in, the decks' serial numbers by colour.

    `closes` is when the table means to close, `announce_min` how long before it the last deals are announced.
    `start_cents` is the jackpot's start amount. `linked`: other tables move the same jackpot, so its display
    is not reconciled by this table alone.
    """

    float_cents: int
    pieces: tuple[int, ...]
    serials: tuple[tuple[str, str], ...] = ()
    last_deals: int = LAST_DEALS
    closes: str = ""
    announce_min: int = 30
    start_cents: int = 0
    linked: bool = False


@dataclass(frozen=True, slots=True)
class CashCount:
    """A count under way or signed: how many pieces of each value, and who signed it.

    `signed_before` had signed it when a piece of it was counted anew: it is not theirs any more, and yet it
    is nothing that may be forgotten.
    """

    purpose: str
    pieces: tuple[tuple[int, int], ...] = ()
    signed: tuple[tuple[str, Role], ...] = ()
    signed_before: tuple[str, ...] = ()

    @property
    def cents(self) -> int:
        """What was counted."""
        return sum(piece * count for piece, count in self.pieces)

    @property
    def done(self) -> bool:
        """Both have signed."""
        return len(self.signed) == SIGNATURES

    @property
    def signers(self) -> tuple[str, ...]:
        """Everybody who has signed it, as it stands or as it stood before a piece was counted anew."""
        return tuple(dict.fromkeys((*self.signed_before, *(person for person, _ in self.signed))))


@dataclass(frozen=True)
class SessionSheet:
    """The sheet from the opening to the closing.

    `counted` are the cards of each deck by colour; `advances_cents` all that was brought to the table, the
    first avance and every further one as counted; `deals_left` the deals still to be played, or
    `NOT_ANNOUNCED`; `unexplained_cents` what the meter moved without an act of this table since it opened at
    `meter_start_cents`, `orphans_cents` what was booked as orphelins. `owed` is what was signed for as owed
    by the book, by `owed_signed`. `explained` is what the reconciliation was ticked for: its residual in
    cents, and how many JP1 chips were too many.
    """

    count: CashCount | None = None
    advances_cents: int = 0
    serials: tuple[tuple[str, str], ...] = ()
    counted: tuple[tuple[str, int], ...] = ()
    ticked: frozenset[SheetLine] = frozenset()
    closing: bool = False
    closing_ms: int = 0
    deals_left: int = NOT_ANNOUNCED
    meter_start_cents: int = 0
    unexplained_cents: int = 0
    orphans_cents: int = 0
    owed: tuple[OwedAct, ...] = ()
    owed_signed: tuple[tuple[str, Role], ...] = ()
    explained: tuple[int, int] | None = None


NO_SHEET: Final = SessionSheet()
