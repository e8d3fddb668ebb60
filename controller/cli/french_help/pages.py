"""A command of `tapis` with its French help, and all that click puts around it in French."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping
from importlib import import_module
from inspect import cleandoc
from typing import Final

import click

from controller.cli.examples import first_sentence
from controller.cli.french_help import tapis
from controller.cli.french_help.shared import SHARED
from controller.host.typed_wrong import arguments

_THIN: Final = re.compile(r"[ \n](?=[;?!])|(?<=\d) (?=\d{3}\b)")
_FIXED: Final = re.compile(r"[ \n](?=[:%€»])|(?<=«) ")
_HEADINGS: Final = {"Commands": "Commandes"}
_EXTRA: Final = re.compile(r"\[([^\[\]]*)\]$")
"""What click puts behind the help of an option."""


class _Formatter(click.HelpFormatter):
    """Help with French headings, and French words for what is to be typed."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, arguments(args), prefix or typeset("Usage : "))

    def write_heading(self, heading: str) -> None:
        self.write(typeset(f"{'':>{self.current_indent}}{_HEADINGS.get(heading, heading)} :\n"))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl([record(*row) for row in rows], col_max, col_spacing)


class _Context(click.Context):
    formatter_class = _Formatter


class _Command(click.Command):
    context_class = _Context


class _Group(click.Group):
    context_class = _Context


def typeset(text: str) -> str:
    """The text with the blanks of French print: none of them breaks a line, here or where it is typed."""
    return _FIXED.sub("\u00a0", _THIN.sub("\u202f", text))


def record(named: str, told: str) -> tuple[str, str]:
    """An option as click lists it, with French words for its value, its range and its default."""
    return arguments(named), _EXTRA.sub(lambda found: f"[{_extra(found[1])}]", SHARED.get(told, told))


def in_french(command: click.Command, name: str) -> click.Command:
    """A copy of the command of this name, and of all its parts, whose help is French."""
    module = name.replace("-", "_")
    texts: Mapping[str, str] = import_module(f"controller.cli.french_help.{module}").HELP
    return _in_french(command, name, texts)


def itself_in_french(group: click.Group) -> click.Group:
    """A copy of `tapis`, without its commands, whose help is French."""
    told = _Group(group.name)
    vars(told).update(vars(group))
    told.help, told.epilog = typeset(tapis.HELP[""]), typeset(tapis.EPILOG)
    told.params = [_option(one, "", tapis.HELP) for one in group.params]
    return told


def whole_help(group: click.Group, context: click.Context, sections: Mapping[str, Iterable[str]]) -> str:
    """The French help of `tapis` itself, its commands by what they are for."""
    told = itself_in_french(group)
    formatter = _Formatter(width=context.terminal_width, max_width=context.max_content_width)
    told.format_usage(context, formatter)
    told.format_help_text(context, formatter)
    click.Command.format_options(told, context, formatter)
    width = max(map(len, tapis.COMMANDS))
    for title, names in sections.items():
        with formatter.section(tapis.SECTIONS[title]):
            formatter.write_dl([(name.ljust(width), typeset(tapis.COMMANDS[name])) for name in names])
    told.format_epilog(context, formatter)
    return formatter.getvalue().rstrip("\n")


def _in_french(command: click.Command, words: str, texts: Mapping[str, str]) -> click.Command:
    group = isinstance(command, click.Group)
    told = _Group(command.name) if group else _Command(command.name)
    vars(told).update(vars(command))
    told.help = "\n\n".join((typeset(cleandoc(texts[words])), *_typed(command)))
    told.short_help = first_sentence(told.help)
    told.params = [_option(one, words, texts) for one in command.params]
    if isinstance(command, click.Group) and isinstance(told, click.Group):
        told.commands = {
            name: _in_french(one, f"{words} {name}", texts) for name, one in command.commands.items()
        }
    return told


def _option(parameter: click.Parameter, words: str, texts: Mapping[str, str]) -> click.Parameter:
    """A copy with its French help; an argument has none, its command tells of it."""
    told = copy.copy(parameter)
    if isinstance(told, click.Option) and told.help is not None:
        own = texts.get(f"{words} {told.opts[0]}".strip())
        told.help = typeset(own if own is not None else SHARED[told.help])
    return told


def _typed(command: click.Command) -> list[str]:
    """The paragraphs of lines to type, which are the same in both languages."""
    return [one for one in cleandoc(command.help or "").split("\n\n") if one.startswith("\b")]


def _extra(told: str) -> str:
    """`default: 1; 1<=x<=4` in French."""
    for english, french in tapis.DEFAULTS.items():
        told = told.replace(english, french)
    told = re.sub(r"(\S+)<=x<=([^;\s]+)", r"de \1 à \2", told)
    told = re.sub(r"x>=([^;\s]+)", r"au moins \1", told)
    told = told.replace("default:", "par défaut :").replace("required", "obligatoire")
    return typeset(re.sub(r"(?<! ); ", " ; ", told))
