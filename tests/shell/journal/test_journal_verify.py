"""Verifying: every partial change is found and named, every whole one where a head was kept elsewhere."""

from __future__ import annotations

import hashlib
import importlib
import json
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from controller.journal.chain import JournalDamaged, NotAJournal, Row
from controller.journal.reading import BLOCK, checked_rows
from controller.journal.seal import commitment_of
from controller.journal.verify import verify
from controller.journal.witness import Witness, WitnessRefused, read_witnesses
from tests.law.requirements import requirement
from tests.shell.journal.journals import (
    EVENTS_A_ROUND,
    OPENING,
    START_MS,
    by_hand,
    create,
    reopen,
    rewrite,
    rows_of,
    write_rounds,
    written,
)

verifying = importlib.import_module("controller.journal.verify")

ROUNDS = 3
ENTRIES = 1 + ROUNDS * EVENTS_A_ROUND


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "UTH-2-000001.journal", ROUNDS)


def sessions(folder: Path, count: int, table: str = "UTH-2") -> list[Path]:
    """Sessions of one table, each following the one before."""
    folder.mkdir(exist_ok=True)
    made: list[Path] = []
    previous = ""
    for number in range(1, count + 1):
        opening = replace(OPENING, table=table, session=number, previous=previous, first_round=number)
        file = folder / f"{table}-{number:06d}.journal"
        with create(file, opening) as journal:
            write_rounds(journal, [number])
            previous = journal.head.hash
        made.append(file)
    return made


# --- one file ------------------------------------------------------------------------------------


def test_a_journal_that_holds_is_said_to_hold(path: Path) -> None:
    report = verify(path)
    assert report.ok
    rows = rows_of(path)
    assert (report.entries, report.head) == (ENTRIES, rows[-1].hash)
    (one,) = report.files
    assert (one.table, one.session, one.journal_id) == ("UTH-2", 1, rows[0].hash)
    assert report.as_json() == {
        "ok": True,
        "entries": ENTRIES,
        "head": rows[-1].hash,
        "heads": {"UTH-2": rows[-1].hash},
        "whose": "not checked",
        "faults": [],
        "notes": [],
        "others": [],
        "files": [
            {
                "file": path.name,
                "table": "UTH-2",
                "session": 1,
                "simulated": True,
                "journal_id": rows[0].hash,
                "previous": "",
                "entries": ENTRIES,
                "head": rows[-1].hash,
                "ok": True,
                "first_bad_seq": None,
                "why": None,
                "signed_heads": 0,
                "signed_by": (),
                "witnessed_to": None,
                "signed_to": 0,
                "newer": False,
                "unsigned_from": 1,
            }
        ],
    }


def test_the_chain_is_what_its_description_says(path: Path) -> None:
    """Written once more from the words of the module, without its code."""
    previous = bytes(32)
    for seq, at_ms, kind, body, prev_hash, hash_ in rows_of(path):
        assert prev_hash == previous.hex()
        header = b"\0" + previous + seq.to_bytes(8, "big") + at_ms.to_bytes(8, "big", signed=True)
        text = len(kind).to_bytes(2, "big") + kind.encode() + body.encode()
        previous = hashlib.sha256(header + text).digest()
        assert hash_ == previous.hex()


def flip(rows: list[Row], at: int) -> list[Row]:
    row = rows[at]
    return [*rows[:at], row._replace(body=row.body[:-2] + chr(ord(row.body[-2]) ^ 1) + "}"), *rows[at + 1 :]]


def change(field: str, value: object) -> Callable[[list[Row], int], list[Row]]:
    return lambda rows, at: [*rows[:at], rows[at]._replace(**{field: value}), *rows[at + 1 :]]


def swap(rows: list[Row], at: int) -> list[Row]:
    one, other = rows[at], rows[at + 1]
    return [*rows[:at], other._replace(seq=one.seq), one._replace(seq=other.seq), *rows[at + 2 :]]


def delete_and_renumber(rows: list[Row], at: int) -> list[Row]:
    return [*rows[:at], *(row._replace(seq=row.seq - 1) for row in rows[at + 1 :])]


def insert_and_renumber(rows: list[Row], at: int) -> list[Row]:
    stranger = rows[at + 1]._replace(seq=rows[at].seq)
    return [*rows[:at], stranger, *(row._replace(seq=row.seq + 1) for row in rows[at:])]


