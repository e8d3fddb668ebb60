"""The book's behaviour over any database: idempotent acts, readings, and where a process may be killed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import asdict
from hashlib import sha256
from json import JSONEncoder, loads
from threading import Lock
from typing import Any, Final

from controller.book import claims, stakes
from controller.book.answers import (
    LAST_WINS,
    Award,
    Awarded,
    BookView,
    Claimed,
    ClaimRefused,
    Conflict,
    Contributed,
    Corrected,
    Finished,
    Key,
    LastEntry,
    Meter,
    Refunded,
    Refused,
    Stopped,
    Stored,
    Waiting,
)
from controller.book.check import residual_micro
from controller.book.last_heard import entry_digest
from controller.book.port import Account, ActKind, BookAct
from controller.book.posting import Posting
from controller.book.shares import Parts, Terms
from controller.book.store import Generation, KeptAnswer, Kind, Standing, Store, Totals
from controller.game.money import MICRO

_compact: Final = JSONEncoder(separators=(",", ":")).encode

FORGONE: Final = Refused("forgone", "the round was not played, and this stake never will be")
_PAGE: Final = 1_000
"""Acts are listed by so many at a time, so that no reader holds the book up."""

PROBE_MS: Final = 10_000
"""A file on the machine's own disk, whose every write waits for the disk four times."""

Crash = Callable[[str], None]

_ANSWERS: Final[dict[str, type[Any]]] = {
    kind.__name__: kind
    for kind in (Contributed, Finished, Claimed, Awarded, ClaimRefused, Refunded, Corrected, Stopped, Refused)
}


def digest_of(act: ActKind, request: tuple[Any, ...]) -> str:
    """What a request is recognised by; its instant does not count."""
    return sha256(_compact([act, *request]).encode()).hexdigest()


def to_text(answer: Stored) -> str:
    """The answer as it is kept."""
    if isinstance(answer, Awarded):
        return _compact({"answer": "Awarded", **asdict(answer)})
    # The other answers are flat, and `asdict` would copy them field by field.
    names = answer.__dataclass_fields__
    return _compact({"answer": type(answer).__name__, **{name: getattr(answer, name) for name in names}})


def from_text(text: str) -> Stored:
    """The answer that was kept."""
    fields = loads(text)
    kind = _ANSWERS[fields.pop("answer")]
    if kind is Awarded:
        fields["awards"] = tuple(Award(**prize) for prize in fields["awards"])
    answer: Stored = kind(**fields)
    return answer


def open_jackpot(store: Store, terms: Terms, at_ms: int) -> None:
    """The first entry is in the ledger: generation 1 stands at the start amount."""
    seed_micro = terms.start_cents * MICRO
    store.save(Standing(0, 1, Parts(), Totals()))
    posting = Posting(store, terms, Key("book", "book", 0, 0, "open"), at_ms)
    posting.post(Kind.SEED, Parts(meter=seed_micro), round_id=0)
    store.add_generation(Generation(1, 1, seed_micro, 0, 0, False, None, None))
    store.save(posting.standing)


