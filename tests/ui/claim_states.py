"""States of a refused claim, and of what the cage and the table pay after a royal."""

from __future__ import annotations

from collections.abc import Callable

from controller.game import inputs as i
from controller.game.felt import hole
from controller.game.inputs import Role
from tests.builders import Felt, card


def royal() -> Felt:
    """Seat 3 holds a royal with JP1; seat 6 plays JP1 too."""
    felt = Felt().open().stakes(s3=(2000, 0), s6=2000, s7=3000).chips(3, 6).close()
    felt.draw("Ks Ts 2c 4d 5h 6c Kd 9c").do(i.CallStreet()).draw("As Qs 9d").do(i.CallStreet())
    return felt.draw("Js 7h").do(i.BetRest()).showdown().do(i.CallChef())


def called_before() -> Felt:
    """The chef was called before the hands were opened, for something else, and nobody has seen it."""
    felt = Felt().open().stakes(s3=2000).chips(3).close().draw("Ks Ts Kd 9c").do(i.CallChef())
    felt.do(i.CallStreet()).draw("As Qs 9d").do(i.CallStreet()).draw("Js 7h").do(i.BetRest())
    return felt.showdown()


def record_doubted() -> Felt:
    """The ten was recorded wrongly; the comité has keyed the true card and proposed the refusal."""
    felt = royal().badge("MCD 03", Role.COMITE).do(i.ReportCard(hole(3, 1), card("Tc")))
    return felt.do(i.ProposeRefusal(i.ClaimDoubt.HAND)).badge("OV 11", Role.VIDEO)


def exchanged() -> Felt:
    """The others are settled; seat 3 waits for two persons."""
    felt = royal().badge("MCD 03", Role.COMITE).do(i.ReportCard(hole(3, 1), card("2h")))
    felt.refuse(i.ClaimDoubt.EXCHANGED, "MCD 03", "OV 11").do(i.OpenSettlement())
    return felt.do(i.SettleSeat(7), i.SettleSeat(6)).badge("MCD 03", Role.COMITE)


def ruling_proposed() -> Felt:
    return exchanged().do(i.ProposeRuling(3, i.SeatRuling.VOID)).badge("OV 11", Role.VIDEO)


def ruled_void() -> Felt:
    return ruling_proposed().do(i.ConfirmRuling(3, i.SeatRuling.VOID))


def amount_to_read() -> Felt:
    """The first of the two has read the amounts."""
    felt = royal().identify("MCD 03").view_images("OV 11")
    return felt.badge("MCD 03", Role.COMITE).do(i.ReadAmount()).badge("OV 11", Role.VIDEO)


def paid_by_the_cage() -> Felt:
    """The jackpot goes out by a slip; the dealer pays the main game, once the chef has confirmed it."""
    felt = royal().prove_hand().release().do(i.OpenSettlement(), i.SettleSeat(7), i.SettleSeat(6))
    return felt.badge()


def both_ways() -> Felt:
    """Seat 6 is paid its consolation and loses its main bets: what is paid is not set off."""
    return royal().prove_hand().release().do(i.OpenSettlement(), i.SettleSeat(7)).badge()


def most_frozen() -> Felt:
    """The five of a royal lie on the board and at seat 4; seven play, and the jackpot has seven figures."""
    felt = Felt(jp1=False)
    felt.meter_cents = 999_999_999 - 7 * 125
    felt.see(i.MeterObserved(1, felt.meter_cents, felt.book_seq)).open()
    felt.stakes(**{f"s{seat}": (15_000, 15_000) for seat in range(1, 8)}).chips(1, 2, 3, 4, 5, 6, 7).close()
    felt.draw("2c 3d 4c 5d 7c 8d Ks Ts 2d 3c 4d 5c 7d 8c Kd 9c").do(i.CallStreet()).draw("As Qs 9d")
    return felt.do(i.CallStreet()).draw("Js 7h").do(i.BetRest()).showdown()


def most_to_read() -> Felt:
    """The largest amount, six consolations, and the first of the two has read them."""
    felt = most_frozen().do(i.CallChef()).identify("MCD 03").view_images("OV 11")
    return felt.badge("MCD 03", Role.COMITE).do(i.ReadAmount()).badge("OV 11", Role.VIDEO)


def board_to_read() -> Felt:
    """The board is the royal, and seven seats bet JP1."""
    felt = Felt().open().stakes(**{f"s{seat}": 1000 for seat in range(1, 8)})
    felt.chips(1, 2, 3, 4, 5, 6, 7).close()
    felt.draw("2c 3d 4c 5d 7c 8d Kd 9c 2d 3c 4d 5c 7d 8c Qd Jd").do(i.CallStreet()).draw("As Ks Qs")
    felt.do(i.CallStreet()).draw("Js Ts").do(i.BetRest()).showdown().do(i.CallChef())
    return felt.identify("MCD 03").view_images("OV 11").badge("MCD 03", Role.COMITE)


def payment_confirmed() -> Felt:
    return paid_by_the_cage().do(i.ConfirmPayment(3))


def royal_over() -> Felt:
    return payment_confirmed().do(i.SettleSeat(3))


CLAIM_STATES: dict[str, Callable[[], Felt]] = {
    "royal_after_an_older_call": called_before,
    "royal_record_doubted": record_doubted,
    "royal_seat_exchanged": exchanged,
    "royal_ruling_proposed": ruling_proposed,
    "royal_ruled_void": ruled_void,
    "royal_amount_to_read": amount_to_read,
    "royal_paid_by_the_cage": paid_by_the_cage,
    "royal_seat_in_both_ways": both_ways,
    "royal_most_frozen": most_frozen,
    "royal_most_to_read": most_to_read,
    "royal_of_the_board_to_read": board_to_read,
    "royal_payment_confirmed": payment_confirmed,
    "royal_over": royal_over,
}
