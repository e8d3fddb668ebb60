"""Simulated, unapproved and real tables in one room: each says what it is, the room which ones (SE-14)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC
from typing import Any

import pytest

from tests.ui import pit_states
from tests.ui.room_states import mixed, named, played_for
from ui.screen.pit.room import RoomFace
from ui.screen.room import Seen


def words(tables: list[Seen], language: str = "fr", tab: str = "room") -> dict[str, Any]:
    face = RoomFace(language, zone=UTC)
    face.take({"act": "tab", "tab": tab})
    return face.words({"tables": tables})


def of_kind(*kinds: tuple[bool, bool]) -> list[Seen]:
    """Tables that are (simulated, approved)."""
    felt = pit_states.evening()
    return [
        played_for(f"UTH-{n}", felt, simulated=simulated, approved=approved)
        for n, (simulated, approved) in enumerate(kinds, 1)
    ]


def marks(said: dict[str, Any]) -> dict[str, str]:
    """What stands beside each table's name: in the column and, the same, in its row."""
    tiles = {tile["name"]: tile["mark"] for tile in said["spine"]["tiles"]} if said["spine"] else {}
    rows = {row["name"]: row["mark"] for row in said["told"].get("rows", []) if "mark" in row}
    assert not tiles or not rows or tiles == rows
    return tiles or rows


SIMULATED, REAL, UNAPPROVED = (True, False), (False, True), (False, False)


@pytest.mark.parametrize("tab", ["room", "live", "devices"])
@pytest.mark.parametrize("order", [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [1, 0, 3, 2, 4]])
def test_each_table_of_a_mixed_room_says_what_it_is_whichever_comes_first(order: list[int], tab: str) -> None:
    tables = mixed()
    said = words([tables[at] for at in order], tab=tab)
    assert said["simulation"] == "SIMULATION\u00a0: UTH-2, UTH-4 · NON APPROUVÉ\u00a0: UTH-5"
    if tab != "devices":  # a page of machines alone: the mark over it names the tables
        assert marks(said) == {
            "UTH-1": "",
            "UTH-2": "SIMULATION",
            "UTH-3": "",
            "UTH-4": "SIMULATION",
            "UTH-5": "NON APPROUVÉ",
        }


@pytest.mark.parametrize(
    ("kind", "word"), [(SIMULATED, "SIMULATION"), (UNAPPROVED, "NON APPROUVÉ"), (REAL, "")]
)
def test_a_room_of_one_kind_says_it_once_for_all(kind: tuple[bool, bool], word: str) -> None:
    said = words(of_kind(kind, kind))
    assert said["simulation"] == word
    assert set(marks(said).values()) == {""}


def test_many_tables_are_counted_and_not_named() -> None:
    said = words(of_kind(*[SIMULATED] * 4, *[REAL] * 5), "en")
    assert said["simulation"] == "SIMULATION: 4 of 9 tables"


def test_a_table_never_heard_is_not_called_what_its_neighbour_is() -> None:
    said = words([*of_kind(SIMULATED), Seen("UTH-9")])
    assert said["simulation"] == "SIMULATION\u00a0: UTH-1"
    assert marks(said) == {"UTH-1": "SIMULATION", "UTH-9": ""}


def test_the_sums_of_a_mixed_room_leave_simulated_money_out() -> None:
    told = words(of_kind(REAL, SIMULATED, SIMULATED))["told"]["figures"]
    alone = words(of_kind(REAL))["told"]["figures"]
    assert (told[1]["value"], told[1]["note"]) == ("1/1", "hors simulation\u00a0(2)")
    assert [one["value"] for one in told] == [one["value"] for one in alone]
    everywhere = words(of_kind(SIMULATED, SIMULATED))["told"]["figures"]
    assert everywhere[1]["value"] == "2/2", "a room of simulations has its own sums"


def test_the_meter_of_a_mixed_room_is_the_real_one() -> None:
    real, simulated = of_kind(REAL, SIMULATED)
    assert simulated.view is not None
    jackpot = {**simulated.view["jackpot"], "meter_cents": 99_999_900, "generation": 40}
    simulated = replace(simulated, view={**simulated.view, "jackpot": jackpot})
    both, alone = words([real, simulated], tab="live"), words([real], tab="live")
    assert both["meter"]["value"] == alone["meter"]["value"]


def test_a_table_in_trouble_keeps_both_its_marks() -> None:
    said = words(mixed())
    row = next(one for one in said["told"]["rows"] if one["name"] == "UTH-4")
    assert row["tag"].startswith("P")
    assert row["mark"] == "SIMULATION"
    assert row["says"] == "UTH-4 SIMULATION"
    assert named("UTH-4", pit_states.crowded()).view is not None
