"""What the simulator's panel shows and does: the machines, the hands on them, and what goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, Protocol

from controller.game.cards import Card
from controller.game.inputs import Machine
from drivers.readers.badge import Holder
from drivers.sim.catalogue import MACHINES
from drivers.sim.decks import SHOWN, Stacked
from drivers.sim.faults import KINDS, UnknownFault
from drivers.sim.machines import Hands
from drivers.sim.placing import FULL, NO_CARD_PLACED, TAKEN, Expects, Placed, Placing

View = dict[str, Any]
PACES: Final[Mapping[str, float]] = {
    "0.5": 0.5,
    "1": 1.0,
    "2": 2.0,
    "5": 5.0,
    "20": 20.0,
    "50": 50.0,
    "200": 200.0,
}
STEPS: Final = ("fact", "phase", "round")
"""How far the people play before they wait again."""

ORDERS: Final = tuple(
    [(kind, MACHINES[kind][0]) for kind in KINDS]
    + [(kind, machine) for kind in KINDS for machine in MACHINES[kind][1:]]
)
"""Every fault that can be ordered and where, the usual place first."""
PEOPLE_PLAY: Final = "people_play"
SHOE_LOCKED: Final = "shoe_locked"
SHOE_EMPTY: Final = "shoe_empty"
SHOE_BUSY: Final = "shoe_busy"
NO_DECK: Final = "no_deck"
NO_WORLD: Final = "no_world"
REASONS: Final = (
    PEOPLE_PLAY,
    SHOE_LOCKED,
    SHOE_EMPTY,
    SHOE_BUSY,
    NO_DECK,
    NO_WORLD,
    TAKEN,
    FULL,
    NO_CARD_PLACED,
)
"""Why a hand could not do what was asked; anything else that `Bench.act` says is a tap that is none."""


class World(Protocol):
    """What is around the machines of a simulated table: the seed, its book, display, clock and power."""

    def look(self) -> View:
        """`seed`, `command` (repeats the night), `link` (up, slow, lost), `display` (up, gone, frozen),
        `clock_s` (how far the machine's clock was set), `restarts`, `per_hour` (rounds, measured) and
        `scripts`: name, title, title_en, expects (codes of alarms, kinds of prizes), state, round, rounds,
        why, why_en."""
        ...

    def act(self, tap: Mapping[str, Any]) -> str:
        """What the tap asks is done; a text says why not."""
        ...


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
        expects: what comes of placed cards.
        burned: which cards of a deck are burned, as of `deck_of`.
        seed: of what is not placed in a deck.
        believes: of each seat the JP1 `lamp` as the table has it (`none`, `chip`, `waits`, `in`: recorded),
            and whether it has `heard` of a chip that lies there now.
        stands: phase and round of the table, for who looks.
        world: what is around the machines; None where they stand alone.
        sees: hears which card a hand draws, before the table does.
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
        *,
        expects: Expects = lambda cards: [],
        burned: Sequence[tuple[int, int]] = (),
        seed: int = 0,
        believes: Callable[[], Sequence[View]] = lambda: (),
        stands: Callable[[], View] = dict,
        world: World | None = None,
        sees: Callable[[Card], None] = lambda card: None,
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
        self._placing = Placing(expects, burned, seed, len(hands.chips.seats))
        self._believes = believes
        self._stands = stands
        self._world = world
        self._sees = sees

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
            "steps": list(STEPS),
            "stepping": self._people.stepping,
            "stands": self._stands(),
            "machines": [
                {"machine": "shuffler", "plugged": shuffler.plugged},
                {"machine": "shoe", "plugged": shoe.plugged},
                {"machine": "chips", "plugged": hands.chips.plugged},
                {"machine": "badge", "plugged": hands.reader.plugged},
            ],
            "cards_left": shoe.twin.cards_left,
            "locked": shoe.twin.locked,
            "jam": shuffler.twin.jam,
            "lid_open": shuffler.twin.lid_open,
            "busy": shuffler.twin.busy,
            "ready": shuffler.twin.ready,
            "expected": self._expected(),
            "chips": [hands.chips.covered(seat) for seat in hands.chips.seats],
            "sensed": [hands.chips.senses(seat) for seat in hands.chips.seats],
            "believed": list(self._believes()),
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
                    "met": hands.faults.met_at[kind, machine],
                    "waiting": hands.faults.waiting(kind, machine),
                }
                for kind, machine in ORDERS
            ],
            "placing": self._placing.look(),
            "world": None if self._world is None else self._world.look(),
            "decks": list(SHOWN),
            "stacked": [name_of(deck) for deck in hands.stacked],
        }

    def act(self, tap: Mapping[str, Any]) -> str:
        """What the tap asks is done; a text says why not: one of `REASONS`, or what is wrong in it."""
        try:
            if tap["act"] in OF_THE_WORLD:
                return NO_WORLD if self._world is None else self._world.act(tap)
            return self._ACTS[tap["act"]](self, tap) or ""
        except (ValueError, UnknownFault) as error:
            return str(error)
        except (KeyError, TypeError) as error:
            return f"the tap has no such part: {error}"

    def _play(self, tap: Mapping[str, Any]) -> None:
        self._people.stepping = ""
        self._people.playing = _yes_or_no(tap, "on")

    def _step(self, tap: Mapping[str, Any]) -> None:
        self._people.playing = False
        self._people.stepping = STEPS[STEPS.index(tap["by"])]

    def _pace(self, tap: Mapping[str, Any]) -> None:
        self._people.pace = PACES[tap["pace"]]

    def _plug(self, tap: Mapping[str, Any]) -> None:
        if tap["machine"] in ("chips", "badge"):
            desk = self._hands.chips if tap["machine"] == "chips" else self._hands.reader
            desk.plug(_yes_or_no(tap, "plugged"))
            return
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

    def _deck(self, tap: Mapping[str, Any]) -> None:
        self._hands.stacked.append(SHOWN[tap["deck"]])

    def _place(self, tap: Mapping[str, Any]) -> str:
        return self._placing.choose(str(tap["place"]))

    def _hand(self, tap: Mapping[str, Any]) -> str:
        return self._placing.take_hand(str(tap["hand"]))

    def _card(self, tap: Mapping[str, Any]) -> str:
        return self._placing.turn_card(str(tap["card"]))

    def _stack(self, tap: Mapping[str, Any]) -> str:
        deck = self._placing.deck()
        if deck is None:
            return NO_CARD_PLACED
        self._hands.stacked.append(deck)
        return ""

    def _unstack(self, tap: Mapping[str, Any]) -> None:
        self._placing.clear()
        self._hands.stacked.clear()

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
        card = self._hands.draw()
        if card is None:
            return SHOE_BUSY
        self._sees(card)
        return ""

    def _change(self, tap: Mapping[str, Any]) -> str:
        if self._people.playing:
            return PEOPLE_PLAY
        seats = sorted(self._seated()) or self._hands.chips.seats
        bettors = [seat for seat in seats if self._hands.chips.covered(seat)]
        return "" if self._hands.change_decks(seats, bettors) else NO_DECK

    def _show_empty(self, tap: Mapping[str, Any]) -> str:
        """Both decks are taken out of the shuffler and its lid is opened, for everybody to see (CS-03)."""
        if self._people.playing:
            return PEOPLE_PLAY
        self._hands.show_empty()
        return ""

    def _clear(self, tap: Mapping[str, Any]) -> None:
        self._hands.shuffler.act(lambda twin, now_ms: twin.clear_jam(now_ms))

    _ACTS: Final[dict[str, Callable[[Bench, Mapping[str, Any]], str | None]]] = {
        "play": _play,
        "pace": _pace,
        "plug": _plug,
        "order": _order,
        "step": _step,
        "deck": _deck,
        "place": _place,
        "hand": _hand,
        "card": _card,
        "stack": _stack,
        "unstack": _unstack,
        "badge": _badge,
        "chip": _chip,
        "draw": _draw,
        "change_decks": _change,
        "clear_jam": _clear,
        "show_empty": _show_empty,
    }


OF_THE_WORLD: Final = ("seed", "link", "display", "clock", "power", "script")
"""Taps that are not for the machines but for what is around them."""


def name_of(deck: Stacked) -> str:
    """The name under which the panel shows a placed deck; `placed` for cards placed one by one, `other` for a
    deck that it did not place."""
    if isinstance(deck, Placed):
        return "placed"
    return next((name for name, shown in SHOWN.items() if shown is deck), "other")


def _yes_or_no(tap: Mapping[str, Any], name: str) -> bool:
    said = tap[name]
    if not isinstance(said, bool):
        raise ValueError(f"{name} is neither true nor false")
    return said
