"""A view told as a difference: whoever applies it shows what the whole would have shown, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.boot.floor import VIEWS
from controller.boot.simulated import simulated_night
from controller.game import inputs as i
from controller.game.state import TableState
from controller.screens import wire
from controller.screens.wire_views import Frame, Telling, Told
from tests.long import long
from tests.shell.line.served_table import Glass, House

PROFILES = ("fr-55-20-2021", "fr-55-20-2015", "fr-casino-page", "fr-holdem-casino", "live-uth")


class Follower:
    """A screen that has time for some views, and knows nothing but the lines that it is sent."""

    def __init__(self, misses_percent: int) -> None:
        self.misses_percent = misses_percent
        self.told: Told | None = None
        self.view: dict[str, Any] | None = None
        self.bytes = 0

    def hear(self, frame: Frame) -> None:
        line, self.told = frame.line(self.told)
        self.bytes += len(line)
        message = wire.decode(line)
        assert isinstance(message, dict)
        self.view = wire.view_after(self.view, message) if "since" in message else message["view"]


@pytest.mark.parametrize(
    ("profile", "seed"),
    [("fr-55-20-2021", 20), ("live-uth", 21), *(long(name, seed) for name in PROFILES for seed in (31, 32))],
)
def test_differences_of_a_whole_night_come_to_what_the_whole_views_tell(profile: str, seed: int) -> None:
    """To the byte, with every fault, whichever views a screen had no time for."""
    states: list[TableState] = []
    night = simulated_night(rounds=12, seed=seed, faults="hard", profile=profile)
    night.night.tables[0].table._show = states.append
    night.play()
    night.close()
    assert len(states) > 300
    for view in VIEWS.values():
        dice, telling, wholes = Random(seed), Telling(), 0
        followers = [Follower(misses) for misses in (0, 20, 90)]
        for state in states:
            told = view(state)
            frame, text = Frame(told, telling), json.dumps(told)
            wholes += len(text)
            for follower in followers:
                if dice.randrange(100) < follower.misses_percent:
                    continue
                if not dice.randrange(100):
                    follower.told = None  # it connects anew
                follower.hear(frame)
                assert json.dumps(follower.view) == text
        assert followers[0].bytes < wholes / 2


def views_of(telling: Telling, *views: dict[str, Any]) -> list[Frame]:
    return [Frame({"seq": seq, **view}, telling) for seq, view in enumerate(views, start=1)]


def difference(frame: Frame, told: Told) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(frame.line(told)[0])
    return message


def test_a_difference_tells_the_parts_that_are_others_and_of_a_list_the_maps_that_are() -> None:
    seats = [{"seat": 1, "ante": 0}, {"seat": 2, "ante": 0}]
    first, second = views_of(
        Telling(),
        {"phase": "betting", "board": ["", ""], "seats": seats},
        {"phase": "betting", "board": ["As", ""], "seats": [seats[0], {"seat": 2, "ante": 5}]},
    )
    whole, told = first.line(None)
    assert json.loads(whole)["view"]["seats"] == seats
    assert difference(second, told) == {
        "since": 1,
        "seq": 2,
        "parts": {"seq": 2, "board": ["As", ""]},
        "items": {"seats": [[1, {"seat": 2, "ante": 5}]]},
    }


def test_a_list_of_another_length_is_told_anew_to_whoever_missed_when() -> None:
    frames = views_of(
        Telling(),
        {"alarms": [{"up": 1}, {"up": 2}]},
        {"alarms": [{"up": 2}]},
        {"alarms": [{"up": 2}, {"up": 3}]},
        {"alarms": [{"up": 2}, {"up": 4}]},
        {"alarms": []},
    )
    lengths = [frame.line(None)[1] for frame in frames]
    assert difference(frames[1], lengths[0])["parts"]["alarms"] == [{"up": 2}]
    assert difference(frames[3], lengths[2])["items"] == {"alarms": [[1, {"up": 4}]]}
    assert difference(frames[3], lengths[0])["parts"]["alarms"] == [{"up": 2}, {"up": 4}]
    assert difference(frames[4], lengths[3])["parts"]["alarms"] == []


def test_a_view_of_other_parts_is_told_whole() -> None:
    first, second, third = views_of(Telling(), {"phase": "betting"}, {"call": None}, {"call": 5})
    told = first.line(None)[1]
    line, told_since = second.line(told)
    assert json.loads(line)["view"] == {"seq": 2, "call": None}
    assert "view" in json.loads(third.line(told)[0])
    assert difference(third, told_since)["parts"] == {"seq": 3, "call": 5}


def test_all_screens_that_were_told_the_same_are_told_the_same_bytes() -> None:
    first, second = views_of(Telling(), {"phase": "betting"}, {"phase": "dealing"})
    whole, told = first.line(None)
    assert first.line(None)[0] is whole
    assert second.line(told)[0] is second.line(told)[0]


@pytest.mark.parametrize(
    "message",
    [
        {"since": 4, "seq": 6, "parts": {"seq": 6}, "items": {}},
        {"since": 5, "seq": 7, "parts": {"seq": 6}, "items": {}},
        {"since": 5, "seq": 6, "parts": {}, "items": {}},
        {"since": 5, "seq": 6, "parts": {"seq": 6, "other": 1}, "items": {}},
        {"since": 5, "seq": 6, "parts": {"seq": 6}, "items": {"seats": [[2, {}]]}},
        {"since": 5, "seq": 6, "parts": {"seq": 6}, "items": {"alarms": [[0, {}]]}},
        {"since": 5, "seq": 6, "parts": {"seq": 6}},
        {"since": 5, "seq": 6, "parts": 7, "items": {}},
    ],
)
def test_what_is_no_difference_of_the_view_that_stands_is_refused(message: dict[str, Any]) -> None:
    view = {"seq": 5, "seats": [{}, {}]}
    with pytest.raises(wire.WireError):
        wire.view_after(view, message)
    assert view == {"seq": 5, "seats": [{}, {}]}
    with pytest.raises(wire.WireError):
        wire.view_after(None, {"since": 5, "seq": 6, "parts": {"seq": 6}, "items": {}})


# --- over the sockets of a table -----------------------------------------------------------------


@pytest.fixture
def exits() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def connect(tmp_path: Path, exits: ExitStack) -> tuple[House, Callable[[], Glass]]:
    house = House(tmp_path)
    exits.callback(house.close)

    def one() -> Glass:
        glass = Glass(house, "dealer")
        exits.callback(glass.close)
        return glass

    return house, one


def test_only_a_screen_that_takes_differences_is_told_them(
    connect: tuple[House, Callable[[], Glass]],
) -> None:
    house, one = connect
    house.open_table()
    plain, taking = one(), one()
    plain.next("view")
    whole = taking.next("view")
    assert wire.tells_differences(whole)
    taking.say(wire.DIFFERENCES_LINE)
    taking.tap(0, act="CallChef")
    told = taking.next("view", "since")
    assert (told["since"], told["seq"]) == (whole["seq"], house.table.state.seq)
    view = wire.view_after(whole["view"], told)
    assert view == plain.next("view")["view"]
    assert view["call"] is not None
    house.do(i.SetStakes(3, 1000))
    view = wire.view_after(view, taking.next("view", "since"))
    assert view == plain.next("view")["view"]
    late = one()
    assert late.next("view", "since")["view"] == view, "whoever comes is told the whole"


def test_a_screen_that_asks_for_another_form_of_difference_is_told_why_and_left(
    connect: tuple[House, Callable[[], Glass]],
) -> None:
    _, one = connect
    glass = one()
    glass.say(wire.encode({"differences": 2}))
    assert "dropped" in glass.next("dropped")
    assert glass.hung_up()
