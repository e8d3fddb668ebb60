"""Nights at felts of 1 to 6 places: simulated machines, drivers, core, journal and book."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from controller.boot.simulated import SimulatedNight, simulated_night
from controller.game import events as e
from controller.settings.files import shipped_directories

ROUNDS = 6


def night_at(seats: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> SimulatedNight:
    """A night whose simulator says that the felt has so many places."""
    shipped = shipped_directories()[0] / "simulator.toml"
    text = shipped.read_text(encoding="utf-8")
    changed = re.sub(r"^seats = 7", f"seats = {seats}", text, flags=re.MULTILINE)
    assert changed != text
    (tmp_path / "simulator.toml").write_text(changed, encoding="utf-8")
    monkeypatch.setenv("TAPIS_CONFIG", str(tmp_path))
    return simulated_night(rounds=ROUNDS, seed=11, faults="some")


@pytest.mark.parametrize("seats", range(1, 7))
def test_a_smaller_felt_plays_its_night_on_its_own_places_and_the_same_one_again(
    seats: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    heads = []
    for _ in range(2):
        night = night_at(seats, monkeypatch, tmp_path)
        try:
            result = night.play()
            (journal,) = night.journals.values()
            events = [entry.event for entry in journal.events()]
            assert journal.opening.seats == seats
        finally:
            night.close()
        assert result["rounds"] == ROUNDS
        assert result["returned_cents"] + result["taken_cents"] == result["staked_cents"] > 0
        assert result["book"]["residual_cents"] == 0
        seated = {event.seat for event in events if isinstance(event, e.SeatSettled)}
        assert max(seated) <= seats
        proven = {event.seat for event in events if isinstance(event, e.SensorProven)}
        assert proven == set(range(1, seats + 1))
        heads.append(result["head_hash"])
    assert heads[0] == heads[1]
