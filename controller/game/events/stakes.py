"""The round begins: stakes set, chips seen, bets closed."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.events.event import Event
from controller.game.side_bets import SideStake, none_further

__all__ = [
    "BetsClosed",
    "BetsReopened",
    "ChipLifted",
    "ChipRefused",
    "ChipSeen",
    "ChipWaits",
    "Jp1CountDisputed",
    "Jp1CountResolved",
    "RoundOpened",
    "SeatStakes",
    "SeatVacated",
    "StakesConfirmed",
    "StakesSet",
    "StakesTakenBack",
]


@dataclass(frozen=True, slots=True)
class RoundOpened(Event):
    """Faites vos jeux. No seat has a stake yet: what it staked in the deal before stands hollow, counts as
    nothing, and is a stake again when it is confirmed or set."""

    round: int
    attempt: int


@dataclass(frozen=True, slots=True)
class StakesSet(Event):
    """The stakes of a seat before the deal; Blind or Super Ante equals the Ante (art. 55-20, 1°).
    `side_cents` lies on the first side bet of the felt, `further` on its other ones; `doubled` says that the
    seat has doubled in this round."""

    seat: int
    ante_cents: int
    side_cents: int
    doubled: bool = False
    further: tuple[SideStake, ...] = none_further()


@dataclass(frozen=True, slots=True)
class SeatStakes:
    """What one seat staked: its Ante, which its second main bet equals, and its side bets as in
    `StakesSet`."""

    seat: int
    ante_cents: int
    side_cents: int
    further: tuple[SideStake, ...] = none_further()


@dataclass(frozen=True, slots=True)
class StakesConfirmed(Event):
    """These seats have laid what they staked in the deal before: from here on it is booked, and a JP1 chip of
    theirs counts. The dealer said so, or (`sensed`) the sensors of the main bets saw the chips come."""

    stakes: tuple[SeatStakes, ...]
    sensed: bool = False


@dataclass(frozen=True, slots=True)
class StakesTakenBack(Event):
    """These seats have no stake again, as before the act that is undone; the amounts stand hollow, 0 for a
    seat that was vacant."""

    stakes: tuple[SeatStakes, ...]


@dataclass(frozen=True, slots=True)
class SeatVacated(Event):
    """Nobody plays at this seat; nothing stands there either."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChipSeen(Event):
    """A chip lies on the JP1 spot. It is not a stake yet, and the meter does not move."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChipWaits(Event):
    """A chip lies on the JP1 spot of a seat whose main bets are not confirmed: it counts from then on."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChipRefused(Event):
    """A chip lies where none may: the player is to take it back."""

    seat: int
    code: str


@dataclass(frozen=True, slots=True)
class ChipLifted(Event):
    """The JP1 spot is empty again."""

    seat: int


@dataclass(frozen=True, slots=True)
class BetsClosed(Event):
    """The main bets are locked, by hand or by the betting clock; the JP1 chips of these seats are latched.

    `manual` are those of them whose lamp was lit by hand, no sensor being listened to (BC-11, BC-14).
    """

    jp1_seats: tuple[int, ...]
    by_clock: bool = False
    manual: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Jp1CountDisputed(Event):
    """The dealer did not find `latched` JP1 chips: nothing is dealt until that is resolved (BC-09)."""

    round: int
    attempt: int
    latched: int


@dataclass(frozen=True, slots=True)
class Jp1CountResolved(Event):
    """What became of it. `outcome`: `agrees` (seat 0), `no_chip` (the seat does not play for JP1), `returned`
    (an extra chip went back) or `counts` (it counts, by hand, as `person` allowed)."""

    round: int
    attempt: int
    seat: int
    outcome: str
    person: str = ""


@dataclass(frozen=True, slots=True)
class BetsReopened(Event):
    """A chef took the closing back before the first card."""

    chef: str
