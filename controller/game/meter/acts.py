"""The meter in the hands of people: what may be proposed and approved, and what comes of it.

One person proposes, another approves; the book is asked then, as for every act of money. Only between
rounds, but for the reopening of a JP1 that was closed for good, which two persons may decide at any time
(PM-08, PM-10, PM-11, PM-14, PM-15, RC-04; rules, section 7, point 10). Who may is in `rights`.
"""

from __future__ import annotations

from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts, While
from controller.game.events import Events
from controller.game.incidents.voiding import between_rounds
from controller.game.inputs import Intent, SheetLine
from controller.game.jackpot.owed_at_closing import owed_written
from controller.game.machines.alarm_events import alarm
from controller.game.meter.causes import chips_apart, chips_due, unexplained_cents, unseen_cause
from controller.game.meter.interruption import closed_for, closed_for_good, interruption, why_jp1_closed
from controller.game.meter.types import (
    BY_ITSELF,
    CHIPS,
    INTERRUPTED,
    MOVES,
    NO_ANSWER,
    CorrectionReason,
    MeterAct,
    Proposal,
    StopCause,
    StopFate,
)
from controller.game.money import MICRO
from controller.game.refusals import BADGE_CHEF, BOOK_WAITING, NOT_NOW, Refusal
from controller.game.roles import (
    CHEFS,
    COMITE,
    Right,
    person_here,
)
from controller.game.state import Phase, TableState

CHIPS_MAX: Final = 9_999_999
"""More than any box holds, so a figure keyed wrongly: a night of people has some thousands, a simulated one
of a million rounds at most seven a round. No law or rule says how many."""
BY_CENTS_MAX: Final = 10_000_000_00
"""More than any meter holds: a figure keyed wrongly."""
ASKED: Final = (e.MeterCorrectionAsked, e.JackpotStopAsked, e.ReopeningAsked, e.ReconciliationAsked)
"""Acts of the book that people ask for between rounds."""
CLOSING: Final = "closing"
DEMAND: Final = "demand"


