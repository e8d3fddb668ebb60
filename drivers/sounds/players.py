"""What plays a sound on this machine: a program of its audio, as a child that is never waited for.

The sounds are our own, written once as WAV files: no library of sounds, and no file of anybody else's. A
child that does not end by itself is killed.
"""

from __future__ import annotations

import math
import shutil
import subprocess
import tempfile
import wave
from array import array
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Protocol

from controller.game.requests import Sound
from drivers.sounds.patterns import BEAT_MS, PULSES

PROGRAMS: Final[Mapping[str, tuple[str, ...]]] = {"pw-play": (), "paplay": (), "aplay": ("-q",)}
"""PipeWire's, PulseAudio's and ALSA's own, in the order in which they are tried, with their options."""
RATE_HZ: Final = 22_050
TONE_HZ: Final[Mapping[Sound, int]] = {
    Sound.TICK: 1_320,
    Sound.CHIME: 1_320,
    Sound.HIGH: 880,
    Sound.CRITICAL: 1_760,
}
LOUDNESS: Final = 0.5
KILLED_MAX: Final = 3
"""While so many killed children are still there, the audio hangs in the kernel: no more of them are made."""
FADE_MS: Final = 5
"""A pulse rises and falls so long, or it clicks."""


def program() -> tuple[str, ...]:
    """The program that plays a WAV file here, with its options; empty where there is none."""
    for name, options in PROGRAMS.items():
        found = shutil.which(name)
        if found is not None:
            return (found, *options)
    return ()


def lasts_ms(sound: Sound) -> int:
    """How long one burst of the sound lasts."""
    return PULSES[sound][0].bit_length() * BEAT_MS


def samples(sound: Sound) -> array[int]:
    """One burst of the sound: its pulses as tones, at `RATE_HZ`, of 16 bits."""
    pulses, _ = PULSES[sound]
    beat = RATE_HZ * BEAT_MS // 1_000
    fade = RATE_HZ * FADE_MS // 1_000
    made = array("h", bytes(2 * beat * pulses.bit_length()))
    for at in range(len(made)):
        within = at // beat
        if not pulses >> within & 1:
            continue
        before = within > 0 and pulses >> (within - 1) & 1
        rises = fade if before else at % beat
        falls = fade if pulses >> (within + 1) & 1 else beat - at % beat
        swell = min(rises, falls, fade) / fade
        made[at] = round(32_767 * LOUDNESS * swell * math.sin(2 * math.pi * TONE_HZ[sound] * at / RATE_HZ))
    return made


def write(sound: Sound, path: Path) -> None:
    """The burst is a WAV file."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(samples(sound).tobytes())


class Player(Protocol):
    """Plays one burst at a time, and blocks nobody."""

    def open(self) -> bool:
        """It is ready; False where nothing can be played on this machine."""
        ...

    def play(self, sound: Sound) -> None:
        """One burst begins; what still plays is cut off."""
        ...

    def ended(self) -> bool | None:
        """Whether the last burst was played: None while it is, False if it could not be."""
        ...

    def hush(self) -> None:
        """Nothing plays any more."""
        ...

    def close(self) -> None:
        """Nothing is left of it."""
        ...


class ChildPlayer:
    """A program of this machine's audio (`Player`).

    Args:
        found: the program and its options; looked for when it is opened.
    """

    def __init__(self, found: Callable[[], tuple[str, ...]] = program) -> None:
        self._found = found
        self._program: tuple[str, ...] = ()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._child: subprocess.Popen[bytes] | None = None
        self._killed: list[subprocess.Popen[bytes]] = []
        self._failed = False

    def open(self) -> bool:
        """The program is there, and the bursts are files."""
        self._program = self._found()
        if not self._program:
            return False
        try:
            self._folder = tempfile.TemporaryDirectory(prefix="tapis-sounds-")
            for sound in TONE_HZ:
                write(sound, self._file(sound))
        except OSError:
            self.close()
            return False
        return True

    def play(self, sound: Sound) -> None:
        """A child plays the burst; its file is written again where somebody has tidied it away."""
        self.hush()
        if self._folder is not None and not self._file(sound).exists():
            self.close()
            self.open()
        self._failed = self._folder is None or len(self._killed) >= KILLED_MAX
        if self._failed:
            return
        nothing = subprocess.DEVNULL
        try:
            self._child = subprocess.Popen(
                [*self._program, str(self._file(sound))], stdin=nothing, stdout=nothing, stderr=nothing
            )
        except OSError:
            self._failed = True

    def ended(self) -> bool | None:
        """As its child ended."""
        if self._child is None:
            return not self._failed
        code = self._child.poll()
        if code is None:
            return None
        self._child, self._failed = None, code != 0
        return not self._failed

    def hush(self) -> None:
        """The child is killed, and gone: it has nothing to save."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            self._killed.append(child)
        # Never waited for: a child that hangs in the kernel is gone when the kernel lets it go.
        self._killed = [one for one in self._killed if one.poll() is None]

    def close(self) -> None:
        """The files are gone too."""
        self.hush()
        folder, self._folder = self._folder, None
        if folder is not None:
            folder.cleanup()

    def _file(self, sound: Sound) -> Path:
        assert self._folder is not None
        return Path(self._folder.name, f"{sound}.wav")
