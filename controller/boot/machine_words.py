"""Why a machine of this computer is not to be had, and what to do about it, French and English.

The English is the sentence of the fault itself; the French stands here, by its code.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from controller.boot.sounds import NO_BUZZER, NO_PROGRAM, SWITCHED_OFF
from controller.installed import file_named, put_right
from drivers.chips.pins import NoPins
from drivers.lines.links import MissingLibrary
from drivers.lines.port_faults import (
    BUSY,
    FAILED,
    FOREIGN,
    NO_PERMISSION,
    NO_PINS,
    NOT_THERE,
    TWO_ALIKE,
    OpeningFault,
)


class MachineWords(NamedTuple):
    """What was found, and what to do; each French and English."""

    found: tuple[str, str]
    advice: tuple[str, str]


_PORTS: Final[dict[str, tuple[str, str]]] = {
    NOT_THERE: (
        "{where} n’est pas branché",
        "vérifiez le câble, l’alimentation et l’url de table.toml",
    ),
    NO_PERMISSION: (
        "{where} n’est pas permis à cet utilisateur",
        "nommez-le dans {rules}, ou tapez ceci sous l’utilisateur de la table",
    ),
    BUSY: (
        "{where} sert à un autre programme",
        "arrêtez ce programme, ou la table si elle tourne",
    ),
    TWO_ALIKE: (
        "{where} est branché plus d’une fois",
        "ajoutez le numéro de série à l’url de table.toml",
    ),
    FAILED: (
        "{where} ne s’ouvre pas",
        "débranchez-le, rebranchez-le, puis essayez un autre câble",
    ),
    FOREIGN: (
        "{where} est un autre appareil",
        "branchez l’appareil de cette table, ou corrigez l’url de table.toml",
    ),
}
"""Why a machine of USB is not open, and what to do, in French; its English comes with the fault."""
_PINS: Final[dict[str, tuple[str, str]]] = {
    NOT_THERE: (
        "{chip} n’est pas là",
        "vérifiez son câble, et chips.chip\u202f; gpiodetect nomme les puces",
    ),
    NO_PERMISSION: (
        "les broches ne sont pas permises à cet utilisateur",
        "ajoutez-le au groupe gpio",
    ),
    BUSY: (
        "une ligne de {chip} sert à un autre programme",
        "arrêtez ce programme, ou la table si elle tourne\u202f; gpioinfo le nomme",
    ),
    FOREIGN: (
        "{chip} n’est pas une puce GPIO",
        "corrigez chips.chip\u202f; gpiodetect nomme les puces",
    ),
    FAILED: (
        "les broches ne s’ouvrent pas ({found})",
        "rebranchez la puce, puis regardez son câble et [chips] dans table.toml",
    ),
    NO_PINS: (
        "pas de broches sur cette machine",
        'câblez les capteurs à une carte qui en a, mettez backend = "gpiod",'
        " ou retirez [chips] de table.toml",
    ),
}
"""Why the pins of the sensors cannot be driven, and what to do, in French; the English is the fault's."""
_MUTE: Final[dict[str, tuple[str, str]]] = {
    NO_BUZZER: (
        "aucun buzzer n’est câblé, les alarmes ne font que se voir",
        'nommez buzzer_pin dans [chips], ou mettez output = "audio" dans [sound]',
    ),
    NO_PROGRAM: (
        "aucun programme ne joue de son ici, les alarmes ne font que se voir",
        "installez alsa-utils, pipewire-bin ou pulseaudio-utils",
    ),
    SWITCHED_OFF: (
        "coupé dans [sound], les alarmes ne font que se voir",
        'est-ce voulu\u202f? output = "buzzer" le fait sonner',
    ),
}
"""Why no alarm is heard, and what to do, in French, by its English."""


def usb_words(url: str, why: MissingLibrary | OpeningFault) -> MachineWords:
    """Why a machine of USB is not open."""
    if isinstance(why, MissingLibrary):
        return _library(why, str(why))
    return _worded(_PORTS[why.code], str(why), where=url, rules=file_named("70-tapis.rules"))


def pins_words(chip: str, why: MissingLibrary | NoPins) -> MachineWords:
    """Why the pins of the chip sensors cannot be driven."""
    told = str(why).removeprefix("chip sensors: ")
    if isinstance(why, MissingLibrary):
        return _library(why, told)
    told += "" if ": " in told else ": this machine has no pins for them"
    return _worded(_PINS[why.code], told, chip=chip)


def reader_words(why: MissingLibrary) -> MachineWords:
    """Why no smart card can be read."""
    return _library(why, str(why).removeprefix("badge reader: "))


def mute_words(why: str) -> MachineWords:
    """Why no alarm is heard."""
    return _worded(_MUTE[why], why)


def _library(why: MissingLibrary, english: str) -> MachineWords:
    lacks = str(why).partition(": ")[2].partition(": ")[0]
    french = f"une bibliothèque manque, ou est trop ancienne ({lacks})", put_right(language="fr")
    return _worded(french, english)


def _worded(french: tuple[str, str], english: str, **facts: str) -> MachineWords:
    found, _, advice = english.partition(": ")
    told = {**facts, "found": found}
    return MachineWords((french[0].format_map(told), found), (french[1].format_map(told), advice))
