"""What makes the sounds of a table, put together from its settings."""

from __future__ import annotations

from typing import Final

from controller.settings.table import ChipsFile, TableFile
from drivers.sounds.players import ChildPlayer, Player, program
from drivers.sounds.speaker import Speaker

NO_BUZZER: Final = (
    'no buzzer is wired, alarms are only seen: name buzzer_pin in [chips], or say output = "audio" in [sound]'
)
NO_PROGRAM: Final = (
    "no program plays sounds here, alarms are only seen: install alsa-utils, or pipewire-bin, or "
    "pulseaudio-utils"
)
SWITCHED_OFF: Final = 'switched off in [sound], alarms are only seen: is that meant? output = "buzzer" sounds'


def sound_fault(settings: TableFile) -> str:
    """Why no alarm is heard at this table, and after a colon what to do; an empty text if one is."""
    match settings.sound.output:
        case "none":
            return SWITCHED_OFF
        case "audio":
            return "" if program() else NO_PROGRAM
    return "" if settings.chips is not None and settings.chips.buzzer_pin is not None else NO_BUZZER


def sounded_by(settings: TableFile) -> str:
    """The program that plays the sounds; empty where the buzzer is heard."""
    return " ".join(program()) if settings.sound.output == "audio" else ""


def of_the_spots(settings: TableFile, chips: ChipsFile) -> ChipsFile:
    """The settings of the spots, without the buzzer where something else makes the sounds."""
    return chips if settings.sound.output == "buzzer" else chips.model_copy(update={"buzzer_pin": None})


def speaker(settings: TableFile, player: Player | None = None) -> Speaker | None:
    """The driver of this machine's audio, where the settings ask for it; `player` stands in for that."""
    return Speaker(player or ChildPlayer()) if settings.sound.output == "audio" else None
