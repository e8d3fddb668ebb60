"""Simulated people fill the opening and closing sheets by the keys of the console."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.boot.simulated import simulated_night
from controller.game import events as e
from controller.game.inputs import Role
from controller.journal.reading import CODEC, read_rows
from drivers.sim.decks import royal, unqualified
from drivers.sim.sheets import pieces_of


def told(folder: Path, **how: Any) -> list[e.Event]:
    """What the night's journal tells, without its opening row and the sealed cards."""
    night = simulated_night(journal=folder, **how)
    try:
        night.play()
    finally:
        night.close()
    (path,) = folder.glob("*.journal")
    return [
        CODEC.decode(row.kind, row.body) for row in read_rows(path) if row.seq > 1 and row.kind != "CardDealt"
    ]


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> list[e.Event]:
    """Five rounds, one of them with a jackpot won."""
    return told(tmp_path_factory.mktemp("sheets"), rounds=5, seed=3, stacked=(unqualified, royal))


def of(events: list[e.Event], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def at(events: list[e.Event], kind: type[e.Event]) -> int:
    return next(number for number, event in enumerate(events) if isinstance(event, kind))


def test_the_table_opens_when_every_line_of_the_sheet_is_there(night: list[e.Event]) -> None:
    before = night[: at(night, e.TableOpened)]
    signed = [(one.role, one.purpose, one.cents) for one in of(before, e.CashSigned)]
    assert signed == [(Role.CHEF, "float", 2_500_000), (Role.COMITE, "float", 2_500_000)]
    assert [(one.colour, one.serial) for one in of(before, e.SerialDeclared)] == [
        ("red", "R-2107"),
        ("blue", "B-2108"),
    ]
    assert [(one.colour, one.count) for one in of(before, e.DeckCounted)] == [("red", 52), ("blue", 52)]
    ticked = [str(one.line) for one in of(before, e.LineTicked)]
    assert ticked == ["cards_sound", "witness", "limits", "jackpot", "rules"]


def test_three_last_deals_are_announced_and_then_the_table_closes(night: list[e.Event]) -> None:
    after = night[at(night, e.LastDealsAnnounced) :]
    assert sum(isinstance(one, e.RoundClosed) for one in after) == 3
    assert at(after, e.ClosingBegun) < at(after, e.ResultRecorded) < at(after, e.TableClosed)


def test_the_encaisse_is_the_avance_and_what_the_bank_has_won(night: list[e.Event]) -> None:
    (result,) = of(night, e.ResultRecorded)
    assert result.result_cents == sum(one.bank_cents for one in of(night, e.RoundClosed))
    assert result.residual_cents == 0
    closing = night[at(night, e.ClosingBegun) :]
    assert [one.role for one in of(closing, e.CashSigned)] == [Role.CHEF, Role.CASHIER]


def test_the_slip_of_the_jackpot_is_signed_by_the_cashier_before_the_closing(night: list[e.Event]) -> None:
    released, signed = of(night, e.AwardReleased), of(night, e.SlipSigned)
    assert released
    assert signed
    assert at(night, e.SlipSigned) < at(night, e.TableClosed)
    assert all(one.person == "Caisse 05" for one in signed)


def test_a_miscounted_avance_is_refused_and_counted_again(tmp_path: Path) -> None:
    """Now and then somebody counts one piece too many: the sum signed is right all the same."""
    recounted = 0
    for seed in range(12):
        events = told(tmp_path / str(seed), rounds=1, seed=seed)
        before = events[: at(events, e.TableOpened)]
        first = [one.count for one in of(before, e.PiecesCounted) if one.piece_cents == 100_000]
        recounted += len(first) > 1
        assert [one.cents for one in of(before, e.CashSigned)] == [2_500_000] * 2
    assert recounted


def test_pieces_make_the_amount_to_the_cent() -> None:
    pieces = [100_000, 50_000, 10_000, 2_500, 500, 100]
    for cents in (0, 100, 2_500_000, 2_567_300, 99_999_900):
        assert sum(piece * number for piece, number in pieces_of(cents, pieces)) == cents
