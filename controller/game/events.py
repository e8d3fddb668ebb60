"""What happened: the facts that the journal keeps and the state is folded from.

Past tense, frozen, complete in themselves: an event carries the amounts that were decided, so that a
journal is read without running the rules again. Amounts are cents, seats 1 to 7; `round` is the number
of the round at this table, never used twice; `attempt` counts the deals of a round, from 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.cards import Card, FaceDown
from controller.game.entered import Outcome
from controller.game.felt import Place, Spot
from controller.game.hands import HandClass
from controller.game.house_settings import (
    Consequence,
    SettingChange,
    SettingsAct,
    SettingsDraft,
)
from controller.game.inputs import (
    ClaimDoubt,
    Finding,
    Health,
    Incident,
    LineCount,
    LinkedClaim,
    LinkedWin,
    Machine,
    MachineIdentity,
    Measure,
    Mode,
    Occasion,
    OrphanPlace,
    PaymentMode,
    Role,
    SensorMove,
    SheetLine,
    ShufflerMode,
    SpotSense,
)
from controller.game.meter import (
    BookFigures,
    CorrectionReason,
    Difference,
    MeterAct,
    SessionFigures,
    StopFate,
)
from controller.game.truth import Moved, RectificationReason, Truth


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An event with its place in the journal and the table's time in milliseconds since 1970 UTC."""

    seq: int
    at_ms: int
    event: Event


# --- the table -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpeningBegun(Event):
    """The opening sheet is on the console."""


@dataclass(frozen=True, slots=True)
class TableOpened(Event):
    """Play may begin. `chef` is the person whose badge validated the sheet."""

    chef: str
    minimum_cents: int
    maximum_cents: int
    jp1_stake_cents: int


@dataclass(frozen=True, slots=True)
class PiecesCounted(Event):
    """So many pieces of this value; `purpose` is `float`, `advance` or `closing` (AC-01)."""

    purpose: str
    piece_cents: int
    count: int


@dataclass(frozen=True, slots=True)
class CashSigned(Event):
    """A person signed the count, which came to `cents`."""

    person: str
    role: Role
    purpose: str
    cents: int


@dataclass(frozen=True, slots=True)
class SerialDeclared(Event):
    """The deck of this colour has this serial number (CS-01)."""

    person: str
    colour: str
    serial: str


@dataclass(frozen=True, slots=True)
class DeckCounted(Event):
    """So many cards of this deck were counted by hand (CS-01)."""

    person: str
    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class LineTicked(Event):
    """A line of the opening or closing sheet is done, or no longer."""

    person: str
    line: SheetLine
    done: bool


@dataclass(frozen=True, slots=True)
class AdvanceBegun(Event):
    """Another avance is being counted."""

    person: str


@dataclass(frozen=True, slots=True)
class LastDealsAnnounced(Event):
    """So many deals are played before the closing (RP-23)."""

    person: str
    deals: int


@dataclass(frozen=True, slots=True)
class LastDealsWithdrawn(Event):
    """The announcement was taken back."""

    person: str


@dataclass(frozen=True, slots=True)
class ClosingBegun(Event):
    """The closing sheet is on the console; no round is played meanwhile."""

    person: str


@dataclass(frozen=True, slots=True)
class ClosingLeft(Event):
    """The closing sheet was put away: play goes on."""

    person: str


@dataclass(frozen=True, slots=True)
class ResultRecorded(Event):
    """What the table won: encaisse less avances, the jackpot apart (AC-05, AC-06).

    `residual_cents` is what the jackpot's display moved without an act of this table (AC-08).
    """

    person: str
    advances_cents: int
    encaisse_cents: int
    result_cents: int
    meter_start_cents: int
    meter_cents: int
    residual_cents: int


@dataclass(frozen=True, slots=True)
class MaximumChanged(Event):
    """The display announces this maximum; it counts from the next round on (art. 55-20-1)."""

    chef: str
    maximum_cents: int


@dataclass(frozen=True, slots=True)
class TableClosed(Event):
    """No round can be opened until the next opening."""

    chef: str


@dataclass(frozen=True, slots=True)
class SessionResumed(Event):
    """The program came back in the middle of a session; the felt is to be compared."""


@dataclass(frozen=True, slots=True)
class FeltConfirmed(Event):
    """The dealer found the felt as the console shows it."""


@dataclass(frozen=True, slots=True)
class PlayPaused(Event):
    """The table rests between rounds."""


@dataclass(frozen=True, slots=True)
class PauseEnded(Event):
    """Play is taken up again."""


@dataclass(frozen=True, slots=True)
class BadgePresented(Event):
    """A person's badge is in the reader. `proven`: the card itself has checked its holder's PIN.

    `remote`: it was read at the pit, with the code of this table, and counts for one act.
    """

    person: str
    role: Role
    proven: bool = False
    remote: bool = False


@dataclass(frozen=True, slots=True)
class BadgeRemoved(Event):
    """The reader is empty."""


