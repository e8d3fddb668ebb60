"""The SQLite book: its file, its terms, its guards against change, several processes at once."""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from controller.book.answers import Awarded, Claimed, Contributed, Waiting
from controller.book.at_url import MEMORY, open_book
from controller.book.port import BookMismatch, BookUnreachable
from controller.book.shares import Terms
from controller.book.sqlite import SqliteBook
from controller.book.sqlite_file import BookFile, damage
from controller.game.jackpot.rules import JackpotConfig
from tests.law.requirements import requirement
from tests.shell.book.jackpot_books import EXAMPLE, STAKE, ask_jackpot, exact, key, over, royal, stake


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a book with a few entries in it."""
    where = tmp_path / "jackpot.book"
    with closing(SqliteBook.create(where, EXAMPLE, at_ms=5)) as book:
        stake(book, "T1", 1, 1, 2)
        over(book, "T1", 1)
    return where


def in_children(works: list[Callable[[], None]]) -> None:
    """Each piece of work was done by a process of its own, all at once, and none failed."""
    children = []
    for work in works:
        child = os.fork()
        if child == 0:
            try:
                work()
            except BaseException:  # a forked test must not go on as a second test run
                os._exit(1)
            os._exit(0)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * len(children)


# --- the file ------------------------------------------------------------------------------------


def test_a_book_comes_back_as_it_was(path: Path) -> None:
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        view = book.read(check=True)
        assert (view.meter_cents, view.seq, view.residual_micro) == (1_000_250, 4, 0)
        assert stake(book, "T1", 1, 1, 2).book_seq == 3


@requirement("RC-01")
def test_the_file_is_written_with_a_rollback_journal_and_fully_synchronised(path: Path) -> None:
    book = SqliteBook.open(path, EXAMPLE)
    run = book._connection.execute
    assert run("PRAGMA journal_mode").fetchone() == ("delete",)
    assert run("PRAGMA synchronous").fetchone() == (3,)
    assert run("PRAGMA recursive_triggers").fetchone() == (1,)
    book.close()
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_book_is_not_made_over_another_file(path: Path, tmp_path: Path) -> None:
    with pytest.raises(BookMismatch, match="exists already"):
        SqliteBook.create(path, EXAMPLE)
    notes = tmp_path / "notes.txt"
    notes.write_text("nothing of ours")
    with pytest.raises(BookMismatch, match="exists already"):
        SqliteBook.create(notes, EXAMPLE)
    assert notes.read_text() == "nothing of ours"


def test_of_two_processes_that_make_a_book_at_once_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have seen that there is none; the second to begin writes nothing over the first one's."""
    connect, path = BookFile.connect, tmp_path / "jackpot.book"

    def meanwhile(file: BookFile, *, must_exist: bool) -> sqlite3.Connection:
        connection = connect(file, must_exist=must_exist)
        monkeypatch.undo()
        with closing(SqliteBook.create(path, EXAMPLE, at_ms=5)) as first:
            stake(first, "T1", 1)
        return connection

    monkeypatch.setattr(BookFile, "connect", meanwhile)
    with pytest.raises(BookMismatch, match="exists already"):
        SqliteBook.create(path, EXAMPLE)
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        assert book.read(check=True).stakes_count == 1


def test_a_book_cannot_be_made_in_a_file_that_another_process_keeps(tmp_path: Path) -> None:
    path = tmp_path / "jackpot.book"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        for kept in ("EXCLUSIVE", "IMMEDIATE"):
            other.execute(f"BEGIN {kept}")
            with pytest.raises(BookUnreachable, match=r"jackpot\.book: held by another program"):
                SqliteBook.create(path, EXAMPLE, busy_ms=20)
            other.execute("ROLLBACK")
    SqliteBook.create(path, EXAMPLE).close()


def test_what_is_no_book_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BookMismatch, match="there is no book"):
        SqliteBook.open(tmp_path / "none", EXAMPLE)
    (tmp_path / "text").write_text("not a database, certainly not, and long enough to be looked at" * 20)
    with pytest.raises(BookMismatch, match="text is no book"):
        SqliteBook.open(tmp_path / "text", EXAMPLE)
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE entries (seq INTEGER)")
    with pytest.raises(BookMismatch, match="other is no book"):
        SqliteBook.open(tmp_path / "other", EXAMPLE)
    with pytest.raises(BookMismatch, match="is no file: name one"):
        SqliteBook.create("/dev/null", EXAMPLE)


