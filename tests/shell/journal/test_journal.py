"""The journal of a session: written by whole steps, only ever added to, found again as it was."""

from __future__ import annotations

import errno
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import traceback
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest

from controller.game.cards import Card, FaceDown
from controller.game.events import CardDealt, CardsRevealed, PlayPaused, RevealedCard, SeatFolded, StakesSet
from controller.game.felt import hole
from controller.journal import writer
from controller.journal.chain import (
    ZEROS,
    JournalBroken,
    JournalDamaged,
    JournalExists,
    JournalTaken,
    NotAJournal,
    Row,
    WrongMaster,
    link,
    opening_of,
)
from controller.journal.codec import Unwritable
from controller.journal.file import LOG_PAGES, connect_writer
from controller.journal.reading import read_rows
from controller.journal.seal import Master, master_of_seed
from controller.journal.verify import verify
from controller.journal.writer import Journal
from tests.law.requirements import requirement
from tests.shell.journal.journals import (
    EVENTS_A_ROUND,
    OPENING,
    START_MS,
    by_hand,
    create,
    disk_full,
    reopen,
    rewrite,
    rows_of,
    steps_of,
    write_rounds,
    written,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "UTH-2-000001.journal"


# --- written and found again ---------------------------------------------------------------------


def test_events_are_found_again_in_order_with_their_numbers_and_times(path: Path) -> None:
    steps = steps_of(1) + steps_of(2)
    with create(path) as journal:
        for at, step in enumerate(steps):
            assert journal.append(step, START_MS + at) == journal.head.seq
        head, name = journal.head, journal.journal_id
    with reopen(path) as journal:
        assert (journal.head, journal.journal_id, journal.opening) == (head, name, OPENING)
        entries = list(journal.events())
    assert [one.event for one in entries] == [event for step in steps for event in step]
    assert [one.seq for one in entries] == list(range(2, head.seq + 1))
    assert [one.at_ms for one in entries] == [START_MS + at for at, step in enumerate(steps) for _ in step]


def test_a_journal_goes_on_where_it_ended(path: Path) -> None:
    written(path, 1)
    with reopen(path) as journal:
        write_rounds(journal, [2])
        head = journal.head
    report = verify(path)
    assert report.ok
    assert (report.entries, report.head) == head == (1 + 2 * EVENTS_A_ROUND, head.hash)


def test_a_journal_in_memory_has_the_hashes_of_one_on_disk(path: Path) -> None:
    with create(path) as kept, create(":memory:") as passing:
        for journal in (kept, passing):
            write_rounds(journal, range(1, 4))
        assert kept.head == passing.head
        assert list(kept.events()) == list(passing.events())
        seqs = range(kept.head.seq + 2)
        assert kept.hashes(seqs) == passing.hashes(seqs)


@pytest.mark.parametrize("where", ["before_begin", "before_commit", "after_commit"])
def test_a_step_in_memory_that_was_cut_off_is_there_whole_or_not_at_all(where: str) -> None:
    def cut(point: str) -> None:
        if point == where:
            raise InterruptedError

    with create(":memory:", crash=cut) as journal:
        with pytest.raises(InterruptedError):
            journal.append([PlayPaused(), PlayPaused()], START_MS)
        assert len(list(journal.events())) == (2 if where == "after_commit" else 0)


def test_the_first_row_binds_what_does_not_change(path: Path) -> None:
    opening = replace(OPENING, session=4, previous="ab" * 32, first_round=77, terms='{"x":1}')
    with create(path, opening) as journal:
        (first,) = rows_of(path)
        assert (first.seq, first.at_ms, first.prev_hash) == (1, START_MS, "ab" * 32)
        assert first.hash == journal.journal_id == journal.head.hash
        assert first.hash == link("ab" * 32, 1, START_MS, first.kind, first.body)
        assert set(json.loads(first.body)) == {
            "schema",
            "table",
            "session",
            "profile_digest",
            "simulated",
            "first_round",
            "terms",
            "master",
            "seats",
        }
    assert opening_of(rows_of(path)[0]) == opening
    with reopen(path) as journal:
        assert journal.opening == opening


@pytest.mark.parametrize(
    "change",
    [
        {"table": "UTH-3"},
        {"session": 2},
        {"profile_digest": "e"},
        {"simulated": False},
        {"terms": "x"},
        {"seats": 6},
    ],
)
def test_another_session_is_another_journal(change: dict[str, object]) -> None:
    with create(":memory:") as one, create(":memory:", replace(OPENING, **change)) as other:  # type: ignore[arg-type]
        assert one.journal_id != other.journal_id


def test_the_first_session_of_a_table_follows_zeros(path: Path) -> None:
    create(path).close()
    assert rows_of(path)[0].prev_hash == ZEROS
    assert opening_of(rows_of(path)[0]).previous == ""


@pytest.mark.parametrize("previous", ["x", "AB" * 32, "g" * 64])
def test_a_session_follows_a_hash_or_nothing(previous: str) -> None:
    with pytest.raises(ValueError, match="previous is no hash"):
        create(":memory:", replace(OPENING, previous=previous))


def test_nothing_of_the_machine_is_in_the_file(path: Path) -> None:
    first = written(path, 1).read_bytes()
    elsewhere = path.parent / "elsewhere" / "other.journal"
    elsewhere.parent.mkdir()
    again = written(elsewhere, 1)
    assert rows_of(path) == rows_of(again)
    for private in (str(path.parent), os.uname().nodename, sys.version.split()[0]):
        assert private.encode() not in first


def test_a_step_without_events_writes_nothing() -> None:
    with create(":memory:") as journal:
        assert journal.append([], START_MS) == 1
        assert list(journal.events()) == []


def test_an_event_that_cannot_be_written_leaves_nothing_of_its_step() -> None:
    with create(":memory:") as journal:
        with pytest.raises(Unwritable):
            journal.append([PlayPaused(), SeatFolded("3")], START_MS)  # type: ignore[arg-type]
        assert journal.head.seq == 1
        assert journal.append([PlayPaused()], START_MS) == 2


# --- only ever added to --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("UPDATE journal SET body = '{}' WHERE seq = 3", "never changed"),
        ("UPDATE journal SET seq = 900 WHERE seq = 3", "never changed"),
        ("DELETE FROM journal WHERE seq = 3", "never deleted"),
        ("DELETE FROM journal", "never deleted"),
        ("INSERT OR REPLACE INTO journal VALUES (3, 1, 'PlayPaused', '{}', '', '')", "at the end"),
        ("REPLACE INTO journal VALUES (1, 1, 'PlayPaused', '{}', '', '')", "at the end"),
        ("INSERT INTO journal VALUES (900, 1, 'PlayPaused', '{}', '', '')", "at the end"),
        ("INSERT INTO journal VALUES (-1, 1, 'PlayPaused', '{}', '', '')", "at the end"),
        ("INSERT INTO journal VALUES (NULL, 1, 'PlayPaused', '{}', '', '')", "at the end"),
        (
            "INSERT INTO journal VALUES (3, 1, 'x', '', '', '') ON CONFLICT (seq) DO UPDATE SET body = ''",
            "at the end",
        ),
    ],
)
@pytest.mark.parametrize("recursive", ["ON", "OFF"])
def test_triggers_refuse_all_but_adding_at_the_end(path: Path, sql: str, why: str, recursive: str) -> None:
    written(path, 1)
    before = rows_of(path)
    with by_hand(path, without_triggers=False) as conn:
        conn.execute(f"PRAGMA recursive_triggers={recursive}")
        with pytest.raises(sqlite3.IntegrityError, match=why):
            conn.execute(sql)
    assert rows_of(path) == before


