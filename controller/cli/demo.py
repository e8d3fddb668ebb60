"""`tapis demo`: a table that plays, with its screens; without a display, pictures of them."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from controller.boot.demo.night import DemoNight, NightEnded
from controller.boot.demo.plan import Plan, table_names
from controller.boot.demo.scripts import Scripts
from controller.boot.rehearsal.held import EVENING, NO_TIME, TABLE_CLOSED, Expectation
from controller.boot.rehearsal.script import read_script
from controller.boot.simulated_people import staff_of
from controller.cli import BadInput
from controller.cli.demo_words import said
from controller.cli.options import Place, faults_option, lang_option
from controller.cli.screen import title_of
from controller.screens.wire import ScreenRole
from controller.settings.rules import load_profile
from controller.settings.settings_error import SettingsError
from controller.settings.shapes import LINKED_BOOK, SHAPES
from controller.settings.table import load_simulator
from controller.told import Told
from controller.words.money import CODES
from controller.words.roles import within_a_sentence

_BOOK_WRITTEN = ("--book {book}\u00a0: écrire {shape}", "--book {book}: write {shape}")
PICTURED_ROUNDS = 2
PICTURED_PACE = 3.0
PICTURED_S_MAX = 100
SCRIPTED_S_MAX = 200
"""For each round of a script, two at least: its people wait for decks and displays."""
ENDS_S = 10
QUARTERS = {
    "dealer": (0, 0, 500, 500),
    "jackpot": (500, 0, 500, 500),
    "pit": (0, 500, 500, 500),
    "simulator": (500, 500, 500, 500),
}
"""Where each screen of a single table stands on a display that shows them all."""
SCREENS = ("dealer", "jackpot")
PIT_SIZES = ("1920x1080", "1280x800", "2560x1440")
UNSAID = "1920x1080 in pictures; on a display a part of it"
Sizes = Mapping[str, str | None]
"""The pixels of a screen by its role, where they were said."""


@click.command()
@click.option("--tables", type=click.IntRange(1, 4), default=1, show_default=True, help="Tables to show.")
@click.option(
    "--profile", "rules", default="fr-55-20-2021", show_default=True, help="Which rules: a name or a file."
)
@click.option("--seed", type=click.IntRange(0), default=2021, show_default=True, help="Which night.")
@click.option(
    "--by-hand", is_flag=True, help="Nobody deals: press the keys yourself; machines stay simulated."
)
@click.option(
    "--script",
    help="The players do and the machines deal what this TOML says: a file, or the name of a script that came"
    " with the program. With --by-hand the cards alone are the script's.",
)
@click.option(
    "--pace", type=click.FloatRange(0.2, 20), default=1.0, show_default=True, help="Speed of the people."
)
@faults_option
@lang_option("the screens")
@click.option(
    "--size",
    type=click.Choice(["1920x1080", "1280x800"]),
    show_default=UNSAID,
    help="Size of the dealer's console.",
)
@click.option(
    "--pit-size",
    type=click.Choice(PIT_SIZES),
    show_default=UNSAID,
    help="Size of the pit's screen.",
)
@click.option("--book", default="", help="A linked book, postgresql://..., made if its database is empty.")
@click.option(
    "--pictures",
    type=Place(file_okay=False),
    default=Path("out"),
    show_default=True,
    help="Where pictures go, without a display.",
)
@click.pass_context
def demo(
    context: click.Context,
    tables: int,
    rules: str,
    seed: int,
    by_hand: bool,
    script: str | None,
    pace: float,
    faults: str,
    lang: str,
    size: str | None,
    pit_size: str | None,
    book: str,
    pictures: Path,
) -> None:
    """Show a table on simulated machines: Ultimate Texas Hold'em with JP1, or another profile's game.

    With a display: the dealer's console, the jackpot display and the simulator's panel of each table, and one
    pit screen for all, each a process of its own. Without one, the same night headless, with pictures of
    every screen. With --script the players do what a file says, in real time, and what it expects is held
    against what came.
    """
    if not re.fullmatch(LINKED_BOOK, book):
        raise BadInput(Told(_BOOK_WRITTEN, book=repr(book[:80]), shape=Told(SHAPES[LINKED_BOOK])))
    shown = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    plan = Plan(seed, tables, rules, faults, pace, book, by_hand=by_hand, pictured=not shown)
    scripts = Scripts(listed=False) if not shown or tables > 1 else Scripts()
    wanted = PICTURED_ROUNDS
    if script is not None:
        wanted, scripts = _scripted(context, script, lang, listed=shown)
        plan = scripts.seeded(plan.with_(script=script))
    _check(plan.profile)
    if not shown:
        if by_hand:
            raise BadInput(said("alone", lang))
        plan = plan.with_(pace=max(pace, PICTURED_PACE))
        click.echo(said("soon", lang, rounds=wanted))
    with tempfile.TemporaryDirectory(prefix="tapis-demo-") as folder:
        night = DemoNight(Path(folder), plan, scripts)
        try:
            windows = Windows(lang, {"dealer": size, "pit": pit_size}, None if shown else pictures)
            _play(night, windows, wanted)
        except NightEnded as error:
            raise BadInput(error) from None
    if script is not None and not shown:
        _say_script(night.scripted, lang)
        context.exit(0 if night.scripted is not None and night.scripted["held"] else 1)


def _scripted(context: click.Context, named: str, lang: str, *, listed: bool) -> tuple[int, Scripts]:
    """How many rounds this script has, and the scripts of the panel, of which it is played.

    Raises:
        BadInput: an option says what the script says.
        SettingsError: the script is wrong.
    """
    for name in ("tables", "rules", "seed", "faults"):
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = "profile" if name == "rules" else name
            raise BadInput(said("scripted", lang, option=option))
    return len(read_script(named).rounds), Scripts(named, listed=listed)


def _check(rules: str) -> None:
    try:
        load_profile(rules)
    except SettingsError as error:
        raise BadInput(error) from error


class Windows:
    """The screens of a demonstration, each a process of its own.

    Args:
        lang: of the screens and of the terminal.
        sizes: the pixels of each by its role; where none are said, a window takes its part of the display.
        pictures: where pictures go instead, without a display.
    """

    def __init__(self, lang: str, sizes: Sizes, pictures: Path | None) -> None:
        self.pictures = pictures
        self.lang = lang
        self._sizes = sizes
        self._screens: dict[tuple[str, str], subprocess.Popen[bytes]] = {}
        self._house: subprocess.Popen[bytes] | None = None
        self._folder = Path()
        self._tables: list[str] = []

    def open(self, folder: Path, tables: list[str]) -> None:
        """Every screen of these tables is there, and one pit screen for all."""
        self._folder, self._tables = folder, tables
        self.house(True)
        for table in tables:
            for role in SCREENS if self.pictures is not None else (*SCREENS, "simulator"):
                self._screens[role, table] = self._start(role, table)
        self._screens["pit", ""] = self._start("pit", "")

    def close(self) -> None:
        """No screen is there."""
        for screen in self._screens.values():
            screen.send_signal(signal.SIGCONT)
            screen.terminate()
        for screen in self._screens.values():
            _end(screen)
        self.house(False)

    @property
    def titles(self) -> list[str]:
        """What stands on the frames of the windows, in the order in which they were opened."""
        return [title_of(role, table, self.lang) for role, table in self._screens]

    @property
    def closed(self) -> bool:
        """Somebody has closed them all."""
        return all(screen.poll() is not None for screen in self._screens.values())

    def show(self, table: str, state: str) -> None:
        """The jackpot's display of this table is `up`, `gone` (killed) or `frozen` (stopped)."""
        screen = self._screens.get(("jackpot", table))
        if screen is None:
            return
        if state == "frozen":
            screen.send_signal(signal.SIGSTOP)
        elif state == "gone":
            screen.kill()
        else:
            screen.send_signal(signal.SIGCONT)
            if screen.poll() is not None:
                self._screens["jackpot", table] = self._start("jackpot", table)

    def house(self, there: bool) -> None:
        """The process that reads the journals of all tables for the pit's screen is there, or is not."""
        if not there:
            if self._house is not None:
                _end(self._house)
                self._house = None
            return
        journals = self._folder / "journals"
        journals.mkdir(exist_ok=True)
        words = ["--store", str(self._folder / "house.db"), "--run", str(self._folder)]
        words += ["--sign", str(self._folder / "house.key")]
        command = [sys.executable, "-m", "controller.cli", "house", "serve", str(journals), *words]
        self._house = subprocess.Popen(command, stderr=subprocess.DEVNULL)

    def _start(self, role: ScreenRole, table: str) -> subprocess.Popen[bytes]:
        """One screen, the pit's of all tables; it ends by itself when its window is closed."""
        environment = dict(os.environ)
        if self.pictures is not None:
            self.pictures.mkdir(parents=True, exist_ok=True)
            environment["QT_QPA_PLATFORM"] = "offscreen"
        command = [sys.executable, "-m", "ui", *self.words(role, table, self._folder, self._tables)]
        return subprocess.Popen(command, env=environment)

    def words(self, role: ScreenRole, table: str, folder: Path, tables: list[str]) -> list[str]:
        """What the screen is told at its start: whose it is, where it stands, how large if that was said."""
        words: list[str] = [role]
        for name in tables if role == "pit" else [table]:
            path = str(folder / name / "run" / f"{role}.sock")
            words += ["--table", f"{name}={path}"] if role == "pit" else ["--socket", path]
        if role == "pit":
            words += ["--house", str(folder / "house.sock")]
        size = self._sizes.get(role)
        words += ["--lang", self.lang, *(["--size", size] if size else [])]
        words += ["--title", title_of(role, table, self.lang)]
        if self.pictures is not None:
            return [*words, "--pictures", str(self.pictures)]
        part = part_of(role, table, tables)
        return [*words, "--part", ",".join(map(str, part[:2] if size else part))]


