"""Nights are held against the exact chances, and a night that is not fair is found out."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.boot.simulated import simulated_night
from controller.cli.par.command import without
from controller.cli.simulate import simulate
from controller.game import events as e
from controller.game.cards import DECK, Card, parse_cards
from controller.game.felt import Spot
from controller.game.hands import HandClass, best_hand
from controller.game.inputs import Incident
from controller.game.profile import AwardKind
from controller.odds import chances
from controller.odds.frequencies import Exact, Observed, Optimal, Sample, beside_exact
from controller.odds.sevens import count_sevens
from controller.settings.rules import config_path, load_profile
from controller.simulation.tally import Tally
from drivers.sim.decks import Stacked
from drivers.sim.players import Bets
from tests.long import long

pytestmark = pytest.mark.slow

UTH = load_profile("fr-55-20-2021")


def sigmas(frequencies: dict[str, Any]) -> dict[str, float]:
    """Every sigma that there is, by part and line."""
    return {
        f"{part} {name}": line["sigma"]
        for part, lines in frequencies.items()
        for name, line in lines.items()
        if line["sigma"] is not None
    }


# --- the exact side ------------------------------------------------------------------------------


def test_classes_counted_by_ranks_and_suits_are_those_counted_one_by_one() -> None:
    counted = count_sevens()
    assert chances.count_classes(7) == counted.classes
    assert chances.count_classes(5) == counted.boards
    assert sum(chances.count_classes(6).values()) == comb(52, 6)


def test_chances_of_prizes_are_those_of_the_par_sheet() -> None:
    counted = count_sevens()
    for kind in AwardKind:
        expected = counted.another_royal(2) if kind is AwardKind.CONSOLATION else counted.prize(kind)
        assert chances.prize(kind) == expected


def test_a_side_bet_that_asks_how_the_main_bets_end_has_no_chance_of_its_own() -> None:
    assert chances.side(load_profile("fr-casino-page").sides[0]) is None
    trips = chances.side(UTH.sides[0])
    assert trips is not None
    assert round(float(trips.rtp), 4) == 0.9650
    bonus = chances.side(load_profile("fr-holdem-casino").sides[0])
    assert bonus is not None
    assert bonus.hit == trips.hit


# --- the measure ---------------------------------------------------------------------------------


def shuffled_tables(rounds: int, seed: int) -> Observed:
    """So many deals to five players, from decks shuffled by the standard library."""
    rng, observed = random.Random(seed), Observed(UTH)
    for _ in range(rounds):
        cards = rng.sample(DECK, 15)
        observed.dealt([cards[n : n + 2] for n in range(0, 10, 2)], cards[10:])
    return observed


def test_sigmas_of_fair_tables_spread_as_standard_deviations_do() -> None:
    """Five hands share a board, and still two thirds of the sigmas lie within one."""
    tables = [beside_exact(shuffled_tables(200, seed)) for seed in range(150)]
    for hand in ("high_card", "pair", "two_pair", "straight", "flush", "full_house"):
        found = [table["hands"][hand]["sigma"] for table in tables]
        assert 0.7 < sum(sigma**2 for sigma in found) / len(found) < 1.35, hand
        assert 0.55 < sum(abs(sigma) < 1 for sigma in found) / len(found) < 0.82, hand


def test_a_board_that_pays_the_whole_table_is_one_event() -> None:
    quads = Exact.chance(chances.chance(HandClass.QUADS))
    together, apart = Sample(), Sample()
    for number in range(200):
        together.add(7, 7 if number == 0 else 0)
    for number in range(1_400):
        apart.add(1, 1 if number < 7 else 0)
    assert together.observed == apart.observed == 7
    assert together.units == apart.units == 1_400
    assert together.sigma(quads) < 1 < 3 < apart.sigma(quads)  # type: ignore[operator]


def test_nothing_observed_has_no_sigma() -> None:
    empty = Sample().beside(Exact.chance(Fraction(1, 3)))
    assert (empty["of"], empty["sigma"], empty["observed_rate"]) == (0, None, None)


# --- whole nights --------------------------------------------------------------------------------


def test_a_fair_night_agrees_with_the_exact_chances() -> None:
    firsts: Counter[HandClass] = Counter()
    dealt = Observed.dealt

    def also_first(observed: Observed, hands: list[list[Card]], board: list[Card]) -> None:
        firsts[best_hand((*hands[0], *board)).hand_class] += 1
        dealt(observed, hands, board)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Observed, "dealt", also_first)
        night = simulated_night(rounds=200, seed=2021)
        result = night.play()
        night.close()
    found = sigmas(result["frequencies"])
    assert len(found) == 10 + 2 + 6 + 1
    assert max(abs(sigma) for sigma in found.values()) < 3.5, found
    hands = result["frequencies"]["hands"]
    assert sum(line["observed"] for line in hands.values()) == hands["pair"]["of"] > 600
    assert result["frequencies"]["bank"]["qualified"]["of"] == 200
    # One hand a deal is independent of the next: chi-square, the rare classes together, 7 degrees.
    assert firsts.total() == 200
    rare = [hand for hand in HandClass if hand >= HandClass.QUADS]
    cells = [[hand] for hand in HandClass if hand not in rare] + [rare]
    square = 0.0
    for cell in cells:
        expected = 200 * float(sum(chances.chance(hand) for hand in cell))
        square += (sum(firsts[hand] for hand in cell) - expected) ** 2 / expected
    assert square < 24.3  # exceeded once in a thousand nights


def paired_board(rng: random.Random) -> Stacked:
    """Shuffled decks in which the second card of the flop always pairs the first."""

    def biased(seats: Sequence[int], bettors: Sequence[int]) -> list[Card]:
        cards = rng.sample(DECK, len(DECK))
        flop = 2 * len(seats) + 2
        mate = next(
            place for place, card in enumerate(cards) if place != flop and card.rank == cards[flop].rank
        )
        cards[flop + 1], cards[mate] = cards[mate], cards[flop + 1]
        return cards

    return biased


def sometimes_sorted(rng: random.Random) -> Stacked:
    """Decks of which one in four was sorted by rank instead of shuffled."""

    def biased(seats: Sequence[int], bettors: Sequence[int]) -> list[Card]:
        cards = rng.sample(DECK, len(DECK))
        return cards if rng.randrange(4) else sorted(cards, key=lambda card: card.rank)

    return biased


@pytest.mark.parametrize(
    ("made", "line"), [(sometimes_sorted, "trips hit_frequency"), long(paired_board, "hands high_card")]
)
def test_a_biased_deck_is_found_out(made: Any, line: str) -> None:
    night = simulated_night(rounds=160, seed=5, stacked=[made(random.Random(1))] * 160)
    found = sigmas(night.play()["frequencies"])
    night.close()
    assert abs(found[line]) > 4, found


def test_the_night_of_two_tables_is_counted_together() -> None:
    night = simulated_night(rounds=20, seed=3, tables=2)
    result = night.play()
    night.close()
    assert result["frequencies"]["bank"]["qualified"]["of"] == result["rounds"] == 20


# --- players who play by the optimal strategy ---------------------------------------------------


@pytest.mark.parametrize(
    ("profile", "rounds"), [("fr-casino-page", 150), ("live-uth", 100), ("fr-holdem-casino", 150)]
)
@pytest.mark.long
def test_optimal_players_win_what_the_par_sheet_expects(profile: str, rounds: int) -> None:
    night = simulated_night(rounds=rounds, seed=1, profile=profile, play="optimal")
    frequencies = night.play()["frequencies"]
    night.close()
    found = sigmas(frequencies)
    assert max(abs(sigma) for sigma in found.values()) < 3.5, found
    assert "main result_per_ante" in found
    line = frequencies["main"]["result_per_ante"]
    assert line["of"] > 3 * rounds
    assert round(line["exact_rate"]["decimal"], 4) == (-0.0712 if "holdem" in profile else -0.0218)
    side = "bonus" if "holdem" in profile else "trips"
    # On the casino's page Trips is paid to winners only: known once the strategy is.
    assert {f"{side} hit_frequency", f"{side} return"} <= found.keys()


def test_players_know_their_own_cards_and_the_board_turned_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Also where the five board cards already lie there face down."""
    shipped = config_path("rules/fr-55-20-2021.toml").read_text(encoding="utf-8")
    variant = tmp_path / "house.toml"
    variant.write_text(shipped.replace('"at_street"', '"with_hands"'), encoding="utf-8")
    asked: Counter[tuple[int, int, tuple[int, ...]]] = Counter()

    def never(cards: Sequence[Card], board: Sequence[Card], bets: Bets, offered: Sequence[int]) -> int:
        assert not bets
        asked[len(cards), len(board), tuple(offered)] += 1
        return 0

    optimal = Optimal(Exact(Fraction(-2), Fraction(1)))
    monkeypatch.setattr("controller.boot.simulated.optimal_play", lambda profile: (never, optimal))
    night = simulated_night(rounds=3, seed=4, profile=str(variant), play="optimal")
    result = night.play()
    night.close()
    assert set(asked) == {(2, 0, (8, 6)), (2, 3, (4,)), (2, 5, (2,))}
    main = result["frequencies"]["main"]["result_per_ante"]
    assert main["observed"] == -2 * main["of"] == main["expected"]


