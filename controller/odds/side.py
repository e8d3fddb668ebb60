"""What a side bet returns: each line of the paytable times how often it comes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from controller.game.hands import HandClass
from controller.game.money import Odds
from controller.game.side_bets import LooksAt, PaidClass, SideBet, classes_of
from controller.odds.chances import line_chance
from controller.odds.sevens import Sevens

Ending = Literal["win", "tie", "lose", "fold"]
"""How a round ends for the main bets, hands compared, qualified or not."""
Joint = Mapping[tuple[HandClass, Ending], Fraction]
"""Probability of the player's class together with the ending, under the optimal strategy."""
ENDINGS: Final[tuple[Ending, ...]] = ("win", "tie", "lose", "fold")


@dataclass(frozen=True, slots=True)
class SideLine:
    """One line of the paytable: how often it is paid, and what that returns for one staked."""

    hand: PaidClass
    odds: Odds
    probability: Fraction
    contribution: Fraction


@dataclass(frozen=True, slots=True)
class SideReturns:
    """One side bet of a profile; where it is `by_main_game` the figures hold for the optimal strategy.

    Attributes:
        lines: the paytable, the best hand first.
        pushed: the probability that the stake is given back and nothing paid.
        rtp: what one staked returns, the stake given back included.
        hit_frequency: the probability that the bet is paid.
        variance: of the result for one staked.
    """

    bet: SideBet
    lines: tuple[SideLine, ...]
    pushed: Fraction
    rtp: Fraction
    hit_frequency: Fraction
    variance: Fraction


def analyse_side(bet: SideBet, sevens: Sevens, joint: Joint | None = None) -> SideReturns:
    """What a side bet returns.

    Args:
        joint: asked for only where the bet is `by_main_game`.

    Source: art. 55-20, 1° and its table Trips; Hold'em poker de casino for Bonus; rules, section 2.
    """
    if bet.by_main_game and joint is None:
        raise ValueError("this side bet needs the main game's joint distribution")
    lines, pushed = [], Fraction(0)
    for line in classes_of(bet.looks_at):
        odds = bet.table.get(line)
        paid, back = _paid_and_pushed(bet, line, sevens, joint)
        pushed += back
        if odds is not None:
            returned = paid * (1 + Fraction(odds.numerator, odds.denominator))
            lines.append(SideLine(line, odds, paid, returned))
    rtp = sum((line.contribution for line in lines), pushed)
    squares = sum((line.contribution**2 / line.probability for line in lines if line.probability), pushed)
    return SideReturns(
        bet=bet,
        lines=tuple(lines),
        pushed=pushed,
        rtp=rtp,
        hit_frequency=sum((line.probability for line in lines), Fraction(0)),
        variance=squares - rtp**2,
    )


def _paid_and_pushed(
    bet: SideBet, line: PaidClass, sevens: Sevens, joint: Joint | None
) -> tuple[Fraction, Fraction]:
    """How often this class is paid by the table, and how often its stake is given back."""
    nothing = Fraction(0)
    if not isinstance(line, HandClass) or bet.looks_at is LooksAt.BOARD:
        return line_chance(bet, line), nothing
    if joint is None or not bet.by_main_game:
        return sevens.chance(line), nothing
    ended = {ending: joint.get((line, ending), nothing) for ending in ENDINGS}
    if bet.requires_win:
        return (
            ended["win"] + (ended["tie"] if bet.on_tie == "by_hand" else 0),
            ended["tie"] if bet.on_tie == "returned" else nothing,
        )
    return ended["win"] + ended["tie"] + ended["lose"], nothing
