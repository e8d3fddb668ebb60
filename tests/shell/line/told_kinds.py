"""`python -m tests.shell.line.told_kinds`: the kinds of all parts of the views, from their types.

Run it after a change of `controller/game/view_types.py` or of a topic's view types.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from controller.game.legal_acts import Tap
from controller.game.view_types import DealerView, DisplayView, PitView
from controller.screens.view_kinds import FILE

ROLES: dict[str, type] = {"dealer": DealerView, "pit": PitView, "jackpot": DisplayView}
PLAIN: dict[Any, str] = {int: "int", str: "str", bool: "bool", NoneType: "null", None: "null", Any: "any"}


class _Maps:
    """The maps that were met, by the names of their types."""

    def __init__(self) -> None:
        self.told: dict[str, dict[str, Any]] = {}

    def name(self, kind: Any) -> str:
        name = str(kind.__name__)
        if name not in self.told:
            self.told[name] = parts = {}
            for part, of in get_type_hints(kind).items():
                parts[part if part in kind.__required_keys__ else f"{part}?"] = self.kind(of)
        return name

    def kind(self, kind: Any) -> Any:
        """How the file says this type of Python."""
        origin, parts = get_origin(kind), get_args(kind)
        if is_typeddict(kind):
            return self.name(kind)
        if kind in PLAIN:
            return PLAIN[kind]
        if kind == Tap:
            self.told["Tap"] = {"act": "str"}  # and the arguments of that act
            return "Tap"
        if origin is Literal:
            return {"words": list(parts)}
        if origin in (Union, UnionType):
            return {"either": sorted((self.kind(part) for part in parts), key=lambda one: one != "null")}
        if origin in (dict, Mapping):
            return {"map": self.kind(parts[1])}
        if origin is list:
            return {"list": self.kind(parts[0])}
        if origin is tuple:  # a list on the wire
            return {"list": self._one_of([part for part in parts if part is not Ellipsis])}
        if isinstance(kind, type) and issubclass(kind, Enum) and issubclass(kind, str):
            return "str"
        raise TypeError(f"no kind on the wire for {kind}")

    def _one_of(self, parts: list[Any]) -> Any:
        found = [self.kind(part) for part in dict.fromkeys(parts)]
        return found[0] if len(found) == 1 else {"either": found}


def told() -> dict[str, Any]:
    """What the file has to hold."""
    maps = _Maps()
    roles = {role: maps.name(kind) for role, kind in ROLES.items()}
    return {"roles": roles, "maps": maps.told}


def written() -> str:
    """The text of the file, a map a line."""
    said = told()
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(parts)}" for name, parts in said["maps"].items())
    return f'{{"roles": {json.dumps(said["roles"])}, "maps": {{\n{lines}\n}}}}\n'


if __name__ == "__main__":
    FILE.write_text(written(), encoding="ascii")
