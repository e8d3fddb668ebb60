"""The main game enumerated: the published figures, a second method, variants, and what is refused."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from phevaluator import evaluate_cards

from controller.game.cards import DECK, Card, parse_cards
from controller.game.felt import Spot
from controller.game.hands import HandClass, lowest_rank
from controller.game.money import Odds
from controller.game.profile import Bet, RuleProfile, Street, Unqualified, play_bets
from controller.house.chance import MAIN
from controller.odds.acts import NotAnalysed
from controller.odds.main_game import MainGame, analyse_main
from controller.odds.sevens import count_sevens
from controller.odds.side import analyse_side
from controller.odds.strategy import Strategy, against_dealers
from controller.odds.suits import boards
from controller.settings.rules import load_profile
from tests.long import long
from tests.par.raw_boards import ANTE_CENTS, BOARDS, Brute, dealers, place_of

UTH, CASINO = "fr-55-20-2021", "fr-holdem-casino"
JACK_SEVEN = parse_cards("Js7s")
HOLES = {"J7s": JACK_SEVEN, "K5o": parse_cards("Kd5h")}


def house_uth() -> RuleProfile:
    """Five or two Antes before the flop, three or one on it, two or one at the end; trips qualify."""
    streets = (
        Street("preflop", 0, play_bets(5, 2), False),
        Street("flop", 3, play_bets(3, 1), False),
        Street("river", 2, play_bets(2, 1), True),
    )
    odds = {
        HandClass.ROYAL_FLUSH: Odds(10_000, 1),
        HandClass.STRAIGHT: Odds(2, 3),
        HandClass.PAIR: Odds(1, 4),
    }
    return replace(
        load_profile(UTH),
        id="house",
        streets=streets,
        blind=odds,
        qualifies_with=HandClass.THREE_OF_A_KIND,
        unqualified=Unqualified("paid", "compared"),
    )


def house_casino() -> RuleProfile:
    """Hold'em poker de casino whose flop asks for a bet or an abandon; the turn raises it or not."""
    streets = (
        Street("preflop", 0, (Bet(Spot.A4, 8),), False),
        Street("flop", 3, (Bet(Spot.A2, 4), Bet(Spot.A05T, 1)), True),
        Street("turn", 1, (Bet(Spot.A3, 6, after=Spot.A05T),), False),
        Street("river", 1, (Bet(Spot.A05R, 1, after=Spot.A2),), False),
    )
    return replace(load_profile(CASINO), id="house", streets=streets)


PROFILES = {
    UTH: lambda: load_profile(UTH),
    CASINO: lambda: load_profile(CASINO),
    "house uth": house_uth,
    "house casino": house_casino,
}


@cache
def profile_of(name: str) -> RuleProfile:
    return PROFILES[name]()


PROGRESS: dict[str, list[float]] = {}
"""What was told of the progress of each analysis."""


@cache
def analysed(name: str) -> MainGame:
    return analyse_main(profile_of(name), PROGRESS.setdefault(name, []).append)


def test_there_are_as_many_canonical_boards_as_known() -> None:
    for size, canonical, all_boards in ((3, 1_755, 22_100), (4, 16_432, 270_725), (5, 134_459, 2_598_960)):
        made = boards(size)
        spans = zip(made.first, made.last, strict=True)
        assert made.canonical == canonical
        assert sum(int(made.weight[first:last].sum()) for first, last in spans) == all_boards


@pytest.mark.long
def test_the_law_returns_what_the_live_table_publishes() -> None:
    game = analysed(UTH)
    assert f"{float(100 * game.rtp_total):.2f}" == "99.47"
    assert f"{float(100 * game.rtp_initial):.2f}" == "97.82"
    assert f"{float(game.average_total_stake):.2f}" == "4.15"
    assert game.ev_per_ante == Fraction(-50643648973, 2317817502000)
    assert f"{game.std_dev:.2f}" == "4.94"


@pytest.mark.parametrize("name", MAIN)
def test_the_house_expects_what_is_enumerated(name: str) -> None:
    """The pit's machine keeps edge and variance of these games instead of working them out."""
    game = analysed(name)
    assert MAIN[name] == (-game.ev_per_ante, game.variance)


