"""The machines of a table for the command line, which knows no driver: what is plugged in, tests, recordings.

None of it runs beside the table: a port has one reader, and the second is told so.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from controller.boot.machines import USB, Carriers, allow_list, shoe_driver, shuffler_driver
from controller.boot.sessions import session_files
from controller.clock import SystemClock
from controller.game.inputs import Health, Observation
from controller.journal import JournalError, read_rows
from controller.ports import Driver, Link
from controller.strict_toml import check
from controller.table_files import SerialFile, ShoeFile, Strict, TableFile
from drivers.allow_list import AllowList, Plugged, serial_adapters
from drivers.desk import Desk, FrameNames, Told, advice, replayed, told
from drivers.links import MissingLibrary
from drivers.opening import NOT_THERE, OpeningFault
from drivers.recording import (
    BYTES_MAX,
    BadRecording,
    Moment,
    Recording,
    ReplayLink,
    Tap,
    is_recording,
    parse_recording,
)
from drivers.usb_claims import UsbAddress, usb_backend

DEVICES: Final = ("shoe", "shuffler")
SETTLE_MS: Final = 400
"""How long a machine that is up may go on to say how it is."""


class NoDevice(Exception):
    """The machine is not there, does not answer, or may not be listened to; the text says what to do."""


# --- what is plugged in ----------------------------------------------------------------------------


def listed(settings: TableFile, usb: Any = None) -> dict[str, list[Told]]:
    """The table's machines and all that is plugged in, as plain maps.

    `machines`: machine, driver, url, and whether it is there (`present`). `plugged`: vendor, product,
    serial, port, name and what the list says of it (`allowed`: its words, or empty; None without a list).

    Raises:
        MissingLibrary: pyusb, libusb or pyserial is not installed.
        OSError: the bus cannot be read.
    """
    allowed = allow_list(settings)
    backend = usb if usb is not None else usb_backend("devices")
    devices = (allowed or AllowList(())).plugged_in(backend)
    ports = {one.port for one in devices}
    devices += [one for one in serial_adapters() if one.port not in ports] if usb is None else []
    machines = [
        {
            "machine": name,
            "driver": machine.driver,
            "url": machine.url,
            "present": _present(machine.url, devices),
        }
        for name, machine in _machines(settings)
    ]
    return {"machines": machines, "plugged": [_plugged(one, allowed) for one in devices]}


def _machines(settings: TableFile) -> Iterator[tuple[str, ShoeFile]]:
    for name, machine in (("shuffler", settings.shuffler), ("shoe", settings.shoe)):
        if machine is not None:
            yield name, machine


def _present(url: str, devices: list[Plugged]) -> bool | None:
    """Whether it is there; None for a serial server, which is only known by calling it."""
    if url.startswith(USB):
        wanted = UsbAddress.parse(url)
        return any(
            (one.vendor, one.product) == (wanted.vendor, wanted.product)
            and wanted.serial in ("", one.serial or wanted.serial)
            for one in devices
        )
    return os.path.exists(url) if url.startswith("/") else None


def _plugged(one: Plugged, allowed: AllowList | None) -> Told:
    line = allowed.permitted(one) if allowed is not None else None
    return {
        "vendor": f"{one.vendor:04x}",
        "product": f"{one.product:04x}",
        "serial": one.serial,
        "port": one.port,
        "name": one.name,
        "allowed": None if allowed is None else line.what if line is not None else "",
    }


# --- one machine -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Listening:
    """A machine of the table with a tap on its line.

    Attributes:
        desk: where its driver works.
        section: its settings, as a recording keeps them.
        boot: the number its driver speaks with.
    """

    desk: Desk
    section: dict[str, Any]
    boot: int


def listening(
    settings: TableFile, device: str, tell: Callable[[Moment], None] = lambda moment: None, usb: Any = None
) -> Listening:
    """The machine, not opened yet; `tell` gets what passes its line.

    Raises:
        NoDevice: the settings have none of that name.
    """
    machine = dict(_machines(settings)).get(device)
    if machine is None:
        raise NoDevice(f"{device}: not in the settings; add [{device}] to table.toml")
    clock = SystemClock()
    carriers = Carriers(allow_list(settings), usb, lambda link: Tap(link, tell, clock))
    boot = Random().randrange(1, 1 << 32)
    driver = _driver(device, machine, boot, carriers)
    return Listening(Desk(driver, clock), machine.model_dump(mode="json"), boot)


def _driver(device: str, machine: ShoeFile, boot: int, carriers: Carriers) -> Driver:
    if device == "shoe":
        return shoe_driver(machine, boot, carriers)
    assert isinstance(machine, SerialFile)
    return shuffler_driver(machine, boot, carriers)


def examined(settings: TableFile, device: str, seconds: int, usb: Any = None) -> Iterator[Told]:
    """What the machine says when it is spoken to; it ends well only if the machine is up.

    Raises:
        NoDevice: it is not up after so many seconds; the text says what to do.
        MissingLibrary: what it needs is not installed.
    """
    names = FrameNames()
    seen: list[Observation] = []

    def tell(moment: Moment) -> None:
        if moment.way == "in":
            names.names("in", moment.data)

    bench = listening(settings, device, tell, usb)
    desk, url = bench.desk, bench.section["url"]
    desk.start()
    try:
        desk.run(seconds * 1_000, seen.append, until=lambda: desk.health is Health.UP)
        if desk.health is Health.UP:
            desk.run(SETTLE_MS, seen.append)
    finally:
        desk.stop()
    if names.identity:
        yield {"kind": "identity", **names.identity}
    yield from (told(one) for one in seen)
    troubles = [words for one in seen if (words := advice(one))]
    if desk.health is not Health.UP:
        raise NoDevice(_why_not_up(desk, url, troubles, seconds))
    if troubles:
        raise NoDevice(f"{url}: {troubles[-1]}")


def _why_not_up(desk: Desk, url: str, troubles: list[str], seconds: int) -> str:
    if desk.refused is not None:
        return str(desk.refused)
    if url.startswith("/") and not os.path.exists(url):
        return str(OpeningFault(NOT_THERE, url))
    return f"{url}: {troubles[-1] if troubles else f'nothing answers within {seconds} s; is it on?'}"


def traced(
    settings: TableFile,
    device: str,
    seconds: int,
    show: Callable[[Told], None],
    usb: Any = None,
) -> None:
    """What passes the line was shown for so many seconds: frames by name, observations; no card.

    Raises:
        NoDevice: the settings have none of that name.
        MissingLibrary: what it needs is not installed.
    """
    names = FrameNames()
    clock = SystemClock()
    start_ms = clock.now_ms()

    def tell(moment: Moment) -> None:
        said: Told = {"ms": moment.ms, "kind": moment.way}
        if moment.way in ("in", "out"):
            if not framed:
                return  # a code's length may tell the card: only what is observed of it is shown
            said["bytes"] = len(moment.data)
            said["frames"] = names.names(moment.way, moment.data)
        elif moment.why:
            said["why"] = moment.why
        show(said)

    bench = listening(settings, device, tell, usb)
    framed = bench.section["driver"] == "open"
    bench.desk.start()
    try:
        bench.desk.run(seconds * 1_000, lambda one: show({"ms": clock.now_ms() - start_ms, **told(one)}))
    finally:
        bench.desk.stop()


# --- recordings ------------------------------------------------------------------------------------


def recorded(settings: TableFile, device: str, file: Path, seconds: int, usb: Any = None) -> int:
    """What passed the line in so many seconds is in the file, which only this user may read; its moments.

    Raises:
        NoDevice: the table is not closed, the settings have no such machine, or it is not there.
        OSError: the file cannot be written, or is there already.
        MissingLibrary: what it needs is not installed.
    """
    _require_closed(settings)
    moments = written = 0
    opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(opened, "w", encoding="utf-8") as out:

        def tell(moment: Moment) -> None:
            nonlocal moments, written
            line = moment.as_line() + "\n"
            if not out.closed and written + len(line) <= BYTES_MAX:
                out.write(line)
                moments, written = moments + 1, written + len(line)

        bench = listening(settings, device, tell, usb)
        out.write(Recording(device, bench.section, bench.boot, ()).head() + "\n")
        bench.desk.start()
        try:
            bench.desk.run(seconds * 1_000, lambda one: None, until=lambda: written + 1_000 > BYTES_MAX)
        finally:
            bench.desk.stop()
    if not moments:
        file.unlink()
        raise NoDevice(_why_not_up(bench.desk, bench.section["url"], [], seconds))
    return moments


def _require_closed(settings: TableFile) -> None:
    """The table's last session was closed, or there was none."""
    folder = settings.table.data / "journals"
    try:
        files = session_files(folder, settings.table.id) if folder.is_dir() else []
        phase = _last_of(files[-1]) if files else ""
    except (JournalError, OSError) as error:
        raise NoDevice(f"nothing is recorded: whether the table is closed cannot be told ({error})") from None
    if phase not in ("", "TableClosed"):
        raise NoDevice(
            f"nothing is recorded: {settings.table.id} is not closed, and a recording names the cards;"
            " close the table first"
        )


