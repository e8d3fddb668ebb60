"""The table of acts: one row for each intent, made in the room of its topic (`controller.game.act`)."""

from __future__ import annotations

from typing import Final

from controller.game.act import Acts
from controller.game.betting.acts import ACTS as BETTING
from controller.game.dealing.acts import ACTS as DEALING
from controller.game.dealing.exchanged_cards import ACTS as EXCHANGED_CARDS
from controller.game.incidents.holds import ACTS as HOLDS
from controller.game.incidents.reports import ACTS as REPORTS
from controller.game.incidents.voiding import ACTS as VOIDING
from controller.game.jackpot.acts import ACTS as JACKPOT
from controller.game.machines.acts import ACTS as MACHINES
from controller.game.meter.acts import ACTS as METER
from controller.game.opening.acts import ACTS as OPENING
from controller.game.payment.large_payments import ACTS as REVIEWS
from controller.game.payment.slips import ACTS as SLIPS
from controller.game.payment.steps import ACTS as PAYMENT
from controller.game.people.at_table import ACTS as PEOPLE
from controller.game.rectification.acts import ACTS as RECTIFICATION
from controller.game.settings.drafts import ACTS as SETTINGS
from controller.game.settling.acts import ACTS as SETTLING

ACTS: Final[Acts] = {
    **OPENING,
    **PEOPLE,
    **BETTING,
    **JACKPOT,
    **DEALING,
    **EXCHANGED_CARDS,
    **SETTLING,
    **REVIEWS,
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
