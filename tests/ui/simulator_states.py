"""States of the simulator's panel, each of real simulated machines, for its words and its pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from drivers.sim.panel import ORDERS
from tests.playroom import Playroom
from ui.screen.simulator.face import SimulatorFace


def fresh() -> Playroom:
    return Playroom()


def playing() -> Playroom:
    room = Playroom()
    room.do(act="play", on=True)
    room.do(act="pace", pace="0.5")
    return room


def drawing() -> Playroom:
    room = Playroom()
    room.load()
    room.expected = "hole.3.1"
    for seat in (1, 4, 6):
        room.do(act="chip", seat=seat)
    room.do(act="badge", card="chef-1")
    room.do(act="place", place="3")
    room.do(act="hand", hand="royal_flush")
    room.do(act="stack")
    for _ in range(3):
        room.do(act="draw")
    return room


def ready() -> Playroom:
    """A shuffled deck waits for an empty shoe, which lost its cable after it was unlocked."""
    room = Playroom()
    room.do(act="change_decks")
    room.later(60_000)
    room.lock(False)
    room.do(act="plug", machine="shoe", plugged=False)
    room.do(act="chip", seat=7)
    room.do(act="hand", hand="unqualified")
    room.do(act="order", kind="drop")
    return room


def last_card() -> Playroom:
    room = drawing()
    room.expected = ""
    while room.look()["cards_left"] > 1:
        room.do(act="draw")
    return room


def unplugged() -> Playroom:
    room = Playroom()
    room.do(act="plug", machine="shoe", plugged=False)
    for machine in ("shuffler", "chips", "badge"):
        room.do(act="plug", machine=machine, plugged=False)
    return room


def jammed() -> Playroom:
    room = Playroom()
    room.do(act="order", kind="jam")
    room.do(act="change_decks")
    room.later(60_000)
    return room


def opened() -> Playroom:
    """The shuffler's lid is open on the empty machine."""
    room = ready()
    room.do(act="show_empty")
    return room


def troubled() -> Playroom:
    """Everything ordered more than once, and met more often than anybody will see."""
    room = Playroom()
    for kind, machine in ORDERS:
        for _ in range(12):
            room.do(act="order", kind=kind, machine=str(machine))
        room.hands.faults.met_at[kind, machine] = 88
    for seat in range(1, 8):
        room.hands.chips.put(seat, room.room.now_ms)
    for place in (*"1234567", "dealer"):
        room.do(act="place", place=place)
        room.do(act="hand", hand="full_house")
        room.do(act="stack")
    for card in ("As", "Kd", "Qc", "Jh", "9s", "8s", "7s"):
        room.do(act="card", card=card)
    return room


def placing() -> Playroom:
    """A royal and a pair beside it, placed one over the other; a chip that the sensor does not see."""
    room = Playroom()
    room.do(act="place", place="5")
    for card in ("9c", "9d"):
        room.do(act="card", card=card)
    room.do(act="place", place="3")
    room.do(act="hand", hand="royal_flush")
    room.do(act="order", kind="blind")
    room.do(act="chip", seat=2)
    room.believed = [
        {"lamp": lamp, "heard": lamp != "none"}
        for lamp in ("none", "none", "chip", "in", "waits", "none", "none")
    ]
    room.do(act="step", by="phase")
    return room


STATES: dict[str, Callable[[], Playroom]] = {
    "fresh": fresh,
    "playing": playing,
    "ready": ready,
    "drawing": drawing,
    "last_card": last_card,
    "unplugged": unplugged,
    "jammed": jammed,
    "opened": opened,
    "troubled": troubled,
    "placing": placing,
}


def script(state: str, number: int) -> dict[str, Any]:
    """How a script stands on the panel."""
    return {
        "name": f"script-{number}",
        "title": "Horloge avancée d’une heure pendant la donne\u00a0: A-104, le coup se joue dans l’ordre",
        "title_en": "Jackpot display killed in the betting: JP1 closes, play goes on; JP1 opens with it",
        "expects": ["A-212", "straight_flush"],
        "state": state,
        "round": 1,
        "rounds": 3,
        "why": "coup 1, siège 3\u00a0: paid_cents\u00a0: attendu 4 000,00 €, obtenu 0,00 €",
        "why_en": "round 1, seat 3: paid_cents: expected 4 000,00 €, came 0,00 €",
    }


WORLD: Final[Mapping[str, Any]] = {
    "seed": 20261120,
    "command": "tapis demo --seed 20261120",
    "link": "up",
    "display": "up",
    "clock_s": 0,
    "restarts": 0,
    "per_hour": 0,
    "scripts": [],
}
"""What is around the machines, all well."""
BROKEN: Final[Mapping[str, Any]] = {
    **WORLD,
    "link": "lost",
    "display": "frozen",
    "clock_s": -7_200,
    "restarts": 12,
    "per_hour": 1_204,
    "scripts": [
        script(state, n) for n, state in enumerate(("held", "plays", "failed", "waits", "ready") * 4)
    ],
}


def worded(view: Mapping[str, Any], language: str = "fr", **beside: Any) -> dict[str, Any]:
    return SimulatorFace(language).words({**view, **beside})


def keys_of(value: object) -> Iterator[dict[str, Any]]:
    """The parts of a worded map that can be touched."""
    if isinstance(value, dict):
        if "tap" in value:
            yield value
        for inner in value.values():
            yield from keys_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys_of(inner)


def refusal(why: str) -> dict[str, Any]:
    return {"code": "simulator", "article": "", "facts": {"why": why}}
