"""A table in other hands, with its own role and a plain client: what it undoes, and whom it keeps waiting.

Each attack stands while another table plays: that table's act is answered. Nothing here is measured by a
clock: an attack that holds, holds for ever, and the act behind it is never answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest

from controller.book.port import BookUnreachable, Linkage
from controller.book.postgres import PostgresBook
from controller.book.postgres_people import admit, create, dismiss
from controller.book.postgres_said import KeeperMismatch
from tests.law.requirements import requirement
from tests.private_postgres import PATIENCE_S, PrivateServer
from tests.shell.book.jackpot_books import EXAMPLE, JOURNAL, key, over, stake

FINISH = f"'T1', '{JOURNAL}', 1, 1, 'finish', 0, 5"
FORGO = f"'T1', '{JOURNAL}', 9, 1, 'contribute', 0, ARRAY[1], 500"
CALL = (
    "CALL tapis.do_finish({}::text, {}::text, {}::bigint, {}::integer, {}::text, {}::integer, {}::bigint,"
    " NULL::text)"
)
LINKAGE = Linkage("fr-55-20-2021", "d" * 64, (), "")
VALUES = ("T1", JOURNAL, 1, 1, "finish", 0, 5)


@dataclass
class House:
    """A real jackpot; `ill` stands for T1, in other hands, and `well` for T2."""

    server: PrivateServer
    database: str

    def url(self, role: str) -> str:
        return self.server.url(self.database, role)

    def as_(self, role: str) -> psycopg.Connection[Any]:
        return self.server.connect(self.database, role)

    def book(self, role: str) -> PostgresBook:
        book = PostgresBook(self.url(role))
        book._line.wait_s = PATIENCE_S
        return book


@pytest.fixture(scope="module")
def house(postgres: PrivateServer) -> House:
    house = House(postgres, "roles")
    create(house.url("casino"), EXAMPLE, LINKAGE, simulated=False, at_ms=0)
    for role, kind, table in (("ill", "table", "T1"), ("well", "table", "T2"), ("chief", "pit", None)):
        admit(house.url("casino"), role, kind, table)
    with closing(house.book("ill")) as book:
        stake(book, "T1", 1, 1)
    return house


@pytest.fixture
def other(house: House) -> Iterator[Callable[[], None]]:
    """The other table plays a round, and both of its acts are answered."""
    with closing(house.book("well")) as book:
        last = book.last("T2")
        played = 0 if last is None else last.key.round

        def plays() -> None:
            stake(book, "T2", played + 1, 1)
            over(book, "T2", played + 1)

        yield plays


@pytest.mark.parametrize("act", [f"finish({FINISH})", f"forgo({FORGO})", "probe('T1', 5, 0)"])
@pytest.mark.parametrize(
    "statement",
    [
        "SELECT tapis.{}",
        "SELECT tapis.{}, pg_sleep(60)",
        "BEGIN; SELECT tapis.{}",
        "SET LOCAL synchronous_commit = off; SELECT tapis.{}; SET LOCAL synchronous_commit = off",
        "DECLARE held CURSOR WITH HOLD FOR SELECT tapis.{}",
        "PREPARE act AS SELECT tapis.{}; EXECUTE act",
        "SELECT query_to_xml($x$SELECT tapis.{} -- CALL tapis.do_finish(NULL::text)$x$, true, true, '')",
    ],
)
def test_an_act_inside_another_statement_locks_nothing(
    house: House, other: Callable[[], None], statement: str, act: str
) -> None:
    before = count(house)
    with closing(house.as_("ill")) as ill:
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="inside another statement"):
            ill.execute(statement.format(act).encode())
        other()
    assert count(house) == before + 2, "the other table's two entries"


@pytest.mark.parametrize("begin", ["BEGIN", "BEGIN ISOLATION LEVEL SERIALIZABLE", "BEGIN; SAVEPOINT here"])
def test_an_act_in_an_open_transaction_locks_nothing(
    house: House, other: Callable[[], None], begin: str
) -> None:
    with closing(house.as_("ill")) as ill:
        ill.execute(begin.encode())
        with pytest.raises(psycopg.errors.InvalidTransactionTermination):
            ill.execute(CALL.format(*["%s"] * 7).encode(), VALUES)
        other()


@pytest.mark.parametrize("first", [b"SELECT 1", b"SET client_min_messages = debug5"])
def test_an_act_is_committed_before_its_answer_leaves(
    house: House, other: Callable[[], None], first: bytes
) -> None:
    """What is sent behind it without an end of their own (a pipeline) does not hold the jackpot."""
    with closing(house.as_("ill")) as ill:
        line = ill.pgconn
        line.enter_pipeline_mode()
        line.send_query_params(first, None)
        line.send_query_params(
            CALL.format(*(f"${n}" for n in range(1, 8))).encode(),
            [str(value).encode() for value in VALUES],
        )
        line.send_flush_request()
        answers = list(iter(line.get_result, None))
        answers += list(iter(line.get_result, None))
        assert b"Finished" in (answers[-1].get_value(0, 0) or b"")
        line.send_query_params(b"SELECT pg_sleep(3600)", None)
        line.send_flush_request()
        other()
        line.finish()


def test_a_client_that_hears_nothing_holds_nobody(house: House, other: Callable[[], None]) -> None:
    """An act says no more to its client before it has committed than a warning, whatever the client wants."""
    with closing(house.as_("casino")) as keeper, keeper.transaction(force_rollback=True):
        keeper.execute("SET client_min_messages = debug5; SET enable_indexscan = off")
        keeper.execute("SELECT tapis.own_limits()")
        rows = keeper.execute(
            "SELECT name, setting FROM pg_settings WHERE source = 'session' AND name IN"
            " ('client_min_messages', 'enable_indexscan', 'synchronous_commit') ORDER BY name"
        ).fetchall()
    assert rows == [
        ("client_min_messages", "warning"),
        ("enable_indexscan", "on"),
        ("synchronous_commit", "remote_apply"),
    ]
    other()


def test_what_a_role_makes_of_its_commits_loses_no_acknowledged_stake() -> None:
    """`ALTER ROLE x SET synchronous_commit = off` by the role itself; then the power fails."""
    server = PrivateServer({"wal_writer_delay": "10s"})
    try:
        house = House(server, "lost")
        create(house.url("casino"), EXAMPLE, LINKAGE, simulated=False, at_ms=0)
        admit(house.url("casino"), "ill", "table", "T1")
        with house.as_("ill") as ill:
            ill.execute("ALTER ROLE ill SET synchronous_commit = off")
            ill.execute(b"ALTER ROLE ill IN DATABASE lost SET synchronous_commit = off")
        with closing(house.book("ill")) as book:
            acknowledged = [stake(book, "T1", number, 1).book_seq for number in range(1, 6)]
            server.stop()
        server.start()
        with closing(house.book("ill")) as book:
            last = book.last("T1")
        assert last is not None
        assert last.book_seq == acknowledged[-1]
    finally:
        server.remove()


def count(house: House) -> int:
    """The entries of the book."""
    with house.as_("casino") as connection:
        row = connection.execute("SELECT count(*) FROM tapis.entries").fetchone()
    assert row is not None
    return int(row[0])


# --- what is not a table's to do ------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT lo_create(0)",
        "SELECT lo_from_bytea(0, 'x')",
        "SELECT pg_advisory_lock(5520)",
        "SELECT pg_advisory_lock(n) FROM generate_series(1, 1000000) n",
        "SELECT pg_try_advisory_xact_lock_shared(1, 2)",
        "SELECT pg_notify('tapis', '7')",
        "SELECT pg_logical_emit_message(false, 'x', repeat('x', 1000000))",
        "DO $$ BEGIN PERFORM 1; END $$",
        "CREATE FUNCTION pg_temp.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE TEMP TABLE mine (a int)",
        "SET temp_file_limit = -1",
        "ALTER ROLE ill SET temp_file_limit = -1",
        "ALTER ROLE ill CONNECTION LIMIT 60",
        "ALTER ROLE well PASSWORD 'x'",
        "PREPARE TRANSACTION 'held'",
        "CALL tapis.do_prove(5, NULL)",
    ],
)
@pytest.mark.parametrize("role", ["ill", "chief"])
def test_what_fills_the_disk_or_the_table_of_locks_is_nobodys(
    house: House, role: str, statement: str
) -> None:
    refused = (
        psycopg.errors.InsufficientPrivilege,
        psycopg.errors.NoActiveSqlTransaction,
        psycopg.errors.ObjectNotInPrerequisiteState,
    )
    with closing(house.as_(role)) as session:
        if statement.startswith("PREPARE"):
            session.execute("BEGIN")
        with pytest.raises(refused):
            session.execute(statement.encode())


def test_a_table_comes_into_no_other_database_of_the_server(house: House) -> None:
    """There the same functions stand open, and the table of locks is one for the whole server."""
    for database in ("postgres", "template1"):
        with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
            house.server.connect(database, "ill")


def test_a_full_queue_of_hints_stops_no_act(house: House, other: Callable[[], None]) -> None:
    """A role may say NOTIFY; what it says is a hint, and the acts do without."""
    with closing(house.as_("ill")) as ill:
        ill.execute("NOTIFY tapis, '999999999'")
    with closing(house.as_("casino")) as keeper:
        row = keeper.execute("SELECT prosrc FROM pg_proc WHERE proname = 'keep'").fetchone()
    assert row is not None
    assert "pg_notification_queue_usage() < 0.5" in row[0]
    other()


def test_a_refused_act_is_in_the_log_with_its_values(house: House) -> None:
    with closing(house.book("ill")) as book:
        book.finish(key("T2", 4242, "finish"), 0)
    assert "$1 = 'T2'" in house.server.logged()
    assert "$3 = '4242'" in house.server.logged()


def test_a_dismissed_role_is_out_whatever_it_has_open(house: House) -> None:
    admit(house.url("casino"), "lost", "table", "T9")
    with closing(house.book("lost")) as book:
        stake(book, "T9", 1, 1)
        before = count(house)
        with closing(house.as_("lost")) as held:
            held.execute("BEGIN; SELECT tapis.meter()")
            assert dismiss(house.url("casino"), "lost") == 2
            with pytest.raises(psycopg.OperationalError):
                held.execute("SELECT tapis.meter()")
        with pytest.raises(BookUnreachable):
            stake(book, "T9", 2, 1)
    with pytest.raises(psycopg.OperationalError, match="not permitted to log in"):
        house.as_("lost")
    assert count(house) == before
    with closing(house.as_("casino")) as keeper:
        row = keeper.execute(
            "SELECT rolcanlogin, has_database_privilege('lost', 'roles', 'CONNECT') FROM pg_roles"
            " WHERE rolname = 'lost'"
        ).fetchone()
    assert row == (False, False)
    admit(house.url("casino"), "lost", "table", "T9")
    with closing(house.book("lost")) as book:
        over(book, "T9", 1)


@requirement("SE-08")
@pytest.mark.parametrize("statement", ["ALTER ROLE {} PASSWORD 'x'", "ALTER ROLE {} SET jit = off"])
def test_a_role_that_holds_its_own_row_keeps_no_keeper_waiting(house: House, statement: str) -> None:
    """A session of the role changes the role and never commits: its dismissal waited for that for ever, and
    so did the admission of any table where the role is a reader's."""
    keeper = house.url("casino") + "&options=-c%20lock_timeout%3D5s"
    admit(keeper, "stolen", "table", "T7")
    admit(keeper, "screen", "reader", None)
    held = [house.as_(role) for role in ("stolen", "screen")]
    for session, role in zip(held, ("stolen", "screen"), strict=True):
        session.execute("SET idle_in_transaction_session_timeout = 0; BEGIN")
        session.execute(statement.format(role).encode())
    assert dismiss(keeper, "stolen") == 1
    admit(keeper, "late", "table", "T8")
    for session in held:
        session.close()
    for role in ("screen", "late"):
        dismiss(keeper, role)


