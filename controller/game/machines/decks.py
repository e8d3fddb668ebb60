"""Which deck may be dealt: whole, of the other colour, out of an approved machine (CS-04, CS-06, CS-15)."""

from __future__ import annotations

from typing import Final

from controller.game.inputs import AWAY, Health, Machine, Mode, ShufflerMode
from controller.game.refusals import Refusal
from controller.game.state import TableState

COLOURS: Final = ("red", "blue")
"""The backs of the two decks (art. 40-1)."""

_PRESENT: Final = frozenset({Health.UP, Health.DEGRADED})


def shuffler_there(state: TableState) -> bool:
    """The shuffler answers."""
    return state.machine(Machine.SHUFFLER).health in _PRESENT


def shuffled_by_hand(state: TableState) -> bool:
    """No machine counts what comes back: stub and dealt cards are declared whole for every deal (CS-22).

    The table has no shuffler (its use is optional, art. 40-1), or a chef has allowed to do without it.
    """
    return state.facts.no_shuffler or Mode.HAND_SHUFFLE in state.modes


def why_not_dealt(state: TableState) -> Refusal | None:
    """Why the deck in the shoe may not be dealt, or None when it may.

    For the first deal as for every other a deck must have come whole out of the shuffler, or been declared:
    nobody's stake is locked, and no JP1 stake taken, over a shoe that nobody has filled.
    """
    if state.blocked:
        return Refusal("table_blocked", "CS-15", (("machine", str(state.blocked[0])),))
    decks = state.decks
    if shuffled_by_hand(state):
        return None if decks.fresh else Refusal("deck_to_declare", "CS-18")
    there = shuffler_there(state)
    if there and state.shuffler.mode is ShufflerMode.SORT:
        return Refusal("shuffler_sorts", "CS-14")
    if decks.fresh and decks.in_shoe != decks.dealt:
        return None
    if decks.blocked == "deck_count":
        return Refusal("deck_count", "CS-06", (("count", decks.blocked_count),))
    if decks.blocked:
        return Refusal("deck_blocked", "CS-06", (("cause", decks.blocked),))
    if decks.fresh:
        return Refusal("deck_colour", "CS-04", (("colour", decks.in_shoe),))
    if decks.in_shoe:
        return Refusal("deck_again" if there else "shuffler_away", "CS-04", (("colour", decks.in_shoe),))
    if there:
        return Refusal("deck_to_load", "CS-04")
    # One that never spoke is the opening's matter: there both decks are counted by hand (CS-01).
    return Refusal("shuffler_away", "CS-04") if state.machine(Machine.SHUFFLER).since_ms else None


def why_shoe_silent(state: TableState) -> Refusal | None:
    """Nobody can deal: the shoe is away, and no chef has allowed the cards to be dealt by hand (RC-06)."""
    told = state.machine(Machine.SHOE)
    silent = told.health in AWAY and told.since_ms > 0  # one that never spoke is the opening's matter
    return Refusal("shoe_away", "RC-06") if silent and not state.by_hand else None


def hand_shuffle_offered(state: TableState) -> bool:
    """The shuffler is lost, jammed, or its deck blocked: the chef may have the decks shuffled by hand."""
    told = state.machine(Machine.SHUFFLER)
    away = not shuffler_there(state) and (told.since_ms > 0 or bool(state.decks.in_shoe))
    return away or bool(state.shuffler.recovery) or bool(state.decks.blocked)
