"""The frame log: what a machine said is found again by its number, and losing the log loses no fact."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from controller.boot.frames import frame_log_of
from controller.game.cards import DECK
from controller.game.inputs import CardObserved, Machine
from controller.ports import FrameLine, LinkUp
from controller.screens import wire
from controller.table.frame_log import (
    RECENT_MAX,
    WAITING_MAX,
    FrameLog,
    earlier,
    forget_oldest,
    frames_path,
    last_numbers,
    parse_line,
    read_frames,
)
from drivers.chips.chips import Chips
from drivers.shoes.open_shoe import OpenShoe
from drivers.sim.chips import MemoryLines
from tests.builders import Felt
from tests.drivers.test_every_driver import Nowhere
from tests.drivers.test_frames_masked import greeting, open_card
from tests.shell.line.served_table import Glass, House


def line(number: int, machine: Machine = Machine.SHOE, word: str = "card_drawn") -> FrameLine:
    return FrameLine(machine, number, 1_000 + number, "in", "01 20 ·· ········", word)


def written(path: Path, lines: list[FrameLine], **limits: int) -> FrameLog:
    log = FrameLog(path, **limits)
    log.start()
    for one in lines:
        log.take(one)
    log.close()
    return log


def test_what_was_told_is_read_back_in_its_order(tmp_path: Path) -> None:
    path = frames_path(tmp_path / "UTH-2-000001.journal")
    lines = [line(1), FrameLine(Machine.SHUFFLER, 0, 2_000, "out", "", "ack"), line(2)]
    assert written(path, lines).failed == ""
    assert path.name == "UTH-2-000001.journal.frames"
    assert list(read_frames(path)) == lines
    assert last_numbers(path, [Machine.SHOE, Machine.SHUFFLER]) == {Machine.SHOE: 2, Machine.SHUFFLER: 0}


def test_the_log_is_bounded_and_its_oldest_file_goes_first(tmp_path: Path) -> None:
    path = tmp_path / "log.frames"
    for start in range(0, 200, 10):
        written(path, [line(number) for number in range(start, start + 10)], bytes_max=2_000, files_max=3)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["log.frames", "log.frames.1", "log.frames.2"]
    assert sum(one.stat().st_size for one in tmp_path.iterdir()) < 3 * 3_200
    numbers = [one.number for one in read_frames(path)]
    assert numbers == list(range(numbers[0], 200))
    assert numbers[0] > 100


def test_a_line_cut_off_by_a_crash_costs_itself_alone(tmp_path: Path) -> None:
    path = tmp_path / "log.frames"
    written(path, [line(1), line(2)])
    path.write_bytes(path.read_bytes()[:-20])
    written(path, [line(3)])
    assert [one.number for one in read_frames(path)] == [1, 3]


@pytest.mark.parametrize("text", [b"", b"{}", b"[1]", b"\xff", b'{"machine":"shoe"}', b"[" * 900])
def test_what_is_no_line_is_left_out(text: bytes) -> None:
    assert parse_line(text) is None


def test_a_disk_that_takes_nothing_costs_the_log_and_nothing_else(tmp_path: Path) -> None:
    log = written(tmp_path / "gone" / "log.frames", [line(1)])
    assert log.failed == "no_folder"
    assert log.recent(Machine.SHOE) == (line(1),)


def test_lines_that_nobody_writes_are_bounded() -> None:
    log = FrameLog(None)
    for number in range(WAITING_MAX + 10):
        log.take(line(number))
    assert len(log._waiting) == WAITING_MAX
    assert [one.number for one in log.recent(Machine.SHOE)] == list(
        range(WAITING_MAX + 10 - RECENT_MAX, WAITING_MAX + 10)
    )


def shoe_after_a_card(log_of: Path, felt: Felt) -> tuple[OpenShoe, list[int]]:
    """A table that starts beside this journal hears a card; the frames it names."""
    shoe = OpenShoe(Nowhere(), boot=7)
    log = frame_log_of(log_of, felt.state, [shoe, Chips(MemoryLines(()))], 1_000)
    log.start()
    seen = [*shoe.receive(LinkUp(), 1_000), *shoe.receive(greeting() + open_card(DECK[3]), 1_005)]
    log.close()
    return shoe, [one.frame for one in seen if isinstance(one, CardObserved)]


def test_numbers_go_on_when_the_table_starts_again_in_its_session(tmp_path: Path) -> None:
    journal, felt = tmp_path / "UTH-2-000001.journal", Felt()
    assert shoe_after_a_card(journal, felt)[1] == [2]
    assert shoe_after_a_card(journal, felt)[1] == [4]
    told = [(one.number, one.word) for one in read_frames(frames_path(journal)) if one.number or not one.way]
    assert [word for number, word in told if not number].count("started") == 2
    assert [number for number, _ in told if number] == [1, 2, 3, 4]


def test_a_log_that_was_lost_goes_on_from_the_round_that_the_journal_tells(tmp_path: Path) -> None:
    felt = Felt().open().stakes(s1=1000).close()
    felt.frames = 0x0C41
    felt.draw("As Ks")
    assert shoe_after_a_card(tmp_path / "UTH-2-000001.journal", felt)[1] == [0x0C45]


def test_the_names_of_earlier_files_follow_the_first(tmp_path: Path) -> None:
    assert [one.name for one in earlier(tmp_path / "a", 3)] == ["a.1", "a.2"]


# --- the pit looks -------------------------------------------------------------------------------


def test_the_pit_is_told_the_last_frames_of_the_machine_it_looks_at(tmp_path: Path) -> None:
    lines = {Machine.SHOE: (line(0x0C42), line(0x0C43))}
    with ExitStack() as exits:
        house = House(tmp_path, frames=lambda machine: lines.get(machine, ()))
        exits.callback(house.close)
        pit = Glass(house, "pit")
        exits.callback(pit.close)
        for machine in ("shoe", "chips"):
            pit.say(wire.frames_asked_line(machine))
        told = [pit.next("frames") for _ in range(2)]
        assert [(one["frames"], [row["number"] for row in one["lines"]]) for one in told] == [
            ("shoe", [0x0C42, 0x0C43]),
            ("chips", []),
        ]
        assert told[0]["lines"][0] == {
            "number": 0x0C42,
            "at_ms": 1_000 + 0x0C42,
            "way": "in",
            "text": "01 20 ·· ········",
            "word": "card_drawn",
        }


@pytest.mark.parametrize("role", ["dealer", "jackpot"])
def test_no_other_screen_is_told_frames(role: str, tmp_path: Path) -> None:
    with ExitStack() as exits:
        house = House(tmp_path, frames=lambda machine: (line(1),))
        exits.callback(house.close)
        glass = Glass(house, role)
        exits.callback(glass.close)
        glass.next("view")
        glass.say(wire.frames_asked_line("shoe"))
        assert glass.next("frames", "dropped").get("frames") is None


def test_a_machine_that_no_table_has_is_asked_in_vain(tmp_path: Path) -> None:
    with ExitStack() as exits:
        house = House(tmp_path)
        exits.callback(house.close)
        pit = Glass(house, "pit")
        exits.callback(pit.close)
        pit.say(b'{"frames":"../shoe"}\n')
        assert pit.next("frames", "dropped")["dropped"]


def test_the_logs_of_all_sessions_are_bounded_too_and_the_oldest_session_goes_first(tmp_path: Path) -> None:
    """Frames were once limited a session and never across sessions."""
    for session in range(1, 6):
        for end in ("", ".1"):
            (tmp_path / f"UTH-2-{session:06d}.journal.frames{end}").write_bytes(bytes(100))
        (tmp_path / f"UTH-2-{session:06d}.journal").write_bytes(bytes(1_000))
    others = [tmp_path / f"{table}-000001.journal.frames" for table in ("UTH-21", "UTH-2-B")]
    for log in others:
        log.write_bytes(bytes(1_000))
    at_work = frames_path(tmp_path / "UTH-2-000005.journal")
    forget_oldest(at_work, 500)
    left = sorted(one.name for one in tmp_path.glob("UTH-2-0*.frames*"))
    assert left == [
        f"UTH-2-00000{number}.journal.frames{end}"
        for number, end in ((3, ".1"), (4, ""), (4, ".1"), (5, ""), (5, ".1"))
    ]
    forget_oldest(at_work, 0)
    assert sorted(one.name[12:] for one in tmp_path.glob("UTH-2-0*.frames*")) == [
        ".journal.frames",
        ".journal.frames.1",
    ]
    assert len(list(tmp_path.glob("*.journal"))) == 5
    assert all(log.exists() for log in others)
