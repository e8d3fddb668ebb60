"""What every jackpot book does with stakes, keys, prizes and readings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.book.answers import (
    Award,
    Awarded,
    Conflict,
    Contributed,
    Finished,
    Key,
    Refused,
)
from controller.book.port import ActKind, Book
from controller.book.shares import Terms, split_stake
from controller.game.money import MICRO
from tests.law.requirements import requirement
from tests.shell.book.jackpot_books import (
    EXAMPLE,
    LITERAL,
    STAKE,
    BookMaker,
    code,
    exact,
    got,
    key,
    over,
    pay_jackpot,
    royal,
    stake,
)

# --- stakes --------------------------------------------------------------------------------------


@requirement("PM-01")
def test_a_new_book_stands_at_the_start_amount(book: Book) -> None:
    view = book.read(check=True)
    assert (view.generation, view.meter_cents, view.seed_cents, view.seq) == (1, 1_000_000, 1_000_000, 1)
    assert view.residual_cents == 0


@requirement("PM-01")
def test_five_stakes_move_the_meter_by_their_share(book: Book) -> None:
    answer = stake(book, "T1", 1, 1, 2, 3, 5, 7)
    assert answer.meter_before_cents == 1_000_000
    assert answer.meter_cents == 1_000_625
    assert answer.contributed_cents == 625
    assert answer.stakes_cents == 2_500
    assert answer.generation == answer.meter_generation == 1
    view = book.read(check=True)
    assert view.stakes_cents == 2_500
    assert (view.contributed_cents, view.reserve_cents, view.house_cents) == (625, 375, 1_500)
    assert view.stakes_count == 5
    assert answer.book_seq == view.seq == 6


@requirement("PM-03")
def test_the_meter_shows_whole_cents_and_carries_the_rest(new_book: BookMaker) -> None:
    book = new_book(Terms(5, 100, 333_333, 0, 666_667))
    assert [book.contribute(key("T1", n, "contribute"), (1,), 5, 0).meter_cents for n in range(1, 5)] == [
        101, 103, 104, 106,
    ]  # fmt: skip
    assert book.read().meter_micro == 100 * MICRO + 4 * 5 * 333_333


@requirement("PM-03")
@pytest.mark.parametrize("share", [0, 1, 314_159, 333_333, 999_999, 1_000_000])
def test_the_ten_millionth_stake_adds_the_same_whole_part_as_the_first(share: int) -> None:
    """PM-03: at any rate from 0 to 100 % no rest is left that could drift, and a file holds the sum."""
    terms = Terms(7, 100_001, share, 0, 1_000_000 - share)
    begun_micro = terms.start_cents * MICRO
    first = split_stake(terms, begun_micro)
    last = split_stake(terms, begun_micro + (10**7 - 1) * first.meter)
    assert (first.meter, first.meter + first.house) == (7 * share, 7 * MICRO)
    assert last == first
    assert begun_micro + 10**7 * first.meter < 2**63


@requirement("BC-02")
def test_a_wrong_stake_is_refused(book: Book) -> None:
    assert code(book.contribute(key("T1", 1, "contribute"), (1,), 501, 0)) == "wrong_stake"
    assert book.read().seq == 1


@pytest.mark.parametrize(
    ("seats", "why"),
    [
        ((), "bad_seats"),
        ((1, 1), "bad_seats"),
        ((0,), "bad_seats"),
        ((8,), "bad_seats"),
        ((1, 2, 3, 4, 5, 6, 7, 1), "unreasonable"),
    ],
)
def test_seats_that_cannot_be_are_refused(book: Book, seats: tuple[int, ...], why: str) -> None:
    assert code(book.contribute(key("T1", 1, "contribute"), seats, STAKE, 0)) == why
    assert book.read().seq == 1


@requirement("PM-13")
def test_more_than_seven_stakes_in_one_round_are_refused_over_all_its_attempts(book: Book) -> None:
    stake(book, "T1", 1, 1, 2, 3, 4, 5, 6, 7)
    assert code(book.contribute(key("T1", 1, "contribute", 2), (1,), STAKE, 0)) == "unreasonable"
    assert book.read().stakes_count == 7


@requirement("PM-13")
def test_fewer_stakes_a_round_are_the_limit_where_the_house_says_so(new_book: BookMaker) -> None:
    """PM-13: the threshold is a parameter, seven at the most."""
    book = new_book(replace(EXAMPLE, most_stakes=2))
    refused = book.contribute(key("T1", 1, "contribute"), (1, 2, 3), STAKE, 0)
    assert (code(refused), refused.detail) == ("unreasonable", "3 stakes in one round, above 2")
    assert stake(book, "T1", 2, 1, 2).stakes_cents == 2 * STAKE
    assert book.read().stakes_count == 2


def test_a_seat_contributes_once_in_a_round(book: Book) -> None:
    stake(book, "T1", 1, 1, 2)
    assert code(book.contribute(key("T1", 1, "contribute", 2), (2, 3), STAKE, 0)) == "seat_has_stake"
    stake(book, "T1", 1, 3, attempt=3)
    assert book.read().stakes_count == 3


def test_a_finished_round_takes_no_stake(book: Book) -> None:
    stake(book, "T1", 1)
    over(book, "T1", 1)
    assert code(book.contribute(key("T1", 1, "contribute", 2), (2,), STAKE, 0)) == "round_finished"


def test_a_round_stays_open_until_its_last_attempt_is_finished(book: Book) -> None:
    stake(book, "T1", 1)
    stake(book, "T1", 1, 2, attempt=2)
    assert book.read().open_rounds == (("T1", 1),)
    got(Finished, book.finish(key("T1", 1, "finish", 2), 0))
    assert book.read().open_rounds == ()


def test_a_round_without_stakes_cannot_be_finished(book: Book) -> None:
    assert code(book.finish(key("T1", 1, "finish"), 0)) == "unknown_round"


# --- keys ----------------------------------------------------------------------------------------


def test_the_same_request_gets_the_first_answer_again(book: Book) -> None:
    first = stake(book, "T1", 1, 1, 2)
    stake(book, "T2", 1, 1, 2, 3)
    assert stake(book, "T1", 1, 1, 2) == first
    assert book.contribute(key("T1", 1, "contribute"), (1, 2), STAKE, 99_999) == first
    assert book.read().stakes_count == 5


def test_the_same_key_with_another_request_is_a_conflict_and_changes_nothing(book: Book) -> None:
    stake(book, "T1", 1, 1, 2)
    before = book.read()
    answer = got(Conflict, book.contribute(key("T1", 1, "contribute"), (1, 2, 3), STAKE, 0))
    assert answer.first_act == ActKind.CONTRIBUTE
    assert answer.first_digest != answer.digest
    assert isinstance(book.finish(key("T1", 1, "contribute"), 0), Conflict)
    assert book.read() == before


def test_a_refusal_is_kept_too(book: Book) -> None:
    refusal = got(Refused, book.finish(key("T1", 1, "finish"), 0))
    stake(book, "T1", 1)
    assert book.finish(key("T1", 1, "finish"), 0) == refusal
    got(Finished, book.finish(key("T1", 1, "finish", 2), 0))


def test_rounds_of_another_journal_are_other_rounds(book: Book) -> None:
    stake(book, "T1", 1)
    restored = Key("T1", "f" * 64, 1, 1, "contribute")
    assert got(Contributed, book.contribute(restored, (1,), STAKE, 0)).stakes_cents == STAKE
    assert book.read().open_rounds == (("T1", 1), ("T1", 1))


@pytest.mark.parametrize(
    ("field", "value"),
    [("table", ""), ("table", "T" * 65), ("journal_id", ""), ("kind", "k" * 33), ("round", -1), ("seat", 8)],
)
def test_a_malformed_key_is_an_error_that_names_it(field: str, value: object) -> None:
    good = {"table": "T1", "journal_id": JOURNAL_ID, "round": 1, "attempt": 1, "kind": "claim", "seat": 1}
    with pytest.raises(ValueError, match=f"key {field}"):
        Key(**{**good, field: value})  # type: ignore[arg-type]


JOURNAL_ID = "ab" * 32


def test_the_last_entry_of_a_table_is_found(book: Book) -> None:
    assert book.last("T1") is None
    stake(book, "T1", 1, 1, 2)
    answer = stake(book, "T1", 2, 4)
    stake(book, "T2", 8, 1, 2)
    last = book.last("T1")
    assert last is not None
    assert (last.book_seq, last.key) == (answer.book_seq, key("T1", 2, "contribute"))
    assert (last.at_ms, last.generation, last.meter_cents) == (1_000, 1, answer.meter_cents)


def test_a_refused_request_is_no_last_entry(book: Book) -> None:
    answer = stake(book, "T1", 1)
    got(Refused, book.claim(key("T1", 1, "claim"), 5, 0))
    last = book.last("T1")
    assert last is not None
    assert last.book_seq == answer.book_seq


# --- fixed prizes --------------------------------------------------------------------------------


def prize(book: Book, round_: int, kind: str, seat: int, cents: int) -> object:
    return book.award(key("T1", round_, "award", seat=seat), (Award(kind, seat, cents),), 0)


@requirement("PM-04")
def test_the_house_pays_fixed_prizes_and_the_meter_stands(book: Book) -> None:
    meter = stake(book, "T1", 1, 1, 2).meter_cents
    answer = got(Awarded, prize(book, 1, "quads", 2, 50_000))
    assert (answer.cents, answer.from_meter_cents, answer.from_house_cents) == (50_000, 0, 50_000)
    view = book.read(check=True)
    assert (view.meter_cents, view.awarded_cents, view.awarded_house_cents) == (meter, 0, 50_000)
    exact(book)


@requirement("PM-04")
def test_the_meter_pays_only_what_is_above_the_start_amount(new_book: BookMaker) -> None:
    book = new_book(LITERAL)
    stake(book, "T1", 1, 1, 2, 3, 4)
    answer = got(Awarded, prize(book, 1, "full_house", 1, 5_000))
    assert (answer.from_meter_cents, answer.from_house_cents) == (2_000, 3_000)
    assert answer.meter_cents == 1_000_000
    assert got(Awarded, prize(book, 1, "full_house", 2, 5_000)).from_house_cents == 5_000
    exact(book)


def test_several_prizes_of_a_seat_are_posted_together(book: Book) -> None:
    stake(book, "T1", 1, 3)
    awards = (Award("full_house", 3, 5_000), Award("consolation", 3, 50_000))
    answer = got(Awarded, book.award(key("T1", 1, "award", seat=3), awards, 0))
    assert (answer.cents, answer.awards) == (55_000, awards)


def test_only_a_registered_stake_wins(book: Book) -> None:
    stake(book, "T1", 1, 1)
    assert code(prize(book, 1, "quads", 2, 50_000)) == "seat_has_no_stake"
    assert code(prize(book, 2, "quads", 1, 50_000)) == "unknown_round"


@pytest.mark.parametrize(
    ("awards", "why"),
    [
        ((), "bad_award"),
        ((Award("flush", 1, 100),), "bad_award"),
        ((Award("quads", 1, 0),), "bad_award"),
        ((Award("quads", 1, -5),), "bad_award"),
        ((Award("quads", 0, 5),), "bad_award"),
        ((Award("quads", 1, 5), Award("quads", 1, 5)), "bad_award"),
        ((Award("jackpot", 1, 0), Award("jackpot", 2, 0)), "bad_award"),
        ((Award("quads", 1, 5_000_001),), "unreasonable"),
        ((Award("jackpot", 1, 0),), "no_claim"),
    ],
)
def test_a_prize_that_cannot_be_is_refused(book: Book, awards: tuple[Award, ...], why: str) -> None:
    stake(book, "T1", 1, 1, 2)
    assert code(book.award(key("T1", 1, "award", seat=1), awards, 0)) == why
    assert book.read().awarded_house_cents == 0


def test_a_finished_round_wins_no_fixed_prize(book: Book) -> None:
    stake(book, "T1", 1)
    over(book, "T1", 1)
    assert code(prize(book, 1, "quads", 1, 50_000)) == "round_finished"


# --- readings ------------------------------------------------------------------------------------


@requirement("PM-06")
def test_the_last_twenty_five_wins_can_be_recalled(book: Book) -> None:
    for round_ in range(1, 28):
        stake(book, "T1", round_)
        royal(book, "T1", round_)
        pay_jackpot(book, "T1", round_)
        over(book, "T1", round_)
    view = book.read(check=True)
    assert view.wins_count == 27
    assert [win.round for win in view.wins] == list(range(27, 2, -1))
    assert view.wins_cents == sum(win.cents for win in view.wins) + 2 * 1_000_125 + 75
    assert (view.wins[0].table, view.wins[0].seat, view.wins[0].at_ms) == ("T1", 1, 4_000)


def test_the_acts_of_the_book_are_listed_in_its_order(book: Book) -> None:
    stake(book, "T1", 1, 1, 2)
    got(Refused, book.claim(key("T1", 1, "claim"), 7, 0))
    stake(book, "T2", 4, 1)
    got(Awarded, prize(book, 1, "quads", 2, 50_000))
    acts = list(book.acts())
    assert [(each.key.table, each.act, each.cents) for each in acts] == [
        ("T1", ActKind.CONTRIBUTE, 2 * STAKE),
        ("T2", ActKind.CONTRIBUTE, STAKE),
        ("T1", ActKind.AWARD, 50_000),
    ]
    assert [each.book_seq for each in acts] == [3, 4, 5]


def test_a_long_list_of_acts_is_whole_and_holds_nobody_up(book: Book) -> None:
    for round_ in range(1, 1_106):
        stake(book, "T1", round_)
    listed = book.acts()
    first = next(listed)
    stake(book, "T2", 1)
    rounds = [first.key.round, *(act.key.round for act in listed)]
    assert rounds == [*range(1, 1_106), 1]
