"""The linked jackpot book: one PostgreSQL database for the tables of several machines.

The acts are functions of the database (deploy/postgresql): a table's role may execute those and nothing
else, so that the ledger holds whatever becomes of a table. What is here carries requests there and answers
back. The rules are those of the SQLite book, and the same tests hold both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from json import loads
from threading import Event, Lock
from typing import Any, Final

import psycopg

from controller.book.answers import (
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
    OpenRound,
    PendingClaim,
    Refunded,
    Refused,
    Stopped,
    Waiting,
    Win,
)
from controller.book.faults import SAID, refused
from controller.book.ledger import Crash, from_text
from controller.book.port import Account, ActKind, BookAct, BookMismatch, BookUnreachable, Linkage
from controller.book.postgres_line import CHECK_S, BadValue, Denied, Line, listen
from controller.book.postgres_schema import VERSION, NoBook
from controller.book.postgres_words import answered, sentence
from controller.book.same_terms import check_cards, check_same, stored_terms
from controller.book.shares import JackpotTerms, Terms
from controller.book.store import LedgerEntry, entry_of_row, key_of_row, key_row
from controller.told import at_place, said_by

PROBE_MS: Final = 1_000
"""With the deadline of the line, JP1 is closed in less than four seconds when acts do not come through."""
_PAGE: Final = 1_000
"""Acts and entries are listed by so many at a time, so that no reader holds the book up."""

_KEY: Final = ("text", "text", "bigint", "integer", "text", "integer")


def _call(act: str, *types: str) -> str:
    """The statement of an act: its procedure begins and commits it, and nothing else stands in it."""
    values = ", ".join(f"%s::{each}" for each in (*_KEY, *types))
    return f"CALL tapis.do_{act}({values}, NULL::text)"


_ACTS: Final = {
    ActKind.CONTRIBUTE: _call("contribute", "integer[]", "bigint", "bigint"),
    ActKind.FINISH: _call("finish", "bigint"),
    ActKind.CLAIM: _call("claim", "integer", "bigint"),
    ActKind.AWARD: _call("award", "text[]", "integer[]", "bigint[]", "bigint"),
    ActKind.REFUSE: _call("refuse", "text[]", "text", "bigint"),
    ActKind.REFUND: _call("refund", "integer", "tapis.act_key", "bigint"),
    ActKind.CORRECT: _call("correct", "text", "bigint", "text[]", "text", "bigint"),
    ActKind.STOP: _call("stop", "text", "text[]", "text", "bigint"),
    ActKind.REOPEN: _call("reopen", "text[]", "text", "bigint"),
    ActKind.CLOSE: _call("close_dead_round", "text[]", "text", "bigint"),
}
_FORGO: Final = _call("forgo", "integer[]", "bigint")
_PROBE: Final = "CALL tapis.do_probe(%s::text, %s::bigint, %s::bigint, NULL::text)"


class PostgresBook:
    """A `Book` in a PostgreSQL database, spoken to by the role of its address."""

    probe_ms = PROBE_MS
    amiss_micro = 0  # a ledger of many tables is added up at closings, and by `tapis link check`

    def __init__(
        self,
        url: str,
        config: JackpotTerms | None = None,
        linkage: Linkage | None = None,
        crash: Crash | None = None,
        *,
        patient: bool = False,
    ) -> None:
        """The server answers, and its book is the one that this program and this table play for.

        Without `config` (to read and to verify) the terms stored in the book hold, and so do the rules
        without `linkage`. They are compared again at each connection. `patient`, a server that does not
        answer is waited for by those who ask: the table plays on without JP1.

        Raises:
            BookMismatch: no book, one of another version, of other terms, or for other rules.
            BookUnreachable: the server does not answer.
        """
        self._wanted: Terms | None = None
        self._stored: Terms | None = None
        if config is not None:
            prizes = linkage.prizes if linkage is not None else ()
            self._wanted = config if isinstance(config, Terms) else Terms.of(config, prizes)
        self._linkage = linkage
        self._url = url
        self._where = f"book {_without_password(url)}"
        self._crash = crash
        self.kind = ""
        """Whom the role of the address stands for: `table`, `pit`, `reader` or `simulation`."""
        self._lock = Lock()
        self._line = Line(url, self._greet)
        try:
            self.meter()
        except BookUnreachable:
            if not patient:
                raise
        except BaseException:
            self._line.drop()
            raise

    @property
    def terms(self) -> Terms:
        """The parameters that the book was made for, as its server told them."""
        if self._stored is None:
            self.meter()
        assert self._stored is not None  # the server is greeted before it is asked
        return self._stored

    def _greet(self, connection: psycopg.Connection[Any]) -> None:
        try:
            row = connection.execute("SELECT tapis.hello()::text").fetchone()
        except (psycopg.errors.InvalidSchemaName, psycopg.errors.UndefinedFunction) as error:
            raise NoBook(at_place(self._where, answered("no_book"))) from error
        except psycopg.errors.InsufficientPrivilege as error:
            raise BookMismatch(at_place(self._where, sentence(error))) from error
        assert row is not None
        told: dict[str, Any] = loads(row[0])
        self.kind = told["kind"]
        try:
            self._check(told)
        except BookMismatch as error:
            connection.execute("SELECT tapis.turned_away(%s)", (str(error),))
            raise

    def _check(self, told: dict[str, Any]) -> None:
        where = self._where
        if told["version"] != VERSION:
            said = refused("version_needed", path=where, found=told["version"], known=VERSION)
            raise BookMismatch(said, "book_version")
        stored = self._stored = stored_terms(where, told["terms"], told["digest"])
        if self._wanted is not None:
            check_same(where, stored, self._wanted)
        mine = self._linkage
        if mine is None:
            return
        check_cards(where, told["simulated"], mine.simulated)
        if mine.table and told["table"] != mine.table:
            role = f"role_{told['kind']}" if f"role_{told['kind']}" in SAID else "role_kind"
            whose = refused("role_table" if told["table"] else role, table=told["table"], kind=told["kind"])
            said = refused("other_role", path=where, whose=whose, table=mine.table)
            raise BookMismatch(said, "book_role")
        if mine.profile_digest != told["profile_digest"]:
            digests = {"their_digest": told["profile_digest"][:12], "our_digest": mine.profile_digest[:12]}
            said = refused("other_rules", path=where, their=told["profile"], ours=mine.profile, **digests)
            raise BookMismatch(said, "book_rules")

    def _rows(self, statement: str, values: tuple[Any, ...] = (), wait_s: float | None = None) -> list[Any]:
        with self._lock:
            try:
                return self._line.ask(statement, values, wait_s)
            except Denied as error:
                raise BookMismatch(at_place(self._where, said_by(error))) from error

    def _do(self, act: ActKind, key: Key, *request: Any, statement: str = "") -> Any:
        with self._lock:
            if self._crash is not None:
                self._crash(f"{act}:before_begin")
            try:
                text: str = self._line.ask(statement or _ACTS[act], (*key_row(key), *request))[0][0]
            except Denied as error:
                return Refused("denied", str(error))
            except BadValue as error:
                return Refused("bad_value", str(error))
            if self._crash is not None:
                self._crash(f"{act}:after_commit")
        return _answer(key, text)

    # --- acts ------------------------------------------------------------------------------------

    def contribute(
        self, key: Key, seats: tuple[int, ...], stake_cents: int, at_ms: int
    ) -> Contributed | Refused | Conflict:
        answer: Contributed | Refused | Conflict = self._do(
            ActKind.CONTRIBUTE, key, list(seats), stake_cents, at_ms
        )
        return answer

    def forgo(
        self, key: Key, seats: tuple[int, ...], stake_cents: int, at_ms: int
    ) -> Contributed | Refused | Conflict:
        answer: Contributed | Refused | Conflict = self._do(
            ActKind.CONTRIBUTE, key, list(seats), stake_cents, statement=_FORGO
        )
        return answer

    def finish(self, key: Key, at_ms: int) -> Finished | Refused | Conflict:
        answer: Finished | Refused | Conflict = self._do(ActKind.FINISH, key, at_ms)
        return answer

    def claim(self, key: Key, seat: int, at_ms: int) -> Claimed | Refused | Conflict:
        answer: Claimed | Refused | Conflict = self._do(ActKind.CLAIM, key, seat, at_ms)
        return answer

    def award(
        self, key: Key, awards: tuple[Award, ...], at_ms: int
    ) -> Awarded | Waiting | Refused | Conflict:
        prizes = [list(column) for column in zip(*((a.kind, a.seat, a.cents) for a in awards), strict=True)]
        answer: Awarded | Waiting | Refused | Conflict = self._do(
            ActKind.AWARD, key, *(prizes or ([], [], [])), at_ms
        )
        return answer

    def refuse(
        self, key: Key, persons: tuple[str, str], reason: str, at_ms: int
    ) -> ClaimRefused | Refused | Conflict:
        answer: ClaimRefused | Refused | Conflict = self._do(
            ActKind.REFUSE, key, list(persons), reason, at_ms
        )
        return answer

    def refund(
        self, key: Key, seat: int, at_ms: int, contribution: Key | None = None
    ) -> Refunded | Refused | Conflict:
        named = key_row(contribution) if contribution is not None else None
        answer: Refunded | Refused | Conflict = self._do(ActKind.REFUND, key, seat, named, at_ms)
        return answer

    def correct(
        self, key: Key, account: Account, micro: int, persons: tuple[str, str], reason: str, at_ms: int
    ) -> Corrected | Refused | Conflict:
        answer: Corrected | Refused | Conflict = self._do(
            ActKind.CORRECT, key, str(account), micro, list(persons), reason, at_ms
        )
        return answer

    def close_dead_round(
        self, key: Key, persons: tuple[str, str], reason: str, at_ms: int
    ) -> Finished | Refused | Conflict:
        answer: Finished | Refused | Conflict = self._do(ActKind.CLOSE, key, list(persons), reason, at_ms)
        return answer

    def stop(
        self, key: Key, fate: str, persons: tuple[str, str], reason: str, at_ms: int
    ) -> Stopped | Refused | Conflict:
        answer: Stopped | Refused | Conflict = self._do(ActKind.STOP, key, fate, list(persons), reason, at_ms)
        return answer

    def reopen(
        self, key: Key, persons: tuple[str, str], reason: str, at_ms: int
    ) -> Stopped | Refused | Conflict:
        answer: Stopped | Refused | Conflict = self._do(ActKind.REOPEN, key, list(persons), reason, at_ms)
        return answer

    # --- readings --------------------------------------------------------------------------------

    def read(self, *, check: bool = False) -> BookView:
        rows = self._rows("SELECT tapis.read(%s)::text", (check,), CHECK_S if check else None)
        return _view(loads(rows[0][0]))

    def meter(self, entry_seq: int = 0) -> Meter:
        return _meter(self._rows("SELECT tapis.meter(%s)::text", (entry_seq,))[0][0])

    def probe(self, table: str, at_ms: int, entry_seq: int = 0) -> Meter:
        return _meter(self._rows(_PROBE, (table, at_ms, entry_seq))[0][0])

    def last(self, table: str) -> LastEntry | None:
        text = self._rows("SELECT tapis.last(%s)::text", (table,))[0][0]
        if text is None:
            return None
        told = loads(text)
        key = Key(
            told["table"],
            told["journal_id"],
            told["round"],
            told["attempt"],
            told["kind"],
            told["seat"] or None,
        )
        return LastEntry(told["book_seq"], key, told["at_ms"], told["generation"], told["meter_cents"])

    def acts(self, after_seq: int = 0) -> Iterator[BookAct]:
        after = after_seq
        while rows := self._rows("SELECT * FROM tapis.acts(%s, %s)", (after, _PAGE)):
            for row in rows:
                yield BookAct(key_of_row(row), ActKind(row[6]), row[7], row[8])
            after = rows[-1][-1]

    def entries(self) -> Iterator[LedgerEntry]:
        """The ledger in its order; for readers and the pit."""
        after = 0
        while rows := self._rows("SELECT * FROM tapis.ledger(%s, %s)", (after, _PAGE)):
            for row in rows:
                yield entry_of_row(row)
            after = rows[-1][0]

    def unfinished(self) -> list[OpenRound]:
        """The rounds that are open in the book, oldest first; for readers and the pit."""
        return [OpenRound(*row) for row in self._rows("SELECT * FROM tapis.unfinished()")]

    def listen(self, stopping: Event, moved: Callable[[int], None]) -> None:
        """Calls `moved` with the seq of each new entry until `stopping`; a hint, and no more than that.

        While the server is away nothing is heard and nothing raised: the poll of each second finds out.
        """
        listen(self._url, stopping, moved)

    def close(self) -> None:
        with self._lock:
            self._line.drop()


def _without_password(url: str) -> str:
    """The address as it may be shown: host and database."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}"


# Rows come in the order of the fields.


def _answer(key: Key, text: str) -> Any:
    told = loads(text)
    if told["answer"] == "Conflict":
        return Conflict(key, told["first_act"], told["first_digest"], told["digest"])
    if told["answer"] == "Waiting":
        rounds, claims = ([(table, number) for table, number in told[name]] for name in ("rounds", "claims"))
        return Waiting(told["generation"], tuple(rounds), tuple(claims))
    return from_text(text)


def _meter(text: str) -> Meter:
    told = loads(text)
    pending = tuple(PendingClaim(**each) for each in told["pending"])
    won = next((Win(**each) for each in told["wins"]), None)
    place = told["book"], told["entry"], told["asked"]
    return Meter(told["generation"], told["meter_cents"], told["seq"], told["stop"], pending, won, *place)


def _view(told: dict[str, Any]) -> BookView:
    told["residual_micro"] = int(told["residual_micro"])
    told["open_rounds"] = tuple((table, number) for table, number in told["open_rounds"])
    told["pending"] = tuple(PendingClaim(**claim) for claim in told["pending"])
    told["wins"] = tuple(Win(**win) for win in told["wins"])
    return BookView(**told)
