"""Some ten thousand damaged frames for each wire; `tests.drivers.mutations` does millions by hand."""

from __future__ import annotations

import pytest

from tests.drivers.mutations import CODECS, DAMAGE, RESYNCHRONISED_WITHIN, main, run

FRAMES = 40_000


@pytest.mark.parametrize("name", CODECS)
def test_damaged_frames_give_no_more_cards_than_chance_allows_and_cost_little(name):
    codec = CODECS[name]
    outcome = run(codec, FRAMES, seed=3)
    strangers, formed = outcome.out_of_noise(codec)
    assert formed > 100
    assert strangers <= formed / 2**codec.check_bits
    assert 1 <= outcome.slowest <= RESYNCHRONISED_WITHIN
    assert 0 < outcome.held_bytes <= codec.held_max
    assert outcome.grown_kib < 4_096


def test_only_the_exclusive_or_of_the_angel_eye_is_blind():
    """Bytes in another order and one bit wrong in two bytes: its three copies then disagree."""
    kinds = {damage.__name__ for damage in DAMAGE}
    assert {name for name, codec in CODECS.items() if codec.blind & kinds} == {"angel-eye"}
    outcome = run(CODECS["angel-eye"], 2_000, seed=3)
    assert all(outcome.strangers[kind] for kind in CODECS["angel-eye"].blind)


def test_the_run_by_hand_prints_what_it_found(capsys):
    assert main(["angel-eye", "2000"]) == 0
    printed = capsys.readouterr().out
    assert "cards out of noise   0\n" in printed
    assert "check of 8 bits" in printed
    assert main(["telegraph"]) == 2