@pytest.mark.parametrize(
    "sql",
    [
        "DROP TABLE journal",
        "DROP TRIGGER journal_never_changes",
        "ALTER TABLE journal RENAME TO old",
        "ALTER TABLE journal ADD COLUMN note",
        "UPDATE journal SET body = ''",
        "DELETE FROM journal",
        "CREATE TABLE other (x)",
        "PRAGMA writable_schema=ON",
        "PRAGMA recursive_triggers=OFF",
        "PRAGMA journal_mode=OFF",
        "ATTACH ':memory:' AS other",
    ],
)
def test_the_writer_itself_compiles_nothing_but_appending(path: Path, sql: str) -> None:
    with create(path) as journal:
        with pytest.raises(sqlite3.DatabaseError, match=r"not authorized|prohibited"):
            journal._rows.conn.execute(sql)
        write_rounds(journal, [1])
    assert verify(path).ok


# --- one writer ----------------------------------------------------------------------------------


def test_a_second_writer_is_refused_and_the_first_goes_on(path: Path) -> None:
    with create(path) as journal:
        with pytest.raises(JournalTaken, match="another process writes this journal"):
            reopen(path)
        write_rounds(journal, [1])
    with reopen(path) as journal:
        assert journal.head.seq == 1 + EVENTS_A_ROUND
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_writer_of_another_process_is_refused(path: Path) -> None:
    program = (
        "import sys; from controller.journal.writer import Journal; from controller.journal.seal import "
        "master_of_seed\n"
        "Journal.open(sys.argv[1], sealer_master=master_of_seed(1))"
    )
    with create(path):
        second = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True)
    assert second.returncode == 1
    assert "JournalTaken" in second.stderr


