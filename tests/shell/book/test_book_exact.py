"""Every jackpot book is exact: whatever is staked, refunded, won and refused, to the micro-cent."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.book.answers import Award, Awarded, Claimed, ClaimRefused, Contributed, Refunded, Waiting
from controller.book.port import Book
from controller.book.postgres import PostgresBook
from controller.book.shares import WHOLE, Terms, equal_shares
from controller.book.sqlite import SqliteBook
from controller.game.money import MICRO
from tests.law.requirements import requirement
from tests.long import long
from tests.shell.book.jackpot_books import TWO, BookMaker, exact, key

pytestmark = pytest.mark.slow

TABLES = ("T1", "T2", "T3")


@st.composite
def terms(draw: st.DrawFn) -> Terms:
    """Any terms, odd shares and small amounts included."""
    meter = draw(st.integers(0, WHOLE))
    reserve = draw(st.integers(0, WHOLE - meter))
    start_cents = draw(st.integers(0, 10_000))
    limit = draw(st.none() | st.integers(start_cents, start_cents + 20_000))
    source = draw(st.sampled_from(["house", "meter"]))
    stake_cents = draw(st.integers(1, 2_000))
    return Terms(stake_cents, start_cents, meter, reserve, WHOLE - meter - reserve, source, limit)


@requirement("PM-03")
@pytest.mark.parametrize("stakes", [10_000, long(100_000)])
def test_very_many_stakes_with_odd_shares_lose_nothing(new_book: BookMaker, stakes: int) -> None:
    odd = Terms(7, 100_001, 314_159, 271_829, 414_012)
    book = new_book(odd)
    dice = Random(55_20)
    count = 0
    round_ = 0
    wanted = min(stakes, 10_000) if isinstance(book, PostgresBook) else stakes  # it answers over a socket
    while count < wanted:
        round_ += 1
        # Two rounds in three are full, so that the test ends soon; the others have any seats.
        seats = tuple(dice.sample(range(1, 8), 7 if round_ % 3 else dice.randint(1, 7)))
        book.contribute(key("T1", round_, "contribute"), seats, 7, round_)
        count += len(seats)
    book.finish(key("T1", round_, "finish"), 0)
    view = book.read(check=True)
    assert view.stakes_count == count
    assert view.meter_micro == 100_001 * MICRO + count * 7 * 314_159
    assert view.reserve_micro == count * 7 * 271_829
    assert view.house_micro == count * 7 * 414_012
    assert view.stakes_micro == count * 7 * MICRO
    assert view.residual_micro == 0


def test_a_jackpot_worth_nothing_is_won_and_the_ledger_still_adds_up() -> None:
    """It starts at nothing and no share of a stake feeds it; the win counts all the same."""
    terms = Terms(1, 0, 0, 0, WHOLE)
    with closing(SqliteBook.create(":memory:", terms)) as book:
        book.contribute(key("T1", 1, "contribute"), (1,), 1, 0)
        book.claim(key("T1", 1, "claim"), 1, 1)
        won = book.award(key("T1", 1, "award"), (Award("jackpot", 1, 0),), 2)
        assert isinstance(won, Awarded)
        view = book.read(check=True)
        assert (view.wins_count, view.residual_micro) == (1, 0)


def test_what_a_win_leaves_over_a_full_meter_is_in_the_overflow() -> None:
    """A fraction of a cent of the jackpot is nobody's: it is carried, and here the next meter is full."""
    terms = Terms(2_000, 10_000, 1, 484_198, 515_801, "meter", 11_936)
    with closing(SqliteBook.create(":memory:", terms)) as book:
        book.contribute(key("T1", 1, "contribute"), (1, 2), 2_000, 0)
        book.claim(key("T1", 1, "claim"), 1, 1)
        won = book.award(key("T1", 1, "award"), (Award("jackpot", 1, 0),), 2)
        assert isinstance(won, Awarded)
        assert won.cents == 10_000
        view = book.read(check=True)
        assert (view.meter_cents, view.overflow_micro, view.residual_micro) == (11_936, 4_000, 0)


@dataclass
class Model:
    """A slow second opinion of the money alone: what came in, what went out, what is owed to whom."""

    terms: Terms
    staked_cents: int = 0
    refunded_cents: int = 0
    paid_cents: int = 0

    def agree(self, book: Book) -> None:
        view = book.read(check=True)
        assert view.residual_micro == 0
        assert view.stakes_cents == self.staked_cents - self.refunded_cents
        assert view.refunded_cents == self.refunded_cents
        assert view.awarded_cents + view.awarded_house_cents == self.paid_cents
        held = view.meter_micro + view.frozen_micro + view.reserve_micro + view.overflow_micro
        starts = view.seed_micro + (view.reserve_micro - view.reserved_micro)
        starts += view.overflow_micro - view.overflowed_micro
        assert starts % MICRO == 0
        came = starts + (self.staked_cents - self.refunded_cents) * MICRO - view.house_micro
        assert held == came - view.awarded_micro
        if self.terms.limit_cents is not None:
            assert view.meter_cents <= self.terms.limit_cents
        exact(book)


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["stake", "stake", "finish", "claim", "award", "refuse", "refund", "prize"]),
        st.sampled_from(TABLES),
        st.integers(1, 2),
    ),
    min_size=10,
    max_size=60,
)


