"""`tapis link`: a database is made, admits tables, is checked and migrated."""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.book import postgres_schema as schema
from controller.book.answers import Waiting
from controller.book.port import BookMismatch, BookUnreachable
from controller.book.postgres import PostgresBook
from controller.boot.sessions import linkage_of
from controller.cli import main
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from tests.law.requirements import requirement
from tests.private_postgres import PrivateServer
from tests.shell.book.jackpot_books import ask_jackpot, over, pay_jackpot, royal, stake
from ui.texts.console import LANGUAGES
from ui.texts.rules import REFUSALS


def link(*words: str) -> Result:
    return CliRunner().invoke(main, ["link", *words, "--lang", "en"])


@dataclass
class Jackpot:
    """A jackpot made by `tapis link create`, with two tables, a pit and a reader."""

    server: PrivateServer
    database: str

    def url(self, role: str = "casino") -> str:
        return self.server.url(self.database, role)

    def book(self, role: str) -> PostgresBook:
        return PostgresBook(self.url(role))


@pytest.fixture(scope="module")
def made(postgres: PrivateServer) -> Jackpot:
    jackpot = Jackpot(postgres, "a jackpot's database")
    done = link("create", jackpot.url())
    assert done.exit_code == 0, done.stderr
    for words in (
        ("uth_1", "--table", "T1"),
        ("uth_2", "--table", "T2"),
        ("chef", "--kind", "pit"),
        ("screen", "--kind", "reader"),
    ):
        assert link("admit", jackpot.url(), *words).exit_code == 0
    return jackpot


def test_a_made_jackpot_is_sound_by_its_own_check(made: Jackpot) -> None:
    done = link("check", made.url(), "--json")
    told = json.loads(done.stdout)
    wrong = {
        one["what"]: [said["code"] for said in one["said"]]
        for one in told["checked"]
        if one["level"] == "wrong"
    }
    # The server of the tests is quick, not durable, lets anybody in, and has databases of other tests.
    assert wrong.pop("settings") == ["setting", "setting"]
    assert set(wrong.pop("entrances")) == {"hba"}
    assert set(wrong.pop("roles", ["role_elsewhere"])) <= {"role_elsewhere"}
    assert wrong == {}
    assert (done.exit_code, told["ok"]) == (1, False)


def test_a_jackpot_is_made_once(made: Jackpot) -> None:
    done = link("create", made.url())
    assert done.exit_code == 2
    assert "has a jackpot already" in done.stderr


@requirement("SE-14")
def test_a_real_table_joins_with_its_own_role_only(made: Jackpot) -> None:
    rules, jackpot = load_profile("fr-55-20-2021"), load_jackpot()
    PostgresBook(made.url("uth_1"), jackpot, linkage_of(rules, "T1")).close()
    with pytest.raises(BookMismatch, match="its role stands for table T2, not for table T1"):
        PostgresBook(made.url("uth_2"), jackpot, linkage_of(rules, "T1"))
    with pytest.raises(BookMismatch, match="its role stands for a pit, not for table T1"):
        PostgresBook(made.url("chef"), jackpot, linkage_of(rules, "T1"))
    with pytest.raises(BookMismatch, match="is the book of real tables"):
        PostgresBook(made.url("uth_1"), jackpot, linkage_of(rules))


def test_a_table_that_is_turned_away_is_told_the_code_of_the_reason(made: Jackpot) -> None:
    """The pit words it in its language; the sentence is the technician's."""
    rules, jackpot = load_profile("fr-55-20-2021"), load_jackpot()
    others = replace(linkage_of(rules, "T1"), profile_digest="f" * 64)
    turned_away = {
        "book_rules": ("uth_1", others),
        "book_role": ("uth_2", linkage_of(rules, "T1")),
        "book_simulated": ("uth_1", linkage_of(rules)),
    }
    for code, (role, linkage) in turned_away.items():
        with pytest.raises(BookMismatch) as told:
            PostgresBook(made.url(role), jackpot, linkage)
        assert told.value.code == code
        for language in LANGUAGES:
            assert "{" not in REFUSALS[language][code]


def test_a_book_is_verified_by_a_reader_and_not_by_a_table(made: Jackpot, tmp_path: Path) -> None:
    for role, said in (("uth_1", "by the role of a reader"), ("screen", "no journal in this directory")):
        verify = ["book", "verify", made.url(role), "--journal", str(tmp_path), "--lang", "en"]
        done = CliRunner().invoke(main, verify)
        assert (done.exit_code, said in done.stderr) == (2, True), done.stderr


def test_what_a_role_may_not_do_is_another_s_book_and_no_lost_link(made: Jackpot) -> None:
    """To ask again would not help: a reader's role was given no right to write."""
    with closing(made.book("screen")) as book:
        with pytest.raises(BookMismatch, match="permission denied"):
            book.probe("T1", 5)
        assert book.meter().generation >= 1


