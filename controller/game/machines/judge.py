"""Judge what machines say of themselves: their health, their troubles, the shuffler's decks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.betting.sensing import doubt, doubt_unproven, sensors_there
from controller.game.events import Events
from controller.game.incidents.causes import HoldCause
from controller.game.inputs import Health, Machine, Mode, Observation
from controller.game.machines.alarm_events import alarm, clear, find_alarm
from controller.game.machines.alarms import DECK_TROUBLES, MACHINE_ALARMS, trouble_alarm
from controller.game.machines.shoe_away import in_mid_deal, makes_way, shoe_gone
from controller.game.people.at_pit import PIT_CODE_MS, pit_card, pit_card_gone, purpose_of
from controller.game.roles import CHEFS
from controller.game.state import Phase, TableState
from controller.game.state_parts import DECK_CARDS

COUNT_UNKNOWN: Final = "count_unknown"
"""The trouble of a shoe without a count that was away, or heard damage, in mid-deal."""
COUNT_MISMATCH: Final = "count_mismatch"
"""The trouble of a shoe whose own count says that a card left without a word."""
STAYS_OPEN: Final = "lock_stays_open"
"""The trouble of a shoe that does not lock when it is told to: a card may leave at any moment."""
DOUBTS: Final = {
    COUNT_UNKNOWN: HoldCause.COUNT_UNKNOWN,
    COUNT_MISMATCH: HoldCause.CARD_COUNT,
    STAYS_OPEN: HoldCause.SHOE_NOT_LOCKED,
}
"""Troubles of the shoe after which its deal is held, and the cause of that (RC-06)."""
FIRMWARE: Final = "firmware_changed"


def health(state: TableState, seen: i.HealthObserved) -> Events:
    told = state.machine(seen.machine)
    if (told.health, told.detail) == (seen.health, seen.detail):
        return ()
    changed = e.MachineChanged(seen.machine, seen.health, seen.detail)
    code = MACHINE_ALARMS[seen.machine]
    if _went_away(state, seen):
        return (changed, *shoe_gone(state, seen.machine), *alarm(state, code, 2, 0, seen.detail))
    if seen.machine is Machine.CHIPS and seen.health is Health.UP:
        return (changed, *clear(state, code), *_sensors_came(state))
    return (changed, *(clear(state, code) if seen.health is Health.UP else ()))


def _went_away(state: TableState, seen: i.HealthObserved) -> bool:
    """A machine that answered is silent or unplugged; one that was never there is no news.

    Without sensors JP1 is taken by hand, and without the shoe no deal goes on: these are told in any case.
    """
    if seen.health is Health.LOST:
        return True
    if seen.machine is Machine.CHIPS or (seen.machine is Machine.SHOE and in_mid_deal(state)):
        return seen.health is Health.ABSENT
    return seen.health is Health.ABSENT and state.machine(seen.machine).health is not Health.ABSENT


def _sensors_came(state: TableState) -> Events:
    """Sensors that were away at the opening were never seen to work; those that played are believed again."""
    if state.phase in (Phase.CLOSED, Phase.OPENING) or state.hand_lamps is not None or sensors_there(state):
        return ()
    return doubt_unproven(state)


def trouble(state: TableState, seen: i.TroubleObserved) -> Events:
    code, priority = trouble_alarm(seen.code)
    kind, _, rest = seen.code.partition("_")
    number = rest.rpartition("_")[2]
    seat = next((n for n in state.places if kind == "chip" and number == str(n)), 0)
    if seat and state.profile.jp1:
        # Over, the sensor is not believed before it has proven itself anew (BC-12).
        return doubt(state, seat, rest.partition("_")[0]) if seen.active else ()
    if not seen.active:
        return (*clear(state, code, seat), *_mended(state, seen.code))
    raised = alarm(state, code, priority, seat, seen.code)
    if seen.code in DOUBTS and in_mid_deal(state) and not state.by_hand:
        # RC-06: without a count nobody knows whether a card went by unseen, and a person counts the felt; by
        # a count that does not agree one did, and the deal is void (RP-18). A shoe that stays open may let
        # one out at any moment.
        ended = makes_way(state)
        if ended is not None:
            return (*ended, e.RoundHeld(DOUBTS[seen.code]), *raised)
    if seen.code == FIRMWARE and seen.machine not in state.blocked:
        return (e.TableBlocked(seen.machine, seen.code), *raised)
    if seen.machine is Machine.SHUFFLER and seen.code in DECK_TROUBLES and state.decks.blocked != seen.code:
        return (*raised, *_blocked(state, seen.code))
    return raised


# --- the shuffler's decks ------------------------------------------------------------------------


def shuffler(state: TableState, seen: i.ShufflerObserved) -> Events:
    told = state.shuffler
    said = (
        *(seen.mode, seen.deck_in, seen.deck_out, seen.count, seen.shuffled),
        *(seen.lid_open, seen.cut_card, seen.recovery),
    )
    before = (
        *(told.mode, told.deck_in, told.deck_out, told.count, told.shuffled),
        *(told.lid_open, told.cut_card, told.recovery),
    )
    if said == before:
        return ()
    changed = e.ShufflerChanged(*said, frame=seen.frame)
    if not seen.shuffled:
        return (changed,)
    if seen.count != DECK_CARDS:
        again = state.decks.blocked == "deck_count" and told.deck_out == seen.deck_out
        blocked = () if again else _blocked(state, "deck_count", seen.count)
        return (changed, *alarm(state, "A-204", 2, 0, str(seen.count), seen.frame), *blocked)
    return (changed, *clear(state, "A-204"), *_verified(state, seen))


def _blocked(state: TableState, cause: str, count: int = 0) -> Events:
    """The shuffler's deck may not be dealt; where decks are shuffled by hand it is not dealt anyway."""
    return () if Mode.HAND_SHUFFLE in state.modes else (e.DeckBlocked(cause, count),)


