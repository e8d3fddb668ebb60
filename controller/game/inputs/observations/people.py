"""Cards in readers, PINs and charges as the register answers."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.choices import Role
from controller.game.inputs.observations.observation import Observation

__all__ = [
    "BadgeGone",
    "BadgeObserved",
    "ChargeObserved",
    "PinAnswered",
    "PitCardGoneObserved",
    "PitCardObserved",
    "PitCardRefused",
    "RegisterObserved",
    "RemoteBadgeObserved",
    "RevokedObserved",
]


@dataclass(frozen=True, slots=True)
class BadgeObserved(Observation):
    """A badge was put in the reader. `proven`: the card itself has checked its holder's PIN."""

    person: str
    role: Role
    proven: bool = False


@dataclass(frozen=True, slots=True)
class RemoteBadgeObserved(Observation):
    """A badge was read at the pit at `at_ms`, and this code entered there for this table."""

    person: str
    role: Role
    code: str
    proven: bool = False
    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class PitCardRefused(Observation):
    """A card that was shown at the pit counts for nothing by this table's register.

    `person` is whose it is, or empty; `why` is a trouble of `drivers.readers.badge`, such as `card_revoked`;
    `act` is what it was shown for, or empty for a code.
    """

    person: str
    why: str
    act: str = ""


@dataclass(frozen=True, slots=True)
class PitCardObserved(Observation):
    """A card that counts here is in the pit's reader and has signed `purpose`, for this act alone."""

    person: str
    role: Role
    act: str
    purpose: str


@dataclass(frozen=True, slots=True)
class PitCardGoneObserved(Observation):
    """The card was taken out of the pit's reader."""


@dataclass(frozen=True, slots=True)
class BadgeGone(Observation):
    """The badge left the reader."""


@dataclass(frozen=True, slots=True)
class PinAnswered(Observation):
    """The PIN of a person was checked. `shown` is the `Badge.shown` of the card that it was entered for.

    Refused, `tries_left` are left before the lock-out, which lasts until `locked_until_ms` if that is not 0.
    """

    person: str
    shown: int
    accepted: bool
    tries_left: int = 0
    locked_until_ms: int = 0


@dataclass(frozen=True, slots=True)
class ChargeObserved(Observation):
    """The register has put this table in the chef's charge, or not: he has these tables already (RP-13)."""

    person: str
    taken: bool
    tables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RevokedObserved(Observation):
    """The register says that this person may do nothing any more, or that a `card` of his is lost.

    The owner of a lost card keeps his rights, by another card; what was half done may be who found it.
    """

    person: str
    card: bool = False


@dataclass(frozen=True, slots=True)
class RegisterObserved(Observation):
    """The register of people goes so far: lines of its history, their head, and a hash of what it holds."""

    changes: int
    head: str
    holds: str