def test_a_book_without_its_terms_is_none(path: Path) -> None:
    """Nobody could tell then what stake it takes and which share of it feeds the meter."""
    with closing(sqlite3.connect(path)) as forger:
        forger.executescript("DROP TRIGGER terms_never_delete; DELETE FROM terms")
    for config in (None, EXAMPLE):
        with pytest.raises(BookMismatch, match="it has no terms"):
            SqliteBook.open(path, config)


def test_a_book_that_another_program_keeps_in_wal_is_not_written(path: Path) -> None:
    """A machine without power would lose acts that were acknowledged."""
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA journal_mode=WAL").fetchone() == ("wal",)
        other.execute("BEGIN")
        other.execute("SELECT seq FROM standing").fetchone()
        with pytest.raises(BookUnreachable, match="held by another program"):
            SqliteBook.open(path, EXAMPLE, busy_ms=20)
        other.rollback()
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        assert book._connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_directory_that_cannot_be_written_is_unreachable(tmp_path: Path) -> None:
    with pytest.raises(BookUnreachable, match="nowhere"):
        SqliteBook.create(tmp_path / "nowhere" / "jackpot.book", EXAMPLE)


@pytest.mark.parametrize(
    ("key_", "terms"),
    [
        ("stake_cents", Terms(1_000, 1_000_000, 250_000, 150_000, 600_000)),
        ("start_cents", Terms(500, 2_000_000, 250_000, 150_000, 600_000)),
        ("meter_share", Terms(500, 1_000_000, 300_000, 100_000, 600_000)),
        ("fixed_prizes_paid_from", Terms(500, 1_000_000, 250_000, 150_000, 600_000, "meter")),
        ("limit_cents", Terms(500, 1_000_000, 250_000, 150_000, 600_000, "house", 9_000_000)),
        ("reset_cents", Terms(500, 1_000_000, 250_000, 150_000, 600_000, reset_cents=0)),
        ("most_stakes", Terms(500, 1_000_000, 250_000, 150_000, 600_000, most_stakes=5)),
        ("prizes", Terms(500, 1_000_000, 250_000, 150_000, 600_000, prizes=(("quads", "100/1"),))),
    ],
)
def test_a_table_with_other_terms_is_refused(path: Path, key_: str, terms: Terms) -> None:
    with pytest.raises(BookMismatch, match=f"{key_} is .* in the book"):
        SqliteBook.open(path, terms)


def test_a_book_is_made_of_the_jackpots_configuration(tmp_path: Path) -> None:
    config = JackpotConfig(500, 1_000_000, 250_000, 150_000, 600_000, "house")
    with closing(open_book(str(tmp_path / "b"), config, create=True)) as book:
        stake(book, "T1", 1)
    with closing(open_book(str(tmp_path / "b"), config, create=True)) as book:
        assert book.read().stakes_count == 1
    with closing(open_book(str(tmp_path / "b"), None)) as book:
        assert book.read().meter_cents == 1_000_125


def test_a_book_is_found_by_its_url(path: Path, tmp_path: Path) -> None:
    with closing(open_book(MEMORY, EXAMPLE)) as book:
        assert book.read().seq == 1
    with closing(open_book(str(path), EXAMPLE)) as book:
        assert book.read().stakes_count == 2
    with pytest.raises(BookMismatch, match="there is no book"):
        open_book(str(tmp_path / "missing"), EXAMPLE)
    with pytest.raises(BookUnreachable, match=r"127\.0\.0\.1"):
        open_book("postgresql://tapis@127.0.0.1:1/jackpot", EXAMPLE)
    with pytest.raises(BookMismatch, match="neither a path"):
        open_book("mysql://host", EXAMPLE)
    with pytest.raises(BookMismatch, match="the name is empty: write that of a file"):
        open_book("", EXAMPLE, create=True)
    with pytest.raises(BookMismatch, match="needs the jackpot's configuration"):
        open_book(MEMORY, None)


def test_a_linked_book_without_its_library_is_said_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("controller.book.at_url.find_spec", lambda name: None)
    with pytest.raises(BookMismatch, match="psycopg is missing: type "):
        open_book("postgresql://127.0.0.1:1/jackpot", EXAMPLE)


@pytest.mark.parametrize(
    "rest", ["127.0.0.1:1/jackpot", "[::1/jackpot", "h/jackpot?nothing=1", "h:x/jackpot"]
)
def test_an_error_of_the_url_does_not_repeat_its_password(rest: str) -> None:
    with pytest.raises(BookUnreachable) as refused:
        open_book(f"postgresql://tapis:secret@{rest}", EXAMPLE)
    assert "secret" not in str(refused.value)


