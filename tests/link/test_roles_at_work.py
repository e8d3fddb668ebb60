"""Six connections of a table in other hands do what they can, and another table plays all the while.

How long it waited for its answers is a property of the result of each test; what is asserted is that it was
answered, and that the book has each of its acts once.
"""

from __future__ import annotations

import re
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Event, Thread

import psycopg
import pytest

from controller.book.port import Linkage
from controller.book.postgres import PostgresBook
from controller.book.postgres_people import admit, create
from controller.book.postgres_roles import CONNECTIONS
from tests.law.requirements import requirement
from tests.long import long
from tests.private_postgres import PATIENCE_S, PrivateServer
from tests.shell.book.jackpot_books import EXAMPLE, over, stake

ROOT = Path(__file__).parents[2]
OWN = (
    "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0;"
    " SET synchronous_commit = off; SET client_min_messages = debug5; SET enable_indexscan = off;"
    " SET enable_bitmapscan = off; SET jit_above_cost = 0; SET work_mem = '64kB'"
)
"""What a role sets for itself before it begins."""
FORGO = (
    b"CALL tapis.do_forgo($1::text, $2::text, $3::bigint, $4::integer, $5::text, $6::integer, $7::integer[],"
    b" $8::bigint, NULL::text)"
)

Session = psycopg.Connection[tuple[object, ...]]
Attack = Callable[[list[Session]], Callable[[], None] | None]


def forgo(session: Session, number: int) -> None:
    """An act of the ill table is sent; nobody waits for its answer."""
    journal = f"of {session.info.backend_pid}"
    values = ["T1", journal, str(number), "1", "contribute", "0", "{1}", "500"]
    session.pgconn.send_query_params(FORGO, [value.encode() for value in values])


def open_transactions(sessions: list[Session]) -> None:
    for session in sessions:
        session.execute("BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT tapis.meter(); SELECT tapis.read(true)")


def endless_statements(sessions: list[Session]) -> None:
    for session in sessions:
        session.pgconn.send_query(b"SELECT count(*) FROM generate_series(1, 1e12)")
        session.pgconn.flush()


def acts_that_nobody_reads(sessions: list[Session]) -> None:
    """The server writes answers until its side of the connection is full, and waits there."""
    for session in sessions:
        line = session.pgconn
        line.nonblocking = 1
        line.enter_pipeline_mode()
        number = 0
        while line.flush() == 0 and number < 3_000:
            number += 1
            forgo(session, number)
            line.pipeline_sync()


def without_pause(do: Callable[[Session, int], None]) -> Attack:
    def attack(sessions: list[Session]) -> Callable[[], None]:
        over_ = Event()

        def go_on(session: Session) -> None:
            number = 0
            while not over_.is_set():
                number += 1
                do(session, number)

        threads = [Thread(target=go_on, args=(session,)) for session in sessions]
        for thread in threads:
            thread.start()

        def stop() -> None:
            over_.set()
            for thread in threads:
                thread.join()

        return stop

    return attack


def act(session: Session, number: int) -> None:
    forgo(session, number)
    while session.pgconn.get_result() is not None:
        pass


ATTACKS: dict[str, Attack] = {
    "open transactions": open_transactions,
    "endless statements": endless_statements,
    "acts that nobody reads": acts_that_nobody_reads,
    "acts without a pause": without_pause(act),
    "hints without a pause": without_pause(lambda session, _: session.execute("NOTIFY tapis, '1'") and None),
}


@pytest.fixture(scope="module")
def server(postgres: PrivateServer) -> PrivateServer:
    url = postgres.url("at work")
    create(url, EXAMPLE, Linkage("fr-55-20-2021", "d" * 64, (), ""), simulated=False, at_ms=0)
    for role, table in (("at_work_ill", "T1"), ("at_work_well", "T2")):
        admit(url, role, "table", table)
    return postgres


@contextmanager
def attacked(server: PrivateServer, attack: Attack) -> Iterator[None]:
    """The attack stands."""
    with ExitStack() as ends:
        sessions = []
        for _ in range(CONNECTIONS):
            session = psycopg.connect(server.url("at work", "at_work_ill"), autocommit=True)
            ends.callback(session.pgconn.finish)
            session.execute(OWN)
            sessions.append(session)
        stop = attack(sessions)
        if stop is not None:
            ends.callback(stop)
        yield
    with server.connect() as keeper:  # what a client that is gone has begun comes to an end by itself
        while keeper.execute("SELECT 1 FROM pg_stat_activity WHERE usename = 'at_work_ill'").fetchone():
            keeper.execute("SELECT pg_sleep(0.05)")


@pytest.mark.parametrize(
    ("name", "rounds"), [*((name, 5) for name in ATTACKS), *(long(name, 200) for name in ATTACKS)]
)
def test_a_table_is_answered_whatever_another_does(
    server: PrivateServer, record_property: Callable[[str, object], None], name: str, rounds: int
) -> None:
    waited_ms = []
    with closing(PostgresBook(server.url("at work", "at_work_well"))) as book:
        book._line.wait_s = PATIENCE_S
        last = book.last("T2")
        first = 1 if last is None else last.key.round + 1
        with attacked(server, ATTACKS[name]):
            for number in range(first, first + rounds):
                began_s = time.monotonic()
                stake(book, "T2", number, 1)
                over(book, "T2", number)
                waited_ms.append((time.monotonic() - began_s) * 500)
        has = [(one.key.round, one.act.value) for one in book.acts() if one.key.round >= first]
        assert has == [(n, act) for n in range(first, first + rounds) for act in ("contribute", "finish")]
        assert book.read(check=True).residual_micro == 0
    record_property("waited_ms", {"longest": round(max(waited_ms)), "rounds": rounds})


@requirement("SE-08")
def test_a_statement_that_wants_all_memory_is_refused_and_ends_nobody() -> None:
    """Under the limit of `jackpot.service`: `work_mem` is the role's to set, and there is no other."""
    unit = (ROOT / "deploy" / "postgresql" / "jackpot.service").read_text(encoding="utf-8")
    (megabytes,) = re.findall("^LimitDATA=([0-9]+)M$", unit, re.MULTILINE)
    most = int(megabytes) << 20
    server = PrivateServer()
    try:
        server.stop()
        server._as["preexec_fn"] = lambda: resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        server.start()
        url = server.url("memory")
        create(url, EXAMPLE, Linkage("fr-55-20-2021", "d" * 64, (), ""), simulated=False, at_ms=0)
        for role, table in (("memory_ill", "T1"), ("memory_well", "T2")):
            admit(url, role, "table", table)
        with closing(PostgresBook(server.url("memory", "memory_well"))) as book:
            book._line.wait_s = PATIENCE_S
            stake(book, "T2", 1, 1)
            with closing(server.connect("memory", "memory_ill")) as ill:
                ill.execute("SET work_mem = '100GB'; SET jit = off")
                with pytest.raises(psycopg.errors.OutOfMemory):
                    ill.execute(
                        "SELECT count(*) FROM (SELECT repeat(g::text, 2000) FROM generate_series(1, 999999) g"
                        " ORDER BY 1 OFFSET 1) held"
                    )
                ill.execute("SELECT tapis.meter()")
            over(book, "T2", 1)
            assert book.read(check=True).residual_micro == 0
    finally:
        server.remove()
