"""Views: what each screen may know, as plain maps of codes, seats and cents.

Only cards of `Round.shown` are ever read here; a card face down is the text `back`, one that nobody could
read is `unread`, an empty place is missing. The screens put these maps into words; they compute nothing.
The public display's view holds no seat and no card (SE-15).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from controller.game import inputs as i
from controller.game.betting.light import public_light
from controller.game.dealing.acts import may_key
from controller.game.dealing.show import turn
from controller.game.dealing.show_by_hand import dealing_by_hand
from controller.game.dealing.taking_back import why_nothing
from controller.game.felt import Spot
from controller.game.incidents.voiding import (
    armed,
    declared_reason,
    void_confirmed,
    void_is_over,
    void_only,
)
from controller.game.inputs import Intent
from controller.game.legal_acts import KeyView, Tap, legal_now, why_not
from controller.game.machines.show import identities, lines
from controller.game.memo_by_identity import last_memoised, memoised
from controller.game.meter.show import public, public_wins
from controller.game.opening.show import last_deals, slips
from controller.game.payment.large_payments import seat_to_confirm
from controller.game.payment.steps import next_act
from controller.game.payment.winning_hand import verified_now
from controller.game.people.awaited import awaited
from controller.game.people.show_at_pit import pit_card, pit_signs
from controller.game.profile import RuleProfile
from controller.game.react import lamps, shoe_locked
from controller.game.refusals import shown_refusal
from controller.game.settings.show import drafting, settings
from controller.game.settling.showdown import antes_first
from controller.game.state import Phase, TableState
from controller.game.state_parts import RecentAct
from controller.game.view_parts import (
    IDENTITY,
    TABLE,
    Part,
    game,
    jackpot,
    prizes,
    round_label,
    worked_out,
)
from controller.game.view_types import (
    DealerView,
    DisplayView,
    MainTableView,
    PitView,
    RecentActView,
    RulesView,
    SideTableView,
    UndoView,
)

PRIMARY: Final[dict[Phase, tuple[Intent, ...]]] = {
    Phase.CLOSED: (i.OpenTable(),),
    Phase.OPENING: (i.ConfirmOpening(),),
    Phase.BETTING: (i.CloseBets(),),
    Phase.LATCHED: (i.CollectJp1(),),
    Phase.COLLECTED: (),
    Phase.DEALING: (),
    Phase.DECIDING: (i.CallStreet(), i.OpenHands()),
    Phase.SHOWDOWN: (i.OpenSettlement(),),
    Phase.SETTLING: (),
    Phase.REFUNDING: (),
    Phase.CLEARING: (i.NextRound(),),
}
"""The next legal act of each phase: the primary button of the console."""


def console(state: TableState) -> DealerView:
    """What the dealer's console shows, and every act that would be taken now.

    `offers` lists maps `{"act": name, ...arguments}`; a key of the console carries one of them unchanged.
    `primary` is the act of the one big button with `why` it cannot be pressed, or None.
    """
    return cast(DealerView, worked_out(CONSOLE, state))


def pit(state: TableState) -> PitView:
    """What the pit sees of one table: the same round without the keys, and what needs a person."""
    return cast(PitView, worked_out(PIT, state))


def display(state: TableState) -> DisplayView:
    """What the public sees: the jackpot, its prizes, the light. No seat, no card, no name."""
    return cast(DisplayView, worked_out(DISPLAY, state))


@last_memoised
def _acts(acts: tuple[RecentAct, ...]) -> list[RecentActView]:
    return [{"at_ms": act.at_ms, "code": act.code, "seat": act.seat, "value": act.value} for act in acts]


@memoised
def offer(intent: Intent) -> Tap:
    """The map that a key carries: the act's name and its arguments as text and whole numbers."""
    arguments = {name: getattr(intent, name) for name in intent.__dataclass_fields__}
    given = {name: _plain(value) for name, value in arguments.items() if value != ()}
    return {"act": type(intent).__name__, **given}


def _plain(value: object) -> object:
    if type(value) is tuple:
        return [{"spot": str(one.spot), "cents": one.cents} for one in value]
    return value if type(value) in (int, bool) else str(value)


@last_memoised
def rules(profile: RuleProfile) -> RulesView:
    """The options and tables in force, for the opening sheet and the rule pages."""
    return {
        "profile": profile.id,
        "digest": profile.digest,
        "options": profile.options_in_words(),
        "second": str(profile.second),
        "sides": side_tables(profile),
        "blind": [[str(name), str(odds)] for name, odds in profile.blind.items()],
        "jp1": prizes(profile),
    }


def _just_voided(state: TableState) -> bool:
    """The last deal was annulled, and nothing of the next one has begun."""
    last = state.last_rounds[0] if state.last_rounds else None
    begun = state.phase is not Phase.BETTING and state.phase is not Phase.REFUNDING
    return last is not None and last.voided is not None and not begun


@last_memoised
def side_tables(profile: RuleProfile) -> list[SideTableView]:
    """The side bets of this felt: what each looks at, what it pays for each class, and to whom."""
    return [
        {
            "spot": str(bet.spot),
            "looks_at": str(bet.looks_at),
            "odds": [[str(name), str(odds)] for name, odds in bet.table.items()],
            "requires_win": bet.requires_win,
            "after_fold": bet.after_fold,
        }
        for bet in profile.sides
    ]


@last_memoised
def main_table(profile: RuleProfile) -> MainTableView:
    """The second main bet and what it pays for each winning hand."""
    odds = [[str(name), str(odds)] for name, odds in profile.blind.items()]
    return {"spot": str(profile.second), "odds": odds}


