"""A book done again: every act that it has answered, on an empty book of the same terms, row by row.

What the ledger's sums do not show stands beside it: rounds, generations, claims, answers, the columns of an
entry that move no money. All of it follows from the acts in their order, so an altered value is one that no
act makes. Of an act the entries tell its instant, seats and amounts, the answer its prizes; its request is
held against the digest that was kept of it.

Two things no act brings back: the answer to an act that was refused, which moved nothing and has no place in
the order, and the instant of an entry, which the digest of a request leaves out on purpose.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import islice, product
from json import loads
from typing import Any, Final

from controller.book import claims, stakes
from controller.book.answers import JACKPOT, Award, Key, Refused
from controller.book.ledger import answer_cents, digest_of, open_jackpot, to_text
from controller.book.port import Account, ActKind, act_of
from controller.book.posting import Posting
from controller.book.schema import VERSION
from controller.book.shares import Parts, Terms
from controller.book.sqlite_store import SqliteStore, schema_statements
from controller.book.store import ClaimState, KeptAnswer
from controller.words.book_findings import act_in_words, finding
from controller.words.codes import code_word
from controller.words.money import EN, FR

TABLES: Final = {
    "terms": ("id",),
    "entries": ("seq",),
    "answers": ("table_name", "journal_id", "round", "attempt", "kind", "seat"),
    "rounds": ("id",),
    "generations": ("number",),
    "claims": ("id",),
    "standing": ("id",),
}
"""Those that hold the book, and what names a row; what machines probe and the book's own name are apart."""

Row = dict[str, Any]


def unlike(kept: sqlite3.Connection, language: int = EN) -> Iterator[str]:
    """A sentence for each row that the acts of this book do not make, and for each act that cannot be done.

    The caller has begun a transaction, in which the book stands still.
    """
    say = partial(_said, language)
    try:
        (told,) = (row["text"] for row in _rows(kept, "terms"))
        terms = Terms(**{**loads(told), "prizes": _prizes(told)})
        # On the disk if it is long: a book of years has as many rows as the one that is read.
        with closing(sqlite3.connect("", isolation_level=None)) as made:
            made.execute("PRAGMA synchronous=OFF")
            made.execute("BEGIN")
            answers = _rows(kept, "answers", "book_seq")
            yield from _done_again(say, made, terms, _rows(kept, "entries"), answers)
            for table in TABLES:
                yield from _differences(say, table, _rows(kept, table), _rows(made, table))
    except (ValueError, TypeError, KeyError, IndexError, AssertionError, sqlite3.IntegrityError):
        yield say("never_done")


Say = Callable[..., str]


def _said(language: int, key: str, act: Row | None = None, /, **facts: object) -> str:
    """A finding in this language; `act` is the row of the answer that it is about."""
    if act is not None:
        kind = act_in_words(act["kind"], language)
        named = finding("named", language, table=act["table_name"], round=act["round"], kind=kind)
        return finding(key, language, named=named, **facts)
    return finding(key, language, **facts)


def _rows(book: sqlite3.Connection, table: str, order: str = "") -> Iterator[Row]:
    cursor = book.execute(f"SELECT * FROM {table} ORDER BY {order or ', '.join(TABLES[table])}")
    names = [column[0] for column in cursor.description]
    return (dict(zip(names, row, strict=True)) for row in cursor)


