"""How simulated people bring a deck to the table: from the shuffler, out of its troubles, or by hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, Protocol

from drivers.sim.pit import CHEF, Tap, View

BY_HAND_ONE_IN: Final = 4
"""How often the chef has the decks shuffled by hand rather than wait for a shuffler in trouble."""
PATIENCE: Final = 40
"""Looks at a deck that stays blocked, three seconds each, before the chef has the decks shuffled by hand."""
PATIENCE_LOOKS: Final = 6
SHUFFLE_MS: Final = 40_000
NO_DECK: Final = (
    "deck_again",
    "deck_to_load",
    "deck_colour",
    "deck_count",
    "deck_blocked",
    "deck_to_declare",
    "shuffler_away",
)
"""Refusals that ask for another deck."""
OTHER: Final = {"red": "blue", "blue": "red"}


class DeckMachines(Protocol):
    """The hands' side of shuffler and shoe."""

    def change_decks(self, seats: Sequence[int], bettors: Sequence[int]) -> bool:
        """The played deck goes into the shuffler and the shuffled one into the shoe; False: not ready."""
        ...

    def recover(self, step: str) -> None:
        """What the console says next after a jam."""
        ...

    def reject_deck(self, colour: str) -> None:
        """The deck of the tray goes to the chef; a new one of this colour goes in."""
        ...

    def shuffle_by_hand(self, rng: Random) -> str:
        """The played deck is shuffled on the felt and in the shoe; its colour."""
        ...

    def show_empty(self) -> None:
        """The shuffler is empty and open, for everybody to see."""
        ...


class DeckCare:
    """What the dealer does until a deck that may be dealt is in the shoe; `next` gives one step at a time."""

    def __init__(self, rng: Random, machines: DeckMachines) -> None:
        self.ready = False
        self._rng = rng
        self._machines = machines
        self._asked = False
        self._waited = 0
        self._looks = 0

    def again(self) -> None:
        """Another deck is needed."""
        self.ready = False
        self._asked = False

    def waits(self) -> int:
        """The table does not take the deck in the shoe: patience, then another deck; milliseconds."""
        self._looks += 1
        if self._looks > PATIENCE_LOOKS:
            self._looks = 0
            self.again()
        return 500

    def next(self, view: View, seats: Sequence[int], bettors: Sequence[int]) -> tuple[int, str, Tap | None]:
        """Milliseconds to wait, whose badge is needed, and the tap; `ready` when nothing is left to do."""
        step = view["shuffler"]["recovery"]
        if "hand_shuffle" in view["modes"]:
            return self._by_hand(view, step)
        if step or not _there(view):
            if not self._asked and _offered(view, "AllowMode"):
                self._asked = True
                if self._rng.randrange(BY_HAND_ONE_IN) == 0:
                    return 0, CHEF, {"act": "AllowMode", "mode": "hand_shuffle"}
            if step and step != "wait_for_count":
                self._machines.recover(step)
                return 2_000, "", None
        decks = view["decks"]
        if decks["blocked"] and decks["blocked"] != "recount_due":
            if decks["fresh"] and not view["primary"]["why"]:
                self.ready = True  # the next deck is blocked; the one in the shoe may be dealt
                return 0, "", None
            if not decks["taken_out"]:
                self._machines.reject_deck(OTHER.get(decks["dealt"], ""))
            self._waited += 1
            if self._waited > PATIENCE and _offered(view, "AllowMode"):
                return 0, CHEF, {"act": "AllowMode", "mode": "hand_shuffle"}
            return 3_000, "", None
        self._waited = 0
        self.ready = self._machines.change_decks(seats, bettors)
        return 0 if self.ready else 3_000, "", None

    def _by_hand(self, view: View, step: str) -> tuple[int, str, Tap | None]:
        if step:
            self._machines.recover(step)
        if view["decks"]["fresh"]:
            self.ready = True
            return 0, "", None
        if _offered(view, "LeaveMode"):
            return 1_000, "", {"act": "LeaveMode", "mode": "hand_shuffle"}
        colour = self._machines.shuffle_by_hand(self._rng)
        return SHUFFLE_MS, "", {"act": "DeclareDeck", "colour": colour, "count": 52}


def _there(view: View) -> bool:
    told = next(one for one in view["machines"] if one["machine"] == "shuffler")
    return told["health"] in ("up", "degraded")


def _offered(view: View, act: str) -> bool:
    return any(offer["act"] == act for offer in view["offers"])


def code_of(refused: object) -> object:
    """Why a tap was refused, in one word."""
    return getattr(refused, "code", refused)
