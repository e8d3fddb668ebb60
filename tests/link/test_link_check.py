"""`tapis link check` says what does not hold, and where; `tapis link mend` puts the roles right.

Each thing that was done to a database is told by its own finding, and a database to which nothing was done by
none: the server is one that a casino would run, but for its size.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner, Result

from controller.book.postgres_roles import HELD_S
from controller.book.postgres_schema import VERSION
from controller.cli import main
from tests.private_postgres import PrivateServer, binaries

DURABLE = {"fsync": "on", "full_page_writes": "on"}
HBA = "local all all trust\n"


def link(*words: str) -> Result:
    return CliRunner().invoke(main, ["link", *words, "--lang", "en"])


def found(url: str) -> dict[str, list[str]]:
    """The codes of what is not well, by what was looked at; the lack of a standby is none of them."""
    done = link("check", url, "--json")
    assert done.exit_code in (0, 1), done.output
    told = json.loads(done.stdout)
    assert told["ok"] == (done.exit_code == 0)
    codes = {
        one["what"]: [said["code"] for said in one["said"]] for one in told["checked"] if one["level"] != "ok"
    }
    return {what: said for what, said in codes.items() if said != ["no_standby"]}


@pytest.fixture(scope="module")
def server() -> Iterator[PrivateServer]:
    def prepare(data: Path) -> None:
        (data / "pg_hba.conf").write_text(HBA)

    made = PrivateServer(DURABLE, prepare)
    url = made.url("jackpot")
    assert link("create", url).exit_code == 0
    for words in (("uth_1", "--table", "T1"), ("uth_2", "--table", "T2"), ("chef", "--kind", "pit")):
        assert link("admit", url, *words).exit_code == 0
    assert link("admit", url, "screen", "--kind", "reader").exit_code == 0
    yield made
    left = found(url)
    made.remove()
    assert left == {}, "each test undoes what it did"


@pytest.fixture
def url(server: PrivateServer) -> str:
    """The keeper's address."""
    return server.url("jackpot")


def test_a_database_to_which_nothing_was_done_is_told_to_be_well(url: str) -> None:
    done = link("check", url)
    assert done.exit_code == 0
    assert "an act went the whole way" in done.stdout
    assert "WRONG" not in done.stdout


# What was done, what undoes it, and the finding that tells it.
DONE = {
    "trigger off": (
        "ALTER TABLE tapis.standing DISABLE TRIGGER never",
        "ALTER TABLE tapis.standing ENABLE TRIGGER never",
        "trigger never of standing",
    ),
    "trigger gone": (
        "DROP TRIGGER at_the_end ON tapis.entries",
        "CREATE TRIGGER at_the_end BEFORE INSERT ON tapis.entries FOR EACH ROW EXECUTE FUNCTION"
        " tapis.at_the_end()",
        "trigger at_the_end of entries",
    ),
    "null from never": (
        "CREATE OR REPLACE FUNCTION tapis.never() RETURNS trigger LANGUAGE plpgsql AS"
        " $$BEGIN RETURN NULL; END$$",
        None,
        "function never()",
    ),
    "constraint gone": (
        "ALTER TABLE tapis.standing DROP CONSTRAINT standing_meter_balance_check",
        "ALTER TABLE tapis.standing ADD CHECK (meter_balance >= 0)",
        "constraint standing_meter_balance_check of standing",
    ),
    "index gone": (
        "DROP INDEX tapis.entries_of_people",
        "CREATE INDEX entries_of_people ON tapis.entries (seq)"
        " WHERE kind IN ('correction', 'stop', 'reopening')",
        "index entries_of_people",
    ),
    "another setting": (
        "ALTER FUNCTION tapis.last(text) SET search_path = public, tapis",
        "ALTER FUNCTION tapis.last(text) SET search_path = pg_catalog, tapis, pg_temp",
        "function last(p_table text)",
    ),
    "caller's rights": (
        "ALTER FUNCTION tapis.last(text) SECURITY INVOKER",
        "ALTER FUNCTION tapis.last(text) SECURITY DEFINER",
        "function last(p_table text)",
    ),
    "right of everybody": (
        "GRANT SELECT ON tapis.entries TO PUBLIC",
        "REVOKE SELECT ON tapis.entries FROM PUBLIC",
        "relation entries",
    ),
    "a function of theirs": (
        "CREATE FUNCTION tapis.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "DROP FUNCTION tapis.mine()",
        "function mine()",
    ),
    "a rule": (
        "CREATE RULE off AS ON INSERT TO tapis.probes DO INSTEAD NOTHING",
        "DROP RULE off ON tapis.probes",
        "rule off of probes",
    ),
    "another owner": (
        "ALTER TABLE tapis.probes OWNER TO casino",
        "ALTER TABLE tapis.probes OWNER TO tapis_owner",
        "relation probes",
    ),
}


