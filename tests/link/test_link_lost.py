"""A link that is lost and found again: JP1 closes and opens, nothing is queued, nothing is booked twice."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import pytest
from psycopg import sql

from controller.book.answers import Contributed, Meter
from controller.book.at_url import open_book
from controller.book.bookkeeper import Bookkeeper
from controller.book.journals import read_acts
from controller.book.port import ActKind, BookUnreachable
from controller.book.postgres import PROBE_MS, PostgresBook
from controller.book.postgres_line import WAIT_S
from controller.book.verify import compare
from controller.book.worker import LOST_MS, POLL_MS, WATCH_MS, Worker
from controller.boot.simulated import simulated_night
from controller.clock import SystemClock
from controller.game import inputs as i
from controller.game import requests as r
from controller.journal.reading import read_rows
from tests.law.requirements import requirement
from tests.link_proxy import Proxy
from tests.long import long
from tests.patience import PATIENCE_S
from tests.private_postgres import PooledBook, PrivateServer, pooled_book
from tests.shell.book.jackpot_books import EXAMPLE, JOURNAL, STAKE, key, stake

pytestmark = pytest.mark.slow

TABLE = "T1"


@dataclass
class Linked:
    """A worker of table T1 behind a proxy, and the book seen from the server's side."""

    server: PrivateServer
    behind: PooledBook = field(init=False)
    proxy: Proxy = field(init=False)
    book: PostgresBook = field(init=False)
    worker: Worker = field(init=False)
    heard: queue.Queue[Any] = field(default_factory=queue.Queue)

    def __post_init__(self) -> None:
        self.behind = pooled_book(self.server, EXAMPLE)
        self.proxy = Proxy(self.server.port)
        self.book = PostgresBook(self.server.url(self.behind.database, port=self.proxy.port))
        self.book._line.wait_s = 1.0
        self.worker = Worker(Bookkeeper(self.book, TABLE, JOURNAL), SystemClock(), self.heard.put)
        self.worker.start()
        self.worker.ask(r.ReadMeter())

    def until(self, kind: type[Any] | tuple[type[Any], ...], **facts: object) -> Any:
        """The next observation of this kind with these facts; others before it are let go."""
        while True:
            one = self.heard.get(timeout=PATIENCE_S)
            if isinstance(one, kind) and all(getattr(one, name) == value for name, value in facts.items()):
                return one

    def close(self) -> None:
        self.worker.stop()
        self.book.close()
        self.proxy.__exit__()
        self.behind.close()


@pytest.fixture
def linked(postgres: PrivateServer) -> Iterator[Linked]:
    linked = Linked(postgres)
    yield linked
    linked.close()


@requirement("LK-03")
def test_jp1_is_closed_in_less_than_four_seconds_by_design() -> None:
    """A probe, then one that is waited for; and the watch, should the worker itself be held up."""
    assert PROBE_MS <= POLL_MS
    assert PROBE_MS + WAIT_S * 1000 < 4_000
    assert LOST_MS + 2 * WATCH_MS < 4_000


def test_what_other_tables_add_is_heard(linked: Linked) -> None:
    linked.until(i.MeterObserved, meter_cents=1_000_000)
    stake(linked.behind, "T2", 1, 1, 2, 3, 4)
    assert linked.until(i.MeterObserved).meter_cents == 1_000_500


def test_without_a_hint_the_poll_of_each_second_hears_it(
    linked: Linked, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked.until(i.MeterObserved, meter_cents=1_000_000)
    with linked.server.connect(linked.behind.database) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tapis listens'"
        )
    stake(linked.behind, "T2", 1, 1, 2, 3, 4)
    assert linked.until(i.MeterObserved).meter_cents == 1_000_500


@requirement("LK-04")
@pytest.mark.parametrize("how", ["cut", "silent"])
def test_a_lost_link_is_told_and_the_state_read_again_when_it_is_back(linked: Linked, how: str) -> None:
    linked.until(i.MeterObserved)
    if how == "cut":
        linked.proxy.refusing = True
        linked.proxy.cut()
    else:
        linked.proxy.silent = True
    linked.until(i.BookUnreachable)
    linked.worker.ask(r.ReadMeter())  # as the table does while JP1 is closed
    stake(linked.behind, "T2", 1, 7)
    linked.proxy.refusing = linked.proxy.silent = False
    assert linked.until(i.MeterObserved).meter_cents == 1_000_125