TAMPERINGS: dict[str, Callable[[list[Row], int], list[Row]]] = {
    "a flipped body": flip,
    "another time": change("at_ms", START_MS + 12_345),
    "a time that is no whole number": change("at_ms", START_MS + 0.5),
    "another kind": change("kind", "PlayPaused"),
    "an unknown kind": change("kind", "Nothing"),
    "another hash": change("hash", "0" * 64),
    "a hash in capitals": lambda rows, at: change("hash", rows[at].hash.upper())(rows, at),
    "another link": change("prev_hash", "1" * 64),
    "a link that is no hash": change("prev_hash", "zz"),
    "a body that is a number": change("body", 5),
    "a body of bytes": lambda rows, at: change("body", rows[at].body.encode())(rows, at),
    "a kind of bytes": lambda rows, at: change("kind", rows[at].kind.encode())(rows, at),
    "swapped with the next": swap,
    "deleted": lambda rows, at: [*rows[:at], *rows[at + 1 :]],
    "deleted, the rest renumbered": delete_and_renumber,
    "inserted, the rest renumbered": insert_and_renumber,
    "the next one copied over it": lambda rows, at: change("body", rows[at + 1].body + " ")(rows, at),
}


@requirement("SE-01")
@pytest.mark.parametrize("how", TAMPERINGS)
@pytest.mark.parametrize("seq", [1, 2, 9, ENTRIES - 1])
def test_tampering_with_an_entry_is_found_and_the_entry_named(path: Path, how: str, seq: int) -> None:
    rewrite(path, TAMPERINGS[how](rows_of(path), seq - 1))
    report = verify(path)
    assert not report.ok
    assert report.entries == seq - 1
    assert report.files[0].first_bad_seq == seq
    with pytest.raises(JournalDamaged):
        reopen(path)


def test_a_text_that_is_not_utf8_is_an_unreadable_entry(path: Path) -> None:
    with by_hand(path) as conn:
        conn.execute("UPDATE journal SET body = CAST(x'ff41' AS TEXT) WHERE seq = 9")
    (one,) = verify(path).files
    assert one.first_bad_seq == 9
    assert "cannot be read" in one.why


@pytest.mark.parametrize("seq", [2, BLOCK, BLOCK + 1, BLOCK + 2, 2 * BLOCK + 1])
def test_the_entries_before_a_bad_one_are_read_wherever_it_stands(tmp_path: Path, seq: int) -> None:
    """They are held against their hashes many at once; the first that does not hold is named all the same."""
    rows = rows_of(written(tmp_path / "UTH-2-000001.journal", 2 * BLOCK // EVENTS_A_ROUND + 1))
    altered = [*rows[: seq - 1], rows[seq - 1]._replace(body="{}"), *rows[seq:]]

    def unreadable() -> Iterator[Row]:
        yield from rows[: seq - 1]
        raise sqlite3.DatabaseError

    for source in (altered, [*rows[: seq - 1], *rows[seq:]], unreadable()):
        read: list[Row] = []
        with pytest.raises(JournalDamaged) as caught:
            read.extend(checked_rows(source))
        assert caught.value.seq == seq
        assert read == rows[: seq - 1]


def test_an_empty_journal_lacks_its_first_entry(path: Path) -> None:
    rewrite(path, [])
    (one,) = verify(path).files
    assert (one.first_bad_seq, one.why) == (1, "entry 1: the first entry is missing")


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("DROP TRIGGER journal_never_changes", "journal_never_changes is missing"),
        ("CREATE TABLE other (x)", "other does not belong"),
        ("CREATE INDEX more ON journal (kind)", "more does not belong"),
        ("ALTER TABLE journal ADD COLUMN note TEXT", "journal is not as it was created"),
        (
            "CREATE TRIGGER hush BEFORE INSERT ON journal BEGIN SELECT RAISE(IGNORE); END",
            "hush does not belong",
        ),
    ],
)
def test_a_file_whose_guards_were_touched_does_not_verify(path: Path, sql: str, why: str) -> None:
    with by_hand(path, without_triggers=False) as conn:
        conn.execute(sql)
    report = verify(path)
    assert not report.ok
    assert why in report.files[0].why
    assert (report.files[0].first_bad_seq, report.entries) == (0, ENTRIES)


@requirement("SE-01")
def test_every_flipped_bit_is_found_or_changes_nothing(path: Path) -> None:
    """Single bits anywhere in the file; the heads of pages and cells among them."""
    data, rows = path.read_bytes(), rows_of(path)
    chance = random.Random(20_261_121)
    places = [page + at for page in range(4096, len(data), 4096) for at in range(12)]
    places += [chance.randrange(len(data)) for _ in range(900)]
    damaged = path.with_name("damaged.journal")
    found = 0
    for place in places:
        damaged.write_bytes(
            data[:place] + bytes([data[place] ^ (1 << chance.randrange(8))]) + data[place + 1 :]
        )
        try:
            report = verify(damaged)
        except NotAJournal:
            found += 1
            continue
        if report.ok:
            assert (report.entries, report.head) == (ENTRIES, rows[-1].hash), f"byte {place}"
        else:
            found += 1
    assert found > len(places) // 3


