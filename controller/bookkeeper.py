"""The bookkeeper: carries the table's requests to the jackpot book and its answers back.

The table asks by state, so the same request may come again after a restart: the key makes it the same
act. The deciding thread never waits for the book: see `book_worker`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
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
    Meter,
    Refunded,
    Refused,
    Waiting,
)
from controller.book.port import Act, Book, BookMismatch, BookUnreachable
from controller.book.verify import JournalAct
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.requests import Request

ASK_AGAIN_MS: Final = 500
"""How long until an act that got no answer is asked again, under the same key."""
START: Final = "start"
CLAIMS_MAX: Final = 50
"""More claims at once than tables could make; the table is told of the first."""
"""The act named by what is said of the comparison at the start."""
_KINDS: Final[dict[type[r.BookRequest], Act]] = {
    r.Contribute: Act.CONTRIBUTE,
    r.Claim: Act.CLAIM,
    r.Award: Act.AWARD,
    r.RefuseClaim: Act.REFUSE,
    r.Refund: Act.REFUND,
    r.Finish: Act.FINISH,
}
_OF_PERSONS: Final = (Act.CORRECT, Act.CLOSE, Act.STOP, Act.REOPEN)
"""Acts on the book that no journal of a table need know of."""


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
        self._told = list(told)
        self._lost = False
        self._seen: Meter | None = None

    def compare(self) -> i.BookObserved | None:
        """What the table is to hear before anything else: nothing, if journals and book agree."""
        try:
            if agrees(self._book, self._table, self._told):
                self._lost = False
                return None
        except BookUnreachable as error:
            return self._unreachable(START, error)
        except BookMismatch:
            pass  # the server has another book than it had
        self._lost = False
        return i.BookRefused(START, "book_differs")

    def back(self) -> i.BookObserved | None:
        """What the table is to hear before the next act. After a lost link book and table are compared again:
        what came back may be a copy that lacks the last acts (F-14, LK-04)."""
        return self.compare() if self._lost else None

    def follow(self) -> i.BookObserved | None:
        """What other tables have done to the meter since this one last heard of it; None if nothing."""
        try:
            meter = self._book.meter()
        except BookUnreachable as error:
            return self._unreachable("ReadMeter", error)
        except BookMismatch:
            return i.BookRefused(START, "book_differs")
        if meter == self._seen:
            return None
        self._seen = meter
        return _told(meter)

    def listen(self, stopping: threading.Event, moved: Callable[[int], None]) -> None:
        """Calls `moved` when the book of other machines tells of new entries; returns if it never does."""
        listen = getattr(self._book, "listen", None)
        if listen is not None:
            listen(stopping, moved)

    def _unreachable(self, act: str, error: BookUnreachable) -> i.BookUnreachable:
        self._lost = True
        return i.BookUnreachable(act, str(error)[:200])

    def perform(self, request: Request, at_ms: int) -> i.BookObserved:
        """What the book answers to this request, as the table hears it."""
        try:
            if isinstance(request, r.ReadMeter):
                self._seen = self._book.meter()
                return _told(self._seen)
            assert isinstance(request, r.BookRequest), f"{type(request).__name__} is not for the book"
            return self._act(request, at_ms)
        except BookUnreachable as error:
            return self._unreachable(type(request).__name__, error)
        except BookMismatch:
            return i.BookRefused(START, "book_differs")

    def _asking(self, kind: Act, key: Key) -> None:
        """The act is among those that the book may have or not."""
        if all(act.key != key for act in self._told):
            asked = JournalAct(
                key.table, key.journal_id, key.round, key.attempt, kind, key.seat, None, False, None
            )
            self._told.append(asked)

    def _answered(self, key: Key, answer: object) -> None:
        """What is known of the act's place in the book."""
        if isinstance(answer, Waiting):
            return
        seq = getattr(answer, "book_seq", None)
        kept = [act for act in self._told if act.key != key]
        if seq is not None:
            kept = [act for act in kept if not act.recorded]
            mine = next(act for act in self._told if act.key == key)
            kept.append(replace(mine, recorded=True, book_seq=seq))
        self._told = kept

    def _act(self, request: r.BookRequest, at_ms: int) -> i.BookObserved:
        kind = _KINDS[type(request)]
        seat = getattr(request, "seat", None)
        key = Key(self._table, self._journal_id, request.round, request.attempt, kind, seat)
        self._asking(kind, key)
        answer = self._ask(request, key, at_ms)
        self._answered(key, answer)
        return _heard(request, answer)

    def _ask(self, request: r.BookRequest, key: Key, at_ms: int) -> object:
        book = self._book
        match request:
            case r.Contribute():
                return book.contribute(key, request.seats, request.stake_cents, at_ms)
            case r.Claim():
                return book.claim(key, request.seat, at_ms)
            case r.Award():
                prizes = tuple(Award(kind, request.seat, cents) for kind, cents in request.awards)
                return book.award(key, prizes, at_ms)
            case r.RefuseClaim():
                return book.refuse(key, request.persons, request.reason, at_ms)
            case r.Refund():
                return book.refund(key, request.seat, at_ms)
            case r.Finish():
                return book.finish(key, at_ms)
        raise TypeError(f"no act of the book for {type(request).__name__}")


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


def _told(meter: Meter) -> i.MeterObserved:
    claims = tuple(i.LinkedClaim(each.table, each.generation, each.value_cents) for each in meter.pending)
    last = meter.won
    won = i.LinkedWin(last.table, last.generation, last.cents, last.at_ms) if last is not None else None
    return i.MeterObserved(meter.generation, meter.meter_cents, meter.book_seq, claims[:CLAIMS_MAX], won)
