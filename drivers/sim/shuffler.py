"""A shuffler, imitated at the wire: a deck goes in, is shuffled by seed, and comes out into the tray."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from controller.game.cards import Card
from controller.game.inputs import Machine, ShufflerMode
from drivers.lines.messages import Kind
from drivers.lines.session import Session
from drivers.open_machine import Speaks
from drivers.sim.faults import Faults
from drivers.sim.open_twin import OpenTwin

SHUFFLE_MS: Final = 45_000


class ShufflerTwin(OpenTwin):
    """The shuffler: one deck inside, one in the tray, so that one is shuffled while the other plays.

    Args:
        rng: what it shuffles with.
        boot: a number drawn for this power-on; not 0.
        shuffle_ms: how long a deck takes.
        faults: what may go wrong, or None.
        speaks: makes its end of the conversation.
    """

    def __init__(
        self,
        rng: random.Random,
        *,
        boot: int,
        shuffle_ms: int = SHUFFLE_MS,
        faults: Faults | None = None,
        speaks: Speaks = Session,
    ) -> None:
        super().__init__(Machine.SHUFFLER, boot, "open-shuffler 1.0", faults, speaks)
        self.mode = ShufflerMode.SHUFFLE
        self.lid_open = False
        self.jam = ""
        self.cut_card = True
        self.awaits_empty = False
        self._rng = rng
        self.shuffle_ms = shuffle_ms
        self._said_colour = ""
        self._inside: tuple[list[Card], str] | None = None
        self._tray: tuple[list[Card], str] | None = None
        self._tray_shuffled = False
        self._ends_ms: int | None = None
        self._jam_at_end = ""

    @property
    def ready(self) -> bool:
        """Whether a deck lies in the tray."""
        return self._tray is not None

    @property
    def said_colour(self) -> str:
        """What it says is in the tray; empty for no deck."""
        return self._said_colour if self._tray is not None else ""

    @property
    def busy(self) -> bool:
        """Whether a deck is inside."""
        return self._inside is not None

    @property
    def ends_ms(self) -> int | None:
        """When the deck inside will have been shuffled; None when that is done, or none is inside."""
        return self._ends_ms

    def finish(self, now_ms: int) -> None:
        """The deck inside has been shuffled by now, unless something keeps the machine from it."""
        if self._ends_ms is not None:
            self._ends_ms = now_ms
            self._work(now_ms)

    def insert(self, deck: Sequence[Card], colour: str, now_ms: int) -> bool:
        """The deck is inside and being shuffled; False without room, or while the machine takes none."""
        if self._inside is not None or self.lid_open or self.jam or self.awaits_empty:
            return False
        self._inside = (list(deck), colour)
        self._begin(now_ms)
        self._report(now_ms)
        return True

    def take_out(self, now_ms: int) -> tuple[list[Card], str] | None:
        """The deck of the tray and its colour are in the hand; None when the tray is empty."""
        taken, self._tray = self._tray, None
        if taken is not None:
            self._report(now_ms)
            self._work(now_ms)  # a finished deck was waiting for the tray
        return taken

    def lid(self, is_open: bool, now_ms: int) -> None:
        """The lid is open, and nothing moves, or closed again."""
        self.lid_open = is_open
        if not is_open and self._inside is not None and not self.jam:
            self._begin(now_ms)
        self._report(now_ms)

    def turn_mode(self, mode: ShufflerMode, now_ms: int) -> None:
        """The switch stands at `mode`; it counts from the next deck."""
        self.mode = mode
        self._report(now_ms)

    def clear_jam(self, now_ms: int) -> None:
        """The jammed card is out and back with the others; the deck is shuffled from the beginning."""
        if self.jam:
            self._session.send(Kind.SHUFFLER_JAM, now_ms, stage=self.jam, active=False)
            self.jam = ""
            if self._inside is not None:
                self._begin(now_ms)
            self._report(now_ms)

    def show_empty(self, now_ms: int) -> bool:
        """The lid is open on an empty machine, and it says so; False when a deck is in it."""
        if self._inside is not None or self._tray is not None:
            return False
        self.lid_open = True
        self.awaits_empty = False
        self._report(now_ms)
        self._session.send(Kind.SHUFFLER_SHOWN_EMPTY, now_ms)
        return True

    def empty(self, now_ms: int) -> None:
        """Every card is out of the machine, a jammed one too, and its lid open."""
        self.clear_jam(now_ms)
        self._inside = self._tray = None
        self._ends_ms = None
        self.lid_open = True
        self._report(now_ms)

    def lose_cut_card(self, now_ms: int) -> None:
        """The cut card is not in the tray any more."""
        self.cut_card = False
        self._report(now_ms)

    def leak_order(self, now_ms: int) -> None:
        """The machine does what none may: it sends a message of the kind that carries an order."""
        self._session.send(Kind.DECK_ORDER, now_ms)

    def restart(self, boot: int, now_ms: int) -> None:
        """The machine lost its power and came back: it begins its deck anew."""
        super().restart(boot, now_ms)
        self.awaits_empty = False
        if self._inside is not None and not self.jam:
            self._begin(now_ms)

    def _hear(self, kind: Kind, values: dict[str, Any], now_ms: int) -> None:
        if kind is Kind.SHOW_EMPTY:
            self.awaits_empty = values["awaited"]

    def _begin(self, now_ms: int) -> None:
        self._ends_ms = now_ms + self.shuffle_ms
        if self._faults is not None and not self._jam_at_end:
            self._jam_at_end = self._faults.jam_stage()

    @property
    def _work_ends_ms(self) -> int | None:
        if self.lid_open or self.jam or self._inside is None or self._tray is not None:
            return None
        return self._ends_ms

    def _work(self, now_ms: int) -> None:
        ends_ms = self._work_ends_ms
        if ends_ms is None or now_ms < ends_ms or self._inside is None:
            return
        self._ends_ms = None
        if self._jam_at_end:
            self.jam, self._jam_at_end = self._jam_at_end, ""
            self._session.send(Kind.SHUFFLER_JAM, now_ms, stage=self.jam, active=True)
            return
        cards, colour = self._inside
        self._said_colour = colour
        if self._faults is not None:
            cards = self._faults.miscount(cards)
            if self._faults.occurs("wrong_colour", self.machine):
                self._said_colour = {"red": "blue", "blue": "red"}.get(colour, colour)
        self._tray_shuffled = self.mode is ShufflerMode.SHUFFLE
        if self._tray_shuffled:
            self._rng.shuffle(cards)
        else:
            cards.sort(key=lambda card: card.code)
        self._inside, self._tray = None, (cards, colour)
        self._report(now_ms)

    def _introduce(self, now_ms: int) -> None:
        self.awaits_empty = False  # the table asks again, whether it went on or began anew
        self._report(now_ms)
        if self.jam:
            self._session.send(Kind.SHUFFLER_JAM, now_ms, stage=self.jam, active=True)

    def _report(self, now_ms: int) -> None:
        cards = self._tray[0] if self._tray is not None else []
        self._session.send(
            Kind.SHUFFLER_STATE,
            now_ms,
            mode=self.mode.value,
            deck_in=self._inside[1] if self._inside is not None else "",
            deck_out=self.said_colour,
            count=len(cards),
            shuffled=self._tray is not None and self._tray_shuffled,
            lid_open=self.lid_open,
            cut_card=self.cut_card,
        )
