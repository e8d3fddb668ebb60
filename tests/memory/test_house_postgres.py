"""The house's store in PostgreSQL: the same to the byte as in a file, one house at a time, whatever fails."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final

import psycopg
import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.cli.store_address import plain_address
from controller.house import store_postgres
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.at_address import open_store
from controller.house.feed import Feed
from controller.house.plots import GROUPS
from controller.house.rounds import FLAGS
from controller.house.scope import PERIODS, BadQuestion
from controller.house.store import FACTS, StoreLost, Unstorable, facts_of, insert
from tests.link.test_tls import Authority
from tests.memory.nights import cut, play, rows_of
from tests.memory.serving import serving
from tests.private_postgres import PrivateServer

ROOM: Final = Path(__file__).resolve().parents[2] / "deploy" / "ROOM.md"


@pytest.fixture
def address(postgres: PrivateServer) -> Iterator[str]:
    name = postgres.database()
    yield postgres.url(name)
    postgres.drop(name)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits here for a house that is not going to leave."""
    monkeypatch.setattr(store_postgres, "TAKEN_S", 0.5)


def questions(answers: Answers) -> Iterator[dict[str, Any]]:
    """Every question with every word that changes what is asked of the store."""
    for period, table in product(PERIODS, ("", "UTH-2")):
        scope = {"period": period, "table": table}
        yield from ({"ask": "figures", "by": by, **scope} for by in GROUPS)
        yield from ({"ask": ask, **scope} for ask in ("house", "plots", "room", "rounds", "ledger"))
        yield from ({"ask": "export", "what": what, "form": "csv", **scope} for what in ("rounds", "ledger"))
        yield {"ask": "plots", "from_ms": 1, "offset_min": -330, **scope}
    for more in (
        *({"flag": flag} for flag in FLAGS),
        *({"class": hand, "seat": seat} for hand in ("pair", "straight") for seat in (0, 3)),
        {"seat": 2, "jp1": True},
        {"incident": True, "amount_cents": 5_000},
        {"limit": 7, "before_ms": 2**40},
    ):
        yield {"ask": "rounds", "period": "all", **more}
    for show in ("awards", "corrections"):
        yield {"ask": "ledger", "show": show}
    for period in ("all", "30d"):
        yield {"ask": "inspect", "period": period}
    for ask in ("notices", "integrity"):
        yield {"ask": ask}
    for table, machine in product(("UTH-1", "UTH-2"), ("shoe", "chips", "badge")):
        yield {"ask": "machine", "table": table, "machine": machine}
    for row in answers.rounds({"limit": 200, "period": "all"})["rounds"]:
        yield {"ask": "replay", "table": row["table"], "round": row["round"]}


def told(answers: Answers, question: dict[str, Any]) -> str:
    """The answer, but for what no two askings have in common: how long it took, and that it was asked."""
    try:
        answer = answers.answer(question)
        return json.dumps({name: one for name, one in answer.items() if name not in ("took_ms", "reading")})
    except BadQuestion as refused:
        return str(refused)


@pytest.mark.long
def test_every_answer_is_the_same_to_the_byte_from_a_file_and_from_a_database(
    night: Path, tmp_path: Path, address: str
) -> None:
    with (
        closing(House([night], tmp_path / "house.db")) as file,
        closing(House([night], address)) as database,
    ):
        for house in (file, database):
            while house.update(977):
                pass
        assert facts_of(file.db) == facts_of(database.db)
        one, other = Answers(file), Answers(database)
        asked = list(questions(one))
        assert len(asked) > 100
        for question in asked:
            assert told(one, question) == told(other, question), question
        registers = {"ask": "registers", "register": "", "period": "all"}
        for answers in (one, other):
            answers.answer(registers)
            while answers.step():
                pass
        assert told(one, registers) == told(other, registers)
        assert [*Feed(file, {}).lines()] == [*Feed(database, {}).lines()] != []


def test_a_second_house_is_refused_and_told_why(night: Path, address: str) -> None:
    with closing(House([night], address)) as house:
        house.read_all()
        words = ["house", "figures", str(night), "--store", address, "--lang", "en"]
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 2
        assert done.stderr.endswith(": another house keeps it; mend it, or name another with --store\n")
    done = CliRunner().invoke(main, ["house", "figures", str(night), "--store", address])
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("kills", [4, 60])
@pytest.mark.long
def test_a_house_killed_at_any_moment_has_each_entry_once(
    night: Path, tmp_path: Path, address: str, kills: int
) -> None:
    """Its last word may have been done or not; the next house goes on from what the database says."""
    program = (
        "import sys; from pathlib import Path; from controller.house.archive import House\n"
        "house = House([Path(sys.argv[1])], sys.argv[2]); print('begun', flush=True)\n"
        "while house.update(7): pass\n"
        "print('done', flush=True)"
    )
    dice = Random(kills)
    for _ in range(kills):
        with subprocess.Popen(
            [sys.executable, "-c", program, str(night), address], stdout=subprocess.PIPE, text=True
        ) as killed:
            assert killed.stdout is not None
            assert killed.stdout.readline() == "begun\n"
            time.sleep(dice.random() * 0.3)
            killed.kill()
    with closing(_patient(night, address)) as house, closing(House([night], ":memory:")) as once:
        house.read_all()
        once.read_all()
        assert facts_of(house.db) == facts_of(once.db)


