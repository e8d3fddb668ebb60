"""Stakes before the deal, as acts and the journal tell them and as a seat has them.

A seat has cents by spot. Told is the Ante, which the second main bet equals, what lies on the first side
bet of the felt, and by their spots what lies on the others: a felt of one side bet is told as it ever was.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from controller.game.betting.stakes import may_stake
from controller.game.events import SeatStakes, StakesSet
from controller.game.felt import Spot
from controller.game.profile import RuleProfile
from controller.game.refusals import Refusal
from controller.game.side_bets import SideStake

Stakes = Mapping[Spot, int]
"""Cents by spot in the order of the felt, JP1 apart; only spots with a stake, and none of a free seat."""


class Told(Protocol):
    """What tells a seat's stakes: an act, an event, or what was really so."""

    @property
    def ante_cents(self) -> int: ...
    @property
    def side_cents(self) -> int: ...
    @property
    def further(self) -> tuple[SideStake, ...]: ...


def stakes_of(profile: RuleProfile, told: Told) -> dict[Spot, int]:
    """The stakes that were told, cents by spot."""
    if not told.ante_cents:
        return {}
    stakes = {Spot.ANTE: told.ante_cents, profile.second: told.ante_cents}
    if told.side_cents:
        stakes[_first_side(profile)] = told.side_cents
    return stakes | {one.spot: one.cents for one in told.further if one.cents}


def as_told(profile: RuleProfile, seat: int, stakes: Stakes) -> SeatStakes:
    """These stakes of a seat, as the journal tells them."""
    first, *others = profile.side_spots or (Spot.TRIPS,)
    further = tuple(SideStake(spot, stakes[spot]) for spot in others if spot in stakes)
    return SeatStakes(seat, stakes.get(Spot.ANTE, 0), stakes.get(first, 0), further)


def stakes_set(told: SeatStakes, *, doubled: bool) -> StakesSet:
    """These stakes are put down."""
    return StakesSet(told.seat, told.ante_cents, told.side_cents, doubled, told.further)


def why_not_staked(profile: RuleProfile, seat: int, told: Told, maximum_cents: int) -> Refusal | None:
    """Why these stakes may not lie at this seat, or None (art. 55-20-1)."""
    stakes = [(Spot.ANTE, told.ante_cents)]
    if told.side_cents:
        stakes.append((_first_side(profile), told.side_cents))
    stakes += [(one.spot, one.cents) for one in told.further]
    for spot, cents in stakes:
        problem = may_stake(profile, spot, cents, ante_cents=told.ante_cents, maximum_cents=maximum_cents)
        if problem is not None:
            numbers = (fact for fact in problem.facts if fact[0] != "spot")
            return Refusal(problem.code, "art. 55-20-1", (("seat", seat), ("spot", str(spot)), *numbers))
    others = [one.spot for one in told.further]
    twice = [spot for spot in others if spot in (Spot.ANTE, _first_side(profile)) or others.count(spot) > 1]
    if twice:
        return Refusal("spot_not_staked", "art. 55-20-1", (("seat", seat), ("spot", str(twice[0]))))
    return None


def _first_side(profile: RuleProfile) -> Spot:
    """The spot of the felt's first side bet; a stake on a felt without any is refused for its name."""
    return profile.side_spots[0] if profile.side_spots else Spot.TRIPS
