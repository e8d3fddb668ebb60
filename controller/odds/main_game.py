"""The main game under optimal play: what it returns, how it ends, and the strategy, all exact.

Every hole, every board in every order of its streets and every hole of the dealer is counted:
2,781,381,002,400 deals, each as often as its streets can be dealt in another order. Nothing is rounded;
decimals are made of the fractions by who prints them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Final

from controller.game.cards import RANKS
from controller.game.hands import HandClass
from controller.game.profile import RuleProfile
from controller.odds.acts import NotAnalysed, label_of, labels_of
from controller.odds.enumeration import Enumerated, enumerate_main
from controller.odds.showdown import DEALERS
from controller.odds.side import ENDINGS, Ending, Joint

__all__ = ["DEALS", "MainGame", "NotAnalysed", "StartHand", "analyse_main"]

DEALS: Final = comb(52, 2) * comb(50, 5) * DEALERS
_COMPARED: Final[tuple[tuple[Ending, bool], ...]] = (
    ("win", True),
    ("tie", True),
    ("lose", True),
    ("win", False),
    ("tie", False),
    ("lose", False),
)
"""What the six counts of the enumeration are: how the hands compare, and whether the bank qualifies."""


@dataclass(frozen=True, slots=True)
class StartHand:
    """A class of two hole cards.

    Attributes:
        name: `AA`, `AKs`, `AKo`.
        combos: of how many holes it is: 6, 4 or 12.
        act: what to do before the flop.
        ev: by act, the expectation in Antes when every later decision is the best.
    """

    name: str
    combos: int
    act: str
    ev: Mapping[str, Fraction]

    @property
    def best(self) -> Fraction:
        """The expectation of the act."""
        return self.ev[self.act]


@dataclass(frozen=True, slots=True)
class MainGame:
    """The main bets of a profile under optimal play; all money in Antes, the side bet apart.

    Attributes:
        ev_per_ante: what the player wins on average.
        average_total_stake: Ante, second stake and all bets after the deal.
        variance: of what the player wins.
        final_bet: the probability of each last act, in the order of the streets: `4x`, `3x`, `2x`, `1x`,
            `fold`; or the spots of the bets.
        outcomes: the probability of each ending, hands compared whether or not the bank qualifies.
        endings: the same together with whether the bank qualifies.
        joint: the probability of each class of the player's seven cards together with the ending.
        qualified: the probability that the bank qualifies.
        paid_classes: the probability of a win that the second stake's table pays, by class.
        starting: the 169 classes of hole cards by name.
        enumerated: the decisions themselves, for `strategy.Strategy`.
    """

    ev_per_ante: Fraction
    average_total_stake: Fraction
    variance: Fraction
    final_bet: Mapping[str, Fraction]
    outcomes: Mapping[Ending, Fraction]
    endings: Mapping[tuple[Ending, bool], Fraction]
    joint: Joint
    qualified: Fraction
    paid_classes: Mapping[HandClass, Fraction]
    starting: Mapping[str, StartHand]
    enumerated: Enumerated = field(repr=False, compare=False)

    @property
    def house_edge(self) -> Fraction:
        """What the player loses on average, for one Ante."""
        return -self.ev_per_ante

    @property
    def element_of_risk(self) -> Fraction:
        """What the player loses on average, for one staked on all main spots."""
        return -self.ev_per_ante / self.average_total_stake

    @property
    def rtp_initial(self) -> Fraction:
        """The return on the Ante: 1 less the house edge."""
        return 1 + self.ev_per_ante

    @property
    def rtp_total(self) -> Fraction:
        """The return on all main stakes: 1 less the element of risk."""
        return 1 - self.element_of_risk

    @property
    def std_dev(self) -> float:
        """The root of the variance."""
        root: float = float(self.variance) ** 0.5
        return root


def analyse_main(profile: RuleProfile, progress: Callable[[float], None] | None = None) -> MainGame:
    """The main game of this profile, enumerated.

    Args:
        progress: told how much is done, 0 to 1.

    Raises:
        NotAnalysed: the board is opened neither 0, 3, 2 nor 0, 3, 1, 1, or the odds are too large to be
            summed exactly.

    Source: art. 55-20, 1°; Hold'em poker de casino; rules, sections 2, 4 and 6.
    """
    found = enumerate_main(profile, progress or (lambda done: None))
    rounds = DEALS * found.orders
    counts = list(_counts(found))
    if sum(times for *_, times in counts) != rounds:
        raise AssertionError("the endings are not as many as the deals")
    moments = _moments(profile, found, rounds)
    starting = _starting(found)
    expected = sum((hand.best * hand.combos for hand in starting.values()), Fraction(0)) / comb(52, 2)
    if expected != moments[0]:
        raise AssertionError("decisions and endings do not give the same expectation")
    last: dict[str, int] = dict.fromkeys(labels_of(profile), 0)
    endings: dict[tuple[Ending, bool], int] = {(e, q): 0 for e in ENDINGS for q in (True, False)}
    joint: dict[tuple[HandClass, Ending], int] = {(h, e): 0 for h in HandClass for e in ENDINGS}
    for label, hand, ending, qualified, times in counts:
        last[label] += times
        endings[ending, qualified] += times
        joint[hand, ending] += times
    if not last["check"]:
        del last["check"]
    chances: dict[tuple[HandClass, Ending], Fraction] = {k: Fraction(n, rounds) for k, n in joint.items()}
    return MainGame(
        ev_per_ante=moments[0],
        average_total_stake=moments[2],
        variance=moments[1] - moments[0] ** 2,
        final_bet={label: Fraction(times, rounds) for label, times in last.items()},
        outcomes={e: sum((chances[hand, e] for hand in HandClass), Fraction(0)) for e in ENDINGS},
        endings={key: Fraction(times, rounds) for key, times in endings.items()},
        joint=chances,
        qualified=Fraction(sum(times for (_, q), times in endings.items() if q), rounds),
        paid_classes=_paid_classes(profile, counts, rounds),
        starting=starting,
        enumerated=found,
    )


def _counts(found: Enumerated) -> Iterator[tuple[str, HandClass, Ending, bool, int]]:
    """Last act, class, ending, bank qualified, and how often."""
    for node, by_class in zip(found.tree.layers[-1], found.outcomes.tolist(), strict=True):
        for hand, ended in zip(HandClass, by_class, strict=True):
            for (ending, qualified), times in zip(_COMPARED, ended, strict=True):
                if times:
                    yield node.label, hand, "fold" if node.folded else ending, qualified, times


def _moments(profile: RuleProfile, found: Enumerated, rounds: int) -> tuple[Fraction, Fraction, Fraction]:
    """The averages of the result, of its square, and of the stakes, in Antes."""
    result, square, stakes = Fraction(0), Fraction(0), 0
    for node, by_class in zip(found.tree.layers[-1], found.outcomes.tolist(), strict=True):
        for hand, ended in zip(HandClass, by_class, strict=True):
            for (ending, qualified), times in zip(_COMPARED, ended, strict=True):
                raised = Fraction(node.half_antes, 2)
                won = -2 - raised if node.folded else won_antes(profile, hand, ending, qualified, raised)
                result += won * times
                square += won * won * times
            stakes += (4 + node.half_antes) * sum(ended)
    return result / rounds, square / rounds, Fraction(stakes, 2 * rounds)


def won_antes(
    profile: RuleProfile, hand: HandClass, ending: Ending, qualified: bool, raised: Fraction
) -> Fraction:
    """What a hand that is still in wins on its main stakes, in Antes; `raised` are the bets after the deal.

    Source: art. 55-20, 1°, points 1 and 2; Hold'em poker de casino; rules, sections 2 and 4.
    """
    sign = {"win": 1, "tie": 0, "lose": -1}[ending]
    ante = sign if qualified else int(profile.unqualified.ante == "paid")
    if not qualified and profile.unqualified.others == "returned":
        return Fraction(ante)
    odds = profile.blind.get(hand)
    if ending != "win":
        second = Fraction(sign)
    else:
        second = Fraction(odds.numerator, odds.denominator) if odds else Fraction(0)
    return ante + second + sign * raised


def _paid_classes(
    profile: RuleProfile, counts: list[tuple[str, HandClass, Ending, bool, int]], rounds: int
) -> dict[HandClass, Fraction]:
    """How often each line of the second stake's table is paid, the best hand first."""
    compared = profile.unqualified.others == "compared"
    paid = {hand: 0 for hand in reversed(HandClass) if hand in profile.blind}
    for _, hand, ending, qualified, times in counts:
        if ending == "win" and hand in paid and (qualified or compared):
            paid[hand] += times
    return {hand: Fraction(times, rounds) for hand, times in paid.items()}


def _starting(found: Enumerated) -> dict[str, StartHand]:
    labels = [label_of(move.act) for move in found.tree.moves[0][0]]
    deals = comb(50, 5) * DEALERS * found.orders * found.terms.unit
    hands = {}
    for high in range(12, -1, -1):
        for low in range(high, -1, -1):
            for suited in (0,) if high == low else (1, 0):
                combos = 6 if high == low else 4 if suited else 12
                worth = [int(value) for value in found.values[:, suited, high, low]]
                best = worth.index(max(worth))  # the first of equals is the act to prefer
                name = RANKS[high] + RANKS[low] + ("" if high == low else "s" if suited else "o")
                ev = {
                    label: Fraction(each, deals * combos) for label, each in zip(labels, worth, strict=True)
                }
                hands[name] = StartHand(name, combos, labels[best], ev)
    return hands
