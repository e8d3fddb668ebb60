"""Records of jackpots and identity references are kept five years at least (AC-14): nothing throws one away.

What this program removes, it removes by name: each place is listed with what goes there. The rest is asked of
whoever keeps the machine, in OPERATIONS.md, LINK.md and REGISTERS.md.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from controller.book.at_url import open_book
from controller.game.inputs import Machine
from controller.house.archive import House
from controller.house.store import rebuild
from controller.journal.keys import rotate_master, table_keys
from controller.journal.verify import verify
from controller.ports import FrameLine
from controller.table.frame_log import FrameLog, frames_path
from tests.law.requirements import requirement
from tests.shell.book.jackpot_books import EXAMPLE, stake
from tests.shell.journal.journals import written

ROOT: Final = Path(__file__).parents[2]
REMOVES: Final = {
    "controller/backup/durable.py::_remove": "what lies whole on another disk now, and a draft of it",
    "controller/backup/durable.py::move": "nothing: it comes to its place, or aside",
    "controller/backup/restoring.py::_begin": "nothing: the note of a restore comes to its place",
    "controller/backup/recipient.py::make_pair": "a key that could not be written whole",
    "controller/backup/restoring.py::_copy": "what a restore that was cut off had copied",
    "controller/backup/restoring.py::_put_back": "what a restore had copied and noted",
    "controller/backup/leftovers.py::_remove": "a backup that was cut off, or removed",
    "controller/backup/leftovers.py::removed": "the backups that hold least beyond those to be kept",
    "controller/backup/taking.py::_made": "a backup that could not be made whole",
    "controller/backup/taking.py::_written": "a copy of the book for the time of a backup",
    "controller/book/postgres_copy.py::copy_into_file": "the draft of a copy of the book",
    "controller/boot/recordings.py::recorded": "a capture in which nothing was said",
    "controller/cli/metrics.py::_told": "the figures of a table that is told no more",
    "controller/cli/par/answer_cache.py::keep": "the draft of an answer of tapis par",
    "controller/cli/par/answer_cache.py::_thin_out": "the oldest answers of tapis par",
    "controller/host/disk.py::unwritable": "an empty file that was made to try the disk",
    "controller/house/feed_client.py::_read": "half a line of a crash, in the file of who reads the feed",
    "controller/house/parquet_export.py::_clear_drafts": "the draft of a file of an export that was cut off",
    "controller/house/parquet_export.py::_journal": "what an export that was cut off had written",
    "controller/house/parquet_export.py::take_back_empty": "a folder made for an export that did not come",
    "controller/house/parquet_export.py::_take_back": "what an export had begun and the disk did not take",
    "controller/house/parquet_export.py::_remove_others": "what was exported under a journal's name before",
    "controller/house/store_sqlite.py::remove_files": "a store of counts that could not be made",
    "controller/host/output_file.py::can_replace": "the empty draft that tries whether a file may be written",
    "controller/cli/house_feed.py::feed": "an empty file that was made for a feed which told nothing",
    "controller/cli/report_registers.py::_write": "an empty folder that was made for registers",
    "controller/learning/record.py::try_to_write": "an empty folder that was made to try the record",
    "controller/learning/record.py::_write": "the draft of a pupil's own training record",
    "controller/screens/unix_socket.py::_clear_away": "a socket",
    "controller/screens/unix_socket.py::close": "a socket",
    "controller/screens/unix_socket.py::listen": "a socket that could not be given its group",
    "controller/table/frame_log.py::_make_room": "the oldest frames of a session",
    "controller/table/frame_log.py::forget_oldest": "the frames of the oldest sessions",
    "controller/journal/file.py::release": "the lock of a journal",
    "controller/journal/seal.py::replace_whole": "the draft of a small file that could not be written",
    "controller/journal/witness.py::_fold": "the draft of a witness's store that could not be written",
    "controller/journal/writer.py::_drop": "a journal that was begun and never got its name",
    "controller/journal/writer.py::created": "nothing: a journal comes to its name",
    "controller/journal/mirror.py::_kept_heads": "half a line of a crash",
    "controller/journal/mirror.py::put_aside": "a mirror, moved beside the others",
    "controller/journal/told_heads.py::drop_told": "signed heads whose entries the mirror has come to hold",
    "controller/journal/signing.py::_opened": "half a line of a crash",
    "controller/journal/witness.py::_write": "half a line of a crash",
    "controller/journal/keys.py::forget_masters": "the master of a night that is closed",
    "controller/journal/keys.py::destroy_key": "a master of a closed night, or a key set aside by a restore",
    "controller/journal/keys.py::rotate_master": "the draft of a new key",
    "controller/screens/last_word.py::keep_last_word": "the draft of the last word",
    "controller/host/openmetrics.py::write_whole": "the draft of the figures",
    "controller/host/output_file.py::_draft": "the draft of a file that is asked for",
    "controller/host/output_file.py::replace_together": "the drafts of files that are asked for",
    "controller/boot/demo/night.py::_again": "a demonstration that begins anew",
    "drivers/sim/left.py::read": "what simulated machines left behind, once it is read",
    "controller/odds/compiled.py::_remove": "compiled code",
    "controller/odds/kernels.py::_thin_out": "compiled code",
    "controller/settings/record.py::append": "half a line of a crash",
    "controller/settings/record.py::_write": "the draft of the settings",
    "drivers/sim/ptys.py::_plug_in": "the name of a simulated line",
    "drivers/sim/ptys.py::_pull_out": "the name of a simulated line",
}
"""Every function that takes a file away, puts another in its place or shortens one, and what it is."""
CALLS: Final = frozenset({"unlink", "rmtree", "rmdir", "truncate", "ftruncate", "removedirs", "rename"})
OF_OS: Final = frozenset({"remove", "replace"})


def taken_away(path: Path) -> Iterator[str]:
    """The functions of this module that take a file away."""
    text = path.read_text(encoding="utf-8")
    if not any(f".{called}(" in text for called in CALLS | OF_OS):
        return
    for made in ast.walk(ast.parse(text)):
        if isinstance(made, ast.FunctionDef) and any(map(takes, ast.walk(made))):
            yield f"{path.relative_to(ROOT).as_posix()}::{made.name}"


def takes(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    called, on = node.func.attr, node.func.value
    return called in CALLS or (called in OF_OS and isinstance(on, ast.Name) and on.id in ("os", "shutil"))


@requirement("AC-14")
def test_the_program_takes_no_file_away_but_those_that_are_named() -> None:
    found = {
        name
        for folder in ("controller", "drivers", "ui")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name in taken_away(path)
    }
    assert found == set(REMOVES)


@requirement("AC-14")
def test_what_rotates_and_clears_leaves_journals_and_book_as_they_are(tmp_path: Path) -> None:
    folder = tmp_path / "journals"
    folder.mkdir()
    table_keys(tmp_path).keep()
    journal = written(folder / "UTH-2-000001.journal")
    with closing(open_book(str(tmp_path / "jackpot.book"), EXAMPLE, create=True)) as book:
        stake(book, "UTH-2", 1, 1, 2)
    kept = {path: path.read_bytes() for path in (*folder.iterdir(), tmp_path / "jackpot.book")}

    for start in range(1, 120, 40):
        log = FrameLog(frames_path(journal), bytes_max=2_000, files_max=2)
        log.start()
        for number in range(start, start + 40):
            log.take(FrameLine(Machine.SHOE, number, number, "in", "x" * 60, "card"))
        log.close()
    rotate_master(tmp_path)
    with closing(House([folder], str(tmp_path / "house.db"))) as house:
        house.read_all()
        rebuild(house.db)

    assert len(list(folder.glob("*.frames*"))) == 2, "the log has gone round"
    assert {path: path.read_bytes() for path in kept} == kept
    assert verify(folder).ok


def test_nothing_that_is_installed_clears_what_the_table_has_written() -> None:
    """No rule of tmpfiles or of log rotation comes with it, and no unit forgets its directory."""
    units = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "deploy").glob("*.service"))
    assert "StateDirectory=tapis tapis-mark\n" in units
    assert not [word for word in ("tmpfiles", "logrotate", "/bin/rm", "DynamicUser=yes") if word in units]
    assert not [path.name for path in (ROOT / "deploy").rglob("*") if "rotate" in path.name]


@requirement("AC-14", "JW-16")
def test_whoever_keeps_the_machine_is_told_how_long() -> None:
    for name, said in (
        ("OPERATIONS", "five years at least"),
        ("LINK", "kept five years with the journals"),
        ("REGISTERS", "to be kept five years"),
    ):
        text = " ".join((ROOT / f"deploy/{name}.md").read_text(encoding="utf-8").split())
        assert said in text, name
    text = " ".join((ROOT / "deploy/OPERATIONS.md").read_text(encoding="utf-8").split())
    assert "28 days" in text
