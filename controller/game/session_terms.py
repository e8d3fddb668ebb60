"""What does not change at a table while a session lasts."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.felt import SEATS_MAX
from controller.game.jackpot.rules import JackpotConfig
from controller.game.meter.types import NOTICE_H
from controller.game.opening.cash import CashTerms
from controller.game.profile import RuleProfile
from controller.game.settings.types import SettingsTerms


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What does not change during a session: bound by the first row of the journal.

    `seats`: the felt has so many places, 1 to 7, numbered from the dealer's left (rules, section 2).
    `first_round` follows the last round of the sessions before; `jp1_meter_share` is in millionths.
    `approved`: the minister has approved this program with these rules (art. 38-2).
    `register`: a register of people is kept, so that dealers sign on and badges are proven by a PIN.
    `cameras` see this table, and their images are kept `retention_days`; a payment of
    the two best hands from `identity_from_cents` on needs an identity check (JW-16), what the table pays one
    seat above `second_person_from_cents` a chef (JW-21). With `cash` the table opens and closes by its
    sheets (AC-01, CS-01).
    `display_required`: JP1 is closed while no display of it works (art. 55-20, 2°); to a display that hears
    nothing for `stale_ms` its amount is no longer live (LK-03).
    `jp1_terms` are the jackpot's parameters (PM-02), a stop of it is announced `stop_notice_h` before. A JP1
    press without an answer holds the round after `unanswered_ms`. `pit_cards`: a card in the pit's reader may
    do acts of a supervised payment. `no_shuffler`: the table has none, so that every deck is shuffled and
    counted by hand (CS-22).
    """

    table: str
    session: int
    simulated: bool
    profile: RuleProfile
    jp1_stake_cents: int
    jp1_meter_share: int
    first_round: int = 1
    betting_ms: int = 45_000
    last_bets_ms: int = 10_000
    showdown_ms: int = 2_000
    clearing_ms: int = 2_000
    register: bool = False
    approved: bool = False
    cameras: tuple[str, ...] = ()
    retention_days: int = 28
    identity_from_cents: int = 200_000
    second_person_from_cents: int = 500_000
    cash: CashTerms | None = None
    display_required: bool = False
    stale_ms: int = 10_000
    no_shuffler: bool = False
    jp1_terms: JackpotConfig | None = None
    stop_notice_h: int = NOTICE_H
    pit_cards: bool = False
    settings: SettingsTerms | None = None
    unanswered_ms: int = 30_000
    seats: int = SEATS_MAX
