"""Who may send which intent: one table, and the one question asked of it.

`bets.why_not` asks for every intent, once the moment is the right one: whoever hears that a badge is
missing knows that the badge is all that is missing. What a role may do is in `RIGHTS`, each row with the
requirement it rests on; an act that no row would allow to somebody's role cannot be sent by him at all.

At a table with a register of people (`TableFacts.register`) the dealer is somebody: his acts need him
signed on, and all that needs a badge needs its PIN too (SE-11, F-16). Without one the dealer has no name.

DIRECTOR stands above COMITE, and COMITE above CHEF, in all that a chef may do (RO-02 to RO-04). TECHNICIAN
and INSPECTOR have no right at the felt: machines and the books are elsewhere; CASHIER signs counts and slips
(RO-04, RO-05).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from controller.game import inputs as i
from controller.game.dealing.card_seen_twice import keyed_anew
from controller.game.incidents.voiding import armed, armed_by, comite_confirms
from controller.game.inputs import Incident, Intent, Role
from controller.game.jackpot.owed_at_closing import signing_owed
from controller.game.machines.alarms import WARNINGS
from controller.game.payment.rights import CLAIM_RIGHTS, ruling_on
from controller.game.rectification.rights import RECORD_RIGHTS, moving
from controller.game.refusals import ART, BADGE_CHEF, BADGE_COMITE, Refusal
from controller.game.roles import (
    CASHIERS,
    CHEFS,
    COMITE,
    DEALERS,
    Right,
)
from controller.game.state import Phase, TableState
from controller.game.state_parts import Badge, Charge

FREE_HOLDS: Final = frozenset({Incident.EXPOSED_CARD.value})
"""Holds that the dealer ends by himself: an exposed card alone is not a misdeal (RP-16)."""

BADGE_DEALER: Final = Refusal("badge_dealer", "RO-01")
NO_DEALER: Final = Refusal("no_dealer", "RO-01")


def why_not_allowed(state: TableState, intent: Intent) -> Refusal | None:
    """Why the people at the table may not send this intent, or None when one of them may."""
    right = right_of(state, intent)
    register = state.facts.register
    if not right.roles or (right.refusal is None and (state.dealer is not None or not register)):
        return None
    badge = state.badge
    # A dealer's badge deals nothing before he is signed on: each round has a name.
    roles = right.roles if right.refusal is not None else right.roles - DEALERS
    if badge is None or badge.role not in roles:
        return right.refusal or NO_DEALER
    if register and not _proven_for(badge, intent):
        return Refusal("pin_first", "SE-11", (("person", badge.person),))
    # A closed table is in nobody's charge: any chef may see its alarms and open it.
    in_charge = badge.charge is Charge.TAKEN or state.phase is Phase.CLOSED
    if register and badge.role is Role.CHEF and not in_charge:
        return _not_in_charge(badge)
    if distinct(badge.person, *right.others(state)):
        return None
    return right.same or Refusal("same_person", right.source, (("person", badge.person),))


def _proven_for(badge: Badge, intent: Intent) -> bool:
    """His PIN counts for this act: what he showed for a procedure counts for its steps alone (SE-11)."""
    return badge.proven and (not badge.known or type(intent) in CLAIM_RIGHTS)


def _not_in_charge(badge: Badge) -> Refusal:
    """A chef de table has two tables in his charge at most (RP-13)."""
    if badge.charge is Charge.UNKNOWN:
        return Refusal("charge_waiting", ART)
    return Refusal("two_tables", ART, (("tables", " ".join(badge.elsewhere)),))


def right_of(state: TableState, intent: Intent) -> Right:
    """The row of the table for this intent: a machine's warning is the chef's to acknowledge (CS-07)."""
    if isinstance(intent, i.SeeAlarm):
        warned = any(up.number == intent.alarm and up.code in WARNINGS for up in state.alarms)
        return _CHEF if warned else _SEEING
    if isinstance(intent, i.KeyCard) and keyed_anew(state, intent.place, intent.card):
        return _KEYING_ANEW
    if isinstance(intent, i.TickLine) and intent.line is i.SheetLine.RECONCILIATION:
        return _EXPLAINING
    if isinstance(intent, i.SignIncident):
        return replace(_SIGNING_REPORT, other_than=lambda state: _signed_report(state, intent.number))
    if isinstance(intent, i.TickLine) and intent.line is i.SheetLine.JACKPOT_HISTORY:
        return _CERTIFYING
    if isinstance(intent, i.TickLine) and intent.line is i.SheetLine.BOOK_OWED:
        return signing_owed(state)
    if isinstance(intent, i.SettleRectification):
        return moving(intent.moved)
    if isinstance(intent, i.ConfirmRuling):
        return ruling_on(intent.seat)
    return right_to(state, type(intent))


def right_to(state: TableState, kind: type[Intent]) -> Right:
    """The row of the table for this kind of intent, as things stand."""
    row = RIGHTS[kind]
    return row(state) if callable(row) else row


def distinct(person: str, *others: str) -> bool:
    """This is somebody, and none of the others: persons count, not the cards they carry (I9, F-16)."""
    return bool(person) and person not in others


def chef_here(state: TableState) -> bool:
    """The badge in the reader is a chef's, or one that stands above it."""
    return state.badge is not None and state.badge.role in CHEFS


