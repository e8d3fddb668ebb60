"""How far a table in other hands gets with its own role (deploy/LINK.md, section 3), from both sides."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

import pytest

from controller.book.answers import Award, Awarded, Corrected, Finished, Waiting
from controller.book.port import Account, Linkage
from controller.book.postgres import PostgresBook
from controller.book.postgres_people import admit, create
from tests.private_postgres import PATIENCE_S, PrivateServer
from tests.shell.book.jackpot_books import (
    EXAMPLE,
    STAKE,
    TWO,
    ask_jackpot,
    code,
    exact,
    got,
    key,
    over,
    royal,
    stake,
)
from ui import figures

LONG = "x" * 20_000
PRIZE_MAX = 10_000 * STAKE


@dataclass
class House:
    """A real jackpot: `ill` is T1's role, `well` T2's, `pit` the pit's."""

    server: PrivateServer
    database: str
    ill: PostgresBook
    well: PostgresBook
    pit: PostgresBook

    def kept(self) -> list[tuple[object, ...]]:
        """Every answer that is kept."""
        with self.server.connect(self.database) as keeper:
            return keeper.execute("SELECT kind, answer FROM tapis.answers ORDER BY 1, 2").fetchall()


@pytest.fixture
def house(postgres: PrivateServer) -> Iterator[House]:
    database = "bounds"
    url = postgres.url(database)
    create(url, EXAMPLE, Linkage("fr-55-20-2021", "d" * 64, (), ""), simulated=False, at_ms=0)
    for role, kind, table in (("b_ill", "table", "T1"), ("b_well", "table", "T2"), ("b_pit", "pit", None)):
        admit(url, role, kind, table)
    books = [PostgresBook(postgres.url(database, role)) for role in ("b_ill", "b_well", "b_pit")]
    for book in books:
        book._line.wait_s = PATIENCE_S
    with closing(books[0]), closing(books[1]), closing(books[2]):
        yield House(postgres, database, *books)
    postgres.drop(database)
    with postgres.connect() as keeper:
        for role in ("b_ill", "b_well", "b_pit"):
            keeper.execute(f"DROP ROLE {role}".encode())


def test_a_request_of_any_length_is_refused_unread_and_not_kept(house: House) -> None:
    """One of 30 MB held the jackpot for four seconds, and its name was kept in the answer."""
    stake(house.ill, "T1", 1, 1)
    royal(house.ill, "T1", 1)
    before = house.kept()
    ill, pit = house.ill, house.pit
    for answer in (
        ill.contribute(key("T1", 2, "contribute"), tuple(range(5_000)), STAKE, 0),
        ill.award(key("T1", 1, "award"), (Award(LONG, 1, 1),), 0),
        ill.award(key("T1", 1, "award"), tuple(Award(f"k{n}", 1, 1) for n in range(2_000)), 0),
        ill.refuse(key("T1", 1, "refuse"), TWO, LONG, 0),
        ill.refuse(key("T1", 1, "refuse"), (LONG, "M. Berger"), "vol", 0),
        ill.correct(key("T1", 1, "correct"), Account.METER, 1, TWO, LONG, 0),
        ill.stop(key("T1", 0, "stop"), LONG, TWO, "vol", 0),
        ill.reopen(key("T1", 0, "reopen"), TWO, LONG, 0),
        pit.close_dead_round(key("T1", 1, "close"), TWO, LONG, 0),
        ill.contribute(key("T1", 2, LONG[:32]), (1,), 1 << 70, 0),
    ):
        assert code(answer) == "bad_value"
    assert house.kept() == before


@pytest.mark.parametrize("cents", [0, 1, -STAKE, 7 * STAKE, STAKE + 1])
def test_a_stake_is_the_stake_and_nothing_else(house: House, cents: int) -> None:
    assert code(house.ill.contribute(key("T1", 1, "contribute"), (1,), cents, 0)) == "wrong_stake"
    assert house.well.read(check=True).stakes_count == 0


def test_a_round_has_seven_false_stakes_and_no_eighth(house: House) -> None:
    """Rounds without number: each of them moves the meter by a share of seven stakes, and is an entry."""
    ill = house.ill
    for number in range(1, 4):
        stake(ill, "T1", number, *range(1, 8))
        again = ill.contribute(key("T1", number, "contribute", 2), (1,), STAKE, 0)
        assert code(again) == "unreasonable"
    for seats in ((0,), (8,), (-1,), (1, 1), ()):
        assert code(ill.contribute(key("T1", 9, f"of {seats}"), seats, STAKE, 0)) == "bad_seats"
    view = house.well.read(check=True)
    assert (view.stakes_count, view.residual_micro) == (21, 0)
    assert view.meter_micro == EXAMPLE.start_cents * 1_000_000 + 21 * STAKE * EXAMPLE.meter_share


