"""A manifest that somebody changed: what it says is held against its files before anything is written."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from controller.backup.finding import find_backup
from controller.backup.manifest import Manifest, read_manifest, write_manifest
from controller.backup.recipient import make_pair
from controller.backup.refusals import BackupRefused, both
from controller.backup.restoring import check, put_back
from controller.backup.taking import Sources, take
from controller.book.at_url import BOOK
from controller.game import events as e
from controller.journal.seal import create_master, new_master
from controller.words.money import EN
from tests.shell.journal.journals import START_MS, reopen
from tests.shell.live_table import typed
from tests.shell.test_backup_order import NOW_MS, Night
from tests.shell.test_restore_hostile import home_of, silent

JOURNAL = "journals/UTH-1-000001.journal"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of a table with a session, its heads, a book that its journal tells of, and keys."""
    folder = tmp_path_factory.mktemp("whole")
    data, stick = folder / "data", folder / "stick"
    for one in (data / "journals", stick):
        one.mkdir(parents=True)
    played = "simulate", "--rounds", "3", "--seed", "3", "--journal", str(data / "journals")
    assert typed(*played, "--book", str(data / BOOK)).returncode == 0
    create_master(data / "seal.key", new_master())
    recipient = make_pair(folder / "safe.pem")
    return take(Sources("UTH-1", data, recipient=recipient), stick, NOW_MS, 9, silent).folder


def rewritten(backup: Path, place: Path, change: Callable[[Manifest], Manifest]) -> Path:
    """The backup with another manifest, whose digest is right: nothing but what it says tells."""
    copy = Path(shutil.copytree(backup, place / backup.name))
    manifest = change(read_manifest(copy))
    write_manifest(copy, manifest)
    named = {one.path for one in manifest.files}
    for one in copy.rglob("*"):
        name = str(one.relative_to(copy))
        if one.is_file() and name != "manifest.json" and name not in named:
            one.unlink()
    return copy


def without(*names: str) -> Callable[[Manifest], Manifest]:
    return lambda told: replace(told, files=tuple(one for one in told.files if one.path not in names))


@pytest.mark.parametrize(
    "stray",
    [
        "settings.toml~",
        "settings.toml.draft",
        "journals/UTH-1-000001.journal.frames~",
        "journals/UTH-1-000007-jam.journal.frames",
        "journals/UTH-1-2-000001.journal.frames",
    ],
)
def test_what_somebody_left_beside_the_records_is_no_part_of_a_backup(stray: str, tmp_path: Path) -> None:
    """An editor's copy and the logs of others: the backup is made without them, and is read again."""
    data, stick = tmp_path / "data", tmp_path / "stick"
    (data / "journals").mkdir(parents=True)
    stick.mkdir()
    logs = [data / f"journals/UTH-1-000001.journal.frames{end}" for end in ("", ".1")]
    for one in (*logs, data / "settings.toml", data / stray):
        one.write_text("left by somebody\n", encoding="utf-8")
    taken = take(Sources("UTH-1", data, frames=True), stick, NOW_MS, 9, silent)
    named = {one.path for one in read_manifest(taken.folder).files}
    assert {"settings.toml", *(f"journals/{one.name}" for one in logs)} <= named
    assert stray not in named


def test_what_a_table_makes_fits_and_is_put_back(whole: Path, tmp_path: Path) -> None:
    found = check(rewritten(whole, tmp_path, lambda told: told), silent)
    assert (found.faults, found.manifest.lacks) == ({}, ())
    assert {JOURNAL, f"{JOURNAL}.heads", BOOK, "keys.json"} <= set(found.whole)
    put_back(found, home_of(tmp_path), {}, "", silent)
    assert (home_of(tmp_path).data / JOURNAL).exists()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda told: replace(told, files=()), f"names a session and not its journal, {JOURNAL}"),
        (without(JOURNAL), f"names a session and not its journal, {JOURNAL}"),
        (without(f"{JOURNAL}.heads"), f"names {JOURNAL} and not its heads"),
        (lambda told: replace(told, sessions=()), f"names {JOURNAL}, a journal of no session that it names"),
        (
            lambda told: replace(without(JOURNAL)(told), sessions=(), open_session=False),
            f"names {JOURNAL}.heads, which belongs to no session that it names",
        ),
        (
            lambda told: replace(told, sessions=(), files=(), open_session=True),
            "tells of an open session and names none",
        ),
        (without(BOOK), f"and names no {BOOK}"),
        (lambda told: replace(told, lacks=(BOOK,)), f"names {BOOK}, and says that the table had none"),
        (without("keys.json"), "does not name keys, their recipient and keys.json together"),
        (lambda told: replace(told, keys=()), "does not name keys, their recipient and keys.json together"),
        (
            lambda told: replace(told, recipient=""),
            "does not name keys, their recipient and keys.json together",
        ),
        (
            lambda told: replace(told, keys=("people.pepper", *told.keys)),
            "has the key people.pepper and names no people.db",
        ),
    ],
)
def test_a_manifest_at_odds_with_itself_is_refused_before_anything_is_written(
    change: Callable[[Manifest], Manifest], told: str, whole: Path, tmp_path: Path
) -> None:
    copy = rewritten(whole, tmp_path, change)
    with pytest.raises(BackupRefused) as said:
        check(copy, silent)
    assert told in str(said.value)
    assert str(said.value).endswith(": no table wrote it so; take another backup")
    with pytest.raises(BackupRefused, match="so that nobody knows whether it is the newest"):
        find_backup(tmp_path, "UTH-1")