def comite_here(state: TableState) -> bool:
    """The badge in the reader is that of a member of the comité, or one that stands above it."""
    return state.badge is not None and state.badge.role in COMITE


_DEALING: Final = Right(DEALERS, "RO-01")
_AT_THE_TABLE: Final = Right(DEALERS | CHEFS, "RO-01, RO-02")
_SEEING: Final = Right(frozenset(), "RO-01, RO-02")
"""Acknowledging stops a sound and clears nothing, and the pit does it without a badge; a PIN is entered by
whose it is; what is only written of a draft changes nothing until somebody proposes it."""
_ASKING: Final = Right(frozenset(), "screens, section 9.1")
"""Whoever stands at a table whose reader is lost may ask the pit, before the first sign-on too: a code on the
console lets nothing happen, the card and the PIN at the pit do."""
_CHEF: Final = Right(CHEFS, "RO-02", BADGE_CHEF)
_KEYING_ANEW: Final = Right(CHEFS, "CS-11", Refusal("badge_chef", "CS-11"))
"""A second, different card for one place (rules, section 2)."""
_EXPLAINING: Final = Right(COMITE, "AC-08", Refusal("badge_comite", "AC-08"))
"""A residual of the jackpot is taken note of by the comité."""
_SIGNING_ON: Final = Right(DEALERS, "RO-01", BADGE_DEALER)
_ONLY_CHEF: Final = Right(CHEFS, "SE-11", BADGE_DEALER)
_UNLOCKING: Final = Right(DEALERS | CHEFS, "SE-11", BADGE_DEALER)


def _resuming(state: TableState) -> Right:
    return _AT_THE_TABLE if state.held is not None and state.held.cause in FREE_HOLDS else _CHEF


def _giving_back(state: TableState) -> Right:
    # JP1 was closed: the chips cannot play whoever says so. Else it is a stake that the chef decides on.
    return _CHEF if state.jackpot.open else _AT_THE_TABLE


def _confirming_void(state: TableState) -> Right:
    """Whoever asks hears the same whatever the cards: JP1 alive and the board begun are there to see."""
    return _SECOND_OF_A_VOID if comite_confirms(state) else _VOIDING


def _setting_aside(state: TableState) -> Right:
    """Sealing the chips of a press makes the deal void: once armed, who confirms a void confirms that."""
    return _SECOND_OF_A_VOID if comite_confirms(state) and armed(state) is not None else _SEALING


def _ending_pause(state: TableState) -> Right:
    """A pause locks the console of a table with a register: its dealer opens it again, or a chef (S19)."""
    if not state.facts.register:
        return _AT_THE_TABLE
    badge, dealer = state.badge, state.dealer
    his = badge is not None and dealer is not None and badge.person == dealer.person
    return _UNLOCKING if his else _ONLY_CHEF


def _proposer(state: TableState) -> tuple[str, ...]:
    """Who proposes a correction does not approve it (rules, section 7, point 3)."""
    held = state.held
    return (held.detail,) if held is not None and held.detail else ()


def _proposing(state: TableState) -> Right:
    """Once a card is out, a stake collected in error is no longer the dealer's to propose (RP-21)."""
    return _LATE_PROPOSAL if state.round is not None and state.round.drawn else _DEALING


