"""What reaches the table: intents of people, observations of machines and of the book.

An intent is imperative and may be refused; an observation states what a device or a worker saw and is
never refused, only judged. All are frozen; amounts are cents; seats 1 to 7.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from controller.game.cards import Card, FaceDown
from controller.game.entered import Outcome
from controller.game.felt import Place, Spot
from controller.game.hands import HandClass
from controller.game.house_settings import (
    ChangeReason,
    Consequence,
    DraftDoubt,
    SettingChange,
    SettingsAct,
    SettingsDraft,
)
from controller.game.meter import BookFigures, CorrectionReason, Difference, StopCause, StopFate
from controller.game.pin import Pin
from controller.game.truth import Mistake, Moved, RectificationReason


class Role(StrEnum):
    """What a badge lets its holder do (requirements, section 1.11; `rights` says what).

    DIRECTOR is the directeur responsable or who stands in for him.
    """

    DEALER = "dealer"
    CHEF = "chef"
    COMITE = "comite"
    VIDEO = "video"
    DIRECTOR = "director"
    TECHNICIAN = "technician"
    CASHIER = "cashier"
    INSPECTOR = "inspector"


class Incident(StrEnum):
    """What may be declared at the table (rules, section 5)."""

    EXPOSED_CARD = "exposed_card"
    IRREGULAR_DEAL = "irregular_deal"
    MISSING_CARD = "missing_card"
    EXTRA_CARD = "extra_card"
    MARKED_CARD = "marked_card"
    CONTESTED_CHIPS = "contested_chips"
    CARDS_BELOW_TABLE = "cards_below_table"
    PLAYERS_TALKING = "players_talking"
    EQUIPMENT = "equipment"
    EVACUATION = "evacuation"


class Finding(StrEnum):
    """How an incident came to light."""

    IN_PLAY = "in_play"
    PLAYER = "player"
    SHUFFLER_COUNT = "shuffler_count"
    HAND_COUNT = "hand_count"
    EXAMINATION = "examination"
    IMAGES = "images"


class Measure(StrEnum):
    """What was done about an incident at once."""

    PLAYED_ON = "played_on"
    ROUND_VOIDED = "round_voided"
    STAKE_HELD = "stake_held"
    CARD_KEPT = "card_kept"
    DECK_REMOVED = "deck_removed"
    TABLE_CLOSED = "table_closed"


class PaymentMode(StrEnum):
    """How one of the two best hands is paid."""

    CHIPS = "chips"
    CHEQUE = "cheque"
    TRANSFER = "transfer"


class ClaimDoubt(StrEnum):
    """Why a claim is refused (JW-18)."""

    HAND = "hand"
    EXCHANGED = "exchanged"
    IMAGES = "images"
    STAKE = "stake"


class Acknowledgement(StrEnum):
    """What a chef found out about a machine's warning (CS-07)."""

    CHECKED = "checked"
    REPAIRED = "repaired"
    REPLACED = "replaced"
    OUT_OF_USE = "out_of_use"
    FALSE_ALARM = "false_alarm"


class Mode(StrEnum):
    """How the table plays on without one of its machines (ux, section 9.1)."""

    HAND_SHUFFLE = "hand_shuffle"
    NO_READER = "no_reader"


class Occasion(StrEnum):
    """Why the shuffler is shown empty (CS-03)."""

    REQUEST = "request"
    CLOSING = "closing"
    REMOVAL = "removal"


class OrphanPlace(StrEnum):
    """Where a stake was found that nobody claims (AC-12)."""

    FELT = "felt"
    SEAT_LEFT = "seat_left"
    JP1_SPOT = "jp1_spot"
    FLOOR = "floor"
    MACHINE = "machine"


class SheetLine(StrEnum):
    """A line of the opening or the closing sheet that a person ticks (CS-01, CS-23, AC-07, AC-08)."""

    CARDS_SOUND = "cards_sound"
    WITNESS = "witness"
    LIMITS = "limits"
    JACKPOT = "jackpot"
    RULES = "rules"
    DECKS_ORDERED = "decks_ordered"
    DECKS_EXAMINED = "decks_examined"
    DECKS_COUNTED = "decks_counted"
    DECKS_STORED = "decks_stored"
    JP1_CHIPS = "jp1_chips"
    JACKPOT_HISTORY = "jackpot_history"
    RECONCILIATION = "reconciliation"


