"""Decide: an intent becomes events, or a refusal.

The direct consequences only; what follows from the state alone (the deal begins, a street is turned, the
book is asked) is in `consequences`. Nothing is done here that `bets.why_not` would refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.bets import why_not
from controller.game.betting.decide_sensors import SENSORS
from controller.game.betting.hollow import confirmed, left
from controller.game.betting.sensing import bets_closed, doubt_unproven, sensors_there
from controller.game.betting.stakes import doubled
from controller.game.cards import FaceDown
from controller.game.dealing.by_hand import before_keying, entered, laid, must_tell, telling
from controller.game.dealing.card_seen_twice import to_correct
from controller.game.dealing.exchanged_cards import EXCHANGE_DECISIONS
from controller.game.dealing.taking_back import TAKEN_BACK
from controller.game.felt import Place, Spot
from controller.game.incidents.reports import INCIDENT_DECISIONS
from controller.game.incidents.voiding import VOIDING_DECISIONS
from controller.game.inputs import Intent
from controller.game.jackpot.unanswered_stakes import seal_opened
from controller.game.jackpot.waiting_on_book import settled_lines
from controller.game.machines.alarm_events import chef_called
from controller.game.machines.permit import DECISIONS as MACHINE_DECISIONS
from controller.game.machines.shoe_away import shoe_back, shoe_still_gone
from controller.game.meter.acts import UPKEEP_DECISIONS, reading
from controller.game.meter.interruption import interruption
from controller.game.meter.types import INTERRUPTED
from controller.game.opening.limits import maximum_of
from controller.game.opening.master_lost import REFUSED as WITHOUT_MASTER
from controller.game.opening.master_lost import needs_master
from controller.game.opening.sheets import SHEET_DECISIONS, result
from controller.game.payment.reviews import payment_to_confirm
from controller.game.payment.slips import PAPER_DECISIONS
from controller.game.payment.steps import PROCEDURE_DECISIONS
from controller.game.people.at_pit import AtPit, decided_at_pit
from controller.game.people.at_table import signed_off, signed_on
from controller.game.profile import Bet
from controller.game.rectification.acts import RECTIFICATION_DECISIONS
from controller.game.refusals import Refusal
from controller.game.rights import right_of
from controller.game.roles import dealer_here, person_here
from controller.game.round import Jp1
from controller.game.settings.drafts import DRAFTING_DECISIONS
from controller.game.settling.settle import EVEN
from controller.game.settling.showdown import (
    DEALER,
    alive_seats,
    antes_first,
    holes,
    known_hands,
    supervised_kind,
    verdict,
)
from controller.game.state import TableState

Events = tuple[e.Event, ...]


def decide(state: TableState, intent: Intent) -> Events | Refusal:
    """The events of this intent, or why it is refused; the state does not change."""
    if isinstance(intent, AtPit):
        return decided_at_pit(state, intent, decide)
    refusal = why_not(state, intent)
    if refusal is not None:
        return refusal
    decided = _DECISIONS[type(intent)](state, intent)
    if isinstance(decided, Refusal):
        return decided
    if state.master_lost and needs_master(decided):
        return WITHOUT_MASTER
    if state.badge is not None and state.badge.remote and _took_the_badge(state, intent):
        return (*decided, e.BadgeRemoved())  # read at the pit, it counts for one act (screens, section 9.1)
    return decided


def _took_the_badge(state: TableState, intent: Intent) -> bool:
    return right_of(state, intent).refusal is not None


def _confirm_opening(state: TableState, intent: i.ConfirmOpening) -> Events:
    limits = state.profile.limits
    return (
        e.TableOpened(
            person_here(state),
            limits.minimum_cents,
            state.maximum_coming_cents or limits.maximum_cents,
            state.facts.jp1_stake_cents,
        ),
        *(doubt_unproven(state) if sensors_there(state) else ()),
        e.RoundOpened(state.next_round, 1),
    )


def _close_table(state: TableState, intent: i.CloseTable) -> Events:
    """A table without sheets is reconciled as it closes; one with them has been (AC-08)."""
    read = reading(state, "closing", person_here(state)) if state.facts.cash is None else ()
    return (*result(state), *read, e.TableClosed(person_here(state)))


def _vacate(state: TableState, intent: i.VacateSeat) -> Events:
    return (e.SeatVacated(intent.seat),)


def _close_bets(state: TableState, intent: i.CloseBets) -> Events:
    if not state.players:
        dealer = dealer_here(state)
        return (e.RoundClosed(state.playing.number, state.playing.attempt, 0, 0, dealer),)
    return (*left(state), bets_closed(state))


def _collect(state: TableState, intent: Intent) -> Events:
    played = state.playing
    seats = tuple(n for n in state.players if state.seat(n).jp1 is Jp1.LATCHED)
    asked = e.ContributionAsked(played.number, played.attempt, seats, state.facts.jp1_stake_cents)
    if state.held is not None:
        return (asked, e.HoldEnded(person_here(state)))
    return (asked,)


def _give_back(state: TableState, intent: i.GiveJp1Back) -> Events:
    seats = tuple(n for n in state.players if state.seat(n).jp1 is Jp1.LATCHED)
    if state.held is not None:
        return (e.Jp1GivenBack(seats), e.HoldEnded(person_here(state)))
    return (e.Jp1GivenBack(seats),)


def _set_stakes(state: TableState, intent: i.SetStakes) -> Events:
    # Who has doubled has doubled in this round, however he stakes afterwards.
    doubled_before = state.seat(intent.seat).doubled
    return (e.StakesSet(intent.seat, intent.ante_cents, intent.side_cents, doubled_before),)


def _double(state: TableState, intent: i.DoubleStakes) -> Events:
    seat = state.seat(intent.seat)
    ante_cents, side_cents = doubled(state.profile, seat.ante_cents, seat.side_cents, maximum_of(state))
    return (e.StakesSet(intent.seat, ante_cents, side_cents, doubled=True),)


def _bet(state: TableState, seat: int, bet: Bet) -> e.PlayBet:
    return e.PlayBet(seat, bet.spot, bet.cents(state.seat(seat).ante_cents))


def _bet_on(state: TableState, intent: i.BetOn) -> Events:
    offered = state.open_bets(intent.seat)
    return (_bet(state, intent.seat, next(bet for bet in offered if bet.spot is intent.spot)),)


def _bet_rest(state: TableState, intent: i.BetRest) -> Events:
    return tuple(_bet(state, seat, state.open_bets(seat)[0]) for seat in state.undecided)


def _check_rest(state: TableState, intent: i.CheckRest) -> Events:
    return tuple(e.SeatChecked(seat, state.playing.street) for seat in state.undecided)


def _fold_rest(state: TableState, intent: i.FoldRest) -> Events:
    return tuple(e.SeatFolded(seat) for seat in state.undecided)


def _open_hands(state: TableState, intent: i.OpenHands) -> Events:
    called: Events = () if telling(state) else (e.StreetCalled(state.playing.street),)
    if called and must_tell(state):
        return called
    qualified, supervised = verdict(state)
    alive = () if antes_first(state, qualified) else alive_seats(state)
    places = [*DEALER] if _twice(state, DEALER) else [*DEALER, *holes(known_hands(state, alive))]
    called = (*called, *_turned_up(state, places))
    if _twice(state, places):
        return called  # what lies open twice holds the round: `consequences`
    opened: Events = (*called, e.ShowdownOpened(alive, qualified, supervised))
    if not supervised:
        return opened
    kind, seats = supervised_kind(state)
    return (*opened, *_alarm(state, "A-105", 1, seats[0] if seats else 0, kind))


def _twice(state: TableState, places: Sequence[Place]) -> bool:
    """Once these cards are turned up, two open ones are the same."""
    lying = [state.playing.cards[place] for place in places if place not in state.playing.shown]
    open_cards = [*state.playing.shown.values(), *(card.turned_up() for card in lying if card is not None)]
    return len(set(open_cards)) < len(open_cards)


def _turned_up(state: TableState, places: Sequence[Place]) -> Events:
    """These cards, but for those that are face up already."""
    played = state.playing
    turned = []
    for place in places:
        if place not in played.shown:
            card = played.cards[place]
            assert card is not None, f"{place} was never keyed"
            turned.append(e.RevealedCard(place, card.turned_up()))
    return (e.CardsRevealed(played.number, played.attempt, tuple(turned)),) if turned else ()


def _pay_antes(state: TableState, intent: i.PayAntes) -> Events:
    """From right to left, to everyone still in; then the hands that are still to be seen are opened."""
    still_in = [n for n in reversed(state.players) if not state.seat(n).folded]
    paid = tuple(e.PaidAnte(n, EVEN.win_cents(state.seat(n).ante_cents)) for n in still_in)
    return (e.AntesPaid(paid), *_turned_up(state, holes(known_hands(state, alive_seats(state)))))


def _alarm(state: TableState, code: str, priority: int, seat: int = 0, detail: str = "") -> Events:
    """The alarm, unless the same one is already up: a tap repeated adds nothing."""
    if any(up.code == code and up.seat == seat for up in state.alarms):
        return ()
    return (e.AlarmRaised(state.alarms_raised + 1, code, priority, seat, detail),)


def _settle(state: TableState, intent: i.SettleSeat) -> Events:
    """The seat's lines; its JP1 prizes are posted by `consequences`, once the book has answered."""
    played = state.playing
    assert played.settlement is not None, "no showdown yet"
    result, seat = played.settlement.seat(intent.seat), state.seat(intent.seat)
    lines, _ = settled_lines(result, played.verification, seat, state.facts.jp1_stake_cents)
    return (e.SeatSettled(intent.seat, lines),)