def test_a_file_cut_short_is_found_or_holds_to_its_head(path: Path) -> None:
    data = path.read_bytes()
    cut = path.with_name("cut.journal")
    for length in range(100, len(data), 1_000):
        cut.write_bytes(data[:length])
        try:
            assert not verify(cut).ok, f"cut at {length}"
        except NotAJournal:
            assert length < 4096, "less than the page of the schema"


def test_a_journal_whose_first_bytes_are_gone_is_still_a_damaged_journal(path: Path) -> None:
    path.write_bytes(b"\0" * 16 + path.read_bytes()[16:])
    (one,) = verify(path).files
    assert (one.ok, one.first_bad_seq) == (False, 1)


# --- cards turned up -----------------------------------------------------------------------------


def test_every_card_turned_up_opens_its_commitment_without_the_master(path: Path) -> None:
    sealed = {}
    opened = 0
    for row in rows_of(path):
        body = json.loads(row.body)
        if row.kind == "CardDealt":
            sealed[body["round"], body["place"]] = body["card"]["commitment"]
        if row.kind == "CardsRevealed":
            for card in body["cards"]:
                assert commitment_of(card["opens"], card["card"]) == sealed[body["round"], card["place"]]
                opened += 1
    assert opened == 4 * ROUNDS


def forge_reveal(path: Path, forge: Callable[[dict[str, object]], None]) -> int:
    """A reveal rewritten with the whole chain after it; its number."""
    rows = rows_of(path)
    at = next(index for index, row in enumerate(rows) if row.kind == "CardsRevealed")
    body = json.loads(rows[at].body)
    forge(body)
    rows[at] = rows[at]._replace(body=json.dumps(body, separators=(",", ":")))
    rewrite(path, rows, linked_from=rows[at].seq)
    return rows[at].seq


@pytest.mark.parametrize(
    ("forge", "why"),
    [
        (lambda body: body["cards"][0].update(card="2h"), "is not the one sealed there"),
        (lambda body: body["cards"][0].update(opens="00" * 32), "is not the one sealed there"),
        (lambda body: body["cards"][0].update(place="board.4"), "never sealed"),
        (lambda body: body.update(attempt=2), "never sealed"),
        (lambda body: body["cards"][0].pop("opens"), "cannot be read"),
        (lambda body: body["cards"][0].update(opens="x"), "cannot be read"),
        (lambda body: body["cards"][0].update(card="é"), "cannot be read"),
        (lambda body: body.update(cards=7), "cannot be read"),
    ],
)
def test_a_card_that_was_not_sealed_is_found_in_a_chain_that_holds(
    path: Path, forge: Callable[[dict[str, object]], None], why: str
) -> None:
    seq = forge_reveal(path, forge)
    (one,) = verify(path).files
    assert one.first_bad_seq == seq
    assert why in one.why


@pytest.mark.parametrize("dealt", [1, 2])
@pytest.mark.parametrize("shown", [1, 2])
def test_a_card_is_turned_up_in_the_deal_in_which_it_was_sealed(path: Path, dealt: int, shown: int) -> None:
    """A deal anew has the same round and places: the number of the deal tells their cards apart."""
    rows = rows_of(path)
    for number, kind in ((dealt, "CardDealt"), (shown, "CardsRevealed")):
        for at, row in enumerate(rows):
            if row.kind == kind:
                rows[at] = row._replace(body=row.body.replace('"attempt":1', f'"attempt":{number}', 1))
    rewrite(path, rows, linked_from=2)
    if dealt == shown:
        assert len(list(checked_rows(rows_of(path)))) == ENTRIES
    else:
        with pytest.raises(JournalDamaged, match="never sealed"):
            list(checked_rows(rows_of(path)))


def test_no_fault_names_a_card(path: Path) -> None:
    forge_reveal(path, lambda body: body["cards"][0].update(card="2h"))  # type: ignore[index]
    assert "2h" not in verify(path).files[0].why


