"""Play stops and goes on: an incident declared, a hold ended, the felt confirmed, a pause."""

from __future__ import annotations

from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts, While
from controller.game.dealing.card_seen_twice import to_correct
from controller.game.events import Events
from controller.game.incidents.causes import FREE, TALK, HoldCause
from controller.game.incidents.voiding import armed, void_only
from controller.game.inputs import Intent
from controller.game.jackpot.unanswered_stakes import held_by_press
from controller.game.machines.alarm_events import alarm, chef_called
from controller.game.machines.shoe_away import shoe_still_gone
from controller.game.payment.winning_hand import verified_now
from controller.game.refusals import ART, ART_JP1, NOT_NOW, Refusal
from controller.game.roles import (
    AT_THE_TABLE,
    BADGE_DEALER,
    CHEF,
    CHEFS,
    DEALERS,
    Right,
    person_proven,
)
from controller.game.state import IN_ROUND, Phase, TableState


def _declare_incident(state: TableState, intent: i.DeclareIncident) -> Refusal | None:
    return None if state.phase in IN_ROUND or state.phase is Phase.BETTING else NOT_NOW


def _confirm_felt(state: TableState, intent: i.ConfirmFelt) -> Refusal | None:
    return None if state.resumed else NOT_NOW


def _pause(state: TableState, intent: i.Pause) -> Refusal | None:
    """Between rounds, and at every step of a verification: it may take an hour (screens, section 7)."""
    if verified_now(state) is not None:
        return None
    return None if state.phase in (Phase.BETTING, Phase.CLEARING) else NOT_NOW


def _end_pause(state: TableState, intent: i.EndPause) -> Refusal | None:
    return None if state.paused else NOT_NOW


def _resume(state: TableState, intent: i.Resume) -> Refusal | None:
    if state.held is None:
        return NOT_NOW
    if state.held.cause is HoldCause.JP1_NOT_REGISTERED and state.latched:
        return Refusal("jp1_to_choose", ART_JP1)
    if held_by_press(state):
        return Refusal("press_waits", ART_JP1)
    if void_only(state):
        return Refusal("talk_voids", ART) if state.held.cause in TALK else Refusal("void_only", "CS-08")
    if armed(state) is not None:
        return Refusal("void_armed", "RP-18")
    wrong = to_correct(state)
    if wrong:
        return Refusal("card_to_correct", "CS-08", (("place", str(wrong[0])),))
    return None


def latched_too_late(state: TableState) -> Events:
    """A card left over JP1 chips that are not registered: the chef chooses, whatever held the round then."""
    late = state.phase is Phase.LATCHED and state.held is None and state.playing.drawn and state.latched
    if not late:
        return ()
    cause = HoldCause.JP1_NOT_REGISTERED
    return (e.RoundHeld(cause), *alarm(state, "A-205", 2, 0, cause.value))


def _incident_declared(state: TableState, intent: i.DeclareIncident) -> Events:
    held = e.RoundHeld(HoldCause(intent.incident.value))
    return (held,) if intent.incident is i.Incident.EXPOSED_CARD else (held, *chef_called(state))


_ONLY_CHEF: Final = Right(CHEFS, "SE-11", BADGE_DEALER)


_UNLOCKING: Final = Right(DEALERS | CHEFS, "SE-11", BADGE_DEALER)


def _resuming(state: TableState) -> Right:
    return AT_THE_TABLE if state.held is not None and state.held.cause in FREE else CHEF


def _ending_pause(state: TableState) -> Right:
    """A pause locks the console of a table with a register: its dealer opens it again, or a chef (S19)."""
    if not state.facts.register:
        return AT_THE_TABLE
    badge, dealer = state.badge, state.dealer
    his = badge is not None and dealer is not None and badge.person == dealer.person
    return _UNLOCKING if his else _ONLY_CHEF


def offered(state: TableState) -> list[Intent]:
    """What stops the table now, or lets it go on."""
    acts: list[Intent] = []
    if state.resumed:
        acts.append(_CONFIRM_FELT)
    if state.paused:
        acts.append(_END_PAUSE)
    if state.held is not None:
        acts.append(_RESUME)
    if state.phase in (Phase.BETTING, Phase.SHOWDOWN, Phase.CLEARING):
        acts.append(_PAUSE)
    if state.phase is Phase.BETTING or state.phase in IN_ROUND:
        acts.append(_INCIDENT)
    return acts


_CONFIRM_FELT: Final = i.ConfirmFelt()
_END_PAUSE: Final = i.EndPause()
_RESUME: Final = i.Resume()
_PAUSE: Final = i.Pause()
_INCIDENT: Final = i.DeclareIncident(i.Incident.EXPOSED_CARD)


ACTS: Final[Acts] = {
    i.DeclareIncident: Act(_declare_incident, AT_THE_TABLE, _incident_declared, While.RESUMED),
    i.Resume: Act(
        _resume,
        _resuming,
        lambda state, intent: (e.HoldEnded(person_proven(state)), *shoe_still_gone(state)),
        While.HELD | While.CLOSING,
    ),
    i.ConfirmFelt: Act(
        _confirm_felt,
        AT_THE_TABLE,
        lambda state, intent: (e.FeltConfirmed(),),
        While.ALWAYS,
        in_any_view=True,
    ),
    i.Pause: Act(_pause, AT_THE_TABLE, lambda state, intent: (e.PlayPaused(),)),
    i.EndPause: Act(
        _end_pause, _ending_pause, lambda state, intent: (e.PauseEnded(),), While.HELD | While.PAUSED
    ),
}