def _patient(night: Path, address: str) -> House:
    """The house, as soon as the server has noticed that the one before is gone."""
    until_s = time.monotonic() + 20
    while True:
        try:
            return House([night], address)
        except StoreLost:
            if time.monotonic() > until_s:
                raise
            time.sleep(0.1)


def test_two_houses_on_one_file_count_each_entry_once(night: Path, tmp_path: Path) -> None:
    """Nothing keeps two programs from one file of SQLite: who comes second finds that somebody read on."""
    path, dice = tmp_path / "house.db", Random(5)
    with closing(House([night], path)) as one, closing(House([night], path)) as other:
        while sum(house.update(dice.randrange(1, 90)) for house in (one, other, other)):
            if dice.random() < 0.05:
                dice.choice((one, other)).rebuild()
        with closing(House([night], ":memory:")) as once:
            once.read_all()
            assert facts_of(one.db) == facts_of(once.db)


def test_a_journal_that_no_store_can_keep_is_named_and_the_others_are_read(
    night: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = House._keep

    def too_much(self: House, source: int, kept: Any) -> None:
        keep(self, source, kept)
        if source == 1:
            insert(self.db, "slot", [dict.fromkeys(FACTS["slot"].columns(), 2**63)])

    monkeypatch.setattr(House, "_keep", too_much)
    for store in (":memory:", address):
        with closing(House([night], store)) as house:
            house.read_all()
            (bad,) = house.db.query("SELECT table_name, why FROM source WHERE bad_seq > 0")
            assert bad == {"table_name": "UTH-1", "why": "a value that the store cannot hold"}
            assert {row["table"] for row in Answers(house).rounds({})["rounds"]} == {"UTH-2"}
            with pytest.raises(Unstorable):
                insert(house.db, "slot", [dict.fromkeys(FACTS["slot"].columns(), 2**63)])


# --- a server that is lost -----------------------------------------------------------------------


@pytest.fixture
def server() -> Iterator[PrivateServer]:
    """One of its own, to be stopped."""
    made = PrivateServer()
    yield made
    made.remove()


def ask(run_dir: Path, **question: Any) -> dict[str, Any]:
    with closing(socket.socket(socket.AF_UNIX)) as sock, sock.makefile("rb") as lines:
        sock.settimeout(20)
        sock.connect(str(run_dir / "house.sock"))
        sock.sendall(json.dumps({"id": "1", **question}).encode() + b"\n")
        for line in lines:
            answer: dict[str, Any] = json.loads(line)
            if "told" in answer:
                return answer
    raise AssertionError("hung up")


@pytest.mark.long
def test_a_lost_server_is_told_of_once_and_the_house_goes_on_when_it_is_back(
    night: Path, tmp_path: Path, server: PrivateServer
) -> None:
    live, run_dir = tmp_path / "live", tmp_path / "run"
    live.mkdir()
    run_dir.mkdir()
    paths = sorted(night.glob("*.journal"))
    sizes = {path: sum(1 for _ in rows_of(path)) for path in paths}
    for path in paths:
        cut(path, live / path.name, sizes[path] // 3)
    address, said = server.url(server.database()), list[str]()
    with serving(live, run_dir, address, say=said.append):
        sock = socket.socket(socket.AF_UNIX)
        sock.settimeout(30)
        sock.connect(str(run_dir / "feed.sock"))
        sock.sendall(b'{"feed": 1, "after": {}}\n')
        heard: list[tuple[str, int]] = []
        with closing(sock), sock.makefile("rb") as lines:
            _hear(lines, heard, sum(size // 3 for size in sizes.values()))
            server.stop()
            for path in paths:
                cut(path, live / "draft", 2 * sizes[path] // 3)
                os.replace(live / "draft", live / path.name)
            until_s = time.monotonic() + 20
            while "refused" not in (answer := ask(run_dir, ask="figures")) and time.monotonic() < until_s:
                time.sleep(0.1)
            assert answer["refused"].startswith("the house's store: ")
            server.start()
            for path in paths:
                cut(path, live / "draft", sizes[path])
                os.replace(live / "draft", live / path.name)
            _hear(lines, heard, sum(sizes.values()))
        assert sorted(heard) == sorted(
            (path.name[:5], seq) for path in paths for seq in range(1, sizes[path] + 1)
        )
        assert sum(row["rounds"] for row in ask(run_dir, ask="figures")["figures"]["rows"]) == 30
    assert [one for one in said if one.startswith("the store: ")]
    assert said[-1] == "the store answers again"
    assert len(said) == len(set(said)), "each is said once"
    with closing(_patient(live, address)) as house, closing(House([live], ":memory:")) as once:
        once.read_all()
        assert facts_of(house.db) == facts_of(once.db)


def _hear(lines: Any, heard: list[tuple[str, int]], wanted: int) -> None:
    while len(heard) < wanted:
        told = json.loads(lines.readline())
        if "kind" in told:
            heard.append((told["table"], told["entry"]))


def test_a_server_that_ends_the_session_at_any_statement_loses_nothing(
    night: Path, postgres: PrivateServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was under way is done or not: the house looks at what the database says."""
    monkeypatch.setattr(store_postgres, "AGAIN_S", 0.0)
    address, dice, cuts = postgres.url(postgres.database()), Random(2), 0
    with closing(House([night], address)) as house, postgres.connect() as keeper:
        name = psycopg.conninfo.conninfo_to_dict(address)["dbname"]
        keep, take = House._keep, House._take_turn

        def hang_up(rarely: float) -> None:
            nonlocal cuts
            if dice.random() < rarely:
                cuts += 1
                keeper.execute(
                    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s", (name,)
                )

        def cut_before(self: House, *told: Any) -> None:
            hang_up(0.1)
            take(self, *told)

        def cut_after(self: House, *told: Any) -> None:
            keep(self, *told)
            hang_up(0.1)

        monkeypatch.setattr(House, "_take_turn", cut_before)
        monkeypatch.setattr(House, "_keep", cut_after)
        read = 1
        while read:
            with suppress(StoreLost):
                read = house.update(41)
                hang_up(0.05)
        assert cuts > 5
        with closing(House([night], ":memory:")) as once:
            monkeypatch.undo()
            once.read_all()
            assert facts_of(house.db) == facts_of(once.db)


# --- who may -------------------------------------------------------------------------------------


def roles_of_page() -> list[str]:
    """The statements of the page for the keeper of the server."""
    page = ROOM.read_text(encoding="utf-8")
    _, _, after = page.partition("```sql\n")
    return [one.strip() for one in after.partition("```")[0].split(";") if one.strip()]


@pytest.mark.long
def test_the_roles_of_the_page_are_enough_and_no_more(night: Path, server: PrivateServer) -> None:
    for one in roles_of_page():
        made = one.startswith(("CREATE ROLE", "CREATE DATABASE"))
        with server.connect("postgres" if made else "house") as keeper:
            keeper.execute(one.encode())
    with closing(House([night], server.url("house", "house"))) as house:
        house.read_all()
        house.rebuild()
        house.read_all()
    with server.connect("house", "house_reader") as reader:
        (rounds,) = reader.execute("SELECT count(*) FROM tapis_house.round").fetchall()
        assert rounds == (30,)
        for wrong in (
            "UPDATE tapis_house.slot SET rounds = 0",
            "CREATE TABLE tapis_house.mine (x int)",
            "CREATE TABLE public.mine (x int)",
            "CREATE TEMP TABLE mine (x int)",
            "SELECT pg_try_advisory_lock(552019)",
            "SELECT pg_advisory_xact_lock_shared(552019)",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                reader.execute(wrong.encode())
    with server.connect("house", "house") as house_role:
        for wrong in ("CREATE ROLE mine", "CREATE DATABASE mine", "CREATE SCHEMA mine", "SET ROLE casino"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                house_role.execute(wrong.encode())
    done = CliRunner().invoke(
        main, ["house", "figures", str(night), "--store", server.url("house", "house_reader")]
    )
    assert done.exit_code == 2
    assert "Erreur\u00a0: postgresql://house_reader@" in done.stderr
    assert "permission denied" in done.stderr


def test_a_database_that_is_none_of_the_house_s_is_refused_in_a_sentence(
    postgres: PrivateServer, address: str
) -> None:
    with psycopg.connect(address, autocommit=True) as theirs:
        theirs.execute("CREATE SCHEMA tapis_house")
        theirs.execute("CREATE TABLE tapis_house.things (x int)")
    latin = "latin1_house"
    with postgres.connect() as keeper:
        keeper.execute(f"CREATE DATABASE {latin} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'".encode())
    for wrong, why in (
        (address, "the schema tapis_house has tables of something else"),
        (postgres.url(latin), "the database is not in UTF8"),
        (postgres.url("nowhere"), "the server knows no such role or database"),
        ("postgresql://casino@127.0.0.1:1/house", "no server listens there"),
        ("postgresql://casino@/house?no=option", "the address cannot be read"),
    ):
        with pytest.raises(StoreLost) as refused:
            open_store(wrong)
        assert str(refused.value).endswith(why)
    postgres.drop(latin)
    with psycopg.connect(address) as theirs:
        assert theirs.execute("SELECT count(*) FROM tapis_house.things").fetchone() == (0,)


def test_no_password_of_an_address_is_ever_shown(night: Path) -> None:
    address = "postgresql://house:very%2Fsecret@127.0.0.1:1/house?sslpassword=secret2&connect_timeout=1"
    done = CliRunner().invoke(main, ["house", "figures", str(night), "--store", address])
    assert done.exit_code == 2
    assert "postgresql://house@127.0.0.1:1/house" in done.stderr
    assert "secret" not in done.output
    for other in ("postgresql://a@b/c", "house.db"):
        assert plain_address(other) == other
    assert plain_address("postgresql:///house?password=hidden&user=x") == "postgresql:///house"
    wrong = CliRunner().invoke(main, ["house", "figures", str(night), "--store", "mysql://a:hidden@b/c"])
    assert wrong.exit_code == 2
    assert "mysql://a@b/c\u00a0: il faut un fichier ou postgresql://..." in wrong.stderr


def test_over_tls_the_house_comes_in_by_its_certificate_alone(
    night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, other = Authority("authority"), Authority("another authority")
    (tmp_path / "link").mkdir()
    house.write(tmp_path / "link" / "root.crt")
    house.issue("house", tmp_path / "link", "house")
    other.write(tmp_path / "other.pem")
    other.issue("house", tmp_path, "foreign")

    def prepare(data: Path) -> None:
        house.write(data / "root.crt")
        house.issue("db.casino.lan", data, "server")
        (data / "pg_hba.conf").write_text("local all all trust\nhostssl all house 127.0.0.1/32 cert\n")

    server = PrivateServer({"ssl": "on", "ssl_ca_file": "root.crt"}, prepare)
    try:
        name = server.database()
        with server.connect(name) as keeper:
            keeper.execute("CREATE ROLE house LOGIN")
            keeper.execute("CREATE SCHEMA tapis_house AUTHORIZATION house")
        monkeypatch.setenv("TAPIS_CONFIG", str(tmp_path))
        plain = f"postgresql://house@127.0.0.1:{server.port}/{name}"
        done = CliRunner().invoke(main, ["house", "figures", str(night), "--store", plain])
        assert done.exit_code == 0, done.output
        files = f"sslmode=verify-full&sslrootcert={tmp_path}/link/root.crt"
        for more, why in (
            ("sslmode=disable", "n’accepte personne sans TLS"),
            (
                f"{files}&sslcert={tmp_path}/foreign.crt&sslkey={tmp_path}/foreign.key",
                "ne s’accordent pas sur TLS",
            ),
            (f"sslmode=verify-full&sslrootcert={tmp_path}/other.pem", "est d’une autre maison"),
        ):
            done = CliRunner().invoke(main, ["house", "figures", str(night), "--store", f"{plain}?{more}"])
            assert done.exit_code == 2, more
            assert why in done.stderr
    finally:
        server.remove()


def test_the_command_line_serves_from_a_database_and_ends_when_told(
    night: Path, tmp_path: Path, address: str
) -> None:
    command = [sys.executable, "-m", "controller.cli", "house", "serve", str(night), "--store", address]
    process = subprocess.Popen([*command, "--run", str(tmp_path)])
    try:
        until_s = time.monotonic() + 30
        while not (tmp_path / "house.sock").exists() and time.monotonic() < until_s:
            time.sleep(0.1)
        assert ask(tmp_path, ask="house")["house"]["signs"] is False
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0


@pytest.mark.long
def test_a_longer_hard_night_is_the_same_in_both(tmp_path: Path, address: str) -> None:
    night = play(tmp_path / "night", rounds=200, tables=3, faults="hard", seed=77)
    with closing(House([night], ":memory:")) as file, closing(House([night], address)) as database:
        file.read_all()
        database.read_all()
        assert facts_of(file.db) == facts_of(database.db)
        one, other = Answers(file), Answers(database)
        for question in questions(one):
            assert told(one, question) == told(other, question), question
