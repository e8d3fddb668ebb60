"""A witness's store on a disk that fails, cut off in a line, or written by another hand."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from controller.journal import witness as stores
from controller.journal.heads import Signer
from controller.journal.witness import NoExtension, WitnessRefused, WitnessStore, read_asides, read_witnesses
from controller.journal.witness_refusals import (
    REFUSED_BYTES_MAX,
    note_refusal,
    refusals,
    refused_stamp,
    refused_tables,
)
from tests.shell.journal.journals import disk_full
from tests.shell.journal.test_signed_heads import OTHER, SIGNER, head_line

A, B = "a" * 64, "b" * 64
TWO = ("Arnaud", "Berger")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "heads.txt"


@pytest.fixture
def store(path: Path) -> WitnessStore:
    """It trusts a key and has taken a head."""
    made = WitnessStore(path)
    made.trust("UTH-2", SIGNER.key)
    assert made.take(head_line(5, A))
    return made


def test_a_key_that_could_not_be_written_is_not_trusted(path: Path) -> None:
    """A head by it would be taken, and the store is read by nobody any more that does not name its key."""
    store = WitnessStore(path)
    with disk_full(10), pytest.raises(WitnessRefused, match="File too large"):
        store.trust("UTH-2", SIGNER.key)
    with pytest.raises(NoExtension, match="a key that is not known here"):
        store.take(head_line(5, A))
    store.trust("UTH-2", SIGNER.key)
    assert store.take(head_line(5, A))
    assert WitnessStore(path).keys == {"UTH-2": (SIGNER.key,)}


def test_a_head_that_could_not_be_written_was_not_seen(store: WitnessStore, path: Path) -> None:
    with disk_full(path.stat().st_size + 20), pytest.raises(WitnessRefused, match="File too large"):
        store.take(head_line(9, B))
    assert store.last["UTH-2"].size == 5
    assert store.take(head_line(9, B)), "and is taken when it is told again"
    assert [one.seq for one in read_witnesses(path)] == [5, 9], "what was left of it is gone"


def test_a_head_that_was_taken_is_on_the_disk(
    store: WitnessStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that rewrites itself after the witness's power cut would else be believed."""
    synced: list[bytes] = []
    real = os.fsync

    def sync(handle: int) -> None:
        synced.append(path.read_bytes())
        real(handle)

    monkeypatch.setattr(os, "fsync", sync)
    assert store.take(head_line(9, B))
    assert synced == [path.read_bytes()]


def test_what_is_no_key_no_name_or_another_table_s_is_not_trusted(store: WitnessStore, path: Path) -> None:
    known = path.read_bytes()
    store.trust("UTH-2", SIGNER.key.upper())
    assert path.read_bytes() == known, "it is trusted already"
    for table, key, by, why in (
        ("UTH-2", "9f", ("", ""), "wanted a table, a key of 64 hex digits"),
        ("UTH 2", OTHER.key, TWO, "wanted a table"),
        ("UTH-2", OTHER.key, ("", ""), "another takes two persons"),
        ("UTH-2", OTHER.key, ("Arnaud", "Arnaud"), "another takes two persons"),
        ("UTH-3", SIGNER.key, ("", ""), "is that of UTH-2"),
    ):
        with pytest.raises(WitnessRefused, match=why):
            store.trust(table, key, 7, by)
    assert path.read_bytes() == known


def test_a_head_of_the_key_before_counts_no_more_once_two_persons_changed_it(
    store: WitnessStore, path: Path
) -> None:
    """Whoever has the old disk signs on with it."""
    store.trust("UTH-2", OTHER.key, 7, TWO)
    assert store.take(head_line(9, B, signer=OTHER))
    for made in (store, WitnessStore(path)):
        with pytest.raises(NoExtension, match="a key that was changed before"):
            made.take(head_line(12, A))
    assert [one.seq for one in read_witnesses(path)] == [5, 9]
    path.write_text(path.read_text() + head_line(12, A) + "\n")
    with pytest.raises(WitnessRefused, match=r"line 5: .* changed before"):
        read_witnesses(path)


def test_where_the_key_was_put_back_with_the_data_that_were_set_aside_it_signs_on(
    store: WitnessStore, path: Path
) -> None:
    """What two persons set aside counts no more: neither do the heads by the newer key that are in it."""
    store.trust("UTH-2", OTHER.key, 7, TWO)
    assert store.take(head_line(9, B, signer=OTHER))
    store.set_aside("UTH-2", 1, 8, TWO)
    assert store.take(head_line(7, A))
    assert WitnessStore(path).last == store.last
    assert [one.seq for one in read_witnesses(path)] == [7]