@pytest.mark.parametrize(
    ("change", "name", "told"),
    [
        (lambda told: replace(without(BOOK)(told), book_entries=0), BOOK, "is told of by the journals"),
        (lambda told: replace(told, book_entries=1), BOOK, ", and the manifest says 1"),
        (
            lambda told: replace(told, open_session=not told.open_session),
            "manifest.json",
            "says otherwise than the last journal whether its session was open",
        ),
    ],
)
def test_a_manifest_that_its_own_files_speak_against_is_refused(
    change: Callable[[Manifest], Manifest], name: str, told: str, whole: Path, tmp_path: Path
) -> None:
    found = check(rewritten(whole, tmp_path, change), silent).faults
    assert list(found) == [name]
    assert told in found[name][EN]


@pytest.mark.parametrize("name", [BOOK, "keys.json"])
def test_a_file_of_the_table_that_the_manifest_does_not_name_is_told(
    name: str, whole: Path, tmp_path: Path
) -> None:
    copy = Path(shutil.copytree(whole, tmp_path / whole.name))
    kept = without(name)(read_manifest(copy))
    kept = replace(kept, keys=() if name == "keys.json" else kept.keys)
    write_manifest(copy, replace(kept, book_entries=0 if name == BOOK else kept.book_entries))
    found = check(copy, silent).faults
    assert found == {name: both("stranger")}


def test_a_table_without_book_register_or_session_is_backed_up_and_put_back(
    whole: Path, tmp_path: Path
) -> None:
    """Not yet, or not any more: then the backup says so itself, and so does the restore."""
    night = Night(tmp_path)
    taken = [night.backed_up(NOW_MS)]
    with reopen(night.journal) as journal:
        journal.append([e.RegisterSeen(1, "a" * 64, "b" * 64)], START_MS)
    taken.append(night.backed_up(NOW_MS + 1))
    night.journal.unlink()
    taken.append(night.backed_up(NOW_MS + 2))
    shutil.copytree(whole.parent.parent / "data", tmp_path / "lost")
    (tmp_path / "lost" / BOOK).unlink()
    taken.append(take(Sources("UTH-1", tmp_path / "lost"), night.stick, NOW_MS + 3, 9, silent))
    heads = f"journals/{night.journal.name}.heads"
    assert [one.manifest.lacks for one in taken] == [(heads,), (heads, "people.db"), (), (BOOK,)]
    for number, one in enumerate(taken):
        found = check(one.folder, silent)
        assert found.faults == {}
        home = replace(home_of(tmp_path), data=tmp_path / str(number))
        put_back(found, home, {}, "", silent)
        assert (home.data / "journals").is_dir()
    said = typed("restore", str(taken[1].folder), "--check", "--lang", "en")
    assert f"; without {heads}, people.db, which the table had not" in said.stdout
    write_manifest(taken[1].folder, replace(taken[1].manifest, lacks=(heads,)))
    assert list(check(taken[1].folder, silent).faults) == ["people.db"]


def test_keys_other_than_the_manifest_names_are_not_put_back(whole: Path, tmp_path: Path) -> None:
    copy = rewritten(whole, tmp_path, lambda told: replace(told, keys=("seal.key", "sign.key")))
    safe = str(whole.parent.parent / "safe.pem")
    done = typed("restore", str(copy), "--check", "--lang", "en", "--keys", safe)
    assert (done.returncode, "do not tell alike of sign.key: one of the two was changed" in done.stderr) == (
        2,
        True,
    )


def test_a_backup_of_a_damaged_table_says_so_itself_and_is_no_manifest_that_was_changed(
    tmp_path: Path,
) -> None:
    """Of a journal that nobody can read nobody knows which session it is: its damage is told, as it was."""
    night = Night(tmp_path)
    night.plays()
    for content in (b"no journal at all", night.journal.read_bytes()[:5_000], b""):
        night.journal.write_bytes(content)
        night.journal.with_name(f"{night.journal.name}-wal").write_bytes(b"rows that are there alone")
        made = night.backed_up(NOW_MS + len(content))
        assert read_manifest(made.folder) == made.manifest
        assert made.manifest.damaged
        found = check(made.folder, silent).faults
        assert list(found) == [f"journals/{night.journal.name}"]
        assert "does not verify: " in found[f"journals/{night.journal.name}"][EN]
