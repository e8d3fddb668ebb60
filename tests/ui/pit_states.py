"""Tables in the states that the pit meets, as the core makes them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from controller.game import inputs as i
from controller.game.inputs import Health, Incident, Machine, Role
from controller.game.jackpot.rules import JackpotConfig
from tests.builders import Felt
from tests.ui.claim_states import CLAIM_STATES
from tests.ui.deck_states import firmware, many_ways, marked, short
from tests.ui.sensor_states import by_hand, collected, disputed, doubted, seat_by_hand

METER_CENTS = 28_573_75
TERMS = JackpotConfig(500, 1_000_000, 250_000, 150_000, 600_000, "house")
HANDS = "8c 6s Ks Qd Tc 5d Ah 7h 7s 5s 8d 6c"
STAKED = {"s1": (1000, 500), "s2": 2000, "s4": (1000, 1000), "s6": (1000, 500), "s7": (3000, 1000)}


def felt() -> Felt:
    """A table whose machines are at work and whose jackpot has been read."""
    made = Felt(jp1=False, jp1_terms=TERMS)
    made.meter_cents = METER_CENTS
    for machine in Machine:
        made.see(i.HealthObserved(machine, Health.UP))
    return made.deck("red", "blue").see(i.MeterObserved(1, METER_CENTS, 1))


def betting() -> Felt:
    """Five players, four JP1 chips, one of them without main bets."""
    return felt().open(sensors=True).stakes(**STAKED).chips(1, 2, 3, 6, 7)


def ready() -> Felt:
    """The chip without main bets was taken back: with it the bets cannot be closed (BC-02)."""
    return betting().see(i.ChipObserved(3, False))


def latched() -> Felt:
    return ready().do(i.CloseBets())


def dealing() -> Felt:
    return ready().close().draw("8c 6s Ks Qd Tc")


def deciding() -> Felt:
    made = ready().close().draw(HANDS).play(4, 6).play(3, 2)
    return made.do(i.CallStreet()).draw("Qh 9h 4h")


def decided() -> Felt:
    return deciding().do(i.CallStreet()).draw("Js 2c").play(1, 1, 7).fold(4)


def showdown() -> Felt:
    return decided().do(i.OpenHands())


def settling() -> Felt:
    return showdown().do(i.OpenSettlement(), i.SettleSeat(7))


def hollow() -> Felt:
    """Ten rounds played, the eleventh open: nobody has confirmed what stood, and two chips wait."""
    return _ten_rounds(Felt.kind.get()).again()


@cache
def _ten_rounds(kind: type[Felt] | None) -> Felt:
    """Played once for each kind of table, for many rooms stand in them."""
    made = felt().open(sensors=True).stakes(**STAKED)
    boards = ("Qh 9h 4h Js 2c", "2h 3h Kc Kd 9s", "As Ac Jd 3c 4s")
    for turn in range(10):
        first, second = boards[turn % 3][:8], boards[turn % 3][9:]
        made.chips(1, 2, 6)
        made.close().draw(HANDS if turn % 2 else "2s 6s Ks Qd Tc 5d Ah 7h 7s 5s 8d 6c").play(4, 6)
        made.do(i.CallStreet()).draw(first).do(i.CallStreet()).draw(second)
        made.play(1, 1, 2).fold(4, 7).showdown().settle().next_round()
    return made.chips(1, 2)


def evening() -> Felt:
    """Ten rounds played, the stakes of the eleventh confirmed."""
    return hollow().do(i.ConfirmRest())


def troubled() -> Felt:
    """A call, and alarms of every priority."""
    made = deciding()
    made.see(i.HealthObserved(Machine.SHOE, Health.LOST, "silence"))
    made.see(i.TroubleObserved(Machine.SHUFFLER, "firmware_changed"))
    made.see(i.TroubleObserved(Machine.CHIPS, "chip_stuck_2"))
    return made.badge("C. Roux", Role.CHEF).do(i.CallChef())


def crowded() -> Felt:
    """More alarms than the column holds."""
    made = troubled()
    for code in ("jam_feed", "lid", "line_noise", "rebooted"):
        made.see(i.TroubleObserved(Machine.SHUFFLER, code))
    return made


def unseen() -> Felt:
    """Alarms that nobody at the table has seen for more than a minute."""
    made = troubled().do(i.SeeAlarm(3, "checked"))
    made.now_ms += 61_000
    return made.see(i.TimeObserved(made.now_ms)).see(i.TroubleObserved(Machine.SHUFFLER, "lid_open"))


def seen() -> Felt:
    made = troubled().do(i.SeeCall())
    return made.do(*(i.SeeAlarm(up.number, "checked") for up in made.state.alarms))


def held() -> Felt:
    return deciding().draw("Qh")


def refunding() -> Felt:
    """The deal is void, and the first seat has its stakes back."""
    made = held().call_void(Incident.IRREGULAR_DEAL)
    return made.do(i.RefundSeat(max(made.state.players)))


def unread() -> Felt:
    return ready().close().draw("8c 6s Ks Qd Tc ?? Ah 7h 7s 5s 8d 6c")


def royal() -> Felt:
    made = felt().open(sensors=True).stakes(s1=1000, s6=(1000, 500)).chips(1, 6).close()
    made.draw("2c 3d Ks Ts 7c 8d").do(i.CallStreet()).draw("As Qs Js").do(i.CallStreet()).draw("2h 5d")
    return made.play(1, 6, 1).do(i.OpenHands())


def viewed() -> Felt:
    return royal().identify("B. Carlier").view_images("N. Ozanne", camera="C-31")


def jp1_closed() -> Felt:
    return betting().see(i.BookUnreachable("read", "no answer"))


def no_display() -> Felt:
    """No display shows the jackpot: JP1 is closed."""
    made = Felt(display_required=True).see(i.DisplaysObserved(1), i.MeterObserved(1, METER_CENTS, 1))
    return made.open().stakes(**STAKED).see(i.DisplaysObserved(0))


STATES: dict[str, Callable[[], Felt]] = {
    "new": lambda: Felt(jp1=False),
    "closed": felt,
    "opening": lambda: felt().do(i.OpenTable()),
    "betting": betting,
    "latched": latched,
    "collected": lambda: latched().do(i.CollectJp1()),
    "dealing": dealing,
    "deciding": deciding,
    "decided": decided,
    "showdown": showdown,
    "settling": settling,
    "clearing": lambda: settling().do(*(i.SettleSeat(n) for n in (6, 4, 2, 1))),
    "hollow": hollow,
    "evening": evening,
    "troubled": troubled,
    "crowded": crowded,
    "unseen": unseen,
    "seen": seen,
    "held": held,
    "refunding": refunding,
    "unread": unread,
    "royal": royal,
    "viewed": viewed,
    "seat_exchanged": CLAIM_STATES["royal_seat_exchanged"],
    "ruling_proposed": CLAIM_STATES["royal_ruling_proposed"],
    "ruled_void": CLAIM_STATES["royal_ruled_void"],
    "jp1_closed": jp1_closed,
    "no_display": no_display,
    "sensor_doubted": doubted,
    "sensor_seat_by_hand": seat_by_hand,
    "lamps_by_hand": by_hand,
    "count_disputed": disputed,
    "jp1_correction": lambda: collected().do(i.ProposeCorrection(2)),
    "every_way_by_hand": many_ways,
    "every_mark": marked,
    "deck_short": short,
    "deck_firmware": firmware,
    "paused": lambda: felt().open(sensors=True).do(i.Pause()),
    "silent": deciding,
}