# --- intents -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Intent:
    """Something a person asks for."""


@dataclass(frozen=True, slots=True)
class OpenTable(Intent):
    """Begin the opening of a closed table."""


@dataclass(frozen=True, slots=True)
class ConfirmOpening(Intent):
    """Validate the opening sheet; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class CloseTable(Intent):
    """Close the table between rounds; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class ChangeMaximum(Intent):
    """Let another maximum count from the next round on: 10, 20 or 30 times the minimum (art. 55-20-1)."""

    maximum_cents: int


@dataclass(frozen=True, slots=True)
class CountPieces(Intent):
    """So many pieces of this value were counted and announced, for the avance or the encaisse (AC-01)."""

    piece_cents: int
    count: int


@dataclass(frozen=True, slots=True)
class SignCash(Intent):
    """Sign the count that is open; the badge in the reader says who (AC-01)."""


@dataclass(frozen=True, slots=True)
class DeclareSerial(Intent):
    """The deck of this colour has this serial number (CS-01)."""

    colour: str
    serial: str


@dataclass(frozen=True, slots=True)
class CountDeck(Intent):
    """So many cards of the deck of this colour were counted and verified by hand (CS-01)."""

    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class TickLine(Intent):
    """A line of the sheet is done; ticked again, it is not."""

    line: SheetLine


@dataclass(frozen=True, slots=True)
class BeginAdvance(Intent):
    """Another avance is brought to the table, equal to the first (AC-01); a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class AnnounceLastDeals(Intent):
    """Announce the three last deals (RP-23); a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class WithdrawLastDeals(Intent):
    """Take the announcement back; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class BeginClosing(Intent):
    """Begin the closing sheet between rounds; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class LeaveClosing(Intent):
    """Put the closing sheet away and play on; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class SetStakes(Intent):
    """Seat a player with these stakes; the second main stake equals the Ante, the side bet is his choice."""

    seat: int
    ante_cents: int
    side_cents: int = 0


@dataclass(frozen=True, slots=True)
class VacateSeat(Intent):
    """Free a seat before the bets close."""

    seat: int


@dataclass(frozen=True, slots=True)
class RepeatStakes(Intent):
    """Put down at a free seat what it staked in the round before."""

    seat: int


@dataclass(frozen=True, slots=True)
class DoubleStakes(Intent):
    """Double the stakes of a seat, once a round and up to the maximum."""

    seat: int


@dataclass(frozen=True, slots=True)
class UndoStakes(Intent):
    """Take back the last stake put down at this seat, and the one before it when asked again."""

    seat: int


@dataclass(frozen=True, slots=True)
class CloseBets(Intent):
    """Rien ne va plus: lock the main bets and latch the JP1 chips."""


@dataclass(frozen=True, slots=True)
class ReopenBets(Intent):
    """Take the closing back before the first card; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class CollectJp1(Intent):
    """Register the latched JP1 stakes, collect them and add them to the jackpot."""


@dataclass(frozen=True, slots=True)
class RegisterJp1Now(Intent):
    """A card left the shoe before the JP1 stakes were registered: register and contribute now."""


@dataclass(frozen=True, slots=True)
class GiveJp1Back(Intent):
    """Give the JP1 chips back: they do not play in this round."""


@dataclass(frozen=True, slots=True)
class SetStakesAside(Intent):
    """The chips of a press that nobody answers were counted and sealed under the chef's eyes: so many. The
    deal is void, and play goes on without JP1 (LK-02). A chef's badge is in the reader."""

    chips: int


@dataclass(frozen=True, slots=True)
class OpenSeal(Intent):
    """The sealed chips, so many, go back to their players: the book has said what became of the stakes."""

    chips: int


@dataclass(frozen=True, slots=True)
class CallStreet(Intent):
    """Announce the next street: who has not bet checks."""


@dataclass(frozen=True, slots=True)
class BetPlay(Intent):
    """Put `multiple` times the Ante on Play."""

    seat: int
    multiple: int


