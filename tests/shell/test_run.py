"""`tapis run`: a real table as a process, on ptys; started, cut off, taken up, stopped."""

from __future__ import annotations

import json
import signal
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.boot.sessions import Session, SessionMismatch, open_session, table_facts
from controller.boot.starting import CannotStart, started_floor
from controller.clock import SystemClock
from controller.game import inputs as i
from controller.game.cards import DECK, FaceDown
from controller.game.session_terms import TableFacts
from controller.game.state import Phase
from controller.journal.chain import JournalBroken
from controller.journal.field_codec import parse_body
from controller.journal.heads import heads_path, read_heads
from controller.journal.reading import read_rows
from controller.journal.seal import create_master, load_master
from controller.journal.verify import verify
from controller.people.files import create_register
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.settings.table import load_table
from controller.table.frame_log import frames_path, read_frames
from controller.table.halted import TableHalted, found
from controller.table.table import Table
from tests.certificates import Authority
from tests.law.requirements import requirement
from tests.patience import PATIENCE_S
from tests.shell.live_table import DEALT, LiveTable, Machines, tapis, typed, write_settings

pytestmark = pytest.mark.slow

Live = Callable[..., LiveTable]


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    return write_settings(tmp_path)


@pytest.fixture
def machines(settings: Path) -> Iterator[Machines]:
    made = Machines(settings.parent / "lines")
    yield made
    made.close()


@pytest.fixture
def live() -> Iterator[Live]:
    """Starts live tables; none of them outlives the test."""
    started: list[LiveTable] = []

    def start(settings: Path, **environment: str) -> LiveTable:
        started.append(LiveTable(settings, **environment))
        return started[-1]

    yield start
    for table in started:
        if table.process.poll() is None:
            table.stop(signal.SIGKILL)


def opened(settings: Path, *, simulated: bool = False) -> Session:
    """A session of the settings' table, as `tapis run` opens one."""
    table = load_table(settings).table
    journals = table.data / "journals"
    journals.mkdir(parents=True, exist_ok=True)
    key = table.data / "seal.key"
    master = load_master(key) if key.exists() else create_master(key)

    def facts(session: int, first_round: int) -> TableFacts:
        profile, jackpot = load_profile(table.profile), load_jackpot()
        return table_facts(table.id, session, profile, jackpot, simulated=simulated, first_round=first_round)

    return open_session(journals, facts, table.id, SystemClock(), master, durable=True)


def deal(session: Session) -> None:
    """The table stands in the middle of a deal: two players, five cards out."""
    table = Table(session.state, session.journal, SystemClock(), show=lambda _: None, ask=lambda _: None)
    table.start()
    for given in (
        i.OpenTable(),
        i.BadgeObserved("Chef 1", i.Role.CHEF),
        i.ConfirmOpening(),
        i.BadgeGone(),
        i.SetStakes(2, 1000, 500),
        i.SetStakes(5, 2000, 0),
        i.CloseBets(),
        *(i.CardObserved(FaceDown(card)) for card in DECK[:DEALT]),
    ):
        assert table.take(given) is None
    assert table.state.phase is Phase.DEALING
    session.journal.close()


def felt(view: dict[str, Any]) -> dict[str, Any]:
    """What lies on the felt and where the round is."""
    seats = [
        {name: seat[name] for name in ("seat", "ante_cents", "stakes", "cards")} for seat in view["seats"]
    ]
    return {
        "phase": view["phase"],
        "round": view["round"]["number"],
        "seats": seats,
        "dealer": view["dealer"],
    }


def machine(view: dict[str, Any], name: str) -> str:
    return next(one["health"] for one in view["machines"] if one["machine"] == name)


def test_a_table_comes_up_serves_its_screens_and_stops_on_a_signal(
    settings: Path, machines: Machines
) -> None:
    table = LiveTable(settings)
    view = table.until(lambda view: machine(view, "shoe") == machine(view, "shuffler") == "up")
    assert (view["table"], view["simulated"], view["phase"]) == ("UTH-9", False, "closed")
    assert table.tap("OpenTable")["ok"]
    table.until(lambda view: view["phase"] == "opening")
    assert table.tap("ConfirmOpening")["refusal"]["code"] == "badge_chef"
    code, said = table.stop(signal.SIGTERM)
    assert (code, said.splitlines()[-1]) == (0, "UTH-9: stopped")
    assert not list((settings.parent / "run").iterdir())
    assert verify(settings.parent / "data" / "journals").ok


