"""The JP1 sensors: which of them are believed, where the dealer lights the lamp himself, what counts.

A sensor that is not believed takes JP1 from its own seat only. A chef may give it back to that seat, the
lamp lit by hand (BC-11), or to all seats when there are no sensors at all (screens, section 9.1); every stake
so registered is marked manual.
"""

from __future__ import annotations

from typing import Final

from controller.game import events as e
from controller.game.events import Events
from controller.game.inputs import Health, Machine
from controller.game.machines.alarm_events import alarm, clear, find_alarm, numbered
from controller.game.memo_by_identity import last_memoised
from controller.game.round import Jp1, Seat
from controller.game.state import Phase, TableState
from controller.game.state_parts import PROVEN

COUNTERSIGNED_ROUNDS: Final = 10
"""After so many rounds without sensors a chef countersigns the JP1 totals (screens, section 9.1)."""
ON_VACANT: Final = "main_bets_missing"
"""A JP1 chip lies where no main bets are, and none stood: an alarm, and bets do not close over it (BC-02)."""
WAITS: Final = "main_bets_wait"
"""It lies beside stakes that are not confirmed yet: it is not refused, and does not count."""
NOT_SWEPT: Final = "not_swept"
"""It is the chip of a stake that is in the jackpot since a deal before: it counts no second time."""
UNSWEPT: Final = "A-230"
"""The JP1 stake of this seat is in the jackpot, and its chip lies there still (screens, S4)."""
SWEPT_WITHIN_MS: Final = 8_000
"""How long after the stakes were added the chips may lie on their spots."""
BETWEEN_ROUNDS: Final = frozenset({Phase.OPENING, Phase.BETTING, Phase.CLEARING})
"""Phases in which a sensor may prove itself and be given up or taken back."""


def lamp_by_hand(state: TableState, seat: int) -> bool:
    """The JP1 lamp of this seat is lit by the dealer; its sensor is not listened to."""
    return state.hand_lamps is not None or state.sensors[seat - 1].manual


def doubted(state: TableState, seat: int) -> bool:
    """The sensor is not believed and nobody lights the lamp instead: no JP1 at this seat."""
    return bool(state.sensors[seat - 1].doubt) and not lamp_by_hand(state, seat)


def unbelieved(state: TableState, seat: int) -> bool:
    """A chef may take the lamp of this seat from its sensor: it is doubted, or says that a chip lies where
    nobody stakes."""
    vacant = state.seat(seat).chip_refused == ON_VACANT
    return (bool(state.sensors[seat - 1].doubt) or vacant) and not lamp_by_hand(state, seat)


def heard(state: TableState, seat: int) -> bool:
    """The sensor of this seat can say that a chip was lifted, and is believed; one that went may never."""
    gone = state.machine(Machine.CHIPS).health is Health.LOST
    return not gone and not doubted(state, seat) and not lamp_by_hand(state, seat)


def lies(state: TableState, seat: int) -> bool:
    """A JP1 chip lies at this seat, as far as the table knows, and may lie there."""
    told = state.seat(seat)
    if lamp_by_hand(state, seat):
        return told.lamp
    return told.chip and not told.chip_waits and not told.chip_refused


def latched_now(state: TableState) -> tuple[int, ...]:
    """The seats whose JP1 chip counts if the bets close now."""
    if not state.jackpot.open:
        return ()
    return tuple([n for n in state.players if lies(state, n) and state.seat(n).jp1 is not Jp1.CARRIED])


def bets_closed(state: TableState, *, by_clock: bool = False) -> e.BetsClosed:
    """The bets close now, as they stand."""
    latched = latched_now(state)
    return e.BetsClosed(latched, by_clock, tuple([n for n in latched if lamp_by_hand(state, n)]))


def sensors_there(state: TableState) -> bool:
    """There are sensors, and they can be heard."""
    return state.machine(Machine.CHIPS).health in (Health.UP, Health.DEGRADED)


def lamps_wanted(state: TableState) -> bool:
    """There are no sensors: the lamps could be lit by hand, if a chef lets them."""
    return bool(state.profile.jp1) and state.hand_lamps is None and not sensors_there(state)


def sensors_back(state: TableState) -> bool:
    """Lamps are lit by hand and there are sensors again: a chef may have these listened to.

    Not while a stake that was lit by hand, and carried by a void, waits for its next deal: it is counted
    with that round, for the totals that he countersigns.
    """
    carried = state.phase is Phase.BETTING and any(seat.manual and seat.in_jp1 for seat in state.seats)
    return state.hand_lamps is not None and sensors_there(state) and not carried


# --- what is not believed, and what is again -----------------------------------------------------


def doubt(state: TableState, seat: int, why: str) -> Events:
    """The sensor is not believed from now on; nothing when it was not before."""
    if state.sensors[seat - 1].doubt:
        return ()
    return (e.SensorDoubted(seat, why), *alarm(state, "A-301", 3, seat, why))


def doubt_unproven(state: TableState) -> Events:
    """Every sensor that was not seen free, covered and free again is not believed (BC-12)."""
    if not state.profile.jp1:
        return ()
    unproven = [n for n in state.places if not state.sensors[n - 1].proven]
    return numbered(state, [event for n in unproven for event in doubt(state, n, "unproven")])


def sensors_follow(state: TableState) -> Events:
    """A sensor that has proven itself is believed; one covered while the table is closed is not."""
    for n, sensor in enumerate(state.sensors, 1):
        if state.phase is Phase.CLOSED:
            if state.seats[n - 1].chip and not sensor.doubt and state.profile.jp1:
                return doubt(state, n, "covered")
        elif sensor.proof == PROVEN and not sensor.proven and proving(state, n):
            return (e.SensorProven(n), *clear(state, "A-301", n))
    return ()


def proving(state: TableState, seat: int) -> bool:
    """The sensor of this seat is to prove itself: at the opening, after a doubt, or before it is back."""
    if state.phase not in BETWEEN_ROUNDS:
        return False
    return state.phase is Phase.OPENING or state.hand_lamps is not None or bool(state.sensors[seat - 1].doubt)


# --- what was collected lies there still ---------------------------------------------------------


def unswept(state: TableState, seat: int) -> bool:
    """A believed sensor says that the chip of a stake that is in the jackpot was not swept."""
    told = state.seat(seat)
    believed = not lamp_by_hand(state, seat) and not doubted(state, seat)
    return told.unswept and told.jp1 is not Jp1.GIVEN_BACK and believed


def sweep_due_ms(state: TableState) -> int | None:
    """When the chips that still lie there are told of, None while none does that is not told of already."""
    played = state.round
    left = _left(state.seats) if played is not None and played.contributed else ()
    if not left or played is None:
        return None
    dealt = [stage.since_ms for stage in played.stages if stage.name == "deal"]
    lying = [n for n in left if unswept(state, n) and find_alarm(state, UNSWEPT, n) is None]
    return dealt[0] + SWEPT_WITHIN_MS if dealt and lying else None


@last_memoised
def _left(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    """The seats of JP1 whose chips lie there still, as far as any sensor says; doubted ones too."""
    if True not in [seat.chip for seat in seats]:
        return ()
    return tuple([n for n, seat in enumerate(seats, start=1) if seat.in_jp1 and seat.unswept])


def sweep_missed(state: TableState, at_ms: int) -> Events:
    """An alarm for each chip that should have been swept by now."""
    due_ms = sweep_due_ms(state)
    if due_ms is None or at_ms < due_ms:
        return ()
    lying = [n for n in state.jp1_seats if unswept(state, n)]
    return tuple(event for n in lying for event in alarm(state, UNSWEPT, 2, n))