@dataclass(frozen=True, slots=True)
class BetOn(Intent):
    """Put down the bet of this spot, where each bet has its own; the Ante says how much it is."""

    seat: int
    spot: Spot


@dataclass(frozen=True, slots=True)
class Check(Intent):
    """Answer the decision clock without a bet."""

    seat: int


@dataclass(frozen=True, slots=True)
class Fold(Intent):
    """Give the hand up."""

    seat: int


@dataclass(frozen=True, slots=True)
class BetRest(Intent):
    """Every seat without a decision makes the street's only bet."""


@dataclass(frozen=True, slots=True)
class CheckRest(Intent):
    """Every seat without an answer to the decision clock checks."""


@dataclass(frozen=True, slots=True)
class FoldRest(Intent):
    """Every seat without a decision folds."""


@dataclass(frozen=True, slots=True)
class OpenHands(Intent):
    """Showdown: the dealer turns his cards, then the hands still alive."""


@dataclass(frozen=True, slots=True)
class PayAntes(Intent):
    """The bank is not qualified: the Ante of everyone still in is paid, before any hand is opened."""


@dataclass(frozen=True, slots=True)
class OpenSettlement(Intent):
    """Begin to settle, from seat 7 to seat 1."""


@dataclass(frozen=True, slots=True)
class SettleSeat(Intent):
    """The seat in turn is taken or paid."""

    seat: int


@dataclass(frozen=True, slots=True)
class ContestSeat(Intent):
    """Park the seat in turn, to come back to it last."""

    seat: int


@dataclass(frozen=True, slots=True)
class NextRound(Intent):
    """Open the next round."""


@dataclass(frozen=True, slots=True)
class Undo(Intent):
    """Take back the last act of this phase."""


@dataclass(frozen=True, slots=True)
class KeyCard(Intent):
    """Say which card lies at a place the shoe could not read; said twice, it stands."""

    place: Place
    card: Card


@dataclass(frozen=True, slots=True)
class DealByHand(Intent):
    """The shoe is mute: deal by hand and key the cards; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class DealByShoe(Intent):
    """The shoe is back and its count agrees: deal from it again; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class ConfirmDealt(Intent):
    """The hands have been dealt by hand."""


@dataclass(frozen=True, slots=True)
class EnterHand(Intent):
    """Say how a hand dealt by hand stands against the dealer's, and what it is.

    `outcome` is `none` for a hand that is not compared: folded, or beside a bank that leaves all.
    """

    seat: int
    outcome: Outcome
    hand_class: HandClass


@dataclass(frozen=True, slots=True)
class CorrectMeter(Intent):
    """Propose to move the meter by so many cents, down or up, for this reason (PM-08, PM-11)."""

    by_cents: int
    reason: CorrectionReason


@dataclass(frozen=True, slots=True)
class StopJackpot(Intent):
    """Propose to stop the jackpot at all its tables, its increment going there (PM-14)."""

    fate: StopFate


@dataclass(frozen=True, slots=True)
class ReopenJackpot(Intent):
    """Propose to take JP1 stakes again after a stop, a residual, or a difference that is shown (RC-04)."""


@dataclass(frozen=True, slots=True)
class ApproveMeterAct(Intent):
    """Approve what another person has proposed for the meter (PM-11)."""


@dataclass(frozen=True, slots=True)
class WithdrawMeterAct(Intent):
    """Take the proposal for the meter off the table."""


@dataclass(frozen=True, slots=True)
class ReportStop(Intent):
    """JP1 cannot go on at this table; the main game does (PM-15). A chef's badge is in the reader."""

    cause: StopCause


@dataclass(frozen=True, slots=True)
class Reconcile(Intent):
    """Read the whole book and reconcile it with the display (AC-08)."""


@dataclass(frozen=True, slots=True)
class CountJp1Chips(Intent):
    """So many JP1 chips were collected in this session (AC-08)."""

    count: int


@dataclass(frozen=True, slots=True)
class DraftSetting(Intent):
    """Write into the draft that this setting is to be this; its value in force takes it out again."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class DropDraft(Intent):
    """Nothing is in writing any more."""


@dataclass(frozen=True, slots=True)
class ProposeSettings(Intent):
    """Propose the draft in writing for this reason; the director's badge is in the reader (RO-04)."""

    reason: ChangeReason


