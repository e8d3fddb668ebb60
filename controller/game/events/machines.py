"""What became of the machines and their decks."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.events.event import Event
from controller.game.inputs import Health, LineCount, Machine, MachineIdentity, Occasion, ShufflerMode

__all__ = [
    "DeckBlocked",
    "DeckDeclared",
    "DeckReleased",
    "DisplaysChanged",
    "EmptyShown",
    "HandDealingBegun",
    "HandDealingEnded",
    "HeadsWitnessed",
    "LinesCounted",
    "MachineChanged",
    "MachineNamed",
    "ShoeChanged",
    "ShoeCounted",
    "ShowEmptyAsked",
    "ShowEmptyWithdrawn",
    "ShufflerChanged",
]


@dataclass(frozen=True, slots=True)
class MachineChanged(Event):
    """A machine came, went or does badly."""

    machine: Machine
    health: Health
    detail: str = ""


@dataclass(frozen=True, slots=True)
class LinesCounted(Event):
    """What the lines of these machines carried since they were counted before (screens, section 6.1)."""

    lines: tuple[LineCount, ...]


@dataclass(frozen=True, slots=True)
class HeadsWitnessed(Event):
    """How far the journals of other tables had gone: their last signed heads, as a witness told them."""

    heads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MachineNamed(Event):
    """The machine in this place is this one from here on, with this program (CS-15)."""

    named: MachineIdentity


@dataclass(frozen=True, slots=True)
class ShufflerChanged(Event):
    """The shuffler's own state, told in this frame; `recovery` is the next step of the way out of a jam."""

    mode: ShufflerMode
    deck_in: str
    deck_out: str
    count: int
    shuffled: bool
    lid_open: bool
    cut_card: bool = True
    recovery: str = ""
    frame: int = 0


@dataclass(frozen=True, slots=True)
class DeckBlocked(Event):
    """The shuffler's deck is not dealt: it must be taken out and another one verified (CS-06)."""

    cause: str
    count: int = 0


@dataclass(frozen=True, slots=True)
class DeckReleased(Event):
    """A whole deck was verified after one had been blocked."""

    colour: str


@dataclass(frozen=True, slots=True)
class DeckDeclared(Event):
    """The dealer shuffled and counted this deck by hand."""

    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class ShowEmptyAsked(Event):
    """The shuffler is to be shown empty."""

    occasion: Occasion


@dataclass(frozen=True, slots=True)
class ShowEmptyWithdrawn(Event):
    """The shuffler need not be shown empty now: it takes decks again."""

    person: str


@dataclass(frozen=True, slots=True)
class EmptyShown(Event):
    """The shuffler was shown: empty when its lid was open and no card inside (CS-03)."""

    occasion: str
    lid_open: bool
    cards: int


@dataclass(frozen=True, slots=True)
class ShoeChanged(Event):
    """The shoe's lock, as it reports it, and whether it counts its cards."""

    locked: bool
    counts: bool = True


@dataclass(frozen=True, slots=True)
class HandDealingBegun(Event):
    """The shoe is mute: cards are dealt by hand and keyed, until a chef ends it."""

    chef: str


@dataclass(frozen=True, slots=True)
class HandDealingEnded(Event):
    """The shoe is back; cards are dealt from it again."""

    chef: str


@dataclass(frozen=True, slots=True)
class ShoeCounted(Event):
    """How many cards the shoe says are in it, while cards are dealt by hand; -1: it cannot say."""

    cards_left: int


@dataclass(frozen=True, slots=True)
class DisplaysChanged(Event):
    """So many displays show the jackpot to the players now, where one is required (art. 55-20, 2°)."""

    count: int