def test_a_keeper_is_no_table(house: House) -> None:
    with pytest.raises(KeeperMismatch, match="role_powerful"):
        admit(house.url("casino"), "casino", "table", "T8")


def test_readers_have_connections_for_the_floor(postgres: PrivateServer) -> None:
    house = House(postgres, "floor")
    create(house.url("casino"), EXAMPLE, LINKAGE, simulated=False, at_ms=0)
    admit(house.url("casino"), "screens", "reader", None)

    def limit() -> int:
        with closing(house.as_("casino")) as keeper:
            row = keeper.execute("SELECT rolconnlimit FROM pg_roles WHERE rolname = 'screens'").fetchone()
        assert row is not None
        return int(row[0])

    assert limit() == 24
    for number in range(8):
        admit(house.url("casino"), f"floor_{number}", "table", f"F-{number}")
    assert limit() == 32
    dismiss(house.url("casino"), "floor_7")
    assert limit() == 28


def test_what_people_did_is_found_by_index(house: House) -> None:
    """The corrections of a night are looked through among 90 GB of entries (deploy/LINK.md)."""
    with closing(house.as_("casino")) as keeper:
        keeper.execute("SET enable_seqscan = off")
        rows = keeper.execute(
            "EXPLAIN SELECT e.seq FROM tapis.entries e JOIN tapis.rounds r ON r.id = e.round_id"
            " WHERE e.kind IN ('correction', 'stop', 'reopening') ORDER BY e.seq"
        ).fetchall()
    plan = "\n".join(line for (line,) in rows)
    assert "entries_of_people" in plan
    assert "Filter" not in plan, "an entry is read to be left out"
