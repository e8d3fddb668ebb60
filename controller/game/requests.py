"""What the table wants of its machines and of the book: states to reach, never toggles.

`react` derives the whole set from the state; asking twice for the same is harmless.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from controller.game.settings.types import SettingChange, SettingsAct


class Lamp(StrEnum):
    """The three states a player may see beside the JP1 spot (BC-05), and dark."""

    DARK = "dark"
    INVITED = "invited"
    SEEN = "seen"
    REGISTERED = "registered"


@dataclass(frozen=True, slots=True)
class Request:
    """Something the table wants."""


@dataclass(frozen=True, slots=True)
class LockShoe(Request):
    """The shoe lets no card out, or lets cards out."""

    locked: bool


@dataclass(frozen=True, slots=True)
class SetLamps(Request):
    """The JP1 lamps, one a place of the felt, seat 1 first."""

    lamps: tuple[Lamp, ...]


class Sound(StrEnum):
    """What the table sounds, by the most urgent alarm not yet acknowledged (screens, section 8.1).

    A tick is heard once, and so is the chime of a win that was released.
    """

    SILENT = "silent"
    TICK = "tick"
    CHIME = "chime"
    HIGH = "high"
    CRITICAL = "critical"


@dataclass(frozen=True, slots=True)
class SetBuzzer(Request):
    """Buzzer or loudspeaker sound this pattern, or are silent."""

    sound: Sound


@dataclass(frozen=True, slots=True)
class AwaitEmpty(Request):
    """The shuffler takes no deck until it was shown empty; or, not `awaited`, nobody waits for that."""

    awaited: bool = True


@dataclass(frozen=True, slots=True)
class WakeAt(Request):
    """A `TimeObserved` at this instant or just after."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class TakeCharge(Request):
    """The register puts this table in the chef's charge, or says why not."""

    person: str
    table: str


@dataclass(frozen=True, slots=True)
class LeaveCharge(Request):
    """The register has this table in nobody's charge: it is closed."""

    table: str


@dataclass(frozen=True, slots=True)
class CheckDraft(Request):
    """What these changes of settings would mean is told, or why they cannot be made."""

    changes: tuple[SettingChange, ...]


@dataclass(frozen=True, slots=True)
class WriteSettings(Request):
    """The record of settings has this act of a person as its line `number`, or says why not."""

    number: int
    act: SettingsAct
    person: str
    reason: str
    changes: tuple[SettingChange, ...]


@dataclass(frozen=True, slots=True)
class EndProcess(Request):
    """The process of the table ends, to be started again: under approved settings, or another master."""


@dataclass(frozen=True, slots=True)
class BookRequest(Request):
    """An act of the jackpot book. At most one is outstanding at a time."""

    round: int
    attempt: int


@dataclass(frozen=True, slots=True)
class ReadMeter(Request):
    """The book's present value, and whether it still agrees with this table's record."""


@dataclass(frozen=True, slots=True)
class Contribute(BookRequest):
    """Add the registered stakes."""

    seats: tuple[int, ...]
    stake_cents: int


@dataclass(frozen=True, slots=True)
class Forgo(BookRequest):
    """Say what became of these stakes, which nobody plays for any more; never add them from now on."""

    seats: tuple[int, ...]
    stake_cents: int


@dataclass(frozen=True, slots=True)
class Claim(BookRequest):
    """Freeze the value of the generation this round contributed in."""

    seat: int


@dataclass(frozen=True, slots=True)
class Award(BookRequest):
    """Post what one seat won: pairs of kind and cents; a jackpot's cents are the book's to say (0)."""

    seat: int
    awards: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class RefuseClaim(BookRequest):
    """Give the frozen value back to the meter; `seat` where another claim of the deal was refused before."""

    persons: tuple[str, str]
    reason: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Refund(BookRequest):
    """Return one seat's stake by a linked entry."""

    seat: int


@dataclass(frozen=True, slots=True)
class Finish(BookRequest):
    """The round is over; nothing more will be asked for it."""


@dataclass(frozen=True, slots=True)
class OfPersons(BookRequest):
    """What two persons ask, of no round: `round` is 0 and `attempt` the number of the act."""

    persons: tuple[str, str]
    reason: str


@dataclass(frozen=True, slots=True)
class Correct(OfPersons):
    """Move the meter by so many cents."""

    cents: int


@dataclass(frozen=True, slots=True)
class Stop(OfPersons):
    """Stop the jackpot; `fate` is where its increment goes."""

    fate: str


@dataclass(frozen=True, slots=True)
class Reopen(OfPersons):
    """Take stakes again. `accepted_seq` is the book's last entry of this table as it was shown, or -1.

    `playing` is the round under way, whose end in the book is still to come; 0 where there is none. What the
    book lacks as it was shown: `heard_seq` and `ends_seq` of that `Difference`, -1 and 0 where nothing was.
    """

    accepted_seq: int
    playing: int = 0
    heard_seq: int = -1
    ends_seq: int = 0


@dataclass(frozen=True, slots=True)
class ReadBook(BookRequest):
    """Read the whole book and add it up; `round` is 0 and `attempt` the number of the reading."""