def test_the_commands_tell_the_record_of_the_machines_of_a_table_that_runs(
    settings: Path, machines: Machines
) -> None:
    table = LiveTable(settings)
    table.until(lambda view: machine(view, "shoe") == machine(view, "shuffler") == "up")
    shoe = typed("devices", "test", "shoe", "--settings", str(settings), "--json")
    shuffler = typed("devices", "test", "shuffler", "--settings", str(settings))
    machines.shoe.unplug()
    table.until(lambda view: machine(view, "shoe") != "up")
    gone = typed("devices", "test", "shoe", "--settings", str(settings))
    table.stop(signal.SIGTERM)
    told = json.loads(shoe.stdout)
    # A busy machine may answer late once: how often is the line's affair, that it is counted is ours.
    assert (shoe.returncode, told["health"], told["damaged"]) == (0, "up", 0)
    assert told["retries"] >= 0
    assert "welcome" in [word for _, word in told["words"]]
    assert (shuffler.returncode, shuffler.stdout.split()[:2]) == (0, ["shuffler", "en"])
    assert (gone.returncode, gone.stderr.split()[:5]) == (1, ["shoe", ":", "la", "table", "qui"])


def test_a_witness_pulls_heads_and_journal_of_a_live_table_and_no_screen_may(
    settings: Path, machines: Machines, live: Live, tmp_path: Path
) -> None:
    table = live(settings)
    store, run = tmp_path / "heads.txt", settings.parent / "run"
    key = typed("keys", "show", "--lang", "en", "--settings", str(settings)).stdout.split()[3]
    assert typed("witness", "trust", str(store), "UTH-9", key).returncode == 0
    pulled = typed("witness", "pull", str(store), "--from", str(run))
    assert (pulled.returncode, pulled.stdout[:27]) == (0, "prise     UTH-9, séance 1, écriture"[:27])
    room = tmp_path / "room.toml"
    room.write_text(f'[[table]]\nname = "UTH-9"\nsocket = "{run}/pit.sock"\n', encoding="utf-8")
    kept = tmp_path / "kept"
    again = typed("witness", "pull", str(store), "--journals", str(kept), "--room", str(room))
    assert (again.returncode, again.stderr) == (0, "")
    for screen in ("dealer", "pit", "jackpot"):
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(run / f"{screen}.sock"))
            line.sendall(b'{"sessions":1}\n')
            heard = b"".join(iter(lambda line=line: line.recv(65_536), b""))
        assert b'"dropped"' in heard
        assert b"tapis/1" not in heard
    for end, code in ((signal.SIGTERM, 0), (signal.SIGKILL, -9)):  # a head ends each session
        assert table.stop(end)[0] == code
        table = live(settings)
    again = typed("witness", "pull", str(store), "--journals", str(kept), "--room", str(room))
    assert (again.returncode, again.stderr) == (0, "")
    assert table.stop(signal.SIGTERM)[0] == 0
    journals = settings.parent / "data" / "journals"
    ends = {path: read_heads(heads_path(path))[-1].size for path in journals.glob("*.journal")}
    assert ends == {path: len(list(read_rows(path))) for path in ends}, "an entry that no head covers"
    assert typed("journal", "verify", str(journals), "--witness", str(store)).returncode == 0
    told = typed("journal", "verify", str(kept), "--witness", str(store), "--json")
    faults = [one["why"] for one in json.loads(told.stdout)["files"][:-1]]
    assert (len(faults), set(faults)) == (2, {None}), "what was over when it was pulled is kept and signed"


