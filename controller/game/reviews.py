"""When a hold may end and a large payment be made; who may is in `rights`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.game import inputs as i
from controller.game.aside import held_by_press
from controller.game.inputs import Intent
from controller.game.owed import by_slip, paid_by_table, settled_lines
from controller.game.refusals import ART, ART_JP1, NOT_NOW, Refusal
from controller.game.state import Phase, TableState, seats_to_settle
from controller.game.twice import to_correct
from controller.game.voiding import TALK, armed, void_only


def _resume(state: TableState, intent: i.Resume) -> Refusal | None:
    if state.held is None:
        return NOT_NOW
    if state.held.cause == "jp1_not_registered":
        return Refusal("jp1_to_choose", ART_JP1)
    if held_by_press(state):
        return Refusal("press_waits", ART_JP1)
    if void_only(state):
        return Refusal("talk_voids", ART) if state.held.cause in TALK else Refusal("void_only", "CS-08")
    if armed(state) is not None:
        return Refusal("void_armed", "RP-18")
    wrong = to_correct(state)
    if wrong:
        return Refusal("card_to_correct", "CS-08", (("place", str(wrong[0])),))
    return None


def payment_to_confirm(state: TableState, seat: int) -> int:
    """The cents that the table pays the seat where a chef is still to confirm them (JW-21), or 0.

    Whatever the bet; what the cage pays by a slip is not among them (rules, section 3). Once the seat is paid
    another amount, by its cards or by a ruling, that is to be confirmed too.
    """
    played = state.playing
    if played.settlement is None:
        return 0
    result, player = played.settlement.seat(seat), state.seat(seat)
    lines, _ = settled_lines(result, played.verification, player, state.facts.jp1_stake_cents)
    cents = paid_by_table(lines, by_slip(result, played.verification, player))
    due = cents > state.facts.second_person_from_cents and cents != played.payments_confirmed.get(seat)
    return cents if due else 0


def _confirm_payment(state: TableState, intent: i.ConfirmPayment) -> Refusal | None:
    waiting = seats_to_settle(state) if state.phase is Phase.SETTLING else ()
    if not waiting or intent.seat != waiting[0] or not payment_to_confirm(state, intent.seat):
        return NOT_NOW
    return None


REVIEWS: Final[dict[type[Intent], Callable[..., Refusal | None]]] = {
    i.Resume: _resume,
    i.ConfirmPayment: _confirm_payment,
}
