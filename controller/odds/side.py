"""What Trips or Bonus returns: each line of the paytable times how often it comes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from controller.game.felt import Spot
from controller.game.hands import HandClass
from controller.game.money import Odds
from controller.game.profile import RuleProfile
from controller.odds.sevens import Sevens

Ending = Literal["win", "tie", "lose", "fold"]
"""How a round ends for the main bets, hands compared, qualified or not."""
Joint = Mapping[tuple[HandClass, Ending], Fraction]
"""Probability of the player's class together with the ending, under the optimal strategy."""
ENDINGS: Final[tuple[Ending, ...]] = ("win", "tie", "lose", "fold")


@dataclass(frozen=True, slots=True)
class SideLine:
    """One line of the paytable: how often it is paid, and what that returns for one staked."""

    hand: HandClass
    odds: Odds
    probability: Fraction
    contribution: Fraction


@dataclass(frozen=True, slots=True)
class SideReturns:
    """The side bet of a profile.

    Attributes:
        spot: Trips or Bonus.
        lines: the paytable, the best hand first.
        pushed: the probability that the stake is given back and nothing paid.
        rtp: what one staked returns, the stake given back included.
        hit_frequency: the probability that the bet is paid.
        variance: of the result for one staked.
        needs_main_game: the rules ask how the main bets end, so the figures hold for the optimal strategy.
    """

    spot: Spot
    lines: tuple[SideLine, ...]
    pushed: Fraction
    rtp: Fraction
    hit_frequency: Fraction
    variance: Fraction
    needs_main_game: bool


def needs_main_game(profile: RuleProfile) -> bool:
    """Whether the side bet depends on how the main bets end: a win is required, or a fold loses it."""
    options = profile.options
    if profile.side is Spot.BONUS:
        return not options.bonus_after_fold
    return options.trips_requires_win or not options.trips_after_fold


def analyse_side(profile: RuleProfile, sevens: Sevens, joint: Joint | None = None) -> SideReturns | None:
    """What the side bet returns; None for a felt without one.

    Args:
        joint: asked for only where `needs_main_game`.

    Source: art. 55-20, 1° and its table Trips; Hold'em poker de casino for Bonus; rules, section 2.
    """
    if profile.side is None:
        return None
    needs = needs_main_game(profile)
    if needs and joint is None:
        raise ValueError("this side bet needs the main game's joint distribution")
    lines, pushed = [], Fraction(0)
    for hand in reversed(HandClass):
        odds = profile.side_table.get(hand)
        paid, back = _paid_and_pushed(profile, hand, joint) if joint and needs else (sevens.chance(hand), 0)
        pushed += back
        if odds is not None:
            returned = paid * (1 + Fraction(odds.numerator, odds.denominator))
            lines.append(SideLine(hand, odds, paid, returned))
    rtp = sum((line.contribution for line in lines), pushed)
    squares = sum((line.contribution**2 / line.probability for line in lines if line.probability), pushed)
    return SideReturns(
        spot=profile.side,
        lines=tuple(lines),
        pushed=pushed,
        rtp=rtp,
        hit_frequency=sum((line.probability for line in lines), Fraction(0)),
        variance=squares - rtp**2,
        needs_main_game=needs,
    )


def _paid_and_pushed(profile: RuleProfile, hand: HandClass, joint: Joint) -> tuple[Fraction, Fraction]:
    """How often a hand of this class is paid by the table, and how often its stake is given back."""
    ended = {ending: joint.get((hand, ending), Fraction(0)) for ending in ENDINGS}
    options = profile.options
    if profile.side is Spot.TRIPS and options.trips_requires_win:
        on_tie = options.trips_on_tie
        return (
            ended["win"] + (ended["tie"] if on_tie == "by_hand" else 0),
            ended["tie"] if on_tie == "returned" else Fraction(0),
        )
    return ended["win"] + ended["tie"] + ended["lose"], Fraction(0)
