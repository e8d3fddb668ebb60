"""The session: its opening, cash, pauses, blocks and closing."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.game.events.event import Event
from controller.game.inputs import Machine, Mode, OrphanPlace, Role, SheetLine
from controller.game.side_bets import IF_ANY

__all__ = [
    "AdvanceBegun",
    "AdvanceGivenUp",
    "BlockLifted",
    "CashSigned",
    "ClosingBegun",
    "ClosingLeft",
    "DeckCounted",
    "FeltConfirmed",
    "LastDealsAnnounced",
    "LastDealsWithdrawn",
    "LineTicked",
    "MasterFound",
    "MasterLost",
    "MaximumChanged",
    "ModeEntered",
    "ModeLeft",
    "OpeningBegun",
    "OrphanBooked",
    "PauseEnded",
    "PiecesCounted",
    "PlayPaused",
    "ResultRecorded",
    "SerialDeclared",
    "SessionResumed",
    "TableBlocked",
    "TableClosed",
    "TableOpened",
]


@dataclass(frozen=True, slots=True)
class OpeningBegun(Event):
    """The opening sheet is on the console."""


@dataclass(frozen=True, slots=True)
class TableOpened(Event):
    """Play may begin. `chef` is the person whose badge validated the sheet."""

    chef: str
    minimum_cents: int
    maximum_cents: int
    jp1_stake_cents: int


@dataclass(frozen=True, slots=True)
class PiecesCounted(Event):
    """So many pieces of this value; `purpose` is `float`, `advance` or `closing` (AC-01)."""

    purpose: str
    piece_cents: int
    count: int


@dataclass(frozen=True, slots=True)
class CashSigned(Event):
    """A person signed the count, which came to `cents`."""

    person: str
    role: Role
    purpose: str
    cents: int


@dataclass(frozen=True, slots=True)
class SerialDeclared(Event):
    """The deck of this colour has this serial number (CS-01)."""

    person: str
    colour: str
    serial: str


@dataclass(frozen=True, slots=True)
class DeckCounted(Event):
    """So many cards of this deck were counted by hand (CS-01)."""

    person: str
    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class LineTicked(Event):
    """A line of the opening or closing sheet is done, or no longer.

    `residual_cents` is what the comité took note of with the line of the reconciliation, and of nothing else.
    """

    person: str
    line: SheetLine
    done: bool
    residual_cents: int = field(default=0, metadata={IF_ANY: True})


@dataclass(frozen=True, slots=True)
class AdvanceBegun(Event):
    """Another avance is being counted."""

    person: str


@dataclass(frozen=True, slots=True)
class AdvanceGivenUp(Event):
    """The avance under way is none, says this person: it had come to `cents`, and `signed` had signed it."""

    person: str
    cents: int
    signed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LastDealsAnnounced(Event):
    """So many deals are played before the closing (RP-23)."""

    person: str
    deals: int


@dataclass(frozen=True, slots=True)
class LastDealsWithdrawn(Event):
    """The announcement was taken back."""

    person: str


@dataclass(frozen=True, slots=True)
class ClosingBegun(Event):
    """The closing sheet is on the console; no round is played meanwhile."""

    person: str


@dataclass(frozen=True, slots=True)
class ClosingLeft(Event):
    """The closing sheet was put away: play goes on."""

    person: str


@dataclass(frozen=True, slots=True)
class ResultRecorded(Event):
    """What the table won: encaisse less avances, the jackpot apart (AC-05, AC-06).

    `residual_cents` is what the jackpot's display moved without an act of this table (AC-08).
    """

    person: str
    advances_cents: int
    encaisse_cents: int
    result_cents: int
    meter_start_cents: int
    meter_cents: int
    residual_cents: int


@dataclass(frozen=True, slots=True)
class MaximumChanged(Event):
    """The display announces this maximum; it counts from the next round on (art. 55-20-1)."""

    chef: str
    maximum_cents: int


@dataclass(frozen=True, slots=True)
class TableClosed(Event):
    """No round can be opened until the next opening."""

    chef: str


@dataclass(frozen=True, slots=True)
class SessionResumed(Event):
    """The program came back in the middle of a session; the felt is to be compared."""


@dataclass(frozen=True, slots=True)
class MasterLost(Event):
    """The session goes on without the master that it is sealed under, by its fingerprint.

    What lies face down in it stays sealed for ever, and no card is dealt any more.
    """

    master: str


@dataclass(frozen=True, slots=True)
class MasterFound(Event):
    """The master that was lost is here again."""

    master: str


@dataclass(frozen=True, slots=True)
class FeltConfirmed(Event):
    """The dealer found the felt as the console shows it."""


@dataclass(frozen=True, slots=True)
class PlayPaused(Event):
    """The table rests between rounds."""


@dataclass(frozen=True, slots=True)
class PauseEnded(Event):
    """Play is taken up again."""


@dataclass(frozen=True, slots=True)
class TableBlocked(Event):
    """The program of a machine is not the approved one: no new round (CS-15)."""

    machine: Machine
    cause: str


@dataclass(frozen=True, slots=True)
class BlockLifted(Event):
    """A member of the comité allows rounds again, for this reason."""

    person: str
    reason: str


@dataclass(frozen=True, slots=True)
class ModeEntered(Event):
    """The table plays on without a machine; a chef allowed it."""

    mode: Mode
    person: str


@dataclass(frozen=True, slots=True)
class ModeLeft(Event):
    """The machine is back and verified, and used again."""

    mode: Mode
    person: str


@dataclass(frozen=True, slots=True)
class OrphanBooked(Event):
    """A stake that nobody claims goes to the orphelins (art. 41, modèle 11 bis; AC-12)."""

    person: str
    cents: int
    place: OrphanPlace
