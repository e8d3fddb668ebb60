"""A table's machine, the pit's and the linked jackpot's server, with a cable between them: a casino's room.

    python3 -m tests.machine.with_pit                # or: make machine-long
    python3 -m tests.machine.with_pit --without-link

The pit's machine has `tapis-pit` alone, the server `tapis-tools` and Debian's PostgreSQL. When all have
booted, ROOM.md and LINK.md are typed on them as they stand there. Then the pit sees the table, two persons
approve settings on its glass, rounds are played whose stakes go to the server, its cable is out in the middle
of a stake, the witness keeps everything over restarts of both sides, the power of the table is cut.

Each scene begins where the one before it ended; a line tells each. Exit 0 when all held.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from drivers.sim.pit import COMITE
from tests.machine import lines
from tests.machine.cuts import Player
from tests.machine.evening import Evening, number_of
from tests.machine.floor import RESTARTS, SERVES, SETTINGS_APPROVED, Floor, set_up
from tests.machine.guest import Glass, Guest, Image
from tests.machine.image import Debian, missing_tools
from tests.machine.installed import packages_of, table
from tests.machine.linked import Linked
from tests.machine.page_blocks import block, typed
from tests.machine.pages import type_pages
from tests.machine.pit_glass import PitGlass
from tests.machine.room import BACK_S, JOURNALS, PAGE, UNITS, Room, cable
from tests.machine.seen import Tap, View
from tests.machine.smoke import EXIT_NO_BOX, OUT, say, told_held
from tests.machine.staff import DIRECTOR, PEOPLE

FOLDER: Final = OUT / "with-pit"
BOOT_S: Final = 600
OPEN_S: Final = 900
ROUND_S: Final = 900
OUTAGE_S: Final = 6
"""The server's cable is out: longer than a table waits for it, shorter than what holds a round."""
PACE: Final = {"act": "DraftSetting", "key": "pace.betting_ms", "value": "50000"}
"""A setting that the tables of a linked jackpot need not have in common."""
COUNTED: Final = (
    "import sqlite3; rounds = sqlite3.connect('file:/var/lib/tapis-house/house.db?mode=ro', uri=True)"
    ".execute('SELECT count(*) FROM round'); print(*rounds.fetchone())"
)


