"""The states of the dealer's console as worded maps: the rounds of the reference pictures, and more."""

from __future__ import annotations

import copy

from tests.ui.samples.bets import (
    betting,
    closed,
    collected,
    last_bets,
    latched,
    opening,
    stakes_sheet,
    time_up,
)
from tests.ui.samples.pieces import View
from tests.ui.samples.procedure import procedure, procedure_video
from tests.ui.samples.settling import clearing, fixed_prize, settling, showdown, taking
from tests.ui.samples.streets import dealing, decided, flop, preflop, river
from tests.ui.samples.trouble import (
    critical,
    held,
    incidents,
    key_card,
    last_rounds,
    low,
    resumed,
    unreadable,
)
from tests.ui.states import view_of
from ui.screen.console import ConsoleFace
from ui.screen.console_state import LocalState
from ui.screen.keyboard import shortcuts

SAMPLES = {
    "S0_closed": closed,
    "S1_opening": opening,
    "S2_betting": betting,
    "S2_last_bets": last_bets,
    "S2_time_up": time_up,
    "S2_stakes": stakes_sheet,
    "S3_latched": latched,
    "S4_collected": collected,
    "S5_dealing": dealing,
    "S6_preflop": preflop,
    "S7_flop": flop,
    "S8_river": river,
    "S9_decided": decided,
    "S10_showdown": showdown,
    "S10_qualified": lambda: showdown(qualified=True),
    "S11_settling": settling,
    "S11_taking": taking,
    "S12_fixed_prize": fixed_prize,
    "S13_cards": procedure,
    "S13_video": procedure_video,
    "S14_clearing": clearing,
    "S18_resumed": resumed,
    "A101_critical": critical,
    "A202_unreadable": unreadable,
    "A301_low": low,
    "held": held,
    "incidents": incidents,
    "rounds": last_rounds,
    "key_card": key_card,
    "S16_shoe_lost": lambda: worded("shoe_lost_chef"),
    "S16_dealt_by_hand": lambda: worded("by_hand"),
    "S16_results": lambda: worded("by_hand_telling"),
    "S16_class_alone": lambda: worded("by_hand_folded"),
    "S16_contested": lambda: worded("by_hand_contested"),
}


def worded(name: str) -> View:
    """A real table in that state, as the console words it."""
    return ConsoleFace("fr").words(view_of(name))


def sample(name: str) -> View:
    """A fresh copy of the map of that state."""
    made = copy.deepcopy(SAMPLES[name]())
    return {"shortcuts": shortcuts(made, LocalState()), **made}
