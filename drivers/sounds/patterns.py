"""The sounds of a table, on one beat of an eighth of a second (screens, section 8.1).

Three pulses and two for a critical alarm, again after five seconds; three pulses for a high one, again after
thirty; a single tick to hear that it works; two short and a long one for a win that was released.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.game.requests import Sound

BEAT_MS: Final = 125
PULSES: Final[Mapping[Sound, tuple[int, int]]] = {  # beats that sound, bit 0 first; period in beats, 0: once
    Sound.SILENT: (0, 0),
    Sound.TICK: (0b1, 0),
    Sound.CHIME: (0b1111_0101, 0),
    Sound.HIGH: (0b10101, 240),
    Sound.CRITICAL: (0b1_0100_0001_0101, 40),
}


class Buzzer:
    """Sounds one pattern at a time, from the instant it was asked for."""

    __slots__ = ("_since_ms", "_sound")

    def __init__(self) -> None:
        self._sound = Sound.SILENT
        self._since_ms = 0

    @property
    def sound(self) -> Sound:
        """The pattern that is on."""
        return self._sound

    def set(self, sound: Sound, now_ms: int) -> None:
        """The pattern begins now; the one that is on already goes on undisturbed."""
        if sound is not self._sound:
            self._sound = sound
            self._since_ms = now_ms

    def sounds(self, now_ms: int) -> bool:
        """Whether it is heard at this instant."""
        pulses, period = PULSES[self._sound]
        beat = (now_ms - self._since_ms) // BEAT_MS
        return bool(pulses >> (beat % period if period else beat) & 1)

    def due_ms(self, now_ms: int) -> int | None:
        """When it changes next, or None while it is silent for good."""
        pulses, period = PULSES[self._sound]
        beat = (now_ms - self._since_ms) // BEAT_MS
        within = beat % period if period else beat
        on = bool(pulses >> within & 1)
        for ahead in range(1, period - within + 1 if period else pulses.bit_length() - within + 1):
            if bool(pulses >> ((within + ahead) % period if period else within + ahead) & 1) is not on:
                return self._since_ms + (beat + ahead) * BEAT_MS
        return None
