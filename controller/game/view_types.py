"""What each whole view holds, by type: the maps of `views` and `view_parts`, and those of every topic.

Amounts are whole cents (`_cents`), times the table's own in milliseconds (`_ms`, 0 for not yet), shares
millionths (`_micro`); a place is the text of a `Place`, a card its text, `back`, `unread` or empty.
A TypedDict is a plain dict while the table runs: the types are for who writes a view and for who reads one.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from controller.game.betting.light import ClockView, LightView, PublicLightView
from controller.game.dealing.show_by_hand import ByHandView, DealingByHandView
from controller.game.dealing.view_types import BoardView, DealerHandView, SeatView
from controller.game.incidents.show import IncidentsView
from controller.game.incidents.show_voiding import RefundView, VoidView
from controller.game.jackpot.show import SealedView, UnansweredView
from controller.game.legal_acts import KeyView, Tap
from controller.game.machines.show import IdentityView, LineView
from controller.game.meter.view_types import PublicUpkeepView, PublicWinView, UpkeepView
from controller.game.opening.show import LastDealsView, SheetView, SlipView
from controller.game.payment.show import VerificationView
from controller.game.people.awaited import AwaitedView
from controller.game.people.show import CroupierView, PinView, ReliefView
from controller.game.people.show_at_pit import PitCardView, PitSignsView
from controller.game.rectification.show import RecordView
from controller.game.settings.show import DraftingView, SettingsView


class StreetView(TypedDict):
    """A street: how many cards of the board lie, and its bets `[spot, half Antes, after which spot]`."""

    name: str
    board: int
    bets: list[list[str | int]]
    fold: bool
    burn: int


class GameView(TypedDict):
    """The felt of a profile: its spots, the second main bet, side bets, streets and clocks."""

    profile: str
    spots: list[str]
    second: str
    sides: list[str]
    streets: list[StreetView]
    talk_voids: bool
    stakes_stand: bool
    decision_ms: int
    betting_ms: int
    unqualified_ante: Literal["returned", "paid"]


class StageView(TypedDict):
    """A part of the round as the ribbon shows it, and when it began."""

    name: str
    since_ms: int


class RoundView(TypedDict):
    """The round under way; `drawn` counts its cards, `voided` is why its deal is void, or empty."""

    number: int
    label: str
    antes_paid_ms: int
    attempt: int
    generation: int
    opened_ms: int
    drawn: int
    count_disputed: bool
    stages: list[StageView]
    voided: str
    flags: list[str]


class BadgeView(TypedDict):
    """Whose card is in the table's reader, and whether he has proven that it is his."""

    person: str
    role: str
    proven: bool


class CallView(TypedDict):
    """A call of the pit: first and last asked, and who has seen it on which screen."""

    at_ms: int
    last_ms: int
    seen_ms: int
    seen_by: str
    seen_on: str


class HeldView(TypedDict):
    """Why the round is held, at which seat (0 for none), and how it may be voided.

    `twice` is `[card, [places]]` of each card that lies at several, `to_correct` the places to be keyed anew.
    """

    twice: list[list[str | list[str]]]
    to_correct: list[str]
    cause: str
    seat: int
    detail: str
    since_ms: int
    cameras: list[str]
    retention_days: int
    void: VoidView


class MachineView(TypedDict):
    """How a machine does, and since when; `link` is the way to the jackpot's book."""

    machine: str
    health: str
    detail: str
    since_ms: int


class ShufflerView(TypedDict):
    """The shuffler as it last told itself; decks by colour, `count` of the cards in the tray."""

    mode: str
    deck_in: str
    deck_out: str
    count: int
    shuffled: bool
    lid_open: bool
    cut_card: bool
    recovery: str


class DecksView(TypedDict):
    """Which deck is dealt, by colour, and why the shuffler's may not be."""

    in_shoe: str
    fresh: bool
    dealt: str
    blocked: str
    count: int
    taken_out: bool
    empty_asked: str
    shown_empty: bool


class AlarmView(TypedDict):
    """An alarm, at a seat or 0; seen by whom on which screen; `warning`: it blocks nothing."""

    alarm: int
    code: str
    priority: int
    seat: int
    detail: str
    at_ms: int
    seen_ms: int
    silent_ms: int
    pit_ms: int
    over: bool
    reason: str
    seen_by: str
    seen_on: str
    warning: bool


class ClaimView(TypedDict):
    """A claim on the jackpot that waits, of which table, and its value."""

    table: str
    generation: int
    value_cents: int


class WonView(TypedDict):
    """The jackpot that a linked table has just won."""

    table: str
    cents: int
    at_ms: int


class JackpotView(TypedDict):
    """The jackpot as the book last said, and whether its stakes are taken; `closed_code` is why not."""

    open: bool
    closed_code: str
    generation: int
    meter_cents: int
    confirmed_ms: int
    stake_cents: int
    share_micro: int
    claims: list[ClaimView]
    won: WonView | None


