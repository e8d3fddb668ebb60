"""A wire cut between commit and acknowledgement: every act is in the book exactly once (T-6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from controller.book.port import BookUnreachable
from controller.book.postgres import PostgresBook
from tests.law.requirements import requirement
from tests.link_proxy import Proxy
from tests.link_trials import BOUNDARIES, cut_contributions, delayed, until_answered
from tests.private_postgres import PooledBook, PrivateServer, pooled_book
from tests.shell.book.jackpot_books import EXAMPLE, STAKE, ask_jackpot, key, over, royal

CUTS = 40
"""Each place of an answer several times; `make proof` cuts thousands."""

pytestmark = pytest.mark.slow


@dataclass
class Wired:
    """A book behind a proxy, and the same book seen from the server's side."""

    behind: PooledBook
    proxy: Proxy
    book: PostgresBook


@pytest.fixture
def wired(postgres: PrivateServer) -> Iterator[Wired]:
    behind = pooled_book(postgres, EXAMPLE)
    with Proxy(postgres.port) as proxy:
        book = PostgresBook(postgres.url(behind.database, port=proxy.port))
        yield Wired(behind, proxy, book)
        book.close()
    behind.close()


def test_a_cut_between_commit_and_acknowledgement_contributes_exactly_once(wired: Wired) -> None:
    again = cut_contributions(wired.book, wired.proxy, CUTS, Random(1))
    assert again == wired.proxy.cuts == CUTS
    view = wired.behind.read(check=True)
    assert (view.stakes_count, view.stakes_cents, view.residual_micro) == (2 * CUTS, 2 * CUTS * STAKE, 0)
    assert [act.key.round for act in wired.behind.acts()] == list(range(1, CUTS + 1))


@requirement("LK-07")
@pytest.mark.parametrize("where", range(BOUNDARIES))
def test_a_cut_claim_and_a_cut_award_are_booked_once(wired: Wired, where: int) -> None:
    wired.book.contribute(key("T1", 1, "contribute"), (1,), STAKE, 0)
    wired.proxy.arm(answers_left=where)
    claimed, _ = until_answered(lambda: royal(wired.book, "T1", 1))
    wired.proxy.arm(answers_left=where)
    paid, _ = until_answered(lambda: ask_jackpot(wired.book, "T1", 1))
    wired.proxy.arm(answers_left=where)
    until_answered(lambda: over(wired.book, "T1", 1))
    wired.proxy.arm()
    view = wired.behind.read(check=True)
    assert paid.cents == claimed.value_cents == view.awarded_cents
    assert (view.wins_count, view.generation, view.frozen_micro, view.residual_micro) == (1, 2, 0, 0)
    assert [str(act.act) for act in wired.behind.acts()] == ["contribute", "claim", "award", "finish"]


@pytest.mark.long
def test_what_a_slow_line_brings_late_is_booked_once(postgres: PrivateServer) -> None:
    contributed, again = delayed(postgres, tables=8, rounds=2, seed=1, longest_s=3.0)
    assert (contributed, again > 0) == (16, True)


def test_a_line_slower_than_the_wait_books_once_all_the_same(wired: Wired) -> None:
    """The table has given up, and the act arrives after all; perhaps after the one that repeats it."""
    assert until_answered(lambda: wired.book.meter())[1] == 1
    wired.book._line.wait_s = 0.2
    wired.proxy.delay_s = 0.3
    asked_key = key("T1", 1, "contribute")
    for _ in range(3):
        with pytest.raises(BookUnreachable):
            wired.book.contribute(asked_key, (1, 2), STAKE, 0)
    wired.proxy.delay_s = 0
    answer, _ = until_answered(lambda: wired.book.contribute(asked_key, (1, 2), STAKE, 0))
    assert (answer.book_seq, answer.stakes_cents) == (3, 2 * STAKE)
    assert wired.behind.read(check=True).stakes_count == 2
