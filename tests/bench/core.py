"""The pure core: settlement, evaluation, views."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from controller.boot.simulated import simulated_night
from controller.game import views
from controller.game.cards import DECK
from controller.game.felt import SEATS, Spot
from controller.game.hands import rank_cards
from controller.game.settling.settle import RoundFacts, SeatFacts, settle_round
from controller.game.state import TableState
from controller.screens.wire_views import Frame, Telling
from controller.settings.rules import load_profile
from tests.bench.figures import Figure, middle, percentile, point, runs_s

ROUNDS = 400
HANDS = 50_000


def full_round(dice: Random) -> RoundFacts:
    """Seven players with every stake, some of them folded, at a showdown."""
    deck = list(DECK)
    dice.shuffle(deck)
    seats = []
    for seat in SEATS:
        folded = dice.randrange(4) == 0
        stakes = {Spot.ANTE: 1000, Spot.BLIND: 1000, Spot.TRIPS: 500, Spot.JP1: 500}
        if not folded:
            stakes[Spot.PLAY] = 1000 * dice.choice((1, 2, 4))
        seats.append(SeatFacts(seat, (deck.pop(), deck.pop()), folded, stakes))
    board = tuple(deck.pop() for _ in range(5))
    dealer = (deck.pop(), deck.pop())
    return RoundFacts(load_profile("fr-55-20-2021"), board, dealer, tuple(seats), 500, 1_000_000)


def settlement() -> Iterator[Figure]:
    """One round of seven seats with every stake, hands evaluated."""
    dice = Random(1)
    rounds = [full_round(dice) for _ in range(ROUNDS)]
    lasted = [one_s / ROUNDS * 1e6 for one_s in runs_s(lambda: [settle_round(facts) for facts in rounds])]
    yield middle("settlement of a seven-seat round", lasted, "µs", 150)


def evaluations() -> Iterator[Figure]:
    """Seven cards to a rank, in plain Python on one core."""
    dice = Random(2)
    hands = [tuple(dice.sample(DECK, 7)) for _ in range(HANDS)]

    def all_of_them() -> None:
        for hand in hands:
            rank_cards(hand)

    rates = [HANDS / one_s for one_s in runs_s(all_of_them)]
    yield middle("seven-card hands evaluated", rates, "/s", 500_000, "at least")


def view_building() -> Iterator[Figure]:
    """Each screen's view of each state of a night, in the order in which they came, and what is sent."""
    night = simulated_night(rounds=40, seed=3)
    seen: list[TableState] = []
    night.night.tables[0].table._show = seen.append
    night.play()
    night.close()
    for role, view in (("console", views.console), ("pit screen", views.pit), ("display", views.display)):
        lasted, carried = [], []
        telling, told, sent = Telling(), None, 0
        for state in seen:
            started_s = time.perf_counter()
            made = view(state)
            built_s = time.perf_counter()
            line, told = Frame(made, telling).line(told)
            carried.append((time.perf_counter() - built_s) * 1e6)
            lasted.append((built_s - started_s) * 1e6)
            sent += len(line)
        yield point(f"view of the {role}, p50", lasted, 50, "µs", note=f"p99 {percentile(lasted, 99):.0f} µs")
        yield point(f"its line, p50, {role}", carried, 50, "µs", note=f"{sent / len(seen):.0f} bytes each")