@dataclass(frozen=True, slots=True)
class PersonProven(Event):
    """The holder of the badge in the reader, the table's or the pit's, has shown his PIN."""

    person: str
    at_pit: bool = False


@dataclass(frozen=True, slots=True)
class ProofEnded(Event):
    """The PIN was shown too long ago: it is asked for again."""

    person: str


@dataclass(frozen=True, slots=True)
class PinRefused(Event):
    """A wrong PIN was entered for this person."""

    person: str
    tries_left: int


@dataclass(frozen=True, slots=True)
class PersonLocked(Event):
    """A PIN was entered wrong once too often, or while the person was locked out."""

    person: str
    until_ms: int


@dataclass(frozen=True, slots=True)
class ChargeTaken(Event):
    """The chef has this table in his charge."""

    person: str


@dataclass(frozen=True, slots=True)
class ChargeRefused(Event):
    """The chef has as many tables in his charge as the law allows (RP-13): these."""

    person: str
    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealerSignedOn(Event):
    """This person deals at the table."""

    person: str


@dataclass(frozen=True, slots=True)
class DealerSignedOff(Event):
    """This person deals at the table no more."""

    person: str


@dataclass(frozen=True, slots=True)
class DealerRevoked(Event):
    """The dealer was revoked: he is signed off as soon as he may be relieved."""

    person: str


@dataclass(frozen=True, slots=True)
class ChefCalled(Event):
    """The dealer calls the chef de table."""


@dataclass(frozen=True, slots=True)
class CallSeen(Event):
    """The call was seen on this screen, `pit` or `chef`, by whose card was read there, if one was."""

    person: str = ""
    screen: str = "pit"


@dataclass(frozen=True, slots=True)
class AlarmRaised(Event):
    """Something needs a person. `code` as in the catalogue (`A-202`); no card is ever named.

    `frame` is the machine's frame that raised it, 0 when none did.
    """

    alarm: int
    code: str
    priority: int
    seat: int = 0
    detail: str = ""
    frame: int = 0


@dataclass(frozen=True, slots=True)
class AlarmSeen(Event):
    """The alarm was acknowledged at this screen; a machine's warning by a chef, with his reason (CS-07).

    `person` is whose card was read there, or empty; `screen` is `console`, `pit` or `chef`.
    """

    alarm: int
    person: str = ""
    reason: str = ""
    screen: str = "console"


@dataclass(frozen=True, slots=True)
class AlarmSilenced(Event):
    """The sound of the alarm was stopped; it still waits to be acknowledged."""

    alarm: int


@dataclass(frozen=True, slots=True)
class AlarmEscalated(Event):
    """Nobody at the table has seen the alarm in time: the pit is called (ux, section 8.1)."""

    alarm: int


@dataclass(frozen=True, slots=True)
class AlarmCauseTold(Event):
    """The cause of a machine's warning is gone, or there again and heard again; it stays until a chef
    acknowledges it."""

    alarm: int
    there: bool


@dataclass(frozen=True, slots=True)
class AlarmCleared(Event):
    """The cause of the alarm is gone."""

    alarm: int


@dataclass(frozen=True, slots=True)
class MachineChanged(Event):
    """A machine came, went or does badly."""

    machine: Machine
    health: Health
    detail: str = ""


@dataclass(frozen=True, slots=True)
class LinesCounted(Event):
    """What the lines of these machines carried since they were counted before (ux, 6.1)."""

    lines: tuple[LineCount, ...]


@dataclass(frozen=True, slots=True)
class MachineNamed(Event):
    """The machine in this place is this one from here on, with this program (CS-15)."""

    named: MachineIdentity


@dataclass(frozen=True, slots=True)
class ShufflerChanged(Event):
    """The shuffler's own state, told in this frame; `recovery` is the next step of the way out of a jam."""

    mode: ShufflerMode
    deck_in: str
    deck_out: str
    count: int
    shuffled: bool
    lid_open: bool
    cut_card: bool = True
    recovery: str = ""
    frame: int = 0


@dataclass(frozen=True, slots=True)
class DeckBlocked(Event):
    """The shuffler's deck is not dealt: it must be taken out and another one verified (CS-06)."""

    cause: str
    count: int = 0


@dataclass(frozen=True, slots=True)
class DeckReleased(Event):
    """A whole deck was verified after one had been blocked."""

    colour: str


@dataclass(frozen=True, slots=True)
class DeckDeclared(Event):
    """The dealer shuffled and counted this deck by hand."""

    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class TableBlocked(Event):
    """The program of a machine is not the approved one: no new round (CS-15)."""

    machine: Machine
    cause: str


@dataclass(frozen=True, slots=True)
class BlockLifted(Event):
    """A member of the comité allows rounds again, for this reason."""

    person: str
    reason: str


@dataclass(frozen=True, slots=True)
class ModeEntered(Event):
    """The table plays on without a machine; a chef allowed it."""

    mode: Mode
    person: str