@requirement("RC-02")
def test_a_table_killed_in_a_deal_comes_back_in_the_same_deal(
    settings: Path, machines: Machines, live: Live
) -> None:
    deal(opened(settings))
    table = live(settings)
    assert table.view["resumed"]
    before = felt(table.view)
    assert before["phase"] == "dealing"
    assert [card for seat in before["seats"] for card in seat["cards"]].count("back") == 4
    assert table.tap("ConfirmFelt")["ok"]
    table.until(lambda view: machine(view, "shoe") == "up")
    while machines.shoe.act(lambda twin, now_ms: twin.draw(now_ms)) is None:
        table.hear()  # the shoe is being unlocked
    after = felt(table.until(lambda view: view["round"]["drawn"] == DEALT + 1))
    code, said = table.stop(signal.SIGKILL)
    assert code == -signal.SIGKILL
    assert "Traceback" not in said

    again = live(settings)
    assert again.view["resumed"]
    assert felt(again.view) == after
    assert again.view["round"]["drawn"] == DEALT + 1
    assert again.stop(signal.SIGINT)[0] == 0
    report = verify(settings.parent / "data" / "journals")
    assert report.ok
    assert len(report.files) == 1
    (journal,) = (settings.parent / "data" / "journals").glob("*.journal")
    said = [one for one in read_frames(frames_path(journal)) if one.machine is i.Machine.SHOE]
    numbers = [one.number for one in said if one.number]
    assert numbers == sorted(set(numbers)), "a number came twice in one session"
    dealt = [parse_body(row.body)["frame"] for row in read_rows(journal) if row.kind == "CardDealt"]
    again_at = max(at for at, one in enumerate(said) if one.word == "started")
    assert all(one.number > dealt[-1] for one in said[again_at:] if one.number)


def test_a_round_put_back_without_its_key_is_held_and_says_where_a_copy_goes(
    settings: Path, live: Live
) -> None:
    """machine.md 4: what was put back without its keys, in mid-round, says which key and where it goes."""
    deal(opened(settings))
    (settings.parent / "data" / "seal.key").unlink()
    table = live(settings)
    assert table.view["held"]["cause"] == "master_lost"
    code, said = table.stop(signal.SIGTERM)
    assert code == 0
    assert "UTH-9-000001.journal: not closed" in said
    assert "put it back as seal.key." in said


@pytest.mark.long
def test_a_second_table_on_the_same_journal_is_refused_in_one_line(
    settings: Path, machines: Machines
) -> None:
    table = LiveTable(settings)
    done = tapis("run", "--settings", str(settings))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "another process serves at" in done.stderr
    assert table.stop(signal.SIGTERM)[0] == 0


def test_the_service_manager_hears_from_a_table_where_nothing_happens(
    settings: Path, tmp_path: Path, live: Live
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(5)  # what the unit allows
        table = live(settings, NOTIFY_SOCKET=str(tmp_path / "notify"), WATCHDOG_USEC="1000000")
        assert manager.recv(64) == b"READY=1"
        assert [manager.recv(64) for _ in range(3)] == [b"WATCHDOG=1"] * 3
        assert table.stop(signal.SIGTERM)[0] == 0


@pytest.mark.parametrize("role", ["dealer", "jackpot", "witness"])
def test_a_table_that_cannot_serve_leaves_no_session_and_no_key(settings: Path, role: str) -> None:
    """However often its supervisor starts it again."""
    run = settings.parent / "run"
    run.mkdir()
    (run / f"{role}.sock").write_text("mine")
    for _ in range(2):
        with pytest.raises(CannotStart, match="is no socket"):
            started_floor(load_table(settings))
    assert [one.name for one in run.iterdir()] == [f"{role}.sock"]
    assert sorted(one.name for one in (settings.parent / "data").rglob("*")) == ["journals"]


def test_a_table_whose_port_is_taken_leaves_no_session(settings: Path, tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    files = authority.table("UTH-9")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        text = f'[remote]\nlisten = "127.0.0.1:{taken.getsockname()[1]}"\nca = "{authority.ca}"\n'
        text += f'certificate = "{files.certificate}"\nkey = "{files.key}"\n'
        settings.write_text(settings.read_text(encoding="utf-8") + text, encoding="utf-8")
        with pytest.raises(CannotStart, match="Address already in use"):
            started_floor(load_table(settings))
    assert not list((settings.parent / "data" / "journals").iterdir())
    assert not list((settings.parent / "run").iterdir())


def test_a_checked_configuration_leaves_nothing_behind(settings: Path) -> None:
    before = sorted(settings.parent.rglob("*"))
    done = tapis("run", "--settings", str(settings), "--check")
    assert (done.returncode, done.stdout) == (0, "UTH-9: the configuration is valid (fr-55-20-2021)\n")
    assert sorted(settings.parent.rglob("*")) == before


def test_a_configuration_whose_register_is_missing_is_not_valid(settings: Path) -> None:
    """It was called valid, where the doctor and the table itself refuse."""
    text = settings.read_text(encoding="utf-8").partition("[badges")[0]
    register, pepper = settings.parent / "people.db", settings.parent / "people.pepper"
    settings.write_text(f'{text}[people]\nregister = "{register}"\npepper = "{pepper}"\n', encoding="utf-8")
    before = sorted(settings.parent.rglob("*"))
    for words, said in (((), f"key {pepper}: "), (("--lang", "fr"), f"le poivre des PIN {pepper} manque")):
        done = typed("run", "--check", "--settings", str(settings), *words)
        assert (done.returncode, said in done.stderr, done.stderr.count("\n")) == (2, True, 1), done.stderr
    assert sorted(settings.parent.rglob("*")) == before
    create_register(register, pepper).close()
    done = typed("run", "--check", "--settings", str(settings), "--lang", "fr")
    said = "UTH-9\u00a0: la configuration est valide (fr-55-20-2021)\n"
    assert (done.returncode, done.stdout) == (0, said), done.stderr


@pytest.mark.parametrize("flags", [(), ("--check",)])
@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('profile = "fr-55-20-2021"', 'profile = "fr-1999"', "fr-1999"),
        ('jackpot = "jackpot.toml"', 'jackpot = "nowhere.toml"', "nowhere.toml"),
        ('driver = "open"\nurl = "{folder}/lines/shoe"', 'driver = "closed"\nurl = "x"', "shoe.driver"),
        ("[shoe]", "[shoo]", "shoo"),
        ('id = "UTH-9"', 'id = "../x"', "table.id"),
    ],
)
def test_a_wrong_setting_is_named_in_one_line(
    settings: Path, flags: tuple[str, ...], old: str, new: str, named: str
) -> None:
    text = settings.read_text(encoding="utf-8")
    old = old.format(folder=settings.parent)
    assert old in text
    settings.write_text(text.replace(old, new), encoding="utf-8")
    done = typed("run", "--settings", str(settings), *flags)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert named in done.stderr
    assert not (settings.parent / "data").exists()