def test_an_uncertain_press_comes_to_exactly_one_answer(linked: Linked) -> None:
    linked.until(i.MeterObserved)
    lost, either = 0, (i.BookUnreachable, i.ContributionObserved)
    for number in range(1, 21):  # the poll of the meter may take the cut on itself
        linked.proxy.refusals_left = 3
        linked.proxy.answers_left = 2  # committed, and not acknowledged
        linked.worker.ask(r.Contribute(number, 1, (1, 2), STAKE))
        added = linked.until(either)
        while isinstance(added, i.BookUnreachable):
            lost += added.act == "Contribute"
            added = linked.until(either)
        assert (added.round, added.meter_cents) == (number, 1_000_000 + 250 * number)
        assert linked.behind.read(check=True).stakes_count == 2 * number
        linked.proxy.refusals_left, linked.proxy.answers_left = 0, None
        if lost >= 2:
            return
    raise AssertionError("the answer to a contribution was never lost")


def test_an_uncertain_press_that_the_book_refuses_gives_the_chips_back(linked: Linked) -> None:
    linked.until(i.MeterObserved)
    lost, either = False, (i.BookUnreachable, i.BookRefused)
    for number in range(1, 21):  # the line of the hints may take the cut on itself
        linked.proxy.refusals_left = 2
        linked.proxy.requests_left = 0  # it never reached the book
        linked.worker.ask(r.Contribute(number, 1, (1, 1), STAKE))
        answer = linked.until(either)
        while isinstance(answer, i.BookUnreachable):
            lost |= answer.act == "Contribute"
            answer = linked.until(either)
        assert answer == i.BookRefused("Contribute", "bad_seats", None, number, 1)
        assert linked.behind.read(check=True).stakes_count == 0
        linked.proxy.refusals_left, linked.proxy.requests_left = 0, None
        if lost:
            return
    raise AssertionError("the request of a contribution was never lost")


@requirement("LK-04", "RC-04")
def test_a_copy_that_lacks_an_acknowledged_entry_keeps_jp1_closed(linked: Linked) -> None:
    """A failover to a standby that lagged: what the table was told is not in that book (F-14)."""
    linked.until(i.MeterObserved)
    name = linked.behind.database
    copy = linked.server.database()  # only its name is wanted
    with linked.server.connect() as connection:
        connection.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(copy)))
        linked.proxy.refusing = True
        linked.proxy.cut()
        linked.behind._line.drop()
        connection.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(copy), sql.Identifier(name))
        )
        linked.proxy.refusing = False
        linked.worker.ask(r.ReadMeter())
        linked.until(i.MeterObserved)
        linked.worker.ask(r.Contribute(1, 1, (3,), STAKE))
        linked.until(i.ContributionObserved)
        linked.proxy.refusing = True
        linked.proxy.cut()
        linked.until(i.BookUnreachable)
        for old, new in ((name, f"{name}_lost"), (copy, name)):
            connection.execute(
                sql.SQL("ALTER DATABASE {} RENAME TO {}").format(sql.Identifier(old), sql.Identifier(new))
            )
        linked.proxy.refusing = False
    refused = linked.until(i.BookRefused)
    assert isinstance(refused, i.BookRefused)
    assert (refused.act, refused.code) == ("start", "book_differs")
    assert refused.difference is not None
    assert refused.difference.found_seq < refused.difference.told_seq


# --- a book that can be read and takes no stake ---------------------------------------------------


@contextmanager
def standby_gone(server: PrivateServer, database: str) -> Iterator[None]:
    """The synchronous standby is dead, or a promoted server waits for one that never was."""

    def wanted(names: str) -> None:
        with server.connect() as connection:
            connection.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'".encode())
            connection.execute("SELECT pg_reload_conf()")
            while connection.execute("SHOW synchronous_standby_names").fetchone() != (names,):
                connection.execute("SELECT pg_sleep(0.01)")

    wanted("gone")
    try:
        yield
    finally:
        wanted("")


@contextmanager
def locked(server: PrivateServer, database: str, statement: str) -> Iterator[None]:
    """Somebody keeps a lock, a dump or an index that is being made perhaps."""
    with server.connect(database) as connection, connection.transaction():
        connection.execute(statement.encode())
        yield


