"""`tapis learn`: lessons on the dealer's console, at a simulated table."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import click

from controller.cli import BadInput, NotDone
from controller.cli.options import Place, lang_option
from controller.cli.values_refused import value_refused
from controller.clock import SystemClock
from controller.learning.certificate import print_certificate
from controller.learning.door import keep_school
from controller.learning.lessons import DRILL, LESSONS, number_of
from controller.learning.record import RecordUnreadable, TrainingRecord, usual_file
from controller.learning.school import Drilled, School
from controller.papers.pdf import NotPrinted
from controller.screens.unix_socket import SocketTaken

PUPIL_MAX: Final = 24
ENDS_S: Final = 10
"""A console that is told to end and has not after so long is killed."""


class LessonName(click.ParamType):  # type: ignore[type-arg]  # generic in newer clicks only
    """A number from 1 to 12, or the name of a lesson."""

    name = "lesson"

    def convert(self, value: object, param: object, ctx: object) -> int:
        """Which lesson is meant."""
        if isinstance(value, int):
            return value
        text = str(value)
        number = int(text) if text.isdecimal() and len(text) < 3 else number_of(text)
        if not 1 <= number <= len(LESSONS):
            names = ", ".join(one.name for one in LESSONS)
            raise value_refused("lesson", lesson=text, count=len(LESSONS), names=names)
        return number


@click.command()
@click.argument("lesson", type=LessonName(), required=False)
@click.option("--drill", is_flag=True, help="The drill of the royal: no hints, and a certificate on paper.")
@click.option("--pupil", default="", help="Whose lessons these are: a name or a number.")
@lang_option("the console at the start; a touch changes it")
@click.option(
    "--size",
    type=click.Choice(["1920x1080", "1280x800"]),
    default="1920x1080",
    show_default=True,
    help="Pixels of the console's window.",
)
@click.option(
    "--handed",
    type=click.Choice(["right", "left"]),
    default="right",
    show_default=True,
    envvar="TAPIS_HANDED",
    help="The side of the main key.",
)
@click.option("--fullscreen", is_flag=True, help="On the whole glass, without a pointer.")
@click.option(
    "--record",
    type=Place(),
    help="The training record; without it, lessons.json of this user's data.",
)
@click.option(
    "--certificates",
    type=Place(),
    help="Where certificates go; without it, beside the training record.",
)
def learn(
    lesson: int | None,
    drill: bool,
    pupil: str,
    lang: str,
    size: str,
    handed: str,
    fullscreen: bool,
    record: Path | None,
    certificates: Path | None,
) -> None:
    """Learn to deal: twelve lessons at the real console, with simulated players and machines.

    Without LESSON a page shows all of them, and which were passed. A lesson is worth ten points: wrong taps,
    wrong sums and time cost some. Its table is simulated, lives in memory and can open nothing of a real one.
    """
    if not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        raise value_refused("lesson_display")
    if drill and lesson not in (None, DRILL):
        raise value_refused("drill", lesson=DRILL)
    if len(pupil) > PUPIL_MAX:
        raise value_refused("long_pupil", most=PUPIL_MAX)
    if not pupil.isprintable():
        raise value_refused("pupil")
    file = record or usual_file()
    done: list[Drilled] = []
    clock = SystemClock()
    try:
        kept = TrainingRecord(file, pupil or "1")
        kept.try_to_write()
    except RecordUnreadable as error:
        raise BadInput(error) from None
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}: name another with --record") from None
    number = DRILL if drill else lesson or 0
    school = School(
        pupil or "1", kept, now_ms=clock.now_ms(), number=number, drill=drill, drilled=done.append
    )
    with tempfile.TemporaryDirectory(prefix="tapis-learn-") as folder:
        words = [
            "--lang",
            lang,
            "--size",
            size,
            "--handed",
            handed,
            *(["--fullscreen"] if fullscreen else []),
        ]
        try:
            code = _taught(school, Path(folder), clock, words)
        except SocketTaken as error:
            raise BadInput(error) from None
    for one in done:
        try:
            path = print_certificate(one, certificates or file.parent / "certificates", lang)
        except (NotPrinted, OSError) as error:
            raise NotDone(f"the certificate is not printed: {error}") from None
        click.echo(f"certificate: {path}")
    if school.unwritten:
        raise NotDone(f"{file}: what was learnt last is not on it: {school.unwritten}")
    if code:
        raise NotDone(f"the console ended by itself with {code}: what it said stands above")


def _taught(school: School, folder: Path, clock: SystemClock, words: list[str]) -> int:
    """The console stands on the screen until the pupil leaves the school or closes its window.

    Returns:
        0, or with what the console ended that nobody had closed.
    """
    command = [sys.executable, "-m", "ui", "dealer", "--socket", str(folder / "dealer.sock"), *words]
    leaving: list[int] = []
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda number, _: leaving.append(number))
    window = subprocess.Popen(command)

    def going() -> bool:
        return window.poll() is None and not leaving

    ended: int | None = None
    try:
        keep_school(school, folder, clock, going)
        ended = window.poll()
    finally:
        window.terminate()
        try:
            window.wait(ENDS_S)
        except subprocess.TimeoutExpired:  # it hangs, and has nothing to save
            window.kill()
            window.wait()
    return ended or 0