def test_a_chain_of_unknown_events_does_not_verify(path: Path) -> None:
    rows = rows_of(path)
    rows[4] = rows[4]._replace(kind="MoneyVanished")
    rewrite(path, rows, linked_from=5)
    (one,) = verify(path).files
    assert (one.first_bad_seq, one.why) == (5, "entry 5: unknown kind 'MoneyVanished'")


def test_a_chain_that_does_not_begin_with_an_opening_does_not_verify(path: Path) -> None:
    rows = rows_of(path)
    for first in (rows[1], rows[7], rows[0]._replace(body="{}"), rows[0]._replace(body="no")):
        rewrite(path, [first._replace(seq=1), *rows[1:]], linked_from=1)
        (one,) = verify(path).files
        assert (one.ok, one.first_bad_seq, one.entries) == (False, 1, 0)
        with pytest.raises(JournalDamaged):
            reopen(path)


def test_a_session_is_opened_once(path: Path) -> None:
    rows = rows_of(path)
    rewrite(path, [*rows, rows[0]._replace(seq=len(rows) + 1)], linked_from=len(rows) + 1)
    (one,) = verify(path).files
    assert (one.first_bad_seq, one.why) == (ENTRIES + 1, f"entry {ENTRIES + 1}: the session is opened twice")


# --- witnesses -----------------------------------------------------------------------------------


def head_of(path: Path) -> Witness:
    rows = rows_of(path)
    return Witness(rows[0].hash, rows[-1].seq, rows[-1].hash)


def test_a_journal_extends_every_head_that_was_witnessed(path: Path) -> None:
    rows = rows_of(path)
    seen = [Witness(rows[0].hash, row.seq, row.hash) for row in rows[::5]]
    with reopen(path) as journal:
        write_rounds(journal, [ROUNDS + 1])
    assert verify(path, witnesses=seen).ok


@pytest.mark.parametrize(
    "forge",
    [
        lambda rows: rows[:-1],
        lambda rows: rows[:3],
        lambda rows: [*rows[:-1], rows[-1]._replace(at_ms=START_MS + 99)],
        lambda rows: [rows[0]._replace(at_ms=START_MS + 99), *rows[1:]],
    ],
    ids=["one entry cut off", "most cut off", "the last one rewritten", "all rewritten"],
)
def test_a_rewritten_chain_holds_alone_and_not_before_a_witness(
    path: Path, forge: Callable[[list[Row]], list[Row]]
) -> None:
    seen = head_of(path)
    rewrite(path, forge(rows_of(path)), linked_from=1)
    assert verify(path).ok
    report = verify(path, witnesses=[seen])
    assert not report.ok
    assert str(seen.seq) in report.faults[0]


