"""Each trial of a proof tries what it says, and fails where that does not hold."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from dis import get_instructions
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.bench import forty_tables, long_console, long_room
from tests.bench.figures import Figure
from tests.bench.memory import open_files
from tests.par.test_main_game import HOLES
from tests.proof import nights, screens
from tests.proof.covered import drop_torn, rooms_of
from tests.proof.link import answered
from tests.proof.parts import PARTS
from tests.proof.promises import promises
from tests.proof.quiet import quietly
from tests.proof.record import NotHere
from tests.proof.starved import AFTER, BEFORE, FINEST_KIB, PLAYED, how_it_ended, searched


def test_every_trial_is_there_and_tries_its_count_in_blocks() -> None:
    for part in PARTS.values():
        assert callable(part.load())
        blocks = part.blocks(part.full)
        assert sum(count for count, _ in blocks) == part.full
        assert len({seed for _, seed in blocks}) == len(blocks)
        assert set(part.families) <= set(promises())


def test_a_night_that_ends_by_something_else_than_its_memory_is_no_trial_of_memory() -> None:
    """Whatever it ended by was said to be its memory."""
    words = ["simulate"]
    played, short = (
        CompletedProcess(words, 0, "", ""),
        CompletedProcess(words, 2, "", "Error: not enough memory"),
    )
    assert how_it_ended(played, "60 MiB") == "played to its end"
    assert how_it_ended(short, "60 MiB") == "ended by its memory"
    for said in ("KeyError: 'seat'", "Error: the journal cannot be written: the disk has an error"):
        with pytest.raises(AssertionError, match=f"60 MiB: {said}"):
            how_it_ended(CompletedProcess(words, 1, "", said), "60 MiB")


@pytest.mark.parametrize(("low", "high"), [(84_000, 90_100), (52_000, 77_000), (70_000, 71_500), (9, 50_100)])
def test_the_memory_with_which_a_night_ends_after_entries_is_searched(low: int, high: int) -> None:
    """It was a list of limits, with half of which nothing was ever written."""

    def ended(limit: int) -> str:
        return BEFORE if limit < low else AFTER if limit < high else PLAYED

    begin, end = searched(ended)
    assert low - FINEST_KIB <= begin <= low
    assert high <= end <= high + FINEST_KIB


def test_without_a_night_that_ends_after_entries_nothing_was_tried() -> None:
    for edge in (64_000, 2**40):
        with pytest.raises(AssertionError, match="no night"):
            searched(lambda limit, edge=edge: BEFORE if limit < edge else PLAYED)  # type: ignore[misc]


def test_what_is_too_short_to_judge_growth_is_not_said_to_have_shown_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A minute of a room was told as a room of which nothing grew."""
    measured = {
        "taps": Figure("taps", 7),
        forty_tables.LATE: Figure(forty_tables.LATE, 120, "ms", forty_tables.LATE_MS),
        forty_tables.GROWTH: Figure(forty_tables.GROWTH, 0.3, "MB", None),
    }
    monkeypatch.setattr(screens.forty_tables, "main", lambda minutes: measured)
    for trial, least in ((screens.room, long_room.JUDGED_MIN), (screens.console, long_console.JUDGED_H)):
        with pytest.raises(NotHere, match="nothing settles"):
            trial(int(least) - 1, 1)
    assert screens.pit(2, 1).said.endswith("whether it grows shows in an hour")
    measured[forty_tables.GROWTH] = replace(measured[forty_tables.GROWTH], target=forty_tables.GROWTH_MB)
    told = screens.pit(80, 1).said
    assert "7 touches, none lost; every alarm in its place; alarm told to its frame, worst 120 ms (" in told
    assert told.endswith("growth of its own in an hour, once warm 0.30 MB (2.00 allowed)")


def test_what_was_measured_of_growth_is_said_beside_what_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """'None grew' was all that a report said of the room."""
    files = [41.0, 40.0, 41.0, 42.0, 41.0, 41.0]
    one = {"an_hour_mb": 3.25, "held_an_hour_mb": 2.0, "log_mb": 4.5, "files": files}
    monkeypatch.setattr(long_room, "main", lambda minutes: {"house": one})
    said = "house +3.2 MB an hour (26.0 allowed), +0 open files (6 allowed); logs at most 4.5 MB, 16 allowed"
    assert screens.room(30, 1).said == said
    found = {"growth_mb_an_hour": 0.31, "most_mb": 190.2, "files": files}
    monkeypatch.setattr(long_console, "main", lambda hours: found)
    said = "console +0.31 MB an hour of the night, 1.0 allowed, at most 190.2 MB; +0 open files, 2 allowed"
    assert screens.console(8, 1).said == said


def test_a_process_of_the_room_that_opens_ever_more_files_does_not_hold() -> None:
    held = {"an_hour_mb": 0.0, "held_an_hour_mb": 0.0, "log_mb": 0.0, "files": [40.0] * 30}
    long_room.hold({"house": held})
    with pytest.raises(AssertionError, match="ever more files"):
        long_room.hold({"house": {**held, "files": [float(40 + count) for count in range(30)]}})
    for nothing in ({}, {"house": {**held, "files": []}}):
        with pytest.raises(AssertionError, match="nothing"):
            long_room.hold(nothing)


