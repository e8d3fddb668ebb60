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

from controller.game.money import CENTS_MAX
from controller.settings.files import toml_content
from controller.settings.settings_error import SettingsError
from controller.settings.shapes import SHAPES


class Strict(BaseModel):
    """The settings of a file or of a table in it: frozen, types as written, no key but the known ones."""

    model_config = ConfigDict(
        strict=True,
        frozen=True,
        extra="forbid",
        arbitrary_types_allowed=True,
        defer_build=True,  # at the first file of its kind: most programs read one or two of them
    )


_WRITE: Final = {
    "bool_type": "write true or false",
    "int_type": "write a whole number, 5",
    "string_type": 'write a text in quotes, "..."',
    "list_type": "write a list, [...]",
    "dict_type": "write a table, { name = value }",
    "model_type": "write a table, { name = value }",
}
"""What to do about a value of another kind, by the type of pydantic's fault."""
_LIMITS: Final = {
    "string_too_short": "write at least {min_length} letters",
    "string_too_long": "write at most {max_length} letters",
    "too_short": "write at least {min_length} values",
    "too_long": "write at most {max_length} values",
}
"""What to do about a value that is too short or too long."""
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
    if fault["type"] == "missing":
        return key, None, "missing"
    if fault["type"] == "extra_forbidden":
        return key, fault["input"], "unknown key"
    if fault["type"] in _WRITE:
        return key, fault["input"], _WRITE[fault["type"]]
    facts = fault.get("ctx", {})
    if fault["type"] == "string_pattern_mismatch":
        return key, fault["input"], f"write {SHAPES[facts['pattern']]}"
    if fault["type"] in _LIMITS:
        return key, fault["input"], _LIMITS[fault["type"]].format(**facts)
    reason = fault["msg"].removeprefix("Value error, ").replace("Input should be", "must be")
    if fault["type"] in ("literal_error", "enum"):
        known = re.findall("'([^']*)'", fault.get("ctx", {}).get("expected", ""))
        near = get_close_matches(str(fault["input"]), known, 1)
        reason += f"; did you mean {near[0]}?" if near else ""
    return key, fault["input"], reason