@dataclass(frozen=True, slots=True)
class ModeLeft(Event):
    """The machine is back and verified, and used again."""

    mode: Mode
    person: str


@dataclass(frozen=True, slots=True)
class ShowEmptyAsked(Event):
    """The shuffler is to be shown empty."""

    occasion: Occasion


@dataclass(frozen=True, slots=True)
class EmptyShown(Event):
    """The shuffler was shown: empty when its lid was open and no card inside (CS-03)."""

    occasion: str
    lid_open: bool
    cards: int


@dataclass(frozen=True, slots=True)
class PitAsked(Event):
    """The console shows this code; a chef who enters it at the pit has his badge here."""

    code: str


@dataclass(frozen=True, slots=True)
class PitRefused(Event):
    """A badge at the pit did not count here: wrong code, too late, nobody had asked, or `why` it is no good.

    The code is spent: the table has to ask anew. With an `act` the card was shown for that, without a code.
    """

    person: str
    why: str
    act: str = ""


@dataclass(frozen=True, slots=True)
class PitCodeExpired(Event):
    """The code that the console shows was drawn too long ago: it is taken no more."""


@dataclass(frozen=True, slots=True)
class PitCardRead(Event):
    """A person's card was read at the pit and has signed this purpose; it counts for that act, once."""

    person: str
    role: Role
    purpose: str


@dataclass(frozen=True, slots=True)
class PitCardGone(Event):
    """The card at the pit counts no more: it has acted, was taken out, or was read too long ago."""


@dataclass(frozen=True, slots=True)
class ActedAtPit(Event):
    """What follows was done at this screen of the pit, by the card that was read there."""

    person: str
    act: str
    screen: str


@dataclass(frozen=True, slots=True)
class ShoeChanged(Event):
    """The shoe's lock, as it reports it, and whether it counts its cards."""

    locked: bool
    counts: bool = True


@dataclass(frozen=True, slots=True)
class HandDealingBegun(Event):
    """The shoe is mute: cards are dealt by hand and keyed, until a chef ends it."""

    chef: str


@dataclass(frozen=True, slots=True)
class HandDealingEnded(Event):
    """The shoe is back; cards are dealt from it again."""

    chef: str


@dataclass(frozen=True, slots=True)
class ShoeCounted(Event):
    """How many cards the shoe says are in it, while cards are dealt by hand; -1: it cannot say."""

    cards_left: int


# --- stakes --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundOpened(Event):
    """Faites vos jeux. Stakes of the previous round stand until they are changed."""

    round: int
    attempt: int


@dataclass(frozen=True, slots=True)
class StakesSet(Event):
    """The main bets of a seat; Blind or Super Ante equals the Ante (art. 55-20, 1°). `side_cents` lies on
    Trips or Bonus, as the profile has it; `doubled` says that the seat has doubled in this round."""

    seat: int
    ante_cents: int
    side_cents: int
    doubled: bool = False


@dataclass(frozen=True, slots=True)
class SeatVacated(Event):
    """Nobody plays at this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChipSeen(Event):
    """A chip lies on the JP1 spot. It is not a stake yet, and the meter does not move."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChipRefused(Event):
    """A chip lies where none may: the player is to take it back."""

    seat: int
    code: str


@dataclass(frozen=True, slots=True)
class ChipLifted(Event):
    """The JP1 spot is empty again."""

    seat: int


@dataclass(frozen=True, slots=True)
class BetsClosed(Event):
    """The main bets are locked, by hand or by the betting clock; the JP1 chips of these seats are latched.

    `manual` are those of them whose lamp was lit by hand, no sensor being listened to (BC-11, BC-14).
    """

    jp1_seats: tuple[int, ...]
    by_clock: bool = False
    manual: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LampTouched(Event):
    """The dealer says that a JP1 chip lies at this seat, or that none does; no sensor is listened to."""

    seat: int
    lit: bool


@dataclass(frozen=True, slots=True)
class SensorDoubted(Event):
    """The JP1 sensor of this seat is not believed until it is proven anew: no JP1 at this seat (BC-12).

    `why`: `unproven` at the opening, `covered` while the table was closed, `stuck`, `bouncing`.
    """

    seat: int
    why: str


