"""Coup nul: armed, confirmed, and over when the last stake is back with its player (rules, section 5).

Two acts: the first names the reason, the second confirms it. Until the first board card has left the shoe a
chef confirms. From then on, while a JP1 stake lives in the deal, a member of the comité does, who is neither
the chef who armed nor the dealer (RP-20), also where the chips of an unanswered press are set aside:
so no prize hand is voided by one person, and as no card is looked at, neither the question nor its answer
tells what lies face down.

Then every stake of the deal goes back, seat by seat from right to left, and no bet opens before the last. A
JP1 stake is carried to the next deal of the round, or refunded (option `void_jp1`).

Once a seat is settled, even if it is settled again for what another seat's cards give it more, or the bank
has paid Antes, no deal is void: a chef ends the hold, what is left is settled seat by seat, a contested one
last, and an error is rectified (RP-18). Nor while the comité verifies a hand: its claim is decided first.
Released it is paid; refused, the void is possible again. A deck that is found wrong is another matter:
nothing is settled on it, so until the first seat is, or a jackpot is claimed, it voids the deal (CS-08), and
an Ante that an unqualified bank had paid by then is taken back with the refund."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts, While
from controller.game.changes import changed, with_round, with_seat
from controller.game.events import Event, Events
from controller.game.felt import Pile, Spot
from controller.game.incidents.causes import DEFECTIVE, TALK, HoldCause
from controller.game.inputs import ClaimDoubt, Incident, Intent
from controller.game.jackpot.rules import jp1_alive
from controller.game.jackpot.unanswered_stakes import SEALING, may_set_aside, press_unanswered, set_aside
from controller.game.jackpot.waiting_on_book import book_holds
from controller.game.machines.evolve import dealt_from
from controller.game.opening.master_lost import NEEDS_CARDS
from controller.game.payment.winning_hand import claim_given_up, unsettled_claim
from controller.game.refusals import BADGE_CHEF, BOOK_WAITING, NOT_NOW, Refusal
from controller.game.roles import (
    CHEF,
    CHEFS,
    COMITE,
    DEALING,
    Right,
    person_here,
)
from controller.game.round import Jp1
from controller.game.settling.showdown import antes_to_pay, spots_staked
from controller.game.state import IN_ROUND, Phase, TableState
from controller.game.state_parts import UndoStep, Void

_PAID: Final = Refusal("void_too_late", "RP-18")


# --- what is known -------------------------------------------------------------------------------


def board_out(state: TableState) -> bool:
    """A board card has left the shoe: read or not, face down or up, dealt by hand or gone unseen."""
    played = state.playing
    if any(place.pile is Pile.BOARD for place in played.cards):
        return True
    if played.turned_by_hand:
        return True  # the dealer was told to turn the street, whatever of it has been keyed
    held, awaited = state.held, played.next_place
    unplaced = held is not None and held.cause in DEFECTIVE
    return unplaced and awaited is not None and awaited.pile is Pile.BOARD


def jp1_lives(state: TableState) -> bool:
    """A JP1 stake still plays in this deal, whatever the cards: one that died with a fold does not.

    One that the book was asked for and has not answered may be in the jackpot: it is taken to live.
    """
    if press_unanswered(state) is not None:
        return True
    return any(jp1_alive(state.profile, state.seat(n).folded) for n in state.jp1_seats)


def comite_confirms(state: TableState) -> bool:
    """A void of this deal is confirmed by a member of the comité (RP-20), whichever act makes it void.

    One of a deal whose master is lost always is: nobody can say any more what lies face down.
    """
    return bool(state.master_lost) or (board_out(state) and jp1_lives(state))


def armed(state: TableState) -> Void | None:
    """The void that waits for its confirmation, or None."""
    told = state.round.void if state.round is not None else None
    return told if told is not None and not told.confirmed else None


def void_confirmed(state: TableState, told: Void) -> Intent:
    """The act that confirms the void so armed: where the book does not answer, its chips are sealed by it."""
    asked = press_unanswered(state)
    return i.SetStakesAside(len(asked.seats)) if asked is not None else i.VoidRound(told.reason)


def armed_by(state: TableState) -> tuple[str, ...]:
    """Who armed the void, if anybody did."""
    told = armed(state)
    return (told.armed_by,) if told is not None and told.armed_by else ()


def declared_reason(state: TableState) -> Incident | None:
    """The reason that was declared with the hold; nobody is asked for it again. None: it is to be chosen."""
    held = state.held
    if held is None:
        return None
    if held.cause in DEFECTIVE:
        return Incident.IRREGULAR_DEAL
    if held.cause is HoldCause.MASTER_LOST:
        return Incident.EQUIPMENT
    return Incident(held.cause.value) if held.cause.value in set(Incident) else None


def void_only(state: TableState) -> bool:
    """This deal is not played on: it can only be voided, and it can be.

    A defective deck, a master that is lost, and talk where the rules void the round for it. Where no void is
    possible any more, or a press that the link does not answer stands in its way, the chef ends the hold
    instead: a hold without an end would keep the stakes on the felt.
    """
    held = state.held
    if held is None:
        return False
    talk = state.profile.options.talk_voids and held.cause in TALK
    lost = bool(state.master_lost) and state.phase in NEEDS_CARDS
    if not talk and not lost and held.cause not in DEFECTIVE:
        return False
    refusal = why_not_voided(state)
    return refusal is None or (refusal is BOOK_WAITING and press_unanswered(state) is None)


def seats_to_refund(state: TableState) -> tuple[int, ...]:
    """The seats of a voided deal whose stakes still lie there, from the dealer's right to his left."""
    return tuple(n for n in reversed(state.places) if state.seat(n).seated and not state.seat(n).refunded)


