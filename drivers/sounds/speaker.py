"""The table's sounds on the audio of its machine, where no buzzer is wired (`[sound] output = "audio"`).

The patterns are those of the buzzer. It belongs to no machine of the table: what is wrong with it is told for
the link to the outside, as strangers on the bus are, and play goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from controller.game.inputs import Machine, Observation, TroubleObserved
from controller.game.requests import Request, SetBuzzer, Sound
from controller.ports import Deliver, Figures
from drivers.sounds.patterns import BEAT_MS, PULSES
from drivers.sounds.players import Player, lasts_ms

NO_PLAYER: Final = "sound_player"
NOT_PLAYED: Final = "sound_failed"
SLACK_MS: Final = 1_500
"""A burst that plays for so much longer than it lasts is killed: the audio hangs."""
LOOK_MS: Final = 250
AGAIN_MS: Final = 60_000
"""A player that was not there is looked for again after so long."""


class Speaker:
    """A driver of sounds alone (`controller.ports.Driver`)."""

    machine = Machine.LINK

    def __init__(self, player: Player) -> None:
        self._player = player
        self._sound = Sound.SILENT
        self._next_ms: int | None = None  # when the next burst begins
        self._look_ms: int | None = None  # when the one that plays is looked at
        self._began_ms = 0
        self._bursting = Sound.SILENT
        self._open = False
        self._open_again_ms: int | None = None
        self._told = ""

    def start(self, deliver: Deliver) -> None:
        """Whether anything can be played is told at the first tick."""
        self._open_again_ms = 0

    def stop(self) -> None:
        """Nothing plays any more."""
        self._player.close()
        self._open = False

    def receive(self, item: object, now_ms: int) -> Iterable[Observation]:
        """Nothing is delivered."""
        return []

    def ask(self, request: Request, now_ms: int) -> None:
        """The pattern begins now; the one that is on already goes on undisturbed."""
        if not isinstance(request, SetBuzzer) or request.sound is self._sound:
            return
        self._sound = request.sound
        self._player.hush()
        self._look_ms = None
        self._next_ms = now_ms if self._sound is not Sound.SILENT else None

    def tick(self, now_ms: int) -> list[Observation]:
        """A burst begins when it is due; one that hangs is cut off."""
        told: list[Observation] = []
        if self._open_again_ms is not None and now_ms >= self._open_again_ms:
            self._open = self._player.open()
            self._open_again_ms = None if self._open else now_ms + AGAIN_MS
            told += self._tell("" if self._open else NO_PLAYER)
        if self._look_ms is not None and now_ms >= self._look_ms:
            told += self._looked(now_ms)
        if self._next_ms is not None and now_ms >= self._next_ms:
            period_ms = PULSES[self._sound][1] * BEAT_MS
            self._next_ms = now_ms + period_ms if period_ms else None
            if self._open:
                self._player.play(self._sound)
                self._bursting, self._began_ms, self._look_ms = self._sound, now_ms, now_ms + LOOK_MS
        return told

    def _looked(self, now_ms: int) -> list[Observation]:
        """How the burst does that is playing."""
        ended = self._player.ended()
        if ended is None and now_ms - self._began_ms < lasts_ms(self._bursting) + SLACK_MS:
            self._look_ms = now_ms + LOOK_MS
            return []
        self._look_ms = None
        if ended is None:
            self._player.hush()
        return self._tell("" if ended else NOT_PLAYED)

    def _tell(self, trouble: str) -> list[Observation]:
        if trouble == self._told:
            return []
        before, self._told = self._told, trouble
        told: list[Observation] = [TroubleObserved(self.machine, before, active=False)] if before else []
        return [*told, TroubleObserved(self.machine, trouble)] if trouble else told

    @property
    def due_ms(self) -> int | None:
        """When `tick` is next wanted."""
        dues = (self._open_again_ms, self._look_ms, self._next_ms)
        return min((due for due in dues if due is not None), default=None)

    @property
    def figures(self) -> Figures:
        """It has no line."""
        return Figures()
