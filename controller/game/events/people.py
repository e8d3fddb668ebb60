"""Who stands at the table: cards, PINs, charges, calls, and whose card acts at the pit."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.events.event import Event
from controller.game.inputs import Role

__all__ = [
    "ActedAtPit",
    "BadgePresented",
    "BadgeRemoved",
    "CallSeen",
    "ChargeRefused",
    "ChargeTaken",
    "ChefCalled",
    "DealerRevoked",
    "DealerSignedOff",
    "DealerSignedOn",
    "PersonKnown",
    "PersonLocked",
    "PersonProven",
    "PinRefused",
    "PitAsked",
    "PitCardGone",
    "PitCardRead",
    "PitCodeExpired",
    "PitRefused",
    "ProofEnded",
    "ProposalsFallen",
    "RegisterSeen",
]


@dataclass(frozen=True, slots=True)
class BadgePresented(Event):
    """A person's badge is in the reader. `proven`: the card itself has checked its holder's PIN.

    `remote`: it was read at the pit, with the code of this table, and counts for one act.
    """

    person: str
    role: Role
    proven: bool = False
    remote: bool = False


@dataclass(frozen=True, slots=True)
class BadgeRemoved(Event):
    """The reader is empty."""


@dataclass(frozen=True, slots=True)
class PersonProven(Event):
    """The holder of the badge in the reader, the table's or the pit's, has shown his PIN."""

    person: str
    at_pit: bool = False


@dataclass(frozen=True, slots=True)
class PersonKnown(Event):
    """His badge is in the table's reader again, and he had shown his PIN in the procedure under way.

    `proven_ms` is when: he is not asked for it again before the procedure ends, or that is too long ago.
    """

    person: str
    proven_ms: int


@dataclass(frozen=True, slots=True)
class ProofEnded(Event):
    """The PIN was shown too long ago: it is asked for again."""

    person: str


@dataclass(frozen=True, slots=True)
class PinRefused(Event):
    """A wrong PIN was entered for this person."""

    person: str
    tries_left: int


@dataclass(frozen=True, slots=True)
class PersonLocked(Event):
    """A PIN was entered wrong once too often, or while the person was locked out."""

    person: str
    until_ms: int


@dataclass(frozen=True, slots=True)
class ChargeTaken(Event):
    """The chef has this table in his charge."""

    person: str


@dataclass(frozen=True, slots=True)
class ChargeRefused(Event):
    """The chef has as many tables in his charge as the law allows (RP-13): these."""

    person: str
    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealerSignedOn(Event):
    """This person deals at the table."""

    person: str


@dataclass(frozen=True, slots=True)
class DealerSignedOff(Event):
    """This person deals at the table no more."""

    person: str


@dataclass(frozen=True, slots=True)
class DealerRevoked(Event):
    """The dealer was revoked: he is signed off as soon as he may be relieved."""

    person: str


@dataclass(frozen=True, slots=True)
class ProposalsFallen(Event):
    """This person or a card of his was revoked: what he had begun and another was to approve falls.

    `what` names it: `void`, `release`, `amount` (read by one), `refusal`, `ruling`, `meter`, `rectification`,
    `jp1_correction`, `count`, `owed`, `settings`.
    """

    person: str
    what: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChefCalled(Event):
    """The dealer calls the chef de table."""


@dataclass(frozen=True, slots=True)
class CallSeen(Event):
    """The call was seen on this screen, `pit` or `chef`, by whose card was read there, if one was; or who was
    called has come to the table, `console`."""

    person: str = ""
    screen: str = "pit"


@dataclass(frozen=True, slots=True)
class PitAsked(Event):
    """The console shows this code; a chef who enters it at the pit has his badge here."""

    code: str


@dataclass(frozen=True, slots=True)
class PitRefused(Event):
    """A badge at the pit did not count here: wrong code, too late, nobody had asked, or `why` it is no good.

    The code is spent: the table has to ask anew. With an `act` the card was shown for that, without a code.
    """

    person: str
    why: str
    act: str = ""


@dataclass(frozen=True, slots=True)
class PitCodeExpired(Event):
    """The code that the console shows was drawn too long ago: it is taken no more."""


@dataclass(frozen=True, slots=True)
class PitCardRead(Event):
    """A person's card was read at the pit and has signed this purpose; it counts for that act, once."""

    person: str
    role: Role
    purpose: str


@dataclass(frozen=True, slots=True)
class PitCardGone(Event):
    """The card at the pit counts no more: it has acted, was taken out, or was read too long ago."""


@dataclass(frozen=True, slots=True)
class ActedAtPit(Event):
    """What follows was done at this screen of the pit, by the card that was read there."""

    person: str
    act: str
    screen: str


@dataclass(frozen=True, slots=True)
class RegisterSeen(Event):
    """The register of people goes so far: so many changes, their head, and a hash of who may do what (SE-11).

    It names nobody. Whoever changes the register afterwards, its history too, no longer fits this journal.
    """

    changes: int
    head: str
    holds: str