def _last_of(journal: Path) -> str:
    """The last event of this journal that opened or closed the table, or an empty text."""
    last = ""
    with closing(read_rows(journal)) as rows:
        for row in rows:
            if row.kind in ("OpeningBegun", "TableOpened", "TableClosed"):
                last = row.kind
    return last


class _Recorded(Strict):
    """The settings in a recording."""

    shoe: ShoeFile | None = None
    shuffler: SerialFile | None = None


def replays(data: bytes, name: str, *, cards: bool = False) -> Iterator[Told]:
    """What the driver of today observes of a recording, each with its instant.

    Raises:
        BadRecording: the bytes are none.
        SettingsError: the settings in it are none that this program knows.
    """
    recording = parse_recording(data)
    if recording.machine not in DEVICES:
        raise BadRecording(f"line 1: machine is {recording.machine!r}, one of {', '.join(DEVICES)}")
    section = getattr(check(name, {recording.machine: recording.settings}, _Recorded), recording.machine)

    def make(link: ReplayLink) -> Driver:
        def as_recorded(ignored: Link) -> Link:
            return link

        return _driver(recording.machine, section, recording.boot, Carriers(through=as_recorded))

    for ms, observation in replayed(recording, make):
        yield {"ms": ms, **told(observation, cards=cards)}


__all__ = [
    "DEVICES",
    "BadRecording",
    "MissingLibrary",
    "NoDevice",
    "examined",
    "is_recording",
    "listed",
    "recorded",
    "replays",
    "traced",
]
