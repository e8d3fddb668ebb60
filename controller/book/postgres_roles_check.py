"""Whether the roles of a linked jackpot are what they were made, and stand where they were put."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg

from controller.book.postgres_roles import (
    CLOSED,
    LANGUAGES,
    LIMITS,
    POWERS,
    connections_of,
    database_of,
)
from controller.book.postgres_said import Said

Connection = psycopg.Connection[Any]


def roles(connection: Connection) -> list[Said]:
    """Everything that a role has otherwise than it was let in with; by role. Nobody else is let in."""
    rows = connection.execute(
        "SELECT role_name, kind FROM tapis.speakers WHERE kind <> 'simulation' ORDER BY role_name"
    ).fetchall()
    found = [said for role, kind in rows for said in _role(connection, role, kind)]
    return found + list(_strangers(connection))


def _role(connection: Connection, role: str, kind: str) -> Iterator[Said]:
    row = connection.execute(
        "SELECT oid, rolcanlogin, rolconnlimit, rolpassword IS NOT NULL,"
        f" concat_ws(' ', {', '.join(f'CASE WHEN {one} THEN {one!r} END' for one in POWERS)}),"
        " (SELECT string_agg(m.roleid::regrole::text, ', ') FROM pg_auth_members m WHERE m.member = a.oid)"
        " FROM pg_authid a WHERE rolname = %s".encode(),
        (role,),
    ).fetchone()
    if row is None:
        yield Said("role_gone", role=role)
        return
    oid, login, limit, password, powers, member = row
    if not login:
        yield Said("role_no_login", role=role)
    if powers or member:
        yield Said("role_powers", role=role, powers=", ".join(filter(None, (powers, member))))
    if password:
        yield Said("role_password", role=role)
    wanted = connections_of(connection, kind)
    if limit != wanted:
        yield Said("role_connections", role=role, number=limit, needed=wanted)
    yield from _connects(connection, role)
    yield from _own_settings(connection, role, oid)
    yield from _rights(connection, role, kind)


def _connects(connection: Connection, role: str) -> Iterator[Said]:
    rows = connection.execute(
        "SELECT datname FROM pg_database WHERE datallowconn AND has_database_privilege(%s, oid, 'CONNECT')"
        " ORDER BY 1",
        (role,),
    ).fetchall()
    here, names = database_of(connection), [name for (name,) in rows]
    if here not in names:
        yield Said("role_no_connect", role=role, database=here)
    elsewhere = [name for name in names if name != here]
    if elsewhere:
        yield Said("role_elsewhere", role=role, database=", ".join(elsewhere))


def _own_settings(connection: Connection, role: str, oid: int) -> Iterator[Said]:
    """Settings that the role has, here or everywhere, beside the limits that it was given."""
    rows = connection.execute(
        "SELECT d.oid IS NOT NULL, unnest(s.setconfig) FROM pg_db_role_setting s LEFT JOIN pg_database d"
        " ON d.oid = s.setdatabase AND d.datname = current_database()"
        " WHERE s.setrole = %s AND (s.setdatabase = 0 OR d.oid IS NOT NULL)",
        (oid,),
    ).fetchall()
    limits: dict[str, str] = {}
    for here, setting in rows:
        name, _, value = setting.partition("=")
        if here:
            limits[name] = value
        if not here or LIMITS.get(name) != value:
            yield Said("role_setting", role=role, name=name, value=value)
    missing = [name for name in LIMITS if name not in limits]
    if missing:
        yield Said("role_limits_gone", role=role, names=", ".join(missing))


def _rights(connection: Connection, role: str, kind: str) -> Iterator[Said]:
    """The role may execute the functions of its kind and no other, and touches no table."""
    routines = connection.execute(
        "SELECT p.proname, has_function_privilege(%(role)s, p.oid, 'EXECUTE') FROM pg_proc p"
        " WHERE p.pronamespace = 'tapis'::regnamespace AND has_function_privilege(%(role)s, p.oid, 'EXECUTE')"
        " IS DISTINCT FROM (p.proname = ANY (tapis.functions_of(%(kind)s))) ORDER BY 1",
        {"role": role, "kind": kind},
    ).fetchall()
    for name, may in routines:
        yield Said("right_more" if may else "right_gone", role=role, name=f"{name}()")
    if not _may(connection, "SELECT has_schema_privilege(%s, 'tapis', 'USAGE')", role):
        yield Said("right_gone", role=role, name="tapis")
    tables = connection.execute(
        "SELECT relname FROM pg_class WHERE relnamespace = 'tapis'::regnamespace"
        " AND relkind IN ('r', 'v', 'm', 'p')"
        " AND has_table_privilege(%s, oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')"
        " ORDER BY 1",
        (role,),
    ).fetchall()
    for (name,) in tables:
        yield Said("right_more", role=role, name=name)


def _may(connection: Connection, statement: str, *values: str) -> bool:
    row = connection.execute(statement.encode(), values).fetchone()
    return row is not None and bool(row[0])


def _strangers(connection: Connection) -> Iterator[Said]:
    """Who may connect to the jackpot and is neither admitted nor a keeper: a role dismissed by half."""
    rows = connection.execute(
        "SELECT coalesce(r.rolname, 'PUBLIC') FROM pg_database d,"
        " aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a"
        " LEFT JOIN pg_roles r ON r.oid = a.grantee"
        " WHERE d.datname = current_database() AND a.privilege_type IN ('CONNECT', 'TEMPORARY')"
        " AND a.grantee <> d.datdba AND NOT coalesce(r.rolsuper, false)"
        " AND NOT EXISTS (SELECT FROM tapis.speakers s WHERE s.role_name = r.rolname)"
        " GROUP BY 1 ORDER BY 1"
    ).fetchall()
    for (role,) in rows:
        yield Said("stranger", role=role, database=database_of(connection))


def doors(connection: Connection) -> list[Said]:
    """What stands open to whoever may log in: large objects, advisory locks, programs of his own."""
    functions = connection.execute(
        "SELECT p.proname FROM pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a"
        " WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proname ~ %s AND a.grantee = 0"
        " GROUP BY 1 ORDER BY 1",
        (CLOSED,),
    ).fetchall()
    languages = connection.execute(
        "SELECT l.lanname FROM pg_language l, aclexplode(coalesce(l.lanacl, acldefault('l', l.lanowner))) a"
        " WHERE l.lanname = ANY (%s) AND a.grantee = 0 ORDER BY 1",
        (list(LANGUAGES),),
    ).fetchall()
    found = []
    if functions:
        found.append(Said("door_functions", number=len(functions), name=functions[0][0]))
    found += [Said("door_language", name=name) for (name,) in languages]
    return found


def entrances(connection: Connection) -> list[Said]:
    """Lines of pg_hba.conf by which an admitted role comes in over the network without a certificate."""
    row = connection.execute("SHOW listen_addresses").fetchone()
    if row == ("",):  # nobody comes in over the network at all
        return []
    rows = connection.execute(
        "SELECT line_number, coalesce(type, '?'), coalesce(auth_method, '?'), error FROM pg_hba_file_rules"
        " WHERE error IS NOT NULL OR (type LIKE 'host%%' AND auth_method <> 'reject'"
        " AND NOT (type = 'hostssl' AND (auth_method = 'cert' OR options @> '{clientcert=verify-full}'))"
        " AND database && ARRAY['all', 'sameuser', current_database()::text]"
        " AND (user_name && ARRAY['all']"
        " OR user_name && (SELECT array_agg(role_name::text) FROM tapis.speakers)))"
        " ORDER BY 1"
    ).fetchall()
    return [
        Said("hba_error", line=line, text=error)
        if error
        else Said("hba", line=line, type=type_, method=method)
        for line, type_, method, error in rows
    ]
