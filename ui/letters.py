"""About how wide a text of the screens' typeface is, for who lays out columns without drawing them.

Inter, of the weights 500 and 600 and with figures of one width; the widths are of `ui/fonts`.
"""

from __future__ import annotations

from typing import Final

THIN_EM: Final = 0.33
NARROW_EM: Final = 0.48
USUAL_EM: Final = 0.66
CAPITAL_EM: Final = 0.77
BROAD_EM: Final = 1.02
_EM: Final = {
    **dict.fromkeys(" \u00a0\u202f’'.,:;·!|ijlI", THIN_EM),
    **dict.fromkeys("/()[]tfr-–", NARROW_EM),
    **dict.fromkeys("mwMW%", BROAD_EM),
}


def width_px(text: str, size: int) -> float:
    """What a text of this size in pixels takes at most, in pixels: a little more than it is."""
    return size * sum(_EM.get(letter) or (CAPITAL_EM if letter.isupper() else USUAL_EM) for letter in text)
