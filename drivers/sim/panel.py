"""What the simulator's panel shows and does: the machines, the hands on them, and what goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

from controller.game.inputs import Machine
from drivers.readers.badge import Holder
from drivers.sim.catalogue import MACHINES
from drivers.sim.decks import SHOWN, Stacked
from drivers.sim.faults import KINDS, UnknownFault
from drivers.sim.machines import Hands

View = dict[str, Any]
PACES: Final[Mapping[str, float]] = {"0.5": 0.5, "1": 1.0, "2": 2.0, "5": 5.0}

ORDERS: Final = tuple(
    [(kind, MACHINES[kind][0]) for kind in KINDS]
    + [(kind, machine) for kind in KINDS for machine in MACHINES[kind][1:]]
)
"""Every fault that can be ordered and where, the usual place first."""
PAGE: Final = 7
PAGES: Final = -(-len(ORDERS) // PAGE)
"""The panel has room for so many at a time."""

PEOPLE_PLAY: Final = "people_play"
SHOE_LOCKED: Final = "shoe_locked"
SHOE_EMPTY: Final = "shoe_empty"
SHOE_BUSY: Final = "shoe_busy"
NO_DECK: Final = "no_deck"
REASONS: Final = (PEOPLE_PLAY, SHOE_LOCKED, SHOE_EMPTY, SHOE_BUSY, NO_DECK)
"""Why a hand could not do what was asked; anything else that `Bench.act` says is a tap that is none."""


class Bench:
    """The panel's hands.

    Args:
        hands: the simulated machines.
        holders: whose badge each card is.
        people: gets and sets whether the people play by themselves, and how fast.
        expected: where the next card goes, as the console shows it; empty when none may be drawn.
        seated: the seats that play, for whom a placed deck is put in order.
        table: which table's machines these are.
        pins: the PIN of each card's holder, for whoever plays these people by hand.
    """

    def __init__(
        self,
        hands: Hands,
        holders: Mapping[str, Holder],
        people: Any,
        expected: Callable[[], str],
        seated: Callable[[], Sequence[int]] = lambda: (),
        table: str = "",
        pins: Mapping[str, str] | None = None,
    ) -> None:
        self._hands = hands
        self._holders = holders
        self._people = people
        self._expected = expected
        self._seated = seated
        self._table = table
        self._pins = pins or {}
        self._shows = 0
        self._pulses = 0
        self._page = 0

    def look(self) -> View:
        """The panel's view; cards in the shoe are a number, never cards."""
        self._shows += 1
        hands = self._hands
        before, self._pulses = self._pulses, hands.chips.pulses
        shoe, shuffler = hands.shoe, hands.shuffler
        return {
            "screen": "simulator",
            "seq": self._shows,
            "table": self._table,
            "playing": self._people.playing,
            "pace": f"{self._people.pace:g}",
            "paces": list(PACES),
            "machines": [
                {"machine": "shuffler", "plugged": shuffler.plugged},
                {"machine": "shoe", "plugged": shoe.plugged},
            ],
            "cards_left": shoe.twin.cards_left,
            "locked": shoe.twin.locked,
            "jam": shuffler.twin.jam,
            "busy": shuffler.twin.busy,
            "ready": shuffler.twin.ready,
            "expected": self._expected(),
            "chips": [hands.chips.covered(seat) for seat in hands.chips.seats],
            "sounds": self._pulses > before,
            "badge": hands.reader.inside,
            "badges": [
                {
                    "card": card,
                    "person": holder.person,
                    "role": str(holder.role),
                    "pin": self._pins.get(card, ""),
                }
                for card, holder in self._holders.items()
            ],
            "faults": [
                {
                    "kind": kind,
                    "machine": str(machine),
                    "met": hands.faults.met[kind],
                    "waiting": hands.faults.waiting(kind, machine),
                }
                for kind, machine in ORDERS[self._page * PAGE : (self._page + 1) * PAGE]
            ],
            "faults_page": self._page,
            "faults_pages": PAGES,
            "decks": list(SHOWN),
            "stacked": [name_of(deck) for deck in hands.stacked],
        }

    def act(self, tap: Mapping[str, Any]) -> str:
        """What the tap asks is done; a text says why not: one of `REASONS`, or what is wrong in it."""
        try:
            return self._ACTS[tap["act"]](self, tap) or ""
        except (ValueError, UnknownFault) as error:
            return str(error)
        except (KeyError, TypeError) as error:
            return f"the tap has no such part: {error}"

    def _play(self, tap: Mapping[str, Any]) -> None:
        self._people.playing = _yes_or_no(tap, "on")

    def _pace(self, tap: Mapping[str, Any]) -> None:
        self._people.pace = PACES[tap["pace"]]

    def _plug(self, tap: Mapping[str, Any]) -> None:
        machine = {"shuffler": self._hands.shuffler, "shoe": self._hands.shoe}[tap["machine"]]
        if _yes_or_no(tap, "plugged"):
            machine.replug()
        else:
            machine.unplug()

    def _order(self, tap: Mapping[str, Any]) -> None:
        kind = str(tap["kind"])
        if kind not in MACHINES:
            near = get_close_matches(kind, MACHINES, n=1)
            meant = f"did you mean {near[0]}?" if near else "tapis fault lists all"
            raise UnknownFault(f"{kind[:40]}: no fault has this name; {meant}")
        machine = Machine(tap.get("machine", MACHINES[kind][0]))
        if machine not in MACHINES[kind]:
            raise ValueError(f"{kind}: no fault of the {machine}; it is one of {', '.join(MACHINES[kind])}")
        self._hands.faults.order(kind, machine)

    def _turn(self, tap: Mapping[str, Any]) -> None:
        page = tap["page"]
        if isinstance(page, bool) or page not in range(PAGES):
            raise ValueError(f"no page {page!r}")
        self._page = page

    def _deck(self, tap: Mapping[str, Any]) -> None:
        self._hands.stacked.append(SHOWN[tap["deck"]])

    def _badge(self, tap: Mapping[str, Any]) -> None:
        card = tap["card"]
        if card != "" and card not in self._holders:
            raise ValueError(f"no badge {card!r}")
        self._hands.badge(card or None)

    def _chip(self, tap: Mapping[str, Any]) -> None:
        seat = tap["seat"]
        if isinstance(seat, bool) or seat not in self._hands.chips.seats:
            raise ValueError(f"no seat {seat!r}")
        (self._hands.take_chip if self._hands.chips.covered(seat) else self._hands.put_chip)(seat)

    def _draw(self, tap: Mapping[str, Any]) -> str:
        if self._people.playing:
            return PEOPLE_PLAY
        twin = self._hands.shoe.twin
        if twin.locked:
            return SHOE_LOCKED
        if not twin.cards_left:
            return SHOE_EMPTY
        return "" if self._hands.draw() is not None else SHOE_BUSY

    def _change(self, tap: Mapping[str, Any]) -> str:
        if self._people.playing:
            return PEOPLE_PLAY
        seats = sorted(self._seated()) or self._hands.chips.seats
        bettors = [seat for seat in seats if self._hands.chips.covered(seat)]
        return "" if self._hands.change_decks(seats, bettors) else NO_DECK

    def _clear(self, tap: Mapping[str, Any]) -> None:
        self._hands.shuffler.act(lambda twin, now_ms: twin.clear_jam(now_ms))

    _ACTS: Final[dict[str, Callable[[Bench, Mapping[str, Any]], str | None]]] = {
        "play": _play,
        "pace": _pace,
        "plug": _plug,
        "order": _order,
        "faults": _turn,
        "deck": _deck,
        "badge": _badge,
        "chip": _chip,
        "draw": _draw,
        "change_decks": _change,
        "clear_jam": _clear,
    }


def name_of(deck: Stacked) -> str:
    """The name under which the panel shows a placed deck; `other` for one that it cannot place."""
    return next((name for name, shown in SHOWN.items() if shown is deck), "other")


def _yes_or_no(tap: Mapping[str, Any], name: str) -> bool:
    said = tap[name]
    if not isinstance(said, bool):
        raise ValueError(f"{name} is neither true nor false")
    return said