@dataclass(frozen=True, slots=True)
class ApproveSettings(Intent):
    """Approve the draft that another person proposed (PM-11)."""


@dataclass(frozen=True, slots=True)
class RefuseSettings(Intent):
    """Refuse the draft that another person proposed, for this reason (PM-11)."""

    doubt: DraftDoubt


@dataclass(frozen=True, slots=True)
class WithdrawSettings(Intent):
    """Take the draft back."""


@dataclass(frozen=True, slots=True)
class CallChef(Intent):
    """Call the chef de table, silently."""


@dataclass(frozen=True, slots=True)
class SeeCall(Intent):
    """The pit has seen the call."""


@dataclass(frozen=True, slots=True)
class SeeAlarm(Intent):
    """Acknowledge an alarm: its sound stops, it stays until its cause is gone.

    A machine's warning is acknowledged by a chef with a `reason` (`Acknowledgement`); CS-07.
    """

    alarm: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SilenceAlarm(Intent):
    """Stop the sound of an alarm and nothing else."""

    alarm: int


@dataclass(frozen=True, slots=True)
class LiftBlock(Intent):
    """The table may open rounds again although a machine's program had changed (CS-15)."""

    reason: str


@dataclass(frozen=True, slots=True)
class AllowMode(Intent):
    """Play on without a machine; a chef's badge is in the reader."""

    mode: Mode


@dataclass(frozen=True, slots=True)
class LeaveMode(Intent):
    """The machine is back and verified: play with it again."""

    mode: Mode


@dataclass(frozen=True, slots=True)
class DeclareDeck(Intent):
    """The deck was shuffled by hand and counted: its colour and how many cards."""

    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class ShowEmpty(Intent):
    """The shuffler is to be shown empty: lid open, no card inside (CS-03)."""

    occasion: Occasion


@dataclass(frozen=True, slots=True)
class AskPit(Intent):
    """The reader is lost: a chef is to authorise from the pit with this code, drawn for this request."""

    code: str


@dataclass(frozen=True, slots=True)
class DeclareIncident(Intent):
    """Hold the round and mark the instant."""

    incident: Incident


@dataclass(frozen=True, slots=True)
class ReportIncident(Intent):
    """The form of an incident is filled (CS-10). `place` is where the card lies face up, as text, or empty;
    `deck` its colour, where a deck is concerned; `count` how many cards were counted, 0 when none were;
    `images`: their preservation was asked for."""

    incident: Incident
    finding: Finding
    measure: Measure
    seat: int = 0
    place: str = ""
    deck: str = ""
    count: int = 0
    images: bool = False


@dataclass(frozen=True, slots=True)
class SignIncident(Intent):
    """Sign the report with this number, as a witness or as the chef; the badge in the reader says who."""

    number: int


@dataclass(frozen=True, slots=True)
class Resume(Intent):
    """End a hold and go on; a chef's badge is in the reader when the hold asks for it."""


@dataclass(frozen=True, slots=True)
class VoidRound(Intent):
    """Coup nul: return the base stakes; a chef's badge is in the reader."""

    reason: Incident


@dataclass(frozen=True, slots=True)
class ConfirmCard(Intent):
    """The card on the felt at this place is the one that the shoe recorded there."""

    place: Place


@dataclass(frozen=True, slots=True)
class ReportCard(Intent):
    """Another card than the shoe recorded lies at this place."""

    place: Place
    card: Card


@dataclass(frozen=True, slots=True)
class WithdrawReport(Intent):
    """A second person has looked: the card at this place is the recorded one after all."""

    place: Place


@dataclass(frozen=True, slots=True)
class ConfirmHand(Intent):
    """The member of the comité has identified the combination on the felt, card by card."""


@dataclass(frozen=True, slots=True)
class ReviewVideo(Intent):
    """A second person has viewed the images of `camera`; `kept` says that they are asked to be preserved."""

    conform: bool
    camera: str
    kept: bool = False


@dataclass(frozen=True, slots=True)
class WaitForVideo(Intent):
    """The images are not there yet; the review goes on later."""


@dataclass(frozen=True, slots=True)
class ReadAmount(Intent):
    """The person with the badge has read the amounts, in figures and in words."""


