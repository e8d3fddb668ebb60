"""Stakes: what may be put on a spot, and the nearest legal stakes of what may not.

A stake must let every line of its paytable be paid to the smallest chip: 3 for 2 on an odd Ante could
not be (RP-10), so such an Ante is refused before the cards, not rounded after them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import gcd, lcm

from controller.game.felt import Spot
from controller.game.money import Odds
from controller.game.profile import RuleProfile

Facts = tuple[tuple[str, str | int], ...]


@dataclass(frozen=True, slots=True)
class StakeRefusal:
    """Why a stake is not taken.

    Attributes:
        code: `stake_below_minimum`, `stake_above_maximum`, `stake_inexact`, `spot_not_staked` (JP1, the
            second main stake and the bets after the deal follow from other acts) or `spot_unknown`.
        facts: `cents` refused; `below_cents` and `above_cents`, the nearest legal stakes, each where there
            is one; `minimum_cents` or `maximum_cents` where that was the reason.
    """

    code: str
    facts: Facts


def may_stake(
    profile: RuleProfile,
    spot: Spot | str,
    cents: int,
    *,
    ante_cents: int | None = None,
    maximum_cents: int | None = None,
) -> StakeRefusal | None:
    """None when these cents may be put on Ante or on a side bet, or the refusal. No side bet is fine.

    Args:
        ante_cents: the Ante beside it, which bounds a Bonus to ten times as much; unknown for None.
        maximum_cents: the maximum now displayed, where it was changed since the opening.

    Source: art. 55-20-1 (limits); art. 55-20, 1° (3 for 2 on Blind); Hold'em poker de casino (Bonus).
    """
    if spot not in (Spot.ANTE, *profile.side_spots):
        known = spot in tuple(Spot)
        return StakeRefusal("spot_not_staked" if known else "spot_unknown", (("spot", str(spot)),))
    spot = Spot(spot)
    bet = profile.side_bet(spot)
    if cents == 0 and bet is not None:
        return None
    lowest = profile.limits.minimum_cents
    highest = profile.limits.maximum_cents if maximum_cents is None else maximum_cents
    if bet is not None and bet.antes and ante_cents is not None:
        highest = min(highest, bet.antes * ante_cents)
    step = stake_step_cents(profile, spot)
    if lowest <= cents <= highest and cents % step == 0:
        return None
    facts: Facts = (("cents", cents), *_nearest(cents, lowest, highest, step))
    if cents < lowest:
        return StakeRefusal("stake_below_minimum", (*facts, ("minimum_cents", lowest)))
    if cents > highest:
        return StakeRefusal("stake_above_maximum", (*facts, ("maximum_cents", highest)))
    return StakeRefusal("stake_inexact", facts)


def doubled(
    profile: RuleProfile, stakes: Mapping[Spot, int], maximum_cents: int | None = None
) -> dict[Spot, int]:
    """These stakes doubled, each as far as the maximum allows: the profile's, or `maximum_cents`."""
    most = profile.limits.maximum_cents if maximum_cents is None else maximum_cents
    ante = min(2 * stakes[Spot.ANTE], _highest(profile, Spot.ANTE, most))
    twice = {Spot.ANTE: ante, profile.second: ante}
    for bet in profile.sides:
        cents = stakes.get(bet.spot)
        if cents:
            bound = min(most, bet.antes * ante) if bet.antes else most
            highest = _highest(profile, bet.spot, bound)
            twice[bet.spot] = max(cents, min(2 * cents, highest))
    return twice


def _highest(profile: RuleProfile, spot: Spot, most_cents: int) -> int:
    """The greatest legal stake of the spot below the maximum, or equal."""
    step = stake_step_cents(profile, spot)
    return most_cents // step * step


def _nearest(cents: int, lowest: int, highest: int, step: int) -> Facts:
    """The legal stakes next to `cents` on either side, as far as there are any."""
    below = min(cents, highest) // step * step
    above = -(-max(cents, lowest) // step) * step
    facts: list[tuple[str, str | int]] = []
    if lowest <= below < cents:
        facts.append(("below_cents", below))
    if cents < above <= highest:
        facts.append(("above_cents", above))
    return tuple(facts)


@lru_cache(maxsize=64)
def stake_step_cents(profile: RuleProfile, spot: Spot) -> int:
    """The legal stakes of the spot are the multiples of these cents, within the limits.

    The second main stake equals the Ante, so an Ante must be exact for its table too; where half an Ante
    may be bet, for the half as well.
    """
    if spot is not Spot.ANTE:
        bet = profile.side_bet(spot)
        assert bet is not None, f"{spot} is no side bet of this felt"
        return _exact_step(bet.table.values(), profile.limits.chip_cents)
    halved = any(bet.half_antes % 2 for street in profile.streets for bet in street.bets)
    step = _exact_step(profile.blind.values(), profile.limits.chip_cents)
    return lcm(step, 2 * profile.limits.chip_cents) if halved else step


def _exact_step(table: Iterable[Odds], chip_cents: int) -> int:
    """The smallest stake, in whole chips, that every odds of the table pays in whole chips."""
    step = chip_cents
    for odds in table:
        # numerator * stake / denominator is a multiple of the chip when the stake is one of this:
        whole = odds.denominator * chip_cents
        step = lcm(step, whole // gcd(whole, odds.numerator))
    return step