def test_nobody_bets_three_antes_where_four_may_be_bet() -> None:
    game = analysed(UTH)
    assert list(game.final_bet) == ["4x", "3x", "2x", "1x", "fold"]
    assert game.final_bet["3x"] == 0
    assert sum(game.final_bet.values()) == 1


def test_the_strategy_before_the_flop_is_the_one_in_every_book() -> None:
    starting = analysed(UTH).starting
    assert len(starting) == 169
    assert sum(hand.combos for hand in starting.values()) == 1326
    raised = {name for name, hand in starting.items() if hand.act == "4x"}
    expected = {f"A{r}{s}" for r in "KQJT98765432" for s in "so"} | {f"{r}{r}" for r in "AKQJT9876543"}
    expected |= {f"K{r}s" for r in "QJT98765432"} | {f"K{r}o" for r in "QJT98765"}
    expected |= {f"Q{r}s" for r in "JT9876"} | {f"Q{r}o" for r in "JT98"} | {"JTs", "J9s", "J8s", "JTo"}
    assert raised == expected


def test_hold_em_poker_de_casino_names_its_own_last_acts() -> None:
    game = analysed(CASINO)
    assert list(game.final_bet) == ["a4", "a3", "a2", "a05t", "a05r", "fold"]
    assert sum(game.final_bet.values()) == 1
    assert game.starting["AA"].act == "a4"


@pytest.mark.parametrize("name", [UTH, CASINO, long("house uth"), long("house casino")])
def test_every_player_s_hand_comes_as_often_as_among_seven_cards(name: str) -> None:
    game, sevens = analysed(name), count_sevens()
    for hand in HandClass:
        assert sum(chance for (held, _), chance in game.joint.items() if held is hand) == sevens.chance(hand)
    assert sum(game.outcomes.values()) == 1
    assert sum(game.endings.values()) == 1
    below = lowest_rank(profile_of(name).qualifies_with)
    classes = [hand for hand in HandClass if lowest_rank(hand) >= below]
    assert game.qualified == sum(sevens.chance(hand) for hand in classes)


def test_trips_that_asks_for_a_win_is_worked_out_from_the_endings() -> None:
    (trips,) = load_profile("fr-casino-page").sides
    (by_hand,) = load_profile(UTH).sides
    assert trips.by_main_game
    side = analyse_side(trips, count_sevens(), analysed(UTH).joint)
    assert 0 < side.rtp < analyse_side(by_hand, count_sevens()).rtp


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hole", "game"),
    [("J7s", UTH), ("J7s", CASINO), ("K5o", UTH), ("K5o", CASINO)],
)
@pytest.mark.long
def test_raw_boards_give_the_same_expectation_to_the_last_digit(hole: str, game: str) -> None:
    assert_raw_boards_give_the_same(hole, game)


def assert_raw_boards_give_the_same(hole: str, game: str) -> None:
    profile = profile_of(game)
    orders = 20 if len(profile.streets) == 4 else 10
    cents = Brute(profile, HOLES[hole]).before_the_flop()
    known = analysed(game).starting[hole].ev
    deals = BOARDS * orders * 990 * ANTE_CENTS
    found = sorted(Fraction(value, deals) for value in cents.values())
    assert found == sorted(known.values())


def test_another_evaluator_counts_the_same_dealers() -> None:
    dice = random.Random(20)
    for _ in range(60):
        dealt = dice.sample(DECK, 7)
        hole, board = (dealt[0], dealt[1]), tuple(dealt[2:])
        own = evaluate_cards(*(card.code for card in dealt))
        wins = ties = unqualified = 0
        for bank in dealers(hole, board):
            rank = evaluate_cards(*(card.code for card in (*bank, *board)))
            wins, ties = wins + (own < rank), ties + (own == rank)
            unqualified += 7463 - rank < lowest_rank(HandClass.PAIR)
        assert against_dealers(hole, board, lowest_rank(HandClass.PAIR)) == (
            7463 - own,
            wins,
            ties,
            unqualified,
        )


