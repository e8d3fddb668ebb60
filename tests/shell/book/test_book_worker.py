"""The thread that asks the book: what it does while an act has no answer yet."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from controller.book.bookkeeper import Bookkeeper
from controller.book.sqlite import SqliteBook
from controller.book.worker import POLL_MS, Worker
from controller.boot.starting import started_floor
from controller.clock import SystemClock
from controller.game import inputs as i
from controller.game import requests as r
from controller.settings.table import load_table
from tests.law.requirements import requirement
from tests.patience import PATIENCE_S
from tests.shell.book.jackpot_books import EXAMPLE, JOURNAL, STAKE, over, stake
from tests.shell.live_table import write_settings

MOVED_CENTS = 1_000_000 + 2 * 75 + 2 * 125
"""After a claim: the start amount, the reserve of two stakes, and what two more of T3 add."""


@dataclass
class AtWork:
    """The worker of table T1, which has staked, and the book it asks."""

    path: Path
    book: SqliteBook = field(init=False)
    worker: Worker = field(init=False)
    heard: queue.SimpleQueue[Any] = field(default_factory=queue.SimpleQueue)

    def __post_init__(self) -> None:
        self.book = SqliteBook.create(self.path, EXAMPLE, durable=False)
        keeper = Bookkeeper(self.book, "T1", JOURNAL)
        keeper.perform(r.Contribute(1, 1, (1,), STAKE), 5)
        self.worker = Worker(keeper, SystemClock(), self.heard.put)

    def until(self, kind: type[Any], **facts: object) -> Any:
        """The next observation of this kind with these facts."""
        while True:
            one = self.heard.get(timeout=PATIENCE_S)
            if isinstance(one, kind) and all(getattr(one, name) == value for name, value in facts.items()):
                return one

    def share_asked(self) -> None:
        """T1 has claimed and asked its share, for which it waits until the round of T2 is over."""
        stake(self.book, "T2", 1, 3)
        self.worker.start()
        self.worker.ask(r.Claim(1, 1, 1))
        self.until(i.ClaimObserved)
        self.worker.ask(r.Award(1, 1, 1, (("jackpot", 0),)))
        self.until(i.BookUnreachable, act="Award", why="generation_open")


@pytest.fixture
def at_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AtWork]:
    monkeypatch.setattr("controller.book.worker.ASK_AGAIN_MS", 10)
    made = AtWork(tmp_path / "jackpot.book")
    with closing(made.book):
        yield made
        made.worker.stop()


@requirement("LK-03")
def test_while_a_share_waits_for_another_table_the_meter_is_followed(at_work: AtWork) -> None:
    """The display would stand still, stale, for as long as the other table plays."""
    at_work.share_asked()
    stake(at_work.book, "T3", 1, 4, 5)
    at_work.until(i.MeterObserved, meter_cents=MOVED_CENTS)
    over(at_work.book, "T2", 1)
    assert at_work.until(i.AwardObserved).cents == 1_000_250


@requirement("DI-01")
def test_what_another_table_registers_is_read_each_second_though_no_hint_comes(at_work: AtWork) -> None:
    """DI-01: a file tells nobody that it was written to, and the display of each table follows."""
    assert POLL_MS == 1_000
    at_work.worker.start()
    at_work.until(i.MeterObserved)
    meter_cents = stake(at_work.book, "T2", 1, 3, 4).meter_cents
    at_work.until(i.MeterObserved, meter_cents=meter_cents)


def test_a_newer_request_comes_before_one_that_has_no_answer(at_work: AtWork) -> None:
    """The closing reads the book while another table keeps this one's share waiting."""
    at_work.share_asked()
    at_work.worker.ask(r.ReadBook(0, 1))
    assert at_work.until(i.ReconciliationObserved).figures.frozen_micro == 1_000_250 * 1_000_000
    over(at_work.book, "T2", 1)
    at_work.worker.ask(r.Award(1, 1, 1, (("jackpot", 0),)))  # as the table does while it is owed
    assert at_work.until(i.AwardObserved).cents == 1_000_250


def test_who_stops_does_not_wait_for_an_act_without_an_answer(at_work: AtWork) -> None:
    at_work.share_asked()
    at_work.worker.stop()
    over(at_work.book, "T2", 1)
    (claim,) = at_work.book.read().pending
    assert (claim.table, at_work.book.read().wins_count) == ("T1", 0), "asked again at the next start"


def test_what_is_not_for_the_book_is_not_asked_of_it(at_work: AtWork) -> None:
    """The table hands each request to everybody; the lock of the shoe is none of the book's business."""
    at_work.worker.ask(r.LockShoe(True))
    assert not at_work.worker._requests
    at_work.worker.ask(r.ReadMeter())
    assert list(at_work.worker._requests) == [r.ReadMeter()]
    at_work.worker.start()
    at_work.until(i.MeterObserved)


def test_who_stops_does_not_wait_for_a_book_that_never_answered(at_work: AtWork) -> None:
    away = at_work.path.with_suffix(".away")
    at_work.path.rename(away)
    at_work.worker.start()
    at_work.until(i.BookUnreachable, act="start")
    at_work.worker.stop()
    while not at_work.heard.empty():
        assert isinstance(at_work.heard.get(), i.BookUnreachable), "nothing was asked of it meanwhile"
    away.rename(at_work.path)


def test_what_was_outstanding_is_asked_before_the_meter_is_read(at_work: AtWork) -> None:
    """Its answer was lost with the process: the meter that has it would seem to be moved by nobody."""
    at_work.worker.ask(r.Refund(1, 1, 1))
    at_work.worker.start()
    assert isinstance(at_work.heard.get(timeout=PATIENCE_S), i.RefundObserved)


def test_the_book_is_read_by_no_table_that_has_not_said_what_is_outstanding(tmp_path: Path) -> None:
    """Machines that take their time to start keep the book waiting."""
    path = write_settings(tmp_path)
    floor = started_floor(load_table(path), path)
    start, early = floor.pump.start, []

    def slow() -> None:
        early.extend(one.name for one in threading.enumerate() if one.name == "book")
        start()
        floor.stop()

    floor.pump.start = slow  # type: ignore[method-assign]
    floor.run()
    assert early == []


def test_a_worker_that_never_began_is_stopped_at_once(at_work: AtWork) -> None:
    at_work.worker.stop()
