"""`tapis demo`: a table that plays, with its screens; without a display, pictures of them."""

from __future__ import annotations

import os
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

from controller.book.port import BookMismatch, BookUnreachable
from controller.boot.demonstration import PICTURED_DECKS, DemoFloor, demo_floor
from controller.boot.rehearsal.conductor import Conductor
from controller.boot.rehearsal.script import read_script
from controller.cli import BadInput
from controller.cli.options import faults_option, lang_option
from controller.game.profile import RuleProfile
from controller.screens.wire import ScreenRole
from controller.settings.rules import load_profile
from controller.settings.settings_error import SettingsError
from controller.table.halted import TableHalted
from controller.words.plurals import so_many

PICTURED_ROUNDS = 2
PICTURED_PACE = 3.0
PICTURED_S_MAX = 100
QUARTERS = {"dealer": 1, "jackpot": 2, "pit": 3, "simulator": 4}
"""Where each screen stands on a display that shows them all."""
SCREENS = ("dealer", "jackpot")
PIT_SIZES = ("1920x1080", "1280x800", "2560x1440")
Sizes = Mapping[str, str]
"""The pixels of each screen by its role, where they are not those of the first size."""
NOBODY_TOUCHES = (
    "--by-hand needs a display, for you press the keys. Without one, tapis demo plays by itself and leaves"
    " pictures of its screens; tapis simulate plays whole nights; over ssh, ssh -X lends the display of your"
    " own machine"
)


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
    default="1920x1080",
    show_default=True,
    help="Size of the dealer's console.",
)
@click.option(
    "--pit-size",
    type=click.Choice(PIT_SIZES),
    default="1920x1080",
    show_default=True,
    help="Size of the pit's screen.",
)
@click.option("--book", default="", help="A linked book, postgresql://..., made if its database is empty.")
@click.option(
    "--pictures",
    type=click.Path(path_type=Path),
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
    size: str,
    pit_size: str,
    book: str,
    pictures: Path,
) -> None:
    """Show a table on simulated machines: Ultimate Texas Hold'em with JP1, or another profile's game.

    With a display: the dealer's console, the jackpot display and the simulator's panel of each table, and one
    pit screen for all, each a process of its own. Without one, the same night headless, with pictures of
    every screen. With --script the players do what a file says, in real time; what it expects is left to
    tapis simulate.
    """
    conductor = None
    if script is not None:
        conductor, rules, seed = _scripted(context, script)
    profile, wanted = _profile(rules), PICTURED_ROUNDS if conductor is None else len(conductor.rounds)
    shown = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    if not shown:
        if by_hand:
            raise BadInput(NOBODY_TOUCHES)
        pace = PICTURED_PACE
        click.echo(f"No display: {so_many(wanted, 'round')} for pictures, a minute or two.")
    with tempfile.TemporaryDirectory(prefix="tapis-demo-") as folder:
        places = []
        for number in range(1, tables + 1):
            try:
                place = demo_floor(
                    Path(folder),
                    seed=seed,
                    table=f"UTH-{number}",
                    faults=faults,
                    pace=pace,
                    stacked=_stacked(conductor, profile, by_hand, pictured=not shown and number == 1),
                    profile=profile,
                    book=book,
                    linked=tables > 1 or bool(book),
                    guests=conductor,
                )
            except (BookMismatch, BookUnreachable) as error:
                raise BadInput(str(error)) from None
            place.playing = not by_hand
            places.append(place)
        try:
            sizes = {"dealer": size, "pit": pit_size, "simulator": "1440x1080"}
            _play(places, Path(folder), lang, sizes, None if shown else pictures, wanted)
        except TableHalted as error:
            raise BadInput(f"the table stopped: {error}") from error


def _scripted(context: click.Context, named: str) -> tuple[Conductor, str, int]:
    """Who plays this script at a table in real time, its rules and its seed.

    Raises:
        BadInput: it has what only virtual time can play, or an option says what the script says.
        SettingsError: the script is wrong.
    """
    for name in ("tables", "rules", "seed", "faults"):
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = "profile" if name == "rules" else name
            raise BadInput(f"--{option}: the script says what is played\n  leave --{option} out")
    script = read_script(named)
    conductor = Conductor(load_profile(script.profile), list(script.rounds))
    if what := conductor.only_by_night():
        raise BadInput(
            f"{named}: {what}: a demonstration plays no cuts and loses no link\n"
            f"  tapis simulate --script {named} plays it"
        )
    return conductor, script.profile, script.seed


