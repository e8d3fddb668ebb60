"""The small tables that are explored: their rules, their felts, where they begin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from controller.game import inputs as i
from controller.game.inputs import Health, Machine
from controller.game.profile import RuleProfile
from controller.settings.rules import load_profile
from tests.builders import TERMS, Felt
from tests.explore.moves import Node
from tests.wander.wanderer import Wanderer


def house(**options: Any) -> RuleProfile:
    """The shipped rules with other options."""
    profile = load_profile("fr-55-20-2021")
    return replace(profile, options=replace(profile.options, **options))


def opened(profile: RuleProfile | None = None, seats: int = 1, **known: Any) -> Node:
    """A table of so many places, just opened, its shoe well."""
    felt = Felt(profile, seats=seats, **known)
    felt.see(i.HealthObserved(Machine.SHOE, Health.UP)).open()
    return Node(felt.state)


TABLES: Final[dict[str, Callable[[], Node]]] = {
    "one": opened,
    "two": lambda: opened(seats=2),
    "three": lambda: opened(seats=3),
    "refund": lambda: opened(house(void_jp1="refund")),
    "sheets": lambda: opened(cash=TERMS),
    "register": lambda: opened(register=True),
    "live": lambda: opened(load_profile("live-uth")),
    "holdem": lambda: opened(load_profile("fr-holdem-casino")),
    "page": lambda: opened(load_profile("fr-casino-page")),
    "two_refund": lambda: opened(house(void_jp1="refund"), seats=2),
    "two_sheets": lambda: opened(seats=2, cash=TERMS),
    "two_live": lambda: opened(load_profile("live-uth"), seats=2),
    "two_holdem": lambda: opened(load_profile("fr-holdem-casino"), seats=2),
    "two_page": lambda: opened(load_profile("fr-casino-page"), seats=2),
}
"""One to three places; stakes refunded by a void; sheets of the cash; people with PINs; other games."""


def met_by_chance(seed: int, steps: int, every: int) -> Iterator[Node]:
    """Every so many steps, where a random walk has come to."""
    table = Wanderer(seed, noise=(5, 15, 40)[seed % 3], register=bool(seed % 2))
    for step in range(steps):
        table.step()
        if step % every == 0:
            yield Node(table.state)
