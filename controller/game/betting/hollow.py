"""Stakes of the deal before: they stand hollow, and are stakes again once they are confirmed.

A stake that stood is not a stake: nothing of it is booked, and no JP1 chip beside it counts, before the
dealer confirms it or the sensors of its spots see the chips come (art. 55-20, 2°: JP1 after the main bets).
"""

from __future__ import annotations

from controller.game import events as e
from controller.game.betting.sensing import ON_VACANT
from controller.game.betting.told import Stakes, as_told
from controller.game.felt import Spot
from controller.game.inputs import Health, Machine
from controller.game.profile import RuleProfile
from controller.game.refusals import ART_JP1, Refusal
from controller.game.round import Jp1, Seat
from controller.game.state import TableState


def standing(profile: RuleProfile, seat: int, told: Seat) -> e.SeatStakes:
    """What stands hollow at this seat; 0 for nothing."""
    return as_told(profile, seat, told.before if told.hollow else {})


def confirmed(state: TableState, *seats: int, sensed: bool = False) -> e.StakesConfirmed:
    """What stood at these seats is a stake of this round."""
    return e.StakesConfirmed(tuple(standing(state.profile, n, state.seat(n)) for n in seats), sensed)


def left(state: TableState) -> tuple[e.SeatVacated, ...]:
    """Who is in JP1 from a voided deal and did not confirm his stakes has left: he is refunded (rules, 5)."""
    return tuple(e.SeatVacated(n) for n in state.hollow if state.seat(n).jp1 is Jp1.CARRIED)


def laid_again(state: TableState) -> tuple[int, ...]:
    """The seats whose chips the sensors saw come and lie now: on each spot that stood, and on no other.

    A main bet due there without a sensor of its own leaves the seat to the dealer: one flicker is no stake.
    """
    if not state.senses or state.machine(Machine.CHIPS).health is not Health.UP:
        return ()
    return tuple(n for n in state.hollow if _seen(state, n))


def _seen(state: TableState, number: int) -> bool:
    seat = state.seat(number)
    due = main_spots(state.profile, seat.before)
    told = {one.spot: one.covered for one in state.senses if one.seat == number}
    return all(
        spot in seat.laid and told.get(spot, False) if staked else not told.get(spot, False)
        for spot, staked in due.items()
    )


def main_spots(profile: RuleProfile, stakes: Stakes) -> dict[Spot, bool]:
    """The spots of the bets before the deal, JP1 apart, and on which of them these stakes lie."""
    return {spot: spot in stakes for spot in (Spot.ANTE, profile.second, *profile.side_spots)}


def chips_without_stakes(state: TableState) -> Refusal | None:
    """Bets do not close over a JP1 chip that lies beside no stake: it is lifted, or the stake is laid."""
    for n, seat in enumerate(state.seats, start=1):
        if seat.chip_waits:
            return Refusal("chip_waits", ART_JP1, (("seat", n),))
        if seat.chip_refused == ON_VACANT:
            return Refusal("chip_on_vacant", "BC-02", (("seat", n),))
    return None
