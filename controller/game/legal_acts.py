"""What may be done now: the one rule behind the key, the act and the test.

`why_not` answers for one intent; `legal_now` asks it for all that a console may offer. `decide` asks it
before anything else, so a key that is lit is an act that is taken, and the other way round.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from controller.game import inputs as i
from controller.game.act import Act, While
from controller.game.acts import ACTS
from controller.game.betting.sensing import BETWEEN_ROUNDS, lamp_by_hand, unbelieved
from controller.game.dealing.by_hand import choices, hands_told_by_class
from controller.game.dealing.exchanged_cards import ruling_acts
from controller.game.dealing.taking_back import decided_here
from controller.game.felt import Spot
from controller.game.incidents.voiding import voiding_acts
from controller.game.inputs import Intent
from controller.game.jackpot.unanswered_stakes import aside_acts
from controller.game.machines.acts import machine_acts
from controller.game.meter.acts import upkeep_acts
from controller.game.opening.master_lost import why_not_without_master
from controller.game.opening.sheets import sheet_acts
from controller.game.payment.large_payments import seat_to_confirm
from controller.game.payment.slips import slip_acts
from controller.game.payment.steps import acts_of_the_procedure
from controller.game.profile import Bet
from controller.game.rectification.acts import rectification_acts
from controller.game.refusals import ART, Refusal
from controller.game.rights import why_not_allowed
from controller.game.settings.drafts import drafting_acts
from controller.game.state import Phase, TableState, seats_to_settle


def why_not(state: TableState, intent: Intent) -> Refusal | None:
    """The reason why this intent cannot be taken in this state, or None when it can."""
    act = ACTS[type(intent)]
    stopped = _stopped(state, intent, act)
    if stopped is not None:
        return stopped
    if act.badge_first:
        return why_not_allowed(state, intent) or act.permit(state, intent)
    return act.permit(state, intent) or why_not_allowed(state, intent)


def _stopped(state: TableState, intent: Intent, act: Act) -> Refusal | None:
    """The whole table waits for something else first.

    A restart, a hold and a pause may come together: each has its end while the others last.
    """
    without = why_not_without_master(state, intent) if state.master_lost else None
    if without is not None:
        return without
    if state.resumed and not act.also & While.RESUMED:
        return Refusal("felt_first")
    if state.paused and not act.also & While.PAUSED:
        return Refusal("paused")
    if state.sheet.closing and not act.also & While.CLOSING:
        return Refusal("closing")
    if state.held is not None and not act.also & While.HELD:
        return Refusal("held", "", (("cause", state.held.cause.value),))
    return _not_on_the_felt(state, intent)


def _not_on_the_felt(state: TableState, intent: Intent) -> Refusal | None:
    """The intent names a place that this felt does not have; a report may be of none, which is 0."""
    seat = getattr(intent, "seat", None)
    if seat is None or seat in state.places or (seat == 0 and isinstance(intent, i.ReportIncident)):
        return None
    return Refusal("unknown_seat", ART, (("seat", seat), ("seats", len(state.places))))


def legal_now(state: TableState) -> tuple[Intent, ...]:
    """Every act without an amount of its own that would be taken now, in a fixed order."""
    return tuple(intent for intent in _candidates(state) if why_not(state, intent) is None)


def _candidates(state: TableState) -> list[Intent]:
    """The acts worth asking about: cheap to list, none left out."""
    offered: list[Intent] = list(
        _ANYWHERE if state.call_ms or state.resumed or state.paused else _ANYWHERE[:1]
    )
    if state.held is not None:
        offered += _HELD
    if state.badge is not None or state.dealer is not None:
        offered += _DEALERS
    if state.held is not None or state.phase is Phase.REFUNDING:
        offered += voiding_acts(state)
    offered += _BY_PHASE[state.phase]
    offered += [
        i.EnterHand(seat, told.outcome, told.hand_class)
        for seat in hands_told_by_class(state)
        for told in choices(state, seat)
    ]
    if state.phase is Phase.DECIDING and state.playing.street_open:
        street = state.profile.streets[state.playing.street]
        for seat in state.undecided:
            offered += _decisions(seat, state.open_bets(seat), street.fold)
        offered += [_reopen(seat) for seat in decided_here(state)]
        if state.profile.options.fold_any_time:
            offered += [_fold(seat) for seat in state.players]
    elif state.phase is Phase.SHOWDOWN:
        offered += (*acts_of_the_procedure(state), *ruling_acts(state))
        much = seat_to_confirm(state)
        offered += (i.ConfirmPayment(much),) if much else ()
    elif state.phase is Phase.SETTLING:
        waiting = seats_to_settle(state)
        offered += _in_turn(waiting[0]) if waiting else ()
        offered += ruling_acts(state)
    elif state.phase is Phase.BETTING:
        offered += [_vacate(seat) for seat in (*state.players, *state.hollow)]
        offered += [_confirm(seat) for seat in state.hollow]
        if not state.profile.options.stakes_stand:
            offered += _quick_stakes(state.places)
    if state.profile.jp1:
        offered += _of_sensors(state)
        offered += [*upkeep_acts(state), *aside_acts(state)]
    if state.round is not None and state.round.undo:
        offered.append(_UNDO)
    if state.record.open is not None:
        offered += rectification_acts(state)
    offered += machine_acts(state)
    if state.slips:
        offered += slip_acts(state)
    if state.facts.cash is not None:
        offered += sheet_acts(state)
    offered += drafting_acts(state)
    offered += [i.SignIncident(one.number) for one in state.incidents.reports]
    repeated = state.held is not None or state.profile.options.fold_any_time
    return list(dict.fromkeys(offered)) if repeated else offered


# Each intent is made once: the views keep what they say of it.
@cache
def _decisions(seat: int, bets: tuple[Bet, ...], fold: bool) -> tuple[Intent, ...]:
    made: list[Intent] = [
        i.BetPlay(seat, bet.half_antes // 2) if bet.spot is Spot.PLAY else i.BetOn(seat, bet.spot)
        for bet in bets
    ]
    return (*made, i.Fold(seat) if fold else i.Check(seat))


def _of_sensors(state: TableState) -> list[Intent]:
    """What may be said of JP1 lamps, sensors and chip counts: nothing, as long as all is well."""
    if state.phase in BETWEEN_ROUNDS:
        offered: list[Intent] = [_seat_by_hand(n) for n in state.places if unbelieved(state, n)]
        if state.phase is Phase.BETTING:
            seats = [n for n in state.places if lamp_by_hand(state, n)]
            offered += [_lamp(n, not state.seat(n).lamp) for n in seats if state.seat(n).seated]
        absent = state.hand_lamps is None
        return offered + ([_ALLOW_HAND_LAMPS] if absent else [_END_HAND_LAMPS, _COUNTERSIGN])
    if state.phase is Phase.LATCHED:
        if state.playing.count_disputed:
            return [_COUNT_AGREES, *(act(n) for act in (_no_chip, _returned, _counts) for n in state.places)]
        return [_TELL_DIFFERENCE]
    if state.phase is Phase.DEALING or state.phase is Phase.DECIDING:
        return [_propose(n) for n in state.jp1_seats]
    return []


@cache
def _in_turn(seat: int) -> tuple[Intent, ...]:
    return (i.SettleSeat(seat), i.ContestSeat(seat), i.ConfirmPayment(seat))


@cache
def _quick_stakes(places: tuple[int, ...]) -> tuple[Intent, ...]:
    return tuple(act(seat) for seat in places for act in (i.DoubleStakes, i.UndoStakes))


_vacate: Final = cache(i.VacateSeat)
_confirm: Final = cache(i.ConfirmStakes)
_fold: Final = cache(i.Fold)
_reopen: Final = cache(i.ReopenDecision)
_lamp: Final = cache(i.SetLamp)
_seat_by_hand: Final = cache(i.SeatByHand)
_no_chip: Final = cache(i.NoChip)
_returned: Final = cache(i.ChipReturned)
_counts: Final = cache(i.ChipCounts)
_propose: Final = cache(i.ProposeCorrection)
_ALLOW_HAND_LAMPS: Final = i.AllowHandLamps()
_END_HAND_LAMPS: Final = i.EndHandLamps()
_COUNTERSIGN: Final = i.CountersignTotals()
_COUNT_AGREES: Final = i.CountAgrees()
_TELL_DIFFERENCE: Final = i.TellDifference()
_UNDO: Final = i.Undo()
_ANYWHERE: Final[tuple[Intent, ...]] = (i.CallChef(), i.SeeCall(), i.ConfirmFelt(), i.EndPause())
_HELD: Final[tuple[Intent, ...]] = (
    i.Resume(),
    i.RegisterJp1Now(),
    i.ApproveCorrection(),
)
_DEALERS: Final[tuple[Intent, ...]] = (i.SignOn(), i.SignOff())
_WAYS: Final[tuple[Intent, ...]] = (i.DealByHand(), i.DealByShoe())
_INCIDENT: Final = i.DeclareIncident(i.Incident.EXPOSED_CARD)
_BY_PHASE: Final[dict[Phase, tuple[Intent, ...]]] = {
    Phase.CLOSED: (i.OpenTable(),),
    Phase.OPENING: (i.ConfirmOpening(),),
    Phase.BETTING: (i.ConfirmRest(), i.CloseBets(), i.Pause(), i.CloseTable(), *_WAYS, _INCIDENT),
    Phase.LATCHED: (i.CollectJp1(), i.ReopenBets(), i.GiveJp1Back(), *_WAYS, _INCIDENT),
    Phase.COLLECTED: (*_WAYS, _INCIDENT),
    Phase.DEALING: (i.ConfirmDealt(), i.ReopenBets(), *_WAYS, _INCIDENT),
    Phase.DECIDING: (
        i.CallStreet(),
        i.OpenHands(),
        i.BetRest(),
        i.CheckRest(),
        i.FoldRest(),
        *_WAYS,
        _INCIDENT,
    ),
    Phase.SHOWDOWN: (
        i.PayAntes(),
        i.OpenSettlement(),
        i.Pause(),
        _INCIDENT,
    ),
    Phase.SETTLING: (_INCIDENT,),
    Phase.REFUNDING: (_INCIDENT,),
    Phase.CLEARING: (i.NextRound(), i.Pause(), i.CloseTable()),
}