def refund_of(state: TableState, seat: int) -> tuple[e.RefundedSpot, ...]:
    """Every stake of the seat, in the order in which it was put down, JP1 last: back, or carried.

    That of a seat ruled void before is out of the book already: its chip is still to go back.
    """
    told, player = state.playing.void, state.seat(seat)
    assert told is not None, "the deal is not void"
    spots = [e.RefundedSpot(spot, cents) for spot, cents in spots_staked(state, seat).items()]
    if player.jp1 in (Jp1.LATCHED, Jp1.REGISTERED, Jp1.CARRIED) or player.jp1_goes_back:
        stake_cents, carried = state.facts.jp1_stake_cents, seat in told.jp1_carried
        spots.append(e.RefundedSpot(Spot.JP1, stake_cents, carried))
    return tuple(spots)


def ante_back_cents(state: TableState, seat: int) -> int:
    """What the bank paid on the seat's Ante before this deal was void: it is taken back with the refund."""
    if not state.playing.antes_paid_ms:
        return 0
    return sum(ante.cents for ante in antes_to_pay(state) if ante.seat == seat)


# --- when it may be done -------------------------------------------------------------------------


def why_not_voided(state: TableState) -> Refusal | None:
    """Why this deal cannot be voided now, or None."""
    if state.phase not in IN_ROUND or state.phase is Phase.REFUNDING:
        return NOT_NOW
    defective = state.held is not None and state.held.cause in DEFECTIVE
    if any(seat.settled is not None or seat.paid for seat in state.seats):
        return _PAID
    if state.playing.antes_paid_ms and not defective:
        return _PAID
    if book_holds(state) or (state.money is not None and unsettled_claim(state) is not None):
        return BOOK_WAITING
    verification = state.playing.verification
    if verification is None or verification.refused or (defective and not verification.claimed):
        return None
    return Refusal("verification", "RP-20")


def _arm(state: TableState, intent: i.ArmVoid) -> Refusal | None:
    told = armed(state)
    if told is not None and told.reason is intent.reason:
        return NOT_NOW
    return why_not_voided(state)


def _disarm(state: TableState, intent: i.DisarmVoid) -> Refusal | None:
    return None if armed(state) is not None else NOT_NOW


def _void(state: TableState, intent: i.VoidRound) -> Refusal | None:
    refusal = why_not_voided(state)
    if refusal is not None:
        return refusal
    told = armed(state)
    return None if told is not None and told.reason is intent.reason else Refusal("void_not_armed", "RP-18")