def test_without_the_extra_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.boot.optimal_players.find_spec", lambda name: None)
    arguments = ["--rounds", "5", "--seed", "7", "--play", "optimal"]
    said = CliRunner().invoke(simulate, arguments)
    assert said.exit_code == 2
    assert said.stdout == ""
    assert said.stderr == f"Error: {without('numba')}\n"
    assert CliRunner().invoke(simulate, arguments[:4]).exit_code == 0


# --- what is counted -----------------------------------------------------------------------------


def settled(seat: int, trips_paid: int) -> e.SeatSettled:
    """An Ante lost, a Trips stake paid so many times or taken."""
    trips = e.SettledSpot(
        Spot.TRIPS, 500, 500 if trips_paid else 0, 0 if trips_paid else 500, 500 * trips_paid, ""
    )
    lost = tuple(e.SettledSpot(spot, 1_000, 0, 1_000, 0, "") for spot in (Spot.ANTE, Spot.BLIND))
    return e.SeatSettled(seat, (*lost, trips))


def test_a_void_deal_and_a_settlement_taken_back_are_not_counted() -> None:
    observed, tally = Observed(UTH), Tally(500)
    events = [
        e.ShowdownOpened((1,), True, False),
        settled(1, 3),
        e.SettlementTakenBack(1),
        settled(1, 0),
        e.RoundClosed(1, 1, 0, 9),
    ]
    void: list[e.Event] = [
        e.ShowdownOpened((1,), True, False),
        settled(2, 3),
        e.RoundVoided(2, 1, "Chef 1", Incident.IRREGULAR_DEAL, (), ()),
    ]
    observed.count([*events, *void])
    tally.count([*events, *void])
    hits = observed.hit[Spot.TRIPS]
    assert (hits.units, hits.observed) == (1, 0)
    assert observed.bank.units == 1
    assert observed.main.observed == -2
    assert (tally.staked_cents, tally.taken_cents, tally.paid_cents) == (2_500, 2_500, 0)