@dataclass(frozen=True, slots=True)
class SensorProven(Event):
    """The JP1 sensor of this seat was seen free, covered and free again: it is believed."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatSetByHand(Event):
    """A chef lets the JP1 lamp of this seat be lit by hand until its sensor is proven (BC-11)."""

    seat: int
    chef: str


@dataclass(frozen=True, slots=True)
class HandLampsAllowed(Event):
    """A chef lets all JP1 lamps be lit by hand: there are no sensors."""

    chef: str


@dataclass(frozen=True, slots=True)
class HandLampsEnded(Event):
    """The sensors are listened to again."""

    chef: str


@dataclass(frozen=True, slots=True)
class TotalsCountersigned(Event):
    """A chef has seen the JP1 stakes that were registered by hand in these rounds."""

    chef: str
    rounds: int
    stakes: int
    cents: int


@dataclass(frozen=True, slots=True)
class SensorsMoved(Event):
    """The raw transitions of the sensors, kept for disputes."""

    moves: tuple[SensorMove, ...]


@dataclass(frozen=True, slots=True)
class SpotsSensed(Event):
    """What sensors at other spots than JP1 say now; a hint beside the declared stakes, and nothing more."""

    senses: tuple[SpotSense, ...]


@dataclass(frozen=True, slots=True)
class Jp1CountDisputed(Event):
    """The dealer did not find `latched` JP1 chips: nothing is dealt until that is resolved (BC-09)."""

    round: int
    attempt: int
    latched: int


@dataclass(frozen=True, slots=True)
class Jp1CountResolved(Event):
    """What became of it. `outcome`: `agrees` (seat 0), `no_chip` (the seat does not play for JP1), `returned`
    (an extra chip went back) or `counts` (it counts, by hand, as `person` allowed)."""

    round: int
    attempt: int
    seat: int
    outcome: str
    person: str = ""


@dataclass(frozen=True, slots=True)
class CorrectionProposed(Event):
    """This seat's JP1 stake was collected in error, says the dealer."""

    round: int
    attempt: int
    seat: int
    person: str


@dataclass(frozen=True, slots=True)
class CorrectionApproved(Event):
    """The JP1 stake of this seat goes back by a linked entry; the seat does not play for JP1.

    `persons`: who proposed, if his badge was in the reader, and who approved.
    """

    round: int
    attempt: int
    seat: int
    persons: tuple[str, str]


@dataclass(frozen=True, slots=True)
class BetsReopened(Event):
    """A chef took the closing back before the first card."""

    chef: str


@dataclass(frozen=True, slots=True)
class ContributionAsked(Event):
    """The dealer registered and collected these stakes; the book is to add them."""

    round: int
    attempt: int
    seats: tuple[int, ...]
    stake_cents: int


@dataclass(frozen=True, slots=True)
class ContributionRecorded(Event):
    """The book has added the stakes, once."""

    round: int
    attempt: int
    generation: int
    meter_before_cents: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class ContributionRefused(Event):
    """The book did not add the stakes and never will: the chips are given back."""

    round: int
    attempt: int
    code: str


@dataclass(frozen=True, slots=True)
class StakesSetAside(Event):
    """The JP1 chips of these seats lie counted and sealed: nobody plays for them, and it is an open question
    whether the book has added them. `person` is the chef under whose eyes it was done (LK-02)."""

    round: int
    attempt: int
    seats: tuple[int, ...]
    stake_cents: int
    person: str


@dataclass(frozen=True, slots=True)
class SealOpened(Event):
    """The question is answered and the sealed chips of these seats went back. `added`: the book had them, and
    has given each back by an entry of its own."""

    round: int
    attempt: int
    seats: tuple[int, ...]
    added: bool
    person: str


