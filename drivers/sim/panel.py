"""What the simulator's panel shows and does: the machines, the hands on them, and what goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.game.felt import SEATS
from controller.game.inputs import Machine
from drivers.badge import Holder
from drivers.sim.decks import SHOWN
from drivers.sim.faults import KINDS, UnknownFault
from drivers.sim.machines import Hands

View = dict[str, Any]
PACES: Final = (0.5, 1.0, 2.0, 5.0)

MACHINES: Final[Mapping[str, Machine]] = {
    "bounce": Machine.CHIPS,
    "drop": Machine.SHOE,
    "repeat": Machine.SHOE,
    "corrupt": Machine.SHOE,
    "unplug": Machine.SHOE,
    "misread": Machine.SHOE,
    "unreadable": Machine.SHOE,
    "jam": Machine.SHUFFLER,
}
"""Which machine a fault of the catalogue is ordered for."""


class Bench:
    """The panel's hands.

    Args:
        hands: the simulated machines.
        holders: whose badge each card is.
        people: gets and sets whether the people play by themselves, and how fast.
        expected: where the next card goes, as the console shows it; empty when none may be drawn.
    """

    def __init__(
        self,
        hands: Hands,
        holders: Mapping[str, Holder],
        people: Any,
        expected: Callable[[], str],
    ) -> None:
        self._hands = hands
        self._holders = holders
        self._people = people
        self._expected = expected
        self._unplugged: set[str] = set()
        self._shows = 0

    def look(self) -> View:
        """The panel's view; cards in the shoe are a number, never cards."""
        self._shows += 1
        hands = self._hands
        return {
            "screen": "simulator",
            "seq": self._shows,
            "playing": self._people.playing,
            "pace": f"{self._people.pace:g}",
            "paces": [f"{pace:g}" for pace in PACES],
            "machines": [
                {"machine": name, "plugged": name not in self._unplugged} for name in ("shuffler", "shoe")
            ],
            "cards_left": hands.shoe.twin.cards_left,
            "locked": hands.shoe.twin.locked,
            "jam": hands.shuffler.twin.jam,
            "ready": hands.shuffler.twin.ready,
            "expected": self._expected(),
            "chips": [hands.chips.covered(seat) for seat in SEATS],
            "badge": hands.reader.inside,
            "badges": [
                {"card": card, "person": holder.person, "role": str(holder.role)}
                for card, holder in self._holders.items()
            ],
            "faults": [
                {"kind": kind, "machine": str(MACHINES[kind]), "met": hands.faults.met[kind]}
                for kind in KINDS
            ],
            "decks": list(SHOWN),
            "stacked": len(hands.stacked),
        }

    def act(self, tap: Mapping[str, Any]) -> str:
        """What the tap asks is done; a text says why it cannot be."""
        try:
            return self._ACTS[tap["act"]](self, tap) or ""
        except (KeyError, ValueError, TypeError, UnknownFault) as error:
            return f"{type(error).__name__}: {error}"

    def _play(self, tap: Mapping[str, Any]) -> None:
        self._people.playing = bool(tap["on"])

    def _pace(self, tap: Mapping[str, Any]) -> None:
        pace = float(tap["pace"])
        if pace not in PACES:
            raise ValueError(f"pace {pace:g} is none of {PACES}")
        self._people.pace = pace

    def _plug(self, tap: Mapping[str, Any]) -> None:
        machine = {"shuffler": self._hands.shuffler, "shoe": self._hands.shoe}[tap["machine"]]
        if tap["plugged"]:
            machine.replug()
            self._unplugged.discard(tap["machine"])
        else:
            machine.unplug()
            self._unplugged.add(tap["machine"])

    def _order(self, tap: Mapping[str, Any]) -> None:
        self._hands.faults.order(tap["kind"], MACHINES[tap["kind"]])

    def _deck(self, tap: Mapping[str, Any]) -> None:
        self._hands.stacked.append(SHOWN[tap["deck"]])

    def _badge(self, tap: Mapping[str, Any]) -> None:
        card = tap["card"]
        if card and card not in self._holders:
            raise ValueError(f"no badge {card!r}")
        self._hands.badge(card or None)

    def _chip(self, tap: Mapping[str, Any]) -> None:
        seat = int(tap["seat"])
        (self._hands.take_chip if self._hands.chips.covered(seat) else self._hands.put_chip)(seat)

    def _draw(self, tap: Mapping[str, Any]) -> str:
        return "" if self._hands.draw() is not None else "the shoe is locked or empty"

    def _change(self, tap: Mapping[str, Any]) -> str:
        return "" if self._hands.change_decks(SEATS, SEATS) else "no shuffled deck is ready"

    def _clear(self, tap: Mapping[str, Any]) -> None:
        self._hands.shuffler.act(lambda twin, now_ms: twin.clear_jam(now_ms))

    _ACTS: Final[dict[str, Callable[[Bench, Mapping[str, Any]], str | None]]] = {
        "play": _play,
        "pace": _pace,
        "plug": _plug,
        "order": _order,
        "deck": _deck,
        "badge": _badge,
        "chip": _chip,
        "draw": _draw,
        "change_decks": _change,
        "clear_jam": _clear,
    }