class LedgerBook(ABC):
    """A `Book` over a `Store`. One lock keeps the threads of this process apart, the database the rest.

    `crash` is called with `act:before_begin`, `act:before_commit` and `act:after_commit`: tests end the
    process there.
    """

    probe_ms = PROBE_MS
    amiss_micro = 0

    def __init__(self, terms: Terms, crash: Crash | None = None) -> None:
        self.terms = terms
        self._crash = crash
        self._lock = Lock()

    @abstractmethod
    def _writing(self, before_commit: Callable[[], None]) -> AbstractContextManager[Store]:
        """A transaction that is committed at the end of the block, or undone by an exception."""

    @abstractmethod
    def _reading(self) -> AbstractContextManager[Store]:
        """A transaction that sees one state of the book."""

    def _at(self, act: ActKind, where: str) -> None:
        if self._crash is not None:
            self._crash(f"{act}:{where}")

    def _do(
        self,
        act: ActKind,
        key: Key,
        at_ms: int,
        request: tuple[Any, ...],
        post: Callable[[Posting], Stored | Waiting],
    ) -> Any:
        """The one way anything is written: once under its key, answer and entries in one transaction."""
        digest = digest_of(act, request)
        with self._lock:
            self._at(act, "before_begin")
            with self._writing(lambda: self._at(act, "before_commit")) as store:
                kept = store.kept(key)
                if kept is not None:
                    if kept.digest != digest:
                        return Conflict(key, kept.act, kept.digest, digest)
                    store.probe(key.table, at_ms)  # the end of the first commit may not be on the disk
                    return from_text(kept.answer)
                posting = Posting(store, self.terms, key, at_ms)
                answer = post(posting)
                if posting.posted == isinstance(answer, Refused | Waiting):
                    raise AssertionError(f"{act} of {key} answered {answer} after {posting.standing}")
                if posting.posted:
                    store.save(posting.standing)
                if not isinstance(answer, Waiting):
                    seq = posting.standing.seq if posting.posted else 0
                    store.keep(key, KeptAnswer(act, digest, to_text(answer)), answer_cents(answer), seq)
            self._at(act, "after_commit")
        return answer

    def contribute(
        self, key: Key, seats: tuple[int, ...], stake_cents: int, at_ms: int
    ) -> Contributed | Refused | Conflict:
        request = (list(seats), stake_cents)
        answer: Contributed | Refused | Conflict = self._do(
            ActKind.CONTRIBUTE, key, at_ms, request, lambda p: stakes.contribute(p, seats, stake_cents)
        )
        return answer

    def forgo(
        self, key: Key, seats: tuple[int, ...], stake_cents: int, at_ms: int
    ) -> Contributed | Refused | Conflict:
        # The same act and request as the contribution: whichever arrives first is the answer to both.
        request = (list(seats), stake_cents)
        answer: Contributed | Refused | Conflict = self._do(
            ActKind.CONTRIBUTE, key, at_ms, request, lambda posting: FORGONE
        )
        return answer

    def finish(self, key: Key, at_ms: int) -> Finished | Refused | Conflict:
        answer: Finished | Refused | Conflict = self._do(ActKind.FINISH, key, at_ms, (), stakes.finish)
        return answer

    def claim(self, key: Key, seat: int, at_ms: int) -> Claimed | Refused | Conflict:
        answer: Claimed | Refused | Conflict = self._do(
            ActKind.CLAIM, key, at_ms, (seat,), lambda p: claims.claim(p, seat)
        )
        return answer

    def award(
        self, key: Key, awards: tuple[Award, ...], at_ms: int
    ) -> Awarded | Waiting | Refused | Conflict:
        request = tuple([prize.kind, prize.seat, prize.cents] for prize in awards)
        answer: Awarded | Waiting | Refused | Conflict = self._do(
            ActKind.AWARD, key, at_ms, request, lambda p: claims.award(p, awards)
        )
        return answer

    def refuse(
        self, key: Key, persons: tuple[str, str], reason: str, at_ms: int
    ) -> ClaimRefused | Refused | Conflict:
        answer: ClaimRefused | Refused | Conflict = self._do(
            ActKind.REFUSE, key, at_ms, (*persons, reason), lambda p: claims.refuse(p, persons, reason)
        )
        return answer

    def refund(
        self, key: Key, seat: int, at_ms: int, contribution: Key | None = None
    ) -> Refunded | Refused | Conflict:
        request = (seat, str(contribution) if contribution else "")
        answer: Refunded | Refused | Conflict = self._do(
            ActKind.REFUND, key, at_ms, request, lambda p: stakes.refund(p, seat, contribution)
        )
        return answer

    def correct(
        self, key: Key, account: Account, micro: int, persons: tuple[str, str], reason: str, at_ms: int
    ) -> Corrected | Refused | Conflict:
        request = (account, micro, *persons, reason)
        answer: Corrected | Refused | Conflict = self._do(
            ActKind.CORRECT, key, at_ms, request, lambda p: stakes.correct(p, account, micro, persons, reason)
        )
        return answer

    def close_dead_round(
        self, key: Key, persons: tuple[str, str], reason: str, at_ms: int
    ) -> Finished | Refused | Conflict:
        answer: Finished | Refused | Conflict = self._do(
            ActKind.CLOSE,
            key,
            at_ms,
            (*persons, reason),
            lambda p: stakes.close_dead_round(p, persons, reason),
        )
        return answer

    def stop(
        self, key: Key, fate: str, persons: tuple[str, str], reason: str, at_ms: int
    ) -> Stopped | Refused | Conflict:
        answer: Stopped | Refused | Conflict = self._do(
            ActKind.STOP,
            key,
            at_ms,
            (fate, *persons, reason),
            lambda p: stakes.stop(p, fate, persons, reason),
        )
        return answer

    def reopen(
        self, key: Key, persons: tuple[str, str], reason: str, at_ms: int
    ) -> Stopped | Refused | Conflict:
        answer: Stopped | Refused | Conflict = self._do(
            ActKind.REOPEN, key, at_ms, (*persons, reason), lambda p: stakes.reopen(p, persons, reason)
        )
        return answer

    def read(self, *, check: bool = False) -> BookView:
        with self._lock, self._reading() as store:
            return view(store, check)

    def meter(self, entry_seq: int = 0) -> Meter:
        with self._lock, self._reading() as store:
            return _meter(store, entry_seq)

    def probe(self, table: str, at_ms: int, entry_seq: int = 0) -> Meter:
        with self._lock, self._writing(lambda: None) as store:
            store.probe(table, at_ms)
            return _meter(store, entry_seq)

    def last(self, table: str) -> LastEntry | None:
        with self._lock, self._reading() as store:
            return store.last(table)

    def acts(self, after_seq: int = 0) -> Iterator[BookAct]:
        last_seq = after_seq
        while True:
            with self._lock, self._reading() as store:
                page = store.acts(last_seq, _PAGE)
            if not page:
                return
            yield from page
            last_seq = page[-1].book_seq


