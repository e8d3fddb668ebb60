"""`tapis`: one command, its subcommands loaded when they are called.

Exit 0 done, 1 the answer is no, 2 the input or the configuration is wrong. Bad input ends in one line on
stderr, never in a traceback.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from controller.host.endings import (
    Misused,
    for_a_person,
    in_one_sentence,
    no_such_command,
    written_to_the_end,
)
from controller.host.language import ENGLISH, FRENCH, SPOKEN, TYPED, asked, of_terminal, typed
from controller.settings.settings_error import SettingsError
from controller.told import Told, said_by

SECTIONS = {
    "Try it": {
        "demo": ("controller.cli.demo:demo", "Show a table that plays by itself or by hand."),
        "learn": ("controller.cli.learn:learn", "Learn to deal: twelve lessons at the console."),
        "simulate": ("controller.cli.simulate:simulate", "Play seeded nights on simulated machines."),
        "fault": ("controller.cli.fault:fault", "Order a fault at a demonstration that runs."),
    },
    "Rules and what they pay": {
        "settle": ("controller.cli.settle:settle", "Settle rounds given as JSON Lines."),
        "par": ("controller.cli.par.command:par", "Work out what a game returns, exactly."),
        "explain": (
            "controller.cli.explain:explain",
            "Say what a code means: an alarm, a refusal, a requirement.",
        ),
    },
    "A table": {
        "run": ("controller.cli.run:run", "Run a table on its machines."),
        "screen": ("controller.cli.screen:screen", "Open one screen of a table."),
        "status": ("controller.cli.status:status", "Say on one screen how the table does."),
        "doctor": ("controller.cli.doctor:doctor", "Say what is missing on this machine."),
        "devices": ("controller.cli.devices:devices", "Look at the machines and what their lines say."),
        "settings": ("controller.cli.settings:settings", "Change a table's settings by two persons."),
        "metrics": ("controller.cli.metrics:metrics", "Write a table's figures for a monitoring system."),
    },
    "People and cards": {
        "people": ("controller.cli.people:people", "Keep the register of people, their cards and PINs."),
        "badge": ("controller.cli.badge:badge", "Read the supervisor card in the reader."),
        "pit-reader": ("controller.cli.pit_reader:pit_reader", "Read a card at the pit for a table."),
    },
    "Records and papers": {
        "journal": ("controller.cli.journal:journal", "Verify, show or export a journal."),
        "report": ("controller.cli.report:report", "Print what a session leaves on paper."),
        "backup": ("controller.cli.backup:backup", "Keep a copy of a table, while it plays."),
        "restore": ("controller.cli.restore:restore", "Put a backup back, after it was checked."),
        "keys": (
            "controller.cli.keys:keys",
            "Show what a table signs and seals with; make a key for backups.",
        ),
        "witness": ("controller.cli.witness:witness", "Keep a table's signed heads on another machine."),
    },
    "Jackpot and house": {
        "book": ("controller.cli.book:book", "Verify the jackpot book against the journals."),
        "link": ("controller.cli.link:link", "Look after the database of a linked jackpot."),
        "house": ("controller.cli.house:house", "Count what the journals of all tables tell."),
    },
}
"""Every subcommand by what it is for: where it is and what the help says, so that help loads none."""
COMMANDS = {name: told for section in SECTIONS.values() for name, told in section.items()}
HELP = "controller.cli.help"
"""Is kept in the contexts of a line whose help is French: whether there may be any to be told."""
MISSING = (
    "{name} ne fait pas partie de cette installation",
    "{name} is not part of this installation",
)
UNNAMED = (
    "aucune commande n’est nommée\u202f; tapis --help les donne toutes",
    "no command is named; tapis --help lists all",
)


class _Said(Misused):
    """One line on stderr; a sentence that is `Told`, or an error's, in the language of the command."""

    def __init__(self, message: str | BaseException) -> None:
        super().__init__(said_by(message) if isinstance(message, BaseException) else message)

    def format_message(self) -> str:
        if isinstance(self.message, Told):
            from controller.words.money import LANGUAGES  # what answers at once waits for no words
            from controller.words.told import told

            return for_a_person(told(self.message, LANGUAGES[self.language]), self.language)
        return super().format_message()


class BadInput(_Said):
    """The input or the configuration is wrong: one line on stderr, exit 2."""


class NotDone(_Said):
    """What was asked is refused, or did not come about: one line on stderr, exit 1."""

    exit_code = 1


class Commands(click.Group):
    """The subcommands of `COMMANDS`, each imported at its first use.

    Attributes:
        told: what the contexts of the command that runs keep together, its language for one.
    """

    told: Mapping[str, Any]

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        if find_spec(module) is None:
            raise BadInput(MISSING[asked(ctx) == ENGLISH].format(name=cmd_name))
        # What modules make stays. The collector would go through all of it again and again, and find nothing.
        gc.disable()
        try:
            command = getattr(import_module(module), name)
        finally:
            gc.enable()
        assert isinstance(command, click.Command), f"{module}:{name} is no command"
        shown: click.Command = import_module("controller.cli.examples").with_example(command, cmd_name)
        if ctx.meta.get(HELP):
            french: click.Command = import_module("controller.cli.french_help.pages").in_french(
                shown, cmd_name
            )
            return french
        return shown

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            name = args[0]
            if name in COMMANDS or name.startswith("-"):
                raise
            raise click.UsageError(_unknown(name, asked(ctx)), ctx) from None

    def get_help(self, ctx: click.Context) -> str:
        if HELP not in ctx.meta:
            return super().get_help(ctx)
        told: str = import_module("controller.cli.french_help.pages").whole_help(self, ctx, SECTIONS)
        return told

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for title, section in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), words) for name, (_, words) in section.items()])

    def main(self, *args: Any, **extra: Any) -> Any:
        self.told = {}
        with written_to_the_end(lambda: self.told.get(SPOKEN) or of_terminal()):
            return super().main(*args, **extra)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Before anything is read: whatever is wrong in the line is told in the language that it asks for.
        self.told, language = ctx.meta, typed(args)
        if language is not None:
            ctx.meta[TYPED] = ctx.meta[SPOKEN] = language
        if asked(ctx) == FRENCH:
            words = [one for one in args if one != language and not one.startswith("--lang")]
            # A group that is named alone tells of its commands without being asked, too.
            ctx.meta[HELP] = len(words) == 1 or not {"-h", "--help"}.isdisjoint(args)
        with in_one_sentence():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        # What a table writes is its user's alone, whatever umask it was started with.
        before = os.umask(0o077)
        try:
            with in_one_sentence():
                return self._invoked(ctx)
        finally:
            os.umask(before)

    def _invoked(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except SettingsError as error:
            raise BadInput(error) from None


def _unknown(name: str, language: str) -> str:
    """The sentence for a command that there is not, with the one that was meant perhaps."""
    from difflib import get_close_matches

    if not name.strip():
        return UNNAMED[language == ENGLISH]
    return no_such_command("tapis", name, get_close_matches(name, COMMANDS, n=2), language)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="tapis COMMAND --help tells of one. To see a table at once: tapis demo",
)
@click.option(
    "--lang",
    type=click.Choice((FRENCH, ENGLISH)),
    expose_value=False,  # `parse_args` has read it
    help="Language of the words, here or behind the command. Without it help follows LANG.",
)
@click.version_option(package_name="tapis", prog_name="tapis")
def main() -> None:
    """Tapis, the controller of a table of Ultimate Texas Hold'em with the JP1 progressive jackpot."""