@dataclass(frozen=True, slots=True)
class Jp1GivenBack(Event):
    """The JP1 chips of these seats are given back; they do not play in this round."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MeterRead(Event):
    """The value of the jackpot as the book has it."""

    generation: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class ClaimsRead(Event):
    """What the book holds of claims, of all tables in its order, and the last share that was paid."""

    claims: tuple[LinkedClaim, ...]
    won: LinkedWin | None


@dataclass(frozen=True, slots=True)
class Jp1Closed(Event):
    """No JP1 stake is taken; the main game goes on."""

    code: str


@dataclass(frozen=True, slots=True)
class DisplaysChanged(Event):
    """So many displays show the jackpot to the players now, where one is required (art. 55-20, 2°)."""

    count: int


@dataclass(frozen=True, slots=True)
class Jp1Opened(Event):
    """JP1 stakes are taken again."""


# --- the settings of the table -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SettingsInForce(Event):
    """The table runs under the settings of this digest; those of the session before had `previous`.

    `number` is the line of the record up to which the journals have told it, `draft` what waits there for
    its approval and `approved` what was approved last (PM-11).
    """

    number: int
    digest: str
    previous: str
    draft: SettingsDraft | None = None
    approved: SettingsDraft | None = None


@dataclass(frozen=True, slots=True)
class SettingDrafted(Event):
    """The draft in writing has this setting so; as it was, it is out of the draft again."""

    key: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class DraftDropped(Event):
    """Nothing is in writing any more."""


@dataclass(frozen=True, slots=True)
class DraftChecked(Event):
    """What the draft in writing would mean, with the digest after it; or why it cannot be (PM-05)."""

    changes: tuple[SettingChange, ...]
    after: str = ""
    consequences: tuple[Consequence, ...] = ()
    needed: int = 1
    code: str = ""
    article: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class SettingsActAsked(Event):
    """A person with a card asks this of the record of settings, whose line `number` it is to be."""

    number: int
    act: SettingsAct
    person: str
    reason: str
    changes: tuple[SettingChange, ...]


@dataclass(frozen=True, slots=True)
class SettingsProposed(Event):
    """A person proposed this draft, for a reason (PM-11)."""

    number: int
    person: str
    reason: str
    at_ms: int
    draft: SettingsDraft


@dataclass(frozen=True, slots=True)
class SettingsApproved(Event):
    """Another person approved; complete, this is the notice for accounting: each value before and after,
    and what is in force when the table opens next (PM-05, PM-11)."""

    number: int
    person: str
    at_ms: int
    draft: SettingsDraft
    complete: bool


@dataclass(frozen=True, slots=True)
class SettingsRefused(Event):
    """Another person refused the draft, for a reason (PM-11)."""

    number: int
    person: str
    reason: str
    at_ms: int
    draft: SettingsDraft


@dataclass(frozen=True, slots=True)
class SettingsWithdrawn(Event):
    """The draft was taken back."""

    number: int
    person: str
    at_ms: int
    draft: SettingsDraft


@dataclass(frozen=True, slots=True)
class SettingsActRefused(Event):
    """What a person asked of the record was not done, with the reason and the article."""

    act: SettingsAct
    person: str
    code: str
    article: str = ""
    detail: str = ""


# --- the meter in the hands of people ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MeterActProposed(Event):
    """A person proposes to correct the meter by `cents`, which would stand where it stood at
    `before_cents`, or to stop or reopen the jackpot; another is to approve (PM-11)."""

    person: str
    act: MeterAct
    cents: int = 0
    reason: CorrectionReason | None = None
    fate: StopFate | None = None
    before_cents: int = 0


@dataclass(frozen=True, slots=True)
class MeterActWithdrawn(Event):
    """The proposal is off the table."""

    person: str


@dataclass(frozen=True, slots=True)
class MeterCorrectionAsked(Event):
    """Two persons, who proposed and who approved, have the book move the meter."""

    number: int
    persons: tuple[str, str]
    reason: CorrectionReason
    cents: int
    before_cents: int


@dataclass(frozen=True, slots=True)
class MeterCorrected(Event):
    """The meter was mended (PM-08 ii): the notice for accounting, with the meter before and after."""

    number: int
    persons: tuple[str, str]
    reason: CorrectionReason
    cents: int
    before_cents: int
    after_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class IncrementMoved(Event):
    """Money of the jackpot went elsewhere (PM-08 iv): a stopped one's increment, or its start amount."""

    number: int
    persons: tuple[str, str]
    reason: CorrectionReason
    cents: int
    before_cents: int
    after_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class JackpotStopAsked(Event):
    """Two persons have the jackpot stopped at all its tables; its increment is destined for `fate`."""

    number: int
    persons: tuple[str, str]
    fate: StopFate


@dataclass(frozen=True, slots=True)
class JackpotStopped(Event):
    """The jackpot is stopped on purpose and its meter stands (PM-14). `increment_cents` is what it holds
    above the start amount; the public was, or is, told `notice_h` hours before."""

    number: int
    persons: tuple[str, str]
    fate: StopFate
    meter_cents: int
    increment_cents: int
    notice_h: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class StopSeen(Event):
    """The book says that the jackpot was stopped, by two persons at another table or before this session."""

    fate: str


@dataclass(frozen=True, slots=True)
class StopEndSeen(Event):
    """The book says that the jackpot runs again."""


@dataclass(frozen=True, slots=True)
class JackpotInterrupted(Event):
    """A failure stopped JP1 at this table: an incident for the authority (PM-15). The main game goes on, no
    stake is taken, nobody can win, until the next `Jp1Opened`.

    `person` said so; nobody did where the table found it by itself. `meter_cents` is the value confirmed
    last, at `confirmed_ms`.
    """

    incident: int
    cause: str
    person: str
    round: int
    attempt: int
    generation: int
    meter_cents: int
    book_seq: int
    confirmed_ms: int


@dataclass(frozen=True, slots=True)
class ReopeningAsked(Event):
    """Two persons have JP1 taken up again; they have seen why it was closed, and the book's entry
    `accepted_seq` where it differed from the journals (-1: nothing differed)."""

    number: int
    persons: tuple[str, str]
    cause: str
    accepted_seq: int = -1


@dataclass(frozen=True, slots=True)
class JackpotReopened(Event):
    """JP1 stakes are taken again; the table goes on from the book as it stands, `accepted` the difference."""

    number: int
    persons: tuple[str, str]
    cause: str
    generation: int
    meter_cents: int
    book_seq: int
    accepted: Difference | None = None


@dataclass(frozen=True, slots=True)
class MeterActRefused(Event):
    """The book did not do what two persons asked, and never will under this number."""

    number: int
    code: str


@dataclass(frozen=True, slots=True)
class DifferenceFound(Event):
    """Journals and book do not tell the same of this table (RC-04): shown until two persons accept it."""

    difference: Difference


