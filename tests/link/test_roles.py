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

from controller.book.port import Linkage
from controller.book.postgres import PostgresBook
from controller.book.postgres_people import admit, create
from tests.private_postgres import PATIENCE_S, PrivateServer
from tests.shell.book.jackpot_books import EXAMPLE, JOURNAL, over, stake

FINISH = f"'T1', '{JOURNAL}', 1, 1, 'finish', 0, 5"
FORGO = f"'T1', '{JOURNAL}', 9, 1, 'contribute', 0, ARRAY[1], 500"
CALL = (
    "CALL tapis.do_finish({}::text, {}::text, {}::bigint, {}::integer, {}::text, {}::integer, {}::bigint,"
    " NULL::text)"
)
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
    linkage = Linkage("fr-55-20-2021", "d" * 64, (), "")
    create(house.url("casino"), EXAMPLE, linkage, simulated=False, at_ms=0)
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
    """An act says nothing to its client before it has committed, whatever the client wants to hear."""
    with closing(house.as_("casino")) as keeper, keeper.transaction(force_rollback=True):
        keeper.execute("SET client_min_messages = debug5; SET enable_indexscan = off")
        keeper.execute("SELECT tapis.own_limits()")
        rows = keeper.execute(
            "SELECT name, setting FROM pg_settings WHERE source = 'session' AND name IN"
            " ('client_min_messages', 'enable_indexscan', 'synchronous_commit') ORDER BY name"
        ).fetchall()
    assert rows == [
        ("client_min_messages", "error"),
        ("enable_indexscan", "on"),
        ("synchronous_commit", "remote_apply"),
    ]
    other()


def test_what_a_role_makes_of_its_commits_loses_no_acknowledged_stake() -> None:
    """`ALTER ROLE x SET synchronous_commit = off` by the role itself; then the power fails."""
    server = PrivateServer({"wal_writer_delay": "10s"})
    try:
        house = House(server, "lost")
        linkage = Linkage("fr-55-20-2021", "d" * 64, (), "")
        create(house.url("casino"), EXAMPLE, linkage, simulated=False, at_ms=0)
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