def _profile(rules: str) -> RuleProfile:
    try:
        return load_profile(rules)
    except SettingsError as error:
        raise BadInput(str(error)) from error


def _stacked(
    conductor: Conductor | None, profile: RuleProfile, by_hand: bool, *, pictured: bool
) -> Sequence[Any]:
    """The decks that are dealt first: of a script, whose people bring their own unless nobody deals."""
    if conductor is not None:
        return conductor.decks() if by_hand else ()
    return PICTURED_DECKS[: _pictured(profile) if pictured else 0]


def _pictured(profile: RuleProfile) -> int:
    """How many stacked hands a photographed night deals; a royal is for a felt with a jackpot to win."""
    if profile.options.burn:
        return 0  # those decks are put in order for a table that burns no card
    return len(PICTURED_DECKS) if profile.jp1 else 1


def _play(
    places: list[DemoFloor], folder: Path, lang: str, sizes: Sizes, pictures: Path | None, rounds: int
) -> None:
    halted: list[TableHalted] = []
    threads = [threading.Thread(target=_run, args=(place, halted), name="table") for place in places]
    for thread in threads:
        thread.start()
    screens = [_screen(role, [place], lang, sizes, pictures) for place in places for role in _roles(pictures)]
    house = _house(folder)
    screens.append(_screen("pit", places, lang, sizes, pictures))
    leave = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: leave.set())
    started_s = time.monotonic()
    try:
        while not leave.wait(0.2) and not halted:
            if pictures is None:
                if all(screen.poll() is not None for screen in screens):
                    break
            elif _rounds(places) >= rounds or time.monotonic() - started_s > PICTURED_S_MAX:
                leave.wait(1.5)
                break
    finally:
        for screen in screens:
            screen.terminate()
        for screen in screens:
            screen.wait(10)
        house.terminate()
        house.wait(10)
        for place in places:
            place.stop()
        for thread in threads:
            thread.join(10)
    if halted:
        raise halted[0]
    if pictures is not None:
        _say(pictures, _rounds(places))


def _run(place: DemoFloor, halted: list[TableHalted]) -> None:
    try:
        place.run()
    except TableHalted as error:
        halted.append(error)


def _rounds(places: list[DemoFloor]) -> int:
    return min(len(place.floor.table.state.last_rounds) for place in places)


def _roles(pictures: Path | None) -> tuple[str, ...]:
    return SCREENS if pictures is not None else (*SCREENS, "simulator")


def _screen(
    role: ScreenRole, places: list[DemoFloor], lang: str, sizes: Sizes, pictures: Path | None
) -> subprocess.Popen[bytes]:
    """The process of one screen, the pit's of all tables; it ends by itself when its window is closed."""
    command = [sys.executable, "-m", "ui", role]
    for place in places:
        path = str(place.run_dir / f"{role}.sock")
        named = ["--table", f"{place.floor.table.state.facts.table}={path}"]
        command += named if role == "pit" else ["--socket", path]
    if role == "pit":
        command += ["--house", str(places[0].run_dir.parents[1] / "house.sock")]
    command += ["--lang", lang, "--size", sizes.get(role, "1920x1080")]
    environment = dict(os.environ)
    if pictures is None:
        command += ["--quarter", str(QUARTERS[role])]
    else:
        pictures.mkdir(parents=True, exist_ok=True)
        command += ["--pictures", str(pictures)]
        environment["QT_QPA_PLATFORM"] = "offscreen"
    return subprocess.Popen(command, env=environment)


def _house(folder: Path) -> subprocess.Popen[bytes]:
    """The process that reads the journals of all tables for the pit's screen."""
    journals = str(folder / "journals")
    kept = ["--store", str(folder / "house.db"), "--run", str(folder)]
    return subprocess.Popen([sys.executable, "-m", "controller.cli", "house", "serve", journals, *kept])


def _say(pictures: Path, rounds: int) -> None:
    names = sorted(path.name for path in pictures.glob("*.png"))
    played, drawn = so_many(rounds, "round"), so_many(len(names), "picture")
    click.echo(f"No display: {played} played headless, {drawn} in {pictures.resolve()}:")
    for name in names:
        click.echo(f"  {name}")
