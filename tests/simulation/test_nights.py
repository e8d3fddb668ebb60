"""The same night twice: same seed, same last hash, whatever the machine thinks of place, time and language.

Real processes of the command line, in directories, time zones, locales and hash seeds of their own, with
durable files that `journal verify` and `book verify` then read.
"""

from __future__ import annotations

import json
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.journal.reading import read_rows
from controller.journal.verify import verify
from tests.simulation.nights import PLACES, Night, begin, typed

MAY_DIFFER = "rounds_per_second"
LONG = 500
"""Rounds of a night that has four of a kind at a seat with JP1: by its seed, which does not change."""


def assert_its_files_hold(night: Night, result: dict[str, Any]) -> None:
    """The journals end in the hashes that were printed, and the book agrees with them."""
    said = night.tapis("journal", "verify", str(night.journals), "--json")
    assert said.returncode == 0, said.stderr
    assert json.loads(said.stdout)["heads"] == result["head_hash"]
    assert verify(night.journals).heads == result["head_hash"]
    said = night.tapis("book", "verify", str(night.book), "--journal", str(night.journals), "--json")
    assert said.returncode == 0, said.stdout + said.stderr
    verdict = json.loads(said.stdout)
    assert verdict["residual_cents"] == result["book"]["residual_cents"] == 0
    assert verdict["meter_cents"] == result["meter_cents"]
    assert verdict["in_flight"] == []


def assert_adds_up(result: dict[str, Any], rounds: int) -> None:
    """Every stake went somewhere, and every cent of the jackpot came from somewhere."""
    assert result["rounds"] == rounds
    assert result["returned_cents"] + result["taken_cents"] == result["staked_cents"] > 0
    book = result["book"]
    shares = book["contributed_cents"] + book["reserve_cents"] + book["house_cents"]
    assert book["awarded_cents"] or shares == book["stakes_cents"]
    assert result["meter_cents"] == book["seed_cents"] + book["contributed_cents"] - book["awarded_cents"]
    assert result["invariants_checked"] > 20 * rounds


def played_twice(folder: Path, rounds: int, *arguments: str) -> dict[str, Any]:
    """The night was played at two places at once and is the same; what it printed."""
    wanted = ("--rounds", str(rounds), *arguments)
    nights = [begin(folder / f"place{n}", place, *wanted) for n, place in enumerate(PLACES)]
    first, second = [night.result() for night in nights]
    assert {**first, MAY_DIFFER: 0} == {**second, MAY_DIFFER: 0}
    for night in nights:
        assert_its_files_hold(night, first)
    assert_adds_up(first, rounds)
    return first


@pytest.mark.slow
@pytest.mark.long
def test_five_hundred_rounds_are_the_same_night_everywhere(tmp_path: Path) -> None:
    assert_a_long_night_is_the_same_everywhere(tmp_path, 500)  # 2,000 of them: `make proof`


def assert_a_long_night_is_the_same_everywhere(folder: Path, rounds: int) -> None:
    """So many rounds at two places; a night long enough has had what is rare, too."""
    result = played_twice(folder, rounds, "--seed", "20211006")
    assert result["faults"] == {}
    assert list(result["head_hash"]) == ["UTH-1"]
    if rounds >= LONG:
        assert result["jp1"]["full_house"] > 0
        assert result["jp1"]["quads"] > 0


@pytest.mark.slow
@pytest.mark.parametrize(("level", "rounds"), [("some", 200), ("hard", 20), ("hard", 200)])
@pytest.mark.long
def test_a_night_with_faults_is_the_same_night_everywhere(level: str, rounds: int, tmp_path: Path) -> None:
    result = played_twice(tmp_path, rounds, "--seed", "7", "--faults", level)
    assert sum(result["faults"].values()) > 0


@pytest.mark.slow
@pytest.mark.long
def test_linked_tables_are_the_same_night_everywhere(tmp_path: Path) -> None:
    result = played_twice(tmp_path, 200, "--seed", "7", "--tables", "2")
    assert list(result["head_hash"]) == ["UTH-1", "UTH-2"]


def test_another_seed_is_another_night(tmp_path: Path) -> None:
    nights = [typed(tmp_path, "simulate", "--rounds", "3", "--seed", seed, "--json") for seed in ("1", "2")]
    first, second = [json.loads(night.stdout)["head_hash"] for night in nights]
    assert first != second


@pytest.mark.long
def test_a_night_in_memory_is_the_night_on_the_disk(tmp_path: Path) -> None:
    night = begin(tmp_path, PLACES[0], "--rounds", "5", "--seed", "7")
    beside = night.tapis("simulate", "--rounds", "5", "--seed", "7", "--json")
    assert json.loads(beside.stdout)["head_hash"] == night.result()["head_hash"]


@pytest.mark.long
def test_a_second_night_follows_the_first_in_the_same_files(tmp_path: Path) -> None:
    heads = {}
    for number in (1, 2):
        night = begin(tmp_path, PLACES[number - 1], "--rounds", "10", "--seed", "7", "--tables", "2")
        result = night.result()
        assert result["rounds"] == 10
        assert_its_files_hold(night, result)
        heads[number] = result["head_hash"]
    files = {(one.table, one.session): one for one in verify(night.journals).files}
    assert sorted(files) == [("UTH-1", 1), ("UTH-1", 2), ("UTH-2", 1), ("UTH-2", 2)]
    for table in ("UTH-1", "UTH-2"):
        assert files[table, 1].head == heads[1][table] == files[table, 2].previous
        assert files[table, 2].head == heads[2][table]
        opened = [number for n in (1, 2) for number in rounds_in(night.journals / files[table, n].file)]
        assert opened == list(range(1, 11))  # five rounds a night: none after the last one


def rounds_in(journal: Path) -> list[int]:
    """The numbers of the rounds opened in a journal."""
    with closing(read_rows(journal)) as rows:
        return [json.loads(row.body)["round"] for row in rows if row.kind == "RoundOpened"]


def test_a_night_cut_off_is_taken_up_by_the_next(tmp_path: Path) -> None:
    """Killed in the middle, its files verify as they are, and the next night goes on from there."""
    cut_off = begin(tmp_path, PLACES[0], "--rounds", "100000", "--seed", "7")
    while sum(file.stat().st_size for file in cut_off.folder.glob("night/journals/*-wal")) < 300_000:
        assert cut_off.process.poll() is None
        time.sleep(0.01)
    cut_off.process.kill()
    cut_off.process.communicate()
    assert verify(cut_off.journals).ok
    said = cut_off.tapis("book", "verify", str(cut_off.book), "--journal", str(cut_off.journals))
    assert said.returncode == 0, said.stdout
    night = begin(tmp_path, PLACES[1], "--rounds", "5", "--seed", "7")
    result = night.result()
    assert result["rounds"] == 5
    assert_its_files_hold(night, result)
    assert len(verify(night.journals).files) == 1
