"""The test of a table's sounds for a technician, who hears each once; no table that runs needs it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.boot.desk import chips_driver
from controller.boot.devices import NoDevice
from controller.boot.sounds import sound_fault, speaker
from controller.clock import SystemClock
from controller.game.inputs import Observation
from controller.game.requests import SetBuzzer, Sound
from controller.ports import Driver
from controller.settings.table import TableFile
from drivers.chips.pins import Lines, NoPins
from drivers.recordings.desk import Desk, Told, told
from drivers.sounds.players import Player

TEST_MS: Final = {Sound.TICK: 1_000, Sound.HIGH: 2_000, Sound.CRITICAL: 3_000, Sound.CHIME: 2_500}
"""Each sound of the test, and how long it is listened to."""


def sounds_tried(
    settings: TableFile, *, player: Player | None = None, lines: Lines | None = None
) -> Iterator[Told]:
    """Each sound of the table is heard once, for a technician; it is told before it begins.

    Raises:
        NoDevice: nothing can be heard at this table, or it failed; the text says what to do.
        MissingLibrary: what the pins need is not installed.
    """
    fault = "" if player is not None else sound_fault(settings)
    if fault:
        raise NoDevice(f"sound: {fault}")
    failed: list[Observation] = []
    try:
        driver = speaker(settings, player) or _buzzer(settings, lines)
    except NoPins as why:
        raise NoDevice(str(why)) from None
    desk = Desk(driver, SystemClock())
    desk.start()
    try:
        desk.run(TEST_MS[Sound.TICK], failed.append)
        for sound, for_ms in TEST_MS.items():
            yield {"kind": "sound", "sound": str(sound)}
            desk.ask(SetBuzzer(sound))
            desk.run(for_ms, failed.append)
            desk.ask(SetBuzzer(Sound.SILENT))
    finally:
        desk.stop()
    troubles = [said for one in failed if (said := told(one))["kind"] == "trouble" and said["active"]]
    if troubles or desk.refused is not None:
        why_not = str(desk.refused) if desk.refused is not None else str(troubles[-1]["code"])
        raise NoDevice(f"sound: {why_not}: look at the loudspeaker, and at [sound] in table.toml")


def _buzzer(settings: TableFile, lines: Lines | None) -> Driver:
    assert settings.chips is not None, "without spots there is no buzzer"
    return chips_driver(settings.chips, lines=lines)
