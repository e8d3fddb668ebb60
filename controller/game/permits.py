"""The rule of each intent: why it cannot be taken now, or None. Asked through `bets.why_not` only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.game import inputs as i
from controller.game.betting.hollow import chips_without_stakes
from controller.game.betting.permit import STAKES
from controller.game.betting.permit_sensors import COUNT_DISPUTED, SENSORS, countersign_due
from controller.game.betting.sensing import heard
from controller.game.dealing.by_hand import (
    BY_HAND,
    contested_waits,
    hands_waited,
    keyed_open,
    may_turn,
    must_tell,
    telling,
)
from controller.game.dealing.card_seen_twice import to_correct
from controller.game.dealing.exchanged_cards import EXCHANGES, ruling_waits
from controller.game.dealing.permit import DECIDING, why_waited
from controller.game.dealing.taking_back import TAKING_BACK
from controller.game.felt import Pile, Place
from controller.game.incidents.reports import INCIDENTS, why_not_signed
from controller.game.incidents.voiding import VOIDING
from controller.game.inputs import Intent, Mode
from controller.game.jackpot.unanswered_stakes import ASIDE, why_not_sealed_up
from controller.game.jackpot.waiting_on_book import book_holds
from controller.game.machines.decks import shuffler_there, why_not_dealt, why_shoe_silent
from controller.game.machines.host import clock_refusal, journal_refusal
from controller.game.machines.permit import PERMITS as MACHINE_PERMITS
from controller.game.meter.acts import ASKED, UPKEEP
from controller.game.opening.limits import change_maximum
from controller.game.opening.sheets import SHEETS, why_not_between, why_not_closed, why_not_opened
from controller.game.payment.reviews import REVIEWS, payment_waits, seat_to_confirm
from controller.game.payment.slips import PAPERS
from controller.game.payment.steps import PROCEDURE
from controller.game.payment.winning_hand import verified_now
from controller.game.people.at_table import PEOPLE
from controller.game.rectification.acts import RECTIFICATIONS, due, open_here, waits
from controller.game.refusals import (
    ART,
    ART_JP1,
    BOOK_WAITING,
    HELD,
    NOT_NOW,
    Refusal,
)
from controller.game.round import Jp1
from controller.game.settings.drafts import DRAFTING, why_not_opened_yet
from controller.game.settling.showdown import antes_first, needed_places
from controller.game.state import IN_ROUND, Phase, TableState, seats_to_settle


def _open_table(state: TableState, intent: i.OpenTable) -> Refusal | None:
    if state.phase is not Phase.CLOSED:
        return NOT_NOW
    return clock_refusal(state) or journal_refusal(state) or why_not_opened_yet(state)


def _confirm_opening(state: TableState, intent: i.ConfirmOpening) -> Refusal | None:
    if state.phase is not Phase.OPENING:
        return NOT_NOW
    unready = _table_blocked(state) or clock_refusal(state) or journal_refusal(state)
    return unready or why_not_opened(state)


def _table_blocked(state: TableState) -> Refusal | None:
    """The program of a machine changed: no round is opened until the comité allows it (CS-15)."""
    if not state.blocked:
        return None
    return Refusal("table_blocked", "CS-15", (("machine", str(state.blocked[0])),))


def _close_table(state: TableState, intent: i.CloseTable) -> Refusal | None:
    refusal = why_not_between(state) or why_not_closed(state) or waits(state)
    return refusal or why_not_signed(state) or why_not_sealed_up(state) or _not_shown(state)


def _not_shown(state: TableState) -> Refusal | None:
    if shuffler_there(state) and not state.decks.shown_empty and Mode.HAND_SHUFFLE not in state.modes:
        return Refusal("show_empty", "CS-03")
    return None


def _close_bets(state: TableState, intent: i.CloseBets) -> Refusal | None:
    if state.phase is not Phase.BETTING:
        return NOT_NOW
    if not state.players and state.hollow:
        facts = (("seats", " ".join(str(n) for n in state.hollow)),)
        return Refusal("stakes_to_confirm", ART, facts)
    if not state.players and state.playing.attempt == 1:
        return Refusal("no_player", ART)
    chips = chips_without_stakes(state)
    if chips is not None or not state.players:
        return chips  # everyone has left before the new deal: closing the bets ends the round
    if isinstance(state.money, ASKED) and state.jackpot.open:
        return BOOK_WAITING  # what people do with the meter is done between rounds
    refusal = journal_refusal(state) or due(state) or why_not_dealt(state)
    return refusal or why_shoe_silent(state) or countersign_due(state)


def _reopen_bets(state: TableState, intent: i.ReopenBets) -> Refusal | None:
    """Until the first card, and while no JP1 stake is in the jackpot; what is laid by hand nobody counts."""
    before_cards = state.phase is Phase.LATCHED or (
        state.phase is Phase.DEALING
        and not state.by_hand
        and not state.playing.contributed
        and all(seat.jp1 is Jp1.NONE for seat in state.seats)
    )
    if not before_cards or state.playing.drawn:
        return NOT_NOW
    return BOOK_WAITING if book_holds(state) else None


def _latched(state: TableState) -> bool:
    return any(seat.jp1 is Jp1.LATCHED for seat in state.seats)


def _collect_jp1(state: TableState, intent: i.CollectJp1) -> Refusal | None:
    if state.phase is not Phase.LATCHED or not _latched(state):
        return NOT_NOW
    if state.playing.count_disputed:
        return COUNT_DISPUTED
    if not state.jackpot.open:
        return Refusal("jp1_closed", ART_JP1, (("cause", state.jackpot.closed_code),))
    return journal_refusal(state) or (None if state.money is None else BOOK_WAITING)


def _register_now(state: TableState, intent: i.RegisterJp1Now) -> Refusal | None:
    if state.held is None or state.held.cause != "jp1_not_registered" or not _latched(state):
        return NOT_NOW
    if state.playing.count_disputed:
        return COUNT_DISPUTED
    if state.playing.drawn > 1:
        return Refusal("second_card_out", ART_JP1)
    if not state.jackpot.open:
        return Refusal("jp1_closed", ART_JP1, (("cause", state.jackpot.closed_code),))
    return journal_refusal(state) or (None if state.money is None else BOOK_WAITING)


def _give_back(state: TableState, intent: i.GiveJp1Back) -> Refusal | None:
    if state.phase is not Phase.LATCHED or not _latched(state) or book_holds(state):
        return NOT_NOW
    if state.held is not None and state.held.cause != "jp1_not_registered":
        return HELD
    return None


def _open_hands(state: TableState, intent: i.OpenHands) -> Refusal | None:
    if telling(state):
        return hands_waited(state)
    if state.phase is not Phase.DECIDING or not state.playing.street_open:
        return NOT_NOW
    if state.playing.street + 1 < len(state.profile.streets):
        return NOT_NOW
    refusal = why_waited(state)
    if refusal is not None or must_tell(state):
        return refusal
    unread = [place for place in needed_places(state) if place in state.unread]
    return Refusal("cards_to_key", "CS-11", (("place", str(unread[0])),)) if unread else None


def may_key(state: TableState, place: Place) -> bool:
    """Whether the card at this place lies open to the dealer: the board at once, hands at the showdown, the
    players' hands at once where they are dealt face up.

    A folded hand with nothing alive is turned up by nobody, so nobody keys it.
    """
    if may_turn(state, place):
        return True
    if state.round is None or place not in state.unread or place in state.round.laid:
        return False
    if state.phase is Phase.REFUNDING:
        return False  # what nobody could read is not wanted any more
    if place.pile is Pile.BOARD:
        return True
    if place.pile is Pile.HOLE and state.profile.options.player_cards == "face_up":
        return True
    last = state.round.street + 1 == len(state.profile.streets)
    decided = state.phase is Phase.DECIDING and last and not state.waited_for
    return decided and place in needed_places(state)


def _key_card(state: TableState, intent: i.KeyCard) -> Refusal | None:
    """Only cards that lie open are asked: a refusal may not tell of one that does not (rules, section 2)."""
    wrong = to_correct(state)
    if state.held is not None and not wrong:
        return Refusal("held", "", (("cause", state.held.cause),))
    if intent.place not in wrong and (wrong or not may_key(state, intent.place)):
        return NOT_NOW
    if intent.card in state.playing.shown.values() or keyed_open(state, intent.card):
        return Refusal("card_face_up", "CS-08", (("card", str(intent.card)),))
    return None


def _pay_antes(state: TableState, intent: i.PayAntes) -> Refusal | None:
    if state.phase is not Phase.SHOWDOWN or not antes_first(state, state.playing.qualified):
        return NOT_NOW
    much = seat_to_confirm(state)
    return payment_waits(state, much) if much else None


def _open_settlement(state: TableState, intent: i.OpenSettlement) -> Refusal | None:
    if state.phase is not Phase.SHOWDOWN:
        return NOT_NOW
    if antes_first(state, state.playing.qualified):
        return Refusal("antes_first")
    verification = state.playing.verification
    if verification is not None and not verification.over:
        return Refusal("verification", ART_JP1)
    return hands_waited(state) or (BOOK_WAITING if book_holds(state) else None)


def _settle_seat(state: TableState, intent: i.SettleSeat) -> Refusal | None:
    if state.phase is not Phase.SETTLING:
        return NOT_NOW
    waiting = seats_to_settle(state)
    if not waiting or intent.seat != waiting[0]:
        return Refusal(
            "seat_not_in_turn", "RP-11", (("seat", intent.seat), ("turn", waiting[0] if waiting else 0))
        )
    refusal = waits(state) if open_here(state) else ruling_waits(state, intent.seat)
    if refusal is not None:
        return refusal
    if seat_to_confirm(state) == intent.seat:
        return payment_waits(state, intent.seat)
    return contested_waits(state, intent.seat)


def _contest_seat(state: TableState, intent: i.ContestSeat) -> Refusal | None:
    if state.phase is not Phase.SETTLING:
        return NOT_NOW
    waiting = seats_to_settle(state)
    if not waiting or intent.seat != waiting[0] or state.seat(intent.seat).contested:
        return NOT_NOW
    return None


def _next_round(state: TableState, intent: i.NextRound) -> Refusal | None:
    if state.phase is not Phase.CLEARING:
        return NOT_NOW
    unready = _table_blocked(state) or clock_refusal(state) or journal_refusal(state) or due(state)
    if unready is not None:
        return unready
    if state.sheet.deals_left == 0:
        return Refusal("last_deal_played", "RP-23")
    late = tuple(n for n in state.places if heard(state, n) and state.seat(n).chip_refused == "after_lock")
    return Refusal("late_chip", "BC-07", (("seat", late[0]),)) if late else None


def _call_chef(state: TableState, intent: i.CallChef) -> Refusal | None:
    """Always: what nobody has seen is called again, and who has seen a call is called once more."""
    return None


def _see_call(state: TableState, intent: i.SeeCall) -> Refusal | None:
    if not state.call_ms:
        return Refusal("no_call")
    return Refusal("call_seen") if state.call_seen_ms else None


def _declare_incident(state: TableState, intent: i.DeclareIncident) -> Refusal | None:
    return None if state.phase in IN_ROUND or state.phase is Phase.BETTING else NOT_NOW


def _confirm_felt(state: TableState, intent: i.ConfirmFelt) -> Refusal | None:
    return None if state.resumed else NOT_NOW


def _pause(state: TableState, intent: i.Pause) -> Refusal | None:
    """Between rounds, and at every step of a verification: it may take an hour (screens, section 7)."""
    if verified_now(state) is not None:
        return None
    return None if state.phase in (Phase.BETTING, Phase.CLEARING) else NOT_NOW


def _end_pause(state: TableState, intent: i.EndPause) -> Refusal | None:
    return None if state.paused else NOT_NOW


PERMITS: Final[dict[type[Intent], Callable[..., Refusal | None]]] = {
    **PROCEDURE,
    **EXCHANGES,
    **REVIEWS,
    **SENSORS,
    **STAKES,
    **PEOPLE,
    **BY_HAND,
    **MACHINE_PERMITS,
    **SHEETS,
    **UPKEEP,
    **DRAFTING,
    **PAPERS,
    **INCIDENTS,
    **RECTIFICATIONS,
    **ASIDE,
    **DECIDING,
    **TAKING_BACK,
    **VOIDING,
    i.OpenTable: _open_table,
    i.ConfirmOpening: _confirm_opening,
    i.CloseTable: _close_table,
    i.ChangeMaximum: change_maximum,
    i.CloseBets: _close_bets,
    i.ReopenBets: _reopen_bets,
    i.CollectJp1: _collect_jp1,
    i.RegisterJp1Now: _register_now,
    i.GiveJp1Back: _give_back,
    i.OpenHands: _open_hands,
    i.PayAntes: _pay_antes,
    i.OpenSettlement: _open_settlement,
    i.SettleSeat: _settle_seat,
    i.ContestSeat: _contest_seat,
    i.NextRound: _next_round,
    i.KeyCard: _key_card,
    i.CallChef: _call_chef,
    i.SeeCall: _see_call,
    i.DeclareIncident: _declare_incident,
    i.ConfirmFelt: _confirm_felt,
    i.Pause: _pause,
    i.EndPause: _end_pause,
}
