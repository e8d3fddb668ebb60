"""What is asked of the session: opening, cash, pauses, closing."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.choices import OrphanPlace, SheetLine
from controller.game.inputs.intents.intent import Intent

__all__ = [
    "AnnounceLastDeals",
    "BeginAdvance",
    "BeginClosing",
    "BookOrphan",
    "ChangeMaximum",
    "CloseTable",
    "ConfirmFelt",
    "ConfirmOpening",
    "CountDeck",
    "CountPieces",
    "DeclareSerial",
    "EndPause",
    "GiveUpAdvance",
    "LeaveClosing",
    "OpenTable",
    "Pause",
    "SignCash",
    "TickLine",
    "WithdrawLastDeals",
]


@dataclass(frozen=True, slots=True)
class OpenTable(Intent):
    """Begin the opening of a closed table."""


@dataclass(frozen=True, slots=True)
class ConfirmOpening(Intent):
    """Validate the opening sheet; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class CloseTable(Intent):
    """Close the table between rounds; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class ChangeMaximum(Intent):
    """Let another maximum count from the next round on: 10, 20 or 30 times the minimum (art. 55-20-1)."""

    maximum_cents: int


@dataclass(frozen=True, slots=True)
class CountPieces(Intent):
    """So many pieces of this value were counted and announced, for the avance or the encaisse (AC-01)."""

    piece_cents: int
    count: int


@dataclass(frozen=True, slots=True)
class SignCash(Intent):
    """Sign the count that is open; the badge in the reader says who (AC-01)."""


@dataclass(frozen=True, slots=True)
class DeclareSerial(Intent):
    """The deck of this colour has this serial number (CS-01)."""

    colour: str
    serial: str


@dataclass(frozen=True, slots=True)
class CountDeck(Intent):
    """So many cards of the deck of this colour were counted and verified by hand (CS-01)."""

    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class TickLine(Intent):
    """A line of the sheet is done; ticked again, it is not."""

    line: SheetLine


@dataclass(frozen=True, slots=True)
class BeginAdvance(Intent):
    """Another avance is brought to the table, equal to the first (AC-01); a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class GiveUpAdvance(Intent):
    """No other avance came, or not this one: the count under way is none; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class AnnounceLastDeals(Intent):
    """Announce the three last deals (RP-23); a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class WithdrawLastDeals(Intent):
    """Take the announcement back; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class BeginClosing(Intent):
    """Begin the closing sheet between rounds; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class LeaveClosing(Intent):
    """Put the closing sheet away and play on; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class BookOrphan(Intent):
    """Book a stake that nobody claims as orphelin; a chef's badge is in the reader (AC-12)."""

    cents: int
    place: OrphanPlace


@dataclass(frozen=True, slots=True)
class ConfirmFelt(Intent):
    """After a restart: the felt is as the console shows it."""


@dataclass(frozen=True, slots=True)
class Pause(Intent):
    """Rest between rounds."""


@dataclass(frozen=True, slots=True)
class EndPause(Intent):
    """Take play up again."""
