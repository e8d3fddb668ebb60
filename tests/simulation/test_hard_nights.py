"""A hard night: the badge reader stays away for a while, cards come twice or from another deck, and it ends.

Thirty-six such nights of a hundred rounds, seeds 1 to 36, met 99 cards twice and 98 of another deck.
"""

from __future__ import annotations

import pytest

from controller.boot.simulated import CountedJournal, simulated_night
from controller.game import events as e
from controller.game.inputs import Health, Machine
from drivers.sim import faults
from tests.long import long

ROUNDS = 30
LONG_MS = 30_000


@pytest.fixture(scope="module")
def night() -> tuple[dict[str, object], list[tuple[int, e.Event]]]:
    """Its figures, and its events with their instants."""
    told: list[tuple[int, e.Event]] = []
    append = CountedJournal.append

    def appended(journal: CountedJournal, events: object, at_ms: int) -> object:
        told.extend((at_ms, event) for event in events)  # type: ignore[attr-defined]
        return append(journal, events, at_ms)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CountedJournal, "append", appended)
        patch.setattr(faults, "LONG_AWAY_ONE_IN", 1)
        played = simulated_night(rounds=ROUNDS, seed=1, faults="hard")
        (ordered,) = played.faults
        # By seed they come too; these come whatever else changes a night.
        ordered.order("unplug", Machine.BADGE)
        ordered.order("duplicate_card", Machine.SHOE)
        ordered.order("foreign_card", Machine.SHOE)
        try:
            return played.play(), told
        finally:
            played.close()


def test_every_round_of_it_is_finished(night) -> None:
    figures, told = night
    assert figures["rounds"] == ROUNDS
    closed = {(event.round, event.attempt) for _, event in told if isinstance(event, e.RoundClosed)}
    voided = {(event.round, event.attempt) for _, event in told if isinstance(event, e.RoundVoided)}
    dealt = {(event.round, event.attempt) for _, event in told if isinstance(event, e.CardDealt)}
    assert len(closed) == ROUNDS
    assert dealt == closed | voided


def test_cards_came_twice_and_from_another_deck(night) -> None:
    figures, _ = night
    met = figures["faults"]
    assert met["duplicate_card"]
    assert met["foreign_card"]


def test_the_badge_reader_was_away_for_long_and_read_badges_again_when_it_was_back(night) -> None:
    _, told = night
    away_ms, longest_ms, back_ms = 0, 0, 0
    for at_ms, event in told:
        if isinstance(event, e.MachineChanged) and event.machine is Machine.BADGE:
            if event.health is Health.UP and away_ms:
                longest_ms = max(longest_ms, at_ms - away_ms)
                back_ms = at_ms
            away_ms = 0 if event.health is Health.UP else at_ms
    assert longest_ms >= LONG_MS
    assert any(isinstance(event, e.BadgePresented) and at_ms > back_ms for at_ms, event in told)


@pytest.mark.parametrize(
    ("seed", "profile", "tables"), [long(527_275, "fr-casino-page", 1), long(384_803, "fr-55-20-2015", 4)]
)
def test_a_night_that_went_round_in_circles_comes_to_its_end(seed: int, profile: str, tables: int) -> None:
    """A deck that the shoe counted short before its first card was dealt and void again for ever."""
    played = simulated_night(rounds=500, seed=seed, profile=profile, tables=tables, faults="hard")
    try:
        assert played.play()["rounds"] == 500
    finally:
        played.close()
