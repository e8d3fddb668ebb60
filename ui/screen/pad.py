"""The one pad for numbers: PINs, counts, amounts, references, the number of a round.

1-2-3 on top and ⌫ at the right, the value above the keys; the large key validates. What is chosen besides
(a value, a place, a reason) stands at the left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ui.screen.shape import Field, Key, Row, Sheet, Step
from ui.screen.speech import Speech, key, local

DIGITS: Final = "123456789"


def edited(typed: str, digit: str, most: int) -> str:
    """What stands on the pad after this key: a digit more, one less, or none."""
    if digit == "clear":
        return ""
    return typed[:-1] if digit == "back" else (typed + digit)[:most]


def keys(say: Speech, act: str, *, typed: bool, live: bool = True, corner: str = "clear") -> list[Key]:
    """Twelve keys, row by row; what takes away is dead while there is nothing."""

    def made(digit: str, label: str, *, alive: bool = True, **look: Any) -> Key:
        return key(label, local(act, digit=digit) if live and alive else None, **look)

    clear = corner == "clear"
    return [
        *(made(digit, digit) for digit in DIGITS),
        made(corner, say("pad.clear") if clear else corner, alive=typed or not clear, plain=clear),
        made("0", "0"),
        made("back", "", alive=typed, says=say("pad.back")),
    ]


def sheet(
    title: str,
    field: Field,
    keypad: list[Key],
    *,
    caption: str = "",
    text: str = "",
    facts: Sequence[Row] = (),
    choices: Sequence[list[Key]] = (),
    note: str = "",
    warning: str = "",
    steps: Sequence[Step] = (),
) -> Sheet:
    """The pad over the seats: its question, the value, the keys and what is chosen beside them."""
    return {
        "kind": "pad",
        "caption": caption,
        "title": title,
        "text": text,
        "facts": list(facts),
        "choices": list(choices),
        "note": note,
        "warning": warning,
        "steps": list(steps),
        "field": field,
        "keypad": keypad,
    }


def chosen(label: str, name: str, at: str, sub: str = "") -> Key:
    """One of several answers that stand beside the pad."""
    return key(label, local("choose", name=name), sub, chosen=at == name)