@dataclass(frozen=True, slots=True)
class PreparePayment(Intent):
    """How a seat is paid: the reference of the slip, and of the identity check where one is due (JW-16)."""

    seat: int
    mode: PaymentMode
    slip: str
    identity: str = ""


@dataclass(frozen=True, slots=True)
class SignSlip(Intent):
    """Sign the slip of this seat's jackpot payment; a cashier's badge is in the reader (JW-15, RO-05)."""

    round: int
    seat: int


@dataclass(frozen=True, slots=True)
class BookOrphan(Intent):
    """Book a stake that nobody claims as orphelin; a chef's badge is in the reader (AC-12)."""

    cents: int
    place: OrphanPlace


@dataclass(frozen=True, slots=True)
class ArmRelease(Intent):
    """The member of the comité is ready to release; a second person confirms."""


@dataclass(frozen=True, slots=True)
class ReleaseAward(Intent):
    """A second person allows the payment of the two best hands and of their consolation."""


@dataclass(frozen=True, slots=True)
class ProposeRefusal(Intent):
    """The member of the comité doubts the claim."""

    reason: ClaimDoubt


@dataclass(frozen=True, slots=True)
class RefuseAward(Intent):
    """A second person refuses the claim for the reason proposed; the frozen amount goes back to the meter."""

    reason: ClaimDoubt


@dataclass(frozen=True, slots=True)
class ConfirmPrize(Intent):
    """A chef confirms the fixed prize of the seat in turn, which is above the dealer's limit (JW-21)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ConfirmFelt(Intent):
    """After a restart: the felt is as the console shows it."""


@dataclass(frozen=True, slots=True)
class Pause(Intent):
    """Rest between rounds."""


@dataclass(frozen=True, slots=True)
class EndPause(Intent):
    """Take play up again."""


@dataclass(frozen=True, slots=True)
class SignOn(Intent):
    """The dealer whose badge is in the reader deals from now on; who dealt before is relieved."""


@dataclass(frozen=True, slots=True)
class SignOff(Intent):
    """The dealer leaves the table."""


@dataclass(frozen=True, slots=True)
class EnterPin(Intent):
    """The PIN of the badge in the reader. It goes to a worker; no event and no view ever holds it."""

    pin: Pin


@dataclass(frozen=True, slots=True)
class SetLamp(Intent):
    """Where no sensor is listened to: a JP1 chip lies at this seat (`lit`), or none does."""

    seat: int
    lit: bool


@dataclass(frozen=True, slots=True)
class SeatByHand(Intent):
    """Light this seat's JP1 lamp by hand until its sensor is repaired; a chef's badge is in the reader."""

    seat: int


@dataclass(frozen=True, slots=True)
class AllowHandLamps(Intent):
    """Light all JP1 lamps by hand, the sensors being away; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class EndHandLamps(Intent):
    """Listen to the sensors again; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class CountersignTotals(Intent):
    """Countersign the JP1 stakes registered by hand; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class TellDifference(Intent):
    """The JP1 chips collected are not as many as the lamps say: nothing is dealt until that is resolved."""


@dataclass(frozen=True, slots=True)
class CountAgrees(Intent):
    """Counted again, the JP1 chips are as many as the lamps say."""


@dataclass(frozen=True, slots=True)
class NoChip(Intent):
    """No JP1 chip lies at this seat, whatever its lamp says."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChipReturned(Intent):
    """A JP1 chip that no lamp shows was given back to the player of this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChipCounts(Intent):
    """A JP1 chip that no lamp shows lay here before the bets closed; a chef's badge is in the reader."""

    seat: int


@dataclass(frozen=True, slots=True)
class ProposeCorrection(Intent):
    """The JP1 stake of this seat was collected in error; it is to go back before the first card."""

    seat: int


@dataclass(frozen=True, slots=True)
class ApproveCorrection(Intent):
    """Give the proposed JP1 stake back by a linked entry; a chef's badge is in the reader."""


