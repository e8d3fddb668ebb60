"""What a barcode or badge reader on USB says: HID reports read as text, without any keyboard of the system.

Two forms: the boot keyboard (8 bytes a report, keys pressed, Enter ends) of the HID specification,
appendix B, and the scanned-data report of the HID point-of-sale usage tables (64 bytes, text inside).
Pure: reports go in, whole texts come out. Whatever is doubtful spoils its text, which is then told as
spoilt and never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

TEXT_MAX: Final = 64
KEYBOARD_BYTES: Final = 8
POS_BYTES: Final = 64
POS_TEXT_MAX: Final = 56


@dataclass(frozen=True, slots=True)
class Scan:
    """One whole text; it may name a card and never shows in the `repr`."""

    text: str

    def __repr__(self) -> str:
        return f"Scan(<{len(self.text)} characters>)"


@dataclass(frozen=True, slots=True)
class Spoilt:
    """Something was scanned and its text is not known; `size` is how many reports it took."""

    size: int


class Reader(Protocol):
    """Makes texts out of reports, one report a call."""

    report_bytes: int

    def feed(self, report: bytes) -> Scan | Spoilt | None:
        """What the report completes, if anything."""
        ...

    def cut(self) -> Spoilt | None:
        """No more comes of what was begun: it is spoilt; None if nothing was."""
        ...

    @property
    def begun(self) -> bool:
        """Whether a text was begun and not ended."""
        ...

    @property
    def held(self) -> int:
        """How many characters are held of it; at most `TEXT_MAX`."""
        ...


# --- boot keyboard -------------------------------------------------------------------------------

_SHIFT: Final = 0x22
_ENDS: Final = frozenset({0x28, 0x58})  # Enter, Enter of the keypad
_ERRORS: Final = frozenset({1, 2, 3})  # too many keys, self-test failed, undefined
_PLAIN: Final = "abcdefghijklmnopqrstuvwxyz1234567890"
_SHIFTED: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ!@#$%^&*()"
_SIGNS: Final = (*range(0x2D, 0x32), *range(0x33, 0x39))
KEYS: Final = {
    **{(4 + i, False): char for i, char in enumerate(_PLAIN)},
    **{(4 + i, True): char for i, char in enumerate(_SHIFTED)},
    **{(0x2C, shift): " " for shift in (False, True)},
    **{(key, False): char for key, char in zip(_SIGNS, "-=[]\\;'`,./", strict=True)},
    **{(key, True): char for key, char in zip(_SIGNS, '_+{}|:"~<>?', strict=True)},
    **{(0x54 + i, False): char for i, char in enumerate("/*-+")},
    **{(0x59 + i, False): char for i, char in enumerate("1234567890.")},
}
"""Key code of the HID usage tables, and whether Shift is down, to what the US layout types."""


class KeyboardReader:
    """Texts out of the reports of a boot keyboard (`Reader`).

    A key counts when it goes down, once however long it stays. Two keys that go down in one report have
    no order, and a key with Ctrl, Alt or GUI no text: both spoil it.
    """

    report_bytes = KEYBOARD_BYTES

    def __init__(self) -> None:
        self._down: frozenset[int] = frozenset()
        self._text = ""
        self._spoilt = False
        self._reports = 0

    @property
    def begun(self) -> bool:
        """Whether a text was begun and not ended."""
        return bool(self._text) or self._spoilt

    @property
    def held(self) -> int:
        """How many characters are held."""
        return len(self._text)

    def feed(self, report: bytes) -> Scan | Spoilt | None:
        """The text that Enter ends with this report, if it does."""
        self._reports += 1
        if len(report) != KEYBOARD_BYTES or not _ERRORS.isdisjoint(report[2:]):
            self._spoil()
            return None
        down = frozenset(report[2:]) - {0}
        pressed = down - self._down
        self._down = down
        if not pressed:
            return None
        if len(pressed) > 1:
            self._spoil()
            return self._end() if pressed & _ENDS else None
        (key,) = pressed
        if key in _ENDS:
            return self._end()
        char = KEYS.get((key, bool(report[0] & _SHIFT)))
        if char is None or report[0] & ~_SHIFT or len(self._text) >= TEXT_MAX:
            self._spoil()
        elif not self._spoilt:
            self._text += char
        return None

    def cut(self) -> Spoilt | None:
        """What was begun is spoilt; None if nothing was. All keys count as up."""
        self._down = frozenset()
        if not self.begun:
            self._reports = 0
            return None
        self._spoil()
        return Spoilt(self._forget())

    def _spoil(self) -> None:
        self._text = ""
        self._spoilt = True

    def _end(self) -> Scan | Spoilt | None:
        text, spoilt, size = self._text, self._spoilt, self._forget()
        if spoilt:
            return Spoilt(size)
        return Scan(text) if text else None

    def _forget(self) -> int:
        size, self._reports = self._reports, 0
        self._text = ""
        self._spoilt = False
        return size


# --- point of sale -------------------------------------------------------------------------------

_SCANNED_DATA: Final = 2
_TEXT_AT: Final = 5
_AIM: Final = (0, ord("]"))  # the symbology identifier is there, or zeros
_CONTINUED: Final = 1


class PosReader:
    """Texts out of scanned-data reports (`Reader`).

    Byte 0 is the report's number 2, byte 1 the length, bytes 2 to 4 the AIM identifier of the symbology,
    then at most 56 bytes of text; bit 0 of the last byte says that the next report goes on. An end of line
    that the scanner adds to the text is not part of it.
    """

    report_bytes = POS_BYTES

    def __init__(self) -> None:
        self._text = b""
        self._reports = 0
        self._spoilt = False

    @property
    def begun(self) -> bool:
        """Whether a text was begun and not ended."""
        return self._reports > 0

    @property
    def held(self) -> int:
        """How many characters are held."""
        return len(self._text)

    def feed(self, report: bytes) -> Scan | Spoilt | None:
        """The text that ends with this report, if it does."""
        self._reports += 1
        if not _is_scan(report):
            return self.cut()
        self._text += report[_TEXT_AT : _TEXT_AT + report[1]]
        if len(self._text) > TEXT_MAX:
            self._text, self._spoilt = b"", True
        if report[-1] & _CONTINUED:
            return None
        text = self._text.rstrip(b"\r\n\t")
        if self._spoilt or not all(0x20 <= byte < 0x7F for byte in text):
            return self.cut()
        self._forget()
        return Scan(text.decode("ascii")) if text else None

    def cut(self) -> Spoilt | None:
        """What was begun is spoilt; None if nothing was."""
        size = self._forget()
        return Spoilt(size) if size else None

    def _forget(self) -> int:
        size, self._reports = self._reports, 0
        self._text, self._spoilt = b"", False
        return size


def _is_scan(report: bytes) -> bool:
    return (
        len(report) == POS_BYTES
        and report[0] == _SCANNED_DATA
        and report[1] <= POS_TEXT_MAX
        and report[2] in _AIM
        and not report[-1] & ~_CONTINUED
    )
