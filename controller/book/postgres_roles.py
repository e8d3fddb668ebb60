"""The roles that speak to a linked jackpot: who lets them in, what limits they have, how they are put out.

A role may set most of its limits otherwise for itself; the acts do not depend on them (deploy/postgresql),
and `tapis link check` tells. What a role must not do at all is taken from everybody here: large objects,
advisory locks, programs of its own.
"""

from __future__ import annotations

import json
from typing import Any, Final

import psycopg
from psycopg import sql

from controller.book.postgres_said import KeeperMismatch, Said

OWNER: Final = "tapis_owner"
"""Owns the book and never logs in: only the keepers of the server may put it on."""
CONNECTIONS: Final = 6
"""Of one table, or the pit: its acts, its hints, and the same again while the old ones are still dying."""
READERS: Final = 24
"""The least of a reader's role; a display has two connections, and two more while those are dying."""
A_TABLE: Final = 4
"""Connections of a reader's role for each table of the floor: one display beside every table."""

LIMITS: Final = {
    # An act waits for its turn by its own lock_timeout; this one ends what nobody waits for any more.
    "statement_timeout": "10min",
    "idle_in_transaction_session_timeout": "2s",
    # A client that is gone, or behind a line that is dead, gives its connections back.
    "client_connection_check_interval": "1s",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "2",
    "tcp_user_timeout": "9s",
    # The server's log has the values of a refused statement, not only `$1`.
    "log_parameter_max_length_on_error": "256",
    # No role may set this one otherwise: what it sorts does not fill the disk.
    "temp_file_limit": "64MB",
}
HELD_S: Final = {"table": 10, "pit": 900, "reader": 900}
"""How long a transaction of a role may last: a table's are acts and readings, others add up the ledger."""
CLOSED: Final = (
    "^(lo_.*|loread|lowrite|pg_(try_)?advisory_.*|pg_notify|pg_logical_emit_message|pg_export_snapshot)$"
)
"""Functions of PostgreSQL by which whoever may log in fills the disk, or the one table of locks."""
LANGUAGES: Final = ("plpgsql", "sql")
"""In which a session could write programs of its own."""
SHARED: Final = ("postgres", "template1")
"""Databases of every server, where the same functions stand open to everybody."""
POWERS: Final = ("rolsuper", "rolcreaterole", "rolcreatedb", "rolreplication", "rolbypassrls", "rolinherit")
"""What a role of the jackpot has not."""

Connection = psycopg.Connection[Any]


def database_of(connection: Connection) -> str:
    row = connection.execute("SELECT current_database()").fetchone()
    assert row is not None
    return str(row[0])


def owner_of(connection: Connection) -> str:
    """Who owns the book of this database."""
    row = connection.execute(
        "SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'tapis'"
    ).fetchone()
    assert row is not None
    return str(row[0])


def close_doors(connection: Connection, owner: str) -> None:
    """In this database nobody but the owner and the keepers may do what fills disk or memory, or programs."""
    rows = connection.execute(
        "SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace"
        " AND proname ~ %s",
        (CLOSED,),
    ).fetchall()
    who = sql.Identifier(owner)
    functions = sql.SQL(", ").join(sql.SQL(name) for (name,) in rows)
    connection.execute(sql.SQL("REVOKE EXECUTE ON FUNCTION {} FROM PUBLIC").format(functions))
    for mine in ("pg_notify(text, text)", "pg_advisory_xact_lock(bigint)"):  # of acts, and of migrations
        connection.execute(sql.SQL("GRANT EXECUTE ON FUNCTION {} TO {}").format(sql.SQL(mine), who))
    for language in LANGUAGES:
        connection.execute(
            sql.SQL("REVOKE USAGE ON LANGUAGE {} FROM PUBLIC").format(sql.Identifier(language))
        )
        connection.execute(sql.SQL("GRANT USAGE ON LANGUAGE {} TO {}").format(sql.Identifier(language), who))
    connection.execute("REVOKE ALL ON SCHEMA public FROM PUBLIC")
    database = sql.Identifier(database_of(connection))
    connection.execute(sql.SQL("GRANT CREATE ON DATABASE {} TO {}").format(database, who))
    connection.execute(sql.SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(database))
    for name in SHARED:
        connection.execute(sql.SQL("REVOKE CONNECT ON DATABASE {} FROM PUBLIC").format(sql.Identifier(name)))