def test_readers_do_not_disturb_the_writer(path: Path) -> None:
    with create(path) as journal:
        for round_ in range(1, 6):
            write_rounds(journal, [round_])
            report = verify(path)
            assert (report.ok, report.entries, report.head) == (True, *journal.head)


def test_an_existing_file_is_never_overwritten(path: Path) -> None:
    written(path, 1)
    before = path.read_bytes()
    with pytest.raises(JournalExists):
        create(path)
    assert path.read_bytes() == before


def test_a_journal_half_created_is_no_journal_and_in_nobodys_way(path: Path) -> None:
    path.with_name(path.name + ".new").write_bytes(b"SQLite format 3\0 and then the power went")
    with pytest.raises(NotAJournal):
        reopen(path)
    create(path).close()
    assert verify(path).ok


def test_a_journal_whose_first_entry_did_not_come_into_its_file_gets_no_name(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its file had the name and not the row, which lay in the log of the draft: no start could read it.

    The log is not emptied while somebody reads it, nor where the disk has no room.
    """
    begun = writer._begun
    with ExitStack() as readers:

        def read_meanwhile(draft: Path, first: Row, *, durable: bool) -> sqlite3.Connection:
            conn = begun(draft, first, durable=durable)
            reader = readers.enter_context(closing(sqlite3.connect(draft)))
            reader.execute("BEGIN")
            assert reader.execute("SELECT count(*) FROM journal").fetchone() == (1,)
            return conn

        monkeypatch.setattr(writer, "_begun", read_meanwhile)
        with pytest.raises(JournalBroken, match="did not come into its file"):
            create(path)
    assert list(path.parent.iterdir()) == []
    monkeypatch.undo()
    create(path).close()
    assert verify(path).ok


# --- what is not taken for a journal of ours -----------------------------------------------------


def test_what_is_no_journal_is_not_opened_and_not_touched(path: Path, tmp_path: Path) -> None:
    text, other, empty = tmp_path / "a", tmp_path / "b", tmp_path / "c"
    text.write_text("a letter")
    empty.touch()
    with closing(sqlite3.connect(other)) as conn:
        conn.execute("CREATE TABLE ledger (x)")
    for file in (text, other, empty):
        before = file.read_bytes()
        with pytest.raises(NotAJournal):
            reopen(file)
        assert file.read_bytes() == before
    with pytest.raises(NotAJournal, match="No such file"):
        reopen(path)
    assert not path.exists()


def test_another_master_is_named_and_nothing_is_written(path: Path) -> None:
    written(path, 1)
    with pytest.raises(WrongMaster, match="another master key"):
        Journal.open(path, sealer_master=master_of_seed(2))
    assert verify(path).ok


def test_a_journal_of_a_later_format_is_refused(path: Path) -> None:
    (first, *rest) = rows_of(written(path, 1))
    later = first._replace(body=first.body.replace('"schema":"1.1"', '"schema":"2.0"'))
    rewrite(path, [later, *rest], linked_from=1)
    with pytest.raises(NotAJournal, match=r"format 2\.0; this version reads 1\.1"):
        reopen(path)


def test_a_damaged_journal_is_not_gone_on_with(path: Path) -> None:
    rows = rows_of(written(path, 1))
    rows[6] = rows[6]._replace(body=rows[6].body.replace(":1,", ":2,", 1))
    rewrite(path, rows)
    with pytest.raises(JournalDamaged, match="entry 7: ") as caught:
        reopen(path)
    assert caught.value.seq == 7
    assert not path.with_name(path.name + ".lock").exists()


def test_a_journal_without_its_triggers_is_not_gone_on_with(path: Path) -> None:
    with by_hand(written(path, 1), without_triggers=False) as conn:
        conn.execute("DROP TRIGGER journal_never_forgets")
    with pytest.raises(JournalDamaged, match="journal_never_forgets is missing"):
        reopen(path)


# --- disks ---------------------------------------------------------------------------------------


def fill_the_disk(path: Path, limit: int) -> tuple[int, int]:
    """Append until the file may not grow; the last entry acknowledged, and what a second try said."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        seq = second = 0
        try:
            import signal

            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            journal = reopen(path)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            try:
                while True:
                    seq = journal.append(steps_of(1)[0], START_MS)
            except JournalBroken:
                try:
                    journal.append([PlayPaused()], START_MS)
                except JournalBroken:
                    second = 1
        finally:
            os.write(writer, f"{seq} {second}".encode())
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answer:
        seq, second = answer.read().split()
    os.waitpid(child, 0)
    return int(seq), int(second)


@pytest.mark.parametrize("limit", [40_000, 100_000, 333_333])
def test_a_full_disk_stops_the_journal_at_a_whole_step(path: Path, limit: int) -> None:
    create(path, durable=True).close()
    seq, second_refused = fill_the_disk(path, limit)
    assert second_refused, "a broken journal writes no more"
    # One step over and over makes a chain, and no round that could be.
    assert len(list(read_rows(path))) == seq > 1
    assert (seq - 1) % len(steps_of(1)[0]) == 0
    with reopen(path) as journal:
        write_rounds(journal, [1])
        last = journal.head.seq
    assert len(list(read_rows(path))) == last


def test_a_directory_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(JournalBroken, match=r"x\.journal: the journal cannot be written: No such file"):
        create(tmp_path / "none" / "x.journal")


def test_a_file_gone_read_only_breaks_the_journal(path: Path) -> None:
    with create(path) as journal:
        journal._rows.conn.set_authorizer(None)
        journal._rows.conn.execute("PRAGMA query_only=ON")
        with pytest.raises(JournalBroken, match="cannot be written: may not be written"):
            journal.append([PlayPaused()], START_MS)
        journal._rows.conn.execute("PRAGMA query_only=OFF")
        with pytest.raises(JournalBroken):
            journal.append([PlayPaused()], START_MS)
    assert verify(path).entries == 1


def test_rows_written_by_another_hand_break_the_journal(path: Path) -> None:
    with create(path) as journal:
        with by_hand(path, without_triggers=False) as conn:
            conn.execute("INSERT INTO journal VALUES (2, 1, 'PlayPaused', '{}', '', '')")
        with pytest.raises(JournalBroken, match="contradicts itself"):
            journal.append([PlayPaused()], START_MS)


def test_a_closed_journal_writes_no_more() -> None:
    journal = create(":memory:")
    journal.close()
    journal.close()
    with pytest.raises(JournalBroken, match="closed"):
        journal.append([PlayPaused()], START_MS)


def test_the_log_beside_a_journal_is_written_back_before_it_is_long(path: Path) -> None:
    with create(path) as journal:
        write_rounds(journal, range(1, 60))
        log = path.with_name(path.name + "-wal")
        assert LOG_PAGES * 4096 < log.stat().st_size < 1.1 * LOG_PAGES * 4096
    assert verify(path).ok


def test_a_commit_of_a_journal_waits_for_the_disk(path: Path) -> None:
    written(path, 1)
    with closing(connect_writer(path, durable=True)) as conn:
        assert conn.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
        assert conn.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_closed_journal_is_one_file_that_a_read_only_medium_can_hold(path: Path, tmp_path: Path) -> None:
    written(path, 1)
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    archive = tmp_path / "archive"
    archive.mkdir()
    shutil.copy(path, archive)
    before = (archive / path.name).read_bytes()
    assert verify(archive).ok
    assert (archive / path.name).read_bytes() == before
    assert [one.name for one in archive.iterdir()] == [path.name], "reading leaves nothing behind"


def test_a_journal_closed_while_it_is_read_is_whole_all_the_same(path: Path) -> None:
    journal = create(path)
    write_rounds(journal, [1])
    rows = read_rows(path)
    next(rows)
    journal.close()
    assert sum(1 for _ in rows) == EVENTS_A_ROUND
    with reopen(path) as journal:
        write_rounds(journal, [2])
    assert verify(path).entries == 1 + 2 * EVENTS_A_ROUND


# --- secrets -------------------------------------------------------------------------------------


@requirement("CS-13")
def test_no_byte_of_the_files_holds_a_card_before_its_reveal(path: Path) -> None:
    """Two cards that occur nowhere else: their texts are looked for in the file and its log."""
    cards = (Card.parse("Td"), Card.parse("Qh"))
    with create(path, durable=True) as journal:
        for slot, card in enumerate(cards):
            journal.append([CardDealt(1, 1, hole(2, slot), FaceDown(card))], START_MS)
        files = sorted(path.parent.glob(path.name + "*"))
        assert path.with_name(path.name + "-wal") in files
        stored = b"".join(one.read_bytes() for one in files)
        assert b"CardDealt" in stored
        for card in cards:
            for text in (f'"{card.text}"', f"Card({card.text})", f'"card":"{card.text}'):
                assert text.encode() not in stored
        shown = tuple(RevealedCard(hole(2, slot), card) for slot, card in enumerate(cards))
        journal.append([CardsRevealed(1, 1, shown)], START_MS)
        stored = b"".join(one.read_bytes() for one in files)
        assert all(f'"card":"{card.text}"'.encode() in stored for card in cards)


def test_the_body_of_a_card_dealt_has_no_room_for_its_name(path: Path) -> None:
    """What is in it besides ciphertext and commitment is the same for all fifty-two cards."""
    with create(path) as journal:
        write_rounds(journal, range(1, 10))
    for row in rows_of(path):
        if row.kind == "CardDealt":
            body = json.loads(row.body)
            assert set(body) == {"round", "attempt", "place", "card", "frame"}
            assert {len(body["card"]["sealed"]), len(body["card"]["commitment"])} == {24, 64}


def test_neither_repr_nor_a_traceback_with_locals_shows_a_key(path: Path) -> None:
    master = Master(bytes(range(100, 132)))
    journal = Journal.create(path, OPENING, at_ms=START_MS, sealer_master=master, durable=False)
    shown = [repr(journal), str(journal), repr(journal.sealer), repr(vars(journal))]
    journal.close()
    for act in (
        lambda: journal.append([SeatFolded(1)], START_MS),
        lambda: journal.append([StakesSet(1, 2, "3")], START_MS),  # type: ignore[arg-type]
        lambda: Journal.create(path, OPENING, at_ms=START_MS, sealer_master=master),
        lambda: Journal.open(path, sealer_master=Master(bytes(32))),
    ):
        with pytest.raises(Exception, match=r".") as caught:
            act()
        trace = traceback.TracebackException.from_exception(caught.value, capture_locals=True)
        shown.append("".join(trace.format()))
    secrets = (repr(bytes(master))[2:12], master.hex()[:10], repr(list(master))[:12])
    for text in shown:
        assert not any(secret in text for secret in secrets)


@pytest.mark.parametrize("room", [0, 1_000, 4_096, 8_192, 12_288, 16_384])
def test_a_journal_that_finds_no_room_to_begin_leaves_nothing_behind(tmp_path: Path, room: int) -> None:
    """What lay there half made nobody would know for what it is; begun again it is whole."""
    path = tmp_path / "UTH-2-000001.journal"
    with disk_full(room), pytest.raises(JournalBroken, match="the journal cannot be written"):
        create(path)
    assert [one.name for one in tmp_path.iterdir() if one.suffix != ".lock"] == []
    with create(path) as journal:
        assert journal.head.seq == 1


def test_a_journal_whose_name_is_not_on_the_disk_is_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut could take the name away again, and with it a night that was played."""

    def fails(folder: Path) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("controller.journal.writer.sync_folder", fails)
    with pytest.raises(JournalBroken) as broken:
        create(tmp_path / "UTH-2-000001.journal", durable=True)
    assert broken.value.why == "broken"


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [("StakesSet", '"seat":', '"seat":"x","place":'), ("CardDealt", '"sealed":"', '"sealed":"AAAA')],
)
def test_an_entry_that_holds_and_says_nothing_is_damage_where_it_stands(
    tmp_path: Path, kind: str, old: str, new: str
) -> None:
    """A forger with all the tools makes the chain anew; what he wrote still has to be an event."""
    path = written(tmp_path / "UTH-2-000001.journal", 1)
    rows = rows_of(path)
    at = next(number for number, row in enumerate(rows) if row.kind == kind)
    assert old in rows[at].body
    forged = rows[at]._replace(body=rows[at].body.replace(old, new, 1))
    rewrite(path, [*rows[:at], forged, *rows[at + 1 :]], linked_from=at + 1)
    with reopen(path) as journal, pytest.raises(JournalDamaged, match=f"entry {at + 1}"):
        list(journal.events())