def _pending(state: TableState) -> bool:
    checked = state.round.verification if state.round is not None else None
    return checked is not None and not checked.over


def _to_see(state: TableState) -> list[Tap]:
    """The call and the alarms that the pit has not said it has seen."""
    acts = (i.SeeCall(), *(i.SeeAlarm(up.number) for up in state.alarms))
    return [offer(act) for act in acts if why_not(state, act) is None]


def primary_act(state: TableState) -> Intent | None:
    """The act of the big button, or None where it has none."""
    acts: tuple[Intent, ...]
    if state.resumed:
        acts = (i.ConfirmFelt(),)
    elif state.paused:
        acts = (i.EndPause(),)
    elif state.sheet.closing or (state.phase is Phase.CLEARING and state.sheet.deals_left == 0):
        acts = (i.CloseTable() if state.sheet.closing else i.BeginClosing(),)
    elif state.held is not None:
        acts = (_hold_act(state),)
    elif seat := seat_to_confirm(state):
        acts = (i.ConfirmPayment(seat),)
    elif state.phase is Phase.SETTLING and (seat := turn(state)):
        acts = (i.SettleSeat(seat),)
    elif state.phase is Phase.REFUNDING and (seat := turn(state)):
        acts = (i.RefundSeat(seat),)
    elif void_is_over(state):
        acts = (i.NextRound(),)
    elif state.phase is Phase.DECIDING:
        last = state.playing.street + 1 == len(state.profile.streets)
        acts = PRIMARY[state.phase][1:] if last else PRIMARY[state.phase][:1]
    elif state.phase is Phase.DEALING and state.by_hand:
        acts = (i.ConfirmDealt(),)
    elif state.phase is Phase.SHOWDOWN and antes_first(state, state.playing.qualified):
        acts = (i.PayAntes(),)
    elif verified_now(state) is not None:
        acts = (next_act(state),)
    elif state.hollow:
        acts = (i.ConfirmRest(),)
    else:
        acts = PRIMARY[state.phase]
    return acts[0] if acts else None


def key(state: TableState, act: Intent) -> KeyView:
    """A key with this act; pressed in vain it says why."""
    return {"tap": offer(act), "why": shown_refusal(why_not(state, act))}


def _primary(state: TableState) -> KeyView | None:
    act = primary_act(state)
    return key(state, act) if act is not None else None


def _hold_act(state: TableState) -> Intent:
    """How the hold ends: an armed void is confirmed here. It is armed elsewhere, by a key of its own."""
    told = armed(state)
    if told is not None:
        return void_confirmed(state, told)
    reason = declared_reason(state)
    return i.VoidRound(reason) if reason is not None and void_only(state) else i.Resume()


def _to_key(state: TableState) -> list[str]:
    """The cards that the shoe could not read; those dealt by hand are in `dealing_by_hand`."""
    unread = state.unread
    laid = state.round.laid if unread and state.round is not None else ()
    return [str(place) for place in unread if place not in laid and may_key(state, place)] if unread else []


def _undo(state: TableState) -> UndoView | None:
    if state.round is None or not state.round.undo:
        return None
    step = state.round.undo[-1]
    return {"act": step.act, "seat": step.seat}


CONSOLE: Final[Mapping[str, Part]] = {
    **TABLE,
    "screen": lambda state: "dealer",
    "offers": lambda state: [offer(intent) for intent in legal_now(state)],
    "primary": _primary,
    "undo": _undo,
    "undo_why": why_nothing,
    "to_key": _to_key,
    "dealing_by_hand": dealing_by_hand,
    "slips": slips,
    "acts": lambda state: _acts(state.acts),
    # The paytables are one tap away at every moment (rules, section 7), after a restart too.
    "rules": lambda state: rules(state.profile),
}
PIT: Final[Mapping[str, Part]] = {
    **TABLE,
    "screen": lambda state: "pit",
    "offers": _to_see,
    "awaited": lambda state: awaited(state, offer),
    "pit_signs": pit_signs,
    "pit_card": lambda state: pit_card(state, offer),
    # The code is on the console alone: whoever enters it at the pit has been told it there.
    "pit_code": lambda state: "•" * len(state.pit_code),
    "settings": lambda state: settings(state.facts),
    "identities": lambda state: identities(state.lines.identities),
    "lines": lambda state: lines(state.lines.windows),
    "drafting": drafting,
    "lamps": lambda state: [str(lamp) for lamp in lamps(state).lamps],
    "shoe_locked": shoe_locked,
}
DISPLAY: Final[Mapping[str, Part]] = {
    **IDENTITY,
    "screen": lambda state: "jackpot",
    "stale_ms": lambda state: state.facts.stale_ms,
    "avance_cents": lambda state: state.sheet.advances_cents,
    "phase": lambda state: str(state.phase),
    "number": lambda state: round_label(state.facts, state.round) if state.round is not None else "",
    "light": public_light,
    "jackpot": lambda state: jackpot(state.jackpot, state.facts),
    "upkeep": public,
    "wins": public_wins,
    "pending": _pending,
    "held": lambda state: state.held is not None,
    "paused": lambda state: state.paused,
    "last_deals": last_deals,
    "prizes": lambda state: prizes(state.profile),
    "game": lambda state: "ultimate" if state.profile.second is Spot.BLIND else "casino",
    "street_rules": lambda state: game(state.profile)["streets"],
    "unqualified_ante": lambda state: state.profile.unqualified.ante,
    "voided": _just_voided,
    "main": lambda state: main_table(state.profile),
    "sides": lambda state: side_tables(state.profile),
}