class LastRoundView(TypedDict):
    """A closed round as it was recorded; `rectified_cents` is what the bank got or gave since."""

    number: int
    label: str
    attempt: int
    opened_ms: int
    closed_ms: int
    players: int
    jp1_seats: list[int]
    jp1_manual: list[int]
    bank_cents: int
    qualified: bool
    paid_cents: int
    voided: str
    dealer: str
    by_hand: bool
    flags: list[str]
    rectified_cents: int


class HandLampsView(TypedDict):
    """JP1 without sensors: who allowed it since when, and the rounds and stakes since he countersigned."""

    wanted: bool
    since_ms: int
    chef: str
    rounds: int
    rounds_max: int
    stakes: int
    back: bool


class RecentActView(TypedDict):
    """One of the last things the dealer did, for the recovery screen."""

    at_ms: int
    code: str
    seat: int
    value: int


class UndoView(TypedDict):
    """What the next undo takes back, at a seat or 0."""

    act: str
    seat: int


class MainTableView(TypedDict):
    """The second main bet, and `[class, odds]` of each hand that it pays."""

    spot: str
    odds: list[list[str]]


class SideTableView(TypedDict):
    """A side bet: what it looks at, `[class, odds]` of what it pays, if only to a winner, if after a fold."""

    spot: str
    looks_at: str
    odds: list[list[str]]
    requires_win: bool
    after_fold: bool


class RulesView(TypedDict):
    """The options and paytables in force; odds and options are pairs of texts."""

    profile: str
    digest: str
    options: tuple[tuple[str, str], ...]
    second: str
    sides: list[SideTableView]
    blind: list[list[str]]
    jp1: list[list[str]]


class IdentityOfView(TypedDict):
    """Which state of which table a view shows, and the limits of its stakes."""

    seq: int
    at_ms: int
    table: str
    session: int
    simulated: bool
    approved: bool
    minimum_cents: int
    maximum_cents: int
    maximum_coming_cents: int


class TableView(IdentityOfView):
    """What console and pit screen both know of the table.

    `street` counts from 0, -1 before the first; `turn` and `speaks` are seats or 0; `phase_ms` is when the
    phase began. Seats, dealer and board hold no card that lies face down.
    """

    maximums: list[int]
    phase: str
    phase_seq: int
    phase_ms: int
    street: int
    street_open: bool
    streets: list[str]
    game: GameView
    round: RoundView | None
    by_hand: ByHandView
    undecided: list[int]
    decision_clock: ClockView | None
    total_cents: int
    held: HeldView | None
    refund: RefundView | None
    resumed: bool
    paused: bool
    badge: BadgeView | None
    croupier: CroupierView | None
    pin: PinView | None
    relief: ReliefView
    call: CallView | None
    machines: list[MachineView]
    shuffler: ShufflerView
    decks: DecksView
    blocked: list[str]
    modes: list[str]
    pit_code: str
    pit_code_until_ms: int
    reader_lost: bool
    alarms: list[AlarmView]
    jackpot: JackpotView
    hand_lamps: HandLampsView
    sheet: SheetView | None
    incidents: IncidentsView
    last_deals: LastDealsView | None
    upkeep: UpkeepView | None
    record: RecordView
    unanswered: UnansweredView | None
    aside: SealedView | None
    light: LightView
    dealer: DealerHandView
    board: BoardView
    seats: list[SeatView]
    turn: int
    expected: str
    speaks: int
    verification: VerificationView | None
    waiting_book: str
    last_rounds: list[LastRoundView]


class DealerView(TableView):
    """What the dealer's console shows, and every act that would be taken now."""

    screen: Literal["dealer"]
    offers: list[Tap]
    primary: KeyView | None
    undo: UndoView | None
    undo_why: str
    to_key: list[str]
    dealing_by_hand: DealingByHandView
    slips: list[SlipView]
    acts: list[RecentActView]
    rules: RulesView


class PitView(TableView):
    """What the pit sees of one table, and what there waits for a person. `pit_code` is hidden by dots."""

    screen: Literal["pit"]
    offers: list[Tap]
    awaited: list[AwaitedView]
    pit_signs: PitSignsView
    pit_card: PitCardView | None
    settings: SettingsView
    identities: list[IdentityView]
    lines: list[LineView]
    drafting: DraftingView | None
    lamps: list[str]
    shoe_locked: bool


class DisplayView(IdentityOfView):
    """What the public sees: no seat, no card, no name. `stale_ms` is after how long a meter counts as old."""

    screen: Literal["jackpot"]
    stale_ms: int
    avance_cents: int
    phase: str
    number: str
    light: PublicLightView
    jackpot: JackpotView
    upkeep: PublicUpkeepView
    wins: list[PublicWinView]
    pending: bool
    held: bool
    paused: bool
    last_deals: LastDealsView | None
    prizes: list[list[str]]
    game: Literal["ultimate", "casino"]
    street_rules: list[StreetView]
    unqualified_ante: Literal["returned", "paid"]
    voided: bool
    main: MainTableView
    sides: list[SideTableView]