def _refund_seat(state: TableState, intent: i.RefundSeat) -> Refusal | None:
    waiting = seats_to_refund(state)
    if state.phase is not Phase.REFUNDING or not waiting:
        return NOT_NOW  # all are back; no other round has opened, for the table is blocked or being closed
    if intent.seat != waiting[0]:
        return Refusal("seat_not_in_turn", "RP-11", (("seat", intent.seat), ("turn", waiting[0])))
    return None


def offered(state: TableState) -> tuple[Intent, ...]:
    """What may be offered about a void: to confirm or to drop it, to arm it for the reason declared."""
    if state.phase is Phase.REFUNDING:
        return tuple(i.RefundSeat(n) for n in seats_to_refund(state)[:1])
    if state.held is None:
        return ()
    told = armed(state)
    if told is not None:
        return (i.VoidRound(told.reason), i.DisarmVoid())
    reason = declared_reason(state)
    return (i.ArmVoid(reason),) if reason is not None else ()


# --- what comes of it ----------------------------------------------------------------------------


def _armed(state: TableState, intent: i.ArmVoid) -> Events:
    """Nothing moves while it is armed."""
    played = state.playing
    held = (e.RoundHeld(HoldCause(intent.reason.value)),) if state.held is None else ()
    return (*held, e.VoidArmed(played.number, played.attempt, person_here(state), intent.reason))


def _disarmed(state: TableState, intent: i.DisarmVoid) -> Events:
    played = state.playing
    return (e.VoidDisarmed(played.number, played.attempt, person_here(state)),)


def _confirmed(state: TableState, intent: i.VoidRound) -> Events:
    told = armed(state)
    assert told is not None, "nobody armed it"
    return (*claim_given_up(state), voided(state, told.armed_by, told.reason))


def _sealed_up(state: TableState, intent: i.SetStakesAside) -> Events:
    """The chips of an unanswered press are sealed, and the deal is void; a carried stake keeps its rights.

    Where a member of the comité confirms, the first to count the chips arms the void and the second seals.
    """
    told = armed(state)
    if told is None and comite_confirms(state):
        return _armed(state, i.ArmVoid(Incident.EQUIPMENT))
    chef = told.armed_by if told is not None else person_here(state)
    return (set_aside(state), voided(state, chef, Incident.EQUIPMENT))


def _seat_refunded(state: TableState, intent: i.RefundSeat) -> Events:
    seat = intent.seat
    return (e.SeatRefunded(seat, refund_of(state, seat), ante_back_cents(state, seat)),)


def voided(state: TableState, chef: str, reason: Incident) -> e.RoundVoided:
    """The deal is void: what goes back to whom, and whose JP1 stake plays in the next deal of the round.

    A JP1 chip that was not registered is none of the book's: it is handed back with the rest.
    """
    played = state.playing
    returned = tuple(
        e.ReturnedStake(n, spot, cents)
        for n in state.players
        for spot, cents in spots_staked(state, n).items()
    )
    refused = _stakes_refused(state)
    # A session without its master deals no other round in which a stake could play.
    carries = state.profile.options.void_jp1 == "carry" and not state.master_lost
    carried = tuple(n for n in state.jp1_seats if n not in refused) if carries else ()
    return e.RoundVoided(
        played.number, played.attempt, chef, reason, returned, carried, confirmed_by=person_here(state)
    )


def _stakes_refused(state: TableState) -> tuple[int, ...]:
    """The seats whose JP1 stake two persons found not to hold: it plays in no other deal, it goes back."""
    checked = state.playing.verification
    if checked is None:
        return ()
    last = checked.seats if checked.refused == ClaimDoubt.STAKE else ()
    return (*checked.stakes_refused, *last)


def next_deal(state: TableState) -> Events:
    """Once the last stake is back: the next deal of the round where JP1 is carried, or the next round.

    That is another round: none is opened while a machine's program keeps the table blocked (CS-15) or its
    closing sheet lies open. The next deal of this one only lets its players leave with their stake: its bets
    do not close at a blocked table.
    """
    told = state.playing.void
    if told is None or seats_to_refund(state):
        return ()
    if told.jp1_carried:
        return (e.RoundOpened(state.playing.number, state.playing.attempt + 1),)
    if state.blocked or state.sheet.closing:
        return ()
    return (e.RoundOpened(state.next_round, 1),)


