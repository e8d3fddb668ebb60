"""`tapis run`: the live table on its machines, until a signal stops it or it stops itself."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path
from typing import Final

import click

from controller.boot.floor import Floor
from controller.boot.people import house_register
from controller.boot.settings_check import check_settings
from controller.boot.starting import CannotStart, started_floor
from controller.boot.waiting_for_disk import disk_fault, wait_for_disk
from controller.cli import BadInput
from controller.cli.options import lang_option, settings_option
from controller.clock import wall_ms
from controller.host.private_memory import never_dumped, never_swapped
from controller.journal.file_faults import disk_words
from controller.people.reading import RegisterDamaged
from controller.screens.last_word import LastWord, keep_last_word
from controller.screens.remote import NoRemote
from controller.screens.unix_socket import SocketTaken
from controller.settings.draft import settings_in_force
from controller.settings.files import config_path
from controller.settings.standing import DEMONSTRATION
from controller.settings.table import TableFile
from controller.table.halted import EXIT_HALTED, found
from controller.words.file_refused import file_refused
from controller.words.money import LANGUAGES
from controller.words.plain import COLON
from controller.words.plurals import in_language

EXIT_AGAIN: Final = 75
"""The table is closed: its supervisor starts it again, under approved settings or with a new master."""
SAID: Final[dict[str, tuple[str, str]]] = {
    "valid": (
        "{table}\u00a0: la configuration est valide ({profile})",
        "{table}: the configuration is valid ({profile})",
    ),
    "stopped": ("{table}\u00a0: arrêtée", "{table}: stopped"),
    "session": (
        "{table}\u00a0: séance {session}, {phase}, écriture {seq}",
        "{table}: session {session}, {phase}, entry {seq}",
    ),
    "by_itself": (
        "{table}\u00a0: arrêtée d’elle-même\u00a0: {why}",
        "{table}: stopped by itself: {why}",
    ),
    "lost": (
        "{table}\u00a0: la séance sans sa clé est close\u00a0: à relancer, avec une nouvelle",
        "{table}: the session without its master is closed: it is to be started again, with a new one",
    ),
    "over": (
        "{table}\u00a0: la séance est close\u00a0: à relancer pour la prochaine, ce qui détruit sa clé",
        "{table}: the session is closed: it is to be started again for the next, which destroys its master",
    ),
    "settings": (
        "{table}\u00a0: des réglages ont été approuvés\u00a0: à relancer",
        "{table}: settings were approved: it is to be started again",
    ),
}
STOPPING: Final = (signal.SIGTERM, signal.SIGINT)


@click.command()
@settings_option
@click.option("--check", is_flag=True, help="Only say whether the configuration is valid.")
@lang_option("what it says of a damaged file", default="en")
def run(settings_path: Path | None, check: bool, lang: str) -> None:
    """Run the table of this machine on its shoe, shuffler, sensors and reader.

    It comes back where its journal ends: a round that was cut off goes on. SIGTERM and SIGINT stop it.
    Exit 0 after such a signal, 2 when it cannot start, 70 when it stopped by itself, 75 to be started again
    when it is closed: after a session that was played, or under settings that were approved.
    """
    here = settings_path if settings_path is not None else config_path("table.toml")
    settings = settings_in_force(here)
    check_settings(settings)
    if check:
        _people_there(settings, lang)
        click.echo(_say("valid", lang, table=settings.table.id, profile=settings.table.profile))
        return
    # Taken by `sigwait` below: a handler would run in the middle of anything, with its locks held. Blocked
    # before the first thread starts, which inherits this.
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    memory = never_dumped(), never_swapped()  # before the first key is read
    floor = _floor(settings, here, lang)
    if floor is None:
        click.echo(_say("stopped", lang, table=settings.table.id), err=True)
        return
    state, name = floor.table.state, settings.table.id
    if not state.facts.approved:
        click.echo(f"{name}{COLON[LANGUAGES[lang]]}{DEMONSTRATION[LANGUAGES[lang]]}", err=True)
    facts = {"session": state.facts.session, "phase": state.phase, "seq": state.seq}
    click.echo(_say("session", lang, table=name, **facts), err=True)
    for why in (*filter(None, memory), *floor.absent):
        click.echo(f"{name}: {why}", err=True)
    keep_last_word(settings.table.data, LastWord(wall_ms(), "started"))
    ended = _run(floor)
    if isinstance(ended, (SocketTaken, NoRemote)):
        raise BadInput(ended)
    keep_last_word(settings.table.data, _last_word(ended, floor))
    if ended is not None:
        click.echo(_say("by_itself", lang, table=name, why=found(ended)), err=True)
        sys.exit(EXIT_HALTED)
    if floor.over:
        click.echo(_say(_why_over(floor), lang, table=name), err=True)
        sys.exit(EXIT_AGAIN)
    click.echo(_say("stopped", lang, table=name), err=True)


def _people_there(settings: TableFile, lang: str) -> None:
    """The register that the settings name can be opened, with its pepper: the table would not start else.

    Raises:
        BadInput: it cannot.
        SettingsError: badges are named beside it.
    """
    try:
        house_register(settings)
    except RegisterDamaged as error:
        files = settings.people
        assert files is not None, "no register is refused where none is named"
        told = file_refused(error, (files.register_path, files.pepper))
        raise BadInput(told[LANGUAGES[lang]]) from None


def _say(key: str, lang: str, /, **facts: object) -> str:
    return in_language(SAID[key], LANGUAGES[lang], facts)


def _floor(settings: TableFile, here: Path, language: str) -> Floor | None:
    """The table, ready to run; None when a signal came while it waited for its disk.

    Raises:
        BadInput: it cannot start, and waiting would change nothing.
    """
    table = settings.table

    def waits(why: str) -> None:
        click.echo(f"{table.id}: {disk_words(why, table.data, language)}", err=True)

    while True:
        try:
            if not wait_for_disk(table.data, table.run, STOPPING, waits):
                return None
            return started_floor(settings, here, language)
        except SocketTaken as error:
            raise BadInput(error) from error
        except CannotStart as error:
            if not disk_fault(table.data):
                keep_last_word(table.data, LastWord(wall_ms(), "refused", str(error)))
                raise BadInput(error) from error


def _last_word(ended: Exception | None, floor: Floor) -> LastWord:
    if ended is not None:
        return LastWord(wall_ms(), "halted", found(ended))
    return LastWord(wall_ms(), _why_over(floor) if floor.over else "signal")


def _why_over(floor: Floor) -> str:
    """Why the closed table ended by itself: `lost` its master, `settings` approved, or its session `over`."""
    state = floor.table.state
    if state.master_lost:
        return "lost"
    return "settings" if state.settings.coming else "over"


def _run(floor: Floor) -> Exception | None:
    """The table was at work on a thread of its own until a signal came, or until this ended it."""
    ended: list[Exception] = []

    def work() -> None:
        try:
            floor.run()
        except Exception as error:  # whatever it is, it is told and the process ends
            ended.append(error)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)  # wakes the thread that waits for signals

    worker = threading.Thread(target=work, name="table")
    worker.start()
    signal.sigwait(STOPPING)
    floor.stop()
    worker.join()
    return ended[0] if ended else None