def _end(process: subprocess.Popen[bytes]) -> None:
    """The process is gone, whether it wants or not."""
    process.terminate()
    try:
        process.wait(ENDS_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def part_of(role: str, table: str, tables: list[str]) -> tuple[int, int, int, int]:
    """Where a screen stands on a display that shows them all: x, y, width, height in thousandths.

    One table takes the four quarters. Of several the consoles stand side by side above; below them the pit
    has the left half, and at its right each table has its jackpot display and its panel.
    """
    if len(tables) == 1:
        return QUARTERS[role]
    at, high = tables.index(table) if table else 0, min(400, 1000 // len(tables))
    if role == "dealer":
        wide = 1000 // len(tables)
        return (wide * at, 0, wide, high)
    low = 1000 - high
    if role == "pit":
        return (0, high, 500, low)
    wide, half = 500 // len(tables), low // 2
    return (500 + wide * at, high + half * ("jackpot", "simulator").index(role), wide, half)


def _play(night: DemoNight, windows: Windows, rounds: int) -> None:
    leave = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: leave.set())
    night.shows, night.begins = windows.show, windows.house
    started_s, pictures = time.monotonic(), windows.pictures
    most_s = SCRIPTED_S_MAX * max(2, rounds) if night.plan.script else PICTURED_S_MAX
    try:
        night.start()
        windows.open(night.folder, table_names(night.plan.tables))
        if pictures is None:
            _say_night(night, windows.titles, windows.lang)
        while not leave.wait(0.2):
            night.tick()
            if pictures is None:
                if windows.closed:
                    break
            elif _played(night, rounds) or time.monotonic() - started_s > most_s:
                leave.wait(1.5)
                break
        played = night.rounds
    finally:
        windows.close()
        night.stop()
    if pictures is not None:
        _say(pictures, played, windows.lang)


def _played(night: DemoNight, rounds: int) -> bool:
    return night.scripted is not None if night.plan.script else night.rounds >= rounds


def _say_night(night: DemoNight, titles: Sequence[str], lang: str) -> None:
    """Which windows there are, whose badges do what, how to play this night again and join it."""
    click.echo(said("windows", lang, count=len(titles)))
    for title in titles:
        click.echo(f"  {title}")
    click.echo(said("badges", lang))
    world, roles, people = load_simulator(), within_a_sentence(), dict[str, str]()
    for table in table_names(night.plan.tables):
        holders, staff = staff_of(world, table)
        for card, one in holders.items():
            people[one.person] = f"{staff.pins[card]}  {roles[one.role][CODES.index(lang)]}"
    for person, told in people.items():
        click.echo(f"  {person:<12} {told}")
    click.echo(said("again", lang, command=night.plan.command))
    click.echo(said("own", lang))
    for table in table_names(night.plan.tables):
        click.echo(f"  tapis screen dealer --table {table}={night.folder / table / 'run' / 'dealer.sock'}")
    click.echo(said("ends", lang))


def _say_script(came: dict[str, Any] | None, lang: str) -> None:
    """What the script expected and what came, in as many lines as differ; None: it came to no end."""
    no_end = Expectation(EVENING, "end", TABLE_CLOSED, NO_TIME, held=False)
    other = came["other"][lang] if came is not None else [no_end.told(lang)]
    for words in other:
        click.echo(f"  {said('not', lang):<6}{words}")
    if came is not None:
        click.echo(said("held", lang, held=came["of"] - len(other), of=came["of"]))


def _say(pictures: Path, rounds: int, lang: str) -> None:
    names = sorted(path.name for path in pictures.glob("*.png"))
    click.echo(said("drawn", lang, rounds=rounds, pictures=len(names), folder=pictures.resolve()))
    for name in names:
        click.echo(f"  {name}")
