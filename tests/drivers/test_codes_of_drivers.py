"""Every trouble that a driver tells has an alarm of its own; the codes are read out of the drivers' code.

Where a driver tells a code that it was given, whose code it is stands in `PASSED_ON`; a place that is neither
there nor plain to read is a failure, so that no code comes to the table unseen.
"""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

from controller.game.machines.alarms import OTHER_TROUBLE, trouble_alarm
from drivers.lines.allow_list import Plugged
from drivers.lines.plug_watch import code_of
from drivers.lines.port_faults import CODES, NO_LIBRARY, NO_PINS, NOT_THERE
from drivers.lines.session_types import LOCK_STAYS
from drivers.open_machine import REFUSALS
from drivers.shoes.angel_eye_commands import NO_ANSWER
from drivers.shoes.listening import _trouble_of
from drivers.shoes.reports import COPIES_DISAGREE
from drivers.sounds.speaker import NO_PLAYER, NOT_PLAYED

ROOT = Path(__file__).parents[2]
TOLD_BY = {
    "_begin": 0,
    "_tell": 0,
    "tell": 0,
    "_complain": 0,
    "_not_read": 0,
    "CardStrange": 1,
    "TroubleObserved": 1,
}
"""The calls by which a driver tells a trouble, and which argument of them is its code."""
NO_TROUBLE = {
    ("open_capture", "Kind(frame.kind)"),
    ("recording", "Moment"),
    ("frame_numbers", "FrameLine"),
    ("noted_session", "frame"),
    ("noted_session", "one"),
}
"""Calls of these names that tell something else."""
OF_THE_PORT = tuple(code for code in CODES if code != NOT_THERE)
PASSED_ON: dict[tuple[str, str], tuple[str, ...]] = {
    ("absent", "self._code"): (NO_LIBRARY, NO_PINS),
    ("badge", "code"): (),  # of `_complain`, and of a `CardStrange`
    ("badge", "self._trouble"): (),
    ("port_faults", "code"): OF_THE_PORT,
    ("open_machine", "code"): OF_THE_PORT,  # and what `_begin` was given
    ("open_machine", "why"): REFUSALS,
    ("plug_watch", "code"): (code_of(Plugged(0x16C0, 0x05DF, None, "1-2")),),
    ("plug_watch", "self._strangers"): (),
    ("plug_watch", "codes"): (),
    ("plug_watch", "come"): (),
    ("angel_eye", "code"): (NO_ANSWER, "refused_21"),  # by the manual: a refusal with its number
    ("angel_eye", "LOCK_STAYS[self._commands.wants_lock]"): tuple(LOCK_STAYS.values()),
    ("open_shoe", "LOCK_STAYS[self._wanted]"): tuple(LOCK_STAYS.values()),
    ("hid_scanner", "code"): OF_THE_PORT,
    ("listening", "code"): OF_THE_PORT,
    ("speaker", "trouble"): (NO_PLAYER, NOT_PLAYED),
    ("speaker", "before"): (NO_PLAYER, NOT_PLAYED),
    ("listening", "_trouble_of(code)"): (_trouble_of(5), _trouble_of("FF"), _trouble_of(COPIES_DISAGREE)),
}


def values_of(module: str, told: ast.expr) -> tuple[str, ...] | None:
    """The codes that this expression may be, a blank for what is filled in; None if it does not say."""
    if isinstance(told, ast.Constant) and isinstance(told.value, str):
        return (told.value,)
    if isinstance(told, ast.JoinedStr):
        return ("".join(part.value if isinstance(part, ast.Constant) else "_" for part in told.values),)  # type: ignore[misc]
    if isinstance(told, ast.IfExp):
        either = values_of(module, told.body), values_of(module, told.orelse)
        return None if None in either else (*either[0], *either[1])  # type: ignore[misc]
    if isinstance(told, ast.Name) and told.id.isupper():
        return (getattr(import_module(module), told.id),)
    return PASSED_ON.get((module.rpartition(".")[2], ast.unparse(told)))


def told_in(path: Path) -> tuple[set[str], set[tuple[str, str]]]:
    """The codes that a driver's file tells, and the places where it does not say which."""
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    codes: set[str] = set()
    unread: set[tuple[str, str]] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if len(node.args) <= TOLD_BY.get(name, 99):
            continue
        told = node.args[TOLD_BY[name]]
        short = module.rpartition(".")[2]
        if (short, ast.unparse(told).partition("(")[0]) in NO_TROUBLE or (
            short,
            ast.unparse(told),
        ) in NO_TROUBLE:
            continue
        values = values_of(module, told)
        if values is None:
            unread.add((short, ast.unparse(told)))
        codes.update(value for value in values or () if value)  # an empty one: nothing is wrong
    return codes, unread


FILES = [path for path in sorted((ROOT / "drivers").rglob("*.py")) if "sim" not in path.parts]
TOLD = {path: told_in(path) for path in FILES}
ALL_CODES = sorted(set().union(*(codes for codes, _ in TOLD.values())))


def test_every_place_where_a_driver_tells_a_trouble_says_which() -> None:
    assert set().union(*(unread for _, unread in TOLD.values())) == set()
    assert len(ALL_CODES) >= 40
    assert {"jam__", "count_mismatch", "card_busy", "deck_order_sent", "library_missing"} <= set(ALL_CODES)


@pytest.mark.parametrize("code", ALL_CODES)
def test_no_trouble_that_a_driver_tells_is_an_alarm_by_accident(code: str) -> None:
    assert trouble_alarm(code) != OTHER_TROUBLE
