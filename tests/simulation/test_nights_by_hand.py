"""Nights in which the shoe dies in mid-deal and comes back much later: the people deal and key by hand.

The people know which cards lie on the felt and the table does not; whatever it settled from a result and a
class is what the oracle makes of the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from controller.boot.simulated import simulated_night
from controller.game import events as e
from controller.game.state import Phase, TableState
from drivers.sim.deck_care import code_of
from tests import oracle
from tests.game.test_walk import deal_of
from tests.simulation import script
from tests.simulation.chain import POINTS, Chain, Quiet, assert_like_the_uninterrupted, uninterrupted
from tests.simulation.feeder import Target
from tests.simulation.script import Directed, Plan

PROFILES = ("fr-55-20-2021", "fr-55-20-2015", "fr-casino-page", "live-uth", "fr-holdem-casino")
ROUNDS, DIES_IN, BACK_IN = 12, 2, 9


class Watched:
    """A night on simulated machines whose shoe is pulled out and put back; each round is settled again."""

    def __init__(self, profile: str, seed: int, *, back_at: str) -> None:
        # By bytes: what a machine says while its cable is out is said again.
        self.night = simulated_night(rounds=ROUNDS, seed=seed, profile=profile, direct=False)
        self.place = self.night.night.tables[0]
        self.people: Any = self.place.dealer
        self.happened: Counter[str] = Counter()
        self.by_hand: list[bool] = []
        self._back_at = back_at
        self._act, self._closed = self.people.act, 0
        self.people.act = self.look
        journal: Any = self.place.table._journal
        self._append = journal.journal.append
        journal.journal.append = self.append

    def append(self, events: Sequence[e.Event], at_ms: int) -> int:
        self.happened.update(type(event).__name__ for event in events)
        return int(self._append(events, at_ms))

    def look(self) -> int:
        """The shoe dies or comes back; then the people do the next thing."""
        state, shoe = self.place.table.state, self.place.hands.shoe  # type: ignore[attr-defined]
        number = state.round.number if state.round is not None else 0
        if number == DIES_IN and state.phase is Phase.DEALING and state.playing.drawn == 3 and shoe.plugged:
            shoe.unplug()
        if number == BACK_IN and state.phase is Phase(self._back_at) and not shoe.plugged:
            shoe.replug()
        if state.phase is Phase.CLEARING and state.playing.number != self._closed:
            self._closed = state.playing.number
            self.by_hand.append(bool(state.playing.laid))
            assert_paid_by_the_cards(state, self.people._felt)
        return int(self._act())

    def play(self) -> Watched:
        self.night.night.run()
        self.night.close()
        return self


def assert_paid_by_the_cards(state: TableState, felt: Any) -> None:
    """Every spot of every seat, by the cards that lie on the felt."""
    told = deal_of(state)
    assert told["board"] == [card.text for card in felt.board]
    assert told["dealer"] == [card.text for card in felt.dealer]
    for seat in told["seats"]:
        if seat["cards"] is not None:
            seat["cards"] = [card.text for card in felt.hole[seat["seat"]]]
    options = state.profile.options
    answer = oracle.settle(told, {name: getattr(options, name) for name in oracle.OPTIONS})
    for expected in answer["seats"]:
        lines = {line.spot.value: line for line in state.seat(expected["seat"]).settled or ()}
        paid = {
            spot: (line.stake_cents, line.returned_cents, line.taken_cents, line.paid_cents, line.rule)
            for spot, line in lines.items()
        }
        assert paid == {
            spot: (told["stake"], told["returned"], told["taken"], told["paid"], told["rule"])
            for spot, told in expected["spots"].items()
        }, f"seat {expected['seat']} of round {state.playing.number}"


@pytest.mark.parametrize("profile", PROFILES)
def test_a_night_without_a_shoe_is_paid_as_its_cards_are(profile: str) -> None:
    watched = Watched(profile, 11, back_at="betting").play()
    expected = [DIES_IN <= number < BACK_IN for number in range(1, ROUNDS + 1)]
    assert watched.by_hand == expected
    assert watched.happened["HandDealingBegun"] == watched.happened["HandDealingEnded"] == 1
    assert watched.happened["HandEntered"] > 5
    assert watched.happened["RoundVoided"] == 0
    # He may be told that another deck is wanted, or that the shuffler is to be shown empty: both are waits.
    refused = {code_of(why) for _, why in watched.people.refusals}
    assert refused <= {"deck_again", "show_empty"}


def test_a_shoe_that_comes_back_in_mid_round_with_its_count_deals_the_rest() -> None:
    """The dealer puts the deck back, the count agrees (RC-06), and no card is lost or told twice."""
    watched = Watched("fr-55-20-2021", 11, back_at="deciding").play()
    assert watched.by_hand == [DIES_IN <= number <= BACK_IN for number in range(1, ROUNDS + 1)]
    assert watched.happened["HandDealingEnded"] == 1
    assert watched.happened["RoundHeld"] == 1  # as it died; dealing by hand ended that


# --- killed and gone on with ---------------------------------------------------------------------


def shoe_dies(people: Directed, state: TableState) -> int | None:
    """The cable is pulled out once three cards have been read."""
    if state.phase is Phase.DEALING and state.playing.drawn == 3 and people.once("dies"):
        people.place.hands.shoe.unplug()  # type: ignore[attr-defined]
    return None


def shoe_is_back(people: Directed, state: TableState) -> int | None:
    if state.phase is Phase.DECIDING and people.once("back"):
        people.place.hands.shoe.replug()  # type: ignore[attr-defined]
    return None


@pytest.fixture(scope="module")
def by_hand() -> Quiet:
    """Three rounds: in the first the shoe dies, the second is dealt by hand, in the third it comes back."""
    plan = (Plan((), shoe_dies), Plan(()), Plan((), shoe_is_back))
    return uninterrupted(script.play("fr-55-20-2021", plan, len(plan)))


@pytest.mark.long
def test_a_night_by_hand_killed_again_and_again_is_the_night_nobody_killed(
    by_hand: Quiet, tmp_path: Path
) -> None:
    chain = Chain(by_hand, tmp_path)
    acts = ("DealByHand", "ConfirmDealt", "KeyCard", "EnterHand", "OpenHands", "DealByShoe")
    given = [type(one.what).__name__ for one in by_hand.script.given]
    numbers = sorted({n for act in acts for n in by_hand.steps if given[n] == act})[::2]
    for count, number in enumerate(numbers):
        chain.kill(Target(number, POINTS[count % len(POINTS)]))
    assert chain.kills == len(numbers) > 8
    assert_like_the_uninterrupted(chain, len(by_hand.script.given))
