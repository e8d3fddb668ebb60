"""The linked book and the SQLite book are one book: the same calls, the same answers, the same ledger."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from controller.book.answers import Award, Key, Refused
from controller.book.port import Account, Book
from controller.book.shares import WHOLE, Terms
from controller.book.sqlite import SqliteBook
from tests.private_postgres import PooledBook, PrivateServer, pooled_book
from tests.shell.book.jackpot_books import JOURNAL

SEQUENCES = 30
ACTS = 60
KINDS = ("jackpot", "full_house", "quads", "straight_flush", "community_royal", "consolation", "pair")
PERSONS = (
    ("Mme Arnaud", "M. Berger"),
    ("Mme Arnaud", " mme arnaud"),
    ("", "M. Berger"),
    ("Éloïse", "ÉLOÏSE"),
    ('Zoë "Z"\t\\', "李雷 𝄞"),
)
REASONS = ("carte remplacée", " ", "d'où\n\x7f ; DROP TABLE entries; --", "é" * 501)


def any_terms(dice: Random) -> Terms:
    """Odd shares, small and large amounts, with and without a limit."""
    meter = dice.choice([0, WHOLE, dice.randint(0, WHOLE)])
    reserve = dice.randint(0, WHOLE - meter)
    start_cents = dice.randint(0, 10_000)
    limit = dice.choice([None, start_cents, start_cents + dice.randint(0, 20_000)])
    source = dice.choice(["house", "meter"])
    own = Random(start_cents)
    return Terms(
        dice.randint(1, 2_000),
        start_cents,
        meter,
        reserve,
        WHOLE - meter - reserve,
        source,
        limit,
        reset_cents=own.choice([None, 0]),
        most_stakes=own.choice([7, 7, 3]),
    )


def any_act(dice: Random, terms: Terms, n: int, rounds: dict[str, int]) -> Callable[[Book], Any]:
    """One call, sensible or not; some are asked again under their key, some under another's."""
    table = dice.choice(sorted(rounds))
    round_, seat = rounds[table], dice.choice([1, 1, 1, 2, 3, 8, 0])
    act = dice.choice(
        ["stake"] * 6
        + ["claim"] * 3
        + ["award"] * 4
        + ["finish", "refuse", "refund", "correct", "close"]
        + ["stop", "reopen", "reopen"] * (n % 9 == 0)
    )
    attempt = dice.choice([1] * 9 + [2])
    kind = act if dice.random() < 0.5 else f"{act} {n}"
    key = Key(table, JOURNAL, round_, attempt, kind, dice.choice([None, 1, 2]))
    persons, reason = (
        dice.choice((PERSONS[0], dice.choice(PERSONS))),
        dice.choice((REASONS[0], dice.choice(REASONS))),
    )
    match act:
        case "stake":
            seats = tuple(dice.choices([1, 1, 1, 2, 3, 4, 7, 8], k=dice.choice([0, 1, 1, 2, 3, 8])))
            stake = terms.stake_cents + (dice.random() < 0.05)
            if dice.random() < 0.1:
                return lambda book: book.forgo(key, seats, stake, n)
            return lambda book: book.contribute(key, seats, stake, n)
        case "finish":
            rounds[table] += 1
            return lambda book: book.finish(key, n)
        case "claim":
            return lambda book: book.claim(key, seat, n)
        case "award":
            prizes = tuple(
                Award(
                    dice.choice((KINDS[0], dice.choice(KINDS))),
                    dice.choice([1, 1, 2]),
                    dice.choice([0, 10, 10**8]),
                )
                for _ in range(dice.choice([0, 1, 1, 1, 2]))
            )
            return lambda book: book.award(key, prizes, n)
        case "refuse":
            return lambda book: book.refuse(key, persons, reason, n)
        case "refund":
            named = dice.choice([None, None, Key(table, JOURNAL, round_, attempt, "stake")])
            return lambda book: book.refund(key, seat, n, named)
        case "correct":
            where = dice.choice([key, Key(table, JOURNAL, 0, 0, kind)])
            account, micro = dice.choice(list(Account)), dice.choice([0, -1, 1, 10**9, -(10**9)])
            return lambda book: book.correct(where, account, micro, persons, reason, n)
        case "stop":
            fate = dice.choice(("transfer", "orphans", "é", " "))
            return lambda book: book.stop(key, fate, persons, reason, n)
        case "reopen":
            return lambda book: book.reopen(key, persons, reason, n)
    rounds[table] += 1
    return lambda book: book.close_dead_round(key, persons, reason, n)


def comparable(answer: object) -> object:
    """A refusal is told by its code; its sentence is for people."""
    return answer.code if isinstance(answer, Refused) else answer


def same(linked: PooledBook, single: SqliteBook) -> None:
    """Views, acts, last entries and every line of the two ledgers are equal."""
    assert linked.read(check=True) == single.read(check=True)
    assert linked.read().residual_micro == 0
    assert list(linked.acts()) == list(single.acts())
    with single._reading() as store:
        assert list(linked.entries()) == list(store.entries())
    for table in ("T1", "T2", "T3", "T4"):
        assert linked.last(table) == single.last(table)


def test_the_same_calls_have_the_same_answers_and_the_same_ledger(postgres: PrivateServer) -> None:
    met: set[object] = set()
    for number in range(SEQUENCES):
        dice = Random(f"same book {number}")
        terms = any_terms(dice)
        linked, single = pooled_book(postgres, terms), SqliteBook.create(":memory:", terms)
        rounds = {"T1": 1, "T2": 1, "T3": 1}
        for n in range(ACTS):
            act = any_act(dice, terms, n, rounds)
            answer, other = act(linked), act(single)
            assert comparable(answer) == comparable(other), f"sequence {number}, act {n}"
            met.add(comparable(answer) if isinstance(answer, Refused) else type(answer).__name__)
        same(linked, single)
        linked.close()
        single.close()
    assert {"Contributed", "Finished", "Claimed", "Awarded", "Waiting", "Conflict", "Refunded"} <= met
    assert {"wrong_stake", "bad_seats", "no_claim", "persons", "unknown_round", "seat_has_no_stake"} <= met
