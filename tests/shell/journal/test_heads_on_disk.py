"""The file of signed heads beside a journal: half written, another's, none; and no key in what is printed."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from controller.journal import heads as signed_heads
from controller.journal.chain import JournalBroken, JournalDamaged
from controller.journal.heads import HeadRefused, heads_path, read_heads
from controller.journal.signing import SignedJournal, check_heads
from controller.journal.writer import Journal
from tests.shell.journal.journals import OPENING, START_MS, create, disk_full, steps_of
from tests.shell.journal.test_signed_heads import SIGNER, journal, path, play, signing

__all__ = ["journal", "path"]


def test_a_head_for_which_the_disk_has_no_room_ends_the_table_and_leaves_no_half_line(
    journal: Journal, path: Path
) -> None:
    signed = signing(journal, path)
    play(signed, 1)
    whole = heads_path(path).read_text()
    with disk_full(len(whole) + 20), pytest.raises(JournalBroken) as broken:
        signed.sign(START_MS + 1)
    assert (broken.value.why, signed.last.line) == ("full", whole.splitlines()[-1])
    assert heads_path(path).read_text() != whole, "half of it is there"
    signed.close()
    signed.close()
    signing(journal, path).close()
    assert [one.size for one in check_heads(journal, path)][-1] == journal.head.seq
    assert heads_path(path).read_text().startswith(whole)


def test_behind_half_a_head_no_other_is_written_though_there_is_room_again(
    journal: Journal, path: Path
) -> None:
    """The table signs its last entry as it ends: that made a whole line of the half, and no start read it."""
    signed = signing(journal, path)
    play(signed, 1)
    whole = heads_path(path).read_text()
    with disk_full(len(whole) + 20), pytest.raises(JournalBroken):
        signed.sign(START_MS + 1)
    half = heads_path(path).read_text()
    journal.append(steps_of(2)[1], START_MS + 2)
    for again in (signed.finish, signed.sign):
        with pytest.raises(JournalBroken) as broken:
            again(START_MS + 3)
        assert broken.value.why == "full"
    assert heads_path(path).read_text() == half
    signed.close()
    signing(journal, path).close()
    assert [one.size for one in check_heads(journal, path)][-1] == journal.head.seq


def test_a_head_that_was_signed_is_on_the_disk_before_the_table_goes_on(
    journal: Journal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A witness that was told of it would else accuse an honest table after a power cut."""
    signed = SignedJournal(journal, path, SIGNER, at_ms=START_MS)
    synced: list[str] = []
    monkeypatch.setattr(os, "fdatasync", lambda handle: synced.append(heads_path(path).read_text()))
    signed.sign(START_MS + 1)
    assert synced == [heads_path(path).read_text()]
    signed.close()


def test_heads_that_cannot_be_written_at_all_keep_the_table_closed(journal: Journal, path: Path) -> None:
    heads_path(path).mkdir()
    with pytest.raises(JournalBroken, match="the signed heads cannot be written: Is a directory"):
        signing(journal, path)


def test_a_journal_in_memory_has_its_last_head_all_the_same(tmp_path: Path) -> None:
    """A simulated night keeps nothing, and its head is compared with other nights'."""
    with create(tmp_path / "any.journal") as journal:
        signed = SignedJournal(journal, None, SIGNER, at_ms=START_MS)
        journal.append(steps_of(1)[0], START_MS)
        signed.finish(START_MS + 1)
        signed.finish(START_MS + 2)
        signed.close()
        assert (signed.last.size, signed.last.hash) == journal.head
        assert signed.last.at_ms == START_MS + 1, "nothing came after it"
    assert not heads_path(tmp_path / "any.journal").exists()


def test_a_table_goes_on_from_no_heads_of_another_journal_or_of_another_entry(
    journal: Journal, path: Path, tmp_path: Path
) -> None:
    signed = signing(journal, path)
    play(signed, 1)
    signed.close()
    sound = heads_path(path).read_text()
    other_path = tmp_path / "UTH-2-000002.journal"
    with create(other_path, replace(OPENING, session=2, previous="ab" * 32)) as other:
        signing(other, other_path).close()
    another = journal.head._replace(hash="c" * 64)
    elsewhere = SIGNER.head(journal.opening, journal.journal_id, another, START_MS)
    for text, why in (
        (heads_path(other_path).read_text(), "a head signed at entry 1 is of another journal"),
        (elsewhere.line + "\n", "it is not the one whose head was signed"),
        ("bonjour\n" + sound, "line 1: no signed head"),
    ):
        heads_path(path).write_text(text)
        with pytest.raises(JournalDamaged, match=why):
            check_heads(journal, path)
    heads_path(path).write_text(sound)
    assert len(check_heads(journal, path)) == len(sound.splitlines())


def test_a_file_of_heads_that_is_none_or_has_no_end_is_refused(
    journal: Journal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signing(journal, path).close()
    monkeypatch.setattr(signed_heads, "HEADS_MAX", 2)
    line = heads_path(path).read_text()
    heads_path(path).write_text(line * 3)
    with pytest.raises(HeadRefused, match="more than 2 lines"):
        read_heads(heads_path(path))
    heads_path(path).unlink()
    assert read_heads(heads_path(path)) == ()
    heads_path(path).mkdir()
    with pytest.raises(HeadRefused, match="Is a directory"):
        read_heads(heads_path(path))


def test_a_pipe_in_the_place_of_heads_is_refused_at_once(tmp_path: Path) -> None:
    """Whoever verified a folder waited there for ever."""
    place = heads_path(tmp_path / "UTH-1-000001.journal")
    os.mkfifo(place)
    with pytest.raises(HeadRefused, match="is a pipe, where one may wait for ever: name a file"):
        read_heads(place)


def test_who_prints_a_signer_prints_its_public_key_alone() -> None:
    assert repr(SIGNER) == f"Signer({SIGNER.key[:16]})"
