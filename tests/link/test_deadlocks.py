"""Two hostile sessions that lock the book each in the other's order: every act counts once all the same."""

from __future__ import annotations

from threading import Event, Thread

import psycopg
import pytest

from controller.book.answers import Contributed
from controller.book.port import BookUnreachable
from tests.private_postgres import PooledBook, PrivateServer, pooled_book
from tests.shell.book.jackpot_books import EXAMPLE, STAKE, key

LOCKS = ("SELECT * FROM tapis.jackpot FOR UPDATE", "LOCK TABLE tapis.entries IN SHARE ROW EXCLUSIVE MODE")
ACTS = 12


def hostile(book: PooledBook, locks: tuple[str, ...], stopping: Event) -> None:
    """Locks, waits and lets go, until told to stop; the server ends it now and then."""
    while not stopping.is_set():
        try:
            with book.server.connect(book.database) as connection, connection.transaction():
                for lock in locks:
                    connection.execute(lock.encode())
                    stopping.wait(0.02)
        except psycopg.OperationalError:
            continue


@pytest.mark.long
def test_acts_between_two_hostile_sessions_count_once_each(postgres: PrivateServer) -> None:
    """A deadlock is a book that does not answer now, and is asked again."""
    book, stopping, told = pooled_book(postgres, EXAMPLE), Event(), set()
    others = [Thread(target=hostile, args=(book, locks, stopping)) for locks in (LOCKS, LOCKS[::-1])]
    for one in others:
        one.start()
    try:
        for number in range(1, ACTS + 1):
            asked = key("T1", number, "contribute")
            while True:
                try:
                    assert isinstance(book.contribute(asked, (1, 2), STAKE, 1_000), Contributed)
                    break
                except BookUnreachable as error:
                    told.add(str(error))
    finally:
        stopping.set()
        for one in others:
            one.join()
    view = book.read(check=True)
    assert (view.residual_micro, view.stakes_count) == (0, 2 * ACTS)
    assert told <= {"two sessions held each other up; the server ended this one"}
    book.close()
