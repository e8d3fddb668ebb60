"""The linked book under load: contributions a second, how soon they are shown, and a long history."""

from __future__ import annotations

import multiprocessing
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any, Final

from controller.book.bookkeeper import Bookkeeper
from controller.book.postgres import PostgresBook
from controller.book.worker import Worker
from controller.clock import SystemClock
from controller.game import inputs as i
from tests.bench.figures import Figure, point, shown
from tests.private_postgres import PooledBook, PrivateServer, pooled_book
from tests.shell.book.jackpot_books import EXAMPLE, JOURNAL, STAKE, key, over, royal, stake

DURABLE: Final = {"fsync": "on", "full_page_writes": "on", "autovacuum": "on"}
QUICK: Final = {"max_wal_size": "8GB", "checkpoint_timeout": "1h", "maintenance_work_mem": "256MB"}
LOAD_S: Final = 5
CLIENTS: Final = (2, 3)  # processes, and tables in each
SEATS: Final = (1, 3, 5)
AS_SHORT: Final = 3.0
FLOOR_MS: Final = 1.0
"""A long book answers within so many times what a short one takes; what is shorter than this is noise."""
NEEDED: Final = 200 * 40 / 3600
"""Contributions a second of 200 tables with 40 rounds an hour."""


@contextmanager
def served(settings: dict[str, str]) -> Iterator[PrivateServer]:
    """A server of its own."""
    server = PrivateServer(settings)
    try:
        yield server
    finally:
        server.remove()