def test_a_file_that_takes_no_rollback_journal_is_no_book(tmp_path: Path) -> None:
    """What is acknowledged would not outlive the power; in memory SQLite keeps no other journal."""
    with (
        closing(sqlite3.connect(":memory:")) as kept_in_memory,
        pytest.raises(BookMismatch, match="its journal mode is memory and cannot be changed"),
    ):
        BookFile(tmp_path / "jackpot.book")._set_up(kept_in_memory)


def test_of_pages_that_cannot_be_gone_through_it_is_said_that_they_are_damaged(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("not a database, and long enough to be looked at" * 30)
    with closing(sqlite3.connect(tmp_path / "text")) as read:
        assert damage(read) == "not of its kind"


# --- nothing is changed or deleted ---------------------------------------------------------------

ENTRY = "(2, 0, 'contribution', 1, 1, 1, 1, 0, '', 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0)"


@requirement("AC-10")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET meter_micro = 0 WHERE seq = 2",
        "DELETE FROM entries WHERE seq = 4",
        "DELETE FROM entries",
        f"INSERT OR REPLACE INTO entries VALUES {ENTRY}",
        f"REPLACE INTO entries VALUES {ENTRY}",
        f"INSERT INTO entries VALUES {ENTRY.replace('(2', '(9', 1)}",
        f"INSERT INTO entries VALUES {ENTRY.replace('(2', '(NULL', 1)}",
        f"INSERT INTO entries VALUES {ENTRY} ON CONFLICT (seq) DO UPDATE SET meter_micro = 0",
        "UPDATE answers SET answer = '{}'",
        "DELETE FROM answers",
        "INSERT OR REPLACE INTO answers SELECT table_name, journal_id, round, attempt, kind, seat, act,"
        " 'x', cents, book_seq, answer FROM answers",
        "UPDATE terms SET text = '{}'",
        "INSERT OR REPLACE INTO terms VALUES (1, 1, '{}', '')",
    ],
)
@pytest.mark.parametrize("recursive", ["ON", "OFF"])
def test_entries_answers_and_terms_only_grow(path: Path, statement: str, recursive: str) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA recursive_triggers={recursive}")
        before = list(other.iterdump())
        with pytest.raises(sqlite3.IntegrityError):
            other.execute(statement)
        other.rollback()
        assert list(other.iterdump()) == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE standing SET meter_balance = meter_balance + 1",
        "UPDATE standing SET stakes_total = stakes_total - 1",
        "UPDATE standing SET reserve_balance = reserve_balance + 1, reserved_total = reserved_total + 1,"
        " stakes_total = stakes_total + 1",
        "UPDATE standing SET seq = seq + 1",
        "UPDATE entries SET meter_micro = meter_micro + 1 WHERE seq = 2",
        "UPDATE entries SET house_after_micro = 5 WHERE seq = 3",
        "UPDATE entries SET seq = 40 WHERE seq = 4",
        "DELETE FROM entries WHERE seq = 4",
        "DELETE FROM entries WHERE seq = 2",
        "UPDATE entries SET kind = 'seed' WHERE seq = 2",
        "UPDATE entries SET meter_micro = 1 WHERE kind = 'finish'",
    ],
)
def test_a_changed_number_is_found_by_the_full_sum(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as forger:
        for (trigger,) in forger.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            forger.execute(f"DROP TRIGGER {trigger}")
        assert forger.execute(statement).rowcount == 1
        forger.commit()
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        assert book.read(check=True).residual_cents > 0


# --- trouble -------------------------------------------------------------------------------------


def test_a_book_locked_too_long_is_unreachable_and_then_goes_on(path: Path) -> None:
    with closing(SqliteBook.open(path, EXAMPLE, busy_ms=20)) as book, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BookUnreachable, match="locked"):
            stake(book, "T1", 2)
        other.rollback()
        stake(book, "T1", 2)
        exact(book)


def test_an_answer_that_is_given_again_is_committed_again(path: Path) -> None:
    """The end of the commit behind the first may have failed: then nobody was told, and whoever asks again is
    told by a commit of its own."""
    with closing(SqliteBook.open(path, EXAMPLE)) as book, closing(sqlite3.connect(path)) as other:
        first = stake(book, "T1", 2)
        before = other.execute("PRAGMA data_version").fetchone()
        assert stake(book, "T1", 2) == first
        assert other.execute("PRAGMA data_version").fetchone() != before