def test_a_claim_wants_a_stake_and_a_false_one_will_do(house: House) -> None:
    """The book is told of a stake and a royal, and believes both: people see what is paid at a felt."""
    assert code(house.ill.claim(key("T1", 1, "claim of none"), 1, 0)) == "unknown_round"
    stake(house.ill, "T1", 1, 1)
    assert code(house.ill.claim(key("T1", 1, "claim of two"), 2, 0)) == "seat_has_no_stake"
    value = royal(house.ill, "T1", 1).value_cents
    wrong = house.ill.award(key("T1", 1, "more"), (Award("jackpot", 1, value + 1),), 0)
    over(house.ill, "T1", 1)
    more = house.ill.award(key("T1", 1, "more still"), (Award("jackpot", 1, value + 1),), 0)
    assert (code(wrong), code(more)) == ("wrong_share", "wrong_share")
    assert got(Awarded, ask_jackpot(house.ill, "T1", 1)).cents == value
    exact(house.well)


def test_a_false_prize_is_at_most_ten_thousand_stakes_and_may_be_told_again(house: House) -> None:
    stake(house.ill, "T1", 1, 1)
    for cents, refused in ((-1, "bad_award"), (0, "bad_award"), (PRIZE_MAX + 1, "unreasonable")):
        told = house.ill.award(key("T1", 1, f"prize of {cents}"), (Award("quads", 1, cents),), 0)
        assert code(told) == refused
    for number in range(2):
        told = house.ill.award(key("T1", 1, f"prize {number}"), (Award("quads", 1, PRIZE_MAX),), 0)
        assert got(Awarded, told).from_house_cents == PRIZE_MAX
    exact(house.well)


def test_a_claim_that_is_never_answered_for_keeps_others_waiting_until_the_pit_ends_it(house: House) -> None:
    for book, table in ((house.ill, "T1"), (house.well, "T2")):
        stake(book, table, 1, 1)
    for book, table in ((house.ill, "T1"), (house.well, "T2")):
        royal(book, table, 1)
    over(house.well, "T2", 1)
    assert isinstance(ask_jackpot(house.well, "T2", 1), Waiting)
    got(Finished, house.pit.close_dead_round(key("T1", 1, "close"), TWO, "machine volée", 0))
    assert isinstance(ask_jackpot(house.well, "T2", 1), Awarded)
    exact(house.well)


@pytest.mark.parametrize("at_ms", [-1, 253_370_764_800_000, (1 << 63) - 1, -(1 << 63)])
def test_a_time_that_no_calendar_has_is_no_entry(house: House, at_ms: int) -> None:
    """The public page of every table and the query of LINK.md for what people did broke on one such entry."""
    ill = house.ill
    stake(ill, "T1", 1, 1)
    for answer in (
        ill.contribute(key("T1", 2, "contribute"), (1,), STAKE, at_ms),
        ill.claim(key("T1", 1, "claim"), 1, at_ms),
        ill.award(key("T1", 1, "award"), (Award("quads", 1, 1),), at_ms),
        ill.correct(key("T1", 0, "correct"), Account.METER, 1, TWO, "vol", at_ms),
        ill.stop(key("T1", 0, "stop"), "orphans", TWO, "vol", at_ms),
    ):
        assert code(answer) == "bad_value"
    last_ms = 253_370_764_799_999
    got(Corrected, ill.correct(key("T1", 0, "correct"), Account.METER, 1, TWO, "vol", last_ms))
    figures.date(last_ms, "fr", ZoneInfo("Pacific/Kiritimati"))
    exact(house.well)


@pytest.mark.parametrize("control", ["\x1b[A\x1b[2K", "\r", "\n", "\x7f", "\u009b2K"])
def test_no_key_moves_the_cursor_of_who_reads_it(house: House, control: str) -> None:
    """`tapis book verify` and `tapis link tables` write keys on a terminal: no act wipes out its line."""
    named = key("T1", 1, "contribute" + control)
    assert code(house.ill.contribute(named, (1,), STAKE, 0)) == "bad_value"
    of_journal = replace(key("T1", 1, "contribute"), journal_id="f" + control)
    assert code(house.ill.contribute(of_journal, (1,), STAKE, 0)) == "bad_value"
    assert list(house.well.acts()) == []
