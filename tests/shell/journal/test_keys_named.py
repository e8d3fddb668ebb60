"""Whose keys a verification takes: those somebody named, from paper or a file, and no others."""

from __future__ import annotations

import os
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from controller.journal.chain import JournalDamaged, JournalNewer
from controller.journal.entries import event_of
from controller.journal.file_faults import (
    DISK,
    Fault,
    account,
    disk_words,
    fault_of,
    file_named,
    owner_of,
    told_of,
)
from controller.journal.newer import this_version
from controller.journal.one_round import body_of
from controller.journal.report import Seen
from controller.journal.trust import KeyRefused, keys_told
from tests.shell.journal.journals import rows_of, written
from tests.shell.journal.test_signed_heads import SIGNER


def test_a_key_is_named_by_hex_by_table_or_by_a_file_and_by_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "keys.txt").write_text(f"# read out on the 20th\nkey UTH-2 {SIGNER.key}\n")
    assert keys_told([str(tmp_path / "keys.txt")], None) == {"UTH-2": frozenset([SIGNER.key])}
    os.mkfifo(tmp_path / "pipe")
    for named, why in (
        ("", "the name of the key is empty"),
        (str(tmp_path / "pipe"), "pipe"),
        ("9f", "neither a"),
    ):
        with pytest.raises(KeyRefused, match=why):
            keys_told([named], None)


def test_how_far_a_journal_is_borne_out_is_told_with_by_whom() -> None:
    told = Seen("UTH-1-000001.journal", "UTH-1", 1, 12, 5, (("UTH-2", 12),)).as_json()
    assert (told["by"], told["why"]) == ([{"table": "UTH-2", "to": 12}], None)


def test_an_entry_that_is_none_of_this_program_s_is_told_from_a_damaged_one(tmp_path: Path) -> None:
    rows = rows_of(written(tmp_path / "UTH-2-000001.journal"))
    opened = next(row for row in rows if row.kind == "RoundOpened")
    assert event_of(opened).round == 1
    with pytest.raises(JournalNewer, match="Hologram cannot be read: unknown kind"):
        event_of(opened._replace(kind="Hologram"))
    with pytest.raises(JournalDamaged, match="RoundOpened cannot be read") as damaged:
        event_of(opened._replace(body='{"round":"one","attempt":1}'))
    assert not isinstance(damaged.value, JournalNewer)
    for body in ("{", "[]", '{"round":"one"}'):
        with pytest.raises(JournalDamaged, match=f"entry {opened.seq}"):
            body_of(opened._replace(body=body))


# --- a file or a disk that is wrong, in words -----------------------------------------------------


def test_why_a_table_waits_for_its_disk_is_said_in_both_languages(tmp_path: Path) -> None:
    for why, (french, english) in DISK.items():
        assert disk_words(why, tmp_path) == f"{tmp_path}: {english}"
        assert disk_words(why, tmp_path, "fr") == f"{tmp_path}: {french}"


def test_what_is_wrong_with_a_file_is_seen_without_reading_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its name says its kind: a secret is nobody else's, a key has its length, a database its first word."""

    def file(name: str, data: bytes, mode: int = 0o600) -> Path:
        path = tmp_path / name
        path.write_bytes(data)
        path.chmod(mode)
        return path

    whole = bytes(32)
    for path, fault in (
        (tmp_path / "none.journal", Fault.MISSING),
        (tmp_path, Fault.NOT_PLAIN),
        (file("a.journal", b""), Fault.EMPTY),
        (file("b.journal", b"bonjour, et bien plus"), Fault.FOREIGN),
        (file("c.journal", b"SQLite format 3\0 and so on"), Fault.DAMAGED),
        (file("d.pepper", whole, 0o640), Fault.OTHERS),
        (file("e.pepper", whole[1:]), Fault.LENGTH),
        (file("f.pepper", whole), Fault.DAMAGED),
        (tmp_path / "f.pepper" / "below", Fault.FORBIDDEN),
    ):
        assert fault_of(path) is fault, path
    if os.geteuid() == 0:
        os.chown(tmp_path / "f.pepper", 4242, -1)
    else:
        monkeypatch.setattr("controller.journal.file_faults.os.geteuid", lambda: os.getuid() + 4242)
    assert fault_of(tmp_path / "f.pepper") is Fault.OWNER


def test_whose_a_file_is_is_said_by_name_by_number_or_by_its_folder(tmp_path: Path) -> None:
    here = account(tmp_path.stat().st_uid)
    assert owner_of(tmp_path / "not there yet") == here
    assert owner_of(tmp_path / "nowhere" / "at all") == ""
    assert account(3_999_999_999) == "3999999999"
    said = told_of(tmp_path / "x.journal", "entry 41")
    assert said.startswith(f"the journal {tmp_path}/x.journal is missing; erase nothing;")
    files = [tmp_path / "x.journal", tmp_path / "x.journal.heads"]
    assert file_named(f"{files[1]} is damaged", files) == files[1]
    assert file_named("something else is", files) is None


def test_a_program_that_is_not_installed_has_no_version_to_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("controller.journal.newer.version", gone)
    this_version.cache_clear()
    assert this_version() == "?"
    this_version.cache_clear()
