"""What of the box needs no guest: the settings it plays with, its chips' board at the wire, what is typed."""

from __future__ import annotations

import importlib
import shutil
import struct
import subprocess
import sys
import tomllib
from concurrent.futures import Future
from pathlib import Path

import pytest

from controller.settings.table import load_table
from tests.machine.alone import acknowledged_by
from tests.machine.chip_board import GET_REPORT, GPIO_CONFIG, GPIO_GET, GPIO_SET, SEATS, SET_REPORT, ChipBoard
from tests.machine.faults import RED
from tests.machine.from_nothing import typed_lines
from tests.machine.guest import Image
from tests.machine.hand import PROGRAM
from tests.machine.image import Debian
from tests.machine.installed import outputs_of_the_box
from tests.machine.played import NAMES, SET_UP, Box, Played, asked_for, listed
from tests.machine.smoke import NotHeld, told_held
from tests.machine.table_machines import settings_of_the_box
from tests.machine.versions import newer_of, noted_by
from tests.machine.whole import GATHERED, LONG, PARTS, Over, Part, chosen, played

ROOT = Path(__file__).parents[2]


def test_the_box_plays_with_the_shipped_settings_but_for_its_machines(tmp_path: Path) -> None:
    shipped = (ROOT / "config" / "table.toml").read_text(encoding="utf-8")
    path = tmp_path / "table.toml"
    path.write_text(settings_of_the_box(shipped), encoding="utf-8")
    table = load_table(path)
    assert (table.table.seats, len(table.chips.sensor_pins), table.chips.backend) == (SEATS, SEATS, "gpiod")
    before, after = tomllib.loads(shipped), tomllib.loads(path.read_text(encoding="utf-8"))
    changed = {key for key in after if before.get(key) != after[key]}
    assert changed == {"table", "chips", "allowed"}


def test_the_outputs_of_the_box_have_their_screens() -> None:
    weston = outputs_of_the_box((ROOT / "deploy" / "weston.ini").read_text(encoding="utf-8"))
    assert "name=Virtual-1\napp-ids=tapis-dealer" in weston
    assert "name=Virtual-2\napp-ids=tapis-jackpot" in weston


@pytest.fixture
def board(tmp_path: Path):
    made = ChipBoard(tmp_path / "nobody-listens")
    yield made
    made.close()


def test_a_chip_pulls_its_line_low_and_a_lamp_is_lit_by_the_kernel(board: ChipBoard) -> None:
    def levels() -> int:
        said = board.control(0xA1, GET_REPORT, 0x300 | GPIO_GET, 0, 2, b"")
        assert said is not None
        return said[1]

    def tell(*report: int) -> None:
        assert board.control(0x21, SET_REPORT, 0x300 | report[0], 0, len(report), bytes(report)) == b""

    board.put(2)
    assert levels() & 0x0F == 0b1101
    board.take(2)
    assert levels() & 0x0F == 0b1111
    tell(GPIO_CONFIG, 0xF0, 0xF0, 0, 0)
    tell(GPIO_SET, 0xFF, 1 << 6)
    assert [board.lit(seat) for seat in (1, 2, 3, 4)] == [False, False, True, False]


def test_the_board_tells_how_long_its_descriptors_are(board: ChipBoard) -> None:
    whole = board.control(0x80, 6, 2 << 8, 0, 255, b"")
    assert whole is not None
    assert struct.unpack("<H", whole[2:4])[0] == len(whole)
    reports = board.control(0x81, 6, 0x22 << 8, 0, 255, b"")
    assert reports is not None
    assert struct.unpack("<H", whole[9 + 9 + 7 : 9 + 9 + 9])[0] == len(reports)


def test_what_is_typed_on_a_machine_without_a_network_is_what_the_stick_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "deploy" / "packages"))
    stick, targets = importlib.import_module("stick"), importlib.import_module("targets")
    target = targets.TARGETS[0]
    typed = typed_lines(stick.readme(target), target.name)
    assert typed[0] == "cd /media/stick"
    assert "apt install ./tapis-table_*.deb" in typed


def test_the_hand_is_in_no_package() -> None:
    assert "in the box's image only" in PROGRAM
    for path in (ROOT / "deploy").rglob("*"):
        if path.is_file() and path.suffix not in {".ttf", ".lock"}:
            assert "box-hand" not in path.read_text(encoding="utf-8", errors="replace"), path