@dataclass(frozen=True, slots=True)
class ReconciliationAsked(Event):
    """The whole book is to be read and added up, at a `closing` or on `demand` (AC-08)."""

    number: int
    occasion: str
    person: str


@dataclass(frozen=True, slots=True)
class ReconciliationRecorded(Event):
    """The book's own identity and the table's: `figures.residual_micro` and `unexplained_cents` must be 0."""

    number: int
    occasion: str
    person: str
    figures: BookFigures
    session: SessionFigures
    display_cents: int
    unexplained_cents: int


@dataclass(frozen=True, slots=True)
class ReconciliationFailed(Event):
    """The book could not be read."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class Jp1ChipsCounted(Event):
    """So many JP1 chips were collected in this session, where so many were registered (AC-08)."""

    person: str
    count: int
    registered: int


@dataclass(frozen=True, slots=True)
class HistoryCertified(Event):
    """A member of the comité certifies the session's history of JP1 (AC-07)."""

    person: str
    session: SessionFigures
    meter_cents: int
    book_seq: int
    residual_micro: int


# --- cards and decisions -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealBegun(Event):
    """Cards may leave the shoe; no stake can be added. `deck` is the colour of the deck in it, if known."""

    deck: str = ""


@dataclass(frozen=True, slots=True)
class CardDealt(Event):
    """A card was read and lies face down at its place. The journal seals it.

    `frame` is the number of the shoe's frame that told it, 0 when the shoe numbers none.
    """

    round: int
    attempt: int
    place: Place
    card: FaceDown
    frame: int = 0


@dataclass(frozen=True, slots=True)
class CardUnread(Event):
    """A card lies at this place and nobody knows which; the shoe told it in this frame."""

    round: int
    attempt: int
    place: Place
    frame: int = 0


@dataclass(frozen=True, slots=True)
class CardProposed(Event):
    """A person said once which card lies at a place; the journal seals it."""

    round: int
    attempt: int
    place: Place
    card: FaceDown


@dataclass(frozen=True, slots=True)
class CardKeyed(Event):
    """A person said twice which card lies at a place: it stands, marked manual. The journal seals it."""

    round: int
    attempt: int
    place: Place
    card: FaceDown


@dataclass(frozen=True, slots=True)
class CardsDealtByHand(Event):
    """A card lies at each of these places, dealt by hand: no machine knows which."""

    round: int
    attempt: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class HandEntered(Event):
    """A person said what a hand is and how it stands against the dealer's, instead of its cards: manual."""

    round: int
    attempt: int
    seat: int
    outcome: Outcome
    hand_class: HandClass


@dataclass(frozen=True, slots=True)
class EntryTakenBack(Event):
    """What was said of the seat's hand was an error and is taken back."""

    seat: int


@dataclass(frozen=True, slots=True)
class RevealedCard:
    """A card turned face up."""

    place: Place
    card: Card


@dataclass(frozen=True, slots=True)
class CardsRevealed(Event):
    """These cards are face up: a street, or the hands of the showdown."""

    round: int
    attempt: int
    cards: tuple[RevealedCard, ...]


@dataclass(frozen=True, slots=True)
class DecisionsOpened(Event):
    """The players still in may act on this street, counted from 0."""

    street: int


@dataclass(frozen=True, slots=True)
class StreetCalled(Event):
    """The decisions of this street are over; the next cards may be drawn or turned.

    `by_clock`: who had not answered the decision clock has checked.
    """

    street: int
    by_clock: bool = False


@dataclass(frozen=True, slots=True)
class PlayBet(Event):
    """The seat put these cents on Play, or on the spot of its bet."""

    seat: int
    spot: Spot
    cents: int


@dataclass(frozen=True, slots=True)
class PlayTakenBack(Event):
    """The last bet was an error and is taken back in the same street."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatChecked(Event):
    """The seat answered the decision clock without a bet."""

    seat: int
    street: int


@dataclass(frozen=True, slots=True)
class CheckTakenBack(Event):
    """The check was an error and is taken back in the same street."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatFolded(Event):
    """The seat gave its hand up, or the decision clock did."""

    seat: int
    by_clock: bool = False


@dataclass(frozen=True, slots=True)
class FoldTakenBack(Event):
    """The fold was an error and is taken back in the same street."""

    seat: int


@dataclass(frozen=True, slots=True)
class ShowdownOpened(Event):
    """The dealer has announced his hand. Seats in `alive` have been turned up."""

    alive: tuple[int, ...]
    qualified: bool
    supervised: bool


@dataclass(frozen=True, slots=True)
class PaidAnte:
    """The Ante of a seat, paid once the stake."""

    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class AntesPaid(Event):
    """The bank is not qualified: these Antes were paid, in this order, before any hand was opened."""

    antes: tuple[PaidAnte, ...]


# --- settlement ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SettlementOpened(Event):
    """The seats are settled one by one, from 7 to 1."""