def _meter(store: Store, entry_seq: int) -> Meter:
    standing = store.standing()
    meter_cents = standing.balances.meter // MICRO
    won = next(iter(store.wins(1)), None)
    pending = tuple(store.pending())
    last = _digest(store.content(standing.seq))
    asked = last if entry_seq == standing.seq else _digest(store.content(entry_seq))
    told = standing.generation, meter_cents, standing.seq, store.stop()
    return Meter(*told, pending, won, store.identity(), last, asked)


def _digest(content: tuple[object, ...] | None) -> str:
    return "" if content is None else entry_digest(content)


def answer_cents(answer: Stored) -> int:
    """The money of an act, as the journal of its table knows it."""
    match answer:
        case Contributed():
            return answer.stakes_cents
        case Awarded() | Refunded():
            return answer.cents
        case Claimed():
            return answer.value_cents
    return 0


def view(store: Store, check: bool) -> BookView:
    """The book as `store` has it."""
    standing = store.standing()
    balances, totals = standing.balances, standing.totals
    return BookView(
        seq=standing.seq,
        generation=standing.generation,
        meter_micro=balances.meter,
        frozen_micro=balances.frozen,
        reserve_micro=balances.reserve,
        overflow_micro=balances.overflow,
        seed_micro=totals.seed,
        contributed_micro=totals.contributed,
        reserved_micro=totals.reserved,
        overflowed_micro=totals.overflowed,
        house_micro=totals.house,
        stakes_micro=totals.stakes,
        awarded_micro=totals.awarded,
        awarded_house_micro=totals.awarded_house,
        refunded_micro=totals.refunded,
        corrected_micro=totals.corrected,
        residual_micro=residual_micro(standing, store.entries() if check else None),
        stakes_count=totals.stakes_count,
        wins_count=totals.wins_count,
        wins_cents=totals.wins_cents,
        checked=check,
        open_rounds=tuple((each.table, each.number) for each in store.open_rounds(None)),
        pending=tuple(store.pending()),
        wins=tuple(store.wins(LAST_WINS)),
        stop=store.stop(),
    )
