"""The drivers of a real table, put together from its settings: one function a kind of machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from controller.boot.machine_settings import of_machine
from controller.ports import Driver, Link
from controller.settings.faults import wrong
from controller.settings.settings_error import SettingsError
from controller.settings.table import ScannerFile, SerialFile, ShoeFile, TableFile
from drivers.lines.allow_list import Allowed, AllowList
from drivers.lines.links import SerialLink, serial_library
from drivers.lines.usb_claims import UsbAddress, claim_bulk, usb_backend
from drivers.lines.usb_links import Claim, UsbLink
from drivers.shoes.card_codes import BadCodes
from drivers.shoes.every_shoe import SHOES
from drivers.shuffler import Shuffler

USB: Final = "usb://"


@dataclass(frozen=True, slots=True)
class Carriers:
    """How links are made.

    Attributes:
        allowed: the devices that may be opened, or None for any.
        usb: a simulated bus, or None for that of this machine.
        through: what each link passes through, such as a tap that records it.
    """

    allowed: AllowList | None = None
    usb: Any = None
    through: Callable[[Link], Link] = lambda link: link

    def line(self, url: str, baudrate: int) -> Link:
        """A carrier of bytes: serial, or bulk endpoints for a URL of USB.

        Raises:
            ValueError: the URL is none.
        """
        if url.startswith(USB):
            return self.usb_link(url, claim_bulk)
        return self.through(SerialLink(url, baudrate, allowed=self.allowed))

    def need(self, url: str) -> Carriers:
        """The library that speaks to the machine of this URL is installed.

        Raises:
            MissingLibrary: it is not.
        """
        if not url.startswith(USB):
            serial_library(url)
        elif self.usb is None:
            usb_backend(url)
        return self

    def usb_link(self, url: str, claim: Claim) -> Link:
        """A USB machine of which `claim` takes the interface.

        Raises:
            ValueError: the URL is none.
        """
        return self.through(UsbLink(url, claim, backend=self.usb, allowed=self.allowed))


ANY: Final = Carriers()


def shoe_driver(settings: ShoeFile, boot: int, carriers: Carriers = ANY) -> Driver:
    """The driver of the shoe that the settings name.

    Raises:
        SettingsError: there is no such shoe.
        ValueError: the URL or the codes are none, or the shoe has no USB.
    """
    shoe = SHOES.get(settings.driver)
    if shoe is None:
        raise SettingsError(
            "table.toml", "shoe.driver", settings.driver, wrong("one_of_these", known=", ".join(SHOES))
        )
    for key, value in (settings.model_extra or {}).items():
        raise SettingsError("table.toml", f"shoe.{key}", value, wrong("unknown_key"))
    options = settings.model_dump(exclude={"driver", "url", "baudrate"})
    if not isinstance(settings, ScannerFile) and not settings.url.startswith(USB):
        return shoe.drive(carriers.line(settings.url, settings.baudrate or shoe.baudrate), boot, options)
    if shoe.claim is None:
        raise ValueError(f"{settings.url}: a shoe of the driver {settings.driver} has no USB")
    return shoe.drive(carriers.usb_link(settings.url, shoe.claim(options)), boot, options)


def shuffler_driver(settings: SerialFile, boot: int, carriers: Carriers = ANY) -> Driver:
    """The driver of the shuffler that the settings name.

    Raises:
        ValueError: the URL is none.
    """
    line = carriers.line(settings.url, settings.baudrate)
    return Shuffler(line, boot=boot, firmware_sha256=settings.firmware_sha256)


def allow_list(settings: TableFile) -> AllowList | None:
    """The devices that may be plugged in, or None if the settings do not say."""
    if settings.allowed is None:
        return None
    return AllowList(
        Allowed(line.what, int(line.vendor, 16), int(line.product, 16), line.serial, line.port)
        for line in settings.allowed
    )


def _urls(settings: TableFile) -> Iterator[tuple[str, str]]:
    for name in ("shoe", "shuffler", "badge"):
        url = getattr(getattr(settings, name, None), "url", None)
        if url:
            yield name, url


def _check_allowed(settings: TableFile) -> None:
    """No machine of the settings is one that their own list keeps from being opened."""
    allowed = allow_list(settings)
    for name, url in _urls(settings):
        if allowed is not None and url.startswith(USB):
            wanted = UsbAddress.parse(url)
            if not any(line.names(wanted) for line in allowed.lines):
                raise SettingsError("table.toml", f"{name}.url", url, wrong("not_allowed"))


def check_machines(settings: TableFile) -> None:
    """What the settings say of the machines makes sense; nothing is opened.

    Raises:
        SettingsError: the first thing that does not.
    """
    try:
        if settings.shoe is not None:
            shoe_driver(settings.shoe, boot=1)
    except SettingsError:
        raise
    except BadCodes as error:
        key, _, reason = str(error).partition(": ")
        raise SettingsError("table.toml", f"shoe.{key}", None, of_machine(reason)) from None
    except ValueError as error:
        raise SettingsError("table.toml", "shoe.url", None, of_machine(str(error))) from None
    try:
        if settings.shuffler is not None:
            shuffler_driver(settings.shuffler, boot=1)
    except ValueError as error:
        raise SettingsError("table.toml", "shuffler.url", None, of_machine(str(error))) from None
    _check_allowed(settings)
