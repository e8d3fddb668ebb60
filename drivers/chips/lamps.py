"""The rhythms of the lamps and of the buzzer, on one beat of an eighth of a second.

One lamp a seat, four states: dark; invited, half a second on and half a second off; seen, two short
flashes a second; registered, steady. Never more than two flashes a second.

The buzzer has the sounds of screens, section 8.1: three pulses and two for a critical alarm, again after five
seconds; three pulses for a high one, again after thirty; a single tick to hear that it works.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from controller.game.requests import Lamp

BEAT_MS: Final = 125
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


class Sound(Enum):
    """What the buzzer sounds."""

    TICK = "tick"
    HIGH = "high"
    CRITICAL = "critical"


_PULSES: Final[Mapping[Sound, tuple[int, int]]] = {  # beats that sound, bit 0 first; period in beats, 0: once
    Sound.TICK: (0b1, 0),
    Sound.HIGH: (0b10101, 240),
    Sound.CRITICAL: (0b1_0100_0001_0101, 40),
}


class Buzzer:
    """A buzzer that sounds one pattern at a time, from the instant it was asked for."""

    __slots__ = ("_since_ms", "_sound")

    def __init__(self) -> None:
        self._sound: Sound | None = None
        self._since_ms = 0

    @property
    def sound(self) -> Sound | None:
        """The pattern that is on."""
        return self._sound

    def set(self, sound: Sound | None, now_ms: int) -> None:
        """The pattern begins now; the one that is on already goes on undisturbed."""
        if sound is not self._sound:
            self._sound = sound
            self._since_ms = now_ms

    def sounds(self, now_ms: int) -> bool:
        """Whether the buzzer is on at this instant."""
        if self._sound is None:
            return False
        pulses, period = _PULSES[self._sound]
        beat = (now_ms - self._since_ms) // BEAT_MS
        return bool(pulses >> (beat % period if period else beat) & 1)

    def due_ms(self, now_ms: int) -> int | None:
        """When it changes next, or None while it is silent for good."""
        if self._sound is None:
            return None
        pulses, period = _PULSES[self._sound]
        beat = (now_ms - self._since_ms) // BEAT_MS
        within = beat % period if period else beat
        on = bool(pulses >> within & 1)
        for ahead in range(1, period - within + 1 if period else pulses.bit_length() - within + 1):
            if bool(pulses >> ((within + ahead) % period if period else within + ahead) & 1) is not on:
                return self._since_ms + (beat + ahead) * BEAT_MS
        return None