def got_in(book: SqliteBook, round_: int) -> bool:
    """Whether the disk had room for the round's one stake."""
    try:
        stake(book, "T1", round_)
    except BookUnreachable as error:
        return "full" not in str(error)
    return True


def test_a_full_disk_undoes_the_act_and_the_same_key_works_later(path: Path) -> None:
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        pages = book._connection.execute("PRAGMA page_count").fetchone()[0]
        book._connection.execute(f"PRAGMA max_page_count={pages}")
        round_ = 2
        while got_in(book, round_):
            round_ += 1
        assert book.read(check=True).stakes_count == round_
        exact(book)
        book._connection.execute("PRAGMA max_page_count=100000")
        stake(book, "T1", round_)
        assert book.read().stakes_count == round_ + 1
        exact(book)


@requirement("LK-10")
def test_a_damaged_file_is_never_read_as_a_sound_book(path: Path) -> None:
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        for round_ in range(2, 80):
            stake(book, "T1", round_)
    damaged = bytearray(path.read_bytes())
    for place in range(4096 * 2, len(damaged), 997):
        damaged[place] ^= 0x5A
    path.write_bytes(damaged)
    with suppress(BookUnreachable, BookMismatch), closing(SqliteBook.open(path, EXAMPLE)) as book:
        assert book.read(check=True).residual_micro > 0


def test_flipped_bits_end_in_a_refusal_and_never_in_a_traceback(path: Path) -> None:
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        stake(book, "T1", 2)
        royal(book, "T1", 2)
    sound, dice = path.read_bytes(), Random(11)
    ends = Counter[str]()
    for _ in range(150):
        damaged = bytearray(sound)
        for _ in range(dice.choice((1, 5, 40))):
            damaged[dice.randrange(len(damaged))] ^= 1 << dice.randrange(8)
        path.write_bytes(damaged)
        try:
            with closing(SqliteBook.open(path, None)) as book:
                wrong = book.read(check=True).residual_micro
                list(book.acts())
            ends["found by the sum" if wrong else "nowhere that counts"] += 1
        except (BookUnreachable, BookMismatch) as error:
            ends[type(error).__name__] += 1
    assert set(ends) == {"found by the sum", "nowhere that counts", "BookUnreachable", "BookMismatch"}


# --- several processes ---------------------------------------------------------------------------


def test_processes_contributing_at_once_lose_nothing(path: Path) -> None:
    def work(table: str) -> Callable[[], None]:
        def play() -> None:
            with closing(SqliteBook.open(path, EXAMPLE, busy_ms=20_000)) as book:
                for round_ in range(10, 60):
                    stake(book, table, round_, 1, 2, 3)
                    over(book, table, round_)

        return play

    in_children([work(f"T{n}") for n in range(3)])
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        view = book.read(check=True)
        assert view.stakes_count == 2 + 3 * 50 * 3
        assert view.meter_cents == 1_000_000 + view.stakes_count * 125
        assert view.open_rounds == ()
        exact(book)
        assert len({act.book_seq for act in book.acts()}) == 2 + 3 * 50 * 2


@requirement("LK-05")
def test_tables_claiming_at_once_come_in_one_order_and_share_equally(path: Path) -> None:
    tables = [f"T{n}" for n in range(2, 6)]
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        for table in tables:
            stake(book, table, 1)

    def work(table: str) -> Callable[[], None]:
        def claim() -> None:
            with closing(SqliteBook.open(path, EXAMPLE, busy_ms=20_000)) as book:
                royal(book, table, 1)
                assert isinstance(ask_jackpot(book, table, 1), Waiting | Awarded)

        return claim

    in_children([work(table) for table in tables])
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        claims = [book.claim(key(table, 1, "claim"), 1, 0) for table in tables]
        assert sorted(claim.order for claim in claims if isinstance(claim, Claimed)) == [1, 2, 3, 4]
        paid = [ask_jackpot(book, table, 1) for table in tables]
        value_cents = 1_000_000 + 6 * 125
        assert [award.cents for award in paid] == [value_cents // 4] * 4
        exact(book)


def test_two_processes_with_the_same_key_get_one_answer(path: Path) -> None:
    def work() -> None:
        with closing(SqliteBook.open(path, EXAMPLE, busy_ms=20_000)) as book:
            for round_ in range(10, 40):
                answer = book.contribute(key("T1", round_, "contribute"), (1, 2), STAKE, os.getpid())
                assert isinstance(answer, Contributed)

    in_children([work, work])
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        assert book.read(check=True).stakes_count == 2 + 30 * 2
        exact(book)