@dataclass(frozen=True, slots=True)
class ProposeRectification(Intent):
    """Say what was really so at a seat that was settled: the difference is computed anew (AC-10, RP-21).

    By the `mistake`: `decision` a code of `rectify.decisions`; both stakes as they lay there; `hand` an
    outcome and a class, `win.flush`; the `card` that lay face up at `place`; or `by_cents` that the player
    was paid too little, below zero too much. A decision may need the `hand` too, its cards being unknown.
    """

    round: int
    seat: int
    mistake: Mistake
    reason: RectificationReason
    decision: str = ""
    ante_cents: int = 0
    side_cents: int = 0
    hand: str = ""
    place: str = ""
    card: str = ""
    by_cents: int = 0


@dataclass(frozen=True, slots=True)
class ApproveRectification(Intent):
    """Approve the rectification that was proposed; the badge in the reader says who."""


@dataclass(frozen=True, slots=True)
class RejectRectification(Intent):
    """The record stands: who was to approve the rectification does not."""


@dataclass(frozen=True, slots=True)
class WithdrawRectification(Intent):
    """Take the proposed rectification off the table."""


@dataclass(frozen=True, slots=True)
class SettleRectification(Intent):
    """The difference of the approved rectification was paid or taken, or cannot be."""

    moved: Moved


INTENTS: dict[str, type[Intent]] = {kind.__name__: kind for kind in Intent.__subclasses__()}
"""Every intent by the name it has on the wire."""


# --- observations --------------------------------------------------------------------------------


class Machine(StrEnum):
    """The machines of a table, in the order the console shows them."""

    SHUFFLER = "shuffler"
    SHOE = "shoe"
    CHIPS = "chips"
    BADGE = "badge"
    LINK = "link"


class Health(StrEnum):
    """How a machine does."""

    ABSENT = "absent"
    UP = "up"
    DEGRADED = "degraded"
    LOST = "lost"


AWAY: Final = frozenset({Health.LOST, Health.ABSENT})
"""A machine that does not answer."""


@dataclass(frozen=True, slots=True)
class Observation:
    """Something a machine, a worker or the clock reports."""


@dataclass(frozen=True, slots=True)
class HealthObserved(Observation):
    """A machine came, went, or does badly. `detail` is a code or a short fact, never a card."""

    machine: Machine
    health: Health
    detail: str = ""


@dataclass(frozen=True, slots=True)
class TroubleObserved(Observation):
    """A machine reports a trouble of its own (jam, lid, foreign message) or its end (`active` False)."""

    machine: Machine
    code: str
    active: bool = True


@dataclass(frozen=True, slots=True)
class LineCount:
    """What the line of a machine carried in the last `lasted_ms`, since it was counted before.

    Attributes:
        frames: messages heard whole.
        retries, damaged: messages that had to be said again, and what came and was thrown away.
        returns: how often the machine came back.
        answers: how many answers were timed; their `median_ms` and `slowest_ms`, None without any.
        celsius: what the machine says of its warmth, and the warmth that its maker allows; None from one
            without a thermometer.
    """

    machine: Machine
    lasted_ms: int
    frames: int
    retries: int = 0
    damaged: int = 0
    returns: int = 0
    answers: int = 0
    median_ms: int | None = None
    slowest_ms: int | None = None
    celsius: int | None = None
    limit_celsius: int | None = None


@dataclass(frozen=True, slots=True)
class LinesObserved(Observation):
    """The lines of these machines were counted: now and then, and when one of them came or went."""

    lines: tuple[LineCount, ...]


@dataclass(frozen=True, slots=True)
class MachineIdentity:
    """Which machine it is, as far as it says so itself or the settings of the table do.

    `digest` is the SHA-256 of its program in hex digits, or empty; `reference` is whether that is the
    program the house has approved (CS-15), None where the house named none.
    """

    machine: Machine
    model: str
    port: str = ""
    firmware: str = ""
    digest: str = ""
    reference: bool | None = None


@dataclass(frozen=True, slots=True)
class IdentityObserved(Observation):
    """The machine that answers is this one."""

    identity: MachineIdentity


@dataclass(frozen=True, slots=True)
class ChipObserved(Observation):
    """The JP1 sensor of a seat settled, after debouncing."""

    seat: int
    covered: bool


@dataclass(frozen=True, slots=True)
class SensorMove:
    """A raw transition of a sensor, before debouncing. `spot` is a seat's number, or the sensor's name."""

    at_ms: int
    spot: str
    covered: bool


