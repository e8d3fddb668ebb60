"""How a text of a settings file is written, where not every text will do: its pattern, and its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

TABLE: Final = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$"
PROFILE: Final = r"^[a-z0-9][a-z0-9-]{0,39}$"
STREET: Final = r"^[a-z_]{1,20}$"
SPOT: Final = r"^[a-z][a-z0-9]{0,15}_[1-7]$"
LINKED_BOOK: Final = r"^(|postgres(ql)?://[!-~]{1,500})$"
USB: Final = r"^usb://[0-9a-fA-F]{4}:[0-9a-fA-F]{4}(:[!-~]{1,126})?$"
USB_ID: Final = r"^[0-9a-fA-F]{4}$"
USB_PORT: Final = r"^(|[0-9]{1,3}-[0-9]{1,3}(\.[0-9]{1,3})*)$"
ADDRESS: Final = r"^[^\s:]+:[0-9]{1,5}$|^\[[0-9a-fA-F:]+\]:[0-9]{1,5}$"
ADDRESS_OR_NONE: Final = r"^(|[^\s:]+:[0-9]{1,5}|\[[0-9a-fA-F:]+\]:[0-9]{1,5})$"
CARD_KEY: Final = r"^(|([0-9a-fA-F]{2}){32,65})$"
PIN: Final = r"^[0-9]{6,8}$"
SERIAL: Final = r"^[0-9A-Za-z-]{1,16}$"
HOUR: Final = r"^(|([01][0-9]|2[0-3]):[0-5][0-9])$"
DIGEST: Final = r"^(|[0-9a-fA-F]{64})$"
KEY: Final = r"^[0-9a-f]{64}$"
KEY_OR_NONE: Final = r"^(|[0-9a-f]{64})$"
DEVICE: Final = r"^/"

SHAPES: Final[Mapping[str, str]] = {
    TABLE: "letters, digits, dot, dash and underscore, 32 at most, as in UTH-1",
    PROFILE: "small letters, digits and dashes, 40 at most, as in fr-55-20-2021",
    STREET: "small letters and underscores, 20 at most, as in flop",
    SPOT: "a spot and a seat, as in ante_3",
    LINKED_BOOK: "the address of a linked jackpot, as in postgresql://uth_1@db/jackpot; none for a file",
    USB: "as in usb://05f9:2204, with the serial number behind another colon",
    USB_ID: "four hex digits, as in 05f9",
    USB_PORT: "a port as in 1-1.4, or nothing",
    ADDRESS: "a name or an address with its port, as in pit.casino.lan:7443 or [::]:7443",
    ADDRESS_OR_NONE: "a name or an address with its port, as in 10.0.0.7:7443, or nothing",
    CARD_KEY: "the key of a card in hex digits, as tapis badge prints it, or nothing",
    PIN: "six to eight digits",
    SERIAL: "letters, digits and dashes, 16 at most, as in B-2108",
    HOUR: "a time of day, as in 04:00, or nothing",
    DIGEST: "64 hex digits, or nothing",
    KEY: "64 small hex digits",
    KEY_OR_NONE: "64 small hex digits, or nothing",
    DEVICE: "a path from the root, as in /dev/gpiochip0",
}
"""What to write, by the pattern."""
