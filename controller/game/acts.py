"""The table of acts: one row for each intent, made in the room of its topic (`controller.game.act`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from controller.game.act import Acts
from controller.game.betting.acts import ACTS as BETTING
from controller.game.betting.acts import offered as betting_acts
from controller.game.betting.sensor_acts import offered as betting_sensor_acts
from controller.game.dealing.acts import ACTS as DEALING
from controller.game.dealing.acts import offered as dealing_acts
from controller.game.dealing.by_hand import offered as dealing_by_hand
from controller.game.dealing.exchanged_cards import ACTS as EXCHANGED_CARDS
from controller.game.dealing.exchanged_cards import offered as dealing_exchanged_cards
from controller.game.dealing.taking_back import offered as dealing_taking_back
from controller.game.incidents.holds import ACTS as HOLDS
from controller.game.incidents.holds import offered as incidents_holds
from controller.game.incidents.reports import ACTS as REPORTS
from controller.game.incidents.reports import offered as incidents_reports
from controller.game.incidents.voiding import ACTS as VOIDING
from controller.game.incidents.voiding import offered as incidents_voiding
from controller.game.inputs import Intent
from controller.game.jackpot.acts import ACTS as JACKPOT
from controller.game.jackpot.acts import offered as jackpot_acts
from controller.game.jackpot.corrections import offered as jackpot_corrections
from controller.game.jackpot.unanswered_stakes import offered as jackpot_unanswered_stakes
from controller.game.machines.acts import ACTS as MACHINES
from controller.game.machines.acts import offered as machines_acts
from controller.game.meter.acts import ACTS as METER
from controller.game.meter.acts import offered as meter_acts
from controller.game.opening.acts import ACTS as OPENING
from controller.game.opening.acts import offered as opening_acts
from controller.game.opening.sheets import offered as opening_sheets
from controller.game.payment.large_payments import ACTS as LARGE_PAYMENTS
from controller.game.payment.large_payments import offered as payment_large_payments
from controller.game.payment.slips import ACTS as SLIPS
from controller.game.payment.slips import offered as payment_slips
from controller.game.payment.steps import ACTS as PAYMENT
from controller.game.payment.steps import offered as payment_steps
from controller.game.people.at_table import ACTS as PEOPLE
from controller.game.people.at_table import offered as people_at_table
from controller.game.rectification.acts import ACTS as RECTIFICATION
from controller.game.rectification.acts import offered as rectification_acts
from controller.game.settings.drafts import ACTS as SETTINGS
from controller.game.settings.drafts import offered as settings_drafts
from controller.game.settling.acts import ACTS as SETTLING
from controller.game.settling.acts import offered as settling_acts
from controller.game.state import TableState

ACTS: Final[Acts] = {
    **OPENING,
    **PEOPLE,
    **BETTING,
    **JACKPOT,
    **DEALING,
    **EXCHANGED_CARDS,
    **SETTLING,
    **LARGE_PAYMENTS,
    **PAYMENT,
    **SLIPS,
    **RECTIFICATION,
    **HOLDS,
    **VOIDING,
    **REPORTS,
    **MACHINES,
    **METER,
    **SETTINGS,
}

OFFERED: Final[tuple[Callable[[TableState], Iterable[Intent]], ...]] = (
    people_at_table,
    incidents_holds,
    incidents_voiding,
    opening_acts,
    betting_acts,
    betting_sensor_acts,
    jackpot_acts,
    dealing_acts,
    dealing_by_hand,
    payment_steps,
    dealing_exchanged_cards,
    settling_acts,
    payment_large_payments,
    jackpot_corrections,
    meter_acts,
    jackpot_unanswered_stakes,
    dealing_taking_back,
    rectification_acts,
    machines_acts,
    payment_slips,
    opening_sheets,
    settings_drafts,
    incidents_reports,
)
"""What each topic has to offer: the acts without an amount of their own that are worth asking about now."""