@dataclass(frozen=True, slots=True)
class SensorMovesObserved(Observation):
    """What the sensors did since the last time, edge by edge, oldest first (BC-12)."""

    moves: tuple[SensorMove, ...]


@dataclass(frozen=True, slots=True)
class SpotSense:
    """What a sensor at another spot than JP1 says: whether something lies there, never how much."""

    spot: Spot
    seat: int
    covered: bool


@dataclass(frozen=True, slots=True)
class SpotsObserved(Observation):
    """Sensors at other spots than JP1 settled, or tell what they say after they came; at least one."""

    senses: tuple[SpotSense, ...]


@dataclass(frozen=True, slots=True)
class CardObserved(Observation):
    """The shoe read a card as it left.

    Here and below `frame` is the number that the machine's driver gave the frame it was told in, 0 without
    one: where to find it again, not what was seen.
    """

    card: FaceDown
    frame: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class UnreadableObserved(Observation):
    """A card left the shoe and could not be read."""

    frame: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class CutCardObserved(Observation):
    """The cut card left the shoe."""


@dataclass(frozen=True, slots=True)
class ShoeObserved(Observation):
    """The shoe's own state: whether it is locked and how many cards are left in it.

    `cards_left` is None for a shoe that does not count.
    """

    locked: bool
    cards_left: int | None


class ShufflerMode(StrEnum):
    """What the shuffler does with a deck; sorting inhibits dealing (CS-14)."""

    SHUFFLE = "shuffle"
    SORT = "sort"


@dataclass(frozen=True, slots=True)
class ShufflerObserved(Observation):
    """The shuffler's own state. `deck_out` is the colour of the deck ready to be dealt, or empty.

    `recovery` is what a person has to do next after a jam, by the machine's own stages, or empty (CS-18).
    """

    mode: ShufflerMode
    deck_in: str
    deck_out: str
    count: int
    shuffled: bool
    lid_open: bool = False
    cut_card: bool = True
    recovery: str = ""
    frame: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ShownEmptyObserved(Observation):
    """The shuffler was shown on purpose: whether its lid is open, and how many cards are inside."""

    lid_open: bool
    cards: int


@dataclass(frozen=True, slots=True)
class BadgeObserved(Observation):
    """A badge was put in the reader. `proven`: the card itself has checked its holder's PIN."""

    person: str
    role: Role
    proven: bool = False


@dataclass(frozen=True, slots=True)
class RemoteBadgeObserved(Observation):
    """A badge was read at the pit at `at_ms`, and this code entered there for this table."""

    person: str
    role: Role
    code: str
    proven: bool = False
    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class PitCardRefused(Observation):
    """A card that was shown at the pit counts for nothing by this table's register.

    `person` is whose it is, or empty; `why` is a trouble of `drivers.badge`, such as `card_revoked`; `act`
    is what it was shown for, or empty for a code.
    """

    person: str
    why: str
    act: str = ""


@dataclass(frozen=True, slots=True)
class PitCardObserved(Observation):
    """A card that counts here is in the pit's reader and has signed `purpose`, for this act alone."""

    person: str
    role: Role
    act: str
    purpose: str


@dataclass(frozen=True, slots=True)
class PitCardGoneObserved(Observation):
    """The card was taken out of the pit's reader."""


@dataclass(frozen=True, slots=True)
class BadgeGone(Observation):
    """The badge left the reader."""


@dataclass(frozen=True, slots=True)
class PinAnswered(Observation):
    """The PIN of a person was checked. `shown` is the `Badge.shown` of the card that it was entered for.

    Refused, `tries_left` are left before the lock-out, which lasts until `locked_until_ms` if that is not 0.
    """

    person: str
    shown: int
    accepted: bool
    tries_left: int = 0
    locked_until_ms: int = 0


@dataclass(frozen=True, slots=True)
class ChargeObserved(Observation):
    """The register has put this table in the chef's charge, or not: he has these tables already (RP-13)."""

    person: str
    taken: bool
    tables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RevokedObserved(Observation):
    """The register says that this person may do nothing any more."""

    person: str


