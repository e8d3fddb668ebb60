"""When people may act on machines, alarms and modes, and what comes of it."""

from __future__ import annotations

from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts, While
from controller.game.events import Events
from controller.game.incidents.voiding import between_rounds
from controller.game.inputs import Health, Intent, Machine, Mode
from controller.game.machines.alarms import WARNINGS
from controller.game.machines.decks import COLOURS, hand_shuffle_offered, shuffled_by_hand, shuffler_there
from controller.game.refusals import BADGE_CHEF, BADGE_COMITE, NOT_NOW, Refusal
from controller.game.roles import (
    ANYBODY,
    AT_THE_TABLE,
    CHEF,
    COMITE,
    DEALING,
    Right,
    chef_here,
    person_here,
    person_or_dealer,
)
from controller.game.state import Phase, TableState
from controller.game.state_parts import DECK_CARDS, Alarm

REASONS: Final = frozenset(reason.value for reason in i.Acknowledgement)
CODE_MAX: Final = 8


def _no_round(state: TableState) -> bool:
    return state.phase in (Phase.CLOSED, Phase.OPENING) or between_rounds(state)


def _find(state: TableState, number: int) -> Alarm | None:
    return next((up for up in state.alarms if up.number == number), None)


def _see_alarm(state: TableState, intent: i.SeeAlarm) -> Refusal | None:
    up = _find(state, intent.alarm)
    if up is None or up.seen_ms:
        return Refusal("no_such_alarm", "", (("alarm", intent.alarm),))
    if up.code not in WARNINGS:
        return None
    return None if intent.reason in REASONS else Refusal("reason", "CS-07")


def _seen(state: TableState, intent: i.SeeAlarm) -> Events:
    up = _find(state, intent.alarm)
    person = person_here(state)
    told = up is not None and up.code in WARNINGS
    seen = e.AlarmSeen(intent.alarm, person if told else "", intent.reason if told else "")
    return (seen, e.AlarmCleared(intent.alarm)) if up is not None and up.over else (seen,)


def _silence(state: TableState, intent: i.SilenceAlarm) -> Refusal | None:
    up = _find(state, intent.alarm)
    if up is None or up.seen_ms or up.silent_ms:
        return Refusal("no_such_alarm", "", (("alarm", intent.alarm),))
    return None


def _lift_block(state: TableState, intent: i.LiftBlock) -> Refusal | None:
    if not state.blocked:
        return NOT_NOW
    return None if intent.reason in REASONS else Refusal("reason", "CS-15")


def _allow_mode(state: TableState, intent: i.AllowMode) -> Refusal | None:
    if intent.mode in state.modes or not _no_round(state):
        return NOT_NOW
    if intent.mode is Mode.NO_READER:
        return Refusal("ask_pit")  # no badge can be read here: the pit's grant begins this mode
    return None if hand_shuffle_offered(state) else NOT_NOW


def _leave_mode(state: TableState, intent: i.LeaveMode) -> Refusal | None:
    if intent.mode not in state.modes or not _no_round(state):
        return NOT_NOW
    if intent.mode is Mode.NO_READER:
        if state.machine(Machine.BADGE).health is not Health.UP:
            return Refusal("machine_away", "", (("machine", "badge"),))
        # The reader has proved itself by reading a badge that counts.
        local = chef_here(state) and state.badge is not None and not state.badge.remote
        return None if local else BADGE_CHEF
    if not shuffler_there(state):
        return Refusal("machine_away", "", (("machine", "shuffler"),))
    whole = state.shuffler.verified and state.shuffler.mode is i.ShufflerMode.SHUFFLE
    return None if whole else Refusal("deck_not_verified", "CS-18")


def _declare_deck(state: TableState, intent: i.DeclareDeck) -> Refusal | None:
    if not shuffled_by_hand(state) or state.phase is not Phase.BETTING:
        return NOT_NOW
    if intent.colour not in COLOURS:
        return Refusal("colour_unknown", "CS-01", (("colour", intent.colour),))
    if intent.count != DECK_CARDS:
        return Refusal("deck_count", "CS-06", (("count", intent.count),))
    again = state.decks.fresh and state.decks.in_shoe == intent.colour
    return NOT_NOW if again else None


