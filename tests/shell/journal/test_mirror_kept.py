"""What a witness keeps of one session on its own disk: whole or refused, and gone on with afterwards."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from controller.journal.chain import JournalBroken, JournalDamaged, Row, opening_row
from controller.journal.heads import heads_path
from controller.journal.mirror import Contradiction, Mirror
from tests.shell.journal.forgeries import linked
from tests.shell.journal.journals import OPENING, START_MS, by_hand, disk_full, rows_of
from tests.shell.journal.witnessed import SIGNER, TABLE, Writing

KEYS = (SIGNER.key,)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Writing]:
    """The table's own journal: two rounds, signed after each."""
    (tmp_path / "table").mkdir()
    made = Writing(tmp_path / "table")
    made.play(2)
    yield made
    made.close()


@pytest.fixture
def rows(table: Writing) -> list[Row]:
    return rows_of(table.path)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / f"{TABLE}-000001.journal"


@pytest.fixture
def mirror(path: Path, rows: list[Row]) -> Iterator[Mirror]:
    """The first half of it is kept."""
    made = Mirror.begin(path, rows[0], TABLE, 1, durable=False)
    made.take(rows[1 : len(rows) // 2])
    yield made
    with suppress(sqlite3.ProgrammingError):  # the test has closed it
        made.close()


def heads_of(table: Writing) -> str:
    return heads_path(table.path).read_text()


def test_a_mirror_begins_with_the_first_entry_of_the_session_that_was_asked(
    path: Path, rows: list[Row]
) -> None:
    other = opening_row(replace(OPENING, session=4), START_MS, "ab" * 8)
    for first, why in (
        (rows[1], "it is no first entry"),
        (rows[0]._replace(at_ms=1), "its hash is not that of its content"),
        (other, f"opens session 4 of {TABLE}"),
        (linked([rows[0]._replace(body="[]")])[0], "no object"),
    ):
        with pytest.raises(Contradiction, match=why):
            Mirror.begin(path, first, TABLE, 1, durable=False)
        assert list(path.parent.glob("*.journal*")) == [], "nothing was made"


def test_of_rows_that_do_not_follow_none_is_kept(mirror: Mirror, rows: list[Row]) -> None:
    kept = mirror.head
    strange = linked([rows[kept.seq - 1], rows[kept.seq]._replace(kind="Hologram")], 1)[1]
    for row, why in (
        (rows[-1], f"the entry is missing; {rows[-1].seq} is there instead"),
        (rows[kept.seq]._replace(at_ms=7), "its hash is not that of its content"),
        (strange, "unknown kind 'Hologram'"),
    ):
        with pytest.raises(Contradiction, match=why):
            mirror.take([row, rows[-1]])
        assert mirror.head == kept


def test_rows_that_the_disk_has_no_room_for_are_taken_when_it_has(
    mirror: Mirror, path: Path, rows: list[Row]
) -> None:
    kept = mirror.head
    with disk_full(4096), pytest.raises(JournalBroken, match="the mirror cannot be written"):
        mirror.take(rows[kept.seq :])
    mirror.close()
    with closing(Mirror.open(path, durable=False)) as again:
        assert again.head == kept
        again.take(rows[kept.seq :])
        assert again.head.hash == rows[-1].hash
    assert rows_of(path) == rows


def test_what_another_hand_wrote_into_it_is_never_written_over(
    mirror: Mirror, path: Path, rows: list[Row]
) -> None:
    """Two witnesses that keep one folder, or somebody with a tool: what is there stays, whole."""
    seq = mirror.head.seq
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", rows[seq])
        before = list(other.iterdump())
        with pytest.raises(JournalBroken, match="the mirror cannot be written"):
            mirror.take(rows[seq : seq + 2])
        assert not mirror._conn.in_transaction, "nobody is kept waiting by it"
        assert list(other.iterdump()) == before


def test_a_mirror_that_somebody_emptied_opened_or_spoilt_is_not_gone_on_with(
    mirror: Mirror, path: Path
) -> None:
    mirror.close()
    sound = path.read_bytes()
    with by_hand(path, without_triggers=False) as conn:
        conn.execute("DROP TRIGGER journal_never_forgets")
    with pytest.raises(JournalDamaged, match="journal_never_forgets is missing from the file"):
        Mirror.open(path, durable=False)
    path.write_bytes(sound)
    with by_hand(path) as conn:
        conn.execute("DELETE FROM journal")
    with pytest.raises(JournalDamaged, match="the first entry is missing"):
        Mirror.open(path, durable=False)
    spoilt = bytearray(sound)
    spoilt[100:108] = b"\xff" * 8
    path.write_bytes(spoilt)
    with pytest.raises(JournalDamaged, match="cannot be read: damaged"):
        Mirror.open(path, durable=False)


def test_heads_are_kept_as_far_as_the_rows_and_the_next_ones_when_those_are(
    mirror: Mirror, path: Path, rows: list[Row], table: Writing
) -> None:
    told = heads_of(table)
    first = mirror.take_heads(told, KEYS)
    assert 0 < first < len(told.splitlines())
    mirror.take(rows[mirror.head.seq :])
    mirror.take_heads(told[mirror.signed_bytes :], KEYS)
    assert heads_path(path).read_text() == told


def test_a_line_that_is_no_head_is_refused_and_those_before_it_are_kept(
    mirror: Mirror, path: Path, table: Writing
) -> None:
    first = heads_of(table).splitlines()[0]
    for wrong in ("bonjour", first.replace("tapis/1", "tapis/9")):
        with pytest.raises(Contradiction) as refused:
            mirror.take_heads(f"{first}\n{wrong}\n{first}\n", KEYS)
        assert refused.value.said == wrong
    assert set(heads_path(path).read_text().splitlines()) == {first}


def test_half_a_head_that_a_crash_left_goes_and_one_that_is_none_is_damage(
    mirror: Mirror, path: Path, table: Writing
) -> None:
    mirror.take_heads(heads_of(table), KEYS)
    mirror.close()
    kept = heads_path(path).read_text()
    heads_path(path).write_text(kept + kept[:50])
    with closing(Mirror.open(path, durable=False)) as again:
        assert again.signed_bytes == len(kept)
    assert heads_path(path).read_text() == kept
    heads_path(path).write_text(kept + "bonjour\n")
    with pytest.raises(JournalDamaged, match="no signed head"):
        Mirror.open(path, durable=False)
    heads_path(path).write_text("")
    with closing(Mirror.open(path, durable=False)) as again:
        assert again.signed_bytes == 0, "a file that was made and not written"


def test_heads_that_cannot_be_written_end_the_visit(mirror: Mirror, path: Path, table: Writing) -> None:
    heads_path(path).mkdir()
    with pytest.raises(JournalBroken, match="the signed heads cannot be written"):
        mirror.take_heads(heads_of(table), KEYS)
    assert mirror.signed_bytes == 0
