"""The pictures of the README come from one running room of different tables in one instant."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.game.state import Phase
from tests.ui.gallery import GALLERY
from tests.ui.one_room import FULL_MIN, PHASES_MIN, OneRoom, one_room
from tests.ui.room_pictures import PAGES, console_words, display_words, pit_words
from ui.figures import euros


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OneRoom]:
    folder: Path = tmp_path_factory.mktemp("room")
    with one_room(folder) as made:
        yield made


@pytest.mark.long
def test_pit_consoles_and_display_show_the_same_meter(room: OneRoom) -> None:
    (cents,) = {state.jackpot.meter_cents for state in room.states.values()}
    whole = euros(cents).partition(",")[0]
    for table in (room.settles, room.decides):
        assert whole in json.dumps(console_words(room, table), ensure_ascii=False)
        assert whole in json.dumps(display_words(room, table), ensure_ascii=False)
    assert whole in json.dumps(pit_words(room, "fr"), ensure_ascii=False)


@pytest.mark.long
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


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_the_pit_tells_of_the_room_that_stands_beside_it(room: OneRoom, page: str) -> None:
    """The plots and the replay of the README were of another night than the tables at their left."""
    said = pit_words(room, "fr", page)
    told = json.dumps(said["told"], ensure_ascii=False)
    assert set(re.findall(r"UTH-\d+", told)) <= set(room.states)
    generations = {str(state.jackpot.generation) for state in room.states.values()}
    assert set(re.findall(r"génération\s(\d+)", json.dumps(said, ensure_ascii=False))) == generations
    if page == "jackpot":
        assert said["meter"]["value"] in told
    if page == "replay":
        of = room.house.ask({"ask": "rounds"})["of"]
        assert f"{of} sur {of} coups" in told


def test_every_picture_of_the_pit_but_a_payment_is_of_the_room() -> None:
    pictured = {one.stem.removeprefix("pit-").rpartition("-")[0] for one in GALLERY.glob("pit-*.png")}
    assert pictured - {*PAGES} == {"payment"}
