"""The views are what their types say: each map has the keys of its TypedDict, and values of its types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from controller.game import views
from controller.game.dealing.view_types import SeatView
from controller.game.outline import AtOnceView, AtRestView, told_at_once, told_at_rest
from controller.game.state import TableState
from controller.game.view_types import DealerView, DisplayView, PitView
from controller.screens.view_kinds import FILE
from controller.settings.rules import load_profile
from tests.builders import Felt
from tests.game.test_scenarios import FOLDER, found, told
from tests.scenarios.sentences import tell
from tests.shell.line.told_kinds import written
from tests.wander import Wanderer

VIEWS: dict[type, Callable[[TableState], Mapping[str, Any]]] = {
    DealerView: views.console,
    PitView: views.pit,
    DisplayView: views.display,
    AtOnceView: told_at_once,
    AtRestView: told_at_rest,
}


def differences(value: Any, kind: Any, where: str) -> list[str]:
    """Where a value is not of its type, by path; a TypedDict has all of its keys and no other."""
    origin, parts = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        return keys_and_values(value, kind, where)
    if kind is Any:
        return []
    if origin in (Union, UnionType):
        tried = [differences(value, part, where) for part in parts if fits(value, part)]
        return min(tried, key=len) if tried else [f"{where}: {value!r} is not {kind}"]
    if not fits(value, kind):
        return [f"{where}: {value!r} is not {kind}"]
    if origin is list:
        return [told for n, one in enumerate(value) for told in differences(one, parts[0], f"{where}[{n}]")]
    if origin in (dict, Mapping):
        return [told for name, one in value.items() for told in differences(one, parts[1], f"{where}.{name}")]
    return []


@cache
def types_of(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def keys_and_values(value: Any, kind: Any, where: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{where}: {value!r} is no map"]
    found, types = [], types_of(kind)
    for name in sorted(kind.__required_keys__ - set(value)):
        found.append(f"{where}: {name} is missing")
    for name, one in value.items():
        told = differences(one, types[name], f"{where}.{name}") if name in types else ["no such key"]
        found.extend(told if name in types else [f"{where}: {name} is not in {kind.__name__}"])
    return found


def fits(value: Any, kind: Any) -> bool:
    """The value is of this type as far as one looks at it alone; True is no number here."""
    origin = get_origin(kind)
    if origin is Literal:
        return value in get_args(kind)
    if is_typeddict(kind):
        return isinstance(value, dict)
    if kind is int:
        return type(value) is int
    plain = NoneType if kind is None else origin or kind
    return isinstance(value, plain)


def check(state: TableState) -> None:
    for kind, view in VIEWS.items():
        assert differences(view(state), kind, kind.__name__) == []


SCENARIOS = (
    "annuler",
    "capteurs-eprouves-a-l-ouverture",
    "carte-en-double",
    "compteur-corrige",
    "coup-nul-jp1-reporte",
    "feuilles-ouverture-et-fermeture",
    "journal-et-livre-different",
    "maison-trois-mises-annexes",
    "poker-de-casino-double-apres-les-antes",
    "rapport-mise-contestee",
    "rectifier-un-siege-au-reglement",
    "royale-bordereau-contresigne",
    "sans-sabot-full-avec-jp1",
    "siege-conteste",
)


@pytest.mark.parametrize("name", SCENARIOS)
def test_views_are_of_their_types_all_through_a_scenario(name: str) -> None:
    scenario = told(FOLDER / f"{name}.toml")
    felt = found(scenario)
    for number, text in enumerate(scenario["coup"]):
        tell(felt, text)
        if number % 3 == 0:
            check(felt.state)
    check(felt.state)


@pytest.mark.parametrize("register", [False, True])
def test_views_of_a_table_that_wanders_are_of_their_types(register: bool) -> None:
    table = Wanderer(16, load_profile("fr-55-20-2021"), register=register)
    for _ in range(250):
        table.step()
        if table.chance(10):
            check(table.state)


def test_a_key_that_its_type_does_not_name_is_told_and_so_is_one_that_is_missing() -> None:
    view = views.console(Felt().open().stakes(s1=(1000, 500)).state)
    seat = dict(view["seats"][0])
    assert differences(seat, SeatView, "seat") == []
    seat["awards"] = []
    assert differences(seat, SeatView, "seat") == []
    seat["seat"] = "1"
    del seat["ante_cents"]
    seat["side_cents"] = 500
    assert differences(seat, SeatView, "seat") == [
        "seat: ante_cents is missing",
        "seat.seat: '1' is not <class 'int'>",
        "seat: side_cents is not in SeatView",
    ]


def test_a_screen_checks_what_comes_by_the_kinds_of_these_types() -> None:
    """`python -m tests.shell.line.told_kinds` writes the file anew."""
    assert FILE.read_text(encoding="ascii") == written()
