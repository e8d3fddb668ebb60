"""What every part of a view has to be, for a screen that a view arrives at: it loads nothing of the game.

`view_kinds.json` says it: for each role the map that its view is, and for each map the kind of each part. It
is written from `controller.game.view_types` by `python -m tests.shell.line.told_kinds`, and a test holds the
two together. A kind is a plain one, the name of a map, `{"list": kind}`, `{"map": kind}` by any names,
`{"either": [kind, ...]}` or `{"words": [text, ...]}`; a part whose name ends in `?` may be missing.

A view may have more parts than these: a table of a newer edition is read all the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from controller.screens.wire_lines import TEXT_MAX, WireError

FILE: Final = Path(__file__).with_suffix(".json")
_PLAIN: Final[Mapping[str, tuple[type, ...]]] = {
    "int": (int,),
    "str": (str,),
    "bool": (bool,),
    "null": (type(None),),
}
_NOTHING: Final[Mapping[str, Any]] = {}


class ViewKinds:
    """The kinds of one role's view.

    A view is mostly made of the very parts of the view before, which are not looked at again.

    Args:
        role: a key of `roles` in the file.
    """

    def __init__(self, role: str) -> None:
        told = json.loads(FILE.read_bytes())
        self._maps: dict[str, dict[str, Any]] = told["maps"]
        self._parts = self._maps[told["roles"][role]]
        self._read: Mapping[str, Any] = _NOTHING

    def check(self, view: Mapping[str, Any]) -> None:
        """Every part is there and of its kind.

        Raises:
            WireError: one is not; it names the part by its path, such as `seats[2].ante_cents`.
        """
        self._check_map(view, self._parts, "", self._read)
        self._read = view

    def _check_map(
        self, value: Any, parts: Mapping[str, Any], where: str, before: Mapping[str, Any] = _NOTHING
    ) -> None:
        if type(value) is not dict:
            raise _wrong(where, "is no map")
        for name, kind in parts.items():
            there = name.rstrip("?")
            path = f"{where}.{there}" if where else there
            if there in value:
                part = value[there]
                if part is not before.get(there, _NOTHING):
                    self._check(part, kind, path)
            elif there == name:
                raise _wrong(path, "is missing")

    def _check(self, value: Any, kind: Any, where: str) -> None:
        if isinstance(kind, str):
            if kind in self._maps:
                self._check_map(value, self._maps[kind], where)
            elif kind != "any" and type(value) not in _PLAIN[kind]:
                raise _wrong(where, "is of another kind")
            return
        ((form, of),) = kind.items()
        match form:
            case "list":
                self._check_list(value, of, where)
            case "map":
                if type(value) is not dict:
                    raise _wrong(where, "is no map")
                for name, one in value.items():
                    self._check(one, of, f"{where}.{name}")
            case "words":
                if value not in of:
                    raise _wrong(where, "is another word")
            case _:
                self._check_either(value, of, where)

    def _check_list(self, value: Any, of: Any, where: str) -> None:
        if type(value) is not list:
            raise _wrong(where, "is no list")
        for at, one in enumerate(value):
            self._check(one, of, f"{where}[{at}]")

    def _check_either(self, value: Any, kinds: list[Any], where: str) -> None:
        """It is of one of these kinds; what is told is how it misses the last, the first being none."""
        missed = None
        for kind in kinds:
            try:
                return self._check(value, kind, where)
            except WireError as error:
                missed = error
        if missed is not None:
            raise missed
        return None


def _wrong(where: str, why: str) -> WireError:
    return WireError(where[:TEXT_MAX], why)