def test_the_parameters_of_a_linked_jackpot_are_shown_too(made: Jackpot) -> None:
    """PM-02: the server's book tells what it was made for, as the book in a file does."""
    done = CliRunner().invoke(main, ["book", "terms", made.url("screen"), "--json"])
    told = json.loads(done.stdout)
    asked = load_jackpot()
    assert (told["stake_cents"], told["base_cents"]) == (asked.stake_cents, asked.start_cents)
    assert (told["increment_micro"], told["limit_cents"]) == (asked.meter_share, asked.limit_cents)


def test_a_table_and_a_role_are_admitted_once(made: Jackpot) -> None:
    assert link("admit", made.url(), "uth_1", "--table", "T9").exit_code == 2
    assert link("admit", made.url(), "uth_9", "--table", "T1").exit_code == 2
    assert link("admit", made.url(), "uth_9").exit_code == 2


def test_a_dismissed_role_has_no_say(made: Jackpot) -> None:
    assert link("admit", made.url(), "uth_7", "--table", "T7").exit_code == 0
    made.book("uth_7").close()
    assert link("dismiss", made.url(), "uth_7").exit_code == 0
    with pytest.raises(BookUnreachable, match="lets this role in no more"):
        made.book("uth_7")
    assert link("dismiss", made.url(), "uth_7").exit_code == 2


def test_two_persons_close_the_round_of_a_dead_table_and_the_others_are_paid(made: Jackpot) -> None:
    """T2 contributed and never finished: the generation waits for it (architecture, section 5)."""
    with closing(made.book("uth_1")) as one, closing(made.book("uth_2")) as two:
        stake(two, "T2", 31, 1)
        stake(one, "T1", 31, 1)
        value = royal(one, "T1", 31).value_cents
        waiting = ask_jackpot(one, "T1", 31)
        assert isinstance(waiting, Waiting)
        assert waiting.rounds == (("T2", 31),)
        listed = json.loads(link("tables", made.url(), "--json").stdout)
        assert [each["table"] for each in listed["unfinished"]] == ["T2", "T1"]
        close = ["close-round", made.url("chef"), "T2", "31", "--reason", "table morte"]
        alone = link(*close, "--person", "Mme Arnaud", "--person", "mme arnaud ")
        assert (alone.exit_code, "cannot approve" in alone.stderr) == (1, True)
        assert isinstance(ask_jackpot(one, "T1", 31), Waiting)
        done = link(*close, "--person", "Mme Arnaud", "--person", "M. Berger")
        assert done.exit_code == 0, done.stderr
        assert pay_jackpot(one, "T1", 31).cents == value
    assert link(*close, "--person", "Mme Arnaud", "--person", "M. Berger").exit_code == 2
    note = made.server.connect(made.database)
    with note:
        row = note.execute("SELECT note FROM tapis.entries WHERE kind = 'closing'").fetchone()
    assert row is not None
    assert json.loads(row[0]) == {"persons": ["Mme Arnaud", "M. Berger"], "reason": "table morte"}


def test_a_round_that_ended_and_left_a_claim_behind_is_listed_and_closed(made: Jackpot) -> None:
    with closing(made.book("uth_1")) as one, closing(made.book("uth_2")) as two:
        stake(two, "T2", 32, 1)
        stake(one, "T1", 32, 1)
        value = royal(one, "T1", 32).value_cents
        royal(two, "T2", 32)
        over(two, "T2", 32)
        over(one, "T1", 32)
        assert isinstance(ask_jackpot(one, "T1", 32), Waiting)
        listed = json.loads(link("tables", made.url(), "--json").stdout)
        assert [each["table"] for each in listed["unfinished"] if each["round"] == 32] == ["T2"]
        close = ["close-round", made.url("chef"), "T2", "32", "--reason", "réclamation abandonnée"]
        done = link(*close, "--person", "Mme Arnaud", "--person", "M. Berger")
        assert done.exit_code == 0, done.stderr
        left = json.loads(link("tables", made.url(), "--json").stdout)["unfinished"]
        assert all(each["round"] != 32 for each in left)
        assert pay_jackpot(one, "T1", 32).cents == value // 2