def test_only_what_was_seen_is_set_aside_and_by_two_persons(store: WitnessStore, path: Path) -> None:
    for table, session, by, why in (
        ("UTH-2", 1, ("Arnaud", "Arnaud"), "two different names"),
        ("UTH-2", 1, ("Arnaud", "Le Goff"), "without blanks"),
        ("UTH-2", 2, TWO, "session 2: nothing was seen of it"),
        ("UTH-9", 1, TWO, "session 1: nothing was seen of it"),
    ):
        with pytest.raises(WitnessRefused, match=why):
            store.set_aside(table, session, 7, by)
    assert read_asides(path) == ()
    store.set_aside("UTH-2", 1, 7, TWO)
    assert [(one.table, one.session) for one in read_asides(path)] == [("UTH-2", 1)]


@pytest.mark.parametrize("ends", ["whole", "cut off", "a word begun"])
def test_the_last_line_may_want_its_line_feed_and_not_its_words(
    ends: str, store: WitnessStore, path: Path
) -> None:
    """A crash may leave any beginning of a line; one whole but for its end was taken, and stays."""
    whole = head_line(9, B)
    with path.open("a") as file:
        file.write({"whole": whole, "cut off": whole[:-30], "a word begun": "tap"}[ends])
    sizes = [5, 9] if ends == "whole" else [5]
    assert [one.seq for one in read_witnesses(path)] == sizes
    again = WitnessStore(path)
    assert again.last["UTH-2"].size == sizes[-1]
    assert again.take(head_line(12, A))
    assert [one.seq for one in read_witnesses(path)] == [*sizes, 12]


def test_a_store_that_cannot_be_made_smaller_is_left_as_it_was(store: WitnessStore, path: Path) -> None:
    """It is made anew beside itself, and takes the name when it is whole."""
    store._fold_at = 2
    draft = path.with_name("heads.txt.new")
    draft.mkdir()
    with pytest.raises(WitnessRefused, match="Is a directory"):
        store.take(head_line(9, B))
    draft.rmdir()
    assert [one.seq for one in read_witnesses(path)] == [5, 9]
    assert not store.take(head_line(9, B)), "it had been taken"
    assert store.take(head_line(12, A))
    assert [one.seq for one in read_witnesses(path)] == [12], "of the session its last head"
    assert not draft.exists()


def test_a_list_without_end_or_with_a_line_without_end_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_text(f"{A} 5 {B}\n" + "#" * 5_000 + "\n")
    with pytest.raises(WitnessRefused, match="line 2 is longer than 4096 letters"):
        read_witnesses(path)
    monkeypatch.setattr(stores, "WITNESS_LINES_MAX", 3)
    path.write_text(f"{A} 5 {B}\n" * 4)
    with pytest.raises(WitnessRefused, match="more than 3 lines"):
        read_witnesses(path)
    path.write_bytes(f"{A} 5 {B}\né\n".encode())
    with pytest.raises(WitnessRefused, match="is not ASCII text"):
        read_witnesses(path)
    with pytest.raises(WitnessRefused, match="No such file"):
        read_witnesses(path.with_name("none"))


def test_a_head_whose_signature_does_not_hold_is_refused_however_often_it_is_read(
    store: WitnessStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What held once is not worked out again; what did not hold is."""
    monkeypatch.setattr(stores, "PROVEN_MAX", 1)
    sound = path.read_text()
    assert store.take(head_line(9, B))
    assert [one.seq for one in read_witnesses(path)] == [5, 9]
    path.write_text(sound + head_line(9, B, signer=Signer(b"\3" * 32)).replace(B, A) + "\n")
    for _ in range(2):
        with pytest.raises(
            WitnessRefused, match="line 3: the signature of the head at entry 9 does not hold"
        ):
            read_witnesses(path)


# --- what was refused, noted beside the mirrors ---------------------------------------------------

TOLD = {"at_ms": 1, "session": 1, "seq": 5, "why": "another hash", "said": "…"}


def test_a_refusal_is_noted_once_and_the_newest_of_each_table_is_told(tmp_path: Path) -> None:
    assert note_refusal(tmp_path, "UTH-1", TOLD)
    assert not note_refusal(tmp_path, "UTH-1", {**TOLD, "at_ms": 9}), "it was there already"
    assert note_refusal(tmp_path, "UTH-1", {**TOLD, "why": "shorter"})
    (tmp_path / "UTH-2.refused").write_text('half a line\n{"why": 1}\n[]\n')
    assert refusals(tmp_path, "UTH-2") == []
    found = refused_tables([tmp_path])
    assert {table: one["why"] for table, one in found.items()} == {"UTH-1": "shorter"}
    assert refused_stamp([tmp_path]) == (("UTH-1.refused", 2), ("UTH-2.refused", 0))


def test_no_table_fills_the_disk_of_its_witness_with_refusals(tmp_path: Path) -> None:
    path = tmp_path / "UTH-1.refused"
    path.write_bytes(b"\n" * (REFUSED_BYTES_MAX - 10))
    assert not note_refusal(tmp_path, "UTH-1", TOLD)
    assert path.stat().st_size == REFUSED_BYTES_MAX - 10
