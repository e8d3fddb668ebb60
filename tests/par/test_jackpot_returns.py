"""What JP1 returns: each figure again by the settlement, by the book's divisions, or by a linear system."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest

from controller.book.shares import Terms, fixed_prize, split_stake
from controller.game.cards import DECK
from controller.game.hands import HandClass, rank_cards
from controller.game.jackpot.rules import JackpotConfig, Jp1Seat, jp1_outcome
from controller.game.money import MICRO, Odds
from controller.game.profile import AwardKind, RuleProfile
from controller.odds.jackpot import BETTORS, FIXED, JackpotReturns
from controller.odds.meter import house_part
from controller.odds.sevens import HANDS, count_sevens
from controller.settings.files import config_path
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from tests.law.requirements import requirement

EXAMPLE = config_path("jackpot.toml")
LITERAL = config_path("jackpot-literal.toml")
CYCLE = 32_487
"""One own-card royal in so many hands, exactly: a cycle of so many stakes is the average one."""


@pytest.fixture(scope="module")
def law() -> RuleProfile:
    return load_profile("fr-55-20-2021")


def returns(profile: RuleProfile, config: JackpotConfig | None = None) -> JackpotReturns:
    return JackpotReturns(profile, config or load_jackpot(EXAMPLE), count_sevens())


def with_options(profile: RuleProfile, **options: object) -> RuleProfile:
    return replace(profile, options=replace(profile.options, **options))


# --- fixed prizes --------------------------------------------------------------------------------


def test_the_fixed_return_is_the_paytable_times_the_counts(law: RuleProfile) -> None:
    by_hand = Fraction(10 * 3_473_184 + 100 * 224_848 + 300 * 37_260, 133_784_560)
    by_hand += Fraction(1000 * 4_324, 21 * 133_784_560)
    assert returns(law).fixed_return == by_hand


def test_a_changed_line_of_the_paytable_changes_the_return_by_its_probability(law: RuleProfile) -> None:
    dearer = replace(law, jp1={**law.jp1, AwardKind.QUADS: Odds(101, 1)})
    more = returns(dearer).fixed_return - returns(law).fixed_return
    assert more == Fraction(224_848, HANDS)


def test_quads_on_the_board_are_paid_what_the_settlement_pays_each_hand(law: RuleProfile) -> None:
    board = (*DECK[48:52], DECK[44])  # four aces and a king: what a player adds decides nothing
    seats = [Jp1Seat(1, rank_cards((*board, *pair)), False, True) for pair in combinations(DECK[36:44], 2)]
    paid = {jp1_outcome(law, [seat], rank_cards(board), 500, 0).awards[1] for seat in seats}
    assert {award.cents for awards in paid for award in awards} == {returns(law).prize_cents(AwardKind.QUADS)}


# --- jackpot and consolation ---------------------------------------------------------------------


def test_the_return_is_a_line_through_the_break_even_jackpot(law: RuleProfile) -> None:
    found = returns(law)
    for bettors in BETTORS:
        exact = found.break_even_exact_cents(bettors)
        assert found.return_at(exact, bettors) == 1
        whole = found.break_even_cents(bettors)
        assert found.return_at(whole - 1, bettors) < 1 <= found.return_at(whole, bettors)
        assert found.return_at(2 * exact, bettors) - 1 == exact / (500 * CYCLE)


@requirement("PM-05")
def test_each_further_bettor_is_worth_one_consolation_in_32487(law: RuleProfile) -> None:
    found = returns(law)
    at_start = [found.return_at(1_000_000, bettors) for bettors in BETTORS]
    assert {later - one for one, later in pairwise(at_start)} == {Fraction(100, CYCLE)}
    assert at_start[0] == found.fixed_return + Fraction(1_000_000, 500 * CYCLE)


def test_seven_bettors_get_in_a_round_what_the_settlement_gives_for_each_class(law: RuleProfile) -> None:
    """One royal among seven: every deal in which seat 1 holds it, the classes beside it by the settlement."""
    found, dice = returns(law), Random(55)
    royal = [card for card in DECK if card.suit == 1 and card.rank >= 10]
    counts: Counter[tuple[AwardKind, ...]] = Counter()
    for _ in range(300):
        rest = dice.sample([card for card in DECK if card not in royal], 14)
        board, mine = (*royal[:4], rest[0]), (royal[4], rest[1])
        hands = [mine, *((rest[at], rest[at + 1]) for at in range(2, 14, 2))]
        seats = [
            Jp1Seat(n, rank_cards((*board, *hand)), False, True) for n, hand in enumerate(hands, start=1)
        ]
        outcome = jp1_outcome(law, seats, rank_cards(board), 500, 1_000_000)
        assert outcome.winners == (1,)
        assert [award.kind for award in outcome.awards[1]] == [AwardKind.JACKPOT]
        for seat in range(2, 8):
            kinds = tuple(award.kind for award in outcome.awards[seat])
            assert kinds[-1] is AwardKind.CONSOLATION
            counts[kinds] += 1
    assert counts.total() == 300 * 6
    assert found.consolation_chance(7) == Fraction(6, CYCLE)


def test_a_stake_given_back_to_winners_is_given_back_once(law: RuleProfile) -> None:
    kind = with_options(law, jp1_return_stake=True)
    kept, given = returns(law), returns(kind)
    royal_or_better = Fraction(3_473_184 + 224_848 + 37_260 + 4_324, HANDS)
    assert given.return_at(10**6, 1) - kept.return_at(10**6, 1) == royal_or_better
    sevens = count_sevens()
    small = [hand for hand in HandClass if hand < HandClass.FULL_HOUSE]
    alone = sum(sevens.another_royal_and(hand, 7) for hand in small)
    assert given.return_at(10**6, 7) - kept.return_at(10**6, 7) == royal_or_better + alone
    assert given.given_back(7) == royal_or_better + alone


def test_rounds_between_jackpots_are_stakes_shared_by_the_bettors(law: RuleProfile) -> None:
    assert [returns(law).rounds_between_jackpots(bettors) for bettors in BETTORS] == [
        Fraction(CYCLE, bettors) for bettors in BETTORS
    ]


# --- the long run --------------------------------------------------------------------------------


def average_cycles(config: JackpotConfig, cycles: int) -> list[int]:
    """What the jackpots of so many average cycles pay, in cents, by the book's own division of each stake."""
    terms = Terms.of(config)
    meter, reserve, overflow, paid = config.start_cents * MICRO, 0, 0, []
    for _ in range(cycles):
        full = False
        for left in range(CYCLE, 0, -1):
            parts = split_stake(terms, meter)
            meter, reserve, overflow = meter + parts.meter, reserve + parts.reserve, overflow + parts.overflow
            if full and not parts.meter:  # nothing changes any more but by the same amounts
                reserve, overflow = (
                    reserve + (left - 1) * parts.reserve,
                    overflow + (left - 1) * parts.overflow,
                )
                break
            full = not parts.meter
        paid.append(meter // MICRO)
        meter = config.start_cents * MICRO + meter % MICRO
        room = None if config.limit_cents is None else config.limit_cents * MICRO - meter
        out = reserve if room is None else min(reserve, room)
        meter, reserve = meter + out, reserve - out
        out = overflow if room is None else min(overflow, room - out)
        meter, overflow = meter + out, overflow - out
    return paid


@pytest.mark.parametrize("limit_cents", [None, 30_000_000, 3_000_000])
def test_the_long_run_is_what_average_cycles_of_the_book_pay(
    law: RuleProfile, limit_cents: int | None
) -> None:
    config = replace(load_jackpot(EXAMPLE), limit_cents=limit_cents)
    found = returns(law, config).long_run(1)
    assert found.exact
    settled = average_cycles(config, 4)[-1]
    assert found.least == found.fixed + Fraction(settled, 500 * CYCLE)


def test_the_example_returns_less_than_all_and_the_letter_of_the_law_more(law: RuleProfile) -> None:
    example = returns(law).long_run(1)
    assert example.least == returns(law).fixed_return + Fraction(40, 100) + Fraction(2000, CYCLE)
    letter = returns(law, load_jackpot(LITERAL)).long_run(1)
    assert letter.exact
    assert letter.least > 1 + Fraction(2000, CYCLE)


def shortfall_by_linear_system(
    step: int, prizes: list[tuple[Fraction, int]], jackpot: Fraction, size: int
) -> float:
    """The same equation with S held at zero far up, solved all at once in floating point."""
    matrix, right = np.zeros((size, size)), np.zeros(size)
    nothing = float(1 - jackpot - sum(chance for chance, _ in prizes))
    for x in range(size):
        matrix[x, x] += 1
        if x + step < size:
            matrix[x, x + step] -= nothing
        for chance, prize in prizes:
            right[x] += float(chance) * max(0, prize - x - step)
            if max(0, x + step - prize) < size:
                matrix[x, max(0, x + step - prize)] -= float(chance)
    return float(np.linalg.solve(matrix, right)[0]) * float(jackpot)


def test_what_the_house_adds_to_the_meter_s_prizes_solves_the_linear_system(law: RuleProfile) -> None:
    found = returns(law, load_jackpot(LITERAL))
    prizes = [(found.probability[kind], found.odds(kind)) for kind in FIXED]
    for kept, near in ((prizes[:2], 1e-9), (prizes, 1e-4)):  # rare great prizes reach beyond the system
        added = house_part(Fraction(1), kept, Fraction(1, CYCLE))
        assert added is not None
        whole = [(chance, int(size)) for chance, size in kept]
        second = shortfall_by_linear_system(1, whole, Fraction(1, CYCLE), 1500)
        assert float(added) == pytest.approx(second, rel=near)
    assert float(found.long_run(1).least) == pytest.approx(1 + 2000 / CYCLE + float(added), abs=1e-15)


def test_a_meter_played_by_the_book_s_own_prizes_needs_that_much_of_the_house(law: RuleProfile) -> None:
    """Seeded play of a jackpot that comes often, within five standard errors of the solved equation."""
    chances = [(Fraction(1, 10), 3), (Fraction(1, 40), 12)]
    jackpot, terms = Fraction(1, 50), Terms(500, 100_000, MICRO, 0, 0, "meter")
    solved = house_part(Fraction(1), [(chance, Fraction(size)) for chance, size in chances], jackpot)
    assert solved is not None
    dice, stakes, added = Random(2), 60_000, []
    meter, owed = 100_000 * MICRO, 0
    for _ in range(stakes):
        meter += split_stake(terms, meter).meter
        drawn = dice.random()
        if drawn < jackpot:
            meter = 100_000 * MICRO
            added.append(owed)
            owed = 0
            continue
        size = 3 if drawn < jackpot + chances[0][0] else 12
        if drawn < jackpot + chances[0][0] + chances[1][0]:
            parts = fixed_prize(terms, meter, size * 500)
            meter += parts.meter
            owed += size * 500 + parts.meter // MICRO
    mean, error = np.mean(added), np.std(added) / len(added) ** 0.5
    assert abs(mean / 500 - float(solved) * 50) < 5 * error / 500
    assert error < mean / 20


@pytest.mark.parametrize(
    "changes",
    [{"reserve_share": 150_000, "house_share": 600_000, "meter_share": 250_000}, {"limit_cents": 9_000_000}],
)
def test_where_the_house_s_part_is_not_worked_out_the_return_lies_between_two(
    law: RuleProfile, changes: dict[str, int]
) -> None:
    config = replace(load_jackpot(LITERAL), **changes)
    for bettors in BETTORS:
        found = returns(law, config).long_run(bettors)
        by_house = returns(law, replace(config, fixed_prizes_paid_from="house")).long_run(bettors)
        assert not found.exact
        assert found.fixed < found.least < found.most == by_house.least


# --- what a round can cost -----------------------------------------------------------------------


def test_seven_winners_at_once_cost_what_the_settlement_pays_them(law: RuleProfile) -> None:
    found = returns(law)
    costs = {exposure.kind: exposure.cents(500) for exposure in found.exposures()}
    for text, kind in (
        ("AsKsQsJsTs", AwardKind.COMMUNITY_ROYAL),
        ("9c8c7c6c5c", AwardKind.STRAIGHT_FLUSH),
        ("9c9d9h9sAd", AwardKind.QUADS),
        ("AcAdAhKsKd", AwardKind.FULL_HOUSE),
    ):
        board = tuple(card for card in DECK if card.text in {text[at : at + 2] for at in range(0, 10, 2)})
        low = [card for card in DECK if card not in board and card.rank in (2, 3, 4) and card.suit != 0]
        low += [card for card in DECK if card.rank in (7, 8) and card not in board][:6]
        hands = [(low[at], low[at + 7]) for at in range(7)]
        seats = [
            Jp1Seat(n, rank_cards((*board, *hand)), False, True) for n, hand in enumerate(hands, start=1)
        ]
        awards = jp1_outcome(law, seats, rank_cards(board), 500, 0).awards
        assert sum(award.cents for seat in awards.values() for award in seat) == costs[kind]
    assert costs[AwardKind.CONSOLATION] == 6 * 100 * 500
    assert found.exposures()[0].kind is AwardKind.COMMUNITY_ROYAL


def test_prizes_that_the_smallest_chip_cannot_pay_are_named(law: RuleProfile) -> None:
    assert list(returns(law).unpayable(50)) == []
    uneven = replace(law, jp1={**law.jp1, AwardKind.FULL_HOUSE: Odds(21, 2)})
    found = returns(uneven, replace(load_jackpot(EXAMPLE), stake_cents=505))
    assert list(found.unpayable(50)) == [
        (None, 505),
        (AwardKind.FULL_HOUSE, Fraction(10_605, 2)),
    ]
