"""What is under the dealer's hands, put together from the settings: the JP1 spots and the badge reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from controller.boot.machine_settings import of_machine
from controller.boot.machines import ANY, Carriers
from controller.settings.faults import wrong
from controller.settings.settings_error import SettingsError
from controller.settings.table import BadgeFile, BadgeReaderFile, ChipsFile, TableFile
from drivers.chips.chips import Chips
from drivers.chips.gpiod_lines import GpiodLines
from drivers.chips.pins import GpioLines, Lines, board_pins, check_lines
from drivers.lines.usb_claims import claim_keyboard
from drivers.readers.badge import Badge, CardReader, Holder
from drivers.readers.card_keys import BadKey, CardKey
from drivers.readers.card_reader import PcscReader, pcsc
from drivers.readers.keyboard_badge import KeyboardBadge, KeyboardBadgeRefused


def chips_driver(
    settings: ChipsFile,
    through: Callable[[Lines], Lines] = lambda lines: lines,
    lines: Lines | None = None,
) -> Chips:
    """The driver of the spots that the settings name, on pins of this machine or on the `lines` given.

    They pass through `through`, such as a tap that records them.

    Raises:
        MissingLibrary, NoPins: there are none that could be driven.
        ValueError: as `check_chips`.
    """
    found = through(lines if lines is not None else _lines(settings))
    return Chips(found, debounce_ms=settings.debounce_ms, test=True)


def _lines(settings: ChipsFile) -> Lines:
    sensors, lamps, others = settings.sensor_pins, settings.lamp_pins, settings.others
    if settings.backend == "gpiod":
        return GpiodLines(settings.chip, sensors, lamps, buzzer=settings.buzzer_pin, others=others)
    numbers: Any = {"sensor_pins": sensors, "lamp_pins": lamps}  # numbers all: `check_chips` has seen to it
    check_chips(settings)
    return GpioLines(
        **numbers, pin_factory=board_pins(), buzzer_pin=_number(settings.buzzer_pin), others=_numbers(others)
    )


def _number(pin: int | str | None) -> int | None:
    return pin if isinstance(pin, int) else None


def _numbers(pins: Mapping[str, int | str]) -> dict[str, int]:
    return {name: pin for name, pin in pins.items() if isinstance(pin, int)}


def check_chips(settings: ChipsFile) -> None:
    """No pin has two uses, and gpiozero is given numbers.

    Raises:
        ValueError: which key is wrong, and how.
    """
    if settings.backend == "gpiozero":
        named = [*settings.sensor_pins, *settings.lamp_pins, *settings.others.values(), settings.buzzer_pin]
        texts = [pin for pin in named if isinstance(pin, str)]
        if texts:
            raise ValueError(f"sensor_pins, lamp_pins: {texts[0]!r} is no BCM number; names are for gpiod")
    check_lines(settings.sensor_pins, settings.lamp_pins, settings.buzzer_pin, settings.others)


Register = Mapping[str, Holder]


def badge_driver(
    settings: TableFile,
    carriers: Carriers = ANY,
    through: Callable[[CardReader, Register], CardReader] = lambda reader, register: reader,
    reader: CardReader | None = None,
) -> Badge | None:
    """The driver of the badge reader that the settings name, or None if they name none.

    It is that of this machine, or the `reader` given; it passes through `through`, such as a tap that
    records it.

    Raises:
        MissingLibrary: pyscard is not installed, for a reader of smart cards.
        SettingsError: the reader or a badge is wrong.
    """
    if settings.badge is None:
        return None
    if reader is None and settings.badge.reader == "pcsc":
        pcsc()
    register = holders(settings.badges, "table.toml")
    found = through(reader if reader is not None else _reader(settings.badge, carriers), register)
    return Badge(found, register, table=settings.table.id)


def _reader(settings: BadgeReaderFile, carriers: Carriers) -> CardReader:
    if settings.reader == "pcsc":
        return PcscReader(settings.name)
    if settings.url is None:
        raise SettingsError("table.toml", "badge.url", None, wrong("typing_reader"))
    try:
        link = carriers.usb_link(settings.url, claim_keyboard)
        return KeyboardBadge(link, allowed=settings.allow_keyboard_badge)
    except KeyboardBadgeRefused as why:
        raise SettingsError("table.toml", "badge.reader", settings.reader, of_machine(str(why))) from None


def holders(badges: Mapping[str, BadgeFile], file: str) -> dict[str, Holder]:
    """The register of these badges.

    Raises:
        SettingsError: a key is none, or that of two cards (CS-16).
    """
    known: dict[str, Holder] = {}
    for card, badge in badges.items():
        try:
            key = CardKey.parse(badge.key) if badge.key else None
        except BadKey as why:
            raise SettingsError(file, f"badges.{card}.key", badge.key, of_machine(str(why))) from None
        if key is not None and key.hex in {one.key.hex for one in known.values() if one.key is not None}:
            raise SettingsError(file, f"badges.{card}.key", badge.key, wrong("key_of_two"))
        known[card.lower() if key is not None else card] = Holder(
            badge.person, badge.role, key, badge.revoked
        )
    return known


def _check_places(settings: ChipsFile, seats: int) -> None:
    """Each place of the felt has its sensor and its lamp, and no sensor is beyond it.

    Raises:
        SettingsError: which key does not go with `table.seats`, and what to do.
    """
    for key in ("sensor_pins", "lamp_pins"):
        pins = getattr(settings, key)
        if len(pins) != seats:
            reason = wrong("pins", number=len(pins), seats=seats)
            raise SettingsError("table.toml", f"chips.{key}", pins, reason)
    for name, pin in settings.others.items():
        if int(name.rpartition("_")[2]) > seats:
            reason = wrong("no_place", seats=seats)
            raise SettingsError("table.toml", f"chips.others.{name}", pin, reason)


def check_desk(settings: TableFile) -> None:
    """What the settings say of spots and badges makes sense; nothing is opened.

    Raises:
        SettingsError: the first thing that does not.
    """
    if settings.chips is not None:
        _check_places(settings.chips, settings.table.seats)
        try:
            check_chips(settings.chips)
        except ValueError as why:
            key, _, reason = str(why).partition(": ")
            raise SettingsError("table.toml", f"chips.{key}", None, of_machine(reason)) from None
    if settings.badge is not None:
        _reader(settings.badge, ANY)
        holders(settings.badges, "table.toml")
    if settings.badge is not None and settings.badge.reader == "pcsc":
        for card, badge in settings.badges.items():
            if not badge.key and not badge.revoked:
                raise SettingsError("table.toml", f"badges.{card}.key", None, wrong("card_key"))