def residual_cents(state: TableState) -> int:
    """What start + contributions - awards +- corrections is short of the display: 0, or at least a cent."""
    figures = state.upkeep.figures
    ledger_micro = figures.residual_micro if figures is not None else 0
    return unexplained_cents(state) - (-ledger_micro // MICRO)


def reconciled(state: TableState) -> bool:
    """The whole book was read since the closing began and no difference is left: book, display and chips."""
    told = state.upkeep
    chips = told.session.chips in (-1, chips_due(state))
    return told.reconciled and chips and not residual_cents(state)


def unexplained(state: TableState) -> tuple[int, int]:
    """What a member of the comité takes note of: the residual in cents, and JP1 chips too many or too few."""
    return residual_cents(state), chips_apart(state)


def explained(state: TableState) -> bool:
    """The comité has taken note of what is left without an explanation, and it is the same still (AC-08)."""
    ticked = SheetLine.RECONCILIATION in state.sheet.ticked
    return ticked and state.sheet.explained == unexplained(state)


def increment_cents(state: TableState) -> int:
    """What the meter holds above the start amount, as far as that is known."""
    terms = state.facts.jp1_terms
    start_cents = terms.start_cents if terms is not None else 0
    return max(0, state.jackpot.meter_cents - start_cents)


# --- when it may be done -------------------------------------------------------------------------


def why_not_between_rounds(state: TableState) -> Refusal | None:
    """Why the meter is not to be touched now, or None: a round is under way, or the book owes an answer."""
    if not state.profile.jp1 or not state.jackpot.generation:
        return NOT_NOW
    again = state.phase is Phase.BETTING and state.playing.attempt > 1
    quiet = state.phase in (Phase.CLOSED, Phase.OPENING) or (between_rounds(state) and not again)
    if not quiet or state.held is not None:
        return Refusal("between_rounds", "PM-11")
    return BOOK_WAITING if state.money is not None or state.due else None


def _may_propose(state: TableState) -> Refusal | None:
    if state.upkeep.proposal is not None:
        return Refusal("proposal_open", "PM-11", (("person", state.upkeep.proposal.person),))
    return why_not_between_rounds(state)


def _link_up(state: TableState) -> Refusal | None:
    return why_jp1_closed(state, "PM-11") if state.jackpot.closed_code in BY_ITSELF else None


def _correct(state: TableState, intent: i.CorrectMeter) -> Refusal | None:
    refusal = _may_propose(state) or _link_up(state)
    return refusal if refusal is not None else _may_correct(state, intent.by_cents, intent.reason)


def _may_correct(state: TableState, by_cents: int, reason: CorrectionReason) -> Refusal | None:
    """Asked when it is proposed, and again when it is approved: the meter may be another by then."""
    after_cents = state.jackpot.meter_cents + by_cents
    if not by_cents or abs(by_cents) > BY_CENTS_MAX or after_cents < 0:
        return Refusal("correction_amount", "PM-08", (("cents", after_cents),))
    terms = state.facts.jp1_terms
    if terms is not None and terms.limit_cents is not None and after_cents > terms.limit_cents:
        return Refusal("above_limit", "PM-09", (("cents", terms.limit_cents),))
    return _may_move(state, by_cents, reason) if reason in MOVES else None


def _may_move(state: TableState, by_cents: int, reason: CorrectionReason) -> Refusal | None:
    """The increment of a stopped jackpot goes where its stop said, and nothing of a running one (PM-10)."""
    stop = state.upkeep.stop
    if stop is None or not stop.voluntary:
        return Refusal("stop_first", "PM-14")
    if by_cents > 0:
        return Refusal("correction_amount", "PM-08", (("cents", by_cents),))
    if reason is not CorrectionReason.SEED and reason.value != stop.fate:
        return Refusal("other_fate", "PM-14", (("fate", stop.fate),))
    return None


def _stop(state: TableState, intent: i.StopJackpot) -> Refusal | None:
    return why_jp1_closed(state, "PM-14") or _may_propose(state)


def _reopen(state: TableState, intent: i.ReopenJackpot) -> Refusal | None:
    if not closed_for_good(state):
        return NOT_NOW
    proposal = state.upkeep.proposal
    if proposal is not None:
        return Refusal("proposal_open", "PM-11", (("person", proposal.person),))
    return why_not_accepted(state)


def why_not_accepted(state: TableState) -> Refusal | None:
    """Why two persons cannot take JP1 up again now, or None: in mid-round they can (rules, 7, point 10)."""
    if not state.profile.jp1 or not state.jackpot.generation:
        return NOT_NOW
    return BOOK_WAITING if state.money is not None or state.due else None


def _approve(state: TableState, intent: i.ApproveMeterAct) -> Refusal | None:
    proposal = state.upkeep.proposal
    if proposal is None:
        return NOT_NOW
    refusal = _of_another(state, proposal)
    if refusal is not None:
        return refusal
    if proposal.act is MeterAct.STOP and not state.jackpot.open:
        # Stopped elsewhere since it was proposed, or closed for a cause of its own.
        return why_jp1_closed(state, "PM-14")
    if proposal.act is MeterAct.CORRECTION and proposal.reason is not None:
        return why_not_between_rounds(state) or _may_correct(state, proposal.cents, proposal.reason)
    if proposal.act is not MeterAct.REOPENING:
        return why_not_between_rounds(state)
    # What runs again, or will by itself, is not reopened.
    return why_not_accepted(state) if closed_for_good(state) else NOT_NOW


def _of_another(state: TableState, proposal: Proposal) -> Refusal | None:
    """Why who approves would approve something else than was proposed, or None (PM-11).

    A jackpot that was won since is another meter, and JP1 is not reopened over a cause, or an amount, that
    came under what was seen. What moves the meter of the same cycle, stakes above all, moves no proposal.
    """
    told = state.jackpot
    if proposal.act is not MeterAct.REOPENING:
        other = proposal.generation != told.generation
        return Refusal("other_cycle", "PM-11", (("generation", told.generation),)) if other else None
    cause = unseen_cause(state, proposal.seen) if closed_for_good(state) else ""
    return Refusal("other_cause", "PM-11", (("cause", cause),)) if cause else None


def _withdraw(state: TableState, intent: i.WithdrawMeterAct) -> Refusal | None:
    if state.upkeep.proposal is not None and closed_for_good(state):
        return why_not_accepted(state)  # another proposal stands in the way of the reopening
    return NOT_NOW if state.upkeep.proposal is None else why_not_between_rounds(state)


def _report(state: TableState, intent: i.ReportStop) -> Refusal | None:
    return NOT_NOW if closed_for_good(state) else why_not_between_rounds(state)


def _count_chips(state: TableState, intent: i.CountJp1Chips) -> Refusal | None:
    if not state.profile.jp1 or not state.sheet.closing:
        return NOT_NOW
    if not 0 <= intent.count <= CHIPS_MAX:
        return Refusal("too_many_pieces", "AC-08", (("count", intent.count),))
    if state.upkeep.session.chips == chips_due(state):
        return NOT_NOW  # all there: a slip of the finger shall not close JP1 over them
    return None


def why_not_certified(state: TableState) -> Refusal | None:
    """Why the session's history cannot be certified now, or None (AC-07)."""
    if not state.sheet.closing or state.upkeep.certified:
        return NOT_NOW
    if state.money is not None and not owed_written(state):
        return BOOK_WAITING
    return None if state.upkeep.reconciled or explained(state) else Refusal("reconcile_first", "AC-07")


# Made once: the views keep what they say of each intent.
_REOPENING: Final = (i.ReopenJackpot(), i.ApproveMeterAct(), i.WithdrawMeterAct())
_REPORTS: Final = tuple(i.ReportStop(cause) for cause in StopCause)
_PROPOSED: Final = (i.ApproveMeterAct(), i.WithdrawMeterAct(), i.Reconcile(), *_REPORTS)
_STOPS: Final = tuple(i.StopJackpot(fate) for fate in StopFate)
_NOT_PROPOSED: Final = (i.Reconcile(), i.ReopenJackpot(), *_STOPS, *_REPORTS)


def offered(state: TableState) -> tuple[Intent, ...]:
    """What may be done with the meter now without an amount; in mid-round only what reopens it."""
    if not state.profile.jp1:
        return ()
    if why_not_between_rounds(state) is not None:
        return _REOPENING if closed_for_good(state) else ()
    return _PROPOSED if state.upkeep.proposal is not None else _NOT_PROPOSED


# --- what comes of it ----------------------------------------------------------------------------


def _correction_proposed(state: TableState, intent: i.CorrectMeter) -> Events:
    before_cents = state.jackpot.meter_cents
    proposed = e.MeterActProposed(
        person_here(state), MeterAct.CORRECTION, intent.by_cents, intent.reason, None, before_cents
    )
    return (proposed,)


def _stop_proposed(state: TableState, intent: i.StopJackpot) -> Events:
    proposed = e.MeterActProposed(
        person_here(state), MeterAct.STOP, 0, None, intent.fate, state.jackpot.meter_cents
    )
    return (proposed,)


def _reopening_proposed(state: TableState, intent: i.ReopenJackpot) -> Events:
    meter_cents = state.jackpot.meter_cents
    return (e.MeterActProposed(person_here(state), MeterAct.REOPENING, before_cents=meter_cents),)


def _approved(state: TableState, intent: i.ApproveMeterAct) -> Events:
    proposal, number = state.upkeep.proposal, state.upkeep.acts + 1
    assert proposal is not None, "nothing was proposed"
    persons = (proposal.person, person_here(state))
    if proposal.act is MeterAct.CORRECTION:
        assert proposal.reason is not None, "a correction without its reason"
        before_cents = state.jackpot.meter_cents
        return (e.MeterCorrectionAsked(number, persons, proposal.reason, proposal.cents, before_cents),)
    if proposal.act is MeterAct.STOP:
        assert proposal.fate is not None, "a stop without its choice"
        return (e.JackpotStopAsked(number, persons, proposal.fate),)
    difference = state.upkeep.difference
    seen_seq = difference.found_seq if difference is not None else -1
    return (e.ReopeningAsked(number, persons, state.jackpot.closed_code, seen_seq),)


def left_unread(state: TableState) -> Events:
    """What was asked for over the closing and not answered ends unread: that session is over."""
    asked = state.money
    if not isinstance(asked, e.ReconciliationAsked):
        return ()
    return (e.ReconciliationFailed(asked.number, NO_ANSWER),)


def reading(state: TableState, occasion: str, person: str) -> Events:
    """The whole book is asked for, where the table plays for it and the way to it is not known to be lost."""
    if not state.profile.jp1 or not state.jackpot.generation or state.money is not None:
        return ()
    return (e.ReconciliationAsked(state.upkeep.acts + 1, occasion, person),)


def _chips_counted(state: TableState, intent: i.CountJp1Chips) -> Events:
    """A chip too many or too few is a difference like any other, once it was counted twice (AC-08).

    Nobody learns the number registered by counting: what differs is counted once more, and the second
    count stands. What closed JP1 then is ended by two persons, not by a third count.
    """
    due = chips_due(state)
    if intent.count != due and state.upkeep.miscounted < 0 and state.upkeep.session.chips < 0:
        return (e.Jp1ChipsMiscounted(person_here(state), intent.count, due),)
    counted = e.Jp1ChipsCounted(person_here(state), intent.count, due)
    if intent.count == due:
        return (counted,)
    return (counted, *closed_for(state, CHIPS), *alarm(state, "A-102", 1, 0, CHIPS))


def certified(state: TableState) -> Events:
    """The history is certified as the fresh reading of the closing found it, if there was one."""
    figures, told = state.upkeep.figures, state.jackpot
    residual_micro = figures.residual_micro if figures is not None else 0
    return (
        e.HistoryCertified(
            person_here(state), state.upkeep.session, told.meter_cents, told.book_seq, residual_micro
        ),
    )


def _proposed_by(state: TableState) -> tuple[str, ...]:
    """Who proposed does not approve (PM-11)."""
    proposal = state.upkeep.proposal
    return (proposal.person,) if proposal is not None else ()


BADGE_METER: Final = Refusal("badge_comite", "PM-11")


BADGE_CHIPS: Final = Refusal("badge_comite", "AC-08")


_METER: Final = Right(COMITE, "PM-11", BADGE_METER)


def _stop_reported(state: TableState, intent: i.ReportStop) -> Events:
    return (e.Jp1Closed(INTERRUPTED), interruption(state, intent.cause.value, person_here(state)))


_RESTING: Final = While.PAUSED | While.CLOSING

ACTS: Final[Acts] = {
    i.CorrectMeter: Act(_correct, _METER, _correction_proposed, _RESTING),
    i.StopJackpot: Act(_stop, _METER, _stop_proposed, _RESTING),
    i.ReopenJackpot: Act(_reopen, _METER, _reopening_proposed, _RESTING | While.HELD),
    i.ApproveMeterAct: Act(
        _approve, Right(COMITE, "PM-11", BADGE_METER, _proposed_by), _approved, _RESTING | While.HELD
    ),
    i.WithdrawMeterAct: Act(
        _withdraw,
        _METER,
        lambda state, intent: (e.MeterActWithdrawn(person_here(state)),),
        _RESTING | While.HELD,
    ),
    i.ReportStop: Act(_report, Right(CHEFS, "PM-15", BADGE_CHEF), _stop_reported, _RESTING),
    i.Reconcile: Act(
        lambda state, intent: why_not_between_rounds(state),
        Right(CHEFS, "AC-08", BADGE_CHEF),
        lambda state, intent: reading(state, DEMAND, person_here(state)),
        _RESTING,
    ),
    i.CountJp1Chips: Act(_count_chips, Right(COMITE, "AC-08", BADGE_CHIPS), _chips_counted, While.CLOSING),
}
