"""Every file of a table's data, damaged in every way: it starts, or names the file and the next step.

Never a traceback, and no sentence of the system, of SQLite or of Python.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from controller.boot.starting import CannotStart, started_floor
from controller.game import inputs as i
from controller.journal.file import WriterLock
from controller.journal.file_faults import FAULTS, KINDS, kind_of, told_of
from controller.journal.newer import VERSION_FILE
from controller.settings.table import load_table
from tests.long import long
from tests.shell.live_table import write_settings

FOREIGN = re.compile(
    r"Errno|Traceback|Error|malformed|disk image|sqlite|not a database|utf-8|codec|line \d+ in|Is a directory"
    r"|Permission denied|\\x|No such file"
)
STARTS = ""
Harm = Callable[[Path, Path], None]


def flip(path: Path, where: float) -> None:
    data = bytearray(path.read_bytes())
    data[int(where * len(data))] ^= 0x41
    path.write_bytes(data)


def into_folder(path: Path, sound: Path) -> None:
    path.unlink()
    path.mkdir()


HARMS: dict[str, Harm] = {
    "emptied": lambda path, sound: path.write_bytes(b"") and None,
    "cut": lambda path, sound: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]) and None,
    "gone": lambda path, sound: path.unlink(),
    "a folder": into_folder,
    "a key": lambda path, sound: path.write_bytes((sound / "seal.key").read_bytes() * 3) and None,
    "a book": lambda path, sound: shutil.copyfile(sound / "jackpot.book", path) and None,
    "a journal": lambda path, sound: shutil.copyfile(journal_of(sound), path) and None,
    "text": lambda path, sound: path.write_text("bonjour\n" * 50, "utf-8") and None,
    "no text": lambda path, sound: path.write_bytes(bytes(range(128, 256)) * 40) and None,
    "open to others": lambda path, sound: path.chmod(0o666),
    "without its beginning": lambda path, sound: flip(path, 0),
}


def journal_of(data: Path) -> Path:
    (journal,) = (data / "journals").glob("*.journal")
    return journal


def start(folder: Path, language: str = "en") -> str:
    """Why the table of this folder does not start; empty when it does."""
    path = write_settings(folder)
    try:
        floor = started_floor(load_table(path), path, language)
    except CannotStart as error:
        return str(error)
    floor.close()
    return STARTS


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    """The data of a table that was opened and cut off."""
    folder = tmp_path / "sound"
    folder.mkdir()
    path = write_settings(folder)
    floor = started_floor(load_table(path), path)
    floor.table.start()
    assert floor.take(i.OpenTable()) is None
    floor.close()
    return folder / "data"


def harmed(sound: Path, tmp_path: Path, name: str, harm: Harm, language: str = "en") -> str:
    work = tmp_path / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    shutil.copytree(sound, work / "data")
    harm(work / "data" / name, sound)
    return start(work, language)


@pytest.mark.parametrize(("flips", "every"), [(1, 3), long(400, 1)])
def test_a_damaged_file_is_named_with_the_next_step_or_the_table_starts(
    sound: Path, tmp_path: Path, flips: int, every: int
) -> None:
    dice, steps = Random(flips), {kind.step[1] for kind in KINDS.values()}
    names = [str(path.relative_to(sound)) for path in sorted(sound.rglob("*")) if path.is_file()]
    assert len(names) == 6
    refused = 0
    for place, name in enumerate(names):
        harms = dict(list(HARMS.items())[place % every :: every])
        for number in range(flips):
            at = dice.random()
            harms[f"flip {number} at {at}"] = lambda path, sound, at=at: flip(path, at)
        for how, harm in harms.items():
            said = harmed(sound, tmp_path, name, harm)
            if said == STARTS:
                continue
            refused += 1
            # A key that is another is told by the journal that it no longer opens.
            assert name in said or "seal.key" in said, (name, how, said)
            assert not FOREIGN.search(said), (name, how, said)
            step = any(step in said for step in steps) or "put " in said or "chmod 600" in said
            assert step, (name, how, said)
    assert refused >= 90 // every // 3


def test_the_same_is_said_in_french(sound: Path, tmp_path: Path) -> None:
    said = harmed(sound, tmp_path, "seal.key", HARMS["emptied"], "fr")
    path, kind = tmp_path / "work" / "data" / "seal.key", KINDS["seal.key"]
    assert said == f"{kind.name[0]} {path} est vide\u202f; {kind.step[0]}"
    assert {kind_of(Path(name)) for name in ("a.journal", "a.journal.heads", "seal.key.3f")} <= KINDS.keys()
    assert all(french != english for french, english in FAULTS.values())


@pytest.mark.parametrize("name", ["people.db", "people.pepper"])
def test_the_register_and_its_pepper_are_named_as_config_names_them(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(bytes(32))
    path.chmod(0o644)
    assert name in (Path(__file__).parents[2] / "config" / "table.toml").read_text()
    kind = KINDS[kind_of(path)]
    assert kind is not KINDS[""]
    said = f"{kind.name[1]} {path} lets other accounts at it"
    assert told_of(path) == f"{said}; close it to them: chmod 600 {path}"


def test_a_book_that_is_damaged_is_not_started_on(sound: Path, tmp_path: Path) -> None:
    """Of 26 changed books 7 were once started on."""

    def alter(path: Path, sound: Path) -> None:
        data = bytearray(path.read_bytes())
        data[100:108] = b"\xff" * 8  # the header of its first page
        path.write_bytes(data)

    said = harmed(sound, tmp_path, "jackpot.book", alter)
    assert (str(tmp_path / "work" / "data" / "jackpot.book") in said, FOREIGN.search(said)) == (True, None)


def test_a_start_that_is_refused_at_its_very_end_lets_journal_and_doors_go(
    sound: Path, tmp_path: Path
) -> None:
    """A table that waits for its disk tries again in the same process, and would find itself in the way."""
    work = tmp_path / "work"
    shutil.copytree(sound, work / "data")
    version = work / "data" / VERSION_FILE
    version.unlink()
    version.mkdir()
    path = write_settings(work)
    with pytest.raises(CannotStart) as refused:
        started_floor(load_table(path), path)
    assert version.name in str(refused.value)
    lock = WriterLock(journal_of(work / "data"))  # while what was refused is still looked at
    lock.release()
    assert list((work / "run").glob("*.sock")) == []
    version.rmdir()
    assert start(work) == STARTS