def test_a_key_that_others_may_read_is_refused(settings: Path) -> None:
    data = settings.parent / "data"
    data.mkdir()
    create_master(data / "seal.key")
    (data / "seal.key").chmod(0o644)
    with pytest.raises(CannotStart, match="lets other accounts at it; close it to them: chmod 600 "):
        started_floor(load_table(settings))


@requirement("SE-14")
def test_a_real_table_refuses_to_go_on_with_a_simulated_journal(settings: Path) -> None:
    deal(opened(settings, simulated=True))
    done = tapis("run", "--settings", str(settings))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "UTH-9: the journal of session 1 is of a simulation" in done.stderr


def test_a_simulated_table_refuses_to_go_on_with_a_real_journal(settings: Path) -> None:
    deal(opened(settings))
    with pytest.raises(SessionMismatch, match="the journal of session 1 is of a real session"):
        opened(settings, simulated=True)


def test_a_table_whose_journal_cannot_be_written_ends_with_70_and_says_so(
    settings: Path, machines: Machines, live: Live
) -> None:
    """Somebody holds the file: the table stops at the first thing it cannot write."""
    table = live(settings)
    table.until(lambda view: machine(view, "shoe") == machine(view, "shuffler") == "up")
    journal = next((settings.parent / "data" / "journals").glob("*.journal"))
    with closing(sqlite3.connect(journal, isolation_level=None)) as intruder:
        intruder.execute("BEGIN IMMEDIATE")
        machines.shoe.unplug()
        assert table.process.wait(timeout=PATIENCE_S) == 70
    code, said = table.stop(signal.SIGTERM)
    assert code == 70
    last = said.splitlines()[-1]
    assert last == "UTH-9: stopped by itself: the journal cannot be written: held by another program"


def halted(error: Exception) -> TableHalted:
    try:
        try:
            raise error
        except Exception as why:
            raise TableHalted(f"{type(why).__name__}: {why}") from why
    except TableHalted as halt:
        return halt


def test_what_our_own_sentences_say_is_told() -> None:
    assert found(halted(AssertionError("after CardDealt: I3: a card lies at two places"))) == (
        "after CardDealt: I3: a card lies at two places"
    )
    assert found(halted(JournalBroken("the journal cannot be written: disk full"))).endswith("disk full")


@pytest.mark.parametrize("error", [KeyError(DECK[12]), ValueError("no place for As"), AssertionError()])
def test_of_an_error_that_may_quote_a_card_only_kind_and_place_are_told(error: Exception) -> None:
    said = found(halted(error))
    assert said.startswith(f"{type(error).__name__} in test_run, line ")
    assert DECK[12].text not in said
    assert " As" not in said
