"""Strict TOML: a file of configuration is checked, or the error names what is wrong.

What `controller.settings.files` has read is held against a model here. Nothing is guessed: an unknown key is
refused, a Boolean is not a number, and a number is not its text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from controller.game.money import CENTS_MAX
from controller.settings.faults import wrong
from controller.settings.files import toml_content
from controller.settings.settings_error import SettingsError
from controller.settings.shapes import SHAPES
from controller.told import Told, said_by


class Strict(BaseModel):
    """The settings of a file or of a table in it: frozen, types as written, no key but the known ones."""

    model_config = ConfigDict(
        strict=True,
        frozen=True,
        extra="forbid",
        arbitrary_types_allowed=True,
        defer_build=True,  # at the first file of its kind: most programs read one or two of them
    )


_OURS: Final = {
    "missing": "missing",
    "extra_forbidden": "unknown_key",
    "model_type": "dict_type",
    **{
        name: name
        for name in (
            *("bool_type", "int_type", "string_type", "list_type", "dict_type"),
            *("string_too_short", "string_too_long", "too_short", "too_long"),
            *("greater_than", "greater_than_equal", "less_than", "less_than_equal"),
        )
    },
}
"""What is said, by the type of pydantic's fault; its context has the facts."""
Model = TypeVar("Model", bound=BaseModel)
Cents = Annotated[int, Field(gt=0, le=CENTS_MAX)]


def read_toml(path: str | Path, model: type[Model]) -> Model:
    """The settings of the file, checked against the model.

    Raises:
        SettingsError: the file cannot be read, is no TOML, or does not fit the model.
    """
    return check(path, toml_content(path), model)


def check(file: str | Path, content: Mapping[str, Any], model: type[Model]) -> Model:
    """The content as this model.

    Raises:
        SettingsError: it does not fit; the first fault is named.
    """
    try:
        return model.model_validate(content)
    except ValidationError as error:
        key, value, reason = first_fault(error)
        raise SettingsError(file, key, value, reason) from None


def first_fault(error: ValidationError) -> tuple[str, object, str]:
    """Key, value and reason of the first fault pydantic found, in our words where they are clearer."""
    fault = error.errors(include_url=False)[0]
    key = ""
    for part in fault["loc"]:
        if isinstance(part, int):
            key += f"[{part}]"
        elif not part.startswith("["):  # `[key]` of a mapping, or the tag of one model of several
            key += f".{part}" if key else str(part)
    return key, None if fault["type"] == "missing" else fault["input"], _reason(fault)


def _reason(fault: ErrorDetails) -> str:
    """What is wrong with the value, in our words; in those of the library where there are none."""
    facts = fault.get("ctx", {})
    if fault["type"] in _OURS:
        return wrong(_OURS[fault["type"]], **facts)
    if fault["type"] == "string_pattern_mismatch":
        return wrong("written", shape=Told(SHAPES[facts["pattern"]]))
    if fault["type"] in ("literal_error", "enum"):
        return _one_of(str(facts["expected"]), str(fault["input"]))
    if fault["type"] == "value_error":
        return said_by(facts["error"])
    return wrong("by_the_library", said=fault["msg"].replace("Input should be", "must be"))


def _one_of(expected: str, found: str) -> Told:
    """The words of pydantic, `'a', 'b' or 'c'`, told as ours, with the one that was meant perhaps."""
    known: str = expected
    some, either, last = expected.rpartition(" or ")
    if either:
        known = wrong("choices", some=some, last=last)
    near = get_close_matches(found, re.findall("'([^']*)'", expected), 1)
    return wrong("one_of_near", known=known, near=near[0]) if near else wrong("one_of", known=known)
