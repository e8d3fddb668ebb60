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

SHAPES: Final[Mapping[str, tuple[str, str]]] = {
    TABLE: (
        "lettres, chiffres, point, tiret et tiret bas, 32 au plus, comme UTH-1",
        "letters, digits, dot, dash and underscore, 32 at most, as in UTH-1",
    ),
    PROFILE: (
        "minuscules, chiffres et tirets, 40 au plus, comme fr-55-20-2021",
        "small letters, digits and dashes, 40 at most, as in fr-55-20-2021",
    ),
    STREET: (
        "minuscules et tirets bas, 20 au plus, comme flop",
        "small letters and underscores, 20 at most, as in flop",
    ),
    SPOT: ("un emplacement et une place, comme ante_3", "a spot and a seat, as in ante_3"),
    LINKED_BOOK: (
        "l’adresse d’un jackpot lié, comme postgresql://uth_1@db/jackpot\u202f; rien pour un fichier",
        "the address of a linked jackpot, as in postgresql://uth_1@db/jackpot; none for a file",
    ),
    USB: (
        "comme usb://05f9:2204, le numéro de série derrière un autre deux-points",
        "as in usb://05f9:2204, with the serial number behind another colon",
    ),
    USB_ID: ("quatre chiffres hexadécimaux, comme 05f9", "four hex digits, as in 05f9"),
    USB_PORT: ("un port comme 1-1.4, ou rien", "a port as in 1-1.4, or nothing"),
    ADDRESS: (
        "un nom ou une adresse avec son port, comme pit.casino.lan:7443 ou [::]:7443",
        "a name or an address with its port, as in pit.casino.lan:7443 or [::]:7443",
    ),
    ADDRESS_OR_NONE: (
        "un nom ou une adresse avec son port, comme 10.0.0.7:7443, ou rien",
        "a name or an address with its port, as in 10.0.0.7:7443, or nothing",
    ),
    CARD_KEY: (
        "la clé d’un badge en chiffres hexadécimaux, comme tapis badge la donne, ou rien",
        "the key of a card in hex digits, as tapis badge prints it, or nothing",
    ),
    PIN: ("six à huit chiffres", "six to eight digits"),
    SERIAL: (
        "lettres, chiffres et tirets, 16 au plus, comme B-2108",
        "letters, digits and dashes, 16 at most, as in B-2108",
    ),
    HOUR: ("une heure du jour, comme 04:00, ou rien", "a time of day, as in 04:00, or nothing"),
    DIGEST: ("64 chiffres hexadécimaux, ou rien", "64 hex digits, or nothing"),
    KEY: ("64 chiffres hexadécimaux en minuscules", "64 small hex digits"),
    KEY_OR_NONE: (
        "64 chiffres hexadécimaux en minuscules, ou rien",
        "64 small hex digits, or nothing",
    ),
    DEVICE: (
        "un chemin depuis la racine, comme /dev/gpiochip0",
        "a path from the root, as in /dev/gpiochip0",
    ),
}
"""What to write, by the pattern; French, English."""
