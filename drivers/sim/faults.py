"""Misfortunes by seed: what may happen to a machine or to its line, how often, and by order.

Chance comes from the generator handed in and is drawn only where something could happen, so the same
seed gives the same misfortunes. A fault can also be ordered by name, for training and for tests.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from controller.game.cards import Card
from controller.game.inputs import Machine

KINDS: Final = ("bounce", "drop", "repeat", "corrupt", "unplug", "misread", "unreadable", "jam")
JAM_STAGES: Final = ("feed", "shuffle", "count", "exit")
LEVELS: Final[Mapping[str, Mapping[str, int]]] = {
    "none": {},
    "some": {
        "bounce": 8,  # of chips put down or taken
        "drop": 1_500,  # of pieces on a line, like the next three
        "repeat": 1_500,
        "corrupt": 1_500,
        "unplug": 20_000,
        "misread": 4_000,  # of cards drawn, like the next
        "unreadable": 2_000,
        "jam": 150,  # of decks shuffled
    },
    "hard": {
        "bounce": 2,
        "drop": 100,
        "repeat": 100,
        "corrupt": 100,
        "unplug": 1_500,
        "misread": 500,
        "unreadable": 250,
        "jam": 15,
    },
}
"""One in how many occasions each fault happens."""


class UnknownFault(ValueError):
    """No fault of this catalogue has that name, or no level."""


class Faults:
    """The misfortunes of one simulated table.

    Args:
        rng: where chance comes from; nothing else of the simulation should draw from it.
        level: `none`, `some` or `hard`; with `none` only what is ordered happens.

    Attributes:
        met: how often each kind happened.
    """

    def __init__(self, rng: random.Random, level: str = "none") -> None:
        if level not in LEVELS:
            raise UnknownFault(f"faults: unknown level {level!r}, one of {', '.join(LEVELS)}")
        self.met: Counter[str] = Counter()
        self._rng = rng
        self._one_in = LEVELS[level]
        self._ordered: Counter[tuple[str, Machine]] = Counter()

    def order(self, kind: str, machine: Machine) -> None:
        """The fault happens at the machine's next occasion for it.

        Raises:
            UnknownFault: there is none of that name.
        """
        if kind not in KINDS:
            raise UnknownFault(f"unknown fault {kind!r}, one of {', '.join(KINDS)}")
        self._ordered[kind, machine] += 1

    def waiting(self, kind: str, machine: Machine) -> int:
        """How many ordered faults of this kind have not happened yet."""
        return self._ordered[kind, machine]

    def occurs(self, kind: str, machine: Machine) -> bool:
        """Whether the fault happens on this occasion; one that does is counted."""
        if self._ordered and self._ordered[kind, machine] > 0:
            self._ordered[kind, machine] -= 1
            self._ordered += Counter()  # forget what is used up
        else:
            one_in = self._one_in.get(kind)
            if one_in is None or self._rng.randrange(one_in):
                return False
        self.met[kind] += 1
        return True

    def on_the_line(self, machine: Machine, data: bytes) -> tuple[bytes, ...]:
        """What arrives of a piece put on the line: nothing, the piece, a damaged one, or two."""
        if not (self._one_in or self._ordered) or not data:
            return (data,)
        if self.occurs("drop", machine):
            return ()
        if self.occurs("corrupt", machine):
            damaged = bytearray(data)
            damaged[self._rng.randrange(len(data))] ^= self._rng.randint(1, 255)
            data = bytes(damaged)
        if self.occurs("repeat", machine):
            return (data, data)
        return (data,)

    def read(self, card: Card, out: Sequence[Card]) -> Card | None:
        """What the shoe's eye makes of a card: the card, None, or one that is already out of the deck.

        A misread card that is still in the deck could not be told from a true one; only the two best
        hands, looked at by a person, are safe from it (reliability, F-8). So it is not simulated.
        """
        if self.occurs("unreadable", Machine.SHOE):
            return None
        if out and self.occurs("misread", Machine.SHOE):
            return self._rng.choice(out)
        return card

    def jam_stage(self) -> str:
        """Where the shuffler jams on the deck it was just given, or empty."""
        return self._rng.choice(JAM_STAGES) if self.occurs("jam", Machine.SHUFFLER) else ""

    def away_ms(self) -> int:
        """How long an unplugged machine stays away."""
        return self._rng.randint(500, 5_000)

    def bounces(self) -> list[int]:
        """Gaps in ms between the extra edges of a chip put down or taken; empty when it does not bounce.

        Always an even number of edges, so that the level ends where the hand left it.
        """
        if not self.occurs("bounce", Machine.CHIPS):
            return []
        return [self._rng.randint(1, 25) for _ in range(2 * self._rng.randint(1, 4))]
