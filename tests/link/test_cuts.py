"""A wire cut between commit and acknowledgement: every act is in the book exactly once (T-6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from controller.book.answers import Contributed
from controller.book.port import BookUnreachable
from controller.book.postgres import PostgresBook
from tests.link_proxy import Proxy
from tests.private_postgres import PooledBook, PrivateServer, pooled_book
from tests.shell.jackpot_books import EXAMPLE, STAKE, ask_jackpot, key, over, royal

BOUNDARIES = 6
"""The messages of an answer: bound, row described, row, complete, ready; and the one before them."""


class Wired:
    """A book behind a proxy, and the same book seen from the server's side."""

    def __init__(self, server: PrivateServer) -> None:
        self.behind: PooledBook = pooled_book(server, EXAMPLE)
        self.proxy = Proxy(server.port)
        self.book = PostgresBook(server.url(self.behind.database, port=self.proxy.port))

    def until_answered(self, act: Callable[[], Any]) -> tuple[Any, int]:
        """What the act came to in the end, and how often it was asked: by the same key."""
        for asked in range(1, 10):
            try:
                return act(), asked
            except BookUnreachable:
                continue
        raise AssertionError("never answered")

    def close(self) -> None:
        self.book.close()
        self.proxy.__exit__()
        self.behind.close()


@pytest.fixture
def wired(postgres: PrivateServer) -> Iterator[Wired]:
    wired = Wired(postgres)
    yield wired
    wired.close()


def cut_contributions(wired: Wired, times: int) -> int:
    """So many contributions, each cut once at another place; how many were asked more than once."""
    again = 0
    for n in range(1, times + 1):
        where = n % (BOUNDARIES + 2)
        if where < BOUNDARIES:
            wired.proxy.answers_left = where
        else:
            wired.proxy.requests_left = where - BOUNDARIES
        asked_key, seats = key("T1", n, "contribute"), (1, 1 + n % 6 + 1)
        answer, asked = wired.until_answered(
            lambda asked_key=asked_key, seats=seats, n=n: wired.book.contribute(asked_key, seats, STAKE, n)
        )
        with wired.proxy._counting:
            wired.proxy.answers_left = wired.proxy.requests_left = None
        assert isinstance(answer, Contributed)
        again += asked > 1
    return again


def test_a_cut_between_commit_and_acknowledgement_contributes_exactly_once(wired: Wired) -> None:
    again = cut_contributions(wired, 160)
    assert again > 100
    view = wired.behind.read(check=True)
    assert (view.stakes_count, view.stakes_cents, view.residual_micro) == (320, 320 * STAKE, 0)
    assert [act.key.round for act in wired.behind.acts()] == list(range(1, 161))


@pytest.mark.parametrize("where", range(BOUNDARIES))
def test_a_cut_claim_and_a_cut_award_are_booked_once(wired: Wired, where: int) -> None:
    wired.book.contribute(key("T1", 1, "contribute"), (1,), STAKE, 0)
    wired.proxy.answers_left = where
    claimed, _ = wired.until_answered(lambda: royal(wired.book, "T1", 1))
    wired.proxy.answers_left = where
    paid, _ = wired.until_answered(lambda: ask_jackpot(wired.book, "T1", 1))
    wired.proxy.answers_left = where
    wired.until_answered(lambda: over(wired.book, "T1", 1))
    wired.proxy.answers_left = None
    view = wired.behind.read(check=True)
    assert paid.cents == claimed.value_cents == view.awarded_cents
    assert (view.wins_count, view.generation, view.frozen_micro, view.residual_micro) == (1, 2, 0, 0)
    assert [str(act.act) for act in wired.behind.acts()] == ["contribute", "claim", "award", "finish"]