@pytest.mark.parametrize("case", DONE)
def test_a_definition_that_is_not_what_was_installed_is_named(
    server: PrivateServer, url: str, case: str
) -> None:
    do, undo, name = DONE[case]
    with closing(server.connect("jackpot")) as keeper:
        row = keeper.execute("SELECT pg_get_functiondef('tapis.never'::regproc)").fetchone()
        assert row is not None
        keeper.execute(do.encode())
        done = link("check", url)
        assert done.exit_code == 1
        assert f"{name} is not what was installed" in done.stdout
        keeper.execute((undo or row[0]).encode())


ROLE = {
    "ALTER ROLE uth_1 SET synchronous_commit = off": "role_setting",
    "ALTER ROLE uth_1 IN DATABASE jackpot SET statement_timeout = 0": "role_setting",
    "ALTER ROLE uth_1 IN DATABASE jackpot RESET ALL": "role_limits_gone",
    "ALTER ROLE uth_1 PASSWORD 'x'": "role_password",
    "ALTER ROLE uth_1 CONNECTION LIMIT 60": "role_connections",
    "ALTER ROLE screen CONNECTION LIMIT 6": "role_connections",
    "ALTER ROLE uth_1 NOLOGIN": "role_no_login",
    "REVOKE CONNECT ON DATABASE jackpot FROM uth_1": "role_no_connect",
    "GRANT CONNECT ON DATABASE postgres TO PUBLIC": "role_elsewhere",
    "REVOKE EXECUTE ON FUNCTION tapis.meter FROM uth_1": "right_gone",
    "GRANT EXECUTE ON FUNCTION tapis.ledger TO uth_1": "right_more",
    "REVOKE USAGE ON SCHEMA tapis FROM screen": "right_gone",
    "GRANT EXECUTE ON FUNCTION lo_create(oid) TO PUBLIC": "door_functions",
    "GRANT USAGE ON LANGUAGE plpgsql TO PUBLIC": "door_language",
}


@pytest.mark.parametrize("statement", ROLE)
def test_a_role_that_is_not_as_it_was_let_in_is_named_and_mended(
    server: PrivateServer, url: str, statement: str
) -> None:
    role = "uth_1" if statement.startswith("ALTER ROLE uth_1 SET") else "casino"
    with closing(server.connect("jackpot", role)) as session:
        session.execute(statement.encode())
    codes = [code for said in found(url).values() for code in said]
    assert set(codes) == {ROLE[statement]}
    assert link("mend", url).exit_code == 0


@pytest.mark.parametrize(
    ("do", "undo", "code"),
    [
        ("ALTER ROLE uth_1 CREATEROLE", "ALTER ROLE uth_1 NOCREATEROLE", "role_powers"),
        ("GRANT tapis_owner TO uth_1", "REVOKE tapis_owner FROM uth_1", "role_powers"),
        ("GRANT SELECT ON tapis.entries TO uth_1", "REVOKE SELECT ON tapis.entries FROM uth_1", "right_more"),
        (
            "GRANT CONNECT ON DATABASE jackpot TO PUBLIC",
            "REVOKE ALL ON DATABASE jackpot FROM PUBLIC",
            "stranger",
        ),
        ("SELECT lo_create(77)", "SELECT lo_unlink(77)", "large_objects"),
        (
            "CREATE FUNCTION public.on_ddl() RETURNS event_trigger LANGUAGE plpgsql AS $$BEGIN END$$;"
            " CREATE EVENT TRIGGER theirs ON ddl_command_end EXECUTE FUNCTION public.on_ddl()",
            "DROP EVENT TRIGGER theirs; DROP FUNCTION public.on_ddl()",
            "differs",
        ),
    ],
)
def test_what_a_keeper_gave_by_mistake_is_named(
    server: PrivateServer, url: str, do: str, undo: str, code: str
) -> None:
    with closing(server.connect("jackpot")) as keeper:
        keeper.execute(do.encode())
        codes = [code for said in found(url).values() for code in said]
        assert set(codes) == {code}
        keeper.execute(undo.encode())


# --- whether it can be written to -----------------------------------------------------------------


def set_up(server: PrivateServer, statement: str) -> None:
    with closing(server.connect()) as keeper:
        keeper.execute(statement.encode())
        keeper.execute("SELECT pg_reload_conf()")
        keeper.execute("SELECT pg_sleep(0.3)")


