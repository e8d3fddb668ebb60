"""A stick that somebody made: root puts it back, and nothing of it may lead out of the table's data."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.backup.durable import Home
from controller.backup.finding import find_backup
from controller.backup.manifest import (
    KeptFile,
    Manifest,
    backups_in,
    file_digest,
    is_file_name,
    read_manifest,
    write_manifest,
)
from controller.backup.recipient import _SUITE, X25519PublicKey, load_private, make_pair, opened
from controller.backup.refusals import BackupRefused, KeysRefused, both
from controller.backup.restoring import Checked, check, put_back
from controller.journal.seal import Master, new_master

TABLE = "UTH-9"
NAME = f"{TABLE}-20260101-000000-000"
FRAMES = f"journals/{TABLE}-000001.journal.frames"
"""It may outlive its journal."""


def silent(_: str) -> None:
    """Nobody waits for it."""


def backup(place: Path, files: dict[str, bytes], *, named: tuple[str, ...] = (), table: str = TABLE) -> Path:
    """A backup of these files, with the manifest that a table would write of them, and of those `named`."""
    (place / "journals").mkdir(parents=True)
    for name, content in files.items():
        (place / name).write_bytes(content)
    kept = [KeptFile(name, *file_digest(place / name)) for name in files]
    kept += [KeptFile(name, 0, "") for name in named]
    write_manifest(place, Manifest(table, 1, (), False, "", "", 0, "", (), tuple(kept)))
    return place


def home_of(folder: Path) -> Home:
    return Home(folder / "table" / "data", os.geteuid(), os.getegid())


def everything(folder: Path) -> set[str]:
    return {str(one.relative_to(folder)) for one in folder.rglob("*")}


@pytest.mark.parametrize(
    "name",
    [
        *("../victim", "../../victim", "/etc/passwd", "journals/../../victim", "journals/a/b", "aside/x"),
        *(
            "",
            ".",
            "..",
            ".restoring",
            ".hidden",
            "journals",
            "journals/",
            "manifest.json",
            "a\nb",
            "a\x1b[2J",
        ),
        *("seal.key", "seal.key.0123456789abcdef", "sign.key", "people.pepper", "x" * 200, "édition"),
    ],
)
def test_a_manifest_may_name_no_file_but_a_backups_own(name: str, tmp_path: Path) -> None:
    source = backup(tmp_path / NAME, {"version": b"1\n"}, named=(name,))
    with pytest.raises(BackupRefused, match="which no file of a backup is called: no table wrote it") as said:
        read_manifest(source)
    assert str(source) in str(said.value)
    assert str(said.value).isprintable()


def test_every_file_that_a_table_writes_is_a_name_of_a_backup() -> None:
    names = "jackpot.book people.db settings.log settings.toml settings.toml.0123456789ab edition version"
    journal = f"journals/{TABLE}-000001.journal"
    for name in (*names.split(), "keys.json", journal, f"{journal}.heads", f"{journal}.frames.1"):
        assert is_file_name(name), name


def test_a_file_is_named_once_and_the_table_is_one(tmp_path: Path) -> None:
    with pytest.raises(BackupRefused, match="names 'version', twice"):
        read_manifest(backup(tmp_path / "twice", {"version": b"1\n"}, named=("version",)))
    for table in ("../x", "a\x1b[2J", ""):
        with pytest.raises(BackupRefused, match="which is no table"):
            read_manifest(backup(tmp_path / f"of-{len(table)}", {}, table=table))


def linked_file(source: Path, secret: Path) -> None:
    (source / "version").unlink()
    (source / "version").symlink_to(secret)


def linked_folder(source: Path, secret: Path) -> None:
    (source / FRAMES).unlink()
    (source / "journals").rmdir()
    (source / "journals").symlink_to(secret.parent)


def piped(source: Path, secret: Path) -> None:
    (source / "version").unlink()
    os.mkfifo(source / "version")


@pytest.mark.parametrize("change", [linked_file, linked_folder, piped])
def test_what_is_no_plain_file_is_not_read_and_not_put_back(
    change: Callable[[Path, Path], None], tmp_path: Path
) -> None:
    """The file that it leads to has the very hash that the manifest names: nothing but the link tells."""
    (tmp_path / "root").mkdir()
    secret = tmp_path / "root" / Path(FRAMES).name
    secret.write_bytes(b"for root alone")
    source = backup(tmp_path / NAME, {"version": b"for root alone", FRAMES: b"for root alone"})
    before = check(source, silent)
    assert before.faults == {}
    change(source, secret)
    found = check(source, silent)
    assert set(found.faults.values()) == {both("not_plain")}
    home = home_of(tmp_path)
    with pytest.raises(BackupRefused):
        put_back(before, home, {}, "", silent)
    assert list(home.data.iterdir()) == [], "all is as it was"


def test_a_backup_or_a_manifest_that_is_a_link_is_none(tmp_path: Path) -> None:
    real = backup(tmp_path / "elsewhere", {"version": b"1\n"})
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / NAME).symlink_to(real)
    assert backups_in(stick, TABLE) == []
    with pytest.raises(BackupRefused, match="a link, no plain file in a directory; name the backup's own"):
        read_manifest(stick / NAME)
    (stick / "other").mkdir()
    (stick / "other" / "manifest.json").symlink_to(real / "manifest.json")
    with pytest.raises(BackupRefused, match="a link, no plain file in a directory"):
        read_manifest(find_backup(stick / "other", TABLE))


@pytest.mark.parametrize("aside", ["../../elsewhere", "/elsewhere", "..", "a/b", ".hidden", "a\nb"])
def test_what_is_set_aside_stays_in_the_tables_data(aside: str, tmp_path: Path) -> None:
    found, home = check(backup(tmp_path / NAME, {"version": b"1\n"}), silent), home_of(tmp_path)
    home.data.mkdir(parents=True)
    (home.data / "version").write_bytes(b"before")
    there = everything(tmp_path)
    with pytest.raises(BackupRefused, match="a name is wanted, no path: --aside first"):
        put_back(found, home, {}, aside, silent)
    assert everything(tmp_path) == there


@pytest.mark.parametrize("name", ["aside", ".restoring", ".restoring.new"])
def test_a_link_in_the_tables_data_gives_its_account_no_other_folder(name: str, tmp_path: Path) -> None:
    source, home, other = backup(tmp_path / NAME, {"version": b"1\n"}), home_of(tmp_path), tmp_path / "other"
    for folder in (home.data, other):
        folder.mkdir(parents=True, mode=0o750)
    (home.data / "settings.log").write_text("what was there\n")
    (home.data / name).symlink_to(other)
    with pytest.raises(BackupRefused, match="is a link, which no restore made"):
        put_back(Checked(source, read_manifest(source), {}), home, {}, "first", silent)
    assert (list(other.iterdir()), other.stat().st_mode & 0o777) == ([], 0o750)
    assert (home.data / "settings.log").read_text() == "what was there\n"


@pytest.mark.parametrize(
    "name", ["../../key-outside", "/key-outside", "jackpot.book", "seal.key/x", "seal.key."]
)
def test_a_key_is_called_as_a_table_calls_its_keys(name: str, tmp_path: Path) -> None:
    """The public key is on every table: whoever has the table's settings can encrypt any name to it."""
    public = X25519PublicKey.from_public_bytes(bytes.fromhex(make_pair(tmp_path / "safe.pem")))
    plain = json.dumps({name: bytes(new_master()).hex()}).encode()
    told = {"format": "tapis-keys/1", "table": TABLE, "recipient": public.public_bytes_raw().hex()}
    told["sealed"] = base64.b64encode(
        _SUITE.encrypt(plain, public, f"tapis-keys/1 {TABLE}".encode())
    ).decode()
    with pytest.raises(KeysRefused, match="which is no key of a table"):
        opened(json.dumps(told).encode(), load_private(tmp_path / "safe.pem"))
    found = check(backup(tmp_path / NAME, {"version": b"1\n"}), silent)
    there = everything(tmp_path)
    with pytest.raises(BackupRefused, match="is no key of a table"):
        put_back(found, home_of(tmp_path), {name: new_master()}, "", silent)
    assert everything(tmp_path) == there


def test_keys_and_files_are_the_accounts_alone_whatever_the_umask(tmp_path: Path) -> None:
    found, home = check(backup(tmp_path / NAME, {"version": b"1\n"}), silent), home_of(tmp_path)
    keys = {
        "seal.key": new_master(),
        "sign.key": new_master(),
        "seal.key.0123456789abcdef": Master(bytes(32)),
    }
    modes = set()
    before = os.umask(0)
    try:
        put_back(
            Checked(found.folder, found.manifest, {}), home, keys, "", lambda _: modes.update(seen(home))
        )
    finally:
        os.umask(before)
    assert {name: (home.data / name).read_bytes() for name in keys} == keys
    assert modes | set(seen(home)) <= {(True, 0o700), (False, 0o600)}


def seen(home: Home) -> list[tuple[bool, int]]:
    """Of everything in the data: whether it is a directory, and its mode."""
    return [(one.is_dir(), one.stat().st_mode & 0o777) for one in (home.data, *home.data.rglob("*"))]