def _approving(state: TableState) -> Right:
    """And no longer the chef's alone to approve: one of the comité is the second person (PM-11)."""
    late = state.held is not None and state.held.cause == "jp1_correction_late"
    return _LATE_APPROVAL if late else _APPROVAL


_SEALING: Final = Right(CHEFS, "LK-02", BADGE_CHEF)
"""The dealer's count and the chef's are two persons'."""
_LATE_PROPOSAL: Final = Right(CHEFS, "RP-21", BADGE_CHEF)
_APPROVAL: Final = Right(CHEFS, "RO-02", BADGE_CHEF, _proposer)
_LATE_APPROVAL: Final = Right(COMITE, "PM-11", BADGE_COMITE, _proposer)
_VOIDING: Final = Right(CHEFS, "RP-18", BADGE_CHEF)
_SECOND_OF_A_VOID: Final = Right(COMITE, "RP-20", Refusal("badge_comite", "RP-20"), armed_by)


def _proposed_by(state: TableState) -> tuple[str, ...]:
    """Who proposed does not approve (PM-11)."""
    proposal = state.upkeep.proposal
    return (proposal.person,) if proposal is not None else ()


BADGE_METER: Final = Refusal("badge_comite", "PM-11")
_METER: Final = Right(COMITE, "PM-11", BADGE_METER)
_CERTIFYING: Final = Right(COMITE, "AC-07", Refusal("badge_comite", "AC-07"))
BADGE_CASHIER: Final = Refusal("badge_cashier", "AC-01")
PROPOSERS: Final = frozenset({Role.DIRECTOR})
"""The parameters of a table are the directeur responsable's (RO-04)."""


def _released_by(state: TableState) -> tuple[str, ...]:
    """Who released a payment does not sign its slip (RO-05)."""
    return tuple(person for slip in state.slips for person in slip.released_by)


def _signing(state: TableState) -> Right:
    """Who signs a count next (AC-01): a chef and the comité, at the closing a chef and a cashier."""
    count = state.sheet.count
    signed = count.signed if count is not None else ()
    others = tuple(person for person, _ in signed)
    roles, refusal = CHEFS, BADGE_CHEF
    if state.sheet.closing:
        if not signed:
            roles = CHEFS | {Role.CASHIER}
        elif signed[0][1] is not Role.CASHIER:
            roles, refusal = CASHIERS, BADGE_CASHIER
    elif signed and signed[0][1] is Role.CHEF:
        roles, refusal = COMITE, Refusal("badge_comite", "AC-01")
    return Right(roles, "AC-01", refusal, lambda state: others)


def _signed_report(state: TableState, number: int) -> tuple[str, ...]:
    """Nobody signs a report twice."""
    signed = [one.signed for one in state.incidents.reports if one.number == number]
    return tuple(person for person, _ in signed[0]) if signed else ()


_SIGNING_REPORT: Final = Right(
    frozenset(Role), "CS-10", Refusal("badge_witness", "CS-10"), same=Refusal("signed_already", "CS-10")
)
"""Whoever has a badge may be a witness; a chef answers for the report."""