def test_no_standby_where_one_is_wanted_is_said_and_what_it_keeps_from_being_written(
    server: PrivateServer, url: str
) -> None:
    set_up(server, "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (b, c)'")
    told = found(url)
    with closing(server.connect("jackpot")) as ahead:
        ahead.pgconn.send_query_params(b"CALL tapis.do_prove($1::bigint, NULL::text)", [b"5"])
        behind = found(url)
        set_up(server, "ALTER SYSTEM RESET synchronous_standby_names")
    assert told["standby"] == ["standby_missing"]
    assert told["writes"] == ["waits_for_standby"]
    assert behind["writes"] == ["waits_for_standby"], "who is ahead waits for it too"


def test_a_server_that_only_reads_is_said_to_be_one(server: PrivateServer, url: str) -> None:
    set_up(server, "ALTER DATABASE jackpot SET default_transaction_read_only = on")
    told = found(url)
    set_up(server, "ALTER DATABASE jackpot RESET default_transaction_read_only")
    assert (told["writes"], told["definitions"]) == (["cannot_write"], ["not_compared"])
    assert told["settings"] == ["database_setting"]


def test_a_standby_is_said_to_be_one_to_the_keeper_and_to_who_reads(server: PrivateServer, url: str) -> None:
    """A keeper who types its address by mistake changes nothing there, and is told whose he wants."""
    signal = server.data / "standby.signal"
    server.stop("fast")
    signal.touch()
    server.start()
    try:
        told, seen = found(url), found(server.url("jackpot", "screen"))
    finally:
        server.stop("fast")
        signal.unlink()
        server.start()
    assert (told["standby"], told["writes"]) == (["is_standby"], ["cannot_write"])
    assert told["definitions"] == ["not_compared"]
    assert seen["standby"] == ["reads_only"]


def test_why_no_act_goes_the_whole_way_is_said_where_nobody_is_waited_for(
    server: PrivateServer, url: str
) -> None:
    with closing(server.connect("jackpot")) as keeper:
        keeper.execute("ALTER PROCEDURE tapis.do_prove RENAME TO not_there")
        told, done = found(url), link("check", url)
        keeper.execute("ALTER PROCEDURE tapis.not_there RENAME TO do_prove")
    assert told["writes"] == ["no_act"]
    assert (done.exit_code, "do_prove" in done.stdout) == (1, True)


