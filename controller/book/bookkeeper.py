"""The bookkeeper: carries the table's requests to the jackpot book and its answers back.

The table asks by state, so the same request may come again after a restart: the key makes it the same
act. The deciding thread never waits for the book: see `worker`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, cast

from controller.book.answers import (
    Award,
    Awarded,
    Claimed,
    ClaimRefused,
    Conflict,
    Contributed,
    Corrected,
    Finished,
    Key,
    Meter,
    Refunded,
    Refused,
    Stopped,
    Stored,
    Waiting,
)
from controller.book.differences import as_it_stands, baseline, difference_from, end_left_open, figures_of
from controller.book.last_heard import NOTHING_HEARD, Heard
from controller.book.ledger import answer_cents
from controller.book.lost_acts import Acknowledged
from controller.book.port import Account, ActKind, Book, BookMismatch, BookUnreachable, award_kind
from controller.book.verify import JournalAct
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.meter.types import RESIDUAL, STOPPED, Difference, EndedRound
from controller.game.money import MICRO
from controller.game.requests import Request

ASK_AGAIN_MS: Final = 500
"""How long until an act that got no answer is asked again, under the same key."""
START: Final = "start"
"""The act named by what is said of the comparison at the start."""
CLAIMS_MAX: Final = 50
"""More claims at once than tables could make; the table is told of the first."""
_KINDS: Final[dict[type[r.BookRequest], ActKind]] = {
    r.Contribute: ActKind.CONTRIBUTE,
    r.Forgo: ActKind.CONTRIBUTE,
    r.Claim: ActKind.CLAIM,
    r.Award: ActKind.AWARD,
    r.RefuseClaim: ActKind.REFUSE,
    r.Refund: ActKind.REFUND,
    r.Finish: ActKind.FINISH,
    r.Correct: ActKind.CORRECT,
    r.Stop: ActKind.STOP,
    r.Reopen: ActKind.REOPEN,
}


class Bookkeeper:
    """One table's hand on the book.

    Args:
        book: any book behind the port.
        table: the table's name, as in every key.
        journal_id: the hash of the journal's first row, as in every key.
        told: the last acts that the table's journals tell of, for the comparison at the start.
        closed: why the session before left JP1 to be reopened by two persons; a book that did not add up
            when it was opened is left to them too.
        heard: how far the table had heard its book: of that it never takes less for the truth.

    Attributes:
        heard: how far the table has heard its book by now; replaced whole, so that any thread may look.
    """

    def __init__(
        self,
        book: Book,
        table: str,
        journal_id: str,
        told: Sequence[JournalAct] = (),
        closed: str = "",
        heard: Heard = NOTHING_HEARD,
    ) -> None:
        self._book = book
        self._table = table
        self._journal_id = journal_id
        self._told = list(told)
        self._acknowledged = Acknowledged.of(told)
        self._closed = closed or (RESIDUAL if book.amiss_micro else "")
        self._lost = False
        self._seen: i.MeterObserved | None = None
        self._proven = False
        """An act has gone the whole way since the link was found, or found again."""
        self._differs = False
        """The book that answers is not what the table had heard or told, and nobody has accepted that."""
        self._wrote_on = False
        """The table itself has written in a book that differs: it ends elsewhere than was shown."""
        self._beside = any(act.beside for act in told)
        """The table has written in a book that differs: its act is the last, and hides what stands below."""
        self._shown: dict[int, str] = {}
        """Where the book ended each time that it was shown to differ, and the content of that entry."""
        self._ended: tuple[EndedRound, ...] = ()
        """Rounds that a reopening has ended in the book whose answer is not complete yet."""
        self._before_us = max((act.book_seq or 0 for act in told if act.baseline), default=0)
        """To this entry two persons accepted what the book has of this table, whoever had asked for it."""
        for act in told:
            cents = -1 if act.meter_cents is None else act.meter_cents
            heard = heard.answered(act.book_seq or 0, cents)
        self.heard = heard

    @property
    def probe_ms(self) -> int:
        """How often an act has to go the whole way while nothing is asked: see `Book.probe_ms`."""
        return self._book.probe_ms

    def compare(self) -> i.BookObserved | None:
        """What the table is to hear before anything else: nothing, if journals and book agree."""
        found: Difference | None = None
        try:
            found, meter = self._look()
            if found is None:
                self._lost = self._differs = False
                code, self._closed = self._closed, ""
                return i.BookRefused(START, code) if code else None
            if self._own(found):
                self._lost, self._differs = False, True
                return None
        except BookUnreachable as error:
            return self._unreachable(START, error)
        except BookMismatch:
            pass  # the server has another book than it had
        self._lost, self._differs = False, True
        if found is not None:
            self._found(found, meter)
        return i.BookRefused(START, "book_differs", found)

    def _look(self) -> tuple[Difference | None, Meter]:
        """What the book tells otherwise, with what it has lost by name; raises as `difference_from`."""
        found, meter = difference_from(self._book, self._table, self._told, self.heard)
        if found is None and self._beside:
            found = as_it_stands(self._book, self._table, self._told)
        return self._acknowledged.lacking(found, lambda after: self._book.acts(after)), meter

    def back(self) -> i.BookObserved | None:
        """What the table is to hear before the next act. After a lost link book and table are compared again:
        what came back may be a copy that lacks the last acts (F-14, LK-04)."""
        return self.compare() if self._lost else None

    def follow(self, at_ms: int, *, probe: bool = False) -> i.BookObserved | None:
        """What other tables have done to the meter since this one last heard of it; None if nothing.

        A reading opens no JP1: after a lost link, and with `probe`, it is an act that goes the whole way.
        """
        before = self._seen
        try:
            found = self._shown_anew() if self._wrote_on else None
            if found is not None:
                return found
            told = self._read(at_ms, probe or not self._proven)
            if not self._proven:  # doubted while the reading was waited for
                told = self._read(at_ms, probe=True)
        except BookUnreachable as error:
            return self._unreachable("ReadMeter", error)
        except BookMismatch:
            return i.BookRefused(START, "book_differs")
        return None if told == before else told

    def _shown_anew(self) -> i.BookObserved | None:
        """The difference as it is after the table's own acts, such as the end of a round that was open: two
        persons accept where the book ends now, and never where it ended before.

        Raises:
            BookUnreachable, BookMismatch: as `difference_from`.
        """
        found, meter = self._look()
        self._wrote_on = False
        if found is None or self._own(found):
            return None
        self._found(found, meter)
        return i.BookRefused(START, "book_differs", found)

    def _read(self, at_ms: int, probe: bool) -> i.BookObserved:
        """The meter; or what the table is to hear first, where this book lacks what was heard of it.

        A book of another identity, and one in which something is lacking, is compared whole: another server
        may answer behind the same address. Where nothing is lacking its identity is told and taken over.

        Raises:
            BookUnreachable, BookMismatch: it could not be read.
        """
        known, was = self.heard.entry_seq, ""
        meter = self._probe(at_ms) if probe else self._book.meter(known)
        if not self._differs:
            if self.heard.lacking(meter) or self.heard.elsewhere(meter):
                found = self.compare()
                if found is not None:
                    return found
                was = self.heard.book
                meter = self._book.meter(known)
            self.heard = self.heard.read(meter)
        self._seen = _told(meter)
        return self._seen if was in ("", meter.book) else replace(self._seen, book=meter.book, was=was)

    def doubt(self) -> None:
        """JP1 was closed while an answer was waited for: what comes next is a whole act."""
        self._proven = False

    def _probe(self, at_ms: int) -> Meter:
        meter = self._book.probe(self._table, at_ms, self.heard.entry_seq)
        self._proven = True
        return meter

    def listen(self, stopping: threading.Event, moved: Callable[[int], None]) -> None:
        """Calls `moved` when the book of other machines tells of new entries; returns if it never does."""
        listen = getattr(self._book, "listen", None)
        if listen is not None:
            listen(stopping, moved)

    def _unreachable(self, act: str, error: BookUnreachable) -> i.BookUnreachable:
        self._lost, self._proven = True, False
        return i.BookUnreachable(act, str(error)[:200])

    def perform(self, request: Request, at_ms: int) -> i.BookObserved:
        """What the book answers to this request, as the table hears it."""
        try:
            if isinstance(request, r.ReadMeter):
                return self._read(at_ms, probe=True)
            if isinstance(request, r.ReadBook):
                return i.ReconciliationObserved(request.attempt, figures_of(self._book.read(check=True)))
            if isinstance(request, r.Reopen):
                return self._reopen(request, at_ms)
            assert isinstance(request, r.BookRequest), f"{type(request).__name__} is not for the book"
            return self._act(request, at_ms)
        except BookUnreachable as error:
            return self._unreachable(type(request).__name__, error)
        except BookMismatch:
            self._lost = True  # whatever book comes back, it is compared before the act is asked again
            return i.BookRefused(START, "book_differs")

    def _asking(self, kind: str, key: Key) -> None:
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
        kept = [act for act in self._told if act.key != key or (act.recorded and seq is None)]
        if seq is not None:
            self._acknowledged.answered(key, seq, answer_cents(cast(Stored, answer)))
            self._wrote_on = self._differs
            self._beside = self._beside or self._differs
            if not self._differs:
                self.heard = self.heard.answered(seq, getattr(answer, "meter_cents", -1))
            kept = [act for act in kept if not act.recorded]
            mine = next(act for act in self._told if act.key == key)
            kept.append(replace(mine, recorded=True, book_seq=seq, baseline=False))
        self._told = kept

    def _reopen(self, request: r.Reopen, at_ms: int) -> i.BookObserved:
        """JP1 is taken up again from what the book holds, if that is still what the two persons saw."""
        found, meter = self._look()
        unseen = found is not None and found.heard_seq and not self._differs
        if found is not None and (unseen or self._another(found, request) or self._worse(found, request)):
            self._found(found, meter)
            self._ended = ()
            return i.BookRefused("Reopen", "book_differs", found)
        if found is not None:
            self._before_us = max(0, request.accepted_seq)
        playing = self._journal_id, request.playing
        self._ended += end_left_open(self._book, self._table, playing, at_ms)
        answer = self._act(request, at_ms) if request.reason == STOPPED else None
        if answer is not None and not isinstance(answer, i.ReopeningObserved):
            return answer
        last = self._book.last(self._table)
        told = self._probe(at_ms)
        # Nothing was accepted before the last answer: asked again, what had ended is told with the rest.
        ended, self._ended = self._ended, ()
        if found is not None or ended:
            self._told = baseline(last)
        self._acknowledged.accepted()
        self._closed, self._seen = "", None  # what others did meanwhile is heard after it
        self.heard = NOTHING_HEARD.read(told)
        self._differs = self._wrote_on = self._beside = False
        if answer is not None:
            return replace(answer, generation=told.generation, ended=ended, agrees=found is None)
        place = told.generation, told.meter_cents, told.book_seq
        return i.ReopeningObserved(request.attempt, *place, ended, found is None)

    def _found(self, found: Difference, meter: Meter) -> None:
        """The book differs, and an act that is written in it now may stand below what was once accepted."""
        self._differs = True
        self._shown[meter.book_seq] = meter.entry
        self._before_us = min(self._before_us, found.found_seq)

    def _own(self, found: Difference) -> bool:
        """The book's last act is an end that a reopening gave it whose answer is not complete yet."""
        return any(found.found_seq == one.book_seq for one in self._ended)

    def _another(self, found: Difference, request: r.Reopen) -> bool:
        """The difference is not the one that the two persons saw; what they wrote with it is theirs."""
        if found.found_seq <= request.accepted_seq:
            return found.found_seq != request.accepted_seq
        mark = found.journal_id, found.kind, found.attempt
        return not self._own(found) and mark != (self._journal_id, ActKind.REOPEN, request.attempt)

    def _worse(self, found: Difference, request: r.Reopen) -> bool:
        """The book has lost more than the two persons saw: where it ended then is not in it as it was.

        What others have written since is no reason to ask the two again.
        """
        if found.heard_seq > request.heard_seq >= 0 or found.ends_seq < request.ends_seq:
            return True
        shown = self._shown.get(request.ends_seq, "")
        return bool(shown) and self._book.meter(request.ends_seq).asked != shown

    def _act(self, request: r.BookRequest, at_ms: int) -> i.BookObserved:
        kind: str = _KINDS[type(request)]
        if isinstance(request, r.Award):
            kind = award_kind(name for name, _ in request.awards)
        seat = getattr(request, "seat", None)
        key = Key(self._table, self._journal_id, request.round, request.attempt, kind, seat)
        self._asking(kind, key)
        kept_to = self._kept_to()
        answer = self._ask(request, key, at_ms)
        if 0 < getattr(answer, "book_seq", 0) <= kept_to:
            answer = Conflict(key, kind, "", "")
        self._answered(key, answer)
        return _heard(request, answer)

    def _kept_to(self) -> int:
        """Where the answers end that were kept for another life of this journal, 0 where it had none.

        Journals that were put back go on under the same id, and a round that is played again has the keys of
        the one that was lost. What two persons accepted was written before any act that is asked since: such
        an answer is none to it, however alike the two are.
        """
        last = self._book.last(self._table) if self._before_us else None
        return 0 if last is None else min(self._before_us, last.book_seq)

    def _ask(self, request: r.BookRequest, key: Key, at_ms: int) -> object:
        book = self._book
        match request:
            case r.Contribute():
                return book.contribute(key, request.seats, request.stake_cents, at_ms)
            case r.Forgo():
                return book.forgo(key, request.seats, request.stake_cents, at_ms)
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
            case r.Correct():
                micro = request.cents * MICRO
                return book.correct(key, Account.METER, micro, request.persons, request.reason, at_ms)
            case r.Stop():
                return book.stop(key, request.fate, request.persons, request.reason, at_ms)
        assert isinstance(request, r.Reopen), f"{type(request).__name__} is asked and has no act"
        return book.reopen(key, request.persons, request.reason, at_ms)


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
        case Corrected():
            before_cents, after_cents = answer.before_micro // MICRO, answer.after_micro // MICRO
            return i.CorrectionObserved(attempt, before_cents, after_cents, answer.book_seq)
        case Stopped() if isinstance(request, r.Stop):
            return i.StopObserved(attempt, answer.meter_cents, answer.book_seq)
        case Stopped():
            return i.ReopeningObserved(attempt, 0, answer.meter_cents, answer.book_seq)
        case Waiting():
            return i.BookUnreachable(type(request).__name__, "generation_open")
        case Refused():
            return refused(request, answer.code)
        case Conflict():
            return refused(request, "conflict")
    raise TypeError(f"the book answered with {type(answer).__name__}")


def refused(request: r.BookRequest, code: str) -> i.BookRefused:
    """A refusal for good, of this act and no other."""
    seat = getattr(request, "seat", None) or 0  # none in an act of the whole round, or the deal's first claim
    return i.BookRefused(type(request).__name__, code, None, request.round, request.attempt, seat)


def _told(meter: Meter) -> i.MeterObserved:
    claims = tuple(i.LinkedClaim(each.table, each.generation, each.value_cents) for each in meter.pending)
    last = meter.won
    won = i.LinkedWin(last.table, last.generation, last.cents, last.at_ms) if last is not None else None
    told = meter.generation, meter.meter_cents, meter.book_seq
    return i.MeterObserved(*told, claims[:CLAIMS_MAX], won, meter.stop)
