"""What a table has besides journal, keys and book, damaged: the register of people, its pepper, the mark, the
record of settings, locks left lying. It starts, or names the file and the next step.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from controller.boot.starting import CannotStart, started_floor
from controller.game.people.pin import Pin
from controller.journal.file_faults import KINDS
from controller.people.pin_hash import LIGHT, PinHasher
from controller.people.register import Founder, Register
from controller.settings.table import load_table
from controller.table.mark import Mark, mark_path, write_mark
from tests.long import long
from tests.shell.live_table import write_settings
from tests.shell.test_damaged_files import FOREIGN, HARMS, STARTS, flip

PEOPLE = '\n[people]\nregister = "{0}/data/people.register"\npepper = "{0}/data/pepper.key"\n'
OURS = ("people.register", "pepper.key", "settings.log", "settings.lock", "mark")


def settings_of(folder: Path) -> Path:
    path = write_settings(folder)
    told = path.read_text(encoding="utf-8").partition("[badges.")[0]
    path.write_text(told + PEOPLE.format(folder), encoding="utf-8")
    return path


def start(folder: Path) -> str:
    """Why the table of this folder does not start; empty when it does."""
    path = settings_of(folder)
    try:
        floor = started_floor(load_table(path), path)
    except CannotStart as error:
        return str(error)
    floor.close()
    return STARTS


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    """The folder of a table with people, a mark and a record of settings."""
    folder = tmp_path / "sound"
    (folder / "data").mkdir(parents=True)
    pepper = folder / "data" / "pepper.key"
    pepper.write_bytes(b"p" * 32)
    pepper.chmod(0o600)
    house = Register.create(folder / "data" / "people.register", PinHasher(b"p" * 32, LIGHT))
    house.begin(Founder("dir-1", "", Pin("135790")), Founder("mcd-3", "", Pin("135790")), 1_763_668_800_000)
    house.close()
    path = settings_of(folder)
    floor = started_floor(load_table(path), path)
    floor.table.start()
    floor.close()
    marks = load_table(path).table.mark_folder
    marks.mkdir(exist_ok=True)
    write_mark(marks, Mark("UTH-9", 1, 1, "0" * 64))
    for name in OURS[2:4]:
        (folder / "data" / name).touch(0o600)
    return folder


def place(folder: Path, name: str) -> Path:
    return mark_path(folder / "data-mark", "UTH-9") if name == "mark" else folder / "data" / name


@pytest.mark.parametrize("flips", [1, long(60)])
@pytest.mark.parametrize("name", OURS)
def test_a_damaged_file_of_the_house_is_named_or_the_table_starts(
    name: str, flips: int, sound: Path, tmp_path: Path
) -> None:
    steps = {kind.step[1] for kind in KINDS.values()}
    harms = dict(HARMS)
    for number in range(flips):
        at = number / flips
        harms[f"flip at {at}"] = lambda path, _, at=at: flip(path, at) if path.stat().st_size else None
    if os.geteuid() == 0:
        harms["of another account"] = lambda path, _: os.chown(path, 65_534, 65_534)

    for how, harm in harms.items():
        if how == "without its beginning" and name in OURS[2:4]:
            continue  # they are empty
        work = tmp_path / "work"
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(sound, work)
        path = place(work, name)
        harm(path, sound / "data")
        said = start(work)
        if said != STARTS:
            assert path.name in said, (name, how, said)
            assert not FOREIGN.search(said), (name, how, said)
            assert any(step in said for step in steps) or "put " in said, (name, how, said)