def test_a_scene_that_nobody_knows_is_refused_before_anything_boots(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        asked_for(["--only", "cutz"])
    assert ended.value.code == 2
    assert "cutz" in capsys.readouterr().err


def test_every_scene_of_the_list_is_a_part_of_the_whole() -> None:
    scenes = [asked_for(part.words[1:]) for part in PARTS if part.words[0] == "tests.machine.played"]
    assert {name for asked in scenes for name in asked.only} == {SET_UP, *NAMES}


def test_no_part_of_the_whole_is_played_on_a_table_that_was_not_set_up() -> None:
    for parts in (PARTS, LONG):
        for number, part in enumerate(parts):
            assert not part.after or part.after in [earlier.name for earlier in parts[:number]]
    assert [part.name for part in chosen(["glass", "cuts"], long=False)] == [SET_UP, "glass", "cuts"]
    failed: Future[Over] = Future()
    failed.set_result(Over(PARTS[0], 1, 0, ()))
    over = played(Part("glass", ("no.such.program",), after=SET_UP), failed)
    assert (over.code, over.held) == (1, ("    FAILED: set-up did not hold",))


def test_a_scene_that_was_wanted_and_was_not_played_is_not_held(tmp_path: Path) -> None:
    none = tmp_path / "none"
    box = Box(Image(none, none, none, "bookworm"), [], tmp_path / "box", ["boot", "cuts"], 1)
    box.played = [Played("set-up", 1, well=True), Played("boot", 1, well=True)]
    assert (box.well, box.unplayed) == (False, ["cuts"])
    assert "FAILED" in listed("bookworm", box.played, box.unplayed)
    box.played.append(Played("cuts", 1, well=True))
    assert (box.well, box.unplayed) == (True, [])


def test_a_check_that_must_be_red_says_so_and_is_no_failure_of_the_list(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def finds_the_fault(of: object) -> str:
        raise NotHeld("the table was started again")

    assert not told_held(finds_the_fault, None)
    failed = capsys.readouterr().out
    assert not told_held(finds_the_fault, None, RED)
    red = capsys.readouterr().out
    assert (failed.startswith(GATHERED), red.startswith(GATHERED)) == (True, False)
    assert red.startswith("red, as it must be")


def test_who_acknowledged_another_alarm_has_not_acknowledged_this_one() -> None:
    def entry(kind: str, **body: object) -> dict[str, object]:
        return {"kind": kind, "body": body}

    entries = [
        entry("AlarmRaised", alarm=1, code="A-104", seat=0),
        entry("AlarmRaised", alarm=2, code="A-201", seat=0),
        entry("AlarmSeen", alarm=2, person="chef-1"),
    ]
    assert acknowledged_by(entries, "A-104") == []
    entries.append(entry("AlarmSeen", alarm=1, person="chef-1"))
    assert acknowledged_by(entries, "A-104") == ["chef-1"]


def test_an_image_is_kept_for_the_source_that_made_it(tmp_path: Path) -> None:
    debian = Debian("bookworm", tmp_path, lambda line: None)

    def edit(root: Path) -> None:
        (root / "etc/hostname").write_text("table")

    kept = debian.place("table", edit)

    def edit(root: Path) -> None:  # type: ignore[no-redef]
        (root / "etc/hostname").write_text("pit")

    assert debian.place("table", edit) != kept
    assert debian.place("table", edit, "a file of its own") != debian.place("table", edit)
    assert debian.place("table", edit) == debian.place("table", edit)


@pytest.mark.long
def test_the_newer_package_has_a_program_of_its_own(tmp_path: Path) -> None:
    """Metadata and one module are the newer's, as what it notes says; its sums are those of its files."""
    tree, made = tmp_path / "tree", tmp_path / "tapis-common_0.2.0+deb12_amd64.deb"
    site = tree / "usr/lib/tapis/lib/python3.11/site-packages"
    files = {
        "DEBIAN/control": "Package: tapis-common\nVersion: 0.2.0+deb12\nArchitecture: amd64\n"
        "Maintainer: Tapis <tapis@localhost>\nDescription: the program\n",
        f"{site}/tapis-0.2.0.dist-info/METADATA": "Metadata-Version: 2.4\nName: tapis\nVersion: 0.2.0\n",
    }
    for path, text in files.items():
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_text(text, encoding="utf-8")
    shutil.copytree(ROOT / "controller", site / "controller", ignore=shutil.ignore_patterns("__pycache__"))
    paths = [path.relative_to(tree) for path in site.rglob("*") if path.is_file()]
    (tree / "DEBIAN/md5sums").write_text("".join(f"{'0' * 32}  {path}\n" for path in paths))
    subprocess.run(["dpkg-deb", "--root-owner-group", "-b", tree, made], check=True, stdout=subprocess.PIPE)
    newer = newer_of(made, tmp_path / "newer")
    assert newer.name == "tapis-common_0.2.1+deb12_amd64.deb"
    subprocess.run(["dpkg-deb", "-R", newer, tmp_path / "unpacked"], check=True)
    libraries = Path(pytest.__file__).parents[1]
    note = "import pathlib; from controller.journal.newer import keep_version; keep_version(pathlib.Path())"
    for place, is_newer in ((tree, False), (tmp_path / "unpacked", True)):
        path = place / site.relative_to(tree)
        words = [sys.executable, "-S", "-B", "-c", note]
        subprocess.run(words, check=True, cwd=tmp_path, env={"PYTHONPATH": f"{path}:{libraries}"})
        assert (tmp_path / "version").read_text().strip() == noted_by(made, newer=is_newer)
    sums = ["md5sum", "--check", "--quiet", "DEBIAN/md5sums"]
    subprocess.run(sums, cwd=tmp_path / "unpacked", check=True)
