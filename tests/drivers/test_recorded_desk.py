"""Bad nights of shuffler, spots and badge reader played back; spots and reader tested without a table."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from controller.boot.devices import NoDevice, StandIns, traced
from controller.boot.machine_examination import examined
from controller.boot.recordings import recorded, replays
from controller.settings.table import TableFile, load_table
from drivers.chips.pins import GpioLines
from drivers.lines.port_faults import NO_PERMISSION, NotOpened, OpeningFault
from drivers.recordings.desk import told
from drivers.recordings.recording import BadRecording
from drivers.sim.chips import MemoryLines, mock_pins
from drivers.sim.reader import InProcessReader
from tests.drivers.captures import GOLDEN
from tests.drivers.recorded_nights import (
    BADGE,
    CHIPS,
    NAMES,
    NIGHTS,
    PINS,
    REGISTER,
    SHUFFLER,
    night_of_badges,
    text_of,
)

CHIPS_TOML = (
    f'[chips]\nbackend = "gpiozero"\n'
    f"sensor_pins = {PINS['sensor_pins']}\nlamp_pins = {PINS['lamp_pins']}\ndebounce_ms = 20\n"
)
BADGE_TOML = (
    '[badge]\nreader = "keyboard"\nurl = "usb://0c2e:0901:BADGE"\nallow_keyboard_badge = true\n'
    '[badges.4711]\nperson = "A. Martin"\nrole = "chef"\n'
)


def replayed(name: str) -> list[tuple[int, dict[str, Any]]]:
    lines = list(replays((GOLDEN / name).read_bytes(), name))
    return [(line.pop("ms"), line) for line in lines]


@pytest.mark.parametrize("name", NIGHTS)
def test_a_night_recorded_today_is_the_one_that_was_kept(name: str):
    recording, _ = NIGHTS[name]()
    assert text_of(recording) == (GOLDEN / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NIGHTS)
def test_a_night_played_back_is_observed_as_it_was(name: str):
    recording, play = NIGHTS[name]()
    last_ms = recording.moments[-1].ms
    lived = [(ms, told(one)) for ms, one in play.seen]
    assert [one for one in replayed(name) if one[0] <= last_ms] == [one for one in lived if one[0] <= last_ms]


def test_the_bad_night_of_the_spots_is_decoded_exactly():
    seen = [(ms, one) for ms, one in replayed(CHIPS) if one["kind"] != "moves"]
    chips = [(ms, one["seat"], one["covered"]) for ms, one in seen if one["kind"] == "chip"]
    health = [(ms, one["health"]) for ms, one in seen if one["kind"] == "health"]
    assert health == [(0, "up"), (77_541, "absent"), (79_555, "up")]
    assert chips == [
        (150, 2, True),
        (1_214, 3, True),
        (2_170, 5, True),
        (3_255, 3, False),
        (28_040, 5, False),
        (75_150, 6, True),
        (79_705, 6, False),
        (79_705, 7, True),
    ]
    spots = [(ms, one["ante_3"]) for ms, one in seen if one["kind"] == "spots"]
    assert spots == [(0, False), (74_184, True), (79_555, True)]  # all are told when the board is back
    assert len(seen) == len(health) + len(chips) + len(spots)


def test_the_bad_night_of_the_badge_reader_is_decoded_exactly():
    seen = [
        (ms, one.get("role") or one.get("health") or one.get("code") or "", one.get("active", True))
        for ms, one in replayed(BADGE)
        if one["kind"] != "badge_gone"
    ]
    assert seen == [
        (0, "up", True),
        (40, "chef", True),
        (4_040, "card_refused", True),
        (8_000, "card_refused", False),
        (8_040, "card_silent", True),
        (12_000, "card_silent", False),
        (15_000, "card_silent", True),
        (16_000, "card_silent", False),
        (16_040, "comite", True),
        (20_000, "card_revoked", True),
        (21_000, "card_revoked", False),
        (21_000, "card_without_key", True),
        (22_000, "card_without_key", False),
        (22_000, "unknown_card", True),
        (23_000, "unknown_card", False),
        (23_000, "unknown_card", True),
        (23_500, "unknown_card", False),
        (23_500, "absent", True),
        (26_500, "up", True),
        (26_540, "chef", True),
    ]


def test_the_bad_night_of_the_shuffler_is_decoded_exactly():
    seen = replayed(SHUFFLER)
    troubles = [(ms, one["code"], one["active"]) for ms, one in seen if one["kind"] == "trouble"]
    states = [
        (one["deck_out"], one["count"], one["recovery"]) for _, one in seen if one["kind"] == "shuffler"
    ]
    assert [(ms, one["health"]) for ms, one in seen if one["kind"] == "health"] == [
        (2, "up"),
        (14_055, "absent"),
        (16_064, "up"),
    ]
    assert troubles == [
        (10_028, "jam_shuffle", True),
        (10_028, "recount_due", True),
        (11_115, "lid_open", True),
        (12_042, "jam_shuffle", False),
        (13_049, "line_noise", True),
        (13_129, "lid_open", False),
        (16_064, "recount_due", False),
        (23_049, "line_noise", False),
    ]
    assert [state for state, _ in groupby(states)] == [
        ("", 0, ""),
        ("red", 52, ""),
        ("", 0, ""),
        ("", 0, "open_lid"),
        ("", 0, "clear_shuffle"),
        ("", 0, "close_lid"),
        ("", 0, "wait_for_count"),
        ("blue", 52, ""),
    ]


def test_a_recording_of_the_badge_reader_holds_no_name_no_number_no_key_and_no_signature():
    recording, _ = night_of_badges()
    text = text_of(recording)
    secrets = [*NAMES, "9999", *(holder.key.hex for holder in REGISTER.values() if holder.key is not None)]
    assert not [one for one in secrets if one in text]
    assert not re.search(r"[0-9a-f]{16}", text)


@pytest.mark.parametrize(
    ("machine", "settings", "moment", "words"),
    [
        ("chips", PINS, {"edge": "8 on"}, "edge is '8 on', not a spot"),
        ("chips", PINS, {"edge": "3 maybe"}, "not a spot with on or off"),
        ("badge", {"reader": "pcsc"}, {"card": "in 1 king signs"}, "no such role"),
        ("badge", {"reader": "pcsc"}, {"card": "eaten"}, "which no card says"),
        ("badge", {"reader": "pcsc"}, {"card": "x" * 65}, "line 2: card is 65 characters long"),
    ],
)
def test_a_moment_that_cannot_have_been_is_refused(machine, settings, moment, words):
    head = {"tapis_recording": 1, "machine": machine, "settings": settings, "boot": 7}
    data = json.dumps(head) + "\n" + json.dumps({"ms": 1, **moment})
    with pytest.raises(BadRecording, match=words):
        list(replays(data.encode(), "night"))


# --- tested, traced and recorded without a table ---------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> Callable[[str], TableFile]:
    def made(machines: str) -> TableFile:
        path = tmp_path / "table.toml"
        path.write_text(
            '[table]\nid = "UTH-9"\nprofile = "fr-55-20-2021"\njackpot = "jackpot.toml"\n'
            f'data = "{tmp_path}"\nrun = "{tmp_path}"\n{machines}',
            encoding="utf-8",
        )
        return load_table(path)

    return made


class Hand(threading.Thread):
    """Lays a chip on each of these spots and takes it off, again and again until it is told to stop."""

    def __init__(self, sensors: Any, seats: tuple[int, ...]) -> None:
        super().__init__()
        self._sensors, self._seats = sensors, seats
        self._enough = threading.Event()

    def __enter__(self) -> Hand:
        self.start()
        return self

    def __exit__(self, *ignored: object) -> None:
        self._enough.set()
        self.join()

    def run(self) -> None:
        while not self._enough.wait(0.1):
            for covered in (True, False):
                for seat in self._seats:
                    self._sensors.cover(seat, covered)
                self._enough.wait(0.1)


def test_seven_spots_covered_and_freed_are_seven_good_seats_on_the_pins_of_gpiozero(table):
    factory, sensors = mock_pins(PINS["sensor_pins"])
    lines = GpioLines(PINS["sensor_pins"], PINS["lamp_pins"], factory)
    with Hand(sensors, (1, 2, 3, 4, 5, 6, 7)):
        said = list(examined(table(CHIPS_TOML), "chips", 10, stand_ins=StandIns(lines)))
    factory.close()
    assert said[0]["kind"] == "ask"
    assert [(one["seat"], one["result"]) for one in said[1:]] == [(seat, "good") for seat in range(1, 8)]


def test_each_seat_that_does_not_prove_itself_is_said_with_what_is_wrong(table):
    lines = MemoryLines()
    lines.cover(2, True)
    said: list[dict[str, Any]] = []
    telling = examined(table(CHIPS_TOML), "chips", 1.5, stand_ins=StandIns(lines))
    with Hand(lines, (1, 3, 4, 5, 6)), pytest.raises(NoDevice, match="chips: seats 2, 7 not proven"):
        list(map(said.append, telling))
    results = {one["seat"]: one["result"] for one in said if one["kind"] == "seat"}
    assert [seat for seat in sorted(results) if results[seat] == "good"] == [1, 3, 4, 5, 6]
    assert results[2].startswith("covered all the time: take away")
    assert results[7].startswith("never covered: ")


def test_spots_whose_lines_are_away_are_one_sentence(table):
    lines = MemoryLines()
    lines.plug(False)
    with pytest.raises(NoDevice, match="chips: nothing answers"):
        list(examined(table(CHIPS_TOML), "chips", 0.5, stand_ins=StandIns(lines)))


def test_lines_that_are_not_to_be_had_any_more_leave_their_seats_unproven(table):
    """A board that was pulled out and put in again may belong to another user: its health has words too."""
    lines = MemoryLines()
    telling = examined(table(CHIPS_TOML), "chips", 0.6, stand_ins=StandIns(lines))
    assert next(telling)["kind"] == "ask"
    assert lines._deliver is not None
    lines._deliver(NotOpened(OpeningFault(NO_PERMISSION, "/dev/gpiochip0")))
    with pytest.raises(NoDevice, match="chips: seats 1, 2, 3, 4, 5, 6, 7 not proven"):
        list(telling)


@pytest.mark.parametrize(("card", "inside"), [("", False), ("4711", True), ("1234", True)])
def test_the_reader_says_that_it_is_there_and_whether_a_card_is_in_it(table, card, inside):
    reader = InProcessReader()
    reader.inside = card
    said = list(examined(table(BADGE_TOML), "badge", 1, stand_ins=StandIns(reader=reader)))
    assert {"kind": "reader", "present": True} in said
    assert {"kind": "card", "present": inside} in said
    assert "Martin" not in json.dumps(said)
    assert "4711" not in json.dumps(said)


def test_what_is_recorded_at_the_desk_plays_back(table, tmp_path):
    lines = MemoryLines()
    with Hand(lines, (4,)):
        recorded(table(CHIPS_TOML), "chips", tmp_path / "chips", 0.6, stand_ins=StandIns(lines))
    seen = list(replays((tmp_path / "chips").read_bytes(), "chips"))
    assert {(one["seat"], one["covered"]) for one in seen if one["kind"] == "chip"} == {(4, True), (4, False)}
    reader = InProcessReader()
    reader.inside = "4711"
    recorded(table(BADGE_TOML), "badge", tmp_path / "badge", 0.2, stand_ins=StandIns(reader=reader))
    seen = list(replays((tmp_path / "badge").read_bytes(), "badge"))
    assert [one["kind"] for one in seen] == ["health", "badge"]
    assert seen[1]["role"] == "chef"
    assert "4711" not in (tmp_path / "badge").read_text(encoding="utf-8")


def test_a_trace_of_the_badge_reader_shows_cards_by_kind_only(table):
    reader, shown = InProcessReader(), []
    reader.inside = "4711"
    traced(table(BADGE_TOML), "badge", 0.2, shown.append, stand_ins=StandIns(reader=reader))
    assert [(one["kind"], one.get("said")) for one in shown[:2]] == [
        ("up", None),
        ("card", "in 1 chef keyless"),
    ]
    assert "4711" not in json.dumps(shown)