@dataclass(frozen=True, slots=True)
class SettledSpot:
    """One stake settled: returned + taken = stake; paid excludes the stake. `rule` says why."""

    spot: Spot
    stake_cents: int
    returned_cents: int
    taken_cents: int
    paid_cents: int
    rule: str


@dataclass(frozen=True, slots=True)
class SeatSettled(Event):
    """The seat was taken or paid."""

    seat: int
    lines: tuple[SettledSpot, ...]


@dataclass(frozen=True, slots=True)
class SettlementTakenBack(Event):
    """The seat's settlement was confirmed too early and is taken back."""

    seat: int


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """The last act of this kind at this seat was taken back by the event before."""

    act: str
    seat: int


@dataclass(frozen=True, slots=True)
class SeatContested(Event):
    """The seat is parked; it is settled last."""

    seat: int


@dataclass(frozen=True, slots=True)
class PostedAward:
    """A JP1 prize. A jackpot's cents are known when the book has answered; until then 0."""

    kind: str
    cents: int


@dataclass(frozen=True, slots=True)
class AwardAsked(Event):
    """The book is to post these prizes of one seat."""

    round: int
    attempt: int
    seat: int
    awards: tuple[PostedAward, ...]


@dataclass(frozen=True, slots=True)
class AwardRecorded(Event):
    """The book has posted the prizes of the seat, `cents` in all."""

    round: int
    attempt: int
    seat: int
    cents: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class RoundClosed(Event):
    """The round is over. `bank_cents` is what the bank won, JP1 apart; `dealer` is who dealt, if known."""

    round: int
    attempt: int
    bank_cents: int
    cards_drawn: int
    dealer: str = ""


@dataclass(frozen=True, slots=True)
class FinishAsked(Event):
    """The book is to know that the round is over."""

    round: int
    attempt: int


@dataclass(frozen=True, slots=True)
class FinishRecorded(Event):
    """The book knows that the round is over."""

    round: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class RectificationProposed(Event):
    """A seat was settled on a wrong record, says `person`: this is what was really so (AC-10, RP-21).

    `rectification` numbers those of the journal; `closed`: the round is over. `first` is the settlement in
    force and `lines` the true one, JP1 apart; `cents` the player is still to receive, below zero to give.
    Where `sealed`, the hand lies face down by the record and stays so: nothing is told of it before a second
    person approves. `others` are the seats whose settlement the same true card changes too.
    """

    rectification: int
    round: int
    attempt: int
    seat: int
    closed: bool
    person: str
    reason: RectificationReason
    truth: Truth
    first: tuple[SettledSpot, ...]
    lines: tuple[SettledSpot, ...]
    cents: int
    sealed: bool
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RectificationApproved(Event):
    """This person allows it: these are the true settlement and the difference."""

    rectification: int
    round: int
    seat: int
    person: str
    lines: tuple[SettledSpot, ...]
    cents: int


@dataclass(frozen=True, slots=True)
class RectificationRejected(Event):
    """This person does not allow it: the record stands."""

    rectification: int
    round: int
    seat: int
    person: str


@dataclass(frozen=True, slots=True)
class RectificationWithdrawn(Event):
    """It was taken off the table."""

    rectification: int
    round: int
    seat: int
    person: str


@dataclass(frozen=True, slots=True)
class RectificationRecorded(Event):
    """The record of a seat is put right by this entry, linked to its round, deal and seat; none is changed.

    `persons` proposed and approved. `bank_cents` is what the bank's result takes of it, `orphans_cents` what
    went to the orphelins because the player had left (art. 41; AC-12).
    """

    rectification: int
    round: int
    attempt: int
    seat: int
    persons: tuple[str, str]
    reason: RectificationReason
    truth: Truth
    moved: Moved
    first: tuple[SettledSpot, ...]
    lines: tuple[SettledSpot, ...]
    cents: int
    bank_cents: int
    orphans_cents: int


# --- the two best hands --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClaimAsked(Event):
    """A seat holds a royal of its own with JP1: the book is to freeze the value."""

    round: int
    attempt: int
    seat: int


@dataclass(frozen=True, slots=True)
class ClaimRecorded(Event):
    """The value is frozen for ever and the next generation is open."""

    round: int
    attempt: int
    generation: int
    value_cents: int
    next_generation: int
    meter_cents: int
    book_seq: int


@dataclass(frozen=True, slots=True)
class ComiteCalledAgain(Event):
    """Nobody has seen the call of the comité in time; it sounds again, and a second person is called."""

    times: int


@dataclass(frozen=True, slots=True)
class HandCardConfirmed(Event):
    """The card on the felt at this place is the recorded one."""

    person: str
    place: Place


@dataclass(frozen=True, slots=True)
class HandCardDiffers(Event):
    """Another card than the recorded one was found at this place: nothing is paid (JW-08).

    `presented` lies face up before the person who names it, whatever the record says of that card.
    """

    person: str
    place: Place
    presented: Card


