"""`drivers/shoes/ADDING_A_SHOE.md` followed to the letter: a shoe of one file, one entry and a test."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from controller.boot.machines import check_machines, shoe_driver
from controller.settings.table import load_table
from drivers.lines.links import SerialLink
from drivers.shoes.every_shoe import SHOES
from drivers.shoes.reports import tell_all
from tests.drivers import toy_shoe
from tests.drivers.captures import GOLDEN, pieces
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.slow

TESTS = (
    "test_every_driver.py",
    "test_mutations.py",
    "test_round_with_each_shoe.py",
    "test_every_shoe_unplugged.py",
)
SETTINGS = """\
[table]
id = "UTH-9"
profile = "fr-55-20-2021"
jackpot = "jackpot.toml"
data = "{folder}"
run = "{folder}"

[shoe]
driver = "toy"
url = "/dev/serial/by-id/toy"
"""
PLUGIN = """
import tests.drivers.toy_shoe
tests.drivers.toy_shoe.enter()
"""


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1_000])
def test_its_capture_is_decoded_to_what_stands_in_it_cut_at_every_size(size: int) -> None:
    said = list(tell_all(toy_shoe.ToyDecoder(), pieces((GOLDEN / "toy.bin").read_bytes(), size)))
    assert said == [
        {"kind": "card", "card": "As"},
        {"kind": "card", "card": "Td"},
        {"kind": "unreadable"},
        {"kind": "damaged", "bytes": 10},
        {"kind": "cut_card"},
        {"kind": "damaged", "bytes": 32},
        {"kind": "card", "card": "2c"},
        {"kind": "card", "card": "Kh"},
    ]


def test_a_table_names_it_without_a_line_of_the_program_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SHOES, "toy", toy_shoe.ENTRY)
    path = tmp_path / "table.toml"
    path.write_text(SETTINGS.format(folder=tmp_path), encoding="utf-8")
    settings = load_table(path)
    check_machines(settings)
    driver = shoe_driver(settings.shoe, 7)
    assert isinstance(driver, toy_shoe.Toy)
    assert isinstance(driver._link, SerialLink)
    assert driver._link._baudrate == 2_400


@pytest.mark.long
def test_it_goes_through_the_tests_of_every_driver_and_plays_a_round_on_each_of_its_lines(
    tmp_path: Path,
) -> None:
    (tmp_path / "with_the_toy.py").write_text(PLUGIN, encoding="utf-8")
    here = Path(__file__).parent
    words = ["-q", "-p", "with_the_toy", "-p", "no:cacheprovider", "-k", "toy", "-rA"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, *(str(here / name) for name in TESTS)],
        cwd=here.parents[1],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}:{here.parents[1]}"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    passed = [line.rpartition("::")[2] for line in done.stdout.splitlines() if line.startswith("PASSED")]
    lines = ("behind a server", "on a pty")
    pulled = (
        "test_a_card_drawn_while_the_shoe_was_out_is_told_by_its_count_or_voids_the_deal",
        "test_a_round_is_dealt_decided_shown_down_and_settled",
        "test_a_round_is_settled_though_the_shoe_was_pulled_out_between_two_cards",
    )
    assert sorted(passed) == [
        *(f"{test}[toy {line}]" for test in pulled for line in lines),
        "test_damaged_frames_give_no_more_cards_than_chance_allows_and_cost_little[toy]",
        "test_every_decoder_finds_cards_in_a_capture_of_its_own_however_it_is_cut[toy]",
        "test_every_decoder_has_a_codec_for_damaged_frames[toy]",
        "test_every_driver_has_a_golden_capture[toy]",
        "test_whatever_comes_in_whatever_order_every_driver_goes_on[toy]",
    ]


@pytest.mark.long
def test_the_command_line_reads_its_captures(tmp_path: Path) -> None:
    script = (
        f"{PLUGIN}\nfrom controller.cli.__main__ import main\n"
        f"import sys; sys.argv = ['tapis', 'devices', 'decode', 'toy', {str(GOLDEN / 'toy.bin')!r}]\nmain()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert done.returncode == 0, done.stderr
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["card"] for one in said if one["kind"] == "card"] == ["As", "Td", "2c", "Kh"]