@requirement("PM-08")
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(terms=terms(), acts=ACTS)
def test_no_sequence_of_acts_makes_or_loses_money(terms: Terms, acts: list[tuple[str, str, int]]) -> None:
    with closing(SqliteBook.create(":memory:", terms)) as book:
        model = Model(terms)
        rounds = dict.fromkeys(TABLES, 1)
        for n, (act, table, seat) in enumerate(acts):
            round_ = rounds[table]
            match act:
                case "stake":
                    asked = book.contribute(
                        key(table, round_, f"contribute {n}"), (seat,), terms.stake_cents, n
                    )
                    model.staked_cents += asked.stakes_cents if isinstance(asked, Contributed) else 0
                case "finish":
                    book.finish(key(table, round_, f"finish {n}"), n)
                    rounds[table] += 1
                case "claim":
                    book.claim(key(table, round_, f"claim {n}"), seat, n)
                case "award":
                    won = book.award(key(table, round_, f"award {n}"), (Award("jackpot", seat, 0),), n)
                    assert not isinstance(won, Waiting) or won.rounds or won.claims
                    model.paid_cents += won.cents if isinstance(won, Awarded) else 0
                case "refuse":
                    book.refuse(key(table, round_, "refuse"), TWO, "essai", n)
                case "refund":
                    back = book.refund(key(table, round_, f"refund {n}"), seat, n)
                    model.refunded_cents += back.cents if isinstance(back, Refunded) else 0
                case "prize":
                    cents = 10 * terms.stake_cents
                    won = book.award(key(table, round_, f"prize {n}"), (Award("full_house", seat, cents),), n)
                    model.paid_cents += won.cents if isinstance(won, Awarded) else 0
        model.agree(book)


@settings(max_examples=60, deadline=None)
@given(
    terms=terms(),
    stakes=st.lists(st.tuples(st.integers(1, 7), st.booleans()), min_size=1, max_size=12),
    shuffled=st.randoms(use_true_random=False),
)
def test_claims_all_refused_leave_the_meter_of_a_book_without_claims(
    terms: Terms, stakes: list[tuple[int, bool]], shuffled: Random
) -> None:
    with (
        closing(SqliteBook.create(":memory:", terms)) as claimed,
        closing(SqliteBook.create(":memory:", terms)) as quiet,
    ):
        claims = []
        for n, (seats, claims_too) in enumerate(stakes, 1):
            for book in (claimed, quiet):
                book.contribute(
                    key(f"T{n}", 1, "contribute"), tuple(range(1, seats + 1)), terms.stake_cents, n
                )
            if claims_too:
                assert isinstance(claimed.claim(key(f"T{n}", 1, "claim"), 1, n), Claimed)
                claims.append(n)
        shuffled.shuffle(claims)
        for n in claims:
            assert isinstance(claimed.refuse(key(f"T{n}", 1, "refuse"), TWO, "essai", n), ClaimRefused)
        after, never = claimed.read(check=True), quiet.read(check=True)
        assert (after.residual_micro, after.frozen_micro) == (0, 0)
        assert after.reserve_micro == never.reserve_micro
        assert after.meter_micro + after.overflow_micro == never.meter_micro + never.overflow_micro
        if terms.limit_cents is None:
            assert (after.meter_micro, after.seed_micro) == (never.meter_micro, never.seed_micro)


@given(value=st.integers(0, 10**15), claims=st.integers(1, 16))
def test_shares_are_equal_whole_cents_and_less_than_a_cent_each_is_left(value: int, claims: int) -> None:
    share_cents, rest_micro = equal_shares(value, claims)
    assert share_cents * claims * MICRO + rest_micro == value
    assert 0 <= rest_micro < claims * MICRO


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"meter_share": 250_001}, "meter_share \\+ reserve_share \\+ house_share"),
        ({"meter_share": -1}, "meter_share = -1"),
        ({"stake_cents": 0}, "stake_cents = 0"),
        ({"stake_cents": True}, "stake_cents = True"),
        ({"limit_cents": 99}, "limit_cents = 99"),
        ({"reset_cents": 99}, "reset_cents = 99 is neither 0 nor start_cents = 100"),
        ({"most_stakes": 0}, "most_stakes = 0"),
        ({"most_stakes": 8}, "most_stakes = 8"),
        ({"fixed_prizes_paid_from": "bank"}, "fixed_prizes_paid_from = 'bank'"),
    ],
)
def test_terms_that_cannot_be_are_an_error_that_names_the_key(changed: dict[str, object], named: str) -> None:
    good = {"stake_cents": 500, "start_cents": 100, "meter_share": 250_000, "reserve_share": 150_000}
    with pytest.raises(ValueError, match=named):
        Terms(**{**good, "house_share": 600_000, **changed})  # type: ignore[arg-type]