def test_a_queue_of_hints_that_fills_is_said_in_percent(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.book.postgres_check.FULL", -1.0)
    assert found(url) == {"sessions": ["told_full"]}
    assert "the queue of NOTIFY is 0% full" in link("check", url).stdout


def test_a_ledger_that_does_not_add_up_is_said_to_the_keeper_and_to_who_reads(
    server: PrivateServer, url: str
) -> None:
    moved = "UPDATE tapis.standing SET meter_balance = meter_balance {} 7"
    with closing(server.connect("jackpot")) as forger:
        forger.execute("SET session_replication_role = replica")  # no trigger sees it
        forger.execute(moved.format("+").encode())
        told, seen, done = found(url), found(server.url("jackpot", "chef")), link("check", url)
        forger.execute(moved.format("-").encode())
    assert told["ledger"][-1] == "residual"
    assert seen["ledger"] == ["residual"]
    assert "7 micro-cents are missing or left: stop the jackpot" in done.stdout


def test_a_role_that_the_server_does_not_know_is_named_and_let_in_again(
    server: PrivateServer, url: str
) -> None:
    """Restored on another machine, the book comes without the roles of the server it was on."""
    assert link("admit", url, "uth_3", "--table", "T3").exit_code == 0
    with closing(server.connect("jackpot")) as keeper:
        keeper.execute("DROP OWNED BY uth_3; DROP ROLE uth_3")
    assert found(url)["roles"] == ["role_gone"]
    assert link("mend", url).exit_code == 0
    assert found(url) == {}
    with closing(server.connect("jackpot")) as keeper:
        keeper.execute("DROP OWNED BY uth_3; DROP ROLE uth_3")
    assert link("dismiss", url, "uth_3").exit_code == 0, "nor is it needed to be put out"
    assert found(url) == {}


def test_a_book_of_a_newer_program_is_left_alone(server: PrivateServer, url: str) -> None:
    newer = f"the book has migration {VERSION + 1}, this program goes to {VERSION}"
    with closing(server.connect("jackpot")) as keeper:
        keeper.execute("SET session_replication_role = replica")
        keeper.execute(
            "INSERT INTO tapis.migrations (number, name, digest) VALUES (%s, 'x', 'x')", (VERSION + 1,)
        )
        told = found(url)
        refused = [link(*words) for words in (("migrate", url), ("mend", url), ("dismiss", url, "uth_1"))]
        keeper.execute("DELETE FROM tapis.migrations WHERE number > %s", (VERSION,))
    assert told["schema"] == ["newer_migration"]
    assert [(done.exit_code, newer in done.stderr) for done in refused] == [(2, True)] * 3


def test_who_holds_the_jackpot_is_named(server: PrivateServer, url: str) -> None:
    with closing(server.connect("jackpot")) as dump, dump.transaction():
        dump.execute("LOCK TABLE tapis.turn IN EXCLUSIVE MODE")
        done = link("check", url)
    assert done.exit_code == 1
    assert re.search(
        r"the act waits for role casino, \d+ s now: SELECT pg_terminate_backend\(\d+\)", done.stdout
    )


@pytest.mark.long
def test_a_role_that_sits_in_a_transaction_is_named_and_ended(
    server: PrivateServer, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(HELD_S, "table", 5)
    with closing(server.connect("jackpot", "uth_2")) as held:
        held.execute("SET idle_in_transaction_session_timeout = 0")
        held.execute("BEGIN; SELECT tapis.meter()")
        held.execute("SELECT pg_sleep(5.6)")
        assert found(url) == {"sessions": ["held"]}
        done = link("watch", url, "--once")
        assert done.exit_code == 0
        assert re.match(r"uth_2 kept a transaction open for \d+ s: session \d+ ended", done.stdout)
        with pytest.raises(psycopg.OperationalError):
            held.execute("SELECT 1")
    assert link("watch", url, "--once").stdout == ""


def test_a_setting_of_the_server_that_loses_stakes_is_named(server: PrivateServer, url: str) -> None:
    set_up(server, "ALTER SYSTEM SET full_page_writes = off")
    server._settings.pop("full_page_writes")
    server.stop("fast")
    server.start()
    try:
        assert found(url) == {"settings": ["setting"]}
    finally:
        set_up(server, "ALTER SYSTEM RESET full_page_writes")
        server._settings["full_page_writes"] = "on"
        server.stop("fast")
        server.start()


def test_a_way_in_without_a_certificate_is_named_by_its_line(server: PrivateServer, url: str) -> None:
    hba = server.data / "pg_hba.conf"
    hba.write_text(HBA + "host all uth_1 0.0.0.0/0 scram-sha-256\nhost other all 0.0.0.0/0 md5\n")
    done = link("check", url)
    hba.write_text(HBA)
    assert done.exit_code == 1
    assert "line 2 (host … scram-sha-256)" in done.stdout
    assert "line 3" not in done.stdout


# --- who else may look, and what a copy loses -----------------------------------------------------


@pytest.mark.parametrize(("role", "looks"), [("uth_1", "writes"), ("chef", "ledger"), ("screen", "ledger")])
def test_who_is_no_keeper_is_told_what_he_may_see(
    server: PrivateServer, url: str, role: str, looks: str
) -> None:
    done = link("check", server.url("jackpot", role), "--json")
    assert done.exit_code == 0
    levels = {one["what"]: one["level"] for one in json.loads(done.stdout)["checked"]}
    assert (levels[looks], levels["roles"]) == ("ok", "warning")


def test_the_pit_and_readers_list_the_tables_and_a_table_does_not(server: PrivateServer, url: str) -> None:
    for role in ("chef", "screen"):
        told = json.loads(link("tables", server.url("jackpot", role), "--json").stdout)
        assert [one["table"] for one in told["speakers"] if one["table"]] == ["T1", "T2"]
    assert link("tables", server.url("jackpot", "uth_1")).exit_code == 2


def test_what_a_plain_dump_loses_is_named_and_put_back(server: PrivateServer, url: str) -> None:
    dump = [str(binaries() / "pg_dump"), server.url("jackpot")]
    text = subprocess.run(dump, check=True, capture_output=True).stdout
    copy = server.url("copy")
    with closing(server.connect()) as keeper:
        keeper.execute("CREATE DATABASE copy TEMPLATE template0")
    try:
        psql = [str(binaries() / "psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1", copy]
        subprocess.run(psql, input=text, check=True, capture_output=True)
        codes = {code for said in found(copy).values() for code in said}
        assert {"role_limits_gone", "stranger"} <= codes
        assert link("mend", copy).exit_code == 0
        # The jackpot beside it is a database that the same roles may connect to.
        assert {code for said in found(copy).values() for code in said} <= {"role_elsewhere"}
    finally:
        with closing(server.connect()) as keeper:
            keeper.execute("DROP DATABASE copy")


def test_a_check_speaks_french_where_nothing_else_is_asked_for(server: PrivateServer, url: str) -> None:
    done = CliRunner().invoke(main, ["link", "check", url])
    assert "un acte est allé jusqu’au bout" in done.stdout
    with pytest.raises(psycopg.OperationalError):
        server.connect("nothing of the kind")
    done = CliRunner().invoke(main, ["link", "check", server.url("postgres")])
    assert (done.exit_code, "il n’y a pas de livre dans cette base" in done.stderr) == (2, True)