def _prizes(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((str(kind), str(odds)) for kind, odds in loads(text)["prizes"])


def _done_again(
    say: Say, made: sqlite3.Connection, terms: Terms, entries: Iterator[Row], answers: Iterator[Row]
) -> Iterator[str]:
    for statement in schema_statements():
        made.execute(statement)
    made.execute("INSERT INTO terms VALUES (1, ?, ?, ?)", (VERSION, terms.text(), terms.digest()))
    store, done = SqliteStore(made), 1
    first = next(entries, None)
    if first is None:
        raise ValueError("it has no entry")
    open_jackpot(store, terms, first["at_ms"])
    for row in answers:
        if row["book_seq"]:
            own = list(islice(entries, row["book_seq"] - done))
            done = row["book_seq"]
            yield from _act_again(say, store, terms, row, own)
        elif _refused_amiss(row):
            yield say("no_place", row)
    for row in entries:
        yield say("no_act", seq=row["seq"])


def _act_again(say: Say, store: SqliteStore, terms: Terms, row: Row, own: list[Row]) -> Iterator[str]:
    if not own:
        yield say("no_entry", row)
        return
    key = Key(
        row["table_name"], row["journal_id"], row["round"], row["attempt"], row["kind"], row["seat"] or None
    )
    if act_of(key.kind) != row["act"]:
        yield say("kept_as", row, act=row["act"])
    act, post, requests = _request(row, key, own, terms)
    digest = next((one for one in (digest_of(act, each) for each in requests) if one == row["digest"]), None)
    if digest is None:
        yield say("not_asked", row)
    posting = Posting(store, terms, key, own[0]["at_ms"])
    if act is ActKind.AWARD:
        _release(store, key)
    answer: Any = post(posting)
    if isinstance(answer, Refused):
        yield say("would_refuse", row, why=(code_word(answer.code, FR), answer.detail))
        return
    store.save(posting.standing)
    store.keep(
        key, KeptAnswer(act, digest or "", to_text(answer)), answer_cents(answer), posting.standing.seq
    )


def _release(store: SqliteStore, key: Key) -> None:
    """The claims beside this one had been asked for: a share is paid when none can come or go any more."""
    playing = store.round(key)
    for own in store.round_claims(playing.id) if playing is not None else ():
        for row in store.claims(own.generation):
            if row.state is ClaimState.PENDING and row.round_id != own.round_id:
                store.set_claim(row.id, ClaimState.RELEASED, 0, 0, 0)


Asked = tuple[ActKind, Callable[[Posting], Any], Iterable[tuple[Any, ...]]]


def _request(row: Row, key: Key, own: list[Row], terms: Terms) -> Asked:
    """The act of this row, what it posts, and how its request may have read."""
    act, seat = ActKind(row["act"]), row["seat"]
    noted: dict[str, Any] = next((loads(one["note"]) for one in own if one["note"].startswith("{")), {})
    persons, reason = tuple(noted.get("persons", ())), noted.get("reason", "")
    fate = noted.get("fate", "")
    match act:
        case ActKind.CONTRIBUTE:
            seats = tuple(one["seat"] for one in own)
            stake = terms.stake_cents
            return act, lambda p: stakes.contribute(p, seats, stake), [(list(seats), stake)]
        case ActKind.REFUND:
            told = [str(_contribution(key, attempt)) for attempt in range(1, key.attempt + 1)]
            return act, lambda p: stakes.refund(p, seat, None), [(seat, one) for one in ("", *told)]
        case ActKind.FINISH:
            return act, stakes.finish, [()]
        case ActKind.CLAIM:
            return act, lambda p: claims.claim(p, seat), [(seat,)]
        case ActKind.AWARD:
            prizes = tuple(Award(**one) for one in loads(row["answer"])["awards"])
            return act, lambda p: claims.award(p, prizes), _awards_asked(prizes)
        case ActKind.REFUSE:
            return act, lambda p: claims.refuse(p, persons, reason), [(*persons, reason)]
        case ActKind.CLOSE:
            return act, lambda p: stakes.close_dead_round(p, persons, reason), [(*persons, reason)]
        case ActKind.CORRECT:
            ((account, micro),) = ((n, own[0][f"{n}_micro"]) for n in Parts._fields if own[0][f"{n}_micro"])
            into = Account(account)
            request = (into, micro, *persons, reason)
            return act, lambda p: stakes.correct(p, into, micro, persons, reason), [request]
        case ActKind.STOP:
            return act, lambda p: stakes.stop(p, fate, persons, reason), [(fate, *persons, reason)]
    return act, lambda p: stakes.reopen(p, persons, reason), [(*persons, reason)]


def _contribution(key: Key, attempt: int) -> Key:
    return Key(key.table, key.journal_id, key.round, attempt, ActKind.CONTRIBUTE)


def _awards_asked(prizes: tuple[Award, ...]) -> Iterator[tuple[Any, ...]]:
    """A share may have been asked without its amount, or with it."""
    ways = [(0, one.cents) if one.kind == JACKPOT else (one.cents,) for one in prizes]
    for cents in product(*ways):
        yield tuple([one.kind, one.seat, each] for one, each in zip(prizes, cents, strict=True))


def _refused_amiss(row: Row) -> bool:
    """Whether an answer without a place in the book is other than a refusal, which moved nothing."""
    refused = loads(row["answer"])["answer"] == "Refused"
    return not refused or row["cents"] != 0 or row["act"] not in set(ActKind) or len(row["digest"]) != 64


def _differences(say: Say, table: str, kept: Iterator[Row], made: Iterator[Row]) -> Iterator[str]:
    """Rows that are in one of the two only, or otherwise; both come in the order of their names."""
    if table == "answers":
        kept = (row for row in kept if row["book_seq"])
    found, wanted = next(kept, None), next(made, None)
    while found is not None or wanted is not None:
        if wanted is None or (found is not None and _name(table, found) < _name(table, wanted)):
            assert found is not None
            yield say("row_of_no_act", table=table, row=_words(_name(table, found)))
            found = next(kept, None)
        elif found is None or _name(table, wanted) < _name(table, found):
            yield say("row_missing", table=table, row=_words(_name(table, wanted)))
            wanted = next(made, None)
        else:
            for column, value in wanted.items():
                if found[column] != value and not _released(table, column, found, value):
                    told = {"column": column, "found": repr(found[column]), "made": repr(value)}
                    yield say("row_differs", table=table, row=_words(_name(table, found)), **told)
            found, wanted = next(kept, None), next(made, None)


def _released(table: str, column: str, row: Row, made: object) -> bool:
    """A claim whose award was asked waits for the other tables: that is in no entry before it is paid."""
    waits = table == "claims" and row["state"] == ClaimState.RELEASED and not row["done_seq"]
    return waits and (column == "done_ms" or (column == "state" and made == ClaimState.PENDING))


def _name(table: str, row: Row) -> tuple[Any, ...]:
    return tuple(row[name] for name in TABLES[table])


def _words(name: tuple[Any, ...]) -> str:
    return " ".join(str(part)[:16] for part in name)