def void_is_over(state: TableState) -> bool:
    """The round ended with its void: every stake is back, and no JP1 stake plays in another deal of it."""
    told = state.round.void if state.round is not None else None
    over = state.phase is Phase.REFUNDING and told is not None and not told.jp1_carried
    return over and not seats_to_refund(state)


def between_rounds(state: TableState) -> bool:
    """Bets are open, the felt is cleared, or a round ended with its void and no other one opens yet."""
    return state.phase in (Phase.BETTING, Phase.CLEARING) or void_is_over(state)


# --- how the state changes -----------------------------------------------------------------------


def _arms(state: TableState, event: e.VoidArmed, at_ms: int) -> TableState:
    return with_round(state, void=Void(event.reason, event.person, at_ms))


def _disarms(state: TableState, event: e.VoidDisarmed, at_ms: int) -> TableState:
    return with_round(state, void=None)


def hold_ended(state: TableState, event: e.HoldEnded, at_ms: int) -> TableState:
    """A void that was armed in it is armed no more."""
    state = changed(state, held=None)
    return with_round(state, void=None) if armed(state) is not None else state


def voids(state: TableState, event: e.RoundVoided, at_ms: int) -> TableState:
    """Coup nul. JP1 stakes that are not carried are refunded, and where none is the book's round ends."""
    due = state.due
    if state.playing.contributed:
        back = [n for n in state.jp1_seats if n not in event.jp1_carried]
        due = (*due, *(e.RefundAsked(event.round, state.seat(n).staked_attempt, n) for n in back))
        due = due if event.jp1_carried else (*due, e.FinishAsked(event.round, event.attempt))
    told = armed(state) or Void(event.reason, event.chef, at_ms)
    told = replace(
        told, confirmed=True, confirmed_by=event.confirmed_by, at_ms=at_ms, jp1_carried=event.jp1_carried
    )
    if state.held is not None and state.held.cause in DEFECTIVE:
        state = dealt_from(state)  # not whole: no other deal begins with it, though no card of it is out
    return changed(with_round(state, void=told, undo=()), phase=Phase.REFUNDING, held=None, due=due)


def _refunds(state: TableState, event: e.SeatRefunded, at_ms: int) -> TableState:
    state = with_round(state, undo=(UndoStep("refunded", event.seat),))
    return with_seat(state, event.seat, refunded=True)


def _refund_back(state: TableState, event: e.RefundTakenBack, at_ms: int) -> TableState:
    return with_seat(state, event.seat, refunded=False)


VOIDING_EVOLUTIONS: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.HoldEnded: hold_ended,
    e.VoidArmed: _arms,
    e.VoidDisarmed: _disarms,
    e.SeatRefunded: _refunds,
    e.RefundTakenBack: _refund_back,
}


_VOIDING: Final = Right(CHEFS, "RP-18", BADGE_CHEF)


_SECOND_OF_A_VOID: Final = Right(COMITE, "RP-20", Refusal("badge_comite", "RP-20"), armed_by)


def _confirming_void(state: TableState) -> Right:
    """Whoever asks hears the same whatever the cards: JP1 alive and the board begun are there to see."""
    return _SECOND_OF_A_VOID if comite_confirms(state) else _VOIDING


def _setting_aside(state: TableState) -> Right:
    """Sealing the chips of a press makes the deal void: once armed, who confirms a void confirms that."""
    return _SECOND_OF_A_VOID if comite_confirms(state) and armed(state) is not None else SEALING


ACTS: Final[Acts] = {
    i.ArmVoid: Act(_arm, _VOIDING, _armed, While.HELD),
    i.DisarmVoid: Act(_disarm, CHEF, _disarmed, While.HELD),
    i.VoidRound: Act(_void, _confirming_void, _confirmed, While.HELD),
    i.SetStakesAside: Act(may_set_aside, _setting_aside, _sealed_up, While.HELD),
    i.RefundSeat: Act(
        _refund_seat,
        DEALING,
        _seat_refunded,
    ),
}