def _verified(state: TableState, seen: i.ShufflerObserved) -> Events:
    """Another whole deck lies in the tray, and nothing is wrong with its colour or its cut card."""
    if not state.decks.blocked or not state.decks.taken_out or not seen.deck_out or seen.recovery:
        return ()
    for code in ("A-218", "A-220"):
        up = find_alarm(state, code)
        if up is not None and not up.over:
            # The deck that came in its stead is no better: it is to be taken out too.
            return () if state.shuffler.deck_out else (e.DeckBlocked(state.decks.blocked),)
    return (e.DeckReleased(seen.deck_out),)


def _mended(state: TableState, code: str) -> Events:
    """The same deck was counted anew after a jam, or its cut card is back: it may be dealt (CS-18)."""
    mends = code in ("recount_due", "cut_card_missing") and state.decks.blocked == code
    return (e.DeckReleased(state.shuffler.deck_out),) if mends else ()


def shown_empty(state: TableState, seen: i.ShownEmptyObserved) -> Events:
    """What was seen is written, whether somebody had asked or not (CS-03)."""
    return (e.EmptyShown(state.decks.empty_asked, seen.lid_open, seen.cards),)


# --- the pit's reader ----------------------------------------------------------------------------


def pit_refusal(state: TableState, seen: i.RemoteBadgeObserved) -> str:
    """Why a badge read at the pit does not count here, or an empty text."""
    if not state.pit_code:
        return "not_asked"
    if seen.code != state.pit_code:
        return "code"
    if seen.at_ms >= state.pit_code_ms + PIT_CODE_MS:
        return "expired"
    return "" if Mode.NO_READER in state.modes or seen.role in CHEFS else "role"


def remote_badge(state: TableState, seen: i.RemoteBadgeObserved) -> Events:
    """A badge at the pit counts once, when this table's code was entered with it (screens, section 9.1)."""
    why = pit_refusal(state, seen)
    if why:
        tried = alarm(state, "A-207", 2, 0, "pit_code") if why == "code" else ()
        return (e.PitRefused(seen.person, why), *tried)
    entered: Events = ()
    if Mode.NO_READER not in state.modes:
        entered = (e.ModeEntered(Mode.NO_READER, seen.person),)
    badge = e.BadgePresented(seen.person, seen.role, seen.proven, remote=True)
    return (*entered, *clear(state, "A-207"), badge)


def pit_card_refused(state: TableState, seen: i.PitCardRefused) -> Events:
    """The try is kept and the code is spent; where nobody had asked there is nothing to keep."""
    asked = bool(purpose_of(state, seen.act)) if seen.act else bool(state.pit_code)
    if not asked:
        return ()
    return (e.PitRefused(seen.person, seen.why, seen.act), *alarm(state, "A-207", 2, 0, seen.why))


MACHINES_SAY: Final[dict[type[Observation], Callable[[TableState, Any], Events]]] = {
    i.HealthObserved: health,
    i.TroubleObserved: trouble,
    i.ShufflerObserved: shuffler,
    i.ShownEmptyObserved: shown_empty,
    i.RemoteBadgeObserved: remote_badge,
    i.PitCardRefused: pit_card_refused,
    i.PitCardObserved: pit_card,
    i.PitCardGoneObserved: pit_card_gone,
}