def let_in(connection: Connection, role: str, kind: str) -> None:
    """The role is there, may connect to this database, and has the limits of its kind and no setting else.

    Raises:
        KeeperMismatch: it may do more than speak: it is a keeper's.
    """
    who = sql.Identifier(role)
    must_be_plain(connection, role)
    if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).fetchone():
        connection.execute(sql.SQL("CREATE ROLE {}").format(who))
    let_go(connection, role)
    connection.execute(
        sql.SQL(
            "ALTER ROLE {} LOGIN NOINHERIT PASSWORD NULL VALID UNTIL 'infinity' CONNECTION LIMIT {}"
        ).format(who, sql.Literal(connections_of(connection, kind)))
    )
    database = sql.Identifier(database_of(connection))
    connection.execute(sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(database, who))
    connection.execute(sql.SQL("ALTER ROLE {} RESET ALL").format(who))
    connection.execute(sql.SQL("ALTER ROLE {} IN DATABASE {} RESET ALL").format(who, database))
    for name, value in LIMITS.items():
        connection.execute(
            sql.SQL("ALTER ROLE {} IN DATABASE {} SET {} = {}").format(
                who, database, sql.Identifier(name), sql.Literal(value)
            )
        )


def must_be_plain(connection: Connection, role: str) -> None:
    """Nobody would keep such a role to the limits of a table.

    Raises:
        KeeperMismatch: the role is a superuser, makes roles or databases, replicates, or is of another role.
    """
    row = connection.execute(
        "SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls OR EXISTS"
        " (SELECT FROM pg_auth_members m WHERE m.member = r.oid) FROM pg_roles r WHERE rolname = %s",
        (role,),
    ).fetchone()
    if row is not None and row[0]:
        raise KeeperMismatch(Said("role_powerful", role=role))


def connections_of(connection: Connection, kind: str) -> int:
    """How many connections a role of this kind may have; a reader's stands for every display of the floor."""
    if kind != "reader":
        return CONNECTIONS
    row = connection.execute("SELECT count(*) FROM tapis.speakers WHERE kind = 'table'").fetchone()
    assert row is not None
    return max(READERS, A_TABLE * int(row[0]))


def fit_readers(connection: Connection) -> None:
    """The readers' roles have connections for the floor as it is now."""
    rows = connection.execute(
        "SELECT s.role_name FROM tapis.speakers s JOIN pg_roles r ON r.rolname = s.role_name"
        " WHERE s.kind = 'reader'"
    ).fetchall()
    wanted = sql.Literal(connections_of(connection, "reader"))
    for (role,) in rows:
        let_go(connection, role)
        connection.execute(sql.SQL("ALTER ROLE {} CONNECTION LIMIT {}").format(sql.Identifier(role), wanted))


def put_out(connection: Connection, role: str, kind: str) -> int:
    """The role has no say, may not connect nor log in, and has no session; how many it had.

    First it may connect no more, and that is committed; only then is its own row touched, which a session of
    its own may hold for as long as it likes.
    """
    who, database = sql.Identifier(role), sql.Identifier(database_of(connection))
    with connection.transaction():
        connection.execute("SELECT tapis.dismiss(%s)", (role,))
        if kind == "simulation":  # it was the keeper's, who stays
            return 0
        known = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).fetchone()
        if known:
            connection.execute(sql.SQL("REVOKE ALL ON DATABASE {} FROM {}").format(database, who))
    ended = hang_up(connection, role)
    if known:
        connection.execute(sql.SQL("ALTER ROLE {} NOLOGIN PASSWORD NULL").format(who))
    ended += hang_up(connection, role)  # one that was let in while the right was taken
    fit_readers(connection)
    return ended


def let_go(connection: Connection, role: str) -> None:
    """No session of the role holds its own row, which `ALTER ROLE` of itself in an open transaction does: who
    changes the role would wait for ever. Only a transaction that writes holds it; a reader has none."""
    connection.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = %s"
        " AND backend_xid IS NOT NULL AND wait_event IS DISTINCT FROM 'SyncRep'",
        (role,),
    )


def hang_up(connection: Connection, role: str) -> int:
    """No session of the role is left on the server; how many there were."""
    rows = connection.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = %s", (role,)
    ).fetchall()
    return len(rows)


def hang_up_held(connection: Connection) -> list[tuple[str, int, int]]:
    """Sessions whose transaction lasts longer than `HELD_S` are ended: role, process and seconds of each."""
    rows = connection.execute(
        "SELECT a.usename, a.pid, extract(epoch FROM now() - a.xact_start)::integer,"
        " pg_terminate_backend(a.pid, 5000)"
        " FROM pg_stat_activity a JOIN tapis.speakers s ON s.role_name = a.usename"
        " WHERE a.datname = current_database() AND a.wait_event IS DISTINCT FROM 'SyncRep'"
        " AND extract(epoch FROM now() - a.xact_start) > (%s::json ->> s.kind)::integer",
        (json.dumps(HELD_S),),
    ).fetchall()
    return [(role, pid, seconds) for role, pid, seconds, _ in rows]
