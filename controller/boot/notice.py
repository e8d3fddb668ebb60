"""What the people of a simulated table read on its notice: the stakes that are taken there."""

from __future__ import annotations

from controller.game.betting.stakes import stake_step_cents
from controller.game.felt import SEATS_MAX, Spot
from controller.game.profile import RuleProfile
from drivers.sim.players import Notice, SideNotice


def notice_of(profile: RuleProfile, people_cents: int, seats: int = SEATS_MAX) -> Notice:
    """The stakes of this game for people whose smallest is `people_cents`, or the table's minimum if above.

    `seats`: how many places the felt has.

    Source: art. 55-20-1 (limits); Hold'em poker de casino (Bonus).
    """
    limits = profile.limits
    return Notice(
        minimum_cents=min(max(people_cents, limits.minimum_cents), limits.maximum_cents),
        maximum_cents=limits.maximum_cents,
        ante_step_cents=stake_step_cents(profile, Spot.ANTE),
        sides=tuple(
            SideNotice(bet.spot, stake_step_cents(profile, bet.spot), bet.antes or limits.maximum_multiple)
            for bet in profile.sides
        ),
        seats=seats,
    )
