"""Nights with bad JP1 sensors: the people get over each fault, and every chip is where the book says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.boot.simulated import SimulatedNight, simulated_night
from controller.cli import main
from controller.game import events as e
from controller.game.inputs import Machine
from controller.game.state import Phase
from tests.law.requirements import requirement

Look = Callable[[SimulatedNight], None]


def played(
    look: Look, rounds: int, folder: Path, faults: str = "none"
) -> tuple[list[e.Event], dict[str, Any]]:
    """A night in which `look` is called before each look of the dealer: its events, and what came of it."""
    night = simulated_night(
        rounds=rounds, seed=5, faults=faults, journal=folder / "j", book=str(folder / "b")
    )
    (place,) = night.night.tables
    act = place.dealer.act

    def acted() -> int:
        look(night)
        return act()

    place.dealer.act = acted  # type: ignore[method-assign]
    try:
        result = night.play()
        (journal,) = night.journals.values()
        told = [entry.event for entry in journal.events()]
    finally:
        night.close()
    assert result["rounds"] == rounds
    assert result["book"]["residual_cents"] == 0
    said = CliRunner().invoke(main, ["book", "verify", str(folder / "b"), "--journal", str(folder / "j")])
    assert said.exit_code == 0, said.output
    return told, result


def of(kind: type[e.Event], told: list[e.Event]) -> list[Any]:
    return [event for event in told if isinstance(event, kind)]


@pytest.mark.parametrize("kind", ["bounce", "stick", "blind"])
def test_a_fault_of_a_sensor_in_every_round_moves_no_cent_that_no_chip_moved(
    kind: str, tmp_path: Path
) -> None:
    ordered: set[int] = set()
    lying: dict[int, set[int]] = {}

    def look(night: SimulatedNight) -> None:
        (place,) = night.night.tables
        state, dealer = place.table.state, place.dealer
        if state.round is None:
            return
        if state.phase is Phase.BETTING and state.round.number not in ordered:
            ordered.add(state.round.number)
            night.faults[0].order(kind, Machine.CHIPS)
        if state.phase is Phase.LATCHED and not state.round.count_disputed:
            lying[state.round.number] = set(dealer._spots.chips)  # type: ignore[attr-defined]

    told, result = played(look, 12, tmp_path)
    assert result["faults"][kind] >= 8
    asked = {one.round: set(one.seats) for one in of(e.ContributionAsked, told)}
    assert asked
    for number, seats in asked.items():
        assert seats == lying[number], "a stake without a chip, or a chip that counted for nothing"
    if kind == "blind":
        assert of(e.Jp1CountDisputed, told)
        assert {one.outcome for one in of(e.Jp1CountResolved, told)} == {"returned"}


def test_a_sensor_that_fails_the_opening_test_is_bypassed_by_the_chef(tmp_path: Path) -> None:
    def look(night: SimulatedNight) -> None:
        (place,) = night.night.tables
        faults, opened = night.faults[0], place.tally.rounds > 4
        if not opened and faults.waiting("blind", Machine.CHIPS) < 7:
            for _ in range(7):
                faults.order("blind", Machine.CHIPS)

    told, _ = played(look, 6, tmp_path)
    assert Counter(one.why for one in of(e.SensorDoubted, told)) == {"unproven": 7}
    assert of(e.SeatSetByHand, told)
    closed = [one for one in of(e.BetsClosed, told) if one.jp1_seats]
    assert closed[0].manual == closed[0].jp1_seats


def test_without_sensors_the_lamps_are_lit_by_hand_and_countersigned_until_they_are_back(
    tmp_path: Path,
) -> None:
    moved: list[bool] = []

    def look(night: SimulatedNight) -> None:
        (place,) = night.night.tables
        wanted = not 2 <= place.tally.rounds < 14
        if (moved[-1] if moved else True) is not wanted:
            moved.append(wanted)
            place.hands.chips._sensors.plug(wanted)  # type: ignore[attr-defined]

    told, _ = played(look, 16, tmp_path)
    assert moved == [False, True]
    assert len(of(e.HandLampsAllowed, told)) == len(of(e.HandLampsEnded, told)) == 1
    (ended,) = (at for at, one in enumerate(told) if isinstance(one, e.HandLampsEnded))
    (allowed,) = (at for at, one in enumerate(told) if isinstance(one, e.HandLampsAllowed))
    totals = of(e.TotalsCountersigned, told[:ended])
    assert [one.rounds for one in totals] == [10, len(of(e.RoundClosed, told[allowed:ended])) - 10]
    assert all(one.cents == 500 * one.stakes > 0 for one in totals)
    by_hand = False
    for event in told:
        by_hand = isinstance(event, e.HandLampsAllowed) or (
            by_hand and not isinstance(event, e.HandLampsEnded)
        )
        if isinstance(event, e.BetsClosed):
            assert event.manual == (event.jp1_seats if by_hand else ())


@requirement("BC-12")
def test_the_raw_moves_of_a_round_are_in_its_page_of_the_journal(tmp_path: Path) -> None:
    told, _ = played(lambda night: None, 3, tmp_path)
    assert of(e.SensorsMoved, told)
    (path,) = (tmp_path / "j").glob("*.journal")
    said = CliRunner().invoke(main, ["journal", "show", str(path), "--round", "2", "--lang", "fr"])
    assert said.exit_code == 0, said.output
    lines = [line for line in said.output.splitlines() if "Mouvements bruts des capteurs" in line]
    assert lines
    assert "couvert oui" in lines[0]
