"""What an entry of each kind may move, and which terms a book may have."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.book.check import _sound
from controller.book.shares import CENTS_MAX, Parts
from controller.book.store import Kind, LedgerEntry
from tests.shell.book.jackpot_books import EXAMPLE

CENT = 1_000_000


def entry(kind: Kind, parts: Parts, *, note: str = "", link_seq: int = 3) -> LedgerEntry:
    return LedgerEntry(4, 0, kind, 1, 1, 2, 1, link_seq, note, parts, parts)


def test_an_entry_moves_what_its_kind_may() -> None:
    assert _sound(entry(Kind.CONTRIBUTION, Parts(meter=125, reserve=75, house=300)))
    assert _sound(entry(Kind.REFUND, Parts(meter=-125, reserve=-75, house=-300)))
    assert _sound(entry(Kind.AWARD, Parts(frozen=-CENT)))
    assert _sound(entry(Kind.AWARD, Parts(), note="jackpot")), "nothing was in it"
    assert _sound(entry(Kind.FREEZE, Parts(meter=-CENT, frozen=CENT)))
    assert _sound(entry(Kind.FINISH, Parts()))


@pytest.mark.parametrize(
    "wrong",
    [
        entry(Kind.CONTRIBUTION, Parts()),
        entry(Kind.CONTRIBUTION, Parts(meter=500, house=-1)),
        entry(Kind.REFUND, Parts()),
        entry(Kind.REFUND, Parts(meter=-500, house=1)),
        entry(Kind.REFUND, Parts(meter=-500), link_seq=0),
        entry(Kind.AWARD, Parts()),
        entry(Kind.AWARD, Parts(frozen=-2 * CENT, meter=CENT)),
        entry(Kind.AWARD, Parts(frozen=-CENT - 1)),
        entry(Kind.FREEZE, Parts(meter=-CENT, frozen=CENT + 1)),
        entry(Kind.FINISH, Parts(house=1)),
    ],
    ids=lambda one: f"{one.kind}-{sum(one.parts)}",
)
def test_an_entry_that_moves_something_else_is_found(wrong: LedgerEntry) -> None:
    assert not _sound(wrong)


@pytest.mark.parametrize(
    "name", ["stake_cents", "start_cents", "meter_share", "reserve_share", "house_share"]
)
@pytest.mark.parametrize("amount", [-1, CENTS_MAX + 1, True, "500"])
def test_an_amount_of_the_terms_is_a_whole_number_within_the_limit(name: str, amount: object) -> None:
    with pytest.raises(ValueError, match=f"{name} = {amount!r} is not a whole number"):
        replace(EXAMPLE, **{name: amount})  # type: ignore[arg-type]
