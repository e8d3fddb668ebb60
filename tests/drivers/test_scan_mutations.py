"""Some ten thousand damaged scans for each mode; `tests.drivers.scan_mutations` does millions by hand."""

from __future__ import annotations

import pytest

from drivers.lines.hid_reports import TEXT_MAX
from tests.drivers.scan_mutations import CHANCE, MODES, RESYNCHRONISED_WITHIN, main, run


@pytest.mark.long
@pytest.mark.parametrize(("mode", "scans"), [("keyboard", 20_000), ("pos", 60_000)])
def test_damaged_scans_give_no_more_wrong_cards_than_chance_allows_and_cost_little(mode, scans):
    outcome = run(mode, scans, seed=3)
    assert outcome.right > scans // 20
    assert outcome.formed.total() > 100
    assert outcome.wrong.total() <= outcome.formed.total() / CHANCE
    assert 1 <= outcome.slowest <= RESYNCHRONISED_WITHIN
    assert 0 < outcome.held <= TEXT_MAX
    assert outcome.grown_kib < 4_096


@pytest.mark.parametrize("mode", MODES)
def test_what_one_report_lost_repeated_or_one_bit_does_never_makes_a_wrong_card(mode):
    """A digit that is wrong alone is what the check digit finds, always."""
    outcome = run(mode, 14_000, seed=4)
    assert outcome.wrong["stammer"] == outcome.wrong["flip_a_bit"] == outcome.wrong["lose_some"] == 0


def test_the_run_by_hand_prints_what_it_found(capsys):
    assert main(["pos", "7000"]) == 0
    assert "wrong cards" in capsys.readouterr().out
    assert main(["mouse"]) == 2
