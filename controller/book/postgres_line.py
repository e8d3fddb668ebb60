"""The line to the server of a linked book: nobody waits on it longer than its deadline.

A lost server is noticed by whoever asks next: at once when the connection is closed, after `WAIT_S` when
nothing comes back, as behind a switch that has lost its power. Which of the two it was does not matter;
what was asked may have been done or not, and the same key asks again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from threading import Event
from typing import Any, Final

import psycopg
from psycopg.pq import TransactionStatus

from controller.book.port import BookMismatch, BookUnreachable
from controller.book.postgres_schema import CONNECT_S
from controller.book.postgres_words import sentence, unanswered

WAIT_S: Final = 2.0
"""An act or a reading without an answer for so long is a lost link: with the poll of each second JP1 is
closed in less than four (LK-02)."""
LISTEN_S: Final = 0.5
"""How soon a listener notices that it is no longer wanted."""
HINT_S: Final = 0.05
"""Between two hints: anybody who may log in can send them, and each is a reading."""
STANDBY_S: Final = 30.0
"""Until a server that could not be listened to is asked again."""
CHECK_S: Final = 600.0
"""How long adding up a whole ledger may take."""
_STANDBY_WAIT: Final = "SyncRepWaitForLSN"
"""Where the server tells that it has not waited for its standby; its words are in its own language."""


class Denied(Exception):
    """The server does not let this role do that."""


class BadValue(Exception):
    """A value that the server cannot hold: out of range, or text that is none."""


class TimedConnection(psycopg.Connection[Any]):
    """A connection on which nothing is waited for beyond `deadline_s` of the monotonic clock."""

    deadline_s = 0.0

    def wait(self, gen: Any, *args: Any, **options: Any) -> Any:
        """What the exchange `gen` comes to.

        Raises:
            TimeoutError: the deadline passed; the connection is closed.
        """
        try:
            wanted = next(gen)
            with DefaultSelector() as selector:
                selector.register(self.pgconn.socket, wanted)
                while True:
                    left_s = self.deadline_s - time.monotonic()
                    ready = selector.select(max(0.0, left_s))
                    if not ready:
                        self.pgconn.finish()
                        raise TimeoutError("the server does not answer")
                    now_wanted = gen.send(ready[0][1])
                    if now_wanted != wanted:
                        wanted = now_wanted
                        selector.modify(self.pgconn.socket, wanted)
        except StopIteration as end:
            return end.value


assert (EVENT_READ, EVENT_WRITE) == (1, 2), "psycopg tells what it waits for in the selectors' own numbers"


class Line:
    """Connections to one server, one at a time: made when wanted, dropped when in doubt.

    `greet` is called with each new connection and may raise `BookMismatch`.
    """

    def __init__(self, url: str, greet: Callable[[psycopg.Connection[Any]], None]) -> None:
        self._url = url
        self._greet = greet
        self._connection: TimedConnection | None = None
        self._not_waited = False
        self.wait_s = WAIT_S

    def ask(
        self, statement: str, values: Sequence[Any] = (), wait_s: float | None = None
    ) -> list[tuple[Any, ...]]:
        """The rows of a statement, which is a transaction of its own and is committed.

        Raises:
            BookUnreachable: no answer; whether the statement has acted is not known.
            Denied, BadValue: the server refused, and nothing was changed.
            BookMismatch: the server has another book than this one now.
        """
        connection = self._connected()
        self._not_waited = False
        try:
            connection.deadline_s = time.monotonic() + (wait_s or self.wait_s)
            rows = connection.execute(statement.encode(), values, prepare=True).fetchall()
            if connection.pgconn.transaction_status != TransactionStatus.IDLE:
                raise psycopg.OperationalError("the server did not say that it has committed")
            # A cancel or a timeout ends the wait, and the server answers as if it had waited.
            if self._not_waited:
                raise psycopg.OperationalError("the server did not wait for its standby")
        except psycopg.errors.InsufficientPrivilege as error:
            raise Denied(sentence(error)) from error
        except psycopg.DataError as error:
            raise BadValue(sentence(error)) from error
        except psycopg.Error as error:
            self.drop()
            raise BookUnreachable(sentence(error)) from error
        except (TimeoutError, OSError) as error:
            self.drop()
            raise BookUnreachable(unanswered(error)) from error
        return rows

    def _connected(self) -> TimedConnection:
        if self._connection is not None and not self._connection.closed:
            return self._connection
        try:
            connection = TimedConnection.connect(
                self._url, autocommit=True, connect_timeout=CONNECT_S, application_name="tapis"
            )
        except (psycopg.Error, OSError) as error:
            said = sentence(error) if isinstance(error, psycopg.Error) else unanswered(error)
            raise BookUnreachable(said) from error
        try:
            connection.deadline_s = time.monotonic() + self.wait_s
            self._greet(connection)
        except BookMismatch:
            connection.close()
            raise
        except (psycopg.Error, TimeoutError, OSError) as error:
            connection.close()
            said = sentence(error) if isinstance(error, psycopg.Error) else unanswered(error)
            raise BookUnreachable(said) from error
        connection.add_notice_handler(self._told)
        self._connection = connection
        return connection

    def _told(self, said: psycopg.errors.Diagnostic) -> None:
        self._not_waited |= said.source_function == _STANDBY_WAIT

    def drop(self) -> None:
        """No connection is open."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def listen(url: str, stopping: Event, moved: Callable[[int], None]) -> None:
    """Passes on what the server says of new entries, on a connection of its own, until `stopping`."""
    while not stopping.is_set():
        try:
            with psycopg.connect(
                url, autocommit=True, connect_timeout=CONNECT_S, application_name="tapis listens"
            ) as connection:
                connection.execute("LISTEN tapis")
                _pass_on(connection, stopping, moved)
        except psycopg.errors.ReadOnlySqlTransaction:
            # A standby tells nobody anything; it is read each second, and may be the primary later.
            stopping.wait(STANDBY_S)
        except (psycopg.Error, OSError):
            stopping.wait(1)


def _pass_on(connection: psycopg.Connection[Any], stopping: Event, moved: Callable[[int], None]) -> None:
    """What comes at once is one hint, whoever sends it, and how often."""
    while not stopping.is_set():
        told = [each.payload for each in connection.notifies(timeout=LISTEN_S, stop_after=1)]
        seqs = [int(payload[:18]) for payload in told if payload.isascii() and payload.isdecimal()]
        if seqs:
            moved(seqs[-1])
            stopping.wait(HINT_S)
