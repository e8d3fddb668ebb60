"""What is wrong in a script, as people count and read it: the round, the seat, the line, what was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, get_args

from pydantic import BaseModel

from controller.boot.rehearsal.script_faults import listed, wrong
from controller.settings.faults import wrong as setting
from controller.settings.settings_error import SettingsError
from controller.told import Told
from controller.words.money import money

MISSING: Final[Mapping[str, str]] = {
    **{name: name for name in ("title", "round", "seats", "stakes", "at")},
    "seat": "own_seat",
}
"""What is said of a key that is missing, by its name; of any other, the page of all."""
AMOUNTS: Final = ("stakes", "spots")
_PART: Final = re.compile(r"([^.\[\]]+)(?:\[(\d+)\])?")
_HEADER: Final = re.compile(r"\s*(\[\[?)\s*([A-Za-z0-9_.-]+)\s*\]\]?\s*(?:#.*)?$")
_KEY: Final = re.compile(r"\s*([A-Za-z0-9_-]+)\s*(?:\.[A-Za-z0-9_.-]+\s*)?=")


def for_a_tester(
    error: SettingsError, model: type[BaseModel], content: Mapping[str, Any], text: str = ""
) -> SettingsError:
    """The error with its place as the answer of a script names places, its line in the file, and a next step.

    Args:
        error: its key counts from 0, `round[0].seats[1].cards`.
        model: what the content was to fit.
        text: of the file; without it no line is named.
    """
    if not error.key:
        return error
    reason, name = error.reason, _PART.findall(error.key)[-1][0]
    if reason == setting("unknown_key"):
        reason = wrong("with_hint", what=reason, hint=_meant(error.key, name, model))
    elif reason == setting("missing"):
        reason = wrong("with_hint", what=reason, hint=wrong(MISSING.get(name, "page")))
    elif reason == setting("int_type") and _is_amount(error.key):
        reason = wrong("cents", amount=money(1000))
    line = line_of(text, error.key)
    file = wrong("line", file=error.file, line=line) if line else error.file
    return SettingsError(file, place_of(error.key, content), error.value, reason)


def place_of(key: str, content: Mapping[str, Any]) -> Told:
    """`round 1, seat 3, stakes.ante` of `round[0].seats[1].stakes.ante`."""
    units: list[str | Told] = []
    plain = False
    here: Any = content
    for name, counted in _PART.findall(key):
        here = here.get(name) if isinstance(here, Mapping) else None
        if not counted:
            units[len(units) - plain :] = [f"{units[-1]}.{name}" if plain else name]
            plain = True
            continue
        at, plain = int(counted), False
        many = here if isinstance(here, Sequence) and not isinstance(here, str) else ()
        here = many[at] if at < len(many) else None
        seat = here.get("seat") if isinstance(here, Mapping) else None
        if name == "round":
            units.append(wrong("of_round", round=at + 1))
        elif name == "seats" and isinstance(seat, int):
            units.append(wrong("seat", seat=seat))
        else:
            units.append(f"{name} {at + 1}")
    return listed(units)


def line_of(text: str, key: str) -> int:
    """Where this stands in a TOML, or the table that it should stand in; 0 where that cannot be told."""
    found, longest = 0, 0
    for number, path in _places(text):
        rest = key[len(path) :]
        if len(path) > longest and key.startswith(path) and (not rest or rest[0] in ".["):
            found, longest = number, len(path)
    return found


def _places(text: str) -> Iterator[tuple[int, str]]:
    """The lines on which tables and keys begin, with their paths."""
    counts: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        if header:
            table = ""
            names = header[2].split(".")
            for depth, name in enumerate(names):
                path = f"{table}.{name}" if table else name
                if header[1] == "[[" and depth == len(names) - 1:
                    counts[path] = counts.get(path, -1) + 1
                table = f"{path}[{counts[path]}]" if path in counts else path
            yield number, table
        elif keyed := _KEY.match(line):
            yield number, f"{table}.{keyed[1]}" if table else keyed[1]


def _is_amount(key: str) -> bool:
    names = [name for name, _ in _PART.findall(key)]
    return names[-1].endswith("_cents") or any(name in AMOUNTS for name in names[:-1])


def _meant(key: str, name: str, model: type[BaseModel]) -> Told:
    """What to do about a key that is none: the nearest of its table or of any, or the page of all."""
    own = _model_at(key, model)
    for names in (_keys(own), sorted({one for each in _all(model) for one in _keys(each)})):
        near = get_close_matches(name, names, 1)
        if near and near[0] != name:
            return wrong("near", near=near[0])
    where = [each for each in _all(model) if name in _keys(each)]
    return wrong("other_table" if where else "keys_listed")


def _keys(model: type[BaseModel]) -> list[str]:
    return [one.alias or name for name, one in model.model_fields.items()]


def _inner(annotation: Any) -> tuple[type[BaseModel] | None, bool]:
    """The model that a field holds, alone or many, and whether names of its own stand before it."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation, False
    is_map = getattr(annotation, "__origin__", None) is dict
    for part in get_args(annotation):
        found, named = _inner(part)
        if found is not None:
            return found, is_map or named
    return None, False


def _model_at(key: str, model: type[BaseModel]) -> type[BaseModel]:
    """The table that the last part of the key stands in."""
    skips = False
    for name, _ in _PART.findall(key)[:-1]:
        if skips:
            skips = False
            continue
        fields = {one.alias or own: one for own, one in model.model_fields.items()}
        found, skips = _inner(fields[name].annotation) if name in fields else (None, False)
        model = found or model
    return model


def _all(model: type[BaseModel]) -> list[type[BaseModel]]:
    """The model and all within it."""
    found = [model]
    for each in found:
        for one in each.model_fields.values():
            inner, _ = _inner(one.annotation)
            if inner is not None and inner not in found:
                found.append(inner)
    return found