def test_another_evaluator_finds_the_same_decision_on_a_flop() -> None:
    profile = profile_of(UTH)
    strategy = Strategy(profile, analysed(UTH))
    hole, flop = parse_cards("8h7d"), parse_cards("Ks9h2h")
    checked, bet = _flop_by_another_evaluator(hole, flop)
    act = strategy.act(hole, flop, None)
    assert act == ("check" if checked >= bet else Bet(Spot.PLAY, 4))


def _flop_by_another_evaluator(hole: tuple[Card, ...], flop: tuple[Card, ...]) -> tuple[int, int]:
    """What a check and a bet of two Antes are worth, in half Antes, over all runouts and dealers."""
    left = [card.code for card in DECK if card not in (*hole, *flop)]
    seen = [card.code for card in flop]
    own_codes = [card.code for card in hole]
    pays = [(1, 1000), (10, 100), (166, 20), (322, 6), (1599, 3), (1609, 2)]
    checked = bet = 0
    for i, turn in enumerate(left):
        for river in left[:i]:
            board = (*seen, turn, river)
            own = evaluate_cards(*own_codes, *board)
            rest = [card for card in left if card not in (turn, river)]
            paid = next((win for worst, win in pays if own <= worst), 0)
            fixed = raised = 0
            for j, first in enumerate(rest):
                for second in rest[:j]:
                    bank = evaluate_cards(first, second, *board)
                    sign = (own < bank) - (own > bank)
                    raised += 2 * sign
                    fixed += 2 * sign if bank <= 6185 else 0
                    fixed += paid if sign > 0 else 2 * sign
            bet += fixed + 2 * raised
            checked += max(fixed + raised, -4 * 990)
    return checked, bet


@pytest.mark.long
@pytest.mark.parametrize("name", [UTH, CASINO, "house uth", "house casino"])
def test_the_strategy_after_the_flop_is_that_of_the_raw_boards(name: str) -> None:
    profile, dice = profile_of(name), random.Random(7)
    strategy, brute = Strategy(profile, analysed(name)), Brute(profile, JACK_SEVEN)
    left = [card for card in DECK if card not in JACK_SEVEN]
    asked = 0
    for street, node in _decisions(profile):
        ways = brute.ways(street, *node)
        best = np.maximum.reduce(list(ways.values()))
        for _ in range(200):
            board = tuple(dice.sample(left, brute.sizes[street]))
            at = place_of(board, JACK_SEVEN)
            act = strategy.act(JACK_SEVEN, board, *node)
            asked += 1
            chosen = f"{act.spot} {act.half_antes}" if isinstance(act, Bet) else act
            equal = [way for way in ways if ways[way][at] == best[at]]
            assert chosen == min(equal, key=_preference), (board, equal)
    assert asked >= 400


def _decisions(profile: RuleProfile) -> list[tuple[int, tuple[Spot | None, int]]]:
    """The streets after the first, each with the bets that leave something to decide."""
    halves = {bet.spot: bet.half_antes for street in profile.streets for bet in street.bets}
    found = []
    for street in range(1, len(profile.streets)):
        for spot in dict.fromkeys(bet.after for bet in profile.streets[street].bets):
            found.append((street, (spot, halves[spot] if spot else 0)))
    return found


def _preference(way: str) -> tuple[int, int]:
    if way in ("check", "fold"):
        return (0, 0) if way == "check" else (2, 0)
    return 1, int(way.split()[1])


def test_a_board_opened_otherwise_is_refused() -> None:
    streets = (
        Street("preflop", 0, play_bets(4), False),
        Street("first", 1, play_bets(2), False),
        Street("rest", 4, play_bets(1), True),
    )
    with pytest.raises(NotAnalysed, match="opened 0, 1, 4"):
        analyse_main(replace(load_profile(UTH), streets=streets))


def test_odds_too_large_for_exact_sums_are_refused() -> None:
    blind = {HandClass.ROYAL_FLUSH: Odds(100_000, 99_991), HandClass.QUADS: Odds(100_000, 99_989)}
    with pytest.raises(NotAnalysed, match="blind are too large"):
        analyse_main(replace(load_profile(UTH), blind=blind))


def test_progress_goes_up_to_one() -> None:
    analysed(UTH)
    told = PROGRESS[UTH]
    assert told == sorted(told)
    assert told[-1] == 1