def _contribute(url: str, names: list[str], lasts_s: float, told: Any) -> None:
    """In a process of its own: each table stakes without pause, and how long each stake took is told."""
    took: list[float] = []

    def table(name: str) -> None:
        book = PostgresBook(url)
        number, end_s = 0, time.perf_counter() + lasts_s
        while (started_s := time.perf_counter()) < end_s:
            number += 1
            book.contribute(key(name, number, "contribute"), SEATS, STAKE, number)
            took.append(time.perf_counter() - started_s)
        book.close()

    threads = [threading.Thread(target=table, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told.put(took)


def load() -> Iterator[Figure]:
    """Every act durable on the disk, into one jackpot, all tables at once."""
    processes, tables = CLIENTS
    with served(DURABLE) as server:
        book = pooled_book(server, EXAMPLE)
        spawn = multiprocessing.get_context("spawn")
        told: Any = spawn.Queue()
        url = server.url(book.database)
        running = [
            spawn.Process(target=_contribute, args=(url, [f"T{p}.{t}" for t in range(tables)], LOAD_S, told))
            for p in range(processes)
        ]
        for process in running:
            process.start()
        took = [each for _ in running for each in told.get(timeout=60)]
        for process in running:
            process.join()
        view = book.read(check=True)
        book.close()
    assert view.residual_micro == 0
    assert view.stakes_count == len(took) * len(SEATS)
    rate = len(took) / LOAD_S
    note = f"{rate / NEEDED:,.0f} times what 200 tables need".replace(",", " ")
    yield Figure("linked book, contributions into one jackpot", rate, "/s", 1_000, "at least", note=note)
    took_ms = [1e3 * one_s for one_s in took]
    yield point("linked book, contribution p50", took_ms, 50, "ms")
    yield point("linked book, contribution p99", took_ms, 99, "ms", 20)


def followed() -> Iterator[Figure]:
    """From the answer that one table gets to the observation that another table shows."""
    with served(DURABLE) as server:
        behind = pooled_book(server, EXAMPLE)
        book = PostgresBook(server.url(behind.database))
        heard: queue.Queue[Any] = queue.Queue()
        worker = Worker(Bookkeeper(book, "T1", JOURNAL), SystemClock(), heard.put)
        worker.start()
        took = []
        for number in range(1, 201):
            seq = stake(behind, "T2", number, 1, 2).book_seq
            started_s = time.perf_counter()
            while True:
                one = heard.get(timeout=10)
                if isinstance(one, i.MeterObserved) and one.book_seq >= seq:
                    break
            took.append(time.perf_counter() - started_s)
        worker.stop()
        book.close()
        behind.close()
    took_ms = [1e3 * one_s for one_s in took]
    yield point("linked book, contribution to another table, p99", took_ms, 99, "ms", 500)


def history(entries: int) -> Iterator[Figure]:
    """Readings, claims and contributions with so many entries, held against those with a thousand."""
    with served(QUICK) as server:
        short, long = pooled_book(server, EXAMPLE), pooled_book(server, EXAMPLE)
        fill(server, short, 1_000)
        fill(server, long, entries)
        for name, act in (("read", _reading), ("claim", _claiming), ("contribution", _staking)):
            one, many = _took(act, short), _took(act, long)
            one_ms, many_ms = 1e3 * median(one), [1e3 * took_s for took_s in many]
            note, most_ms = f"{one_ms:.2f} ms after 1 000", max(FLOOR_MS, AS_SHORT * one_ms)
            what = f"linked book, {name} after {shown(entries)} entries"
            yield point(what, many_ms, 50, "ms", most_ms, note=note)
        for book in (short, long):
            book.close()


_rounds = iter(range(1_000_000_000, 2_000_000_000))


def _reading(book: PooledBook) -> Callable[[], object]:
    return book.read


def _staking(book: PooledBook) -> Callable[[], object]:
    number = next(_rounds)
    return lambda: stake(book, "T1", number, *SEATS)


def _claiming(book: PooledBook) -> Callable[[], object]:
    number = next(_rounds)
    stake(book, "T1", number, *SEATS)
    return lambda: (royal(book, "T1", number), over(book, "T1", number))


def _took(act: Callable[[PooledBook], Callable[[], object]], book: PooledBook) -> list[float]:
    """Seconds of each of fifty, after ten that warm up."""
    took = []
    for _ in range(60):
        ready = act(book)
        started_s = time.perf_counter()
        ready()
        took.append(time.perf_counter() - started_s)
    return took[10:]


_FILL: Final = (
    """
    INSERT INTO tapis.rounds (table_name, journal_id, round, generation, finished_seq, dead)
    SELECT 'T' || n %% 200, 'filled', n, 1, 1 + n * 8, false FROM generate_series(1, %(rounds)s) n
    """,
    """
    INSERT INTO tapis.entries
    SELECT 1 + n, n, CASE n %% 8 WHEN 0 THEN 'finish' ELSE 'contribution' END,
      (n + 7) / 8, 1, n %% 8, 1, 0, '',
      m * 125000000, 0, m * 75000000, 0, m * 300000000, 0,
      1000000000000 + s * 125000000, 0, s * 75000000, 0, s * 300000000, 0
    FROM generate_series(1, %(rounds)s::bigint * 8) n,
      LATERAL (SELECT CASE n %% 8 WHEN 0 THEN 0 ELSE 1 END AS m, n - n / 8 AS s) AS share
    """,
    """
    INSERT INTO tapis.answers
    SELECT 'T' || n %% 200, 'filled', n, 1, act, 0, act, '', c * 3500, 1 + n * 8 - c, '{}'
    FROM generate_series(1, %(rounds)s) n, (VALUES ('contribute', 1), ('finish', 0)) v (act, c)
    """,
    """
    UPDATE tapis.standing SET seq = 1 + %(rounds)s * 8,
      meter_balance = meter_balance + %(rounds)s * 875000000::bigint,
      reserve_balance = %(rounds)s * 525000000::bigint, house_balance = %(rounds)s * 2100000000::bigint,
      contributed_total = %(rounds)s * 875000000::bigint, reserved_total = %(rounds)s * 525000000::bigint,
      house_total = %(rounds)s * 2100000000::bigint, stakes_total = %(rounds)s * 3500000000::bigint,
      stakes_count_total = %(rounds)s * 7
    """,
)


def fill(server: PrivateServer, book: PooledBook, entries: int) -> None:
    """The book has had this many entries: rounds of seven stakes, each finished, and its balances agree."""
    rounds = entries // 8
    with server.connect(book.database) as connection:
        connection.execute("SET session_replication_role = replica")
        for statement in _FILL:
            connection.execute(statement.encode(), {"rounds": rounds})
        connection.execute("VACUUM ANALYZE")
    assert book.read(check=True).residual_micro == 0
