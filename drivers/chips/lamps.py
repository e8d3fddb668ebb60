"""The rhythms of the lamps, on one beat of an eighth of a second.

One lamp a seat, four states: dark; invited, half a second on and half a second off; seen, two short
flashes a second; registered, steady. Never more than two flashes a second.
"""

from __future__ import annotations

from typing import Final

from controller.game.requests import Lamp
from drivers.sounds.patterns import BEAT_MS

# Eight beats make a second; bit 0 is the first.
_RHYTHM: Final = {Lamp.DARK: 0, Lamp.INVITED: 0b00001111, Lamp.SEEN: 0b00000101, Lamp.REGISTERED: 0b11111111}


def is_lit(lamp: Lamp, now_ms: int) -> bool:
    """Whether a lamp of this state is lit at this instant."""
    return bool(_RHYTHM[lamp] >> now_ms // BEAT_MS % 8 & 1)


def blinks(lamp: Lamp) -> bool:
    """Whether a lamp of this state changes by itself."""
    return lamp is Lamp.INVITED or lamp is Lamp.SEEN


def next_beat_ms(now_ms: int) -> int:
    """The instant of the next beat."""
    return (now_ms // BEAT_MS + 1) * BEAT_MS