@dataclass
class Casino:
    """The machines, and the people at them.

    Attributes:
        before: what happens when somebody asks for this act, before it is sent.
    """

    floor: Floor
    room: Room
    linked: Linked | None
    before: dict[str, Callable[[], None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.player = Player(self.floor)
        self.people = Evening(1, self.floor.hands, self.player.look, self._press, self.player.pause, hurry=4)
        self._glass: PitGlass | None = None

    @property
    def glass(self) -> PitGlass:
        """Somebody before the pit's screen."""
        if self._glass is None:
            ends = self.floor.folder / f"{lines.PIT.name}.line", self.room.folder / f"{lines.HOUSE.name}.line"
            self._glass = PitGlass(self.room.pit, *ends)
        return self._glass

    def close(self) -> None:
        """Nobody is there any more."""
        self.player.hang_up()
        if self._glass is not None:
            self._glass.close()

    def connect(self) -> View:
        """The people are at the table again; what it tells its console."""
        self.player.hang_up()
        self.floor.guest.until(SERVES, "the table serves", deadline_s=BACK_S)
        return self.player.connect()

    def heard_at_the_pit(self) -> None:
        """The pit's glass shows the table as one that is heard."""
        self.room.pit.until(lambda: not self.glass.mute(), "the table is heard at the pit", deadline_s=BACK_S)

    def counted(self) -> int:
        """How many closed rounds the house has in its store."""
        told = self.room.pit.run(f'python3 -c "{COUNTED}"', user="tapis-witness").good().out
        return int(told)

    def _press(self, tap: Tap) -> object | None:
        self.before.pop(str(tap["act"]), lambda: None)()
        return self.player.press(tap)


# --- the scenes ----------------------------------------------------------------------------------


def room_typed(casino: Casino) -> str:
    """ROOM.md, sections 1 to 4, by the users that it names; the keeper types LINK.md at the same time."""
    with ThreadPoolExecutor() as keeper:
        link = keeper.submit(casino.linked.serve) if casino.linked is not None else None
        casino.room.set_up()
        for guest, line in ((casino.room.table, lines.PIT), (casino.room.pit, lines.HOUSE)):
            guest.run(lines.laid_into(guest, [line]), deadline_s=BACK_S).good()
        return "LINK.md too, at the server" if link is None or link.result() else "nobody is admitted"


def glass_of_the_pit(casino: Casino) -> str:
    """The pit's screen and the witness have come to the table over TLS, each by its own certificate."""
    casino.room.joined()
    casino.heard_at_the_pit()
    return str(casino.room.pit.picture("pictures/pit"))


def settings_at_the_pit(casino: Casino) -> str:
    """On the pit's glass one person proposes, another approves, each by card and PIN: exit 75, and back."""
    glass = casino.glass
    casino.connect()
    with casino.floor.ending_with(SETTINGS_APPROVED):
        glass.turn_to("settings")
        glass.ask(PACE, lambda view: view["drafting"]["writing"])
        for card, act, done in (
            (DIRECTOR, {"act": "ProposeSettings", "reason": "authorisation"}, lambda told: told["draft"]),
            (COMITE, {"act": "ApproveSettings"}, lambda told: told["coming"]),
        ):
            _shown(casino, card)
            glass.ask(act, lambda view, done=done: done(view["drafting"]))
            casino.room.pit.picture(f"pictures/settings-{act['act']}")
        began_s = time.monotonic()
    casino.connect()
    casino.floor.reader.remove()
    glass.until(lambda view: view["settings"]["betting_ms"] == 50_000, "it is not under them", BACK_S)
    glass.turn_to("live")
    casino.heard_at_the_pit()
    return f"exit 75, under them after {time.monotonic() - began_s:.1f} s"


def _shown(casino: Casino, card: str) -> None:
    """The card is in the table's reader, and its holder has entered his PIN at the table."""
    casino.floor.reader.insert(card)
    console = casino.player.console
    assert console is not None
    console.until(lambda view: view["pin"] is not None, BACK_S, "nobody asks for a PIN")
    refused = console.tap({"act": "EnterPin", "pin": PEOPLE[card].pin})
    assert refused is None, refused


def table_linked(casino: Casino) -> str:
    """LINK.md at the closed table, whose first book was its own: two persons open JP1 by the server's."""
    assert casino.linked is not None
    casino.linked.link()
    casino.connect()
    _until(casino, lambda view: view["jackpot"]["closed_code"] == "book_differs", "another book is believed")
    view = casino.people.reopen(BACK_S)
    return f"JP1 open by the server's book, {view['jackpot']['meter_cents']} cents"


def round_played(casino: Casino) -> str:
    """The table is opened and a round played: the house counts it, and the witness has it signed."""
    casino.connect()
    casino.people.open(OPEN_S)
    casino.people.rounds(1, ROUND_S)
    seen = _seen_at_the_pit(casino, 1)
    typed(casino.room.pit, block(PAGE, "5", "on the pit's machine"), deadline_s=BACK_S)
    return seen


def line_lost_in_mid_stake(casino: Casino) -> str:
    """The server's cable is out as the JP1 chips are collected, and in again: the stake is there, once."""
    linked = casino.linked
    assert linked is not None
    casino.connect()
    _until(casino, lambda view: view["jackpot"]["open"], "JP1 is not open")
    before, collected = linked.contributed(), []

    def out() -> None:
        view = casino.player.look()
        stakes = sum(seat["jp1"] == "latched" for seat in view["seats"])
        collected.append(f"{number_of(view)}|{view['round']['attempt']}|{stakes}")
        linked.unplug()

    casino.before["CollectJp1"] = out
    _people_until(casino, lambda view: bool(collected), "nobody collects JP1 chips")
    began_s = time.monotonic()
    _until(casino, lambda view: not view["jackpot"]["open"], "JP1 is not closed")
    closed_s = time.monotonic() - began_s
    time.sleep(max(0.0, OUTAGE_S - closed_s))
    drawn = casino.player.look()["round"]["drawn"]
    linked.plug()
    _until(casino, lambda view: view["jackpot"]["open"], "JP1 does not open again")
    opened_s = time.monotonic() - began_s - max(closed_s, OUTAGE_S)
    casino.people.rounds(1, ROUND_S)
    added = [one for one in linked.contributed() if one not in before]
    assert added == collected, (before, added, collected)
    assert drawn == 0, f"{drawn} cards left the shoe before the book had answered"
    return f"closed after {closed_s:.1f} s, open {opened_s:.1f} s after the cable, {added[0]}"


def restarts_of_both(casino: Casino) -> str:
    """Table, witness and the pit's machine start anew in turn, the table is killed: nothing is lost."""
    guest, pit = casino.floor.guest, casino.room.pit
    guest.run("systemctl restart tapis-table", deadline_s=BACK_S).good()
    casino.connect()
    failed = type_pages(
        pit, "pit", lambda line: None
    )  # the witness is stopped and started, as OPERATIONS says
    assert not failed, failed
    pit.run("systemctl --no-block reboot").good()
    rounds = number_of(casino.player.look())
    casino.people.rounds(1, ROUND_S)  # while the pit's machine is away
    casino.player.hang_up()
    again = f'test "$({RESTARTS})" -gt {guest.run(RESTARTS).good().out.strip()}'
    guest.run("systemctl kill -s KILL tapis-table").good()
    guest.until(again, "the table is started again", deadline_s=BACK_S)
    casino.connect()
    pit.hand.wait_for_boot(BOOT_S)
    casino.heard_at_the_pit()
    return _seen_at_the_pit(casino, rounds)


def power_cut(casino: Casino) -> str:
    """The power of the table is cut: the pit's glass says that its picture is old, and hears it again."""
    casino.player.hang_up()
    casino.floor.cut()
    began_s = time.monotonic()
    pit = casino.room.pit
    pit.until(casino.glass.mute, "TABLE MUETTE on the glass", deadline_s=BACK_S, every_s=0.2)
    seen_s = time.monotonic() - began_s
    pit.picture("pictures/table-cut")
    casino.floor.boot()
    casino.heard_at_the_pit()
    casino.connect()
    return f"on the glass after {seen_s:.1f} s, heard again"


def all_verified(casino: Casino) -> str:
    """The witness's copy verifies as ROOM.md types it, the table's journals too, and the server's book."""
    room, linked = casino.room, casino.linked
    rows = room.nothing_lost()
    verify = f"tapis journal verify {JOURNALS}"
    with ThreadPoolExecutor() as each:
        book = each.submit(linked.verified) if linked is not None else None
        pit = each.submit(room.verified)
        room.table.run(verify, user="tapis", deadline_s=BACK_S).good()
        assert " journaux, " in pit.result(), pit.result()
    if linked is None or book is None:
        return f"{rows} rows at the witness"
    assert book.result()
    return f"{rows} rows at the witness, in the book {' '.join(linked.contributed())}"


def inspector_reads(casino: Casino) -> str:
    """The authority's screen is started as ROOM.md says, and its account opens nothing but its own door."""
    casino.room.inspector()
    return str(casino.room.pit.picture("pictures/inspector"))


def _seen_at_the_pit(casino: Casino, rounds: int) -> str:
    """So many rounds are closed at the table: counted by the house, and signed at the witness."""
    room = casino.room
    room.pit.until(
        lambda: casino.counted() >= rounds, f"{rounds} rounds counted", deadline_s=BACK_S, every_s=3
    )
    room.witnessed()
    rows = room.nothing_lost()
    return f"{casino.counted()} counted by the house, signed, {rows} rows at the witness"


def _until(casino: Casino, what: Callable[[View], Any], why: str) -> View:
    console = casino.player.console
    assert console is not None
    return console.until(lambda view: bool(what(view)), BACK_S, why)


def _people_until(casino: Casino, what: Callable[[View], bool], why: str) -> None:
    casino.people.until(what, 2 * ROUND_S, why)


Scene = Callable[[Casino], str]
LINKED: Final[Sequence[Scene]] = (table_linked, line_lost_in_mid_stake)
SCENES: Final[Sequence[Scene]] = (
    room_typed,
    glass_of_the_pit,
    settings_at_the_pit,
    table_linked,
    round_played,
    line_lost_in_mid_stake,
    restarts_of_both,
    power_cut,
    all_verified,
    inspector_reads,
)


# --- playing them --------------------------------------------------------------------------------


def images(debian: Debian) -> tuple[Image, Image, Image]:
    """The machines of table, pit and server, as their packages leave them."""
    folder = OUT.with_name("packages")
    place = folder / f"{debian.suite}-amd64"

    def ours(*names: str) -> list[Path]:
        return [sorted(place.glob(f"{name}_*.deb"))[-1] for name in names]

    pit = debian.with_packages("pit", ours("tapis-common", "tapis-pit"))
    besides = ("postgresql", "sudo")
    server = debian.with_packages("server", ours("tapis-common", "tapis-tools"), besides=besides)
    return table(debian, packages_of(debian.suite, folder)), pit, server


def play(debian: Debian, folder: Path, *, with_link: bool, begin: str) -> bool:
    """All machines boot and the scenes are played until one does not hold; whether all held.

    With a name of a scene to begin with, the machines boot as an earlier run has left them.
    """
    if not begin:
        shutil.rmtree(folder, ignore_errors=True)
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    of_table, of_pit, of_server = images(debian)
    began_s = time.monotonic()
    with ExitStack() as house:
        words = [*cable(1), *lines.words(folder / "table", [lines.PIT])]
        floor = house.enter_context(Floor(of_table, folder / "table", screens=False, extra=words))
        words = [*cable(2), *lines.words(folder, [lines.HOUSE])]
        pit = Guest(of_pit, folder, Glass(), name="pit", cores=1, memory_mb=1536, extra=words)
        others = [pit]
        linked = None
        if with_link:
            small = Glass(640, 480)
            server = Guest(of_server, folder, small, name="server", cores=1, memory_mb=1024, extra=cable(3))
            linked = Linked(server, floor.guest, folder)
            others.append(server)
        for guest in others:
            house.callback(guest.cut)
            guest.power_on()
        for guest in others:
            guest.hand.wait_for_boot(BOOT_S)
        if not begin:  # without settings they would begin anew for ever, and keep the other machines waiting
            pit.run(f"systemctl stop {' '.join(UNITS)}", deadline_s=BACK_S).good()
        (floor.boot if begin else lambda: set_up(floor))()
        say(f"held  {time.monotonic() - began_s:5.0f} s  {1 + len(others)} machines have booted")
        casino = Casino(floor, Room(floor.guest, pit, folder), linked)
        house.callback(casino.close)
        if begin and linked is not None:
            linked.server.run("systemctl start jackpot").good()  # no start of its machine does
        names = [scene.__name__ for scene in SCENES]
        for scene in SCENES[names.index(begin) if begin else 0 :]:
            if (linked is not None or scene not in LINKED) and not told_held(scene, casino):
                _tell_more(floor.guest, others)
                return False
    say(f"all held in {time.monotonic() - began_s:.0f} s; pictures in {folder / 'pictures'}")
    return True


def _tell_more(guest: Guest, others: Sequence[Guest]) -> None:
    for one in (guest, *others):
        say(f"\nthe journal of {one.name}:\n{one.journal(lines=60)}")
    others[0].picture("pictures/failed")


def main() -> int:
    """0 when all held."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--suite", choices=("bookworm", "trixie"), default="bookworm")
    asked.add_argument("--without-link", action="store_true", help="no server: table and pit alone")
    asked.add_argument(
        "--begin",
        default="",
        choices=[scene.__name__ for scene in SCENES],
        help="with this scene, on the machines of the run before",
    )
    options = asked.parse_args()
    if lacking := missing_tools():
        sys.stderr.write(lacking)
        return EXIT_NO_BOX
    debian = Debian(options.suite, OUT / "cache", say)
    return 0 if play(debian, FOLDER, with_link=not options.without_link, begin=options.begin) else 1


if __name__ == "__main__":
    sys.exit(main())