@contextmanager
def read_only(server: PrivateServer, database: str) -> Iterator[None]:
    """The address leads to a server that cannot be written, as a standby is."""

    def told(value: str) -> None:
        with server.connect() as connection:
            name = sql.Identifier(database)
            connection.execute(
                sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = {}").format(
                    name, sql.SQL(value)
                )
            )
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (database,)
            )

    told("on")
    try:
        yield
    finally:
        told("off")


READABLE: dict[str, Callable[[PrivateServer, str], AbstractContextManager[None]]] = {
    "standby gone": standby_gone,
    "entries locked": partial(locked, statement="LOCK TABLE tapis.entries IN SHARE MODE"),
    "standing locked": partial(locked, statement="SELECT FROM tapis.standing FOR UPDATE"),
    "turn taken": partial(locked, statement="LOCK TABLE tapis.turn IN EXCLUSIVE MODE"),
    "read only": read_only,
}
WHOLLY = ("standby gone", "turn taken")


@requirement("LK-03")
@pytest.mark.parametrize("cause", [*WHOLLY, *(long(cause) for cause in READABLE if cause not in WHOLLY)])
def test_jp1_opens_only_after_an_act_went_the_whole_way(linked: Linked, cause: str) -> None:
    """The book can be read all the time: JP1 closes all the same, and no reading opens it again."""
    linked.book._line.wait_s = 0.5
    linked.until(i.MeterObserved)
    with READABLE[cause](linked.server, linked.behind.database):
        linked.until(i.BookUnreachable)
        linked.worker.ask(r.ReadMeter())  # as the table does while JP1 is closed
        with closing(PostgresBook(linked.server.url(linked.behind.database))) as reader:
            assert reader.meter().meter_cents == 1_000_000
        told = [linked.heard.get(timeout=PATIENCE_S) for _ in range(2)]
        assert [type(one) for one in told] == [i.BookUnreachable] * 2
    assert linked.until(i.MeterObserved).meter_cents == 1_000_000


def test_an_answer_that_no_standby_has_is_not_given_when_it_is_asked_for_again(linked: Linked) -> None:
    """The act was committed at one server alone and nobody heard of it; whoever asks again waits as well."""
    linked.worker.stop()
    press = key(TABLE, 1, "contribute")
    with standby_gone(linked.server, ""):
        with pytest.raises(BookUnreachable):
            linked.book.contribute(press, (1,), STAKE, 1)
        with linked.server.connect() as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid, 9000) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            )
        assert [act.key for act in linked.behind.acts()] == [press]
        with pytest.raises(BookUnreachable):
            linked.book.contribute(press, (1,), STAKE, 2)
    assert isinstance(linked.book.contribute(press, (1,), STAKE, 3), Contributed)
    assert linked.behind.read(check=True).stakes_count == 1


def test_an_act_whose_wait_for_the_standby_was_cancelled_is_not_acknowledged(linked: Linked) -> None:
    """`pg_cancel_backend`, or a timeout of the role: the server warns, and answers as if it had waited."""
    linked.worker.stop()
    press = key(TABLE, 1, "contribute")
    cancelled = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    with standby_gone(linked.server, ""), linked.server.connect() as keeper:
        linked.book._line.wait_s = 30.0

        def cancel() -> None:
            while keeper.execute(cancelled.encode()).fetchone() is None:
                keeper.execute("SELECT pg_sleep(0.05)")

        waiting = Thread(target=cancel)
        waiting.start()
        with pytest.raises(BookUnreachable, match="did not wait"):
            linked.book.contribute(press, (1,), STAKE, 1)
        waiting.join()
    assert isinstance(linked.book.contribute(press, (1,), STAKE, 2), Contributed)
    assert linked.behind.read(check=True).stakes_count == 1


class Hung:
    """A book that answers once and then holds whoever asks, as a name server may."""

    def __init__(self) -> None:
        self.free = Event()
        self.asked = 0
        self.probe_ms, self.amiss_micro = 10, 0

    def last(self, table: str) -> None:
        return None

    def meter(self, entry_seq: int = 0) -> Meter:
        return Meter(1, 1, 1)

    def probe(self, table: str, at_ms: int, entry_seq: int = 0) -> Meter:
        self.asked += 1
        if self.asked > 1:
            self.free.wait(20)
        return Meter(1, 1, self.asked)


