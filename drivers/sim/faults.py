"""Faults by seed: what may happen to a machine or to its line, how often, and by order.

Chance comes from the generator handed in and is drawn only where something could happen, so the same
seed gives the same faults. A fault can also be ordered by name, for training and for tests.
`drivers.sim.catalogue` says of each what the dealer sees and what to do.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from controller.game.cards import Card
from controller.game.inputs import Machine
from drivers.lines.frame import encode_frame
from drivers.lines.messages import Kind, pack

JAM_STAGES: Final = ("feed", "shuffle", "count", "exit")
ON_THE_LINE: Final = (
    "drop",
    "repeat",
    "corrupt",
    "delay",
    "reorder",
    "stall",
    "baud_glitch",
    "second_talker",
)
BY_BYTES: Final = (*ON_THE_LINE, "unplug", "reboot", "firmware_changed")
"""These happen to the line of shoe and shuffler, or are noticed by who listens there."""
LEVELS: Final[Mapping[str, Mapping[str, int]]] = {
    "none": {},
    "some": {
        "bounce": 8,  # of chips put down or taken
        "drop": 1_500,  # of pieces on a line, like the next ones
        "repeat": 1_500,
        "corrupt": 1_500,
        "delay": 3_000,
        "reorder": 3_000,
        "stall": 20_000,
        "baud_glitch": 6_000,
        "second_talker": 6_000,
        "unplug": 20_000,
        "reboot": 20_000,  # of pieces that a machine hears
        "firmware_changed": 40_000,
        "misread": 4_000,  # of cards drawn, like the next ones
        "unreadable": 2_000,
        "stick": 400,  # of chips taken
        "blind": 800,  # of chips put down
        "jam": 150,  # of decks shuffled, like the next ones
        "missing_card": 800,
        "extra_card": 800,
        "wrong_colour": 800,
    },
    "hard": {
        "bounce": 2,
        "drop": 100,
        "repeat": 100,
        "corrupt": 100,
        "delay": 200,
        "reorder": 200,
        "stall": 5_000,
        "baud_glitch": 400,
        "second_talker": 400,
        "unplug": 1_500,
        "reboot": 3_000,
        "firmware_changed": 10_000,
        "misread": 500,
        "unreadable": 250,
        "stick": 60,
        "blind": 120,
        "jam": 15,
        "missing_card": 80,
        "extra_card": 80,
        "wrong_colour": 80,
        "duplicate_card": 500,  # of cards drawn: as often as an eye that errs, which it is to be told from
        "foreign_card": 500,
    },
}
"""One in how many occasions each fault happens by itself."""
KINDS: Final = tuple(LEVELS["hard"])
STALLED_PIECES: Final = 24
"""How many pieces an ordered stall loses, in both directions: some three seconds of a conversation."""
STALLED_BY_SEED: Final = 3
"""And one by seed at most: nights keep the heart of their machines calm, and would be deaf for minutes."""
LONG_AWAY_ONE_IN: Final = 3
_DICE: Final = 1_000_000


class UnknownFault(ValueError):
    """No fault of this catalogue has that name, or no level."""


class NoLine(ValueError):
    """The fault happens on a line, and the machine hands its messages over without one."""


class Faults:
    """The faults of one simulated table.

    Args:
        rng: where chance comes from; nothing else of the simulation should draw from it.
        level: `none`, `some` or `hard`; with `none` only what is ordered happens.

    Attributes:
        met: how often each kind happened.
        met_at: how often, by kind and machine.
        direct: shoe and shuffler of this table hand their messages over without bytes.
    """

    def __init__(self, rng: random.Random, level: str = "none") -> None:
        if level not in LEVELS:
            raise UnknownFault(f"faults: unknown level {level!r}, one of {', '.join(LEVELS)}")
        self.direct = False
        self.met: Counter[str] = Counter()
        self.met_at: Counter[tuple[str, Machine]] = Counter()
        self._rng = rng
        self._one_in = LEVELS[level]
        # Of a million pieces on a line: one draw a piece decides about all faults of a line.
        self._lots = [(kind, _DICE // self._one_in[kind]) for kind in ON_THE_LINE if kind in self._one_in]
        self._hazard = sum(lot for _, lot in self._lots)
        self._ordered: Counter[tuple[str, Machine]] = Counter()
        self._held: dict[tuple[Machine, str], tuple[str, bytes]] = {}
        self._stalled: Counter[Machine] = Counter()
        self._stall = STALLED_PIECES

    def order(self, kind: str, machine: Machine) -> None:
        """The fault happens at the machine's next occasion for it.

        Raises:
            UnknownFault: there is none of that name.
            NoLine: it needs a line, and this machine has none.
        """
        if kind not in KINDS:
            raise UnknownFault(f"unknown fault {kind!r}, one of {', '.join(KINDS)}")
        if self.direct and kind in BY_BYTES and machine in (Machine.SHOE, Machine.SHUFFLER):
            raise NoLine(
                f"{kind}: the {machine} of this night hands its messages over without bytes, and has no line"
                " on which it could happen; build the night with direct=False"
            )
        self._ordered[kind, machine] += 1

    def waiting(self, kind: str, machine: Machine) -> int:
        """How many ordered faults of this kind have not happened yet."""
        return self._ordered[kind, machine]

    def occurs(self, kind: str, machine: Machine) -> bool:
        """Whether the fault happens on this occasion; one that does is counted."""
        if not self._one_in and not self._ordered:
            return False
        if not self._is_ordered(kind, machine):
            one_in = self._one_in.get(kind)
            if one_in is None or self._rng.randrange(one_in):
                return False
        self._meets(kind, machine)
        return True

    def _meets(self, kind: str, machine: Machine) -> None:
        self.met[kind] += 1
        self.met_at[kind, machine] += 1

    def _is_ordered(self, kind: str, machine: Machine) -> bool:
        if not self._ordered or self._ordered[kind, machine] <= 0:
            return False
        self._ordered[kind, machine] -= 1
        self._ordered += Counter()  # forget what is used up
        return True

    # --- on a line ------------------------------------------------------------------------------------

    def on_the_line(self, machine: Machine, data: bytes, way: str = "") -> tuple[bytes, ...]:
        """What arrives of a piece put on the line, piece by piece: itself, nothing, or something else.

        `way` keeps the two directions of a line apart; without it no piece is delayed or reordered.
        """
        if not (self._one_in or self._ordered or self._held or self._stalled) or not data:
            return (data,)
        if self._stalled[machine] > 0:
            self._stalled[machine] -= 1
            self._stalled += Counter()
            return ()
        late = self._held.pop((machine, way), None)
        kind = self._line_fault(machine, way)
        if kind in ("delay", "reorder") and late is None:
            self._held[machine, way] = (kind, data)
            return ()
        pieces = self._spoil(kind, data, machine) if kind else (data,)
        if late is None:
            return pieces
        return (late[1], *pieces) if late[0] == "delay" else (*pieces, late[1])

    def _line_fault(self, machine: Machine, way: str) -> str:
        """The one fault that this piece meets, counted, or an empty text."""
        kinds = [kind for kind in ON_THE_LINE if way or kind not in ("delay", "reorder")]
        found = ""
        self._stall = STALLED_PIECES
        if self._ordered:
            found = next((kind for kind in kinds if self._is_ordered(kind, machine)), "")
        if not found and self._hazard:
            lot = self._rng.randrange(_DICE)
            if lot < self._hazard:
                self._stall = self._rng.randint(1, STALLED_BY_SEED)
                for kind, share in self._lots:
                    if lot < share:
                        found = kind if kind in kinds else ""
                        break
                    lot -= share
        if found:
            self._meets(found, machine)
        return found

    def _spoil(self, kind: str, data: bytes, machine: Machine) -> tuple[bytes, ...]:
        match kind:
            case "repeat":
                return (data, data)
            case "corrupt":
                damaged = bytearray(data)
                damaged[self._rng.randrange(len(data))] ^= self._rng.randint(1, 255)
                return (bytes(damaged),)
            case "baud_glitch":
                return (self._rng.randbytes(len(data) + self._rng.randint(0, 4)),)
            case "second_talker":
                return self._talked_over(data)
            case "stall":
                self._stalled[machine] = self._stall
        return ()

    def _talked_over(self, data: bytes) -> tuple[bytes, ...]:
        """Somebody else says a frame of his own on this line, in between or in the middle of ours."""
        boot = self._rng.randrange(1, 1 << 32)
        theirs = encode_frame(Kind.HEARTBEAT, 0, 0, boot, pack(Kind.HEARTBEAT, {"heard_boot": boot}))
        at = self._rng.randrange(len(data) + 1)
        return (data[:at] + theirs + data[at:],)

    # --- at the machines ------------------------------------------------------------------------------

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

    def intruder(self, out: Sequence[Card]) -> tuple[Card, bool] | None:
        """A card that has no business in the deck comes out instead: a copy of one that is out.

        With whether the eye knows its code: a duplicate of our own deck, or a card of another deck.
        """
        if out and self.occurs("duplicate_card", Machine.SHOE):
            return self._rng.choice(out), True
        if out and self.occurs("foreign_card", Machine.SHOE):
            return self._rng.choice(out), False
        return None

    def jam_stage(self) -> str:
        """Where the shuffler jams on the deck it was just given, or empty."""
        return self._rng.choice(JAM_STAGES) if self.occurs("jam", Machine.SHUFFLER) else ""

    def miscount(self, deck: list[Card]) -> list[Card]:
        """The deck as it is when it comes to be counted: whole, a card short, or with one too many."""
        if deck and self.occurs("missing_card", Machine.SHUFFLER):
            lost = self._rng.randrange(len(deck))
            return deck[:lost] + deck[lost + 1 :]
        if deck and self.occurs("extra_card", Machine.SHUFFLER):
            return [*deck, self._rng.choice(deck)]
        return deck

    def boot(self) -> int:
        """The number that a machine draws when it starts anew."""
        return self._rng.randrange(1, 1 << 32)

    def away_ms(self) -> int:
        """How long an unplugged machine stays away."""
        return self._rng.randint(500, 5_000)

    def reader_away_ms(self) -> int:
        """How long the badge reader stays away: by seed minutes now and then, while somebody waits for it."""
        if self._one_in and not self._rng.randrange(LONG_AWAY_ONE_IN):
            return self._rng.randint(30_000, 180_000)
        return self.away_ms()

    def starts_ms(self) -> int:
        """How long spots or a reader take to start anew, or tell nothing."""
        return self._rng.randint(500, 2_000)

    def bounces(self) -> list[int]:
        """Gaps in ms between the extra edges of a chip put down or taken; empty when it does not bounce.

        Always an even number of edges, so that the level ends where the hand left it.
        """
        if not self.occurs("bounce", Machine.CHIPS):
            return []
        return [self._rng.randint(1, 25) for _ in range(2 * self._rng.randint(1, 4))]

    def sticks_ms(self) -> int:
        """How long a sensor stays covered after its chip was taken; 0 when it does not stick."""
        return self._rng.randint(20_000, 60_000) if self.occurs("stick", Machine.CHIPS) else 0


def drawn_from(
    deck: tuple[Card, ...], drawn: int, faults: Faults | None
) -> tuple[tuple[Card, ...], Card, Card | None]:
    """The deck, of which so many cards are out; the card that comes next; what the shoe's eye makes of it.

    A card that has no business there takes the place of the deck's own.
    """
    card, out = deck[drawn], deck[:drawn]
    if faults is None:
        return deck, card, card
    intruder = faults.intruder(out)
    if intruder is None:
        return deck, card, faults.read(card, out)
    card, known = intruder
    return (*out, card, *deck[drawn + 1 :]), card, card if known else None