def _payment_confirmed(state: TableState, intent: i.ConfirmPayment) -> Events:
    return (e.PaymentConfirmed(person_here(state), intent.seat, payment_to_confirm(state, intent.seat)),)


def _key_card(state: TableState, intent: i.KeyCard) -> Events:
    """Said twice it stands; what lies face down elsewhere is not asked (rules, section 2)."""
    played, place = state.playing, intent.place
    card = FaceDown(intent.card)
    kind = e.CardKeyed if played.proposed.get(place) == card else e.CardProposed
    keyed: Events = (*before_keying(state, place), kind(played.number, played.attempt, place, card))
    if kind is e.CardProposed or place not in to_correct(state):
        return keyed
    turned = e.CardsRevealed(played.number, played.attempt, (e.RevealedCard(place, intent.card),))
    return (*keyed, turned, e.HoldEnded(person_here(state)))


def _declare(state: TableState, intent: i.DeclareIncident) -> Events:
    held = e.RoundHeld(intent.incident.value)
    return (held,) if intent.incident is i.Incident.EXPOSED_CARD else (held, *chef_called(state))


def _stop_reported(state: TableState, intent: i.ReportStop) -> Events:
    return (e.Jp1Closed(INTERRUPTED), interruption(state, intent.cause.value, person_here(state)))


