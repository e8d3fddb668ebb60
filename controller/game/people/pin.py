"""A PIN on its way from the console to the worker that checks it: never shown, written or compared."""

from __future__ import annotations

from typing import Final, NoReturn

DIGITS_MIN: Final = 6
DIGITS_MAX: Final = 8


class NoPin(ValueError):
    """The text is no PIN. The message does not repeat it."""


class Pin:
    """Six to eight digits. Only `digits` gives them away; every other reading of a PIN shows dots.

    Raises:
        NoPin: it is something else.
    """

    __slots__ = ("_digits",)

    def __init__(self, digits: str) -> None:
        if not (DIGITS_MIN <= len(digits) <= DIGITS_MAX and digits.isascii() and digits.isdigit()):
            raise NoPin(f"a PIN has {DIGITS_MIN} to {DIGITS_MAX} digits")
        self._digits = digits

    def digits(self) -> str:
        """The PIN in clear: for whoever hashes it, and nobody else."""
        return self._digits

    def __repr__(self) -> str:
        return "Pin(••••••)"

    __str__ = __repr__

    def __reduce__(self) -> NoReturn:
        raise TypeError("a PIN is not to be kept")
