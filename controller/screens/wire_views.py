"""A view on the wire: the whole of it, or what differs from the view that a screen was sent before it.

    table -> screen   {"view": {...}, "seq": 812, "differences": 1}
    screen -> table   {"differences": 1}                     it takes differences, of this form
    table -> screen   {"since": 812, "seq": 813, "parts": {"phase": "dealing"},
                       "items": {"seats": [[3, {...}]]}}

A difference names the view that it is good for: `parts` are told anew, of the lists in `items` some elements.
A screen that holds another view has missed one: it hangs up, and is told the whole when it comes again. Both
ends are here, so that no screen ever shows parts of two states.

A part is told again when it is another, and a line is encoded once for all screens of a role that need it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from controller.screens.wire_lines import WireError, encode

DIFFERENCES: Final = 1
"""The form of the differences. Another form has another number; who does not know it is told whole views."""

View = Mapping[str, Any]


class Told(NamedTuple):
    """Which view a screen was sent last: its place among those that were written, and its entry."""

    number: int
    seq: int


class _Since(NamedTuple):
    """In which view each part was new, and in a list of maps each map; all of them where its length was."""

    parts: Mapping[str, int]
    items: Mapping[str, Sequence[int]]


class Frame:
    """One view on its way. It becomes bytes once, and only if somebody reads it."""

    def __init__(self, view: View, telling: Telling) -> None:
        self.view = view
        self._telling = telling
        self._number = 0
        self._lines: dict[int, bytes] = {}

    def line(self, told: Told | None) -> tuple[bytes, Told]:
        """The line for a screen that was sent the view `told` before, None for none; and what it is told now.

        A whole view is sent where there is none to differ from.
        """
        if not self._number:
            self._number, self._since = self._telling.write(self.view)
        before = told.number if told is not None and told.number >= self._telling.first else 0
        line = self._lines.get(before)
        if line is None:
            line = self._difference(told) if told is not None and before else self._whole()
            self._lines[before] = line
        return line, Told(self._number, self.view["seq"])

    def _whole(self) -> bytes:
        return encode({"view": self.view, "seq": self.view["seq"], "differences": DIFFERENCES})

    def _difference(self, told: Told) -> bytes:
        view, before, parts, items = self.view, told.number, {}, {}
        for name in [name for name, number in self._since.parts.items() if number > before]:
            numbers = self._since.items.get(name, ())
            fresh = [[at, view[name][at]] for at, number in enumerate(numbers) if number > before]
            if len(fresh) < len(numbers):
                items[name] = fresh
            else:
                parts[name] = view[name]
        return encode({"since": told.seq, "seq": view["seq"], "parts": parts, "items": items})


class Telling:
    """The views of one role in the order in which they are written.

    Attributes:
        first: the first view from which differences may be told: before it a view had other parts.
    """

    def __init__(self) -> None:
        self.first = 1
        self._number = 0
        self._view: View = {}
        self._since = _Since({}, {})

    def write(self, view: View) -> tuple[int, _Since]:
        """The number of this view, and since which each part of it is what it is."""
        self._number = number = self._number + 1
        before, self._view = self._view, view
        if before.keys() == view.keys():
            fresh = [
                name for name, value in view.items() if before[name] is not value and before[name] != value
            ]
            parts, items = {**self._since.parts}, {**self._since.items}
        else:
            self.first, fresh, parts, items = number, list(view), {}, {}
        for name in fresh:
            parts[name] = number
            items[name] = _items_since(before.get(name), view[name], items.get(name, ()), number)
        self._since = _Since(parts, items)
        return number, self._since


def _items_since(before: Any, now: Any, since: Sequence[int], number: int) -> Sequence[int]:
    """In which view each map of this list was new; nothing of what is no list of maps."""
    if type(now) is not list or not now or type(now[0]) is not dict:
        return ()
    if len(since) != len(now):
        return (number,) * len(now)
    return [
        was if old is one or old == one else number for old, one, was in zip(before, now, since, strict=True)
    ]


DIFFERENCES_LINE: Final = encode({"differences": DIFFERENCES})
"""The line by which a screen says that it takes differences."""


def takes_differences(line: bytes) -> bool:
    """Whether this line of a screen says that it takes differences of our form."""
    return line == DIFFERENCES_LINE.rstrip(b"\n")


def tells_differences(message: View) -> bool:
    """Whether the table that sent this whole view tells differences of our form to who takes them."""
    return message.get("differences") == DIFFERENCES


def view_after(view: View | None, message: View) -> dict[str, Any]:
    """The whole view that this difference to `view`, which stays as it is, comes to.

    Raises:
        WireError: it is the difference to another view, or none.
    """
    if view is None or message["since"] != view["seq"]:
        raise WireError("since", "is not the view that was told before")
    try:
        after = {**view, **message["parts"]}
        for name, items in message["items"].items():
            after[name] = list(view[name])
            for at, item in items:
                after[name][at] = item
    except (AttributeError, KeyError, IndexError, TypeError, ValueError):
        raise WireError("", "is no difference of a view") from None
    if after.keys() != view.keys() or after["seq"] != message.get("seq"):
        raise WireError("seq", "is not that of the view")
    return after
