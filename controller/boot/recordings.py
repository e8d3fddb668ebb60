"""Lines of a closed table kept in files, and given to the drivers of today."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from controller.boot.devices import DEVICES, OWN, NoDevice, StandIns, line_driver, listening, why_not_up
from controller.boot.machines import Carriers
from controller.journal.chain import JournalError
from controller.journal.closed import session_files
from controller.journal.reading import read_rows
from controller.ports import Driver, Link
from controller.settings.table import BadgeReaderFile, ChipsFile, SerialFile, ShoeFile, TableFile
from controller.settings.toml import Strict, check
from drivers.chips.chips import Chips
from drivers.readers.badge import Badge
from drivers.readers.keyboard_badge import PRESENCE_MS
from drivers.recordings.desk import Told, replayed, told
from drivers.recordings.recorded_desk import ReplayLines, ReplayReader
from drivers.recordings.recording import (
    BYTES_MAX,
    BadRecording,
    Moment,
    Recording,
    ReplayLink,
    Schedule,
    parse_recording,
)


def recorded(
    settings: TableFile,
    device: str,
    file: Path,
    seconds: float,
    usb: Any = None,
    stand_ins: StandIns = OWN,
) -> int:
    """What passed the line in so many seconds is in the file, which only this user may read; its moments.

    Of the spots these are the edges, of the badge reader what was in it, by kind: no number of a card, no
    name and no secret.

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

        bench = listening(settings, device, tell, usb, stand_ins)
        out.write(Recording(device, bench.section, bench.boot, ()).head() + "\n")
        bench.desk.start()
        try:
            bench.desk.run(int(seconds * 1_000), lambda one: None, until=lambda: written + 1_000 > BYTES_MAX)
        finally:
            bench.desk.stop()
    if not moments:
        file.unlink()
        raise NoDevice(why_not_up(bench.desk, bench.section.get("url") or device, [], seconds))
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
    chips: ChipsFile | None = None
    badge: BadgeReaderFile | None = None


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
    for ms, observation in replayed(recording, lambda schedule: player(recording, section, schedule)):
        yield {"ms": ms, **told(observation, cards=cards)}


def player(recording: Recording, section: Any, schedule: Schedule) -> Driver:
    """The driver of the recorded machine, its carrier the recording.

    Raises:
        BadRecording: a spot or a card says what none can.
    """
    match section:
        case ChipsFile():
            lines = ReplayLines(recording, tuple(section.others), schedule, len(section.sensor_pins))
            return Chips(lines, debounce_ms=section.debounce_ms)
        case BadgeReaderFile():
            signs = section.reader == "pcsc"
            shown_ms = None if signs else PRESENCE_MS
            reader = ReplayReader(recording, signs=signs, presence_ms=shown_ms, schedule=schedule)
            return Badge(reader, reader.holders)

    def as_recorded(ignored: Link) -> Link:
        return ReplayLink(recording, schedule)

    return line_driver(recording.machine, section, recording.boot, Carriers(through=as_recorded))


__all__ = ["BadRecording", "recorded", "replays"]
