"""Trials of the linked book that tests run in small numbers and `make proof` in full ones."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Self, TypeVar

from controller.book.answers import Awarded, Claimed, Contributed, Waiting
from controller.book.port import BookUnreachable
from controller.book.postgres import PostgresBook
from tests.link_proxy import Proxy
from tests.private_postgres import PATIENCE_S, PooledBook, PrivateServer, pooled_book
from tests.shell.book.jackpot_books import EXAMPLE, STAKE, ask_jackpot, got, key, over, royal, stake

Answer = TypeVar("Answer")
TABLES_MAX = 16
BOUNDARIES = 5
"""The messages of an answer: bound, row described, row, complete, ready; each is the first lost once."""


def until_answered(act: Callable[[], Answer], *, patient: bool = False) -> tuple[Answer, int]:
    """What the act came to in the end, and how often it was asked: by the same key, as a table does."""
    for asked in range(1, 200):
        try:
            return act(), asked
        except BookUnreachable:
            time.sleep(0.5 if patient else 0 if asked < 3 else 0.05)
    raise AssertionError("never answered")


# --- claims at the same moment (T-8) -------------------------------------------------------------


class Races:
    """Tables on one book, each with a connection of its own, that claim as one."""

    def __init__(self, server: PrivateServer) -> None:
        self.book: PooledBook = pooled_book(server, EXAMPLE)
        url = server.url(self.book.database)
        self.tables = {f"T{n}": PostgresBook(url) for n in range(1, TABLES_MAX + 1)}
        for table in self.tables.values():
            table._line.wait_s = PATIENCE_S
        self._pool = ThreadPoolExecutor(TABLES_MAX)
        self._round = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *trace: object) -> None:
        self._pool.shutdown()
        for table in self.tables.values():
            table.close()
        self.book.close()

    def run(self, dice: Random, tables: int) -> None:
        """So many tables claimed within 50 ms: one order, equal shares, no cent lost.

        Raises:
            AssertionError: one of these does not hold.
        """
        self._round += 1
        number = self._round
        racing = dice.sample(sorted(self.tables), tables)
        for name in racing:
            stake(self.book, name, number, *dice.sample(range(2, 8), dice.randint(0, 6)), 1)
        before = self.book.read()
        barrier = threading.Barrier(tables)

        def claim(name: str, late_s: float) -> Claimed:
            barrier.wait()
            time.sleep(late_s)
            return royal(self.tables[name], name, number)

        late = [dice.random() * 0.05 for _ in racing]
        claimed = dict(zip(racing, self._pool.map(claim, racing, late), strict=True))
        self._check_order(claimed, before.generation, before.meter_cents)
        list(self._pool.map(lambda name: over(self.tables[name], name, number), racing))
        self._check_shares(racing, number, before.meter_micro)

    def _check_order(self, claimed: dict[str, Claimed], generation: int, value_cents: int) -> None:
        """What each table was told is what the book has, in one order."""
        assert {each.generation for each in claimed.values()} == {generation}
        assert {each.value_cents for each in claimed.values()} == {value_cents}
        assert {each.next_generation for each in claimed.values()} == {generation + 1}
        told = sorted(claimed, key=lambda name: claimed[name].book_seq)
        assert [claimed[name].order for name in told] == list(range(1, len(claimed) + 1))
        pending = self.book.read().pending
        assert [(each.table, each.order, each.book_seq) for each in pending] == [
            (name, claimed[name].order, claimed[name].book_seq) for name in told
        ]

    def _check_shares(self, racing: list[str], number: int, value_micro: int) -> None:
        """All ask, the last to be released is paid first, then all the others the same."""
        asked = list(self._pool.map(lambda name: ask_jackpot(self.tables[name], name, number), racing))
        assert sum(isinstance(answer, Awarded) for answer in asked) >= 1
        paid = [
            got(
                Awarded,
                answer if not isinstance(answer, Waiting) else ask_jackpot(self.tables[name], name, number),
            )
            for name, answer in zip(racing, asked, strict=True)
        ]
        share_cents = value_micro // (len(racing) * 1_000_000)
        assert {each.cents for each in paid} == {share_cents}
        view = self.book.read()
        assert (view.frozen_micro, view.residual_micro, view.pending) == (0, 0, ())


# --- cuts between commit and acknowledgement (T-6) -----------------------------------------------


def cut_contributions(book: PostgresBook, proxy: Proxy, times: int, dice: Random) -> int:
    """So many contributions, each cut once at a place drawn by lot; how many had to be asked again."""
    again = 0
    for n in range(1, times + 1):
        where = dice.randint(0, BOUNDARIES)
        if where < BOUNDARIES:
            proxy.arm(answers_left=where)
        else:
            proxy.arm(requests_left=0)
        asked_key, seats = key("T1", n, "contribute"), (1, dice.randint(2, 7))
        answer, asked = until_answered(lambda k=asked_key, s=seats, n=n: book.contribute(k, s, STAKE, n))
        proxy.arm()
        assert isinstance(answer, Contributed)
        again += asked > 1
    return again


# --- a line that holds everything back (T-6) -----------------------------------------------------

DELAY_MAX_S = 60.0


def delayed(
    server: PrivateServer, tables: int, rounds: int, seed: int, longest_s: float = DELAY_MAX_S
) -> tuple[int, int]:
    """Every table contributed so often over a line that held all pieces back, from not at all to `longest_s`.

    What was sent before the line was quick again arrives late, often after the act that repeated it. Each
    contribution is in the book once. How many there were, and how many had to be asked again.
    """
    behind = pooled_book(server, EXAMPLE)

    def table(name: str) -> int:
        dice, again = Random(f"delays {seed} {name}"), 0
        with Proxy(server.port) as proxy:
            book = PostgresBook(server.url(behind.database, port=proxy.port))
            for number in range(1, rounds + 1):
                until_answered(book.meter)
                delay_s = longest_s * dice.random() ** 4  # most of them short, as delays are
                proxy.delay_s = delay_s
                quick = threading.Timer(delay_s * dice.choice((0.5, 1.5)), setattr, (proxy, "delay_s", 0.0))
                quick.start()
                asked_key = key(name, number, "contribute")
                act = partial(book.contribute, asked_key, (1, 2), STAKE, number)
                answer, asked = until_answered(act, patient=True)
                assert isinstance(answer, Contributed)
                again += asked > 1
                quick.join()
            book.close()
        return again

    with ThreadPoolExecutor(tables) as pool:
        again = sum(pool.map(table, [f"T{n}" for n in range(1, tables + 1)]))
    time.sleep(longest_s if again else 0)  # what is still on its way arrives
    view, acts = behind.read(check=True), [act.key for act in behind.acts()]
    behind.close()
    assert (view.residual_micro, view.stakes_count) == (0, 2 * tables * rounds)
    assert len(set(acts)) == len(acts) == tables * rounds
    return len(acts), again


# --- the server dies at once, under load (T-10) --------------------------------------------------


@dataclass
class Load:
    """Tables that contribute without pause, each round by one key until the book has answered."""

    url: str
    tables: int = 3
    acknowledged: dict[tuple[str, int], int] = field(default_factory=dict)
    asked_again: int = 0

    @contextmanager
    def running(self) -> Iterator[None]:
        """They contribute inside the block; what they were acknowledged is in `acknowledged`.

        What went wrong with one of them is raised at the end of the block.
        """
        stopping = threading.Event()
        books = [PostgresBook(self.url) for _ in range(self.tables)]
        with ThreadPoolExecutor(self.tables) as pool:
            contributing = [
                pool.submit(self._table, f"T{n}", book, stopping) for n, book in enumerate(books, 1)
            ]
            try:
                yield
            finally:
                stopping.set()
                wait(contributing)
                for book in books:
                    book.close()
        for table in contributing:
            table.result()

    def is_acknowledged(self) -> None:
        """One more stake was acknowledged than now.

        Raises:
            AssertionError: none was for a long time.
        """
        before, late_s = len(self.acknowledged), time.monotonic() + PATIENCE_S
        while len(self.acknowledged) == before:
            assert time.monotonic() < late_s, "the tables have no answer from a server that runs"
            time.sleep(0.01)

    def _table(self, name: str, book: PostgresBook, stopping: threading.Event) -> None:
        number = 0
        while not stopping.is_set():
            number += 1
            asked_key = key(name, number, "contribute")
            answer, asked = until_answered(lambda k=asked_key, n=number: book.contribute(k, (1, 2), STAKE, n))
            self.acknowledged[name, number] = got(Contributed, answer).book_seq
            self.asked_again += asked > 1


def crashes(server: PrivateServer, times: int, seed: int) -> tuple[int, int]:
    """The server was killed so many times; how many stakes were acknowledged, and asked for again.

    Raises:
        AssertionError: an acknowledged stake is not in the book, or one is there twice, or was never asked;
            or nobody asked the server anything before it died.
    """
    behind = pooled_book(server, EXAMPLE)
    load = Load(server.url(behind.database))
    dice = Random(f"deaths {seed}")
    with load.running():
        for _ in range(times):
            load.is_acknowledged()
            time.sleep(0.1 + dice.random() * 0.2)
            server.stop()
            server.start()
        time.sleep(0.2)
    book = PostgresBook(server.url(behind.database))
    held = {(act.key.table, act.key.round): act.book_seq for act in book.acts()}
    view = book.read(check=True)
    book.close()
    behind._line.drop()
    behind.close()
    assert held == load.acknowledged
    assert (view.residual_micro, view.stakes_count) == (0, 2 * len(held))
    return len(held), load.asked_again
