"""The shoes that a table may have: one table, by the name that stands behind `driver` in `table.toml`.

Another shoe is one file in this folder, one entry here and one test; `ADDING_A_SHOE.md` says how.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from controller.ports import Driver, Link
from drivers.lines.usb_claims import claim_bulk, claim_keyboard, claim_scanner
from drivers.lines.usb_links import Claim
from drivers.recordings.open_capture import decode_open
from drivers.shoes.angel_eye import AngelEye
from drivers.shoes.angel_eye_reports import AngelEyeDecoder
from drivers.shoes.bee_tek import BeeTek, BeeTekDecoder
from drivers.shoes.card_codes import CardCodes
from drivers.shoes.hid_scanner import HidScanner
from drivers.shoes.open_shoe import OpenShoe
from drivers.shoes.reports import Decoder, Told, tell_all

Options = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Shoe:
    """How one kind of shoe is driven, and its captures are read.

    Attributes:
        drive: its driver on a carrier, from the options of its section; the number is this start's boot.
        baudrate: of its serial line, if the section does not say; 0 without one.
        claim: which interface it has on USB, from its options; None for a shoe without USB.
        decode: what it says in a capture; None where captures are not read back.
    """

    drive: Callable[[Link, int, Options], Driver]
    baudrate: int = 0
    claim: Callable[[Options], Claim] | None = None
    decode: Callable[[Iterable[bytes]], Iterator[Told]] | None = None


def _decoded_by(decoder: Callable[[], Decoder], pieces: Iterable[bytes]) -> Iterator[Told]:
    return tell_all(decoder(), pieces)


def _scanner(link: Link, boot: int, options: Options) -> Driver:
    codes = CardCodes(options["codes"], options["no_read"], options["cut_card"])
    return HidScanner(link, codes, options["mode"])


SHOES: Final[Mapping[str, Shoe]] = {
    "angel-eye": Shoe(
        drive=lambda link, boot, options: AngelEye(link, **options),
        baudrate=4_800,
        decode=partial(_decoded_by, AngelEyeDecoder),
    ),
    "bee-tek": Shoe(
        drive=lambda link, boot, options: BeeTek(link),
        baudrate=9_600,
        decode=partial(_decoded_by, BeeTekDecoder),
    ),
    "hid-scanner": Shoe(
        drive=_scanner,
        claim=lambda options: claim_keyboard if options["mode"] == "keyboard" else claim_scanner,
    ),
    "open": Shoe(
        drive=lambda link, boot, options: OpenShoe(
            link, boot=boot, firmware_sha256=options.get("firmware_sha256", "")
        ),
        baudrate=115_200,
        claim=lambda options: claim_bulk,
        decode=decode_open,
    ),
}
"""Every shoe by its name."""
