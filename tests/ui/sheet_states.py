"""Tables that are being opened or closed by their sheets."""

from __future__ import annotations

from collections.abc import Callable

from controller.game import inputs as i
from controller.game.inputs import Health, Machine, SheetLine
from controller.game.opening.sheets import CLOSING_TICKS
from tests.builders import CASHIER, CHEF, COMITE, FLOAT, TERMS, Felt


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


def shuffler_asked() -> Felt:
    """Only the shuffler is left: its lid is to be opened."""
    felt = Felt(cash=TERMS).open().see(i.HealthObserved(Machine.SHUFFLER, Health.UP)).fill_closing()
    return felt.do(i.ShowEmpty(i.Occasion.CLOSING))


def shuffler_silent() -> Felt:
    """The same, and the shuffler does not answer any more: people look into it."""
    return shuffler_asked().see(i.HealthObserved(Machine.SHUFFLER, Health.LOST, "silence"))


def chips_miscounted() -> Felt:
    """A first count of the JP1 chips differs."""
    return closing().badge(*COMITE).do(i.CountJp1Chips(203))


def orphans() -> Felt:
    """The closing sheet with stakes booked as orphelins."""
    return closing().badge().do(i.BookOrphan(2_500, i.OrphanPlace.SEAT_LEFT))


def avance_half_signed() -> Felt:
    """A further avance that a member of the comité signed and no chef: it may be given up."""
    felt = Felt(cash=TERMS).open().stakes(s1=1000, s3=2000).badge().do(i.BeginAdvance())
    return felt.count(p100000=50).sign(COMITE).badge()


def owed() -> Felt:
    """The closing sheet of a table whose book has not answered for hours, one person having signed for it."""
    felt = Felt(cash=TERMS).open().stakes(s1=1000, s2=1000, s5=1000).chips(1, 2, 5).close()
    felt.draw("2c 3d 4c 5d 6c 7d Qs Js")
    felt.answering = False
    felt.see(i.BookUnreachable("ReadMeter", "timeout"))
    felt.do(i.CallStreet()).draw("Kc Kd Kh").do(i.CallStreet()).draw("9s 9d").do(i.BetRest())
    felt.showdown().settle().next_round().badge(*CHEF).do(i.BeginClosing())
    return felt.count(**FLOAT).sign(CHEF, CASHIER).badge(*CHEF).tick(SheetLine.BOOK_OWED)


SHEET_STATES: dict[str, Callable[[], Felt]] = {
    "sheet_begun": begun,
    "sheet_filled": filled,
    "sheet_last_deals": last_deals,
    "sheet_closing": closing,
    "sheet_closed_soon": closed_soon,
    "sheet_shuffler_asked": shuffler_asked,
    "sheet_shuffler_silent": shuffler_silent,
    "sheet_chips_miscounted": chips_miscounted,
    "sheet_orphans": orphans,
    "sheet_avance_half_signed": avance_half_signed,
    "sheet_owed": owed,
}