def test_hands_of_a_deck_with_a_card_twice_are_not_counted() -> None:
    observed = Observed(UTH)
    nines = parse_cards("9c9d9h9s")
    observed.dealt([nines[:2], [nines[0], DECK[0]]], [*nines[1:], DECK[1], DECK[2]])
    assert [sample.units for sample in observed.hands.values()] == [0] * 10
    observed.dealt([nines[:2]], [*nines[2:], *DECK[:3]])
    assert observed.hands[HandClass.QUADS].observed == 1


def test_a_side_bet_paid_by_another_table_is_found_out() -> None:
    """Each hit paid one stake too much: the hits are right, the return is not."""
    rng, observed = random.Random(8), Observed(UTH)
    for number in range(3_000):
        hand = best_hand(rng.sample(DECK, 7)).hand_class
        odds = UTH.trips.get(hand)
        paid = odds.numerator + 1 if odds is not None else 0
        observed.count([settled(1, paid), e.RoundClosed(number, 1, 0, 9)])
    trips = beside_exact(observed)["trips"]
    assert abs(trips["hit_frequency"]["sigma"]) < 3
    assert trips["return"]["sigma"] > 3


def test_the_main_game_is_compared_where_its_strategy_is_known() -> None:
    observed = Observed(UTH)
    for number in range(100):
        observed.count([settled(1, 0), e.RoundClosed(number, 1, 0, 9)])
    assert beside_exact(observed)["main"]["result_per_ante"]["sigma"] is None
    known = Optimal(Exact(Fraction(-2, 100), Fraction(24)))
    line = beside_exact(observed, known)["main"]["result_per_ante"]
    assert line["observed"] == -200
    assert line["sigma"] < -4


# --- the command ---------------------------------------------------------------------------------


def test_the_command_prints_observed_expected_and_sigma() -> None:
    arguments = ["--rounds", "5", "--seed", "7"]
    said = json.loads(CliRunner().invoke(simulate, [*arguments, "--json"]).stdout)["frequencies"]
    assert list(said) == ["hands", "trips", "jp1", "bank", "main"]
    assert said["trips"]["return"]["exact_rate"]["fraction"].count("/") == 1
    assert list(said["jp1"]) == [str(kind) for kind in AwardKind]
    shown = CliRunner().invoke(simulate, arguments).stdout
    assert "σ" in shown
    for hand in HandClass:
        assert f"    {hand} " in shown


def test_figures_for_people_have_a_comma_and_no_point() -> None:
    told = CliRunner().invoke(simulate, ["--rounds", "20", "--seed", "7"])
    assert told.exit_code == 0, told.output
    assert re.findall(r"\d\.\d", told.stdout) == []
    assert len(re.findall(r"\d,\d", told.stdout)) > 40
