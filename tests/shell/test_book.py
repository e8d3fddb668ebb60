"""What every jackpot book does with stakes, prizes, refunds and corrections."""

from __future__ import annotations

import pytest

from controller.book.answers import (
    Award,
    Awarded,
    Conflict,
    Contributed,
    Corrected,
    Finished,
    Key,
    Refunded,
    Refused,
)
from controller.book.port import Account, Act, Book
from controller.book.shares import Terms
from controller.game.money import MICRO
from tests.shell.jackpot_books import (
    LITERAL,
    STAKE,
    TWO,
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


def test_a_new_book_stands_at_the_start_amount(book: Book) -> None:
    view = book.read(check=True)
    assert (view.generation, view.meter_cents, view.seed_cents, view.seq) == (1, 1_000_000, 1_000_000, 1)
    assert view.residual_cents == 0


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


def test_the_meter_shows_whole_cents_and_carries_the_rest(new_book: BookMaker) -> None:
    book = new_book(Terms(5, 100, 333_333, 0, 666_667))
    assert [book.contribute(key("T1", n, "contribute"), (1,), 5, 0).meter_cents for n in range(1, 5)] == [
        101, 103, 104, 106,
    ]  # fmt: skip
    assert book.read().meter_micro == 100 * MICRO + 4 * 5 * 333_333


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


def test_more_than_seven_stakes_in_one_round_are_refused_over_all_its_attempts(book: Book) -> None:
    stake(book, "T1", 1, 1, 2, 3, 4, 5, 6, 7)
    assert code(book.contribute(key("T1", 1, "contribute", 2), (1,), STAKE, 0)) == "unreasonable"
    assert book.read().stakes_count == 7


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
    assert answer.first_act == Act.CONTRIBUTE
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


def test_the_house_pays_fixed_prizes_and_the_meter_stands(book: Book) -> None:
    meter = stake(book, "T1", 1, 1, 2).meter_cents
    answer = got(Awarded, prize(book, 1, "quads", 2, 50_000))
    assert (answer.cents, answer.from_meter_cents, answer.from_house_cents) == (50_000, 0, 50_000)
    view = book.read(check=True)
    assert (view.meter_cents, view.awarded_cents, view.awarded_house_cents) == (meter, 0, 50_000)
    exact(book)


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


# --- refunds -------------------------------------------------------------------------------------


def refund(book: Book, table: str, round_: int, seat: int, attempt: int = 1) -> object:
    return book.refund(key(table, round_, "refund", attempt, seat), seat, 0)


def test_a_refund_returns_the_exact_parts_of_the_stake(new_book: BookMaker) -> None:
    book = new_book(Terms(STAKE, 1_000_000, 333_333, 222_222, 444_445))
    stake(book, "T1", 1, 1)
    before = book.read()
    taken = stake(book, "T1", 2, 4)
    answer = got(Refunded, refund(book, "T1", 2, 4))
    assert (answer.seat, answer.cents, answer.contribution_seq) == (4, STAKE, taken.book_seq)
    after = book.read(check=True)
    for name in ("meter_micro", "reserve_micro", "house_micro", "stakes_micro", "stakes_count"):
        assert getattr(after, name) == getattr(before, name)
    assert after.refunded_cents == STAKE
    assert after.residual_micro == 0


def test_a_seat_is_refunded_once(book: Book) -> None:
    stake(book, "T1", 1, 1, 2)
    first = got(Refunded, refund(book, "T1", 1, 2))
    assert refund(book, "T1", 1, 2) == first
    assert code(refund(book, "T1", 1, 2, attempt=2)) == "seat_has_no_stake"
    assert book.read().refunded_cents == STAKE


def test_a_refund_finds_the_stake_of_an_earlier_attempt(book: Book) -> None:
    taken = stake(book, "T1", 1, 1, 2)
    stake(book, "T1", 1, 3, attempt=2)
    assert got(Refunded, refund(book, "T1", 1, 1, attempt=2)).contribution_seq == taken.book_seq - 1


def test_a_refund_may_name_the_contribution_it_returns(book: Book) -> None:
    stake(book, "T1", 1, 1)
    other = book.refund(key("T1", 1, "refund", 2, 1), 1, 0, key("T1", 1, "contribute", 2))
    assert code(other) == "seat_has_no_stake"
    right = book.refund(key("T1", 1, "refund", 1, 1), 1, 0, key("T1", 1, "contribute", 1))
    assert isinstance(right, Refunded)


def test_a_refunded_seat_may_contribute_again_in_the_re_deal(book: Book) -> None:
    stake(book, "T1", 1, 1, 2)
    got(Refunded, refund(book, "T1", 1, 2))
    stake(book, "T1", 1, 2, attempt=2)
    got(Refunded, refund(book, "T1", 1, 2, attempt=2))
    assert book.read(check=True).stakes_count == 1


def test_a_stake_that_has_won_is_not_refunded(book: Book) -> None:
    stake(book, "T1", 1, 1, 2)
    got(Awarded, prize(book, 1, "quads", 2, 50_000))
    royal(book, "T1", 1, 1)
    assert code(refund(book, "T1", 1, 2)) == "seat_has_prize"
    assert code(refund(book, "T1", 1, 1)) == "seat_has_prize"


def test_a_finished_round_is_not_refunded(book: Book) -> None:
    stake(book, "T1", 1)
    over(book, "T1", 1)
    assert code(refund(book, "T1", 1, 1)) == "round_finished"


def test_a_refund_after_the_claim_of_another_table_leaves_the_frozen_value_alone(book: Book) -> None:
    stake(book, "T1", 1)
    stake(book, "T2", 1, 1, 2)
    value = royal(book, "T1", 1).value_cents
    got(Refunded, refund(book, "T2", 1, 2))
    view = book.read(check=True)
    assert view.frozen_cents == value
    # Reserve and meter part of the stake both leave the meter: the claim released the reserve into it.
    assert view.meter_cents == 1_000_000 + 3 * 75 - (125 + 75)
    exact(book)


def test_the_house_refunds_what_the_meter_no_longer_has(new_book: BookMaker) -> None:
    book = new_book(Terms(STAKE, 0, 900_000, 0, 100_000))
    stake(book, "T1", 1)
    stake(book, "T2", 1)
    royal(book, "T1", 1)
    assert got(Refunded, refund(book, "T2", 1, 1)).meter_cents == 0
    view = book.read(check=True)
    assert (view.meter_cents, view.house_cents) == (0, 50 + 50 - 500)
    exact(book)


# --- corrections ---------------------------------------------------------------------------------


def correct(book: Book, account: Account, micro: int, persons: tuple[str, str] = TWO, n: int = 1) -> object:
    return book.correct(key("T1", 0, f"correct {n}"), account, micro, persons, "compteur relevé", 0)


def test_two_persons_correct_the_meter(book: Book) -> None:
    answer = got(Corrected, correct(book, Account.METER, -2_500_000))
    assert (answer.before_micro, answer.after_micro) == (1_000_000 * MICRO, 999_997_500_000)
    assert answer.meter_cents == 999_997
    view = book.read(check=True)
    assert view.corrected_micro == -2_500_000
    assert view.residual_micro == 0


def test_every_account_but_the_frozen_one_can_be_corrected(book: Book) -> None:
    for n, account in enumerate((Account.METER, Account.RESERVE, Account.OVERFLOW, Account.HOUSE)):
        got(Corrected, correct(book, account, 7 * MICRO, n=n))
    assert book.read().reserve_cents == book.read().overflow_cents == 7
    for n, account in enumerate((Account.FROZEN, Account.PAID), 10):
        assert code(correct(book, account, MICRO, n=n)) == "bad_account"
    exact(book)


@pytest.mark.parametrize(
    "persons", [("A. Roux", "A. Roux"), ("A. Roux", " a. roux "), ("A. Roux", ""), ("", "")]
)
def test_one_person_corrects_nothing(book: Book, persons: tuple[str, str]) -> None:
    assert code(correct(book, Account.METER, MICRO, persons)) == "persons"
    assert book.read().seq == 1


def test_a_correction_needs_a_reason_and_leaves_nothing_below_zero(book: Book) -> None:
    assert code(book.correct(key("T1", 0, "a"), Account.METER, 1, TWO, "  ", 0)) == "reason"
    assert code(correct(book, Account.RESERVE, -1)) == "below_zero"
    assert code(correct(book, Account.METER, 0, n=2)) == "nothing"


# --- the limit -----------------------------------------------------------------------------------


def test_what_passes_the_limit_goes_to_the_overflow(new_book: BookMaker) -> None:
    book = new_book(Terms(STAKE, 1_000_000, 250_000, 150_000, 600_000, limit_cents=1_000_200))
    assert stake(book, "T1", 1, 1).meter_cents == 1_000_125
    assert stake(book, "T1", 2, 1, 2).meter_cents == 1_000_200
    view = book.read(check=True)
    assert (view.overflow_cents, view.contributed_cents) == (175, 200)
    assert code(correct(book, Account.METER, MICRO)) == "above_limit"
    exact(book)


def test_the_overflow_opens_the_next_cycle_within_the_limit(new_book: BookMaker) -> None:
    book = new_book(Terms(STAKE, 1_000_000, 500_000, 100_000, 400_000, limit_cents=1_000_300))
    stake(book, "T1", 1, 1, 2, 3, 4)  # 1,000 cents of meter shares: 300 to the meter, 700 over the limit
    claimed = royal(book, "T1", 1)
    assert (claimed.value_cents, claimed.meter_cents) == (1_000_300, 1_000_300)
    view = book.read(check=True)
    assert (view.reserve_cents, view.overflow_cents) == (0, 600)  # 200 of reserve, then 100 of overflow
    exact(book)


def test_a_refund_takes_back_the_part_that_overflowed(new_book: BookMaker) -> None:
    book = new_book(Terms(STAKE, 1_000_000, 250_000, 150_000, 600_000, limit_cents=1_000_200))
    stake(book, "T1", 1, 1, 2)
    got(Refunded, refund(book, "T1", 1, 2))
    view = book.read(check=True)
    assert (view.meter_cents, view.overflow_cents) == (1_000_125, 0)


# --- readings ------------------------------------------------------------------------------------


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
        ("T1", Act.CONTRIBUTE, 2 * STAKE),
        ("T2", Act.CONTRIBUTE, STAKE),
        ("T1", Act.AWARD, 50_000),
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