RIGHTS: Final[dict[type[Intent], Right | Callable[[TableState], Right]]] = {
    i.OpenTable: _AT_THE_TABLE,
    i.ConfirmOpening: _CHEF,
    i.CloseTable: _CHEF,
    i.ChangeMaximum: Right(COMITE, "RO-04", Refusal("badge_maximum", "RO-04")),
    i.CountPieces: _AT_THE_TABLE,
    i.SignCash: _signing,
    i.DeclareSerial: _AT_THE_TABLE,
    i.CountDeck: _AT_THE_TABLE,
    i.TickLine: _AT_THE_TABLE,  # but a residual of the jackpot: `right_of`
    i.BeginAdvance: _CHEF,
    i.AnnounceLastDeals: _CHEF,
    i.WithdrawLastDeals: _CHEF,
    i.BeginClosing: _CHEF,
    i.LeaveClosing: _CHEF,
    i.CorrectMeter: _METER,
    i.StopJackpot: _METER,
    i.ReopenJackpot: _METER,
    i.ApproveMeterAct: Right(COMITE, "PM-11", BADGE_METER, _proposed_by),
    i.WithdrawMeterAct: _METER,
    i.DraftSetting: _SEEING,
    i.DropDraft: _SEEING,
    i.ProposeSettings: Right(PROPOSERS, "RO-04", Refusal("badge_director", "RO-04")),
    i.ApproveSettings: Right(COMITE, "PM-11", BADGE_METER, lambda state: state.settings.decided_by),
    i.RefuseSettings: Right(COMITE, "PM-11", BADGE_METER, lambda state: state.settings.decided_by[:1]),
    i.WithdrawSettings: Right(COMITE, "PM-11", BADGE_METER),
    i.ReportStop: Right(CHEFS, "PM-15", BADGE_CHEF),
    i.Reconcile: Right(CHEFS, "AC-08", BADGE_CHEF),
    i.CountJp1Chips: _AT_THE_TABLE,
    **RECORD_RIGHTS,
    i.SetStakes: _DEALING,
    i.VacateSeat: _DEALING,
    i.ConfirmStakes: _DEALING,
    i.ConfirmRest: _DEALING,
    i.DoubleStakes: _DEALING,
    i.UndoStakes: _DEALING,
    i.CloseBets: _DEALING,
    i.ReopenBets: _CHEF,
    i.CollectJp1: _DEALING,
    i.RegisterJp1Now: _CHEF,
    i.GiveJp1Back: _giving_back,
    i.SetStakesAside: _setting_aside,
    i.OpenSeal: _SEALING,
    i.SetLamp: _DEALING,
    i.SeatByHand: _CHEF,
    i.AllowHandLamps: _CHEF,
    i.EndHandLamps: _CHEF,
    i.CountersignTotals: _CHEF,
    i.TellDifference: _DEALING,
    i.CountAgrees: _DEALING,
    i.NoChip: _DEALING,
    i.ChipReturned: _DEALING,
    i.ChipCounts: _CHEF,
    i.ProposeCorrection: _proposing,
    i.ApproveCorrection: _approving,
    i.CallStreet: _DEALING,
    i.BetPlay: _DEALING,
    i.BetOn: _DEALING,
    i.Check: _DEALING,
    i.Fold: _DEALING,
    i.BetRest: _DEALING,
    i.CheckRest: _DEALING,
    i.FoldRest: _DEALING,
    i.OpenHands: _DEALING,
    i.PayAntes: _DEALING,
    i.OpenSettlement: _DEALING,
    i.SettleSeat: _DEALING,
    i.ContestSeat: _DEALING,
    i.NextRound: _DEALING,
    i.Undo: _DEALING,
    i.ReopenDecision: _DEALING,
    i.DealByHand: _CHEF,
    i.DealByShoe: _CHEF,
    i.ConfirmDealt: _DEALING,
    i.EnterHand: _DEALING,
    i.KeyCard: _AT_THE_TABLE,
    i.CallChef: _SEEING,
    i.SeeCall: _SEEING,
    i.SeeAlarm: _SEEING,  # but a machine's warning: `right_of`
    i.SilenceAlarm: _SEEING,
    i.LiftBlock: Right(COMITE, "CS-15", BADGE_COMITE),
    i.AllowMode: _CHEF,
    i.LeaveMode: _AT_THE_TABLE,
    i.DeclareDeck: _DEALING,
    i.ShowEmpty: _AT_THE_TABLE,
    i.AskPit: _ASKING,
    i.DeclareIncident: _AT_THE_TABLE,
    i.ReportIncident: _AT_THE_TABLE,
    i.SignIncident: _SIGNING_REPORT,  # whoever has not signed it yet: `right_of`
    i.Resume: _resuming,
    i.ArmVoid: _VOIDING,
    i.DisarmVoid: _CHEF,
    i.VoidRound: _confirming_void,
    i.RefundSeat: _DEALING,
    i.SignOn: _SIGNING_ON,
    i.SignOff: _AT_THE_TABLE,
    i.EnterPin: _SEEING,
    **CLAIM_RIGHTS,
    i.SignSlip: Right(CASHIERS, "RO-05", BADGE_CASHIER, _released_by),
    i.BookOrphan: _CHEF,
    i.ConfirmPayment: Right(CHEFS, "JW-21", Refusal("badge_chef", "JW-21")),
    i.ConfirmFelt: _AT_THE_TABLE,
    i.Pause: _AT_THE_TABLE,
    i.EndPause: _ending_pause,
}