@dataclass(frozen=True, slots=True)
class CardReportWithdrawn(Event):
    """A second person found the recorded card at this place."""

    person: str
    place: Place


@dataclass(frozen=True, slots=True)
class HandConfirmed(Event):
    """A member of the comité identified the combination."""

    person: str


@dataclass(frozen=True, slots=True)
class VideoAwaited(Event):
    """The images could not be viewed yet."""

    person: str


@dataclass(frozen=True, slots=True)
class VideoReviewed(Event):
    """A second person viewed the images of `camera` between these instants; `kept`: they are preserved."""

    person: str
    conform: bool
    camera: str
    from_ms: int = 0
    to_ms: int = 0
    kept: bool = False


@dataclass(frozen=True, slots=True)
class AmountRead(Event):
    """This person read the amounts."""

    person: str


@dataclass(frozen=True, slots=True)
class PaymentPrepared(Event):
    """How the seat will be paid. `slip` and `identity` are references; no name is kept (SE-15)."""

    person: str
    seat: int
    cents: int
    mode: PaymentMode
    slip: str
    identity: str


@dataclass(frozen=True, slots=True)
class ReleaseArmed(Event):
    """A member of the comité is ready to release the payment."""

    person: str


@dataclass(frozen=True, slots=True)
class AwardReleased(Event):
    """The payment is allowed: who armed the release, and who confirmed it."""

    persons: tuple[str, str]


@dataclass(frozen=True, slots=True)
class SlipSigned(Event):
    """A cashier signed the slip of a payment that two others had released (JW-15, RO-05)."""

    round: int
    seat: int
    cents: int
    slip: str
    person: str


@dataclass(frozen=True, slots=True)
class OrphanBooked(Event):
    """A stake that nobody claims goes to the orphelins (art. 41, modèle 11 bis; AC-12)."""

    person: str
    cents: int
    place: OrphanPlace


@dataclass(frozen=True, slots=True)
class RefusalProposed(Event):
    """A member of the comité doubts the claim."""

    person: str
    reason: ClaimDoubt


@dataclass(frozen=True, slots=True)
class AwardRefused(Event):
    """The claim is refused; a frozen value goes back to the meter."""

    round: int
    attempt: int
    persons: tuple[str, str]
    reason: ClaimDoubt
    claimed: bool


@dataclass(frozen=True, slots=True)
class PrizeConfirmed(Event):
    """A chef confirmed a fixed prize above the dealer's limit."""

    person: str
    seat: int


@dataclass(frozen=True, slots=True)
class ClaimWithdrawn(Event):
    """The book has given the frozen value back to the meter."""

    round: int
    attempt: int
    generation: int
    meter_cents: int
    book_seq: int


# --- incidents -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IncidentReported(Event):
    """The form of an incident was filled (CS-10). `incident` numbers the reports of the session.

    `round` is 0 before the first; `declared_ms` when the round was held for it, 0 where it was not; `card`
    lies face up at `place`, and no other is ever named. `deck` is the colour of the deck concerned with its
    `serial`, `count` how many cards of it were counted: empty and 0 where nobody said.
    """

    incident: int
    kind: Incident
    round: int
    attempt: int
    phase: str
    declared_ms: int
    seat: int
    place: Place | None
    card: Card | None
    finding: Finding
    measure: Measure
    images_asked: bool
    deck: str
    serial: str
    count: int
    reporter: str
    dealer: str


@dataclass(frozen=True, slots=True)
class IncidentSigned(Event):
    """This person signed the report: a chef, who answers for it, or a witness."""

    incident: int
    person: str
    role: Role


# --- holds ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundHeld(Event):
    """Nothing moves until a person decides. A fault holds a round, it never voids one (RP-24).

    `frame` is the machine's frame that held it, 0 when a person or no frame did.
    """

    cause: str
    seat: int = 0
    detail: str = ""
    frame: int = 0


@dataclass(frozen=True, slots=True)
class HoldEnded(Event):
    """The round goes on. `person` is the chef whose badge allowed it, or empty."""

    person: str


@dataclass(frozen=True, slots=True)
class ReturnedStake:
    """A stake given back to its player."""

    seat: int
    spot: Spot
    cents: int


@dataclass(frozen=True, slots=True)
class RoundVoided(Event):
    """Coup nul: the stakes listed go back to their players; JP1 is carried or refunded."""

    round: int
    attempt: int
    chef: str
    reason: Incident
    returned: tuple[ReturnedStake, ...]
    jp1_carried: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RefundAsked(Event):
    """The book is to return the JP1 stake of one seat by a linked entry."""

    round: int
    attempt: int
    seat: int


@dataclass(frozen=True, slots=True)
class RefundRecorded(Event):
    """The book has returned the stake."""

    round: int
    attempt: int
    seat: int
    meter_cents: int
    book_seq: int


EVENTS: dict[str, type[Event]] = {kind.__name__: kind for kind in Event.__subclasses__()}
"""Every event by its name in the journal."""