def test_a_long_book_that_answers_slower_than_a_short_one_does_not_hold() -> None:
    held, slow = (Figure("read", took_ms, "ms", 3.0) for took_ms in (2.9, 3.1))
    assert answered([held]) == "read 2.90 ms at most 3.00 ms met"
    for told in ([held, slow], [Figure("read", note="not measured")], []):
        with pytest.raises(AssertionError, match=r"grows slower|asked nothing"):
            answered(told)


def test_nights_in_which_no_machine_failed_are_no_hard_nights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing asked for a fault: without any they held as well."""
    told = {"rounds": 100, "invariants_checked": 5_000, "audited": {"rounds settled again": 100}}
    met = {"faults": {"jam": 5}}
    monkeypatch.setattr(nights, "_played", lambda *night: {**told, **met})
    assert nights.hard(100, 1).said.startswith("5 faults, 5000 checks of the invariants, 100 rounds settled")
    met["faults"] = {"jam": 4}
    with pytest.raises(AssertionError, match="4 faults came"):
        nights.hard(100, 1)


def test_files_of_a_process_are_counted() -> None:
    before = open_files(os.getpid())
    with Path(__file__).open("rb"), Path(__file__).open("rb"):
        assert open_files(os.getpid()) == before + 2


def test_what_is_tried_in_many_blocks_is_drawn_by_the_seed_of_each() -> None:
    """A thousand cuts ten times over are not ten thousand."""
    many = [part for part in PARTS.values() if len(part.blocks(part.full)) > 1]
    read = {part.name: {one.argval for one in get_instructions(part.load())} for part in many}
    assert [name for name, names in read.items() if "seed" not in names] == []


def test_both_sizes_of_the_console_are_touched() -> None:
    """A block is one night, each began with the large one, and no night had the small one."""
    said = [screens.touches(2, seed).said for seed in (1, 2)]
    assert said[0].startswith("0 on the large console and 2 on the small console; ")
    assert said[1].startswith("2 on the large console and 0 on the small console; ")


def test_a_trial_tries_as_many_as_were_asked_for() -> None:
    for name, count in {"torn": 20, "rotten": 4}.items():
        assert PARTS[name].load()(count, 7).count == count, name


def test_each_block_of_raw_boards_enumerates_another_starting_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both took the first, and the report had two."""
    tried: list[str] = []
    monkeypatch.setattr(nights, "assert_raw_boards_give_the_same", lambda hole, game: tried.append(hole))
    blocks = PARTS["raw-boards"].blocks(PARTS["raw-boards"].full)
    assert sum(nights.raw_boards(count, seed).count for count, seed in blocks) == len(HOLES)
    assert set(tried) == set(HOLES)
    with pytest.raises(AssertionError, match="no such starting hand"):
        nights.raw_boards(1, len(HOLES) + 1)


def test_what_a_trial_printed_is_told_where_it_did_not_hold_and_nowhere_else(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def trial(held: bool) -> None:
        with quietly():
            sys.stdout.write("growth 3.4 MB")
            assert held

    trial(True)
    assert capsys.readouterr() == ("", "")
    with pytest.raises(AssertionError):
        trial(False)
    assert capsys.readouterr() == ("", "growth 3.4 MB")


def test_a_branch_that_no_test_took_is_named_in_its_room(tmp_path: Path) -> None:
    module = tmp_path / "controller" / "game" / "two_ways.py"
    module.parent.mkdir(parents=True)
    module.write_text("import sys\nif len(sys.argv) > 5:\n    sys.argv.clear()\nprint()\n", encoding="utf-8")
    coverage = [sys.executable, "-m", "coverage"]
    for words in (["run", "--branch", "--source=.", str(module)], ["json", "-q", "-o", "told.json"]):
        subprocess.run([*coverage, *words], cwd=tmp_path, check=True, capture_output=True)
    rooms = rooms_of(json.loads((tmp_path / "told.json").read_bytes()))
    game = rooms["controller/game"]
    assert game.unseen == ["controller/game/two_ways.py:3", "controller/game/two_ways.py:2 to 3"]
    assert (game.seen, round(game.percent, 1)) == (4, 66.7)
    assert rooms["controller/book"].unseen == []


def test_what_a_process_without_a_disk_measured_is_left_out_of_what_all_ran_through(tmp_path: Path) -> None:
    """One torn file of many would let nothing be put together, and the proof fail over its own measure."""
    measured = [sys.executable, "-m", "coverage"]
    (tmp_path / "one.py").write_text("print(1)\n")
    for name in ("a", "b"):
        data = f"--data-file={tmp_path / 'data'}"
        words = ["run", "-p", data, str(tmp_path / "one.py")]
        subprocess.run([*measured, *words], cwd=tmp_path, check=True, capture_output=True)
        assert len(list(tmp_path.glob("data.*"))) == 1 + (name == "b")
    one, _ = sorted(tmp_path.glob("data.*"))
    (tmp_path / "data.torn").write_bytes(one.read_bytes()[:20_000])
    (tmp_path / "data.empty").write_bytes(b"")
    assert drop_torn(tmp_path) == ["data.empty", "data.torn"]
    subprocess.run([*measured, "combine", "-q", data], cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "data").is_file()
