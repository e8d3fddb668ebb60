"""A table that means ill: refused, logged, and nothing in the book has changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from psycopg import sql

from controller.book.answers import Award, Conflict, Refused
from controller.book.port import Account
from controller.book.postgres import PostgresBook
from controller.book.postgres_people import admit, create
from tests.law.requirements import requirement
from tests.private_postgres import PooledBook, PrivateServer, pooled_book
from tests.shell.book.jackpot_books import (
    EXAMPLE,
    JOURNAL,
    STAKE,
    TWO,
    code,
    exact,
    got,
    key,
    over,
    pay_jackpot,
    royal,
    stake,
)

PROFILE = "fr-55-20-2021"
TABLES = (
    "answers",
    "claims",
    "entries",
    "generations",
    "jackpot",
    "migrations",
    "rounds",
    "speakers",
    "standing",
    "book",
)
NASTY = ("T1'; DROP TABLE tapis.entries; --", 'T1" OR 1=1', "$$T1$$", "%s %(x)s", "T1\\'", "é𝄞\u202e")


@dataclass
class Room:
    """A real jackpot with tables T1 and T2, and what everything was before the ill-meaning act."""

    server: PrivateServer
    database: str

    def as_(self, role: str) -> psycopg.Connection[Any]:
        return self.server.connect(self.database, role)

    def book(self, role: str) -> PostgresBook:
        return PostgresBook(self.server.url(self.database, role))

    def everything(self) -> list[Any]:
        """Every row of every table of the book."""
        with self.as_("casino") as connection:
            return [
                connection.execute(
                    sql.SQL("SELECT t::text FROM tapis.{} t ORDER BY 1").format(sql.Identifier(table))
                ).fetchall()
                for table in TABLES
            ]


@pytest.fixture(scope="module")
def jackpot(postgres: PrivateServer) -> Room:
    from controller.book.port import Linkage

    room = Room(postgres, "hostile")
    url = postgres.url(room.database)
    create(url, EXAMPLE, Linkage(PROFILE, "d" * 64, (), ""), simulated=False, at_ms=0)
    for role, kind, table in (("one", "table", "T1"), ("two", "table", "T2"), ("pit", "pit", None)):
        admit(url, role, kind, table)
    with closing(room.book("one")) as one, closing(room.book("two")) as two:
        stake(one, "T1", 1, 1, 2)
        royal(one, "T1", 1)
        over(one, "T1", 1)
        pay_jackpot(one, "T1", 1)
        stake(one, "T1", 2, 1)
        stake(two, "T2", 1, 1)
    return room


@pytest.fixture
def room(jackpot: Room) -> Iterator[Room]:
    before = jackpot.everything()
    yield jackpot
    assert jackpot.everything() == before


@pytest.mark.parametrize("role", ["one", "pit"])
@pytest.mark.parametrize(
    "statement",
    ["SELECT * FROM {}", "DELETE FROM {}", "TRUNCATE {}", "INSERT INTO {} DEFAULT VALUES", "DROP TABLE {}"],
)
def test_a_role_cannot_touch_a_table_of_the_book(room: Room, role: str, statement: str) -> None:
    with room.as_(role) as connection:
        for table in TABLES:
            asked = statement.format(f"tapis.{table}")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(asked.encode())
            assert asked in room.server.logged()


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT tapis.post('seed', 0, 0, 0, p_meter => 1000000)",
        "SELECT tapis.keep(ROW('T1','j',1,1,'claim',1)::tapis.act_key, 'claim', '', '{}', 0, 0)",
        "SELECT tapis.admit('one', 'simulation', NULL)",
        "SELECT tapis.open_jackpot('{}', '', '', true, 0)",
        "SELECT tapis.correct('T2', 'j', 0, 0, 'c', 0, 'meter', 1, ARRAY['a','b'], 'r', 0)",
        "SELECT tapis.stop('T2', 'j', 0, 0, 'c', 0, 'orphans', ARRAY['a','b'], 'r', 0)",
        "SELECT tapis.close_dead_round('T2', 'j', 1, 1, 'c', 0, ARRAY['a','b'], 'r', 0)",
        "SELECT tapis.ledger(0, 10)",
        "CREATE FUNCTION tapis.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE TABLE tapis.mine (a int)",
        "CREATE TEMP TABLE standing (seq bigint)",
        "CREATE SCHEMA mine",
        "SET ROLE tapis_owner",
        "SET SESSION AUTHORIZATION two",
        "ALTER ROLE one SUPERUSER",
        "UPDATE tapis.speakers SET table_name = 'T2' WHERE role_name = 'one'",
    ],
)
def test_a_table_can_do_nothing_but_what_its_kind_may(room: Room, statement: str) -> None:
    with room.as_("one") as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(statement.encode())
    assert statement in room.server.logged()


@requirement("LK-01")
def test_a_table_cannot_act_for_another(room: Room) -> None:
    with closing(room.book("two")) as two:
        for answer in (
            two.contribute(key("T1", 2, "contribute", 2), (2,), STAKE, 0),
            two.claim(key("T1", 2, "claim"), 1, 0),
            two.award(key("T1", 2, "award"), (Award("quads", 1, 100),), 0),
            two.refund(key("T1", 2, "refund"), 1, 0),
            two.finish(key("T1", 2, "finish"), 0),
            two.refuse(key("T1", 1, "refuse"), TWO, "vol", 0),
            two.close_dead_round(key("T1", 2, "close"), TWO, "vol", 0),
            two.correct(key("T1", 0, "correct", 0), Account.METER, 1, TWO, "vol", 0),
            two.stop(key("T1", 0, "stop", 0), "orphans", TWO, "vol", 0),
            two.reopen(key("T1", 0, "reopen", 0), TWO, "vol", 0),
        ):
            assert code(answer) == "denied"
        assert {act.key.table for act in two.acts()} == {"T2"}
    assert "role two does not speak for table 'T1' here" in room.server.logged()


@requirement("SE-08")
@pytest.mark.parametrize("account", [Account.RESERVE, Account.OVERFLOW, Account.HOUSE])
def test_a_table_corrects_no_account_but_the_meter(room: Room, account: Account) -> None:
    """What it shows is the meter: a machine in other hands does not reach what lies behind it (PM-11)."""
    with closing(room.book("one")) as book:
        answer = book.correct(key("T1", 0, f"correct {account}"), account, 1, TWO, "malfunction", 1)
    assert isinstance(answer, Refused)
    assert answer.code == "denied"
    assert "corrects the meter and no other account" in room.server.logged()


@requirement("SE-08")
def test_the_pit_cannot_play(room: Room) -> None:
    with closing(room.book("pit")) as pit:
        assert code(pit.claim(key("T1", 2, "claim"), 1, 0)) == "denied"
        assert code(pit.contribute(key("T1", 3, "contribute"), (1,), STAKE, 0)) == "denied"


@requirement("LK-07")
def test_an_old_claim_played_again_pays_nobody(room: Room) -> None:
    with closing(room.book("one")) as one:
        first = royal(one, "T1", 1)
        assert (first.generation, first.order) == (1, 1)
        assert pay_jackpot(one, "T1", 1) == pay_jackpot(one, "T1", 1)
        assert isinstance(one.claim(key("T1", 1, "claim"), 2, 0), Conflict)


def test_an_old_claim_under_a_new_key_is_refused(postgres: PrivateServer) -> None:
    book = pooled_book(postgres, EXAMPLE)
    stake(book, "T1", 1, 1)
    royal(book, "T1", 1)
    over(book, "T1", 1)
    pay_jackpot(book, "T1", 1)
    before = book.read(check=True)
    assert code(book.claim(key("T1", 1, "claim again"), 1, 0)) == "round_finished"
    again = book.award(key("T1", 1, "award again"), (Award("jackpot", 1, 0),), 0)
    assert code(again) == "claim_paid"
    assert book.read(check=True) == before
    book.close()


@pytest.mark.parametrize("search_path", ["pg_temp", "mine, tapis", '"$user", public'])
def test_the_search_path_of_a_session_changes_nothing(room: Room, search_path: str) -> None:
    with room.as_("one") as connection:
        connection.execute("SELECT set_config('search_path', %s, false)", (search_path,))
        row = connection.execute("SELECT tapis.meter() ->> 'seq'").fetchone()
    assert row == (str(len(room.everything()[2])),)


@pytest.mark.parametrize("name", NASTY)
def test_sql_in_a_name_is_a_name(postgres: PrivateServer, name: str) -> None:
    book: PooledBook = pooled_book(postgres, EXAMPLE)
    stake(book, name, 1, 1)
    value = royal(book, name, 1).value_cents
    assert book.read().pending[0].table == name
    over(book, name, 1)
    assert pay_jackpot(book, name, 1).cents == value
    got(Refused, book.award(key(name, 1, name[:32]), (Award(name, 1, 1),), 0))
    last = book.last(name)
    assert last is not None
    assert last.key.table == name
    exact(book)
    book.close()


@pytest.mark.parametrize("cents", [1 << 63, -(1 << 70)])
def test_an_amount_beyond_the_ledger_is_refused(postgres: PrivateServer, cents: int) -> None:
    book = pooled_book(postgres, EXAMPLE)
    stake(book, "T1", 1)
    assert code(book.award(key("T1", 1, "award"), (Award("quads", 1, cents),), 0)) == "bad_value"
    assert code(book.refuse(key("T1", 1, "refuse"), TWO, "nul \0", 0)) == "bad_value"
    assert book.read(check=True).residual_micro == 0
    book.close()


@requirement("AC-10")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tapis.entries SET meter_micro = 1",
        "DELETE FROM tapis.entries",
        "TRUNCATE tapis.entries CASCADE",
        "UPDATE tapis.answers SET cents = 1",
        "DELETE FROM tapis.answers",
        "UPDATE tapis.jackpot SET stake_cents = 1",
        "INSERT INTO tapis.entries SELECT 9999, at_ms, kind, round_id, attempt, seat, generation, link_seq,"
        " note, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM tapis.entries LIMIT 1",
        "UPDATE tapis.standing SET meter_balance = -1",
        "INSERT INTO tapis.speakers VALUES ('casino', 'simulation', NULL)",
    ],
)
def test_the_owner_of_the_server_cannot_change_the_ledger_by_mistake(room: Room, statement: str) -> None:
    with room.as_("casino") as connection, pytest.raises(psycopg.errors.IntegrityError):
        connection.execute(statement.encode())


def test_a_ledger_changed_all_the_same_does_not_add_up(postgres: PrivateServer) -> None:
    book = pooled_book(postgres, EXAMPLE)
    stake(book, "T1", 1, 1, 2)
    with postgres.connect(book.database) as connection:
        connection.execute("SET session_replication_role = replica")
        for statement in (
            "UPDATE tapis.entries SET note = 'x', kind = 'finish' WHERE seq = 2",
            "UPDATE tapis.entries SET kind = 'contribution', meter_after_micro = 1 WHERE seq = 2",
            "UPDATE tapis.entries SET meter_after_micro = meter_after_micro - 1, seq = 7 WHERE seq = 3",
        ):
            connection.execute(statement.encode())
            assert book.read(check=True).residual_micro > 0
    book.close()


def test_a_role_that_was_never_admitted_is_sent_away(room: Room) -> None:
    with room.as_("casino") as connection:
        connection.execute("CREATE ROLE stranger LOGIN")
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        room.as_("stranger")


def test_a_journal_id_tells_two_lives_of_a_table_apart(room: Room) -> None:
    """After a restore the journal is another one, and so are its rounds (architecture, section 5)."""
    with closing(room.book("one")) as one:
        first = one.last("T1")
    assert first is not None
    assert first.key.journal_id == JOURNAL