def test_witnessed_heads_are_read_from_lines(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "heads.txt"
    seen = head_of(path)
    file.write_text(f"# closing of the 20th\n\n{seen.journal_id} {seen.seq} {seen.hash.upper()}\n")
    assert read_witnesses(file) == (seen,)


@pytest.mark.parametrize("line", ["x", "a b c d", f"{'a' * 64} 0 {'b' * 64}", f"{'a' * 63} 1 {'b' * 64}"])
def test_a_line_that_is_no_head_is_refused_by_its_number(tmp_path: Path, line: str) -> None:
    file = tmp_path / "heads.txt"
    file.write_text(f"# heads\n{line}\n")
    with pytest.raises(WitnessRefused, match=r"heads.txt, line 2: wanted `journal_id seq hash`"):
        read_witnesses(file)


def test_heads_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for name, why in (("none", "No such file"), ("bytes", "is not ASCII")):
        with pytest.raises(WitnessRefused, match=why):
            read_witnesses(tmp_path / name)


# --- a directory ---------------------------------------------------------------------------------


def test_a_directory_holds_when_each_session_follows_the_one_before(tmp_path: Path) -> None:
    folder = tmp_path / "journals"
    last = [sessions(folder, 3, table)[-1] for table in ("UTH-2", "UTH-1")]
    (folder / "notes.txt").write_text("not a journal")
    report = verify(folder)
    assert report.ok
    assert [(one.table, one.session) for one in report.files] == [
        (table, session) for table in ("UTH-1", "UTH-2") for session in (1, 2, 3)
    ]
    assert report.entries == 6 * (1 + EVENTS_A_ROUND)
    assert report.heads == {"UTH-2": rows_of(last[0])[-1].hash, "UTH-1": rows_of(last[1])[-1].hash}
    assert report.head == ""


def test_a_session_taken_out_is_missed_by_the_next(tmp_path: Path) -> None:
    made = sessions(tmp_path / "journals", 3)
    seen = head_of(made[0])
    made[0].unlink()
    report = verify(made[1].parent)
    assert not report.ok
    assert [one.why for one in report.files] == [
        "the session before it is not here, and no witness has its head",
        "",
    ]
    assert verify(made[1].parent, witnesses=[seen]).ok, "kept elsewhere, its head vouches for it"


def test_a_session_missing_in_the_middle_is_named(tmp_path: Path) -> None:
    made = sessions(tmp_path / "journals", 3)
    made[1].unlink()
    report = verify(made[0].parent)
    assert report.files[1].why == "no session between 1 and 3 is here"


def test_a_session_whose_end_was_cut_off_is_missed_by_the_next(tmp_path: Path) -> None:
    made = sessions(tmp_path / "journals", 3)
    rewrite(made[1], rows_of(made[1])[:-2])
    assert verify(made[1]).ok, "a shorter chain holds by itself"
    report = verify(made[1].parent)
    assert [one.first_bad_seq for one in report.files] == [0, 0, 1]
    assert "does not follow UTH-2-000002.journal" in report.files[2].why


def test_the_last_session_taken_out_is_missed_by_its_witness(tmp_path: Path) -> None:
    made = sessions(tmp_path / "journals", 2)
    seen = head_of(made[1])
    made[1].unlink()
    assert verify(made[0].parent).ok
    report = verify(made[0].parent, witnesses=[seen])
    assert report.faults == (f"journal {seen.journal_id} was witnessed at entry {seen.seq} and is not here",)


def test_a_copy_among_the_sessions_is_found(tmp_path: Path) -> None:
    made = sessions(tmp_path / "journals", 1)
    shutil.copy(made[0], made[0].with_name("copy.journal"))
    assert not verify(made[0].parent).ok


def test_a_ruined_file_among_the_sessions_is_a_fault(tmp_path: Path) -> None:
    made = sessions(tmp_path / "journals", 2)
    made[1].write_bytes(b"")
    report = verify(made[0].parent)
    assert {one.file: one.first_bad_seq for one in report.files} == {made[0].name: 0, made[1].name: 1}


def test_a_journal_by_another_name_is_verified_too(tmp_path: Path) -> None:
    made = sessions(tmp_path / "journals", 2)
    made[1].rename(made[1].with_name("renamed.db"))
    assert len(verify(made[0].parent).files) == 2


def test_other_databases_in_the_directory_are_passed(tmp_path: Path) -> None:
    made = sessions(tmp_path / "journals", 1)
    with closing(sqlite3.connect(made[0].with_name("book.db"))) as conn:
        conn.execute("CREATE TABLE entries (seq INTEGER PRIMARY KEY)")
    assert len(verify(made[0].parent).files) == 1


def test_what_is_no_journal_is_said_so(tmp_path: Path) -> None:
    text = tmp_path / "letter.journal"
    text.write_text("dear all")
    with closing(sqlite3.connect(tmp_path / "book.db")) as conn:
        conn.execute("CREATE TABLE entries (seq INTEGER PRIMARY KEY)")
    empty = tmp_path / "empty"
    empty.mkdir()
    for what in (text, tmp_path / "book.db", tmp_path / "none", empty):
        with pytest.raises(NotAJournal):
            verify(what)


def test_many_journals_have_the_same_report_by_several_processes_as_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = sessions(tmp_path / "journals", 3)
    seen = head_of(made[0])
    rewrite(made[1], rows_of(made[1])[:-1])
    alone = verify(tmp_path / "journals", witnesses=[seen])
    monkeypatch.setattr(verifying, "MANY_BYTES", 1)
    monkeypatch.setattr(verifying.os, "cpu_count", lambda: 2)
    assert verify(tmp_path / "journals", witnesses=[seen]) == alone
    assert [one.ok for one in alone.files] == [True, True, False]


def test_journals_are_read_one_by_one_where_no_further_process_can_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that is no module, or a machine without memory: slower, and the report is the same."""
    sessions(tmp_path / "journals", 3)
    alone = verify(tmp_path / "journals")
    asked: list[int] = []

    class Broken:
        def __init__(self, workers: int, **how: object) -> None:
            asked.append(workers)

        def __enter__(self) -> Broken:
            return self

        def __exit__(self, *trace: object) -> None:
            return

        def map(self, *what: object) -> None:
            raise BrokenProcessPool("its children are gone")

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Broken)
    monkeypatch.setattr(verifying, "MANY_BYTES", 1)
    monkeypatch.setattr(verifying.os, "cpu_count", lambda: 2)
    assert verify(tmp_path / "journals") == alone
    assert asked == [2]