def _next_round(state: TableState, intent: i.NextRound) -> Events:
    return (e.RoundOpened(state.next_round, 1),)


_DECISIONS: Final[dict[type[Intent], Callable[[TableState, Any], Events | Refusal]]] = {
    **SENSORS,
    **PROCEDURE_DECISIONS,
    **EXCHANGE_DECISIONS,
    i.ConfirmPayment: _payment_confirmed,
    **MACHINE_DECISIONS,
    i.OpenTable: lambda state, intent: (e.OpeningBegun(),),
    i.ConfirmOpening: _confirm_opening,
    i.CloseTable: _close_table,
    **SHEET_DECISIONS,
    **UPKEEP_DECISIONS,
    **DRAFTING_DECISIONS,
    **PAPER_DECISIONS,
    **INCIDENT_DECISIONS,
    **RECTIFICATION_DECISIONS,
    **TAKEN_BACK,
    **VOIDING_DECISIONS,
    i.SetStakes: _set_stakes,
    i.VacateSeat: _vacate,
    i.ConfirmStakes: lambda state, intent: (confirmed(state, intent.seat),),
    i.ConfirmRest: lambda state, intent: (confirmed(state, *state.hollow),),
    i.DoubleStakes: _double,
    i.CloseBets: _close_bets,
    i.ReopenBets: lambda state, intent: (e.BetsReopened(person_here(state)),),
    i.CollectJp1: _collect,
    i.RegisterJp1Now: _collect,
    i.GiveJp1Back: _give_back,
    i.CallStreet: lambda state, intent: (e.StreetCalled(state.playing.street),),
    i.BetPlay: lambda state, intent: (_bet(state, intent.seat, Bet(Spot.PLAY, 2 * intent.multiple)),),
    i.BetOn: _bet_on,
    i.Check: lambda state, intent: (e.SeatChecked(intent.seat, state.playing.street),),
    i.Fold: lambda state, intent: (e.SeatFolded(intent.seat),),
    i.BetRest: _bet_rest,
    i.CheckRest: _check_rest,
    i.FoldRest: _fold_rest,
    i.OpenHands: _open_hands,
    i.PayAntes: _pay_antes,
    i.OpenSettlement: lambda state, intent: (e.SettlementOpened(),),
    i.SettleSeat: _settle,
    i.ContestSeat: lambda state, intent: (e.SeatContested(intent.seat),),
    i.NextRound: _next_round,
    i.KeyCard: _key_card,
    i.DealByHand: lambda state, intent: (
        *shoe_back(state, person_here(state)),
        e.HandDealingBegun(person_here(state)),
    ),
    i.DealByShoe: lambda state, intent: (e.HandDealingEnded(person_here(state)),),
    i.ConfirmDealt: lambda state, intent: laid(state),
    i.EnterHand: entered,
    i.CallChef: lambda state, intent: (e.ChefCalled(),),
    i.SeeCall: lambda state, intent: (e.CallSeen(),),
    i.DeclareIncident: _declare,
    i.SignOn: lambda state, intent: signed_on(state),
    i.SignOff: lambda state, intent: signed_off(state),
    i.EnterPin: lambda state, intent: (),  # what comes of it is observed
    i.Resume: lambda state, intent: (e.HoldEnded(person_here(state)), *shoe_still_gone(state)),
    i.ReportStop: _stop_reported,
    i.OpenSeal: lambda state, intent: (seal_opened(state),),
    i.ConfirmFelt: lambda state, intent: (e.FeltConfirmed(),),
    i.ChangeMaximum: lambda state, intent: (e.MaximumChanged(person_here(state), intent.maximum_cents),),
    i.Pause: lambda state, intent: (e.PlayPaused(),),
    i.EndPause: lambda state, intent: (e.PauseEnded(),),
}
