"""Tables that are being opened or closed by their sheets."""

from __future__ import annotations

from collections.abc import Callable

from controller.game import inputs as i
from controller.game.inputs import SheetLine
from controller.game.sheets import CLOSING_TICKS
from tests.builders import CHEF, FLOAT, TERMS, Felt


def begun() -> Felt:
    """The opening sheet, half filled."""
    felt = Felt(cash=TERMS).do(i.OpenTable(), i.DeclareSerial("red", "R-0001"), i.CountDeck("red", 52))
    return felt.tick(SheetLine.WITNESS, SheetLine.CARDS_SOUND).count(p100000=15, p50000=12)


def filled() -> Felt:
    return Felt(cash=TERMS).do(i.OpenTable()).fill_opening().badge()


def last_deals() -> Felt:
    return Felt(cash=TERMS).open().stakes(s1=1000, s3=2000).badge().do(i.AnnounceLastDeals())


def closing() -> Felt:
    """The closing sheet, half filled."""
    felt = Felt(cash=TERMS).open().badge().do(i.BeginClosing())
    return felt.count(**FLOAT | {"p500": 61}).sign(CHEF).tick(*CLOSING_TICKS[:2])


def closed_soon() -> Felt:
    """The closing sheet, nothing missing."""
    return Felt(cash=TERMS).open().fill_closing(**FLOAT | {"p500": 61})


def orphans() -> Felt:
    """The closing sheet with stakes booked as orphelins."""
    return closing().badge().do(i.BookOrphan(2_500, i.OrphanPlace.SEAT_LEFT))


SHEET_STATES: dict[str, Callable[[], Felt]] = {
    "sheet_begun": begun,
    "sheet_filled": filled,
    "sheet_last_deals": last_deals,
    "sheet_closing": closing,
    "sheet_closed_soon": closed_soon,
    "sheet_orphans": orphans,
}
