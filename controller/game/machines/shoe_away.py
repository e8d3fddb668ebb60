"""A shoe that goes away in the middle of a deal: the deal is held until its count is heard again (RC-06).

Nobody knows what leaves a shoe that is silent or unplugged. Back, it tells what nobody had acknowledged, then
its count: one that agrees ends the hold by itself, any other holds the deal for a person (RP-18). The chef
may also have the rest dealt by hand.
"""

from __future__ import annotations

from controller.game import events as e
from controller.game.events import Events
from controller.game.incidents.causes import FREE, HoldCause
from controller.game.incidents.voiding import armed
from controller.game.inputs import AWAY, Machine
from controller.game.machines.alarm_events import find_alarm
from controller.game.machines.alarms import MACHINE_ALARMS
from controller.game.state import Phase, TableState


def in_mid_deal(state: TableState) -> bool:
    """Cards of this deal may be out, and others are still to come."""
    if state.phase is not Phase.DEALING and state.phase is not Phase.DECIDING:
        return False
    return state.playing.next_place is not None


def shoe_gone(state: TableState, machine: Machine) -> Events:
    """The hold of the deal, if this machine is the shoe that it was dealt from."""
    if machine is not Machine.SHOE or not in_mid_deal(state) or state.held is not None or state.by_hand:
        return ()
    return (e.RoundHeld(HoldCause.SHOE_GONE),)


def shoe_still_gone(state: TableState) -> Events:
    """The deal is held for the shoe, once another hold is ended while it is away."""
    told = find_alarm(state, MACHINE_ALARMS[Machine.SHOE])
    away = told is not None and not told.over and state.machine(Machine.SHOE).health in AWAY
    held_by_it = state.held is not None and state.held.cause is HoldCause.SHOE_GONE
    goes_on = in_mid_deal(state) and not state.by_hand
    return (e.RoundHeld(HoldCause.SHOE_GONE),) if away and goes_on and not held_by_it else ()


def makes_way(state: TableState) -> Events | None:
    """What ends so that the chef is asked; None where a hold for him stands already.

    A hold that the dealer ends by himself would else be the way to let a card go by unseen (RC-06, RP-18).
    """
    if state.held is None:
        return ()
    if state.held.cause in FREE and armed(state) is None:
        return (e.HoldEnded(""),)
    return shoe_back(state) or None


def waits_for_shoe(state: TableState) -> bool:
    """The deal is held for the shoe alone; a void that somebody has armed meanwhile stands."""
    return state.held is not None and state.held.cause is HoldCause.SHOE_GONE and armed(state) is None


def shoe_back(state: TableState, person: str = "") -> Events:
    """That hold ends: the shoe is there again and what it says decides, or this person deals without it."""
    return (e.HoldEnded(person),) if waits_for_shoe(state) else ()
