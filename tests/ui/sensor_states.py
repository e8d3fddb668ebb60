"""Tables whose JP1 sensors are being tried, are in doubt or away, and chips that were counted differently."""

from __future__ import annotations

from collections.abc import Callable

from controller.game import inputs as i
from controller.game.felt import SEATS, Spot
from controller.game.inputs import Health, Machine
from tests.builders import Felt

STAKED = {"s1": (1000, 500), "s2": 2000, "s4": (1000, 1000), "s6": (1000, 500), "s7": (3000, 1000)}
LOST = i.HealthObserved(Machine.CHIPS, Health.LOST, "silence")
UP = i.HealthObserved(Machine.CHIPS, Health.UP)


def tried() -> Felt:
    """In the middle of the opening test: four are proven, one is covered."""
    return Felt().do(i.OpenTable()).see(UP).prove(1, 2, 3, 5).see(i.ChipObserved(6, True))


def seated() -> Felt:
    return Felt().open(sensors=True).stakes(**STAKED)


def doubted() -> Felt:
    return seated().chips(1, 6).see(i.TroubleObserved(Machine.CHIPS, "chip_stuck_2"))


def seat_by_hand() -> Felt:
    return doubted().badge().do(i.SeatByHand(2), i.SetLamp(2, True)).see(i.BadgeGone())


def without() -> Felt:
    return seated().see(LOST)


def by_hand() -> Felt:
    felt = without().badge().do(i.AllowHandLamps()).see(i.BadgeGone())
    return felt.do(
        *(i.SeeAlarm(up.number) for up in felt.state.alarms), i.SetLamp(1, True), i.SetLamp(6, True)
    )


def ordinary_round(felt: Felt) -> Felt:
    """Seat 1 alone, JP1 by hand, folded at the end."""
    if felt.state.hollow:
        felt.as_before()
    felt.do(i.SetLamp(1, True)).close().draw("2c 3d Qs Js").do(i.CallStreet()).draw("Kc Kd Kh")
    return felt.do(i.CallStreet()).draw("9s 9d").do(i.FoldRest(), i.OpenHands()).settle().next_round()


def countersign() -> Felt:
    felt = (
        Felt().open(sensors=True).stakes(s1=1000).see(LOST).badge().do(i.AllowHandLamps()).see(i.BadgeGone())
    )
    for _ in range(10):
        ordinary_round(felt)
    return felt.do(*(i.SeeAlarm(up.number) for up in felt.state.alarms))


def disputed() -> Felt:
    return seated().chips(1, 2, 6).do(i.CloseBets(), i.TellDifference())


def collected() -> Felt:
    """JP1 is in the book and no card is out."""
    return seated().chips(1, 2, 6).close()


def marked() -> Felt:
    """Seat 1's Blind is not seen, on seat 2's Trips and on the free place 5 lies what was not declared."""
    spots = (Spot.ANTE, Spot.BLIND, Spot.TRIPS)
    felt = seated().see(UP)
    lies = {(seat, spot) for seat in (1, 2, 4, 6, 7) for spot in spots} - {(1, Spot.BLIND)}
    lies.add((5, Spot.ANTE))
    senses = [i.SpotSense(spot, seat, (seat, spot) in lies) for seat in SEATS for spot in spots]
    return felt.see(i.SpotsObserved(tuple(senses)))


SENSOR_STATES: dict[str, Callable[[], Felt]] = {
    "sensors_tried": tried,
    "sensors_proven": lambda: Felt().do(i.OpenTable()).see(UP).prove(*SEATS).badge(),
    "sensors_none": lambda: Felt().do(i.OpenTable()),
    "sensors_none_chef": lambda: Felt().do(i.OpenTable()).badge(),
    "sensors_none_allowed": lambda: Felt().do(i.OpenTable()).badge().do(i.AllowHandLamps()),
    "sensor_doubted": doubted,
    "sensor_doubted_chef": lambda: doubted().badge(),
    "sensor_seat_by_hand": seat_by_hand,
    "spots_marked": marked,
    "spots_marked_dealt": lambda: marked().close().draw("2c 3d Qs Js 4c 5d 6h 7h 8c 9d Ks Kd"),
    "sensors_lost": without,
    "sensors_lost_chef": lambda: without().badge(),
    "lamps_by_hand": by_hand,
    "lamps_by_hand_latched": lambda: by_hand().do(i.CloseBets()),
    "sensors_back": lambda: by_hand().see(UP).prove(4, 5).badge(),
    "countersign_due": countersign,
    "countersign_chef": lambda: countersign().badge(),
    "count_disputed": disputed,
    "count_disputed_chef": lambda: disputed().badge(),
    "jp1_collected": collected,
    "jp1_correction": lambda: collected().do(i.ProposeCorrection(2)),
    "jp1_correction_chef": lambda: collected().do(i.ProposeCorrection(2)).badge(),
}