@requirement("LK-03")
def test_a_worker_that_is_held_up_is_a_lost_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.book.worker.LOST_MS", 300)
    monkeypatch.setattr("controller.book.worker.POLL_MS", 10)
    heard: queue.Queue[Any] = queue.Queue()
    hung: Any = Hung()
    worker = Worker(Bookkeeper(hung, TABLE, JOURNAL), SystemClock(), heard.put)
    worker.ask(r.ReadMeter())
    worker.start()
    told = [heard.get(timeout=PATIENCE_S) for _ in range(2)]
    hung.free.set()
    worker.stop()
    assert told == [i.MeterObserved(1, 1, 1), i.BookUnreachable("ReadMeter", "no answer")]


class SlowToRead(Hung):
    """A book whose readings hold whoever asks."""

    def __init__(self) -> None:
        super().__init__()
        self.probe_ms = 60_000
        self.calls: list[str] = []

    def meter(self, entry_seq: int = 0) -> Meter:
        self.calls.append("meter")
        self.free.wait(20)
        return Meter(1, 2, 2)

    def probe(self, table: str, at_ms: int, entry_seq: int = 0) -> Meter:
        self.calls.append("probe")
        return Meter(1, len(self.calls), len(self.calls))


def test_a_reading_that_came_too_late_opens_no_jp1(monkeypatch: pytest.MonkeyPatch) -> None:
    """The meter had moved meanwhile: the table hears it from an act that went the whole way."""
    monkeypatch.setattr("controller.book.worker.LOST_MS", 300)
    monkeypatch.setattr("controller.book.worker.POLL_MS", 10)
    heard: queue.Queue[Any] = queue.Queue()
    slow: Any = SlowToRead()
    keeper = Bookkeeper(slow, TABLE, JOURNAL)
    keeper.compare = lambda: None  # type: ignore[method-assign]  # it reads as well
    worker = Worker(keeper, SystemClock(), heard.put)
    worker.ask(r.ReadMeter())
    worker.start()
    told = [heard.get(timeout=PATIENCE_S) for _ in range(2)]
    slow.free.set()
    told.append(heard.get(timeout=PATIENCE_S))
    worker.stop()
    assert told[1] == i.BookUnreachable("ReadMeter", "no answer")
    assert told[2] == i.MeterObserved(1, 3, 3)
    assert slow.calls[:3] == ["probe", "meter", "probe"]


def test_a_night_of_cuts_and_absences_books_every_stake_once(postgres: PrivateServer, tmp_path: Path) -> None:
    """JP1 closes and opens again, the main game goes on, and book and journals agree to the last act."""
    dice = Random("partitions")
    with Proxy(postgres.port) as proxy:
        name = postgres.database()
        night = simulated_night(
            rounds=40, seed=5, tables=4, journal=tmp_path, book=postgres.url(name, port=proxy.port)
        )
        assert isinstance(night.book, PostgresBook)
        night.book._line.wait_s = 0.3

        def trouble(point: str) -> None:
            where = dice.random()
            if where < 0.15:
                proxy.answers_left = dice.randrange(6)
            elif where < 0.25:
                proxy.requests_left = 0
            if where < 0.25:
                proxy.refusals_left = dice.choice([0, 1, 20])

        night.book._crash = trouble
        try:
            told = night.play()
        finally:
            night.close()
        assert proxy.cuts > 10
    assert (told["rounds"], told["book"]["residual_cents"]) == (40, 0)
    book = open_book(postgres.url(name), None)
    journals = read_acts(tmp_path)
    verdict = compare(journals.acts, book.acts(), book.read(check=True))
    book.close()
    assert (verdict.findings, verdict.in_flight, journals.faults) == ((), (), [])
    assert {act.kind for act in journals.acts} >= {ActKind.CONTRIBUTE, ActKind.FINISH}
    closed = sum(place.table.state.jackpot.open is False for place in night.night.tables)
    assert closed == 0
    assert closings(tmp_path) > 3


def closings(folder: Path) -> int:
    """How often JP1 was closed for want of the link, by the journals."""
    count = 0
    for path in sorted(folder.glob("*.journal")):
        with closing(read_rows(path)) as rows:
            count += sum(row[2] == "Jp1Closed" and "link_lost" in row[3] for row in rows)
    return count