def _show_empty(state: TableState, intent: i.ShowEmpty) -> Refusal | None:
    if not _no_round(state) or state.decks.empty_asked == intent.occasion.value:
        return NOT_NOW
    there = shuffler_there(state)
    return None if there else Refusal("machine_away", "CS-03", (("machine", "shuffler"),))


def _withdraw_show_empty(state: TableState, intent: i.WithdrawShowEmpty) -> Refusal | None:
    return None if state.decks.empty_asked and _no_round(state) else NOT_NOW


def reader_lost(state: TableState) -> bool:
    """The card reader was there, and is not any more."""
    told = state.machine(Machine.BADGE)
    return told.health is Health.LOST or (told.health is Health.ABSENT and told.since_ms > 0)


def _ask_pit(state: TableState, intent: i.AskPit) -> Refusal | None:
    if not reader_lost(state) or (state.badge is not None and not state.badge.remote):
        return NOT_NOW
    drawn = intent.code.isascii() and intent.code.isdigit() and len(intent.code) <= CODE_MAX
    return None if drawn else Refusal("code_unknown")


def offered(state: TableState) -> list[Intent]:
    """The acts on machines that are worth asking about now."""
    acts: list[Intent] = [i.LeaveMode(mode) for mode in state.modes]
    if shuffled_by_hand(state):
        acts += [i.DeclareDeck(colour, DECK_CARDS) for colour in COLOURS]
    elif hand_shuffle_offered(state):
        acts.append(i.AllowMode(Mode.HAND_SHUFFLE))
    if _no_round(state) and shuffler_there(state):
        acts += _SHOW
    if state.decks.empty_asked:
        acts.append(i.WithdrawShowEmpty())
    if state.blocked:
        acts.append(i.LiftBlock(i.Acknowledgement.REPLACED.value))
    return acts


_SHOW: Final[tuple[Intent, ...]] = tuple(i.ShowEmpty(occasion) for occasion in i.Occasion)


_ASKING: Final = Right(frozenset(), "screens, section 9.1")
"""Whoever stands at a table whose reader is lost may ask the pit, before the first sign-on too: a code on the
console lets nothing happen, the card and the PIN at the pit do."""


def _seeing(state: TableState, intent: i.SeeAlarm) -> Right:
    """A machine's warning is the chef's to acknowledge (CS-07)."""
    warned = any(up.number == intent.alarm and up.code in WARNINGS for up in state.alarms)
    return CHEF if warned else ANYBODY


ACTS: Final[Acts] = {
    i.SeeAlarm: Act(_see_alarm, ANYBODY, _seen, While.ALWAYS, _seeing, in_any_view=True),
    i.SilenceAlarm: Act(
        _silence,
        ANYBODY,
        lambda state, intent: (e.AlarmSilenced(intent.alarm),),
        While.ALWAYS,
        in_any_view=True,
    ),
    i.LiftBlock: Act(
        _lift_block,
        Right(COMITE, "CS-15", BADGE_COMITE),
        lambda state, intent: (e.BlockLifted(person_here(state), intent.reason),),
        While.ALWAYS,
    ),
    i.AllowMode: Act(
        _allow_mode,
        CHEF,
        lambda state, intent: (e.ModeEntered(intent.mode, person_here(state)),),
        While.PAUSED | While.CLOSING,
    ),
    i.LeaveMode: Act(
        _leave_mode,
        AT_THE_TABLE,
        lambda state, intent: (e.ModeLeft(intent.mode, person_or_dealer(state)),),
        While.PAUSED | While.CLOSING,
    ),
    i.DeclareDeck: Act(
        _declare_deck, DEALING, lambda state, intent: (e.DeckDeclared(intent.colour, intent.count),)
    ),
    i.ShowEmpty: Act(
        _show_empty,
        AT_THE_TABLE,
        lambda state, intent: (e.ShowEmptyAsked(intent.occasion),),
        While.PAUSED | While.CLOSING,
    ),
    i.WithdrawShowEmpty: Act(
        _withdraw_show_empty,
        AT_THE_TABLE,
        lambda state, intent: (e.ShowEmptyWithdrawn(person_or_dealer(state)),),
        While.PAUSED | While.CLOSING,
    ),
    i.AskPit: Act(
        _ask_pit,
        _ASKING,
        lambda state, intent: (e.PitAsked(intent.code),),
        While.ALWAYS,
        in_any_view=True,
    ),
}
