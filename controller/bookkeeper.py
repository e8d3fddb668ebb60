"""The bookkeeper: carries the table's requests to the jackpot book and its answers back.

The table asks by state, so the same request may come again after a restart: the key makes it the same
act. The deciding thread never waits for the book; `Worker` asks it from a thread of its own.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from typing import Final

from controller.book.answers import (
    Award,
    Awarded,
    Claimed,
    ClaimRefused,
    Conflict,
    Contributed,
    Finished,
    Key,
    Refunded,
    Refused,
    Waiting,
)
from controller.book.port import Act, Book, BookUnreachable
from controller.book.verify import JournalAct
from controller.clock import Clock
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.requests import Request

ASK_AGAIN_MS: Final = 500
"""How long until an act that got no answer is asked again, under the same key."""
START: Final = "start"
"""The act named by what is said of the comparison at the start."""
_OF_PERSONS: Final = (Act.CORRECT, Act.CLOSE)
"""Acts on the book that no journal of a table knows of."""


def agrees(book: Book, table: str, told: Sequence[JournalAct]) -> bool:
    """Whether the last act of this table in the book is the last one its journals tell of (RC-04).

    `told` are the table's acts, oldest first, back to one whose answer is recorded at least. An act asked
    and not recorded may be in the book or not: that is a table cut off, and no difference. Journals or a
    book restored from a copy differ.

    Raises:
        BookUnreachable: nobody can tell.
    """
    asked = {act.key for act in told if not act.recorded}
    answered = [(act.key, act.book_seq) for act in told if act.recorded][-1:]

    def expected(last: tuple[Key, int]) -> bool:
        return last[0] in asked or [last] == answered

    last = book.last(table)
    if last is None:
        return not answered
    if expected((last.key, last.book_seq)):
        return True
    own = [act for act in book.acts() if act.key.table == table and act.act not in _OF_PERSONS]
    return expected((own[-1].key, own[-1].book_seq)) if own else not answered


class Bookkeeper:
    """One table's hand on the book.

    Args:
        book: any book behind the port.
        table: the table's name, as in every key.
        journal_id: the hash of the journal's first row, as in every key.
        told: the last acts that the table's journals tell of, for the comparison at the start.
    """

    def __init__(self, book: Book, table: str, journal_id: str, told: Sequence[JournalAct] = ()) -> None:
        self._book = book
        self._table = table
        self._journal_id = journal_id
        self._told = told

    def compare(self) -> i.BookObserved | None:
        """What the table is to hear before anything else: nothing, if journals and book agree."""
        try:
            if agrees(self._book, self._table, self._told):
                return None
        except BookUnreachable as error:
            return i.BookUnreachable(START, str(error)[:200])
        return i.BookRefused(START, "book_differs")

    def perform(self, request: Request, at_ms: int) -> i.BookObserved:
        """What the book answers to this request, as the table hears it."""
        try:
            if isinstance(request, r.ReadMeter):
                view = self._book.read()
                return i.MeterObserved(view.generation, view.meter_cents, view.seq)
            assert isinstance(request, r.BookRequest), f"{type(request).__name__} is not for the book"
            return self._act(request, at_ms)
        except BookUnreachable as error:
            return i.BookUnreachable(type(request).__name__, str(error)[:200])

    def _key(self, request: r.BookRequest, kind: str, seat: int | None = None) -> Key:
        return Key(self._table, self._journal_id, request.round, request.attempt, kind, seat)

    def _act(self, request: r.BookRequest, at_ms: int) -> i.BookObserved:
        book = self._book
        match request:
            case r.Contribute():
                key = self._key(request, "contribute")
                answer = book.contribute(key, request.seats, request.stake_cents, at_ms)
            case r.Claim():
                answer = book.claim(self._key(request, "claim", request.seat), request.seat, at_ms)
            case r.Award():
                key = self._key(request, "award", request.seat)
                prizes = tuple(Award(kind, request.seat, cents) for kind, cents in request.awards)
                answer = book.award(key, prizes, at_ms)
            case r.RefuseClaim():
                answer = book.refuse(self._key(request, "refuse"), request.persons, request.reason, at_ms)
            case r.Refund():
                answer = book.refund(self._key(request, "refund", request.seat), request.seat, at_ms)
            case r.Finish():
                answer = book.finish(self._key(request, "finish"), at_ms)
            case _:
                raise TypeError(f"no act of the book for {type(request).__name__}")
        return _heard(request, answer)


def _heard(request: r.BookRequest, answer: object) -> i.BookObserved:
    """The answer as an observation that names the round it is for."""
    number, attempt = request.round, request.attempt
    match answer:
        case Contributed():
            return i.ContributionObserved(
                number,
                attempt,
                answer.generation,
                answer.meter_before_cents,
                answer.meter_cents,
                answer.book_seq,
            )
        case Claimed():
            return i.ClaimObserved(
                number,
                attempt,
                answer.generation,
                answer.value_cents,
                answer.next_generation,
                answer.meter_cents,
                answer.book_seq,
            )
        case Awarded():
            assert isinstance(request, r.Award)
            return i.AwardObserved(
                number, attempt, request.seat, answer.cents, answer.meter_cents, answer.book_seq
            )
        case ClaimRefused():
            return i.ClaimRefusedObserved(
                number, attempt, answer.generation, answer.meter_cents, answer.book_seq
            )
        case Refunded():
            return i.RefundObserved(number, attempt, answer.seat, answer.meter_cents, answer.book_seq)
        case Finished():
            return i.FinishObserved(number, answer.meter_cents, answer.book_seq)
        case Waiting():
            return i.BookUnreachable(type(request).__name__, "generation_open")
        case Refused():
            return i.BookRefused(type(request).__name__, answer.code)
        case Conflict():
            return i.BookRefused(type(request).__name__, "conflict")
    raise TypeError(f"the book answered with {type(answer).__name__}")


class Worker:
    """Performs the table's requests on a thread of its own and puts the answers in the inbox.

    Before the first one it compares book and journals. A request without an answer is asked again while
    it is still the one wanted.
    """

    def __init__(self, keeper: Bookkeeper, clock: Clock, put: Callable[[object], None]) -> None:
        self._keeper = keeper
        self._clock = clock
        self._put = put
        self._requests: queue.Queue[Request | None] = queue.Queue(maxsize=64)
        self._thread = threading.Thread(target=self._run, name="book", daemon=True)
        self._stopping = threading.Event()

    def start(self) -> None:
        """Requests are performed from now on."""
        self._thread.start()

    def ask(self, request: Request) -> None:
        """The request is performed soon; what is not for the book is ignored."""
        if isinstance(request, (r.BookRequest, r.ReadMeter)):
            self._requests.put(request)

    def stop(self) -> None:
        """The thread has ended; a request under way was finished, the others are asked at the next start."""
        self._stopping.set()
        self._requests.put(None)
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            heard = self._keeper.compare()
            if heard is not None:
                self._put(heard)
            if not isinstance(heard, i.BookUnreachable):
                break
            self._stopping.wait(ASK_AGAIN_MS / 1000)
        while (request := self._requests.get()) is not None:
            self._perform(request)

    def _perform(self, request: Request) -> None:
        while not self._stopping.is_set():
            heard = self._keeper.perform(request, self._clock.now_ms())
            self._put(heard)
            # A newer request replaces one that the table no longer waits for.
            if not isinstance(heard, i.BookUnreachable) or not self._requests.empty():
                return
            self._stopping.wait(ASK_AGAIN_MS / 1000)