@dataclass(frozen=True, slots=True)
class SettingsObserved(Observation):
    """What is in force at this table since it started, and how its record stood at line `number`.

    `previous` is the digest of what was in force in the session before.
    """

    number: int
    digest: str
    previous: str
    draft: SettingsDraft | None = None
    approved: SettingsDraft | None = None


@dataclass(frozen=True, slots=True)
class DraftObserved(Observation):
    """What these changes would mean, or why they cannot be made (`code`)."""

    changes: tuple[SettingChange, ...]
    after: str = ""
    consequences: tuple[Consequence, ...] = ()
    needed: int = 1
    code: str = ""
    article: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class SettingsActObserved(Observation):
    """A line of the record: what a person did with this draft, wherever he did it.

    `complete`: with this approval the draft has all that it needs. `reason` is a doubt of who refused.
    """

    number: int
    act: SettingsAct
    person: str
    reason: str
    at_ms: int
    draft: SettingsDraft
    complete: bool = False


@dataclass(frozen=True, slots=True)
class SettingsRefusedObserved(Observation):
    """What a person asked of the record was not done."""

    act: SettingsAct
    person: str
    code: str
    article: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class DisplaysObserved(Observation):
    """So many displays of the jackpot have lately said that they show it."""

    count: int


@dataclass(frozen=True, slots=True)
class TimeObserved(Observation):
    """A deadline that the table asked for has come; it is now `at_ms`."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class ScreenGarbageObserved(Observation):
    """A screen sent what is no intent."""

    screen: str
    why: str


@dataclass(frozen=True, slots=True)
class BookObserved(Observation):
    """An answer of the jackpot book to the request with this key, or why it has none yet."""


@dataclass(frozen=True, slots=True)
class LinkedClaim:
    """A claim that the book holds, neither paid nor refused; `value_cents` is the whole frozen value."""

    table: str
    generation: int
    value_cents: int


@dataclass(frozen=True, slots=True)
class LinkedWin:
    """A share of a jackpot that was paid, at whichever table, by that table's clock."""

    table: str
    generation: int
    cents: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class MeterObserved(BookObserved):
    """The book was read: the meter, the claims of all tables in the book's order, the last win.

    `stop` is what a stopped jackpot's increment is destined for, or empty.
    """

    generation: int
    meter_cents: int
    book_seq: int
    claims: tuple[LinkedClaim, ...] = ()
    won: LinkedWin | None = None
    stop: str = ""


@dataclass(frozen=True, slots=True)
class CorrectionObserved(BookObserved):
    """The book has moved the meter, from and to these amounts."""

    number: int
    before_cents: int
    after_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class StopObserved(BookObserved):
    """The jackpot is stopped."""

    number: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class ReopeningObserved(BookObserved):
    """The jackpot runs, and the table goes on from what the book holds now."""

    number: int
    generation: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class ReconciliationObserved(BookObserved):
    """The whole book was read and added up."""

    number: int
    figures: BookFigures


@dataclass(frozen=True, slots=True)
class ContributionObserved(BookObserved):
    """The book holds the round's stakes."""

    round: int
    attempt: int
    generation: int
    meter_before_cents: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class ClaimObserved(BookObserved):
    """The book froze the generation's value; the next generation is open at `meter_cents`."""

    round: int
    attempt: int
    generation: int
    value_cents: int
    next_generation: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class AwardObserved(BookObserved):
    """The book posted the awards of one seat; `cents` is what the seat receives in all."""

    round: int
    attempt: int
    seat: int
    cents: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class ClaimRefusedObserved(BookObserved):
    """The book gave the frozen value back to the meter."""

    round: int
    attempt: int
    generation: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class RefundObserved(BookObserved):
    """The book posted the refund of one seat's JP1 stake."""

    round: int
    attempt: int
    seat: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class FinishObserved(BookObserved):
    """The book knows that the round is over."""

    round: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class BookRefused(BookObserved):
    """The book refused for good: the same answer would come again.

    At a start, or when two persons accept another difference than is there: `difference`.
    """

    act: str
    code: str
    difference: Difference | None = None


@dataclass(frozen=True, slots=True)
class BookUnreachable(BookObserved):
    """The book did not answer; the request stays outstanding."""

    act: str
    why: str
