"""The settings of a table (`table.toml`) and of the simulator (`simulator.toml`), checked at this door."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated, Final, Literal, Self

from pydantic import ConfigDict, Discriminator, Field, Tag, model_validator

from controller.game.choices import Role
from controller.game.felt import SEATS_MAX
from controller.host.last_backup import notes_beside
from controller.settings import shapes
from controller.settings.faults import wrong
from controller.settings.files import config_path
from controller.settings.toml import Cents, Strict, read_toml

Pin = int | str
Pins = Annotated[list[Pin], Field(min_length=1, max_length=SEATS_MAX)]
Places = Annotated[int, Field(ge=1, le=SEATS_MAX)]
"""How many places a felt has (art. 55-20: seven at most)."""
SpotName = Annotated[str, Field(pattern=shapes.SPOT)]
UsbUrl = Annotated[str, Field(pattern=shapes.USB)]
Milliseconds = Annotated[int, Field(ge=0, le=3_600_000)]


class BadgeFile(Strict):
    """Whose badge a card is; `key` is the public key by which the card proves itself."""

    person: str = Field(min_length=1, max_length=64)
    role: Role = Field(strict=False)
    key: str = Field(default="", pattern=shapes.CARD_KEY)
    revoked: bool = False


class SimulatedBadgeFile(BadgeFile):
    """The badge of a simulated person, whose PIN is written in the open."""

    pin: str = Field(pattern=shapes.PIN)


class RegisterFile(Strict):
    """Where the register of people lies, and the pepper of its PINs; both for all tables of the machine."""

    register_path: Path = Field(strict=False, alias="register")
    pepper: Path = Field(strict=False)


class IdentityFile(Strict):
    """Which table, by which rules, and where it keeps its records.

    `book` is the address of a linked jackpot book; empty is this machine's own. The felt has `seats` places.
    `mark` is the directory of the table's own mark, outside `data` and no part of its backups; by default
    beside it (`/var/lib/tapis-mark`).
    """

    id: str = Field(pattern=shapes.TABLE)
    profile: str
    jackpot: str
    data: Path = Field(strict=False)
    run: Path = Field(strict=False)
    book: str = Field(default="", pattern=shapes.LINKED_BOOK)
    seats: Places = SEATS_MAX
    mark: Path | None = Field(default=None, strict=False)

    @property
    def mark_folder(self) -> Path:
        """Where the table keeps its mark."""
        return self.mark or self.data.with_name(f"{self.data.name}-mark")

    @property
    def backup_folder(self) -> Path:
        """Where it is kept when the last backup was made (`/var/lib/tapis-backup`), beside the data."""
        return notes_beside(self.data)

    @model_validator(mode="after")
    def _mark_apart(self) -> Self:
        folder, data = self.mark_folder.absolute(), self.data.absolute()
        if folder.is_relative_to(data) or data.is_relative_to(folder):
            raise ValueError(wrong("mark_within", mark=folder, data=data))
        return self


class PaceFile(Strict):
    """How long things take that nobody has to do.

    A JP1 press that the book has not answered holds the round after `unanswered_ms` (LK-02).
    """

    betting_ms: Milliseconds = 45_000
    last_bets_ms: Milliseconds = 10_000
    showdown_ms: Milliseconds = 2_000
    clearing_ms: Milliseconds = 2_000
    unanswered_ms: Milliseconds = 30_000


class HouseLimitsFile(Strict):
    """The limits of this table, where they are not those of its rules (art. 55-20-1)."""

    minimum_cents: Cents | None = None
    maximum_multiple: Literal[10, 20, 30] | None = None


class DisplayFile(Strict):
    """Whether JP1 is closed while no display of the jackpot works: what the law asks of a live table.

    A display that has not heard its table for `stale_ms` shows JP1 as closed and its last amount as old
    (LK-03, DI-04): ten seconds, or sooner, but not before it has said that it waits (rules, section 7).
    """

    required: bool = True
    stale_ms: Annotated[int, Field(ge=4_000, le=10_000)] = 10_000


class VideoFile(Strict):
    """The cameras that see the table, and how long the law keeps their images (art. 21)."""

    cameras: list[Annotated[str, Field(min_length=1, max_length=32)]] = Field(default_factory=list)
    retention_days: Annotated[int, Field(ge=1, le=3_650)] = 28


class PaymentsFile(Strict):
    """Amounts from which the dealer does not pay alone.

    From `identity_from_cents` on a payment of the two best hands needs the reference of an identity check
    (JW-16). What the table pays one seat above `second_person_from_cents`, whatever the bet, waits for the
    chef (JW-21; rules, section 3).
    A stop of the jackpot is announced `stop_notice_h` before: 48 hours or 15 days (PM-14).
    """

    identity_from_cents: Cents = 200_000
    second_person_from_cents: Cents = 500_000
    stop_notice_h: Literal[48, 360] = 48


class OpeningFile(Strict):
    """The opening and closing sheets; without this section the table opens on the chef's badge alone.

    The avance is `coefficient` times the minimum (art. 49; AC-02), counted in `pieces_cents`, one of which is
    the smallest chip of the rules. `serials` are the decks' serial numbers by colour; without them they are
    keyed.
    """

    coefficient: Annotated[int, Field(ge=1, le=1_000_000)] = 5_000
    pieces_cents: Annotated[list[Cents], Field(min_length=1, max_length=6)] = Field(
        default_factory=lambda: [100_000, 10_000, 2_500, 500, 100, 50]
    )
    serials: dict[Literal["red", "blue"], Annotated[str, Field(pattern=shapes.SERIAL)]] = Field(
        default_factory=dict
    )
    last_deals: Annotated[int, Field(ge=1, le=10)] = 3
    closes: str = Field(default="", pattern=shapes.HOUR)
    announce_min: Annotated[int, Field(ge=0, le=600)] = 30


class SerialFile(Strict):
    """A machine of the open protocol: a serial device, a URL that pyserial knows, or `usb://...`.

    `firmware_sha256` is the program of the machine that the house has approved; empty is any.
    """

    driver: Literal["open"]
    url: str = Field(min_length=1)
    baudrate: int = Field(default=115_200, gt=0, le=4_000_000)
    firmware_sha256: str = Field(default="", pattern=shapes.DIGEST)


class ScannerFile(Strict):
    """A shoe with a barcode scanner on USB; what is printed on the cards, and what else it may say."""

    driver: Literal["hid-scanner"]
    url: UsbUrl
    mode: Literal["keyboard", "pos"] = "keyboard"
    no_read: str = ""
    cut_card: str = ""
    codes: dict[str, str] = Field(min_length=1, max_length=52)


class AngelEyeFile(Strict):
    """An Angel Eye II-EX on a serial line, or behind a serial server; it listens only, unless `commands`."""

    driver: Literal["angel-eye"]
    url: str = Field(min_length=1)
    baudrate: int = Field(default=4_800, gt=0, le=4_000_000)
    commands: bool = False
    bcc_includes_stx: bool = True
    expected_errors: list[Annotated[int, Field(ge=0, le=63)]] = Field(default=[2], max_length=64)


class PlainShoeFile(Strict):
    """Any other shoe, by its name in the table of shoes; its line is the driver's own unless said.

    Other keys are refused where the names are known, so that a name written wrongly is what is told.
    """

    model_config = ConfigDict(extra="allow")

    driver: str = Field(min_length=1, max_length=32)
    url: str = Field(min_length=1)
    baudrate: int | None = Field(default=None, gt=0, le=4_000_000)


WITH_KEYS_OF_THEIR_OWN: Final = ("angel-eye", "hid-scanner", "open")


def _tag_of(value: object) -> str:
    """Which file of a shoe this is; in brackets, so that the key of a fault does not show it."""
    driver = value.get("driver") if isinstance(value, dict) else getattr(value, "driver", None)
    return f"[{driver}]" if driver in WITH_KEYS_OF_THEIR_OWN else "[plain]"


ShoeFile = Annotated[
    Annotated[SerialFile, Tag("[open]")]
    | Annotated[ScannerFile, Tag("[hid-scanner]")]
    | Annotated[AngelEyeFile, Tag("[angel-eye]")]
    | Annotated[PlainShoeFile, Tag("[plain]")],
    Discriminator(_tag_of),
]


class AllowedFile(Strict):
    """A USB device, or a serial adapter, that may be plugged in; empty text is any."""

    what: str = Field(min_length=1, max_length=64)
    vendor: str = Field(pattern=shapes.USB_ID)
    product: str = Field(pattern=shapes.USB_ID)
    serial: str = Field(default="", max_length=126)
    port: str = Field(default="", pattern=shapes.USB_PORT)


class ChipsFile(Strict):
    """The JP1 sensors and lamps, one a place of the felt, seat 1 first.

    They are offsets or names of lines of `chip`, for `gpiozero` BCM numbers. `others` are sensors
    at further spots, `ante_3`, that are shown and move nothing.
    """

    backend: Literal["gpiod", "gpiozero"] = "gpiod"
    chip: str = Field(default="/dev/gpiochip0", pattern=shapes.DEVICE)
    sensor_pins: Pins
    lamp_pins: Pins
    buzzer_pin: Pin | None = None
    others: dict[SpotName, Pin] = Field(default_factory=dict)
    debounce_ms: int = Field(default=150, ge=20, le=2_000)


class SoundFile(Strict):
    """What sounds at an alarm: the buzzer on a pin of [chips], the audio of this machine, or nothing."""

    output: Literal["buzzer", "audio", "none"] = "buzzer"


class BadgeReaderFile(Strict):
    """The reader of supervisor cards: smart cards by PC/SC, or the numbers that a keyboard on USB types."""

    reader: Literal["pcsc", "keyboard"]
    name: str = Field(default="", max_length=128)
    url: UsbUrl | None = None
    allow_keyboard_badge: bool = False


class PitFile(Strict):
    """What the pit may do at this table beside seeing (deploy/ROOM.md).

    With `allow_cards`, acts of a supervised payment, each by the awaited person's card in the pit's reader.
    """

    allow_cards: bool = False


class ProgramFile(Strict):
    """By what the program is known: the maker's manifest, and the approval that an authority signed.

    Without this section the table is a demonstration. Keys are Ed25519 public keys.
    """

    manifest: Path = Field(strict=False)
    key: str = Field(pattern=shapes.KEY)
    approval: Path | None = Field(default=None, strict=False)
    authority: str = Field(default="", pattern=shapes.KEY_OR_NONE)


class BackupFile(Strict):
    """Where `tapis backup` puts its copies, and how many stay; without a recipient they hold no keys.

    `recipient` is the public key that `tapis keys pair` prints; `frames` takes the frame logs along.
    """

    target: Path | None = Field(default=None, strict=False)
    recipient: str = Field(default="", pattern=shapes.KEY_OR_NONE)
    keep: Annotated[int, Field(ge=1, le=1_000)] = 14
    frames: bool = False


class RemoteFile(Strict):
    """Where screens of other machines reach this table, and the certificates of both sides (deploy/ROOM.md).

    Certificates name a role and a table, `tapis://UTH-2/pit`; `revoked` is a list of those taken back.
    """

    listen: str = Field(pattern=shapes.ADDRESS)
    ca: Path = Field(strict=False)
    certificate: Path = Field(strict=False)
    key: Path = Field(strict=False)
    revoked: Path | None = Field(default=None, strict=False)


class TableFile(Strict):
    """`table.toml`: everything about one table. A machine without its section is not there.

    With a list of allowed devices no other is opened, and anything else plugged in is an alarm.
    """

    table: IdentityFile
    program: ProgramFile | None = None
    limits: HouseLimitsFile = HouseLimitsFile()
    pace: PaceFile = PaceFile()
    display: DisplayFile = DisplayFile()
    video: VideoFile = VideoFile()
    payments: PaymentsFile = PaymentsFile()
    opening: OpeningFile | None = None
    shoe: ShoeFile | None = None
    shuffler: SerialFile | None = None
    chips: ChipsFile | None = None
    sound: SoundFile = SoundFile()
    badge: BadgeReaderFile | None = None
    badges: dict[str, BadgeFile] = Field(default_factory=dict)
    people: RegisterFile | None = None
    remote: RemoteFile | None = None
    pit: PitFile = PitFile()
    backup: BackupFile = BackupFile()
    allowed: list[AllowedFile] | None = None


class StartFile(Strict):
    """When simulated nights begin."""

    at_utc: datetime = Field(strict=False)


class PeopleFile(Strict):
    """Who plays at a simulated table."""

    minimum_cents: int = Field(gt=0)
    jp1_per_cent: int = Field(ge=0, le=100)


class SimulatedTableFile(Strict):
    """What the simulated tables are like; each felt has `seats` places."""

    seats: Places = SEATS_MAX


class SimulatorFile(Strict):
    """`simulator.toml`: the simulated night."""

    start: StartFile
    people: PeopleFile
    table: SimulatedTableFile = SimulatedTableFile()
    opening: OpeningFile | None = None
    badges: dict[str, SimulatedBadgeFile]

    @property
    def start_ms(self) -> int:
        """The first instant, in milliseconds since 1970 UTC."""
        return int(self.start.at_utc.timestamp()) * 1_000


def load_table(path: str | Path | None = None) -> TableFile:
    """The table of this machine.

    Raises:
        SettingsError: the file is not there or something in it is wrong; named with its key and value.
    """
    return read_toml(path if path is not None else config_path("table.toml"), TableFile)


def load_simulator(path: str | Path | None = None) -> SimulatorFile:
    """The simulated night as configured.

    Raises:
        SettingsError: as above.
    """
    return read_toml(path if path is not None else config_path("simulator.toml"), SimulatorFile)
