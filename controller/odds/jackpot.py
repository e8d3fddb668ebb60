"""What JP1 returns: fixed prizes, jackpot, consolation, the long run, and what a round can cost.

Every figure is a fraction of the stake and exact. Terms: J is the value at the claim, the round's own
stakes included (rules, section 3); a table has as many players as JP1 bettors, one to seven.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Final

from controller.game.felt import SEATS_MAX
from controller.game.hands import HandClass
from controller.game.jackpot.rules import SHARES_TOTAL, JackpotConfig
from controller.game.money import InexactPayout, Odds
from controller.game.profile import AwardKind, RuleProfile
from controller.odds.meter import house_part
from controller.odds.sevens import Sevens

FIXED: Final = (
    AwardKind.FULL_HOUSE,
    AwardKind.QUADS,
    AwardKind.STRAIGHT_FLUSH,
    AwardKind.COMMUNITY_ROYAL,
)
PRIZES: Final = (*FIXED, AwardKind.JACKPOT)
BETTORS: Final = tuple(range(1, SEATS_MAX + 1))


@dataclass(frozen=True)
class JackpotReturns:
    """The mathematics of JP1 under one profile and one configuration."""

    profile: RuleProfile
    config: JackpotConfig
    sevens: Sevens

    @cached_property
    def probability(self) -> Mapping[AwardKind, Fraction]:
        """How often one bettor wins each prize, consolation excepted; only the best class pays."""
        return {kind: self.sevens.prize(kind) for kind in PRIZES}

    def odds(self, kind: AwardKind) -> Fraction:
        """The prize in stakes."""
        return _fraction(self.profile.jp1[kind])

    @cached_property
    def fixed_return(self) -> Fraction:
        """What the prizes of the table return, jackpot and consolation excepted."""
        kept = 1 if self.profile.options.jp1_return_stake else 0
        return sum((self.probability[kind] * (self.odds(kind) + kept) for kind in FIXED), Fraction(0))

    def consolation_chance(self, hands: int) -> Fraction:
        """How often a bettor wins the consolation when this many hands, his own among them, may give it."""
        return self.sevens.another_royal(hands)

    def consolation_return(self, hands: int) -> Fraction:
        """What the consolation returns to one bettor when `hands` hands of his table may give it.

        With `consolation_trigger = any_player` these are all the hands dealt, else those that bet JP1.
        A stake given back to winners is given back once to who has a prize and the consolation.
        """
        returned = self.consolation_chance(hands) * self.odds(AwardKind.CONSOLATION)
        if self.profile.options.jp1_return_stake:
            returned += self._consolation_alone(hands)
        return returned

    def _consolation_alone(self, hands: int) -> Fraction:
        """How often a bettor wins the consolation and no prize of his own."""
        own = (HandClass.FULL_HOUSE, HandClass.QUADS, HandClass.STRAIGHT_FLUSH, HandClass.ROYAL_FLUSH)
        both = sum((self.sevens.another_royal_and(hand, hands) for hand in own), Fraction(0))
        return self.consolation_chance(hands) - both

    def given_back(self, hands: int) -> Fraction:
        """What the stakes given back to winners return, by option `jp1_return_stake`."""
        if not self.profile.options.jp1_return_stake:
            return Fraction(0)
        return sum(self.probability.values(), self._consolation_alone(hands))

    def return_at(self, jackpot_cents: int | Fraction, bettors: int) -> Fraction:
        """What one staked returns when the value at the claim is this."""
        value = Fraction(jackpot_cents) / self.config.stake_cents
        if self.profile.options.jp1_return_stake:
            value += 1
        won = self.probability[AwardKind.JACKPOT] * value
        return self.fixed_return + won + self.consolation_return(bettors)

    def break_even_exact_cents(self, bettors: int) -> Fraction:
        """The value at the claim at which one staked returns one; below zero when it always returns more."""
        short = 1 - self.return_at(0, bettors)
        return short * self.config.stake_cents / self.probability[AwardKind.JACKPOT]

    def break_even_cents(self, bettors: int) -> int:
        """The first whole cents at which one staked returns at least one, never below zero."""
        return max(0, ceil(self.break_even_exact_cents(bettors)))

    def rounds_between_jackpots(self, bettors: int) -> Fraction:
        """The expected number of rounds of one table, the round of the claim included."""
        return 1 / (bettors * self.probability[AwardKind.JACKPOT])

    # --- the long run ----------------------------------------------------------------------------

    @cached_property
    def seeded(self) -> Fraction:
        """What the reset amounts come to, for one staked: the house puts one in at each jackpot."""
        return self.probability[AwardKind.JACKPOT] * self.config.restart_cents / self.config.stake_cents

    @cached_property
    def grown(self) -> Fraction:
        """What each stake adds to this jackpot and, by the reserve, to the next ones (PM-12)."""
        return Fraction(self.config.meter_share + self.config.reserve_share, SHARES_TOTAL)

    @cached_property
    def capped(self) -> Fraction | None:
        """What the jackpots return at most, under the limit; None without one."""
        if self.config.limit_cents is None:
            return None
        return self.probability[AwardKind.JACKPOT] * self.config.limit_cents / self.config.stake_cents

    def long_run(self, bettors: int) -> LongRun:
        """What one staked returns over many jackpots, everything that reaches the meter being won in the end.

        Each cycle opens with the start amount, the reserve, and what the limit kept from the meter. So in
        the long run the jackpots pay what was put in, or, when more comes in than the limit lets out, the
        limit each time. Prizes paid from the meter are paid from the jackpot: the house adds only what the
        meter lacks above its start amount.
        """
        fixed = self.return_at(0, bettors)
        put_in = self.seeded + self.grown
        if self.config.fixed_prizes_paid_from == "house":
            total = fixed + (put_in if self.capped is None else min(put_in, self.capped))
            return LongRun(fixed, total, total)
        if bettors == 1 and (added := self._house_part()) is not None:
            total = put_in + self.given_back(1) + added
            return LongRun(fixed, total, total)
        if self.capped is not None:
            return LongRun(fixed, fixed + self.seeded, fixed + min(put_in, self.capped))
        return LongRun(fixed, max(fixed + self.seeded, put_in + self.given_back(bettors)), fixed + put_in)

    def _house_part(self) -> Fraction | None:
        """What the house adds to prizes paid from the meter, one bettor; None where it is not worked out.

        It is where nothing but whole cents of the stakes moves the meter: no limit, no reserve.
        """
        config = self.config
        step = Fraction(config.meter_share, SHARES_TOTAL)
        if config.reserve_share or self.capped is not None or (step * config.stake_cents).denominator != 1:
            return None
        prizes = [(self.probability[kind], self.odds(kind)) for kind in FIXED]
        added = house_part(step, prizes, self.probability[AwardKind.JACKPOT])
        return None if added is None else Fraction(added)

    # --- what a round can cost -------------------------------------------------------------------

    def prize_cents(self, kind: AwardKind) -> int:
        """A fixed prize or the consolation, in cents.

        Raises:
            InexactPayout: it is no whole number of cents.
        """
        return self.profile.jp1[kind].win_cents(self.config.stake_cents)

    def exposures(self) -> tuple[Exposure, ...]:
        """What one table pays in fixed prizes when all seven win at once, the dearest round first.

        The board alone makes the prize of all seven; or one wins the jackpot and six the consolation.
        """
        found = [
            Exposure(kind, self.sevens.board_made(hand), SEATS_MAX, SEATS_MAX * self.odds(kind))
            for kind, hand in (
                (AwardKind.COMMUNITY_ROYAL, HandClass.ROYAL_FLUSH),
                (AwardKind.STRAIGHT_FLUSH, HandClass.STRAIGHT_FLUSH),
                (AwardKind.QUADS, HandClass.QUADS),
                (AwardKind.FULL_HOUSE, HandClass.FULL_HOUSE),
            )
        ]
        others = SEATS_MAX - 1
        chance = SEATS_MAX * self.probability[AwardKind.JACKPOT]
        consoled = others * self.odds(AwardKind.CONSOLATION)
        found.append(Exposure(AwardKind.CONSOLATION, chance, others, consoled))
        return tuple(sorted(found, key=lambda each: -each.stakes))

    def unpayable(self, chip_cents: int) -> Iterator[tuple[AwardKind | None, Fraction]]:
        """The prizes that chips cannot pay, in cents; None for the stake itself."""
        stake = self.config.stake_cents
        if stake % chip_cents:
            yield None, Fraction(stake)
        for kind in (*FIXED, AwardKind.CONSOLATION):
            try:
                self.profile.jp1[kind].win_cents(stake, chip_cents)
            except InexactPayout:
                yield kind, self.odds(kind) * stake


@dataclass(frozen=True, slots=True)
class LongRun:
    """What one staked returns over many jackpots: `fixed` by prizes and consolation, and in all.

    `least` and `most` are the same but where prizes come from the meter and what the house then adds is
    not worked out: the return lies between them.
    """

    fixed: Fraction
    least: Fraction
    most: Fraction

    @property
    def exact(self) -> bool:
        return self.least == self.most


@dataclass(frozen=True, slots=True)
class Exposure:
    """So many bettors of one table win this prize in one round, which costs so many stakes."""

    kind: AwardKind
    probability: Fraction
    bettors: int
    stakes: Fraction

    def cents(self, stake_cents: int) -> Fraction:
        return self.stakes * stake_cents


def _fraction(odds: Odds) -> Fraction:
    return Fraction(odds.numerator, odds.denominator)
