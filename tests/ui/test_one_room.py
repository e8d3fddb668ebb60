"""The pictures of the README come from one running room of different tables in one instant."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.game.state import Phase
from tests.ui.one_room import FULL_MIN, PHASES_MIN, OneRoom, one_room
from tests.ui.room_pictures import console_words, display_words, pit_words
from ui.figures import euros


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OneRoom]:
    folder: Path = tmp_path_factory.mktemp("room")
    with one_room(folder) as made:
        yield made


def test_pit_consoles_and_display_show_the_same_meter(room: OneRoom) -> None:
    (cents,) = {state.jackpot.meter_cents for state in room.states.values()}
    whole = euros(cents).partition(",")[0]
    for table in (room.settles, room.decides):
        assert whole in json.dumps(console_words(room, table), ensure_ascii=False)
        assert whole in json.dumps(display_words(room, table), ensure_ascii=False)
    assert whole in json.dumps(pit_words(room, "fr"), ensure_ascii=False)


def test_the_tables_at_the_consoles_are_in_the_pit_in_the_same_round_and_phase(room: OneRoom) -> None:
    in_pit = {seen.name: seen.view_or_none for seen in room.seen}
    for table in (room.settles, room.decides):
        console = room.console(table)
        assert console["table"] == table
        for what in ("round", "phase", "seq", "turn", "minimum_cents"):
            assert console[what] == in_pit[table][what], what


def test_the_house_counts_the_rounds_that_the_tables_have_closed(room: OneRoom) -> None:
    counted = {one["table"]: one["rounds"] for one in room.house.ask({"ask": "room"})["tables"]}
    under_way = {name: state.round is not None for name, state in room.states.items()}
    assert counted == {
        name: state.last_round - (under_way[name] and state.phase is not Phase.CLEARING)
        for name, state in room.states.items()
    }


def test_the_room_is_full_and_its_tables_differ(room: OneRoom) -> None:
    states = room.states.values()
    assert len({state.phase for state in states}) >= PHASES_MIN
    assert any(state.alarms or state.held for state in states)
    assert sum(len(state.players) > 0 for state in states) >= FULL_MIN