def test_migrations_are_told_before_they_are_applied(postgres: PrivateServer) -> None:
    url = postgres.url("half a jackpot")
    assert link("create", url, "--simulated").exit_code == 0
    done = link("migrate", url, "--dry-run")
    assert (done.exit_code, "is at migration" in done.stdout) == (0, True)
    with postgres.connect("half a jackpot") as connection:  # as an older program left it
        connection.execute("SET session_replication_role = replica")
        connection.execute("DELETE FROM tapis.migrations WHERE number = 7")
        made = connection.execute(
            "SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'tapis'::regnamespace"
            " AND (proname ~ '^do_'"
            " OR proname IN ('admit', 'dismiss', 'grant_to', 'functions_of', 'acts_of', 'prove'))"
        ).fetchall()
        for (name,) in made:
            connection.execute(f"DROP ROUTINE {name}".encode())
    done = link("migrate", url, "--dry-run")
    assert (done.exit_code, done.stdout) == (1, "wanted  007_rights\n")
    for words in (("tables",), ("watch", "--once")):
        done = link(words[0], url, *words[1:])
        assert (done.exit_code, "needs migration 7: stop the tables" in done.stderr) == (2, True)
    with pytest.raises(BookMismatch, match="version 6, this program needs version 7"):
        PostgresBook(url)
    done = link("migrate", url)
    assert (done.exit_code, done.stdout) == (0, "applied 007_rights\n")
    PostgresBook(url).close()
    with postgres.connect("half a jackpot") as connection:
        owners = connection.execute(
            "SELECT DISTINCT proowner::regrole::text FROM pg_proc WHERE pronamespace = 'tapis'::regnamespace"
        ).fetchall()
        assert owners == [("tapis_owner",)]
        connection.execute("SET session_replication_role = replica")
        connection.execute("UPDATE tapis.migrations SET digest = 'f' WHERE number = 3")
    done = link("migrate", url)
    assert (done.exit_code, "003_stakes is not this program's" in done.stderr) == (2, True)


@pytest.mark.parametrize("words", [("check",), ("tables",), ("migrate",)])
def test_a_database_without_a_book_is_said_to_be_one(postgres: PrivateServer, words: tuple[str, ...]) -> None:
    done = link(*words, postgres.url("postgres"))
    assert (done.exit_code, "no book in this database" in done.stderr) == (2, True)


def test_what_the_server_does_not_allow_is_said_and_nothing_is_made(postgres: PrivateServer) -> None:
    with postgres.connect() as keeper:
        keeper.execute("CREATE ROLE clerk LOGIN; GRANT CONNECT ON DATABASE postgres TO clerk")
        done = link("create", postgres.url("a clerk's jackpot", "clerk"))
        found = keeper.execute("SELECT 1 FROM pg_database WHERE datname = 'a clerk''s jackpot'").fetchone()
        keeper.execute("DROP OWNED BY clerk; DROP ROLE clerk")
    assert (done.exit_code, found) == (2, None)
    assert "permission denied" in done.stderr


def test_a_simulated_jackpot_that_is_dismissed_leaves_its_keeper_his_rights(postgres: PrivateServer) -> None:
    url = postgres.url("played once")
    assert link("create", url, "--simulated").exit_code == 0
    PostgresBook(url).close()
    done = link("dismiss", url, "casino")
    assert done.exit_code == 0
    with pytest.raises(BookMismatch, match="casino"):
        PostgresBook(url)
    done = link("tables", url, "--json")
    assert (done.exit_code, json.loads(done.stdout)["speakers"]) == (0, []), "he is not put out of his server"


def test_a_table_that_waited_for_its_server_plays_by_the_terms_that_it_tells(postgres: PrivateServer) -> None:
    url = postgres.url("comes later")
    with closing(PostgresBook(url, patient=True)) as book:
        with pytest.raises(BookUnreachable):
            _ = book.terms
        assert link("create", url, "--simulated").exit_code == 0
        assert book.terms.stake_cents == load_jackpot().stake_cents


@pytest.mark.parametrize("left", ["none", "one too few"])
def test_an_installation_without_its_migrations_makes_no_book(
    postgres: PrivateServer, left: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of the rules that guard the ledger are worse than none."""
    if left != "none":
        shutil.copytree(
            Path(schema.__file__).parents[2] / "deploy/postgresql", tmp_path / "deploy/postgresql"
        )
        (tmp_path / "deploy/postgresql/007_rights.sql").unlink()
    monkeypatch.setattr(schema, "__file__", str(tmp_path / "controller/book/postgres_schema.py"))
    monkeypatch.setattr("sys.prefix", str(tmp_path / "nowhere"))
    done = link("create", postgres.url(f"without {left}"), "--simulated")
    said = "no migrations in" if left == "none" else "has migrations [1, 2, 3, 4, 5, 6], wanted 1 to 7"
    assert (done.exit_code, said in done.stderr) == (2, True)


def test_an_address_that_is_none_is_refused() -> None:
    for wrong, said in (("postgresql://[::1/x", "cannot be read"), ("postgresql://", "names no database")):
        done = link("create", wrong)
        assert (done.exit_code, done.stdout) == (2, "")
        assert said in done.stderr, done.stderr
    assert link("check", "/var/lib/tapis/jackpot.book").exit_code == 2
    assert link("check", "postgresql://127.0.0.1:1/jackpot").exit_code == 2
